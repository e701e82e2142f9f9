"""What there is to count in a game, in the order of its sheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

from canasta.base.cards import BLACK_THREE, KIND_KEYS, KIND_NAMES, RED_THREE
from canasta.base.english import plural
from canasta.rules.groups import Rules
from canasta.scoring.count import Item, ScoreEntry, card_values
from canasta.wording.sheets import entry_name

Kind: TypeAlias = Literal["number", "yes", "cards", "sum"]
"""How a question is answered: with a number of things; with yes or no; with the worth of cards, or cards by kind; with points."""

Group: TypeAlias = Literal["canastas", "threes", "bonuses", "melded", "caught", "penalties", "points"]
"""What a question is about: a room that asks shows one group after the other."""

POINTS: Final = "points"
"""The question that stands for all others: what the side made in all."""

IN_ALL: Final = "score.order"
"""The rule of what a side made in all: how the game counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Something that a side counts.

    `key` is also the item of its line on the sheet. `each` is what one of them is worth; None where that differs.
    """

    key: str
    title: str
    """What a sheet calls several of them ("clean canastas")."""

    one: str
    """What it calls one."""

    clause: str
    kind: Kind
    group: Group
    each: int | None = None
    kinds: tuple[tuple[str, str, int], ...] = ()
    """For cards: key, name and value of each kind that they can be told by."""

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON."""
        told: dict[str, Any] = {
            "key": self.key,
            "title": self.title,
            "one": self.one,
            "clause": self.clause,
            "kind": self.kind,
            "group": self.group,
        }
        if self.each is not None:
            told["each"] = self.each
        if self.kinds:
            told["kinds"] = [{"key": key, "title": name, "each": value} for key, name, value in self.kinds]
        return told


@lru_cache(maxsize=64)
def questions(rules: Rules) -> tuple[Question, ...]:
    """Return what there is to count in a deal with *rules*, in the order of its sheet; the points of the whole deal are last.

    >>> from canasta.rules.load import load
    >>> [question.key for question in questions(load("classic"))]
    ['natural', 'mixed', 'red threes', 'out', 'concealed', 'melded', 'hand', 'hand reds', 'points']
    """
    bonuses = (*_threes(rules), *_bonuses(rules))
    cards = (*_melded(rules), *_caught(rules), *_penalties(rules))
    first, second = (bonuses, cards) if rules.score.order == "usual" else (cards, bonuses)
    points = Question(key=POINTS, title="points in all", one="point in all", clause=IN_ALL, kind="sum", group="points")
    return (*_special_hands(rules), *_canastas(rules), *first, *second, points)


def _question(
    rules: Rules, item: Item, clause: str, group: Group, each: int | None, *, index: int = -1, kind: Kind = "number"
) -> Question:
    entry = ScoreEntry(item, clause, 2, each, 0, index)
    key = f"{item} {index + 1}" if index >= 0 else item
    title, one = entry_name(entry, rules), entry_name(replace(entry, count=1), rules)
    return Question(key=key, title=title, one=one, clause=clause, kind=kind, group=group, each=each)


def _special_hands(rules: Rules) -> Iterator[Question]:
    for index, hand in enumerate(rules.special_hands):
        clause = "special_hands.cards"
        yield _question(rules, "special hand", clause, "bonuses", hand.points, index=index, kind="yes")


def _canastas(rules: Rules) -> Iterator[Question]:
    score, topped, wild = rules.score, rules.threes.red_canasta, rules.wild_canastas

    def ask(item: Item, clause: str, each: int, index: int = -1) -> Question:
        return _question(rules, item, clause, "canastas", each, index=index)

    for index, special in enumerate(rules.specials):
        if topped:
            yield ask("special topped", "threes.red_canasta", topped, index)
        yield ask("special", "specials.bonus", special.bonus, index)
    if rules.meld.wild_melds:
        if wild.jokers:
            yield ask("wild jokers", "score.canastas", wild.jokers)
        if wild.twos:
            yield ask("wild twos", "score.canastas", wild.twos)
        yield ask("wild", "score.canastas", score.wild)
    if topped:
        yield ask("natural topped", "threes.red_canasta", topped)
    yield ask("natural", "score.canastas", score.natural)
    if rules.meld.wilds:
        yield ask("mixed", "score.canastas", score.mixed)
    if any(size >= rules.meld.size for size in rules.threes.black_meld):
        yield ask("black", "score.canastas", score.black)


