"""Find words that read as translated: ``python -m scripts.english`` names each place and a better form.

It reads the sentences of the package, the documents and the texts of the page. Decisions and handbooks are left out: the
first are records, and the second are written from the rules.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from scripts.sentences import sentences

ROOT: Final = Path(__file__).resolve().parents[1]

BETTER: Final = {
    r"(?<!there )(?<!It )\bis no (?!longer\b|more\b|\w+er\b)": '"is not a …"',
    r"\banew\b": '"again"',
    r"\bamid\b": '"during", or "in the middle of"',
    r"\bwhoever\b": 'name the subject: "players who …", "if you …"',
    r"\b(?:is|are|was|were) told\b": '"hears", "sees", or who says it: "the table shows …"',
    r"(?<!just )\bso many\b": '"that many", or the number',
    r"\b(?:every|some|any)body\b": '"everyone", "someone", "anyone"',
    r"\bon the average\b": '"on average"',
    r"\bseldom\b": '"rarely"',
    r"\bfor ever\b": '"forever"',
    r"\botherwise than\b": '"differently from"',
    r"\b(?:is|are) (?:to be )?had\b": '"you can get"',
    r"\bgoes? on\b": '"continues"',
    r"\b(?:he|him|his)\b": '"they", or "you"',
    r"\bis no word\b": '"unknown command"',
}
"""How a word or phrase looks that has a better form, and the better form."""

EXCEPTIONS: Final = {
    "a player who was told no": "the answer that a partner gave",
    "his or her": "a pronoun that a family's rules quote",
}
"""What may stand all the same, and why."""

_CODE: Final = re.compile(r"`[^`]*`|\]\([^)]*\)|<[^>]*>|\{[^{}]*\}")
_TEXT: Final = re.compile(r'>([^<>{}]+)<|"([^"]*\s[^"]*)"|`([^`]*\s[^`]*)`|^\s*([A-Z][^<>{}=;]*)$', re.MULTILINE)


def documents() -> Iterator[tuple[str, int, str]]:
    """Yield the lines of the documents outside of blocks of code: the file, the number of the line, the text."""
    for path in [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/*.md"),
        *ROOT.glob("docs/research/*.md"),
        ROOT / "frontend/README.md",
    ]:
        if path.name == "games.md":
            continue
        inside = False
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.lstrip().startswith("```"):
                inside = not inside
            elif not inside and not line.startswith("    "):
                yield str(path.relative_to(ROOT)), number, _CODE.sub("", line)


def page() -> Iterator[tuple[str, int, str]]:
    """Yield the texts in the components and modules of the page: the file, the number of the line, the text."""
    for path in sorted((ROOT / "frontend/src").rglob("*")):
        if path.suffix not in {".svelte", ".ts"} or "gen" in path.parts:
            continue
        text = re.sub(
            r"<style>.*?</style>|^\s*(?://|\*|/\*).*$|<!--.*?-->",
            _blank,
            path.read_text(encoding="utf-8"),
            flags=re.DOTALL | re.MULTILINE,
        )
        for found in _TEXT.finditer(text):
            part = next(part for part in found.groups() if part is not None)
            yield str(path.relative_to(ROOT)), text.count("\n", 0, found.start()) + 1, part


def package() -> Iterator[tuple[str, int, str]]:
    """Yield the sentences of the package: the file, the number of the line, the text."""
    for each in sentences():
        yield f"src/canasta/{each.module}", each.line, each.text


def better(text: str) -> list[tuple[str, str]]:
    """List what in *text* has a better form: the words, and the better form.

    >>> better("A pair is no meld.")
    [('is no ', '"is not a …"')]
    >>> better("There is no stock left.")
    []
    """
    for exception in EXCEPTIONS:
        text = text.replace(exception, "")
    return [(found[0], form) for pattern, form in BETTER.items() for found in re.finditer(pattern, text, re.IGNORECASE)]


def main() -> None:
    """Print every place, and end with 1 if there is one."""
    found = [
        f'{path}:{number}: "{words}": better {form}\n    {text.strip()[:160]}'
        for path, number, text in (*package(), *documents(), *page())
        for words, form in better(text)
    ]
    print("\n".join(found) or "english: no word that has a better form")
    sys.exit(bool(found))


def _blank(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


if __name__ == "__main__":
    main()
