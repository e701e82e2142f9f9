"""The words that values of the rules can be, each with its number and its phrases.

To add a word, add a `Word` to its `Choice` and to the `Literal` above it. Numbers, sentences, refusals, the games side
by side and [the page of all values](docs/rules-values.md) are made from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar, get_args

UNNUMBERED: Final = -1


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its number in the kernel and its phrases.

    Phrases are parts of sentences. Names in braces are filled in by the caller; those of a sentence by
    `canasta.wording.lines.RulesText.fill`. A phrase is empty if there is nothing to say, or if the sentences about a value
    differ so much from word to word that the function which writes them asks for the word.
    """

    value: str
    """The word as it is written in the files of games."""
    number: int = UNNUMBERED
    """Its number in the kernel: a constant above the choice; `UNNUMBERED` if the kernel does not need it."""
    sentence: str = ""
    """Its phrase in the sentence of the rules."""
    refusal: str = ""
    """Its phrase in a refusal. Words that never refuse a move have one too: every clause has a sentence in every game."""
    cell: str = ""
    """Its cell in the games side by side."""
    typed: tuple[str, ...] = ()
    """What people may type for it, the text that is shown first; the word itself is always understood."""

    @property
    def shown(self) -> str:
        """How it is written as an answer."""
        return self.typed[0] if self.typed else self.value


W = TypeVar("W", bound=Word)


class Choice(Generic[W]):
    """The words that one value can be, in the order of its type *literal*, and the *meaning* of the value.

    Raises `ValueError` if the words differ from those of the type, if their numbers are not 0, 1, 2 and so on, or if one text
    means two of them.
    """

    __slots__ = ("_words", "meaning", "typed")

    def __init__(self, literal: Any, meaning: str, *words: W) -> None:
        self.meaning = meaning
        self._words = {word.value: word for word in words}
        numbers = [word.number for word in words]
        if tuple(self._words) != get_args(literal) or len(words) != len(self._words):
            raise ValueError(f"{get_args(literal)} is the type, and these are its words: {list(self._words)}")
        if numbers not in (list(range(len(words))), [UNNUMBERED] * len(words)):
            raise ValueError(f"the numbers of {list(self._words)} are {numbers}")
        pairs = list(dict.fromkeys((text, word.value) for word in words for text in (*word.typed, word.value)))
        self.typed: Final[dict[str, str]] = dict(pairs)
        """The word that each text means."""
        if len(self.typed) < len(pairs):
            raise ValueError(f"one text means two of {list(self._words)}")

    def __getitem__(self, value: str) -> W:
        return self._words[value]

    def __iter__(self) -> Iterator[W]:
        return iter(self._words.values())

    def those(self, values: Iterable[str]) -> list[W]:
        """Return the words that *values* names, in the order of the choice."""
        named = set(values)
        return [word for word in self if word.value in named]

    def number(self, value: str) -> int:
        """Return the number of the word *value* in the kernel."""
        return self._words[value].number
