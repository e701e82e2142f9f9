"""A handbook as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from canasta.base.sheets import amount
from canasta.base.spans import Anchor, Link, Number, Span, Style, Text
from canasta.handbook.page import (
    Block,
    Book,
    Bullets,
    DefinitionEntry,
    Example,
    Heading,
    Inline,
    Paragraph,
    Rule,
    Table,
)
from canasta.wording.spans import plain, written

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def markdown(book: Book) -> str:
    """Return the whole *book*: headings with anchors, a table of contents, the parts."""
    parts = [f"# {_text(book.title)}", _text(book.blurb), _text(" · ".join(book.facts))]
    parts.append("\n".join(_contents(book)))
    for part in book.parts:
        parts.append(f'## {_text(part.title)} <a id="{part.anchor}"></a>')
        for block in part.blocks:
            parts.extend(_block(block))
    return "\n\n".join(part for part in parts if part) + "\n"


def _contents(book: Book) -> Iterator[str]:
    """Yield each part with its chapters in a line."""
    for part in book.parts:
        chapters = [block for block in part.blocks if isinstance(block, Heading) and block.level == 3]
        inside = ", ".join(f"[{_text(each.text)}](#{each.anchor})" for each in chapters)
        yield f"- [{_text(part.title)}](#{part.anchor}){': ' if inside else ''}{inside}"


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading(level, text, anchor):
            yield f'{"#" * level} {_text(text)} <a id="{anchor}"></a>'
        case Paragraph(text):
            yield _inline(text)
        case Bullets(items, numbered):
            yield "\n".join(f"{f'{at}.' if numbered else '-'} {_inline(item)}" for at, item in enumerate(items, 1))
        case Table():
            yield from _table(block)
        case Rule(title, clause, text, mark):
            small = f"`{clause}`{' · ' if mark else ''}{_inline(mark)}"
            yield f'<a id="{clause}"></a>**{_text(title)}.** {_inline(text)} <sub>{small}</sub>'
        case DefinitionEntry():
            yield from _entry(block)
        case Example(blocks):
            inside = "\n\n".join(text for each in blocks for text in _block(each))
            yield "\n".join(f"> {row}".rstrip() for row in inside.splitlines())


def _entry(entry: DefinitionEntry) -> Iterator[str]:
    name = f"`{entry.name}`:" if entry.code else f"**{_text(entry.name)}.**"
    mark = f" <sub>{_inline(entry.mark)}</sub>" if entry.mark else ""
    yield f'<a id="{entry.anchor}"></a>{name} {_inline(entry.text)}{mark}'.rstrip()
    if entry.lines:
        yield "\n".join(f"- *{_text(word)}:* {_inline(said)}" for word, said in entry.lines)


def _table(table: Table) -> Iterator[str]:
    if table.caption:
        yield f"*{_text(table.caption)}*"
    rule = ["---:" if right else "---" for right in table.numbers]
    rows = [" | ".join(table.head), " | ".join(rule)]
    rows += [" | ".join(_inline(cell) for cell in row) for row in table.rows]
    yield "\n".join(f"| {row} |" for row in rows)


def _inline(text: Inline) -> str:
    """Return a line of text; pieces that are marks are made small together."""
    return written(text, _span, lambda inside: f"<sub>{inside}</sub>")


def _span(span: Span) -> str:
    match span:
        case Text(text, style):
            return _styled(text, style)
        case Anchor(text, name, style):
            return f'<a id="{name}"></a>{_styled(text, style)}'
        case Link(text, href, style):
            return f"<{href}>" if href == text else f"[{_styled(text, style)}]({href})"
        case Number(value, style):
            return _styled(amount(value), style)
    return _text(plain((span,)))


def _styled(text: str, style: Style) -> str:
    match style:
        case "code":
            return f"`{text}`"
        case "strong" | "good":
            return f"**{_text(text)}**"
        case "em":
            return f"*{_text(text)}*"
    return _text(text)


def _text(text: str) -> str:
    """Plain text with the signs of Markdown made harmless."""
    return _SPECIAL.sub(r"\\\1", text)
