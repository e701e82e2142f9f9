"""The site as `make site` has built it, at a sub-path of a plain host of files, and a browser for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from scripts.build_site import SITE
from tests.page.conftest import browser, chromium, missing

__all__ = ["browser", "chromium"]

PATH = "/games/canasta/"


class _Host(SimpleHTTPRequestHandler):
    """Serves files at a sub-path, and does not know what WebAssembly is."""

    def translate_path(self, path: str) -> str:
        """Return the file for *path*."""
        return super().translate_path(path.removeprefix(PATH.rstrip("/")) if path.startswith(PATH) else "/nothing")

    def guess_type(self, path: object) -> str:
        """Return a type that is wrong for some files, as hosts do."""
        return "text/plain" if str(path).endswith((".wasm", ".gz")) else super().guess_type(str(path))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name
        """Say nothing."""


@pytest.fixture(scope="session")
def site() -> Path:
    """Provide the folder of the site, which must be built."""
    if not (SITE / "sw.js").is_file():
        missing("The site is not built (make site).")
    return SITE


@pytest.fixture(scope="session")
def host(site: Path) -> Iterator[str]:
    """Provide the address of the site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Host, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{PATH}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Provide a new browser of somebody: what it keeps stays while the test lasts."""
    opened = browser.new_context(viewport={"width": 390, "height": 664})
    opened.set_default_timeout(60_000)
    yield opened
    opened.close()


def is_wrong(said: ConsoleMessage) -> bool:
    """Return whether what a page said is a fault of its own; browsers ask for an icon of pages that name none."""
    return said.type == "error" and not said.location["url"].endswith("/favicon.ico")


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """Provide a window in which nothing may go wrong."""
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda said: wrong.append(said.text) if is_wrong(said) else None)
    yield opened
    assert wrong == []
