"""The table of a server drawn as `canasta play` draws one: the own view, what was heard since the own turn, the count."""

from __future__ import annotations

import sys
from collections import deque
from contextlib import suppress
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from canasta.base.cards import parse_faces
from canasta.base.english import listed
from canasta.session.sheets import parse_sheet
from canasta.tables.remote import Json, RemoteSeat
from canasta.tables.remote_view import RemoteViews
from canasta.terminal.dialog import Dialog
from canasta.terminal.join.spans import drawn, printable
from canasta.terminal.score_tables import sheets
from canasta.terminal.table_screen import Frame, draw_table
from canasta.wording.names import Names

PROMPT: Final = "> "
_MOST_LINES: Final = 12
"""How many sentences are shown at once."""


class JoinedScreen:
    """Draws the table again after everything that is heard; what is being typed stays below it."""

    def __init__(self, player: RemoteSeat, dialog: Dialog) -> None:
        """Make a screen for *player* in the window of *dialog*."""
        self._player = player
        self._dialog = dialog
        self._views = RemoteViews()
        self._lines: deque[Text] = deque(maxlen=_MOST_LINES)
        self._changed = True

    def hear(self, frame: Json) -> None:
        """Take note of *frame*; the next `draw` shows it."""
        match frame["t"]:
            case "table":
                self._lines.clear()
                self._lines.extend(drawn(line, self._player) for line in frame.get("story", ())[-_MOST_LINES:])
            case "happened":
                if frame.get("act") is None and frame.get("by") == self._player.you.get("seat"):
                    self._lines.clear()  # what was heard before the own move is known
                self._lines.extend(drawn(line, self._player) for line in frame["lines"])
            case "refused" | "wrong" | "unsaved" | "stopped" | "bye":
                self.say(frame.get("text") or frame["why"])
            case "said":
                self.say(f"{frame['name']}: {frame.get('text') or frame.get('reaction')}")
            case _:
                return
        self._changed = True

    def say(self, text: str) -> None:
        """Add *text* to what was heard."""
        self._lines.append(Text(printable(text)))
        self._changed = True

    def draw(self) -> None:
        """Draw the table, if anything has changed since the last time."""
        if not self._changed:
            return
        picture = self._picture()
        # Asking for the view may have brought more.
        self._changed = False
        self._dialog.clear()
        self._dialog.say(*picture)
        self._dialog.console.file.write(PROMPT + _typed())
        self._dialog.console.file.flush()

    def _picture(self) -> list[RenderableType]:
        public = self._player.public
        names = tuple(printable(self._player.called(seat)) for seat in range(1, len(public["seats"]) + 1))
        viewer = self._player.you.get("seat", 0) - 1
        lines = [Text(" ").append_text(line) for line in self._lines]
        if "table" in public and viewer >= 0:
            told = self._player.view()
            if told is not None:
                seen = self._views.read(self._player, told)
                called = Names(names, viewer)
                frame = Frame(
                    number=public["deal"],
                    totals=tuple(public["totals"]),
                    since=tuple(self._lines),
                    fresh=parse_faces(self._player.own.get("fresh", "")),
                    order=self._dialog.settings.sort,
                    plain=self._dialog.plain,
                )
                return [draw_table(seen, called, frame, self._dialog.width)]
        return [Text(f"{self._player.rules['title']}", style="bold"), *self._counted(names), *lines, *self._waiting()]

    def _counted(self, names: tuple[str, ...]) -> list[RenderableType]:
        """Return the sheets of the deal that was counted last, where everyone looks at them."""
        public = self._player.public
        if public["state"] not in {"counting", "over"} or not public.get("deals"):
            return []
        counted = public["deals"][max(public["deals"], key=int)]["sheets"]
        sides = len(public["totals"])
        titles = [Names(names).side(side, sides) for side in range(sides)]
        drawn = sheets(titles, [parse_sheet(sheet) for sheet in counted], self._dialog.width, self._dialog.plain)
        totals = [Text(f" {title}: {total:,} in all") for title, total in zip(titles, public["totals"], strict=True)]
        return [Text(), drawn, *totals, Text()]

    def _waiting(self) -> list[RenderableType]:
        """Return what can be typed while no cards are played."""
        public = self._player.public
        free = [seat for seat, row in public["seats"].items() if row["plays"] == "nobody"]
        match public["state"]:
            case "open" if free:
                return [Text(f" Seat {listed(free)} is free.", style="dim")]
            case "open":
                return [Text(" The host types start when everyone is here.", style="dim")]
            case "counting":
                return [Text(" Type ready for the next deal.", style="dim")]
            case "over":
                return [Text(" Type rematch for another match, or leave.", style="dim")]
        return []


def _typed() -> str:
    """Return what is being typed now, which the terminal has not sent yet."""
    with suppress(ImportError):
        import readline

        return readline.get_line_buffer()
    return ""


def read_line() -> str | None:
    """Return the next line that is typed, edited with the keys of a terminal; None at the end of the input."""
    with suppress(ImportError):
        import readline  # noqa: F401
    try:
        return input() if sys.stdin.isatty() else (sys.stdin.readline() or None)
    except (EOFError, OSError):
        return None
