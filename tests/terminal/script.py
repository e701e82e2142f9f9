"""A scripted player: types what the hint says, in the words of the terminal."""

import sys
from collections.abc import Callable
from io import StringIO

import pytest

from canasta.bots.turn_hint import turn_hint
from canasta.deal.view import view
from canasta.notation.move_text import move_text
from canasta.rules.load import load
from canasta.terminal.dialog import Dialog, Leave
from canasta.terminal.play.host import Host
from canasta.terminal.play.seating import read_seats, seat_players
from canasta.terminal.play.sitting import Sitting


class Scripted(Dialog):
    """Answers prompts by a function; keeps all that was written in `out`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, ascii_only: bool = False, width: int = 80) -> None:
        self.out = StringIO()
        monkeypatch.setattr(sys, "stdout", self.out)
        super().__init__(ascii_only=ascii_only, plain=False)
        self.console.width = width
        self.answer: Callable[[str], str] = lambda _: ""
        self.asked: list[tuple[str, str]] = []

    def ask(self, prompt: str) -> str:
        """Return what the script answers."""
        line = self.answer(prompt)
        # A script whose answers are never accepted would go on forever.
        assert not line or prompt == "> " or self.asked[-9:] != [(prompt, line)] * 9, (
            f"{line!r} does not answer {prompt!r}"
        )
        self.asked.append((prompt, line))
        self.say(prompt + line)
        return line

    @property
    def text(self) -> str:
        """All that was written."""
        return self.out.getvalue()


def table(
    dialog: Scripted,
    name: str,
    players: int | None = None,
    seed: int | None = 1,
    seats: str | None = None,
    names: str | None = None,
    options: tuple[str, ...] = (),
) -> Host:
    """Return a host with a match that has not begun."""
    rules = load(name, players, options)
    return Host(Sitting(rules, seat_players(rules, read_seats(seats), names, "greedy"), dialog, seed))


def sound(host: Host) -> Callable[[str], str]:
    """Return the script that does what the hint says, until the match is over."""

    def answer(prompt: str) -> str:
        if not prompt.startswith(">"):
            return "40" if prompt.startswith("How many cards") else ""
        seen = view(host.deal, host.deal.actor)
        return move_text(turn_hint(seen, 4).moves[0])

    return answer


def leaving_after(lines: list[str]) -> Callable[[str], str]:
    """Return the script that types *lines* and leaves."""
    left = iter(lines)

    def answer(_: str) -> str:
        line = next(left, None)
        if line is None:
            raise Leave
        return line

    return answer
