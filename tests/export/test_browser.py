"""The page in a real browser: what it draws, what it obeys, what it tells people who do not see it."""

from __future__ import annotations

import os
import shutil
import struct
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from canasta.base.cards import face_text
from canasta.cli import cli
from canasta.export.page import page as page_text
from canasta.export.picture import BROWSERS
from canasta.export.scene import LETTERS, UNSEEN, in_order, scene
from tests.deal.tables import VARIED_TABLES
from tests.export.matches import content_of, record_of, watched

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
    """A page opened in a browser; whatever goes wrong in it is collected in `wrong`."""

    def __init__(self, browser: Any, folder: Path, content: dict[str, Any], size: dict[str, int], **more: Any) -> None:
        path = folder / "page.html"
        path.write_text(page_text(content), encoding="utf-8")
        self.address = path.as_uri()
        self.context = browser.new_context(viewport=size, **more)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: self.wrong.append(said.text))
        self.page.on("request", self._asked)
        self.page.on("dialog", lambda dialog: self.wrong.append(dialog.message))
        self.page.goto(self.address)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith(self.address):
            self.wrong.append(request.url)

    def go(self, place: str) -> None:
        """Go to a moment by the address."""
        self.page.evaluate("place => { location.hash = place; }", place)
        self.page.wait_for_function("place => location.hash.startsWith(place)", arg=place)

    def where(self) -> str:
        """Return the moment by the address."""
        return str(self.page.evaluate("location.hash"))

    def cards(self, zone: str) -> list[str]:
        """Return the cards drawn in *zone*, where it can be seen."""
        script = """zone => [...document.querySelectorAll(`[data-zone="${zone}"] [data-card]`)]
            .filter(card => card.getClientRects().length).map(card => card.dataset.card)"""
        return list(self.page.evaluate(script, zone))

    def sentence(self) -> str:
        """Return what is told now."""
        return str(self.page.inner_text("#sentence"))


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Any]:
    viewers = []

    def open_page(content: dict[str, Any], size: dict[str, int] = DESK, **more: Any) -> Viewer:
        viewers.append(Viewer(browser, tmp_path, content, size, **more))
        return viewers[-1]

    yield open_page
    for viewer in viewers:
        viewer.context.close()
        assert viewer.wrong == []


def faces(letters: str) -> list[str]:
    """Return cards of a zone as they are marked on the page, in the order in which hands are sorted."""
    return [UNSEEN if letter == UNSEEN else face_text(LETTERS.index(letter)) for letter in in_order(letters)]


