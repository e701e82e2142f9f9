"""What changes from one scene to the next, in a few characters, and how to make the change.

A change is a list of words. ``s>h0:ab`` moves the cards a and b from the stock to a hand, where a card that the
first zone does not have by its face is one of its unseen ones; ``s>h0:??`` moves two that stay unseen. ``t=2`` sets
a fact, ``+m0d0=`` takes one away, and ``p=ab`` lays the pile anew where moves cannot say how it lies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from canasta.export.scene import PILE, STOCK, UNSEEN, Scene, in_order
from canasta.seats import Seat


def change(before: Scene, after: Scene) -> str:
    """The words that make *after* from *before*, for scenes that have all cards in common.

    >>> change(Scene({"s": "???", "h0": "C"}, {"t": "0"}), Scene({"s": "??", "h0": "CD"}, {"t": "1"}))
    's>h0:D t=1'
    """
    words = [f"{origin}>{target}:{in_order(cards)}" for (origin, target), cards in _moves(before, after).items()]
    names = before.facts.keys() | after.facts.keys()
    for name in sorted(names):
        value = after.facts.get(name, "")
        if value != before.facts.get(name, ""):
            words.append(f"{name}={value}")
    made = apply(before, " ".join(words))
    if made.zones.get(PILE) != after.zones.get(PILE):
        words.append(f"{PILE}={after.zones.get(PILE, '')}")
    return " ".join(words)


def apply(scene: Scene, words: str) -> Scene:
    """A new scene: *scene* after the change *words*.

    >>> apply(Scene({"s": "???", "h0": "C"}, {"t": "0"}), "s>h0:D t=1").zones
    {'s': '??', 'h0': 'CD'}
    """
    made = scene.copy()
    zones = made.zones
    for word in words.split():
        move, _, cards = word.partition(":")
        origin, arrow, target = move.partition(">")
        if arrow:
            for card in cards:
                zones[origin] = _less(zones[origin], card)
                zones[target] = zones.get(target, "") + card
            if target != PILE:
                zones[target] = in_order(zones[target])
            continue
        name, _, value = word.partition("=")
        where = zones if name == PILE else made.facts
        where[name] = value
    made.zones = {name: cards for name, cards in zones.items() if cards}
    made.facts = {name: value for name, value in made.facts.items() if value}
    return made


def hushed(words: str, shown: Collection[Seat]) -> str:
    """The change *words* as an onlooker sees it who may look into the hands of the seats *shown*.

    Cards that go from one hidden place to another are not named.

    >>> hushed("s>h0:B s>h1:C h0>p:A t=1", [1])
    's>h0:? s>h1:C h0>p:A t=1'
    """
    open_hands = {f"h{seat}" for seat in shown}
    told = []
    for word in words.split():
        move, colon, cards = word.partition(":")
        origin, arrow, target = move.partition(">")
        hidden = arrow and all(zone[0] in "shv" and zone not in open_hands for zone in (origin, target))
        told.append(move + colon + (UNSEEN * len(cards) if hidden else cards))
    return " ".join(told)


def _less(cards: str, card: str) -> str:
    """*cards* without *card*, the one that came last, or without an unseen one."""
    at = cards.rfind(card)
    at = cards.rfind(UNSEEN) if at < 0 else at
    assert at >= 0, f"there is no {card} among {cards}"
    return cards[:at] + cards[at + 1 :]


def _moves(before: Scene, after: Scene) -> dict[tuple[str, str], str]:
    """The cards that went from one zone to another, by the two zones."""
    zones = sorted(before.zones.keys() | after.zones.keys() | {PILE, STOCK})
    lost = {zone: Counter(before.zones.get(zone, "")) - Counter(after.zones.get(zone, "")) for zone in zones}
    gained = {zone: Counter(after.zones.get(zone, "")) - Counter(before.zones.get(zone, "")) for zone in zones}
    moves: dict[tuple[str, str], str] = {}

    def match(origins: list[str], targets: list[str]) -> None:
        for target in targets:
            for card in list(gained[target].elements()):
                for origin in origins:
                    mark = card if lost[origin][card] else UNSEEN
                    if lost[origin][mark] > 0:
                        lost[origin][mark] -= 1
                        gained[target][card] -= 1
                        moves[origin, target] = moves.get((origin, target), "") + card
                        break

    # Cards that were seen somewhere, the pile's first; none of these comes into the secret part of a hand. The
    # other ones come from packets, then from the stock: nobody knew these.
    match([PILE, *(zone for zone in zones if zone[0] not in "psv")], [zone for zone in zones if zone[0] != "h"])
    match([zone for zone in zones if zone[0] == "v"], zones)
    match([STOCK], zones)
    assert not any(left.total() for each in (lost, gained) for left in each.values()), "cards came or went"
    return moves
