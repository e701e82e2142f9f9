"""`Scene`: what lies where at one moment, as the page draws it.

Cards lie in zones, each named by a few characters: ``s`` the stock, ``p`` the pile, ``h0`` the hand of seat 0 as
far as nobody else knows it, ``k0`` the cards in that hand which everyone knows, ``v01`` its reserve 1, ``r0`` the
red threes of side 0, ``m0d2`` the open meld of side 0, rank 13, slot 2, ``c0d0`` its first closed canasta of that
rank. A card is one character; one that is not to be seen is ``?``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from canasta.base.cards import FACES, KINDS, Face, sort_key
from canasta.base.events import Place
from canasta.base.seats import Seat
from canasta.deal.deal import Deal
from canasta.deal.tableaus import sheets_so_far
from canasta.deal.view import View, view

LETTERS: Final = "*ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""The character of each face, by its number."""

UNSEEN: Final = "?"
STOCK: Final = "s"
PILE: Final = "p"
RANKS: Final = "0123456789abcde"
"""The character of each rank in the name of a zone, by its kind."""

assert len(LETTERS) == FACES
assert len(RANKS) == KINDS

_ORDER: Final = {letter: (sort_key(face), letter) for face, letter in enumerate(LETTERS)}


@dataclass(slots=True)
class Scene:
    """The cards by zone, empty zones left out, and the facts that are no cards.

    The pile lies as it grew, bottom first; the cards of other zones are sorted, because nobody cares how they lie. Zones of
    canastas follow one another as these were made.
    """

    zones: dict[str, str] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)

    def copy(self) -> Scene:
        """Return an independent scene equal to this one."""
        return Scene(dict(self.zones), dict(self.facts))


def letters(faces: Iterable[Face]) -> str:
    """*faces* as the characters of a zone, in the order given.

    >>> letters([0, 1, 52])
    '*Az'
    """
    return "".join(LETTERS[face] for face in faces)


def in_order(cards: str) -> str:
    """Return the *cards* of a zone in the order in which hands are sorted, unseen ones last.

    >>> in_order("?*zA")
    'zA*?'
    """
    seen = sorted(cards.replace(UNSEEN, ""), key=_ORDER.__getitem__)
    return "".join(seen) + UNSEEN * cards.count(UNSEEN)


def zone_of(place: Place, canastas: Sequence[str]) -> str:
    """Return the zone of *place*, a hand's for the cards that not everyone knows; *canastas* are the zones of all canastas.

    >>> zone_of(Place("meld", owner=1, index=2, rank=13), []), zone_of(Place("canasta", index=0), ["c1d0"])
    ('m1d2', 'c1d0')
    """
    match place.zone:
        case "stock":
            return STOCK
        case "pile":
            return PILE
        case "hand":
            return f"h{place.owner}"
        case "reserve":
            return f"v{place.owner}{place.index}"
        case "red threes":
            return f"r{place.owner}"
        case "meld":
            return f"m{place.owner}{RANKS[place.rank]}{place.index}"
        case "canasta":
            return canastas[place.index]


def scene(deal: Deal, shown: Collection[Seat]) -> Scene:
    """Return what lies where in *deal*, as an onlooker sees it who may look into the hands of the seats *shown*.

    Reserves that nobody has picked up stay closed in any case.
    """
    seen = view(deal, -1)
    rules = deal.rules
    zones = {STOCK: UNSEEN * seen.stock, PILE: letters(seen.pile)}
    for seat in range(rules.seats):
        known = letters(face for face, number in seen.known[seat] for _ in range(number))
        zones[f"k{seat}"] = known
        if seat in shown:
            zones[f"h{seat}"] = _without(letters(deal.tabletop.hands[seat]), known)
        else:
            zones[f"h{seat}"] = UNSEEN * (seen.hand_sizes[seat] - len(known))
        left = seen.reserves_left[seat]
        for index in range(len(rules.reserves) - left, len(rules.reserves)):
            zones[f"v{seat}{index}"] = UNSEEN * rules.reserves[index].size
    for side, reds in enumerate(seen.red_threes):
        zones[f"r{side}"] = letters(reds)
    classes = _melds(seen, zones)
    sorted_zones = {name: cards if name == PILE else in_order(cards) for name, cards in zones.items() if cards}
    return Scene(sorted_zones, _facts(seen) | classes)


def _melds(seen: View, zones: dict[str, str]) -> dict[str, str]:
    """Put all melds into *zones*; returns the facts that say of which class each canasta is."""
    facts = {}
    for meld in seen.melds:
        place = f"{meld.side}{RANKS[meld.rank]}"
        if meld.slot is None:
            zone = f"c{place}{sum(name.startswith('c' + place) for name in zones)}"
        else:
            zone = f"m{place}{meld.slot}"
        zones[zone] = letters(meld.cards) + ("" if meld.red_three is None else letters([meld.red_three]))
        if meld.sort >= 0:
            facts[f"+{zone}"] = str(meld.sort)
    return facts


def _facts(seen: View) -> dict[str, str]:
    """Turn (``t``), actor (``a``), turns so far (``u``); by side: frozen, opened, minimum, points on the table (``f``, ``o``, ``n``, ``p``)."""
    position = seen.position
    return {
        "t": str(int(position.turn)),
        "a": str(int(position.actor)),
        "u": str(int(position.turns)),
        "f": "".join(str(int(position.frozen(side))) for side in range(seen.rules.sides)),
        "o": "".join(str(int(opened)) for opened in seen.opened),
        "n": ",".join(map(str, seen.minimums)),
        "p": ",".join(str(each.total) for each in sheets_so_far(seen.rules, position)),
    }


def _without(cards: str, less: str) -> str:
    for card in less:
        cards = cards.replace(card, "", 1)
    return cards
