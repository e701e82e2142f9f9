"""What a page asks besides a table itself, by name: each function takes the cabinet and plain data.

A request returns its result as ``data``, or a ``task`` that finds it elsewhere; one that keeps or loads something first is a
generator. Raises `WrongMessage` and `Refused` with one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Final

from canasta.device import shelf
from canasta.device.cabinet import Cabinet
from canasta.device.kept_table import first_entries, read_table
from canasta.device.shelf import WrongBackup, backup_text, read_backup
from canasta.device.tasks import bots_task, record_task
from canasta.session.acts import Act, Make
from canasta.session.entries import entry_text, parse_entry
from canasta.session.seating import checked_name
from canasta.session.state import rules_of_table
from canasta.session.unfinished import read_unfinished
from canasta.tables.codes import new_code, read_code, shown_code
from canasta.tables.messages import WrongMessage, read_body
from canasta.tables.requests import chosen_rules, clauses_json, first_table, games_json, lesson, new_table

Json = dict[str, Any]
Found = Json | Generator[Json, Any, Json]

LARGEST_RECORD: Final = 96 << 10
LARGEST_BACKUP: Final = 16 << 20
"""The most characters of a record and of a backup."""

_NONE: Final[Json] = {"sentence": "There is no table with this code on this device.", "status": 404}
_NO_LINKS: Final[Json] = {
    "sentence": "Links to seats work at a server. This table is only on this device.",
    "status": 404,
}


def list_games(here: Cabinet, told: Any) -> Found:  # noqa: ARG001 - asked alike
    """List the games with their options, first the one to begin with."""
    return {"data": games_json()}


def me(here: Cabinet, told: Any) -> Found:  # noqa: ARG001 - asked alike
    """Say who plays here; nothing for someone new."""
    return {"data": {"person": here.shelf.person, "name": here.shelf.name} if here.shelf.name else {}}


def say_name(here: Cabinet, told: Any) -> Found:
    """Say what you are called."""
    yield from _named(here, read_body("Me", told)["name"])
    return {"data": {"person": here.shelf.person, "name": here.shelf.name}}


def _named(here: Cabinet, name: str) -> Generator[Json, Any, str]:
    name = checked_name(name, ())
    if name != here.shelf.name:
        here.shelf.name = name
        yield from here.keep(here.shelf.me_row())
    return name


def check(here: Cabinet, told: Any) -> Found:  # noqa: ARG001 - asked alike
    """Say everything that is wrong or odd about a game with options and house rules."""
    return {"task": "check", **read_body("GameChoice", told)}


def house_questions(here: Cabinet, told: Any) -> Found:  # noqa: ARG001 - asked alike
    """Give the questions that a family may answer about these rules, and the house rules with the answers so far."""
    return {"task": "questions", **read_body("HouseAnswers", told)}


def make_table(here: Cabinet, told: Any) -> Found:
    """Make a table; you are its host. One that goes on with a record tells you the names of its ``players``, by seat."""
    wanted = read_body("NewTable", told)
    names: tuple[str, ...] = ()
    if wanted["record"]:
        unfinished = read_unfinished(wanted["record"])
        rules, names = unfinished.rules, unfinished.names
    else:
        rules = chosen_rules(wanted["game"], wanted["players"], wanted["options"], wanted["house"], wanted["pad"])
    name = yield from _named(here, wanted["name"])
    make = new_table(rules, name, wanted["settings"], here.bots, wanted["record"], pad=bool(wanted["pad"]))
    made = yield from _begin(here, make, [])
    return {"data": made | ({"players": list(names)} if names else {})}


def play_now(here: Cabinet, told: Any) -> Found:
    """Make a table of the first game with bots in all other seats, and deal."""
    name = yield from _named(here, read_body("Me", told)["name"])
    return {"data": (yield from _begin(here, *first_table(name, here.bots)))}


def make_lesson(here: Cabinet, told: Any) -> Found:
    """Make the table of the lesson: given cards, and three bots that begin by a script. You sit in seat 1."""
    name = yield from _named(here, read_body("Me", told)["name"])
    return {"data": (yield from _begin(here, *lesson(name, here.bots)))}


def _begin(here: Cabinet, make: Make, first: list[Act]) -> Generator[Json, Any, Json]:
    """Make a table and do what its host asks for next, all of it or nothing. Raises `Refused`."""
    code = new_code()
    while code in here.shelf.abouts:
        code = new_code()
    table, entries = first_entries(make, here.shelf.person, first, here.clock())
    here.add(code, table, [entry_text(entry) for entry in entries])
    rows: dict[str, str] = {}
    for entry in entries:
        rows |= shelf.entry_row(code, entry)
    try:
        yield from here.keep(rows | here.about_row(code, table))
    except BaseException:
        here.tables.pop(code, None)
        here.shelf.abouts.pop(code, None)
        raise
    return {"code": code, "shown": shown_code(code)}


def take_seat(here: Cabinet, told: Any) -> Found:  # noqa: ARG001 - asked alike
    """Say that no link leads here."""
    return _NO_LINKS


def look_at(here: Cabinet, told: Any) -> Found:
    """Say what is played at a table, who sits there, how far it is, and who you are there."""
    code = _code(told)
    about = here.shelf.abouts.get(code)
    return _NONE if about is None else {"data": about}


def bots(here: Cabinet, told: Any) -> Found:
    """Say which bots may sit at a table, and how each plays: as far as this device is quick enough for them."""
    log = yield from here.log(_code(told))
    return bots_task(_make_of(log)) if log else _NONE


def tables(here: Cabinet, told: Any) -> Found:  # noqa: ARG001 - asked alike
    """List all tables, the one that was played last first."""
    return {"data": sorted(here.shelf.abouts.values(), key=lambda about: -int(about.get("at", 0)))}


def forget(here: Cabinet, told: Any) -> Found:
    """Delete a table and its log."""
    code = _code(told)
    if code not in here.shelf.abouts:
        return _NONE
    kept = yield from here.load(code)
    keys = tuple(shelf.log_key(code, seq) for seq in range(1, len(kept.log) + 1)) if kept is not None else ()
    yield from here.keep({}, (shelf.ABOUT + code, *keys))
    here.tables.pop(code, None)
    del here.shelf.abouts[code]
    return {"data": {}}


def read_rules(here: Cabinet, told: Any) -> Found:
    """Give every rule that is played at a table, clause by clause."""
    log = yield from here.log(_code(told))
    if not log:
        return _NONE
    return {"data": clauses_json(rules_of_table(_make_of(log).rules))}


def _make_of(log: Sequence[str]) -> Make:
    make = parse_entry(log[0]).command.act
    assert isinstance(make, Make)
    return make


def watch_deal(here: Cabinet, told: Any) -> Found:
    """Give a counted deal of a table to watch again, with every hand."""
    log = yield from here.log(_code(told))
    return {**record_task(log), "task": "replay", "deal": _deal(told)} if log else _NONE


def watch_record(here: Cabinet, told: Any) -> Found:  # noqa: ARG001 - asked alike
    """Check a record and give one of its deals to watch. Nothing of it is kept."""
    text = told.get("text") if isinstance(told, dict) else None
    if not isinstance(text, str) or len(text) > LARGEST_RECORD:
        raise WrongMessage(f"A record is a text of at most {LARGEST_RECORD >> 10} KiB.")
    return {"task": "replay", "text": text, "deal": _deal(told)}


def read_promises(here: Cabinet, told: Any) -> Found:
    """Give what is needed to compute the decks of the counted deals again, and the decks that were dealt."""
    log = yield from here.log(_code(told))
    return {**record_task(log), "task": "fairness"} if log else _NONE


def record(here: Cabinet, told: Any) -> Found:
    """Give the record of a table, with the deal in progress where ``unfinished`` asks for it: every hand is in that."""
    log = yield from here.log(_code(told))
    return record_task(log, unfinished=told.get("unfinished") is True) if log else _NONE


def sheet(here: Cabinet, told: Any) -> Found:
    """Give the score sheet of a table to print: filled with what was counted, blank before that."""
    log = yield from here.log(_code(told))
    return {**record_task(log), "task": "sheet"} if log else _NONE


def backup(here: Cabinet, told: Any) -> Found:  # noqa: ARG001 - asked alike
    """Give one text with all tables, to keep or to take along."""
    logs = {}
    for code in here.shelf.abouts:
        if log := (yield from here.log(code)):
            logs[code] = log
    return {"data": backup_text({"person": here.shelf.person, "name": here.shelf.name}, logs)}


def restore(here: Cabinet, told: Any) -> Found:
    """Add the tables of a backup that are not here yet, all of them or none; say how many."""
    text = told.get("text") if isinstance(told, dict) else None
    if not isinstance(text, str) or len(text) > LARGEST_BACKUP:
        raise WrongMessage(f"A backup is a text of at most {LARGEST_BACKUP >> 20} MiB.")
    try:
        person, logs = read_backup(text)
    except WrongBackup as wrong:
        raise WrongMessage(str(wrong)) from None
    new = {code: entries for code, entries in logs.items() if code not in here.shelf.abouts}
    before = here.shelf.person
    if new and person != before and here.shelf.abouts:
        raise WrongMessage(
            "These tables belong to another player. Bring them to a device on which nothing was played yet."
        )
    tables = {code: read_table(entries, here.clock()) for code, entries in new.items()}
    rows: dict[str, str] = {}
    try:
        if new:
            here.shelf.person = person  # a device without tables becomes the one that made the backup
            rows |= here.shelf.me_row()
        for code, (table, upgrade) in tables.items():
            for entry in (*new[code], *([upgrade] if upgrade else [])):
                rows |= shelf.entry_row(code, entry)
            rows |= here.about_row(code, table)
        yield from here.keep(rows)
    except BaseException:
        here.shelf.person = before
        for code in new:
            here.shelf.abouts.pop(code, None)
        raise
    return {"data": {"tables": len(new)}}


def _code(told: Any) -> str:
    code = read_code(told.get("code", "")) if isinstance(told, dict) and isinstance(told.get("code"), str) else None
    if code is None:
        raise WrongMessage("This is not the code of a table: it has eight letters and digits.")
    return code


def _deal(told: Any) -> int:
    deal = told.get("deal", 0)
    if type(deal) is not int or not 0 <= deal <= 100_000:
        raise WrongMessage("deal: must be a whole number from 0 to 100,000.")
    return deal


REQUESTS: Final[dict[str, Callable[[Cabinet, Any], Found]]] = {
    "games": list_games,
    "me": me,
    "sayName": say_name,
    "checkRules": check,
    "houseQuestions": house_questions,
    "makeTable": make_table,
    "playNow": play_now,
    "makeLesson": make_lesson,
    "takeSeat": take_seat,
    "lookAt": look_at,
    "bots": bots,
    "tables": tables,
    "forget": forget,
    "readRules": read_rules,
    "watchDeal": watch_deal,
    "watchRecord": watch_record,
    "readPromises": read_promises,
    "record": record,
    "sheet": sheet,
    "backup": backup,
    "restore": restore,
}
"""Every request by its name."""
