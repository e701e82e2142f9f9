"""What takes long is a task for a worker of its own: hints, moves of bots that search, records, deals to watch again.

A task and its result are plain data, so that they can cross from one worker to another as text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final

from canasta.base.errors import CanastaError, RulesError
from canasta.bots import registry
from canasta.bots.process.decisions import ViewReader, told_position
from canasta.deal.view import View
from canasta.device.pondering import SEARCHING, bots_in_time
from canasta.session.acts import Make
from canasta.session.entries import parse_entry
from canasta.session.preview import hint
from canasta.session.records import record_of
from canasta.session.refusals import Refused, refused
from canasta.session.state import rules_of_table, rules_of_text, rules_text
from canasta.session.table import Table
from canasta.tables.requests import (
    blank_sheet,
    check_rules,
    fairness_json,
    filled_sheet,
    house_questions,
    levels_json,
    problems_json,
    replay_json,
)

Json = dict[str, Any]

HINT_WORLDS: Final = 4
"""In how many worlds a hint compares plans: here a world takes a hundred times as long as in the compiled kernel."""


TOO_SLOW: Final = "This device is too slow for the bot far-sighted in this game."


def seen_json(seen: View) -> Json:
    """Return *seen* as a task has it: the rules, and the position line."""
    return {"rules": rules_text(seen.rules), "position": told_position(seen)}


def hint_task(seen: View) -> Json:
    """Return the task of finding a hint for the player of *seen*."""
    return {"task": "hint", "worlds": HINT_WORLDS, **seen_json(seen)}


def step_task(seen: View, bot: str, seed: int) -> Json:
    """Return the task of choosing a step for the player of *seen*, as *bot* with the random numbers of *seed* does."""
    return {"task": "step", "bot": bot, "seed": seed, **seen_json(seen)}


def bots_task(make: Make) -> Json:
    """Return the task of finding which bots may sit at the table of *make*: measuring takes some seconds."""
    return {"task": "bots", "bots": list(make.bots), "rules": rules_text(rules_of_table(make.rules))}


def record_task(entries: Iterable[str], *, unfinished: bool = False) -> Json:
    """Return the task of making the record of a log; with *unfinished*, the deal in progress is in it."""
    return {"task": "record", "log": list(entries), "unfinished": unfinished}


def perform(task: Json) -> Json:
    """Return the result of *task* as ``data``, or the ``sentence`` that says why there is none, with a status as in HTTP."""
    try:
        return {"data": _TASKS[task["task"]](task)}
    except RulesError as error:
        return {"sentence": problems_json(error)["text"], "status": 422}
    except Refused as error:
        return {"sentence": error.text, "status": 409}
    except CanastaError as error:
        return {"sentence": str(error), "status": 500}


def perform_text(text: str) -> str:
    """Return what `perform` does, both as JSON."""
    return json.dumps(perform(json.loads(text)), ensure_ascii=False, separators=(",", ":"))


def _seen(task: Json) -> View:
    return ViewReader(rules_of_text(task["rules"])).view(task["position"])


def _hint(task: Json) -> Json:
    return hint(_seen(task), task["worlds"])


def _step(task: Json) -> int:
    seen = _seen(task)
    return int(registry.make(task["bot"], task["seed"], seen.seat).choose(seen))


def _bots(task: Json) -> Json:
    found = bots_in_time(tuple(task["bots"]), task["rules"])
    slow = set(SEARCHING) <= set(task["bots"]) - set(found)
    return levels_json(task["bots"]) | {"bots": list(found)} | ({"slow": TOO_SLOW} if slow else {})


def _record(task: Json) -> str:
    text = record_of(map(parse_entry, task["log"]), unfinished=task["unfinished"])
    if "[[deal]]" not in text:
        raise refused("table.no-record")
    return text


def _replay(task: Json) -> Json:
    """Return a deal to watch: of the record ``text``, or of a log."""
    return replay_json(task["text"] if "text" in task else _record(task), task["deal"] or None)


def _fairness(task: Json) -> Json:
    return fairness_json(_record(task))


def _sheet(task: Json) -> str:
    entries = [parse_entry(text) for text in task["log"]]
    state = Table.fold(entries).state
    counted = state.match is not None and state.match.results
    return filled_sheet(_record(task)) if counted else blank_sheet(state)


def _check(task: Json) -> Json:
    return check_rules(task["game"], task["players"], task["options"], task["house"], task["pad"])


def _questions(task: Json) -> Json:
    return house_questions(task["game"], task["players"], task["options"], task["house"], task["answers"])


_TASKS: Final[dict[str, Callable[[Json], Any]]] = {
    "hint": _hint,
    "step": _step,
    "bots": _bots,
    "record": _record,
    "replay": _replay,
    "fairness": _fairness,
    "sheet": _sheet,
    "check": _check,
    "questions": _questions,
}
