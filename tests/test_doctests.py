"""Runs the examples in the docstrings of the package.

Not pytest's own ``--doctest-modules``: it would load the source of a module of the kernel under the name of
the compiled one. Here the examples are read from the sources and run in the modules that were imported.
"""

import ast
import doctest
import importlib
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parents[1] / "src"
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def examples(path: Path) -> list[tuple[str, int, str]]:
    """List the docstrings with examples in them: name, line, text."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, DOCUMENTED) and ">>>" in (text := ast.get_docstring(node, clean=False) or ""):
            name = "" if isinstance(node, ast.Module) else node.name
            found.append((name, node.body[0].lineno - 1, text))
    return found


FILES = [path for path in sorted((SOURCES / "canasta").rglob("*.py")) if ">>>" in path.read_text(encoding="utf-8")]


@pytest.mark.kernel
@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCES)))
def test_the_examples_are_true(path: Path) -> None:
    parts = path.relative_to(SOURCES).with_suffix("").parts
    module = importlib.import_module(".".join(part for part in parts if part != "__init__"))
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    for name, line, text in examples(path):
        test = doctest.DocTestParser().get_doctest(text, dict(vars(module)), name, str(path), line)
        runner.run(test, out=report.append)
    assert not report, "".join(report)
