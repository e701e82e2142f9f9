"""What a chat shows of a link: a title, a line and a picture, in the head of the page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Final

from canasta.server.http.device import PLACE
from canasta.server.http.packed import Packed, packed_text
from canasta.session.state import State

_HEAD_ENDS: Final = "</head>"
_PICTURE: Final = "/preview.png"
_WIDTH, _HEIGHT = 1200, 630


@dataclass(frozen=True, slots=True)
class Preview:
    """A *title* and a *line* below it, as plain text."""

    title: str = "Canasta"
    line: str = "With friends far away, or with bots."


def preview_of(state: State) -> Preview:
    """Return what anyone with the link may know of the table with *state*.

    It names the table, its game and its host, and says how many seats are taken, or how far the match is.
    """
    host = state.people.get(state.host)
    title = f"{state.rules.title} at {host.name}'s table" if host else state.rules.title
    taken = sum(place.playing != "nobody" for place in state.places)
    verb = "is" if taken == 1 else "are"
    match state.phase:
        case "open":
            line = f"{taken} of {len(state.places)} {verb} here"
        case "over" | "closed":
            line = "The match is over"
        case _:
            line = "The match has begun"
    if state.settings.name:
        return Preview(state.settings.name, f"{title} · {line}")
    return Preview(title, line)


def with_preview(page: Packed, preview: Preview, base_url: str, *, on_device: bool = False) -> Packed:
    """*page* with *preview* in its head; pictures need a whole address, which begins with *base_url*.

    With *on_device*, the page learns from its head where the table is that plays without the server.
    """
    return _with(page.content[""].decode(), page.media_type, preview, base_url, on_device)


@lru_cache(maxsize=256)
def _with(page: str, media_type: str, preview: Preview, base_url: str, on_device: bool) -> Packed:
    told = {
        "og:type": "website",
        "og:site_name": "Canasta",
        "og:title": preview.title,
        "og:description": preview.line,
        "og:image": f"{base_url}{_PICTURE}",
        "og:image:width": str(_WIDTH),
        "og:image:height": str(_HEIGHT),
        "og:image:alt": "Three playing cards: the king of hearts, a joker and the seven of spades",
    }
    lines = [f'<meta property="{name}" content="{escape(text)}">\n' for name, text in told.items()]
    lines.append('<meta name="twitter:card" content="summary_large_image">\n')
    lines.append(f'<meta name="description" content="{escape(preview.line)}">\n')
    if on_device:
        lines.append(f'<meta name="canasta-device" content="{PLACE}/">\n')
    return packed_text(page.replace(_HEAD_ENDS, "".join(lines) + _HEAD_ENDS, 1), media_type)
