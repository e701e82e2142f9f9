"""What a device keeps: one text by each key. Who plays here, the log of every table, and a summary to list it by."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from canasta.session.acts import Make
from canasta.session.entries import Entry, check_person, entry_text, parse_entry
from canasta.session.refusals import Refused
from canasta.tables.codes import new_id, read_code

Json = dict[str, Any]

ME: Final = "me"
"""The key of who plays here."""

ABOUT: Final = "about/"
"""Before the code of a table: its summary."""

LOG: Final = "log/"
"""Before the code of a table and the number of an entry in its log."""

BACKUP: Final = "canasta-backup"
BACKUP_VERSION: Final = 1
_DIGITS: Final = 9


class WrongBackup(ValueError):
    """A text that is no backup of tables, or not one that can be read here; its text is one sentence."""


def log_key(code: str, seq: int) -> str:
    """Return the key of the entry *seq* at the table with *code*; keys are in the order of their entries.

    >>> log_key("K7M4XHPC", 12)
    'log/K7M4XHPC/000000012'
    """
    return f"{LOG}{code}/{seq:0{_DIGITS}}"


def entry_row(code: str, entry: Entry) -> dict[str, str]:
    """Return what keeps *entry*."""
    return {log_key(code, entry.seq): entry_text(entry)}


class Shelf:
    """The small things that a device keeps: its person, and a summary of each table."""

    def __init__(self, rows: Mapping[str, str]) -> None:
        """Read *rows*; what can't be read counts as missing."""
        me = _read(rows.get(ME, ""))
        known = me.get("person")
        self.person = known if isinstance(known, str) and is_person(known) else new_id()
        self.name = str(me.get("name", ""))
        self.abouts = {
            key.removeprefix(ABOUT): about
            for key, text in rows.items()
            if key.startswith(ABOUT) and read_code(key.removeprefix(ABOUT)) and (about := _read(text))
        }

    def me_row(self) -> dict[str, str]:
        """Return what keeps who plays here."""
        return {ME: _text({"person": self.person, "name": self.name})}

    def about_row(self, code: str, about: Json) -> dict[str, str]:
        """Remember the summary *about* of the table with *code*, and return what keeps it."""
        self.abouts[code] = about
        return {ABOUT + code: _text(about)}


def backup_text(me: Json, logs: Mapping[str, Iterable[str]]) -> str:
    """Return one text with all tables: the entries of each log by its code, and who played them."""
    told = {BACKUP: BACKUP_VERSION, "me": me, "tables": {code: list(log) for code, log in logs.items()}}
    return json.dumps(told, ensure_ascii=False, indent=0) + "\n"


def read_backup(text: str) -> tuple[str, dict[str, list[Entry]]]:
    """Return the id of who made the backup *text*, and the logs of its tables. Raises `WrongBackup`."""
    told = _read(text)
    version = told.get(BACKUP)
    if type(version) is not int:
        raise WrongBackup("This is not a backup of canasta. Choose a file that “Save all matches” has made.")
    if version > BACKUP_VERSION:
        raise WrongBackup("This backup was made by a newer version of canasta. Load this page again to get it.")
    me, tables = told.get("me"), told.get("tables")
    person = me.get("person") if isinstance(me, dict) else None
    if not isinstance(person, str) or not is_person(person) or not isinstance(tables, dict):
        raise WrongBackup("This backup is not complete: it names no player, or no tables.")
    return person, {code: _log(code, lines) for code, lines in tables.items()}


def is_person(name: str) -> bool:
    """Return whether *name* can be the id of a person."""
    try:
        check_person(name)
    except Refused:
        return False
    return True


def _log(code: str, lines: object) -> list[Entry]:
    wrong = WrongBackup(f"The table {code[:20]} in this backup can't be read.")
    if read_code(code) != code or not isinstance(lines, list) or not lines:
        raise wrong
    try:
        entries = [parse_entry(line) for line in lines if isinstance(line, str)]
    except Refused:
        raise wrong from None
    if [entry.seq for entry in entries] != list(range(1, len(lines) + 1)):
        raise wrong
    if not isinstance(entries[0].command.act, Make):
        raise wrong
    return entries


def _text(told: Json) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _read(text: str) -> Json:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}
