"""Searching a record: every rule has its places, and each place found is one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from canasta.base.cards import KIND_OF, face_text
from canasta.base.clauses import BY_NAME, RULES
from canasta.base.errors import IllegalMove, NotationError
from canasta.base.events import DealEnded, Discarded, Drew, Event, Melded, Opened, ReserveTaken, TookPile
from canasta.deal.view import view
from canasta.notation.cases.arrangement import arrange
from canasta.notation.cases.case import Case, read_cases, seated
from canasta.notation.cases.event_text import cards_of
from canasta.notation.move_text import move_text, parse_move
from canasta.notation.records.playback import Moment
from canasta.notation.records.record import DealRecord
from canasta.rules.load import games, load
from canasta.terminal.replay.clauses import COUNTED, NOWHERE, SHOWN, Scene
from canasta.terminal.replay.find import find, read_search
from canasta.terminal.replay.recording import OpenRecording, RecordingPage
from canasta.terminal.replay.table import ALL, Eyes
from canasta.wording.describe import describe
from tests.notation.written import match_text
from tests.terminal.watching import opened

CASES = Path(__file__).resolve().parents[1] / "cases"
GAMES = [
    ("hand-and-foot", 4),
    ("new-canasta", 5),
    ("hand-knee-and-foot", 8),
    ("classic", 4),
    ("pennies-from-heaven", 6),
]


@lru_cache
def recorded(name: str, players: int, seed: int = 1, bot: str = "greedy") -> OpenRecording:
    return opened(match_text(name, players, seed=seed, deals=3, bot=bot))


def places(recording: OpenRecording, text: str, eyes: Eyes = ALL) -> Iterator[RecordingPage]:
    """Yield everything that a search finds, from the beginning on."""
    search = read_search(text, recording, eyes)
    place = find(search, recording, RecordingPage(0, -1))
    while place is not None:
        yield place
        place = find(search, recording, place)


def moments(recording: OpenRecording) -> Iterator[tuple[RecordingPage, Moment]]:
    number = 0
    while watched := recording.deal(number):
        yield from ((RecordingPage(number, at), moment) for at, moment in enumerate(watched.moments))
        number += 1


def where(recording: OpenRecording, *kinds: type[Event]) -> list[RecordingPage]:
    return [place for place, moment in moments(recording) if any(isinstance(event, kinds) for event in moment.events)]


def test_every_rule_shows_somewhere_or_it_is_said_why_not() -> None:
    assert set(SHOWN) | COUNTED | set(NOWHERE) == set(RULES)
    assert not set(NOWHERE) & (set(SHOWN) | COUNTED)
    assert not COUNTED & set(SHOWN)


def scenes() -> Iterator[tuple[Case, Scene]]:
    """Yield every move of the cases that the rules allow, as a moment of a recording."""
    record = DealRecord(1, 0, (0, 0), ())
    for path in sorted(CASES.rglob("*.toml")):
        for case in read_cases(path):
            if case.rules is None or case.unplayable:
                continue
            deal, _ = arrange(case.rules, case.outline)
            for text in case.moves:
                seat, rest = seated(text, deal)
                before = deal.copy()
                try:
                    move = parse_move(rest, view(deal, seat))
                    events = deal.play(seat, move)
                except (IllegalMove, NotationError):
                    break
                yield case, Scene(record, Moment(0, seat, move_text(move), tuple(events), deal.copy(), 1), before)


def test_the_cases_of_a_rule_show_it() -> None:
    """The cases were written for the rules: what is found must be found there."""
    shown: set[str] = set()
    in_its_own: set[str] = set()
    for case, scene in scenes():
        here = {clause for clause, (_, test) in SHOWN.items() if test(scene)}
        shown |= here
        in_its_own |= here & set(case.clauses)
    at_the_deal = {clause for clause in SHOWN if clause.startswith("deal.")}
    at_the_deal |= {"reserves.size", "procedures.exact_cut"}
    assert set(SHOWN) - shown == at_the_deal
    # Of these the cases show only how they are broken, or they have no cases of their own.
    assert set(SHOWN) - in_its_own - at_the_deal <= {
        *("turn.draw", "turn.opening", "turn.answer", "specials.bonus", "out.reserves")
    }


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_deal_shows_where_cards_are_dealt(name: str, players: int) -> None:
    recording = recorded(name, players)
    assert recording.deal(2)
    deals = [RecordingPage(number, 0) for number in range(3)]
    for clause in ("deal.hand", "deal.dealers", "deal.upcard", "deal.first"):
        assert list(places(recording, clause)) == deals
    if recording.rules.procedures.exact_cut:
        assert set(places(recording, "procedures.exact_cut")) >= set(deals)
    if recording.rules.reserves:
        assert list(places(recording, "reserves.size")) == deals


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_rules_are_found_where_their_events_are(name: str, players: int) -> None:
    recording = recorded(name, players)
    assert list(places(recording, "opening.minimum")) == where(recording, Opened)
    assert list(places(recording, "turn.over")) == where(recording, DealEnded)
    if recording.rules.reserves:
        assert list(places(recording, "reserves.trigger")) == where(recording, ReserveTaken)
    taken = set(places(recording, "pile.need"))
    assert taken
    assert taken >= set(where(recording, TookPile))
    for place, moment in moments(recording):
        top = any(isinstance(event, Melded) and event.top is not None for event in moment.events)
        took = any(isinstance(event, TookPile) for event in moment.events)
        assert (place in taken) == (top or took)
    blocked = recording.deal(0)
    assert blocked
    table = blocked.moments[0].deal.position.rule_table
    assert list(places(recording, "pile.blocked")) == [
        place
        for place, moment in moments(recording)
        for event in moment.events
        if isinstance(event, Discarded) and table.blocked[KIND_OF[event.card]]
    ]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_lines_of_score_sheets_are_found_on_their_page(name: str, players: int) -> None:
    recording = recorded(name, players)
    for clause in COUNTED:
        if not describe(recording.rules, clause):
            continue
        found = list(places(recording, clause))
        expected = []
        for number in range(3):
            watched = recording.deal(number)
            assert watched
            lines = [line.clause for sheet in watched.played.replay.sheets for line in sheet]
            expected += [RecordingPage(number, len(watched.moments))] if clause in lines else []
        assert found == expected


def test_a_card_is_found_in_every_move_that_has_it() -> None:
    recording = recorded("hand-and-foot", 4)
    for text, face in (("Kh", "Kh"), ("kH", "Kh"), ("10d", "Td"), ("T♦", "Td"), ("joker", "Jk"), ("jk", "Jk")):
        assert list(places(recording, text)) == [
            place
            for place, moment in moments(recording)
            if any(face_text(card) == face for event in moment.events for card in cards_of(event))
        ]


def test_a_seat_finds_the_cards_it_saw() -> None:
    recording = recorded("hand-and-foot", 4)
    others = [
        (place, event)
        for place, moment in moments(recording)
        for event in moment.events
        if isinstance(event, Drew) and event.seat != 1 and len(moment.events) == 1
    ]
    assert others
    for place, event in others[:40]:
        for card in event.cards or ():
            assert place in places(recording, face_text(card))
            assert place not in places(recording, face_text(card), Eyes(1))
            assert place in places(recording, face_text(card), Eyes(event.seat))


def test_words_are_found_by_their_beginnings() -> None:
    recording = recorded("hand-and-foot", 4)
    opened_with = list(places(recording, "Opened"))
    assert opened_with == where(recording, Opened)
    assert list(places(recording, "bea")) == list(places(recording, "BEA"))
    assert not list(places(recording, "pened"))
    # Regular expressions mean themselves.
    assert not list(places(recording, "b.a"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Say what to find"),
        ("pile.ned", r"There is no rule pile\.ned \(did you mean pile\.need\?\)\."),
        ("table.players", "table.players does not show in a record: it applies to the whole match"),
        ("reserves.manual", "reserves.manual has no effect in this game"),
    ],
)
def test_what_cannot_be_found_gets_a_sentence(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        read_search(text, recorded("hand-and-foot", 4), ALL)


def test_words_for_places_read_as_sentences() -> None:
    for where_it_shows, _ in SHOWN.values():
        assert re.fullmatch(r"[a-z].*[a-z]", where_it_shows)
        assert where_it_shows.split()[0] in {"a", "the", "someone", "cards", "wild", "dealers", "black"}
    for reason in NOWHERE.values():
        assert re.fullmatch(r"[a-z].*[a-z]", reason)


def test_no_rule_of_a_game_is_refused_without_a_reason() -> None:
    for name in games():
        rules = load(name)
        for clause in NOWHERE:
            assert clause in BY_NAME
            describe(rules, clause)
