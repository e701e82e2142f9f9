"""`Desk`: answers all that pages on this device ask, and lets time pass at their tables.

Whoever carries it, such as a worker of a browser, hands it one message at a time with `Desk.begin` and gets a `Step`: what to send,
and what is wanted before the message is dealt with. It gives that to `Desk.go_on` until nothing is wanted any more.

The order is always: judge, keep, hear. No page hears of an entry, and nothing is confirmed, before it is kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from canasta.base.errors import RulesError
from canasta.device import requests
from canasta.device.cabinet import BOTS, Cabinet
from canasta.device.kept_table import KeptTable
from canasta.device.shelf import entry_row
from canasta.device.tasks import HINT_WORLDS, hint_task
from canasta.device.visit import Visit
from canasta.session.entries import Command, Entry, entry_text, parse_command
from canasta.session.preview import hint
from canasta.session.refusals import Refused, TableStopped, refused
from canasta.tables.answers import answer, complaint, done, player, refusal
from canasta.tables.frames import encode
from canasta.tables.local import Clock, wall_clock
from canasta.tables.messages import WrongMessage, read_message
from canasta.tables.requests import problems_json

Json = dict[str, Any]
Work = Generator[Json, Any, None]
"""What deals with a message: it yields what is wanted, and gets it sent."""

_NO_TABLE: Final = "There is no table with this code on this device."
_ELSEWHERE: Final = "You opened this table in another window. Load this page again to play on here."


@dataclass(slots=True)
class Step:
    """What the desk says after each call.

    *out* goes to the page, *tasks* to a worker of their own. *wants* is what must be done before `Desk.go_on`: ``keep`` rows, of which
    ``drop`` are the ones to be deleted (answered with a sentence where that fails), or ``load`` the log of a table (answered with the texts
    of its entries, in order), with ``take`` from any other window, which is told so with ``taken``; None when the message is dealt with. *rows* are kept without waiting. *wait* is when to
    call `Desk.begin` with a ``tick``, in ms from now; None for never.
    """

    out: list[Json] = field(default_factory=list)
    tasks: list[Json] = field(default_factory=list)
    rows: dict[str, str] = field(default_factory=dict)
    wants: Json | None = None
    wait: int | None = None

    def as_text(self) -> str:
        """Return it as JSON."""
        return encode({"out": self.out, "tasks": self.tasks, "rows": self.rows, "wants": self.wants, "wait": self.wait})


class Desk:
    """All tables of this device, and the pages that look at them."""

    def __init__(self, rows: Mapping[str, str], *, bots: tuple[str, ...] = (), clock: Clock = wall_clock) -> None:
        """Make a desk for what is kept in *rows*, logs aside; *bots* may sit at new tables, by default all."""
        self.cabinet = Cabinet(rows, bots or BOTS, clock)
        self._clock = clock
        self._visits: dict[int, Visit] = {}
        self._waiting: dict[int, Callable[[Json], Work]] = {}
        self._number = 0
        self._work: Work | None = None
        self._step = Step()

    def begin(self, message: Json) -> Step:
        """Deal with *message*, as far as that goes."""
        assert self._work is None, "one message at a time"
        self._work = self._dealt_with(message)
        return self._advance(None)

    def go_on(self, found: object) -> Step:
        """Go on with what the last step wanted."""
        return self._advance(found)

    def _advance(self, found: object) -> Step:
        assert self._work is not None
        self._step = Step()
        work, self._work = self._work, None
        try:
            self._step.wants = work.send(found)
        except StopIteration:
            self._step.wait = self._wait()
        else:
            self._work = work
        return self._step

    def _wait(self) -> int | None:
        due = [each.at for kept in self.cabinet.tables.values() if (each := kept.due()) is not None]
        return max(0, min(due) - self._clock()) if due else None

    def _dealt_with(self, message: Json) -> Work:
        match message:
            case {"ask": str(name), "n": int(n)}:
                yield from self._asked(name, n, message.get("with"))
            case {"open": int(page), "code": str(code)}:
                yield from self._opened(page, code)
            case {"from": int(page), "frame": str(text)}:
                yield from self._framed(page, text)
            case {"close": int(page)}:
                self._closed(page)
            case {"done": int(number), "result": dict(result)}:
                waiting = self._waiting.pop(number, None)
                if waiting is not None:
                    yield from waiting(result)
            case {"taken": str(code)}:
                self._taken(code)
            case {"tick": _}:
                yield from self._passed()

    # Requests

    def _asked(self, name: str, n: int, told: Any) -> Work:
        def reply(result: Json) -> Work:
            self._step.out.append({"n": n, **result})
            yield from ()

        try:
            found = requests.REQUESTS[name](self.cabinet, told)
            if isinstance(found, Generator):
                found = yield from found
        except WrongMessage as wrong:
            found = {"sentence": str(wrong), "status": 422}
        except RulesError as error:
            found = {"sentence": problems_json(error)["text"], "status": 422}
        except Refused as error:
            found = {"sentence": error.text, "status": 409}
        except TableStopped as error:
            found = {"sentence": str(error), "status": 409}
        if "task" in found:
            self._ask(found, reply)
        else:
            yield from reply(found)

    def _ask(self, task: Json, then: Callable[[Json], Work]) -> None:
        """Have *task* done elsewhere; *then* gets its result."""
        self._number += 1
        self._waiting[self._number] = then
        self._step.tasks.append({"id": self._number, **task})

    # Tables

    def _opened(self, page: int, code: str) -> Work:
        try:
            kept = yield from self.cabinet.load(code)
        except (TableStopped, Refused) as error:
            self._send(page, {"t": "stopped", "text": str(error)})
            return
        if kept is None:
            self._send(page, {"t": "stopped", "text": _NO_TABLE})
            return
        self._visits[page] = Visit(
            kept, self.cabinet.shelf.person, self.cabinet.shelf.name, lambda frame: self._send(page, frame)
        )

    def _closed(self, page: int) -> None:
        visit = self._visits.pop(page, None)
        if visit is not None:
            visit.leave()

    def _taken(self, code: str) -> None:
        """Let go of the table with *code*: another window plays on there."""
        kept = self.cabinet.tables.pop(code, None)
        if kept is not None:
            self._stop(kept, _ELSEWHERE)

    def _stop(self, kept: KeptTable, why: str) -> None:
        kept.stopped = why
        for page, visit in self._visits.items():
            if visit.kept is kept:
                self._send(page, {"t": "stopped", "text": why})

    def _send(self, page: int, frame: Json | str) -> None:
        self._step.out.append({"to": page, "frame": frame if isinstance(frame, str) else encode(frame)})

    def _framed(self, page: int, text: str) -> Work:
        visit = self._visits.get(page)
        if visit is None:
            return
        try:
            message = read_message(text)
            yield from self._answered(page, visit, message)
        except WrongMessage as wrong:
            self._send(page, complaint(str(wrong), text))

    def _answered(self, page: int, visit: Visit, message: Json) -> Work:
        match message["t"]:
            case "hello":
                visit.leave()
                for frame in visit.greet(message, self._clock()):
                    self._send(page, frame)
            case "do":
                yield from self._do(page, visit, message)
            case "say":
                self._say(page, visit, message)
            case "hint":
                self._hint(page, visit, message["n"])
            case _:
                self._send(page, answer(visit.kept.local.room, visit.guest, message))

    def _do(self, page: int, visit: Visit, message: Json) -> Work:
        try:
            seq = yield from self._done(visit.kept, parse_command(message, self.cabinet.shelf.person))
        except Refused as error:
            self._send(page, refusal(message, error))
        else:
            self._send(page, done(message, seq))

    def _done(self, kept: KeptTable, command: Command) -> Generator[Json, Any, int]:
        """Let *command* be judged, kept and heard; return the number of its entry. Raises `Refused`."""
        if kept.stopped:
            raise refused("table.stopped", text=kept.stopped)
        entry = kept.local.judge(command)
        if isinstance(entry, int):
            return entry
        yield from self.cabinet.keep(entry_row(kept.code, entry))
        self._heard(kept, entry)
        return entry.seq

    def _heard(self, kept: KeptTable, entry: Entry) -> None:
        kept.log.append(entry_text(entry))
        kept.local.hear(entry)
        self._step.rows |= self.cabinet.about_row(kept.code, kept.table)

    def _say(self, page: int, visit: Visit, message: Json) -> None:
        room = visit.kept.local.room
        try:
            said = room.talk(self.cabinet.shelf.person, message["text"], message["reaction"])
        except Refused as error:
            self._send(page, refusal(message, error))
            return
        name = room.table.state.people[self.cabinet.shelf.person].name
        self._number += 1
        told = {"t": "said", "n": self._number, "name": name, "at": self._clock()}
        told |= {"reaction": said.reaction} if said.reaction else {"text": said.text}
        self._send(page, told)
        self._send(page, done(message))

    def _hint(self, page: int, visit: Visit, n: int) -> None:
        table = visit.kept.table
        try:
            seen = table.hint_seen(player(visit.kept.local.room, visit.guest, "hint"))
        except Refused as error:
            raise WrongMessage(f"hint: {error.text}") from None

        def then(result: Json) -> Work:
            found = result["data"] if "data" in result else hint(seen, HINT_WORLDS)
            self._send(page, {"t": "hinted", "n": n, **found})
            yield from ()

        self._ask(hint_task(seen), then)

    # What time brings

    def _passed(self) -> Work:
        """Do what is due now, one thing at each table."""
        for kept in list(self.cabinet.tables.values()):
            due = kept.due()
            if due is None or due.at > self._clock():
                continue
            task = kept.ask(due)
            if task is not None:
                self._think(kept, task)
            else:
                yield from self._try(kept, kept.local.filled(due))

    def _think(self, kept: KeptTable, task: Json) -> None:
        def then(result: Json) -> Work:
            found = kept.answered(result["data"]) if "data" in result else kept.failed(result["sentence"])
            if isinstance(found, Command):
                yield from self._try(kept, found)
            elif found is not None:
                self._think(kept, found)

        self._ask(task, then)

    def _try(self, kept: KeptTable, command: Command) -> Work:
        """Let *command* happen, unless the table has changed meanwhile; one that can't be kept stops the table until it is opened again."""
        try:
            yield from self._done(kept, command)
        except Refused as error:
            if error.clause == "table.stopped" and not kept.stopped:
                self.cabinet.tables.pop(kept.code, None)
                self._stop(kept, error.text)


def step_text(desk: Desk, call: str, text: str) -> str:
    """Call `Desk.begin` or `Desk.go_on` (*call*) with the JSON *text*, and return the step as JSON."""
    told = json.loads(text)
    return (desk.begin(told) if call == "begin" else desk.go_on(told)).as_text()
