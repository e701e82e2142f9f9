"""From a set-up to a deal: the position, and the faces beside it, of the moment in which a case begins."""

from __future__ import annotations

from collections.abc import Iterable

from canasta.cards import JOKER, KIND_OF, RED_THREE, TWO, Face
from canasta.deal import Deal
from canasta.engine.fields import (
    ASKED,
    ASKED_SEAT,
    CANASTAS,
    HELD,
    LAID,
    MINIMUM,
    NOTHING,
    OPENED,
    PLAYED,
    REDS,
    SEAT,
    SIDE,
    SOURCE,
    TAKEN,
    TOOK,
)
from canasta.engine.melds import class_of, meld_of
from canasta.engine.position import ALLOWED, FORBIDDEN, NOT_ENDED, TO_PLAY, Position
from canasta.engine.table import ENDS_AFTER_LAP, KINDS, NO_PERMISSION, Table, table_of
from canasta.engine.turns import begin_turn
from canasta.events import Event
from canasta.notation.cases.setup import LaidMeld, SetUp
from canasta.notation.cases.zones import Contradiction, Supply, Zones
from canasta.notation.reading import USUAL, Packet
from canasta.rules.groups import Rules
from canasta.score import minimum
from canasta.seats import first_player, partners
from canasta.tabletop import Tabletop


def arrange(rules: Rules, setup: SetUp) -> tuple[Deal, list[Event]]:
    """The deal that *setup* describes, and the first events where it begins with the shuffle.

    Raises `Contradiction` for a set-up that cannot be.
    """
    if setup.from_shuffle:
        return _shuffled(rules, setup)
    zones = Zones(rules, setup)
    deck = zones.deck()
    table = table_of(rules)
    position = Position(table)
    position.set_deck([KIND_OF[face] for face in deck])
    position.next = rules.cards - len(zones.stock)
    _seat_players(position, rules, zones)
    _set_sides(position, rules, zones)
    _set_pile(position, zones)
    open_melds, closed = lay_melds(position, zones.melds)
    _set_turn(position, rules, setup)
    tabletop = Tabletop(deck, position, ())
    tabletop.hands = zones.hands
    tabletop.melds, tabletop.closed = open_melds, closed
    tabletop.reds = zones.reds
    tabletop.pile = zones.pile
    tabletop.drawn = int(position.next)
    return Deal(rules, position, tabletop), []


def _shuffled(rules: Rules, setup: SetUp) -> tuple[Deal, list[Event]]:
    supply = Supply(rules)
    faces: list[Face]
    if setup.deck is not None:
        named = supply.take("deck", setup.deck.cards)
        supply.settle()
        faces = [*named, *supply.fill("deck", len(supply))]
        if setup.deck.others != USUAL and len(named) != rules.cards:
            text = f"the deck has {rules.cards} cards, and {len(named)} are named: end it with * to fill it"
            raise Contradiction("deck", text)
    else:
        faces = _dealt_faces(rules, setup, supply)
    minimums = [minimum(rules, setup.deal, total) for total in setup.totals]
    return Deal.new(rules, faces, _first(rules, setup), minimums, setup.returns)


def _dealt_faces(rules: Rules, setup: SetUp, supply: Supply) -> list[Face]:
    """The deck in which hands, reserves, first cards and stock are as *setup* names them."""
    packets: list[tuple[str, Packet, int]] = []
    for seat in range(rules.seats):
        packets.append((f"hands.{seat + 1}", setup.hands.get(seat, Packet((), USUAL)), rules.deal.hand))
    for index, reserve in enumerate(rules.reserves):
        for seat in range(rules.seats):
            named = setup.reserves.get(seat, ())
            packet = named[index] if index < len(named) else Packet((), USUAL)
            packets.append((f"reserves.{seat + 1}", packet, reserve.size))
    for key, packet, _ in packets:
        supply.take(key, packet.cards)
    up = supply.take("upcards", setup.upcards or ())
    stock = setup.stock if isinstance(setup.stock, Packet) else Packet((), USUAL)
    after = supply.take("stock", stock.cards)
    if isinstance(setup.stock, int) or stock.others != USUAL:
        raise Contradiction("stock", "a case that begins with the shuffle has the whole deck: end the stock with *")
    supply.settle()
    faces: list[Face] = []
    for key, packet, size in packets:
        number = size - len(packet.cards)
        if number < 0 or (number and packet.others != USUAL):
            raise Contradiction(key, f"{size} cards are dealt here, and {len(packet.cards)} are named")
        faces += [*packet.cards, *supply.fill(key, number, reds=key.startswith("reserves"))]
    return [*faces, *up, *after, *supply.fill("stock", len(supply))]


def _first(rules: Rules, setup: SetUp) -> int:
    if setup.dealer is None:
        return setup.seat
    try:
        return first_player(rules, setup.dealer, setup.scorekeeper)
    except ValueError as error:
        raise Contradiction("dealer", str(error)) from None


