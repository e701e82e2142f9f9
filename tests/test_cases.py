"""The case files: every case comes out as it says, and every rule and option has one."""

import json
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from canasta.base.cards import KIND_OF, count_kinds, pack
from canasta.base.clauses import BY_NAME
from canasta.engine.fields import HELD, SEAT, TAKEN
from canasta.notation.cases.arrangement import arrange
from canasta.notation.cases.case import Case, CaseError, cases_of, read_case_file, read_cases
from canasta.notation.cases.event_text import NAMES
from canasta.notation.cases.expectations import After, SheetLines
from canasta.notation.cases.expected import Expected
from canasta.notation.cases.matching import MatchAfter
from canasta.notation.cases.outline import Outline
from canasta.notation.cases.verdict import outcome, run
from canasta.notation.positions.line import parse_position, position_text
from canasta.rules.changes import paths
from canasta.rules.groups import GROUPS
from canasta.rules.load import games, load
from canasta.rules.toml import read_toml
from canasta.rules.value_clauses import clause_of
from canasta.terminal.notation.case_command import case as command

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "tests" / "cases"
FILES = sorted(FOLDER.rglob("*.toml"))


@cache
def cases(path: Path) -> list[Case]:
    return read_cases(path)


def every_case() -> list[tuple[Path, Case]]:
    return [(path, case) for path in FILES for case in cases(path)]


# Values that never come to bear in a game as it is played, with the reason.
WITHOUT_EFFECT = {
    ("classic", "out.partner"): "there are no reserves to play from",
    ("classic", "threes.red_caught"): "red threes are laid at once, and there are no reserves",
    ("family-hand-and-foot", "out.ask"): "nobody asks",
    ("family-hand-and-foot", "pile.last_card"): "the pile is taken with two cards",
    ("family-hand-and-foot", "reserves.penalty"): "the foot comes by itself",
    ("hand-and-foot", "pile.last_card"): "the pile is taken with two cards",
    ("hand-and-foot", "reserves.penalty"): "the foot comes by itself",
    ("hand-and-foot", "threes.red_canasta"): "red threes are laid at once",
    ("hand-and-foot-earl", "out.ask"): "nobody asks",
    ("hand-and-foot-earl", "pile.last_card"): "the pile is taken with two cards",
    ("hand-and-foot-earl", "reserves.penalty"): "the foot comes by itself",
    ("hand-and-foot-earl", "threes.red_canasta"): "red threes are laid at once",
    ("hand-and-foot-whitnack", "pile.last_card"): "the pile is taken with two cards",
    ("hand-and-foot-whitnack", "reserves.penalty"): "the foot comes by itself",
    ("hand-and-foot-whitnack", "threes.red_canasta"): "red threes are laid at once",
    ("hand-knee-and-foot", "pile.last_card"): "the pile is taken with two cards",
    ("hand-knee-and-foot", "threes.red_canasta"): "red threes are laid at once",
    ("hoyle-two-player", "out.ask"): "nobody asks",
    ("hoyle-two-player", "out.partner"): "there are no partners",
    ("hoyle-two-player", "threes.red_caught"): "red threes are laid at once, and there are no reserves",
    ("modern-american-canasta", "out.partner"): "there are no reserves to play from",
    ("modern-american-canasta", "pile.blocked"): "threes are laid at once, and none comes into the pile",
    ("modern-american-canasta", "pile.last_card"): "the pile is taken with two cards",
    ("new-canasta", "pile.last_card"): "the pile is taken with two cards",
    ("new-canasta", "reserves.penalty"): "the down hand comes by itself",
    ("new-canasta", "threes.red_sign"): "red threes are never laid down",
    ("substance-of-living", "reserves.penalty"): "the foot comes by itself",
    ("pennies-from-heaven", "reserves.penalty"): "the foot comes by itself",
    ("pennies-from-heaven", "threes.red_canasta"): "red threes are laid at once",
    ("ponytail", "exhaustion.forced"): "nobody takes the pile when the stock is gone",
    ("ponytail", "out.ask"): "nobody asks",
    ("ponytail", "reserves.penalty"): "the pony comes by itself",
    ("ponytail", "threes.red_canasta"): "red threes are laid at once",
}


