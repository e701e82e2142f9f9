"""The files of the page: what the folder `bundle` has, how it is compressed, and how long browsers may keep it.

`npm run build` in `frontend` writes the folder. It is part of wheels and source distributions; a checkout in which nobody has
built it has none, and the server works without it.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Final

from canasta.server.http.packed import ASK_FIRST, Packed

INDEX: Final = "index.html"
_ENDS: Final = {"br": ".br", "gzip": ".gz"}
"""What the name of a packed file ends with, by the name of its encoding."""
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
_FOR_GOOD: Final = "public, max-age=31536000, immutable"
"""For files whose names change with their content."""


def read_bundle(folder: Traversable | None = None) -> dict[str, Packed]:
    """Return the files of the page by their path; none if the page was not built.

    They are read once, so that a page built while the server runs is not mixed up with the one it serves.
    """
    found: dict[str, bytes] = {}
    _read(folder if folder is not None else files("canasta.server").joinpath("bundle"), "", found)
    if INDEX not in found:
        return {}
    ends = tuple(_ENDS.values())
    return {
        path: Packed(
            {"": content} | {name: found[path + end] for name, end in _ENDS.items() if path + end in found},
            _TYPES.get(PurePosixPath(path).suffix, "application/octet-stream"),
            _FOR_GOOD if path.startswith("assets/") else ASK_FIRST,
        )
        for path, content in found.items()
        if not path.endswith(ends)
    }


def _read(folder: Traversable, under: str, found: dict[str, bytes]) -> None:
    if folder.is_dir():
        for each in folder.iterdir():
            if each.is_dir():
                _read(each, f"{under}{each.name}/", found)
            else:
                found[under + each.name] = each.read_bytes()
