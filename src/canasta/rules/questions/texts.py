"""Questions on several values in one text: players, packs, minimums, canastas and their points, card values, the end of the match."""

from __future__ import annotations

import re
from typing import Final

from canasta.base.english import several
from canasta.rules.changes import Changes
from canasta.rules.groups import Rules
from canasta.rules.questions.row import Text, whole
from canasta.rules.shapes import RANGES, VALUED, read_card, read_value

_FILLING: Final = frozenset({"a", "and", "each", "in", "of", "or", "to", "after"})


def _players(rules: Rules) -> str:
    return " ".join(map(str, rules.table.players))


def _read_players(answer: str, rules: Rules) -> Changes:
    """Return the numbers in *answer*: ``2-6``, ``2 to 6``, ``4 or 6``."""
    text = re.sub(r"\s*(?:-|–|\bto\b)\s*", "-", answer.lower())
    low, high = RANGES["table.players"]
    found: set[int] = set()
    for piece in re.split(r"[\s,;]+|\bor\b|\band\b", text):
        if piece:
            first, _, last = piece.partition("-")
            start, end = whole(first, _players(rules)), whole(last or first, _players(rules))
            if not low <= start <= end <= high:
                raise ValueError(f"{piece} is out of range ({low} to {high}).")
            found.update(range(start, end + 1))
    if not found:
        raise ValueError(f"Type numbers of players, for example: {_players(rules)}")
    return {"table.players": read_value("table.players", sorted(found))}


PLAYERS: Final = Text(
    "table.players",
    "Players",
    "How many can play? Type numbers or a range: 4, or 2 4 6, or 2-6.",
    show=_players,
    parse=_read_players,
)


def _packs(rules: Rules) -> str:
    each, more = rules.deck.packs_per_player, rules.deck.packs
    if not each:
        return str(more)
    times = "players" if each == 1 else f"{each} × players"
    return f"{times} + {more}" if more else times


def _read_packs(answer: str, rules: Rules) -> Changes:
    """Return a number of packs, or that many for each player and that many more."""
    found = re.fullmatch(r"(?:(\d)\s*[×x*]\s*)?players?(?:\s*\+\s*(\d+))?", answer.strip().lower())
    each, more = (int(found[1] or 1), found[2] or "0") if found else (0, answer)
    return {
        "deck.packs": read_value("deck.packs", whole(more, _packs(rules))),
        "deck.packs_per_player": read_value("deck.packs_per_player", each),
    }


PACKS: Final = Text(
    "deck.packs",
    "Packs",
    "How many packs of cards? Type a number, or players + 1 for one more than there are players.",
    show=_packs,
    parse=_read_packs,
)


def _ask_minimums(rules: Rules) -> str:
    if rules.opening.by == "deal":
        return f"What is the minimum for opening, from the first {rules.words.deal} on?"
    return "What is the minimum for opening? For each step, type the score it starts at, a colon and the minimum."


def _minimums(rules: Rules) -> str:
    rows = rules.opening.minimums
    if rules.opening.by == "deal" and [start for start, _ in rows] == list(range(1, len(rows) + 1)):
        return " ".join(str(minimum) for _, minimum in rows)
    return " ".join(f"{start}:{minimum}" for start, minimum in rows)


def _read_minimums(answer: str, rules: Rules) -> Changes:
    usual = _minimums(rules)
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


MINIMUMS: Final = Text("opening.minimums", "Minimums", _ask_minimums, show=_minimums, parse=_read_minimums)


def _end(rules: Rules) -> str:
    deals, target = rules.match.deals, rules.match.target
    ends = [several(deals, rules.words.deal)] if deals else []
    ends += [f"{target} points"] if target else []
    return " or ".join(ends)


def _read_end(answer: str, rules: Rules) -> Changes:
    usual = _end(rules)
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


END: Final = Text(
    "match.deals",
    "The match ends after",
    "When does the match end: after how many {deal}s, or at how many points?",
    show=_end,
    parse=_read_end,
)


def _ask_contract(rules: Rules) -> str:
    words = rules.words
    kinds = [words.natural, words.mixed if rules.meld.wilds else "", words.wild if rules.meld.wild_melds else ""]
    kinds += ["special" if rules.specials else "", "any"]
    return f"Which {words.canastas} are needed to go out? Kinds: {', '.join(kind for kind in kinds if kind)}."


def _contract(rules: Rules) -> str:
    out, words = rules.out, rules.words
    named = [
        (out.natural, words.natural),
        (out.mixed, words.mixed),
        (out.wild, words.wild),
        (out.special, "special"),
        (out.canastas, "any"),
    ]
    return " ".join(f"{number} {word}" for number, word in named if number) or "0"


def _read_contract(answer: str, rules: Rules) -> Changes:
    words = rules.words
    kinds = kinds_of(rules) | {"special": "special", "specials": "special"}
    kinds |= dict.fromkeys(("", "any", "all", words.canasta, words.canastas, "books", "book"), "canastas")
    changes: Changes = {f"out.{kind}": 0 for kind in ("natural", "mixed", "wild", "special", "canastas")}
    for number, word in counted(answer, _contract(rules)):
        if word not in kinds:
            example = _contract(rules)
            raise ValueError(f'"{word}" is not a kind of {words.canasta} in this game. Type, for example: {example}')
        path = f"out.{kinds[word]}"
        changes[path] = read_value(path, number)
    if not any(changes.values()):
        changes |= {"score.canastas_needed": False, "opening.concealed_pile": False}
    return changes


CONTRACT: Final = Text("out.canastas", "{canastas} to go out", _ask_contract, show=_contract, parse=_read_contract)


def _bonuses(rules: Rules) -> str:
    score, words = rules.score, rules.words
    parts = [f"{score.natural} {words.natural}"]
    parts += [f"{score.mixed} {words.mixed}"] if rules.meld.wilds else []
    parts += [f"{score.wild} {words.wild}"] if rules.meld.wild_melds else []
    return ", ".join(parts)


def _read_bonuses(answer: str, rules: Rules) -> Changes:
    """Return the points by kind."""
    changes: Changes = {}
    for number, word in counted(answer, _bonuses(rules)):
        kind = kinds_of(rules).get(word)
        if kind is None:
            raise ValueError(f'"{word}" is not a kind of {rules.words.canasta}. Type, for example: {_bonuses(rules)}')
        changes[f"score.{kind}"] = read_value(f"score.{kind}", number)
    return changes


BONUSES: Final = Text(
    "score.natural",
    "Points",
    "How many points does each kind of {canasta} earn?",
    show=_bonuses,
    parse=_read_bonuses,
)


def _card_values(rules: Rules) -> str:
    return ", ".join(f"{kind.replace('T', '10')} {value}" for kind, value in rules.score.cards)


def _read_card_values(answer: str, rules: Rules) -> Changes:  # noqa: ARG001 - read alike
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


CARD_VALUES: Final = Text(
    "score.cards",
    "Card values",
    "What are the cards worth? Type only those that differ, such as: 9 5, 8 5",
    show=_card_values,
    parse=_read_card_values,
)


def kinds_of(rules: Rules) -> dict[str, str]:
    """Return the kinds of canastas by what people call them."""
    words = rules.words
    kinds = dict.fromkeys(("natural", "clean", "red", "pure"), "natural")
    kinds |= dict.fromkeys(("mixed", "dirty", "black"), "mixed")
    return kinds | {"wild": "wild", words.natural: "natural", words.mixed: "mixed", words.wild: "wild"}


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
