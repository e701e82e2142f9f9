"""A server as it is deployed: PostgreSQL, several processes of `canasta serve` behind HAProxy, and one for bots."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from scripts import haproxy, postgres
from scripts.haproxy import answers

CANASTA = (sys.executable, "-m", "canasta")
"""The program as people run it."""

_START_SECONDS = 60
_END_SECONDS = 30


@dataclass
class Serving:
    """A `canasta serve` as a process of its own, with what it says in a file.

    *program* is the command in front of ``serve``; *more* are options beside the port and the database. It starts a
    session of its own, so that `kill` ends what it has started, too.
    """

    database: str
    folder: Path
    more: Sequence[str] = ()
    program: Sequence[str] = CANASTA
    environment: Mapping[str, str] = field(default_factory=dict)
    port: int = field(default_factory=postgres.free_port)
    process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def origin(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """The file with everything it has said."""
        return self.folder / f"serve-{self.port}.log"

    @property
    def pid(self) -> int:
        """The number of the process that runs."""
        assert self.process is not None, "it does not run"
        return self.process.pid

    def start(self) -> Self:
        """Start it, without waiting for it."""
        command = [*self.program, "serve", "--port", str(self.port), "--database", self.database, *self.more]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, **self.environment},
                start_new_session=True,
            )
        return self

    def wait(self) -> Self:
        """Wait until it answers. One that only runs bots never does."""
        deadline = time.monotonic() + _START_SECONDS
        while not answers(self.port):
            if not self.runs() or time.monotonic() > deadline:
                raise RuntimeError(f"The server did not start.\n{self.said()}")
            time.sleep(0.05)
        return self

    def runs(self) -> bool:
        """Return whether the process has not ended."""
        return self.process is not None and self.process.poll() is None

    def said(self) -> str:
        """Return everything it has said so far."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    def signal(self, number: int) -> None:
        """Send it, and what it has started, a signal."""
        os.killpg(self.pid, number)

    def kill(self) -> None:
        """End it at once, and what it has started."""
        if self.process is not None:
            with suppress(ProcessLookupError):  # it has ended by itself
                self.signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def stop(self) -> int:
        """End it as Ctrl+C does; return its exit code."""
        assert self.process is not None, "it does not run"
        process, self.process = self.process, None
        process.send_signal(signal.SIGINT)
        try:
            return process.wait(_END_SECONDS)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


@dataclass
class Cluster:
    """What `running` runs: `origin` is where people come in."""

    postgres: postgres.Postgres
    haproxy: haproxy.HAProxy
    serving: list[Serving]
    bots: Serving

    @property
    def origin(self) -> str:
        """The address that people use."""
        return self.haproxy.origin

    @property
    def database(self) -> str:
        """The address of the database."""
        return self.postgres.url


@contextmanager
def running(
    processes: int = 3,
    *,
    program: Sequence[str] = CANASTA,
    environment: Mapping[str, str] | None = None,
    fsync: bool = True,
) -> Iterator[Cluster]:
    """Run PostgreSQL, *processes* of ``canasta serve`` behind HAProxy, and one with ``--only-bots``.

    All are on loopback, and gone with their data when the context ends. A *program* in the place of `CANASTA` may have
    other limits; *environment* is added to theirs. Raises `RuntimeError` where PostgreSQL or HAProxy is not installed.
    """
    folder = Path(tempfile.mkdtemp(prefix="canasta-cluster-"))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        database = stack.enter_context(postgres.running(fsync=fsync))

        def started(*more: str) -> Serving:
            one = Serving(database.url, folder, more, program, environment or {}).start()
            stack.callback(one.kill)
            return one

        port = postgres.free_port()
        options = ("--proxy", "127.0.0.1", "--public-url", f"http://127.0.0.1:{port}")
        serving = [started(*options) for _ in range(processes)]
        for each in serving:
            each.wait()
        bots = started("--only-bots")
        proxy = stack.enter_context(haproxy.running(port, [each.port for each in serving]))
        yield Cluster(database, proxy, serving, bots)
