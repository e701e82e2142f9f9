"""Playing by policies inside the kernel: some turns from a position on, or whole deals."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.clues import Clues
from canasta.engine.count import count_table_of, side_points
from canasta.engine.flows import Flows
from canasta.engine.known import KnownCards
from canasta.engine.layout import start_shuffled
from canasta.engine.play import play_noting
from canasta.engine.playout import Dice, random_start
from canasta.engine.policy import Policy
from canasta.engine.position import OVER, Position
from canasta.engine.rule_table import RuleTable
from canasta.engine.steps import DRAW
from canasta.engine.streams import Streams

LONGEST: Final = 5000
"""Turns after which a deal between policies is broken off. Real deals have some hundred at most."""


def roll_out(p: Position, policies: list[Policy], turns: int, known: KnownCards | None = None) -> int:
    """Let *policies*, one a seat, play on in *p* until *turns* turns have ended or the deal is over; returns the number of steps.

    A turn in progress counts as one. *p* is changed. *known* counts cards that everyone knows to be in a hand; it is kept
    up to date. Raises `ValueError` unless there is a policy for each seat.
    """
    table = p.rule_table
    if i64(len(policies)) != table.seats:
        raise ValueError(f"There are {table.seats} seats, and {len(policies)} policies.")
    return int(_rolled(p, policies, turns, KnownCards(table) if known is None else known, Flows()))


def _rolled(p: Position, policies: list[Policy], turns: i64, known: KnownCards, flows: Flows) -> i64:
    number: i64 = 0
    end = p.turns + turns
    while p.phase != OVER and p.turns < end:
        pile = p.pile
        step = policies[p.actor].choose(p, known)
        play_noting(p, p.actor, step, flows)
        known.follow(pile, flows)
        number += 1
    return number


def play_deck(
    table: RuleTable,
    kinds: list[int],
    returns: list[int],
    first: int,
    minimums: list[int],
    policies: list[Policy],
    turns: list[Position] | None = None,
    told: list[KnownCards] | None = None,
) -> Position:
    """Let *policies*, one a seat, play the deal from the shuffled deck *kinds*; returns how the deal has ended.

    The seat *first* begins; *returns* are places for upcards that go back into the stock, as for
    `canasta.engine.layout.turn_up`. Each seat draws from a part of the stock of its own (`Streams`). A deal that is not
    over after `LONGEST` turns is broken off. If there are *turns*, a copy of the position at the end of each turn is added
    to them, except the last; if there is *told*, what everyone knows then is added to it, with its clues.

    Raises `ValueError` unless there is a policy for each seat.
    """
    if i64(len(policies)) != table.seats:
        raise ValueError(f"There are {table.seats} seats, and {len(policies)} policies.")
    p = start_shuffled(table, vec[i64](kinds), vec[i64](returns), first, minimums)
    streams = Streams(p)
    known = KnownCards(table)
    if told is not None:
        known.clues = Clues(table)
    for policy in policies:
        if policy.guesses and known.clues is None:
            known.clues = Clues(table)
    flows = Flows()
    while p.phase != OVER and p.turns < LONGEST:
        pile = p.pile
        seat = p.actor
        step = policies[seat].choose(p, known)
        if step == DRAW:
            streams.prepare(p, seat)
        number = p.turns
        play_noting(p, seat, step, flows)
        known.follow(pile, flows)
        if p.turns != number and p.phase != OVER:
            if turns is not None:
                turns.append(p.copy())
            if told is not None:
                seen = known.copy(table)
                clues = known.clues
                if clues is not None:
                    seen.clues = clues.copy()
                told.append(seen)
    return p


def self_play(
    table: RuleTable, kinds: list[int], policies: list[Policy], deals: int, seed: int, minimums: list[int]
) -> tuple[int, list[int], list[int]]:
    """Let *policies*, one a seat, play *deals* deals from the deck *kinds*, shuffled by *seed*; seat 0 begins each.

    Returns the number of steps, how many deals ended in each way (a deal that was broken off in none), and the points
    of each side in all deals together. Raises `ValueError` unless there is a policy for each seat.
    """
    if i64(len(policies)) != table.seats:
        raise ValueError(f"There are {table.seats} seats, and {len(policies)} policies.")
    dice = Dice(seed)
    counting = count_table_of(table)
    known = KnownCards(table)
    flows = Flows()
    ends = [0] * 5
    totals = [0] * table.sides
    steps = 0
    for _ in range(deals):
        p = random_start(table, kinds, dice, minimums)
        known.forget()
        steps += _rolled(p, policies, LONGEST, known, flows)
        ends[p.ended] += 1
        side: i64 = 0
        while side < table.sides:
            totals[side] += int(side_points(counting, p, side))
            side += 1
    return steps, ends, totals
