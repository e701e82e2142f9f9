"""The site as `make site` has built it, at a sub-path of a plain host of files, and a browser for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from scripts.build_site import SITE
from tests.page.conftest import browser, chromium, missing
from tests.site.host import hosted

__all__ = ["browser", "chromium"]


@pytest.fixture(scope="session")
def site() -> Path:
    """Provide the folder of the site, which must be built."""
    if not (SITE / "sw.js").is_file():
        missing("The site is not built (make site).")
    return SITE


@pytest.fixture(scope="session")
def host(site: Path) -> Iterator[str]:
    """Provide the address of the site."""
    with hosted(site) as running:
        yield running.address


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
