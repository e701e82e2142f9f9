"""What sentences say of the play, as data: a question and its answer, written beside the sentence.

A test puts every claim to the judge: it builds a situation, asks the same question, and compares the answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Question: TypeAlias = Literal[
    # The draw and the pile
    "cards drawn",
    "cards taken with the pile",
    "cards that freeze the pile",
    "first cards that freeze the pile",
    "frozen until you open",
    "what takes the pile",
    "what takes a frozen pile",
    "taking cards are melded",
    "cards that block the pile",
    "what takes a joker",
    "what takes a two",
    "twice running",
    "one card for one card",
    "lifting the top card",
    "after taking, a turn ends with",
    # Melds
    "most wild cards with two, three, four, five naturals",
    "wild melds",
    "first round of turns with melds",
    "several melds of a rank",
    "a meld beside a canasta",
    "adding to a canasta",
    "sizes of a meld of black threes",
    "a discard after black threes",
    "special ranks that cannot be discarded",
    "special ranks that are no last discard",
    # Going out
    "canastas needed",
    "special ranks that count as natural",
    "canastas of black threes count",
    "reserves needed",
    "permission",
    "a partner's answer binds",
    "asking needs a sure end",
    "the partner's reserve",
    "an opponent's reserve",
    "going out without a discard",
    "cards needed to discard",
    "passing with one card",
    # An empty stock
    "taking the pile without a stock",
    "taking must",
]
"""What a claim is about. Kinds of cards are named as in rule files, canastas by their class."""

Answer: TypeAlias = bool | int | str | tuple[str, ...] | tuple[int, ...]

UNSAID: Final[dict[Question, Answer]] = {
    "cards that freeze the pile": (),
    "first cards that freeze the pile": (),
    "frozen until you open": False,
    "what takes a frozen pile": ("pair",),
    "twice running": True,
    "one card for one card": True,
    "lifting the top card": False,
    "first round of turns with melds": 1,
    "special ranks that cannot be discarded": (),
    "special ranks that are no last discard": (),
    "special ranks that count as natural": (),
    "a discard after black threes": False,
    "reserves needed": 0,
    "permission": "none",
    "a partner's answer binds": False,
    "asking needs a sure end": False,
    "the partner's reserve": "no",
    "an opponent's reserve": "no",
    "passing with one card": False,
    "taking must": "no",
}
"""What holds where no sentence answers a question: the book is silent about what is not played."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a sentence says of the play: the *answer* to a *question*."""

    question: Question
    answer: Answer
