"""What is on the table, as plain data for other programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from canasta.base.cards import Face, face_text, rank_text, sorted_faces
from canasta.deal.deal import Deal
from canasta.deal.reporting import ENDINGS
from canasta.deal.view import MeldView, View, view
from canasta.engine.position import OVER, TO_ANSWER, TO_DRAW, UNASKED, Position
from canasta.notation.positions.fields import ANSWERS, SOURCES
from canasta.notation.positions.line import position_text
from canasta.notation.positions.rules_field import rules_words
from canasta.rules.digest import digest
from canasta.wording.names import canasta_class

_SOURCES: Final = {source: word for word, source in SOURCES.items()}


def position_data(of: Deal | View) -> dict[str, Any]:
    """Return everything on the table; of a `View` only what its seat may know, with null for cards that it does not see.

    Seats and sides count from 1. Hands and melds are sorted, the pile lies from the bottom to the top, the stock
    from the top.
    """
    whole = of if isinstance(of, Deal) else None
    seen = view(of, -1) if isinstance(of, Deal) else of
    rules, p = seen.rules, seen.position
    name, players, _, *differences = rules_words(rules)
    return {
        "line": position_text(of),
        "game": name,
        "title": rules.title,
        "players": int(players),
        "differences": differences,
        "digest": digest(rules),
        "eyes": None if whole else seen.seat + 1,
        "turn": _turn(p),
        "seats": [_seat(seen, whole, seat) for seat in range(rules.seats)],
        "sides": [_side(seen, side) for side in range(rules.sides)],
        "pile": _texts(seen.pile),
        "stock": {
            "cards": seen.stock,
            "order": _texts(whole.tabletop.deck[whole.tabletop.drawn :]) if whole else None,
        },
        "returned": _texts(seen.returned),
    }


def _turn(p: Position) -> dict[str, Any]:
    phases = {OVER: "over", TO_ANSWER: "answer", TO_DRAW: "draw"}
    asked = p.phase == TO_ANSWER or p.asked != UNASKED
    return {
        "seat": p.turn + 1,
        "waits_for": p.actor + 1 if p.phase != OVER else None,
        "phase": phases.get(p.phase, "play"),
        "source": _SOURCES[p.source],
        "opening": int(p.staged) if p.staging else None,
        "asked": p.asked_seat + 1 if asked else None,
        "answer": next((word for word, yes in ANSWERS.items() if yes == (p.asked == 1)), None) if p.asked else None,
        "lap": int(p.lap) if p.lap >= 0 else None,
        "turns": int(p.turns),
        "ended": ENDINGS[p.ended] if p.phase == OVER else None,
        "out": p.out + 1 if p.out >= 0 else None,
    }


def _seat(seen: View, whole: Deal | None, seat: int) -> dict[str, Any]:
    rules = seen.rules
    taken = len(rules.reserves) - seen.reserves_left[seat]
    hand: Iterable[Face] | None = whole.tabletop.hands[seat] if whole else seen.hand if seat == seen.seat else None
    return {
        "seat": seat + 1,
        "side": seat % rules.sides + 1,
        "cards": int(seen.hand_sizes[seat]),
        "hand": None if hand is None else _texts(sorted_faces(hand)),
        "known": _texts(face for face, number in seen.known[seat] for _ in range(number)),
        "packets": [
            {
                "name": rules.reserves[index].name,
                "cards": rules.reserves[index].size,
                "faces": _texts(sorted_faces(whole.tabletop.reserve(whole.position, seat, index))) if whole else None,
            }
            for index in range(taken, len(rules.reserves))
        ],
    }


def _side(seen: View, side: int) -> dict[str, Any]:
    return {
        "side": side + 1,
        "opened": seen.opened[side],
        "minimum": int(seen.minimums[side]),
        "melds": [_meld(seen, meld) for meld in seen.melds_of(side)],
        "red_threes": _texts(seen.red_threes[side]),
    }


def _meld(seen: View, meld: MeldView) -> dict[str, Any]:
    return {
        "rank": rank_text(meld.rank),
        "cards": _texts(sorted_faces(meld.cards)),
        "slot": None if meld.slot is None else meld.slot + 1,
        "canasta": canasta_class(seen.rules, meld.sort) if meld.sort >= 0 else None,
        "red_three": None if meld.red_three is None else face_text(meld.red_three),
    }


def _texts(faces: Iterable[Face]) -> list[str]:
    return [face_text(face) for face in faces]
