"""A handbook as one self-contained page of HTML, for screen, print and screen readers."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final

from canasta.base.cards import RED_SUITS, Face, face_text
from canasta.base.sheets import amount
from canasta.base.spans import Anchor, Cards, Link, Number, Span, Style, Text
from canasta.handbook.page import (
    Block,
    Book,
    Bullets,
    DefinitionEntry,
    Example,
    Heading,
    Inline,
    Paragraph,
    Part,
    Rule,
    Table,
)
from canasta.wording.spans import card_name, card_sign, plain, written

_STYLE: Final = Path(__file__).parent / "page.css"
_WIDE: Final = 4
"""Columns from which a table may need to scroll on a small screen."""


def html(book: Book, play: str = "") -> str:
    """Return the whole *book* as a page that needs nothing else: no network, no scripts, no other files.

    *play* is an address where the game can be played, for a link.
    """
    title = escape(book.title)
    style = f"\n{_STYLE.read_text(encoding='utf-8').rstrip()}\n"
    lines = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy(style)}">',
        f"<title>{title}: the rules</title>",
        f"<style>{style}</style>",
        "</head>",
        '<body class="book">',
        '<a class="skip" href="#rulebook">To the rules</a>',
        "<header>",
        f"<h1>{title}</h1>",
        f"<p>{escape(book.blurb)}</p>",
        f'<p class="facts">{"".join(f"<span>{escape(fact)}</span>" for fact in book.facts)}</p>',
        *([f'<p><a href="{escape(play)}">Play this game</a></p>'] if play else []),
        "</header>",
        *_contents(book),
        '<main id="rulebook">',
        *(text for part in book.parts for text in _part(part)),
        "</main>",
        "<footer>Written by canasta from the rules as it plays them.</footer>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def policy(style: str) -> str:
    """Return what a browser may load on a page: its own *style*, the whole text of that element, and nothing else from anywhere."""
    return f"default-src 'none'; style-src {_hash(style)}; base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _contents(book: Book) -> Iterator[str]:
    yield '<nav aria-labelledby="contents">'
    yield '<h2 id="contents">Contents</h2>'
    yield "<ul>"
    for part in book.parts:
        yield f'<li><a href="#{part.anchor}">{escape(part.title)}</a>'
        chapters = [block for block in part.blocks if isinstance(block, Heading) and block.level == 3]
        if chapters:
            yield "<ul>"
            yield from (f'<li><a href="#{each.anchor}">{escape(each.text)}</a></li>' for each in chapters)
            yield "</ul>"
        yield "</li>"
    yield "</ul>"
    yield "</nav>"


def _part(part: Part) -> Iterator[str]:
    yield f'<section aria-labelledby="{part.anchor}">'
    yield f'<h2 id="{part.anchor}">{escape(part.title)}</h2>'
    for block in part.blocks:
        yield from _block(block)
    yield "</section>"


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading(level, text, anchor):
            yield f'<h{level} id="{anchor}">{escape(text)}</h{level}>'
        case Paragraph(text):
            yield f"<p>{_inline(text)}</p>"
        case Bullets(items, numbered):
            tag = "ol" if numbered else "ul"
            yield f"<{tag}>"
            yield from (f"<li>{_inline(item)}</li>" for item in items)
            yield f"</{tag}>"
        case Table():
            yield from _table(block)
        case Rule(title, clause, text, mark):
            yield f'<div class="rule" id="{clause}">'
            yield f"<h4>{escape(title)}</h4> <p>{_inline(text)}</p>"
            yield f'<p class="mark"><code>{clause}</code>{" · " if mark else ""}{_inline(mark)}</p>'
            yield "</div>"
        case DefinitionEntry():
            yield from _entry(block)
        case Example(blocks):
            yield '<aside class="example" aria-label="Example">'
            for each in blocks:
                yield from _block(each)
            yield "</aside>"


def _entry(entry: DefinitionEntry) -> Iterator[str]:
    yield f'<div class="choice" id="{entry.anchor}">'
    name = f"<code>{escape(entry.name)}</code>" if entry.code else escape(entry.name)
    yield f'<h4 class="sentence">{name}</h4>' + (f" <p>{_inline(entry.text)}</p>" if entry.text else "")
    if entry.mark:
        yield f'<p class="mark">{_inline(entry.mark)}</p>'
    if entry.lines:
        yield "<dl>"
        yield from (f"<dt>{escape(word)}</dt><dd>{_inline(said)}</dd>" for word, said in entry.lines)
        yield "</dl>"
    yield "</div>"


def _table(table: Table) -> Iterator[str]:
    wide = len(table.head) >= _WIDE
    several = ' class="several"' if sum(table.numbers) > 1 else ""
    # What scrolls must be reached without a mouse.
    yield f'<div class="wide" role="region" tabindex="0" aria-label="{escape(table.caption)}">' if wide else "<div>"
    yield f"<table{several}>"
    if table.caption:
        yield f"<caption>{escape(table.caption)}</caption>"
    kinds = [' class="number"' if right else "" for right in table.numbers]
    heads = (
        f'<th scope="col"{kind}>{escape(head)}</th>' if head else "<td></td>"
        for head, kind in zip(table.head, kinds, strict=True)
    )
    yield f"<thead><tr>{''.join(heads)}</tr></thead>"
    yield "<tbody>"
    for at, row in enumerate(table.rows):
        total = ' class="total"' if table.total and at + 1 == len(table.rows) else ""
        cells = (f"<td{kind or _few_cards(cell)}>{_inline(cell)}</td>" for cell, kind in zip(row, kinds, strict=True))
        yield f"<tr{total}>{''.join(cells)}</tr>"
    yield "</tbody>"
    yield "</table>"
    yield "</div>"


def _few_cards(cell: Inline) -> str:
    """Return what keeps a few cards on one line."""
    number = sum(len(span.faces) if isinstance(span, Cards) else _WIDE + 1 for span in cell)
    return ' class="cards"' if 0 < number <= _WIDE else ""


def _inline(text: Inline) -> str:
    """Return a line of text; pieces that are marks are made small together."""
    return written(text, _span, lambda inside: f'<span class="mark">{inside}</span>')


def _span(span: Span) -> str:
    match span:
        case Text(text, style):
            return _styled(text, style)
        case Anchor(text, name, style):
            return f'<span id="{escape(name)}">{_styled(text, style)}</span>'
        case Link(text, href, style):
            return f'<a href="{escape(href)}">{_styled(text, style)}</a>'
        case Number(value, style):
            return _styled(amount(value), style)
        case Cards(faces):
            return " ".join(map(_card, faces))
    return escape(plain((span,)))


def _styled(text: str, style: Style) -> str:
    tag = {"strong": "strong", "good": "strong", "em": "em", "code": "code"}.get(style)
    return f"<{tag}>{escape(text)}</{tag}>" if tag else escape(text)


def _card(face: Face) -> str:
    kind = "card red" if face_text(face)[-1] in RED_SUITS else "card"
    return f'<span class="{kind}" role="img" aria-label="{card_name(face)}">{card_sign(face)}</span>'
