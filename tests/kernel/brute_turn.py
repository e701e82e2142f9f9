"""What the second judge knows: a turn as plain tuples, read from a `Position`, and what a meld may hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Any, Final

from canasta.engine.fields import (
    CANASTAS,
    COMPLETED,
    DENIED,
    FRESH,
    LAID,
    MADE,
    MINIMUM,
    OPENED,
    PLAYED,
    RAISED,
    SEAT,
    SIDE,
    SIDE_FRESH,
    STARTED,
    TAKEN,
    TOOK,
    TOUCHED,
)
from canasta.engine.position import ALLOWED, FORBIDDEN, PILE, STOCK, Position
from canasta.rules.groups import Rules, Special

JOKER: Final = 0
TWO: Final = 1
RED: Final = 2
BLACK: Final = 3
KINDS: Final = 15
KEYS: Final = ("joker", "two", "red three", "black three", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")

Meld = tuple[int, int, int]
"""Naturals, twos, jokers."""

Canasta = tuple[int, Meld, bool]
"""Rank, cards, whether a red three lies on it."""

Action = tuple[Any, ...]
"""What a step means, in words and numbers."""


class Outcome(Enum):
    """How an action ends the turn, or makes sure that it can be ended."""

    END = 1
    OUT = 2
    RESERVE = 3


@dataclass(frozen=True, slots=True)
class Turn:
    """All that changes while one player melds."""

    hand: tuple[int, ...]
    melds: tuple[tuple[Meld, ...], ...]
    closed: tuple[Canasta, ...]
    opened: bool
    staging: bool
    staged: int
    raised: int
    coming: tuple[int, ...]
    source: str
    allowed: bool
    forbidden: bool
    touched: bool
    made: int
    started: frozenset[int]
    completed: frozenset[int]


@dataclass(frozen=True, slots=True)
class Facts:
    """All that stays as it is while one player melds."""

    pile: tuple[int, ...]
    stock: int
    upcard_froze: bool
    lift: str
    minimum: int
    taken: int
    next_reserve: str
    canastas: int
    took: bool
    fresh: bool
    side_fresh: bool
    laid: bool
    early: bool
    barred: bool
    permission: str
    denied: bool
    others_opened: bool
    somebody_out: bool
    others: tuple[tuple[tuple[Meld, ...], ...], ...]
    """For each rank, for each other side, its canastas of the rank."""


@dataclass(frozen=True)
class Game:
    """Rules with what follows from them at once."""

    rules: Rules
    actions: list[Action | None] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "actions", decoded())

    @cached_property
    def value(self) -> list[int]:
        """Points of a card, by kind."""
        return [dict(self.rules.score.cards).get(key, 0) for key in KEYS]

    @cached_property
    def bonus(self) -> list[int]:
        """What a finished canasta adds to an opening: natural, mixed, wild, and of each special rank by its kind."""
        score = self.rules.score
        own = {KEYS.index(special.rank): special.bonus for special in self.rules.specials}
        worth = [score.natural, score.mixed, score.wild, *(own.get(rank, score.natural) for rank in range(KINDS))]
        return worth if self.rules.opening.bonuses else [0] * len(worth)

    @cached_property
    def special(self) -> dict[int, Special]:
        """The special ranks by kind."""
        return {KEYS.index(special.rank): special for special in self.rules.specials}

    @cached_property
    def laid(self) -> set[int]:
        """The kinds of threes that are laid down at once."""
        threes = self.rules.threes
        return {kind for kind, word in ((RED, threes.red), (BLACK, threes.black)) if word == "laid"}

    @property
    def members(self) -> int:
        """Players of a side."""
        return self.rules.seats // self.rules.sides


def decoded() -> list[Action | None]:
    """Return what each step means, by the layout that the module of steps describes; None for what is not judged here."""
    ranks, slots = range(4, 15), range(8)
    found: list[Action | None] = [("draw",), ("end",), None, ("open",), ("knock",), ("lift",), ("restore",), None, None]
    found += [("ask", 1), ("ask", 2), ("ask", 3), ("pick up",)]
    found += [("take", "pair", 0, None), *(("take", "pair", 0, slot) for slot in slots)]
    found += [("take", "with", 1, None), ("take", "with", 0, None)]
    found += [("take", "onto", 0, slot) for slot in slots]
    found += [("take", "wilds", twos, None) for twos in range(3)]
    found += [("take", "wilds", twos, slot) for twos in range(3) for slot in slots]
    found += [("take", "card", 0, slot) for slot in slots]
    found += [("start", rank, meld) for rank in ranks for meld in ((3, 0, 0), (2, 1, 0), (2, 0, 1))]
    found += [("start", 0, (0, twos, 3 - twos)) for twos in range(4)]
    found += [("start black",)]
    found += [("add", rank, slot, kind) for rank in ranks for slot in slots for kind in (rank, TWO, JOKER)]
    found += [("add", 0, slot, kind) for slot in slots for kind in (TWO, JOKER)]
    found += [("add black", slot) for slot in slots]
    found += [("red", rank) for rank in ranks]
    found += [("discard", kind) for kind in range(KINDS)]
    return found


def meld_from(number: int) -> Meld:
    """Return the meld that a number of the kernel stands for."""
    return number >> 16 & 255, number >> 8 & 255, number & 255


def read(p: Position, seat: int, game: Game) -> tuple[Turn, Facts]:
    """Return the turn of *seat* and what it rests on."""
    rules = game.rules
    side = seat % rules.sides
    slots = 1 if rules.open_melds == "one" else 8

    def open_melds(of: int) -> tuple[tuple[Meld, ...], ...]:
        start = of * KINDS * slots
        rows = (p.melds[start + rank * slots : start + (rank + 1) * slots] for rank in range(KINDS))
        return tuple(tuple(meld_from(int(meld)) for meld in row if meld) for row in rows)

    def finished(of: int) -> list[Canasta]:
        entries = [int(entry) for entry in p.closed if int(entry) >> 40 == of]
        return [(entry >> 32 & 255, meld_from(entry), bool(entry >> 24 & 1)) for entry in entries]

    others = []
    for rank in range(KINDS):
        rows = []
        for of in range(rules.sides):
            if of != side:
                row = [meld for kind, meld, _ in finished(of) if kind == rank]
                row += [meld for meld in open_melds(of)[rank] if sum(meld) >= rules.meld.size]
                rows.append(tuple(row))
        others.append(tuple(rows))
    pile = tuple(int(kind) for kind in p.pile)
    taken = int(p.seats[seat * SEAT + TAKEN])
    turn = Turn(
        hand=tuple(int(count) for count in p.hands[seat * KINDS : (seat + 1) * KINDS]),
        melds=open_melds(side),
        closed=tuple(sorted(finished(side))),
        opened=p.sides[side * SIDE + OPENED] != 0,
        staging=p.staging,
        staged=int(p.staged),
        raised=int(p.this_turn[RAISED]),
        coming=pile[len(pile) - int(p.coming) :],
        source={STOCK: "stock", PILE: "pile"}.get(int(p.source), ""),
        allowed=p.asked == ALLOWED,
        forbidden=p.asked == FORBIDDEN,
        touched=p.this_turn[TOUCHED] != 0,
        made=int(p.this_turn[MADE]),
        started=frozenset(rank for rank in range(KINDS) if p.this_turn[STARTED] >> rank & 1),
        completed=frozenset(rank for rank in range(KINDS) if p.this_turn[STARTED] >> (COMPLETED + rank) & 1),
    )
    facts = Facts(
        pile=pile,
        stock=len(p.deck) - int(p.next),
        upcard_froze=p.upcard_froze,
        lift=("", "lifted", "put back")[p.lift],
        minimum=int(p.sides[side * SIDE + MINIMUM]),
        taken=taken,
        next_reserve=rules.reserves[taken].trigger if taken < len(rules.reserves) else "",
        canastas=int(p.seats[seat * SEAT + CANASTAS]) - int(p.this_turn[MADE]),
        took=p.seats[seat * SEAT + TOOK] == 1,
        fresh=p.this_turn[FRESH] != 0,
        side_fresh=p.this_turn[SIDE_FRESH] != 0,
        laid=p.seats[seat * SEAT + LAID] != 0,
        early=int(p.turns) // rules.seats + 1 < rules.opening.round,
        barred=taken < sum(reserve.needed for reserve in rules.reserves) or waits_for_others(p, seat, rules),
        permission=rules.out.permission if game.members > 1 else "none",
        denied=not rules.out.ask_again and p.seats[seat * SEAT + DENIED] == 1,
        others_opened=any(p.sides[of * SIDE + OPENED] for of in range(rules.sides) if of != side),
        somebody_out=p.out >= 0,
        others=tuple(others),
    )
    return turn, facts


def beside(turn: Turn) -> Turn:
    """*turn* for a player who melds while others play: nothing of the turn in progress is his."""
    fresh = replace(turn, staging=False, staged=0, raised=0, coming=(), made=0, touched=False)
    fresh = replace(fresh, started=frozenset(), completed=frozenset())
    return replace(fresh, source="aside", allowed=False, forbidden=False)


def waits_for_others(p: Position, seat: int, rules: Rules) -> bool:
    """Return whether a partner or an opponent has not yet played enough from his last reserve."""
    side = seat % rules.sides
    played = {each: int(p.seats[each * SEAT + PLAYED]) for each in range(rules.seats)}
    partners = [each for each in played if each % rules.sides == side and each != seat]
    least = {"no": 0, "part of a turn": 1, "earlier turn": 2, "picked up": 0}[rules.out.partner]
    if any(played[each] < least for each in partners):
        return True
    waiting = {each for each in played if p.seats[each * SEAT + TAKEN] < len(rules.reserves)}
    if rules.out.partner == "picked up" and waiting & set(partners):
        return True
    if rules.out.opponents == "picked up":
        return any(each % rules.sides != side for each in waiting)
    if rules.out.opponents == "no":
        return False
    ready = {each % rules.sides for each, amount in played.items() if amount == 2}
    return any(of not in ready for of in range(rules.sides) if of != side)


def fits(rules: Rules, rank: int, meld: Meld) -> bool:
    """Return whether *meld* is one that the rules allow; black threes are judged elsewhere."""
    naturals, wilds = meld[0], meld[1] + meld[2]
    if naturals + wilds < 3 or (not rules.meld.grows and naturals + wilds > rules.meld.size):
        return False
    if rank == 0:
        return rules.meld.wild_melds
    if naturals < 2 or wilds > rules.meld.wilds:
        return False
    if wilds and any(KEYS[rank] == special.rank and not special.wilds for special in rules.specials):
        return False
    ratio = rules.meld.ratio
    return wilds < naturals if ratio == "fewer" else wilds <= naturals if ratio == "equal" else 2 * wilds <= naturals


def sizes_ok(rules: Rules, meld: Meld) -> bool:
    """Return whether the meld of black threes has one of the sizes that the rules name."""
    return meld[0] in rules.threes.black_meld


def tally(rules: Rules, turn: Turn) -> Counter[str]:
    """Return how many canastas of each class the side has."""
    canastas = [(rank, meld) for rank, meld, _ in turn.closed]
    canastas += [(rank, meld) for rank in range(KINDS) for meld in turn.melds[rank] if sum(meld) >= rules.meld.size]
    special = {KEYS.index(each.rank): each.rank for each in rules.specials}
    counts: Counter[str] = Counter()
    for rank, meld in canastas:
        if rank in {0, BLACK}:
            counts["black" if rank else "wild"] += 1
        elif meld[1] + meld[2]:
            counts["mixed"] += 1
        else:
            counts[f"special {special[rank]}" if rank in special else "natural"] += 1
    return counts
