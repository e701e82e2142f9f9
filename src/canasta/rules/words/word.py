"""What is known of a word that a value of the rules can be, and the choice of words of one value.

A new word is one more `Word` in its `Choice`, beside the `Literal` that the type of the value is. Numbers, sentences,
refusals, the games side by side and [the page of all values](docs/rules-values.md) are made from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar, get_args

UNNUMBERED: Final = -1


@dataclass(frozen=True, slots=True)
class Word:
    """A word and what it is called wherever it is told.

    Phrases are parts of sentences; names in braces are filled in by who tells them, those of a sentence by
    `canasta.wording.lines.RulesText.fill`. A phrase is empty where the word has nothing to say, and where all that is told
    of a value differs from word to word: then its writer asks for the word.
    """

    value: str
    """The word, as it stands in the files of games."""
    number: int = UNNUMBERED
    """The number the kernel knows it by: a constant beside the choice; none where the kernel does not ask."""
    sentence: str = ""
    """What the sentence of the rules says of it."""
    refusal: str = ""
    """What a refusal says of it, also where it refuses nothing: every clause has a sentence in every game."""
    cell: str = ""
    """What the games side by side say of it."""


W = TypeVar("W", bound=Word)


class Choice(Generic[W]):
    """The words that one value can be, in the order of its type *literal*, and the *meaning* of the value.

    Raises `ValueError` where the words are not those of the type, or their numbers are not 0, 1, 2 and so on.
    """

    __slots__ = ("_words", "meaning")

    def __init__(self, literal: Any, meaning: str, *words: W) -> None:
        self.meaning = meaning
        self._words = {word.value: word for word in words}
        numbers = [word.number for word in words]
        if tuple(self._words) != get_args(literal) or len(words) != len(self._words):
            raise ValueError(f"{get_args(literal)} is the type, and these are its words: {list(self._words)}")
        if numbers not in (list(range(len(words))), [UNNUMBERED] * len(words)):
            raise ValueError(f"the numbers of {list(self._words)} are {numbers}")

    def __getitem__(self, value: str) -> W:
        return self._words[value]

    def __iter__(self) -> Iterator[W]:
        return iter(self._words.values())

    def those(self, values: Iterable[str]) -> list[W]:
        """The words of a value that is a list of some of them, in the order of the choice."""
        named = set(values)
        return [word for word in self if word.value in named]

    def number(self, value: str) -> int:
        """The number the kernel knows the word by."""
        return self._words[value].number
