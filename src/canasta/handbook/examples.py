"""Examples with real cards, worked out from the rules: the kernel's judge says what is legal, the score what counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Final

from canasta.base.cards import JOKER, KIND_KEYS, KIND_OF, TWO, Face, Kind
from canasta.base.errors import Refusal, SetupError
from canasta.base.moves import Group, Lay
from canasta.engine.position import STOCK, TO_PLAY
from canasta.handbook.example_cards import ExampleCards
from canasta.notation.cases.arrangement import arrange
from canasta.notation.cases.outline import Outline
from canasta.notation.reading import Packet
from canasta.rules.groups import Rules
from canasta.scoring.count import card_values

_RANKS: Final = tuple(KIND_KEYS.index(key) for key in "KQ6A9587J4T")
"""The ranks that examples use, the most instructive first."""

_MOST_MELDS: Final = 5
_SHOWN: Final = 3
"""Melds of an opening; more only where fewer do not reach the minimum."""
_SMALL: Final = 30
"""A minimum that one meld reaches."""
_TRIED: Final = 6
"""Ranks that are tried for openings."""


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
    """Return what the judge says of the first player laying *melds* after a draw, other plain cards in his hand.

    None if the moment cannot be, for instance because no hand holds that many cards.
    """
    values = card_values(rules)
    cards = tuple(face for meld in melds for face in meld)
    room = rules.deal.hand + rules.draw.stock - len(cards)
    if room < 1:
        return None
    outline = Outline(
        hands={0: Packet(cards, room)},
        phase=TO_PLAY,
        source=STOCK,
        opened=(0,) if opened else (),
        laid=(0,) if opened else (),
        totals=(total,) * rules.sides,
        deal=deal,
    )
    try:
        moment, _ = arrange(rules, outline)
    except SetupError:
        return None
    refusal = moment.refusal(0, Lay(tuple(Group(meld, meld_rank(meld)) for meld in melds)))
    return Laid(tuple(melds), tuple(sum(values[KIND_OF[face]] for face in meld) for meld in melds), refusal)


def meld_rank(meld: Sequence[Face]) -> Kind:
    """Return the rank of new cards laid together: that of the natural ones, or `JOKER`."""
    return max((KIND_OF[face] for face in meld if KIND_OF[face] > TWO), default=JOKER)


@lru_cache(maxsize=256)
def opening(rules: Rules, minimum: int, deal: int, total: int) -> Laid | None:
    """Return an opening that the judge accepts, as little above *minimum* as possible; None if none was found."""
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
    for number in (1, 2):
        for ranks in combinations(_plain_ranks(rules), number):
            yield from _dealt(rules, [(rank,) * 3 for rank in ranks])


def _dealt(rules: Rules, melds: Sequence[Sequence[Kind]]) -> Iterator[tuple[tuple[Face, ...], ...]]:
    """Melds given by kinds as cards of one deck; nothing if it has too few of a kind."""
    supply = ExampleCards(rules)
    dealt = tuple(tuple(face for kind in meld for face in supply.take(kind, 1)) for meld in melds)
    if [len(meld) for meld in dealt] == [len(meld) for meld in melds]:
        yield dealt


def _openings(rules: Rules, minimum: int) -> Iterator[tuple[tuple[Face, ...], ...]]:
    """Melds that reach *minimum*, the most instructive first: near it, two melds, one wild card."""
    room = rules.deal.hand + rules.draw.stock - 1
    values = card_values(rules)
    found: list[tuple[int, tuple[tuple[Kind, ...], ...]]] = []
    for number in range(1, _MOST_MELDS + 1):
        if 3 * number > room or (found and number > _SHOWN):
            break
        for ranks in combinations(_plain_ranks(rules)[:_TRIED], number):
            for melds in product(*(_smallest(rules, rank) for rank in ranks)):
                above = sum(values[kind] for meld in melds for kind in meld) - minimum
                natural = any(all(kind > TWO for kind in meld) for meld in melds)
                if above >= 0 and (natural or rules.opening.triple == "no"):
                    wilds = sum(kind <= TWO for meld in melds for kind in meld)
                    single = 15 if number == 1 and minimum > _SMALL else 0
                    found.append((above + 10 * abs(wilds - 1) + single + 5 * max(0, number - 2), melds))
    for _, melds in sorted(found, key=lambda each: each[0]):
        yield from _dealt(rules, melds)


def _smallest(rules: Rules, rank: Kind) -> list[tuple[Kind, ...]]:
    """Return the melds of three cards of a rank, by their kinds."""
    wilds = [TWO, *([JOKER] if rules.deck.jokers else [])] if rules.meld.wilds else []
    return [(rank,) * 3, *((rank, rank, wild) for wild in wilds)]


@lru_cache(maxsize=256)
def melds(rules: Rules) -> tuple[tuple[Laid, str], ...]:
    """Return groups of cards that people ask about, each with the judge's answer and a word on it where it is a meld."""
    rank = _plain_ranks(rules)[0]
    words, most = rules.words, rules.meld.wilds
    other = JOKER if rules.deck.jokers else TWO
    groups: list[tuple[tuple[Kind, ...], str]] = [((rank,) * 3, words.natural), ((rank, rank, TWO), words.mixed)]
    if most >= 2:
        both = (rank, rank, TWO, other)
        groups.append((both, words.mixed))
        if _refused(rules, both):
            enough = (n for n in range(3, rules.meld.size) if not _refused(rules, (rank,) * n + (TWO, other)))
            number = next(enough, 0)
            groups += [((rank,) * number + (TWO, other), words.mixed)] if number else []
    for special in rules.specials[:1]:
        own = KIND_KEYS.index(special.rank)
        groups.append(((own, own, TWO), words.mixed))
    groups.append(((TWO, TWO, other), words.wild))
    found = []
    for kinds, word in groups:
        found += [(laid, word) for laid in _asked(rules, kinds)]
    return tuple(found)


def _asked(rules: Rules, kinds: Sequence[Kind]) -> list[Laid]:
    """Return the answer to one group of cards; nothing if no hand can hold it."""
    asked = [lay(rules, melds, opened=True) for melds in _dealt(rules, [kinds])]
    return [laid for laid in asked if laid is not None]


def _refused(rules: Rules, kinds: Sequence[Kind]) -> bool:
    return all(laid.refusal is not None for laid in _asked(rules, kinds))
