"""Dealing the hidden cards of a view again: the hook for players that think about what others may hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final, Protocol

from canasta.base.cards import KIND_OF, Face, pack
from canasta.deal.deal import Deal
from canasta.deal.setup.arranging import whole_deck
from canasta.deal.view import View, tabletop_seen
from canasta.engine.fields import RESUME
from canasta.engine.going_out import sure_out
from canasta.engine.position import TO_ANSWER, TO_PLAY, Position
from canasta.engine.rule_table import KINDS, RuleTable

_TRIES: Final = 50


class CardShuffler(Protocol):
    """What deals cards again at random: `random.Random` will do."""

    def shuffle(self, x: list[Face], /) -> None:
        """Put *x* in a random order."""


@dataclass(frozen=True, slots=True)
class Imagined:
    """A deal that agrees with a view. *whole* says whether it honours every public fact, or dropped the last."""

    deal: Deal
    whole: bool


def imagine(view: View, rng: CardShuffler) -> Imagined:
    """Deal the cards that *view* does not show again, at random from *rng*.

    Every card known to be somewhere stays there; hands hold no red threes where those are laid at once, or by a
    player who has had a turn; a player who asked whether they may go out can do so. Where no such deal is found in 50
    tries, the last of these facts is dropped. The history of the deal is what the view tells of it.
    """
    deal = _redealt(view, rng)
    for _ in range(_TRIES - 1):
        if _can_ask(deal):
            return Imagined(deal, True)
        deal = _redealt(view, rng)
    return Imagined(deal, _can_ask(deal))


def unseen(view: View) -> Counter[Face]:
    """Return the faces that *view* does not show and does not know to be in a hand: stock, reserves, other hands."""
    rules = view.rules
    left = Counter(pack(rules.packs, rules.deck.jokers))
    left.subtract(view.hand)
    left.subtract(view.pile)
    for meld in view.melds:
        left.subtract(meld.cards)
        if meld.red_three is not None:
            left[meld.red_three] -= 1
    for reds in view.red_threes:
        left.subtract(reds)
    for seat, known in enumerate(view.known):
        if seat != view.seat:
            left.subtract(dict(known))
    return +left


def _can_ask(deal: Deal) -> bool:
    p = deal.position
    if p.phase != TO_ANSWER or p.this_turn[RESUME] != TO_PLAY:
        return True
    return sure_out(p, p.turn)


def _redealt(view: View, rng: CardShuffler) -> Deal:
    table = view.position.rule_table
    free = list(unseen(view).elements())
    rng.shuffle(free)
    hands: list[list[Face]] = []
    for seat in range(table.seats):
        if seat == view.seat:
            hands.append(list(view.hand))
            continue
        hand = [face for face, number in view.known[seat] for _ in range(number)]
        waits = table.reds_open or (table.reds_wait and _before_first_turn(view.position, seat))
        no_reds = table.red_laid and not waits
        hands.append(hand + _picked(free, view.hand_sizes[seat] - len(hand), table, no_reds))
    rng.shuffle(free)  # red threes that no hand took lie together
    returned = Counter(view.returned)
    reserves: dict[tuple[int, int], list[Face]] = {}
    for seat in range(table.seats):
        for index in range(table.reserves - view.reserves_left[seat], table.reserves):
            reserves[seat, index] = _not_returned(free, table.reserve_size[index], returned)
    if returned:
        rng.shuffle(free)  # so do cards that no reserve took
    return _assembled(view, hands, reserves, free)


def _before_first_turn(p: Position, seat: int) -> bool:
    """Return whether *seat* has had no turn yet; the turns go round by seat."""
    return bool((p.turn - seat) % p.rule_table.seats > p.turns)


def _picked(free: list[Face], number: int, table: RuleTable, no_reds: bool) -> list[Face]:
    """Take *number* faces from *free*, if *no_reds* last of all those that are *laid* at once, by their kinds."""
    hand: list[Face] = []
    passed: list[Face] = []
    while len(hand) < number and free:
        face = free.pop()
        if no_reds and table.laid[KIND_OF[face]]:
            passed.append(face)
        else:
            hand.append(face)
    while len(hand) < number:
        hand.append(passed.pop())
    free += passed
    return hand


def _not_returned(free: list[Face], number: int, returned: Counter[Face]) -> list[Face]:
    """Take *number* faces for a reserve: upcards that went back into the stock cannot be in one."""
    spare = Counter(free)
    packet: list[Face] = []
    passed: list[Face] = []
    while len(packet) < number:
        face = free.pop()
        if spare[face] <= returned[face] and len(free) + len(packet) >= number:
            passed.append(face)
            continue
        spare[face] -= 1
        packet.append(face)
    free += passed
    return packet


def _assembled(
    view: View, hands: list[list[Face]], reserves: dict[tuple[int, int], list[Face]], stock: list[Face]
) -> Deal:
    """Return a deal of these cards; deck places that were dealt and used are filled with what is left over."""
    p: Position = view.position.copy()
    table = p.rule_table
    counts = [0] * (table.seats * KINDS)
    for seat, hand in enumerate(hands):
        for face in hand:
            counts[seat * KINDS + KIND_OF[face]] += 1
    p.set_hands(counts)
    left = int(p.stock())
    deck = whole_deck(table, reserves, stock[:left], int(p.next))
    p.set_deck([KIND_OF[face] for face in deck])
    tabletop = tabletop_seen(view, hands, deck, len(deck) - left)
    return Deal(view.rules, p, tabletop, view.history, totals=view.totals, number=view.number)
