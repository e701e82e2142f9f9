"""Texts use the words of docs/glossary.md: those that once drifted are looked for in sentences and documents."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from scripts.sentences import sentences

ROOT = Path(__file__).resolve().parents[1]

DRIFTED = {
    "packet": r"\bpackets?\b",
    "variant": r"\bvariants?\b",
    "sort": r"\bsorts? of (?:a )?(?:canasta|meld)s?\b",
    "lift": r"\blift(?:s|ed|ing)? (?:\S+ )*?cards\b",
    "rulebook": r"\brulebooks?\b",
}
"""Words that were replaced, and how they look where they mean what the glossary calls by another word.

``sort`` is also a command (it sorts the hand), and ``lift`` also means trying the top card of the pile: that is its own entry.
"""

EXEMPT = {
    "`packets`": "a field of position lines",
    " packets=": "the same in a position line",
    "each packet": "how values of deal.dealers begin, written in files and records",
    "variant =": "a key of case files",
    "`variant`": "a key of case files",
    "rules/variants/": "a folder before version 0.2",
    "`rulebook`": "a module before version 0.2",
    "*packets*": "an argument that is named after the field of position lines",
    "Packet(": "what is read from that field",
    "variants of it": "of a policy, not of a game",
    'id="rulebook"': "an anchor of the page",
    "#rulebook": "an anchor of the page",
}
"""What may be written all the same, and why."""

DOCUMENTS = sorted(
    path
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/decisions/*.md")]
    if path.name not in {"glossary.md", "games.md", "CHANGELOG.md"}
)


def drifted(text: str) -> list[str]:
    """List the words in *text* that the glossary replaces."""
    for exempt in EXEMPT:
        text = text.replace(exempt, "")
    text = re.sub(r"\{[^{}]*\}", "…", text)
    return [word for word, pattern in DRIFTED.items() if re.search(pattern, text, re.IGNORECASE)]


def test_sentences_use_the_words_of_the_glossary() -> None:
    found = [(f"{each.module}:{each.line}", words) for each in sentences() if (words := drifted(each.text))]
    assert found == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_documents_use_the_words_of_the_glossary(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [(number, words) for number, line in enumerate(lines, 1) if (words := drifted(line))] == []


def test_files_and_docstrings_use_the_words_of_the_glossary() -> None:
    found = []
    for path in sorted([*ROOT.glob("src/canasta/**/*.py"), *ROOT.glob("scripts/*.py")]):
        found += [(str(path), words) for words in [drifted(path.stem.replace("_", " "))] if words]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                words = drifted(ast.get_docstring(node) or "")
                found += [(f"{path}: {getattr(node, 'name', 'module')}", words)] if words else []
    assert found == []


def test_each_thing_has_one_row_in_the_glossary() -> None:
    rows = re.findall(r"^\| ([^|]+?) \|", (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE)
    words = [word for row in rows for word in row.split(", ")]
    assert len(words) > 50
    assert len(set(words)) == len(words)


def test_drifted_words_are_noticed() -> None:
    assert drifted("Pick up your next packet.") == ["packet"]
    assert drifted("Lifting just so many cards earns 100.") == ["lift"]
    assert drifted("A sort of canasta in the rulebook of this variant.") == ["variant", "sort", "rulebook"]
    assert drifted("Type sort suit. You lifted the top card. `deal.dealers` is each packet.") == []
