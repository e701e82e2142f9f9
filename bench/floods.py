"""How much longer someone waits for an answer while someone else, at another table, asks for far too much."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from bench.commits import file_database
from bench.crowd import Room, fill, log_amid_a_deal
from bench.latency import served
from bench.measure import Row, limit_row
from bench.windows import in_turn

FLOODS: Final = (
    ("rules", 60),
    ("rules", 250),
    ("try", 8),
    ("view", 8),
    ("replays", 25),
    ("checks", 70),
    ("reconnect", 1),
    ("reconnect", 20),
)
"""What is asked for, and on how many connections at once."""

BUDGET: Final = 50.0
"""Milliseconds that the witness may wait longer, as median."""

_ROUNDS: Final = 3
_PINGS: Final = 40
_WITNESSES: Final = 8
"""Sockets of the witness: each may send 60 messages at once, and then few."""
_PAUSE: Final = 0.025
_SETTLE: Final = 0.3
_SAID: Final = {
    "rules": "{} at once, every second, ask for the handbook of a table",
    "try": "one person tries moves on {} sockets",
    "view": "one person asks for views on {} sockets",
    "replays": "{} at once of one address have a long record played again",
    "checks": "{} at once of one address have long rules checked",
    "reconnect": "{} at once of one address connect and close as fast as they can",
}


def flood_rows() -> Iterator[Row]:
    """Yield a ping at one table under each flood of another one, beside the same without."""
    with file_database() as engine, TemporaryDirectory(prefix="bench-") as folder:
        room = fill(engine, 2, log_amid_a_deal(), checkpoints=True)
        with served(str(engine.url.database), Path(folder)) as one:
            for kind, number in FLOODS:
                yield asyncio.run(_measured(room, one.origin, kind, number))


async def _measured(room: Room, origin: str, kind: str, number: int) -> Row:
    address = f"{origin.replace('http', 'ws', 1)}/t/{room.codes[0]}/ws"
    headers = {"Cookie": f"canasta={room.keys[0]}"}
    async with AsyncExitStack() as stack:
        opened = [
            connect(address, origin=Origin(origin), additional_headers=headers, local_addr=("127.0.0.2", 0))
            for _ in range(_WITNESSES)
        ]
        witnesses = [await stack.enter_async_context(each) for each in opened]
        for witness in witnesses:
            await witness.send('{"t":"hello","have":0}')
        flood = stack.enter_context(_flood(kind, number, origin, room))

        async def calm() -> list[float]:
            flood.send_signal(signal.SIGSTOP)
            return await _pings(witnesses)

        async def flooded() -> list[float]:
            flood.send_signal(signal.SIGCONT)
            return await _pings(witnesses)

        compared = await in_turn(flooded, calm, _ROUNDS)
    longer = 1000 * median(
        median(mine) - median(other) for mine, other in zip(compared.ours, compared.theirs, strict=True)
    )
    what = f"a witness waits longer while {_SAID[kind].format(number)}, median"
    return limit_row(what, "ms", max(0.0, longer), BUDGET, compared.note)


async def _pings(witnesses: Sequence[ClientConnection]) -> list[float]:
    """Return the seconds that each of some pings takes, a while after what was there before has changed."""
    await asyncio.sleep(_SETTLE)
    taken = []
    for number in range(_PINGS):
        witness = witnesses[number % len(witnesses)]
        await asyncio.sleep(_PAUSE)
        began = perf_counter()
        await witness.send('{"t":"ping","n":1}')
        while '"pong"' not in str(await witness.recv()):
            pass
        taken.append(perf_counter() - began)
    return taken


@contextmanager
def _flood(kind: str, number: int, origin: str, room: Room) -> Iterator[subprocess.Popen[bytes]]:
    """Flood the second table while this lasts, from a process of its own."""
    command = [sys.executable, "-m", "bench.flooding", kind, str(number), origin, room.codes[1], room.keys[1]]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        if process.stdout.readline() != b"on\n":
            raise RuntimeError(f"the flood of {kind} did not begin")
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
