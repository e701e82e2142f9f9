"""Questions on the opening, on hands that end a deal, and on turns."""

from __future__ import annotations

from typing import Final

from canasta.rules.changes import Changes
from canasta.rules.groups import Rules
from canasta.rules.questions.lists import SPECIAL_HANDS
from canasta.rules.questions.row import Number, Word, YesNo, chapter
from canasta.rules.questions.texts import MINIMUMS

_NEEDED: Final[Changes] = {"reserves.*.needed": True}
_MORE: Final[Changes] = {
    "opening.bonuses": False,
    "opening.concealed": "no",
    "opening.concealed_pile": False,
    "score.concealed": 0,
}
"""What must be so where an opening needs more than its minimum."""
_NO_CANASTA: Final[Changes] = {"opening.mixed": True} | _MORE
"""What must be so where no canasta may be part of an opening."""


def _usual(rules: Rules) -> bool:
    """Return whether an opening is any melds of enough points."""
    return rules.opening.mixed and rules.opening.triple == "no"


def _plain(rules: Rules) -> bool:
    """Return whether an opening may have more conditions than its minimum."""
    return rules.open_melds == "one" and not (rules.meld.grows or rules.reserves)


def _may_hide(rules: Rules) -> bool:
    """Return whether going out in one turn can be told from other ways to go out."""
    alone = rules.open_melds == "one" or rules.sides == rules.seats
    return rules.opening.canasta and _usual(rules) and alone and rules.threes.red_dealt != "after the opening"


def _may_wait(rules: Rules) -> bool:
    """Return whether players can meld between turns."""
    once = len(rules.threes.black_meld) < 2 and rules.meld.takes != "later turns"
    ends = rules.pile.end == "discard" and rules.threes.red_dealt != "after the opening"
    return rules.sides == rules.seats and once and ends


OPENING: Final = chapter(
    "The opening",
    Word(
        "opening.by",
        "The minimum depends on",
        "What does the minimum for opening depend on: the number of the {deal} (deal), or your points (total)?",
    ),
    MINIMUMS,
    Number(
        "opening.round",
        "First round of melds",
        "From which round of turns on may cards be laid and the pile taken? 1: from the first turn.",
    ),
    YesNo(
        "opening.canasta",
        "A {canasta} in an opening",
        "May a finished {canasta} be part of an opening?",
        also={False: _NO_CANASTA},
        rare=True,
    ),
    YesNo(
        "opening.mixed",
        "A {mixed} one in an opening",
        "May that be a {mixed} {canasta}?",
        lambda rules: rules.opening.canasta and _plain(rules),
        also={False: _MORE},
        rare=True,
    ),
    Word(
        "opening.triple",
        "A natural meld",
        "Does an opening need a meld of natural cards alone from your hand (natural), such a meld or one of wild cards alone (wild), "
        "or neither (no)?",
        _plain,
        also=dict.fromkeys(("natural meld", "natural or wild meld"), _MORE),
        rare=True,
    ),
    YesNo(
        "opening.bonuses",
        "{canastas} toward the minimum",
        "Do the points of {canastas} count toward the minimum?",
        lambda rules: rules.opening.canasta and not rules.meld.dead and _usual(rules),
        also={True: {"wild_canastas.jokers": 0, "wild_canastas.twos": 0}},
        rare=True,
    ),
    Word(
        "opening.top_card",
        "The top card",
        "If you open with the pile, does its top card count toward the minimum (counts), or does it raise the minimum (raises)?",
        lambda rules: rules.opening.pile == "any time",
        rare=True,
    ),
    Word(
        "opening.concealed",
        "Out in one turn",
        "May you go out in one turn without a minimum: never (no), if you have laid nothing before (player), or only if your whole side "
        "has laid nothing (side)?",
        _may_hide,
        also={"no": {"opening.concealed_pile": False, "score.concealed": 0}}
        | dict.fromkeys(("player", "side"), _NEEDED),
        rare=True,
    ),
    YesNo(
        "opening.concealed_pile",
        "That with the pile",
        "May you use cards of the pile for that?",
        lambda rules: rules.opening.concealed != "no" and rules.opening.pile == "any time",
        rare=True,
    ),
    Number(
        "score.concealed",
        "That earns",
        "How many points more does that earn?",
        lambda rules: rules.opening.concealed != "no",
        rare=True,
    ),
    Number(
        "talon.first",
        "Cards for opening",
        "How many cards does a player get from the stock whose opening is the first and did not take the pile? 0: none.",
        words={"none": 0},
        rare=True,
        also={0: {"talon.later": 0, "talon.least": 0}},
    ),
    Number(
        "talon.later",
        "Cards for the others",
        "How many do the other sides get for theirs?",
        lambda rules: rules.talon.first > 0,
        words={"none": 0},
        rare=True,
    ),
    Number(
        "talon.least",
        "Stock for these cards",
        "How many cards must the stock still have for that?",
        lambda rules: rules.talon.first > 0,
        rare=True,
    ),
    SPECIAL_HANDS,
)

TURNS: Final = chapter(
    "Turns",
    YesNo(
        "procedures.undo",
        "Taking back",
        "May you take back a move within your turn if it showed no new card?",
        rare=True,
    ),
    YesNo(
        "procedures.frozen_in_time",
        "Between turns",
        "May a player who took the pile discard first, and go on melding while others play?",
        _may_wait,
        also={True: {"pile.consecutive": False} | _NEEDED, False: {"procedures.frozen_after": "pile"}},
        rare=True,
    ),
    YesNo(
        "procedures.frozen_after",
        "Between turns after any draw",
        "May a player who drew from the stock do so, too, once they have opened?",
        lambda rules: rules.procedures.frozen_in_time,
        yes="any draw",
        no="pile",
        rare=True,
    ),
)
