"""What a view's history tells about the hands of others, as the kernel keeps it while it plays."""

from __future__ import annotations

from canasta.base.cards import KIND_OF, Kind
from canasta.base.events import Dealt, Discarded, Drew, Event, Melded, ReserveTaken, TookPile, TurnBegan, TurnedUp
from canasta.deal.view import View
from canasta.engine.clues import Clues


def clues_of(view: View) -> Clues | None:
    """Return the clues in the history of *view*; None if it does not begin with the deal, as where a position was set up.

    Whoever plays by steps inside the kernel has the same ones, by `canasta.engine.known.KnownCards.follow`.
    """
    if not view.history or not isinstance(view.history[0], Dealt):
        return None
    reader = _Reader(view)
    for event in view.history:
        reader.read(event)
    return reader.clues


class _Reader:
    """Follows the events of a deal."""

    def __init__(self, view: View) -> None:
        self.clues = Clues(view.position.rule_table)
        self._sides = view.rules.sides
        self._pile: list[Kind] = []
        self._beginning = -1
        """Whose turn has begun and has seen neither a draw nor a meld yet; -1 for nobody's."""

    def read(self, event: Event) -> None:
        """Note what *event* shows."""
        match event:
            case TurnBegan(seat):
                self._beginning = seat
            case Drew(seat):
                self._draw(seat)
            case Discarded(seat, card):
                self._pile.append(KIND_OF[card])
                self.clues.throw(seat, KIND_OF[card])
                self._beginning = -1
            case Melded() | TookPile():
                self._lay_or_take(event)
            case ReserveTaken(seat):
                self.clues.begin_anew(seat)
            case TurnedUp(_, card, covered):
                self._pile = [KIND_OF[face] for face in (*covered, *(() if card is None else (card,)))]

    def _draw(self, seat: int) -> None:
        # Cards for red threes are drawn before a turn begins, or after something else.
        if seat == self._beginning:
            self.clues.draw(seat, self._pile[-1] if self._pile else -1)
        self._beginning = -1

    def _lay_or_take(self, event: Melded | TookPile) -> None:
        if isinstance(event, TookPile):
            taken = len(event.cards)
        else:
            taken = 0 if event.top is None else 1
            self.clues.lay(event.seat % self._sides, event.rank)
        del self._pile[max(0, len(self._pile) - taken) :]
        if event.seat == self._beginning:
            self._beginning = -1
