"""What `make site` packs for the worker: it imports there, beside the standard library and two modules."""

import ast
import sys
from pathlib import Path

from scripts.site_archive import is_left_out, modules

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "canasta"
PACKED = dict(modules(PACKAGE))


def imported_at_once(path: Path) -> set[str]:
    """Return the modules that importing *path* imports, each with its whole name."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {node.module}
    return names


def test_what_is_packed_imports_nothing_that_is_not() -> None:
    missing = {
        f"{module} imports {name}"
        for module, path in PACKED.items()
        for name in imported_at_once(path)
        if name.partition(".")[0] not in {*sys.stdlib_module_names, "canasta", "librt", "mypy_extensions"}
        or (name.startswith("canasta.") and is_left_out(name.removeprefix("canasta.")))
    }
    assert "canasta.tables.local" in PACKED
    assert not missing, f"scripts/site_archive.py packs what cannot be imported in the worker: {sorted(missing)}"
