"""From a setup to a deal: the kernel's position and the faces beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from canasta.base.cards import BLACK_THREE, JOKER, KIND_OF, Face
from canasta.base.errors import SetupError
from canasta.deal.deal import Deal
from canasta.deal.setup.contradictions import contradictions
from canasta.deal.setup.melds import Meld
from canasta.deal.setup.setup import UNSEEN, Cards, Setup
from canasta.deal.tabletop import Tabletop
from canasta.engine import fields
from canasta.engine import position as kernel
from canasta.engine.position import Position
from canasta.engine.rule_table import KINDS, RuleTable, rule_table_of
from canasta.engine.turns import begin_turn


def deal_from(setup: Setup) -> Deal:
    """Return the deal that *setup* describes, ready to be played on; with cards that nobody sees, only for views of it.

    Raises `SetupError` with everything that *setup* contradicts.
    """
    problems = contradictions(setup)
    if problems:
        raise SetupError(problems)
    return arranged(setup)


def arranged(setup: Setup) -> Deal:
    """Return the deal that *setup* describes, without asking whether it can be: for tests of the kernel."""
    table = rule_table_of(setup.rules)
    deck = whole_deck(table, _packets(setup), setup.stock, int(table.cards) - len(setup.stock), _others(setup))
    deck = [JOKER if face == UNSEEN else face for face in deck]
    p = Position(table)
    p.set_deck([KIND_OF[face] for face in deck])
    p.next = len(deck) - len(setup.stock)
    p.set_pile([KIND_OF[face] for face in setup.pile])
    p.freezing = sum(table.freezes[kind] for kind in p.pile)
    p.upcard_froze = setup.upcard_froze
    open_melds, closed = _lay_melds(p, setup.melds)
    _set_seats(p, setup)
    _set_sides(p, setup)
    _set_turn(p, setup)
    _set_end(p, setup)
    tabletop = Tabletop.from_zones(
        deck,
        len(deck) - len(setup.stock),
        hands=setup.hands,
        melds=open_melds,
        closed=closed,
        reds=setup.red_threes,
        pile=setup.pile,
        known=[Counter(setup.known.get(seat, ())) for seat in range(setup.rules.seats)],
        returned=Counter(setup.returned),
    )
    return Deal(setup.rules, p, tabletop, setup.history, totals=setup.totals, number=setup.number)


def whole_deck(
    table: RuleTable, packets: Mapping[tuple[int, int], Cards], stock: Cards, gone: int, others: Sequence[Face] = ()
) -> list[Face]:
    """Return a deck with the *packets* not picked up, by seat and number, in their places and the *stock* last.

    At least *gone* cards lie before the stock. Places of cards that were dealt and drawn hold the *others*, and jokers
    where there are too few of these. Where the stock has more cards than a deal leaves, the deck is longer than the pack.
    """
    left = list(others)
    deck: list[Face] = []

    def fill(end: int) -> None:
        number = end - len(deck)
        if number > 0:
            filling = left[:number]
            del left[:number]
            deck.extend([*filling, *[JOKER] * (number - len(filling))])

    start = table.hand * table.seats
    for index in range(table.reserves):
        for seat in range(table.seats):
            if (seat, index) in packets:
                fill(start)
                deck.extend(packets[seat, index])
            start += table.reserve_size[index]
    fill(gone)
    return [*deck, *stock]


def _packets(setup: Setup) -> dict[tuple[int, int], Cards]:
    return {
        (seat, index): packet
        for seat, packets in enumerate(setup.reserves)
        for index, packet in enumerate(packets, setup.taken(seat))
    }


def _others(setup: Setup) -> list[Face]:
    """Return all cards that are neither in the stock nor in a reserve."""
    return [face for path, cards in setup.zones() if path != "stock" and "reserves" not in path for face in cards]


def _lay_melds(p: Position, melds: Sequence[Meld]) -> tuple[dict[int, list[Face]], list[list[Face]]]:
    """Put *melds* into *p*; give the faces of open ones by their place in the kernel, and those of finished ones."""
    table = p.rule_table
    closed: list[list[Face]] = []
    groups: dict[tuple[int, int], list[Meld]] = {}
    for meld in melds:
        sort = meld.sort(table)
        if sort >= 0:
            p.count_canasta(meld.side, sort)
        if meld.finished(table):
            topped = meld.red_three is not None
            p.add_closed(meld.side << 40 | meld.rank << 32 | topped << 24 | meld.number)
            closed.append(list(meld.faces))
        else:
            groups.setdefault((meld.side, meld.rank), []).append(meld)
    faces: dict[int, list[Face]] = {}
    for (side, rank), group in groups.items():
        group.sort(key=lambda meld: -meld.number)
        for slot, meld in enumerate(group):
            place = int(p.meld_place(side, rank, slot))
            p.melds[place] = meld.number
            faces[place] = list(meld.cards)
    return faces, closed


def _set_seats(p: Position, setup: Setup) -> None:
    counts = [0] * (setup.rules.seats * KINDS)
    for seat, hand in enumerate(setup.hands):
        for face in hand:
            if face != UNSEEN:
                counts[seat * KINDS + KIND_OF[face]] += 1
        at = seat * fields.SEAT
        p.seats[at + fields.HELD] = len(hand)
        p.seats[at + fields.TAKEN] = setup.taken(seat)
        p.seats[at + fields.LAID] = int(seat in setup.laid)
        p.seats[at + fields.TOOK] = fields.DREW if seat in setup.drew else int(seat in setup.took)
        p.seats[at + fields.PLAYED] = setup.played.get(seat, 0)
        p.seats[at + fields.CANASTAS] = setup.made.get(seat, 0)
        p.seats[at + fields.DENIED] = int(seat in setup.denied)
        p.seats[at + fields.MISSED] = sum(1 << index for index in setup.missed.get(seat, ()))
    p.set_hands(counts)


def _set_sides(p: Position, setup: Setup) -> None:
    for side in range(setup.rules.sides):
        at = side * fields.SIDE
        p.sides[at + fields.OPENED] = int(side in setup.opened)
        black = sum(KIND_OF[face] == BLACK_THREE for face in setup.red_threes[side])
        p.sides[at + fields.REDS] = len(setup.red_threes[side]) - black + 256 * black
        p.sides[at + fields.MINIMUM] = setup.minimums[side]
        p.sides[at + fields.RESTORED] = setup.restored.get(side, 0)


def _set_turn(p: Position, setup: Setup) -> None:
    begin_turn(p, setup.seat)
    if setup.ended is not None:
        # A turn that begins lays threes; one that came as the last card of the stock stays in its hand.
        _set_seats(p, setup)
        _set_sides(p, setup)
    for seat in setup.due:  # only now: a turn that begins gives a reserve that is due
        p.seats[seat * fields.SEAT + fields.DUE] = 1
    turn = p.this_turn
    turn[fields.SOURCE] = setup.source
    if setup.source != kernel.NOWHERE or setup.ended is not None:
        # A turn that has drawn goes on, although none could begin without a stock.
        p.phase = kernel.TO_DRAW if setup.source == kernel.NOWHERE else kernel.TO_PLAY
        p.ended = kernel.NOT_ENDED
    if setup.began is not None:
        turn[fields.FRESH], turn[fields.SIDE_FRESH] = int(setup.began.fresh), int(setup.began.unopened)
        turn[fields.BEGAN_LAST] = int(setup.began.last)
    turn[fields.ON_TRIAL], turn[fields.RAISED] = setup.lift, setup.raised
    turn[fields.STARTED] = sum(1 << rank for rank in setup.started)
    turn[fields.STARTED] |= sum(1 << fields.COMPLETED + rank for rank in setup.completed)
    turn[fields.TOUCHED], turn[fields.MADE] = int(setup.touched), setup.finished
    if setup.staging:
        turn[fields.STAGING] = 1
        turn[fields.STAGED] = sum(_worth(p.rule_table, meld) for meld in setup.melds if meld.side == setup.side)
        rest = len(setup.pile)
        if setup.source == kernel.PILE:
            turn[fields.COMING] = min(rest, p.rule_table.take - 1) if p.rule_table.take else rest
    if setup.asked is not None:
        turn[fields.ASKED_SEAT] = setup.asked
        if setup.answer is None:
            turn[fields.RESUME] = p.phase
            p.phase, p.actor = kernel.TO_ANSWER, setup.asked
        else:
            turn[fields.ASKED] = kernel.ALLOWED if setup.answer else kernel.FORBIDDEN


def _worth(table: RuleTable, meld: Meld) -> int:
    """Return what *meld* is worth in an opening: its cards, and its bonus where bonuses count."""
    cards = sum(table.value[KIND_OF[face]] for face in meld.cards)
    sort = meld.sort(table)
    return int(cards + (table.opening_bonus[sort] if sort >= 0 else 0))


def _set_end(p: Position, setup: Setup) -> None:
    p.lap = -1 if setup.lap is None else setup.lap
    p.turns = setup.turns
    p.out = -1 if setup.out is None else setup.out
    p.late, p.concealed = setup.late, setup.concealed
    if setup.ended:
        p.ended = setup.ended
        p.phase = kernel.OVER
