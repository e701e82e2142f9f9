"""What people do: whole moves with the faces of the cards, as frozen records.

A move is made of kernel steps, applied all or none. `Lay` and `TakePile` of a side that has not opened are its
opening and end with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from canasta.base.cards import Face, Kind, Shown


@dataclass(frozen=True, slots=True, repr=False)
class Group(Shown):
    """Cards laid together: a new meld, or cards for an open meld.

    *rank* is the kind of the meld's naturals, 0 for wild melds, 3 for black threes. *slot* numbers the side's
    open melds of that rank; None joins the one open meld if there is one that takes the cards, else starts a
    new one.
    """

    cards: tuple[Face, ...]
    rank: Kind
    slot: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Draw(Shown):
    """Draw from the stock; if it is empty and a last lap is played, continue without drawing."""


@dataclass(frozen=True, slots=True, repr=False)
class TakePile(Shown):
    """Take the pile with *cards* from the hand and its top card.

    *cards* are two cards that fit the top card, or none to lay the top card on the open meld in *slot*. With two cards of
    its rank, *slot* names the open meld they join. *more* are further groups, laid after the pile was taken as by
    `Lay`; the opening of a side needs them in the same move. *single* takes the top card alone, where the rules
    allow that.
    """

    cards: tuple[Face, ...] = ()
    more: tuple[Group, ...] = ()
    slot: int | None = None
    single: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Lay(Shown):
    """Lay down melds and cards for melds: at least one group, none of them empty."""

    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Discard(Shown):
    """Discard a card, which ends the turn."""

    card: Face


@dataclass(frozen=True, slots=True, repr=False)
class LayRedThree(Shown):
    """Put a red three on a natural canasta of *rank*."""

    card: Face
    rank: Kind


@dataclass(frozen=True, slots=True, repr=False)
class Ask(Shown):
    """Ask the partner in seat *partner* for permission to go out."""

    partner: int


@dataclass(frozen=True, slots=True, repr=False)
class Answer(Shown):
    """Answer a partner's question; the answer is binding."""

    yes: bool


@dataclass(frozen=True, slots=True, repr=False)
class Knock(Shown):
    """End a turn that took the pile."""


@dataclass(frozen=True, slots=True, repr=False)
class Stuck(Shown):
    """End a turn without a discard, where nothing else is left or the rules allow it."""


@dataclass(frozen=True, slots=True, repr=False)
class PickUp(Shown):
    """Pick up the next reserve, if the rules leave that to the player."""


@dataclass(frozen=True, slots=True, repr=False)
class Lift(Shown):
    """Lift the pile's top card to try it, where the rules allow it: take the pile with it, or put it back."""


@dataclass(frozen=True, slots=True, repr=False)
class Restore(Shown):
    """Put the lifted card back on the pile, for a penalty."""


@dataclass(frozen=True, slots=True, repr=False)
class End(Shown):
    """End the deal instead of taking the pile when the stock is empty."""


Move: TypeAlias = (
    Draw | TakePile | Lay | Discard | LayRedThree | Ask | Answer | Knock | Stuck | PickUp | Lift | Restore | End
)
"""Any move."""


def hand_cards(move: Move) -> tuple[Face, ...]:
    """Return the cards that *move* lays, shows or discards from the hand, in order.

    >>> hand_cards(TakePile((7, 20), (Group((1, 2, 3), 5),))), hand_cards(Draw())
    ((7, 20, 1, 2, 3), ())
    """
    match move:
        case Lay(groups):
            return tuple(face for group in groups for face in group.cards)
        case TakePile(cards, more):
            return (*cards, *(face for group in more for face in group.cards))
        case Discard(card) | LayRedThree(card):
            return (card,)
        case _:
            return ()
