"""A whole deal in WebKitGTK."""

from __future__ import annotations

from pathlib import Path

from tests.page.conftest import missing
from tests.page.visitor import QUIET
from tests.page.webkit import ENTER, mini_browser, webkit
from tests.server.players import Browser, Player, Process, hinted

MAKE = """const [name, settings] = arguments;
window.made = "";
fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" },
    body: JSON.stringify({ game: "hand-and-foot", players: 4, name, settings }) })
    .then(answer => answer.json()).then(told => { window.made = told.code; });"""
BUTTON = """const [text] = arguments;
const found = [...document.querySelectorAll("button")].find(each => (each.ariaLabel ?? each.innerText).startsWith(text));
found?.click();
return Boolean(found);"""


def test_webkit_plays_a_deal(server: Process, tmp_path: Path) -> None:
    program = mini_browser()
    if program is None:
        missing("WebKitGTK must be installed (Debian: webkit2gtk-driver xvfb).")
    with webkit(program, tmp_path) as window:
        window.open(server.origin)
        window.run(MAKE, "Ann", QUIET)
        window.until("return window.made")
        code = str(window.run("return window.made"))
        same = Browser(server)
        same.cookie = window.cookie()
        helper = Player(same, code)
        helper.of("table")
        assert helper.do(act="sit", seat=1)["t"] == "done"
        for seat in (2, 3, 4):
            assert helper.do(act="put-bot", seat=seat, bot="greedy")["t"] == "done"
        window.open(f"{server.origin}/t/{code}")
        window.until("return [...document.querySelectorAll('button')].some(each => each.innerText === 'Start')")
        assert window.run(BUTTON, "Start")
        helper.wait("playing")
        window.until("return document.querySelector('[data-id]')")
        window.press("/")
        window.until("return document.querySelector('#typed')")
        moves = 0
        while helper.public["state"] == "playing":
            if not helper.own.get("choices"):
                helper.receive()
                continue
            seq, move = helper.seq, hinted(helper)
            window.type("#typed", move + ENTER)
            helper.until(lambda _: helper.seq > seq)  # noqa: B023 - at once
            window.until("return document.querySelector('#typed')?.value === '' || !document.querySelector('#typed')")
            moves += 1
        helper.close()
        window.until("return document.body.innerText.includes('Ready for ')")
        assert moves > 20
