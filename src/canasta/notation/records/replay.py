"""Replay: a recorded deal played again by the rules; every line, fact and score of it is checked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from canasta.base.cards import KIND_OF, Face, faces_text, pack
from canasta.base.errors import IllegalMove, NotationError
from canasta.base.events import Event, Moved
from canasta.base.moves import Draw, Move
from canasta.base.seats import side_of
from canasta.deal.deal import Deal
from canasta.deal.tableaus import tableaus
from canasta.deal.view import view
from canasta.engine.layout import dealt, turn_up
from canasta.engine.position import OVER, Position
from canasta.engine.rule_table import rule_table_of
from canasta.notation.move_text import move_text
from canasta.notation.records.actions import CUT, RecordLine, agrees, dealing_facts, facts_of, read_line
from canasta.notation.records.record import Card, DealRecord, Scored, scored
from canasta.notation.records.spelling import parse_recorded, parse_without_suits
from canasta.rules.dealers import dealers, first_player, nearest_cut
from canasta.rules.groups import Rules
from canasta.scoring.standing import minimum
from canasta.wording.sheets import sheet

_CUT: Final = re.compile(rf"{CUT} ([1-8]) ([1-9][0-9]{{0,3}})")


class Mending:
    """What was repaired in a record that is read leniently: one sentence each in `done`."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def note(self, text: str, line: int = 0) -> None:
        """Note a repair, in *line* of the file."""
        self.done.append(f"line {line}: {text}" if line else text)


class Replayed(Deal):
    """A deal that is played again: it collects `facts` instead of telling events, and keeps no way back."""

    __slots__ = ("facts",)

    facts: list[str]

    def play(self, seat: int, move: Move) -> list[Event]:
        """Make *move* for *seat*.

        Raises `IllegalMove` if the rules forbid it; the deal is of no more use then.
        """
        return self._apply(seat, move)

    def _told(
        self, step: int, moved: Sequence[Moved], before: Position, seat: int, shown: tuple[Face, ...]
    ) -> list[Event]:
        del shown
        if seat < 0:
            cards, size, first = self.tabletop.deck, int(before.rule_table.hand), int(dealt(before.rule_table))
            hands = [cards[size * each : size * (each + 1)] for each in range(self.rules.seats)]
            pile = cards[first : first + len(before.pile)]
            self.facts = dealing_facts(hands, pile, sorted(self.tabletop.returned.elements()))
        self.facts += facts_of(step, moved, seat, self.position, was_over=seat >= 0 and before.phase == OVER)
        return []


