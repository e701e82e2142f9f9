"""Networks and clocks that are wrong, the same command twice, and everyone at once."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import asdict
from random import Random
from time import monotonic

from scripts.faults.client import Client
from scripts.faults.load import Outcome, Table
from scripts.faults.proxy import FAIR, Proxy, Weather
from scripts.faults.world import PROGRAM, Size, World, world

_AT_ONCE = 60
"""So many entries a log grows by within one wait, on a machine with nothing else to do."""
BAD = Weather(dropped=0.01, doubled=0.1, silent=0.003, delay=0.2)


async def calm(size: Size) -> Outcome:
    """Play for long and do nothing: each client hears every entry once, on one connection."""
    async with world(size) as made:
        for entries in range(_AT_ONCE, size.calm + 1, _AT_ONCE):
            await made.load.grow(entries)
        for client in made.load.clients:
            if client.connections != 1:
                made.outcome.problems.append(f"{client.person.name} had to connect {client.connections} times")
        return await made.judge()


async def bad_network(size: Size) -> Outcome:
    """Carry everything over a network that loses, delays and doubles, and goes silent."""
    async with AsyncExitStack() as stack, world(size) as made:
        proxies = [await stack.enter_async_context(Proxy(each.origin, BAD)) for each in made.servers]
        for client in made.load.clients:
            client.loses = True
            client.origins = [each.origin for each in proxies]
            client.cut()
        await made.load.play(5 * size.seconds)
        # What was lost last can be noticed only once something is heard again.
        for proxy in proxies:
            proxy.weather = FAIR
        for client in made.load.clients:
            client.cut()
        await made.load.current(monotonic())
        done = sum((proxy.done for proxy in proxies), start=type(proxies[0].done)())
        made.outcome.notes.append(", ".join(f"{done[name]} {name}" for name in asdict(BAD) if name in done))
        outcome = await made.judge()
        for client in made.load.clients:
            client.end()
        return outcome


async def wrong_clock(size: Size, seconds: int) -> Outcome:
    """Let the clock of one process be wrong, and then that process end."""
    async with world(size, program=PROGRAM, environments=[{"CANASTA_FAULT_CLOCK": str(seconds)}]) as made:
        await made.play()
        await made.load.goes_on()
        killed = monotonic()
        made.servers[0].kill()
        await made.load.current(killed)
        return await made.judge()


async def same_command(size: Size) -> Outcome:
    """Send every command to two processes at the same moment: it is one entry, and both say which."""
    async with world(size) as made:
        for client in made.load.clients:
            client.plays = False
        await asyncio.gather(*(_play_twice(made, table) for table in made.load.tables))
        outcome = await made.load.judge()
        outcome.notes.append(f"{sum(len(c.acknowledged) for c in made.load.clients)} commands sent twice")
        return outcome


async def _play_twice(made: World, table: Table) -> None:
    chance = Random(table.code)
    players = [client for client in table.clients if client.person.cookie]
    twins = [Client(each.person, table.code, list(reversed(each.origins))) for each in players]
    tasks = [asyncio.create_task(twin.run()) for twin in twins]
    until = monotonic() + 4 * made.size.seconds
    try:
        while monotonic() < until:
            for one, other in zip(players, twins, strict=True):
                await _send_twice(made, one, other, chance)
            await asyncio.sleep(0.2)
    finally:
        for twin in twins:
            twin.end()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _send_twice(made: World, one: Client, other: Client, chance: Random) -> None:
    told = one.choose()
    if told is None or not other.connected:
        await one.until_changed()
        return
    cmd = one.ask(told)
    other.ask(told, cmd)
    sends = [one.send_now(cmd), other.send_now(cmd)]
    chance.shuffle(sends)
    await asyncio.gather(*sends)
    deadline = monotonic() + 10
    while (cmd in one.pending or cmd in other.pending) and monotonic() < deadline:
        await one.until_changed()
    first, second = one.acknowledged.get(cmd), other.acknowledged.get(cmd)
    if first != second or cmd in one.pending:
        made.outcome.problems.append(f"one command was answered by {first} and by {second}")


async def cut_all(size: Size) -> Outcome:
    """Cut every connection; all come back within a second."""
    async with world(size, tables=size.clients // 12, spectators=10) as made:
        await made.play()
        cut = monotonic()
        for client in made.load.clients:
            client.cut()
        await made.load.current(cut)
        return await made.judge()


async def storm(size: Size) -> Outcome:
    """Kill all processes under many clients, who all come back at once, to tables that are not in memory."""
    async with world(size, tables=size.clients // 12, spectators=10) as made:
        await made.play()
        killed = monotonic()
        for server in made.servers:
            server.kill()
        await made.start(*made.servers)
        await made.load.current(killed)
        return await made.judge()
