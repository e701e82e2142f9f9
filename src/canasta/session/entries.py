"""What a log holds: accepted commands with their place and time, one line of JSON each."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from canasta.session.act_json import act_json, parse_act
from canasta.session.acts import Act
from canasta.session.refusals import refused

_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
LONGEST_MOVE: Final = 600
"""The most characters a move may be typed with."""


@dataclass(frozen=True, slots=True)
class Command:
    """An *act* that *by* asks for; None for time, bots and the server.

    The same *id* twice from the same sender is the same command. *after* is the last entry the sender had seen, 0 if that is not told: then
    nothing is refused as stale.
    """

    id: str
    by: str | None
    act: Act
    after: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """An accepted command: number *seq* in its log (from 1, without holes), at *at* (ms since 1970 UTC, never going back).

    *check* is a 32-bit check over the table after it, where a turn, a deal or a phase ends. It never leaves the server: it
    could be tried against guessed hands.
    """

    seq: int
    at: int
    command: Command
    check: int | None = None


def parse_command(told: Mapping[str, Any], by: str | None = None) -> Command:
    """Return the command in *told*: ``cmd``, ``after`` and the act, which may be a ``move`` alone.

    *by* is the person whom the server knows the sender to be. Raises `Refused` with one sentence.

    >>> parse_command({"cmd": "c-1", "after": 7, "move": "draw"}, "p1").act
    Play(move='draw', seat=-1)
    """
    rest = dict(told)
    rest.pop("t", None)
    name, after = rest.pop("cmd", None), rest.pop("after", 0)
    check_id(name)
    if type(after) is not int or after < 0:
        raise refused("table.malformed", text="after: must be the number of an entry, or 0.")
    if "move" in rest and "act" not in rest:
        rest["act"] = "play"
    move = rest.get("move", "")
    if isinstance(move, str) and len(move) > LONGEST_MOVE:
        raise refused("table.malformed", text=f"move: must have at most {LONGEST_MOVE} characters.")
    return Command(name, by, parse_act(rest), after)


def check_id(name: object) -> None:
    """See that *name* can be the id of a command. Raises `Refused` where it cannot."""
    if not isinstance(name, str) or not _ID.fullmatch(name):
        raise refused("table.malformed", text="cmd: must be 1 to 64 letters, digits, dots, dashes or underscores.")


def check_person(name: str) -> None:
    """See that *name* can be the id of a person. Raises `Refused` where it cannot."""
    if not _ID.fullmatch(name):
        raise refused("table.malformed", text="by: must be 1 to 64 letters, digits, dots, dashes or underscores.")


def entry_text(entry: Entry) -> str:
    """*entry* as one line of JSON.

    >>> from canasta.session.acts import Ready
    >>> entry_text(Entry(9, 1000, Command("c-1", "p1", Ready(), 8)))
    '{"seq":9,"at":1000,"cmd":"c-1","by":"p1","after":8,"do":{"act":"ready"}}'
    """
    command = entry.command
    told: dict[str, Any] = {"seq": entry.seq, "at": entry.at, "cmd": command.id}
    if command.by is not None:
        told["by"] = command.by
    if command.after:
        told["after"] = command.after
    told["do"] = act_json(command.act)
    if entry.check is not None:
        told["check"] = entry.check
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def parse_entry(text: str) -> Entry:
    """Return the entry that `entry_text` wrote. Raises `Refused` (table.malformed) for anything else."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise refused("table.malformed", text=f"This entry is not JSON: {error}.") from None
    if not isinstance(told, dict) or not {"seq", "at", "cmd", "do"} <= told.keys() <= _KEYS:
        raise refused("table.malformed", text="An entry has seq, at, cmd, do, and perhaps by, after and check.")
    for key in ("seq", "at", "after", "check"):
        if key in told and type(told[key]) is not int:
            raise refused("table.malformed", text=f"{key}: must be a whole number.")
    by = told.get("by")
    if not isinstance(told["do"], dict) or not isinstance(told["cmd"], str) or not isinstance(by, str | None):
        raise refused("table.malformed", text="cmd and by must be text, and do an object.")
    command = Command(told["cmd"], by, parse_act(told["do"]), told.get("after", 0))
    return Entry(told["seq"], told["at"], command, told.get("check"))


_KEYS: Final = frozenset({"seq", "at", "cmd", "by", "after", "do", "check"})
