"""The same latency and recovery with PostgreSQL, three processes behind HAProxy, and one for bots."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from bench import latency, recovery
from bench.crowd import fill, log_amid_a_deal
from bench.measure import Row
from canasta.server.store.database import engine_for
from scripts import cluster

_WHERE = "PostgreSQL, three processes, HAProxy"


def cluster_rows() -> Iterator[Row]:
    """Yield a move beside the probe, and everyone back after one of the processes was killed."""
    with cluster.running(3) as running:
        engine = engine_for(running.database)
        log = log_amid_a_deal()
        room = fill(engine, latency.TABLES, log, checkpoints=True)
        origins = [running.origin]
        with latency.probe(running.database) as echo:
            yield asyncio.run(latency.measured(room, origins, echo, _WHERE))
        room = fill(engine, recovery.TABLES, log, checkpoints=True, keys=room.keys)
        yield asyncio.run(recovery.recovered(room, origins, running.serving[0], _WHERE))