def _threes(rules: Rules) -> Iterator[Question]:
    threes = rules.threes
    if threes.red == "laid":
        yield _question(rules, "red threes", "threes.red_value", "threes", threes.red_value)
        if threes.black == "laid":
            yield _question(rules, "black threes", "threes.red_value", "threes", threes.red_value)


def _bonuses(rules: Rules) -> Iterator[Question]:
    score = rules.score

    def ask(item: Item, clause: str, each: int, kind: Kind = "yes") -> Question:
        return _question(rules, item, clause, "bonuses", each, kind=kind)

    yield ask("out", "score.out", score.out)
    if score.concealed:
        yield ask("concealed", "score.out", score.concealed)
    if not rules.exhaustion.bonus:
        title = "the stock was empty"
        yield Question(key=AFTER_STOCK, title=title, one=title, clause="exhaustion.bonus", kind="yes", group="bonuses")
    if rules.procedures.exact_cut:
        yield ask("exact cuts", "procedures.exact_cut", rules.procedures.exact_cut, "number")


AFTER_STOCK: Final = "after stock"
"""Whether the side went out when the stock had been used up."""


def _cards(rules: Rules, item: Item, clause: str, group: Group, but: tuple[int, ...]) -> Question:
    values = card_values(rules)
    kinds = tuple(
        (f"{item} {key}", plural(name), values[kind])
        for kind, (key, name) in enumerate(zip(KIND_KEYS, KIND_NAMES, strict=True))
        if kind not in but
    )
    return replace(_question(rules, item, clause, group, None, kind="cards"), kinds=kinds)


def _melded(rules: Rules) -> Iterator[Question]:
    if not asks_melded(rules):
        return
    threes = rules.threes
    but = (RED_THREE,) if threes.black_meld else (RED_THREE, BLACK_THREE)
    yield _cards(rules, "melded", "score.melded", "melded", but)


def asks_melded(rules: Rules) -> bool:
    """Return whether the sheet of a game may count melded cards."""
    score = rules.score
    return score.melded or score.canastas_needed or score.canasta_needed


def _caught(rules: Rules) -> Iterator[Question]:
    threes = rules.threes
    apart = card_values(rules)[BLACK_THREE] != threes.black_caught
    but = (RED_THREE, BLACK_THREE) if apart else (RED_THREE,)
    places: tuple[tuple[Item, Item, Item], ...] = (("hand", "hand blacks", "hand reds"),)
    if rules.reserves:
        places += (("reserves", "reserves blacks", "reserves reds"),)
    for cards, blacks, reds in places:
        yield _cards(rules, cards, "score.cards", "caught", but)
        if apart and threes.black_caught:
            yield _question(rules, blacks, "threes.black_caught", "caught", -threes.black_caught)
        if threes.red_caught:
            yield _question(rules, reds, "threes.red_caught", "caught", -threes.red_caught)


def _penalties(rules: Rules) -> Iterator[Question]:
    def ask(item: Item, clause: str, each: int, index: int = -1) -> Iterator[Question]:
        if each:
            yield _question(rules, item, clause, "penalties", -each, index=index)

    for index, special in enumerate(rules.specials):
        yield from ask("held", "specials.bonus", special.held, index)
    for index, special in enumerate(rules.specials):
        yield from ask("unfinished", "specials.bonus", special.unfinished, index)
    yield from ask("unfinished wild", "score.canastas", rules.score.unfinished_wild)
    for index, reserve in enumerate(rules.reserves):
        yield from ask("missed", "reserves.penalty", reserve.penalty, index)
    yield from ask("restored", "pile.restore", rules.pile.restore)
