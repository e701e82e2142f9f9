"""What an accepted command changes at a table: `made` makes it, `fold` takes it on; here are people and seats.

Nothing here refuses: `judging` did that before the entry was written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from canasta.base.seats import Seat
from canasta.bots.bot import MOST_FAILURES
from canasta.session import acts, folding_tally
from canasta.session.acts import Act
from canasta.session.arrivals import forget, sit_down, wait_for_deal
from canasta.session.entries import Entry
from canasta.session.folding_match import MATCH_FOLDS, Happening, acting_seat, enter, name_of, next_deal, settle
from canasta.session.notices import Notice
from canasta.session.seating import Person, TableSeat, free_bot_name
from canasta.session.settings import changed, usual_settings
from canasta.session.state import State, rules_of_table

_Happenings: TypeAlias = list[Happening]


def create(entry: Entry) -> tuple[State, list[Happening]]:
    """Return the table that the first entry makes."""
    act = entry.command.act
    assert isinstance(act, acts.Make)
    assert entry.command.by is not None
    rules = rules_of_table(act.rules)
    state = State(
        rules=rules,
        host=entry.command.by,
        settings=changed(usual_settings(act.bots), act.settings, act.bots),
        bots=act.bots,
        engine=act.engine,
        places=[TableSeat() for _ in range(rules.seats)],
        given=act.given,
        script=act.script,
        record=act.record,
        seed=int(act.seed) if act.seed else None,
        dealer=act.dealer,
        keeper=act.keeper,
        people={entry.command.by: Person(act.host)},
    )
    _noted(state, entry)
    state.mark, state.since = entry.seq, entry.at
    return state, [Notice("made", name=act.host)]


def fold(state: State, entry: Entry) -> list[Happening]:
    """Let *entry* take its effect on *state*; returns what the table hears, with every card."""
    happened = _FOLDS[type(entry.command.act)](state, entry, entry.command.act)
    _noted(state, entry)
    return happened


def _noted(state: State, entry: Entry) -> None:
    state.head, state.at = entry.seq, entry.at
    state.ids.append((entry.command.by, entry.command.id, entry.seq))


def _join(state: State, entry: Entry, act: acts.Join) -> _Happenings:
    assert entry.command.by is not None
    if not state.people:
        state.host = entry.command.by
    state.people[entry.command.by] = Person(act.called)
    state.kept_out.pop(entry.command.by, None)
    return [Notice("joined", name=act.called)]


def _rename(state: State, entry: Entry, act: acts.Rename) -> _Happenings:
    assert entry.command.by is not None
    person = state.people[entry.command.by]
    before, person.name = person.name, act.called
    return [Notice("renamed", name=before, text=act.called)]


def _leave(state: State, entry: Entry, _: Act) -> _Happenings:
    assert entry.command.by is not None
    return _gone(state, entry, entry.command.by, "left")


def _remove(state: State, entry: Entry, act: acts.Remove) -> _Happenings:
    if act.ban:
        state.kept_out[act.person] = name_of(state, act.person)
    return _gone(state, entry, act.person, "kept-out" if act.ban else "removed")


def _let_back(state: State, _: Entry, act: acts.LetBack) -> _Happenings:
    return [Notice("let-back", name=state.kept_out.pop(act.person))]


def _gone(state: State, entry: Entry, person: str, what: str) -> _Happenings:
    """Let *person* be gone; where it was the host, the one who is here longest is host now."""
    name = name_of(state, person)
    happened: _Happenings = [Notice(what, name=name)]
    seat = state.seat_of(person)
    if seat is not None:
        happened += _vacated(state, entry, seat)
    forget(state, person)
    del state.people[person]
    if person == state.host and state.people:
        state.host = next((each for place in state.places if (each := place.person)), next(iter(state.people)))
        happened.append(Notice("host", name=name_of(state, state.host)))
    return happened


def _vacated(state: State, entry: Entry, seat: Seat) -> _Happenings:
    """Free *seat*; in a match a bot plays there from now on."""
    place = state.places[seat]
    name = name_of(state, place.person)
    happened: _Happenings = [Notice("stood", seat, name)]
    if state.phase == "open":
        place.vacate()
        return happened
    if state.settings.real_cards:
        # They play on with their real cards, or someone else is named.
        place.vacate("", name)
        return happened
    called = free_bot_name(state.taken_names)
    place.vacate(state.settings.stand_in, called)
    happened.append(Notice("bot", seat, called, text=state.settings.stand_in))
    return happened + settle(state, entry)


def _sit(state: State, entry: Entry, act: acts.Sit | acts.TakeSeat) -> _Happenings:
    assert entry.command.by is not None
    if act.wait:
        return [*wait_for_deal(state, act.seat, entry.command.by)]
    forget(state, entry.command.by)
    return [*sit_down(state, act.seat, entry.command.by), *settle(state, entry)]


def _take_seat(state: State, entry: Entry, act: acts.TakeSeat) -> _Happenings:
    state.places[act.seat].opened = act.version
    return _sit(state, entry, act)


def _stand(state: State, entry: Entry, _: Act) -> _Happenings:
    return _vacated(state, entry, acting_seat(state, entry))


def _put_bot(state: State, entry: Entry, act: acts.PutBot) -> _Happenings:
    place = state.places[act.seat]
    left = [Notice("stood", act.seat, name_of(state, place.person))] if place.person is not None else []
    place.vacate(act.bot, act.called)
    return [*left, Notice("bot", act.seat, act.called, text=act.bot), *settle(state, entry)]


def _remove_bot(state: State, _: Entry, act: acts.RemoveBot) -> _Happenings:
    state.places[act.seat].vacate()
    return [Notice("no-bot", act.seat)]


def _issue_link(state: State, entry: Entry, act: acts.IssueLink) -> _Happenings:
    state.places[act.seat].link = entry.seq
    return [Notice("link", act.seat)]


def _mute(state: State, _: Entry, act: acts.Mute) -> _Happenings:
    state.people[act.person].muted = act.muted
    return [Notice("muted" if act.muted else "unmuted", name=name_of(state, act.person))]


def _make_host(state: State, _: Entry, act: acts.MakeHost) -> _Happenings:
    state.host = act.person
    return [Notice("host", name=name_of(state, act.person))]


def _configure(state: State, entry: Entry, act: acts.Configure) -> _Happenings:
    state.settings = changed(state.settings, act.settings, state.bots)
    happened: _Happenings = [Notice("settings")]
    if state.phase != "keeping" or state.settings.real_cards:
        return happened
    # Nothing has been counted yet: the deal is played here instead.
    assert state.match is not None
    del state.kept[state.match.number + 1]
    return [*happened, *next_deal(state, entry)]


def _away(state: State, entry: Entry, act: acts.Away) -> _Happenings:
    place = state.places[act.seat]
    place.away, place.changed = entry.at, entry.seq
    return [Notice("away", act.seat), *settle(state, entry)]


def _back(state: State, entry: Entry, _: Act) -> _Happenings:
    seat = acting_seat(state, entry)
    place = state.places[seat]
    if place.away is not None and not place.stand_in:
        place.waited += entry.at - place.away
    if state.asleep:
        state.since = state.turn_at = entry.at
    place.away, place.stand_in, place.changed = None, False, entry.seq
    return [Notice("back", seat)]


def _stand_in(state: State, entry: Entry, act: acts.StandIn) -> _Happenings:
    seat = act.seat if act.seat >= 0 else acting_seat(state, entry)
    place = state.places[seat]
    if place.away is not None:
        place.waited += entry.at - place.away
    place.stand_in, place.changed = True, entry.seq
    return [Notice("stand-in", seat, text=state.settings.stand_in), *settle(state, entry)]


def _clock_out(state: State, entry: Entry, act: acts.ClockOut) -> _Happenings:
    state.places[act.seat].late = True
    state.mark, state.since = entry.seq, entry.at
    return [Notice("clock", act.seat, text=state.settings.stand_in)]


def _bot_failed(state: State, _: Entry, act: acts.BotFailed) -> _Happenings:
    place, failing = state.places[act.seat], state.bot_in(act.seat)
    place.failed += 1
    failed = Notice("bot-failed", act.seat, failing, MOST_FAILURES - place.failed, text=act.why)
    return [failed] if failed.number else [failed, Notice("back-up", act.seat, text=state.bot_in(act.seat))]


def _close(state: State, entry: Entry, _: Act) -> _Happenings:
    enter(state, entry, "closed")
    return [Notice("closed")]


_Fold: TypeAlias = Callable[[State, Entry, Any], _Happenings]

_FOLDS: Final[dict[type[Act], _Fold]] = {
    **MATCH_FOLDS,
    acts.Join: _join,
    acts.Rename: _rename,
    acts.Leave: _leave,
    acts.Sit: _sit,
    acts.TakeSeat: _take_seat,
    acts.Stand: _stand,
    acts.PutBot: _put_bot,
    acts.RemoveBot: _remove_bot,
    acts.IssueLink: _issue_link,
    acts.Remove: _remove,
    acts.LetBack: _let_back,
    acts.Mute: _mute,
    acts.MakeHost: _make_host,
    acts.Configure: _configure,
    acts.NameSeat: folding_tally.name_seat,
    acts.Tally: folding_tally.tally,
    acts.UndoTally: folding_tally.undo_tally,
    acts.Away: _away,
    acts.Back: _back,
    acts.StandIn: _stand_in,
    acts.ClockOut: _clock_out,
    acts.BotFailed: _bot_failed,
    acts.Close: _close,
}
