"""`BotProcess`: a bot in a process of its own, asked for decisions one at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any, Final, Self, TypeVar

from canasta.base.errors import CanastaError
from canasta.bots.process.child import ChildError, ChildKilled, Limits
from canasta.bots.process.conversation import ACKNOWLEDGE_MS, Conversation, quoted
from canasta.bots.process.decisions import chosen_step, decide_message, over_message, told_position
from canasta.bots.process.messages import AskHint, BotHello, Chosen, Hinted, Ok, ProtocolError
from canasta.deal.view import View
from canasta.rules.shapes import clean

DECISION_MS: Final = 1_000
"""The milliseconds that a bot has for a decision where nobody says otherwise."""

UNUSABLE: Final = "It gave an answer that can't be used."
"""The reason for a failure whose own text could tell the bot's cards."""

T = TypeVar("T")


class BotFailure(CanastaError):
    """A bot that could not be started, ended, was late, or answered wrongly; its text says so in a sentence.

    *bot* is its name, or its program if it never said one; *text* is what happened, and *detail* the last line of its
    errors, if any. The message tells all three. *reason* is the sentence for people who may not see the bot's cards:
    nothing that the bot wrote is in it. *killed* says that someone else killed the program.
    """

    def __init__(self, bot: str, text: str, detail: str = "", reason: str = "", *, killed: bool = False) -> None:
        self.bot = bot
        self.text = text
        self.detail = detail
        self.reason = reason or UNUSABLE
        self.killed = killed
        said = f" Its last error was: {quoted(detail)}" if detail else ""
        super().__init__(f'The bot "{bot}" failed: {text[:1].lower()}{text[1:]}{said}')

    def __reduce__(self) -> tuple[type[BotFailure], tuple[str, str, str, str], dict[str, bool]]:
        return BotFailure, (self.bot, self.text, self.detail, self.reason), {"killed": self.killed}


class BotProcess:
    """A bot that runs as a program of its own and speaks the protocol of ``docs/writing-a-bot.md``.

    The program is started when it is first needed, and again after each failure, which kills it. It keeps nothing
    between decisions that would be lost then: each decision tells everything. One process may serve any number of
    seats and tables; threads that ask at the same time wait for each other.
    """

    def __init__(self, command: Sequence[str], limits: Limits | None = None, called: str = "") -> None:
        """Make a bot that *command* starts. It is *called* so, or as its program, until it says a name of its own."""
        self.command = tuple(command)
        self._called = called
        self.limits = limits or Limits()
        self.starts = 0
        """How often the program was started."""
        self._lock = Lock()
        self._conversation: Conversation | None = None
        self._hello: BotHello | None = None
        self._asked = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        """The name that the bot gives itself; what it is called while it has said none."""
        if self._hello is not None:
            return self._hello.name
        if self._called:
            return self._called
        return clean(self.command[0].rpartition("/")[2]) if self.command else ""

    @property
    def pid(self) -> int | None:
        """The number of the process, which leads a process group; None while it does not run."""
        conversation = self._conversation
        return None if conversation is None else conversation.child.pid

    def hello(self) -> BotHello:
        """Return what the bot says of itself. Raises `BotFailure`."""
        with self._lock:
            return self._hello or self._guarded(self._start)

    def choose(self, seen: View, ms: int = DECISION_MS, seed: int | None = None) -> int:
        """Return the legal step that the bot chooses in *seen* within *ms* milliseconds.

        *seed* is for its random numbers; without one, equal views get equal seeds, see
        `canasta.bots.process.decisions.decision_seed`. Raises `BotFailure` for everything else that can happen.
        """

        def decide() -> int:
            conversation = self._told(seen)
            self._asked += 1
            asked = decide_message(seen, self._asked, ms, seed)
            return chosen_step(conversation.ask(asked, Chosen, ms), asked, seen)

        with self._lock:
            return self._guarded(decide)

    def hint(self, seen: View, ms: int = DECISION_MS) -> Mapping[str, Any]:
        """Return a hint for the player of *seen* within *ms* milliseconds, from a program of `canasta.tables.hint_program`.

        Raises `BotFailure` for everything else that can happen.
        """
        with self._lock:
            return self._guarded(lambda: self._told(seen).ask(AskHint(told_position(seen)), Hinted, ms).hint)

    def over(self, seen: View, points: Sequence[int]) -> None:
        """Tell the bot that a deal ended as *seen* with *points* by side. Raises `BotFailure`."""
        with self._lock:
            self._guarded(lambda: self._told(seen).ask(over_message(seen, points), Ok, ACKNOWLEDGE_MS))

    def close(self) -> None:
        """Say goodbye if the program runs, and see that it has ended. Asked again, it starts again."""
        with self._lock:
            if self._conversation is not None:
                with suppress(ChildError, ProtocolError):
                    self._conversation.leave()
            self._kill()

    def interrupt(self) -> None:
        """Kill the program, also while another thread asks it something, which then raises `BotFailure`."""
        conversation = self._conversation
        if conversation is not None:
            conversation.child.interrupt()

    def _kill(self) -> None:
        conversation, self._conversation = self._conversation, None
        if conversation is not None:
            conversation.child.kill()

    def _guarded(self, act: Callable[[], T]) -> T:
        """Do *act*; whatever goes wrong with the bot kills it and becomes a `BotFailure`."""
        try:
            return act()
        except (ChildError, ProtocolError) as error:
            started = self._conversation is not None
            detail = self._conversation.child.last_error if self._conversation is not None else ""
            self._kill()
            if started:
                reason = str(error) if isinstance(error, ChildError) else UNUSABLE
            else:
                reason = "It could not be started."
            killed = isinstance(error, ChildKilled)
            raise BotFailure(self.name, str(error), detail, reason, killed=killed) from None
        except BaseException:
            self._kill()
            raise

    def _start(self) -> BotHello:
        self._conversation = Conversation(self.command, self.limits)
        self.starts += 1
        self._hello = self._conversation.greet()
        return self._hello

    def _told(self, seen: View) -> Conversation:
        """Return the conversation with the running program, which knows the rules of *seen*."""
        if self._conversation is None:
            self._start()
        assert self._conversation is not None
        self._conversation.tell_rules(seen.rules)
        return self._conversation
