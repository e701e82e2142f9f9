"""The build hook: a wheel carries the kernel compiled, where it can be compiled, and the page, where it can be built.

An editable install gets the compiled modules beside their sources, and no page: `make page` builds it there. Which kernel
there is and whether there is a page comes out in one line each; pip shows them with ``--verbose``, and ``canasta --version``
tells the kernel at any time.
"""

import runpy
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LEAST = (3, 11)
TOO_OLD = (
    f"canasta needs Python {LEAST[0]}.{LEAST[1]} or newer. This is Python {sys.version_info[0]}.{sys.version_info[1]}."
)


class KernelHook(BuildHookInterface[Any]):
    """Compiles the kernel, builds the page, and puts them into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build before the wheel is put together; a source distribution carries the page, and no compiled module."""
        if sys.version_info < LEAST:
            raise RuntimeError(TOO_OLD)  # pip asks only afterwards, and compiling takes a minute
        if version != "editable":
            self._build_page()
        if self.target_name != "wheel":
            return
        build = runpy.run_path(str(Path(self.root, "scripts/build_kernel.py")))
        self._temporary = tempfile.TemporaryDirectory()
        target = build["SOURCES"] if version == "editable" else Path(self._temporary.name)
        why = build["build"](target)
        if why is None:
            self.app.display_info("kernel: compiled")
        elif build["os"].environ.get("CANASTA_KERNEL") == "compiled":
            raise RuntimeError(f"CANASTA_KERNEL=compiled, but {why}")
        else:
            self.app.display_warning(f"kernel: interpreted, 20 to 40 times slower: {why}")
        if why is None and version != "editable":
            build_data["infer_tag"] = True
            build_data["pure_python"] = False
            for path in sorted(target.rglob("*.so")):
                build_data["force_include"][str(path)] = str(path.relative_to(target))

    def _build_page(self) -> None:
        """Build the page from its sources; a source distribution has none, for it carries the page itself."""
        if not Path(self.root, "frontend/package.json").exists():
            return
        why = runpy.run_path(str(Path(self.root, "scripts/build_page.py")))["build"]()
        if why is None:
            self.app.display_info("page: built")
        else:
            self.app.display_warning(
                f"page: not built, so `canasta serve` and `canasta export` have none or an older one: {why}"
            )

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what the wheel was put together from."""
        del version, build_data, artifact_path
        if self.target_name == "wheel":
            self._temporary.cleanup()
