"""Questions whose answers are several values: packs, minimums, the end of the match, canastas and their points."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Protocol

from canasta.base.english import several
from canasta.rules.changes import Changes
from canasta.rules.groups import Rules
from canasta.rules.shapes import read_value
from canasta.terminal.house.values import Word, YesNo, always, whole

_FILLING: Final = frozenset({"a", "and", "each", "in", "of", "or", "to", "after"})


class Question(Protocol):
    """A question on some values: how it is asked, and what an answer sets."""

    @property
    def chapter(self) -> str:
        """The heading it comes under."""

    @property
    def prompt(self) -> str:
        """What stands before the values as they are."""

    def title(self, rules: Rules) -> str:
        """Return what is asked."""

    def shown(self, rules: Rules) -> str:
        """Return the values as they are, written as an answer is."""

    @property
    def rare(self) -> bool:
        """Whether few families change it, so that it is asked only on request."""

    @property
    def applies(self) -> Callable[[Rules], bool]:
        """Whether it makes sense for some rules."""

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return the values that *answer* sets, by path.

        Raises `ValueError` with a sentence for what is no answer.
        """


class Packs:
    """How many packs there are."""

    chapter = "Players and cards"
    rare = False
    applies = staticmethod(always)
    prompt = "Packs"

    def title(self, rules: Rules) -> str:  # noqa: ARG002
        """Return what is asked."""
        return "How many packs of cards? Type a number, or players + 1 for one more than there are players."

    def shown(self, rules: Rules) -> str:
        """Return the packs as they are."""
        each, more = rules.deck.packs_per_player, rules.deck.packs
        if not each:
            return str(more)
        times = "players" if each == 1 else f"{each} × players"
        return f"{times} + {more}" if more else times

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return a number of packs, or that many for each player and that many more."""
        found = re.fullmatch(r"(?:(\d)\s*[×x*]\s*)?players?(?:\s*\+\s*(\d+))?", answer.strip().lower())
        each, more = (int(found[1] or 1), found[2] or "0") if found else (0, answer)
        return {
            "deck.packs": _number(more, "deck.packs", self.shown(rules)),
            "deck.packs_per_player": read_value("deck.packs_per_player", each),
        }


class Minimums:
    """The minimums for opening."""

    chapter = "The opening"
    rare = False
    applies = staticmethod(always)
    prompt = "Minimums"

    def title(self, rules: Rules) -> str:
        """Return what is asked."""
        if rules.opening.by == "deal":
            return f"What is the minimum for opening, from the first {rules.words.deal} on?"
        return "What is the minimum for opening? For each step, type the score it starts at, a colon and the minimum."

    def shown(self, rules: Rules) -> str:
        """Return the values as they are."""
        rows = rules.opening.minimums
        if rules.opening.by == "deal" and [start for start, _ in rows] == list(range(1, len(rows) + 1)):
            return " ".join(str(minimum) for _, minimum in rows)
        return " ".join(f"{start}:{minimum}" for start, minimum in rows)

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return the values that *answer* sets."""
        usual = self.shown(rules)
        if ":" in answer:
            pairs = [pair.partition(":") for pair in re.sub(r"\s*:\s*", ":", answer).replace(", ", " ").split()]
            rows = [(whole(start, usual), whole(minimum.rstrip(","), usual)) for start, _, minimum in pairs]
        else:
            numbers = [whole(text, usual) for text in re.split(r"[\s,;]+", answer.strip(" ,;"))]
            starts = [start for start, _ in rules.opening.minimums]
            if rules.opening.by == "deal":
                starts = list(range(1, len(numbers) + 1))
            if len(numbers) != len(starts):
                text = f"{len(starts)} minimums, or scores and minimums with colons: {usual}"
                raise ValueError(text)
            rows = list(zip(starts, numbers, strict=True))
        return {"opening.minimums": read_value("opening.minimums", rows)}


