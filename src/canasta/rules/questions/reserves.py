"""Questions on reserves, such as a foot, and on special ranks: those that are asked for each of them."""

from __future__ import annotations

from typing import Final

from canasta.rules.changes import Changes
from canasta.rules.groups import Reserve, Rules
from canasta.rules.questions.row import Number, Word, YesNo, chapter

_OF_SIDE: Final = ("side canasta", "side open")
_OWN: Final[Changes] = {"reserves.*.rest": "own"}
_NEEDED: Final[Changes] = {"reserves.*.needed": True}


def _of_side(_: Rules, reserve: Reserve) -> Changes:
    """Return what must be so where a reserve comes with something of the side."""
    return _NEEDED | ({} if reserve.trigger in _OF_SIDE else {"reserves.*.rest": "at once"})


RESERVES: Final = chapter(
    "Cards picked up later",
    Word(
        "reserves.*.trigger",
        "When the {name} comes",
        "When do you get the {name}: with an empty hand (empty), a {canasta} of your own (own), a {canasta} of your side (side), or "
        "the opening of your side (opening)?",
        also={
            "hand empty": _OWN | {"reserves.*.manual": False, "reserves.*.penalty": 0},
            "own canasta": _OWN | _NEEDED,
            **dict.fromkeys(_OF_SIDE, _of_side),
        },
    ),
    YesNo(
        "reserves.*.rest",
        "The partner's {name} at once",
        "Do your partners get the {name} at once, too, and not only after their next draw?",
        lambda rules, reserve: reserve.trigger in _OF_SIDE and rules.sides < rules.seats,
        yes="at once",
        no="next draw",
        rare=True,
    ),
    YesNo(
        "reserves.*.after_discard",
        "The {name} after a discard",
        "If your hand is empty after the discard, do you leave the {name} until your next turn?",
        yes="next turn",
        no="at once",
        rare=True,
    ),
    YesNo(
        "reserves.*.manual",
        "The {name} forgotten",
        "Must players remember to pick up the {name} themselves?",
        lambda _, reserve: reserve.trigger != "hand empty",
        also={False: {"reserves.*.penalty": 0}},
        rare=True,
    ),
    Number(
        "reserves.*.penalty",
        "Lost for the {name}",
        "How many points does it cost to forget the {name}?",
        lambda _, reserve: reserve.manual,
        loss=True,
        rare=True,
    ),
    YesNo(
        "reserves.*.red_threes",
        "Red threes with the {name}",
        "Once you have picked up the {name}, are red threes still replaced from the stock?",
        lambda rules, _: rules.threes.red == "laid",
        rare=True,
    ),
)
"""The questions on each reserve: when it is picked up, and by whom."""

RANKS: Final = chapter(
    "Special ranks",
    YesNo(
        "specials.*.wilds",
        "Wild cards among {name}",
        "May wild cards join melds of {name}?",
        also={False: {"specials.*.late_wilds": True}},
        rare=True,
    ),
    YesNo(
        "specials.*.late_wilds",
        "Wild cards later among {name}",
        "May they join a meld of {name} that has none once your side has opened?",
        lambda _, special: special.wilds,
        rare=True,
    ),
    Word(
        "specials.*.discard",
        "Discarding {name}",
        "When may {name} be discarded: always (free), once your side has a {natural} {canasta} of them (own), once every side has "
        "one (all), or once every side has any {canasta} of them (any)?",
        also={"free": {"specials.*.left_over": False}},
        rare=True,
    ),
    YesNo(
        "specials.*.left_over",
        "{name} left over",
        "May a turn end without a discard if you hold only {name} that may not be discarded?",
        lambda _, special: special.discard != "free",
        rare=True,
    ),
    YesNo(
        "specials.*.last_discard",
        "{name} as the last card",
        "May you go out by discarding one of the {name}?",
        rare=True,
    ),
    Number(
        "specials.*.unfinished",
        "Lost for {name} on the table",
        "How many points does a {natural} meld of {name} cost if it never becomes a {canasta}?",
        loss=True,
        rare=True,
    ),
    Number(
        "specials.*.held",
        "Lost for {name} in hand",
        "How many points do three or more {name} in a hand cost at the end, besides their values?",
        loss=True,
        rare=True,
    ),
    YesNo(
        "specials.*.finished",
        "{name} finished",
        "Must your side finish its {natural} melds of {name} before you go out?",
        rare=True,
    ),
)
"""The questions on each special rank."""