each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))


@pytest.mark.kernel
@each_file
def test_a_case_comes_out_as_it_says(path: Path, subtests: pytest.Subtests) -> None:
    for case in cases(path):
        with subtests.test(case.name):
            assert run(case) == []


@each_file
def test_positions_hold_every_card_of_the_deck_once(path: Path) -> None:
    for case in cases(path):
        if case.rules is None:
            continue
        deal, _ = arrange(case.rules, case.outline)
        position, tabletop = deal.position, deal.tabletop
        every = Counter(pack(case.rules.packs, case.rules.deck.jokers))
        assert Counter(tabletop.deck) == every
        assert [KIND_OF[face] for face in tabletop.deck] == list(position.deck)
        lying = tabletop.count() + Counter(tabletop.deck[position.next :])
        for seat in range(case.rules.seats):
            hand = count_kinds(tabletop.hands[seat])
            assert hand == [position.count(seat, kind) for kind in range(15)]
            assert position.seats[seat * SEAT + HELD] == len(tabletop.hands[seat])
            for index in range(position.seats[seat * SEAT + TAKEN], len(case.rules.reserves)):
                lying += Counter(tabletop.reserve(position, seat, index))
        assert lying == every
        assert [KIND_OF[face] for face in tabletop.pile] == list(position.pile)
        threes = [position.reds(side) + position.blacks(side) for side in range(case.rules.sides)]
        assert threes == list(map(len, tabletop.reds))


STEPS_ONLY = {"turn.unopened", "meld.equal"}
"""Causes for which only a step can be refused: whole moves never open by themselves, nor choose among equal melds."""


def test_every_clause_has_a_case() -> None:
    cited = {name for _, case in every_case() for name in case.clauses}
    assert set(BY_NAME) - cited == STEPS_ONLY


@pytest.mark.parametrize("name", games())
def test_every_clause_with_a_value_has_a_case_of_the_game(name: str) -> None:
    valued = set()
    for players in games()[name].players:
        for path, _ in paths(load(name, players)):
            group, _, rest = path.partition(".")
            if group in GROUPS and path.count(".") and (clause := clause_of(group, _last(group, rest))):
                valued.add(clause)
    cited = {clause for _, case in every_case() if case.variant == name for clause in case.clauses}
    assert sorted(valued - cited - {clause for game, clause in WITHOUT_EFFECT if game == name}) == []


def _last(group: str, rest: str) -> str:
    return "cards" if group == "score" and rest.startswith("cards.") else rest.rpartition(".")[2]


@pytest.mark.parametrize("name", games())
def test_every_option_has_a_case(name: str) -> None:
    used = {option for _, case in every_case() if case.variant == name for option in case.options}
    assert sorted(set(games()[name].options) - used) == []


def test_cases_lie_in_the_folder_of_their_clause() -> None:
    wrong = [
        f"{path.relative_to(FOLDER)}: {case.name}"
        for path, case in every_case()
        if path.parent.name not in {BY_NAME[clause].group for clause in case.clauses}
    ]
    assert wrong == []


def test_no_id_stands_twice_in_a_folder() -> None:
    ids: dict[Path, list[str]] = defaultdict(list)
    for path, case in every_case():
        ids[path].append(case.name)
    assert [name for names in ids.values() for name, number in Counter(names).items() if number > 1] == []


GOOD = 'variant = "classic"\nplayers = 4\nclause = "pile.need"\n'
CASE = (
    '[[case]]\nid = "a"\nsays = "x"\nlegal = true\nhands = { 1 = "4c 5c" }\nturn = "1 play"\nmoves = ["discard 4c"]\n'
)

