"""From a deck to the first turn: hands, reserves, the first card of the pile, red threes."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from canasta.engine.fields import HELD, MINIMUM, SEAT, SIDE
from canasta.engine.flows import Flows
from canasta.engine.position import Position
from canasta.engine.rule_table import KINDS, RuleTable
from canasta.engine.turns import begin_turn, lay_reds


def dealt(table: RuleTable) -> i64:
    """Return cards dealt to all hands and reserves together."""
    total: i64 = table.hand
    packet: i64 = 0
    while packet < table.reserves:
        total += table.reserve_size[packet]
        packet += 1
    return total * table.seats


def turn_up(table: RuleTable, kinds: list[int], returns: list[int]) -> tuple[list[int], int]:
    """Return the order of the deck after the first card of the pile was turned up, and how many cards lie on the pile.

    *kinds* is the whole deck from the top: hands by seat, then each reserve by seat, then the stock. *returns*
    gives, for each rejected card that goes back into the stock, the place: the remainder by the number of cards
    there, counted from below the top one; once they are used up such a card goes to the bottom. The result lists
    indices into *kinds*. If no card is acceptable, or the rules turn none up, the pile starts empty.
    """
    order = vec[i64](list(range(len(kinds))))
    up = turn_up_in(table, vec[i64](kinds), order, vec[i64](returns))
    return [int(card) for card in order], int(up)


def turn_up_in(table: RuleTable, kinds: vec[i64], order: vec[i64], returns: vec[i64]) -> i64:
    """`turn_up` for the kernel: changes *order*, indices into *kinds*, and gives the number of cards on the pile."""
    first = dealt(table)
    cards = i64(len(order))
    acceptable = False
    at = first
    while table.upcard and at < cards and not acceptable:
        acceptable = table.turn_once or table.reject[kinds[order[at]]] == 0
        at += 1
    if not acceptable:
        return 0
    up: i64 = 0
    used: i64 = 0
    turned: i64 = 0
    while table.reject[kinds[order[first + up]]]:
        if table.turn_once and (turned == 1 or first + 1 == cards):
            break
        turned += 1
        if table.covered:
            up += 1
            continue
        card = order[first]
        left = cards - 1 - first
        place = left
        if used < i64(len(returns)):
            place = 1 + returns[used] % left
            used += 1
        at = first
        while at < first + place:
            order[at] = order[at + 1]
            at += 1
        order[at] = card
    return up + 1


def start(
    table: RuleTable, kinds: list[int], up: int, first: int, minimums: list[int], flows: Flows | None = None
) -> Position:
    """Return the position at the first turn, seat *first* to draw.

    *kinds* is the deck in the order that `turn_up` gives, *up* the number of cards on the pile, *minimums* the
    opening's minimum of each side. Red threes dealt to hands are laid and replaced seat by seat from *first* on, or
    only by *first* where they wait for each player's own turn; *flows* notes the movements of that.
    """
    return start_from(table, vec[i64](kinds), up, first, minimums, flows)


def start_shuffled(
    table: RuleTable, shuffled: vec[i64], returns: vec[i64], first: i64, minimums: list[int]
) -> Position:
    """Return the position at the first turn with the deck *shuffled*, the card on the pile not yet turned up; the rest as for `start`."""
    order = shuffled[:]
    deck = shuffled[:]
    at: i64 = 0
    while at < i64(len(order)):
        order[at] = at
        at += 1
    up = turn_up_in(table, shuffled, order, returns)
    at = 0
    while at < i64(len(order)):
        deck[at] = shuffled[order[at]]
        at += 1
    return start_from(table, deck, up, first, minimums)


def start_from(
    table: RuleTable, deck: vec[i64], up: i64, first: i64, minimums: list[int], flows: Flows | None = None
) -> Position:
    """`start` for the kernel; *deck* becomes that of the position."""
    p = Position(table)
    p.deck = deck
    hands = p.hands
    at: i64 = 0
    seat: i64 = 0
    while seat < table.seats:
        card: i64 = 0
        while card < table.hand:
            hands[seat * KINDS + deck[at]] += 1
            at += 1
            card += 1
        p.seats[seat * SEAT + HELD] = table.hand
        seat += 1
    p.next = dealt(table)
    turned = up
    while turned > 0:
        kind = deck[p.next]
        p.pile = append(p.pile, kind)
        p.next += 1
        turned -= 1
        p.freezing += table.freezes[kind]
        if turned and table.upcard_freezes[kind]:
            p.upcard_froze = True
    side: i64 = 0
    while side < table.sides:
        p.sides[side * SIDE + MINIMUM] = minimums[side]
        side += 1
    p.flows = flows
    seat = 0
    while seat < table.seats and not table.reds_wait:
        lay_reds(p, (first + seat) % table.seats)
        seat += 1
    begin_turn(p, first)
    p.flows = None
    return p
