"""The page on the home screen of a phone: a manifest and icons that Chromium accepts, under the policy of the server."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable
from urllib.request import urlopen

from tests.page.inputs import answered, keyboard
from tests.page.visitor import Visitor
from tests.server.players import Browser, Process

Visit = Callable[..., Visitor]


def test_the_manifest_and_its_icons_are_served(server: Process) -> None:
    status, text, headers = Browser(server).ask("GET", "/manifest.webmanifest")
    assert status == 200
    assert headers["Content-Type"] == "application/manifest+json"
    manifest = text if isinstance(text, dict) else json.loads(text)
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    page = Browser(server).get("/")[1]
    assert f'<meta name="theme-color" content="{manifest["theme_color"]}" />' in page
    assert {each["form_factor"] for each in manifest["screenshots"]} == {"narrow", "wide"}
    for shot in manifest["screenshots"]:
        with urlopen(server.origin + shot["src"]) as answer:
            assert answer.headers["Content-Type"] == shot["type"]
            head = answer.read()[:30]
        # A WebP file with an extended head: width and height less one, three bytes each.
        assert (head[8:12], head[12:16]) == (b"WEBP", b"VP8X")
        size = (int.from_bytes(head[at : at + 3], "little") + 1 for at in (24, 27))
        assert "{}x{}".format(*size) == shot["sizes"]
    for icon in manifest["icons"]:
        with urlopen(server.origin + icon["src"]) as answer:
            assert answer.headers["Content-Type"] == icon["type"]
            content = answer.read()
        if icon["type"] == "image/png":
            assert "{}x{}".format(*struct.unpack(">II", content[16:24])) == icon["sizes"]
    assert '<link rel="apple-touch-icon" href="/icon-180.png" />' in page


def test_a_shortcut_plays_at_once_and_once(visit: Visit, server: Process) -> None:
    manifest = Browser(server).get("/manifest.webmanifest")[1]
    manifest = manifest if isinstance(manifest, dict) else json.loads(manifest)
    urls = {each["name"]: each["url"] for each in manifest["shortcuts"]}
    visitor = visit(size=(390, 664))
    visitor.open(urls["Make a table for friends"])
    visitor.button("Make the table").wait_for()
    visitor.open(urls["Play now"])
    visitor.page.locator(".table").wait_for()
    made = visitor.page.url
    visitor.page.go_back()
    visitor.button(re.compile("^Play now")).wait_for()
    assert visitor.page.url.endswith("/")
    visitor.page.go_forward()
    visitor.page.locator(".table").wait_for()
    assert visitor.page.url == made


def test_the_bar_of_the_system_has_the_colour_of_the_ground_and_the_badge_says_whose_turn_it_is(visit: Visit) -> None:
    visitor = visit(size=(390, 664))
    # What the page asks the browser for; the badge itself is outside of the page.
    visitor.context.add_init_script("""window.badges = [];
        for (const name of ["setAppBadge", "clearAppBadge"]) {
          const asked = navigator[name].bind(navigator);
          navigator[name] = () => (window.badges.push(name), asked());
        }""")
    colours = set()
    for look in ("day", "night"):
        visitor.open(f"/?look={look}")
        visitor.button(re.compile("^Play now")).wait_for()
        told = visitor.page.evaluate("document.querySelector('meta[name=theme-color]').content")
        assert told == visitor.page.evaluate(
            "getComputedStyle(document.documentElement).getPropertyValue('--bg').trim()"
        )
        colours.add(told)
    assert len(colours) == 2
    visitor.table(2, game="classic", players=2, bot="chance", settings={"pace": 10_000})
    visitor.start()
    visitor.until(lambda: visitor.own.get("choices"), "the turn")
    visitor.page.wait_for_function("window.badges.at(-1) === 'setAppBadge'")
    answered(visitor, lambda: keyboard(visitor, "draw"))
    answered(visitor, lambda: keyboard(visitor, f"discard {visitor.own['hand'][:2]}"))
    visitor.page.wait_for_function("window.badges.at(-1) === 'clearAppBadge'")


def test_a_browser_finds_nothing_that_keeps_the_page_off_the_home_screen(visit: Visit) -> None:
    visitor = visit(size=(390, 664))
    visitor.open()
    session = visitor.context.new_cdp_session(visitor.page)
    told = session.send("Page.getAppManifest")
    assert told["url"].endswith("/manifest.webmanifest")
    assert told["errors"] == []
    problems = {each["errorId"] for each in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    # The windows of these tests keep nothing, so nothing can be installed from them.
    assert problems <= {"in-incognito"}
