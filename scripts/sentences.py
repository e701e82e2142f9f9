"""Write build/sentences.md, every sentence that people read: ``make sentences``, or ``python -m scripts.sentences``.

For proofreading: refusals from deals of every game, the help of every command, and the texts in the source by what they are for.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import click

from canasta.base.clauses import BY_NAME
from canasta.cli import cli
from scripts.refused import Refused, gather

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGE: Final = ROOT / "src" / "canasta"
PAGE: Final = ROOT / "build" / "sentences.md"

PROMPTS: Final = frozenset({"ask", "say", "say_whole", "echo", "secho", "_say", "tell", "show"})
"""Functions that print what they are given, or ask for an answer."""

ERRORS: Final = frozenset({
    *("BadParameter", "ClickException", "Problem", "UsageError", "_complain", "_failed", "_misspelled", "_taken"),
    *("_wrong", "complain", "fail", "flaw", "problem", "wrong"),
})  # fmt: skip
"""Functions that report what is wrong, besides everything that is raised."""

KINDS: Final = ("Prompts and messages", "Errors", "Hints", "Other texts")

_WORDS: Final = re.compile(r"[A-Za-z]{2,}[^A-Za-z]* +[^A-Za-z]*[A-Za-z{]")
"""At least two words: a key or a name of something is not a sentence."""


class Sentence(NamedTuple):
    """A text in the source: what it is for, the module and the line, and the text with ``{…}`` for each expression."""

    kind: str
    module: str
    line: int
    text: str


def sentences(package: Path = PACKAGE) -> Iterator[Sentence]:
    """Yield the texts in the modules of *package*, module by module, in the order in which they appear."""
    for path in sorted(package.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        module = path.relative_to(package).as_posix()
        found: dict[ast.AST, Sentence] = {}
        _collect(tree, "Hints" if module == "wording/hints.py" else "Other texts", module, found)
        yield from sorted(found.values(), key=lambda sentence: sentence.line)


def _collect(node: ast.AST, kind: str, module: str, found: dict[ast.AST, Sentence]) -> None:
    """Add to *found* the texts below *node*, which are of *kind* unless they are printed or raised."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    kind = _kind(node, kind)
    text = _text(node)
    if text is not None and _WORDS.search(text):
        found[node] = Sentence(kind, module, getattr(node, "lineno", 0), text)
    for name, child in ast.iter_fields(node):
        if name != "annotation":
            for each in child if isinstance(child, list) else [child]:
                # The constant parts of an f-string belong to its text; its expressions may hold texts of their own.
                if isinstance(each, ast.AST) and not (
                    isinstance(node, ast.JoinedStr) and isinstance(each, ast.Constant)
                ):
                    _collect(each, kind, module, found)


def _kind(node: ast.AST, kind: str) -> str:
    """Return what the texts below *node* are for; *kind* where it neither prints nor raises."""
    if isinstance(node, ast.Raise):
        return "Errors"
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return "Errors" if name in ERRORS else "Prompts and messages" if name in PROMPTS else kind
    return kind


def _text(node: ast.AST) -> str | None:
    """Return the text of a literal, with ``{…}`` for what an f-string fills in; None for any other node."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return None
    parts = []
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            parts.append(f"{{{ast.unparse(part.value)}}}")
        elif isinstance(part, ast.Constant):
            parts.append(str(part.value))
    return "".join(parts)


def refusal_lines(found: Refused) -> Iterator[str]:
    """Yield the part on refusals: the sentences of each cause, and the causes that were never met."""
    for cause, texts in found.texts.items():
        if texts:
            yield from ("", f"### {cause}", "", *(f"- {text} ({table})" for text, table in texts.items()))
    missing = found.missing
    if missing:
        yield from ("", "### Not met", "", "No deal here was refused anything by these causes:", "")
        yield from (f"- {cause}: {BY_NAME[cause].title}" for cause in missing)


def helps(command: click.Command, name: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the help of *command* and of the commands in it."""
    context = click.Context(command, info_name=name)
    yield name, command.get_help(context)
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            inner = command.get_command(context, each)
            if inner is not None:
                yield from helps(inner, f"{name} {each}")


def page(found: Refused) -> str:
    """Return the whole page, with the refusals that were *found*."""
    lines = ["# Sentences", "", "## Refusals", *refusal_lines(found)]
    lines += ["", "## Help"]
    for name, text in helps(cli, "canasta"):
        lines += ["", f"### {name}", "", "```text", text, "```"]
    texts = list(sentences())
    for kind in KINDS:
        lines += ["", f"## {kind}"]
        module = ""
        for sentence in texts:
            if sentence.kind != kind:
                continue
            if sentence.module != module:
                module = sentence.module
                lines += ["", f"### {module}", ""]
            lines.append(f"- {sentence.line}: {' '.join(sentence.text.split())}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the page."""
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(gather()), encoding="utf-8")
    print(f"sentences: written to {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
