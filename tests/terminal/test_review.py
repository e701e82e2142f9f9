"""``canasta review``: decisions judged by what their players saw, in sentences and as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from canasta.bots import review as reviewing
from canasta.bots.review import Estimate, remarked, review
from canasta.cli import cli
from canasta.deal.imagine import imagine
from canasta.deal.view import view
from canasta.notation.move_text import move_text
from canasta.notation.records.playback import Watched
from canasta.sim import pool
from canasta.wording.review import decision_line, player_line
from canasta.wording.spans import line, plain
from tests.export.matches import record_of, watched

MATCH = record_of("classic", 4)


def run(*args: object) -> Result:
    return CliRunner().invoke(cli, ["review", *map(str, args)], prog_name="canasta")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "friday.chh"
    path.write_text(MATCH, encoding="utf-8")
    return path


@pytest.mark.parametrize("table", [("classic", 4), ("hand-and-foot", 4), ("new-canasta", 2)])
def test_every_move_is_judged_once_and_what_was_drawn_is_luck(table: tuple[str, int]) -> None:
    (deal,) = watched(record_of(*table))
    moves = deal.played.replay.moves
    found = list(review(deal, range(table[1]), 2))
    assert [move for each in found for move in each.played] == [move_text(move) for _, move in moves]
    assert [each.seat for each in found] == [moves[each.at][0] for each in found]
    drawn = [each for each in found if each.luck is not None]
    assert drawn
    assert all(found[found.index(each) - 1].seat == each.seat for each in drawn)
    assert all(each.lost.points == 0 for each in found if each.played == each.best)


def test_random_play_costs_more_than_the_best_plans() -> None:
    (deal,) = watched(record_of("classic", 4, bot="chance"))
    found = list(islice(review(deal, range(4), 6), 50))
    assert any(each.clear for each in found)
    assert Estimate.total([each.lost for each in found]).low > 300
    own = list(islice(review(deal, [1], 6), 10))
    assert own == [each for each in found if each.seat == 1][:10]


def test_who_plays_the_best_plans_is_not_told_of_others_by_chance() -> None:
    """The best of many plans looks better than it is; played again, it would seem that the player had beaten it."""
    (deal,) = watched(record_of("hand-and-foot", 4, bot="planner"))
    found = list(islice(review(deal, range(4), 8), 70))
    other = [each for each in found if each.best != each.played]
    assert found
    assert len(other) < len(found) / 4
    assert Estimate.total([each.lost for each in found]).high > 0


def test_hidden_cards_do_not_matter() -> None:
    """A decision in a deal whose hidden cards were dealt again is judged alike."""
    (deal,) = watched(record_of("classic", 4))
    at, (seat, move) = 8, deal.played.replay.moves[8]
    again = imagine(view(deal.moments[at].deal, seat), Random(3)).deal
    assert again.tabletop.hands != deal.moments[at].deal.tabletop.hands
    both = []
    for beginning in (deal.moments[at].deal, again):
        copied = beginning.copy()
        both.append(
            (
                reviewing._steps(copied, seat, move),
                reviewing._Judged(view(copied, seat), reviewing._steps(copied, seat, move), 4),
            )
        )
    (steps, one), (same, other) = both
    assert steps == same
    assert (one.best, one.lost, one.expected) == (other.best, other.lost, other.expected)


def test_marks_stand_where_the_decision_ended() -> None:
    (deal,) = watched(MATCH)
    marked: Watched = remarked(deal, range(4), 8)
    clear = {each.end for each in review(deal, range(4), 8) if each.clear}
    assert clear
    assert {at for at, moment in enumerate(marked.moments) if moment.comments} == clear
    assert all(moment.comments[-1].startswith("Better: ") for moment in marked.moments if moment.comments)
    bare = [replace(moment, comments=()) for moment in marked.moments]
    assert [(each.seat, each.text) for each in bare] == [(each.seat, each.text) for each in deal.moments]


def test_the_text_names_the_costliest_decisions_of_each_player(file: Path) -> None:
    done = run(file, "--worlds", 8, "--top", 1)
    assert done.exit_code == 0, done.output
    text = " ".join(done.output.split())
    assert text.startswith("Classic Canasta, deal 1")
    for name in ("Anna (seat 1)", "Dimitri (seat 4)"):
        assert re.search(
            re.escape(name) + r": \w+ decisions, .* In all, they cost (about [\d,]+ points \(|nothing that could)", text
        )
    assert 1 <= len(re.findall(r"Turn \d+: .*? Better: ", text)) <= 4
    alone = " ".join(run(file, "--worlds", 4, "--seat", 2).output.split())
    assert "Anna" not in alone


def test_json_has_every_decision(file: Path) -> None:
    told = json.loads(run(file, "--worlds", 2, "--json").output)
    assert (told["game"], told["worlds"]) == ("classic", 2)
    (deal,) = told["deals"]
    assert sum(player["decisions"] for player in deal["players"]) == len(deal["decisions"])
    for each in deal["decisions"]:
        low, high = each["lost"]["interval"]
        assert low <= each["lost"]["points"] <= high
        assert each["clear"] == (low > 0)


def test_several_processes_find_the_same(tmp_path: Path) -> None:
    path = tmp_path / "match.chh"
    path.write_text(record_of("classic", 2, bot="chance"), encoding="utf-8")
    for options in ((), ("--json",), ("--seat", 2, "--deal", 1)):
        alone = run(path, "--worlds", 2, *options)
        assert alone.exit_code == 0, alone.output
        assert run(path, "--worlds", 2, "--jobs", 2, *options).output == alone.output
    done = run(path, "--jobs", 0)
    assert done.exit_code == 2
    assert "The number of jobs must be at least 1, not 0." in done.output


def test_unfinished_and_foreign_records(tmp_path: Path) -> None:
    lines = MATCH.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if re.match(r"\d drew ", line)) + 4
    unfinished = tmp_path / "unfinished.chh"
    unfinished.write_text("".join(lines[:at]), encoding="utf-8")
    done = run(unfinished, "--worlds", 2)
    assert "Classic Canasta, deal 1" in done.output
    assert "Traceback" not in done.output
    foreign = tmp_path / "foreign.chh"
    foreign.write_text("a shopping list\n", encoding="utf-8")
    done = run(foreign)
    assert done.exit_code != 0
    assert "Traceback" not in done.output
    assert str(foreign) in done.output.replace("\n", "")
    for option, sentence in ((("--deal", 9), "There is no deal 9"), (("--seat", 5), "There is no seat 5")):
        path = tmp_path / "whole.chh"
        path.write_text(MATCH, encoding="utf-8")
        done = run(path, "--worlds", 2, *option)
        assert done.exit_code == 2
        assert sentence in done.output


def test_an_interrupted_review_tells_what_it_has(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(deal: Watched, seats: list[int], worlds: int) -> object:
        yield from list(review(deal, seats, worlds))[:9]
        raise KeyboardInterrupt

    monkeypatch.setattr(reviewing, "review", interrupted)
    done = run(file, "--worlds", 2, "--json")
    assert done.exit_code == 130
    assert "Stopped: the last deal is reviewed in part." in done.output


def test_an_interrupt_of_several_processes_keeps_whole_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(do: Callable[[object], object], works: list[tuple[int, int]], _: int) -> Iterator[object]:
        yield from map(do, works[:4])
        raise KeyboardInterrupt

    monkeypatch.setattr(pool, "mapped", interrupted)
    path = tmp_path / "two.chh"
    path.write_text(record_of("classic", 4, deals=2), encoding="utf-8")
    done = run(path, "--worlds", 2, "--jobs", 2, "--json")
    assert done.exit_code == 130
    assert done.stderr == "Stopped: deals that were not reviewed completely are left out.\n"
    assert [deal["deal"] for deal in json.loads(done.stdout)["deals"]] == [1]


def test_the_sentences() -> None:
    assert plain(decision_line([line("lay KKK"), line("discard 4c")], 218.4, 60.2, 377.8)) == (
        "Better: lay KKK, discard 4c, worth about 218 points more (60 to 378)."
    )
    assert plain(player_line(20, 2, (300, 100, 500), (-80, -100, -60))) == (
        "20 decisions, 2 clearly worse than the best plan found. In all, they cost about 300 points (100 to 500). "
        "The cards that came were worth about 80 points less than expected (60 to 100)."
    )
    assert "In all, they cost nothing that could be measured. The" in plain(
        player_line(56, 0, (-702, -1121, -283), (80, -20, 180))
    )
    assert plain(player_line(1, 0, (0, -5, 5), (80, -20, 180))) == (
        "one decision, none clearly worse than the best plan found. In all, it cost nothing that could be measured. "
        "The cards that came were worth about 80 points more than expected (−20 to 180)."
    )
