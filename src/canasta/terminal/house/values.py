"""Questions on single values: a number, a word, yes or no; and on a few that belong together."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from canasta.base.english import plural
from canasta.rules.changes import Changes, paths
from canasta.rules.groups import GROUPS, Rules
from canasta.rules.shapes import RANGES, VALUED, read_card, read_value
from canasta.rules.value_clauses import words_of_path
from canasta.terminal.dialog import NO, YES

_WHOLE: Final = re.compile(r"[-−–]?[0-9]{1,9}")


def whole(text: str, example: str) -> int:
    """Return the whole number *text*, with or without commas; a minus sign may be a real one.

    Raises `ValueError` with a sentence for anything else.
    """
    digits = text.strip().replace(",", "")
    if not _WHOLE.fullmatch(digits):
        raise ValueError(f'"{text.strip()}" is not a whole number. Type, for example: {example}')
    return int(digits.replace("−", "-").replace("–", "-"))


def always(_: Rules) -> bool:
    """Return a question for every game."""
    return True


@dataclass(frozen=True, slots=True)
class Number:
    """A question whose answer is a number; *words* are numbers with a name, such as ``all``."""

    chapter: str
    path: str
    prompt: str
    asked: str
    applies: Callable[[Rules], bool] = always
    words: tuple[tuple[str, int], ...] = ()
    loss: bool = False
    """Whether the number is points that are lost, so that people may write a minus sign."""
    zero: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What the answer 0 sets besides, because it could not be played otherwise."""
    rare: bool = False
    """Whether few families change it, so that it is asked only on request."""

    def title(self, rules: Rules) -> str:
        """Return what is asked."""
        return fill(self.asked, rules)

    def shown(self, rules: Rules) -> str:
        """Return the value as it is."""
        value = dict(paths(rules))[self.path]
        return next((word for word, number in self.words if number == value), str(value))

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return the value that *answer* sets."""
        known = dict(self.words)
        text = answer.strip().lower()
        number = known[text] if text in known else whole(answer, self.shown(rules))
        value = read_value(self.path, abs(number) if self.loss else number)
        return {self.path: value} | (dict(self.zero) if value == 0 else {})


@dataclass(frozen=True, slots=True)
class Word:
    """A question whose answer is one of the words of a value; `canasta.rules.words` has what people may type for each."""

    chapter: str
    path: str
    prompt: str
    asked: str
    applies: Callable[[Rules], bool] = always
    also: Mapping[str, Changes] = field(default_factory=dict, hash=False)
    """What a word of the value sets besides, because it could not be played otherwise."""
    rare: bool = False
    """As in `Number`."""
    order: tuple[str, ...] = ()
    """The words as the question names them, if their choice has them in another order."""

    @property
    def answers(self) -> list[str]:
        """The text that is shown for each word, in the order of the question."""
        words = words_of_path(self.path)
        return [words[each].shown for each in self.order or (word.value for word in words)]

    @property
    def says(self) -> Mapping[str, str]:
        """What people may type, and the word of the value that it means."""
        return words_of_path(self.path).typed

    def title(self, rules: Rules) -> str:
        """Return what is asked, with the answers."""
        *others, last = self.answers
        return f"{fill(self.asked, rules)} Type {', '.join(others)} or {last}."

    def shown(self, rules: Rules) -> str:
        """Return the word as it is."""
        return str(words_of_path(self.path)[dict(paths(rules))[self.path]].shown)

    def read(self, answer: str, rules: Rules) -> Changes:  # noqa: ARG002
        """Return the word that *answer* means, and what goes with it."""
        text = answer.strip().lower()
        value = read_value(self.path, self.says.get(text, text))
        return {self.path: value} | self.also.get(value, {})


@dataclass(frozen=True, slots=True)
class YesNo:
    """A question to answer with yes or no; *sets* gives the values, *holds* says how it is."""

    chapter: str
    prompt: str
    asked: str
    holds: Callable[[Rules], bool]
    sets: Callable[[bool, Rules], Changes]
    applies: Callable[[Rules], bool] = always
    rare: bool = False
    """As in `Number`."""

    def title(self, rules: Rules) -> str:
        """Return what is asked."""
        return fill(self.asked, rules)

    def shown(self, rules: Rules) -> str:
        """Return how it is."""
        return "yes" if self.holds(rules) else "no"

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return what *answer* sets."""
        text = answer.strip().lower()
        if text not in YES | NO:
            raise ValueError(f'"{answer.strip()}" is neither yes nor no. Type y or n.')
        return self.sets(text in YES, rules)


