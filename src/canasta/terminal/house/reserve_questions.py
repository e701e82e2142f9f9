"""Questions on reserves, such as a foot, and on special ranks: those that are asked for each of them."""

from __future__ import annotations

from typing import Final

from canasta.base.cards import KIND_KEYS, KIND_NAMES
from canasta.base.english import plural
from canasta.rules.changes import Changes
from canasta.rules.groups import Reserve, Rules, Special
from canasta.terminal.house.answers import Question
from canasta.terminal.house.values import Number, Word, YesNo, truth

_RESERVES: Final = "Cards picked up later"
_RANKS: Final = "Special ranks"
_OF_SIDE: Final = ("side canasta", "side open")


def reserve_questions(rules: Rules) -> list[Question]:
    """Return the questions on when each reserve is picked up, and by whom."""
    return [question for each in rules.reserves for question in _of_reserve(each)]


def _of_reserve(reserve: Reserve) -> list[Question]:
    name, path = reserve.name, f"reserves.{reserve.name}"
    own: Changes = {f"{path}.rest": "own"}
    empty: Changes = own | {f"{path}.manual": False, f"{path}.penalty": 0}
    needed: Changes = {f"{path}.needed": True}
    of_side: Changes = needed | ({} if reserve.trigger in _OF_SIDE else {f"{path}.rest": "at once"})
    return [
        Word(
            _RESERVES,
            f"{path}.trigger",
            f"When the {name} comes",
            f"When do you get the {name}: with an empty hand (empty), a {{canasta}} of your own (own), a {{canasta}} of your side (side), or "
            "the opening of your side (opening)?",
            also={"hand empty": empty, "own canasta": own | needed} | dict.fromkeys(_OF_SIDE, of_side),
        ),
        YesNo(
            _RESERVES,
            f"The partner's {name} at once",
            f"Do your partners get the {name} at once, too, and not only after their next draw?",
            lambda _: reserve.rest == "at once",
            lambda yes, _: {f"{path}.rest": "at once" if yes else "next draw"},
            lambda rules: reserve.trigger in _OF_SIDE and rules.sides < rules.seats,
            rare=True,
        ),
        YesNo(
            _RESERVES,
            f"The {name} after a discard",
            f"If your hand is empty after the discard, do you leave the {name} until your next turn?",
            lambda _: reserve.after_discard == "next turn",
            lambda yes, _: {f"{path}.after_discard": "next turn" if yes else "at once"},
            rare=True,
        ),
        truth(
            _RESERVES,
            f"{path}.manual",
            f"The {name} forgotten",
            f"Must players remember to pick up the {name} themselves?",
            lambda _: reserve.trigger != "hand empty",
            no={f"{path}.penalty": 0},
            rare=True,
        ),
        Number(
            _RESERVES,
            f"{path}.penalty",
            f"Lost for the {name}",
            f"How many points does it cost to forget the {name}?",
            lambda _: reserve.manual,
            loss=True,
            rare=True,
        ),
        truth(
            _RESERVES,
            f"{path}.red_threes",
            f"Red threes with the {name}",
            f"Once you have picked up the {name}, are red threes still replaced from the stock?",
            lambda rules: rules.threes.red == "laid",
            rare=True,
        ),
    ]


def rank_questions(rules: Rules) -> list[Question]:
    """Return the questions on each special rank."""
    return [question for each in rules.specials for question in _of_rank(each)]


def _of_rank(special: Special) -> list[Question]:
    path = f"specials.{special.rank}"
    cards = plural(KIND_NAMES[KIND_KEYS.index(special.rank)])
    return [
        truth(
            _RANKS,
            f"{path}.wilds",
            f"Wild cards among {cards}",
            f"May wild cards join melds of {cards}?",
            no={f"{path}.late_wilds": True},
            rare=True,
        ),
        truth(
            _RANKS,
            f"{path}.late_wilds",
            f"Wild cards later among {cards}",
            f"May they join a meld of {cards} that has none once your side has opened?",
            lambda _: special.wilds,
            rare=True,
        ),
        Word(
            _RANKS,
            f"{path}.discard",
            f"Discarding {cards}",
            f"When may {cards} be discarded: always (free), once your side has a {{natural}} {{canasta}} of them (own), once every side has "
            "one (all), or once every side has any {canasta} of them (any)?",
            also={"free": {f"{path}.left_over": False}},
            rare=True,
        ),
        truth(
            _RANKS,
            f"{path}.left_over",
            f"{cards} left over",
            f"May a turn end without a discard if you hold only {cards} that may not be discarded?",
            lambda _: special.discard != "free",
            rare=True,
        ),
        truth(
            _RANKS,
            f"{path}.last_discard",
            f"{cards} as the last card",
            f"May you go out by discarding one of the {cards}?",
            rare=True,
        ),
        Number(
            _RANKS,
            f"{path}.unfinished",
            f"Lost for {cards} on the table",
            f"How many points does a {{natural}} meld of {cards} cost if it never becomes a {{canasta}}?",
            loss=True,
            rare=True,
        ),
        Number(
            _RANKS,
            f"{path}.held",
            f"Lost for {cards} in hand",
            f"How many points do three or more {cards} in a hand cost at the end, besides their values?",
            loss=True,
            rare=True,
        ),
        truth(
            _RANKS,
            f"{path}.finished",
            f"{cards} finished",
            f"Must your side finish its {{natural}} melds of {cards} before you go out?",
            rare=True,
        ),
    ]
