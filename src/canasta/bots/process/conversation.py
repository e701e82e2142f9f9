"""`Conversation`: messages to the process of a bot and its answers, one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from time import monotonic
from typing import Final, TypeVar

from canasta.bots.process.child import Child, Limits
from canasta.bots.process.decisions import rules_message
from canasta.bots.process.messages import (
    LONGEST_REQUEST,
    PROTOCOL,
    BotHello,
    Bye,
    Chosen,
    Hello,
    Hinted,
    Ok,
    ProtocolError,
    Request,
    Wrong,
    format_message,
    read_reply,
)
from canasta.rules.groups import Rules
from canasta.rules.shapes import clean

ACKNOWLEDGE_MS: Final = 1_000
"""The milliseconds that a bot has for whatever is not a decision."""

_EXIT_SECONDS: Final = 2.0

ReplyT = TypeVar("ReplyT", BotHello, Ok, Chosen, Hinted, Bye, Wrong)

_NAMES: Final = {
    BotHello: "a greeting",
    Ok: "ok",
    Chosen: "a move",
    Hinted: "hinted",
    Bye: "a goodbye",
    Wrong: "an error",
}


def quoted(text: str) -> str:
    """Return *text* in quotation marks at the end of a sentence.

    >>> quoted("no luck"), quoted("I give up.")
    ('"no luck".', '"I give up."')
    """
    shown = clean(text)
    return f'"{shown}"' + ("" if shown.endswith((".", "!", "?")) else ".")


class Conversation:
    """A program that was started, and what it is told. All methods raise `ChildError` or `ProtocolError`."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self.limits = limits
        self.child = Child(command, limits)
        self._rules: Rules | None = None

    def greet(self) -> BotHello:
        """Exchange greetings; return what the bot says of itself."""
        # The package takes names of its own from this one: a plain import would be a circle.
        version: str = import_module("canasta").__version__
        hello = self.ask(Hello(PROTOCOL, version), BotHello, self.limits.start)
        if hello.protocol != PROTOCOL:
            raise ProtocolError(f"It speaks version {hello.protocol} of the protocol, not {PROTOCOL}.")
        return hello

    def tell_rules(self, rules: Rules) -> None:
        """See that the bot knows *rules*."""
        if self._rules is not rules and self._rules != rules:
            self.ask(rules_message(rules), Ok, ACKNOWLEDGE_MS)
        self._rules = rules

    def leave(self) -> int | None:
        """Say goodbye; return the exit code, None where the program goes on."""
        self.ask(Bye(), Bye, ACKNOWLEDGE_MS)
        return self.child.wait(_EXIT_SECONDS)

    def ask(self, request: Request, kind: type[ReplyT], ms: int) -> ReplyT:
        """Return the answer to *request*, which must be of *kind* and come within *ms* milliseconds."""
        line = format_message(request)
        if len(line) > LONGEST_REQUEST:
            raise ProtocolError(f"It cannot be told what takes more than {LONGEST_REQUEST:,} bytes.")
        return self.ask_line(line, kind, ms)

    def ask_line(self, line: bytes, kind: type[ReplyT], ms: int) -> ReplyT:
        """Return the answer to *line*, whatever it is, as `ask`."""
        deadline = self.deadline(ms)
        self.child.send(line, deadline)
        return self.receive(kind, deadline)

    def receive(self, kind: type[ReplyT], deadline: float) -> ReplyT:
        """Return the next message before *deadline*, which must be of *kind*."""
        reply = read_reply(self.child.receive(deadline))
        if isinstance(reply, kind):
            return reply
        answered = f"It answered with {_NAMES[type(reply)]} instead of {_NAMES[kind]}"
        if not isinstance(reply, Wrong):
            raise ProtocolError(f"{answered}.")
        raise ProtocolError(f"{answered}: {quoted(reply.text)}")

    def deadline(self, ms: int) -> float:
        """Return when *ms* milliseconds and what is allowed beyond them are over."""
        return monotonic() + (ms + self.limits.grace) / 1000
