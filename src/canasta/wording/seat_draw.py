"""What is said when players draw cards for seats and dealer: the stakes, the cards, ties, who sits where."""

from __future__ import annotations

from collections.abc import Iterable

from canasta.base.cards import Face
from canasta.base.english import listed
from canasta.base.seats import Seat
from canasta.base.spans import Cards, Line, Name, Text
from canasta.rules.groups import Rules
from canasta.rules.words.table import SEATS
from canasta.wording.names import Names
from canasta.wording.spans import line


def stakes_line(rules: Rules) -> Line:
    """Return what the cards decide."""
    return line(Text(SEATS[rules.procedures.seats].stakes, "strong"))


def keeper_line(keeper: Seat, names: Names) -> Line:
    """Return that *keeper*, who keeps the score, draws no card."""
    return line(f"{names.doing(keeper, 'keep')} the score and {names.verb(keeper, 'draw', 'draws')} no card.")


def tie_line(players: Iterable[Seat], names: Names) -> Line:
    """Return who must draw again."""
    again = listed(names.player(player, begins=not at) for at, player in enumerate(players))
    return line(f"{again} draw again because their cards tied.")


def drew_line(player: Seat, face: Face, names: Names) -> Line:
    """Return which card a player drew."""
    return line(Name(player, names.player(player)), " drew ", Cards((face,)), ".")


def places_lines(rules: Rules, dealer: Seat, names: Names) -> list[Line]:
    """Return who plays with whom, how they sit, and that *dealer* deals first, in the names of the new seats."""
    lines = []
    own = max(names.viewer, 0)
    if rules.procedures.seats == "draw for partners":
        if rules.sides < rules.seats:
            sides = sorted(range(rules.sides), key=lambda side: side != own % rules.sides)
            lines.append(line(" against ".join(names.side(side, rules.sides) for side in sides) + "."))
        around = ((own + step) % rules.seats for step in range(rules.seats))
        lines.append(line(f"Round the table, clockwise: {', '.join(map(names.player, around))}."))
    return [*lines, line(Text(f"{names.doing(dealer, 'deal')} first.", "strong"))]
