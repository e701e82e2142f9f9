"""What a side still lacks to go out, in words."""

from __future__ import annotations

from canasta.base.english import cards, listed
from canasta.engine.position import Position
from canasta.engine.rule_table import BLACK, MIXED, NATURAL, SPECIAL, WILD
from canasta.rules.groups import Rules


def missing_canastas(rules: Rules, position: Position, side: int) -> str:
    """What *side* still lacks to go out, in words; empty when it lacks nothing.

    "2 clean canastas and 1 wild canasta", in the words of the game.
    """
    words, out = rules.words, rules.out
    parts = []
    classes = [(NATURAL, out.natural, words.natural), (MIXED, out.mixed, words.mixed), (WILD, out.wild, words.wild)]
    for sort, need, name in classes:
        lacks = need - position.canastas(side, sort)
        if lacks > 0:
            parts.append(f"{lacks} {name} {words.canasta if lacks == 1 else words.canastas}")
    for index, special in enumerate(rules.specials):
        lacks = out.special - position.canastas(side, SPECIAL + index)
        if lacks > 0:
            parts.append(f"{lacks} {words.canasta if lacks == 1 else words.canastas} of {cards(special.rank)}")
    total = position.all_canastas(side)
    if not out.black_counts:
        total -= position.canastas(side, BLACK)
    if out.canastas > total:
        lacks = out.canastas - total
        parts.append(f"{lacks} {'more ' if total else ''}{words.canasta if lacks == 1 else words.canastas}")
    return listed(parts)
