"""What time will bring to a table: bots' moves, stand-ins, clocks, the next deal. All of it follows from the log.

Every process derives the same ids for it, from the last entry that changed the course of the match (`State.mark`), so that any
number of processes may try and one of them wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from canasta.base.errors import NotationError
from canasta.base.seats import Seat
from canasta.notation.records.spelling import parse_recorded
from canasta.session import acts
from canasta.session.acts import Act
from canasta.session.entries import Command
from canasta.session.state import State

TAKE_BACK_MS: Final = 2_000
"""How long the next bot waits for a discard that can be taken back."""


@dataclass(frozen=True, slots=True)
class ScheduledCommand:
    """Something to do at a certain time."""

    at: int
    """When to do it, in ms since 1970."""

    wait: int
    """How many ms that is after the last entry."""

    command: Command
    """What to do; complete unless *secret* or *thinker* is given."""

    secret: bool = False
    """Whether the server puts a secret into the `Promise`."""

    thinker: Seat | None = None
    """The seat whose bot chooses the `Play` (`canasta.session.thinking`); None for none."""

    bot: str = ""
    """The name of that bot; empty for none."""


def scheduled(state: State) -> tuple[ScheduledCommand, ...]:
    """Return what is due at the table, the earliest first; nothing while it is paused, or nobody is there who plays."""
    if not state.running or state.paused or state.asleep:
        return ()
    return tuple(sorted(_dues(state), key=lambda due: due.at))


def due_ids(state: State) -> frozenset[str]:
    """Return the ids of what is due."""
    return frozenset(due.command.id for due in scheduled(state))


def failure(state: State, due: ScheduledCommand, why: str) -> Command:
    """Return the command that tells the table that the bot which *due* asks failed: *why*, in a sentence."""
    assert due.thinker is not None
    number = state.places[due.thinker].failed + 1
    return Command(f"{due.command.id}-failed-{number}", None, acts.BotFailed(due.thinker, why))


def _due(state: State, at: int, name: str, act: Act, *, secret: bool = False) -> ScheduledCommand:
    return ScheduledCommand(at, max(0, at - state.at), Command(name, None, act), secret)


def _dues(state: State) -> Iterator[ScheduledCommand]:
    if state.phase != "keeping":  # nobody waits at this table for people who play with real cards
        yield from _stand_ins(state)
    match state.phase:
        case "promising":
            yield _due(state, state.since, f"promise-{state.shuffles}", acts.Promise(), secret=True)
        case "numbers":
            at = state.since + 1000 * state.settings.numbers_wait
            yield _due(state, at, f"close-numbers-{state.shuffles}", acts.CloseNumbers())
        case "drawing":
            yield from _drawing(state)
        case "cutting":
            yield from _cutting(state)
        case "playing":
            yield from _playing(state)
        case "counting":
            # Whoever is the only person at the table is waited for.
            if state.settings.next_deal and len(state.owners) != 1:
                at = state.since + 1000 * state.settings.next_deal
                yield _due(state, at, f"next-deal-{state.mark}", acts.NextDeal())


def _stand_ins(state: State) -> Iterator[ScheduledCommand]:
    """Bots for those who are away, after the delay, or earlier if they were waited for in this deal already."""
    for seat, place in enumerate(state.places):
        if place.person is not None and place.away is not None and not place.stand_in:
            settings = state.settings
            left = max(0, 1000 * settings.away_budget - place.waited)
            at = place.away + min(1000 * settings.away_delay, left)
            yield _due(state, at, f"stand-in-{seat + 1}-{place.changed}", acts.StandIn(seat))


def _drawing(state: State) -> Iterator[ScheduledCommand]:
    picked = {place for _, place in state.picks}
    free = next(place for place in range(52) if place not in picked)
    # With a seed, the order in which cards are drawn decides who gets which: everyone waits for their turn.
    for seat in state.to_draw()[: None if state.seed is None else 1]:
        if state.places[seat].playing != "person":
            at = state.since + state.settings.pace
            yield _due(state, at, f"draw-card-{state.mark}", acts.DrawCard(free + 1, seat))
            return


def _cutting(state: State) -> Iterator[ScheduledCommand]:
    assert state.match is not None
    for seat, needed in state.match.cutters():
        if state.places[seat].playing != "person":
            yield _due(
                state, state.since + state.settings.pace, f"cut-{seat + 1}-{state.shuffles}", acts.Cut(needed, seat)
            )


def _playing(state: State) -> Iterator[ScheduledCommand]:
    deal = state.deal
    if deal is None:
        return
    if deal.over:
        yield _due(state, state.since, f"count-{state.mark}", acts.Count())
        return
    seat = deal.actor
    place = state.places[seat]
    if place.playing == "person":
        if state.settings.clock and place.here:
            at = state.turn_at + 1000 * state.settings.clock - state.used
            yield _due(state, at, f"clock-{state.mark}", acts.ClockOut(seat))
        return
    bot = state.bot_in(seat)
    name = f"{'bot' if place.bot else 'stand-in'}-{state.mark}"
    at = state.since + (max(state.settings.pace, TAKE_BACK_MS) if state.taking_back else state.settings.pace)
    scripted = state.scripted(seat) if place.bot else ""
    if scripted and _legal(state, seat, scripted):
        yield _due(state, at, name, acts.Play(scripted, seat))
    else:
        yield ScheduledCommand(
            at, max(0, at - state.at), Command(name, None, acts.Play("", seat)), thinker=seat, bot=bot
        )


def _legal(state: State, seat: Seat, text: str) -> bool:
    """Return whether the move *text* of a script can be made now."""
    assert state.deal is not None
    try:
        return state.deal.refusal(seat, parse_recorded(text)) is None
    except NotationError:
        return False
