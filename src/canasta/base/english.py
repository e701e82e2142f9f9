"""English for numbers, cards and lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from canasta.base.cards import KIND_KEYS, KIND_NAMES

_WORDS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_PLACES: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
)  # fmt: skip


def number(n: int) -> str:
    """Return a number of things: in words up to twelve.

    >>> number(3), number(13), number(1200)
    ('three', '13', '1,200')
    """
    return _WORDS[n] if 0 < n < len(_WORDS) else f"{n:,}"


def count(n: int, one: str, many: str = "") -> str:
    """Return a number with its noun.

    >>> count(1, "canasta"), count(2, "canasta"), count(0, "card")
    ('one canasta', 'two canastas', 'no cards')
    """
    return f"{_WORDS[n] if n == 0 else number(n)} {one if n == 1 else many or plural(one)}"


def several(n: int, one: str, many: str = "") -> str:
    """Return a number in digits with its noun.

    >>> several(1, "card"), several(12, "card"), several(0, "card"), several(2, "black six")
    ('1 card', '12 cards', 'no cards', '2 black sixes')
    """
    return f"{f'{n:,}' if n else 'no'} {one if n == 1 else many or plural(one)}"


def plural(noun: str) -> str:
    """Return the plural of *noun*.

    >>> plural("king"), plural("six"), plural("pony"), plural("y"), plural("foot")
    ('kings', 'sixes', 'ponies', 'ys', 'feet')
    """
    if noun.endswith("foot"):
        return f"{noun[:-4]}feet"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}{'es' if noun.endswith(('s', 'x')) else 's'}"


def place(n: int) -> str:
    """Return the ordinal of *n*, in words if there is one.

    >>> place(1), place(12)
    ('first', '12th')
    """
    return _PLACES[n - 1] if 0 < n <= len(_PLACES) else f"{n}th"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as a list.

    >>> listed(["jokers", "twos", "aces"]), listed(["one"])
    ('jokers, twos and aces', 'one')
    """
    every = list(words)
    return every[0] if len(every) == 1 else f"{', '.join(every[:-1])} {last} {every[-1]}" if every else ""


def numbers(every: Iterable[int]) -> str:
    """Numbers as a choice, neighbours joined.

    >>> numbers([2, 3, 4, 5]), numbers([4, 6, 8]), numbers([6, 7])
    ('two to five', 'four, six or eight', 'six or seven')
    """
    ordered = sorted(every)
    if len(ordered) > 2 and ordered[-1] - ordered[0] == len(ordered) - 1:
        return f"{number(ordered[0])} to {number(ordered[-1])}"
    return listed(map(number, ordered), "or")


def sentence(text: str) -> str:
    """Return the text with a capital at its beginning and a period at its end.

    >>> sentence("twos are wild")
    'Twos are wild.'
    """
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def article(noun: str) -> str:
    """Return the noun with its article.

    >>> article("ace"), article("foot")
    ('an ace', 'a foot')
    """
    return f"{'an' if noun[0] in 'aeio' or noun.startswith('eight') else 'a'} {noun}"


def card(key: str) -> str:
    """Return one card of a kind, by the name rule files use."""
    return article(KIND_NAMES[KIND_KEYS.index(key)])


def cards(key: str) -> str:
    """Several cards of a kind.

    >>> cards("6"), cards("black three")
    ('sixes', 'black threes')
    """
    return plural(KIND_NAMES[KIND_KEYS.index(key)])


def runs(keys: Sequence[str]) -> list[str]:
    """Return kinds in the plural, neighbours joined.

    >>> runs(["4", "5", "6", "7", "A"])
    ['fours to sevens', 'aces']
    """
    places = sorted(KIND_KEYS.index(key) for key in keys)
    ranks = [at for at in places if at > 3]
    texts = [cards(KIND_KEYS[at]) for at in places if at <= 3]
    while ranks:
        length = 1
        while length < len(ranks) and ranks[length] == ranks[0] + length:
            length += 1
        run, ranks = ranks[:length], ranks[length:]
        ends = [cards(KIND_KEYS[run[0]]), cards(KIND_KEYS[run[-1]])]
        texts.extend(ends[:1] if length == 1 else ends if length == 2 else [" to ".join(ends)])
    return texts


def value_groups(values: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return the cards that are worth the same, the most valuable first, each group with its worth.

    >>> value_groups((("joker", 50), ("two", 20), ("A", 20), ("4", 5), ("5", 5), ("6", 5)))
    [('jokers', 50), ('twos and aces', 20), ('fours to sixes', 5)]
    """
    worths = sorted({value for _, value in values}, reverse=True)
    return [(listed(runs([key for key, value in values if value == worth])), worth) for worth in worths]


def card_values(values: Sequence[tuple[str, int]]) -> str:
    """Return the values of cards in one list, the most valuable first.

    >>> card_values((("joker", 50), ("two", 20), ("A", 20), ("4", 5), ("5", 5), ("6", 5)))
    'jokers 50, twos and aces 20, fours to sixes 5'
    """
    return ", ".join(f"{kinds} {worth or 'nothing'}" for kinds, worth in value_groups(values))
