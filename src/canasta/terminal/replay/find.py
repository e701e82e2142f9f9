"""Searching a recording: for a card that moves, or words of the story."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from canasta.base.cards import face_text, parse_face
from canasta.base.errors import NotationError
from canasta.notation.cases.event_text import cards_of
from canasta.notation.records.playback import Moment, Watched
from canasta.terminal.replay.recording import OpenRecording, RecordingPage
from canasta.terminal.replay.story import deal_lines
from canasta.terminal.replay.table import Eyes
from canasta.terminal.style import render_line

_SIGNS = str.maketrans("♣♦♥♠", "cdhs")


@dataclass(frozen=True, slots=True)
class FindQuery:
    """What is looked for: "where *what*"; *shows* says whether a moment of a deal is such a place, or a deal counted by hand."""

    what: str
    shows: Callable[[Watched, Moment | None], bool]


def read_search(text: str, recording: OpenRecording, eyes: Eyes) -> FindQuery:
    """Return the search for *text*, a card or words, with these *eyes*.

    Raises `NotationError` if *text* is empty.
    """
    word = text.strip()
    if not word:
        raise NotationError("Say what to find: a card or some words. For example: find Kh, find went out")
    face = _card(word)
    if face is not None:
        return FindQuery(
            f"{face_text(face)} moves",
            lambda _, moment: moment is not None and any(face in cards_of(event) for event in eyes.sees(moment.events)),
        )
    begins = re.compile(rf"(?<!\w){re.escape(word.lower())}")
    return FindQuery(
        f'the story says "{word}"',
        lambda watched, moment: any(begins.search(line.lower()) for line in _told(watched, moment, recording, eyes)),
    )


def _card(word: str) -> int | None:
    word = word.translate(_SIGNS)
    if word.lower() in {"joker", "jk"}:
        word = "Jk"
    if len(word) == 3 and word.startswith("10"):
        word = f"T{word[2]}"
    try:
        return parse_face(word)
    except NotationError:
        return None


def _told(watched: Watched, moment: Moment | None, recording: OpenRecording, eyes: Eyes) -> Iterator[str]:
    """Yield what these *eyes* read at *moment*, or of a deal that was counted by hand."""
    if moment is None:
        yield from (line.plain for line in deal_lines(recording, watched, eyes))
        yield from (tally.note for tally in watched.record.counts)
        yield from watched.record.corrections
        return
    for line in eyes.told(moment.events, recording.names, recording.rules):
        yield render_line(line).plain
    if eyes.everything:
        yield from moment.comments
        if moment is watched.moments[0]:
            yield watched.record.comment


def find(search: FindQuery, recording: OpenRecording, after: RecordingPage) -> RecordingPage | None:
    """Return the next place after *after* that *search* looks for; None if there is none up to the end."""
    return next((place for place in _places(recording, after) if _is(search, recording, place)), None)


def _places(recording: OpenRecording, after: RecordingPage) -> Iterator[RecordingPage]:
    """Yield all places after *after*."""
    number, at = after.deal, after.at + 1
    while pages := recording.pages(number):
        yield from (RecordingPage(number, page) for page in range(at, pages))
        number, at = number + 1, 0


def _is(search: FindQuery, recording: OpenRecording, place: RecordingPage) -> bool:
    watched = recording.deal(place.deal)
    assert watched is not None
    if watched.played.by_hand:
        return search.shows(watched, None)
    return place.at < len(watched.moments) and search.shows(watched, watched.moments[place.at])
