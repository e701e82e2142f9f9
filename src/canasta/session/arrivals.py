"""Taking seats. Nobody sees cards of a deal that others have begun: who comes in amid one gets theirs with the next deal."""

from __future__ import annotations

from collections.abc import Iterable

from canasta.base.seats import Seat
from canasta.session.notices import Notice
from canasta.session.state import State


def sit_down(state: State, seat: Seat, person: str) -> list[Notice]:
    """Give *seat* with its cards to *person*; whoever has had it stands up."""
    place = state.places[seat]
    happened = [Notice("stood", seat, state.people[place.person].name)] if place.person is not None else []
    place.seat_person(person)
    state.ended = None  # another may have sat here
    if state.phase == "playing":
        state.seen[person] = seat
    return [*happened, Notice("sat", seat, state.people[person].name)]


def wait_for_deal(state: State, seat: Seat, person: str) -> list[Notice]:
    """Keep *seat* for *person* until the deal in progress is over; whoever plays it goes on."""
    forget(state, person)
    state.places[seat].coming = person
    return [Notice("coming", seat, state.people[person].name)]


def come_in(state: State, seats: Iterable[Seat]) -> list[Notice]:
    """Let those sit down for whom *seats* are kept."""
    happened: list[Notice] = []
    for seat in seats:
        coming = state.places[seat].coming
        if coming is not None:
            happened += sit_down(state, seat, coming)
    return happened


def may_be_let_in(state: State) -> list[Seat]:
    """Return the kept seats that bots have played since the cards were dealt.

    The cards that a person has held in this deal are shown to nobody else, whoever agrees and whoever plays them now.
    """
    held = set(state.seen.values())
    return [
        seat
        for seat, place in enumerate(state.places)
        if place.coming is not None and place.person is None and seat not in held
    ]


def forget(state: State, person: str) -> None:
    """Keep no seat for *person* any more."""
    for place in state.places:
        if place.coming == person:
            place.coming = None
