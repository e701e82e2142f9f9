"""Sheets: that they add up, that every value of the rules has its effect, and how they read."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta.base.cards import BLACK_THREE, RED_THREE
from canasta.base.clauses import BY_NAME
from canasta.base.sheets import amount
from canasta.rules.groups import Rules
from canasta.rules.load import load
from canasta.scoring.count import contract_met
from canasta.scoring.tableau import Tableau
from canasta.wording.sheets import sheet
from tests.scoring.tableaus import ALL_RULES, cards, rule_sets, tableaus, with_values

VALUES = {"joker": 0, "two": 1, "black three": 3} | {key: place for place, key in enumerate("456789TJQKA", 4)}


def laid(rules: Rules, threes: int) -> int:
    """Return what that many threes of a colour are worth that were laid down."""
    worth = 0
    for number in range(1, threes + 1):
        together = dict(rules.threes.red_sets).get(number)
        worth = worth + rules.threes.red_value if together is None else together
    return worth


def by_hand(rules: Rules, side: Tableau) -> int:
    """Return the total, counted in another way than `sheet` counts it."""
    if side.special_hand:
        return rules.special_hands[side.special_hand - 1].points
    value = {VALUES[name]: points for name, points in rules.score.cards}
    value[RED_THREE] = 0
    table = sum(value[kind] * number for kind, number in enumerate(side.melded))
    total = rules.procedures.exact_cut * side.exact_cuts - rules.pile.restore * side.restored
    total -= sum(reserve.penalty * missed for reserve, missed in zip(rules.reserves, side.missed, strict=True))
    total -= sum(special.held * many for special, many in zip(rules.specials, side.held, strict=True))
    total -= rules.score.unfinished_wild * side.unfinished_wild
    total -= sum(special.unfinished * many for special, many in zip(rules.specials, side.unfinished, strict=True))
    value[RED_THREE] = rules.threes.red_caught
    value[BLACK_THREE] = rules.threes.black_caught
    for caught in (side.caught_hand, side.caught_reserves):
        total -= sum(value[kind] * number for kind, number in enumerate(caught))
    if rules.score.canastas_needed and not side.out and not contract_met(rules, side):
        return total - table
    canastas = side.natural + side.mixed + side.wild + side.black + sum(side.specials)
    counted = -table if rules.score.canasta_needed and not canastas else table if rules.score.melded else 0
    total += counted
    total += rules.score.natural * (side.natural - side.topped)
    total += rules.threes.red_canasta * (side.topped + sum(side.specials_topped))
    total += rules.score.mixed * side.mixed + rules.score.wild * side.wild + rules.score.black * side.black
    if rules.wild_canastas.jokers:
        total += side.wild_jokers * (rules.wild_canastas.jokers - rules.score.wild)
    if rules.wild_canastas.twos:
        total += side.wild_twos * (rules.wild_canastas.twos - rules.score.wild)
    for special, number, topped in zip(rules.specials, side.specials, side.specials_topped, strict=True):
        total += special.bonus * (number - topped)
    if side.out and not (side.after_stock and not rules.exhaustion.bonus):
        total += rules.score.out + side.concealed * rules.score.concealed
    reds = laid(rules, side.red_threes) + laid(rules, side.black_threes)
    melds = side.opened or sum(side.melded) > 0
    if rules.threes.red_against == "by canastas":
        return total + reds * min(canastas - 1, 1)
    against = {"never": False, "no melds": not melds, "no melds and another out": not melds and side.another_out}
    return total - reds if against[rules.threes.red_against] else total + reds


@given(st.data())
def test_the_lines_add_up_to_the_total(data: st.DataObject) -> None:
    rules = data.draw(rule_sets())
    tableau = data.draw(tableaus(rules))
    counted = sheet(rules, tableau)
    assert counted.total == sum(line.points for line in counted.lines) == by_hand(rules, tableau)


@given(st.data())
def test_every_line_is_in_order(data: st.DataObject) -> None:
    rules = data.draw(rule_sets())
    tableau = data.draw(tableaus(rules))
    counted = sheet(rules, tableau)
    for line in counted.lines:
        assert line.clause in BY_NAME
        assert line.text.strip() == line.text != ""
        assert line.count > 0
        assert line.each is None or line.count * line.each == line.points
        assert line.points or rules.words.canasta in line.text
    assert len({line.text for line in counted.lines}) == len(counted.lines)
    titles = tuple(title for title, _ in counted.subtotals)
    parted = rules.score.order == "three counts" and not tableau.special_hand
    assert titles == (("Top Count", "To the Bad", "To the Good") if parted else ())


@given(st.data())
def test_the_order_of_the_count_changes_no_total(data: st.DataObject) -> None:
    rules = data.draw(rule_sets())
    tableau = data.draw(tableaus(rules))
    totals = {sheet(with_values(rules, score={"order": order}), tableau).total for order in ("usual", "three counts")}
    assert len(totals) == 1


@given(st.data())
def test_a_sheet_is_as_wide_as_its_last_column(data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from(ALL_RULES))
    counted = sheet(rules, data.draw(tableaus(rules)))
    rows = str(counted).splitlines()
    assert rows[-1].split() == ["Total", amount(counted.total)]
    for row in rows:
        assert row == row.rstrip()


FULL = Tableau(
    natural=2,
    topped=1,
    mixed=1,
    wild=1,
    black=1,
    melded=cards("9c" * 7 + "3c" * 3),
    red_threes=4,
    caught_hand=cards("Kc 3h 3c"),
    caught_reserves=cards("Jk 3h"),
    opened=True,
    out=True,
    concealed=True,
    restored=1,
    exact_cuts=1,
)
BARE = replace(FULL, opened=False, melded=cards(""), out=False, another_out=True)


@pytest.mark.parametrize(
    ("group", "name", "value", "tableau", "change"),
    [
        ("score", "cards", (("9", 11), ("K", 10), ("joker", 50), ("black three", 5)), FULL, 7),
        ("score", "natural", 510, FULL, 10),
        ("score", "mixed", 310, FULL, 10),
        ("score", "wild", 1010, FULL, 10),
        ("score", "black", 10, FULL, 10),
        ("wild_canastas", "jokers", 1200, replace(FULL, wild_jokers=1), 200),
        ("wild_canastas", "twos", 1200, replace(FULL, wild_twos=1), 200),
        ("wild_canastas", "twos", 1200, replace(FULL, wild_jokers=1), 0),
        ("score", "melded", False, FULL, -85),
        ("score", "out", 110, FULL, 10),
        ("score", "concealed", 110, FULL, 10),
        ("score", "canastas_needed", True, replace(FULL, out=False), -85 - 85 - 500 - 300 - 1000 - 800),
        ("threes", "red_value", 150, replace(FULL, red_threes=5), 50),
        ("threes", "red_sets", (), FULL, -400),
        ("threes", "red_caught", 110, FULL, -20),
        ("threes", "red_against", "never", BARE, 1600),
        ("threes", "red_against", "no melds and another out", BARE, 0),
        ("threes", "red_against", "no melds and another out", replace(BARE, another_out=False), 1600),
        ("threes", "red_canasta", 10, FULL, 10),
        ("threes", "black_caught", 15, FULL, -10),
        ("exhaustion", "bonus", False, replace(FULL, after_stock=True), -200),
        ("exhaustion", "bonus", False, FULL, 0),
        ("pile", "restore", 50, FULL, -50),
        ("procedures", "exact_cut", 100, FULL, 100),
    ],
)
def test_every_value_has_its_effect(group: str, name: str, value: object, tableau: Tableau, change: int) -> None:
    rules = with_values(load("classic"), out={"canastas": 6})
    other = with_values(rules, **{group: {name: value}})
    assert sheet(other, tableau).total - sheet(rules, tableau).total == change


def test_special_ranks_and_reserves_count_one_by_one() -> None:
    rules = load("hand-knee-and-foot", options=["manual-knee", "threes.red_canasta=6000", "threes.red=held"])
    assert sheet(rules, Tableau(specials=(1, 0))).total == 3000
    assert sheet(rules, Tableau(specials=(2, 1), specials_topped=(1, 0))).total == 3000 + 6000 + 5000
    assert sheet(rules, Tableau(missed=(1, 1))).total == -1000


@pytest.mark.parametrize(
    "one",
    [{"natural": 1}, {"mixed": 1}, {"wild": 1}, {"black": 1}, {"specials": (0, 1)}],
    ids=lambda one: next(iter(one)),
)
def test_canastas_of_every_class_count_among_those_needed_in_all(one: dict[str, Any]) -> None:
    needed = {"natural": 0, "mixed": 0, "wild": 0, "special": 0, "canastas": 1}
    rules = with_values(load("hand-knee-and-foot"), out=needed)
    assert not contract_met(rules, Tableau())
    assert contract_met(rules, Tableau(**one))
    assert contract_met(with_values(rules, out={"black_counts": False}), Tableau(**one)) == ("black" not in one)
    assert not contract_met(with_values(rules, out={"canastas": 2}), Tableau(**one))


@pytest.mark.parametrize(
    "wrong",
    [
        {"melded": (0,) * 14},
        {"caught_hand": (-1,) + (0,) * 14},
        {"caught_reserves": ()},
        {"melded": cards("3h")},
        {"natural": 1, "topped": 2},
        {"natural": -1},
        {"topped": -1},
        {"mixed": -1},
        {"missed": (0, -1)},
        {"specials": (1,), "specials_topped": (2,)},
        {"specials": (1, 1), "specials_topped": (1,)},
        {"specials": (-1,)},
    ],
)
def test_counts_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"cannot|no such|below 0|never|lengths"):
        Tableau(**wrong)


def test_special_ranks_and_reserves_must_be_those_of_the_game() -> None:
    with pytest.raises(ValueError, match="this game has 0 special ranks, and the tableau counts 1"):
        sheet(load("classic"), Tableau(specials=(1,)))
    with pytest.raises(ValueError, match="this game has 2 reserves, and the tableau counts 1"):
        sheet(load("hand-knee-and-foot"), Tableau(missed=(1,)))


def test_an_item_has_one_name_for_every_side_and_number() -> None:
    rules = load("family-hand-and-foot")
    one = sheet(
        rules,
        Tableau(natural=1, missed=(1,), opened=True, exact_cuts=1, restored=1, melded=cards("Kh Kh Kd Kd Kc Kc Ks")),
    )
    three = sheet(
        rules, Tableau(natural=3, missed=(2,), opened=True, exact_cuts=2, restored=2, melded=cards("Kh Kd " * 10))
    )
    assert [(line.item, line.title) for line in one.lines] == [(line.item, line.title) for line in three.lines]
    assert [line.text for line in one.lines] != [line.text for line in three.lines]
    assert one.lines[0].title == "red books"
    assert len({line.item for line in three.lines}) == len(three.lines)
