"""What changes from one scene to the next, in a few characters, and how to make the change.

A change is a list of words. ``s>h0:ab`` moves the cards a and b from the stock to a hand, where a card that the
first zone does not have by its face is one of its unseen ones; ``s>h0:??`` moves two that stay unseen. ``t=2`` sets
a fact, and ``+m0d0=`` takes one away.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from canasta.base.events import Event
from canasta.export.scene import PILE, UNSEEN, Scene, in_order, letters, zone_of

_Lying = defaultdict[str, list[tuple[str, str]]]
"""The cards of each zone while they move, each with the zone in which it lay at first."""


def change(before: Scene, events: Iterable[Event], after: Scene) -> str:
    """Return the words that make *after* from *before* by what moved in the *events* between them.

    Scenes and events are those of the same eyes. A card that moved several times goes straight to where it lies then.

    >>> from canasta.base.events import Drew, Moved, Place
    >>> drew = Drew(0, 1, (4,), moved=(Moved(Place("stock"), Place("hand", 0), 1, (4,)),))
    >>> change(Scene({"s": "???", "h0": "C"}, {"t": "0"}), [drew], Scene({"s": "??", "h0": "CD"}, {"t": "1"}))
    's>h0:D t=1'
    """
    told = " ".join((*_moves(before, events, after), *_facts(before, after)))
    assert apply(before, told) == after, f"{told} does not lead to the next scene"
    return told


def _moves(before: Scene, events: Iterable[Event], after: Scene) -> Iterator[str]:
    lying: _Lying = defaultdict(list)
    for zone, cards in before.zones.items():
        lying[zone] = [(card, zone) for card in cards]
    canastas = [zone for zone in after.zones if zone.startswith("c")]
    for moved in (moved for event in events for moved in event.moved):
        origin, target = zone_of(moved.origin, canastas), zone_of(moved.target, canastas)
        origins = (_known(origin), origin) if moved.origin.zone == "hand" else (origin,)
        if moved.origin.zone == "pile" and moved.target.zone == "hand":
            target = _known(target)
        cards = UNSEEN * moved.count if moved.faces is None else letters(moved.faces)
        # Red threes go down as they come; what a player lays was in the hand before.
        newest = moved.target.zone == "red threes"
        lying[target] += [(card, _leave(lying, origins, card, newest=newest)) for card in cards]
    for zone, cards in after.zones.items():
        if zone.startswith("k"):
            _show(lying, zone, cards)
    moves: defaultdict[tuple[str, str], str] = defaultdict(str)
    for target, there in lying.items():
        for card, origin in there:
            if origin != target:
                moves[origin, target] += card
    return (f"{origin}>{target}:{in_order(cards)}" for (origin, target), cards in moves.items())


def _known(hand: str) -> str:
    """Return the zone of the cards in *hand* that everyone knows."""
    return f"k{hand[1:]}"


def _leave(lying: _Lying, zones: tuple[str, ...], card: str, *, newest: bool = False) -> str:
    """Take *card*, otherwise one that is not seen, from the first of *zones* that has it; returns where it lay at first."""
    for mark in (card, UNSEEN):
        for there in map(lying.__getitem__, zones):
            found = [at for at, (each, _) in enumerate(there) if each == mark]
            if found:
                return there.pop(found[-1 if newest else 0])[1]
    raise AssertionError(f"there is no {card} in {' or '.join(zones)}")


def _show(lying: _Lying, known: str, cards: str) -> None:
    """Let everyone know *cards* in the hand of the zone *known*: those that are new there were shown."""
    for card, _ in lying[known]:
        cards = cards.replace(card, "", 1)
    lying[known] += [(card, _leave(lying, (f"h{known[1:]}",), card)) for card in cards]


def _facts(before: Scene, after: Scene) -> Iterator[str]:
    for name in sorted(before.facts.keys() | after.facts.keys()):
        value = after.facts.get(name, "")
        if value != before.facts.get(name, ""):
            yield f"{name}={value}"


def apply(scene: Scene, words: str) -> Scene:
    """Return a new scene: *scene* after the change *words*.

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
        made.facts[name] = value
    made.zones = {name: cards for name, cards in zones.items() if cards}
    made.facts = {name: value for name, value in made.facts.items() if value}
    return made


def _less(cards: str, card: str) -> str:
    """*cards* without *card*, the one that came last, or without an unseen one."""
    at = cards.rfind(card)
    at = cards.rfind(UNSEEN) if at < 0 else at
    assert at >= 0, f"there is no {card} among {cards}"
    return cards[:at] + cards[at + 1 :]
