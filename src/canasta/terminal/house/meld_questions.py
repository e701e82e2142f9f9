"""Questions on melds and on the discard that ends a turn."""

from __future__ import annotations

from typing import Final

from canasta.rules.changes import Changes
from canasta.rules.groups import Rules
from canasta.terminal.house.answers import Question
from canasta.terminal.house.lists import Several, kind_words
from canasta.terminal.house.values import Number, Word, YesNo, truth

_MELDS: Final = "Melds"
_DISCARD: Final = "The discard"
_ONE_FATE: Final[Changes] = {
    "meld.dead": False,
    "discard.dead_empty": False,
    "opening.triple": "no",
    "opening.mixed": True,
}
"""What must be so where a rank may have more than one meld, or a meld no end."""

_AT_ONCE: Final[Changes] = {"procedures.frozen_in_time": False, "procedures.frozen_after": "pile"}
"""What must be so where a turn after the pile ends with a knock."""


def _wild_melds(yes: bool, rules: Rules) -> Changes:
    if yes:
        return {"meld.wild_melds": True}
    kept: Changes = {"meld.wilds_kept": False, "meld.wilds_finished": False, "score.unfinished_wild": 0}
    if rules.opening.triple == "natural or wild meld":
        kept["opening.triple"] = "natural meld"
    bonuses: Changes = {"wild_canastas.jokers": 0, "wild_canastas.twos": 0}
    return {"meld.wild_melds": False, "out.wild": 0, "pile.wild_top": "no"} | kept | bonuses


def _grows(yes: bool, _: Rules) -> Changes:
    if yes:
        return {"meld.grows": True, "threes.red_canasta": 0} | _ONE_FATE
    return {"meld.grows": False, "meld.another": False, "meld.takes": "any cards"}


def meld_questions() -> list[Question]:
    """Return the questions on melds and discards."""
    return [
        Number(_MELDS, "meld.size", "Size of a {canasta}", "How many cards make a {canasta}?"),
        Number(
            _MELDS,
            "meld.wilds",
            "Wild cards",
            "How many wild cards may a meld have at most?",
            words=(("no limit", 48), ("any", 48)),
        ),
        Word(
            _MELDS,
            "meld.ratio",
            "Wild and natural",
            "Must wild cards be fewer than natural ones, may they be as many (equal), or half as many (half)?",
        ),
        Number(
            _MELDS,
            "meld.wild_base",
            "Natural cards first",
            "Once your side has opened, how many natural cards must a meld have before a wild card joins it? 2: any meld will do.",
            lambda rules: rules.meld.wilds > 0,
        ),
        YesNo(
            _MELDS, "Wild melds", "May wild cards be melded alone?", lambda rules: rules.meld.wild_melds, _wild_melds
        ),
        Word(
            _MELDS,
            "pile.wild_top",
            "A wild card on top",
            "Who takes a pile with a wild card on top: no one (no), anyone who holds two wild cards (any), or two of the same kind (same)?",
            lambda rules: rules.meld.wild_melds and rules.pile.use == "meld" and "wild" not in rules.pile.frozen_by,
            rare=True,
        ),
        YesNo(
            _MELDS,
            "Wild cards kept",
            "While a meld of wild cards is unfinished, must all wild cards go there?",
            lambda rules: rules.meld.wilds_kept,
            lambda yes, _: {"meld.wilds_kept": yes},
            lambda rules: rules.meld.wild_melds,
        ),
        YesNo(
            _MELDS,
            "Wild melds finished",
            "Must your side finish its melds of wild cards before you go out?",
            lambda rules: rules.meld.wilds_finished,
            lambda yes, _: {"meld.wilds_finished": yes},
            lambda rules: rules.meld.wild_melds,
        ),
        Number(
            _MELDS,
            "score.unfinished_wild",
            "Lost for a wild meld",
            "How many points does an unfinished meld of wild cards cost?",
            lambda rules: rules.meld.wild_melds,
            loss=True,
        ),
        YesNo(_MELDS, "Long {canastas}", "Does a finished {canasta} take more cards?", lambda r: r.meld.grows, _grows),
        truth(
            _MELDS,
            "meld.several",
            "Several melds of a rank",
            "May your side have several unfinished melds of a rank at once?",
            yes=_ONE_FATE,
        ),
        truth(
            _MELDS,
            "meld.another",
            "Another {canasta} of a rank",
            "Beside a finished {canasta}, may your side begin another meld of its rank?",
            lambda rules: rules.meld.grows and not rules.meld.several,
        ),
        truth(
            _MELDS,
            "meld.dead",
            "Dead ranks",
            "Once a side has a {canasta} of a rank, is the rank dead, so that no side may lay its cards?",
            lambda rules: not (rules.meld.grows or rules.meld.several),
            yes={"opening.bonuses": False},
            no={"discard.dead_empty": False},
            rare=True,
        ),
        Word(
            _MELDS,
            "meld.takes",
            "What they take",
            "Does a finished {canasta} take any cards (any), natural cards only (natural), any cards but no wild one if it is {natural} "
            "(stays), or any cards on later turns only (later)?",
            lambda rules: rules.meld.grows,
        ),
        Several(
            _DISCARD,
            "discard.kept",
            "Discarded last",
            "Which cards may you discard only if you hold nothing else? Type kinds of cards, or none.",
            kind_words(),
            rare=True,
        ),
        Several(
            _DISCARD,
            "discard.kept_empty",
            "Not on an empty pile",
            "Which other cards may you discard on an empty pile only if you hold nothing else? Type kinds of cards, or none.",
            kind_words(),
            rare=True,
        ),
        truth(
            _DISCARD,
            "discard.dead_empty",
            "Dead cards on an empty pile",
            "Is that so for cards of dead ranks, too?",
            lambda rules: rules.meld.dead,
            rare=True,
        ),
        YesNo(
            _DISCARD,
            "A knock after the pile",
            "If you took the pile, does your turn end with a knock instead of a discard?",
            lambda rules: rules.pile.end == "knock",
            lambda yes, _: {"pile.end": "knock"} | _AT_ONCE if yes else {"pile.end": "discard"},
            rare=True,
        ),
    ]
