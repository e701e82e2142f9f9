"""Searching a recording: for a card that moves, a rule at work, or a word of the story."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from canasta.base.cards import face_text, parse_face
from canasta.base.clauses import BY_NAME
from canasta.base.errors import NotationError
from canasta.notation.cases.event_text import cards_of
from canasta.notation.records.playback import Watched
from canasta.rules.shapes import suggest
from canasta.terminal.replay.clauses import NOWHERE, SHOWN, Scene
from canasta.terminal.replay.recording import OpenRecording, RecordingPage
from canasta.terminal.replay.sheets import counted
from canasta.terminal.replay.table import ALL, Eyes
from canasta.terminal.style import render_line
from canasta.wording.describe import describe

_SIGNS = str.maketrans("♣♦♥♠", "cdhs")


@dataclass(frozen=True, slots=True)
class FindQuery:
    """What is looked for: "where *what*"; *moment* and *sheet* say whether a place is such a one."""

    what: str
    moment: Callable[[Scene], bool]
    sheet: Callable[[Watched], bool]


def read_search(text: str, recording: OpenRecording, eyes: Eyes) -> FindQuery:
    """Return the search for *text*, a card, a clause or words, with these *eyes*.

    Raises `NotationError` for a clause that there is not, and for one that shows nowhere.
    """
    word = text.strip()
    if not word:
        raise NotationError(
            "Say what to find: a card, a rule or some words. For example: find Kh, find pile.need, find went out"
        )
    face = _card(word)
    if face is not None:
        return FindQuery(
            f"{face_text(face)} moves",
            lambda scene: any(face in cards_of(event) for event in eyes.sees(scene.events)),
            lambda _: False,
        )
    clause = word.lower()
    if clause in BY_NAME:
        return _clause(BY_NAME[clause].rule, recording)
    group = clause.partition(".")[0]
    if "." in clause and any(each.group == group for each in BY_NAME.values()):
        raise NotationError(f"There is no rule {clause}{suggest(clause, BY_NAME)}.")
    return FindQuery(f'the story says "{word}"', lambda scene: _says(scene, clause, recording, eyes), lambda _: False)


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


def _clause(clause: str, recording: OpenRecording) -> FindQuery:
    if clause in NOWHERE:
        raise NotationError(f"{clause} does not show in a record: {NOWHERE[clause]}.")
    if not describe(recording.rules, clause):
        raise NotationError(f"{clause} has no effect in this game, so there is nothing to find.")
    where, test = SHOWN.get(clause, ("", lambda _: False))
    sheet = "a score sheet counts by it"
    return FindQuery(
        f"{where}, or {sheet} ({clause})" if where else f"{sheet} ({clause})",
        test,
        lambda watched: any(
            line.clause == clause for each in counted(watched, watched.moments[-1], ALL) for line in each.lines
        ),
    )


def _says(scene: Scene, word: str, recording: OpenRecording, eyes: Eyes) -> bool:
    lines = [render_line(line).plain for line in eyes.told(scene.events, recording.names, recording.rules)]
    if eyes.everything:
        lines += scene.moment.comments
        lines += [scene.record.comment] if scene.before is None else []
    begins = re.compile(rf"(?<!\w){re.escape(word)}")
    return any(begins.search(line.lower()) for line in lines)


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
    if place.at == len(watched.moments):
        return search.sheet(watched)
    before = watched.moments[place.at - 1].deal if place.at else None
    return search.moment(Scene(watched.record, watched.moments[place.at], before))
