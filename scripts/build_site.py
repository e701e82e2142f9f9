"""Build the table for a web host without a server of ours: ``python -m scripts.build_site``, which `make site` runs.

It writes `build/site`: the page, the engine for its worker (Pyodide, from the lock in `frontend/site`, and canasta as bytecode), and a
service worker that keeps one whole version. Any host of files will do, at any path. Exit status: 0 built, 3 not.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from canasta.handbook.book import book
from canasta.handbook.html import html
from canasta.rules.load import games, load
from canasta.tables.requests import games_json
from scripts.build_page import FRONTEND, NOT_BUILT, ROOT, get_node, install, node, run

SITE = ROOT / "build" / "site"
ENGINE = ROOT / "build" / "engine"
LOCKED = FRONTEND / "site"


def build() -> str | None:
    """Build the site, or return why it cannot be built."""
    programs = node()
    if programs is None:
        return "there is no Node.js that is new enough, with npm"
    why = install(programs) or install(programs, LOCKED)
    if why is not None:
        return why
    module = importlib.util.find_spec("mypy_extensions")
    if module is None or module.origin is None:
        return "the package mypy_extensions is missing: run `make kernel`"
    folders = [ROOT / "scripts", ROOT / "src", Path(module.origin), ENGINE]
    packing = [programs[0], LOCKED / "pack.mjs", *folders]
    done = subprocess.run(packing, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        return f"the engine could not be packed: {done.stderr.strip()[-600:] or 'it said nothing'}"
    name = f"engine-{_digest(ENGINE)}"
    os.environ["VITE_ENGINE"] = name
    if not run(programs, "run", "build:site"):
        return "the build failed, see build/page.log"
    shutil.copytree(ENGINE, SITE / name, dirs_exist_ok=True)
    write_texts()
    if not run(programs, "run", "list:site"):
        return "the list of its files could not be written, see build/page.log"
    return None


def write_texts() -> None:
    """Write what can be read before the engine is there: the list of games, and their handbooks."""
    (SITE / "games.json").write_text(json.dumps(games_json(), ensure_ascii=False), encoding="utf-8")
    folder = SITE / "rules"
    folder.mkdir(exist_ok=True)
    for game in games().values():
        text = html(book(load(game.name), game), f"../index.html#/new?game={game.name}")
        (folder / f"{game.name}.html").write_text(text, encoding="utf-8")


def _digest(folder: Path) -> str:
    """Return eight hexadecimal digits that are others as soon as a file in *folder* is."""
    found = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        found.update(path.name.encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:8]


def main() -> int:
    """Build, and say in one line whether there is a site now."""
    lock = ROOT / "build" / "page.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:  # one build at a time in a checkout
        fcntl.flock(held, fcntl.LOCK_EX)
        if sys.argv[1:] == ["--get-node"] and node() is None:
            get_node()
        print("site: building the page, and packing its engine", flush=True)
        why = build()
    if why is None:
        size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
        print(f"site: built in build/site, {size / 1e6:.1f} MB. Put the folder on any web host.")
        return 0
    print(f"site: not built: {why}")
    return NOT_BUILT


if __name__ == "__main__":
    sys.exit(main())
