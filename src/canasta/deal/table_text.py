"""A deal as plain text, for people who look at it in Python: `print(deal)` and `repr(deal)`.

Seats and sides count from 0 here, as in the interface that it shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from canasta.base.cards import Face, face_text, faces_text, sorted_faces
from canasta.base.english import several
from canasta.deal.tabletop import Tabletop
from canasta.engine.position import NOWHERE, OVER, TO_ANSWER, Position
from canasta.rules.groups import Rules

Melds = Iterable[tuple[int, Sequence[Face], Face | None]]
"""The side of each meld, its cards, and the red three on it."""


def moment_text(position: Position) -> str:
    """Return who must do what in *position*, in a few words.

    The words are those of a repr: ``seat 0 to draw``.
    """
    if position.phase == OVER:
        return "over"
    if position.phase == TO_ANSWER:
        return f"seat {position.actor} to answer seat {position.turn}"
    return f"seat {position.turn} to {'draw' if position.source == NOWHERE else 'play'}"


def table_text(
    rules: Rules, position: Position, hands: Sequence[str], pile: Sequence[Face], stock: int, melds: Melds
) -> str:
    """Return a table of lines: the players with their *hands*, the sides with their *melds*, the pile and the stock."""
    lines = [f"{rules.title}, {several(rules.seats, 'player')}: {moment_text(position)}"]
    for seat, hand in enumerate(hands):
        mark = ">" if seat == position.actor and position.phase != OVER else " "
        left = [reserve.name for reserve in rules.reserves[int(position.taken(seat)) :]]
        waiting = "".join(f" + {name}" for name in left)
        lines.append(f"{mark} seat {seat}  {hand}{waiting}")
    lines += [f"  side {side}  {_side(position, side, melds)}" for side in range(rules.sides)]
    under = f", {several(len(pile) - 1, 'card')} under it" if len(pile) > 1 else ""
    lines.append(f"  pile    {face_text(pile[-1]) + under if pile else 'empty'}")
    lines.append(f"  stock   {several(stock, 'card')}")
    return "\n".join(lines)


def _side(position: Position, side: int, melds: Melds) -> str:
    mine = [_meld(cards, red_three) for of, cards, red_three in melds if of == side]
    if not position.opened(side) and not mine:
        return f"needs {position.minimum(side)} to open"
    return " ".join(mine) or "no melds"


def _meld(cards: Sequence[Face], red_three: Face | None) -> str:
    return faces_text(sorted_faces(cards)).replace(" ", "") + (
        f"+{face_text(red_three)}" if red_three is not None else ""
    )


def hand_text(cards: Iterable[Face]) -> str:
    """Return the *cards* of a hand in order, or that there are none."""
    return faces_text(sorted_faces(cards)) or "no cards"


def all_melds(position: Position, tabletop: Tabletop) -> Iterator[tuple[int, Sequence[Face], Face | None]]:
    """Yield every meld on the table: finished canastas first."""
    for side, _, cards, red_three in tabletop.finished_canastas(position):
        yield side, cards, red_three
    for side, _, _, cards in tabletop.open_melds(position):
        yield side, cards, None
