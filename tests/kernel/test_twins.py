"""The compiled kernel and the interpreted one play alike."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from canasta.engine import KERNEL
from tests.kernel.twins import DEALS, digest

pytestmark = pytest.mark.kernel

ROOT = Path(__file__).resolve().parents[2]


def printed(kernel: str) -> list[str]:
    """Return what the program prints on *kernel*."""
    paths = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
    env = {**os.environ, "CANASTA_KERNEL": kernel, "PYTHONPATH": paths}
    command = [sys.executable, "-m", "tests.kernel.twins"]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.skipif(KERNEL != "compiled", reason="there is no compiled kernel here to compare with")
def test_kernels__play_the_same_deals() -> None:
    kernel, *twin = printed("interpreted")
    assert kernel == "interpreted"
    assert len(twin) == DEALS
    own = [digest(deal) for deal in range(DEALS)]
    assert [deal for deal in range(DEALS) if own[deal] != twin[deal]] == []
