"""What is packed once and sent often: files of the page, and texts about rules that everyone may read.

Nothing with a secret in it belongs here: how well something packs tells of what is in it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from starlette.responses import Response

ASK_FIRST: Final = "no-cache"
"""How long browsers may keep what may change: they ask whether it has."""

_ENCODINGS: Final = ("br", "gzip")
"""How something can be packed, the best first."""
_SHORT: Final = 500
"""The bytes below which packing gains nothing."""


@dataclass(frozen=True, slots=True)
class Packed:
    """Something to send: its content by encoding (``""`` is the plain one), its type, and how long it may be kept."""

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
        encoding = next((name for name in _ENCODINGS if name in self.content and accepts(accepted, name)), "")
        if encoding:
            headers["Content-Encoding"] = encoding
        return Response(self.content[encoding], media_type=self.media_type, headers=headers)


def accepts(header: str, encoding: str) -> bool:
    """Return whether the header ``Accept-Encoding`` allows *encoding*.

    >>> accepts("gzip, deflate, br;q=1.0", "br"), accepts("gzip;q=0", "gzip"), accepts("", "br")
    (True, False, False)
    """
    for each in header.split(","):
        name, _, weight = each.partition(";")
        if name.strip().lower() == encoding:
            return weight.replace(" ", "").lower() not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False


def packed_text(text: str, media_type: str) -> Packed:
    """*text*, plain and packed."""
    plain = text.encode()
    content = {"": plain} if len(plain) < _SHORT else {"": plain, "gzip": gzip.compress(plain, mtime=0)}
    return Packed(content, media_type, ASK_FIRST)


def packed_json(told: Any) -> Packed:
    """*told* as JSON, plain and packed."""
    return packed_text(json.dumps(told, ensure_ascii=False, separators=(",", ":")), "application/json")
