"""Names that look like another's, like nothing or like a word of the table are refused; names of people are not."""

# ruff: noqa: RUF001 - letters that look like others are what this is about

from __future__ import annotations

import pytest

from canasta.rules.load import load
from canasta.session import acts
from canasta.session.entries import Command, Entry
from canasta.session.refusals import Refused
from canasta.session.seating import checked_name
from canasta.session.table import Table
from canasta.session.talk import say
from tests.session.live import Live

LIKE_ANN = (
    *("Ann.", "(Ann)", "Aɴɴ", "ann", "ANN", "Ａｎｎ", "𝐀𝐧𝐧", "𝒜𝓃𝓃", "Ⓐⓝⓝ", "Аnn", "Αnn", "Aոn", "Ꭺnn"),
    *(
        "Ann\u200d",
        "A\u200dnn",
        "Ann\u200c",
        "A\u034fnn",
        "Ann\ufe0f",
        "Ann\ufe00",
        "Ann\u180b",
        "Ann\u115f",
        "\u3164Ann",
    ),
)
LIKE_BILL = ("BiIl", "Bi11", "Bi|l", "Віll", "Bı11", "Вill\ufe0f")
BLANK = ("\u3164", "\u115f", "\uffa0", "\u2800", "\u17b4", "\u1160\u1160", "\ufe0f", "\u034f", "\u0301", "\u200d\u200d")
HIDDEN = ("a\u202eb", "a\u2066b", "a\u200bb", "\ufeffa", "a\U000e0061", "a\0b", "a\nb", "a\u2028b", "a\u00a0b")
PRETENDING = (
    *(
        "You",
        "you",
        "YOU",
        "Υou",
        "Yоu",
        "Ｙou",
        "Y\u200dou",
        "Seat 1",
        "seat 4",
        "Seat1",
        "Seat ７",
        "Ѕeat 2",
        "Seat l",
        "You.",
        "Host.",
        "Seat 1.",
    ),
    *("The host", "Host", "the hоst", "The table", "Server", "Nobody", "Everyone", "Someone"),
)
PEOPLE = (
    *(
        "Zoë",
        "Михаил",
        "李雷",
        "אבי",
        "عمر",
        "Nguyễn",
        "O'Neil",
        "Jean-Luc",
        "J. R.",
        "Ålesund",
        "Łukasz",
        "İpek",
        "ñandú",
    ),
    *("ธีรศักดิ์", "प्रियंका", "श्रीकृष्ण", "தமிழ்", "သန်းရွှေ", "ភិរុណ", "བསྟན་འཛིན", "שָׁלוֹם", "مُحَمَّد", "علی‌رضا", "Ελένη", "Գայանե"),
    *(
        "ნინო",
        "ዮሐንስ",
        "ひなた",
        "タロウ",
        "김민준",
        "Nǃxau",
        "👋🏽",
        "Ada 👩‍💻",
        "❤️",
        "Ann K",
        "Anna",
        "Player",
        "Player 2",
        "Youssef",
        "Hostia",
    ),
)


@pytest.mark.parametrize("name", LIKE_ANN)
def test_nobody_looks_like_somebody_at_the_table(name: str) -> None:
    with pytest.raises(Refused, match=r"is called Ann, and your name would look the same\. Add something to it"):
        checked_name(name, ["Bob", "Ann"])
    with pytest.raises(Refused, match="would look the same"):
        checked_name("Ann", [name])


@pytest.mark.parametrize("name", LIKE_BILL)
def test_letters_and_digits_that_look_alike_are_no_other_name(name: str) -> None:
    with pytest.raises(Refused, match="is called Bill"):
        checked_name(name, ["Bill"])


@pytest.mark.parametrize("name", [*BLANK, *HIDDEN])
def test_a_name_shows_something_and_hides_nothing(name: str) -> None:
    with pytest.raises(Refused, match=r"A name (is one line of visible|has 1 to 20) characters\."):
        checked_name(name, ())


@pytest.mark.parametrize("name", PRETENDING)
def test_nobody_is_called_what_the_table_says(name: str) -> None:
    with pytest.raises(
        Refused, match=r"The table itself says .*, so nobody can be called that\. Choose another name\."
    ):
        checked_name(name, ())


def test_people_of_all_scripts_come_to_one_table() -> None:
    taken: list[str] = []
    for name in PEOPLE:
        taken.append(checked_name(name, taken))
        assert say(Live(load("classic")).state, "p1", name).text == taken[-1]
    assert len(taken) == len(PEOPLE)
    for one, two in (("Ella", "Elia"), ("Mia", "Mla"), ("Zoe", "Zoë"), ("Ann A", "Anna"), ("Сара", "Sara")):
        assert checked_name(one, [two]) == one


def test_two_people_with_one_first_name_are_told_what_to_do() -> None:
    live = Live(load("classic"))
    with pytest.raises(Refused, match="such as an initial"):
        live.do("p2", acts.Join("Ann"))
    live.do("p2", acts.Join("Ann B."))
    with pytest.raises(Refused, match="such as an initial"):
        live.do("p2", acts.Rename("Аnn"))
    live.do("p2", acts.Rename("ann b."))  # their own name in another way
    assert [person.name for person in live.state.people.values()] == ["Ann", "ann b."]


@pytest.mark.parametrize("sign", ["\u0301", "\u0489", "\u20dd", "\u034f\u0301", "\u200d\u0301"])
def test_a_letter_carries_few_marks_in_names_and_in_talk(sign: str) -> None:
    live = Live(load("classic"))
    for marks in (9, 290 // len(sign)):
        with pytest.raises(Refused, match="A letter has at most 4 marks"):
            say(live.state, "p1", "a" + sign * marks)
    with pytest.raises(Refused, match="A letter of a name has at most 4 marks"):
        checked_name("a" + sign * 9, ())


def test_talk_shows_something() -> None:
    for text in BLANK:
        with pytest.raises(Refused, match="Say something of 1 to 300 characters"):
            say(Live(load("classic")).state, "p1", text)


def test_a_log_in_which_names_look_alike_is_folded_as_it_was() -> None:
    live = Live(load("classic"))
    old = [
        Entry(seq, live.now, Command(f"c-{seq}", f"p{seq}", acts.Join(name)))
        for seq, name in enumerate(("Аnn", "You", "\u3164"), 2)
    ]
    table = Table.fold([*live.log, *old])
    assert [person.name for person in table.state.people.values()] == ["Ann", "Аnn", "You", "\u3164"]
