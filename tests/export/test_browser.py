"""The page in a real browser, from the disk and without a network: what it draws, what it obeys, what it may not do."""

from __future__ import annotations

import os
import re
import shutil
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from canasta.cli import cli
from canasta.export.page import page as page_text
from canasta.export.picture import BROWSERS
from canasta.session import acts
from canasta.session.records import record_of as kept_record
from canasta.wording.spans import card_name
from tests.export.matches import content_of, record_of, watched
from tests.session.test_keeping import SECOND
from tests.session.test_keeping_records import mixed

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

PHONE = {"width": 375, "height": 812}
DESK = {"width": 1440, "height": 900}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("no Chromium or Chrome is installed")
    with playwright.sync_playwright() as running:
        args = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        started = running.chromium.launch(executable_path=path, args=args)
        yield started
        started.close()


class Viewer:
    """A page opened in a browser that has no network; whatever goes wrong in it is collected in `wrong`."""

    def __init__(self, browser: Any, folder: Path, content: dict[str, Any], size: dict[str, int], **more: Any) -> None:
        path = folder / "page.html"
        path.write_text(page_text(content), encoding="utf-8")
        self.address = path.as_uri()
        self.context = browser.new_context(viewport=size, offline=True, **more)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        # A violation of its policy is told here.
        self.page.on("console", lambda said: self.wrong.append(said.text))
        self.page.on("request", self._asked)
        self.page.on("dialog", lambda dialog: self.wrong.append(dialog.message))
        self.page.goto(self.address)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:")):
            self.wrong.append(request.url)

    def go(self, place: str) -> None:
        """Go to a moment by the address."""
        self.page.evaluate(
            """place => new Promise(done => {
                if (location.hash === place) return done();
                addEventListener("hashchange", () => requestAnimationFrame(() => setTimeout(done)), { once: true });
                location.hash = place;
            })""",
            place,
        )

    def where(self, place: str) -> None:
        """Wait until the page is at *place*, by its address."""
        self.page.wait_for_function("place => location.hash === place", arg=place)

    def hand(self) -> list[str]:
        """Return the cards of the hand that lies open, by the names that are read out."""
        labels = self.page.locator(".held-card").evaluate_all("all => all.map(card => card.ariaLabel)")
        return sorted(label.partition(",")[0] for label in labels)


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Viewer]]:
    viewers = []

    def open_page(content: dict[str, Any], size: dict[str, int] = DESK, **more: Any) -> Viewer:
        viewers.append(Viewer(browser, tmp_path, content, size, **more))
        return viewers[-1]

    yield open_page
    for viewer in viewers:
        viewer.context.close()
        assert viewer.wrong == []


