"""Doing a function's work on other machines, by a scheduler of dask and its workers, with the results in order."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from socket import gethostname
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, TypeVar

import canasta
from canasta.base.errors import CanastaError

if TYPE_CHECKING:
    from distributed import Future

Work = TypeVar("Work")
Result = TypeVar("Result")

PATIENCE: Final = 10.0
"""Seconds that a scheduler has for its answer, and then for its first worker."""
_AHEAD: Final = 4
"""Pieces of work that are sent out for each thread of the workers, so that nobody waits for the next one."""
_LEAST_AHEAD: Final = 64
"""Pieces that are sent out at least: workers may join later."""
_PARTS: Final = ("base", "rules", "scoring", "engine", "deal", "wording", "notation", "bots", "sim")
"""The packages on which the play of bots depends."""
_ONE_AT_A_TIME: Final = Lock()


class ClusterError(CanastaError):
    """A cluster that cannot be used, or that failed."""


def mapped_on(address: str, do: Callable[[Work], Result], works: Sequence[Work]) -> Iterator[Result]:
    """Yield what *do* gives for each of *works*, in their order, done by the workers of the scheduler at *address*.

    *do*, *works* and results must be things that can be sent to another process. Whoever stops asking for results stops
    the work. Raises `ClusterError` where there is no such scheduler, no worker, another program on a worker, or where they
    go away; errors of *do* come through as they are.
    """
    with _client(address) as client:
        from distributed import KilledWorker
        from distributed.comm.core import CommClosedError

        rest = iter(works)
        waiting: deque[Future[Result]] = deque()

        def send(number: int) -> None:
            waiting.extend(client.submit(_done, do, program(), work, pure=False) for work in islice(rest, number))

        try:
            send(max(_LEAST_AHEAD, _AHEAD * sum(client.nthreads().values())))
            while waiting:
                result = waiting[0].result()
                waiting.popleft()
                send(1)
                yield result
        except (CancelledError, CommClosedError):
            raise ClusterError(f"The scheduler at {address} has gone away.") from None
        except KilledWorker:
            raise ClusterError(
                f"The workers of the scheduler at {address} ended again and again in their work."
            ) from None
        finally:
            client.cancel(list(waiting))


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """Provide a connection to the scheduler at *address*, which has a worker at least."""
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise ClusterError(
            f"--cluster needs a package that is not installed. Install it with: {sys.executable} -m pip install distributed"
        ) from None
    try:
        client: Any = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError):
        raise ClusterError(
            f"No scheduler of dask answers at {address}. Start one with: dask scheduler --port 8786; its address is then "
            "tcp://HOST:8786."
        ) from None
    try:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise ClusterError(
                f"The scheduler at {address} has no workers. Start some with: dask worker {address} --nthreads 1"
            ) from None
        yield client
    finally:
        client.close(timeout=PATIENCE)


@cache
def program() -> str:
    """Return what tells whether another program plays as this one does: a digest of the files on which the play depends."""
    base = Path(canasta.__file__).parent
    files = sorted(path for part in _PARTS for end in ("py", "toml") for path in (base / part).rglob(f"*.{end}"))
    found = sha256()
    for path in files:
        found.update(f"{path.relative_to(base).as_posix()}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def _done(do: Callable[[Any], Any], expected: str, work: Any) -> Any:
    """Return what *do* gives for *work* on a worker; one at a time, for what a process keeps ready is not made for threads."""
    if program() != expected:
        raise ClusterError(f"The worker on {gethostname()} has another version of canasta. Install the same one there.")
    with _ONE_AT_A_TIME:
        return do(work)
