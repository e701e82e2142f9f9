"""Moments of random deals, and all of a deal that a position line keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from librt.vecs import vec
from mypy_extensions import i64

from canasta.base.cards import KIND_OF, pack, sorted_faces
from canasta.base.shuffle import return_places, shuffled
from canasta.deal.deal import Deal
from canasta.engine.fields import RESUME, SEAT, STAGED, TAKEN
from canasta.engine.position import OVER, TO_ANSWER, TO_DRAW
from canasta.rules.groups import Rules
from tests.kernel.tiny import acting, chosen


def kept(deal: Deal) -> tuple[object, ...]:
    """Return everything of *deal* but what is past: the order of cards that were dealt or drawn, an answered question, the worth of an opening that went out concealed.

    Hands, packets and melds have no order.
    """
    p, tabletop = deal.position.copy(), deal.tabletop
    live = [-1] * len(tabletop.deck)
    for seat in range(deal.rules.seats):
        for index in range(p.seats[seat * SEAT + TAKEN], p.rule_table.reserves):
            at = int(p.rule_table.reserve_start(seat, index))
            live[at : at + int(p.rule_table.reserve_size[index])] = sorted(tabletop.reserve(p, seat, index))
    live[int(p.next) :] = tabletop.deck[int(p.next) :]
    kinds = [KIND_OF[face] if face >= 0 else -1 for face in live]
    deck = [int(kind) for kind in p.deck]
    for seat in range(deal.rules.seats):
        for index in range(p.seats[seat * SEAT + TAKEN], p.rule_table.reserves):
            at = int(p.rule_table.reserve_start(seat, index))
            packet = slice(at, at + int(p.rule_table.reserve_size[index]))
            assert sorted(deck[packet]) == sorted(kinds[packet])
    assert deck[int(p.next) :] == kinds[int(p.next) :]
    p.deck = vec[i64](kinds)
    if p.phase != TO_ANSWER:
        p.this_turn[RESUME] = TO_DRAW
    if p.phase == OVER:
        p.this_turn[STAGED] = 0
    melds = sorted((zone, sorted(faces)) for zone, faces in tabletop.melds.items() if faces)
    assert [zone for zone, _ in melds] == [at for at, meld in enumerate(p.melds) if meld]
    return (
        p.key(),
        live,
        [sorted(hand) for hand in tabletop.hands],
        melds,
        [[sorted(cards[:-1]), cards[-1]] if entry >> 24 & 1 else sorted(cards) for entry, cards in _closed(deal)],
        [sorted(reds) for reds in tabletop.reds],
        tabletop.pile,
        [dict(+known) for known in tabletop.known],
        dict(+tabletop.returned),
        tabletop.drawn,
    )


def _closed(deal: Deal) -> Iterator[tuple[int, list[int]]]:
    return zip((int(entry) for entry in deal.position.closed), deal.tabletop.closed, strict=True)


def sort_hands(deal: Deal) -> None:
    """Sort all hands, so that the same face is chosen in two deals where only its kind is said."""
    deal.tabletop.hands = [sorted_faces(hand) for hand in deal.tabletop.hands]


def dealt(rules: Rules, seed: int, minimums: Sequence[int] | None = None) -> Deal:
    """Return a fresh deal; who begins follows from *seed*."""
    deck = shuffled(pack(rules.packs, rules.deck.jokers), seed)
    return Deal.new(rules, deck, seed % rules.seats, minimums, return_places(seed))[0]


def wander(deal: Deal, rng: Random, eager: float, longest: int = 1000) -> Iterator[Deal]:
    """*deal* at every step of random play, also between turns; it changes in between."""
    for _ in range(longest):
        yield deal
        if deal.over:
            return
        seat = acting(deal.position, rng)
        deal.step(seat, chosen(deal.legal_steps(seat), rng, eager))
