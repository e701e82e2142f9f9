"""`ProcessBot`: a seat whose bot runs in a process, with another bot to take its place when that fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from canasta.bots.bot import MOST_FAILURES, Bot, Step
from canasta.bots.process.host import DECISION_MS, BotFailure, BotProcess
from canasta.deal.view import View


@dataclass(frozen=True, slots=True)
class Failed:
    """What a table tells everyone: the bot in *seat* failed, and the bot *stand_in*, if any, plays on for it."""

    seat: int
    failure: BotFailure
    stand_in: str = ""

    def __str__(self) -> str:
        follows = f"The bot {self.stand_in} plays on in its place" if self.stand_in else "It gets one more chance"
        return f"{self.failure} {follows}."


class ProcessBot:
    """The bot of one seat, asked through a *process*, which may serve other seats as well.

    After the first failure the process is started again and asked the same once more. After `MOST_FAILURES` the
    stand-in of `back_up` decides to the end; where there is none, the failure is raised.
    """

    def __init__(self, process: BotProcess, seat: int, ms: int = DECISION_MS) -> None:
        self.process = process
        self.seat = seat
        self.ms = ms
        self.failures: list[BotFailure] = []
        self._stand_in: Bot | None = None
        self._tell: Callable[[Failed], object] = lambda _: None

    def back_up(self, stand_in: Bot, tell: Callable[[Failed], object]) -> None:
        """Let *stand_in* play on when this bot has failed too often; *tell* hears of each failure when it happens."""
        self._stand_in, self._tell = stand_in, tell

    @property
    def name(self) -> str:
        """The name that the bot gives itself. Raises `BotFailure` where it cannot be asked."""
        return self.process.hello().name

    @property
    def version(self) -> str:
        """The version that the bot gives itself. Raises `BotFailure` where it cannot be asked."""
        return self.process.hello().version

    @property
    def replaced(self) -> bool:
        """Whether another bot plays in its place."""
        return self._stand_in is not None and len(self.failures) >= MOST_FAILURES

    def choose(self, view: View) -> Step:
        """Return one of the steps in ``view.legal``. Raises `BotFailure` where the bot failed and has no stand-in."""
        while len(self.failures) < MOST_FAILURES:
            try:
                return self.process.choose(view, self.ms)
            except BotFailure as failure:
                self._failed(failure)
        if self._stand_in is None:
            raise self.failures[-1]
        return self._stand_in.choose(view)

    def over(self, view: View, points: Sequence[int]) -> None:
        """Tell the bot that a deal ended as *view* shows. Raises `BotFailure` as `choose`."""
        if len(self.failures) < MOST_FAILURES:
            try:
                self.process.over(view, points)
            except BotFailure as failure:
                self._failed(failure)
                if self._stand_in is None:
                    raise

    def _failed(self, failure: BotFailure) -> None:
        self.failures.append(failure)
        if self._stand_in is not None:
            self._tell(Failed(self.seat, failure, self._stand_in.name if self.replaced else ""))
