"""The table that plays in the browser without this server: the folder that `make site` writes, served as it is."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.staticfiles import StaticFiles

import canasta

PLACE: Final = "/device"
"""Where it is found."""

POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' blob:; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
"""What it may load: its pages have a policy of their own besides, which is narrower; its workers start WebAssembly."""


def built_site() -> Path | None:
    """Return the folder that `make site` has written in the checkout that this runs from; None where there is none."""
    folder = Path(canasta.__file__).parents[2] / "build" / "site"
    return folder if is_site(folder) else None


def is_site(folder: Path) -> bool:
    """Return whether `make site` has written *folder*: its service worker is written last."""
    return (folder / "sw.js").is_file()


def site_files(folder: Path) -> StaticFiles:
    """Return the application that serves *folder*."""
    return StaticFiles(directory=folder, html=True)
