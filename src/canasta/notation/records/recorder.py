"""`Recorder`: a match written down while it is played, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from canasta.base.events import DeckCut, Event
from canasta.base.moves import Move
from canasta.deal.match import Match
from canasta.deal.tabletop import Tabletop
from canasta.engine.position import Position
from canasta.notation.move_text import move_text
from canasta.notation.records.actions import CUT
from canasta.notation.records.reader import check_heading
from canasta.notation.records.record import DealRecord, Heading, closing_text, deal_text, heading_text
from canasta.notation.records.replay import DealReplay, returns_used
from canasta.notation.records.whole_moves import MoveBuilder
from canasta.rules.dealers import score_keeper


class RecordOutput(Protocol):
    """What a record is written on."""

    def write(self, text: str, /) -> object:
        """Add *text* at the end."""
        ...

    def take_back(self, length: int, /) -> object:
        """Take the last *length* characters away again; they are ASCII."""
        ...


def next_deal(match: Match) -> DealRecord:
    """Return the frame of the next deal of *match*, with the deck that its seed gives."""
    number = match.number + 1
    keeper = score_keeper(match.rules, match.keeper)
    deck, returns = match.deck(number), match.returns(number)
    return DealRecord(number, match.dealer, match.totals, (), keeper, deck, returns)


class Recorder:
    """Writes a match down as it is played; what stands on the output is a record at any time, if an unfinished one.

    Everything is played again as it is written, so a record that would not replay is not written: that raises
    `NotationError`.
    """

    def __init__(self, output: RecordOutput, heading: Heading) -> None:
        """Make a recorder of the match with *heading*; `begin_match` writes it."""
        self.heading = heading
        self._output = output
        self._record: DealRecord | None = None
        self._replay: DealReplay | None = None
        self._moves = MoveBuilder()
        self._back: list[tuple[Position, Tabletop, list[str], int]] = []

    @property
    def dealing(self) -> bool:
        """Whether a deal is begun and not closed."""
        return self._record is not None

    def begin_match(self) -> None:
        """Write the heading. Raises `NotationError` for one that could not be read back."""
        check_heading(self.heading)
        self._output.write(heading_text(self.heading))

    def begin_deal(self, record: DealRecord) -> None:
        """Begin the deal that *record* says the frame of, before cards are lifted and dealt."""
        used = returns_used(self.heading.rules.in_deal(record.number), record.deck, record.returns)
        record = replace(record, returns=record.returns[:used])
        self.resume(record, DealReplay(self.heading.rules, record, record.deck))
        self._output.write(deal_text(self._deal_record))

    def resume(self, record: DealRecord, replay: DealReplay) -> None:
        """Go on with a deal whose beginning was read and played again."""
        self._record, self._replay = record, replay
        self._moves = MoveBuilder()
        self._back.clear()

    def cut(self, cut: DeckCut) -> None:
        """Write how the deck was *cut* before the deal."""
        self._line(f"{CUT} {cut.seat + 1} {cut.count}")

    def dealt(self) -> None:
        """Write what was dealt."""
        self._facts()

    def played(self, seat: int, move: Move) -> None:
        """Write a whole move of *seat*, which can be taken back until another player acts."""
        self.flush()
        deal = self._deal_replay.deal
        before = (deal.position.copy(), deal.tabletop.copy(), list(deal.facts))
        length = self._move(seat, move)
        self._back.append((*before, length))

    def undone(self) -> None:
        """Take the last whole move off the output."""
        deal = self._deal_replay.deal
        deal.position, deal.tabletop, deal.facts, length = self._back.pop()
        self._deal_replay.facts_written()
        self._output.take_back(length)

    def stepped(self, seat: int, step: int, before: Position, events: Sequence[Event]) -> None:
        """Take note of a *step* that *seat* took from *before* on and that showed *events*; steps become moves."""
        self._back.clear()
        for who, move in self._moves.add(seat, step, before, events):
            self._move(who, move)

    def flush(self) -> None:
        """Write what steps have gathered so far."""
        for who, move in self._moves.flush():
            self._back.clear()
            self._move(who, move)

    def counted(self, secret: str = "") -> None:
        """Write the score sheets of the finished deal and close it; tell the *secret* behind its deck, if there is one.

        Raises `ValueError` while the deal is in progress.
        """
        self.flush()
        record, replay = self._deal_record, self._deal_replay
        if not replay.deal.over:
            raise ValueError("the deal being recorded is not over")
        sheets = replay.sheets
        after = tuple(
            total + sum(line.points for line in each) for total, each in zip(record.totals, sheets, strict=True)
        )
        self._output.write(closing_text(replace(record, sheets=sheets, after=after, secret=secret)))
        self._record = self._replay = None

    @property
    def _deal_record(self) -> DealRecord:
        assert self._record is not None
        return self._record

    @property
    def _deal_replay(self) -> DealReplay:
        assert self._replay is not None
        return self._replay

    def _move(self, seat: int, move: Move) -> int:
        """Write *move* with the facts that follow; returns how many characters these lines have."""
        replay = self._deal_replay
        text = f"{seat + 1} {move_text(move)}"
        replay.make(seat, move)
        # A draw is told by the fact that says what was drawn.
        told = bool(replay.awaited) and replay.awaited[0].startswith(text) and text.endswith(" draw")
        return (0 if told else self._write(text)) + self._facts()

    def _line(self, text: str) -> None:
        self._deal_replay.line(text)
        self._write(text)

    def _facts(self) -> int:
        replay = self._deal_replay
        length = sum(self._write(fact) for fact in replay.awaited)
        replay.facts_written()
        return length

    def _write(self, line: str) -> int:
        self._output.write(f"{line}\n")
        return len(line) + 1
