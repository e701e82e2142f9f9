"""What a player may do now, in words: short, as it is typed, and in full, as a button says it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from canasta.base.cards import BLACK_THREE, KIND_NAMES, KIND_OF, RED_THREE, TWO, Face, Kind, rank_text
from canasta.base.choices import MoveChoice
from canasta.base.english import article, listed, several
from canasta.base.moves import Ask, TakePile
from canasta.base.spans import Cards, Line, Name, Ranks
from canasta.rules.groups import Rules
from canasta.wording.names import Names, rank_plural
from canasta.wording.spans import joined, line

_MOST_NAMED = 4
"""Kinds that may be discarded are named up to this number; beyond it those that may not."""


def short_choices(every: Sequence[MoveChoice]) -> list[Line]:
    """*every* choice as it is typed, those of one sort together: ``lay KKK or 552``, ``add 5, K``, ``discard``."""
    return [_short([*group]) for _, group in groupby(every, key=lambda choice: (choice.doing, _adds_wild(choice)))]


def _adds_wild(choice: MoveChoice) -> bool:
    return choice.doing == "add" and KIND_OF[choice.cards[0]] <= TWO


def _short(group: Sequence[MoveChoice]) -> Line:
    first = group[0]
    match first.doing:
        case "draw":
            return line(first.doing, _without_stock(first))
        case "take" if first.cards:
            return line("take (with ", Cards(first.cards), ")")
        case "take" if first.rank >= 0:
            return line(f"take (onto your {rank_plural(first.rank)})")
        case "lay":
            return line("lay ", joined([(Ranks(choice.cards),) for choice in group], " or "))
        case "add":
            ranks = ", ".join(_meld(choice.rank) for choice in group)
            return line("add ", line(Ranks(first.cards[:1]), f" to {ranks}") if _adds_wild(first) else ranks)
        case "top":
            return line("top ", " or ".join(_rank(choice.rank) for choice in group))
        case "discard" if first.barred:
            if len(first.kinds) <= _MOST_NAMED:
                return line("discard ", " or ".join(map(_rank, first.kinds)))
            return line(f"discard (not {', '.join(map(_rank, first.barred))})")
        case _:
            return line(first.doing)


def _without_stock(draw: MoveChoice) -> str:
    """What drawing means where there is nothing to draw."""
    if draw.number:
        return ""
    return (
        " (the stock is empty: this ends the deal)" if draw.ends else " (the stock is empty: continue without drawing)"
    )


def _rank(kind: Kind) -> str:
    """The rank of a card as it is typed."""
    special = {0: "JKR", TWO: "2", RED_THREE: "3", BLACK_THREE: "3"}
    return special.get(kind) or rank_text(kind).replace("T", "10")


def _meld(rank: Kind) -> str:
    """The rank of a meld as it is typed."""
    return "wild" if rank <= TWO else _rank(rank)


def choice_phrase(choice: MoveChoice, rules: Rules, names: Names, reserve: str = "") -> Line:
    """*choice* in full, as a button says it: "Take the pile with 8♥ 8♠".

    *reserve* is the name of the reserve to be picked up.
    """
    words, where = rules.words, rank_plural(choice.rank) if choice.rank >= 0 else ""
    match choice.doing:
        case "draw":
            if not choice.number:
                return line("Draw to end the deal" if choice.ends else "Continue without drawing")
            return line(f"Draw {several(choice.number, 'card')}")
        case "take":
            what = "Take the top card" if isinstance(choice.move, TakePile) and choice.move.single else "Take the pile"
            how = (" with ", Cards(choice.cards)) if choice.cards else (f" onto your {where}",)
            return line(what, *how)
        case "lay":
            return line("Lay down ", Cards(choice.cards))
        case "add":
            return line("Add ", _a_card(choice.cards[0]), f" to your {where}")
        case "top":
            return line("Put ", Cards(choice.cards), f" on your {words.canasta} of {where}")
        case "ask" if isinstance(choice.move, Ask):
            who = Name(choice.move.partner, names.player(choice.move.partner, begins=False))
            return line("Ask ", who, " for permission to go out")
        case "discard":
            return line("Discard ", _discarded(choice))
    return line(
        {
            "ask": "Ask for permission to go out",
            "yes": "Yes, go out",
            "no": "No, play on",
            "pick up": f"Pick up your {reserve or 'next reserve'}",
            "lift": "Lift the top card to try it",
            "restore": f"Put the top card back, for {rules.pile.restore} points",
            "knock": "Knock to end your turn",
            "stuck": "End your turn without a discard",
            "end": "End the deal",
            "show": "Show your special hand",
        }[choice.doing]
    )


def _a_card(face: Face) -> str:
    return article(KIND_NAMES[KIND_OF[face]])


def _discarded(choice: MoveChoice) -> str:
    """What may be discarded."""
    if not choice.barred:
        return "a card"
    if len(choice.kinds) <= _MOST_NAMED:
        return listed((article(KIND_NAMES[kind]) for kind in choice.kinds), "or")
    return f"a card, but not {listed((article(KIND_NAMES[kind]) for kind in choice.barred), 'or')}"
