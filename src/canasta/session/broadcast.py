"""`Update`: what an entry tells, the same public part to all and an own part to each seat, as JSON for the wire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from canasta.base.events import DealBegan, DealCounted, DeckCut, Event, MatchOver, SeatsDrawn, TurnBegan
from canasta.base.seats import Seat
from canasta.base.spans import Line
from canasta.rules.groups import Rules
from canasta.session.acts import Play
from canasta.session.entries import Entry
from canasta.session.event_json import event_json
from canasta.session.folding_match import Happening
from canasta.session.line_json import LineJson, line_json, short_json
from canasta.session.notices import Notice, notice_lines
from canasta.session.snapshot import Snapshot
from canasta.session.state import State
from canasta.wording.announcements import cut_line, dealers_line, next_minimums_line, winners_line
from canasta.wording.brief import Sentence
from canasta.wording.names import Names
from canasta.wording.seat_draw import places_lines
from canasta.wording.story import tell_sentences

Json = dict[str, Any]


def patch(before: Any, after: Any) -> Json:
    """Return the JSON merge patch (RFC 7396) that makes *after* of *before*: null takes a key away.

    >>> patch({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 2, "d": 4}, "e": []})
    {'a': None, 'b': {'d': 4}, 'e': []}
    """
    changes: Json = {}
    for key in before:
        if key not in after:
            changes[key] = None
    for key, value in after.items():
        old = before.get(key, _MISSING)
        if old is value or old == value:
            continue
        changes[key] = patch(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return changes


_MISSING = object()


def patched(before: Json, changes: Json) -> Json:
    """*before* with the JSON merge patch *changes*.

    >>> patched({"a": 1, "b": {"c": 2}}, {"a": None, "b": {"d": 3}})
    {'b': {'c': 2, 'd': 3}}
    """
    after = dict(before)
    for key, value in changes.items():
        if value is None:
            after.pop(key, None)
        elif isinstance(value, dict):
            old = after.get(key)
            after[key] = patched(old if isinstance(old, dict) else {}, value)
        else:
            after[key] = value
    return after


class Said(NamedTuple):
    """Sentences as JSON: the *lines*, and the shorter forms of the last of them, as many as *short* has; none where no line is long."""

    lines: list[LineJson]
    short: list[Json]


@dataclass(slots=True)
class Update:
    """What an entry tells those at the table.

    `events_for` and `said_for` return what happened as one seat may know it, -1 for spectators; seats that hear the same as
    spectators get the same lists, so that they need be encoded only once. The moves of a bot's turn are told in one sentence,
    when it ends or someone is asked: until then a move of it has no lines.
    """

    seq: int
    """The number of the entry."""

    at: int
    """When it was made, in ms since 1970."""

    by: str | None
    """The id of the person who asked for it; None for time, bots and the server."""

    seat: Seat | None
    """The seat of that person, or the one that the act names; None for none."""

    command: str
    """The id of the command."""

    public: Json
    """The patch of the public part."""

    own: dict[Seat, Json]
    """The patch of each seat's own part; without seats that have nothing new."""

    moved: frozenset[str]
    """The people whose seat has changed: they need a new snapshot."""

    entry: Entry
    """The entry itself, for the server alone."""

    _happened: Sequence[Happening]
    """What happened, for events."""

    _said: Sequence[Happening]
    """What happened, for sentences: in play, everything not yet told."""

    _state_names: tuple[str, ...]
    """The names of the players, seat by seat."""

    _rules: Rules
    """The rules of the table."""

    _minimums: tuple[int, ...]
    """The minimums of the next deal, after a count; otherwise none."""

    _events: dict[Seat, list[Json]] = field(default_factory=dict)
    """The events that seats have asked for already."""

    _heard: dict[Seat, Said] = field(default_factory=dict)
    """The sentences that seats have asked for already."""

    def events_for(self, seat: Seat) -> list[Json]:
        """Return what happened, as *seat* may know it (-1: a spectator), as JSON."""
        if seat not in self._events:
            if seat >= 0 and not _concerns(self._happened, seat):
                self._events[seat] = self.events_for(-1)
            else:
                self._events[seat] = [event_json(each, seat, self._rules) for each in self._happened]
        return self._events[seat]

    def said_for(self, seat: Seat) -> Said:
        """Return what happened in sentences, as *seat* hears it (-1: a spectator), with short forms for all of them or none."""
        if seat not in self._heard:
            if seat >= 0 and not _concerns(self._said, seat) and not self._names_all():
                self._heard[seat] = self.said_for(-1)
            else:
                told = self._told(Names(self._state_names, seat))
                short = [short_json(each, self._state_names) for each in told]
                lines = [line_json(each.line, self._state_names) for each in told]
                self._heard[seat] = Said(lines, short if any(short) else [])
        return self._heard[seat]

    def _names_all(self) -> bool:
        """Return whether a sentence may name any player."""
        return any(isinstance(each, SeatsDrawn | DealBegan | DealCounted | MatchOver | DeckCut) for each in self._said)

    def _told(self, names: Names) -> list[Sentence]:
        """Return all sentences, those of the play gathered as at the terminal."""
        told: list[Sentence] = []
        play: list[Event] = []
        for each in self._said:
            if isinstance(each, Notice):
                told += tell_sentences(play, names, self._rules)
                told += map(Sentence, notice_lines(each, names, self._rules))
                play = []
            elif isinstance(each, SeatsDrawn | DealBegan | DealCounted | MatchOver | DeckCut):
                told += tell_sentences(play, names, self._rules)
                told += map(Sentence, self._act(each, names))
                play = []
            else:
                play.append(each)
        return [*told, *tell_sentences(play, names, self._rules)]

    def _act(self, event: Event, names: Names) -> list[Line]:
        """Return an act of the match."""
        rules = self._rules
        match event:
            case DeckCut():
                return [cut_line(event, rules.procedures.exact_cut, names)]
            case DealBegan(dealer):
                return [dealers_line(rules, dealer, event.keeper, names)]
            case DealCounted():
                return [] if not self._minimums else [next_minimums_line(rules, self._minimums, names)]
            case MatchOver(_, _, winners, totals):
                return [winners_line(winners, totals, rules, names)]
            case SeatsDrawn(dealer=dealer):
                return places_lines(rules, dealer, names)
        return []


