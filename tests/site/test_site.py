"""The site that plays without a server: the same deals as here, kept through anything, and away from any network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page

from canasta import parse_record, replay_record
from scripts.build_page import FRONTEND, ROOT, node
from tests.page.conftest import missing
from tests.server.players import serving

MATCH = Path(__file__).with_name("match.js")


def test_every_game_is_played_alike_in_the_worker_and_here(site: Path) -> None:
    programs = node()
    if programs is None or not (FRONTEND / "site" / "node_modules").is_dir():
        missing("Node.js 20.19 or newer and Pyodide must be installed (make site).")
    engine = next(site.glob("engine-*"))
    program = Path(__file__).with_name("deals.py")
    command: list[Path | str] = [programs[0], FRONTEND / "site" / "run.mjs", engine, program, ROOT]
    soak = os.environ.get("CANASTA_SOAK")
    command += [f"CANASTA_SOAK={soak}"] if soak else []
    there = subprocess.run(command, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL).stdout
    here = subprocess.run(
        [sys.executable, "-m", "tests.site.deals"], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout
    assert there == here
    assert here.count("\n") >= 12


def play_now(page: Page, host: str) -> None:
    """Open the site and begin to play."""
    page.goto(host)
    page.get_by_role("button", name="Play now").click()
    page.locator(".hand").first.wait_for()


def offline(context: BrowserContext, page: Page) -> None:
    """Wait until the site is kept, and cut the network off."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    context.set_offline(True)


def test_a_visitor_plays_and_goes_on_later_without_a_network(host: str, context: BrowserContext, page: Page) -> None:
    play_now(page, host)
    offline(context, page)
    address = page.url
    page.reload()
    page.locator(".hand").first.wait_for()
    assert page.url == address
    page.goto(host)
    page.get_by_role("link", name="Hand and Foot").click()
    page.locator(".hand").first.wait_for()


def test_a_server_offers_it_beside_its_tables(site: Path, browser: Browser, tmp_path: Path) -> None:
    with serving(str(tmp_path / "canasta.db"), "--site", str(site)) as server:
        visitor = browser.new_page()
        wrong: list[str] = []
        visitor.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        visitor.goto(server.origin)
        visitor.get_by_role("link", name="Play on this device").click()
        visitor.get_by_text("With bots, on this device.").wait_for()
        visitor.get_by_role("button", name="Play now").click()
        visitor.locator(".hand").first.wait_for(timeout=60_000)
        assert wrong == []
        visitor.close()


def test_the_bot_that_looks_ahead_is_offered_where_it_is_quick_enough(host: str, page: Page) -> None:
    page.goto(f"{host}#/new?game=classic")
    page.get_by_role("button", name="Make the table").click()
    page.get_by_text("They play: strong").click()  # it is there when the device was measured
    page.get_by_role("radio", name=re.compile("^far-sighted")).check()
    page.get_by_role("button", name=re.compile("^Bots for the")).click()
    page.get_by_text("bot, far-sighted").first.wait_for()


def test_a_whole_match_is_played_offline_and_its_record_is_right(
    site: Path, host: str, context: BrowserContext, page: Page, tmp_path: Path
) -> None:
    page.goto(host)
    page.get_by_role("button", name="Your matches").click()
    page.get_by_text("No match has been played here yet.").wait_for()
    offline(context, page)
    page.goto(f"{host}licences.txt")  # a page of the site on which nothing else goes on
    workers = [next(site.glob(f"assets/{name}-*.js")).name for name in ("tables", "thinker")]
    page.evaluate(MATCH.read_text(encoding="utf-8"), [f"{host}assets/{name}" for name in workers])
    page.goto(f"{host}#/matches")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save its record").click()
    saved = download.value.path().read_text(encoding="utf-8")
    *_, last = replay_record(parse_record(saved))
    assert last.over
    kept = tmp_path / "match.chh"
    kept.write_text(saved, encoding="utf-8")
    command = [sys.executable, "-m", "canasta", "replay", "--check", str(kept)]
    checked = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "fine" in checked.stdout


def test_the_score_of_real_cards_is_kept_offline_and_taps_before_the_engine_is_there(
    host: str, context: BrowserContext, page: Page
) -> None:
    page.goto(host)
    page.get_by_role("button", name="Keep score of real cards").click()
    page.get_by_role("button", name="Keep the score").click()
    page.get_by_role("button", name="We have played it: count").click()
    keys = page.locator(".pad")
    keys.get_by_role("button", name="1", exact=True).click()
    offline(context, page)
    page.reload()
    # What was shown last is there before canasta is loaded.
    page.get_by_text("Clean canastas").first.wait_for(timeout=5_000)
    for answer in ("4", "3", "2", "Nobody", "1", "0", "8", "5, and next", "None", "None"):
        keys.get_by_role("button", name=answer, exact=True).click()
    # Unless taps take longer than the engine, as on a busy machine, it says so.
    page.get_by_text("What you entered is kept here.").or_(page.get_by_role("button", name="Enter 5,685")).wait_for()
    page.get_by_role("button", name="Enter 5,685").click()
    page.locator('.tabs [aria-pressed="true"]', has_text="Player 2").wait_for()
    page.get_by_role("button", name="We have added it up").click()
    page.keyboard.type("900")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Enter 900").click()
    page.get_by_text("lead by 4,785.").wait_for()
