"""The tool behind `make walks`: it shows what changed and writes it only when it is asked to."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from canasta.notation.walks.walking import difference
from scripts import walk_plan, walks, walks_page
from scripts.walk_plan import FOLDER

WEIGHTS = walks_page.PAGES[1].read_text(encoding="utf-8")


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide the walks of one game in a folder, its documents beside it."""
    monkeypatch.setattr(walk_plan, "SEEDS", 3)
    for path in FOLDER.glob("hoyle-two-player-*.walk"):
        shutil.copy(path, tmp_path)
    for page in walks_page.PAGES:
        shutil.copy(page, tmp_path)
    return tmp_path


def documents(folder: Path) -> list[Path]:
    return [folder / page.name for page in walks_page.PAGES]


def made(folder: Path, *args: str) -> int:
    return walks.main(["hoyle-two-player", *args], folder, documents(folder))


def test_make_walks__nothing_changed(few: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert made(few) == 0
    told = capsys.readouterr().out
    assert "unchanged  hoyle-two-player-2.walk\n" in told
    assert "unchanged  walks.md\nunchanged  writing-walks.md\n" in told
    assert "not shown  hoyle-two-player, option no-undo: a walk takes no step back\n" in told
    assert not re.search(r"^(new|changed|missing|useless)", told, re.MULTILINE)


def test_make_walks__what_changed_is_shown_and_written_only_if_asked(
    few: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = few / "hoyle-two-player-2.walk"
    right = path.read_text(encoding="utf-8")
    before = right.splitlines()
    wrong = "\n".join([*before[:12], before[12] + "n", *before[13:], ""])
    path.write_text(wrong, encoding="utf-8")
    (few / "writing-walks.md").write_text(
        WEIGHTS.replace("| draw | 1 | 1 | 1 |", "| draw | 2 | 2 | 2 |"), encoding="utf-8"
    )
    assert made(few) == 1
    told = capsys.readouterr().out
    assert f"1 of {len(before)} lines\n    line 13\n    - {before[12]}n\n    + {before[12]}\n" in told
    assert "changed    writing-walks.md: 1 of" in told
    assert "walks: 2 files are left as they are; make walks WRITE=1 writes what changed\n" in told
    assert path.read_text(encoding="utf-8") == wrong
    assert made(few, "--write") == 0
    assert path.read_text(encoding="utf-8") == right
    assert (few / "writing-walks.md").read_text(encoding="utf-8") == WEIGHTS


def test_make_walks__after_other_rules_the_first_step_is_shown() -> None:
    before = ["rules 1", "", "turn 1", "a", "b", "c", "d"]
    after = ["rules 2", "", "turn 1", "a", "x", "y", "c", "d"]
    told = walks.compared(Path("a.walk"), "\n".join(before), "\n".join(after))
    assert told.more == ("3 of 8 lines\n    line 1\n    - rules 1\n    + rules 2\n    line 5\n    - b\n    + x")


def test_make_walks__what_is_lacking_is_added(few: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (few / "hoyle-two-player-2.walk").unlink()
    assert made(few) == 0
    assert "new        hoyle-two-player-2.walk: " in capsys.readouterr().out
    assert difference((few / "hoyle-two-player-2.walk").read_text(encoding="utf-8").splitlines()) is None


def test_make_walks__useless_files_are_removed_only_if_asked(few: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gone = few / "hoyle-two-player-2+9.walk"
    gone.write_text("walk 1\ngame hoyle\n", encoding="utf-8")
    assert made(few) == 1
    assert "useless    hoyle-two-player-2+9.walk: line 3: " in capsys.readouterr().out
    assert gone.exists()
    assert made(few, "--write") == 0
    assert not gone.exists()


def test_make_walks__there_must_be_such_a_game(few: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert walks.main(["bridge"], few, documents(few)) == 2
    assert "there is no game bridge" in capsys.readouterr().err
