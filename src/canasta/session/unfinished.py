"""The unfinished match of a record, with which a table goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from canasta.base.errors import CanastaError, NotationError
from canasta.deal.match import Match
from canasta.notation.records.resuming import Resumed, resume
from canasta.rules.groups import Rules
from canasta.rules.shapes import clean
from canasta.session.refusals import refused
from canasta.tally.pad import REMARK
from canasta.tally.tally import Tally

_LONGEST_TITLE: Final = 40


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that has not ended: its *rules*, and the *names* of who played, by seat."""

    rules: Rules
    names: tuple[str, ...]
    _resumed: Resumed

    @property
    def counts(self) -> Mapping[int, tuple[Tally, ...]]:
        """What the sides counted in deals with real cards, by their numbers."""
        return self._resumed.counts

    @property
    def is_pad(self) -> bool:
        """Whether only points were entered, by no rules."""
        return self._resumed.heading.comment == REMARK

    @property
    def match(self) -> Match:
        """The match, to play on: a copy. Cuts of a deck that was not dealt any more are left out."""
        match = self.match_with_cuts
        if match.current_deal is None:
            match.void_deal()
        return match

    @property
    def match_with_cuts(self) -> Match:
        """The match, to play on with the deck that its seed gives: a copy, for which the cuts that were made hold."""
        return self._resumed.match.copy()


@lru_cache(maxsize=8)
def read_resumed(content: bytes) -> Resumed:
    """Return what `resume` does, and remember the last few. Whoever writes on with one clears this cache."""
    return resume(content)


@lru_cache(maxsize=8)
def read_unfinished(text: str) -> Unfinished:
    """Return the match in the record *text*; the last few are remembered, for reading one takes up to a second.

    Raises `Refused` (table.record) with one sentence for text that is not a right record, and for a match that is over.
    """
    try:
        resumed = read_resumed(text.encode(errors="surrogatepass"))
    except CanastaError as error:
        line = error.line if isinstance(error, NotationError) else 0
        place = f"line {line}: " if line else ""
        raise refused("table.record", text=f"{place}{clean(str(error)).rstrip('.')}") from None
    rules = resumed.heading.rules
    rules = replace(rules, title=clean(rules.title.strip())[:_LONGEST_TITLE] or "Canasta")
    return Unfinished(rules, tuple(clean(player.name) for player in resumed.players), resumed)
