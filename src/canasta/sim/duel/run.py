"""Playing a duel, in this process or in several; the report is the same."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from canasta.sim.duel.contest import Duel
from canasta.sim.duel.kept import load, save
from canasta.sim.duel.playing import Tally, played
from canasta.sim.duel.report import Report
from canasta.sim.pool import mapped
from canasta.sim.run import Progress

_PIECE: Final = 10
"""Decks that are played before it is looked whether to stop; not a matter of how many processes there are."""
_LEAST: Final = 100
"""Decks that are played at least before a duel stops: fewer tell too little of how much they vary."""
_SAVED: Final = 20
"""Pieces after which what has been played is saved."""


def run(duel: Duel, progress: Progress | None = None, kept: Path | None = None) -> Report:
    """Play *duel*; *progress* is told how many decks have been played.

    The report depends on nothing but the duel, and not on its `jobs`. With a file *kept*, what has been played is saved
    there, and a duel that is in it already goes on. An interrupt from the keyboard ends the run; the report then tells of
    the decks from the first on that had all been played.

    Raises what `canasta.sim.duel.playing.played` and `canasta.sim.duel.kept` raise.
    """
    tally = load(kept, duel) if kept else Tally()
    if kept:
        save(kept, duel, tally)
    pieces = _pieces(tally.decks, duel.decks)
    try:
        if not _settled(duel, tally):
            for at, each in enumerate(mapped(partial(played, duel), pieces, duel.jobs), 1):
                tally.merge(each)
                if progress is not None:
                    progress(tally.decks)
                if _settled(duel, tally):
                    break
                if kept and at % _SAVED == 0:
                    save(kept, duel, tally)
    except KeyboardInterrupt:
        pass
    if kept:
        save(kept, duel, tally)
    return Report(duel, tally)


def _pieces(done: int, decks: int) -> list[range]:
    """The numbers of the decks after *done*, in pieces that end at whole multiples of their size."""
    starts = [done, *range(done - done % _PIECE + _PIECE, decks, _PIECE)]
    return [range(start + 1, min(start - start % _PIECE + _PIECE, decks) + 1) for start in starts if start < decks]


def _settled(duel: Duel, tally: Tally) -> bool:
    return duel.stop and tally.decks >= _LEAST and Report(duel, tally).decided
