"""The tests that the page has for itself, written in TypeScript: units, and every state and size in a browser."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from scripts.build_page import FRONTEND, node
from tests.page.conftest import missing

PARTS = ["tests/unit", *(f"tests/browser/{file.name}" for file in sorted(FRONTEND.glob("tests/browser/*.test.ts")))]
"""All units together, and each file of browser tests by itself, so that several run at once."""


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.usefixtures("built")
def test_the_page_by_itself(part: str, chromium: str, tmp_path: Path) -> None:
    programs = node()
    if programs is None or not (FRONTEND / "node_modules").is_dir():
        missing("Node.js 20.19 or newer and the packages of the page must be installed (make page).")
    vitest = FRONTEND / "node_modules" / "vitest" / "vitest.mjs"
    command: list[str | Path] = [programs[0], vitest, "run", part]
    ran = subprocess.run(
        command,
        cwd=FRONTEND,
        env={"CHROMIUM": chromium, "PATH": str(programs[0].parent), "NO_COLOR": "1", "HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, (ran.stdout + ran.stderr)[-6000:]
