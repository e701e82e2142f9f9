"""Questions whose answers are lists: kinds of cards, special ranks and hands, sets of red threes, later deals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from canasta.base.cards import KIND_KEYS, KIND_NAMES
from canasta.base.english import plural
from canasta.rules.changes import Changes, paths
from canasta.rules.groups import Rules
from canasta.rules.groups_rare import SpecialHand
from canasta.rules.shapes import LISTS, read_rank, read_value
from canasta.terminal.house.answers import counted, kinds_of
from canasta.terminal.house.values import always, fill, whole

_NONE: Final = "none"
_BETWEEN: Final = re.compile(r"\s*(?:[,;]|\band\b|\bor\b)\s*")


def _pieces(answer: str) -> list[str]:
    """Return the items of a list as people write it; empty for "none"."""
    text = answer.strip().lower()
    return [] if text in {_NONE, "no", "0"} else [piece for piece in _BETWEEN.split(text) if piece]


def kind_words() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return what people call kinds of cards, one or many, and the kinds; the name that is shown comes first."""
    words: list[tuple[str, tuple[str, ...]]] = []
    for key, name in zip(KIND_KEYS, KIND_NAMES, strict=True):
        shown = plural(name) if len(key) > 1 else key.replace("T", "10")
        words += [(text, (key,)) for text in (shown, key.lower(), f"{key.lower()}s", name, plural(name))]
    words += [("2", ("two",)), ("2s", ("two",)), ("wild cards", ("joker", "two")), ("wild", ("joker", "two"))]
    return (*words, ("threes", ("red three", "black three")), ("3s", ("red three", "black three")))


@dataclass(frozen=True, slots=True)
class Several:
    """A question whose answer is none, one or several of some words."""

    chapter: str
    path: str
    prompt: str
    asked: str
    says: tuple[tuple[str, tuple[Any, ...]], ...]
    """What people may type, and the items that it stands for; the first text for an item is shown."""
    applies: Callable[[Rules], bool] = always
    also: Mapping[Any, Changes] = field(default_factory=dict, hash=False)
    """What an item sets besides, because it could not be played otherwise."""
    empty: Changes = field(default_factory=dict, hash=False)
    """The same where there is no item."""
    rare: bool = False
    """As in `canasta.terminal.house.values.Number`."""

    def title(self, rules: Rules) -> str:
        """Return what is asked."""
        return fill(self.asked, rules)

    def shown(self, rules: Rules) -> str:
        """Return the items as they are."""
        items = dict(paths(rules))[self.path]
        return ", ".join(next(text for text, means in self.says if means == (item,)) for item in items) or _NONE

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return the items in *answer*, each once."""
        known = dict(self.says)
        items: list[Any] = []
        for piece in _pieces(answer):
            if piece not in known:
                raise ValueError(f'"{piece}" cannot be used here. Type, for example: {self._example(rules)}')
            items += known[piece]
        changes: Changes = {self.path: read_value(self.path, list(dict.fromkeys(items)))}
        for item in items:
            changes |= self.also.get(item, {})
        return changes if items else changes | self.empty

    def _example(self, rules: Rules) -> str:
        shown = self.shown(rules)
        return self.says[0][0] if shown == _NONE else shown


class RedSets:
    """What red threes are worth together."""

    chapter = "Threes"
    rare = False
    prompt = "Red threes together"

    @staticmethod
    def applies(rules: Rules) -> bool:
        """Return whether red threes are laid down."""
        return rules.threes.red == "laid"

    def title(self, rules: Rules) -> str:  # noqa: ARG002
        """Return what is asked."""
        return "Are several red threes of a side worth more together? Type how many and their value, such as: 4 800, or none."

    def shown(self, rules: Rules) -> str:
        """Return the rows as they are."""
        return ", ".join(f"{number} {value}" for number, value in rules.threes.red_sets) or _NONE

    def read(self, answer: str, rules: Rules) -> Changes:  # noqa: ARG002
        """Return the rows in *answer*."""
        rows = [_pair(piece, "4 800, 7 1000") for piece in _pieces(re.sub(r"(?<=\d),(?=\d{3}\b)", "", answer))]
        return {"threes.red_sets": read_value("threes.red_sets", rows)}


class Specials:
    """The ranks whose canastas earn points of their own."""

    chapter = "The count"
    rare = False
    prompt = "Special ranks"
    applies = staticmethod(always)

    def title(self, rules: Rules) -> str:
        """Return what is asked."""
        one = rules.words.canasta
        return f"Does a {one} of some rank without wild cards earn points of its own? Type ranks and points, such as: 7 1500, or none."

    def shown(self, rules: Rules) -> str:
        """Return the ranks as they are."""
        return ", ".join(f"{each.rank.replace('T', '10')} {each.bonus}" for each in rules.specials) or _NONE

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return the ranks in *answer*; the other ones are no longer special."""
        ranks = {text: means[0] for text, means in kind_words() if len(means) == 1}
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


