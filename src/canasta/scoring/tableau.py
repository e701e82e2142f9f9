"""`Tableau`: what a side has on the table and what it was caught with at the end of a deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from canasta.base.cards import KINDS, RED_THREE

NO_CARDS: Final = (0,) * KINDS
"""The counts of no cards at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tableau:
    """Everything that the score of one side for one deal depends on. Everything is optional and means nothing if left out.

    Canastas are counted by class, as the rules tell them apart: *natural*, *mixed*, *wild*, *black* (of
    black threes) and *specials*, one number for each of `Rules.specials`. Cards are counted by kind.

    Raises `ValueError` for counts that cannot be: below zero, not of 15 kinds, more red threes on canastas
    than canastas.
    """

    natural: int = 0
    """Natural canastas, the topped ones included."""
    topped: int = 0
    """Those of them with a red three on top."""
    mixed: int = 0
    wild: int = 0
    """Wild canastas, those of the next two lines included."""
    wild_jokers: int = 0
    """Those of them with four jokers or more."""
    wild_twos: int = 0
    """Those of them with twos alone."""
    black: int = 0
    specials: tuple[int, ...] = ()
    """Natural canastas of each special rank, the topped ones included."""
    specials_topped: tuple[int, ...] = ()
    """Those of them with a red three on top."""
    melded: tuple[int, ...] = NO_CARDS
    """All cards melded, by kind, also those in canastas; no red threes."""
    melded_sum: int = 0
    """What melded cards are worth that nobody told by kind."""
    red_threes: int = 0
    """Red threes laid down; not those on canastas."""
    black_threes: int = 0
    """Black threes laid down, where they are laid like red ones."""
    caught_hand: tuple[int, ...] = NO_CARDS
    """Cards left in the hands of the side, by kind."""
    caught_reserves: tuple[int, ...] = NO_CARDS
    """Cards in reserves of the side that nobody picked up, by kind."""
    hand_sum: int = 0
    """What cards left in the hands are worth that nobody told by kind."""
    reserves_sum: int = 0
    """What cards in reserves are worth that nobody told by kind."""
    opened: bool = False
    """Whether the side has melded; cards melded say so too."""
    special_hand: int = 0
    """The special hand that the side ended the deal with, by its place in `Rules.special_hands`, from 1; 0: none."""
    out: bool = False
    """Whether the side went out."""
    concealed: bool = False
    """Whether it went out concealed."""
    after_stock: bool = False
    """Whether it went out when the stock had been used up."""
    another_out: bool = False
    """Whether another side went out."""
    missed: tuple[int, ...] = ()
    """For each of `Rules.reserves`: how many players of the side failed to pick it up in time."""
    unfinished_wild: int = 0
    """Melds of wild cards that are no canastas."""
    unfinished: tuple[int, ...] = ()
    """Natural melds of each special rank that are no canastas."""
    held: tuple[int, ...] = ()
    """For each special rank: how many players of the side were caught with three or more cards of it in hand."""
    restored: int = 0
    """How often the side put the pile back."""
    exact_cuts: int = 0
    """How many exact cuts its dealers made."""

    def __post_init__(self) -> None:
        for counts in (self.melded, self.caught_hand, self.caught_reserves):
            if len(counts) != KINDS or min(counts) < 0:
                raise ValueError(f"counts of cards must be {KINDS} numbers, none below 0, not {counts}")
        if self.melded[RED_THREE]:
            raise ValueError("red threes are never melded: count those laid down, or the canastas they lie on")
        numbers = (
            self.mixed,
            self.wild,
            self.black,
            self.red_threes,
            self.black_threes,
            self.restored,
            self.exact_cuts,
            self.melded_sum,
            self.hand_sum,
            self.reserves_sum,
        )
        if min(*numbers, *self.missed, self.unfinished_wild, *self.unfinished, *self.held, 0) < 0:
            raise ValueError("a number of canastas, melds, red threes, reserves, piles, cuts or points is below 0")
        if min(self.wild_jokers, self.wild_twos) < 0 or self.wild_jokers + self.wild_twos > self.wild:
            raise ValueError(
                f"of {self.wild} wild canastas, {self.wild_jokers} with jokers and {self.wild_twos} of twos cannot be"
            )
        tops = self.specials_topped or (0,) * len(self.specials)
        if len(tops) != len(self.specials):
            raise ValueError("specials and specials_topped have different lengths")
        for canastas, topped in ((self.natural, self.topped), *zip(self.specials, tops, strict=True)):
            if not 0 <= topped <= canastas:
                raise ValueError(f"{topped} of {canastas} canastas cannot have a red three on them")
