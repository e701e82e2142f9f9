"""A question on house rules is a row of data: on one value (a number, a word, yes or no, a name), or on several in one text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any, ClassVar, Final, TypeAlias

from canasta.base.answers import NO, YES
from canasta.base.english import plural
from canasta.rules.changes import Changes, paths
from canasta.rules.groups import GROUPS, Reserve, Rules, Special
from canasta.rules.shapes import LISTS, read_value
from canasta.rules.value_clauses import words_of_path

_WHOLE: Final = re.compile(r"[-−–]?[0-9]{1,9}")

Besides: TypeAlias = Changes | Callable[..., Changes]
"""Changes by path, in which ``*`` stands for every item of a list; or what makes them, from the rules and from the item of the row."""


def always(*_: object) -> bool:
    """Return a question for every game."""
    return True


@dataclass(frozen=True)
class Question:
    """A question on the value at *path*, with what stands before the value as it is, and what is asked.

    Names in braces are words of the game. In the path of a row for each reserve or special rank, ``*`` stands for its name.
    """

    path: str
    prompt: str
    asked: str | Callable[[Rules], str]
    applies: Callable[..., bool] = always
    """Whether it makes sense for some rules, and for the item of the row if it has one."""
    _: KW_ONLY
    also: Mapping[Any, Besides] = field(default_factory=dict, hash=False)
    """What a value sets besides, because it could not be played otherwise."""
    rare: bool = False
    """Whether few families change it, so that it is asked only on request."""
    chapter: str = ""
    """The heading it comes under."""
    item: Reserve | Special | None = None
    """The reserve or special rank it is about."""

    kind: ClassVar = "text"
    """What an answer is: ``text``, or as a subclass says."""

    @property
    def name(self) -> str:
        """What tells it from all other questions."""
        return self.path

    @property
    def answers(self) -> list[tuple[str, ...]]:
        """The answers that have names, and what people may type for each: the text that is shown comes first."""
        return []

    def makes_sense(self, rules: Rules) -> bool:
        """Return whether it can be asked about *rules*."""
        return self.applies(*self._about(rules))

    def title(self, rules: Rules) -> str:
        """Return what is asked."""
        return fill(self.asked, rules) if isinstance(self.asked, str) else self.asked(rules)

    def label(self, rules: Rules) -> str:
        """Return what stands before the value, with a capital."""
        text = fill(self.prompt, rules)
        return text[:1].upper() + text[1:]

    def shown(self, rules: Rules) -> str:
        """Return the value as it is, written as an answer is."""
        return str(self.value(rules))

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return the values that *answer* sets, by path.

        Raises `ValueError` with a sentence for what is no answer.
        """
        raise NotImplementedError

    def value(self, rules: Rules) -> Any:
        """Return the value as it is."""
        return dict(paths(rules))[self.path]

    def besides(self, value: object, rules: Rules) -> Changes:
        """Return what *value* sets besides."""
        sets = self.also.get(value, {})
        changes = sets(*self._about(rules)) if callable(sets) else sets
        return {each: given for path, given in changes.items() for each in self.each_path(path, rules)}

    def each_path(self, path: str, rules: Rules) -> list[str]:
        """Return *path* for each item that its ``*`` stands for."""
        group, star, rest = path.partition(".*.")
        if not star:
            return [path]
        items = getattr(rules, group) if self.item is None else [self.item]
        return [f"{group}.{getattr(item, LISTS[group])}.{rest}" for item in items]

    def _about(self, rules: Rules) -> tuple[Any, ...]:
        return (rules,) if self.item is None else (rules, self.item)


@dataclass(frozen=True)
class Number(Question):
    """A question whose answer is a number; *words* are numbers with a name, such as ``all``."""

    words: Mapping[str, int] = field(default_factory=dict, hash=False)
    loss: bool = False
    """Whether the number is points that are lost, so that people may write a minus sign."""

    kind: ClassVar = "number"

    @property
    def answers(self) -> list[tuple[str, ...]]:
        """The names of numbers."""
        return alike(self.words)

    def shown(self, rules: Rules) -> str:
        """Return the number as it is, or its name."""
        value = self.value(rules)
        return next((word for word, number in self.words.items() if number == value), str(value))

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return the number that *answer* sets."""
        text = answer.strip().lower()
        number = self.words[text] if text in self.words else whole(answer, self.shown(rules))
        value = read_value(self.path, abs(number) if self.loss else number)
        return {self.path: value} | self.besides(value, rules)


@dataclass(frozen=True)
class Word(Question):
    """A question whose answer is one of the words of a value; `canasta.rules.words` has what people may type for each."""

    order: tuple[str, ...] = ()
    """The words as the question names them, if their choice has them in another order."""

    kind: ClassVar = "word"

    @property
    def answers(self) -> list[tuple[str, ...]]:
        """What people may type for each word, in the order of the question."""
        texts = alike(self.says)
        return sorted(texts, key=lambda each: self.order.index(self.says[each[0]])) if self.order else texts

    @property
    def says(self) -> Mapping[str, str]:
        """What people may type, and the word of the value that it means."""
        return words_of_path(self.path).typed

    def title(self, rules: Rules) -> str:
        """Return what is asked, with the answers."""
        *others, last = (texts[0] for texts in self.answers)
        return f"{super().title(rules)} Type {', '.join(others)} or {last}."

    def shown(self, rules: Rules) -> str:
        """Return the word as it is."""
        return str(words_of_path(self.path)[self.value(rules)].shown)

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return the word that *answer* means, and what goes with it."""
        text = answer.strip().lower()
        value = read_value(self.path, self.says.get(text, text))
        return {self.path: value} | self.besides(value, rules)


