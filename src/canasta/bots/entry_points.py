"""Bots of other packages: each registers what makes one under a name, as an entry point of the group ``canasta.bots``."""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from random import Random
from typing import Final

from canasta.base.errors import CanastaError
from canasta.bots.bot import Bot
from canasta.rules.shapes import clean

GROUP: Final = "canasta.bots"
"""The group of entry points."""

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")


class UnusableBot(CanastaError):
    """A bot that an installed package registers and that cannot be used; its text says why in one sentence."""


@cache
def installed() -> dict[str, tuple[EntryPoint, ...]]:
    """Return what installed packages register, by name. Read once; no package is imported."""
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
        same = found.get(point.name, ())
        if point.value not in {each.value for each in same}:  # a folder may be on the path twice
            found[point.name] = (*same, point)
    return found


def usable(name: str) -> bool:
    """Return whether exactly one package registers a bot *name*, and its name can be typed."""
    return len(installed().get(name, ())) == 1 and _NAME.fullmatch(name) is not None


def find(name: str) -> EntryPoint | None:
    """Return the entry point of the bot *name*; None if no package registers one. Raises `UnusableBot`."""
    points = installed().get(name, ())
    if not points:
        return None
    if len(points) > 1:
        raise _unusable(points[0], f"{points[1].value} has the same name. Uninstall one of them")
    if not _NAME.fullmatch(name):
        raise _unusable(points[0], "a name has up to 40 small letters, digits and hyphens, and begins with a letter")
    return points[0]


def create(point: EntryPoint, seat: int, dice: Random) -> Bot:
    """Return a new bot of *point* for *seat*, in this process. Raises `UnusableBot` whatever its package does wrong."""
    try:
        maker = point.load()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a stranger's package does when it is imported
        raise _unusable(point, f"importing {point.value} failed with {_shown(error)}") from None
    if not callable(maker):
        raise _unusable(point, f"{point.value} is not a class or function that makes bots")
    try:
        bot = maker(seat, dice)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the same when it makes a bot
        raise _unusable(point, f"{point.value}({seat}, dice) failed with {_shown(error)}") from None
    version = getattr(bot, "version", None)
    if not callable(getattr(bot, "choose", None)) or not isinstance(version, str) or not 1 <= len(version) <= 40:
        raise _unusable(point, f"what {point.value} makes needs a method choose and a version of 1 to 40 characters")
    made: Bot = bot
    return made


def _unusable(point: EntryPoint, why: str) -> UnusableBot:
    package = point.dist.name if point.dist is not None else point.value
    return UnusableBot(clean(f'The bot "{point.name}" of the package {package} cannot be used: {why}.'))


def _shown(error: BaseException) -> str:
    """*error* in one line, without a period at its end."""
    text = " ".join(str(error).split()).rstrip(".")[:200]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
