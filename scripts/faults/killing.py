"""Processes that end at the worst moment, hang, or come back."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import sys
from pathlib import Path
from time import monotonic

from scripts.faults.load import Outcome, until
from scripts.faults.world import PROGRAM, Size, world


def state_of(pid: int) -> str:
    """Return the state of a process as Linux has it: R, S, T for stopped, Z for ended."""
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]


def children(pid: int, words: str) -> list[int]:
    """Return the numbers of the processes that *pid* and those have started whose command contains *words*."""
    found = []
    for each in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, each.read_text(encoding="utf-8").split()):
            command = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            found += [child] if words in command else []
            found += children(child, words)
    return found


async def kill_at(size: Size, place: str, *, on_postgres: bool) -> Outcome:
    """Kill one of two processes when it comes to *place* of `program.PLACES`, several times."""
    environments = [{"CANASTA_FAULT_PLACE": place}] * 2
    async with world(size, on_postgres=on_postgres, program=PROGRAM, environments=environments) as made:
        for number in range(size.kills):
            await made.play()
            victim = made.servers[number % 2]
            os.kill(victim.pid, signal.SIGUSR1)
            killed = await made.ended(victim)
            await made.load.current(killed)
            await made.start(victim)
        return await made.judge()


async def kill_all(size: Size) -> Outcome:
    """Kill all processes at once, and start them again."""
    async with world(size) as made:
        for _ in range(size.kills):
            await made.play()
            killed = monotonic()
            for server in made.servers:
                server.kill()
            await made.start(*made.servers)
            await made.load.current(killed)
        return await made.judge()


async def kill_child(size: Size) -> Outcome:
    """Kill one process of ``canasta serve --processes 3``, which starts it again."""
    async with world(size, processes=1, more=("--processes", "3"), on_postgres=True) as made:
        for number in range(size.kills):
            await made.play()
            workers = children(made.servers[0].pid, "spawn_main")
            if len(workers) != 3:
                raise RuntimeError(f"there are {len(workers)} processes and not 3")
            killed = monotonic()
            os.kill(workers[number % 3], signal.SIGKILL)
            await made.load.current(killed)
        return await made.judge()


async def kill_postgres(size: Size) -> Outcome:
    """Kill PostgreSQL's first process, and start it again some seconds later."""
    async with world(size, on_postgres=True) as made:
        assert made.postgres is not None
        for _ in range(size.kills):
            await made.play()
            await asyncio.to_thread(made.postgres.kill)
            await made.play()
            await asyncio.to_thread(made.postgres.start)
            await made.load.current(monotonic())
        made.expect_unsaved()
        return await made.judge()


async def stop(size: Size) -> Outcome:
    """Stop a process that holds sockets, go on without it, and let it go on from its stale tables."""
    async with world(size, on_postgres=True) as made:
        await made.play()
        victim = made.servers[0]
        victim.signal(signal.SIGSTOP)
        stopped = monotonic()
        await made.load.current(stopped)
        await made.load.play(max(0.0, size.stopped - (monotonic() - stopped)))
        victim.signal(signal.SIGCONT)
        for table in made.load.tables:  # someone of each table goes where it is stale
            table.clients[0].cut(victim.origin)
        await made.load.current(monotonic())
        return await made.judge()


async def stop_inside(size: Size, *, on_postgres: bool) -> Outcome:
    """Stop a process between INSERT and COMMIT, so that it holds locks, and let it go on later.

    PostgreSQL takes the locks from it, and the others go on meanwhile. SQLite cannot, and they go on afterwards.
    """
    environments = [{"CANASTA_FAULT_PLACE": "insert", "CANASTA_FAULT_SIGNAL": str(int(signal.SIGSTOP))}]
    async with world(size, on_postgres=on_postgres, program=PROGRAM, environments=environments) as made:
        await made.play()
        victim = made.servers[0]
        os.kill(victim.pid, signal.SIGUSR1)
        await until(lambda: state_of(victim.pid) == "T")
        stopped = monotonic()
        if on_postgres:
            await made.load.current(stopped)
        await made.load.play(max(0.0, size.stopped - (monotonic() - stopped)))
        victim.signal(signal.SIGCONT)
        await made.load.current(monotonic())
        return await made.judge()


async def kill_bots(size: Size) -> Outcome:
    """Kill the programs of bots while they think."""
    bot = f"{shlex.quote(sys.executable)} -m canasta.bots.worker --bot greedy"
    async with world(size, more=("--bot", f"program={bot}"), bot="program") as made:
        killed = 0
        for _ in range(10 * size.kills):
            await made.load.play(size.seconds / 5)
            for server in made.servers:
                for worker in children(server.pid, "canasta.bots.worker"):
                    os.kill(worker, signal.SIGKILL)
                    killed += 1
        if not killed:
            made.outcome.problems.append("no program of a bot was found")
        made.outcome.notes.append(f"{killed} programs killed")
        await made.load.current(monotonic())
        return await made.judge()
