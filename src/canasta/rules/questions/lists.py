"""Questions whose answers are lists: kinds of cards, special ranks and hands, sets of red threes, later deals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from canasta.base.cards import KIND_KEYS, KIND_NAMES
from canasta.base.english import plural
from canasta.rules.changes import Changes
from canasta.rules.groups import Rules
from canasta.rules.groups_rare import SpecialHand
from canasta.rules.questions.row import Question, Text, alike, whole
from canasta.rules.questions.texts import counted, kinds_of
from canasta.rules.shapes import LISTS, read_rank, read_value

_NONE: Final = "none"
_BETWEEN: Final = re.compile(r"\s*(?:[,;]|\band\b|\bor\b)\s*")


def _pieces(answer: str) -> list[str]:
    """Return the items of a list as people write it; empty for "none"."""
    text = answer.strip().lower()
    return [] if text in {_NONE, "no", "0"} else [piece for piece in _BETWEEN.split(text) if piece]


def _card_names() -> dict[str, tuple[str, ...]]:
    """Return what people call kinds of cards, one or many, and the kinds; the name that is shown comes first."""
    words: dict[str, tuple[str, ...]] = {}
    for key, name in zip(KIND_KEYS, KIND_NAMES, strict=True):
        shown = plural(name) if len(key) > 1 else key.replace("T", "10")
        words |= dict.fromkeys((shown, key.lower(), f"{key.lower()}s", name, plural(name)), (key,))
    words |= {"2": ("two",), "2s": ("two",)}
    words |= dict.fromkeys(("wild cards", "wild"), ("joker", "two"))
    return words | dict.fromkeys(("threes", "3s"), ("red three", "black three"))


CARDS: Final = _card_names()


@dataclass(frozen=True)
class Several(Question):
    """A question whose answer is none, one or several of some words; *also* goes by each of them, and by ``none``."""

    says: Mapping[str, tuple[Any, ...]] = field(default_factory=dict, hash=False)
    """What people may type, and the items that it stands for; the first text for an item is shown."""

    kind: ClassVar = "list"

    @property
    def answers(self) -> list[tuple[str, ...]]:
        """None, and what people may type for each item, or for several at once."""
        return [(_NONE,), *alike(self.says)]

    def shown(self, rules: Rules) -> str:
        """Return the items as they are."""
        items = self.value(rules)
        return ", ".join(next(text for text, means in self.says.items() if means == (item,)) for item in items) or _NONE

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return the items in *answer*, each once."""
        known = self.says
        items: list[Any] = []
        for piece in _pieces(answer):
            if piece not in known:
                raise ValueError(f'"{piece}" cannot be used here. Type, for example: {self._example(rules)}')
            items += known[piece]
        changes: Changes = {self.path: read_value(self.path, list(dict.fromkeys(items)))}
        for item in items or [_NONE]:
            changes |= self.besides(item, rules)
        return changes

    def _example(self, rules: Rules) -> str:
        shown = self.shown(rules)
        return next(iter(self.says)) if shown == _NONE else shown


def _red_sets(rules: Rules) -> str:
    return ", ".join(f"{number} {value}" for number, value in rules.threes.red_sets) or _NONE


def _read_red_sets(answer: str, rules: Rules) -> Changes:  # noqa: ARG001 - read alike
    """Return the rows in *answer*."""
    rows = [_pair(piece, "4 800, 7 1000") for piece in _pieces(re.sub(r"(?<=\d),(?=\d{3}\b)", "", answer))]
    return {"threes.red_sets": read_value("threes.red_sets", rows)}


RED_SETS: Final = Text(
    "threes.red_sets",
    "Red threes together",
    "Are several red threes of a side worth more together? Type how many and their value, such as: 4 800, or none.",
    lambda rules: rules.threes.red == "laid",
    show=_red_sets,
    parse=_read_red_sets,
)


def _specials(rules: Rules) -> str:
    return ", ".join(f"{each.rank.replace('T', '10')} {each.bonus}" for each in rules.specials) or _NONE