def _concerns(happened: Iterable[Happening], seat: Seat) -> bool:
    """Return whether *seat* hears anything otherwise than a spectator; that a turn begins is not said in words."""
    return any(
        (each.seat == seat and not isinstance(each, TurnBegan)) or getattr(each, "partner", -1) == seat
        for each in happened
    )


def story(state: State, seat: Seat) -> Said:
    """Return what has been told of the deal, or of the one that is being counted, to *seat* (-1: a spectator): its last sentences.

    There is one for each turn, in the words in which they were heard. Before the first deal, what came of the draw for seats
    and of the cuts. Only the last sentence has short forms: it may be news.
    """
    deal = state.deal or state.ended
    names = Names(state.names, seat)
    if deal is None:
        told = list(map(Sentence, _before_the_deal(state, names)))
    else:
        heard = deal.history[: state.said] if deal is state.deal else deal.history
        told = tell_sentences(heard, names, state.rules)
    short = [short_json(each, state.names) for each in told[-1:]]
    return Said([line_json(each.line, state.names) for each in told[-STORY:]], short if any(short) else [])


def _before_the_deal(state: State, names: Names) -> list[Line]:
    match, rules = state.match, state.rules
    if match is None:
        return []
    drawn = places_lines(rules, match.dealer, names) if state.seats_drawn else []
    return [*drawn, *(cut_line(cut, rules.procedures.exact_cut, names) for cut in match.cuts)]


STORY: Final = 60
"""How many sentences are told to those who come later."""


def _moved(before: Mapping[str, Seat], after: Mapping[str, Seat]) -> frozenset[str]:
    return frozenset(key for key in {*before, *after} if before.get(key) != after.get(key))


def heard(
    entry: Entry, state: State, happened: Sequence[Happening], before: Snapshot | None, after: Snapshot, said: int = 0
) -> Update:
    """Return what *entry*, which led to *state*, tells those who knew the picture *before*, and *said* events of the deal in words."""
    command = entry.command
    seat = state.seat_of(command.by)
    if seat is None and command.by is None:
        named = getattr(command.act, "seat", -1)
        seat = named if named >= 0 else None
    own: dict[Seat, Json] = {}
    for each, told in after.own.items():
        changes = patch(before.own[each], told) if before is not None else told
        if changes:
            own[each] = changes
    match = state.match
    counted = any(isinstance(each, DealCounted) for each in happened)
    minimums = match.minimums() if counted and match is not None and not match.over else ()
    return Update(
        seq=entry.seq,
        at=entry.at,
        by=command.by,
        seat=seat,
        command=command.id,
        public=patch(before.public, after.public) if before is not None else after.public,
        own=own,
        moved=_moved(before.people if before is not None else {}, after.people),
        entry=entry,
        _happened=happened,
        _said=state.deal.history[said : state.said] if isinstance(command.act, Play) and state.deal else happened,
        _state_names=state.names,
        _rules=state.rules,
        _minimums=minimums,
    )
