"""Questions on melds and on the discard that ends a turn."""

from __future__ import annotations

from typing import Final

from canasta.rules.changes import Changes
from canasta.rules.groups import Rules
from canasta.rules.questions.lists import CARDS, Several
from canasta.rules.questions.row import Number, Word, YesNo, chapter

_ONE_FATE: Final[Changes] = {
    "meld.dead": False,
    "discard.dead_empty": False,
    "opening.triple": "no",
    "opening.mixed": True,
}
"""What must be so where a rank may have more than one meld, or a meld no end."""


def _no_wild_melds(rules: Rules) -> Changes:
    changes: Changes = {"out.wild": 0, "pile.wild_top": "no", "meld.wilds_kept": False, "meld.wilds_finished": False}
    changes["score.unfinished_wild"] = 0
    if rules.opening.triple == "natural or wild meld":
        changes["opening.triple"] = "natural meld"
    return changes | {"wild_canastas.jokers": 0, "wild_canastas.twos": 0}


def _wild_melds(rules: Rules) -> bool:
    return rules.meld.wild_melds


MELDS: Final = chapter(
    "Melds",
    Number("meld.size", "Size of a {canasta}", "How many cards make a {canasta}?"),
    Number(
        "meld.wilds",
        "Wild cards",
        "How many wild cards may a meld have at most?",
        words={"no limit": 48, "any": 48},
    ),
    Word(
        "meld.ratio",
        "Wild and natural",
        "Must wild cards be fewer than natural ones, may they be as many (equal), or half as many (half)?",
    ),
    Number(
        "meld.wild_base",
        "Natural cards first",
        "Once your side has opened, how many natural cards must a meld have before a wild card joins it? 2: any meld will do.",
        lambda rules: rules.meld.wilds > 0,
    ),
    YesNo("meld.wild_melds", "Wild melds", "May wild cards be melded alone?", also={False: _no_wild_melds}),
    Word(
        "pile.wild_top",
        "A wild card on top",
        "Who takes a pile with a wild card on top: no one (no), anyone who holds two wild cards (any), or two of the same kind (same)?",
        lambda rules: rules.meld.wild_melds and rules.pile.use == "meld" and "wild" not in rules.pile.frozen_by,
        rare=True,
    ),
    YesNo(
        "meld.wilds_kept",
        "Wild cards kept",
        "While a meld of wild cards is unfinished, must all wild cards go there?",
        _wild_melds,
    ),
    YesNo(
        "meld.wilds_finished",
        "Wild melds finished",
        "Must your side finish its melds of wild cards before you go out?",
        _wild_melds,
    ),
    Number(
        "score.unfinished_wild",
        "Lost for a wild meld",
        "How many points does an unfinished meld of wild cards cost?",
        _wild_melds,
        loss=True,
    ),
    YesNo(
        "meld.grows",
        "Long {canastas}",
        "Does a finished {canasta} take more cards?",
        also={
            True: {"threes.red_canasta": 0} | _ONE_FATE,
            False: {"meld.another": False, "meld.takes": "any cards"},
        },
    ),
    YesNo(
        "meld.several",
        "Several melds of a rank",
        "May your side have several unfinished melds of a rank at once?",
        also={True: _ONE_FATE},
    ),
    YesNo(
        "meld.another",
        "Another {canasta} of a rank",
        "Beside a finished {canasta}, may your side begin another meld of its rank?",
        lambda rules: rules.meld.grows and not rules.meld.several,
    ),
    YesNo(
        "meld.dead",
        "Dead ranks",
        "Once a side has a {canasta} of a rank, is the rank dead, so that no side may lay its cards?",
        lambda rules: not (rules.meld.grows or rules.meld.several),
        also={True: {"opening.bonuses": False}, False: {"discard.dead_empty": False}},
        rare=True,
    ),
    Word(
        "meld.takes",
        "What they take",
        "Does a finished {canasta} take any cards (any), natural cards only (natural), any cards but no wild one if it is {natural} "
        "(stays), or any cards on later turns only (later)?",
        lambda rules: rules.meld.grows,
    ),
)

DISCARD: Final = chapter(
    "The discard",
    Several(
        "discard.kept",
        "Discarded last",
        "Which cards may you discard only if you hold nothing else? Type kinds of cards, or none.",
        says=CARDS,
        rare=True,
    ),
    Several(
        "discard.kept_empty",
        "Not on an empty pile",
        "Which other cards may you discard on an empty pile only if you hold nothing else? Type kinds of cards, or none.",
        says=CARDS,
        rare=True,
    ),
    YesNo(
        "discard.dead_empty",
        "Dead cards on an empty pile",
        "Is that so for cards of dead ranks, too?",
        lambda rules: rules.meld.dead,
        rare=True,
    ),
    YesNo(
        "pile.end",
        "A knock after the pile",
        "If you took the pile, does your turn end with a knock instead of a discard?",
        yes="knock",
        no="discard",
        also={"knock": {"procedures.frozen_in_time": False, "procedures.frozen_after": "pile"}},
        rare=True,
    ),
)