def _read_specials(answer: str, rules: Rules) -> Changes:
    """Return the ranks in *answer*; the other ones are no longer special."""
    ranks = {text: means[0] for text, means in CARDS.items() if len(means) == 1}
    changes: Changes = {}
    for piece in _pieces(re.sub(r"(?<=\d),(?=\d{3}\b)", "", answer)):
        name, _, points = piece.replace("=", " ").replace(":", " ").rpartition(" ")
        if not name.strip():
            raise ValueError(f'"{piece}" must be a rank and its points. Type, for example: 7 1500')
        rank = read_rank(ranks.get(name.strip().removesuffix("'s"), name.strip()))
        path = f"specials.{rank}"
        changes[f"{path}.rank"] = rank
        changes[f"{path}.bonus"] = read_value(f"{path}.bonus", whole(points, "7 1500"))
    return _without("specials", [each.rank for each in rules.specials], changes)


SPECIALS: Final = Text(
    "specials",
    "Special ranks",
    "Does a {canasta} of some rank without wild cards earn points of its own? Type ranks and points, such as: 7 1500, or none.",
    show=_specials,
    parse=_read_specials,
)


def _later_deals(rules: Rules) -> str:
    told = []
    for change in rules.deals:
        values = [
            (name, getattr(change, name)) for name in ("hand", "draw", "take", "least") if getattr(change, name) >= 0
        ]
        counts = [(getattr(change, kind), word) for kind, word in _kinds(rules) if getattr(change, kind) >= 0]
        pieces = [f"{name} {number}" for name, number in values] + [f"{number} {word}" for number, word in counts]
        told.append(f"{change.deal}: {', '.join(pieces)}")
    return "; ".join(told) or _NONE


def _read_later_deals(answer: str, rules: Rules) -> Changes:
    """Return the changes in *answer*, deal by deal."""
    changes: Changes = {}
    text = answer.strip().lower()
    example = f"2: draw 3, 2 {rules.words.natural}"
    for part in [] if text in {_NONE, "no"} else text.split(";"):
        found = re.fullmatch(r"\s*(?:from\s+)?(?:[^\W\d]+\s+)?([0-9]{1,4})\s*(?:on)?\s*:\s*(.+)", part)
        if not found:
            raise ValueError(
                f'"{part.strip()}" must have a number, a colon and what changes. Type, for example: {example}'
            )
        path = f"deals.{read_value('deals.deal', int(found[1]))}"
        changes[f"{path}.deal"] = int(found[1])
        for name, number in _of_deal(found[2], rules, example):
            changes[f"{path}.{name}"] = read_value(f"{path}.{name}", number)
    for change in rules.deals:
        if f"deals.{change.deal}.deal" in changes:
            names = (name for name in change.__dataclass_fields__ if name != LISTS["deals"])
            changes = {f"deals.{change.deal}.{name}": -1 for name in names} | changes
    return _without("deals", [str(change.deal) for change in rules.deals], changes)


def _of_deal(text: str, rules: Rules, example: str) -> Iterable[tuple[str, int]]:
    """Yield what *text* says of one deal: "draw 4", "3 clean"."""
    named = re.findall(r"\b(hand|draw|take|least)\s+([0-9]{1,3}|all)\b", text)
    yield from ((name, 0 if number == "all" else int(number)) for name, number in named)
    rest = re.sub(r"\b(hand|draw|take|least)\s+([0-9]{1,3}|all)\b", "", text).strip(" ,")
    kinds = kinds_of(rules) | {word: kind for kind, word in _kinds(rules)}
    for number, word in counted(rest, example) if rest else ():
        if word not in kinds:
            raise ValueError(f'"{word}" is not something that changes. Type, for example: {example}')
        yield kinds[word], number


LATER_DEALS: Final = Text(
    "deals",
    "Later {deal}s",
    "Does anything change from a later {deal} on? Type its number and what it has: hand, draw, take or {canastas} to go "
    "out, such as 2: draw 3, 2 {natural}; 3: 3 {natural}. What you leave out stays as before.",
    show=_later_deals,
    parse=_read_later_deals,
)


_EXAMPLE: Final = "pairs 2500: 7 of 2; dream 8500: 1 of 5, 1 of 4, 5 wild"


