"""Bad weather: reloads, sleep, a killed server, two windows, a browser that forbids storage. Nothing is lost, nothing is said twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scripts.postgres import free_port
from tests.page.conftest import FIXED
from tests.page.inputs import answered, keyboard
from tests.page.visitor import Visitor
from tests.server import players

PUT_BACK = re.compile("^Put back")
Visit = Callable[..., Visitor]
IMPATIENT = str(Path(__file__).with_name("impatient_canasta.py"))


@pytest.fixture
def impatient(built: None, tmp_path: Path) -> Iterator[players.Process]:  # noqa: ARG001
    """Provide a server that waits three seconds for a sign of life."""
    with players.serving(str(tmp_path / "canasta.db"), program=IMPATIENT) as running:
        yield running


def staged(visitor: Visitor) -> list[str]:
    """Return the cards in the tray, as they are spoken."""
    return visitor.page.locator(".tray .group .offstage").all_inner_texts()


def stage_two(visitor: Visitor) -> list[str]:
    """Draw, and put two ranks into the tray; return what lies there."""
    answered(visitor, lambda: keyboard(visitor, "draw"))
    for rank in ("4", "q"):
        visitor.page.keyboard.press(rank)
        visitor.page.keyboard.press("Shift+Space")
        visitor.page.keyboard.press("Enter")
    visitor.until(lambda: len(staged(visitor)) == 2, "two groups in the tray")
    return staged(visitor)


def at_my_turn(visit: Visit, **more: object) -> Visitor:
    """Ann at a table with three bots, at her first turn."""
    visitor = visit(**more)
    visitor.table(2, 3, 4)
    visitor.start()
    visitor.until(lambda: visitor.own.get("choices"), "the turn")
    return visitor


def test_a_reload_amid_staging_keeps_the_tray(visit: Visit) -> None:
    visitor = at_my_turn(visit)
    lying = stage_two(visitor)
    visitor.page.reload()
    visitor.until(lambda: staged(visitor) == lying, "the tray")
    visitor.button(PUT_BACK).click()
    visitor.until(lambda: staged(visitor) == [], "an empty tray")


def test_a_missed_minimum_has_its_sum_its_sentence_and_its_rule(visit: Visit) -> None:
    visitor = at_my_turn(visit)
    answered(visitor, lambda: keyboard(visitor, "draw"))
    page = visitor.page
    page.keyboard.press("q")
    page.keyboard.press("Shift+Space")
    page.keyboard.press("Enter")
    worth = 10 * visitor.own["hand"].count("Q")
    page.get_by_role("status").filter(has_text=f"{worth} of 50").wait_for()
    page.get_by_text(f"{50 - worth} more to open.").first.wait_for()
    # A tap on what cannot be done says why not.
    visitor.button(re.compile(f"^Lay {worth}")).click(force=True)
    page.get_by_role("alert").get_by_text(f"You need 50 to open; these queens are worth {worth}").wait_for()
    page.get_by_role("alert").get_by_role("button", name="Why?").click()
    page.get_by_role("dialog").get_by_text(re.compile("50 points|at least 50|minimum", re.IGNORECASE)).first.wait_for()


def test_the_game_goes_on_after_the_server_was_killed(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "FAST", FIXED)
    database = str(tmp_path / "canasta.db")
    with players.serving(database) as first:
        visitor = at_my_turn(visit, at=first)
        lying = stage_two(visitor)
        first.kill()
        visitor.page.get_by_text("No connection. Trying again…").first.wait_for()
        hand = visitor.own["hand"]
    second = players.Process(database, port=first.port)
    try:
        second.wait()
        visitor.page.get_by_text("No connection").first.wait_for(state="detached", timeout=60_000)
        assert staged(visitor) == lying
        visitor.button(PUT_BACK).click()
        answered(visitor, lambda: keyboard(visitor, f"discard {hand[:2]}"))
    finally:
        second.kill()
    visitor.forgive()


def test_two_windows_of_one_person_show_the_same(visit: Visit) -> None:
    visitor = at_my_turn(visit)
    other = visitor.context.new_page()
    visitor.watch(other)
    other.goto(visitor.page.url)
    other.get_by_text("Your turn.").first.wait_for()
    answered(visitor, lambda: keyboard(visitor, "draw"))
    other.get_by_text("Lay cards, or choose one to discard.").first.wait_for()
    ids = "[...document.querySelectorAll('[data-id]')].map(card => card.dataset.id)"
    assert other.evaluate(ids) == visitor.page.evaluate(ids)


def test_the_back_button_leaves_the_table_and_comes_back(visit: Visit) -> None:
    visitor = visit()
    visitor.open()
    visitor.button(re.compile("^Play now")).click()
    visitor.until(lambda: visitor.public.get("state") == "playing", "the deal")
    visitor.page.go_back()
    visitor.button(re.compile("^Play now")).wait_for()
    visitor.page.go_forward()
    visitor.page.locator(".hand [data-id]").first.wait_for()


def test_without_storage_everything_works_until_the_page_is_closed(visit: Visit) -> None:
    visitor = visit()
    visitor.context.add_init_script(
        """for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
            Object.defineProperty(window, name, { get() { throw new DOMException("Forbidden.", "SecurityError"); } });"""
    )
    visitor.table(2, 3, 4)
    visitor.start()
    stage_two(visitor)
    visitor.button(PUT_BACK).click()
    answered(visitor, lambda: keyboard(visitor, f"discard {visitor.own['hand'][:2]}"))


def test_a_page_that_slept_catches_up(visit: Visit) -> None:
    visitor, partner = visit(), visit()
    code = visitor.table(2, 4)
    partner.join(code, 3, "Tom")
    visitor.start()
    visitor.until(lambda: visitor.own.get("choices"), "the turn")
    session = partner.context.new_cdp_session(partner.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    answered(visitor, lambda: keyboard(visitor, "draw"))
    answered(visitor, lambda: keyboard(visitor, f"discard {visitor.own['hand'][:2]}"))
    session.send("Page.setWebLifecycleState", {"state": "active"})
    partner.page.get_by_text("Your turn.").first.wait_for()


def test_after_a_minute_a_page_that_slept_catches_up_and_a_bot_may_play_for_whoever_left(
    visit: Visit, impatient: players.Process
) -> None:
    ann, tom, eve = visit(at=impatient), visit(at=impatient, size=(390, 664)), visit(at=impatient)
    tom.page.clock.install()
    code = ann.table(2, settings={"away_delay": 900, "away_budget": 900})
    tom.join(code, 3, "Tom")
    eve.join(code, 4, "Eve")
    ann.start()
    ann.until(lambda: ann.own.get("choices"), "the turn")
    eve.page.goto("about:blank")
    session = tom.context.new_cdp_session(tom.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    answered(ann, lambda: keyboard(ann, "draw"))
    answered(ann, lambda: keyboard(ann, f"discard {ann.own['hand'][:2]}"))
    # Longer than the server waits for a sign of life, and by the clock of the page longer than the page does.
    ann.page.wait_for_timeout(5_000)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    tom.page.clock.fast_forward(60_000)
    tom.page.get_by_text("Your turn.").first.wait_for(timeout=60_000)
    tom.page.get_by_text("No connection").first.wait_for(state="detached", timeout=60_000)
    answered(tom, lambda: keyboard(tom, "draw"))
    ann.button("Menu").click()
    ann.button("Let a bot play for Eve until they are back").click()
    ann.until(lambda: ann.public["seats"]["4"]["plays"] == "stand-in", "a stand-in")
    tom.button("Menu").click()
    tom.button("Pause").wait_for()
    assert tom.page.get_by_role("button", name=re.compile("Let a bot")).count() == 0
    tom.page.keyboard.press("Escape")
    answered(tom, lambda: keyboard(tom, f"discard {tom.own['hand'][:2]}"))
    ann.until(lambda: ann.own.get("choices"), "the turn after the bot's")
    eve.open(f"/t/{code}")
    ann.until(lambda: ann.public["seats"]["4"]["plays"] == "person", "Eve in her seat")
    for each in (ann, tom, eve):  # the impatient server also ends connections that only wait
        each.forgive()


def test_a_table_on_plain_http_at_a_name_works(visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "FAST", FIXED)
    port = free_port()
    site = f"http://table.test:{port}"
    server = players.Process(str(tmp_path / "canasta.db"), "--public-url", site, port=port).wait()
    try:
        visitor = at_my_turn(visit, at=server, site=site)
        assert visitor.page.evaluate("isSecureContext") is False
        answered(visitor, lambda: keyboard(visitor, "draw"))
        answered(visitor, lambda: keyboard(visitor, f"discard {visitor.own['hand'][:2]}"))
    finally:
        server.kill()
    visitor.forgive()
