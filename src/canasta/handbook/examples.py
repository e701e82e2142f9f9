"""Examples with real cards, worked out from the rules: the kernel's judge says what is legal, the score what counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Final

from canasta.cards import FACES_OF, JOKER, KIND_KEYS, KIND_OF, TWO, Face, Kind
from canasta.engine.position import STOCK, TO_PLAY
from canasta.errors import Refusal
from canasta.moves import Group, Lay
from canasta.notation.arrangement import arrange
from canasta.notation.reading import Packet
from canasta.notation.setup import SetUp
from canasta.notation.zones import Contradiction
from canasta.rules.groups import Rules
from canasta.score import card_values

_ORDER: Final = (2, 3, 1, 0)
"""Hearts, spades, diamonds, clubs: red and black take turns."""

_RANKS: Final = tuple(KIND_KEYS.index(key) for key in "KQ6A9587J4T")
"""The ranks that examples use, the most telling ones first."""

_MOST_MELDS: Final = 5
_SHOWN: Final = 3
"""Melds of an opening; more only where fewer do not reach the minimum."""
_SMALL: Final = 30
"""A minimum that one meld reaches."""
_TRIED: Final = 6
"""Ranks that are tried for openings."""


def some(kind: Kind, number: int) -> tuple[Face, ...]:
    """So many cards of a kind, of different suits as long as there are any."""
    faces = FACES_OF[kind]
    order = [faces[at] for at in _ORDER] if len(faces) == len(_ORDER) else list(faces)
    return tuple(order[at % len(order)] for at in range(number))


@dataclass(frozen=True, slots=True)
class Laid:
    """Melds laid at once: their cards, what each is worth, and what the judge says: nothing, or why not."""

    melds: tuple[tuple[Face, ...], ...]
    worth: tuple[int, ...]
    refusal: Refusal | None

    @property
    def total(self) -> int:
        """What they are worth together."""
        return sum(self.worth)


def lay(rules: Rules, melds: Sequence[tuple[Face, ...]], *, opened: bool, deal: int = 1, total: int = 0) -> Laid | None:
    """What the judge says of the first player laying *melds* after a draw, other plain cards in his hand.

    None where the moment cannot be, for instance because no hand holds so many cards.
    """
    values = card_values(rules)
    cards = tuple(face for meld in melds for face in meld)
    room = rules.deal.hand + rules.draw.stock - len(cards)
    if room < 1:
        return None
    setup = SetUp(
        hands={0: Packet(cards, room)},
        phase=TO_PLAY,
        source=STOCK,
        opened=(0,) if opened else (),
        laid=(0,) if opened else (),
        totals=(total,) * rules.sides,
        deal=deal,
    )
    try:
        moment, _ = arrange(rules, setup)
    except Contradiction:
        return None
    refusal = moment.refusal(0, Lay(tuple(Group(meld, _rank(meld)) for meld in melds)))
    return Laid(tuple(melds), tuple(sum(values[KIND_OF[face]] for face in meld) for meld in melds), refusal)


def _rank(meld: Sequence[Face]) -> Kind:
    return max((KIND_OF[face] for face in meld if KIND_OF[face] > TWO), default=JOKER)


@lru_cache(maxsize=256)
def opening(rules: Rules, minimum: int, deal: int, total: int) -> Laid | None:
    """An opening that the judge accepts, as little above *minimum* as possible; None if none was found."""
    for melds in _openings(rules, minimum):
        laid = lay(rules, melds, opened=False, deal=deal, total=total)
        if laid is not None and laid.refusal is None:
            return laid
    return None


@lru_cache(maxsize=256)
def too_little(rules: Rules, minimum: int, deal: int, total: int) -> Laid | None:
    """Melds that the judge refuses because they do not reach *minimum*, as near to it as possible."""
    found = sorted(_melds_of_naturals(rules), key=lambda melds: (-_worth(rules, melds), len(melds)))
    for melds in found:
        if _worth(rules, melds) < minimum:
            laid = lay(rules, melds, opened=False, deal=deal, total=total)
            if laid is not None and laid.refusal is not None and laid.refusal.needed is not None:
                return laid
    return None


def _worth(rules: Rules, melds: Sequence[Sequence[Face]]) -> int:
    values = card_values(rules)
    return sum(values[KIND_OF[face]] for meld in melds for face in meld)


def _plain_ranks(rules: Rules) -> list[Kind]:
    special = {KIND_KEYS.index(each.rank) for each in rules.specials}
    return [rank for rank in _RANKS if rank not in special]


def _melds_of_naturals(rules: Rules) -> Iterator[tuple[tuple[Face, ...], ...]]:
    triples = [some(rank, 3) for rank in _plain_ranks(rules)]
    for number in (1, 2):
        yield from combinations(triples, number)


def _openings(rules: Rules, minimum: int) -> list[tuple[tuple[Face, ...], ...]]:
    """Melds that reach *minimum*, the most telling first: near it, two melds, one wild card."""
    room = rules.deal.hand + rules.draw.stock - 1
    found: list[tuple[int, tuple[tuple[Face, ...], ...]]] = []
    for number in range(1, _MOST_MELDS + 1):
        if 3 * number > room or (found and number > _SHOWN):
            break
        for ranks in combinations(_plain_ranks(rules)[:_TRIED], number):
            for melds in product(*(_smallest(rules, rank) for rank in ranks)):
                above = _worth(rules, melds) - minimum
                if above >= 0:
                    wilds = sum(KIND_OF[face] <= TWO for meld in melds for face in meld)
                    single = 15 if number == 1 and minimum > _SMALL else 0
                    found.append((above + 10 * abs(wilds - 1) + single + 5 * max(0, number - 2), melds))
    return [melds for _, melds in sorted(found, key=lambda each: each[0])]


def _smallest(rules: Rules, rank: Kind) -> list[tuple[Face, ...]]:
    """The melds of three cards of a rank."""
    melds = [some(rank, 3)]
    if rules.meld.wilds:
        melds.append((*some(rank, 2), *some(TWO, 1)))
        melds += [(*some(rank, 2), *some(JOKER, 1))] if rules.deck.jokers else []
    return melds


@lru_cache(maxsize=256)
def melds(rules: Rules) -> tuple[tuple[Laid, str], ...]:
    """Groups of cards that people ask about, each with the judge's answer and a word on it where it is a meld."""
    rank = _plain_ranks(rules)[0]
    words, most = rules.words, rules.meld.wilds
    two, joker = some(TWO, 1), some(JOKER, 1) if rules.deck.jokers else some(TWO, 2)[1:]
    groups: list[tuple[tuple[Face, ...], str]] = [(some(rank, 3), words.natural)]
    groups.append(((*some(rank, 2), *two), words.mixed))
    if most >= 2:
        both = ((*some(rank, 2), *two, *joker), words.mixed)
        groups.append(both)
        if _refused(rules, both[0]):
            enough = (n for n in range(3, rules.meld.size) if not _refused(rules, (*some(rank, n), *two, *joker)))
            number = next(enough, 0)
            groups += [((*some(rank, number), *two, *joker), words.mixed)] if number else []
    for special in rules.specials[:1]:
        groups.append(((*some(KIND_KEYS.index(special.rank), 2), *two), words.mixed))
    groups.append(((*some(TWO, 2), *joker), words.wild))
    found = []
    for cards, word in groups:
        laid = lay(rules, [cards], opened=True)
        if laid is not None:
            found.append((laid, word))
    return tuple(found)


def _refused(rules: Rules, cards: tuple[Face, ...]) -> bool:
    laid = lay(rules, [cards], opened=True)
    return laid is None or laid.refusal is not None
