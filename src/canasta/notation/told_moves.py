"""Moves that are recommended or judged, as people read them: what is typed, and what it means where a number alone says nothing."""

from __future__ import annotations

from canasta.base.cards import KIND_OF
from canasta.base.moves import Ask, End, Group, Lay, Move, TakePile
from canasta.base.seats import partners
from canasta.base.spans import Line, Text
from canasta.deal.view import View
from canasta.notation.choices import ends_by_showing
from canasta.notation.move_text import move_text, parse_move
from canasta.wording.names import rank_plural
from canasta.wording.spans import line


def move_line(move: Move, seen: View) -> Line:
    """*move* of the player of *seen*, in their turn, for people: ``take (onto your tens)``, ``add Ac``, ``ask``.

    Its part in code can be typed and means the same move.
    """
    match move:
        case TakePile(cards=(), slot=int()) if seen.pile:
            typed = "take" if parse_move("take", seen) == move else move_text(move)
            return line(_code(typed), f" (onto your {rank_plural(KIND_OF[seen.pile[-1]])})")
        case Ask(partner):
            mates = partners(seen.seat, seen.rules.seats, seen.rules.sides)
            if len(mates) == 1:
                return line(_code("ask"))
            return line(_code(move_text(move)), f" (your partner in seat {partner + 1})")
        case Lay(groups) if all(_joins(group, seen) for group in groups):
            typed = move_text(move).replace("lay ", "add ", 1)
            return line(_code(typed if parse_move(typed, seen) == move else move_text(move)))
        case End() if ends_by_showing(seen):
            return line(_code("show"))
    return line(_code(move_text(move)))


def _code(typed: str) -> Text:
    return Text(typed, "code")


def _joins(group: Group, seen: View) -> bool:
    """Whether the cards of *group* go to a meld that lies open already."""
    if seen.position.staging or not seen.opened[seen.side]:
        return False
    lying = len(seen.position.open_melds(seen.side)[max(group.rank, 0)])
    if group.slot is not None:
        return group.slot < lying
    return lying > 0 and (not seen.position.rule_table.several or len(group.cards) < 3)
