"""From a deal back to a setup: the faces on the tabletop, and what the kernel's position keeps of the past."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from canasta.deal.deal import Deal
from canasta.deal.setup.melds import Meld
from canasta.deal.setup.setup import Began, Setup
from canasta.engine import fields
from canasta.engine import position as kernel
from canasta.engine.position import Position
from canasta.engine.rule_table import KINDS


def setup_of(deal: Deal) -> Setup:
    """Return the setup that describes *deal* at this moment; `deal_from` makes an equal deal of it.

    What no longer matters is left out: where in the deck lay cards that have been dealt or drawn.
    """
    p, tabletop = deal.position, deal.tabletop
    return Setup(
        rules=deal.rules,
        hands=[list(hand) for hand in tabletop.hands],
        reserves=[
            [tabletop.reserve(p, seat, index) for index in range(p.taken(seat), p.rule_table.reserves)]
            for seat in range(p.rule_table.seats)
        ],
        melds=list(_melds(deal)),
        red_threes=[list(reds) for reds in tabletop.reds],
        pile=list(tabletop.pile),
        stock=tabletop.deck[tabletop.drawn :],
        known={seat: list(cards.elements()) for seat, cards in enumerate(tabletop.known) if +cards},
        returned=list(tabletop.returned.elements()),
        history=deal.history,
        totals=deal.totals,
        number=deal.number,
        **state_of(p),
    )


def _melds(deal: Deal) -> Iterator[Meld]:
    """Yield the finished canastas of *deal* in the order in which they were made, then its open melds."""
    for side, _, cards, red_three in deal.tabletop.finished_canastas(deal.position):
        yield Meld(side, tuple(cards), red_three)
    for side, _, _, cards in deal.tabletop.open_melds(deal.position):
        yield Meld(side, tuple(cards))


def state_of(p: Position) -> dict[str, Any]:
    """Return the fields of a setup that hold no cards: what *p* keeps of the past, of the turn and of the end."""
    return {**_past(p), **_turn(p), **_end(p)}


def _past(p: Position) -> dict[str, Any]:
    seats, sides = range(p.rule_table.seats), range(p.rule_table.sides)

    def of_seat(seat: int, field: int) -> int:
        return int(p.seats[seat * fields.SEAT + field])

    def of_side(side: int, field: int) -> int:
        return int(p.sides[side * fields.SIDE + field])

    played = {seat: of_seat(seat, fields.PLAYED) for seat in seats}
    made = {seat: of_seat(seat, fields.CANASTAS) for seat in seats}
    missed = {seat: of_seat(seat, fields.MISSED) for seat in seats}
    restored = {side: of_side(side, fields.RESTORED) for side in sides}
    return {
        "minimums": [of_side(side, fields.MINIMUM) for side in sides],
        "opened": [side for side in sides if p.opened(side)],
        "laid": [seat for seat in seats if of_seat(seat, fields.LAID)],
        "took": [seat for seat in seats if p.took(seat)],
        "drew": [seat for seat in seats if of_seat(seat, fields.TOOK) == fields.DREW],
        "due": [seat for seat in seats if of_seat(seat, fields.DUE)],
        "played": {seat: much for seat, much in played.items() if much != kernel.NOTHING},
        "made": {seat: number for seat, number in made.items() if number},
        "missed": {seat: _set_bits(bits, int(p.rule_table.reserves)) for seat, bits in missed.items() if bits},
        "denied": [seat for seat in seats if of_seat(seat, fields.DENIED)],
        "restored": {side: number for side, number in restored.items() if number},
        "upcard_froze": p.upcard_froze,
    }


def _turn(p: Position) -> dict[str, Any]:
    turn, seat = p.this_turn, int(p.turn)
    asking = p.phase == kernel.TO_ANSWER
    asked = asking or p.asked != kernel.UNASKED
    began = Began(
        fresh=turn[fields.FRESH] != 0, unopened=turn[fields.SIDE_FRESH] != 0, last=turn[fields.BEGAN_LAST] != 0
    )
    as_now = Began(
        fresh=p.seats[seat * fields.SEAT + fields.LAID] == 0,
        unopened=not p.opened(p.side_of(seat)),
        last=p.rule_table.reserves > 0 and p.taken(seat) == p.rule_table.reserves,
    )
    return {
        "seat": seat,
        "source": int(p.source),
        "asked": int(p.asked_seat) if asked else None,
        "answer": p.asked == kernel.ALLOWED if asked and not asking else None,
        "lift": int(p.lift),
        "raised": int(turn[fields.RAISED]),
        "began": None if began == as_now else began,
        "started": _set_bits(int(turn[fields.STARTED]), KINDS),
        "completed": _set_bits(int(turn[fields.STARTED]) >> fields.COMPLETED, KINDS),
        "touched": turn[fields.TOUCHED] != 0,
        "finished": int(turn[fields.MADE]),
    }


def _end(p: Position) -> dict[str, Any]:
    return {
        "lap": int(p.lap) if p.lap >= 0 else None,
        "turns": int(p.turns),
        "out": int(p.out) if p.out >= 0 else None,
        "late": p.late,
        "concealed": p.concealed,
        "ended": int(p.ended) if p.phase == kernel.OVER else None,
    }


def _set_bits(bits: int, number: int) -> list[int]:
    """Return the places of the bits set in *bits*, below *number*."""
    return [place for place in range(number) if bits >> place & 1]
