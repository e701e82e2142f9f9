"""How a table is played, apart from the rules of the game: times, stand-ins, spectators, talk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from canasta.session.refusals import refused
from canasta.session.seating import checked_line

_HOUR: Final = 3600
LONGEST_TITLE: Final = 40
"""How many characters the name of a table has at most."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the host can set. Times are in seconds, but *pace* in ms."""

    pace: int = 700
    """The time between moves of bots, in ms."""

    stand_in: str = "planner"
    """The bot that plays for a person who is away."""

    away_delay: int = 90
    """How long a person may be away before a bot stands in for them."""

    away_budget: int = 300
    """How long the table waits for one person in a deal altogether."""

    clock: int = 0
    """The time for a turn; 0 for no limit."""

    numbers_wait: int = 5
    """The time for giving numbers for the shuffle."""

    next_deal: int = 60
    """The time until the next deal begins by itself; 0 for never. If only one person plays, the table waits for them."""

    spectators: int = 16
    """How many people may watch without a seat."""

    talk: bool = True
    """Whether people can talk."""

    undo: bool = True
    """Whether players can take back moves."""

    draw: bool = True
    """Whether the players draw for seats, in games that do."""

    late: bool = True
    """Whether newcomers can take over the seats of bots during a match."""

    real_cards: bool = False
    """Whether people play with real cards, and the table keeps the score; it holds from the next deal on."""

    points_only: bool = False
    """Whether sides enter only what they made in all, as in a game without rules here (`canasta.tally.pad`)."""

    name: str = ""
    """The name of the table; empty where it has none."""


_RANGES: Final = {
    "pace": (0, 10_000),
    "away_delay": (5, _HOUR),
    "away_budget": (0, _HOUR),
    "clock": (0, _HOUR),
    "numbers_wait": (1, 120),
    "next_deal": (0, _HOUR),
    "spectators": (0, 16),
}
"""The smallest and the largest of every number."""

MEANINGS: Final = {
    "pace": "milliseconds between the moves of bots",
    "stand_in": "the bot that stands in for people who are away",
    "away_delay": "seconds until a stand-in plays for someone who is away",
    "away_budget": "seconds that the table waits for one person in a deal",
    "clock": "seconds for a turn; 0 for as long as you like",
    "numbers_wait": "seconds to give a number for the shuffle",
    "next_deal": "seconds until the next deal begins by itself; 0 to wait for everyone",
    "spectators": "how many people may watch",
    "talk": "whether people can talk at the table",
    "undo": "whether moves can be taken back, where the rules allow it",
    "draw": "whether everyone draws for seats before the match, where the game has a draw",
    "real_cards": "whether you play with real cards, and the table keeps the score",
    "points_only": "whether each side enters only its points in all, by no rules",
    "name": "what the table is called; empty for no name",
    "late": "whether people may take over seats of bots during a match",
}
"""What every setting is, for people."""


def usual_settings(bots: tuple[str, ...]) -> Settings:
    """Return the settings of a new table at which *bots* may sit; where neither planner nor greedy may, the first of them stands in.

    >>> usual_settings(("chance", "greedy")).stand_in
    'greedy'
    """
    return Settings(stand_in=next((name for name in ("planner", "greedy") if name in bots), bots[0]))


def written(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return *changes* as the log keeps them: the table's name as it is written. Raises `Refused` for a name that can't be one.

    >>> written({"pace": 0, "name": " Saturdays  at Ruth's"})
    {'pace': 0, 'name': "Saturdays at Ruth's"}
    """
    name = changes.get("name")
    if not isinstance(name, str) or not name.strip():
        return dict(changes) | ({"name": ""} if isinstance(name, str) else {})
    return {**changes, "name": checked_line(name, LONGEST_TITLE, "A table's name")}


def changed(settings: Settings, changes: Mapping[str, Any], bots: tuple[str, ...]) -> Settings:
    """Return *settings* with *changes*. Raises `Refused` (table.setting) with one sentence that names what is wrong.

    >>> changed(Settings(), {"clock": 60}, ("greedy",)).clock
    60
    """
    known = {each.name: getattr(settings, each.name) for each in fields(Settings)}
    for key, value in changes.items():
        if key not in known:
            raise refused(
                "table.setting", text=f'Unknown setting "{str(key)[:40]}". The settings are {", ".join(known)}.'
            )
        if key == "stand_in":
            if value not in bots:
                raise refused("table.setting", text=f"stand_in: must be one of the bots {', '.join(bots)}.")
        elif key == "name":
            if type(value) is not str:
                raise refused("table.setting", text="name: must be a text.")
        elif key in _RANGES:
            least, most = _RANGES[key]
            if type(value) is not int or not least <= value <= most:
                raise refused("table.setting", text=f"{key}: must be a whole number from {least:,} to {most:,}.")
        elif type(value) is not bool:
            raise refused("table.setting", text=f"{key}: must be true or false.")
    return replace(settings, **changes)


def told(settings: Settings) -> dict[str, Any]:
    """Return *settings* as JSON, all of them."""
    return {each.name: getattr(settings, each.name) for each in fields(Settings)}
