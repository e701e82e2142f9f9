"""The public loop plays the deals that `Deal` plays, and an observation tells what its seat may know and no more."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from canasta import FastDeal, MisuseError, load
from canasta.base.cards import KIND_OF, pack
from canasta.base.shuffle import LARGEST_SEED, deal_seed, return_places, shuffled
from canasta.deal.deal import Deal
from canasta.deal.tableaus import tableaus
from canasta.deal.view import view
from canasta.engine.decks import places, shuffled_by
from canasta.engine.observation import (
    FIVES,
    MELD_FIELDS,
    SEAT_FIELDS,
    SIDE_FIELDS,
    TURN_FIELDS,
    Observation,
    layout,
    layout_digest,
)
from canasta.engine.playout import Dice
from canasta.engine.worlds import sample_world
from canasta.wording.sheets import sheet
from tests.deal.tables import ALL_TABLES, TABLES, rules_of

pytestmark = pytest.mark.kernel

SEEDS = (0, 1, 1 << 63, LARGEST_SEED, 123_456_789_012_345)
DEALS = 2


@pytest.mark.parametrize("seed", SEEDS)
def test_decks_of_the_kernel_are_those_of_all_machines(seed: int) -> None:
    for cards in (2, 10, 108, 648):
        assert shuffled_by(list(range(cards)), seed) == list(shuffled(range(cards), seed))
    assert list(places(seed >> 32, seed & 0xFFFFFFFF)) == list(return_places(seed))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_fast_deal_is_the_deal_with_the_same_cards(name: str, players: int) -> None:
    rules, rng = rules_of(name, players), Random(players)
    fast = FastDeal(rules)
    bytes_seen, mask = bytearray(fast.observation_size), bytearray(419)
    views = fast.views()
    for number in range(1, DEALS + 1):
        fast.begin(number, seed=5, first=number % players)
        deck = shuffled(pack(rules.packs, rules.deck.jokers), deal_seed(5, number))
        deal, _ = Deal.new(rules.in_deal(1), deck, number % players, None, return_places(deal_seed(5, number)))
        while not fast.over:
            assert fast.actor == deal.actor
            legal = fast.legal_steps()
            assert legal == deal.legal_steps(deal.actor)
            fast.mask(mask)
            assert [step for step, marked in enumerate(mask) if marked] == legal
            if rng.random() < 1 / 50:
                seat = rng.randrange(players)
                fast.observe(seat, bytes_seen)
                fast.look(seat)
                assert [*map(bytes, views)] == [bytes_seen, mask if seat == fast.actor else bytes(419)]
                check(bytes_seen, deal, seat)
            step = rng.choice(legal)
            fast.step(step)
            deal.step_trusted(step)
        assert deal.over
        assert fast.legal_steps() == []
        assert fast.points() == [sheet(deal.rules, tableau).total for tableau in tableaus(deal.position)]


def named(seen: bytearray, seats: int, sides: int) -> dict[str, list[int]]:
    """Return the bytes of each block."""
    blocks = layout(seats, sides)
    ends = [*(block.start for block in blocks[1:]), len(seen)]
    return {block.name: list(seen[block.start : end]) for block, end in zip(blocks, ends, strict=True)}


def check(seen: bytearray, deal: Deal, seat: int) -> None:
    """See that an observation says what the view of *seat* says."""
    shown = view(deal, seat)
    seats, sides = deal.rules.seats, deal.rules.sides
    found = named(seen, seats, sides)
    turn = dict(zip(TURN_FIELDS, found["turn"], strict=True))
    assert turn["phase"] == shown.position.phase
    assert turn["stock_hundreds"] * 100 + turn["stock_rest"] == shown.stock
    assert (turn["turn"] + seat) % seats == shown.turn
    assert turn["frozen"] == shown.frozen
    assert found["hand"] == [sum(KIND_OF[face] == kind for face in shown.hand) for kind in range(15)]
    assert found["pile"] == [sum(KIND_OF[face] == kind for face in shown.pile) for kind in range(15)]
    assert found["top"][: len(shown.pile)] == [1 + KIND_OF[face] for face in reversed(shown.pile[-8:])]
    held = found["seats"][:: len(SEAT_FIELDS)]
    assert held == [shown.hand_sizes[(seat + step) % seats] for step in range(seats)]
    order = [(shown.side + step) % sides for step in range(sides)]
    assert found["sides"][:: len(SIDE_FIELDS)] == [shown.opened[side] for side in order]
    assert found["sides"][1 :: len(SIDE_FIELDS)] == [shown.minimums[side] // FIVES for side in order]
    canastas = [found["melds"][at :: len(MELD_FIELDS)] for at in (4, 5)]
    assert sum(map(sum, canastas)) == sum(meld.slot is None for meld in shown.melds)
    laid = sum(sum(found["melds"][at :: len(MELD_FIELDS)]) for at in range(4))
    assert laid == sum(len(meld.cards) for meld in shown.melds if meld.slot is not None)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_an_observation_is_the_same_in_twin_worlds(name: str, players: int) -> None:
    fast, rng, compared = FastDeal(rules_of(name, players)), Random(players), 0
    differed = 0
    fast.begin(1, seed=players)
    seen, twin = bytearray(fast.observation_size), Observation(fast.table)
    while not fast.over:
        if rng.random() < 1 / 10:
            seat = fast.actor
            fast.observe(seat, seen)
            world = sample_world(fast.position.hidden_from(seat), seat, Dice(compared), fast.known)
            differed += world.hands != fast.position.hands
            for other in (fast.position.hidden_from(seat), world):
                twin.look(other, seat, fast.known.counts, fast.thrown, fast.totals)
                assert bytes(twin.cells) == bytes(seen)
            compared += 1
        fast.step(rng.choice(fast.legal_steps()))
    assert differed >= 3


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_copy_goes_on_as_the_deal_does_and_alone(name: str, players: int) -> None:
    fast, rng = FastDeal(rules_of(name, players)), Random(players)
    fast.begin(2, seed=players, totals=[300] * fast.rules.sides)
    for _ in range(30):
        fast.step(rng.choice(fast.legal_steps()))
    copies = [fast.copy(), pickle.loads(pickle.dumps(fast))]
    seen, same = bytearray(fast.observation_size), bytearray(fast.observation_size)
    while not fast.over:
        step = rng.choice(fast.legal_steps())
        fast.observe(fast.actor, seen)
        for copy in copies:
            copy.observe(fast.actor, same)
            assert same == seen
            assert copy.legal_steps() == fast.legal_steps()
            copy.step(step)
        fast.step(step)
    for copy in copies:
        assert copy.points() == fast.points()
        copy.begin(1)
    assert fast.over


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_resampled_deal_looks_the_same_to_its_seat(name: str, players: int) -> None:
    fast, rng = FastDeal(rules_of(name, players)), Random(players)
    fast.begin(1, seed=players)
    for _ in range(40):
        fast.step(rng.choice(fast.legal_steps()))
    seat, key = fast.actor, fast.position.key()
    worlds = [fast.resampled(seat, seed) for seed in (1, 2, 1)]
    assert [world.position.key() == worlds[0].position.key() for world in worlds] == [True, False, True]
    seen, same = bytearray(fast.observation_size), bytearray(fast.observation_size)
    fast.observe(seat, seen)
    for world in worlds:
        world.observe(seat, same)
        assert same == seen
        assert world.legal_steps() == fast.legal_steps()
        while not world.over:
            world.step(rng.choice(world.legal_steps()))
    assert fast.position.key() == key


def test_every_observation_has_at_most_1024_bytes() -> None:
    for name, players in ALL_TABLES:
        rules = rules_of(name, players)
        last = layout(rules.seats, rules.sides)[-1]
        assert FastDeal(rules).observation_size == last.start + rules.sides * 13 * 6 <= 1024


def test_the_layout_is_that_of_its_version() -> None:
    assert (layout_digest(4, 2), layout_digest(2, 2)) == ("11c11888ce25f5ef", "f2beba4780d8cbd6")


def test_wrong_arguments_are_told() -> None:
    deal = FastDeal(load("classic", 4))
    assert deal.over
    wrong = [
        (lambda: FastDeal("classic"), "FastDeal needs Rules as rules"),  # type: ignore[arg-type]
        (lambda: deal.begin(0), "The number must be a whole number from 1"),
        (lambda: deal.begin(1, seed=-1), "The seed must be"),
        (lambda: deal.begin(1, first=4), "must be a whole number from 0 to 3, not 4"),
        (lambda: deal.begin(1, totals=[1]), "There are 2 sides"),
        (lambda: deal.step(0), "the deal is over"),
        (lambda: deal.step(419), "The step must be a whole number from 0 to 418, not 419"),
        (lambda: deal.step("draw"), "must be a whole number from 0 to 418, not 'draw'"),  # type: ignore[arg-type]
        (lambda: deal.observe(4, bytearray(368)), "must be a whole number from 0 to 3, not 4"),
        (lambda: deal.look(-1), "must be a whole number from 0 to 3, not -1"),
        (lambda: deal.observe(0, bytearray(3)), "368 bytes are written here"),
        (lambda: deal.mask([0] * 419), "419 bytes are written here"),
    ]
    for call, text in wrong:
        with pytest.raises(MisuseError, match=text):
            call()  # type: ignore[no-untyped-call]
