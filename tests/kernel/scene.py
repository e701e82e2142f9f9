"""Positions written by hand, and steps by their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from canasta.clauses import CLAUSES
from canasta.engine.fields import CANASTAS, HELD, LAID, MINIMUM, OPENED, SEAT, SIDE, TAKEN
from canasta.engine.judge import refusal
from canasta.engine.legal import legal
from canasta.engine.melds import class_of, meld_of, size_of
from canasta.engine.play import play
from canasta.engine.position import Position
from canasta.engine.steps import STEPS, step_name
from canasta.engine.table import KINDS, Table
from canasta.engine.turns import begin_turn
from canasta.rules.groups import Rules

_NAMES = ("Jk", "2", "3r", "3b", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
STEP = {step_name(step): step for step in range(STEPS)}


def kinds(text: str) -> list[int]:
    """The kinds that a text such as ``"K K 2 Jk"`` names; ``4*K`` stands for four kings."""
    found: list[int] = []
    for word in text.split():
        number, _, name = word.rpartition("*")
        found += [_NAMES.index(name)] * int(number or 1)
    return found


def scene(
    rules: Rules,
    hands: Mapping[int, str],
    *,
    pile: str = "",
    stock: str = "20*4",
    melds: Mapping[int, Sequence[str]] | None = None,
    reserves: Mapping[tuple[int, int], str] | None = None,
    taken: Mapping[int, int] | None = None,
    laid: Sequence[int] = (),
    minimum: int = 50,
    turn: int = 0,
) -> Position:
    """The position at the beginning of *turn*; who is not named holds three queens.

    *melds* are those of each side, which has opened if it has any; *reserves* by seat and index, five-fold
    nines where not given; *taken* tells how many reserves a seat has picked up, *laid* who has melded before.
    """
    p = Position(Table(rules))
    deck = [12] * (rules.deal.hand * rules.seats)
    for index, reserve in enumerate(rules.reserves):
        for seat in range(rules.seats):
            cards = kinds((reserves or {}).get((seat, index), ""))
            deck += cards + [9] * (reserve.size - len(cards))
    p.next = len(deck)
    p.deck = type(p.deck)(deck + kinds(stock))
    p.pile = type(p.pile)(kinds(pile))
    p.freezing = sum(p.table.freezes[kind] for kind in p.pile)
    for seat in range(rules.seats):
        for kind in kinds(hands.get(seat, "3*Q")):
            p.hands[seat * KINDS + kind] += 1
            p.seats[seat * SEAT + HELD] += 1
        p.seats[seat * SEAT + TAKEN] = (taken or {}).get(seat, 0)
        p.seats[seat * SEAT + LAID] = int(seat in laid)
    for side in range(rules.sides):
        p.sides[side * SIDE + MINIMUM] = minimum
        for text in (melds or {}).get(side, ()):
            _put(p, side, kinds(text))
    begin_turn(p, turn)
    return p


def _put(p: Position, side: int, cards: list[int]) -> None:
    """Lay *cards* as a meld of *side*; canastas count for the first seat of the side."""
    rank = max(cards) if max(cards) > 1 else 0
    meld = meld_of(sum(kind > 1 for kind in cards), cards.count(1), cards.count(0))
    p.sides[side * SIDE + OPENED] = 1
    sort = class_of(p.table, rank, meld)
    if sort >= 0:
        p.count_canasta(side, sort)
        p.seats[side * SEAT + CANASTAS] += 1
    if size_of(meld) >= p.table.size and not p.table.grows:
        p.closed = type(p.closed)([*p.closed, side << 40 | rank << 32 | meld])
        return
    at = (side * KINDS + rank) * int(p.table.slots)
    while p.melds[at]:
        at += 1
    p.melds[at] = meld


def names(p: Position) -> list[str]:
    """The legal steps of whoever acts, by name."""
    return [step_name(step) for step in legal(p, p.actor)]


def do(p: Position, *steps: str) -> Position:
    """Take steps, each of which must be legal."""
    for name in steps:
        assert name in names(p), f"{name} is not legal: {refused(p, name)}; {names(p)}"
        play(p, STEP[name])
    return p


def refused(p: Position, name: str) -> str:
    """The clause that forbids a step to whoever acts; empty if it is legal."""
    code = refusal(p, p.actor, STEP[name])
    return CLAUSES[int(code)].name if code else ""


def hand(p: Position, seat: int) -> str:
    """The cards of *seat*, by name."""
    return " ".join(_NAMES[kind] for kind in range(KINDS) for _ in range(p.hands[seat * KINDS + kind]))
