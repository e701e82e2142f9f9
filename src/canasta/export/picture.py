"""A picture of a page, taken by a Chromium that is on the machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from canasta.base.errors import CanastaError
from canasta.files import write_file

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
"""The programs that can take a picture, as they are called."""

_SECONDS: Final = 60


class NoPicture(CanastaError):
    """No picture could be taken."""


def browser() -> str:
    """Return the path of the first of `BROWSERS` that is there.

    Raises `NoPicture` if there is none.
    """
    for name in BROWSERS:
        path = shutil.which(name)
        if path is not None:
            return path
    raise NoPicture(
        "Pictures need Chromium or Chrome, and neither is installed. On Debian, run: sudo apt install chromium"
    )


def take(html: str, place: str, target: Path, size: tuple[int, int], scale: float) -> None:
    """Write the page *html*, opened at *place*, to *target* as a PNG of *size*, each point *scale* dots wide.

    Raises `NoPicture` if that does not succeed, and `canasta.files.FileError` where *target* cannot be written.
    """
    program = browser()
    with TemporaryDirectory(prefix="canasta-") as name:
        folder = Path(name)
        page, picture = folder / "page.html", folder / "picture.png"
        write_file(page, html)
        command = [
            program,
            "--headless",
            *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
            "--disable-gpu",
            "--hide-scrollbars",
            "--no-first-run",
            f"--user-data-dir={folder / 'profile'}",
            f"--window-size={size[0]},{size[1]}",
            f"--force-device-scale-factor={scale:g}",
            f"--screenshot={picture}",
            f"{page.as_uri()}{place}",
        ]
        try:
            # A browser found on the path; all its arguments are made here.
            done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NoPicture(f"{program} failed to take the picture: {error}") from None
        if not picture.is_file():
            last = (done.stderr.decode(errors="replace").strip().splitlines() or ["no error message"])[-1]
            raise NoPicture(f"{program} failed to take the picture: {last}")
        write_file(target, picture.read_bytes())