class End:
    """The end of the match."""

    chapter = "The end"
    rare = False
    applies = staticmethod(always)
    prompt = "The match ends after"

    def title(self, rules: Rules) -> str:
        """Return what is asked."""
        return f"When does the match end: after how many {rules.words.deal}s, or at how many points?"

    def shown(self, rules: Rules) -> str:
        """Return the values as they are."""
        deals, target = rules.match.deals, rules.match.target
        ends = [several(deals, rules.words.deal)] if deals else []
        ends += [f"{target} points"] if target else []
        return " or ".join(ends)

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return the values that *answer* sets."""
        usual = self.shown(rules)
        plain = "target" if not rules.match.deals else "deals" if not rules.match.target else ""
        kinds = {
            "deal": "deals",
            "round": "deals",
            "hand": "deals",
            rules.words.deal: "deals",
            "point": "target",
            "": plain,
        }
        changes: Changes = {"match.deals": 0, "match.target": 0}
        for number, word in counted(answer, usual):
            kind = kinds.get(word.removesuffix("s") if word != rules.words.deal else word, "")
            if not kind:
                raise ValueError(f'"{answer}" has neither points nor {rules.words.deal}s. Type, for example: {usual}')
            changes[f"match.{kind}"] = read_value(f"match.{kind}", number)
        return changes


class Contract:
    """The canastas needed to go out."""

    chapter = "Going out"
    rare = False
    applies = staticmethod(always)
    prompt = "{canastas} to go out"

    def title(self, rules: Rules) -> str:
        """Return what is asked."""
        words = rules.words
        kinds = [words.natural, words.mixed if rules.meld.wilds else "", words.wild if rules.meld.wild_melds else ""]
        kinds += ["special" if rules.specials else "", "any"]
        return f"Which {words.canastas} are needed to go out? Kinds: {', '.join(kind for kind in kinds if kind)}."

    def shown(self, rules: Rules) -> str:
        """Return the values as they are."""
        out, words = rules.out, rules.words
        named = [
            (out.natural, words.natural),
            (out.mixed, words.mixed),
            (out.wild, words.wild),
            (out.special, "special"),
            (out.canastas, "any"),
        ]
        return " ".join(f"{number} {word}" for number, word in named if number) or "0"

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return the values that *answer* sets."""
        words = rules.words
        kinds = kinds_of(rules) | {"special": "special", "specials": "special"}
        kinds |= dict.fromkeys(("", "any", "all", words.canasta, words.canastas, "books", "book"), "canastas")
        changes: Changes = {f"out.{kind}": 0 for kind in ("natural", "mixed", "wild", "special", "canastas")}
        for number, word in counted(answer, self.shown(rules)):
            if word not in kinds:
                example = self.shown(rules)
                raise ValueError(
                    f'"{word}" is not a kind of {words.canasta} in this game. Type, for example: {example}'
                )
            path = f"out.{kinds[word]}"
            changes[path] = read_value(path, number)
        if not any(changes.values()):
            changes |= {"score.canastas_needed": False, "opening.concealed_pile": False}
        return changes


class Bonuses:
    """The points of canastas."""

    chapter = "The count"
    rare = False
    prompt = "Points"
    applies = staticmethod(always)

    def title(self, rules: Rules) -> str:
        """Return what is asked."""
        return f"How many points does each kind of {rules.words.canasta} earn?"

    def shown(self, rules: Rules) -> str:
        """Return the points as they are."""
        score, words = rules.score, rules.words
        parts = [f"{score.natural} {words.natural}"]
        parts += [f"{score.mixed} {words.mixed}"] if rules.meld.wilds else []
        parts += [f"{score.wild} {words.wild}"] if rules.meld.wild_melds else []
        return ", ".join(parts)

    def read(self, answer: str, rules: Rules) -> Changes:
        """Return the points by kind."""
        changes: Changes = {}
        for number, word in counted(answer, self.shown(rules)):
            kind = kinds_of(rules).get(word)
            if kind is None:
                raise ValueError(
                    f'"{word}" is not a kind of {rules.words.canasta}. Type, for example: {self.shown(rules)}'
                )
            changes[f"score.{kind}"] = read_value(f"score.{kind}", number)
        return changes


def possible_answers(question: Question, rules: Rules) -> list[str]:
    """Return the answers to *question*, of which there are few; only the one that holds where it asks for anything else."""
    if isinstance(question, YesNo):
        return ["yes", "no"]
    if isinstance(question, Word):
        return question.answers
    return [question.shown(rules)]


def kinds_of(rules: Rules) -> dict[str, str]:
    """Return the kinds of canastas by what people call them."""
    words = rules.words
    kinds = dict.fromkeys(("natural", "clean", "red", "pure"), "natural")
    kinds |= dict.fromkeys(("mixed", "dirty", "black"), "mixed")
    return kinds | {"wild": "wild", words.natural: "natural", words.mixed: "mixed", words.wild: "wild"}


def _number(text: str, path: str, example: str) -> int:
    return int(read_value(path, whole(text, example)))


def counted(answer: str, example: str) -> list[tuple[int, str]]:
    """Numbers and the word behind each: "2 clean, 1 wild"; a number alone has none."""
    found: list[tuple[int, str]] = []
    for piece in re.findall(r"[0-9][0-9,]*|[^\W\d]+", answer.lower()):
        if piece[0].isdigit():
            found.append((whole(piece.rstrip(","), example), ""))
        elif piece not in _FILLING:
            if not found or found[-1][1]:
                raise ValueError(f'"{piece}" has no number before it. Type, for example: {example}')
            found[-1] = (found[-1][0], piece)
    if not found:
        raise ValueError(f'"{answer}" has no number. Type, for example: {example}')
    return found
