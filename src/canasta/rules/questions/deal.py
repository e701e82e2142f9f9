"""Questions on players, cards and the deal."""

from __future__ import annotations

from typing import Final

from canasta.rules.changes import Changes
from canasta.rules.groups import Rules
from canasta.rules.questions.lists import CARDS, Several
from canasta.rules.questions.row import Number, Word, YesNo, chapter
from canasta.rules.questions.texts import PACKS, PLAYERS

_ONE_NUMBER: Final = frozenset({"one", "each player"})
"""Where all who deal cut the same number of cards."""


def _one_dealer(rules: Rules) -> Changes:
    """Return what must be so where there is no second dealer."""
    return {"deal.first": "left of dealer"} if rules.deal.first == "left of second dealer" else {}


def _one_cut(rules: Rules) -> Changes:
    """Return the same where all who deal cut the same number of cards."""
    return _one_dealer(rules) | {"procedures.cut_dealers": "all"}


def _not_rejected(rules: Rules) -> Changes:
    """Return what freezes the pile where no rejected first card does."""
    return {"pile.frozen_by": tuple(cause for cause in rules.pile.frozen_by if cause != "upcard")}


def _no_upcard(rules: Rules) -> Changes:
    rejected: Changes = {"deal.reject": (), "deal.turn_again": "until accepted"}
    return _not_rejected(rules) | rejected | {"procedures.cut_upcard": False, "procedures.cut_either": False}


def _cut_upcard(rules: Rules) -> bool:
    """Return whether there is an exact cut, and a first card that may count in it."""
    return rules.procedures.exact_cut > 0 and rules.deal.upcard


CARDS_AND_PLAYERS: Final = chapter(
    "Players and cards",
    PLAYERS,
    Number("table.sides", "Sides", "How many sides with {players} players? 0: everyone plays alone."),
    PACKS,
    Number("deck.jokers", "Jokers", "How many jokers are in each pack?"),
)

HANDS: Final = chapter("The deal", Number("deal.hand", "Cards of the hand", "How many cards are dealt to each hand?"))

RESERVES: Final = chapter(
    "The deal", Number("reserves.*.size", "Cards of the {name}", "How many cards does the {name} have?")
)
"""The same of each reserve."""

DEAL: Final = chapter(
    "The deal",
    Word(
        "deal.dealers",
        "Who deals",
        "Who deals the cards?",
        also={
            "one": _one_cut,
            "each packet": _one_dealer,
            "each packet to the right": _one_dealer,
            "each player": _one_cut,
        },
    ),
    Word(
        "deal.first",
        "Who begins",
        "Who has the first turn: the player to the left of the dealer (left), to the left of the second dealer (second), or the dealer?",
    ),
    YesNo("deal.upcard", "First card", "Is a card turned up to begin the pile?", also={False: _no_upcard}),
    Several(
        "deal.reject",
        "Not as the first card",
        "Which cards are not accepted as the first card of the pile? Type kinds of cards, or none.",
        lambda rules: rules.deal.upcard,
        says=CARDS,
        also={"none": lambda rules: {"deal.turn_again": "until accepted"} | _not_rejected(rules)},
    ),
    YesNo(
        "deal.rejected",
        "Such a card returned",
        "Does a card that is not accepted go back into the stock? Otherwise the next one covers it.",
        lambda rules: bool(rules.deal.reject),
        yes="returned",
        no="covered",
        also={"returned": _not_rejected},
        rare=True,
    ),
    YesNo(
        "deal.turn_again",
        "Turned up once more",
        "After such a card, does the next one stay, whatever it is?",
        lambda rules: bool(rules.deal.reject),
        yes="once",
        no="until accepted",
        rare=True,
    ),
    Word(
        "procedures.seats",
        "Seats",
        "How do you choose seats and the first dealer: by agreement (agreed), by a draw for partners, or by a draw for the dealer?",
    ),
    YesNo(
        "table.score_keeper",
        "Score Keeper",
        "Does one player keep the score, and never deal or go first?",
        lambda rules: rules.seats > 2,
        rare=True,
    ),
    Number("procedures.stock_piles", "Piles of the stock", "Into how many piles is the stock laid out?"),
    Number(
        "procedures.exact_cut",
        "Exact cut",
        "How many points does taking exactly the cards needed earn? 0: it is not played.",
        words={"none": 0},
    ),
    YesNo(
        "procedures.cut_dealers",
        "Exact cut of the first dealer",
        "Can only the first of several dealers earn them?",
        lambda rules: rules.procedures.exact_cut > 0 and rules.deal.dealers not in _ONE_NUMBER,
        yes="first",
        no="all",
        rare=True,
    ),
    YesNo(
        "procedures.cut_upcard",
        "Cut with the first card",
        "Must the number include the first card of the pile?",
        _cut_upcard,
        also={True: {"procedures.cut_either": False}},
        rare=True,
    ),
    YesNo(
        "procedures.cut_either",
        "The cut's first card",
        "Is a cut exact with the first card of the pile as well as without it?",
        _cut_upcard,
        also={True: {"procedures.cut_upcard": False}},
    ),
)
