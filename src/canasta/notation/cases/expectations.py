"""What a case expects of the deal after its moves: each expectation that fails is one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from canasta.base.cards import KIND_KEYS, Face, faces_text, sorted_faces
from canasta.base.errors import NotationError
from canasta.base.sheets import Sheet, amount
from canasta.deal.deal import Deal
from canasta.deal.setup.melds import Meld, meld_fault
from canasta.deal.view import melds_on_table
from canasta.engine.position import OVER, TO_ANSWER, TO_DRAW
from canasta.engine.rule_table import rule_table_of
from canasta.notation.cases.clause import read_clause
from canasta.notation.cases.outline import read_melds
from canasta.notation.reading import Fields, many, natural, place, read_cards, read_number, read_text, read_truth
from canasta.rules.groups import Rules

_PHASES: Final = {TO_DRAW: "draw", TO_ANSWER: "answer"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLines:
    """What the score sheet of *side* must hold.

    *lines* are points by the text of a line, *clauses* by the rule; *parts* by the title of a part. *without*
    names texts and rules that no line may have.
    """

    side: int
    total: int | None = None
    lines: Mapping[str, int] = field(default_factory=dict)
    clauses: Mapping[str, int] = field(default_factory=dict)
    parts: Mapping[str, int] = field(default_factory=dict)
    without: tuple[str, ...] = ()

    def failures(self, sheet: Sheet) -> Iterator[str]:
        """Yield how *sheet* differs."""
        who = f"the sheet of side {self.side + 1}"
        if self.total is not None and sheet.total != self.total:
            yield f"{who} comes to {amount(sheet.total)}, not to {amount(self.total)}"
        texts, rules = Counter[str](), Counter[str]()
        for line in sheet.lines:
            texts[line.text.lower()] += line.points
            rules[line.clause] += line.points
        parts = dict(sheet.subtotals)
        for what, wanted, found in (
            ("line", self.lines, texts),
            ("rule", self.clauses, rules),
            ("part", self.parts, parts),
        ):
            for name, points in wanted.items():
                given = found.get(name.lower() if found is texts else name)
                if given is None:
                    yield f"{who} has no {what} {name}; it has {', '.join(found) or f'no {what}s'}"
                elif given != points:
                    yield f"{who} has {amount(given)} for {name}, not {amount(points)}"
        for name in self.without:
            if name.lower() in texts or name in rules:
                yield f"{who} has a line {name}"


def read_sheet(fields: Fields, sides: int) -> SheetLines:
    """Return the expected sheet of a table with the keys side, total, lines, clauses, parts and without."""

    def points(key: str) -> dict[str, int]:
        read = {}
        for name, value in fields.mapping(key).items():
            try:
                read[name] = read_number(value)
            except NotationError as error:
                fields.wrong(f"{key}.{name}", str(error))
        return read

    lines = SheetLines(
        side=fields.read("side", place(sides, "side"), 0),
        total=fields.read("total", read_number, None),
        lines=points("lines"),
        clauses=points("clauses"),
        parts=points("parts"),
        without=fields.read("without", many(read_text), ()),
    )
    for name in lines.clauses:
        try:
            read_clause(name)
        except NotationError as error:
            fields.wrong("clauses", str(error))
    fields.finish()
    return lines


@dataclass(frozen=True, slots=True, kw_only=True)
class After:
    """What the table must look like in the end; the keys are those of the set-up. Nothing said, nothing compared."""

    turn: str = ""
    hands: Mapping[int, tuple[Face, ...]] = field(default_factory=dict)
    hand_sizes: Mapping[int, int] = field(default_factory=dict)
    pile: tuple[Face, ...] | None = None
    pile_size: int | None = None
    stock: int | None = None
    red_threes: Mapping[int, tuple[Face, ...]] = field(default_factory=dict)
    melds: Mapping[int, tuple[Meld, ...]] = field(default_factory=dict)
    taken: Mapping[int, int] = field(default_factory=dict)
    opened: Mapping[int, bool] = field(default_factory=dict)
    frozen: bool | None = None

    def failures(self, deal: Deal) -> Iterator[str]:
        """Yield how *deal* differs."""
        tabletop, position = deal.tabletop, deal.position
        if self.turn and self.turn != turn_text(deal):
            yield f'at the end it is "{turn_text(deal)}", not "{self.turn}"'
        for seat, cards in self.hands.items():
            yield from _cards(f"seat {seat + 1} holds", tabletop.hands[seat], cards)
        for seat, size in self.hand_sizes.items():
            yield from _number(f"seat {seat + 1} holds", "card", len(tabletop.hands[seat]), size)
        for seat, number in self.taken.items():
            given = int(position.taken(seat))
            yield from _number(f"seat {seat + 1} has picked up", "reserve", given, number)
        yield from self._middle(deal)
        yield from self._sides(deal)

    def _middle(self, deal: Deal) -> Iterator[str]:
        """Yield how pile and stock differ."""
        tabletop, position = deal.tabletop, deal.position
        if self.pile is not None and tuple(tabletop.pile) != self.pile:
            yield f"the pile is {_text(tabletop.pile)}, not {_text(self.pile)}"
        if self.pile_size is not None:
            yield from _number("the pile has", "card", len(tabletop.pile), self.pile_size)
        if self.stock is not None:
            yield from _number("the stock has", "card", int(position.stock()), self.stock)
        if self.frozen is not None and position.frozen(position.side_of(position.actor)) != self.frozen:
            yield f"the pile is {'not ' if self.frozen else ''}frozen"

    def _sides(self, deal: Deal) -> Iterator[str]:
        """Yield how the cards of the sides differ."""
        tabletop, position = deal.tabletop, deal.position
        for side, cards in self.red_threes.items():
            yield from _cards(f"side {side + 1} has laid down", tabletop.reds[side], cards)
        for side, melds in self.melds.items():
            yield from _melds(deal, side, melds)
        for side, opened in self.opened.items():
            if position.opened(side) != opened:
                yield f"side {side + 1} has {'not ' if opened else ''}opened"


def read_after(fields: Fields, rules: Rules) -> After:
    """Return the expected table of the keys of *fields*."""
    seats, sides = rules.seats, rules.sides
    after = After(
        turn=fields.read("turn", read_text, ""),
        hands=fields.by_place("hands", seats, "seat", read_cards),
        hand_sizes=fields.by_place("hand_sizes", seats, "seat", natural),
        pile=fields.read("pile", read_cards, None),
        pile_size=fields.read("pile_size", natural, None),
        stock=fields.read("stock", natural, None),
        red_threes=fields.by_place("red_threes", sides, "side", read_cards),
        melds=_melds_after(fields, rules),
        taken=fields.by_place("taken", seats, "seat", natural),
        opened=fields.by_place("opened", sides, "side", read_truth),
        frozen=fields.read("frozen", read_truth, None),
    )
    fields.finish()
    return after


def _melds_after(fields: Fields, rules: Rules) -> dict[int, tuple[Meld, ...]]:
    melds = read_melds(fields, rules.sides)
    for meld in (meld for side in melds.values() for meld in side):
        fault = meld_fault(rule_table_of(rules), meld.cards, meld.red_three)
        if fault:
            fields.wrong(f"melds.{meld.side + 1}", fault)
    return melds


def turn_text(deal: Deal) -> str:
    """Return whom *deal* waits for and for what: ``1 draw``, ``3 answer``, ``over``."""
    phase = deal.position.phase
    return "over" if phase == OVER else f"{deal.actor + 1} {_PHASES.get(phase, 'play')}"


def _number(what: str, thing: str, given: int, wanted: int) -> Iterator[str]:
    if given != wanted:
        yield f"{what} {given} {thing}{'' if given == 1 else 's'}, not {wanted}"


def _cards(what: str, given: Iterable[Face], wanted: Iterable[Face]) -> Iterator[str]:
    held, named = sorted_faces(given), sorted_faces(wanted)
    if held != named:
        yield f"{what} {_text(held)}, not {_text(named)}"


def _text(faces: Iterable[Face]) -> str:
    return faces_text(faces) or "nothing"


_Key = tuple[int, tuple[Face, ...], Face | None]


def _melds(deal: Deal, side: int, wanted: Iterable[Meld]) -> Iterator[str]:
    there: Counter[_Key] = Counter(
        (int(meld.rank), tuple(sorted(meld.cards)), meld.red_three)
        for meld in melds_on_table(deal)
        if meld.side == side
    )
    named: Counter[_Key] = Counter((meld.rank, tuple(sorted(meld.cards)), meld.red_three) for meld in wanted)
    for what, keys in (("has no meld", named - there), ("also has the meld", there - named)):
        for rank, cards, red in keys.elements():
            top = f" with {faces_text([red])}" if red is not None else ""
            yield f"side {side + 1} {what} {faces_text(cards) or KIND_KEYS[rank]}{top}"
