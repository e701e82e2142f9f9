"""Recorded matches to export: played by bots, written down and read again."""

from __future__ import annotations

from functools import cache
from typing import Any

from canasta.export.content import match_content
from canasta.notation.playback import Watched, watch
from canasta.notation.record import Heading, Record
from canasta.notation.record_reader import parse_record
from canasta.rules.load import load
from tests.notation.written import written

PEOPLE = ("Anna", "Bertram", "Cleo", "Dimitri", "Esther", "Farouk", "Grace", "Henriette")


@cache
def record_of(name: str, players: int, seed: int = 1, bot: str = "greedy", deals: int = 1) -> str:
    """The text of a record, the players with names of people."""
    text, _ = written(load(name, players), seed, bot, deals)
    for seat, person in enumerate(PEOPLE[:players]):
        text = text.replace(f'name = "Player {seat}"', f'name = "{person}"')
    return text


def watched(text: str) -> tuple[Heading, list[Watched]]:
    """The heading and the deals of the record *text*, ready to be watched."""
    record: Record = parse_record(text)
    return record.heading, list(watch(record.heading, record.deals))


def content_of(text: str, *, public: bool = False, comments: bool = True) -> dict[str, Any]:
    """What the page of the record *text* holds."""
    heading, deals = watched(text)
    return match_content(heading, deals, public=public, comments=comments)
