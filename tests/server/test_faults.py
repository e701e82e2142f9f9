"""`make faults` in small: a process is killed under load, and whoever judges that notices whatever might be lost."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from dataclasses import replace

from sqlalchemy import delete

from canasta.server.store.database import engine_for
from canasta.server.store.schema import ENTRY
from scripts.faults.load import Outcome
from scripts.faults.world import PROGRAM, QUICK, World, world

SMALL = replace(QUICK, tables=2)
PLACE = {"CANASTA_FAULT_PLACE": "tell"}


async def killed(made: World) -> Outcome:
    """Kill a process while it tells the sockets of a table what happened, and judge."""
    await made.play()
    victim = made.servers[0]
    os.kill(victim.pid, signal.SIGUSR1)
    when = await made.ended(victim)
    await made.load.current(when)
    await made.start(victim)
    return await made.judge()


def spoil(made: World) -> None:
    """Take an acknowledged command out of a log, and let a client believe something else than it was told."""
    client = made.load.clients[0]
    with engine_for(made.database).begin() as connection:
        connection.execute(delete(ENTRY).where(ENTRY.c.cmd == next(iter(client.acknowledged))))
    other = made.load.clients[1]
    for seq, (public, own) in list(other.remembered.items()):
        other.remembered[seq] = {**public, "state": "another"}, own


def test_nothing_is_lost_by_a_kill_and_a_loss_would_be_noticed() -> None:
    async def scenario() -> None:
        async with world(SMALL, program=PROGRAM, environments=[PLACE] * 2) as made:
            outcome = await killed(made)
            assert outcome.ok, outcome
            assert outcome.acknowledged > 10
            made.load.outcome = Outcome()
            spoil(made)
            spoilt = await made.load.judge()
            assert spoilt.lost == 1
            assert spoilt.holes >= 1
            assert spoilt.behind == 1
            assert not spoilt.ok
            assert any("public.state" in problem for problem in spoilt.problems)

    asyncio.run(scenario())


def test_a_fault_that_does_not_exist_is_named() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "scripts.faults", "earthquake"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert 'there is no fault "earthquake"; they are calm, kill-insert-sqlite' in ran.stderr
