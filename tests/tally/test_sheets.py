"""A deal that was counted has the sheet of the same deal that was played."""

from __future__ import annotations

from pathlib import Path

import pytest

from canasta.base.sheets import Sheet
from canasta.rules.groups import Rules
from canasta.rules.load import games, load
from canasta.tally.limits import impossible
from canasta.tally.questions import questions
from canasta.tally.tally import Tally, sheets
from tests.deal.tables import ALL_TABLES, SOAK
from tests.tally.dealt import counted, in_points, played

DEALS = 2_000 // len(ALL_TABLES) + 1 if SOAK else 4
FAMILIES = sorted((Path(__file__).parents[2] / "examples" / "families").glob("*.toml"))


def check(rules: Rules, seed: int) -> None:
    """See that the sheets of a deal are those of its counts: in every line by counting, in totals and what was entered by points."""
    match = played(rules, seed)
    rules, truth = match.deal.rules, match.sheets()
    every, tallies = counted(match)
    assert [
        tally.tableau(rules, another_out=each.another_out).out for tally, each in zip(tallies, every, strict=True)
    ] == [each.out for each in every]
    assert sheets(rules, tallies) == truth
    assert impossible(rules, tallies) == ()
    said = [in_points(tally, rules) for tally in tallies]
    by_points = sheets(rules, said)
    assert [sheet.total for sheet in by_points] == [sheet.total for sheet in truth]
    assert list(map(entered, by_points)) == list(map(entered, truth))
    assert impossible(rules, said) == ()
    for tally in (*tallies, *said):
        assert Tally.of_json(tally.as_json(), rules) == tally


def entered(sheet: Sheet) -> dict[str, tuple[int, int]]:
    """Return points and number of each line that was counted; of cards told by their sum, nobody knows the number."""
    sums = {"melded", "melded short", "hand", "reserves"}
    return {line.item: (line.points, 0 if line.item in sums else line.count) for line in sheet.lines}


@pytest.mark.parametrize(("name", "players"), ALL_TABLES)
def test_counting_gives_the_sheet_of_the_engine(name: str, players: int) -> None:
    for seed in range(DEALS):
        check(load(name, players), seed)


PLAYERS = {"three-alone": 3, "two-teams-of-three": 6}
"""The number of players that an option is for."""


@pytest.mark.parametrize("name", sorted(games()))
def test_every_option_is_counted_as_the_engine_counts_it(name: str) -> None:
    for number, option in enumerate(games()[name].options):
        for seed in range(DEALS if SOAK else 1):
            check(load(name, PLAYERS.get(option), [option]), number + 100 * seed)


@pytest.mark.parametrize("path", FAMILIES, ids=lambda path: path.stem)
def test_every_house_file_can_be_counted(path: Path) -> None:
    rules = load(None, None, (), path)
    check(rules, 1)
    assert len({question.key for question in questions(rules)}) == len(questions(rules))
