"""What each value of `Rules` may be: reading plain values of TOML and JSON, and writing them back.

A *path* names one value: ``meld.wilds``, ``reserves.foot.size``, ``specials.7.bonus``, ``score.cards.joker``.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from canasta.base.cards import FOUR, KIND_KEYS, KIND_NAMES
from canasta.base.english import plural
from canasta.base.errors import MOST_PROBLEMS, Problem
from canasta.rules.groups import GROUPS

LISTS: Final[dict[str, str]] = {"reserves": "name", "specials": "rank", "deals": "deal", "special_hands": "name"}
"""The groups that are lists, and the value that names their items."""

CARDS_PATH: Final = "score.cards"
VALUED: Final = tuple(key for key in KIND_KEYS if key != "red three")
"""The kinds of cards that have a value of their own."""

CARD_FIELDS: Final = frozenset(
    {"deal.reject", "pile.blocked_by", "discard.kept", "discard.kept_empty", "special_hands.ranks"}
)
"""The values that are lists of kinds of cards."""

MOST: Final = 1_000_000
"""The largest number that a value can be where `RANGES` says nothing; the smallest is 0."""

_LONGEST: Final = 400
_SHORT: Final = 60

RANGES: Final[dict[str, tuple[int, int]]] = {
    "table.players": (2, 8),
    "table.ideal": (2, 8),
    "table.sides": (0, 8),
    "deck.packs": (0, 12),
    "deck.packs_per_player": (0, 6),
    "deck.jokers": (0, 8),
    "deal.hand": (1, 40),
    "draw.stock": (1, 10),
    "pile.take": (0, 100),
    "pile.least": (0, 100),
    "opening.round": (1, 5),
    "deals.deal": (2, 1000),
    "deals.hand": (-1, 40),
    "deals.draw": (-1, 10),
    "deals.take": (-1, 100),
    "deals.least": (-1, 100),
    "deals.natural": (-1, 10),
    "deals.mixed": (-1, 10),
    "deals.wild": (-1, 10),
    "deals.special": (-1, 10),
    "deals.canastas": (-1, 20),
    "special_hands.any_wilds": (0, 20),
    "talon.first": (0, 20),
    "talon.later": (0, 20),
    "talon.least": (0, 200),
    "meld.size": (4, 14),
    "meld.wilds": (0, 48),
    "meld.wild_base": (2, 13),
    "reserves.size": (1, 40),
    "threes.black_meld": (3, 24),
    "out.natural": (0, 10),
    "out.mixed": (0, 10),
    "out.wild": (0, 10),
    "out.special": (0, 10),
    "out.canastas": (0, 20),
    "match.deals": (0, 1000),
    "procedures.stock_piles": (1, 8),
}
"""The smallest and the largest number that a value can be."""

SYNONYMS: Final[dict[str, str]] = {
    "books": "words.canastas",
    "cards": "score.cards",
    "deal.cards": "deal.hand",
    "deal.foot": "reserves.foot.size",
    "deck.decks": "deck.packs",
    "decks": "deck.packs",
    "draw.cards": "draw.stock",
    "foot": "reserves.foot",
    "going_out": "out",
    "knee": "reserves.knee",
    "match.points": "match.target",
    "match.rounds": "match.deals",
    "match.score": "match.target",
    "opening.first": "opening.minimums",
    "out.ask": "out.permission",
    "out.black": "out.mixed",
    "out.bonus": "score.out",
    "out.books": "out.canastas",
    "out.clean": "out.natural",
    "out.dirty": "out.mixed",
    "out.red": "out.natural",
    "pile.cards": "pile.take",
    "pile.draw": "pile.take",
    "pile.size": "pile.take",
    "procedures.exact_deal": "procedures.exact_cut",
    "reserves.cards": "size",
    "rounds": "match.deals",
    "score.book": "score.natural",
    "score.books": "score.natural",
    "score.canasta": "score.natural",
    "score.canastas": "score.natural",
    "score.clean": "score.natural",
    "score.dirty": "score.mixed",
    "score.red": "score.natural",
    "seven": "specials.7",
    "sevens": "specials.7",
    "table.number": "table.players",
    "table.teams": "table.sides",
    "threes.black": "threes.black_caught",
    "threes.black_three": "threes.black_caught",
    "threes.red_penalty": "threes.red_caught",
    "threes.red_three": "threes.red_caught",
}
"""What people call values and groups, and the paths they mean."""

Reader = Callable[[object], Any]


def clean(text: str) -> str:
    r"""Return the text in one line that any terminal can show, cut where it is very long.

    >>> clean("a\nb"), clean("x" * 500)[-3:]
    ('a\\nb', 'xx…')
    """
    if not text.isprintable():
        text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def flaw(path: str, text: str) -> Problem:
    """Return a problem, fit to be shown whatever people wrote."""
    return Problem(clean(path), clean(text))


def found(value: object) -> str:
    """Return what a plain value is, in words.

    >>> found("2"), found(True), found([1])
    ('the text "2"', 'the word true', 'a list')
    """
    if isinstance(value, bool):
        return f"the word {str(value).lower()}"
    if isinstance(value, str):
        return f'the text "{value if len(value) < _SHORT else value[:_SHORT] + "…"}"'
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, Mapping):
        return "a table"
    return "a list" if isinstance(value, list | tuple) else "a " + type(value).__name__


def suggest(word: str, words: Iterable[str], before: int = 0) -> str:
    """Return a question that names the nearest of *words*, with a blank before it; empty if none is near.

    If more problems come *before* this one than are shown, nothing is looked up, because that takes time.

    >>> suggest("rato", ["ratio", "size"])
    ' (did you mean ratio?)'
    """
    if before > MOST_PROBLEMS:
        return ""
    near = difflib.get_close_matches(word.lower(), sorted(words), 1, 0.6)
    return f" (did you mean {near[0]}?)" if near else ""


LONGEST_TEXT: Final = 300
"""How long a title or a word may be, in letters: handbooks repeat them."""


def _number(low: int, high: int) -> Reader:
    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValueError(f"must be a whole number, not {found(value)}")
        if value < 0 <= low <= -value <= high:
            raise ValueError(f"{value} is out of range ({low:,} to {high:,}): write {-value} without a minus sign")
        if not low <= value <= high:
            raise ValueError(f"{value} is out of range ({low:,} to {high:,})")
        return value

    return read


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {found(value)}")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"must be text in quotation marks, not {found(value)}")
    if not value.strip():
        raise ValueError("must not be empty")
    if not value.isprintable():
        sign = next(sign for sign in value if not sign.isprintable())
        raise ValueError(f"must be a single line of text, without the character U+{ord(sign):04X}")
    if len(value) > LONGEST_TEXT:
        raise ValueError(f"has {len(value):,} letters; the limit is {LONGEST_TEXT}")
    return value


def _word(words: tuple[str, ...]) -> Reader:
    def read(value: object) -> str:
        if not isinstance(value, str) or value not in words:
            near = suggest(value, words) if isinstance(value, str) else ""
            raise ValueError(f"{found(value)} is not one of the allowed values: {', '.join(words)}{near}")
        return value

    return read


def read_card(value: object, kinds: tuple[str, ...] = KIND_KEYS) -> str:
    """Return the one of *kinds* written *value*; ``10`` is ``T``, letters may be of either case.

    Raises `ValueError` with a sentence for anything else.
    """
    text = str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""
    for key in kinds:
        if text.lower() == key.lower() or (text == "10" and key == "T"):
            return key
    meant = [key for key, name in zip(KIND_KEYS, KIND_NAMES, strict=True) if text.lower() in (name, plural(name))]
    near = f" (did you mean {meant[0]}?)" if meant and meant[0] in kinds else ""
    what = "kind of card; the kinds" if kinds == KIND_KEYS else "rank; the ranks"
    raise ValueError(f"{found(value)} is not a {what} are {', '.join(kinds)}{near}")


def _many(read: Reader) -> Reader:
    def read_all(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise ValueError(f"must be a list in brackets, not {found(value)}")
        items = tuple(read(item) for item in value)
        if len(set(items)) < len(items):
            raise ValueError("the list has a duplicate")
        return items

    return read_all


def _row(value: object) -> tuple[int, int]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ValueError(f"each row must be a pair of numbers such as [0, 50], not {found(value)}")
    read = _number(-MOST, MOST)
    return read(value[0]), read(value[1])


def _reader(path: str, hint: Any) -> Reader:
    if hint is int:
        return _number(*RANGES.get(path, (0, MOST)))
    if hint is bool:
        return _truth
    if hint is str:
        return _text
    if get_origin(hint) is Literal:
        return _word(get_args(hint))
    item = get_args(hint)[0]
    if path in CARD_FIELDS:
        return _many(read_card)
    if get_origin(item) is tuple:
        return _many(_row)
    return _many(_reader(path, item))


@cache
def readers() -> dict[str, dict[str, Reader]]:
    """Return what reads each value: by the name of the group, then of the value."""
    return {
        group: {
            name: _reader(f"{group}.{name}", hint)
            for name, hint in get_type_hints(kind).items()
            if f"{group}.{name}" != CARDS_PATH
        }
        for group, kind in GROUPS.items()
    }


_read_points: Final = _number(0, MOST)


def read_value(path: str, value: object) -> Any:
    """Return the value of `Rules` that the plain *value* means at *path*.

    Raises `ValueError` with a sentence if it is not what belongs there, `KeyError` for an unknown path.

    >>> read_value("pile.need", ["pair"])
    ('pair',)
    """
    if path.startswith(CARDS_PATH + "."):
        return _read_points(value)
    group, _, name = path.partition(".")
    return readers()[group][name.rpartition(".")[2]](value)


def write_value(value: Any) -> Any:
    """Return the plain form of a value of `Rules`: lists instead of tuples."""
    return [write_value(item) for item in value] if isinstance(value, tuple) else value


def read_rank(value: object) -> str:
    """Return the rank of a special, ``4`` to ``A``; raises `ValueError` like `read_card`."""
    if value in KIND_KEYS[:FOUR]:
        raise ValueError(f"the {value} cannot be a special rank: only ranks from 4 to A can")
    return read_card(value, KIND_KEYS[FOUR:])


def unknown(name: str, group: str | None = None, before: int = 0) -> str:
    """Return what to say of the unknown key *name*, at the top of a file or in *group*; *before* as for `suggest`."""
    if group is None:
        text = "unknown group or key"
        if before > MOST_PROBLEMS:
            return text
        homes = [SYNONYMS[name]] if name in SYNONYMS else []
        homes += [f"{home}.{name}" for home in GROUPS if name in readers()[home]]
        return text + (f" (did you mean {homes[0]}?)" if homes else suggest(name, GROUPS))
    if before > MOST_PROBLEMS:
        return f"{group} has no value with this name"
    keys = [*readers()[group], *(["cards"] if group == "score" else [])]
    meant = SYNONYMS.get(f"{group}.{name}")
    hint = (
        f" (did you mean {meant}?)"
        if meant
        else suggest(name, keys)
        or next((f" (did you mean {home}.{name}?)" for home in GROUPS if name in readers()[home]), "")
    )
    return f"{group} has no value with this name{hint}; it has {', '.join(keys)}"


def defaults(group: str) -> Mapping[str, Any]:
    """Return what the values of *group* are where nothing sets them."""
    return {each.name: each.default for each in fields(GROUPS[group])}


def value_text(value: Any) -> str:
    """Return a value of `Rules` as people write it.

    >>> value_text(True), value_text(("pair", "onto meld")), value_text(()), value_text(((0, 50), (1500, 90)))
    ('yes', 'pair, onto meld', 'none', '0: 50, 1,500: 90')
    """
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(
            ": ".join(map(value_text, each)) if isinstance(each, tuple) else value_text(each) for each in value
        )
    return f"{value:,}" if isinstance(value, int) else str(value)