BAD: list[tuple[str, list[str]]] = [
    ("", ["case: the file has no cases"]),
    ("case = 5", ["case: the file has no cases"]),
    ("case = [5]", ["case 1: must be a table"]),
    (CASE, ["case a: variant: name the game"]),
    (GOOD + "speed = 1\n" + CASE, ["speed: unknown key"]),
    (GOOD + CASE + CASE, ["case a: id: another case in this file has the same id"]),
    (GOOD + CASE.replace('id = "a"\n', ""), ["case 1: id: give the case an id"]),
    (GOOD + CASE.replace('"a"', '"ä b"'), ["case 1: id: give the case an id"]),
    (GOOD + CASE.replace('says = "x"\n', ""), ["case a: says: describe in one sentence"]),
    (GOOD + CASE + "hans = 1\n", ["case a: hans: unknown key (did you mean hands?)"]),
    (GOOD + CASE + 'clause = "pile.ned"\n', ['case a: clause: no rule is called "pile.ned" (did you mean pile.need?)']),
    (
        GOOD + CASE + 'clause = "out.black_counts"\n',
        ["case a: clause: out.black_counts is a value, not a rule. It belongs to the rule out.contract"],
    ),
    (
        GOOD + CASE + 'clause = "out.blck_counts"\n',
        ['case a: clause: no rule is called "out.blck_counts" (did you mean out.contract?)'],
    ),
    (GOOD + CASE.replace("legal = true\n", ""), ["case a: legal: the case has no expectation"]),
    (GOOD + CASE.replace('moves = ["discard 4c"]\n', ""), ["case a: legal: there is no move to judge"]),
    (GOOD + CASE + 'refused = "pile.need"\n', ["case a: legal: a move cannot be both legal and refused"]),
    (GOOD + CASE + "needed = 2\n", ["case a: needed: this needs a refusal"]),
    (GOOD + CASE.replace("legal = true", 'legal = "yes"'), ["case a: legal: must be true or false"]),
    (GOOD + CASE.replace('"discard 4c"', '"discord 4c"'), ['case a: moves: "discord 4c" cannot be read: ']),
    (
        GOOD + CASE.replace('"discard 4c"', '"9: discard 4c"'),
        ['case a: moves: "9: discard 4c" cannot be read: there is no seat 9'],
    ),
    (
        'variant = "new-canasta"\nclause = "pile.use"\n'
        + CASE.replace('"4c 5c"', '"KcKdKhKsKc"').replace("1 play", "1 draw").replace("discard 4c", "take KcKdKhKsKc")
        + 'opened = [1]\npile = "4c Kd"\n',
        ['case a: moves: "take KcKdKhKsKc" cannot be read: "KcKdKhKsKc" is more than the two cards to show'],
    ),
    (GOOD + CASE.replace('"discard 4c"', "5"), ["case a: moves: must be text in quotation marks, not the number 5"]),
    (GOOD + CASE.replace('["discard 4c"]', '"discard 4c"'), ["case a: moves: must be a list in brackets"]),
    (GOOD + CASE + 'can = ["dance"]\n', ['case a: can: "dance" cannot be read: ']),
    (GOOD + CASE.replace('"4c 5c"', '"4x"'), ["case a: hands.1: '4x' is not a card"]),
    (GOOD + CASE.replace('"4c 5c"', '"4"'), ["case a: hands.1: '4' is not a card: write a rank"]),
    (
        GOOD + CASE.replace('"4c 5c"', '"KcKd10h"'),
        ["case a: hands.1: '10h' is not a card: a ten is written T, such as Th"],
    ),
    (GOOD + CASE.replace('"4c 5c"', '"4c 4c 4c"'), ["case a: hands.1: the deck has only 2 4c, but more are named"]),
    (GOOD + CASE + 'pile = "As As As"\n', ["case a: pile: the deck has only 2 As"]),
    (GOOD + CASE.replace("1 =", "5 ="), ["case a: hands.5: there is no seat 5; they are numbered from 1 to 4"]),
    (GOOD + CASE.replace('{ 1 = "4c 5c" }', '["4c"]'), ["case a: hands: there are 4 seats, but 1 values were given"]),
    (
        GOOD + CASE.replace('{ 1 = "4c 5c" }', "7"),
        ["case a: hands: must be a table by the numbers of the seats, such as { 1 = "],
    ),
    (GOOD + CASE.replace('"4c 5c"', '"4c * *"'), ["case a: hands.1: write * only once"]),
    (GOOD + CASE.replace('"4c 5c"', '"4c *x"'), ["case a: hands.1: '*x' is not a number of other cards"]),
    (GOOD + CASE.replace('"4c 5c"', '"4c *200"'), ["case a: hands.1: 200 cards are needed to fill this"]),
    (GOOD + CASE.replace('"4c 5c"', '"3h 4c"'), ["case a: hands.1: red threes are laid down at once"]),
    (GOOD + CASE.replace("1 play", "1 sleep"), ['case a: turn: "1 sleep" is not a turn']),
    (GOOD + CASE.replace("1 play", "7 play"), ["case a: turn: there is no seat 7"]),
    (GOOD + CASE + "stock = 200\n", ["case a: stock: 200 cards are needed to fill this"]),
    (GOOD + CASE + "stock = -1\n", ["case a: stock: -1 is out of range"]),
    (GOOD + CASE + 'melds = { 1 = ["4c4d"] }\n', ["case a: melds.1: 4c 4d is not a meld: a meld has at least 3 cards"]),
    (
        GOOD + CASE + 'melds = { 1 = ["4c4d5h"] }\n',
        ["case a: melds.1: 4c 4d 5h is not a meld: its cards are of several"],
    ),
    (
        GOOD + CASE + 'melds = { 1 = ["4c2c2d"] }\n',
        ["case a: melds.1: 4c 2c 2d is not a meld: in this game it has too many"],
    ),
    (
        GOOD + CASE + 'melds = { 1 = ["2c2d2h"] }\n',
        ["case a: melds.1: 2c 2d 2h is not a meld: in this game melds of wild cards"],
    ),
    (GOOD + CASE + 'melds = { 2 = ["3c3s3c"] }\n', ["case a: melds.2: black threes are melded only when going out"]),
    (GOOD + CASE + 'melds = { 1 = ["KcKdKh+3h"] }\n', ["case a: melds.1: no red three can lie on Kc Kd Kh"]),
    (
        GOOD + CASE + 'melds = { 1 = ["KcKdKh", "KcKdKh"] }\n',
        ["case a: melds.1: a side has at most one open meld of a rank"],
    ),
    (GOOD + CASE + 'red_threes = { 1 = "4h" }\n', ["case a: red_threes.1: only red threes can be listed"]),
    (GOOD + CASE + "frozen = true\n", ["case a: frozen: no card below the top of the pile"]),
    (GOOD + CASE + 'frozen = false\npile = "2c 4h"\n', ["case a: frozen: a card in the pile freezes it"]),
    (
        GOOD + CASE + 'reserves = { 1 = "4h *" }\n',
        ["case a: reserves.1: seat 1 has no reserves left to pick up, not one"],
    ),
    (GOOD + CASE + "taken = 1\n", ["case a: taken: 1 is out of range: from 0 to 0"]),
    (GOOD + CASE + "lap = 2\n", ["case a: lap: this is not the last lap: this game has none"]),
    (GOOD + CASE + 'played = { 1 = "half" }\n', ['case a: played.1: "half" is not one of the allowed values']),
    (GOOD + CASE + 'played = { 1 = "whole" }\n', ["case a: played.1: seat 1 has not picked up the last reserve"]),
    (GOOD + CASE + "laid = [2]\n", ["case a: laid: the side of seat 2 has not opened, so seat 2 has not laid cards"]),
    (
        GOOD + CASE.replace('"4c 5c"', '"4c 4c 4c"') + "made = { 1 = 1 }\nlap = 2\nfrozen = true\n",
        [
            "case a: hands.1: the deck has only 2 4c",
            "case a: made: side 1 has no canastas, so its players cannot have made 1",
            "case a: lap: this is not the last lap",
            "case a: frozen: no card below the top of the pile",
        ],
    ),
    (GOOD + CASE + "returns = [1]\n", ["case a: returns: upcards go back only when"]),
    (GOOD + CASE + 'upcards = "9c"\n', ["case a: turn: this has no effect when the case starts with the shuffle"]),
    (GOOD + CASE + "results = [[1]]\n", ["case a: results.1: there are 2 sides, but 1 results were given"]),
    (
        GOOD + CASE + "results = [[1, 2]]\ndeal = 2\n",
        ["case a: deal: the results of the earlier deals already say this"],
    ),
    (GOOD + CASE + "after = { hand = 1 }\n", ["case a: after.hand: unknown key (did you mean hands?)"]),
    (GOOD + CASE + "after = 5\n", ["case a: after: must be a table in braces, not the number 5"]),
    (
        GOOD + CASE + "sheet = { total = true }\n",
        ["case a: sheet.total: must be a whole number, not the word true"],
    ),
    (
        GOOD + CASE + 'sheet = { clauses = { "pile.ned" = 1 } }\n',
        ['case a: sheet.clauses: no rule is called "pile.ned"'],
    ),
    (GOOD + CASE + 'events = ["dancing"]\n', ['case a: events: "dancing" is not an event']),
    (
        GOOD + CASE + 'options = ["may-tak"]\n',
        ["case a: options: may-tak: Classic Canasta has no option with this name"],
    ),
    (GOOD + CASE + "house = { meld.sizes = 3 }\n", ["case a: house: meld.sizes: meld has no value with this name"]),
    ('variant = "clasic"\n' + CASE, ['case a: variant: there is no game "clasic" (did you mean classic?)']),
    (
        GOOD + CASE.replace('"4c 5c"', '"4x"') + "lap = -1\nlpa = 1\n",
        ["case a: hands.1: ", "case a: lap: -1 is out of range", "case a: lpa: unknown key"],
    ),
]
"""What stands in a file, and how its problems begin."""


