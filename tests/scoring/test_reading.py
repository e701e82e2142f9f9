"""How the score sheets of the games read."""

import pytest

from canasta.rules.load import load
from canasta.scoring.tableau import Tableau
from canasta.wording.sheets import sheet
from tests.scoring.tableaus import cards, with_values

SHEETS = {
    "classic": (
        with_values(load("classic"), pile={"restore": 50}),
        Tableau(
            natural=1,
            mixed=2,
            melded=cards("Qc" * 7 + "9c" * 5 + "2c" * 2 + "6c" * 4 + "2d" * 3),
            red_threes=4,
            caught_hand=cards("Ac 4d 3s"),
            opened=True,
            out=True,
            concealed=True,
            restored=1,
        ),
        """
1 natural canasta             500
2 mixed canastas, 300 each    600
4 red threes together         800
Going out                     100
Concealed                     100
21 melded cards               240
3 cards left in hand          −30
Pile put back                 −50
Total                       2,260
""",
    ),
    "classic, nothing melded": (
        load("classic"),
        Tableau(red_threes=2, caught_hand=cards("Jk Ac 4d"), another_out=True),
        """
2 red threes, nothing melded, 100 each  −200
3 cards left in hand                     −75
Total                                   −275
""",
    ),
    "hand-and-foot": (
        load("hand-and-foot", options=["exact-cut"]),
        Tableau(
            natural=2,
            mixed=2,
            wild=1,
            melded=cards("Kc" * 14 + "8d" * 12 + "2s" * 9),
            red_threes=5,
            caught_reserves=cards("3h 9c Jk"),
            opened=True,
            out=True,
            exact_cuts=2,
        ),
        """
1 wild canasta                   1,500
2 clean canastas, 500 each       1,000
2 dirty canastas, 300 each         600
5 red threes, 100 each             500
Going out                          100
2 exact cuts, 100 each             200
35 melded cards                    440
2 cards in an unopened foot        −60
1 red three in an unopened foot   −100
Total                            4,180
""",
    ),
    "hand-knee-and-foot": (
        load("hand-knee-and-foot", options=["manual-knee", "red-three-book", "black-threes-300"]),
        Tableau(
            natural=1,
            mixed=1,
            specials=(1, 2),
            melded=cards("5c" * 7 + "7d" * 14 + "4c" * 7),
            red_threes=8,
            caught_hand=cards("Qc"),
            caught_reserves=cards("3c Kd 3d 3h"),
            opened=True,
            another_out=True,
            missed=(1, 0),
        ),
        """
1 canasta of fives                                   3,000
2 canastas of sevens, 5,000 each                    10,000
1 clean canasta                                        500
1 dirty canasta                                        300
7 red threes together                                1,000
1 further red three                                    100
28 melded cards                                        140
1 card left in hand                                    −10
1 card in an unopened knee or foot                     −10
1 black three in an unopened knee or foot             −300
2 red threes in an unopened knee or foot, 500 each  −1,000
Knee forgotten                                      −1,000
Total                                               12,720
""",
    ),
    "new-canasta": (
        load("new-canasta", 5),
        Tableau(
            natural=3,
            topped=1,
            mixed=1,
            melded=cards("Kc" * 21 + "9d" * 4 + "2c" * 3 + "4c" * 3),
            caught_hand=cards("Ks 5d 3h"),
            opened=True,
            exact_cuts=1,
        ),
        """
Top Count                                2,300
  1 red canasta with a red three  1,000
  2 red canastas, 500 each        1,000
  1 black canasta                   300
To the Bad                                −515
  2 cards left in hand              −15
  1 red three left in hand         −500
To the Good                                325
  31 melded cards                   325
Exact cut                                  100
Total                                    2,210
""",
    ),
    "new-canasta, the three counts are said even when there is nothing": (
        load("new-canasta"),
        Tableau(),
        """
Top Count    0
To the Bad   0
To the Good  0
Total        0
""",
    ),
    "classic, nothing at all": (load("classic"), Tableau(), "\nTotal  0\n"),
}


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_reads_as_a_family_writes_it(name: str) -> None:
    rules, tableau, text = SHEETS[name]
    assert str(sheet(rules, tableau)) == text.strip("\n")


def test_several_of_everything() -> None:
    rules = with_values(
        load("hand-knee-and-foot", options=["manual-knee", "procedures.exact_cut=100"]), pile={"restore": 50}
    )
    counted = sheet(rules, Tableau(missed=(2, 0), restored=3, exact_cuts=1, red_threes=1, specials=(2, 1)))
    assert [line.text for line in counted.lines] == [
        "2 canastas of fives",
        "1 canasta of sevens",
        "1 red three",
        "exact cut",
        "knee forgotten 2 times",
        "pile put back 3 times",
    ]


def test_red_threes_beyond_a_set() -> None:
    rules = load("hand-knee-and-foot", options=["threes.red_sets=[[7, 1000]]"])
    lines = sheet(rules, Tableau(red_threes=9)).lines
    assert [(line.text, line.points) for line in lines] == [
        ("7 red threes together", 1000),
        ("2 further red threes", 200),
    ]


def test_special_ranks_with_a_red_three_on_top() -> None:
    rules = load("hand-knee-and-foot", options=["threes.red_canasta=6000", "threes.red=held", "specials.5.bonus=0"])
    lines = sheet(rules, Tableau(specials=(1, 2), specials_topped=(0, 1))).lines
    assert [(line.text, line.points) for line in lines] == [
        ("1 canasta of fives", 0),
        ("1 canasta of sevens with a red three", 6000),
        ("1 canasta of sevens", 5000),
    ]


def test_sixes_are_spelled_as_people_do() -> None:
    rules = load("hand-knee-and-foot", options=["specials.6.bonus=1000"])
    assert sheet(rules, Tableau(specials=(0, 0, 1))).lines[0].text == "1 canasta of sixes"


def test_the_words_are_those_of_the_game() -> None:
    house = {"words": {"canasta": "book", "canastas": "books", "natural": "pure"}}
    lines = sheet(load("hand-and-foot", house=house), Tableau(natural=1, mixed=2)).lines
    assert [line.text for line in lines] == ["1 pure book", "2 dirty books"]