@dataclass(frozen=True)
class YesNo(Question):
    """A question to answer with yes or no, each of which is a value of the path; with ``*`` in it, of each item."""

    yes: Any = True
    no: Any = False

    kind: ClassVar = "yes or no"

    @property
    def answers(self) -> list[tuple[str, ...]]:
        """Yes and no."""
        return [("yes",), ("no",)]

    def holds(self, rules: Rules) -> bool:
        """Return whether the answer is yes as it is."""
        standing = dict(paths(rules))
        return all(standing[path] == self.yes for path in self.each_path(self.path, rules))

    def shown(self, rules: Rules) -> str:
        """Return how it is."""
        return "yes" if self.holds(rules) else "no"

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return what *answer* sets."""
        text = answer.strip().lower()
        if text not in YES | NO:
            raise ValueError(f'"{answer.strip()}" is neither yes nor no. Type y or n.')
        return self.sets(text in YES, rules)

    def sets(self, yes: bool, rules: Rules) -> Changes:
        """Return what yes or no sets."""
        value = self.yes if yes else self.no
        return dict.fromkeys(self.each_path(self.path, rules), value) | self.besides(value, rules)


@dataclass(frozen=True)
class Among(YesNo):
    """A question whether the word *yes* is among those of a list."""

    instead: str = ""
    """The word that it replaces."""

    @property
    def name(self) -> str:
        """What tells it from the questions on other words of the list."""
        return f"{self.path}={self.yes}"

    def holds(self, rules: Rules) -> bool:
        """Return whether the word is in the list."""
        return self.yes in self.value(rules)

    def sets(self, yes: bool, rules: Rules) -> Changes:
        """Return the list with the word or without it."""
        given = [self.yes] if yes else []
        kept = [each for each in self.value(rules) if each != self.yes and not (yes and each == self.instead)]
        words = tuple(word.value for word in words_of_path(self.path).those([*kept, *given]))
        return {self.path: words} | self.besides(self.yes if yes else self.no, rules)


@dataclass(frozen=True)
class Name(Question):
    """What a game calls something: a class of canastas, or canastas themselves."""

    kind: ClassVar = "name"

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return the word, and its plural where the rules need it."""
        word = read_value(self.path, answer.strip())
        changes: Changes = {self.path: word}
        if self.path == "words.canasta":
            changes["words.canastas"] = rules.words.canastas if word == rules.words.canasta else plural(word)
        return changes


@dataclass(frozen=True)
class Text(Question):
    """A question on several values, whose answer is one text."""

    show: Callable[[Rules], str] = field(kw_only=True)
    """Writes the values as they are."""
    parse: Callable[[str, Rules], Changes] = field(kw_only=True)
    """Reads an answer."""

    def shown(self, rules: Rules) -> str:
        """Return the values as they are."""
        return self.show(rules)

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return the values that *answer* sets."""
        return self.parse(answer, rules)


def chapter(title: str, *rows: Question) -> tuple[Question, ...]:
    """Return *rows* under the heading *title*."""
    return tuple(replace(row, chapter=title) for row in rows)


def for_each(rows: Iterable[Question], items: Iterable[tuple[Reserve | Special, str, str]]) -> list[Question]:
    """Return *rows* for each of *items*: the item, its name in paths, and what its ``{name}`` is in texts."""
    return [
        replace(
            row,
            item=item,
            path=row.path.replace("*", key),
            prompt=row.prompt.replace("{name}", _plain(name)),
            asked=row.asked.replace("{name}", _plain(name)) if isinstance(row.asked, str) else row.asked,
        )
        for item, key, name in items
        for row in rows
    ]


def _plain(name: str) -> str:
    """Return *name*, which people choose, so that nothing in it is filled in."""
    return name.replace("{", "{{").replace("}", "}}")


def alike(says: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return the texts of *says* that mean the same, together, in its order.

    >>> alike({"no limit": 48, "none": 0, "any": 48})
    [('no limit', 'any'), ('none',)]
    """
    return [tuple(text for text in says if says[text] == means) for means in dict.fromkeys(says.values())]


def fill(text: str, rules: Rules) -> str:
    """*text* with the words of the game in place of names in braces."""
    names: dict[str, Any] = {name: getattr(rules.words, name) for name in GROUPS["words"].__dataclass_fields__}  # type: ignore[attr-defined]
    return text.format(**names, players=rules.seats)


def whole(text: str, example: str) -> int:
    """Return the whole number *text*, with or without commas; a minus sign may be a real one.

    Raises `ValueError` with a sentence for anything else.
    """
    digits = text.strip().replace(",", "")
    if not _WHOLE.fullmatch(digits):
        raise ValueError(f'"{text.strip()}" is not a whole number. Type, for example: {example}')
    return int(digits.replace("−", "-").replace("–", "-"))
