"""Cards in a line of text: bunches with or without suits, where they go, and which cards of a hand they mean."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from canasta.base.cards import (
    BLACK_THREE,
    FACES_OF,
    JOKER,
    KIND_KEYS,
    KIND_NAMES,
    KIND_OF,
    RED_THREE,
    TWO,
    Face,
    Kind,
    parse_face,
    sorted_faces,
)
from canasta.base.errors import NotationError
from canasta.deal.view import View

_CARD: Final = r"(?:jk|(?:10|[2-9tjqka])[cdhs]?)"
_TOKEN: Final = re.compile(
    rf"(?P<cards>{_CARD}+)(?:\+(?P<rank>10|[3-9tjqka]|wild))?(?:@(?P<slot>[1-8]))?|@(?P<alone>[1-8])"
)
_EACH: Final = re.compile(_CARD)
_SYMBOLS: Final = str.maketrans("♣♦♥♠", "cdhs")
_TO: Final = {"to", "onto", "on"}
_AND: Final = {"and", "&"}


def _words() -> dict[str, str]:
    """English names of ranks, one or many, and what is written for them."""
    names: dict[str, str] = {}
    for kind, name in enumerate(KIND_NAMES):
        if kind not in {RED_THREE, BLACK_THREE}:
            key = {JOKER: "jk", TWO: "2"}.get(kind, KIND_KEYS[kind].lower())
            names |= {name: key, name + ("es" if name.endswith("x") else "s"): key}
    return names | {"three": "3", "threes": "3", "wilds": "wild"}


_NAMES: Final = _words()


@dataclass(frozen=True, slots=True)
class Spec:
    """A card as written: its kind, and its face where the text gives the suit."""

    kind: Kind
    face: Face | None = None


@dataclass(slots=True)
class Bunch:
    """Cards written together, and where they go: the rank of a meld, the slot of an open one."""

    cards: list[Spec]
    text: str
    target: Kind | None = None
    slot: int | None = None

    @property
    def placed(self) -> bool:
        """Whether the text says where the cards go."""
        return self.target is not None or self.slot is not None


class Pool:
    """The cards of a hand that the text has not used yet."""

    def __init__(self, hand: Iterable[Face], known: Counter[Face] | None = None) -> None:
        """Make the cards of *hand*; *known* counts those that everyone knows to be in it, which are chosen first."""
        seen = Counter(known or ())
        first, rest = [], []
        for face in sorted_faces(hand):
            if seen[face] > 0:
                seen[face] -= 1
                first.append(face)
            else:
                rest.append(face)
        self._left = first + rest

    @classmethod
    def of_view(cls, view: View) -> Pool:
        """Return the hand of the seat that *view* belongs to."""
        known = view.known[view.seat] if view.seat >= 0 else ()
        return cls(view.hand, Counter(dict(known)))

    def settle(self, bunches: Iterable[Bunch]) -> None:
        """Set aside the cards that *bunches* name by face, so that no rank is given one of them."""
        for bunch in bunches:
            for card in bunch.cards:
                if card.face in self._left:
                    self._left.remove(card.face)

    def holds(self, kind: Kind, number: int = 1) -> bool:
        """Return whether *number* cards of *kind* are left."""
        return sum(KIND_OF[face] == kind for face in self._left) >= number

    def pick(self, card: Spec) -> Face:
        """Return the face that *card* means, no longer left then; some face of its kind where the hand has none left."""
        if card.face is not None:
            return card.face
        face = next((face for face in self._left if KIND_OF[face] == card.kind), None)
        if face is None:
            return FACES_OF[card.kind][0]
        self._left.remove(face)
        return face


def read_bunches(text: str, three: Kind, *, pair: bool = False) -> list[Bunch]:
    """Return the bunches of cards in *text*; *three* is the kind that a three without a suit means.

    Single cards with blanks between them are one bunch as long as they are of one rank: ``Kh Kd 2c``. With
    *pair* the first two single cards are one bunch whatever they are.

    Raises `NotationError` for what is no card.
    """
    bunches: list[Bunch] = []
    words = text.replace(",", " , ").split()
    parted = True
    at = 0
    while at < len(words):
        word = _NAMES.get(words[at].lower(), words[at].lower().translate(_SYMBOLS).replace("jkr", "jk"))
        at += 1
        if word == "," or word in _AND:
            parted = True
        elif word in _TO:
            if not bunches or at == len(words):
                raise NotationError("name the cards first and then the meld, such as: add 2 to K", column=1)
            _aim(bunches[-1], words[at])
            parted = True
            at += 1
        else:
            bunch = _bunch(word, words[at - 1], three, text)
            lone = len(bunch.cards) == 1 and not bunch.placed
            if lone and not parted and _continues(bunches[-1], bunch.cards[0], pair=pair and len(bunches) == 1):
                bunches[-1].cards += bunch.cards
                bunches[-1].text += f" {bunch.text}"
            else:
                bunches.append(bunch)
            parted = not lone
    return bunches


def _continues(bunch: Bunch, card: Spec, *, pair: bool) -> bool:
    """Return whether the single *card* belongs to the single cards before it."""
    if pair:
        return len(bunch.cards) < 2
    ranks = {each.kind for each in (*bunch.cards, card)} - {JOKER, TWO}
    return len(ranks) <= 1


def _bunch(word: str, written: str, three: Kind, text: str) -> Bunch:
    found = _TOKEN.fullmatch(word)
    if found is None or found["cards"] is None:
        raise NotationError(
            f'"{written}" is not a card: write a rank of A23456789TJQK, with a suit of cdhs if you like, or Jk',
            column=text.find(written) + 1,
        )
    cards = [_spec(each, three) for each in _EACH.findall(found["cards"])]
    bunch = Bunch(cards, written)
    if found["rank"]:
        bunch.target = _rank_of(found["rank"])
    if found["slot"]:
        bunch.slot = int(found["slot"]) - 1
    return bunch


def _spec(text: str, three: Kind) -> Spec:
    text = text.replace("10", "t")
    if text == "jk":
        return Spec(JOKER, 0)
    if len(text) == 2:
        face = parse_face(text)
        return Spec(KIND_OF[face], face)
    return Spec({"2": TWO, "3": three}.get(text, _kind_of(text)))


def _kind_of(rank: str) -> Kind:
    return KIND_KEYS.index(rank.upper()) if rank.upper() in KIND_KEYS else BLACK_THREE


def _rank_of(text: str) -> Kind:
    """Return the rank of a meld written *text*."""
    text = text.replace("10", "t")
    return JOKER if text == "wild" else BLACK_THREE if text == "3" else _kind_of(text)


def _aim(bunch: Bunch, word: str) -> None:
    """Send *bunch* to the meld that *word* names: ``K``, ``K@2``, ``kings``, ``wild``."""
    name, _, slot = word.lower().replace("jkr", "jk").partition("@")
    name = _NAMES.get(name, name)
    if not re.fullmatch("10|[3-9tjqka]|wild|jk|2|", name) or (slot and not re.fullmatch("[1-8]", slot)):
        raise NotationError(f'"{word}" is not a meld: name its rank, such as: add 2 to K', column=1)
    if name:
        bunch.target = JOKER if name in {"jk", "2"} else _rank_of(name)
    if slot:
        bunch.slot = int(slot) - 1
