"""The page itself: one file of HTML with style, script and match inside, that asks nothing of any network."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from string import Template
from typing import Any, Final

from canasta.handbook.html import content_policy

_VIEWER: Final = Path(__file__).parent / "viewer"
_SHARED: Final = Path(__file__).parent / "shared"
"""The cards and their colours, which the page of the table has as well."""

_SCRIPTS: Final = ("cards.js", "scenes.js", "sentences.js", "melds.js", "table.js", "sheets.js", "player.js")
"""The script's parts, in the order in which one rests on another."""


def page(content: Mapping[str, Any]) -> str:
    """Return the page that shows *content*, which `canasta.export.content.match_content` made."""
    style = "".join([_shared("colours.css"), _shared("cards.css"), _part("viewer.css")])
    script = "".join(['"use strict";\n(() => {\n', *(_part(name) for name in _SCRIPTS), "})();\n"])
    names = ", ".join(player["name"] for player in content["players"])
    return Template(_part("page.html")).substitute(
        title=escape(content["title"]),
        names=escape(names),
        policy=content_policy(style, script),
        cards=_shared("cards.svg").strip(),
        style=style,
        script=script,
        content=_json(content),
    )


def _part(name: str) -> str:
    return (_VIEWER / name).read_text(encoding="utf-8")


def _shared(name: str) -> str:
    return (_SHARED / name).read_text(encoding="utf-8")


def _json(content: Mapping[str, Any]) -> str:
    """*content* as JSON that no text in it can end early, inside an element of HTML."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
