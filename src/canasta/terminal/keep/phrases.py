"""What people type when they have counted: "2 clean, 3 dirty, out, melded 345, caught 60"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from canasta.base.cards import KIND_KEYS
from canasta.base.english import listed
from canasta.base.errors import NotationError
from canasta.tally.questions import Question

_ALSO: Final = {
    "melded": ("laid", "down", "table"),
    "hand": ("caught", "left", "minus"),
    "out": ("went out",),
    "points": ("total", "sum"),
    "red threes": ("reds",),
    "black threes": ("blacks",),
}
"""What people call things besides the words of the sheet, by key."""

_NUMBER: Final = re.compile(r"(?<![\w.])-?\d[\d,. ]*(?![\w])|(?<![\w.])−\d[\d,. ]*")
_CARDS: Final = re.compile(
    r"(?<![\d,.])(\d{1,3})(?:\s*[x×]\s*(10|[2-9])|\s*[x×]?\s*(joker|jk|ten|[tjqka]))s?(?![a-z0-9])", re.IGNORECASE
)
_KINDS: Final = {"jk": "joker", "2": "two", "3": "black three", "10": "T", "ten": "T"}


def read_phrases(text: str, questions: Sequence[Question]) -> dict[str, int]:
    """Return the answers in *text*, phrases with commas between them. Raises `NotationError` for one that says nothing.

    >>> from canasta.rules.load import load
    >>> from canasta.tally.questions import questions
    >>> read_phrases("2 clean, dirty 3, out, melded 1085, caught 60", questions(load("hand-and-foot")))
    {'natural': 2, 'mixed': 3, 'out': 1, 'melded': 1085, 'hand': 60}
    >>> read_phrases("melded 7K 2 joker", questions(load("classic")))
    {'melded K': 7, 'melded joker': 2}
    """
    answers: dict[str, int] = {}
    for phrase in re.split(r"[,;\n](?!\d{3}\b)", text):
        if phrase.strip():
            told = _phrase(" ".join(phrase.lower().split()), questions)
            twice = [key for key in told if key in answers]
            if twice:
                raise NotationError(f'"{phrase.strip()}" was entered already. Enter each thing once.')
            answers |= told
    return answers


def read_number(text: str) -> int | None:
    """Return the whole number that *text* is, with or without commas; None for anything else.

    >>> read_number("1,085"), read_number("-60"), read_number("12 or so")
    (1085, -60, None)
    """
    plain = re.sub(r"[,\s]", "", text.replace("−", "-"))
    return int(plain) if re.fullmatch(r"-?\d{1,9}", plain) and plain.isascii() else None


def read_answer(text: str, question: Question) -> dict[str, int]:
    """Return the answer *text* to *question* alone. Raises `NotationError` for one that it can't take."""
    if not text:
        return {}
    word = text.lower()
    if question.kind == "yes":
        if word in {"y", "yes", "1"}:
            return {question.key: 1}
        if word in {"n", "no", "0"}:
            return {}
        raise NotationError("Answer y or n.")
    number = read_number(text)
    if number is not None:
        return {question.key: number} if number else {}
    if question.kind == "cards":
        return _kinds(word, question)
    raise NotationError("Type a whole number, such as 2. Enter alone means none.")


def _phrase(text: str, questions: Sequence[Question]) -> dict[str, int]:
    found = _NUMBER.search(text)
    words = " ".join((f"{text[: found.start()]} {text[found.end() :]}" if found else text).strip(" :=").split())
    cards = _CARDS.search(text)
    if cards:
        words = text[: cards.start()].strip(" :=")
    question = _meant(words, questions)
    if cards and question.kind == "cards":
        return _kinds(text[cards.start() :], question)
    if found is None:
        if question.kind == "yes":
            return {question.key: 1}
        raise NotationError(f"Say how many, such as: {question.title} 2")
    number = read_number(found[0])
    assert number is not None
    # What was left over is said with a minus or without.
    return {question.key: abs(number) if question.group in {"caught", "penalties"} else number}


def _meant(words: str, questions: Sequence[Question]) -> Question:
    """Return the question that *words* name. Raises `NotationError` where that is none, or several."""
    if not words:
        raise NotationError("Say what you counted, such as: melded 345")
    for names in (_exact, _beginning, _anywhere):
        found = [question for question in questions if names(words, question)]
        # Who speaks of cards left over means all of them, not the threes among them.
        cards = [question for question in found if question.kind == "cards"]
        found = cards if len(cards) == 1 else found
        if len(found) == 1:
            return found[0]
        if found:
            raise NotationError(f'"{words}" could be {listed([each.title for each in found], "or")}. Type more of it.')
    known = listed([question.title for question in questions])
    raise NotationError(f'"{words}" is not counted in this game. You can enter {known}.')


def _called(question: Question) -> tuple[str, ...]:
    return (question.key, question.title, question.one, *_ALSO.get(question.key, ()))


def _exact(words: str, question: Question) -> bool:
    return words in _called(question)


def _beginning(words: str, question: Question) -> bool:
    return any(name.startswith(words) for name in _called(question))


def _anywhere(words: str, question: Question) -> bool:
    wanted = [word.rstrip("s") for word in words.split()]
    return any(all(word in name for word in wanted) for name in _called(question))


def _kinds(text: str, question: Question) -> dict[str, int]:
    """Return the cards in *text* by kind, such as ``4K 3Q 2 jokers``."""
    answers: dict[str, int] = {}
    rest = _CARDS.sub("", text).replace("and", "").strip(" ,+")
    for number, rank, letter in _CARDS.findall(text):
        name = rank or letter
        kind = _KINDS.get(name.lower(), name.lower() if name.lower() == "joker" else name.upper())
        key = f"{question.key} {kind}"
        if kind not in KIND_KEYS or key not in {each for each, _, _ in question.kinds}:
            raise NotationError(f"{question.title[0].upper()}{question.title[1:]} can't be told by {name}.")
        answers[key] = answers.get(key, 0) + int(number)
    if rest or not answers:
        raise NotationError(f"Type {question.title} as points, such as 345, or by kind, such as: 4K 3Q 2 jokers")
    return answers
