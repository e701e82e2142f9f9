"""From a bot's steps to a whole move, on a copy of the deal that nobody else sees.

Bots choose steps of the kernel, people make moves, and a log holds moves. A bot is asked with a view until what it chose is
a move; whatever shows new cards ends the move, so that no bot knows a card before the move that shows it is in the log.
"""

from __future__ import annotations

from collections.abc import Callable

from canasta.base.moves import Move
from canasta.base.seats import Seat
from canasta.deal.deal import Deal
from canasta.deal.view import View, view
from canasta.notation.move_text import move_text
from canasta.notation.records.whole_moves import MoveBuilder
from canasta.session import acts
from canasta.session.entries import Command
from canasta.session.schedule import ScheduledCommand
from canasta.session.state import State

_MOST_STEPS = 200


class MoveInSteps:
    """The next move of *seat*, which a bot chooses step by step; *deal* is played on and should be a copy.

    Show the bot `view`, hand its step to `take`, until `take` returns the move; or use `choose` with a bot in this process.
    """

    def __init__(self, deal: Deal, seat: Seat) -> None:
        self.seat = seat
        self._deal = deal
        self.rest: tuple[Move, ...] = ()
        """What follows the move that was returned last: a discard, say, which showed that no more melds are laid."""

        self._moves = MoveBuilder()
        self._steps = 0

    @property
    def view(self) -> View:
        """What the bot may know now; its `legal` is never empty."""
        return view(self._deal, self.seat)

    def take(self, step: int) -> Move | None:
        """Take the *step* that the bot chose; returns its whole move, once there is one.

        Raises `IllegalMove` for a step that is not legal, and `ValueError` for far too many steps.
        """
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise ValueError(f"{_MOST_STEPS} steps did not make a move")
        deal = self._deal
        before = deal.position.copy()
        events = deal.step(self.seat, step)
        made = [move for _, move in self._moves.add(self.seat, step, before, events)]
        if not made and (deal.over or deal.actor != self.seat or deal.position.turns != before.turns):
            made = [move for _, move in self._moves.flush()]
        self.rest = tuple(made[1:])
        return made[0] if made else None

    def choose(self, choose: Callable[[View], int]) -> Move:
        """Let *choose*, such as the method of a bot, take steps until they are a move."""
        while True:
            move = self.take(choose(self.view))
            if move is not None:
                return move


class Thinking:
    """A bot that chooses its next move in the seat that a `ScheduledCommand` names."""

    def __init__(self, state: State, due: ScheduledCommand) -> None:
        """Begin with the table as it is now. Raises `ValueError` for a due that asks no bot."""
        if due.thinker is None or state.deal is None:
            raise ValueError("only what is due from a bot, in a deal in progress, can be thought about")
        self.seat: Seat = due.thinker
        self._id = due.command.id
        self._move = MoveInSteps(state.deal.copy(), due.thinker)

    def think(self, choose: Callable[[View], int]) -> Command:
        """Return the command for the move that *choose*, such as the method of a bot, makes step by step.

        Raises what `MoveInSteps.take` does.
        """
        return Command(self._id, None, acts.Play(move_text(self._move.choose(choose)), self.seat))

    @property
    def rest(self) -> tuple[Move, ...]:
        """What the bot has chosen besides, for after that move."""
        return self._move.rest
