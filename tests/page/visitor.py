"""Someone who visits the page in a browser: what they see, what their browser was told, and what went wrong in it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Locator, Page, WebSocket

from canasta.session.broadcast import patched
from tests.server.players import Browser as Cookie
from tests.server.players import Json, Player, Process

WAIT_SECONDS: Final = 20.0
_AWAY: Final = (
    "net::ERR_",
    "WebSocket connection to",
    "when fetching the script",
    "Service Worker registration blocked",
)
"""What Chromium itself says against a server that is not there."""
QUIET: Final = {"pace": 0, "numbers_wait": 120, "draw": False, "next_deal": 0}
"""Settings of a table at which nothing takes time."""
# Every deck comes from the same numbers, too.
_SAME_NUMBERS: Final = """
const random = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = (array) => (array instanceof BigUint64Array ? array.fill(7n) : random(array));
"""
_NAME: Final = """async name => (await fetch("/api/me", {
    method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify({ name }),
})).status"""
SETTINGS: Final = """
try {
  if (!localStorage.getItem("canasta.settings")) localStorage.setItem("canasta.settings", JSON.stringify(%s));
} catch {}
"""


class Visitor:
    """A browser window of its own: its cookie, its storage, what went over its socket, and everything that went wrong."""

    def __init__(
        self,
        browser: Browser,
        server: Process,
        size: tuple[int, int] = (1280, 800),
        settings: Json | None = None,
        site: str = "",
        **more: Any,
    ) -> None:
        self.server = server
        self.site = site or server.origin
        options = {"viewport": {"width": size[0], "height": size[1]}, "reduced_motion": "reduce", **more}
        self.context: BrowserContext = browser.new_context(**options)
        self.context.add_init_script(_SAME_NUMBERS)
        self.context.add_init_script(SETTINGS % json.dumps({"motion": "none", "sound": False, **(settings or {})}))
        self.context.set_default_timeout(1000 * WAIT_SECONDS)
        self.page: Page = self.context.new_page()
        self.wrong: list[str] = []
        self._forgiven: list[str] = []
        self.sent: list[Json] = []
        self.heard: list[str] = []
        self.answers: list[Json] = []
        self.seq, self.public, self.own = 0, dict[str, Any](), dict[str, Any]()
        self.watch(self.page)

    def watch(self, page: Page) -> None:
        """Collect what goes wrong in *page*, and what goes over its sockets."""
        page.on("console", lambda said: self.wrong.append(said.text) if said.type in {"error", "warning"} else None)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("websocket", self._socket)

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self._receive(str(text)))
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))

    def _receive(self, text: str) -> None:
        self.heard.append(text)
        frame = json.loads(text)
        match frame["t"]:
            case "table":
                state = frame["state"]
                self.seq, self.public, self.own = frame["seq"], state["public"], state.get("own", {})
            case "happened" if frame["seq"] == self.seq + 1:
                self.seq = frame["seq"]
                self.public = patched(self.public, frame["public"])
                self.own = patched(self.own, frame.get("own", {}))
            case "done" | "refused":
                self.answers.append(frame)

    def until(self, wanted: Callable[[], object], what: str = "") -> None:
        """Wait until *wanted* is true of what the browser was told."""
        deadline = time.monotonic() + WAIT_SECONDS
        while not wanted():
            assert time.monotonic() < deadline, f"waited for {what or wanted}: {self.said()}"
            self.page.wait_for_timeout(15)

    def settle(self) -> None:
        """Wait until everything that was asked has been answered."""
        self.until(lambda: len(self.answers) >= sum(each["t"] == "do" for each in self.sent), "all answers")

    def said(self) -> str:
        """Return the text that can be seen, for messages."""
        return self.page.locator("#page").inner_text()[-900:]

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """Return the button called *name*: exactly so, or matching a pattern."""
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str) or None)

    def open(self, path: str = "/") -> None:
        """Go to *path* at the server, by the address that this browser has for it."""
        self.page.goto(self.site + path)

    @property
    def cookie(self) -> Cookie:
        """The same person without a browser."""
        same = Cookie(self.server)
        same.cookie = "; ".join(f"{each['name']}={each['value']}" for each in self.context.cookies())
        return same

    def table(
        self,
        *bots: int,
        seat: int = 1,
        name: str = "Ann",
        settings: Json | None = None,
        bot: str = "greedy",
        **told: Any,
    ) -> str:
        """Make a table, sit down in *seat* (0: only watch), let *bot* take the seats *bots*, and open it; return its code."""
        cookie = Cookie(self.server)
        wanted = {
            "game": "hand-and-foot",
            "players": 4,
            "name": name,
            "settings": {**QUIET, **(settings or {})},
            **told,
        }
        status, made = cookie.post("/api/tables", wanted)
        assert status == 201, made
        code = str(made["code"])
        host = Player(cookie, code)
        host.of("table")
        if seat:
            assert host.do(act="sit", seat=seat)["t"] == "done"
        for each in bots:
            assert host.do(act="put-bot", seat=each, bot=bot)["t"] == "done"
        host.close()
        key, _, value = cookie.cookie.partition("=")
        self.context.add_cookies([{"name": key, "value": value, "url": self.site, "httpOnly": True}])
        self.open(f"/t/{code}")
        return code

    def join(self, code: str, seat: int, name: str) -> None:
        """Come to a table by its link, as someone new, and sit down in *seat*; 0 only watches."""
        self.open()
        self.page.evaluate("name => localStorage.setItem('canasta.name', name)", name)
        assert self.page.evaluate(_NAME, name) == 200
        self.open(f"/t/{code}")
        self.until(lambda: any(each["t"] == "done" for each in self.answers), "coming to the table")
        if seat:
            self.page.locator(".seat").filter(has_text=f"Seat {seat}").get_by_role("button", name="Sit here").click()
            self.until(lambda: self.own.get("seat") == seat, "the seat")

    def start(self) -> None:
        """Begin the match, and wait for the first turn."""
        self.button("Start").click()
        self.until(lambda: self.public.get("state") == "playing", "the first turn")

    def helper(self) -> Player:
        """Return a second connection of the same person, which can ask for hints."""
        player = Player(self.cookie, re.sub(r".*/t/(\w{8}).*", r"\1", self.page.url))
        player.of("table")
        return player

    def forgive(self, *parts: str) -> None:
        """Take back complaints of the browser itself that have one of *parts*; by default those about a server that was away."""
        self._forgiven += parts or _AWAY

    def close(self) -> None:
        """Close the window; nothing may have gone wrong in it."""
        self.context.close()
        wrong = [each for each in self.wrong if not any(part in each for part in self._forgiven)]
        assert not wrong, wrong