@pytest.mark.parametrize(("name", "players"), [("hand-and-foot", 4), ("new-canasta", 7), ("classic", 2)])
def test_the_table_is_the_deal_at_every_moment(opened: Any, name: str, players: int) -> None:
    text = record_of(name, players)
    (deal,) = watched(text)
    content = content_of(text)
    viewer = opened(content)
    last = len(deal.moments) - 1
    for number, at in enumerate([*range(0, last, last // 9), last]):
        eyes, seats = (("", range(players)), ("s2", (1,)), ("s0", ()))[number % 3]
        viewer.go(f"#d1m{at}{eyes}")
        now = deal.moments[at].deal
        zones = scene(now, seats).zones
        for seat in range(players):
            hand = zones.get(f"h{seat}", "") + zones.get(f"k{seat}", "")
            assert Counter(viewer.cards(f"h{seat}")) == Counter(faces(hand)), (at, eyes, seat)
        for zone, cards in zones.items():
            if zone[0] == "r" or (zone[0] == "m" and len(cards) < now.rules.meld.size):
                assert Counter(viewer.cards(zone)) == Counter(faces(cards)), (at, zone)
        assert viewer.cards("p")[-1:] == [face_text(face) for face in now.tabletop.pile[-1:]]
        assert viewer.page.inner_text(".stock b") == (str(now.position.stock()) if now.position.stock() else "empty")
        actor = content["players"][now.actor]["name"]
        assert viewer.page.get_attribute(".seat:has(.actor)", "aria-label") == actor


def test_canastas_say_what_they_are_without_colour(opened: Any) -> None:
    text = record_of("hand-and-foot", 4)
    (deal,) = watched(text)
    viewer = opened(content_of(text))
    viewer.go(f"#d1m{len(deal.moments) - 1}")
    words = viewer.page.eval_on_selector_all(".packet .class", "all => all.map(each => each.innerText)")
    labels = viewer.page.eval_on_selector_all(".packet", "all => all.map(each => each.ariaLabel)")
    assert {"clean", "dirty"} <= set(words)
    assert all(f", {word}, 7 cards" in label for word, label in zip(words, labels, strict=True))


def test_the_keyboard_moves_the_match(opened: Any) -> None:
    text = record_of("hand-and-foot", 4, deals=2)
    deals = watched(text)
    viewer = opened(content_of(text))
    keys = viewer.page.keyboard
    turns = [moment.turn for moment in deals[0].moments]
    second = next(at for at, turn in enumerate(turns) if turn != turns[0])
    third = next(at for at, turn in enumerate(turns) if at > second and turn != turns[second])
    for key, place in [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("Home", 0),
        ("PageDown", second),
        ("PageDown", third),
        ("PageUp", second),
        ("PageUp", 0),
        ("End", len(turns)),
    ]:
        keys.press(key)
        assert viewer.where() == f"#d1m{place}", key
    keys.press("ArrowRight")
    assert viewer.where() == "#d2m0"
    keys.press("ArrowLeft")
    assert viewer.where() == f"#d1m{len(turns)}"
    assert viewer.page.inner_text("#count h2") == "Deal 1 is counted"
    viewer.page.click("#deal-on")
    viewer.page.select_option("#eyes", label="Cleo")
    assert viewer.where() == "#d2m0s3"
    viewer.page.focus("#slider")
    keys.press("ArrowRight")
    assert viewer.where() == "#d2m1s3"


def test_everything_is_reached_with_the_keyboard(opened: Any) -> None:
    viewer = opened(content_of(record_of("classic", 4)))
    viewer.go("#d1m5")
    reached = set()
    for _ in range(40):
        viewer.page.keyboard.press("Tab")
        reached.add(viewer.page.evaluate("document.activeElement.id || document.activeElement.className"))
    wanted = {
        "deal",
        "eyes",
        "slider",
        "play",
        "step-on",
        "step-back",
        "turn-on",
        "turn-back",
        "speed",
        "story",
        "line",
    }
    assert wanted <= reached


def test_it_plays_to_the_end_and_stops(opened: Any) -> None:
    content = content_of(record_of("classic", 2))
    last = len(content["deals"][0]["moments"])
    viewer = opened(content)
    viewer.page.clock.install(time=0)
    viewer.page.clock.pause_at(60_000)
    viewer.page.select_option("#speed", "8")
    viewer.page.evaluate("document.activeElement.blur()")
    viewer.page.keyboard.press("Space")
    assert viewer.page.get_attribute("#play", "aria-label") == "Pause"
    viewer.page.clock.run_for(1500 // 8 * 3 + 60)
    assert viewer.where() == "#d1m3"
    viewer.page.keyboard.press("Space")
    viewer.page.clock.run_for(60_000)
    assert viewer.where() == "#d1m3"
    viewer.page.click("#play")
    viewer.page.clock.run_for(last * 200 + 5000)
    assert viewer.where() == f"#d1m{last}"
    assert viewer.page.get_attribute("#play", "aria-label") == "Play"


def test_cards_fly_unless_people_want_rest(opened: Any) -> None:
    content = content_of(record_of("classic", 4))
    for wish, moving in (("no-preference", True), ("reduce", False)):
        viewer = opened(content, reduced_motion=wish)
        viewer.page.keyboard.press("ArrowRight")
        assert bool(viewer.page.evaluate("document.getAnimations().length")) is moving


def test_sentences_are_announced_and_lead_to_their_moments(opened: Any) -> None:
    text = record_of("classic", 4).replace("1 discard", "1 discard", 1)
    content = content_of(text)
    viewer = opened(content)
    assert viewer.page.get_attribute("#sentence", "aria-live") == "polite"
    viewer.go("#d1m2")
    assert viewer.sentence().startswith("Anna discarded ")
    assert viewer.page.locator("#sentence [role=img]").count() == 1
    viewer.go("#d1m9")
    assert viewer.page.locator("#story li").count() == 10
    viewer.page.locator("#story .line").nth(2).click()
    assert viewer.where() == "#d1m2"
    assert viewer.page.locator("#story li.now").inner_text() == viewer.sentence()


def test_drawn_cards_are_told_to_whom_they_came(opened: Any) -> None:
    viewer = opened(content_of(record_of("classic", 4)))
    viewer.go("#d1m1")
    assert viewer.sentence() != "Anna drew 1."
    viewer.go("#d1m1s1")
    assert viewer.sentence() != "Anna drew 1."
    viewer.go("#d1m1s2")
    assert viewer.sentence() == "Anna drew 1."
    viewer.go("#d1m1s0")
    assert viewer.sentence() == "Anna drew 1."


def test_the_public_page_offers_no_eyes(opened: Any) -> None:
    viewer = opened(content_of(record_of("classic", 4), public=True))
    viewer.go("#d1m1")
    assert viewer.sentence() == "Anna drew 1."
    assert not viewer.page.is_visible("#eyes")
    assert set(viewer.cards("h1")) == {UNSEEN}


def test_names_and_comments_are_text_and_nothing_else(opened: Any) -> None:
    evil = "<img src=x>"
    text = record_of("classic", 4).replace('"Anna"', f'"{evil}"')
    at = text.index("\n1 discard")
    end = text.index("\n", at + 1)
    viewer = opened(content_of(f"{text[:end]}  # <img src=x onerror=alert(1)>{text[end:]}"))
    viewer.go("#d1m2")
    assert viewer.sentence().startswith(f"{evil} discarded ")
    assert viewer.page.inner_text("#sentence q") == "<img src=x onerror=alert(1)>"
    assert viewer.page.locator("img").count() == 0


@pytest.mark.parametrize(("name", "players"), VARIED_TABLES)
def test_nothing_is_cut_off(opened: Any, name: str, players: int) -> None:
    content = content_of(record_of(name, players))
    last = len(content["deals"][0]["moments"])
    viewer = opened(content)
    for size in (PHONE, DESK):
        viewer.page.set_viewport_size(size)
        for at in (0, last // 2, last - 1, last):
            viewer.go(f"#d1m{at}")
            wide, inner = viewer.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
            assert wide <= inner
            outside = viewer.page.eval_on_selector_all(
                "#stage .card, #stage .plate, .buttons button, #hands .card",
                f"all => all.filter(each => each.getBoundingClientRect().right > {size['width']} + 1).length",
            )
            assert outside == 0
            if size is DESK and at < last:
                assert viewer.page.evaluate(
                    "[...document.querySelectorAll('#main')].every(m => m.scrollHeight <= m.clientHeight)"
                )


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
    last = len(content["deals"][0]["moments"])
    viewer = opened(content, size, color_scheme=scheme)
    for place in ("#d1m0", f"#d1m{last // 2}s2", f"#d1m{last - 1}", f"#d1m{last}"):
        viewer.go(place)
        if place == "#d1m0":
            viewer.page.click("#more summary")
        # Every rule is asked; only what is found wrong is described node by node, and of the lines of the story,
        # which are all alike, the first forty are looked at.
        alike = {"include": [["html"]], "exclude": [["#story li:nth-child(n+41)"]]}
        results = axe.Axe().run(viewer.page, alike, {"resultTypes": ["violations"]}).response
        assert len(results["passes"]) > 20
        found = results["violations"]
        assert [(each["id"], [node["html"][:120] for node in each["nodes"][:3]]) for each in found] == []
