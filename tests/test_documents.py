"""The documents tell the truth: their Python runs, their links lead somewhere, their commands exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click import Context

from canasta.cli import cli
from canasta.rules.load import games, load
from scripts.python_blocks import python_blocks, write_blocks

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
IDS = [str(page.relative_to(ROOT)) for page in PAGES]


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_python_in_documents_runs(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _, block in python_blocks(page):
        if "import pyspiel" in block:
            pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: it has no package for this machine")
        exec(compile(block, page.name, "exec"), {})
        capsys.readouterr()


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_links_in_documents_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#\s]+)\)", text)
    assert [target for target in targets if "://" not in target and not (page.parent / target).exists()] == []


def test_the_readme_begins_with_a_quickstart_and_is_short() -> None:
    assert list(python_blocks(ROOT / "README.md"))
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= 900


def test_the_readme_says_where_the_command_is_before_it_uses_it() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.index("make play") < text.index(".venv/bin") < min(text.index("`canasta "), text.index("    canasta "))


def test_every_row_of_the_speeds_says_which_calls_it_uses() -> None:
    rows = re.findall(
        r"^\| (\S+)[ .\d]*\|(.*)\| [\d,]+ \|$",
        (ROOT / "docs" / "simulation.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert [engine for engine, _ in rows].count("canasta") >= 4
    assert all("`" in cells for _, cells in rows)


def test_the_type_checker_sees_each_example_with_the_lines_of_its_page(tmp_path: Path) -> None:
    write_blocks(tmp_path)
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8").splitlines()
    written = sorted(tmp_path.glob("docs_api_*.py"))
    assert len(written) == len(list(python_blocks(ROOT / "docs/api.md")))
    for file in written:
        lines = file.read_text(encoding="utf-8").splitlines()
        assert all(line in ("", page[at]) for at, line in enumerate(lines))


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


def test_the_readme_lists_every_game() -> None:
    rows = re.findall(
        r"^\| \[`(\S+)`\]\((\S+)\) \| (\S.*?) \|", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    listed = {name: (page, players) for name, page, players in rows}
    assert listed == {name: (f"docs/rules/{name}.md", seats(game.players)) for name, game in games().items()}


def seats(numbers: tuple[int, ...]) -> str:
    """Numbers of players as the README writes them."""
    whole = len(numbers) > 2 and numbers == tuple(range(numbers[0], numbers[-1] + 1))
    return f"{numbers[0]}–{numbers[-1]}" if whole else ", ".join(map(str, numbers))


def test_every_page_has_its_place_on_the_site() -> None:
    order = (ROOT / "docs" / "conf.py").read_text(encoding="utf-8")
    named = set(re.findall(r'^ +"([\w/-]+)": "', order, re.MULTILINE))
    beside = {ROOT / "README.md", *ROOT.glob("docs/rules/*.md"), *ROOT.glob("docs/decisions/*.md")}
    pages = {str(page.relative_to(ROOT)).removesuffix(".md") for page in set(PAGES) - beside}
    assert pages - named == set()


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = re.findall(r"^(\d+)\. \[.+\]\((\d+)-[\w-]+\.md\)$", (folder / "README.md").read_text(), re.MULTILINE)
    assert [int(number) for _, number in listed] == [int(number) for number, _ in listed]
    assert len(listed) == len(list(folder.glob("0*.md")))


def test_every_part_of_the_package_has_its_floor_in_the_house() -> None:
    floors = "".join(re.findall(r"^\| (`.+`) \|", (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"), re.MULTILINE))
    package = ROOT / "src" / "canasta"
    parts = [f"{path.parent.name}/" for path in package.glob("*/__init__.py")]
    parts += [path.name for path in package.glob("*.py") if not path.name.startswith("__")]
    assert [part for part in parts if f"`{part}`" not in floors] == []


def test_every_command_is_told() -> None:
    text = (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `canasta (\w+)` \|", text, re.MULTILINE) == cli.list_commands(Context(cli))
