"""Score sheets on paper: every line of every game is on one page, of A4 and of Letter, and none of it is cut off."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from canasta.base.sheets import Part, ScoreLine, Sheet
from canasta.cli import cli
from canasta.export.picture import BROWSERS
from canasta.handbook.score_paper import PaperDeal, score_paper
from canasta.rules.groups import Rules
from canasta.rules.load import find, games, load, rules_of
from canasta.rules.toml import read_toml
from canasta.session import acts
from canasta.session.records import record_of
from canasta.tally.questions import POINTS, questions
from canasta.tally.tally import Tally, sheets
from canasta.wording.sheets import clause_title
from tests.session.test_keeping import SECOND, both, kept
from tests.session.test_keeping_records import mixed

FAMILIES = sorted((Path(__file__).parents[2] / "examples" / "families").glob("*.toml"))
NAMES = ("Anna-Katharina", "Bo", "Bartholomew", "Dan", "Esther Maria", "Farouk", "Maximilian Alexander", "Hal")


def of_family(path: Path) -> Rules:
    table = read_toml(path)
    return rules_of(find(None, table, games()), None, (), table)


GAMES = [
    (name, players) for name, game in games().items() for players in sorted({game.default_players, *game.players[-1:]})
]
ALL = {f"{name}-{players}": load(name, players) for name, players in GAMES} | {
    path.stem: of_family(path) for path in FAMILIES
}


def told(text: str) -> str:
    """Return what people read in the page *text*."""
    body = text[text.index("<body") :]
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body)))


def run(*args: object) -> Result:
    return CliRunner().invoke(cli, [*map(str, args)], prog_name="canasta")


@pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
def test_every_line_of_the_game_is_on_the_sheet(rules: Rules) -> None:
    text = told(score_paper(rules))
    for number in {1, *(change.deal for change in rules.deals)}:
        for question in questions(rules.in_deal(number)):
            assert question.key == POINTS or question.title.lower() in text.lower()
            assert not question.each or f"{abs(question.each):,}" in text
    assert "http" not in text
    assert all(f"{number}" in text for _, number in rules.opening.minimums)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("no Chromium or Chrome is installed")
    with playwright.sync_playwright() as running:
        args = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        started = running.chromium.launch(executable_path=path, args=args)
        yield started
        started.close()


@pytest.fixture(scope="module")
def page(browser: Any) -> Any:
    return browser.new_page()


CUT = """() => [...document.querySelectorAll("th, td, footer p, h1")]
    .filter(each => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
    .map(each => each.innerText)"""


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
def test_a_sheet_fits_one_page_of_either_paper(page: Any, rules: Rules, named: bool, tmp_path: Path) -> None:
    names = NAMES[: rules.seats] if named else ()
    path = tmp_path / "sheet.html"
    path.write_text(score_paper(rules, names, 0 if named else None), encoding="utf-8")
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text))
    page.set_viewport_size({"width": 375, "height": 812})
    page.goto(path.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    landscape = page.evaluate("document.body.className") == "landscape"
    for paper, size in (("A4", (210, 297)), ("Letter", (215.9, 279.4))):
        printed = page.pdf(format=paper, landscape=landscape)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, paper
        wide = size[1] if landscape else size[0]
        page.set_viewport_size({"width": int((wide - 22) * 96 / 25.4), "height": 800})
        page.emulate_media(media="print")
        assert page.evaluate(CUT) == []
        page.emulate_media(media="null")
    assert wrong == []


def test_axe_finds_nothing_to_mend(page: Any, tmp_path: Path) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    path = tmp_path / "sheet.html"
    path.write_text(score_paper(load("classic")), encoding="utf-8")
    for width in (375, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(path.as_uri())
        assert axe.Axe().run(page, None, {"resultTypes": ["violations"]}).response["violations"] == []


def test_a_sheet_is_filled_with_what_was_counted_and_played(tmp_path: Path) -> None:
    live = mixed()
    live.do("p1", acts.Tally(3, 1, SECOND | {"hand": 65, "note": "Dan found <a> four"}))
    path = tmp_path / "friday.chh"
    path.write_text(record_of(live.log), encoding="utf-8")
    target = tmp_path / "friday.html"
    done = run("export", path, "--sheet", target)
    assert done.output == f"Written to {target}. Open it in a browser to read or print it.\n"
    page = target.read_text(encoding="utf-8")
    text = told(page)
    assert "Dealer Dan, Bea Ann, Cyd Bea, Dan Cyd, Ann To open 50 90 120 150" in text
    totals = live.public["totals"]
    assert re.search(
        rf"In all 3,285 1,280 [\d,]+ [\d,]+ {totals[0]:,} {totals[1]:,} Deal 3\. Bea and Dan: Dan found", text
    )
    assert text.count("Ann changed the count for Bea and Dan in deal 3.") == 1
    assert "<a>" not in page
    assert "Points" not in text
    assert run("export", path, "--sheet", "-", "--html", tmp_path / "watch.html").output.startswith("<!doctype html>")


def test_points_in_all_have_a_row_where_they_were_counted(tmp_path: Path) -> None:
    live = kept()
    both(live, 1, {"points": 1000}, {"points": -200})
    path = tmp_path / "friday.chh"
    path.write_text(record_of(live.log), encoding="utf-8")
    assert "Points 1,000 −200 This deal 1,000 −200" in re.sub(
        r" +", " ", told(run("export", path, "--sheet", "-").output)
    )


def test_a_long_match_goes_on_another_page(page: Any, tmp_path: Path) -> None:
    rules = load("classic", 2)
    counted = sheets(rules, (Tally({"natural": 1, "out": 1}), Tally({"hand": 60})))
    deals = [PaperDeal(number, number % 2, counted, (number * 600, -60 * number)) for number in range(1, 15)]
    path = tmp_path / "sheet.html"
    path.write_text(score_paper(rules, ("Ann", "Bea"), 1, None, deals), encoding="utf-8")
    page.goto(path.as_uri())
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 2
    assert [f"Deal {number} " in told(page.content()) for number in (1, 14, 20)] == [True, True, True]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("keep", "--sheet", "-"), "Name a game"),
        (("keep", "classic", "--sheet", "-", "--names", "Ann"), "1 name. Classic Canasta has 4 players here."),
        (("keep", "classic", "--sheet", "-", "--dealer", "9"), "9 is not a seat"),
        (("keep", "new-canasta", "--sheet", "-", "--dealer", "1", "--keeper", "1"), "the Score Keeper never deals"),
        (("keep", "classic", "--sheet", "-", "--record", "x.chh"), "--sheet writes a blank sheet."),
    ],
)
def test_what_cannot_be_printed_is_said(args: tuple[str, ...], said: str) -> None:
    done = run(*args)
    assert done.exit_code == 2
    assert said in done.output


def test_a_line_of_an_old_sheet_has_a_row_of_its_own() -> None:
    rules = load("classic", 2)
    old = Sheet((Part("", (ScoreLine("1 natural canasta", "score.canastas", 1, None, 500),)),))
    text = told(score_paper(rules, ("Ann", "Bea"), 0, None, [PaperDeal(1, 0, (old, Sheet(())), (500, 0))]))
    assert f"{clause_title('score.canastas')} 500 " in text
