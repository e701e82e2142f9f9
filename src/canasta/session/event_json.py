"""Events as JSON, as one seat may know them: cards sorted where they come from the stock, seats, sides and deals from 1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

from canasta.base.cards import face_text, rank_text, sorted_faces
from canasta.base.events import (
    CanastaMade,
    DealBegan,
    DealCounted,
    DealEnded,
    Event,
    MatchOver,
    Melded,
    RedThreeOnCanasta,
    ReserveTaken,
    SeatsDrawn,
)
from canasta.base.seats import Seat
from canasta.rules.groups import Rules
from canasta.session.notices import Notice, Undone, notice_json
from canasta.wording.names import canasta_class

Json = dict[str, Any]
_SEATS: Final = frozenset({"partner", "first", "keeper", "dealer"})


def event_json(event: Event | Notice, viewer: Seat, rules: Rules) -> Json:
    """*event* as *viewer* may know it (-1: a spectator)."""
    if isinstance(event, Notice):
        return notice_json(event, face_text)
    seen = event.seen_by(viewer)
    told: Json = {"e": event.word}
    if seen.seat >= 0:
        told["seat"] = seen.seat + 1
    special = _SPECIAL.get(type(seen))
    if special is not None:
        return told | special(seen, rules)
    for key in _keys(seen):
        value = getattr(seen, key)
        told |= _plain(key, value)
    return told


def _plain(key: str, value: Any) -> Json:
    """Return one field as JSON; left out if it says nothing."""
    if value is None:
        return {}
    if key in _SEATS:
        return {key: value + 1}
    if key in {"card", "top"}:
        return {key: face_text(value)}
    if key in {"cards", "shown", "covered", "returned"}:
        return {key: "".join(map(face_text, sorted_faces(value)))} if value else {}
    if key == "rank":
        return {key: rank_text(value)}
    if isinstance(value, tuple):
        return {key: list(value)}
    return {key: value}


def _melded(event: Melded, _: Rules) -> Json:
    told: Json = {"rank": rank_text(event.rank), "cards": "".join(map(face_text, sorted_faces(event.cards)))}
    told["size"] = event.size
    if event.top is not None:
        told["top"] = face_text(event.top)
    if event.worth:
        told |= {"worth": event.worth, "staged": event.staged}
    return told


def _counted(event: DealCounted, _: Rules) -> Json:
    # The sheets are in the public part.
    return {"deal": event.number, "totals": list(event.totals)}


def _began(event: DealBegan, _: Rules) -> Json:
    told: Json = {"deal": event.number, "first": event.first + 1, "minimums": list(event.minimums)}
    return told if event.keeper is None else told | {"keeper": event.keeper + 1}


def _reserve(event: ReserveTaken, rules: Rules) -> Json:
    told: Json = {"reserve": rules.reserves[event.index].name, "count": event.count}
    return told if event.cards is None else told | {"cards": "".join(map(face_text, sorted_faces(event.cards)))}


def _ended(event: DealEnded, _: Rules) -> Json:
    shown: Json = {"cards": "".join(map(face_text, event.cards))} if event.cards else {}
    return {"how": event.how} | ({"concealed": True} if event.concealed else {}) | shown


def _drawn(event: SeatsDrawn, _: Rules) -> Json:
    told: Json = {
        "rounds": [
            [{"place": player + 1, "card": face_text(face)} for player, face in cards] for cards in event.rounds
        ],
        "players": [player + 1 for player in event.players],
        "dealer": event.dealer + 1,
    }
    return told if event.keeper is None else told | {"keeper": event.keeper + 1}


def _match_over(event: MatchOver, _: Rules) -> Json:
    return {"how": event.how, "winners": [side + 1 for side in event.winners], "totals": list(event.totals)}


def _special_events() -> dict[type[Event], Callable[[Any, Rules], Json]]:
    return {
        Melded: _melded,
        DealCounted: _counted,
        DealBegan: _began,
        DealEnded: _ended,
        SeatsDrawn: _drawn,
        MatchOver: _match_over,
        Undone: lambda event, _: {"count": event.count, "entry": event.entry},
        ReserveTaken: _reserve,
        CanastaMade: lambda event, rules: {
            "rank": rank_text(event.rank), "class": canasta_class(rules, event.sort),
        },
        RedThreeOnCanasta: lambda event, _: {"rank": rank_text(event.rank), "card": face_text(event.card)},
    }  # fmt: skip


_SPECIAL: Final = _special_events()


def _keys(event: Event) -> tuple[str, ...]:
    return tuple(each.name for each in fields(event) if each.name not in {"seat", "moved"})