@pytest.mark.parametrize(("text", "begins"), BAD)
def test_a_bad_file_says_what_is_wrong(text: str, begins: list[str], tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CaseError) as caught:
        read_cases(path)
    found = [str(problem) for problem in caught.value.problems]
    assert len(found) == len(begins), found
    assert all(any(each.startswith(begin) for each in found) for begin in begins), found
    assert str(caught.value).startswith("bad.toml cannot be used.")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes("says = 'Café'".encode("latin-1"))
    (tmp_path / "end.toml").write_text("[[case", encoding="utf-8")
    for name, begins in {
        "missing.toml": "missing.toml: the file cannot be read",
        "latin.toml": "latin.toml: the file is not UTF-8 text",
        "end.toml": "line 1, at its end: this is not valid TOML",
    }.items():
        with pytest.raises(CaseError) as caught:
            read_cases(tmp_path / name)
        assert str(caught.value.problems[0]).startswith(begins)


WRONG: list[tuple[str, str]] = [
    ('refused = "pile.need"', '"discard 4c" is legal but should be refused by pile.need'),
    ("legal = false", '"discard 4c" is legal but should be refused'),
    ("minimum = 90", "the opening's minimum is 50, not 90"),
    ("worth = 5", "the cards laid are worth 0, not 5"),
    ("over = true", "the deal is not over"),
    ('ended = "out"', "the deal ended not at all, not out"),
    ("out = 1", "nobody went out, not seat 1"),
    ("concealed = true", "going out was not concealed"),
    ("sheet = { total = 5 }", "the sheet of side 1 comes to −105, not to 5"),
    ('sheet = { clauses = { "score.out" = 5 } }', "the sheet of side 1 has no rule score.out; it has score.cards"),
    ('sheet = { clauses = { "score.cards" = 5 } }', "the sheet of side 1 has −105 for score.cards, not 5"),
    ('sheet = { without = ["score.cards"] }', "the sheet of side 1 has a line score.cards"),
    ('after = { turn = "1 play" }', 'at the end it is "2 draw", not "1 play"'),
    ('after = { hands = { 1 = "" } }', "seat 1 holds 5c, not nothing"),
    ("after = { hand_sizes = { 1 = 2 } }", "seat 1 holds 1 card, not 2"),
    ('after = { pile = "4c" }', "the pile is 9c 4c, not 4c"),
    ("after = { pile_size = 1 }", "the pile has 2 cards, not 1"),
    ("after = { stock = 1 }", "the stock has 72 cards, not 1"),
    ('after = { red_threes = { 1 = "3h" } }', "side 1 has laid down nothing, not 3h"),
    ('after = { melds = { 1 = ["KcKdKh"] } }', "side 1 has no meld Kc Kd Kh"),
    ("after = { taken = { 1 = 1 } }", "seat 1 has picked up 0 reserves, not 1"),
    ("after = { opened = { 1 = true } }", "side 1 has not opened"),
    ("after = { frozen = false }", "the pile is frozen"),
    ('events = ["drew"]', '"drew" did not happen at this point; what happened: 1: discarded 4c; 2: turn began'),
    ('events = ["turn began", "discarded"]', '"discarded" did not happen at this point; what happened: '),
    ('no_events = ["1: discarded 4c"]', '"1: discarded 4c" happened'),
    ('can = ["2: discard 9c"]', 'at the end "2: discard 9c" is refused: '),
    ('cannot = ["2: draw"]', 'at the end "2: draw" is legal'),
    ('cannot = { "1: draw" = "turn.draw" }', 'at the end "1: draw" is refused by turn.order, not by turn.draw'),
    ("match = { over = true }", "the match is not over at 0 and 0"),
    ("match = { winners = [1] }", "the winning sides are nobody, not 1"),
    ("match = { first = 1 }", "seat 2 begins, not seat 1"),
    ("match = { minimums = [50, 90] }", "the minimums are 50, 50, not 50, 90"),
    ('sheet = { parts = { "Top Count" = 5 } }', "the sheet of side 1 has no part Top Count; it has no parts"),
    (
        "totals = [10250, 10400]\nmatch = { over = true }",
        "there are no totals before the first deal: give results of earlier deals",
    ),
    ('rules = { "deck.pack" = 8 }', "the rules have no value deck.pack (did you mean deck.packs?)"),
    ('rules = { "meld.size" = 8 }', "the value meld.size is 7, not 8"),
]
"""An expectation that does not come true, and what is said of it."""


