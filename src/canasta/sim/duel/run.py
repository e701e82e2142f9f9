"""Playing a duel, in this process, in several, or on other machines; the report is the same."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path
from socket import gethostname
from time import monotonic
from typing import Any, Final

from canasta.sim.cluster import ClusterError, mapped_on
from canasta.sim.duel.contest import Duel, piece
from canasta.sim.duel.kept import identity, load, save
from canasta.sim.duel.playing import DuelTally, played
from canasta.sim.duel.report import DuelReport
from canasta.sim.pool import mapped
from canasta.sim.run import Progress

_LEAST: Final = 100
"""Decks that are played at least before a duel stops: fewer tell too little of how much they vary."""
_SAVED: Final = 5.0
"""Seconds after which what has been played is saved."""


def run(duel: Duel, progress: Progress | None = None, kept: Path | None = None, cluster: str = "") -> DuelReport:
    """Play *duel*; *progress* is told how many decks have been played.

    The report depends on nothing but the duel, and not on its `jobs` or on the scheduler at the address *cluster*, whose
    workers play if there is one. With a file *kept*, what has been played is saved there, and a duel that is in it already
    goes on. An interrupt from the keyboard ends the run; the report then tells of the decks from the first on that had all
    been played.

    Raises what `canasta.sim.duel.playing.played`, `canasta.sim.duel.kept` and `canasta.sim.cluster.mapped_on` raise.
    """
    tally = load(kept, duel) if kept else DuelTally()
    if kept:
        save(kept, duel, tally)
    pieces = _pieces(duel, tally.decks)
    saved = monotonic()
    try:
        if not _settled(duel, tally):
            for each in _results(duel, pieces, cluster):
                tally.merge(each)
                if progress is not None:
                    progress(tally.decks)
                if _settled(duel, tally):
                    break
                if kept and monotonic() - saved > _SAVED:
                    save(kept, duel, tally)
                    saved = monotonic()
    except KeyboardInterrupt:
        pass
    finally:
        if kept:
            save(kept, duel, tally)
    return DuelReport(duel, tally)


def _results(duel: Duel, pieces: list[range], cluster: str) -> Iterator[DuelTally]:
    """Return what each of *pieces* adds up to, in their order."""
    if cluster and pieces:
        return mapped_on(cluster, partial(_played_there, duel, identity(duel)), pieces)
    return mapped(partial(played, duel), pieces, duel.jobs)


def _played_there(duel: Duel, expected: dict[str, Any], numbers: range) -> DuelTally:
    """`played` on another machine, if its bots are those of *expected*."""
    if _identity_of(duel) != expected:
        raise ClusterError(f"The bots on {gethostname()} differ from those here. Do they play by the same files?")
    return played(duel, numbers)


@lru_cache(maxsize=1)
def _identity_of(duel: Duel) -> dict[str, Any]:
    return identity(duel)


def _pieces(duel: Duel, done: int) -> list[range]:
    """Return the numbers of the decks of *duel* after *done*, in pieces that end at whole multiples of their size."""
    size, decks = 1 if duel.match else piece(duel.a, duel.b), duel.decks
    starts = [done, *range(done - done % size + size, decks, size)]
    return [range(start + 1, min(start - start % size + size, decks) + 1) for start in starts if start < decks]


def _settled(duel: Duel, tally: DuelTally) -> bool:
    return duel.stop and tally.decks >= _LEAST and DuelReport(duel, tally).decided
