"""The page on house rules tells the truth: what it shows is what the program says."""

import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from canasta.cli import cli
from canasta.rules.game import standard
from canasta.rules.load import games, load
from canasta.wording.compare import compare

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "house-rules.md").read_text(encoding="utf-8")
FILES = {
    block.splitlines()[0].removeprefix("# "): block
    for block in re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
}
COMMANDS = [
    tuple(part.split("\n", 1))
    for block in re.findall(r"^```console\n\$ (.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    for part in block.split("\n$ ")
]
VARIED = re.findall(r"^\| ([^|]+) \| (`[^|]+`) \|$", PAGE, re.MULTILINE)


def run(command: str) -> str:
    """What a command says to a person, its errors too; a ``printf`` before it types the answers."""
    words = shlex.split(command)
    typed = ""
    if "|" in words:
        at = words.index("|")
        assert words[:2] == ["printf", r"%s\n"]
        typed, words = "\n".join(words[2:at]) + "\n", words[at + 1 :]
    assert words[0] == "canasta"
    return CliRunner().invoke(cli, words[1:], input=typed, prog_name="canasta").output


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")


def test_what_commands_say_is_what_the_page_shows() -> None:
    assert len(COMMANDS) >= 6
    for command, shown in COMMANDS:
        said = run(command)
        # Dots stand for lines left out; what stands between them comes in this order.
        parts = [part.strip("\n") for part in re.split(r"^…$", shown, flags=re.MULTILINE) if part.strip()]
        places = [said.find(part) for part in parts]
        assert -1 not in places, (command, said)
        assert all(before <= after for before, after in pairwise(places)), command


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