def _ask_hands(rules: Rules) -> str:
    cards = rules.deal.hand + rules.draw.stock
    return (
        f"Does a whole {rules.words.hand} of a certain shape end the {rules.words.deal}? Give each its name, its points and "
        f"{cards} cards, such as: {_EXAMPLE}. You can add groups of wild cards (1 of 2 wild), ranks that "
        "must be among them (with 7 A), and whether wild groups may stand for others (wild too). Or type none."
    )


def _hands(rules: Rules) -> str:
    return "; ".join(f"{hand.name} {hand.points}: {_shape(hand)}" for hand in rules.special_hands) or _NONE


def _shape(hand: SpecialHand) -> str:
    pieces = [f"{number} of {size}" for size, number in hand.groups]
    pieces += [f"{number} of {size} wild" for size, number in hand.wilds]
    pieces += [f"{hand.any_wilds} wild"] if hand.any_wilds else []
    pieces += ["wild too"] if hand.wild_groups else []
    pieces += ["with " + " ".join(rank.replace("T", "10") for rank in hand.ranks)] if hand.ranks else []
    return ", ".join(pieces)


def _read_hands(answer: str, rules: Rules) -> Changes:
    """Return the hands in *answer*; the others are no longer played."""
    changes: Changes = {}
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", answer.strip())
    for part in [] if text.lower() in {_NONE, "no"} else text.split(";"):
        found = re.fullmatch(r"\s*([^:.]*[^:.\s])\s+([0-9]{1,7})\s*:(.+)", part)
        if not found:
            raise ValueError(
                f'"{part.strip()}" must be a name, points, a colon and groups. Type, for example: {_EXAMPLE}'
            )
        path = f"special_hands.{found[1]}"
        changes[f"{path}.name"] = found[1]
        for name, value in (_groups(found[3]) | {"points": int(found[2])}).items():
            changes[f"{path}.{name}"] = read_value(f"{path}.{name}", value)
    return _without("special_hands", [hand.name for hand in rules.special_hands], changes)


def _groups(text: str) -> Changes:
    """Return what *text* says of one hand: "6 of 2, 1 of 2 wild, with 7 A"."""
    shape: Changes = {"groups": [], "wilds": [], "any_wilds": 0, "wild_groups": False, "ranks": []}
    named = re.search(r",?\s*\bwith\s+([^,]+)", text.lower())
    if named:
        shape["ranks"] = [read_rank(rank) for rank in named[1].split() if rank != "and"]
        text = text[: named.start()] + text[named.end() :]
    for piece in re.split(r"\s*(?:,|\band\b)\s*", text.strip().lower()):
        found = re.fullmatch(r"([0-9]{1,2})\s+(?:of\s+([0-9]{1,2}))?\s*(wild)?(?: cards?)?", piece)
        if found and (found[2] or found[3]):
            if found[2]:
                shape["wilds" if found[3] else "groups"].append([int(found[2]), int(found[1])])
            else:
                shape["any_wilds"] += int(found[1])
        elif piece == "wild too":
            shape["wild_groups"] = True
        else:
            raise ValueError(f'"{piece}" is not a part of a hand. Type, for example: {_EXAMPLE}')
    return shape


def _one_hand_each(rules: Rules) -> bool:
    """Return whether there is one hand for each player, so that its whole shape may count."""
    return bool(rules.special_hands) or not rules.reserves


SPECIAL_HANDS: Final = Text(
    "special_hands",
    "Special hands",
    _ask_hands,
    _one_hand_each,
    rare=True,
    show=_hands,
    parse=_read_hands,
)


def _kinds(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return the kinds of canastas in a contract, and what this game calls them."""
    words = rules.words
    named = (("natural", words.natural), ("mixed", words.mixed), ("wild", words.wild))
    return (*named, ("special", "special"), ("canastas", "any"))


def _pair(piece: str, example: str) -> tuple[int, int]:
    numbers = re.split(r"\s*[:=]\s*|\s+", piece.strip())
    if len(numbers) != 2:
        raise ValueError(f'"{piece}" must be two numbers. Type, for example: {example}')
    return whole(numbers[0], example), whole(numbers[1], example)


def _without(group: str, items: Iterable[str], changes: Changes) -> Changes:
    """Return *changes*, and the removal of those *items* of *group* that they do not name."""
    gone: Changes = {f"{group}.{item}": None for item in items if f"{group}.{item}.{LISTS[group]}" not in changes}
    return gone | changes
