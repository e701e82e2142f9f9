"""What everyone sees of all seats or sides at once: lists that a view asks for with one call each."""

from __future__ import annotations

from mypy_extensions import i64

from canasta.engine.position import Position


def held_by_all(p: Position) -> list[int]:
    """Return the cards in the hand of each seat."""
    found: list[int] = []
    seat: i64 = 0
    while seat < p.rule_table.seats:
        found.append(int(p.held(seat)))
        seat += 1
    return found


def reserves_left(p: Position) -> list[int]:
    """Return the reserves that each seat has not picked up."""
    found: list[int] = []
    seat: i64 = 0
    while seat < p.rule_table.seats:
        found.append(int(p.rule_table.reserves - p.taken(seat)))
        seat += 1
    return found


def all_opened(p: Position) -> list[bool]:
    """Return for each side whether it has opened."""
    found: list[bool] = []
    side: i64 = 0
    while side < p.rule_table.sides:
        found.append(p.opened(side))
        side += 1
    return found


def all_minimums(p: Position) -> list[int]:
    """Return what the opening of each side needs now."""
    found: list[int] = []
    side: i64 = 0
    while side < p.rule_table.sides:
        found.append(int(p.minimum(side)))
        side += 1
    return found
