"""A server that is away, and one that comes back with another version of the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route

from tests.page.conftest import FIXED
from tests.page.visitor import Visitor
from tests.server import players

Visit = Callable[..., Visitor]


class Server:
    """A server of one's own, which can be ended at once and started again at the same port."""

    def __init__(self, folder: Path) -> None:
        self._database = str(folder / "canasta.db")
        self.process = players.Process(self._database).wait()

    def kill(self) -> None:
        """End it, if it runs."""
        if self.process.process.returncode is not None:
            return
        self.process.kill()

    def start(self) -> None:
        self.process = players.Process(self._database, port=self.process.port).wait()


@pytest.fixture
def own_server(built: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:  # noqa: ARG001
    monkeypatch.setattr(players, "FAST", FIXED)
    made = Server(tmp_path)
    yield made
    made.kill()


def test_a_page_that_is_opened_while_the_server_is_away_comes_back_with_it(visit: Visit, own_server: Server) -> None:
    visitor = visit(at=own_server.process)
    page = visitor.page
    visitor.open("/new")
    page.get_by_role("heading", name="A new table").wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    own_server.kill()
    page.reload()
    page.get_by_role("heading", name="The server is away").wait_for()
    own_server.start()
    page.get_by_role("heading", name="A new table").wait_for()
    visitor.page.goto("about:blank")
    own_server.kill()
    visitor.forgive()


def test_a_new_version_of_the_page_is_said_and_loaded_with_the_tray(visit: Visit, own_server: Server) -> None:
    visitor = visit(at=own_server.process, service_workers="block")
    page = visitor.page
    visitor.table(2, 3, 4)
    visitor.start()
    visitor.until(lambda: visitor.own.get("choices"), "the turn")
    visitor.button(re.compile("Draw two")).click()
    visitor.until(lambda: len(visitor.own["hand"]) == 30, "two more cards")
    page.keyboard.press("q")
    page.keyboard.press("Shift+Space")
    page.keyboard.press("Enter")
    page.locator(".tray .group").wait_for()

    page.evaluate("() => { window.before = true; }")
    answers = False

    def other_page(route: Route) -> None:
        if answers:
            route.fulfill(
                body='<script type="module" src="/assets/index-Other123.js"></script>', content_type="text/html"
            )
        else:
            route.abort()

    page.route(own_server.process.origin + "/", other_page)
    own_server.kill()
    page.get_by_text("No connection").first.wait_for()
    own_server.start()
    answers = True
    # It is loaded at once where there is no connection yet; else the page only says so.
    loads = page.get_by_role("button", name="Load it")
    page.wait_for_function("() => !window.before || document.querySelector('.over')", timeout=60_000)
    if loads.count():
        loads.click()
    page.wait_for_function("() => !window.before", timeout=60_000)
    page.locator(".tray .group").wait_for()
    visitor.page.goto("about:blank")
    own_server.kill()
    visitor.forgive()
