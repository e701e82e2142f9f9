"""The documents tell the truth: their Python runs, their links lead somewhere, their commands exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from canasta.rules.load import load

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
IDS = [str(page.relative_to(ROOT)) for page in PAGES]


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_python_in_documents_runs(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for block in re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
        exec(compile(block, page.name, "exec"), {})
        capsys.readouterr()


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_links_in_documents_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#\s]+)\)", text)
    assert [target for target in targets if "://" not in target and not (page.parent / target).exists()] == []


def test_the_readme_begins_with_a_quickstart() -> None:
    assert len(re.findall(r"^```python$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)) >= 1


def test_the_house_rules_in_the_readme_can_be_played(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```toml\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert blocks
    for block in blocks:
        (tmp_path / "house.toml").write_text(block, encoding="utf-8")
        assert load(house=tmp_path / "house.toml").title == "Saturdays at Ruth's"


def test_the_options_in_the_readme_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"canasta play (\S+)((?: --option \S+)+)", text)
    assert shown
    for game, options in shown:
        load(game, options=re.findall(r"--option (\S+)", options))
