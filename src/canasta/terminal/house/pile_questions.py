"""Questions on the draw and the pile."""

from __future__ import annotations

from typing import Final

from canasta.rules.changes import Changes
from canasta.rules.groups import Rules
from canasta.rules.words.table import FROZEN_BY
from canasta.terminal.house.answers import Question
from canasta.terminal.house.lists import Several, kind_words
from canasta.terminal.house.values import Number, Word, YesNo, truth

_PILE: Final = "The draw and the pile"
_WILD: Final = "natural and wild"
_ALONE: Final = "onto meld"
_NATURAL: Final = "natural onto meld"
_FREEZING: Final = tuple((text, (cause,)) for text, cause in FROZEN_BY.typed.items())
"""What people call the causes of a frozen pile."""
_NOT_TO_OPEN: Final[Changes] = {
    "pile.frozen_until_open": False,
    "opening.top_card": "counts",
    "opening.concealed_pile": False,
}
"""What must be so where the pile is not taken to open."""


def _need(yes: bool, rules: Rules) -> Changes:
    others = [way for way in rules.pile.need if way != _WILD]
    return {"pile.need": tuple([others[0], _WILD, *others[1:]] if yes else others)}


def _alone(yes: bool, rules: Rules) -> Changes:
    others = tuple(way for way in rules.pile.need if way not in {_NATURAL, _ALONE})
    if yes:
        return {"pile.need": (*others, _ALONE)}
    kept = (_NATURAL,) if _NATURAL in rules.pile.need else ()
    return {"pile.need": (*others, *kept), "exhaustion.forced": "no"}


def _onto(yes: bool, rules: Rules) -> Changes:
    if not yes:
        return {"pile.need": tuple(way for way in rules.pile.need if way != _NATURAL)}
    others = tuple(way for way in rules.pile.need if way not in {_NATURAL, _ALONE})
    return {"pile.need": (*others, _NATURAL), "exhaustion.forced": "no"}


def _shown(yes: bool, _: Rules) -> Changes:
    if not yes:
        return {"pile.use": "meld"}
    return {"pile.use": "show", "pile.need": ("pair",), "pile.wild_top": "no", "exhaustion.forced": "no"}


def pile_questions() -> list[Question]:
    """Return the questions on the draw, and on who takes the pile with what."""
    return [
        Number(_PILE, "draw.stock", "Cards drawn", "How many cards do you draw from the stock?"),
        Number(_PILE, "pile.take", "Cards of the pile", "How many cards of the pile are taken?", words=(("all", 0),)),
        Number(
            _PILE, "pile.least", "Smallest pile", "How many cards must the pile have before it can be taken? 0: any."
        ),
        Word(
            _PILE,
            "opening.pile",
            "Pile closed",
            "When may the pile be taken: at any time (any), once your side has opened (open), or once you have melded yourself (melded)?",
            also=dict.fromkeys(("side opened", "player melded"), _NOT_TO_OPEN),
        ),
        YesNo(
            _PILE,
            "Frozen before the opening",
            "Is the pile frozen for a side that has not opened?",
            lambda rules: rules.pile.frozen_until_open,
            lambda yes, _: {"pile.frozen_until_open": yes},
            lambda rules: rules.opening.pile == "any time",
        ),
        Several(
            _PILE,
            "pile.frozen_by",
            "What freezes the pile",
            "What freezes the pile for everyone: wild cards in it, black threes in it, a rejected first card (upcard)? Or none.",
            _FREEZING,
            also={"wild": {"pile.wild_top": "no"}},
        ),
        Several(
            _PILE,
            "pile.blocked_by",
            "Blocked by",
            "With which cards on top can no one take the pile? Type kinds of cards, or none.",
            kind_words(),
            rare=True,
        ),
        YesNo(
            _PILE,
            "Taken by showing",
            "Once your side has opened, do you only show the pair that takes the pile, instead of melding it with the top card?",
            lambda rules: rules.pile.use == "show",
            _shown,
        ),
        YesNo(
            _PILE,
            "A natural and a wild card",
            "Two natural cards take the pile. Does one natural card with a wild one take it, too?",
            lambda rules: _WILD in rules.pile.need,
            _need,
            lambda rules: rules.pile.use == "meld",
        ),
        YesNo(
            _PILE,
            "The top card for a meld",
            "May you take the pile without a card from your hand if the top card joins an open meld?",
            lambda rules: _ALONE in rules.pile.need,
            _alone,
            lambda rules: rules.pile.use == "meld",
        ),
        YesNo(
            _PILE,
            "A natural for a meld",
            "Does one natural card take the pile if it joins an open meld together with the top card?",
            lambda rules: _NATURAL in rules.pile.need,
            _onto,
            lambda rules: rules.pile.use == "meld",
        ),
        truth(
            _PILE,
            "pile.consecutive",
            "Turn after turn",
            "May a player take the pile in two of their turns in a row?",
            yes={"procedures.frozen_in_time": False, "procedures.frozen_after": "pile"},
            rare=True,
        ),
        truth(
            _PILE,
            "pile.last_card",
            "One card for one card",
            "May a player with one card take a pile of one card?",
            rare=True,
        ),
        Number(
            _PILE,
            "pile.restore",
            "Lost for a try",
            "How many points does it cost to try the top card and put it back? 0: only a card you can use may be taken.",
            words=(("not played", 0),),
            loss=True,
            rare=True,
        ),
    ]
