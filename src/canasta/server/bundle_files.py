"""The files of the page: what the folder `bundle` has, how it is compressed, and how long browsers may keep it.

`npm run build` in `frontend` writes the folder. It is part of wheels and source distributions; a checkout in which nobody has
built it has none, and the server works without it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Final

from starlette.responses import Response

INDEX: Final = "index.html"
_PACKED: Final = (("br", ".br"), ("gzip", ".gz"))
"""How a file can be packed, the best first: the name of the encoding and what the name of the packed file ends with."""
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_FOR_GOOD: Final = "public, max-age=31536000, immutable"
"""For files whose names change with their content."""
_ASK_FIRST: Final = "no-cache"


@dataclass(frozen=True, slots=True)
class BundleFile:
    """A file of the page: its content by encoding (``""`` is the plain one), its type, and how long it may be kept."""

    content: Mapping[str, bytes]
    media_type: str
    cache: str

    @property
    def tag(self) -> str:
        """What tells this content from any other, as the header ``ETag`` has it."""
        return f'"{hashlib.sha256(self.content[""]).hexdigest()[:32]}"'

    def answer(self, accepted: str, known: str) -> Response:
        """Answer with the best encoding that is *accepted*, or with 304 if the browser has what is *known* to it.

        Both are headers of the request: ``Accept-Encoding`` and ``If-None-Match``.
        """
        headers = {"Cache-Control": self.cache, "ETag": self.tag, "Vary": "Accept-Encoding"}
        if self.tag in {each.strip().removeprefix("W/") for each in known.split(",")}:
            return Response(status_code=304, headers=headers)
        encoding = next((name for name, _ in _PACKED if name in self.content and accepts(accepted, name)), "")
        if encoding:
            headers["Content-Encoding"] = encoding
        return Response(self.content[encoding], media_type=self.media_type, headers=headers)


def accepts(header: str, encoding: str) -> bool:
    """Whether the header ``Accept-Encoding`` allows *encoding*.

    >>> accepts("gzip, deflate, br;q=1.0", "br"), accepts("gzip;q=0", "gzip"), accepts("", "br")
    (True, False, False)
    """
    for each in header.split(","):
        name, _, weight = each.partition(";")
        if name.strip().lower() == encoding:
            return weight.replace(" ", "").lower() not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False


def read_bundle(folder: Traversable | None = None) -> dict[str, BundleFile]:
    """The files of the page by their path; none if the page was not built.

    They are read once, so that a page built while the server runs is not mixed up with the one it serves.
    """
    found: dict[str, bytes] = {}
    _read(folder if folder is not None else files("canasta.server").joinpath("bundle"), "", found)
    if INDEX not in found:
        return {}
    ends = tuple(end for _, end in _PACKED)
    return {
        path: BundleFile(
            {"": content} | {name: found[path + end] for name, end in _PACKED if path + end in found},
            _TYPES.get(PurePosixPath(path).suffix, "application/octet-stream"),
            _FOR_GOOD if path.startswith("assets/") else _ASK_FIRST,
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
