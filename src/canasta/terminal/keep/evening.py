"""An evening with real cards: a table in this process, whose record is a file that is right after every entry."""

from __future__ import annotations

from collections.abc import Sequence

from canasta.base.events import DealCounted
from canasta.base.sheets import Sheet
from canasta.deal.match import Match
from canasta.files import RecordFile
from canasta.rules.digest import as_table
from canasta.rules.groups import Rules
from canasta.session import acts
from canasta.session.entries import Command, Entry
from canasta.session.folding_match import Happening
from canasta.session.judging_tally import preview_tally, read_tally
from canasta.session.records import record_of
from canasta.session.sheets import parse_sheet
from canasta.session.state import State
from canasta.tables.local import LocalTable, SeatedBots
from canasta.tally.tally import Tally
from canasta.wording.names import Names

_KEEPER = "keeper"
"""The id of whoever keeps the score here."""


class _Kept:
    """A journal that writes the record of the match to a file with every entry."""

    def __init__(self, output: RecordFile | None) -> None:
        self.entries: list[Entry] = []
        self._output = output

    def append(self, entry: Entry, after: State, happened: Sequence[Happening]) -> None:
        """Keep *entry*. Raises `canasta.files.FileError` where the record cannot be written."""
        del after, happened
        text = record_of([*self.entries, entry])
        if text and self._output is not None:
            self._output.replace(text)
        self.entries.append(entry)


class KeptEvening:
    """A match whose deals people play with real cards."""

    def __init__(self, rules: Rules, output: RecordFile | None, record: str = "", *, pad: bool = False) -> None:
        """Make a match by *rules* that is recorded in *output*, if there is one, or go on with the one in *record*.

        On a *pad* only points are entered, by no rules.
        """
        self._journal = _Kept(output)
        self.local = LocalTable(SeatedBots(0), journal=self._journal)
        self._commands = 0
        self.do(acts.Make(as_table(rules), "The score keeper", {"real_cards": True, "points_only": pad}, record=record))

    def do(self, act: acts.Act) -> None:
        """Let the table do *act*, as someone would who knows all that was entered. Raises `Refused`."""
        self._commands += 1
        self.local.do(Command(f"k-{self._commands}", _KEEPER, act, self.local.table.head))

    @property
    def state(self) -> State:
        """What the table folds to."""
        return self.local.table.state

    @property
    def entries(self) -> list[Entry]:
        """The log of the table."""
        return self._journal.entries

    @property
    def match(self) -> Match:
        """The match."""
        assert self.state.match is not None
        return self.state.match

    @property
    def rules(self) -> Rules:
        """The rules that are played."""
        return self.state.rules

    @property
    def names(self) -> Names:
        """What the players are called."""
        return self.state.called

    @property
    def sides(self) -> list[str]:
        """What the sides are called."""
        return [self.names.side(side, self.rules.sides) for side in range(self.rules.sides)]

    @property
    def deal(self) -> int:
        """The number of the deal that is counted next, or of the last one where the match is over."""
        return self.match.number if self.match.over else self.match.number + 1

    @property
    def result(self) -> DealCounted | None:
        """The deal that was counted last."""
        return self.match.results[-1] if self.match.results else None

    def entered(self, deal: int, side: int) -> Tally | None:
        """Return what *side* has counted in *deal*, if it has."""
        kept = self.state.kept.get(deal, [None] * self.rules.sides)[side]
        return kept.tally if kept is not None else None

    def preview(self, deal: int, side: int, tally: Tally) -> tuple[Sheet, list[str]]:
        """Return the sheet that *tally* would give *side*, and what can't be. Raises `Refused`."""
        told = preview_tally(self.state, deal, side, tally.as_json())
        return parse_sheet(told["sheet"]), [found["text"] for found in told.get("impossible", [])]

    def checked(self, deal: int, answers: dict[str, int]) -> Tally:
        """Return *answers* as what a side counted in *deal*. Raises `Refused` for what no question takes."""
        return read_tally(self.state, deal, answers)
