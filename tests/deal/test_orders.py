"""The melds of one move are laid together: whichever order they are named in, the answer is the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Final

import pytest

from canasta.base.cards import BLACK_THREE, KIND_OF, RED_THREE, TWO, Face, pack
from canasta.base.errors import IllegalMove
from canasta.base.moves import Discard, Draw, Group, Lay, Move
from canasta.base.shuffle import return_places
from canasta.deal.deal import Deal
from canasta.engine import KERNEL
from canasta.rules.load import games
from tests.deal.tables import rules_of

pytestmark = pytest.mark.kernel

TRIES: Final = 15 if KERNEL == "compiled" else 4
"""Deals of each game."""


def rich(cards: Sequence[Face], rng: Random, size: int) -> list[Face]:
    """Return a deck of *cards* whose first *size* are of few ranks and wild cards, for the most part."""
    deck = rng.sample(cards, len(cards))
    ranks = {*rng.sample(range(4, 15), 3), rng.choice([TWO, 0, BLACK_THREE])}
    deck.sort(key=lambda face: KIND_OF[face] not in ranks and KIND_OF[face] > TWO)
    return rng.sample(deck[: 2 * size], 2 * size) + deck[2 * size :]


def some_groups(hand: list[Face], rng: Random) -> list[Group]:
    """Melds and cards for melds, out of *hand*: one group or none of a rank."""
    by_rank: dict[int, list[Face]] = {}
    for face in rng.sample(hand, len(hand)):
        by_rank.setdefault(0 if KIND_OF[face] <= TWO else KIND_OF[face], []).append(face)
    by_rank.pop(RED_THREE, None)
    wilds = by_rank.pop(0, [])
    groups = []
    for rank, faces in by_rank.items():
        if len(faces) >= 2 and rng.random() < 0.8:
            naturals = faces[: max(2, rng.randint(2, len(faces)))]
            joined = 0 if rank == BLACK_THREE else rng.choice([0, 0, 1, 2]) if len(naturals) > 2 else 1
            groups.append(Group(tuple(naturals + wilds[:joined]), rank))
            wilds = wilds[joined:]
    if len(wilds) >= 3 and rng.random() < 0.8:
        groups.append(Group(tuple(wilds[: rng.randint(3, len(wilds))]), 0))
    return rng.sample(groups, min(len(groups), rng.randint(2, 4)))


def answer(deal: Deal, move: Move) -> tuple[object, ...]:
    """Return what *move* leads to, or that it is refused."""
    copied = deal.copy()
    try:
        copied.play(deal.actor, move)
    except IllegalMove:
        return ("refused",)
    p = copied.position
    return sorted(p.closed), list(p.melds), list(p.hands), list(p.sides), list(p.seats), p.actor, p.phase


def compared(deal: Deal, groups: list[Group]) -> bool:
    """See that every order of *groups* has the same answer; return whether it is yes."""
    answers = {repr(answer(deal, Lay(order))): order for order in permutations(groups)}
    assert len(answers) == 1, list(answers.values())
    return "('refused',)" not in answers


def turn(deal: Deal, rng: Random) -> bool:
    """Play a turn of *deal* with melds, if some of those that are tried are legal; return whether some were."""
    seat, melded = deal.actor, False
    deal.play(seat, Draw())
    for _ in range(4):
        groups = some_groups(deal.tabletop.hands[seat], rng)
        if len(groups) > 1 and compared(deal, groups):
            deal.play(seat, Lay(tuple(groups)))
            melded = True
            break
    discards = (Discard(face) for face in deal.tabletop.hands[seat])
    move = next((each for each in discards if deal.refusal(seat, each) is None), None)
    if move is not None:
        deal.play(seat, move)
    elif deal.actor == seat and not deal.over:
        deal.step(seat, deal.legal_steps(seat)[0])
    return melded


@pytest.mark.parametrize("name", sorted(games()))
def test_every_order_of_melds_has_the_same_answer(name: str) -> None:
    players = games()[name].default_players
    rules = rules_of(name, players)
    rng, legal = Random(name), 0
    for _ in range(TRIES):
        deck = rich(pack(rules.packs, rules.deck.jokers), rng, rules.deal.hand)
        deal, _ = Deal.new(rules, deck, minimums=[rng.choice([0, 50, 120])] * rules.sides, returns=return_places(0))
        legal += sum(turn(deal, rng) for _ in range(2 * players) if not deal.over)
    assert legal > TRIES // 20
