"""Pack canasta and what it uses of the standard library as bytecode, for the worker of `make site`.

Runs in the Python of the worker itself (``frontend/site/pack.mjs``), so that the bytecode is right for it: this module may import
nothing but the standard library.
"""

from __future__ import annotations

import ast
import importlib
import marshal
import sys
import traceback
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType
from typing import Any, Final, cast

LEFT_OUT: Final = (
    "__main__", "cli", "export", "files", "folders", "game_argument", "learn", "protocol", "server", "sim", "terminal",
    "tables.hint_program", "tables.remote", "tables.remote_bot", "tables.remote_view", "whole_number",
)  # fmt: skip
"""The parts of canasta that the worker never imports."""

_YEAR: Final = (1980, 1, 1, 0, 0, 0)
"""When everything was written: equal sources make equal archives."""

_CODECS: Final = ("ascii", "aliases", "cp437", "idna", "latin_1", "utf_8")
_DATA: Final = (".toml", ".json", ".txt")


def modules(package: Path) -> Iterator[tuple[str, Path]]:
    """Yield the name and the file of every module of canasta that the worker may import."""
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        dotted = ".".join(parts)
        if not is_left_out(dotted):
            yield "canasta." + dotted if dotted != "__init__" else "canasta", path


def is_left_out(dotted: str) -> bool:
    """Return whether the part of canasta with the name *dotted*, or what it is in, is one that the worker never imports."""
    return any(dotted == each or dotted.startswith(f"{each}.") for each in LEFT_OUT)


def import_everything(package: Path) -> None:
    """Import every module, and whatever they import later, inside functions."""
    for name, path in modules(package):
        importlib.import_module(name.removesuffix(".__init__"))
        for wanted in _imported(ast.parse(path.read_text(encoding="utf-8"))):
            if wanted.partition(".")[0] in sys.stdlib_module_names:
                with suppress(ModuleNotFoundError):  # of other systems
                    importlib.import_module(wanted)
    traceback.format_exception(LookupError())  # what tells of a failure loads more
    for codec in _CODECS:
        importlib.import_module(f"encodings.{codec}")


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def library(packed: Path) -> list[str]:
    """Return the names in the archive *packed* of the standard library that have been imported."""
    loaded = {
        str(file).removeprefix(f"{packed}/")
        for module in list(sys.modules.values())
        if (file := getattr(module, "__file__", None)) and str(file).startswith(f"{packed}/")
    }
    return sorted(loaded)


class _Bare(ast.NodeTransformer):
    """Takes away what nothing reads in a worker: docstrings and types of functions. Dataclasses read their own."""

    def visit_Module(self, node: ast.Module) -> ast.AST:
        """Leave out the docstring."""
        return self._without(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Leave out the docstring, and types where no decorator reads them."""
        if not node.decorator_list:
            node.returns = None
            for each in ast.walk(node.args):
                if isinstance(each, ast.arg):
                    each.annotation = None
        return self._without(node)

    def _without(self, node: Any) -> ast.AST:
        self.generic_visit(node)
        if ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
        return cast("ast.AST", node)


def bytecode(source: bytes, name: str) -> bytes:
    """Return *source* as a module of bytecode, which calls itself *name* and is never compared with its source."""
    code = compile(_Bare().visit(ast.parse(source)), name, "exec", dont_inherit=True)
    never_compared = (1).to_bytes(4, "little") + bytes(8)
    return MAGIC_NUMBER + never_compared + marshal.dumps(_shortened(code))


def _shortened(code: CodeType) -> CodeType:
    """Return *code* without the places of its instructions in lines, which only tell where in a line something failed."""
    inner = tuple(_shortened(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_consts=inner, co_linetable=_nowhere(len(code.co_code) // 2))


def _nowhere(units: int) -> bytes:
    """Return a table of places that says nothing of *units* of code: up to eight in a byte, as CPython writes it."""
    full, rest = divmod(units, 8)
    return b"\xff" * full + (bytes([0xF8 | rest - 1]) if rest else b"")


def write(target: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write *files* to the archive *target*, unpacked: it is packed as a whole."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name, _YEAR), content)


def pack(sources: Path, also: Path, target: Path) -> None:
    """Write ``python_stdlib.zip`` and ``canasta.zip`` to *target*, of the package in *sources* and the single module *also*."""
    package = sources / "canasta"
    import_everything(package)
    packed = next(Path(each) for each in sys.path if each.endswith(".zip"))
    with zipfile.ZipFile(packed) as archive:
        names = library(packed)
        write(
            target / "python_stdlib.zip",
            ((f"{name}c", bytecode(archive.read(name), name)) for name in names),
        )
    own = [(path, str(path.relative_to(sources))) for _, path in modules(package)]
    data = [
        path
        for path in sorted(package.rglob("*"))
        if path.suffix in _DATA and not is_left_out(".".join(path.relative_to(package).parts))
    ]
    write(
        target / "canasta.zip",
        [
            *((f"{name}c", bytecode(path.read_bytes(), name)) for path, name in [*own, (also, also.name)]),
            *((str(path.relative_to(sources)), path.read_bytes()) for path in data),
        ],
    )
