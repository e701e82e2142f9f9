"""Questions on going out, the empty stock, the count, the end of the match, and on names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from canasta.rules.changes import Changes
from canasta.rules.groups import Rules
from canasta.rules.questions.lists import LATER_DEALS, SPECIALS
from canasta.rules.questions.row import Name, Number, Word, YesNo, chapter
from canasta.rules.questions.texts import BONUSES, CARD_VALUES, CONTRACT, END

_NOT_NEEDED: Final[Changes] = {
    "opening.concealed": "no",
    "opening.concealed_pile": False,
    "score.concealed": 0,
    "procedures.frozen_in_time": False,
    "procedures.frozen_after": "pile",
}
"""What must be so where a player may go out without a reserve."""


def _partners(rules: Rules) -> bool:
    return rules.sides < rules.seats


def _contract(rules: Rules) -> bool:
    """Return whether canastas are needed to go out."""
    out = rules.out
    return bool(out.natural or out.mixed or out.wild or out.special or out.canastas)


def _black_canasta(rules: Rules) -> bool:
    """Return whether there can be a canasta of black threes."""
    return max(rules.threes.black_meld, default=0) >= rules.meld.size


def _wild_bonuses(rules: Rules) -> bool:
    """Return whether wild canastas can earn by what they are made of."""
    return rules.meld.wild_melds and not rules.opening.bonuses


def _last_card(what: str) -> Callable[[Rules], Changes]:
    """Return what makes black threes the *what* of a player, where they are melded."""
    return lambda rules: {"threes.black_last": what} if rules.threes.black_meld else {}


GOING_OUT: Final = chapter(
    "Going out",
    CONTRACT,
    YesNo(
        "reserves.*.needed",
        "Reserves first",
        "Must you have picked up your own reserves, such as a foot, before you go out?",
        lambda rules: bool(rules.reserves),
        also={False: _NOT_NEEDED},
    ),
    Word(
        "out.discard",
        "The last card",
        "May the last card be melded or discarded (any), must it be a discard (discard), or must it be melded (meld)?",
        also={"required": _last_card("last meld"), "forbidden": _last_card("last cards")},
    ),
    Word(
        "threes.black_last",
        "After black threes",
        "May a discard follow black threes that are melded (discard), or must they be your last cards (last)?",
        lambda rules: bool(rules.threes.black_meld) and rules.out.discard == "optional",
        rare=True,
    ),
    Word(
        "out.permission",
        "Asking",
        "Do you ask your partner before you go out: never, if you like (may), always (must)?",
        _partners,
        also={
            "none": {"out.answers": "one", "out.ask_again": True},
            "required": {"out.ask_again": True},
        },
    ),
    YesNo(
        "out.ask_again",
        "Asking again",
        "If your partner said no, may you ask again on a later turn?",
        lambda rules: rules.out.permission == "optional" and rules.seats > rules.sides,
        rare=True,
    ),
    YesNo(
        "out.answers",
        "Every partner",
        "Must every partner say yes?",
        lambda rules: rules.out.permission != "none" and rules.seats > 2 * rules.sides,
        yes="every",
        no="one",
        rare=True,
    ),
    Word(
        "out.partner",
        "The partner's foot",
        "What must your partner have done with the foot before you go out: nothing, picked it up, played part of a turn from it, "
        "or played an earlier turn from it?",
        lambda rules: _partners(rules) and bool(rules.reserves),
        order=("no", "picked up", "part of a turn", "earlier turn"),
    ),
    Word(
        "out.opponents",
        "The opponents' foot",
        "What must your opponents have done with the foot before you go out: nothing, one of every side played an earlier turn from it "
        "(earlier turn), or all of them picked it up (picked up)?",
        lambda rules: bool(rules.reserves),
        rare=True,
    ),
    YesNo(
        "out.passing",
        "Passing",
        "If you hold one card and may not go out, may you end your turn without a discard?",
        rare=True,
    ),
    YesNo(
        "out.black_counts",
        "Black threes to go out",
        "Does a {canasta} of black threes count among those needed to go out?",
        lambda rules: rules.out.canastas > 0 and _black_canasta(rules),
        rare=True,
    ),
)

STOCK: Final = chapter(
    "The empty stock",
    Word(
        "exhaustion.ends",
        "The stock is empty",
        "When does the {deal} end once the stock is empty: when a card must be drawn (draw), after one more turn for everyone (turn), or when "
        "nobody takes the pile any more (pile)?",
        also={
            "at draw": {"exhaustion.forced": "no"},
            "last lap": {"exhaustion.forced": "no"},
            "pile only": {"exhaustion.pile": True},
        },
    ),
    YesNo(
        "exhaustion.pile",
        "The pile then",
        "May the pile still be taken then?",
        lambda rules: rules.exhaustion.ends != "pile only",
        rare=True,
    ),
    Word(
        "exhaustion.forced",
        "A top card that fits",
        "If the top card then joins a meld of your side, what must you take: nothing (no), the pile (pile), the card or the pile (either), or "
        "the card alone (card)?",
        lambda rules: rules.exhaustion.ends == "pile only" and "onto meld" in rules.pile.need,
        rare=True,
    ),
    YesNo(
        "exhaustion.three",
        "A three as the last card",
        "Does the {deal} end at once when the last card of the stock is a three that must be laid?",
        lambda rules: rules.threes.red == "laid" and not rules.reserves and rules.exhaustion.ends != "last lap",
        rare=True,
    ),
    YesNo(
        "exhaustion.bonus",
        "Going out then",
        "Does going out still earn its points then?",
        rare=True,
    ),
)

CANASTAS: Final = chapter(
    "The count",
    BONUSES,
    Number(
        "wild_canastas.jokers",
        "Four jokers",
        "How many points does a {wild} {canasta} with four jokers or more earn? 0: as many as any.",
        _wild_bonuses,
        words={"the same": 0},
        rare=True,
    ),
    Number(
        "wild_canastas.twos",
        "All twos",
        "How many points does a {wild} {canasta} of twos alone earn? 0: as many as any.",
        _wild_bonuses,
        words={"the same": 0},
        rare=True,
    ),
    Number(
        "score.black",
        "Black threes together",
        "How many points does a {canasta} of black threes earn?",
        _black_canasta,
        rare=True,
    ),
    SPECIALS,
    YesNo(
        "specials.*.counts",
        "Special ones count",
        "Does a special {canasta} also count as a {natural} one among those needed to go out?",
        lambda rules: bool(rules.specials),
    ),
)

COUNT: Final = chapter(
    "The count",
    Word(
        "threes.red_against",
        "Red threes against you",
        "When do red threes that you laid count against your side: never, without any meld (no melds), without a meld when another side goes "
        "out (other out), without a {canasta} of a special rank (special), always, or without a {canasta}, while they count nothing with only one "
        "(canastas)?",
        lambda rules: rules.threes.red == "laid",
        rare=True,
    ),
    YesNo(
        "score.melded",
        "Melded cards",
        "Do melded cards count their values?",
        rare=True,
    ),
    YesNo(
        "score.canasta_needed",
        "Without a {canasta}",
        "Does a side without any {canasta} lose the value of its melded cards?",
        rare=True,
    ),
    YesNo(
        "score.canastas_needed",
        "Without those to go out",
        "Does a side lose the value of its melded cards without the {canastas} needed to go out?",
        _contract,
        rare=True,
    ),
    Word(
        "score.order",
        "Order of the count",
        "Is the count called out as usual, or in three parts: {canastas}, cards held, cards melded (three)?",
        rare=True,
    ),
    Number(
        "score.out",
        "Going out",
        "How many points does going out earn?",
    ),
    CARD_VALUES,
)

END_OF_MATCH: Final = chapter("The end", END, LATER_DEALS)

WORDS: Final = chapter(
    "Words",
    Name("words.canasta", "A canasta", "What do you call a {canasta}?"),
    Name("words.natural", "Natural ones", "What do you call a {canasta} without wild cards?"),
    Name("words.mixed", "Mixed ones", "What do you call a {canasta} with wild cards?"),
    Name(
        "words.wild",
        "Ones of wild cards",
        "What do you call a {canasta} of wild cards alone?",
        lambda rules: rules.meld.wild_melds,
    ),
    Name("words.deal", "A deal", "What do you call a {deal}?"),
    Name("words.hand", "A hand", "What do you call the cards you hold first?"),
)
