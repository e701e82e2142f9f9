"""Questions on red and black threes."""

from __future__ import annotations

from typing import Final

from canasta.rules.changes import Changes
from canasta.rules.groups import Rules
from canasta.rules.questions.lists import RED_SETS, Several
from canasta.rules.questions.row import Number, Word, YesNo, chapter

_HELD: Final[Changes] = {
    "threes.black": "ordinary",
    "threes.red_dealt": "at the deal",
    "threes.red_pile_replaced": False,
    "threes.red_against": "never",
    "threes.red_sets": (),
}
"""What laid red threes have, and held ones cannot have."""


def _laid(rules: Rules) -> bool:
    return rules.threes.red == "laid"


THREES: Final = chapter(
    "Threes",
    Word(
        "threes.red",
        "Red threes",
        "Are red threes laid down and replaced, or held in the hand like other cards?",
        also={"held": _HELD, "laid": {"threes.red_canasta": 0}},
    ),
    Word(
        "threes.red_dealt",
        "Red threes laid",
        "When are red threes laid: those dealt at the deal (deal), those dealt before each player's first turn (turn), or none before "
        "your side has opened (opening)?",
        _laid,
        also={"after the opening": {"threes.red_pile_replaced": False}},
    ),
    YesNo(
        "threes.red_pile_replaced",
        "Red threes of the pile",
        "Is a red three that comes with the pile replaced from the stock?",
        lambda rules: _laid(rules) and rules.threes.red_dealt != "after the opening",
        rare=True,
    ),
    Number(
        "threes.red_canasta",
        "A red three on a {canasta}",
        "How many points does a {natural} {canasta} earn with a red three on it? 0: red threes may not be put there.",
        lambda rules: rules.threes.red == "held" and not rules.meld.grows,
        words={"not played": 0},
        rare=True,
    ),
    Number("threes.red_value", "A red three", "How many points is a red three worth that is laid down?", _laid),
    RED_SETS,
    Number(
        "threes.red_caught",
        "Lost for a red three",
        "How many points does a red three cost that is left in a hand or not picked up?",
        loss=True,
    ),
    Word(
        "threes.black",
        "Black threes",
        "Are black threes held like other cards, or laid down and replaced like red ones?",
        _laid,
        also={"laid": {"threes.black_meld": ()}},
    ),
    Number(
        "threes.black_caught",
        "Lost for a black three",
        "How many points does a black three cost that is left?",
        loss=True,
    ),
    Several(
        "threes.black_meld",
        "Black threes melded",
        "How many black threes may you meld as your last cards? Type the numbers allowed, such as: 3, 4; or none.",
        lambda rules: rules.threes.black == "ordinary",
        says={str(size): (size,) for size in range(3, 25)},
    ),
)
