"""A duel in a file, so that one that was interrupted goes on where it stopped."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from canasta.base.errors import NotationError
from canasta.bots import make, policy_weights
from canasta.files import write_file
from canasta.rules.digest import digest
from canasta.rules.groups import Rules
from canasta.rules.text_file import read_text_file
from canasta.sim.duel.contest import Duel
from canasta.sim.duel.playing import DuelTally
from canasta.sim.moments import Moments
from canasta.sim.plan import PlanError

_FORMAT: Final = 1
_LARGEST: Final = 1 << 16
_SUMS: Final = ("difference", "a", "b", "turns")
_COUNTS: Final = ("ends", "finished", "won")


def save(path: Path, duel: Duel, tally: DuelTally) -> None:
    """Write what has been played of *duel* to *path*. Raises `canasta.files.FileError` if that fails."""
    kept = {"canasta duel": _FORMAT, "duel": identity(duel), "tally": _plain(tally)}
    write_file(path, json.dumps(kept, indent=1, ensure_ascii=False) + "\n")


def load(path: Path, duel: Duel) -> DuelTally:
    """Return what *path* has of *duel*; nothing if there is no such file.

    Raises `PlanError` if the file is that of another duel, or of none.
    """
    if not path.exists():
        return DuelTally()
    try:
        kept = json.loads(read_text_file(path, _LARGEST))
        if kept["canasta duel"] != _FORMAT:
            raise PlanError(f"{path} was written by another version of canasta. Choose another file for --save.")
        theirs, ours = dict(kept["duel"]), identity(duel)
        other = next((key for key in ours if theirs.get(key) != ours[key]), None)
        if other is None:
            return _tally(kept["tally"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, NotationError):
        raise PlanError(f"{path} is not the file of a duel. Choose another file for --save.") from None
    raise PlanError(
        f"{path} is the file of another duel: {other} is {_short(theirs.get(other))} there and {_short(ours[other])} here."
    )


def identity(duel: Duel) -> dict[str, Any]:
    """Return what two duels must have in common if one is to go on with the other."""
    return {
        "game": duel.rules.name,
        "players": duel.rules.seats,
        "rules": digest(duel.rules),
        "a": duel.a,
        "b": duel.b,
        "version of a": _version(duel.a, duel.rules),
        "version of b": _version(duel.b, duel.rules),
        "seed": duel.seed,
        "match": duel.match,
        "max_deals": duel.max_deals,
        "stop": duel.stop,
        **({} if duel.purpose == "test" else {"purpose": duel.purpose}),
    }


def _version(name: str, rules: Rules) -> str:
    """Return the version of the bot *name*, and its weights in short where it plays *rules* by some."""
    weights = policy_weights(name, rules.in_deal(1))
    by = f" by {sha256(repr(weights).encode()).hexdigest()[:12]}" if weights else ""
    return make(name, 0, 0).version + by


def _short(value: object) -> str:
    return str(value)[:40]


def _plain(tally: DuelTally) -> dict[str, Any]:
    sums = {name: asdict(getattr(tally, name)) for name in _SUMS}
    counts = {name: dict(getattr(tally, name)) for name in _COUNTS}
    return {"decks": tally.decks, "unfinished": tally.unfinished, **sums, **counts}


def _tally(kept: dict[str, Any]) -> DuelTally:
    """Return the tally that *kept* says. Raises `ValueError`, `KeyError` or `TypeError` if it is not one."""
    tally = DuelTally(_number(kept["decks"]), unfinished=_number(kept["unfinished"]))
    for name in _SUMS:
        number, total, squares = (_number(kept[name][each]) for each in ("number", "total", "squares"))
        setattr(tally, name, Moments(number, total, squares))
    for name in _COUNTS:
        setattr(tally, name, Counter({str(key): _number(value) for key, value in kept[name].items()}))
    if tally.difference.number != tally.decks or tally.decks < 0:
        raise ValueError("the decks do not add up")
    return tally


def _number(value: object) -> int:
    if type(value) is not int:
        raise TypeError("a whole number belongs here")
    return value
