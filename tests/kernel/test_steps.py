"""The one table of steps: what every number does, and the number of everything that can be done."""

from __future__ import annotations

import pytest

from canasta.engine.rule_table import RuleTable
from canasta.engine.steps import (
    ACTIONS,
    ADD,
    ASK,
    BLACK_MELD,
    DISCARD,
    DRAW,
    JOKERS,
    KIND,
    NATURALS,
    RANK,
    RED_CANASTA,
    SLOT,
    SLOTS,
    SORT,
    START,
    START_BLACK,
    STEPS,
    TAKE,
    TAKE_CARD,
    TWOS,
    Action,
    step_name,
    step_of,
)
from canasta.rules.load import load

pytestmark = pytest.mark.kernel


def test_every_step_has_an_action_and_every_action_a_step() -> None:
    assert len(ACTIONS) == STEPS
    assert [step_of(action) for action in ACTIONS] == list(range(STEPS))
    assert len({step_name(step) for step in range(STEPS)}) == STEPS


def test_the_kernel_reads_the_same_table() -> None:
    for step, action in enumerate(ACTIONS):
        assert (SORT[step], RANK[step], SLOT[step], KIND[step]) == action[:4]
        assert (NATURALS[step], TWOS[step], JOKERS[step]) == action[4:7]


def test_names_and_actions_agree() -> None:
    for step, action in enumerate(ACTIONS):
        name = step_name(step)
        if name.startswith("add"):
            assert action.sort == ADD
            assert action.naturals + action.twos + action.jokers == 1
            assert name.endswith(f"/{action.slot}")
        if name.startswith("start") and step != START_BLACK:
            assert action.sort == START
            assert action.naturals + action.twos + action.jokers == 3
            assert name.count("Jk") == action.jokers
        if name.startswith("discard"):
            assert action.sort == DISCARD
        if name.startswith("take"):
            assert action.sort == (TAKE_CARD if "card" in name else TAKE)


@pytest.mark.parametrize(
    "action",
    [
        Action(ADD, rank=9, slot=SLOTS, kind=9, naturals=1),
        Action(ADD, rank=9, slot=-1, kind=9, naturals=1),
        Action(ADD, rank=2, slot=0, kind=2, naturals=1),
        Action(ADD, rank=15, slot=0, kind=15, naturals=1),
        Action(START, rank=3, naturals=3),
        Action(START, rank=8, naturals=1, twos=2),
        Action(TAKE, slot=SLOTS, naturals=2),
        Action(TAKE, slot=0, naturals=1, twos=1),
        Action(TAKE_CARD, slot=8),
        Action(RED_CANASTA, rank=15, kind=2),
        Action(DISCARD, kind=15),
        Action(DISCARD, kind=-1),
        Action(ASK, partner=4),
        Action(ASK, partner=0),
        Action(DRAW, slot=0),
        Action(STEPS),
    ],
)
def test_what_is_out_of_range_has_no_number(action: Action) -> None:
    with pytest.raises(ValueError, match="no step does this"):
        step_of(action)


def test_black_threes_begin_with_as_many_as_the_rules_say() -> None:
    for name, least in (("classic", 3), ("new-canasta", 7), ("hand-knee-and-foot", 0)):
        table = RuleTable(load(name))
        assert table.action(START_BLACK) == Action(START, BLACK_MELD, naturals=least)
        assert table.naturals[START_BLACK] == least
