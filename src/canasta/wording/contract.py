"""What a side still lacks to go out: the canastas as data, and in words."""

from __future__ import annotations

from dataclasses import dataclass

from canasta.base.english import listed
from canasta.engine.position import Position
from canasta.engine.rule_table import BLACK, MIXED, NATURAL, SPECIAL, WILD
from canasta.rules.groups import Rules
from canasta.wording.names import canastas_of_class


@dataclass(frozen=True, slots=True)
class Lack:
    """Canastas that a side still needs: *count* of the class *sort*, or of any class (-1); *more* of those if it has some."""

    count: int
    sort: int = -1
    more: bool = False


def lacks(rules: Rules, position: Position, side: int) -> tuple[Lack, ...]:
    """Return the canastas that *side* still needs to go out; empty when it needs none."""
    out = rules.out
    needs = [(NATURAL, out.natural), (MIXED, out.mixed), (WILD, out.wild)]
    needs += [(SPECIAL + index, out.special) for index in range(len(rules.specials))]
    found = [
        Lack(short, sort) for sort, need in needs if need and (short := need - int(position.toward(side, sort))) > 0
    ]
    total = position.all_canastas(side)
    if not out.black_counts:
        total -= position.canastas(side, BLACK)
    if out.canastas > total:
        found.append(Lack(out.canastas - total, more=total > 0))
    return tuple(found)


def missing_canastas(rules: Rules, position: Position, side: int) -> str:
    """Return what *side* still lacks to go out, in words; empty when it lacks nothing.

    "2 clean canastas and 1 wild canasta", in the words of the game.
    """
    return listed([f"{lack.count} {_called(rules, lack)}" for lack in lacks(rules, position, side)])


def _called(rules: Rules, lack: Lack) -> str:
    if lack.sort >= 0:
        return canastas_of_class(rules, lack.sort, lack.count)
    noun = rules.words.canasta if lack.count == 1 else rules.words.canastas
    return f"more {noun}" if lack.more else noun
