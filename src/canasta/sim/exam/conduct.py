"""What a bot does with messages as they should be and with lines that are none, whatever it plays."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from canasta.base.errors import CanastaError
from canasta.bots.process.child import Limits
from canasta.bots.process.conversation import ACKNOWLEDGE_MS, Conversation, quoted
from canasta.bots.process.decisions import chosen_step, decide_message, over_message
from canasta.bots.process.messages import Chosen, Decide, Ok, Wrong, format_message
from canasta.deal.view import View
from canasta.sim.exam.result import Check

NO_MESSAGES: Final = (
    b"",
    b"hello",
    b"7",
    b"[1,2]",
    b"{}",
    b'{"type":7}',
    b'{"type":"dance"}',
    b'{"id":1,"position":"","legal":[]}',
    b'{"type":"decide"}',
    b'{"type":"decide","id":1,"ms":100,"seed":1,"position":"canasta1","legal":[]}',
    b'{"type":"decide","id":1',
    b'{"type":"dec\xffide"}',
    b'{"type":\x00"bye"}',
    b"[" * 20_000,
)
"""Lines that a bot answers with an error, and that leave it as it was."""

_HUGE: Final = b'{"type":"hello","protocol":1,"canasta":"' + b"x" * (1 << 20) + b'"}\n'
_END_SECONDS: Final = 2.0


class Misconduct(CanastaError):
    """What a bot did instead of what it must do, as a sentence."""


class Conduct:
    """Checks of the bot that *command* starts, by a decision in *seen* for which it has *ms* milliseconds."""

    def __init__(self, command: Sequence[str], limits: Limits, seen: View, ms: int) -> None:
        self._command = command
        self._limits = limits
        self._seen = seen
        self._ms = ms
        self._number = 0

    def checks(self) -> Iterator[Check]:
        """Make each check in a conversation of its own; nothing follows a bot that does not even greet."""
        tests: list[tuple[str, Callable[[Conversation], None]]] = [
            ("greets, takes note of the rules and decides", self._decides),
            ("answers what is not a message with an error", self._refuses),
            ("answers a line of 1 MiB with an error", self._survives),
            ("reads keys in any order, with spaces between them", self._reads),
            ("ignores keys that it does not know", self._ignores),
            ("answers two decisions that come together, in their order", self._queues),
            ("takes note of the end of a deal", self._ends),
            ("says goodbye and ends with exit code 0", self._leaves),
            ("ends when its input ends", self._stops),
        ]
        for does, test in tests:
            problem = self._problem(test)
            yield Check(does, problem)
            if problem and test == self._decides:
                return

    def _problem(self, test: Callable[[Conversation], None]) -> str:
        conversation: Conversation | None = None
        try:
            conversation = Conversation(self._command, self._limits)
            conversation.greet()
            conversation.tell_rules(self._seen.rules)
            test(conversation)
        except CanastaError as error:
            last = conversation.child.last_error if conversation is not None else ""
            return f"{error} Its last error was: {quoted(last)}" if last else str(error)
        finally:
            if conversation is not None:
                conversation.child.kill()
        return ""

    def _asked(self) -> Decide:
        self._number += 1
        return decide_message(self._seen, self._number, self._ms, self._number)

    def _decides(self, conversation: Conversation) -> None:
        asked = self._asked()
        chosen_step(conversation.ask(asked, Chosen, self._ms), asked, self._seen)

    def _refuses(self, conversation: Conversation) -> None:
        for line in NO_MESSAGES:
            try:
                conversation.ask_line(line + b"\n", Wrong, ACKNOWLEDGE_MS)
            except CanastaError as error:
                raise Misconduct(f"After the line {line[:60]!r}: {error}") from None
        self._decides(conversation)

    def _survives(self, conversation: Conversation) -> None:
        conversation.ask_line(_HUGE, Wrong, ACKNOWLEDGE_MS)
        self._decides(conversation)

    def _reads(self, conversation: Conversation) -> None:
        asked = self._asked()
        values = dict(reversed(_values(asked).items()))
        values["legal"] = [dict(reversed(each.items())) for each in values["legal"]]
        self._decides_on(conversation, asked, json.dumps(values, separators=(" ,  ", " : ")))

    def _ignores(self, conversation: Conversation) -> None:
        asked = self._asked()
        unknown = {"type": "bye", "id": 0, "step": [True, None, -1.5e3], "legal": [], "text": 'a "quoted" \\ text'}
        values = {"later": unknown, **_values(asked), "more": [unknown, [], {}]}
        values["legal"] = [{"worth": {"step": 1}, **each, "cards": ["4c", "text"]} for each in values["legal"]]
        self._decides_on(conversation, asked, json.dumps(values))

    def _decides_on(self, conversation: Conversation, asked: Decide, text: str) -> None:
        chosen_step(conversation.ask_line(text.encode() + b"\n", Chosen, self._ms), asked, self._seen)

    def _queues(self, conversation: Conversation) -> None:
        both = self._asked(), self._asked()
        deadline = conversation.deadline(2 * self._ms)
        conversation.child.send(b"".join(map(format_message, both)), deadline)
        for asked in both:
            chosen_step(conversation.receive(Chosen, deadline), asked, self._seen)

    def _ends(self, conversation: Conversation) -> None:
        conversation.ask(over_message(self._seen, [0] * self._seen.rules.sides), Ok, ACKNOWLEDGE_MS)
        self._decides(conversation)

    def _leaves(self, conversation: Conversation) -> None:
        code = conversation.leave()
        if code != 0:
            raise Misconduct("It did not end." if code is None else f"It ended with exit code {code}.")

    def _stops(self, conversation: Conversation) -> None:
        self._decides(conversation)
        if conversation.child.wait(_END_SECONDS) is None:
            raise Misconduct(f"It still ran {_END_SECONDS:.0f} seconds later.")


def _values(message: Decide) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(format_message(message))
    return values
