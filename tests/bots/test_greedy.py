"""How the greedy player plays: cards in hand that leave no doubt, and sound results."""

from __future__ import annotations

import pytest

from canasta import bots
from canasta.bots import hint
from canasta.deal.deal import Deal
from canasta.deal.view import view
from canasta.engine.steps import ASK, OPEN
from canasta.rules.load import load
from canasta.sim import Plan, run
from tests.bots.greedy_decisions import decisions, recorded
from tests.deal.tables import TABLES, VARIED_TABLES, fresh, rules_of

ALL = [pytest.param(name, players, id=f"{name}-{players}") for name, players in TABLES]


def greedy_deal(name: str, players: int, seed: int) -> tuple[Deal, list[tuple[int, int]]]:
    """Return a deal of greedy players to its end, and who took which step."""
    deal, _ = fresh(rules_of(name, players), seed)
    seated = [bots.make("greedy", seed, seat) for seat in range(players)]
    taken = []
    while not deal.over:
        seat = deal.actor
        step = seated[seat].choose(view(deal, seat))
        taken.append((seat, step))
        deal.step_trusted(step)
    return deal, taken


# Where the documents leave a short stock, with the option that gives more packs.
SHORT = {
    ("classic", 5): ["three-packs"],
    ("substance-of-living", 3): ["more-packs"],
    ("substance-of-living", 5): ["more-packs"],
}


@pytest.mark.parametrize(("name", "players"), VARIED_TABLES)
def test_most_deals_end_by_going_out(name: str, players: int) -> None:
    rules = load(name, players, SHORT.get((name, players), []))
    found = run(Plan(rules=rules, bots=("greedy",), deals=24, seed=3))
    assert found.stuck <= 3 or rules.out.passing
    if name == "modern-american-canasta":
        # Dead ranks and melds that must be finished before it keep those from going out who do not plan for it.
        assert found.ends["out"] + found.ends["stock"] == 24
        assert found.ends["out"] > 0
    # Five canastas are more than a player alone finds before the stock is gone.
    elif rules.sides == players and rules.out.natural + rules.out.mixed + rules.out.wild >= 5:
        assert found.ends["out"] + found.ends["stock"] == 24
    else:
        assert found.ends["out"] >= 12


@pytest.mark.parametrize(
    ("name", "players", "deals"),
    [
        ("hand-and-foot", 4, 6),
        ("new-canasta", 4, 8),
        ("hand-knee-and-foot", 6, 4),
        ("classic", 2, 12),
        ("classic", 4, 12),
    ],
)
def test_greedy_beats_chance(name: str, players: int, deals: int) -> None:
    rules = load(name, players)
    names = tuple("greedy" if seat % rules.sides % 2 == 0 else "chance" for seat in range(players))
    found = run(Plan(rules=rules, bots=names, deals=deals, seed=1, duplicate=True))
    assert found.by_bot["greedy"].low > found.by_bot["chance"].high


@pytest.mark.parametrize(("table", "digest"), recorded().items())
def test_decisions_are_those_of_its_version(table: str, digest: str) -> None:
    name, players = table.split()
    assert decisions(name, int(players)) == digest


def test_permission_is_asked_where_it_is_needed() -> None:
    asked = 0
    for seed in range(6):
        deal, taken = greedy_deal("hand-and-foot", 4, seed)
        if deal.position.ended == 1:
            asked += any(ASK <= step < ASK + 3 for _, step in taken)
            assert asked
    assert asked


def test_openings_are_finished() -> None:
    for seed in range(4):
        _, taken = greedy_deal("new-canasta", 4, seed)
        assert any(step == OPEN for _, step in taken)


@pytest.mark.parametrize(("name", "players"), ALL)
def test_hints_are_what_greedy_does_with_a_sentence(name: str, players: int) -> None:
    deal, _ = fresh(rules_of(name, players), 8)
    seated = [bots.make("greedy", 8, seat) for seat in range(players)]
    while not deal.over:
        seen = view(deal, deal.actor)
        step, reason = hint(seen)
        assert step in seen.legal
        assert reason.endswith(".")
        assert reason[0].isupper()
        assert "  " not in reason
        deal.step_trusted(seated[deal.actor].choose(seen))


def test_there_is_no_hint_for_who_has_nothing_to_decide() -> None:
    deal, _ = fresh(rules_of("classic", 4), 8)
    with pytest.raises(ValueError, match="nothing to decide"):
        hint(view(deal, 1))
