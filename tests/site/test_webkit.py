"""The site in WebKitGTK, the nearest to the browser of every iPhone."""

from __future__ import annotations

from pathlib import Path

from tests.page.conftest import missing
from tests.page.test_webkit import BUTTON
from tests.page.webkit import mini_browser, webkit


def test_webkit_plays_from_a_host_of_files(host: str, tmp_path: Path) -> None:
    program = mini_browser()
    if program is None:
        missing("WebKitGTK must be installed (Debian: webkit2gtk-driver xvfb).")
    with webkit(program, tmp_path) as window:
        window.open(host)
        window.until(
            "return [...document.querySelectorAll('button')].some(each => each.innerText.startsWith('Play now'))"
        )
        assert window.run(BUTTON, "Play now")
        window.until("return document.querySelectorAll('.hand [data-id]').length > 5", 90)
