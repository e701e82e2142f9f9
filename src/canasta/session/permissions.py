"""Who may ask a table for what. The log alone says who is who."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from canasta.base.seats import Seat
from canasta.deal.deal import Deal
from canasta.session import acts
from canasta.session.acts import Act
from canasta.session.entries import Command, check_person
from canasta.session.refusals import refused
from canasta.session.state import State

Who: TypeAlias = Literal["nobody", "person", "seat", "host", "server"]


WHO: Final[dict[type[Act], frozenset[Who]]] = {
    acts.Join: frozenset({"nobody"}),
    acts.Rename: frozenset({"person"}),
    acts.Leave: frozenset({"person"}),
    acts.Sit: frozenset({"person"}),
    acts.TakeSeat: frozenset({"person"}),
    acts.Stand: frozenset({"seat"}),
    acts.PutBot: frozenset({"host"}),
    acts.RemoveBot: frozenset({"host"}),
    acts.IssueLink: frozenset({"host"}),
    acts.Remove: frozenset({"host"}),
    acts.LetBack: frozenset({"host"}),
    acts.Mute: frozenset({"host"}),
    acts.MakeHost: frozenset({"host"}),
    acts.Configure: frozenset({"host"}),
    acts.Start: frozenset({"host"}),
    acts.Promise: frozenset({"server"}),
    acts.Number: frozenset({"seat"}),
    acts.CloseNumbers: frozenset({"server"}),
    acts.DrawCard: frozenset({"seat", "server"}),
    acts.Cut: frozenset({"seat", "server"}),
    acts.Play: frozenset({"seat", "server"}),
    acts.Undo: frozenset({"seat"}),
    acts.Restart: frozenset({"seat"}),
    acts.TakeBack: frozenset({"seat"}),
    acts.Count: frozenset({"server"}),
    acts.NameSeat: frozenset({"host"}),
    acts.Tally: frozenset({"seat", "host"}),
    acts.UndoTally: frozenset({"seat", "host"}),
    acts.Ready: frozenset({"seat"}),
    acts.NextDeal: frozenset({"server"}),
    acts.Pause: frozenset({"seat", "host"}),
    acts.Resume: frozenset({"host"}),
    acts.Redeal: frozenset({"seat"}),
    acts.LetIn: frozenset({"seat"}),
    acts.Rematch: frozenset({"seat"}),
    acts.Decline: frozenset({"seat"}),
    acts.Away: frozenset({"server"}),
    acts.Back: frozenset({"seat", "server"}),
    acts.StandIn: frozenset({"seat", "host", "server"}),
    acts.ClockOut: frozenset({"server"}),
    acts.BotFailed: frozenset({"server"}),
    acts.Void: frozenset({"server"}),
    acts.Upgrade: frozenset({"server"}),
    acts.Close: frozenset({"host", "server"}),
}
"""Who may ask for what; a host may do what a person may, and with a seat what a seat may."""


BY_TIME: Final = (
    acts.Promise, acts.CloseNumbers, acts.DrawCard, acts.Cut, acts.Play, acts.Count, acts.NextDeal, acts.StandIn, acts.ClockOut,
)  # fmt: skip
"""What time and bots do: only what is due, by the id that everyone derives for it."""


def check_who(state: State, command: Command) -> None:
    """See that the sender is someone who may ask for this."""
    allowed = WHO[type(command.act)]
    if command.by is None:
        if "server" not in allowed:
            raise refused("table.not-here")
        return
    check_person(command.by)
    role = state.role(command.by)
    if "nobody" in allowed:
        if role.here:
            raise refused("table.here")
        return
    if allowed == {"server"}:
        raise refused("table.server")
    if not role.here:
        raise refused("table.not-here")
    if "person" in allowed or (role.host and "host" in allowed) or (role.seat is not None and "seat" in allowed):
        return
    if "seat" in allowed:
        raise refused("table.seat")
    raise refused("table.host", name=state.people[state.host].name)


def seat_of_sender(state: State, command: Command) -> Seat:
    """Return the seat that acts: that of the person, or the one the server names."""
    if command.by is None:
        return check_seat(state, getattr(command.act, "seat", -1))
    seat = state.seat_of(command.by)
    if seat is None:
        raise refused("table.seat")
    return seat


def check_seat(state: State, seat: Seat) -> Seat:
    """*seat*, if there is one. Raises `Refused` where there is not."""
    if not 0 <= seat < state.rules.seats:
        raise refused("table.no-seat", seat=seat + 1, seats=state.rules.seats)
    return seat


def seat_played(state: State, command: Command) -> Seat:
    """Return the seat that acts, which its person plays now."""
    seat = seat_of_sender(state, command)
    if command.by is not None:
        if state.places[seat].stand_in:
            raise refused("table.stand-in")
        if state.places[seat].late:
            raise refused("table.clock")
    return seat


def check_running(state: State) -> None:
    """See that a match is being played. Raises `Refused` where none is."""
    if not state.running:
        raise refused("table.over" if state.phase == "over" else "table.not-started")


def check_going(state: State) -> None:
    """See that the match goes on and is not paused."""
    check_running(state)
    if state.paused:
        raise refused("table.paused")


def deal_in_progress(state: State) -> Deal:
    """Return the deal that is being played. Raises `Refused` where none is."""
    check_going(state)
    deal = state.deal
    if state.phase != "playing" or deal is None or deal.over:
        raise refused("table.not-playing", deal=state.rules.words.deal)
    return deal
