"""Outlines: what the keys of a case say about the moment in which its moves are made."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from canasta.base.cards import KIND_OF, RED_THREE, Face, parse_faces
from canasta.base.errors import NotationError
from canasta.deal.setup.melds import Meld
from canasta.engine.position import NOTHING, NOWHERE, PART, PILE, STOCK, TO_DRAW, TO_PLAY, WHOLE_TURN
from canasta.notation.reading import (
    Fields,
    Packet,
    many,
    natural,
    one_or_many,
    place,
    read_cards,
    read_number,
    read_packet,
    read_text,
    read_truth,
)
from canasta.rules.groups import Rules

T = TypeVar("T")

_TURNS: Final = {"draw": (TO_DRAW, NOWHERE), "play": (TO_PLAY, STOCK), "play pile": (TO_PLAY, PILE)}
_PLAYED: Final = {"nothing": NOTHING, "part": PART, "whole": WHOLE_TURN}
_ANSWERS: Final = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """The moment in which a case begins; seats and sides count from 0. What is left out is filled in.

    With *upcards* or a *deck* the case begins before the first card of the pile is turned up, and *hands* and
    *reserves* are as dealt.
    """

    hands: dict[int, Packet] = field(default_factory=dict)
    reserves: dict[int, tuple[Packet, ...]] = field(default_factory=dict)
    taken: dict[int, int] = field(default_factory=dict)
    melds: dict[int, tuple[Meld, ...]] = field(default_factory=dict)
    red_threes: dict[int, tuple[Face, ...]] = field(default_factory=dict)
    pile: Packet | None = None
    frozen: bool | None = None
    stock: int | Packet | None = None
    deck: Packet | None = None
    upcards: tuple[Face, ...] | None = None
    returns: tuple[int, ...] = ()
    seat: int = 0
    phase: int = TO_DRAW
    source: int = NOWHERE
    opened: tuple[int, ...] = ()
    laid: tuple[int, ...] | None = None
    took: tuple[int, ...] = ()
    denied: tuple[int, ...] = ()
    played: dict[int, int] = field(default_factory=dict)
    made: dict[int, int] = field(default_factory=dict)
    answer: bool | None = None
    lap: int | None = None
    totals: tuple[int, ...] = ()
    deal: int = 1
    dealer: int | None = None
    scorekeeper: int | None = None
    cuts: dict[int, int] = field(default_factory=dict)

    @property
    def from_shuffle(self) -> bool:
        """Whether the case begins with the deal of the cards."""
        return self.deck is not None or self.upcards is not None


MOMENT: Final = (
    "taken",
    "melds",
    "red_threes",
    "pile",
    "frozen",
    "turn",
    "opened",
    "laid",
    "took",
    "played",
    "made",
    "denied",
)
"""The keys that say nothing about a deal that begins with the shuffle."""


def read_outline(fields: Fields, rules: Rules) -> Outline:
    """Return the outline of a case from its *fields*; problems are noted there."""
    seats, sides = rules.seats, rules.sides
    seat, side = place(seats, "seat"), place(sides, "side")
    totals, deal = _totals(fields, sides)
    where, phase, source = fields.read("turn", _turn(seats), (0, TO_DRAW, NOWHERE))
    outline = Outline(
        hands=fields.by_place("hands", seats, "seat", read_packet),
        reserves=fields.by_place("reserves", seats, "seat", one_or_many(read_packet)),
        taken=_taken(fields, rules),
        melds=read_melds(fields, sides),
        red_threes=fields.by_place("red_threes", sides, "side", read_cards),
        pile=fields.read("pile", read_packet, None),
        frozen=fields.read("frozen", read_truth, None),
        stock=fields.read("stock", _stock, None),
        deck=fields.read("deck", read_packet, None),
        upcards=fields.read("upcards", read_cards, None),
        returns=fields.read("returns", many(natural), ()),
        seat=where,
        phase=phase,
        source=source,
        opened=fields.read("opened", many(side), ()),
        laid=fields.read("laid", many(seat), None),
        took=fields.read("took", many(seat), ()),
        played=fields.by_place("played", seats, "seat", lambda value: _word(value, _PLAYED)),
        made=fields.by_place("made", seats, "seat", natural),
        denied=fields.read("denied", many(seat), ()),
        answer=fields.read("answer", lambda value: _word(value, _ANSWERS), None),
        lap=fields.read("lap", natural, None),
        totals=totals,
        deal=deal,
        dealer=fields.read("dealer", seat, None),
        scorekeeper=fields.read("scorekeeper", seat, None),
        cuts=fields.by_place("cuts", sides, "side", natural),
    )
    if outline.from_shuffle:
        for key in MOMENT:
            if key in fields:
                fields.wrong(key, "this has no effect when the case starts with the shuffle (deck or upcards)")
    elif outline.returns:
        fields.wrong("returns", "upcards go back only when the case starts with the shuffle (deck or upcards)")
    if outline.deck is not None:
        for key in ("upcards", "hands", "reserves", "stock"):
            if key in fields:
                fields.wrong(key, "the deck already sets this")
    return outline


def read_melds(fields: Fields, sides: int) -> dict[int, tuple[Meld, ...]]:
    """Return the melds of each side, such as ``KhKdKs`` or, with a red three on it, ``QcQcQdQdQhQhQs+3h``."""
    written = fields.by_place("melds", sides, "side", many(_meld))
    return {side: tuple(Meld(side, *each) for each in melds) for side, melds in written.items()}


def _meld(value: object) -> tuple[tuple[Face, ...], Face | None]:
    text, plus, red = read_text(value).partition("+")
    topped = parse_faces(red)
    if plus and (len(topped) != 1 or KIND_OF[topped[0]] != RED_THREE):
        raise NotationError(f"write one red three after the plus, not {red.strip()!r}")
    return parse_faces(text), topped[0] if topped else None


def _turn(seats: int) -> Callable[[object], tuple[int, int, int]]:
    def read(value: object) -> tuple[int, int, int]:
        found = re.fullmatch(r"(\d+) +(draw|play|play pile)", read_text(value))
        if not found:
            raise NotationError(f'"{value}" is not a turn: write a seat and draw, play or play pile, such as "1 draw"')
        return place(seats, "seat")(found[1]), *_TURNS[found[2]]

    return read


def _stock(value: object) -> int | Packet:
    if isinstance(value, str):
        return read_packet(value)
    return natural(value)


def _word(value: object, words: Mapping[str, T]) -> T:
    text = read_text(value)
    if text not in words:
        raise NotationError(f'"{text}" is not one of the allowed values: {", ".join(words)}')
    return words[text]


def _taken(fields: Fields, rules: Rules) -> dict[int, int]:
    most = len(rules.reserves)
    number = fields.read("taken", lambda value: value, None)
    if isinstance(number, int) and not isinstance(number, bool):
        read = fields.read("taken", lambda value: read_number(value, 0, most), 0)
        return dict.fromkeys(range(rules.seats), read)
    return fields.by_place("taken", rules.seats, "seat", lambda value: read_number(value, 0, most))


def _totals(fields: Fields, sides: int) -> tuple[tuple[int, ...], int]:
    """Return the totals before the deal, and its number; both follow from the results of earlier deals."""
    given = fields.by_place("totals", sides, "side", read_number)
    deal = fields.read("deal", lambda value: read_number(value, 1, 1000), 1)
    totals = [given.get(side, 0) for side in range(sides)]
    results = fields.read("results", many(many(read_number)), None)
    if results:
        for key in ("totals", "deal"):
            if key in fields:
                fields.wrong(key, "the results of the earlier deals already say this")
        for number, result in enumerate(results, 1):
            if len(result) != sides:
                fields.wrong(f"results.{number}", f"there are {sides} sides, but {len(result)} results were given")
                return (0,) * sides, 1
        totals = [sum(column) for column in zip(*results, strict=True)]
        deal = len(results) + 1
    return tuple(totals), deal