def _seat_players(position: Position, rules: Rules, zones: Zones) -> None:
    setup, table = zones.setup, zones.table
    open_sides = _open_sides(setup)
    for seat in range(rules.seats):
        at = seat * SEAT
        for face in zones.hands[seat]:
            position.hands[seat * KINDS + KIND_OF[face]] += 1
        position.seats[at + HELD] = len(zones.hands[seat])
        position.seats[at + TAKEN] = zones.taken[seat]
        laid = seat % rules.sides in open_sides if setup.laid is None else seat in setup.laid
        position.seats[at + LAID] = 1 if laid else 0
        position.seats[at + TOOK] = 1 if seat in setup.took else 0
        position.seats[at + CANASTAS] = setup.made.get(seat, 0)
        played = setup.played.get(seat, NOTHING)
        if played != NOTHING and zones.taken[seat] < max(1, table.reserves):
            raise Contradiction(f"played.{seat + 1}", "this player has not picked up the last reserve")
        position.seats[at + PLAYED] = played
    for seat in setup.laid or ():
        if seat % rules.sides not in open_sides:
            raise Contradiction("laid", f"the side of seat {seat + 1} has not opened")


def _open_sides(setup: SetUp) -> set[int]:
    return set(setup.opened) | {side for side, melds in setup.melds.items() if melds}


def _set_sides(position: Position, rules: Rules, zones: Zones) -> None:
    setup = zones.setup
    for side in range(rules.sides):
        at = side * SIDE
        position.sides[at + OPENED] = 1 if side in _open_sides(setup) else 0
        position.sides[at + REDS] = len(zones.reds[side])
        position.sides[at + MINIMUM] = minimum(rules, setup.deal, setup.totals[side])


def _set_pile(position: Position, zones: Zones) -> None:
    kinds = [KIND_OF[face] for face in zones.pile]
    table, frozen = zones.table, zones.setup.frozen
    position.set_pile(kinds)
    position.freezing = sum(table.freezes[kind] for kind in kinds)
    upcards = [kind for kind in kinds if table.upcard_freezes[kind]]
    covered = RED_THREE in upcards and table.red_laid  # such a card can only have been turned up
    position.upcard_froze = covered or (any(table.upcard_freezes) and bool(frozen))
    if frozen is False and (covered or position.freezing):
        raise Contradiction("frozen", "a card in the pile freezes it")
    if frozen and not any(table.upcard_freezes) and not any(table.freezes):
        raise Contradiction("frozen", "in this game nothing freezes the pile")
    if frozen and not position.freezing and not any(table.upcard_freezes[kind] for kind in kinds[:-1]):
        raise Contradiction("frozen", "no card below the top of the pile could have frozen it")


def lay_melds(
    position: Position, melds: Iterable[tuple[int, LaidMeld]]
) -> tuple[dict[int, list[Face]], list[list[Face]]]:
    """Put *melds*, each with its side, into *position*: canastas that take no more cards in their order, others by size.

    Returns the faces of open melds by their place, and those of canastas. Raises `Contradiction` where a side has too
    many melds of a rank.
    """
    table = position.table
    open_melds: dict[tuple[int, int], list[tuple[int, LaidMeld]]] = {}
    closed: list[list[Face]] = []
    for side, meld in melds:
        number = _meld_number(meld)
        sort = class_of(table, meld.rank, number)
        if sort >= 0:
            position.count_canasta(side, sort)
        if sort >= 0 and not table.grows:
            topped = 0 if meld.red_three is None else 1
            position.add_closed(side << 40 | meld.rank << 32 | topped << 24 | number)
            closed.append([*meld.cards, *([meld.red_three] if meld.red_three is not None else [])])
        else:
            open_melds.setdefault((side, meld.rank), []).append((number, meld))
    faces: dict[int, list[Face]] = {}
    for (side, rank), group in open_melds.items():
        if len(group) > table.slots:
            most = "one open meld" if table.slots == 1 else f"{table.slots} open melds"
            text = f"a side has {most} of a rank at most, and {len(group)} are named"
            raise Contradiction(f"melds.{side + 1}", text)
        group.sort(key=lambda entry: -entry[0])
        for slot, (number, meld) in enumerate(group):
            at = (side * KINDS + rank) * int(table.slots) + slot
            position.melds[at] = number
            faces[at] = list(meld.cards)
    return faces, closed


def _meld_number(meld: LaidMeld) -> int:
    kinds = [KIND_OF[face] for face in meld.cards]
    twos, jokers = kinds.count(TWO), kinds.count(JOKER)
    return int(meld_of(len(kinds) - twos - jokers, twos, jokers))


def _set_turn(position: Position, rules: Rules, setup: SetUp) -> None:
    table = position.table
    begin_turn(position, setup.seat)
    if setup.phase == TO_PLAY:
        position.phase, position.this_turn[SOURCE] = TO_PLAY, setup.source
        position.ended = NOT_ENDED  # a turn that has drawn goes on, although none could begin without a stock
    if setup.answer is not None:
        if table.permission == NO_PERMISSION:
            raise Contradiction("answer", "in this game nobody is asked")
        position.this_turn[ASKED] = ALLOWED if setup.answer else FORBIDDEN
        position.this_turn[ASKED_SEAT] = partners(setup.seat, rules.seats, rules.sides)[0]
    position.lap = _lap(position, table, setup)


def _lap(position: Position, table: Table, setup: SetUp) -> int:
    """How many turns follow this one; -1 as long as no last lap is played."""
    last = table.ends == ENDS_AFTER_LAP and position.stock() == 0
    if setup.lap is not None and not last:
        raise Contradiction("lap", "no last lap is played: the stock is not empty, or the game has none")
    if not last:
        return -1
    return int(table.seats) - 1 if setup.lap is None else setup.lap
