"""The page itself: the replay room of the table as one file of HTML, with a match inside, that asks nothing of any network."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, Final

from canasta.base.errors import CanastaError

_ROOM: Final = Path(__file__).parent / "bundle" / "replay.html"
"""What `make page` builds: all of the page but the match, its script and style allowed by their hashes."""


class NotBuilt(CanastaError):
    """This canasta came without the page."""


def page(content: Mapping[str, Any]) -> str:
    """Return the page that shows *content*, which `canasta.export.content.match_content` made.

    Raises `NotBuilt` where the page was not built.
    """
    try:
        room = _ROOM.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NotBuilt(
            "This canasta was installed without the page that shows a replay. In a checkout, make page builds it."
        ) from None
    title = escape(f"{content['rules']['title']}: {', '.join(content['names'])}")
    return room.replace("<!--title-->", title, 1).replace("<!--match-->", _json(content), 1)


def _json(content: Mapping[str, Any]) -> str:
    """*content* as JSON that no text in it can end early, inside an element of HTML."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
