"""The values that families really vary, as questions: packs, minimums, the end of the match, the contract."""

from __future__ import annotations

import re
from typing import Final, Protocol

from canasta.base.english import several
from canasta.rules.changes import Changes
from canasta.rules.groups import Rules
from canasta.rules.shapes import read_value

_FILLING: Final = frozenset({"a", "and", "each", "in", "of", "or", "to", "after"})


class Question(Protocol):
    """A question on some values: how it is asked, and what an answer sets."""

    @property
    def prompt(self) -> str:
        """What stands before the values as they are."""

    def title(self, rules: Rules) -> str:
        """What is asked."""

    def shown(self, rules: Rules) -> str:
        """The values as they are, written as an answer is."""

    def read(self, answer: str, rules: Rules) -> Changes:
        """The values that *answer* sets, by path.

        Raises `ValueError` with a sentence for what is no answer.
        """


class _Packs:
    prompt = "Packs"

    def title(self, rules: Rules) -> str:
        more = ", in addition to those for each player" if rules.deck.packs_per_player else ""
        return f"How many packs of cards{more}?"

    def shown(self, rules: Rules) -> str:
        return str(rules.deck.packs)

    def read(self, answer: str, rules: Rules) -> Changes:
        return {"deck.packs": _number(answer, "deck.packs", self.shown(rules))}


class _Minimums:
    prompt = "Minimums"

    def title(self, rules: Rules) -> str:
        if rules.opening.by == "deal":
            return f"What is the minimum for opening, from the first {rules.words.deal} on?"
        return "What is the minimum for opening? For each step, type the score it starts at, a colon and the minimum."

    def shown(self, rules: Rules) -> str:
        rows = rules.opening.minimums
        if rules.opening.by == "deal" and [start for start, _ in rows] == list(range(1, len(rows) + 1)):
            return " ".join(str(minimum) for _, minimum in rows)
        return " ".join(f"{start}:{minimum}" for start, minimum in rows)

    def read(self, answer: str, rules: Rules) -> Changes:
        usual = self.shown(rules)
        if ":" in answer:
            pairs = [pair.partition(":") for pair in re.sub(r"\s*:\s*", ":", answer).replace(", ", " ").split()]
            rows = [(_whole(start, usual), _whole(minimum.rstrip(","), usual)) for start, _, minimum in pairs]
        else:
            numbers = [_whole(text, usual) for text in re.split(r"[\s,;]+", answer.strip(" ,;"))]
            starts = [start for start, _ in rules.opening.minimums]
            if rules.opening.by == "deal":
                starts = list(range(1, len(numbers) + 1))
            if len(numbers) != len(starts):
                text = f"{len(starts)} minimums, or scores and minimums with colons: {usual}"
                raise ValueError(text)
            rows = list(zip(starts, numbers, strict=True))
        return {"opening.minimums": read_value("opening.minimums", rows)}


class _End:
    prompt = "The match ends after"

    def title(self, rules: Rules) -> str:
        return f"When does the match end: after how many {rules.words.deal}s, or at how many points?"

    def shown(self, rules: Rules) -> str:
        deals, target = rules.match.deals, rules.match.target
        ends = [several(deals, rules.words.deal)] if deals else []
        ends += [f"{target} points"] if target else []
        return " or ".join(ends)

    def read(self, answer: str, rules: Rules) -> Changes:
        usual = self.shown(rules)
        plain = "target" if not rules.match.deals else "deals" if not rules.match.target else ""
        kinds = {"deal": "deals", rules.words.deal: "deals", "point": "target", "": plain}
        changes: Changes = {"match.deals": 0, "match.target": 0}
        for number, word in _counted(answer, usual):
            kind = kinds.get(word.removesuffix("s") if word != rules.words.deal else word, "")
            if not kind:
                raise ValueError(f'"{answer}" has neither points nor {rules.words.deal}s. Type, for example: {usual}')
            changes[f"match.{kind}"] = read_value(f"match.{kind}", number)
        return changes


class _Contract:
    prompt = "Canastas to go out"

    def title(self, rules: Rules) -> str:
        words = rules.words
        kinds = [words.natural, words.mixed if rules.meld.wilds else "", words.wild if rules.meld.wild_melds else ""]
        kinds += ["special" if rules.specials else "", "any"]
        return f"Which {words.canastas} are needed to go out? Kinds: {', '.join(kind for kind in kinds if kind)}."

    def shown(self, rules: Rules) -> str:
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
        words = rules.words
        kinds = {"natural": "natural", "mixed": "mixed", "wild": "wild", "special": "special", "specials": "special"}
        kinds |= {words.natural: "natural", words.mixed: "mixed", words.wild: "wild"}
        kinds |= dict.fromkeys(("", "any", "all", words.canasta, words.canastas), "canastas")
        changes: Changes = {f"out.{kind}": 0 for kind in ("natural", "mixed", "wild", "special", "canastas")}
        for number, word in _counted(answer, self.shown(rules)):
            if word not in kinds:
                example = self.shown(rules)
                raise ValueError(
                    f'"{word}" is not a kind of {words.canasta} in this game. Type, for example: {example}'
                )
            path = f"out.{kinds[word]}"
            changes[path] = read_value(path, number)
        return changes


def _number(text: str, path: str, example: str) -> int:
    return int(read_value(path, _whole(text, example)))


def _whole(text: str, example: str) -> int:
    """The whole number *text*, with or without commas."""
    digits = text.strip().replace(",", "").replace("−", "-")
    if not re.fullmatch(r"-?[0-9]{1,9}", digits):
        raise ValueError(f'"{text.strip()}" is not a whole number. Type, for example: {example}')
    return int(digits)


def _counted(answer: str, example: str) -> list[tuple[int, str]]:
    """Numbers and the word behind each: "2 clean, 1 wild"; a number alone has none."""
    found: list[tuple[int, str]] = []
    for piece in re.findall(r"[0-9][0-9,]*|[^\W\d]+", answer.lower()):
        if piece[0].isdigit():
            found.append((_whole(piece.rstrip(","), example), ""))
        elif piece not in _FILLING:
            if not found or found[-1][1]:
                raise ValueError(f'"{piece}" has no number before it. Type, for example: {example}')
            found[-1] = (found[-1][0], piece)
    if not found:
        raise ValueError(f'"{answer}" has no number. Type, for example: {example}')
    return found


QUESTIONS: Final[tuple[Question, ...]] = (_Packs(), _Minimums(), _End(), _Contract())
"""The questions in the order in which they are asked."""
