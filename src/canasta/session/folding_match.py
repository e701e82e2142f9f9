"""What the acts of a match change at a table: promises and numbers, draws and cuts, moves, counts, agreements.

Nothing here refuses: `judging` did that before the entry was written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from canasta.base.cards import Face, parse_faces
from canasta.base.events import DealCounted, Drew, Event, ReserveTaken, TookPile, TurnBegan
from canasta.base.seats import Seat
from canasta.base.shuffle import next_seed
from canasta.deal.deal import Deal
from canasta.deal.match import Match
from canasta.deal.seat_draw import draw_seats
from canasta.notation.records.spelling import parse_recorded
from canasta.session import acts
from canasta.session.acts import Act
from canasta.session.arrivals import come_in, may_be_let_in
from canasta.session.entries import Entry
from canasta.session.fairness import Shuffle, seeded_landing
from canasta.session.notices import Notice, Undone
from canasta.session.sheets import parse_sheet
from canasta.session.state import Kept, Phase, Result, State
from canasta.session.unfinished import read_unfinished

Happening: TypeAlias = Event | Notice
"""Something that the table hears of."""

_Happenings: TypeAlias = list[Happening]


def enter(state: State, entry: Entry, phase: Phase) -> None:
    """Go over to *phase*."""
    state.phase = phase
    state.mark, state.since, state.turn_at, state.used = entry.seq, entry.at, entry.at, 0
    state.ready = frozenset()
    state.vote, state.agreed = "", frozenset()


def acting_seat(state: State, entry: Entry) -> Seat:
    """Return the seat that acted."""
    if entry.command.by is None:
        return int(getattr(entry.command.act, "seat"))  # noqa: B009 - only acts with a seat come here
    seat = state.seat_of(entry.command.by)
    assert seat is not None
    return seat


def name_of(state: State, person: str | None) -> str:
    """Return what *person* is called; empty for nobody."""
    return state.people[person].name if person is not None else ""


def settle(state: State, entry: Entry) -> _Happenings:
    """Go on where everyone who is waited for has done their part, perhaps because someone is waited for no more."""
    everyone = state.everyone
    if not everyone:
        return []
    if state.vote and state.agreed >= (state.owners if state.vote == acts.LetIn.name else everyone):
        return _agreed(state, entry)
    if _numbers_in(state):
        return _shuffled(state, entry)
    if state.ready >= everyone and state.paused:
        return _resumed(state, entry)
    if state.ready >= everyone and state.phase == "counting":
        return next_deal(state, entry)
    return []


def kept_match(state: State, act: acts.Start) -> Match:
    """Return the match that *act* begins with real cards. Raises `ValueError` for a dealer who keeps the score."""
    dealer, keeper = (each if each >= 0 else None for each in (act.dealer, act.keeper))
    return Match(state.rules, 0, dealer, keeper)


def _start(state: State, entry: Entry, act: acts.Start) -> _Happenings:
    if state.record:
        unfinished = read_unfinished(state.record)
        state.match = unfinished.match if state.seed is None else unfinished.match_with_cuts
        by = name_of(state, entry.command.by)
        for number, tallies in unfinished.counts.items():
            state.kept[number] = [Kept(each, by, entry.seq) for each in tallies]
        if state.deal is None:
            return [Notice("goes-on"), *next_deal(state, entry)]
        return [Notice("goes-on"), Notice("known"), *_dealt(state, entry, list(state.deal.history))]
    happened: _Happenings = [Notice("started")]
    if state.settings.real_cards:
        state.match = kept_match(state, act)
        return happened + next_deal(state, entry)
    named = (None if seat < 0 else seat for seat in (state.dealer, state.keeper))
    state.match = Match(state.rules, state.seed or 0, *named)
    if state.settings.draw and not state.given and state.rules.procedures.seats != "as agreed":
        return happened + (_promising(state, entry, 0) if state.seed is None else _drawing(state, entry))
    return happened + next_deal(state, entry)


def next_deal(state: State, entry: Entry) -> _Happenings:
    """Begin the next deal: with real cards, with a promise, or with the deck that was given for it or comes from the seed."""
    if state.settings.real_cards:
        number = _match(state).number + 1
        state.kept[number] = [None] * state.rules.sides
        state.ended = None
        enter(state, entry, "keeping")
        return [Notice("keeping", number=number)]
    if _deck_given(state) or state.seed is not None:
        state.shuffle = None
        return _shuffled(state, entry)
    return _promising(state, entry, _match(state).number + 1)


def _deck_given(state: State) -> bool:
    """Return whether the deck of the next deal was given when the table was made."""
    return len(_match(state).results) < len(state.given) and not state.earlier and not state.record


def _match(state: State) -> Match:
    assert state.match is not None
    return state.match


def _shuffle(state: State) -> Shuffle:
    assert state.shuffle is not None
    return state.shuffle


def _promising(state: State, entry: Entry, deal: int) -> _Happenings:
    state.shuffles += 1
    state.shuffle = Shuffle(state.shuffles, deal)
    enter(state, entry, "promising")
    return []


def _promise(state: State, entry: Entry, act: acts.Promise) -> _Happenings:
    shuffle = _shuffle(state)
    shuffle.secret = act.secret
    enter(state, entry, "numbers")
    happened: _Happenings = [Notice("promised", text=shuffle.commitment)]
    return happened + (_shuffled(state, entry) if _numbers_in(state) else [])


def _numbers_in(state: State) -> bool:
    return state.phase == "numbers" and state.everyone <= _shuffle(state).numbers.keys()


def _number(state: State, entry: Entry, act: acts.Number) -> _Happenings:
    seat = acting_seat(state, entry)
    _shuffle(state).numbers[seat] = int(act.number)
    return [Notice("number", seat), *settle(state, entry)]


def _close_numbers(state: State, entry: Entry, _: Act) -> _Happenings:
    missing = len(state.everyone - _shuffle(state).numbers.keys())
    return [Notice("numbers", number=missing), *_shuffled(state, entry)]


def _shuffled(state: State, entry: Entry) -> _Happenings:
    """Go on when the deck is fixed: draw for seats, cut, or deal."""
    if state.shuffle is not None and state.shuffle.deal == 0:
        return _drawing(state, entry)
    if _match(state).cutters():
        enter(state, entry, "cutting")
        return []
    return _begun(state, entry)


def _drawing(state: State, entry: Entry) -> _Happenings:
    state.picks.clear()
    enter(state, entry, "drawing")
    return []


def _draw_card(state: State, entry: Entry, act: acts.DrawCard) -> _Happenings:
    seat = acting_seat(state, entry)
    before = len(state.rounds())
    state.picks.append((seat, act.place - 1))
    state.mark, state.since = entry.seq, entry.at
    face = state.spread[act.place - 1]
    happened: _Happenings = [Notice("picked", seat, state.names[seat], act.place, face)]
    rounds = state.rounds()
    if rounds:
        return [*happened, Notice("draw-again")] if len(rounds) > before else happened
    drawn = draw_seats(state.rules, state.drawn(), state.score_keeper)
    state.places = [state.places[player] for player in drawn.players]
    # The cards lie open until the first deal, each before the one who drew it.
    state.picks = [(drawn.players.index(player), place) for player, place in state.picks]
    state.match = Match(state.rules, _match(state).seed, drawn.dealer, drawn.keeper)
    happened += [drawn, *_told_secret(state)]
    return happened + next_deal(state, entry)


def _cut(state: State, entry: Entry, act: acts.Cut) -> _Happenings:
    match = _match(state)
    seat = acting_seat(state, entry)
    cut = match.cut(seat, _landing(state, seat, act.aim))
    state.mark, state.since = entry.seq, entry.at
    return [cut, *([] if match.cutters() else _begun(state, entry))]


def _landing(state: State, seat: Seat, aim: int) -> int:
    """Return how many cards *seat* cuts off the deck who means to take *aim*."""
    if state.shuffle is not None:
        return state.shuffle.landing(seat, aim, state.rules)
    if state.seed is not None:
        match = _match(state)
        return seeded_landing(match.seed, match.number, seat, aim, state.rules)
    return aim  # the deck was given: nobody promised anything


def _begun(state: State, entry: Entry) -> _Happenings:
    """Deal."""
    match = _match(state)
    state.cursor.clear()
    state.picks.clear()
    if state.skipping:
        return _dealt(state, entry, [])
    if state.shuffle is not None:
        return _dealt(state, entry, match.begin_deal(*state.shuffle.deck(state.rules)))
    deck = parse_faces(state.given[len(match.results)]) if _deck_given(state) else match.deck(match.number + 1)
    return _dealt(state, entry, match.begin_deal(deck, match.returns(match.number + 1)))


def _dealt(state: State, entry: Entry, events: list[Event]) -> _Happenings:
    enter(state, entry, "playing")
    state.ended = None
    state.seen = {place.person: seat for seat, place in enumerate(state.places) if place.person is not None}
    for place in state.places:
        place.waited, place.late = 0, False
        if place.away is not None and not place.stand_in:
            place.away = entry.at
    state.acted, state.undone = {}, 0
    _turned(state, entry, events)
    state.said = state.began
    return list(events)


def _turned(state: State, entry: Entry, events: Iterable[Event]) -> None:
    """Note that another turn begins after *events*."""
    state.turn_at, state.used = entry.at, 0
    state.undoable.clear()
    state.fresh = {}
    for place in state.places:
        place.late = False
    if state.deal is None:
        return
    state.began = len(state.deal.history)
    came: dict[Seat, list[Face]] = {}
    begun = False
    for event in events:
        begun = begun or isinstance(event, TurnBegan)
        if begun and isinstance(event, Drew | TookPile | ReserveTaken):
            came.setdefault(event.seat, []).extend(event.cards or ())
    state.fresh = {seat: tuple(cards) for seat, cards in came.items()}


def _deal(state: State) -> Deal:
    assert state.deal is not None
    return state.deal


def _play(state: State, entry: Entry, act: acts.Play) -> _Happenings:
    if state.skipping:
        return []
    deal, seat = _deal(state), acting_seat(state, entry)
    turns, actor = deal.position.turns, deal.actor
    if entry.command.by is None and act.move == state.scripted(seat):
        state.cursor[seat] = state.cursor.get(seat, 0) + 1
    events = deal.play(seat, parse_recorded(act.move))
    state.acted[seat] = state.mark = entry.seq
    state.since = entry.at
    if deal.can_undo(seat):
        state.undoable.append(entry.seq)
    else:
        state.undoable.clear()
    if deal.position.turns != turns or deal.over:
        _turned(state, entry, events)
    elif deal.actor != actor:
        state.turn_at, state.used = entry.at, 0
    if entry.command.by is not None or deal.over or (turns, actor) != (deal.position.turns, deal.actor):
        state.said = len(deal.history)
    return list(events)


def _undo(state: State, entry: Entry, _: Act) -> _Happenings:
    if state.skipping:
        return []
    deal, seat = _deal(state), acting_seat(state, entry)
    back = deal.undo(seat)
    event = Undone(seat, back.count, entry=state.undoable.pop())
    state.acted[seat] = state.mark = state.undone = entry.seq
    state.since = entry.at
    state.said = len(deal.history)
    return [event]


def _restart(state: State, entry: Entry, act: Act) -> _Happenings:
    if state.skipping:
        return []
    happened = _undo(state, entry, act)
    while _deal(state).can_undo(acting_seat(state, entry)):
        happened += _undo(state, entry, act)
    return happened


def _take_back(state: State, entry: Entry, _: Act) -> _Happenings:
    if state.skipping:
        return []
    deal, seat = _deal(state), acting_seat(state, entry)
    event = Undone(seat, deal.take_back(seat).count, entry=state.acted[seat])
    began = max(at for at, each in enumerate(deal.history) if isinstance(each, TurnBegan))
    _turned(state, entry, ())
    # What came with the turn is in its history from here on.
    state.began, state.said = began + 1, len(deal.history)
    state.acted[seat] = state.mark = state.undone = entry.seq
    state.since = entry.at
    return [event]


def _count(state: State, entry: Entry, act: acts.Count) -> _Happenings:
    match = _match(state)
    number = match.number + (match.current_deal is None)
    counted = DealCounted(match.dealer, number, tuple(map(parse_sheet, act.sheets)), tuple(act.totals))
    _cleared(state)
    state.ended = None if state.skipping else match.current_deal
    events = match.take_over(counted)
    enter(state, entry, "over" if match.over else "counting")
    return [*events, *_told_secret(state), *come_in(state, range(state.rules.seats))]


def _cleared(state: State) -> None:
    """Forget what belonged to a deal."""
    state.seen, state.acted, state.fresh, state.cursor = {}, {}, {}, {}
    state.undone = state.began = state.said = 0
    state.undoable.clear()
    for place in state.places:
        place.late = False


def _told_secret(state: State) -> _Happenings:
    """Tell the secret of the shuffle, which has done its work."""
    shuffle = state.shuffle
    if shuffle is None or not shuffle.secret:
        return []
    state.told.append(shuffle.as_told(state.rules.seats, over=True))
    state.shuffle = None
    return [Notice("secret", text=shuffle.secret)]


def _ready(state: State, entry: Entry, _: Act) -> _Happenings:
    seat = acting_seat(state, entry)
    state.ready |= {seat}
    return [Notice("ready", seat), *settle(state, entry)]


def _begin_next(state: State, entry: Entry, _: Act) -> _Happenings:
    return next_deal(state, entry)


def _pause(state: State, entry: Entry, _: Act) -> _Happenings:
    state.paused = True
    state.ready = frozenset()
    state.used += max(0, entry.at - state.turn_at)
    seat = state.seat_of(entry.command.by)
    if seat is None:
        return [Notice("paused-by-host", name=name_of(state, entry.command.by))]
    return [Notice("paused", seat)]


def _resume(state: State, entry: Entry, _: Act) -> _Happenings:
    return _resumed(state, entry)


def _resumed(state: State, entry: Entry) -> _Happenings:
    state.paused = False
    state.ready = frozenset()
    state.since = state.turn_at = entry.at
    for place in state.places:
        if place.away is not None and not place.stand_in:
            place.away = entry.at
    return [Notice("resumed")]


def _vote(state: State, entry: Entry, act: Act) -> _Happenings:
    seat = acting_seat(state, entry)
    if state.vote != act.name:
        state.vote, state.agreed = act.name, frozenset()
    state.agreed |= {seat}
    happened: _Happenings = [Notice(act.name, seat)]
    return happened + settle(state, entry)


def _agreed(state: State, entry: Entry) -> _Happenings:
    match state.vote:
        case acts.Redeal.name:
            return _dropped(state, entry, "")
        case acts.LetIn.name:
            state.vote, state.agreed = "", frozenset()
            return [*come_in(state, may_be_let_in(state)), *settle(state, entry)]
    return _again(state, entry)


def _decline(state: State, entry: Entry, _: Act) -> _Happenings:
    state.vote, state.agreed = "", frozenset()
    return [Notice("declined", acting_seat(state, entry))]


def _void(state: State, entry: Entry, act: acts.Void) -> _Happenings:
    return _dropped(state, entry, act.why)


def _upgrade(state: State, entry: Entry, act: acts.Upgrade) -> _Happenings:
    state.engine = act.engine
    happened: _Happenings = [Notice("upgraded")]
    return [*happened, *_dropped(state, entry, "")] if state.phase in {"cutting", "playing"} else happened


def _dropped(state: State, entry: Entry, why: str) -> _Happenings:
    """Drop the deal in progress and deal it again."""
    _match(state).void_deal()
    state.paused = False
    _cleared(state)
    happened: _Happenings = [Notice("void", text=why), *_told_secret(state)]
    state.phase = "promising"  # whoever sits down now has seen nothing
    happened += come_in(state, range(state.rules.seats))
    return happened + next_deal(state, entry)


def _again(state: State, entry: Entry) -> _Happenings:
    """Begin another match of the same people, dealt on from the last one."""
    match = _match(state)
    for place in state.places:
        place.failed = 0
    state.earlier.append(Result(match.totals, match.standing.winners, len(match.results)))
    state.match = Match(state.rules, 0 if state.seed is None else next_seed(match.seed), match.dealer, match.keeper)
    state.kept.clear()
    state.kept_before.clear()
    return [Notice("started"), *next_deal(state, entry)]


_Fold: TypeAlias = Callable[[State, Entry, Any], _Happenings]

MATCH_FOLDS: Final[dict[type[Act], _Fold]] = {
    acts.Start: _start,
    acts.Promise: _promise,
    acts.Number: _number,
    acts.CloseNumbers: _close_numbers,
    acts.DrawCard: _draw_card,
    acts.Cut: _cut,
    acts.Play: _play,
    acts.Undo: _undo,
    acts.Restart: _restart,
    acts.TakeBack: _take_back,
    acts.Count: _count,
    acts.Ready: _ready,
    acts.NextDeal: _begin_next,
    acts.Pause: _pause,
    acts.Resume: _resume,
    acts.Redeal: _vote,
    acts.LetIn: _vote,
    acts.Rematch: _vote,
    acts.Decline: _decline,
    acts.Void: _void,
    acts.Upgrade: _upgrade,
}
"""What changes with each act of a match."""
