"""What can't be counted: more than the packs hold over all sides, sums that no cards give, two sides that went out.

Everything here asks only what real cards could be; whether the play that led there was legal, nobody can tell from a count. A table
may insist on what is found here, with a note.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from canasta.base.cards import BLACK_THREE, FOUR, JOKER, KIND_KEYS, KIND_NAMES, KINDS, RED_THREE, TWO
from canasta.base.english import listed, plural
from canasta.base.sheets import amount
from canasta.rules.groups import Rules
from canasta.scoring.count import card_values
from canasta.tally.questions import AFTER_STOCK, questions
from canasta.tally.tally import Tally

_SUITS: Final = 4
_OF_A_COLOUR: Final = 2


@dataclass(frozen=True, slots=True)
class Impossible:
    """Something that can't be: a sentence, the question it is about, and the side (-1: all of them)."""

    side: int
    key: str
    text: str

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON; sides count from 1."""
        told: dict[str, Any] = {"key": self.key, "text": self.text}
        return told if self.side < 0 else {"side": self.side + 1} | told


def impossible(rules: Rules, tallies: Sequence[Tally | None]) -> tuple[Impossible, ...]:
    """Return what can't be in a deal with *rules* where the sides counted *tallies*; None for a side that has not counted yet.

    >>> from canasta.rules.load import load
    >>> for found in impossible(load("classic"), [Tally({"red threes": 3}), Tally({"red threes": 2})]):
    ...     print(found.text)
    The sides count 5 red threes, but two packs have only 4.
    """
    here = [(side, tally) for side, tally in enumerate(tallies) if tally is not None]
    found = [*_out(here), *_kinds(rules, here)]
    found += _canastas(rules, here)
    for side, tally in here:
        found += _of_side(rules, side, tally)
    return tuple(found)


_Here = Sequence[tuple[int, Tally]]


def packs_of(rules: Rules) -> str:
    """Return what the packs are called: "two packs"."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    number = rules.packs
    return f"{words[number] if number < len(words) else number} pack{'' if number == 1 else 's'}"


def _has(rules: Rules) -> str:
    return f"{packs_of(rules)} {'has' if rules.packs == 1 else 'have'}"


def number_of(rules: Rules, kind: int) -> int:
    """Return how many cards of *kind* the packs have."""
    each = {JOKER: rules.deck.jokers, RED_THREE: _OF_A_COLOUR, BLACK_THREE: _OF_A_COLOUR}.get(kind, _SUITS)
    return rules.packs * each


def _out(here: _Here) -> Iterator[Impossible]:
    out = [side for side, tally in here if tally.get("out")]
    if len(out) > 1:
        yield Impossible(-1, "out", f"{len(out)} sides went out, but only one can.")
    for side, tally in here:
        if not tally.get("out") and (tally.get("concealed") or tally.get(AFTER_STOCK)):
            yield Impossible(
                side, "out", "A side goes out concealed, or after the stock is empty, only if it goes out."
            )


def _kinds(rules: Rules, here: _Here) -> Iterator[Impossible]:
    """Yield kinds of which there are not so many cards."""
    for kind in range(KINDS):
        key = KIND_KEYS[kind]
        extra: tuple[str, ...] = ()
        if kind == RED_THREE:
            extra = ("red threes", "natural topped", "hand reds", "reserves reds")
            extra += tuple(f"special topped {at}" for at, _ in enumerate(rules.specials, 1))
        elif kind == BLACK_THREE:
            extra = ("black threes", "hand blacks", "reserves blacks")
        keys = (*(f"{item} {key}" for item in ("melded", "hand", "reserves")), *extra)
        count = sum(tally.get(each) for _, tally in here for each in keys)
        if kind == BLACK_THREE:
            # A canasta of them has that many, told by kind or not.
            least = rules.meld.size * sum(tally.get("black") for _, tally in here)
            count = max(count, count - sum(tally.get(f"melded {key}") for _, tally in here) + least)
        if count > number_of(rules, kind):
            about = next(
                each for each in (*extra, *keys) if any(tally.get(each) for _, tally in here) or each == keys[-1]
            )
            text = f"{count} {plural(KIND_NAMES[kind])}, but {_has(rules)} only {number_of(rules, kind)}."
            yield Impossible(-1, about, f"The sides count {text}" if len(here) > 1 else f"That is {text}")