@pytest.mark.parametrize(("expected", "said"), WRONG)
def test_a_case_that_does_not_come_out_says_how(expected: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    content = CASE.replace("legal = true\n", "")
    path.write_text(GOOD + content + 'pile = "9c"\n' + expected, encoding="utf-8")
    (case,) = read_cases(path)
    (failure,) = run(case)
    assert failure.startswith(said)


def test_the_command_counts_what_comes_out(tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(GOOD + CASE, encoding="utf-8")
    done = CliRunner().invoke(command, [str(tmp_path)])
    assert (done.exit_code, done.stdout) == (0, "1 case passed.\n")
    (tmp_path / "wrong.toml").write_text(GOOD + CASE + "minimum = 90", encoding="utf-8")
    done = CliRunner().invoke(command, [str(tmp_path)])
    assert done.exit_code == 1
    assert done.stdout.splitlines() == [
        f"{tmp_path / 'wrong.toml'}: a: the opening's minimum is 50, not 90",
        "2 cases: 1 passed, 1 failed.",
    ]
    (tmp_path / "bad.toml").write_text(GOOD + CASE + "hans = 1", encoding="utf-8")
    done = CliRunner().invoke(command, [str(tmp_path), str(tmp_path / "missing.toml")])
    assert done.exit_code == 2
    assert f"{tmp_path / 'bad.toml'}: case a: hans: unknown key" in done.stderr
    assert f"{tmp_path / 'missing.toml'}: the file cannot be read: No such file" in done.stderr
    assert (
        done.stdout.splitlines()[-1]
        == "2 cases: 1 passed, 1 failed. 1 case could not be read. 1 file could not be read."
    )
    done = CliRunner().invoke(command, ["--json", str(tmp_path)])
    assert done.exit_code == 2
    written = json.loads(done.stdout)
    assert [case["passed"] for case in written["cases"]] == [True, False]
    assert written["unreadable"][0]["problems"][0]["where"] == "case a: hans"


def test_a_bad_case_does_not_keep_the_others_from_being_checked(tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_text(
        GOOD + CASE + CASE.replace('"a"', '"b"') + "hans = 1\n" + CASE.replace('"a"', '"c"'), encoding="utf-8"
    )
    file = read_case_file(path)
    assert [case.id for case in file.cases] == ["a", "c"]
    assert file.unreadable == 1
    with pytest.raises(CaseError, match="case b: hans"):
        read_cases(path)
    done = CliRunner().invoke(command, [str(path)])
    assert done.exit_code == 2
    assert done.stdout == "2 cases passed. 1 case could not be read.\n"


def test_a_question_needs_no_clause(tmp_path: Path) -> None:
    path = tmp_path / "question.toml"
    content = CASE.replace("legal = true", "legal = false").replace("discard 4c", "discard Kc")
    path.write_text(GOOD.replace('clause = "pile.need"\n', "") + content, encoding="utf-8")
    (case,) = read_cases(path)
    assert case.clauses == ()
    assert run(case) == []


def test_the_number_of_packs_may_depend_on_the_players(tmp_path: Path) -> None:
    path = tmp_path / "packs.toml"
    content = '[[case]]\nid = "a"\nsays = "x"\nvariant = "new-canasta"\nplayers = 5\nrules = { "deck.packs" = 6 }\n'
    path.write_text(content, encoding="utf-8")
    (case,) = read_cases(path)
    assert run(case) == ["the value deck.packs is 1, not 6; with 5 players the deck has six packs"]


def test_the_table_in_the_end_is_shown_on_request(tmp_path: Path) -> None:
    path = tmp_path / "shown.toml"
    path.write_text(GOOD + CASE, encoding="utf-8")
    done = CliRunner().invoke(command, ["--show", str(path)])
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0] == f"{path}: a: x"
    assert "Classic Canasta · 4 players" in done.stdout
    assert lines[-1] == "1 case passed."
    (line,) = [each for each in lines if each.startswith("canasta1 ")]
    (case,) = read_cases(path)
    deal = outcome(case).deal
    assert deal is not None
    assert position_text(parse_position(line)) == line == position_text(deal)
    done = CliRunner().invoke(command, ["--show", "--json", str(path)])
    assert json.loads(done.stdout)["cases"][0]["position"] == line


def test_the_star_of_the_stock_takes_what_has_no_other_place(tmp_path: Path) -> None:
    hands = 'hands = ["4c", "5c", "6c", "7c"]\nstock = "Th 7h *"\npile = "9c"\n'
    path = tmp_path / "stock.toml"
    path.write_text(
        'variant = "new-canasta"\nplayers = 4\n' + CASE.replace('hands = { 1 = "4c 5c" }\n', hands), encoding="utf-8"
    )
    (case,) = read_cases(path)
    deal = outcome(case).deal
    assert deal is not None
    # Five packs of 54 cards; four packets of eleven, four hands of one card and the pile are no part of it.
    assert deal.position.stock() == 270 - 44 - 4 - 1
    path.write_text(path.read_text(encoding="utf-8").replace("Th 7h *", "Th 7h"), encoding="utf-8")
    with pytest.raises(CaseError, match=r"219 cards have nowhere to go: end the stock with \*, or leave out a hand"):
        read_cases(path)


def test_a_file_may_be_for_several_games() -> None:
    table = read_toml(FOLDER / "table" / "sides.toml")
    variants = next(case["variant"] for case in table["case"] if case["id"] == "partner-adds")
    names = [case.name for case in cases_of(table, "sides.toml") if case.id == "partner-adds"]
    assert len(variants) > 2
    assert names == [f"partner-adds [{name}]" for name in variants]


BLOCK = re.compile(r"^```toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = BLOCK.findall((ROOT / "docs" / "cases.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_examples_of_the_page_come_out(number: int, tmp_path: Path) -> None:
    path = tmp_path / "example.toml"
    path.write_text(BLOCKS[number], encoding="utf-8")
    found = read_cases(path)
    assert found
    assert [failure for case in found for failure in run(case)] == []


def test_the_page_names_every_key() -> None:
    text = (ROOT / "docs" / "cases.md").read_text(encoding="utf-8")
    keys = {*Outline.__dataclass_fields__, *Expected.__dataclass_fields__, *After.__dataclass_fields__}
    keys |= {*SheetLines.__dataclass_fields__, *MatchAfter.__dataclass_fields__, "results", "turn", "sheet"}
    keys -= {"seat", "phase", "source", "sheets"}
    assert sorted(key for key in keys if f"`{key}`" not in text) == []
    assert sorted(name for name in NAMES if name not in " ".join(text.split())) == []
