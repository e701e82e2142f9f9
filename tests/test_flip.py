"""The tool behind `make flip`: it finds what the cases notice, and says what they do not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from canasta.rules.load import games
from scripts import flip, flips
from scripts.no_effect import NO_EFFECT

ROOT = Path(__file__).resolve().parents[1]


def line_of(game: str, text: str) -> flips.Line:
    (line,) = [line for line in flips.lines(game) if str(line) == text]
    return line


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("classic", "draw.stock"),
        ("classic", "players.2.draw.stock"),
        ("classic", "options.evans.opening.minimums"),
        ("classic", "opening.canasta"),
        ("hand-and-foot", "pile.wild_top"),
        ("hand-and-foot-earl", "options.long-melds.meld.another"),
        ("hand-and-foot-whitnack", "options.saskatchewan.out.natural"),
        ("hand-knee-and-foot", "specials.5.rank"),
        ("hand-knee-and-foot", "options.three-alone.table.players"),
        ("hoyle-two-player", "match.target"),
        ("new-canasta", "score.cards.black three"),
        ("pennies-from-heaven", "options.three-pairs.specials.7.discard"),
        ("ponytail", "players.6.deck.packs"),
        ("substance-of-living", "reserves.foot.trigger"),
    ],
)
def test_what_the_cases_notice(game: str, text: str) -> None:
    found = flip.judge(line_of(game, text))
    assert found.fine
    assert found.noticed
    assert found.unnoticed == []


def house_line(text: str) -> flips.Line:
    (line,) = [line for line in flip.lines_of(flips.HOUSE) if str(line).startswith(text)]
    return line


@pytest.mark.parametrize(
    "text", ["classic with opening.round", "classic with deals.2.wild", "classic with deals.2.hand"]
)
def test_values_of_house_rules_are_flipped_in_the_cases_that_set_them(text: str) -> None:
    found = flip.judge(house_line(text))
    assert found.fine
    assert found.noticed


def test_a_value_of_house_rules_that_nobody_notices_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    line = house_line("classic with deals.2.least")
    larger = [unit for unit in flip.concerned(line) if unit.table["case"][0].get("legal")]
    monkeypatch.setattr(flip, "concerned", lambda _: larger)
    found = flip.judge(line)
    assert found.unnoticed == ["classic with deals.2.least: 4 → 3"]
    assert not found.fine


def test_some_case_sets_every_value_that_no_game_states(monkeypatch: pytest.MonkeyPatch) -> None:
    assert flip.unset() == []
    kept = [unit for unit in flip.units()[0] if "draw.stock" not in unit.case.clauses]
    monkeypatch.setattr(flip, "units", lambda: (tuple(kept), ()))
    assert flip.unset() == ["deals.draw"]


def test_what_nobody_notices_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    line = line_of("classic", "draw.stock")
    others = [unit for unit in flip.concerned(line) if "draw.stock" not in unit.case.clauses and not unit.case.moves]
    monkeypatch.setattr(flip, "concerned", lambda _: others)
    found = flip.judge(line)
    assert not found.fine
    assert found.unnoticed == ["draw.stock: 1 → 2"]
    flip.write("classic", [found], verbose=False)
    written = capsys.readouterr().out.splitlines()
    assert written[0].endswith("1 value is not noticed")
    assert written[1:] == ["  no case notices draw.stock: 1 → 2"]


def test_a_contradiction_is_shown_with_what_it_contradicts() -> None:
    found = flip.judge(line_of("classic", "deal.rejected"))
    ((text, case),) = found.noticed.items()
    assert text == 'deal.rejected: "covered" → "returned"'
    assert "with pile.frozen_by=" in case


def test_a_contradiction_may_lie_in_the_same_clause() -> None:
    found = flip.judge(line_of("pennies-from-heaven", "exhaustion.pile"))
    (case,) = found.noticed.values()
    assert "with exhaustion.ends=" in case


def test_an_exception_that_is_noticed_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    for key in ("draw.stock", "draw.stock: 1 → 2"):
        monkeypatch.setitem(NO_EFFECT, ("classic", key), "no reason")
        assert not flip.judge(line_of("classic", "draw.stock")).fine
        monkeypatch.delitem(NO_EFFECT, ("classic", key))


def test_exceptions_are_of_lines_that_exist() -> None:
    known = {(name, str(line)) for name in games() for line in flips.lines(name)}
    assert sorted((game, text) for game, text in NO_EFFECT if (game, text.partition(":")[0]) not in known) == []


@pytest.mark.parametrize(
    ("path", "value", "found"),
    [
        ("draw.stock", 1, [2]),
        ("score.out", 100, [105, 95, 0]),
        ("opening.canasta", True, [False]),
        ("meld.ratio", "half", ["fewer", "equal"]),
        (
            "pile.need",
            ("pair",),
            [(), *(("pair", way) for way in ("natural and wild", "onto meld", "natural onto meld"))],
        ),
        ("threes.black_meld", (3, 4), [(4,), (3,), (3, 4, 5)]),
        ("threes.black_meld", (), [(3,)]),
        ("pile.blocked_by", ("black three",), [("black three", "joker"), ("black three", "two"), ("black three", "8")]),
    ],
)
def test_other_values(path: str, value: Any, found: list[Any]) -> None:
    assert flips.others(path, value) == found


def test_rows_are_shifted_by_what_players_can_notice() -> None:
    rows = flips.others("opening.minimums", ((0, 50), (1501, 90)))
    assert ((0, 50), (1500, 90)) in rows  # a total of 1,500
    assert ((0, 50), (1506, 90)) in rows  # a total of 1,505
    assert ((0, 50),) in rows
    assert ((0, 50), (1501, 95)) in rows
    by_deal = flips.others("opening.minimums", ((1, 50), (3, 90)))
    assert ((1, 50), (2, 90)) in by_deal
    assert ((1, 50), (4, 90)) in by_deal


def test_values_that_only_tell_something_are_left_out() -> None:
    paths = {line.path for name in games() for line in flips.lines(name)}
    assert not paths & {"table.ideal", "deal.dealers", "score.order", "procedures.seats", "words.deal"}
    assert {"deal.first", "score.out"} <= paths


def test_the_command() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "scripts.flip", "--only", "draw.stock", "--jobs", "1", "--json", "classic"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    table = json.loads(ran.stdout)
    assert table["failing cases"] == []
    lines = [line for line in flips.lines("classic") if "draw.stock" in str(line)]
    assert table["games"]["classic"]["values"] == len(lines) > 2
    assert table["games"]["classic"]["not noticed"] == []
    ran = subprocess.run(
        [sys.executable, "-m", "scripts.flip", "clasic"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert "there is no game clasic" in ran.stderr
    ran = subprocess.run(
        [sys.executable, "-m", "scripts.flip", "--jobs", "0"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert "at least 1 process is needed" in ran.stderr
