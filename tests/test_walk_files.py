"""Walks as files: what is no walk, what goes otherwise, the documents about them, and the command."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from canasta.cli import cli
from canasta.notation.walks.walk import StartError, Walk, WalkError, read_walk, start_by_seed
from canasta.notation.walks.walking import difference, write_walk
from scripts import walks_page

PAGES = [page.read_text(encoding="utf-8") for page in walks_page.PAGES]


def short() -> list[str]:
    """Return the walk in the document: one deal of 27 steps."""
    (text,) = re.findall(r"^```walk\n(.*?)^```", PAGES[0], re.DOTALL | re.MULTILINE)
    return str(text).splitlines()


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, ["walk", *args], prog_name="canasta")


@pytest.mark.parametrize(
    ("line", "written", "instead", "says"),
    [
        (5, "rules 8", "rules 9", "these rules differ from those of the walk"),
        (10, "50 50", "50 90", "the minimums for opening differ"),
        (11, "73aa6590", "73aa6591", "the seed gives a different deck"),
        (12, "turn 3", "turn 4", "this turn belongs to another seat"),
        (12, "e09552f3", "e09552f4", "the position at the start of this turn differs"),
        (13, "3 0 1 ", "3 0 2 ", "2 legal steps are written, but there are 1: draw"),
        (13, "da1c6c0e", "da1c6c0f", "there are 1 legal steps as written, but different ones: draw"),
        (13, "draw", "drew", "the step 0 has another name"),
        (13, "3 0 1 da1c6c0e draw", "3 13 1 da1c6c0e take pair", "seat 3 may not take the step 13 (take pair) here"),
        (13, "3 0 1 da1c6c0e draw", "3 999 1 da1c6c0e draw", "seat 3 may not take the step 999 here; legal: draw"),
        (13, "3 0 1 da1c6c0e draw", "1 0 1 da1c6c0e draw", "seat 1 may not take the step 0 (draw) here"),
        (14, "3 408 9 99c61a1b discard 4", "turn 4 a2bd2d67", "the turn continues here; legal: discard 3b"),
        (15, "turn 4 a2bd2d67", "4 0 1 df537a8b draw", "another turn begins here"),
        (46, "end out 1", "end out 3", "the deal ends in a different way or position"),
        (46, "end out 1 40cab70e", "1 0 1 df537a8b draw\nend out 1 40cab70e", "the deal is over here"),
        (47, "540", "545", "the score differs"),
        (48, "1355", "1350", "the totals differ"),
        (49, "match on 3", "match over 1", "the state of the match differs"),
        (50, "27", "28", "the numbers of deals and steps differ"),
    ],
)
def test_a_changed_line_is_told(line: int, written: str, instead: str, says: str) -> None:
    lines = short()
    assert written in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(written, instead)
    found = difference("\n".join(lines).splitlines())
    assert found is not None
    assert (found.line, found.text.partition("; legal")[0]) == (line, says.partition("; legal")[0])
    assert says in found.text
    assert found.written == "\n".join(lines).splitlines()[line - 1]
    assert str(found).startswith(f"line {line}: {found.text}\n  written  {found.written}")


def test_every_line_matters() -> None:
    """A changed character at its end is told for each line but those that say what is to be played."""
    lines = short()
    for at, line in enumerate(lines):
        if line.partition(" ")[0] in {"", "walk", "game", "players", "steps", "deal", "before", "cuts"}:
            continue
        found = difference([*lines[:at], line[:-1] + ("1" if line[-1] == "0" else "0"), *lines[at + 1 :]])
        assert found is not None, line
        assert found.line == at + 1


def edited(lines: Sequence[str], line: int, text: str | None) -> list[str]:
    return [*lines[: line - 1], *([] if text is None else [text]), *lines[line:]]


@pytest.mark.parametrize(
    ("line", "text", "says"),
    [
        (1, "walk 2", "line 1: this walk has format 2, but only format 1 can be read"),
        (1, "wander 1", "line 1: this must be a line such as: walk 1"),
        (2, None, "line 2: this must be a line such as: game classic"),
        (2, "game clasic", 'line 2: the rules cannot be used: game: there is no game "clasic" (did you mean classic?)'),
        (3, "players 9", "line 2: the rules cannot be used: players: 9 is not a valid number of players"),
        (3, "players 4\noption evens", "line 2: the rules cannot be used: evens: Classic Canasta has no option"),
        (4, "steps 1", "line 4: its steps have version 1, but only version 2 is known"),
        (5, "rules of thumb", "line 5: this must be a line such as: rules and a SHA-256"),
        (6, None, "line 6: an empty line and a deal must follow"),
        (7, "deal 2", "line 7: this must be a line such as: deal 1 seed 7 chosen keen dealer 4 keeper 0"),
        (7, "deal 2 seed 2 chosen wildly dealer 2 keeper 4", "line 7: steps are chosen even, keen, clean or freely"),
        (7, "deal 0 seed 2 chosen keen dealer 2 keeper 4", "line 7: deals and dealers are numbered from 1"),
        (7, f"deal 1 seed {2**64} chosen keen dealer 2 keeper 4", "a seed must be below 2 to the power of 64"),
        (7, "deal 2 seed 238 chosen clean dealer 5 keeper 4", "line 7: there is no seat 5 at a table of 4"),
        (7, "deal 2 seed 238 chosen clean dealer 2 keeper 5", "line 7: there is no seat 5 at a table of 4"),
        (8, "before 0", "line 7: 2 sides, but before has 1 numbers"),
        (9, "cuts 1 0 0", "line 7: 2 sides, but cuts has 3 numbers"),
        (12, "turn 3", "line 12: this must be a turn such as: turn 2 5f3759df, a step such as"),
        (20, "", "line 20: this must be a turn such as"),
        (50, None, "line 50: after the last deal a line such as: done 2 311"),
        (50, "done 1 27\n", "line 51: nothing may follow the line done"),
    ],
)
def test_what_is_no_walk_is_told(line: int, text: str | None, says: str) -> None:
    lines = edited(short(), line, text)
    with pytest.raises(WalkError) as caught:
        difference(("\n".join(lines) + "\n").split("\n")[:-1])
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_walk_that_breaks_off_is_told() -> None:
    lines = short()
    for end in range(len(lines)):
        with pytest.raises(WalkError) as caught:
            difference(lines[:end])
        assert caught.value.line == end + 1


def test_the_score_keeper_never_deals() -> None:
    walk = Walk(game="new-canasta", players=5, options=(), starts=())
    start = start_by_seed(walk.rules(), 1)
    text = write_walk(Walk(game="new-canasta", players=5, options=(), starts=(start,)))
    wrong = re.sub(r"dealer (\d) keeper \d", r"dealer \1 keeper \1", text)
    with pytest.raises(WalkError, match=rf"line 7: seat {start.dealer + 1} keeps the score and never deals"):
        difference(wrong.splitlines())


def test_walks_chosen_freely_are_checked_and_not_written_again() -> None:
    lines = [line.replace("chosen clean", "chosen freely") for line in short()]
    assert difference(lines) is None
    with pytest.raises(StartError, match="chosen freely cannot be repeated"):
        write_walk(read_walk(lines))


def test_the_documents_are_fresh_and_their_example_goes_as_written() -> None:
    assert [walks_page.page(page) for page in PAGES] == PAGES, "make walks WRITE=1 writes the made parts again"
    assert all(any(f"<!-- {name} -->\n" in page for page in PAGES) for name in walks_page.PARTS)
    assert difference(short()) is None


def test_the_command_checks_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "a.walk").write_text("\n".join([*short(), ""]), encoding="utf-8")
    result = run(str(tmp_path))
    assert (result.exit_code, result.stdout) == (0, "The walk matches: 27 steps.\n")
    (tmp_path / "b.walk").write_text("\r\n".join(short()), encoding="utf-8")
    assert run(str(tmp_path)).stdout == "All 2 walks match: 54 steps.\n"
    (tmp_path / "b.walk").write_text("\n".join(edited(short(), 48, "after 0 0")), encoding="utf-8")
    (tmp_path / "c.walk").write_bytes(b"\xff\xfe")
    result = run(str(tmp_path), str(tmp_path / "none.walk"))
    assert result.exit_code == 2
    assert f"{tmp_path / 'b.walk'}: line 48: the totals differ\n  written  after 0 0\n  found    after 540 1355\n" in (
        result.stdout
    )
    assert result.stdout.endswith("1 of 2 walks differs. 2 files could not be used.\n")
    assert f"{tmp_path / 'c.walk'}: the file is not UTF-8 text" in result.stderr
    assert "none.walk: the file cannot be read" in result.stderr
    (tmp_path / "empty").mkdir()
    result = run(str(tmp_path / "empty"))
    assert result.exit_code == 2
    assert result.stderr.endswith("empty: this folder has no walk; names of walks end in .walk\n")
    assert "the file name is empty" in run("").stderr


def test_the_command_writes_walks(tmp_path: Path) -> None:
    result = run("--new", "classic", "--seed", "238")
    assert result.stdout == "\n".join([*short(), ""])
    options = ["--options", "evans,restore", "--option", "opening.minimums=[[0, 50], [1500, 90]]"]
    result = run("--new", "classic", "--players", "2", *options, "--deals", "2")
    assert result.exit_code == 0
    walk = read_walk(result.stdout.splitlines())
    assert walk.options == ("evans", "restore", "opening.minimums=[[0, 50], [1500, 90]]")
    assert [start.seed for start in walk.starts] == [1, 2]
    (tmp_path / "new.walk").write_text(result.stdout, encoding="utf-8")
    assert run(str(tmp_path / "new.walk")).exit_code == 0


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ([], "Name files of walks to check, or a game after --new."),
        (["--new", "classic", "a.walk"], "not both"),
        (["--seed", "3", "a.walk"], "go with --new"),
        (["--new", "clasic"], "did you mean classic?"),
        (["--new", "classic", "--options", "evens"], "has no option with this name"),
        (["--new", "classic", "--seed", "-1"], "-1"),
    ],
)
def test_wrong_use_of_the_command(args: list[str], says: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert says in result.stderr
    assert not result.stdout
