"""Sentences of a server, as text that a terminal can show."""

from __future__ import annotations

from rich.text import Text

from canasta.base.cards import parse_faces
from canasta.tables.remote import Json, RemoteSeat
from canasta.terminal.style import card_row


def said(line: list[str | Json], player: RemoteSeat) -> str:
    """Return the sentence *line* as *player* hears it."""
    return printable("".join(_span(span, player) for span in line))


def drawn(line: list[str | Json], player: RemoteSeat) -> Text:
    """Return the sentence *line* as a screen shows it, cards with the signs of their suits."""
    row = Text()
    for span in line:
        if isinstance(span, dict) and "cards" in span:
            row.append_text(card_row(parse_faces(span["cards"])))
        else:
            row.append(
                printable(_span(span, player)), style="bold" if isinstance(span, dict) and "name" in span else ""
            )
    return row


def _span(span: str | Json, player: RemoteSeat) -> str:
    if isinstance(span, str):
        return span
    if "cards" in span:
        return cards(span["cards"])
    if "name" in span and "text" not in span:
        return player.called(span["name"])
    return str(span.get("text") or span.get("ranks") or span.get("number") or span.get("clause") or "")


def cards(text: str) -> str:
    """Return cards as they are typed, with blanks between them.

    >>> cards("4cTdJk")
    '4c Td Jk'
    """
    return " ".join(text[at : at + 2] for at in range(0, len(text), 2))


def printable(text: str) -> str:
    r"""*text* in one line, with escapes for all that is not printed as it is.

    >>> print(printable("a\x1b[2J\u202eb"))
    a\x1b[2J\u202eb
    """
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)
