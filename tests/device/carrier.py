"""A carrier of a desk in this process: rows in a dictionary, time that passes when it is asked to, tasks done at once."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from canasta.device.desk import Desk, step_text
from canasta.device.shelf import LOG
from canasta.device.tasks import perform_text

Json = dict[str, Any]


class Carrier:
    """Carries a desk as the worker of a browser does, message by message."""

    def __init__(self, rows: Mapping[str, str] | None = None, bots: tuple[str, ...] = ()) -> None:
        self.rows = dict(rows or {})
        self.now = 1_000_000
        self.small = {key: text for key, text in self.rows.items() if not key.startswith(LOG)}
        self.desk = Desk(self.small, bots=bots, clock=lambda: self.now)
        self.full = ""
        self.taken: list[str] = []
        self.tasks: deque[Json] = deque()
        self.replies: dict[int, Json] = {}
        self.frames: dict[int, list[Json]] = {}
        self.wait: int | None = None
        self.perform: Callable[[str], str] = perform_text
        self._n = 0

    def send(self, message: Json) -> None:
        """Have *message* dealt with, and whatever it wants done."""
        step = json.loads(step_text(self.desk, "begin", json.dumps(message)))
        self._take(step)
        while step["wants"] is not None:
            step = json.loads(step_text(self.desk, "go_on", json.dumps(self._found(step["wants"]))))
            self._take(step)
        self.wait = step["wait"]

    def _take(self, step: Json) -> None:
        self.rows |= step["rows"]
        self.tasks += step["tasks"]
        for told in step["out"]:
            if "n" in told:
                self.replies[told["n"]] = told
            else:
                self.frames.setdefault(told["to"], []).append(json.loads(told["frame"]))

    def _found(self, wants: Json) -> Any:
        if "load" in wants:
            self.taken += [wants["load"]] if wants["take"] else []
            mine = f"{LOG}{wants['load']}/"
            return [text for key, text in sorted(self.rows.items()) if key.startswith(mine)]
        if not self.full:
            self.rows |= wants["keep"]
            for key in wants["drop"]:
                self.rows.pop(key, None)
        return self.full

    def work(self) -> None:
        """Do the tasks that wait."""
        while self.tasks:
            task = self.tasks.popleft()
            self.send({"done": task["id"], "result": json.loads(self.perform(json.dumps(task)))})

    def ask(self, name: str, /, **told: Any) -> Json:
        """Return the reply to the request *name*."""
        self._n += 1
        self.send({"ask": name, "n": self._n, "with": told})
        self.work()
        return self.replies.pop(self._n)

    def got(self, name: str, /, **told: Any) -> Any:
        """Return the data of the reply to the request *name*."""
        reply = self.ask(name, **told)
        assert "data" in reply, reply
        return reply["data"]

    def say(self, page: int, **message: Any) -> list[Json]:
        """Send *message* from a page, and return the frames that came for it meanwhile."""
        before = len(self.frames.setdefault(page, []))
        self.send({"from": page, "frame": json.dumps(message)})
        return self.frames[page][before:]

    def visit(self, page: int, code: str) -> Json:
        """Open the table with *code* from a page and say hello; return the whole table as it is told."""
        self.send({"open": page, "code": code})
        table = self.say(page, t="hello")[-1]
        assert table["t"] == "table", table
        return table

    def pass_time(self) -> None:
        """Let time pass until something is due, and let it happen."""
        assert self.wait is not None
        self.now += self.wait
        self.send({"tick": True})
        self.work()
