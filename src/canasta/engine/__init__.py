"""The kernel: the rules of every game, in small integer steps.

The modules of this package are plain Python. Where there is a C compiler, installing compiles them with
mypyc, and the compiled modules lie beside their sources. This file chooses which of the two are loaded,
and says so in `KERNEL`, before any of them is imported:

* the compiled kernel where it is complete, else the interpreted one;
* ``CANASTA_KERNEL=interpreted`` loads the sources although there are compiled modules;
* ``CANASTA_KERNEL=compiled`` is an error where there is no compiled kernel, for tests and benchmarks.

Modules whose names begin with an underscore are never compiled.
"""

import os
import sys
from importlib.machinery import (
    BYTECODE_SUFFIXES,
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
    SourcelessFileLoader,
)
from typing import Final

from canasta.base.errors import KernelError

_FOLDER: Final = os.path.dirname(__file__)


class _SourcesOnly:
    """Finds the modules of this package as sources or their bytecode, never as extension modules."""

    def __init__(self) -> None:
        loaders = (SourceFileLoader, SOURCE_SUFFIXES), (SourcelessFileLoader, BYTECODE_SUFFIXES)
        self._finder = FileFinder(_FOLDER, *loaders)

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """Find `name` if it is in this package."""
        return self._finder.find_spec(name) if name.rpartition(".")[0] == __name__ else None


def _has_librt() -> bool:
    """Tell whether `librt.vecs` can be imported; if not, put lists in its place."""
    try:
        import librt.vecs  # noqa: F401
    except ImportError:
        from canasta.engine import _lists

        sys.modules["librt.vecs"] = _lists
        return False
    return True


def _is_compiled() -> bool:
    """Tell whether every module of the kernel has an extension module for this Python."""
    files = set(os.listdir(_FOLDER))
    names = [name[:-3] for name in files if name.endswith(".py") and not name.startswith("_")]
    return bool(names) and all(any(name + end in files for end in EXTENSION_SUFFIXES) for name in names)


def _choose() -> str:
    """Choose the kernel and make the imports of this package find it."""
    asked = os.environ.get("CANASTA_KERNEL", "")
    if asked not in {"", "compiled", "interpreted"}:
        raise KernelError(f"CANASTA_KERNEL is {asked!r}; it may be 'compiled' or 'interpreted'.")
    # The order matters: without librt the stand-in must be in place, whatever was asked.
    if _has_librt() and _is_compiled() and asked != "interpreted":
        return "compiled"
    if asked == "compiled":
        raise KernelError("CANASTA_KERNEL=compiled, but there is no compiled kernel for this Python.")
    sys.meta_path.insert(0, _SourcesOnly())
    return "interpreted"


KERNEL: Final = _choose()
"""Which kernel runs: "compiled" or "interpreted"."""
