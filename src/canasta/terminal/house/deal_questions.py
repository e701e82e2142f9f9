"""Questions on players, cards and the deal."""

from __future__ import annotations

from typing import Final

from canasta.rules.changes import Changes
from canasta.rules.groups import Rules
from canasta.terminal.house.answers import Packs, Question
from canasta.terminal.house.lists import Several, kind_words
from canasta.terminal.house.values import Number, Players, Word, YesNo, truth

_CARDS: Final = "Players and cards"
_DEAL: Final = "The deal"
_ONE_NUMBER: Final = frozenset({"one", "each player"})
"""Where all who deal cut the same number of cards."""


def _dealers(who: str, rules: Rules) -> Changes:
    """Return what must be so where there is no second dealer."""
    first: Changes = {"deal.first": "left of dealer"} if rules.deal.first == "left of second dealer" else {}
    return first | ({"procedures.cut_dealers": "all"} if who in _ONE_NUMBER else {})


def _not_rejected(rules: Rules) -> tuple[str, ...]:
    """Return what freezes the pile where no rejected first card does."""
    return tuple(cause for cause in rules.pile.frozen_by if cause != "upcard")


def _upcard(yes: bool, rules: Rules) -> Changes:
    if yes:
        return {"deal.upcard": True}
    cut: Changes = {"procedures.cut_upcard": False, "procedures.cut_either": False}
    rejected: Changes = {"deal.reject": (), "deal.turn_again": "until accepted"}
    return {"deal.upcard": False, "pile.frozen_by": _not_rejected(rules)} | rejected | cut


def _returned(yes: bool, rules: Rules) -> Changes:
    if not yes:
        return {"deal.rejected": "covered"}
    return {"deal.rejected": "returned", "pile.frozen_by": _not_rejected(rules)}


def _reserves(rules: Rules) -> list[Question]:
    """Return a question on the size of each reserve."""
    return [
        Number(
            _DEAL,
            f"reserves.{each.name}.size",
            f"Cards of the {each.name}",
            f"How many cards does the {each.name} have?",
        )
        for each in rules.reserves
    ]


def deal_questions(rules: Rules) -> list[Question]:
    """Return the questions on who plays, with which cards, and how they are dealt."""
    return [
        Players(),
        Number(_CARDS, "table.sides", "Sides", "How many sides with {players} players? 0: everyone plays alone."),
        Packs(),
        Number(_CARDS, "deck.jokers", "Jokers", "How many jokers are in each pack?"),
        Number(_DEAL, "deal.hand", "Cards of the hand", "How many cards are dealt to each hand?"),
        *_reserves(rules),
        Word(
            _DEAL,
            "deal.dealers",
            "Who deals",
            "Who deals the cards?",
            also={
                who: _dealers(who, rules) for who in ("one", "each packet", "each packet to the right", "each player")
            },
        ),
        Word(
            _DEAL,
            "deal.first",
            "Who begins",
            "Who has the first turn: the player to the left of the dealer (left), to the left of the second dealer (second), or the dealer?",
        ),
        YesNo(_DEAL, "First card", "Is a card turned up to begin the pile?", lambda r: r.deal.upcard, _upcard),
        Several(
            _DEAL,
            "deal.reject",
            "Not as the first card",
            "Which cards are not accepted as the first card of the pile? Type kinds of cards, or none.",
            kind_words(),
            lambda rules: rules.deal.upcard,
            empty={"deal.turn_again": "until accepted", "pile.frozen_by": _not_rejected(rules)},
        ),
        YesNo(
            _DEAL,
            "Such a card returned",
            "Does a card that is not accepted go back into the stock? Otherwise the next one covers it.",
            lambda rules: rules.deal.rejected == "returned",
            _returned,
            lambda rules: bool(rules.deal.reject),
            rare=True,
        ),
        YesNo(
            _DEAL,
            "Turned up once more",
            "After such a card, does the next one stay, whatever it is?",
            lambda rules: rules.deal.turn_again == "once",
            lambda yes, _: {"deal.turn_again": "once" if yes else "until accepted"},
            lambda rules: bool(rules.deal.reject),
            rare=True,
        ),
        Word(
            _DEAL,
            "procedures.seats",
            "Seats",
            "How do you choose seats and the first dealer: by agreement (agreed), by a draw for partners, or by a draw for the dealer?",
        ),
        truth(
            _DEAL,
            "table.score_keeper",
            "Score Keeper",
            "Does one player keep the score, and never deal or go first?",
            lambda rules: rules.seats > 2,
            rare=True,
        ),
        Number(
            _DEAL,
            "procedures.stock_piles",
            "Piles of the stock",
            "Into how many piles is the stock laid out?",
        ),
        Number(
            _DEAL,
            "procedures.exact_cut",
            "Exact cut",
            "How many points does taking exactly the cards needed earn? 0: it is not played.",
            words=(("none", 0),),
        ),
        YesNo(
            _DEAL,
            "Exact cut of the first dealer",
            "Can only the first of several dealers earn them?",
            lambda rules: rules.procedures.cut_dealers == "first",
            lambda yes, _: {"procedures.cut_dealers": "first" if yes else "all"},
            lambda rules: rules.procedures.exact_cut > 0 and rules.deal.dealers not in _ONE_NUMBER,
            rare=True,
        ),
        truth(
            _DEAL,
            "procedures.cut_upcard",
            "Cut with the first card",
            "Must the number include the first card of the pile?",
            lambda rules: rules.procedures.exact_cut > 0 and rules.deal.upcard,
            yes={"procedures.cut_either": False},
            rare=True,
        ),
        YesNo(
            _DEAL,
            "The cut's first card",
            "Is a cut exact with the first card of the pile as well as without it?",
            lambda rules: rules.procedures.cut_either,
            lambda yes, _: {"procedures.cut_either": yes} | ({"procedures.cut_upcard": False} if yes else {}),
            lambda rules: rules.procedures.exact_cut > 0 and rules.deal.upcard,
        ),
    ]
