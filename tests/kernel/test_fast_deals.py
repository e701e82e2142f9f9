"""Many deals at once are those that `FastDeal` plays one by one."""

from __future__ import annotations

from array import array
from random import Random
from typing import Any

import pytest

from canasta import FastDeal, FastDeals, MisuseError, load
from canasta.base.shuffle import LARGEST_SEED
from canasta.engine import KERNEL
from tests.deal.tables import TABLES, rules_of

pytestmark = pytest.mark.kernel

ROWS = 3
ROUNDS = 2 if KERNEL == "compiled" else 1
"""How many deals the first row ends, at least."""


def rows(view: memoryview) -> list[list[int]]:
    nested: Any = view.tolist()
    return list(nested)


def begin(single: FastDeal, deck: int) -> None:
    single.begin(deck, seed=5)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_each_row_plays_its_decks_one_after_another(name: str, players: int) -> None:
    rules, rng = rules_of(name, players), Random(players)
    deals, blind = FastDeals(rules, ROWS), FastDeals(rules, ROWS, observes=False)
    singles, decks = [FastDeal(rules) for _ in range(ROWS)], list(range(1, ROWS + 1))
    masks, actors, over, points = (
        deals.masks,
        deals.actors,
        deals.over,
        deals.points,
    )  # views: the kernel fills them again
    seen, mask = bytearray(singles[0].observation_size), bytearray(419)
    deals.begin(seed=5)
    blind.begin(seed=5)
    for single, deck in zip(singles, decks, strict=True):
        begin(single, deck)
    while decks[0] <= ROUNDS * ROWS:
        actions, ended = [], []
        for row, single in enumerate(singles):
            assert actors[row] == single.actor
            legal = single.legal_steps()
            assert rows(deals.legal_steps)[row][: deals.legal_numbers[row]] == legal
            single.mask(mask)
            assert rows(masks)[row] == list(mask)
            single.observe(single.actor, seen)
            assert rows(deals.observations)[row] == list(seen)
            actions.append(rng.choice(legal))
            single.step(actions[row])
            ended.append(single.points() if single.over else None)
            if single.over:
                decks[row] += ROWS
                begin(single, decks[row])
        deals.step(actions)
        blind.step(array("q", actions))
        assert list(over) == [each is not None for each in ended]
        assert rows(points) == [each or [0] * rules.sides for each in ended]
        assert (blind.masks, blind.over, blind.points) == (masks, over, points)


def test_the_views_cannot_be_written() -> None:
    deals = FastDeals(load("classic", 4), 2)
    for view in (
        deals.masks,
        deals.legal_steps,
        deals.legal_numbers,
        deals.actors,
        deals.over,
        deals.points,
        deals.observations,
    ):
        assert view.readonly
        assert view.shape is not None
        assert view.shape[0] == 2


def test_wrong_arguments_are_told_and_change_nothing() -> None:
    rules = load("classic", 4)
    deals = FastDeals(rules, 2, observes=False)
    with pytest.raises(MisuseError, match=r"^No deals have begun: call begin\(\) first\.$"):
        deals.step([0, 0])
    deals.begin(LARGEST_SEED)
    before = bytes(deals.masks)
    for call, text in (
        (lambda: FastDeals("classic", 2), "FastDeal needs Rules as rules"),  # type: ignore[arg-type]
        (lambda: FastDeals(rules, 0), "The number must be a whole number from 1"),
        (lambda: deals.begin(-1), "The seed must be"),
        (lambda: deals.step([0]), "There are 2 deals, and 1 actions were given"),
        (lambda: deals.step([0, 418]), "The step 418 is not legal now in row 1"),
        (lambda: deals.step([0, -1]), "The step -1 is not legal now in row 1"),
        (lambda: deals.step([1 << 70, 0]), "The actions must be whole numbers"),
        (lambda: deals.step(array("d", [0.0, 0.0])), "The actions must be whole numbers"),
        (
            lambda: deals.step("draw"),
            "The actions must be whole numbers in a list or an array, one for each deal, not str",
        ),
        (lambda: deals.observations, "make them with observes=True"),
    ):
        with pytest.raises(MisuseError, match=text):
            call()
    assert bytes(deals.masks) == before
