"""The page on the home screen of a phone: a manifest and icons that Chromium accepts, under the policy of the server."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from urllib.request import urlopen

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
    assert f'<meta name="theme-color" content="{manifest["theme_color"]}">' in page
    for icon in manifest["icons"]:
        with urlopen(server.origin + icon["src"]) as answer:
            assert answer.headers["Content-Type"] == icon["type"]
            content = answer.read()
        if icon["type"] == "image/png":
            assert "{}x{}".format(*struct.unpack(">II", content[16:24])) == icon["sizes"]
    assert '<link rel="apple-touch-icon" href="/icon-180.png">' in page


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
