"""Where rules come from, as the handbook shows it: marks behind sentences, and the list of documents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from canasta.base.spans import Anchor, Link, Span, Text
from canasta.handbook.page import Bullets, Inline, Paragraph, Part
from canasta.rules.game import Game
from canasta.rules.source import Source
from canasta.wording.rules_text import Origin
from canasta.wording.spans import line


def mark(origin: Origin) -> Inline:
    """Return the mark of one origin: the document alone where it states the rule, else how the rule is known, too."""
    before = line("option ", Text(origin.option, "code"), ": ") if origin.option else ()
    return line(before, source_mark(origin.source))


def source_mark(source: Source) -> Inline:
    """Return the mark of a source, with its note unless that is a reading's, which has a place of its own."""
    if source.status == "house":
        return line("house rule")
    key = Link(source.document, f"#source-{source.document}")
    how = "" if source.status in {"stated", source.document} else f"{source.status}, "
    note = f": {source.note}" if source.note and source.status != "reading" else ""
    return line(how, key, note)


def marks(origins: Iterable[Origin]) -> Inline:
    """Several marks, each once."""
    spans: list[Span] = []
    for each in dict.fromkeys(mark(origin) for origin in origins):
        spans += [Text("; "), *each] if spans else each
    return tuple(spans)


_MEANINGS = (
    ("a name alone", "the document states the rule"),
    ("recovered", "the game's own description has lost the rule; the document named still has it"),
    ("inferred", "no description says so, but the other rules leave no choice"),
    ("default", "no description mentions it; this is the usual way"),
    ("reading", "the descriptions can be read in several ways; this is one of them"),
    ("house rule", "your own rule"),
)


def documents(game: Game, cited: Sequence[str]) -> Part:
    """Return the documents *cited* by their keys, and what the marks mean."""
    items = []
    for key in sorted(cited):
        document = game.documents[key]
        address = line(", ", Link(document.address, document.address)) if document.address else ()
        name = Anchor(key, f"source-{key}", "strong")
        items.append(line(name, f": {document.author}, ", Text(document.title, "em"), address))
    meanings = tuple(line(Text(word, "em"), f": {meaning}") for word, meaning in _MEANINGS)
    return Part(
        "Sources",
        "sources",
        (
            Bullets(tuple(items)),
            Paragraph(line("The small print after a rule says where it comes from:")),
            Bullets(meanings),
        ),
    )
