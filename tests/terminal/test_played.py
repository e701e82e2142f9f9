"""`canasta play` shows, asks and records what it did before: ``python -m tests.terminal.played`` writes the evenings anew."""

from pathlib import Path

import pytest

from canasta.engine import KERNEL
from tests.terminal.played import EVENINGS, FOLDER, play, sums

pytestmark = pytest.mark.skipif(
    KERNEL != "compiled", reason="the kernel that plays is named on the screen, and another is slow"
)


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_is_played_as_it_was(name: str, tmp_path: Path) -> None:
    lines = play(EVENINGS[name], tmp_path)
    told, kept = sums(lines), (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for at, (one, other) in enumerate(zip(told, kept, strict=False)):
        assert one == other, f"Line {at + 1} of {name}.txt is otherwise now:\n{lines[at][0]}"
    assert len(told) == len(kept)
