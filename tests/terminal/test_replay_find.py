"""Searching a record: for cards and for words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import pytest

from canasta.base.cards import face_text
from canasta.base.errors import NotationError
from canasta.base.events import Drew, Event, Opened
from canasta.notation.cases.event_text import cards_of
from canasta.notation.records.playback import Moment
from canasta.terminal.replay.find import find, read_search
from canasta.terminal.replay.recording import OpenRecording, RecordingPage
from canasta.terminal.replay.table import ALL, Eyes
from tests.notation.written import match_text
from tests.terminal.watching import opened


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


def test_a_search_for_nothing_gets_a_sentence() -> None:
    with pytest.raises(NotationError, match="Say what to find"):
        read_search(" ", recorded("hand-and-foot", 4), ALL)
