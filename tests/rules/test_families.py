"""The house rules of real families in ``examples/families``: they say what they claim, and can be played."""

import pytest

from canasta.engine import KERNEL
from canasta.rules.load import load
from canasta.sim.playing import play_deal
from scripts.families import Family, families, report, wrong
from tests.deal.tables import SOAK

FAMILIES = families()
DEALS = 10 + SOAK if KERNEL == "compiled" else 2
"""By each bot; the interpreted kernel plays alike, only slower."""


def players_of(family: Family) -> int:
    """Return a number of players that the family plays with: four if it can be."""
    return 4 if 4 in family.players else family.players[0]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_file_says_what_its_facts_claim(family: Family) -> None:
    assert list(wrong(family)) == []
    assert family.about["address"].startswith(("https://", "http://"))


@pytest.mark.kernel
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_bots_play_deals(family: Family) -> None:
    rules = load(players=players_of(family), house=family.house)
    for bot in ("greedy", "chance"):
        for number in range(DEALS):
            assert play_deal(rules, [bot] * rules.seats, 1, number).steps > rules.seats


def test_the_count_names_what_is_missing() -> None:
    lines = list(report(FAMILIES))
    assert lines[-2].startswith("Hand and Foot: ")
    assert lines[-1].startswith("all: ")
    assert sum("missing: " in line for line in lines) == sum(len(family.missing) for family in FAMILIES)


def test_a_fact_that_does_not_hold_is_named() -> None:
    family = next(each for each in FAMILIES if each.name == "kcils")
    about = {**family.about, "facts": [*family.about["facts"], {"says": "three wild canastas", "is": {"out.wild": 3}}]}
    (told,) = {text.partition(" with ")[0] for text in wrong(Family(family.name, family.house, about))}
    assert told == "three wild canastas: out.wild is 0"


def test_a_value_has_a_fact_or_a_reason() -> None:
    family = next(each for each in FAMILIES if each.name == "manasse")
    told = list(wrong(Family(family.name, family.house, {**family.about, "follows": {"draw.stock": "one is enough"}})))
    assert told == [
        "exhaustion.forced: no fact says this value, and [follows] gives no reason",
        "follows: draw.stock is not a value of the house rules",
    ]
