"""What the player in a seat may do now, as data for a page: enough to show every button, and no decision of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from canasta.base.cards import KIND_OF, Face, Kind, face_text, rank_text, sorted_faces
from canasta.base.events import Drew, ReserveTaken, TookPile
from canasta.base.seats import Seat
from canasta.deal.expansion import hand_kinds
from canasta.deal.view import View
from canasta.engine import steps as s
from canasta.engine.position import TO_ANSWER
from canasta.engine.steps import ACTIONS
from canasta.notation.card_text import Pool, Spec
from canasta.session.state import State

Json = dict[str, Any]


def offers(seen: View) -> Json:
    """Return what the seat of *seen* may do, by what is typed for it; empty where it has nothing to decide.

    ``draw`` is the number of cards drawn, ``take`` the ways to take the pile, ``lay`` the ranks that melds can begin with,
    ``add`` the kinds of cards that open melds take, by meld, ``discard`` the cards of the hand that may be discarded, ``ask``
    the partners who may be asked. All others are true; ``ends`` is there where drawing would end the deal.
    """
    if not seen.legal:
        return {}
    if seen.position.phase == TO_ANSWER and seen.actor == seen.seat:
        return {"answer": True}
    sorts: dict[int, list[int]] = {}
    for step in seen.legal:
        sorts.setdefault(ACTIONS[step].sort, []).append(step)
    told: Json = {}
    for sort, steps in sorts.items():
        key, offer = _OFFERS[sort]
        offered = offer(seen, steps)
        told[key] = told[key] + offered if key in told else offered
    if s.DRAW in sorts and not seen.stock and seen.rules.exhaustion.ends == "at draw":
        told["ends"] = True
    return told


def _draw(seen: View, _: Sequence[int]) -> int:
    return min(seen.rules.draw.stock, seen.stock)


def _takes(seen: View, steps: Sequence[int]) -> list[Json]:
    return [_take(seen, step) for step in steps]


def _ranks(_: View, steps: Sequence[int]) -> list[str]:
    """Return the ranks of melds that are begun, or of canastas that a red three goes on."""
    return [rank_text(rank) for rank in dict.fromkeys(ACTIONS[step].rank for step in steps)]


def _additions(seen: View, steps: Sequence[int]) -> dict[str, str]:
    """Return the cards that open melds take, by meld."""
    add: dict[str, set[Kind]] = {}
    for action in (ACTIONS[step] for step in steps):
        add.setdefault(f"{rank_text(action.rank)}.{max(action.slot, 0) + 1}", set()).add(action.kind)
    return {key: _held(seen, kinds) for key, kinds in add.items()}


def _partners(seen: View, steps: Sequence[int]) -> list[int]:
    """Return the seats of partners who may be asked, from 1."""
    table = seen.position.rule_table
    return [int(table.partner_of(seen.seat, ACTIONS[step].partner)) + 1 for step in steps]


def _discards(seen: View, steps: Sequence[int]) -> str:
    return _held(seen, {ACTIONS[step].kind for step in steps})


def _can(_: View, __: Sequence[int]) -> bool:
    return True


def _held(seen: View, kinds: set[Kind]) -> str:
    """Return the different cards of the hand that are of *kinds*, sorted."""
    return "".join(map(face_text, sorted_faces({face for face in seen.hand if KIND_OF[face] in kinds})))


def _take(seen: View, step: int) -> Json:
    """Return a way to take the pile: the cards from the hand, the open meld it goes onto, how many cards it brings."""
    action, pool = ACTIONS[step], Pool.of_view(seen)
    with_ = [pool.pick(Spec(kind)) for kind in hand_kinds(step, seen.position)]
    told: Json = {
        "gets": 1 if action.sort == s.TAKE_CARD else min(seen.rules.pile.take or len(seen.pile), len(seen.pile))
    }
    if with_:
        told["with"] = "".join(map(face_text, with_))
    if action.slot >= 0:
        told["onto"] = action.slot + 1
    if action.sort == s.TAKE_CARD:
        told["card"] = True
    return told


_OFFERS: Final[dict[int, tuple[str, Callable[[View, Sequence[int]], Any]]]] = {
    s.DRAW: ("draw", _draw),
    s.TAKE: ("take", _takes),
    s.TAKE_CARD: ("take", _takes),
    s.START: ("lay", _ranks),
    s.ADD: ("add", _additions),
    s.RED_CANASTA: ("top", _ranks),
    s.DISCARD: ("discard", _discards),
    s.ASK: ("ask", _partners),
    s.OPEN: ("open", _can),
    s.PICK_UP: ("pick up", _can),
    s.LIFT: ("lift", _can),
    s.RESTORE: ("restore", _can),
    s.KNOCK: ("knock", _can),
    s.STUCK: ("stuck", _can),
    s.END: ("end", _can),
}
"""For each sort of step: what it is called, and how it is offered."""


def fresh_cards(state: State, seat: Seat) -> tuple[Face, ...]:
    """Return the cards that came to the hand of *seat* in this turn."""
    deal = state.deal
    fresh = list(state.fresh.get(seat, ()))
    if deal is not None:
        for event in deal.happened_since(state.began):
            if event.seat == seat and isinstance(event, Drew | TookPile | ReserveTaken):
                fresh += event.cards or ()
    return tuple(fresh)