@pytest.mark.parametrize(("name", "players"), [("hand-and-foot", 4), ("new-canasta", 7), ("classic", 2)])
def test_the_hand_is_the_one_of_the_deal_at_every_moment(opened: Any, name: str, players: int) -> None:
    text = record_of(name, players)
    (deal,) = watched(text)
    viewer = opened(content_of(text))
    last = len(deal.moments) - 1
    for number, at in enumerate(range(0, last, max(1, last // 6))):
        seat = number % players
        viewer.go(f"#d1m{at}s{seat + 1}")
        hand = deal.moments[at].deal.tabletop.hands[seat]
        assert viewer.hand() == sorted(map(card_name, hand)), (at, seat)
    viewer.go("#d1m3s0")
    assert viewer.hand() == []


def test_keys_go_through_the_deals_of_a_match(opened: Any) -> None:
    text = record_of("hand-and-foot", 4, deals=2)
    deals = watched(text)
    viewer = opened(content_of(text))
    keys = viewer.page.keyboard
    turns = [0, *(moment.turn for moment in deals[0].moments)]
    second, third = turns.index(2), turns.index(3)
    for key, place in [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("Home", 0),
        ("PageDown", 1),
        ("PageDown", second),
        ("PageDown", third),
        ("PageUp", second),
        ("End", len(deals[0].moments)),
    ]:
        keys.press(key)
        viewer.where(f"#d1m{place}s1")
    viewer.page.get_by_role("button", name="Score").click()
    assert viewer.page.get_by_role("dialog").get_by_role("heading").inner_text() == "Deal 1"
    keys.press("Escape")
    viewer.page.get_by_role("button", name="Deal 2").click()
    viewer.where("#d2m0s1")
    viewer.page.get_by_label("Whose cards").select_option(label="Cleo")
    viewer.where("#d2m0s3")
    viewer.page.get_by_role("slider").focus()
    keys.press("End")
    viewer.where(f"#d2m{len(deals[1].moments)}s3")


def test_one_deal_alone_has_no_other_to_go_to(opened: Any) -> None:
    viewer = opened(content_of(record_of("classic", 2)))
    viewer.page.keyboard.press("End")
    assert viewer.page.get_by_role("button", name=re.compile("Deal 2")).count() == 0
    assert viewer.page.get_by_role("button", name="Play").is_disabled()
    assert "wins with" in viewer.page.locator(".saying").inner_text() or viewer.page.get_by_text("is over").count()


def test_it_plays_to_the_end_and_stops(opened: Any) -> None:
    content = content_of(record_of("classic", 2))
    last = len(content["watched"][0]["moments"])
    viewer = opened(content)
    viewer.page.clock.install(time=0)
    viewer.page.get_by_label("Speed").select_option("fast")
    viewer.page.evaluate("document.activeElement.blur()")
    viewer.page.keyboard.press("Space")
    viewer.page.get_by_role("button", name="Stop").wait_for()
    for _ in range(last):
        viewer.page.clock.run_for(700)
    viewer.where(f"#d1m{last}s1")
    assert viewer.page.get_by_role("button", name="Play").is_disabled()


def test_what_only_its_player_saw_is_told_to_that_player(opened: Any) -> None:
    viewer = opened(content_of(record_of("classic", 4)))
    saying = viewer.page.locator(".saying")
    for seat, whole in ((1, False), (2, True), (0, True)):
        viewer.go(f"#d1m1s{seat}")
        assert ("drew 1" in saying.inner_text()) is whole


def test_the_public_page_offers_no_hand(opened: Any) -> None:
    viewer = opened(content_of(record_of("classic", 4), public=True))
    viewer.go("#d1m1s2")
    viewer.where("#d1m1s0")
    assert "drew 1" in viewer.page.locator(".saying").inner_text()
    assert viewer.page.get_by_label("Whose cards").locator("option").count() == 1
    assert viewer.page.get_by_role("button", name="All hands").is_disabled()
    assert viewer.hand() == []


def test_names_and_comments_are_text_and_nothing_else(opened: Any) -> None:
    evil = "</script><img src=x>"
    text = record_of("classic", 4).replace('"Anna"', f'"{evil}"')
    at = text.index("\n1 discard")
    end = text.index("\n", at + 1)
    viewer = opened(content_of(f"{text[:end]}  # <img src=x onerror=alert(1)>{text[end:]}"))
    viewer.go("#d1m2")
    said = viewer.page.locator(".saying").inner_text()
    assert evil[:20] in said
    assert "“<img src=x onerror=alert(1)>”" in said
    assert viewer.page.locator("img").count() == 0


def test_settings_hold_for_this_page(opened: Any) -> None:
    viewer = opened(content_of(record_of("classic", 2)), color_scheme="light")
    root = viewer.page.locator("html")
    assert root.get_attribute("data-theme") == "day"
    viewer.page.get_by_role("button", name="Settings").click()
    viewer.page.get_by_role("radio", name="Night").check()
    viewer.page.get_by_role("switch", name="Suits in four colours").check()
    assert [root.get_attribute(f"data-{name}") for name in ("theme", "suits")] == ["night", "four"]


@pytest.mark.parametrize(("name", "players"), [("hand-knee-and-foot", 8), ("classic", 2)])
def test_nothing_is_cut_off(opened: Any, name: str, players: int) -> None:
    content = content_of(record_of(name, players))
    last = len(content["watched"][0]["moments"])
    viewer = opened(content)
    for size in (PHONE, DESK):
        viewer.page.set_viewport_size(size)
        for at in (last // 2, last):
            viewer.go(f"#d1m{at}s1")
            wide, inner = viewer.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
            assert wide <= inner
            outside = viewer.page.eval_on_selector_all(
                ".player *, .held-card",
                f"all => all.filter(each => each.getBoundingClientRect().right > {size['width']} + 1).length",
            )
            assert outside == 0


def test_a_picture_has_the_size_asked_for(browser: Any, tmp_path: Path) -> None:
    assert browser.is_connected()
    record = tmp_path / "friday.chh"
    record.write_text(record_of("classic", 4), encoding="utf-8")
    pictures = []
    for more in ((), ("--dark",), ("--moment", "5"), ("--moment", "5", "--seat", "2")):
        target = tmp_path / "moment.png"
        options = ["--size", "640x480", "--scale", "2", *more]
        done = CliRunner().invoke(cli, ["export", str(record), "--png", str(target), *options])
        assert done.output == f"Written to {target}.\n"
        pictures.append(target.read_bytes())
        assert pictures[-1][:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", pictures[-1][16:24]) == (1280, 960)
    assert len(set(pictures)) == len(pictures)


@pytest.mark.parametrize(("scheme", "size"), [("light", PHONE), ("dark", DESK)], ids=["phone by day", "desk by night"])
def test_axe_finds_nothing_to_mend(opened: Any, scheme: str, size: dict[str, int]) -> None:
    content = content_of(record_of("new-canasta", 5))
    last = len(content["watched"][0]["moments"])
    viewer = opened(content, size, color_scheme=scheme, bypass_csp=True)
    for place in (f"#d1m{last // 2}s2", f"#d1m{last}s0"):
        viewer.go(place)
        # Every rule is asked; only what is found wrong is described node by node.
        results = axe.Axe().run(viewer.page, None, {"resultTypes": ["violations"]}).response
        assert len(results["passes"]) > 20
        found = results["violations"]
        assert [(each["id"], [node["html"][:120] for node in each["nodes"][:3]]) for each in found] == []


def test_a_deal_with_real_cards_is_its_score_sheet_with_notes(opened: Any) -> None:
    live = mixed()
    live.do("p1", acts.Tally(3, 1, SECOND | {"hand": 65, "note": "Dan found <a> four"}))
    for size in (PHONE, DESK):
        viewer = opened(content_of(kept_record(live.log)), size)
        page = viewer.page
        assert page.get_by_text("This deal was played with real cards.").is_visible()
        sheet = page.get_by_role("region", name="The score sheet").inner_text()
        assert "3,285" in sheet
        assert "0 cards" not in sheet
        assert page.get_by_text("In all: Ann and Cyd 3,285, Bea and Dan 1,280.").is_visible()
        page.get_by_role("button", name="Deal 2").click()
        viewer.where("#d2m0s1")
        assert page.get_by_role("button", name="All hands").is_visible()
        viewer.go("#d3m0s0")
        assert page.get_by_role("list", name="Notes").get_by_role("listitem").all_inner_texts() == [
            "Bea and Dan: Dan found <a> four",
            "Ann changed the count for Bea and Dan in deal 3.",
        ]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert not axe.Axe().run(page, None, {"resultTypes": ["violations"]}).response["violations"]