class DealReplay:
    """One recorded deal while it is played again, line by line.

    *moves* are those made so far, each with its seat. *mending* allows the repairs that `docs/records.md` lists;
    without it everything is strict.
    """

    def __init__(self, rules: Rules, record: DealRecord, deck: Sequence[Face], mending: Mending | None = None) -> None:
        self.rules = rules = rules.in_deal(record.number)
        self.record = record
        self.deck = tuple(deck)
        self.mending = mending
        self.cuts = [0] * rules.sides
        self.moves: list[tuple[int, Move]] = []
        cuts = rules.exact_cuts if rules.procedures.exact_cut else ()
        self._cutters = dict(zip(dealers(rules, record.dealer, record.keeper), cuts, strict=False))
        self._at = 0
        self._begun = False
        first = first_player(rules, record.dealer, record.keeper)
        minimums = [minimum(rules, record.number, total) for total in record.totals]
        self.deal, _ = Replayed.new(
            rules, deck, first, minimums, record.returns, totals=record.totals, number=record.number
        )

    @property
    def awaited(self) -> list[str]:
        """The facts that must come next."""
        return self.deal.facts[self._at :]

    @property
    def sheets(self) -> tuple[tuple[Scored, ...], ...]:
        """The score sheets by side as they stand."""
        return tuple(scored(sheet(self.rules, each)) for each in tableaus(self.deal.position, self.cuts))

    def line(self, written: str, number: int = 0) -> None:
        """Play the line *written*, or check the fact in it; *number* is its place in the file.

        Raises `NotationError` for a line that cannot be read, a move that the rules forbid and a fact that is not so.
        """
        line = read_line(written)
        if line is None:
            return
        if line.fact:
            self._fact(line.whole, number)
        elif line.seat < 0:
            self._cut(line.text)
        else:
            self._move(line, number)

    def facts_done(self, number: int = 0) -> None:
        """See that no fact is left out."""
        for fact in self.awaited:
            self._left_out(fact, number)

    def _fact(self, text: str, number: int) -> None:
        self._begun = True
        if self._at == len(self.deal.facts):
            raise NotationError(f'"{text}" does not happen here')
        facts = self.awaited
        if self.mending is not None:
            while len(facts) > 1 and not agrees(text, facts[0]) and any(agrees(text, fact) for fact in facts[1:]):
                self._left_out(facts.pop(0), number)
        if not agrees(text, facts[0]):
            raise NotationError(f'"{text}" is not what happens here; expected "{facts[0]}"')
        self._at += 1

    def _left_out(self, fact: str, number: int) -> None:
        """Note, where that is allowed, that the *fact* which comes next is missing before line *number*."""
        if self.mending is None:
            raise NotationError(f'a line is missing here: "{fact}"')
        self.mending.note(f'"{fact}" was left out', number)
        self._at += 1

    def _cut(self, text: str) -> None:
        found = _CUT.fullmatch(text)
        if not found:
            raise NotationError(f'"{text}" is not a cut: write the seat and the number of cards, such as: {CUT} 4 46')
        seat, lifted = int(found[1]) - 1, int(found[2])
        if self._begun or seat not in self._cutters or not 0 < lifted < self.rules.cards:
            who = " and ".join(str(each + 1) for each in self._cutters) or "nobody"
            raise NotationError(
                f'"{text}" is not possible: before the deal {who} may cut 1 to {self.rules.cards - 1} cards'
                if self._cutters
                else f'"{text}" is not possible: in this game players do not cut for points'
            )
        exact = nearest_cut(self.rules, self._cutters.pop(seat), lifted, first=seat == self.record.dealer)
        self.cuts[side_of(seat, self.rules.sides)] += lifted == exact

    def _move(self, line: RecordLine, number: int) -> None:
        self._begun = True
        if self._at < len(self.deal.facts):
            self.facts_done(number)
        deal = self.deal
        verb, _, cards = line.text.partition(" ")
        if line.seat >= self.rules.seats:
            raise NotationError(
                f"there is no seat {line.seat + 1}; they are numbered from 1 to {self.rules.seats}", 0, 1
            )
        if deal.over:
            raise NotationError(f'"{line.text}" comes too late: the {self.rules.words.deal} is over')
        self.make(line.seat, Draw() if verb == "draw" else self._read(line, number))
        if verb == "draw":
            self._drawn(line.seat, cards, number)

    def make(self, seat: int, move: Move) -> None:
        """Make *move* for *seat*; what follows from it is `awaited` then.

        Raises `NotationError` for a move that the rules forbid.
        """
        self.deal.facts.clear()
        self._at = 0
        try:
            self.deal.play(seat, move)
        except IllegalMove as illegal:
            raise NotationError(f'seat {seat + 1} may not "{move_text(move)}": {illegal.refusal}') from None
        self.moves.append((seat, move))

    def facts_written(self) -> None:
        """Take the facts that are awaited as told."""
        self._at = len(self.deal.facts)

    def _drawn(self, seat: int, cards: str, number: int) -> None:
        """Compare the cards written behind a draw."""
        fact = self.deal.facts[0]
        written = f"{seat + 1} draw {cards}".rstrip()
        if not agrees(written, fact):
            if cards or self.mending is None:
                raise NotationError(f'"{written}" is not what happens here; expected "{fact}"')
            self.mending.note(f'"{fact}" was written without the cards', number)
        self._at = 1

    def _read(self, line: RecordLine, number: int) -> Move:
        """Return the move of *line*; if repairs are allowed, suits may be missing."""
        if self.mending is None or line.seat >= self.rules.seats:
            return parse_recorded(line.text)
        move, mended = parse_without_suits(line.text, view(self.deal, line.seat))
        if mended:
            self.mending.note(f'"{line.text}" was read as "{move_text(move)}"', number)
        return move


def returns_used(rules: Rules, deck: Sequence[Face], returns: Sequence[int]) -> int:
    """Return how many of *returns* place an upcard of *deck* that goes back; a card that comes up twice needs two."""
    kinds, table = [KIND_OF[face] for face in deck], rule_table_of(rules)
    whole = turn_up(table, kinds, list(returns))
    return next(used for used in range(len(returns) + 1) if turn_up(table, kinds, list(returns[:used])) == whole)


def check_deck(rules: Rules, deck: Sequence[Card]) -> None:
    """See that *deck* is what *rules* play with.

    Raises `NotationError` for a wrong number of cards, and for cards that are there too often.
    """
    if len(deck) != rules.cards:
        raise NotationError(
            f"the deck has {len(deck)} cards, but this game with {rules.seats} players needs {rules.cards}"
        )
    whole = Counter(pack(rules.packs, rules.deck.jokers))
    held = Counter(card for card in deck if card >= 0)
    for face, number in held.items():
        if number > whole[face]:
            raise NotationError(
                f"the deck has {faces_text([face])} {number} times, but there are {whole[face]} in {rules.packs} packs"
            )
