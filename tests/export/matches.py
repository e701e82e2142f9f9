"""Recorded matches to export: played by bots, written down and read again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any

from canasta.export.content import match_content
from canasta.notation.records.playback import Watched
from canasta.rules.load import load
from canasta.terminal.replay.recording import OpenRecording
from tests.notation.written import written

PEOPLE = ("Anna", "Bertram", "Cleo", "Dimitri", "Esther", "Farouk", "Grace", "Henriette")


@cache
def record_of(name: str, players: int, seed: int = 1, bot: str = "greedy", deals: int = 1) -> str:
    """Return the text of a record, the players with names of people."""
    text, _ = written(load(name, players), seed, bot, deals)
    people = iter(PEOPLE)
    return re.sub(r'(?<=^\[\[player\]\]\n)name = ".*"', lambda _: f'name = "{next(people)}"', text, flags=re.MULTILINE)


def recording_of(text: str) -> OpenRecording:
    """Return the record *text*, ready to be watched."""
    return OpenRecording(BytesIO(text.encode()), "friday.chh")


def watched(text: str) -> list[Watched]:
    """Return the deals of the record *text*, ready to be watched."""
    recording = recording_of(text)
    deals = list(iter_deals(recording))
    assert not recording.problem, recording.problem
    return deals


def iter_deals(recording: OpenRecording) -> Iterator[Watched]:
    """Yield the deals of *recording* one after another."""
    at = 0
    while (deal := recording.deal(at)) is not None:
        yield deal
        at += 1


def content_of(text: str, *, public: bool = False, comments: bool = True) -> dict[str, Any]:
    """Return what the page of the record *text* holds."""
    recording = recording_of(text)
    content = match_content(recording.heading, iter_deals(recording), public=public, comments=comments)
    assert not recording.problem, recording.problem
    return content
