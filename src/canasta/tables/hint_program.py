"""A program that finds hints, so that whoever serves tables need not: ``python -m canasta.tables.hint_program``.

It speaks the protocol of bots (``docs/writing-a-bot.md``), is asked with `canasta.bots.process.messages.AskHint`, and decides as
`planner` does if anyone asks for that.
"""

from __future__ import annotations

import sys

from canasta.bots.planner import Planner
from canasta.bots.process.messages import Hinted, ProtocolError, Reply
from canasta.bots.worker import Worker, answer_lines
from canasta.deal.view import View
from canasta.session.preview import hint


class HintProgram(Worker):
    """Answers messages as the bot `planner` does, and gives hints besides."""

    def __init__(self) -> None:
        super().__init__(Planner.name)

    def hint(self, seen: View) -> Reply:
        """Return the hint for the player of *seen*."""
        if not seen.legal:
            raise ProtocolError("The player has nothing to decide in this position.")
        return Hinted(hint(seen))


def hint_command() -> tuple[str, ...]:
    """Return the command that starts the program."""
    return (sys.executable, "-m", "canasta.tables.hint_program")


if __name__ == "__main__":
    sys.exit(answer_lines(HintProgram))