def truth(
    chapter: str,
    path: str,
    prompt: str,
    asked: str,
    applies: Callable[[Rules], bool] = always,
    *,
    yes: Mapping[str, Any] | None = None,
    no: Mapping[str, Any] | None = None,
    rare: bool = False,
) -> YesNo:
    """Return a question on the one truth value at *path*; *yes* and *no* are what these answers set besides."""
    return YesNo(
        chapter,
        prompt,
        asked,
        lambda rules: bool(dict(paths(rules))[path]),
        lambda answer, _: {path: answer} | dict((yes if answer else no) or {}),
        applies,
        rare,
    )


class Players:
    """The numbers of players."""

    chapter = "Players and cards"
    rare = False
    prompt = "Players"
    applies = staticmethod(always)

    def title(self, rules: Rules) -> str:  # noqa: ARG002
        """Return what is asked."""
        return "How many can play? Type numbers or a range: 4, or 2 4 6, or 2-6."

    def shown(self, rules: Rules) -> str:
        """Return the numbers as they are."""
        return " ".join(map(str, rules.table.players))

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return the numbers in *answer*: ``2-6``, ``2 to 6``, ``4 or 6``."""
        text = re.sub(r"\s*(?:-|–|\bto\b)\s*", "-", answer.lower())
        low, high = RANGES["table.players"]
        found: set[int] = set()
        for piece in re.split(r"[\s,;]+|\bor\b|\band\b", text):
            if piece:
                first, _, last = piece.partition("-")
                start, end = whole(first, self.shown(rules)), whole(last or first, self.shown(rules))
                if not low <= start <= end <= high:
                    raise ValueError(f"{piece} is out of range ({low} to {high}).")
                found.update(range(start, end + 1))
        if not found:
            raise ValueError(f"Type numbers of players, for example: {self.shown(rules)}")
        return {"table.players": read_value("table.players", sorted(found))}


class CardValues:
    """The values of cards."""

    chapter = "The count"
    rare = False
    prompt = "Card values"
    applies = staticmethod(always)

    def title(self, rules: Rules) -> str:  # noqa: ARG002
        """Return what is asked."""
        return "What are the cards worth? Type only those that differ, such as: 9 5, 8 5"

    def shown(self, rules: Rules) -> str:
        """Return the values as they are."""
        return ", ".join(f"{kind.replace('T', '10')} {value}" for kind, value in rules.score.cards)

    def read(self, answer: str, rules: Rules) -> Changes:  # noqa: ARG002
        """Return the values in *answer*: kinds of cards, each with a number behind it."""
        changes: Changes = {}
        for piece in re.split(r"[,;]", answer):
            name, _, number = piece.strip().replace("=", " ").replace(":", " ").rpartition(" ")
            kind = read_card(name.strip())
            if kind not in VALUED:
                raise ValueError("Red threes have no card value: the questions on threes ask for theirs.")
            path = f"score.cards.{kind}"
            changes[path] = read_value(path, whole(number, "9 5, 8 5"))
        return changes


class Name:
    """What a game calls a class of canastas, or canastas themselves."""

    chapter = "Words"
    rare = False

    def __init__(self, name: str, prompt: str, asked: str, applies: Callable[[Rules], bool] = always) -> None:
        self.name, self.prompt, self.asked, self.applies = name, prompt, asked, applies

    def title(self, rules: Rules) -> str:
        """Return what is asked."""
        return fill(self.asked, rules)

    def shown(self, rules: Rules) -> str:
        """Return the word as it is."""
        return str(getattr(rules.words, self.name))

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return the word, and its plural where the rules need it."""
        word = read_value(f"words.{self.name}", answer.strip())
        changes: Changes = {f"words.{self.name}": word}
        if self.name == "canasta":
            changes["words.canastas"] = rules.words.canastas if word == rules.words.canasta else plural(word)
        return changes


def fill(text: str, rules: Rules) -> str:
    """*text* with the words of the game in place of names in braces."""
    names: dict[str, Any] = {name: getattr(rules.words, name) for name in GROUPS["words"].__dataclass_fields__}  # type: ignore[attr-defined]
    return text.format(**names, players=rules.seats)
