"""The Python of the documents, block by block; ``python -m scripts.python_blocks FOLDER`` writes it there for the type checker.

Each block becomes a file, in which every line has the number that it has on its page.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]


def python_blocks(page: Path) -> Iterator[tuple[int, str]]:
    """Yield each Python block of *page* with the number of lines before it."""
    text = page.read_text(encoding="utf-8")
    for block in re.finditer(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        yield text.count("\n", 0, block.start(1)), block[1]


def write_blocks(folder: Path) -> None:
    """Write the blocks of all pages that use canasta to *folder*, which holds no other Python afterwards."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.py"):
        old.unlink()
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        name = "_".join(page.relative_to(ROOT).with_suffix("").parts).replace("-", "_")
        for before, block in python_blocks(page):
            if "from canasta import" in block:
                (folder / f"{name}_{before}.py").write_text("\n" * before + block, encoding="utf-8")


if __name__ == "__main__":
    write_blocks(Path(sys.argv[1]))
