"""What the chapters of the lesson share: the sentences of clauses, and how a chapter begins."""

from __future__ import annotations

from collections.abc import Iterator

from canasta.base.english import listed
from canasta.handbook.page import Block, Heading, paragraph
from canasta.rules.groups import Rules
from canasta.wording.describe import describe

Blocks = Iterator[Block]


def say(rules: Rules, *clauses: str) -> str:
    """Return the sentences of *clauses* one after another; empty if none of them applies."""
    return " ".join(line.text for clause in clauses for line in describe(rules, clause))


def topic(title: str, anchor: str, *sentences: str) -> Blocks:
    """Yield a paragraph with a heading of its own, to be found at a glance; nothing where there are no sentences."""
    if any(sentences):
        yield Heading(4, title, f"learn-{anchor}")
        yield paragraph(*sentences)


def reserve_names(rules: Rules, *, article: str = "") -> str:
    """Return the reserves by their names: "knee and foot", "your knee and your foot"."""
    return listed(f"{article}{reserve.name}" for reserve in rules.reserves)
