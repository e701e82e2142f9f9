"""A browser and a server for the tests of the page: one browser for a module, one server for a process."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from playwright.sync_api import Browser, sync_playwright

from canasta.export.picture import BROWSERS
from scripts.build_page import BUNDLE
from tests.page.visitor import Visitor
from tests.server import players

FIXED = str(Path(__file__).with_name("fixed_canasta.py"))

FLAGS = ["--host-resolver-rules=MAP table.test 127.0.0.1", "--disable-gpu", "--disable-background-networking"]
if hasattr(os, "geteuid") and os.geteuid() == 0:
    FLAGS.append("--no-sandbox")


def missing(sentence: str) -> NoReturn:
    """Skip a test for *sentence*; in CI, where nothing may be missing, fail it."""
    if os.environ.get("CI"):
        pytest.fail(sentence)
    pytest.skip(sentence)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Provide the path of the browser."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        missing("Chromium or Chrome must be installed (Debian: chromium).")
    return path


@pytest.fixture(scope="session")
def built() -> None:
    """Provide the page, which must be there."""
    if not (BUNDLE / "index.html").is_file():
        missing("The page is not built (make page).")


# For one module at a time: Playwright's loop runs as long as its browser, and no other test could run one of its own.
@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as running:
        started = running.chromium.launch(executable_path=chromium, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def server(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[players.Process]:  # noqa: ARG001
    """Provide a server without chance, with the page."""
    with players.serving(str(tmp_path_factory.mktemp("page") / "canasta.db"), program=FIXED) as running:
        yield running


@pytest.fixture
def visit(browser: Browser, server: players.Process) -> Iterator[Callable[..., Visitor]]:
    """Open windows; each is closed after the test, and nothing may have gone wrong in it."""
    opened: list[Visitor] = []

    def one(*, at: players.Process = server, **more: Any) -> Visitor:
        opened.append(Visitor(browser, at, **more))
        return opened[-1]

    yield one
    for each in opened:
        each.close()
