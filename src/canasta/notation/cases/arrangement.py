"""From the outline of a case to the deal in which its moves are made."""

from __future__ import annotations

from collections import Counter

from canasta.base.cards import Face, pack
from canasta.base.english import count
from canasta.base.errors import Problem, SetupError
from canasta.base.events import Event
from canasta.deal.deal import Deal
from canasta.deal.setup.arranging import arranged
from canasta.deal.setup.contradictions import contradictions, overdrawn
from canasta.notation.cases.filling import Filling, UnnamedCards
from canasta.notation.cases.outline import Outline
from canasta.notation.reading import USUAL, Packet
from canasta.rules.dealers import first_player
from canasta.rules.groups import Rules
from canasta.scoring.standing import minimum


def arrange(rules: Rules, outline: Outline) -> tuple[Deal, list[Event]]:
    """Return the deal that *outline* describes, and the first events where it begins with the shuffle.

    Raises `SetupError` with everything that cannot be; its paths are keys of a case.
    """
    if outline.from_shuffle:
        return _shuffled(rules, outline)
    filling = Filling(rules, outline)
    setup = filling.setup()
    _refuse([*filling.supply.problems, *contradictions(setup)])
    return arranged(setup), []


_KEYS = {"asked": "answer", "minimums": "totals"}
"""The keys of a case where they differ from the paths of a setup."""

_LISTED = frozenset({"laid", "took", "denied", "opened", "upcards", "deck", "pile", "stock"})


def _refuse(problems: list[Problem]) -> None:
    """Raise the *problems*, if there are any, by the keys of a case."""
    if problems:
        raise SetupError(tuple(dict.fromkeys(Problem(_key(each.path), each.text) for each in problems)))


def _key(path: str) -> str:
    head, *places = path.split(".")
    key = _KEYS.get(head, head)
    return f"{key}.{places[0]}" if places and key not in _LISTED else key


def _shuffled(rules: Rules, outline: Outline) -> tuple[Deal, list[Event]]:
    rules = rules.in_deal(outline.deal)
    if outline.deck is not None:
        zones = [("deck", outline.deck.cards)]
    else:
        zones = [(key, packet.cards) for key, packet, _ in _packets(rules, outline)]
        after = outline.stock.cards if isinstance(outline.stock, Packet) else ()
        zones += [("upcards", outline.upcards or ()), ("stock", after)]
    problems = list(overdrawn(Counter(pack(rules.packs, rules.deck.jokers)), zones))
    supply = UnnamedCards(rules, Counter(face for _, cards in zones for face in cards))
    faces = _named_deck(rules, outline.deck, supply) if outline.deck else _dealt_faces(rules, outline, supply)
    first = _first(rules, outline, supply)
    _refuse([*problems, *supply.problems])
    minimums = [minimum(rules, outline.deal, total) for total in outline.totals]
    return Deal.new(rules, faces, first, minimums, outline.returns)


def _named_deck(rules: Rules, deck: Packet, supply: UnnamedCards) -> list[Face]:
    if deck.others != USUAL and len(deck.cards) != rules.cards:
        named = count(len(deck.cards), "card")
        supply.wrong("deck", f"the deck has {rules.cards} cards, not {named}: end it with * to fill it")
    return [*deck.cards, *supply.fill("deck", len(supply))]


def _packets(rules: Rules, outline: Outline) -> list[tuple[str, Packet, int]]:
    """Hands and reserves in the order in which they are dealt: the key of each, what the outline says, the size."""
    usual = Packet((), USUAL)
    packets: list[tuple[str, Packet, int]] = []
    for seat in range(rules.seats):
        packets.append((f"hands.{seat + 1}", outline.hands.get(seat, usual), rules.deal.hand))
    for index, reserve in enumerate(rules.reserves):
        for seat in range(rules.seats):
            named = outline.reserves.get(seat, ())
            packets.append((f"reserves.{seat + 1}", named[index] if index < len(named) else usual, reserve.size))
    return packets


def _dealt_faces(rules: Rules, outline: Outline, supply: UnnamedCards) -> list[Face]:
    """Return the deck in which hands, reserves, first cards and stock are as *outline* names them."""
    stock = outline.stock if isinstance(outline.stock, Packet) else Packet((), USUAL)
    if isinstance(outline.stock, int) or stock.others != USUAL:
        supply.wrong("stock", "a case that starts with the shuffle needs the whole deck: end the stock with *")
    faces: list[Face] = []
    for key, packet, size in _packets(rules, outline):
        others = size - len(packet.cards)
        if others < 0 or (others and packet.others != USUAL):
            hint = ": end it with * to fill it" if others > 0 else ""
            supply.wrong(key, f"{count(size, 'card')} are dealt here, not {len(packet.cards)}{hint}")
        faces += [*packet.cards, *supply.fill(key, max(others, 0), reds=key.startswith("reserves"))]
    return [*faces, *(outline.upcards or ()), *stock.cards, *supply.fill("stock", len(supply))]


def _first(rules: Rules, outline: Outline, supply: UnnamedCards) -> int:
    if outline.dealer is None:
        return outline.seat
    try:
        return first_player(rules, outline.dealer, outline.scorekeeper)
    except ValueError as error:
        supply.wrong("dealer", str(error))
        return outline.seat
