"""The files and variations that the page on house rules shows can be played."""

import re
from pathlib import Path

import pytest

from canasta.rules.game import standard
from canasta.rules.load import games, load
from canasta.wording.compare import compare

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "house-rules.md").read_text(encoding="utf-8")
FILES = {
    block.splitlines()[0].removeprefix("# "): block
    for block in re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
}
VARIED = re.findall(r"^\| ([^|]+) \| (`[^|]+`) \|$", PAGE, re.MULTILINE)


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")


def test_the_written_files_load() -> None:
    assert load(house=Path("saturdays.toml")).title == "Saturdays at Ruth's"


@pytest.mark.parametrize(("wish", "lines"), VARIED)
def test_what_families_vary_can_be_played_and_changes_the_rules(wish: str, lines: str) -> None:
    text = "\n".join(['base = "hand-and-foot"', *re.findall(r"`([^`]+)`", lines)])
    Path("ours.toml").write_text(text, encoding="utf-8")
    rules = load(house=Path("ours.toml"))
    assert compare(standard(games()["hand-and-foot"], 4), rules), wish


def test_many_variations_are_named() -> None:
    assert len(VARIED) >= 25
