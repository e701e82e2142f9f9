"""The locks install as they are: whatever appears in an index later, and whichever pip reads them."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
PIPS: Final = Path(sys.prefix) / "pips"
"""Where `make` puts the pips that are tried here."""

RELEASES: Final = {
    "apron-1.0": ["baize[felt]>=1"],
    "baize-1.0": ["chalk>=1; extra == 'felt'"],
    "baize-2.0": ["chalk>=1; extra == 'felt'"],
    "chalk-1.0": [],
    "chalk-2.0": [],
}
"""What each wheel needs. The lock was made before the releases 2.0 appeared."""

LOCKED: Final = ("apron-1.0", "baize-1.0", "chalk-1.0")
INSTALL: Final = re.compile(r"^.*\binstall\b.*\brequirements\b.*\.txt.*$", re.MULTILINE)


def wheel(folder: Path, release: str, needs: list[str]) -> str:
    """Write the wheel of *release* into *folder*; return its SHA-256."""
    name, version = release.split("-")
    info = f"{release}.dist-info"
    extras = ["Provides-Extra: felt"] if name == "baize" else []
    metadata = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", *extras]
    files = {
        f"{name}.py": "",
        f"{info}/METADATA": "\n".join([*metadata, *(f"Requires-Dist: {need}" for need in needs), ""]),
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = []
    for path, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")
        rows.append(f"{path},sha256={digest},{len(text)}")
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""])
    made = folder / f"{release}-py3-none-any.whl"
    with zipfile.ZipFile(made, "w") as packed:
        for path, text in files.items():
            packed.writestr(path, text)
    return hashlib.sha256(made.read_bytes()).hexdigest()


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    """Return a lock of three packages, beside an index in which two of them have newer releases."""
    hashes = {}
    for release, needs in RELEASES.items():
        name = release.partition("-")[0]
        folder = tmp_path / "simple" / name
        folder.mkdir(parents=True, exist_ok=True)
        hashes[release] = wheel(folder, release, needs)
        links = "".join(f'<a href="{file.name}">{file.name}</a>\n' for file in sorted(folder.glob("*.whl")))
        (folder / "index.html").write_text(f"<!DOCTYPE html>\n<html><body>\n{links}</body></html>\n")
    locked = tmp_path / "lock.txt"
    locked.write_text("".join(f"{each.replace('-', '==')} --hash=sha256:{hashes[each]}\n" for each in LOCKED))
    return locked


def commands() -> list[tuple[Path, str]]:
    """Return every line of the project that installs a lock, with its file."""
    files = [ROOT / "Makefile", ROOT / ".ci" / "run", *(ROOT / "deploy").iterdir(), *(ROOT / "scripts").rglob("*.*")]
    return [
        (file, line)
        for file in files
        if file.suffix in {"", ".sh", ".py", ".cfg", ".service"}
        for line in INSTALL.findall(file.read_text(encoding="utf-8"))
    ]


def test_no_lock_is_resolved_again() -> None:
    found = commands()
    locks = {path.name for path in (ROOT / "requirements").glob("*.txt")}
    named = {name for _, line in found for name in re.findall(r"[\w.-]+\.txt", line)}
    assert named == {name for name in locks if not name.startswith("pip-")}
    for file, line in found:
        assert "--no-deps" in line, f"{file.name}: {line.strip()}"
        assert "--require-hashes" in line, f"{file.name}: {line.strip()}"


@pytest.mark.parametrize("version", ["22.3", "23.0.1", "26.3"])
def test_a_newer_release_in_the_index_breaks_no_lock(version: str, lock: Path) -> None:
    program = PIPS / f"pip-{version}-py3-none-any.whl"
    if not program.exists():
        if os.environ.get("CI"):
            pytest.fail(f"pip {version} must be in {PIPS}: make test puts it there.")
        pytest.skip(f"pip {version} is not in {PIPS}: make test puts it there")
    if sys.version_info >= (3, 12) and version < "24":
        pytest.skip(f"Python {sys.version_info.major}.{sys.version_info.minor} does not run pip {version}")
    folder = lock.parent / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)

    def pip(*words: str | Path) -> subprocess.CompletedProcess[str]:
        command = [folder / "bin" / "python", program / "pip", *words, "--disable-pip-version-check", "--no-input"]
        environment = {"PATH": os.defpath, "HOME": str(lock.parent), "PIP_CONFIG_FILE": os.devnull}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    index = (lock.parent / "simple").as_uri()
    [line] = [line for file, line in commands() if file.name == "Makefile" and "dev.txt" in line]
    options = re.findall(r"--[\w-]+", line.partition(" install ")[2])
    resolved = pip("install", *(each for each in options if each != "--no-deps"), "--index-url", index, "-r", lock)
    assert (resolved.returncode != 0) == (version < "24"), "the index does not have the trap that it is made for"
    installed = pip("install", *options, "--index-url", index, "-r", lock)
    assert installed.returncode == 0, installed.stderr
    freeze = pip("freeze", "--all").stdout.split()
    assert freeze == [release.replace("-", "==") for release in LOCKED]
    assert pip("check").stdout.strip() == "No broken requirements found."