class LaterDeals:
    """What changes in later deals."""

    chapter = "The end"
    rare = False
    prompt = "Later {deal}s"
    applies = staticmethod(always)

    def title(self, rules: Rules) -> str:
        """Return what is asked."""
        deal, words = rules.words.deal, rules.words
        return (
            f"Does anything change from a later {deal} on? Type its number and what it has: hand, draw, take or {words.canastas} to go "
            f"out, such as 2: draw 3, 2 {words.natural}; 3: 3 {words.natural}. What you leave out stays as before."
        )

    def shown(self, rules: Rules) -> str:
        """Return the changes as they are."""
        told = []
        for change in rules.deals:
            values = [
                (name, getattr(change, name))
                for name in ("hand", "draw", "take", "least")
                if getattr(change, name) >= 0
            ]
            counts = [(getattr(change, kind), word) for kind, word in _kinds(rules) if getattr(change, kind) >= 0]
            pieces = [f"{name} {number}" for name, number in values] + [f"{number} {word}" for number, word in counts]
            told.append(f"{change.deal}: {', '.join(pieces)}")
        return "; ".join(told) or _NONE

    def read(self, answer: str, rules: Rules) -> Changes:
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
            for name, number in self._values(found[2], rules, example):
                changes[f"{path}.{name}"] = read_value(f"{path}.{name}", number)
        for change in rules.deals:
            if f"deals.{change.deal}.deal" in changes:
                names = (name for name in change.__dataclass_fields__ if name != LISTS["deals"])
                changes = {f"deals.{change.deal}.{name}": -1 for name in names} | changes
        return _without("deals", [str(change.deal) for change in rules.deals], changes)

    @staticmethod
    def _values(text: str, rules: Rules, example: str) -> Iterable[tuple[str, int]]:
        """Yield what *text* says of one deal: "draw 4", "3 clean"."""
        named = re.findall(r"\b(hand|draw|take|least)\s+([0-9]{1,3}|all)\b", text)
        yield from ((name, 0 if number == "all" else int(number)) for name, number in named)
        rest = re.sub(r"\b(hand|draw|take|least)\s+([0-9]{1,3}|all)\b", "", text).strip(" ,")
        kinds = kinds_of(rules) | {word: kind for kind, word in _kinds(rules)}
        for number, word in counted(rest, example) if rest else ():
            if word not in kinds:
                raise ValueError(f'"{word}" is not something that changes. Type, for example: {example}')
            yield kinds[word], number


class SpecialHands:
    """The special hands that end a deal."""

    chapter = "The opening"
    rare = True
    prompt = "Special hands"
    _example = "pairs 2500: 7 of 2; dream 8500: 1 of 5, 1 of 4, 5 wild"

    @staticmethod
    def applies(rules: Rules) -> bool:
        """Return whether there is one hand for each player, so that its whole shape may count."""
        return bool(rules.special_hands) or not rules.reserves

    def title(self, rules: Rules) -> str:
        """Return what is asked."""
        cards = rules.deal.hand + rules.draw.stock
        return (
            f"Does a whole {rules.words.hand} of a certain shape end the {rules.words.deal}? Give each its name, its points and "
            f"{cards} cards, such as: {self._example}. You can add groups of wild cards (1 of 2 wild), ranks that "
            "must be among them (with 7 A), and whether wild groups may stand for others (wild too). Or type none."
        )

    def shown(self, rules: Rules) -> str:
        """Return the hands as they are."""
        return "; ".join(f"{hand.name} {hand.points}: {self._shape(hand)}" for hand in rules.special_hands) or _NONE

    @staticmethod
    def _shape(hand: SpecialHand) -> str:
        pieces = [f"{number} of {size}" for size, number in hand.groups]
        pieces += [f"{number} of {size} wild" for size, number in hand.wilds]
        pieces += [f"{hand.any_wilds} wild"] if hand.any_wilds else []
        pieces += ["wild too"] if hand.wild_groups else []
        pieces += ["with " + " ".join(rank.replace("T", "10") for rank in hand.ranks)] if hand.ranks else []
        return ", ".join(pieces)

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return the hands in *answer*; the others are no longer played."""
        changes: Changes = {}
        text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", answer.strip())
        for part in [] if text.lower() in {_NONE, "no"} else text.split(";"):
            found = re.fullmatch(r"\s*([^:.]*[^:.\s])\s+([0-9]{1,7})\s*:(.+)", part)
            if not found:
                raise ValueError(
                    f'"{part.strip()}" must be a name, points, a colon and groups. Type, for example: {self._example}'
                )
            path = f"special_hands.{found[1]}"
            changes[f"{path}.name"] = found[1]
            for name, value in (self._groups(found[3]) | {"points": int(found[2])}).items():
                changes[f"{path}.{name}"] = read_value(f"{path}.{name}", value)
        return _without("special_hands", [hand.name for hand in rules.special_hands], changes)

    def _groups(self, text: str) -> Changes:
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
                raise ValueError(f'"{piece}" is not a part of a hand. Type, for example: {self._example}')
        return shape


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
