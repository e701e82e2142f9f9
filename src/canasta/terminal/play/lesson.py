"""The first lesson at the keyboard: what to type next, and why, in three turns of the deal that `canasta.session.lesson` has."""

from __future__ import annotations

from typing import Final

from canasta.base.cards import KIND_KEYS
from canasta.base.events import TookPile, TurnBegan
from canasta.deal.deal import Deal
from canasta.deal.view import View, view
from canasta.engine.position import TO_DRAW
from canasta.terminal.play.seating import PERSON, Seating

PLAYERS: Final = Seating(("You", "Ruth", "Tom", "Ivy"), (PERSON, "planner", "planner", "planner"))
"""Who sits at the lesson."""

END: Final = (
    "That is the game. Play on: the deal is yours now. Type hint for what a good player would do and why, why after a "
    "refusal, rules for the rules, and quit when you have seen enough."
)
"""What is said when nothing is left to show."""

_FIRST_DRAW: Final = "Every turn begins with a draw. Type draw."
_KINGS: Final = (
    "Suits do not matter, ranks do: three or more equal cards make a meld. You hold three kings. Type lay KKK and see what "
    "happens."
)
_OPEN: Final = (
    "Three kings are worth 30, and the first melds of a side must be worth 50 together in this deal. Twos and jokers stand "
    "for any card: two eights and the two make a meld, too, worth 40. Type lay KKK 882."
)
_DISCARD: Final = "70 of 50: your side has opened. Every turn ends with a discard. Type discard 4c."
_TAKE: Final = (
    "Tom, opposite you, is your partner. Tom has added two kings: what your partner lays is yours as well. Ivy has discarded a "
    "queen, and you hold two: they take the pile instead of a draw. Type take."
)
_EMPTY: Final = (
    "Your side has opened, so from now on any meld is good. With the cards of the pile you have three nines, three sevens "
    "and three jacks. Type lay 999 777 JJJ."
)
_LAST: Final = "One card is left. Type discard 4c and see what happens."
_FOOT: Final = (
    "Your hand was empty, so you picked up your foot: thirteen more cards. If you never get there, they count against you. "
    "Ivy has put a black three on the pile: nobody can take it now. Type draw."
)
_CANASTA: Final = (
    "A red three lies down by itself for 100 points, and you got another card for it. Now look at the kings: your side has "
    "five. Five and two are seven. Type add KK."
)
_CLEAN: Final = (
    "A canasta, seven of a rank! Without wild cards it is clean and earns 500, with them 300. What you still need to go out "
    "stands above your hand. Then your last card ends the deal, and everything is counted. Discard a card of "
    "which you have only one: pairs take piles."
)


class Lesson:
    """Says what to do next, as long as the person does what the lesson shows."""

    def __init__(self) -> None:
        self._ended = False

    def text(self, deal: Deal, seat: int, *, refused: bool) -> str:
        """Return what to type next; empty where there is nothing to say. *refused* tells whether the last move was."""
        seen = view(deal, seat)
        turn = sum(event == TurnBegan(seat) for event in deal.history)
        told = _STEPS[turn - 1](seen, refused) if 0 < turn <= len(_STEPS) else ""
        if told or self._ended:
            return told
        self._ended = True
        return END


def _kings(seen: View) -> int:
    """Return how many kings the side has on the table."""
    return max((len(meld.cards) for meld in seen.melds if meld.side == 0 and KIND_KEYS[meld.rank] == "K"), default=0)


def _first(seen: View, refused: bool) -> str:
    if seen.position.phase == TO_DRAW:
        return _FIRST_DRAW
    if seen.opened[0]:
        return _DISCARD
    return _OPEN if refused else _KINGS


def _second(seen: View, refused: bool) -> str:
    del refused
    if seen.position.phase == TO_DRAW:
        return _TAKE if seen.opened[0] and _kings(seen) else ""
    if seen.hand_sizes[seen.seat] == 1:
        return _LAST
    took = any(isinstance(event, TookPile) and event.seat == seen.seat for event in seen.history)
    return _EMPTY if took and len(seen.melds) < _AFTER_NINES else ""


_AFTER_NINES: Final = 5
"""How many melds lie when the nines, sevens and jacks do."""


def _third(seen: View, refused: bool) -> str:
    del refused
    if seen.reserves_left[seen.seat]:
        return ""
    if seen.position.phase == TO_DRAW:
        return _FOOT
    return {5: _CANASTA, 7: _CLEAN}.get(_kings(seen), "")


_STEPS: Final = (_first, _second, _third)
