"""The words of the rules: one home for each, and the kernel has the numbers that stand there."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from canasta.rules.groups import GROUPS, Rules
from canasta.rules.load import load
from canasta.rules.words import end, melds, table
from canasta.rules.words.word import Choice, Word
from canasta.wording.lines import RulesText

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "canasta"
MODULES = (table, melds, end)
RATIOS = ("fewer", "equal", "half")


def literal(hint: Any) -> Any:
    """Return the words of a type, itself or in a list; None for any other type."""
    inner = hint if get_origin(hint) is Literal else next(iter(get_args(hint)), None)
    return inner if get_origin(inner) is Literal else None


def choices() -> dict[str, tuple[Choice[Word], Any]]:
    """Return the choice of each value that is a word or a list of words, and the type of the word."""
    hints = {group: get_type_hints(kind) for group, kind in GROUPS.items()}
    return {
        f"{group}.{each.name}": (each.metadata["words"], literal(hints[group][each.name]))
        for group, kind in GROUPS.items()
        for each in fields(kind)
        if literal(hints[group][each.name]) or each.metadata.get("words")
    } | {"open_melds": (melds.OPEN_MELDS, get_type_hints(vars(Rules)["open_melds"].fget)["return"])}


def constants() -> dict[str, int]:
    """Return the numbers of words, by the names the kernel has for them."""
    return {
        name: value
        for module in MODULES
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, int) and name != "UNNUMBERED"
    }


@pytest.mark.parametrize("path", choices())
def test_every_value_of_words_has_the_words_of_its_type(path: str) -> None:
    words, hint = choices()[path]
    assert [word.value for word in words] == list(get_args(hint))
    assert words.meaning.endswith(".")


def test_every_choice_belongs_to_one_value() -> None:
    used = [id(words) for words, _ in choices().values()]
    made = [id(each) for module in MODULES for each in vars(module).values() if isinstance(each, Choice)]
    assert sorted(used) == sorted(made)


def test_every_number_of_a_word_has_one_name() -> None:
    numbered = [word for words, _ in choices().values() for word in words if word.number >= 0]
    assert len(constants()) == len(numbered)


def compared(path: Path) -> Iterator[str]:
    """Yield the texts that a module compares something with or looks up in a list."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            for part in (inner for each in (node.left, *node.comparators) for inner in ast.walk(each)):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def test_the_kernel_spells_no_word_of_the_rules() -> None:
    words = {word.value for choice, _ in choices().values() for word in choice}
    spelled = {path.name: words & set(compared(path)) for path in (PACKAGE / "engine").glob("*.py")}
    assert {name: found for name, found in spelled.items() if found} == {}


def test_words_and_numbers_that_do_not_fit_are_noticed() -> None:
    two = Literal["a", "b"]
    assert Choice(two, "Which.", Word("a", 0), Word("b", 1)).number("b") == 1
    for wrong in (
        [Word("a", 0)],
        [Word("b", 0), Word("a", 1)],
        [Word("a", 0), Word("b", 0)],
        [Word("a", 0), Word("b", 2)],
        [Word("a", 0), Word("b")],
        [Word("a", 0), Word("b", 1), Word("b", 2)],
        [Word("a", 0, typed=("c",)), Word("b", 1, typed=("c",))],
        [Word("a", 0, typed=("b",)), Word("b", 1)],
    ):
        with pytest.raises(ValueError, match="a"):
            Choice(two, "Which.", *wrong)


def test_what_people_type_means_a_word_and_is_plain_text() -> None:
    for words, _ in choices().values():
        for word in words:
            assert words.typed[word.value] == words.typed[word.shown] == word.value
            assert all(text == " ".join(text.lower().split()) for text in word.typed)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_sentences_name_only_what_is_filled_in(players: int) -> None:
    text = RulesText(load("classic", players))
    for path, (words, _) in choices().items():
        for word in words:
            more = {"taken": "the pile"} if path == "exhaustion.ends" else {}
            assert "{" not in text.fill(word.sentence, **more), word


def test_a_limit_on_wild_cards_says_how_many_cards_share_one() -> None:
    most = {
        limit.value: ([limit.most(naturals) for naturals in range(2, 7)], limit.share)
        for limit in map(melds.RATIO.__getitem__, RATIOS)
    }
    assert most == {"fewer": ([1, 2, 3, 4, 5], 2), "equal": ([2, 3, 4, 5, 6], 2), "half": ([1, 1, 2, 2, 3], 3)}
