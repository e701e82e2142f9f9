"""How things look: cards in the colours of their suits, melds as rows of ranks, and terminals that know only ASCII."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import IO, Final, cast

from rich.console import Console, ConsoleOptions
from rich.text import Text
from rich.theme import Theme

from canasta.base import spans
from canasta.base.cards import JOKER, KIND_OF, TWO, Face, Kind, face_text
from canasta.base.sheets import amount
from canasta.deal.view import MeldView
from canasta.terminal.settings import Colours
from canasta.wording.spans import card_name, card_sign, gap_between, rank_sign, rank_signs

_INK: Final = {
    "two": {"c": "default", "d": "red", "h": "red", "s": "default"},
    "four": {"c": "green", "d": "bright_blue", "h": "red", "s": "default"},
}
_WILD: Final = "bold magenta"
_JOKER: Final = "JKR"
"""A joker as cards have it; ``Jk``, which is quicker to type, looks too much like a jack."""
_WIDEST: Final = 1000
"""The most columns that are filled, whatever ``COLUMNS`` says: blanks cost memory."""
_BLANKS: Final = re.compile(r" +(?=\n)")
_ASCII: Final = str.maketrans("♣♦♥♠·–—−×’→▸─│█░▒…", "cdhs----x'>>-|#.:.")


class PlainStream:
    """A stream for pipes and simple terminals.

    With *ascii_only* it writes letters for suits and plain signs for fine ones, character by character: everything
    keeps its width, and only this last step knows what the terminal lacks. Blanks at the end of lines are left out.
    """

    errors = "replace"

    def __init__(self, stream: IO[str], *, ascii_only: bool) -> None:
        self._stream = stream
        self._ascii_only = ascii_only
        self.encoding = "ascii" if ascii_only else "utf-8"

    def write(self, text: str) -> int:
        """Write *text* as the stream below can show it."""
        return self._stream.write(self.shown(text))

    def shown(self, text: str) -> str:
        """*text* as the stream below can show it."""
        if self._ascii_only:
            text = text.translate(_ASCII).encode("ascii", "replace").decode("ascii")
        return text if self.isatty() else _BLANKS.sub("", text)

    def flush(self) -> None:
        """Flush the stream below."""
        self._stream.flush()

    def isatty(self) -> bool:
        """Return whether the stream below is a terminal."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """Return the stream below."""
        return self._stream.fileno()


class _Console(Console):
    """A console that leaves it to the command line what a closed pipe means."""

    def on_broken_pipe(self) -> None:
        """Stop because the reader of the output has closed it."""
        raise BrokenPipeError


def suit_theme(colours: Colours) -> Theme:
    """Return the styles of the suits: two *colours* for black and red, or four."""
    return Theme({f"suit.{suit}": ink for suit, ink in _INK[colours].items()})


def console_for(stream: IO[str], *, ascii_only: bool, plain: bool, colours: Colours = "two") -> Console:
    """Return a console on *stream*; *ascii_only* is also what a terminal gets that knows no more."""
    encoding = (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "")
    ascii_only = ascii_only or not encoding.startswith("utf")
    if ascii_only or not stream.isatty():
        stream = cast("IO[str]", PlainStream(stream, ascii_only=ascii_only))
    console = _Console(
        file=stream,
        highlight=False,
        markup=False,
        emoji=False,
        color_system=None if plain else "auto",
        no_color=True if plain else None,
        theme=suit_theme(colours),
    )
    too_wide = console.width > _WIDEST
    if too_wide:  # otherwise the width stays that of the window, whenever it changes
        console.width = _WIDEST
    return console


class Row:
    """Pieces beside each other, as many in a line as fit, with *between* between them; none is broken if it fits alone."""

    def __init__(self, pieces: Iterable[Text], between: str) -> None:
        self._pieces = tuple(pieces)
        self._between = between

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """Yield the lines."""
        line: Text | None = None
        for piece in self._pieces:
            if line is None:
                line = piece.copy()
            elif line.cell_len + len(self._between) + piece.cell_len <= options.max_width:
                line.append(self._between).append_text(piece)
            else:
                yield line.append(self._between.rstrip())
                line = piece.copy()
        if line is not None:
            yield line


def label(text: str, style: str) -> Text:
    """*text* in *style*, which what is appended to it does not share."""
    return Text().append(text, style=style)


def card(face: Face) -> Text:
    """*face* with the sign of its suit, in its colour."""
    if face == JOKER:
        return Text(_JOKER, style=_WILD)
    return Text(card_sign(face), style=_WILD if KIND_OF[face] == TWO else f"suit.{face_text(face)[1]}")


def card_row(faces: Iterable[Face], gap: str = " ") -> Text:
    """Return cards in a row."""
    return Text(gap).join(card(face) for face in faces)


def hand_row(faces: Sequence[Face], fresh: Sequence[Face] = ()) -> Text:
    """Return a hand with a wider gap where the rank changes; the cards *fresh* are underlined."""
    row = Text()
    new = list(fresh)
    before: Kind | None = None
    for face in faces:
        if before is not None:
            row.append(" " if KIND_OF[face] == before else "   ")
        drawn = card(face)
        if face in new:
            new.remove(face)
            drawn.stylize("underline")
        row.append_text(drawn)
        before = KIND_OF[face]
    return row


def ranks_row(cards: Iterable[Face]) -> Text:
    """Return cards by rank alone, wild ones last and marked: ``KKK2``, ``J J J JKR``."""
    signs = _signs(cards)
    return Text(gap_between(signs)).join(map(_rank, signs))


def _signs(cards: Iterable[Face]) -> list[str]:
    joker = rank_sign(JOKER)
    return [_JOKER if sign == joker else sign for sign in rank_signs(cards)]


def _rank(sign: str) -> Text:
    return Text(sign, style=_WILD if sign in {"2", _JOKER} else "")


_STYLES: Final[dict[spans.Style, str]] = {
    "": "", "strong": "bold", "em": "italic", "code": "bold", "good": "bold green",
    "warn": "yellow", "mark": "dim",
}  # fmt: skip


def render_line(said: spans.Line, style: str = "") -> Text:
    """Return a line of spans as the terminal shows it."""
    row = Text(style=style)
    for span in said:
        match span:
            case spans.Text(text, kind) | spans.Link(text, _, kind) | spans.Anchor(text, _, kind):
                row.append(text, style=_STYLES[kind])
            case spans.Name(_, text):
                row.append(text, style="bold")
            case spans.Cards(faces):
                row.append_text(card_row(faces))
            case spans.CardName(face):
                row.append(card_name(face), style=card(face).style)
            case spans.Ranks(faces):
                row.append_text(ranks_row(faces))
            case spans.Number(value, kind):
                row.append(amount(value), style=_STYLES[kind])
            case spans.Clause(name):
                row.append(name, style="dim")
    return row


def meld_row(meld: MeldView, *, numbered: bool) -> Text:
    """Return an open meld: its ranks, and the number of its slot where others of the rank need telling apart."""
    row = ranks_row(meld.cards)
    if len(meld.cards) > 4:
        row.append(f" ({len(meld.cards)})", style="dim")
    if numbered and meld.slot is not None:
        row.append(f"@{meld.slot + 1}", style="dim")
    return row


def canasta_row(meld: MeldView, *, grows: bool) -> Text:
    """Return a canasta: its cards, those of a rank together, as in ``10×5 2 JKR``; and the red three on it.

    A natural one is its rank alone, unless it may have grown (*grows*).
    """
    groups = [(sign, len(list(group))) for sign, group in groupby(_signs(meld.cards))]
    counted = grows or len(groups) > 1
    row = Text(" ").join(_rank(sign).append(f"×{number}" if counted and number > 1 else "") for sign, number in groups)
    if meld.red_three is not None:
        row.append(" with ")
        row.append_text(card(meld.red_three))
    return row
