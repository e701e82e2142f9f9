"""What can't be counted is refused in a sentence that has the numbers; what can be is not."""

from __future__ import annotations

import pytest

from canasta.rules.load import load
from canasta.tally.limits import impossible
from canasta.tally.tally import Tally, WrongTally

IMPOSSIBLE = [
    ("classic", [{"red threes": 3}, {"red threes": 2}], "The sides count 5 red threes, but two packs have only 4."),
    ("classic", [{"red threes": 3}, {"hand reds": 2}], "The sides count 5 red threes, but two packs have only 4."),
    ("classic", [{"melded Q": 9}, {}], "The sides count 9 queens, but two packs have only 8."),
    ("classic", [{"out": 1}, {"out": 1}], "2 sides went out, but only one can."),
    ("classic", [{"concealed": 1}, {}], "A side goes out concealed, or after the stock is empty, only if it goes out."),
    ("classic", [{"natural": 7}, {"natural": 5}], "at most 11."),
    (
        "classic",
        [{"mixed": 13}, {}],
        "The sides count 13 mixed canastas, which take 13 wild cards, but two packs have only 12.",
    ),
    ("classic", [{"natural": 8, "mixed": 7}, {}], "cards for at most 6 beside 8 natural canastas."),
    ("classic", [{"melded": 347}, {}], "No cards are worth 347 together: cards are worth 5, 10, 20 and 50."),
    ("classic", [{"hand": 9_995}, {}], "No cards are worth 9,995 together"),
    ("classic", [{"natural": 2, "melded": 60}, {}], "the canastas alone are worth 70 or more."),
    ("hand-and-foot", [{"wild": 4}, {}], ""),
    ("hand-and-foot", [{"wild": 5}, {"wild": 1, "mixed": 3}], "which take"),
    ("ponytail", [{"special 1": 3}, {"special 1": 1}], "canastas of sevens, but"),
    ("new-canasta", [{"exact cuts": 9}, {}], "9 exact cuts, but the deck is cut only"),
]


@pytest.mark.parametrize(("game", "counts", "sentence"), IMPOSSIBLE)
def test_what_cannot_be_is_told_with_its_numbers(game: str, counts: list[dict[str, int]], sentence: str) -> None:
    rules = load(game)
    tallies = [Tally.of_json(each, rules) for each in counts]
    tallies += [Tally({})] * (rules.sides - len(tallies))
    found = impossible(rules, tallies)
    assert [each.text for each in found if sentence in each.text] if sentence else not found, found


def test_a_side_that_has_not_counted_takes_no_part() -> None:
    assert impossible(load("classic"), [None, Tally({"natural": 1, "red threes": 4})]) == ()


@pytest.mark.parametrize(
    ("answers", "key", "sentence"),
    [
        ([], "", "A count must be an object"),
        ({"foo": 1}, "foo", '"foo" is not counted in Classic Canasta.'),
        ({"natural": -1}, "natural", "Natural canastas: enter a whole number from 0 to 999."),
        ({"natural": 1.5}, "natural", "a whole number"),
        ({"natural": True}, "natural", "a whole number"),
        ({"natural": "2"}, "natural", "a whole number"),
        ({"out": 2}, "out", "Going out: enter a whole number from 0 to 1."),
        ({"melded": 100_000}, "melded", "Melded cards: enter a whole number from 0 to 99,999."),
        ({"melded": 300, "melded K": 2}, "melded", "enter one sum, or the cards by kind (kings), but not both."),
        ({"points": 300, "natural": 2}, "points", "Enter the points in all, or what they are made of, but not both."),
        ({"note": "a\nb"}, "note", "must be one line"),
        ({"note": "a" * 121}, "note", "must be one line of at most 120 characters"),
        ({"note": 3}, "note", "must be one line"),
        ({"wild": 1}, "wild", "is not counted"),
    ],
)
def test_what_no_question_takes_is_refused(answers: object, key: str, sentence: str) -> None:
    with pytest.raises(WrongTally, match=r".") as wrong:
        Tally.of_json(answers, load("classic"))
    assert wrong.value.key == key
    assert sentence in str(wrong.value)


def test_nine_queens_are_no_natural_canasta_of_two_packs() -> None:
    assert impossible(load("classic"), [Tally({"natural": 1, "melded Q": 8}), Tally({"hand Q": 1})])
    assert not impossible(load("hand-and-foot"), [Tally({"natural": 1, "melded Q": 8}), Tally({"hand Q": 1})])