def _canastas(rules: Rules, here: _Here) -> Iterator[Impossible]:
    """Yield canastas for which there are not enough cards, over all sides."""
    size, whole = rules.meld.size, number_of(rules, FOUR)
    who = "The sides count" if len(here) > 1 else "That is"

    def total(*keys: str) -> int:
        return sum(tally.get(key) for _, tally in here for key in keys)

    def too_many(number: int, title: str, most: int, why: str) -> str:
        return f"{who} {number} {title}, but {why}: at most {most}."

    titles = {question.key: question.title for question in questions(rules)}
    special = 0
    for at, each in enumerate(rules.specials, 1):
        number, most = total(f"special {at}", f"special topped {at}"), whole // size
        special += number
        if number > most:
            name = plural(KIND_NAMES[KIND_KEYS.index(each.rank)])
            why = f"{_has(rules)} only {whole} {name}, and a {rules.words.canasta} takes {size}"
            yield Impossible(-1, f"special {at}", too_many(number, titles[f"special {at}"], most, why))
    natural, mixed, wild = total("natural", "natural topped"), total("mixed"), total("wild", "wild jokers", "wild twos")
    ranks = KINDS - FOUR - len(rules.specials)
    if natural > ranks * (whole // size):
        most = ranks * (whole // size)
        why = f"{_has(rules)} only {whole} cards of a rank, and a {rules.words.canasta} takes {size} of one"
        yield Impossible(-1, "natural", too_many(natural, titles["natural"], most, why))
    wilds = number_of(rules, JOKER) + number_of(rules, TWO)
    if wild * size + mixed > wilds:
        words = [f"{number} {titles[key]}" for key, number in (("wild", wild), ("mixed", mixed)) if number]
        least = wild * size + mixed
        text = f"{who} {listed(words)}, which take {least} wild cards, but {_has(rules)} only {wilds}."
        yield Impossible(-1, "wild" if wild else "mixed", text)
    cards = size * (natural + mixed + wild + special + total("black"))
    if natural <= ranks * (whole // size) and mixed > most_mixed(rules, natural):
        most = most_mixed(rules, natural)
        beside = f" beside {natural} {titles['natural']}" if natural else ""
        yield Impossible(
            -1, "mixed", f"{who} {mixed} {titles['mixed']}, but {_has(rules)} cards for at most {most}{beside}."
        )
    elif cards > rules.cards:
        text = f"{who} canastas of {cards} cards, but {_has(rules)} only {rules.cards}."
        yield Impossible(-1, "natural", text)


@lru_cache(maxsize=256)
def most_mixed(rules: Rules, natural: int) -> int:
    """Return how many mixed canastas the natural cards of the packs give at most beside *natural* natural ones.

    >>> from canasta.rules.load import load
    >>> most_mixed(load("classic"), 0), most_mixed(load("classic"), 11)
    (22, 0)
    """
    size, whole = rules.meld.size, number_of(rules, FOUR)
    least = least_naturals(rules)
    best = [0]
    specials = len(rules.specials)
    for rank in range(KINDS - FOUR):
        # A special rank has natural canastas of a class of its own, and mixed ones only where wild cards may join.
        ordinary = rank >= specials
        if not ordinary and not rules.specials[rank].wilds:
            continue
        counts = range(whole // size + 1) if ordinary else range(1)
        longer = [-1] * (len(best) + (whole // size if ordinary else 0))
        for before, mixed in enumerate(best):
            for count in counts:
                rest = (whole - count * size) // least
                longer[before + count] = max(longer[before + count], mixed + rest if mixed >= 0 else -1)
        best = longer
    return best[natural] if natural < len(best) else 0


def least_naturals(rules: Rules) -> int:
    """Return how many natural cards a mixed canasta has at least."""
    return max(rules.meld.size - rules.meld.wilds, 1)


def _of_side(rules: Rules, side: int, tally: Tally) -> Iterator[Impossible]:
    """Yield what can't be on the sheet of one side."""
    players = rules.seats // rules.sides
    for at, reserve in enumerate(rules.reserves, 1):
        if tally.get(f"missed {at}") > players:
            text = f"{tally.get(f'missed {at}')} players forgot their {reserve.name}, but the side has {players}."
            yield Impossible(side, f"missed {at}", text)
    for at, special in enumerate(rules.specials, 1):
        if tally.get(f"held {at}") > players:
            name = plural(KIND_NAMES[KIND_KEYS.index(special.rank)])
            text = f"{tally.get(f'held {at}')} players held three or more {name}, but the side has {players}."
            yield Impossible(side, f"held {at}", text)
    hands = sum(tally.get(f"special hand {at}") for at, _ in enumerate(rules.special_hands, 1))
    if hands > 1:
        yield Impossible(side, "special hand 1", f"{hands} special hands, but a side ends a deal with only one.")
    dealers = len(rules.exact_cuts)
    if tally.get("exact cuts") > dealers:
        text = f"{tally.get('exact cuts')} exact cuts, but the deck is cut only {dealers} times."
        yield Impossible(side, "exact cuts", text)
    values = card_values(rules)
    melded = [value for kind, value in enumerate(values) if value and kind != RED_THREE]
    for key, kinds in (("melded", melded), ("hand", melded), ("reserves", melded)):
        points = tally.get(key)
        if points and not _can_be(rules, points):
            yield Impossible(side, key, f"No cards are worth {amount(points)} together: {_values(kinds)}.")
    if "points" not in tally.answers:
        yield from _least_melded(rules, side, tally, values)


def _least_melded(rules: Rules, side: int, tally: Tally, values: Sequence[int]) -> Iterator[Impossible]:
    """Yield a sum of melded cards that is smaller than the cards of the canastas."""
    if not tally.get("melded"):
        return
    size = rules.meld.size
    ordinary = [values[kind] for kind in range(FOUR, KINDS)]
    wild = min(values[JOKER], values[TWO])
    least = size * (tally.get("natural") + tally.get("natural topped")) * min(ordinary)
    least += size * tally.get("mixed") * min(*ordinary, wild)
    least += size * (tally.get("wild") + tally.get("wild jokers") + tally.get("wild twos")) * wild
    least += size * tally.get("black") * values[BLACK_THREE]
    for at, special in enumerate(rules.specials, 1):
        number = tally.get(f"special {at}") + tally.get(f"special topped {at}")
        least += size * number * values[KIND_KEYS.index(special.rank)]
    if tally.get("melded") < least:
        text = f"Melded cards worth {amount(tally.get('melded'))} are too few: the {rules.words.canastas} alone are worth {amount(least)} or more."
        yield Impossible(side, "melded", text)


def _can_be(rules: Rules, points: int) -> bool:
    """Return whether some cards of the packs are worth *points* together."""
    return bool(_sums(rules) >> points & 1)


@lru_cache(maxsize=64)
def _sums(rules: Rules) -> int:
    """Return all sums that cards of the packs give, as the bits of one number."""
    sums = 1
    values = list(card_values(rules))
    # Threes may be told with the other cards of a hand, each at what it costs.
    values[RED_THREE] = rules.threes.red_caught
    for kind, value in enumerate(values):
        if value <= 0:
            continue
        left = number_of(rules, kind)
        part = 1
        while left:
            part = min(part, left)
            sums |= sums << value * part
            left -= part
            part *= 2
    return sums


def _values(values: Iterable[int]) -> str:
    return f"cards are worth {listed([str(value) for value in sorted(set(values))])}"
