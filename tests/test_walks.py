"""Walks: those of the games go as they are written, all that can be shown is shown, and what is wrong is told."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from canasta.cli import cli
from canasta.engine.steps import STEPS
from canasta.notation.lots import MANNERS, SORTS, sort_of, weight
from canasta.notation.walk import StartError, Walk, WalkError, read_walk, start_by_seed
from canasta.notation.walking import difference, write_walk
from canasta.rules.load import SHELF, games, load
from scripts import walk_plan, walks, walks_page
from scripts.walk_plan import FOLDER, Written, missing, notices

pytestmark = pytest.mark.kernel

FILES = sorted(FOLDER.glob("*.walk"))
PAGE = walks_page.PAGE.read_text(encoding="utf-8")
LARGEST = 40_000
ALL = 2_000_000


def lines_of(path: Path) -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8").splitlines())


def of_game(name: str) -> list[Written]:
    texts = [(path, lines_of(path)) for path in FILES if path.name.rpartition("-")[0] == name]
    return [Written(path.name, read_walk(lines), lines) for path, lines in texts]


def short() -> list[str]:
    """The walk in the document: one deal of 27 steps."""
    (text,) = re.findall(r"^```walk\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    return str(text).splitlines()


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, ["walk", *args], prog_name="canasta")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_walk_goes_as_it_is_written(path: Path) -> None:
    lines = lines_of(path)
    assert difference(lines) is None
    walk = read_walk(lines)
    assert write_walk(walk) == path.read_text(encoding="utf-8"), "make walks writes this file otherwise"
    assert path.stem.partition("+")[0] == f"{walk.game}-{walk.players}"
    assert ("+" in path.stem) == bool(walk.options)


@pytest.mark.parametrize("name", games())
def test_walks_show_every_number_of_players_and_every_option(name: str) -> None:
    assert missing(of_game(name), [name]) == []


def test_walks_show_every_sort_of_step_and_every_ending() -> None:
    shown: set[str] = set()
    endings: set[str] = set()
    for path in FILES:
        for line in lines_of(path):
            words = line.split()
            if words and words[0].isdigit():
                shown.add(sort_of(int(words[1])))
            elif words and words[0] == "end":
                endings.add(words[1])
    assert shown == set(SORTS)
    assert endings == {"out", "stock", "lap", "pile"}


def test_walks_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in FILES}
    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}
    assert sum(sizes.values()) < ALL


@pytest.mark.parametrize(("game", "option"), walk_plan.UNSEEN)
def test_options_that_walks_cannot_show_are_there_and_change_rules(game: str, option: str) -> None:
    assert walk_plan.decides(games()[game], option)
    rules = load(game, options=[option])
    for seed in range(1, 11):
        walk = Walk(game=game, players=rules.seats, options=(option,), starts=(start_by_seed(rules, seed),))
        assert not notices(Written.of("", walk), option)


def test_a_game_without_walks_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'base = "hoyle-two-player"\n'
    text += '[options.short]\nsays = "Nine cards each."\nsource = "default"\ndeal.hand = 9\n'
    (tmp_path / "our-game.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv(SHELF, str(tmp_path))
    told = missing([], ["our-game"])
    assert told[:2] == [
        "our-game has no walk with 2 players.",
        "our-game has no walk with 2 players and options.",
    ]
    assert "our-game: no walk notices the option short." in told
    assert "our-game: no walk notices the option wild-tie." in told, "options of the base are options of the game"


def test_every_step_is_of_one_sort() -> None:
    assert sorted(step for sort in SORTS.values() for step in sort.steps) == list(range(STEPS))
    assert {weight(step, "even") for step in range(STEPS)} == {1}
    assert all(weight(step, manner) > 0 for step in range(STEPS) for manner in MANNERS)


@pytest.mark.parametrize(
    ("line", "written", "instead", "says"),
    [
        (5, "rules 8", "rules 9", "these are other rules than those of the walk"),
        (10, "50 50", "50 90", "the openings need other minimums"),
        (11, "73aa6590", "73aa6591", "the seed gives another deck"),
        (12, "turn 3", "turn 4", "another seat has this turn"),
        (12, "e09552f3", "e09552f4", "the position at the beginning of this turn is another"),
        (13, "3 0 1 ", "3 0 2 ", "2 legal steps are written, and there are 1: draw"),
        (13, "da1c6c0e", "da1c6c0f", "there are 1 legal steps as written, but others: draw"),
        (13, "draw", "drew", "the step 0 has another name"),
        (13, "3 0 1 da1c6c0e draw", "3 13 1 da1c6c0e take pair", "seat 3 may not take the step 13 (take pair) here"),
        (13, "3 0 1 da1c6c0e draw", "3 999 1 da1c6c0e draw", "seat 3 may not take the step 999 here; legal: draw"),
        (13, "3 0 1 da1c6c0e draw", "1 0 1 da1c6c0e draw", "seat 1 may not take the step 0 (draw) here"),
        (14, "3 408 9 99c61a1b discard 4", "turn 4 a2bd2d67", "the turn goes on here; legal: discard 3b"),
        (15, "turn 4 a2bd2d67", "4 0 1 df537a8b draw", "another turn begins here"),
        (46, "end out 1", "end out 3", "the deal ends otherwise, or in another position"),
        (46, "end out 1 40cab70e", "1 0 1 df537a8b draw\nend out 1 40cab70e", "the deal is over here"),
        (47, "540", "545", "the score is another"),
        (48, "1355", "1350", "the totals are others"),
        (49, "match on 3", "match over 1", "the match stands otherwise"),
        (50, "27", "28", "there are other numbers of deals and steps"),
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
        (1, "walk 2", "line 1: this walk has the format 2, and only the format 1 can be read"),
        (1, "wander 1", "line 1: this must be a line such as: walk 1"),
        (2, None, "line 2: this must be a line such as: game classic"),
        (2, "game clasic", 'line 2: the rules cannot be used: game: there is no game "clasic" (did you mean classic?)'),
        (3, "players 9", "line 2: the rules cannot be used: players: 9 is no number of players"),
        (3, "players 4\noption evens", "line 2: the rules cannot be used: evens: Classic Canasta has no option"),
        (4, "steps 1", "line 4: its steps are numbered by version 1, and only version 2 is known"),
        (5, "rules of thumb", "line 5: this must be a line such as: rules and a SHA-256"),
        (6, None, "line 6: an empty line and then a deal must follow"),
        (7, "deal 2", "line 7: this must be a line such as: deal 1 seed 7 chosen keen dealer 4 keeper 0"),
        (7, "deal 2 seed 2 chosen wildly dealer 2 keeper 4", "line 7: steps are chosen even, keen, clean or freely"),
        (7, "deal 0 seed 2 chosen keen dealer 2 keeper 4", "line 7: deals and dealers count from 1"),
        (7, f"deal 1 seed {2**64} chosen keen dealer 2 keeper 4", "a seed is below 2 to the power of 64"),
        (7, "deal 2 seed 238 chosen clean dealer 5 keeper 4", "line 7: there is no seat 5 at a table of 4"),
        (7, "deal 2 seed 238 chosen clean dealer 2 keeper 5", "line 7: there is no seat 5 at a table of 4"),
        (8, "before 0", "line 7: 2 sides play, and 1 numbers stand after before"),
        (9, "cuts 1 0 0", "line 7: 2 sides play, and 3 numbers stand after cuts"),
        (12, "turn 3", "line 12: this must be a turn such as: turn 2 5f3759df, a step such as"),
        (20, "", "line 20: this must be a turn such as"),
        (50, None, "line 50: after the last deal a line such as: done 2 311"),
        (50, "done 1 27\n", "line 51: nothing may follow the line that begins with done"),
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
    with pytest.raises(StartError, match="chosen freely cannot be chosen again"):
        write_walk(read_walk(lines))


def test_the_document_is_fresh_and_its_example_goes_as_written() -> None:
    assert walks_page.page(PAGE) == PAGE, "make walks WRITE=1 writes the made parts of docs/walks.md again"
    assert difference(short()) is None


def test_the_console_in_the_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (block,) = re.findall(r"^```console\n\$ canasta (.*?)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    Path("mine.walk").write_text("\n".join(edited(short(), 13, "3 0 2 da1c6c0e draw")), encoding="utf-8")
    result = CliRunner().invoke(cli, block[0].split(), prog_name="canasta")
    assert result.stdout == block[1]
    assert result.exit_code == 1


def test_the_command_checks_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "a.walk").write_text("\n".join([*short(), ""]), encoding="utf-8")
    result = run(str(tmp_path))
    assert (result.exit_code, result.stdout) == (0, "The walk goes as it is written: 27 steps.\n")
    (tmp_path / "b.walk").write_text("\r\n".join(short()), encoding="utf-8")
    assert run(str(tmp_path)).stdout == "All 2 walks go as they are written: 54 steps.\n"
    (tmp_path / "b.walk").write_text("\n".join(edited(short(), 48, "after 0 0")), encoding="utf-8")
    (tmp_path / "c.walk").write_bytes(b"\xff\xfe")
    result = run(str(tmp_path), str(tmp_path / "none.walk"))
    assert result.exit_code == 2
    assert (
        f"{tmp_path / 'b.walk'}: line 48: the totals are others\n  written  after 0 0\n  found    after 540 1355\n"
        in (result.stdout)
    )
    assert result.stdout.endswith("1 of 2 walks goes otherwise. 2 files could not be used.\n")
    assert f"{tmp_path / 'c.walk'}: the file is not UTF-8 text" in result.stderr
    assert "none.walk: the file cannot be read" in result.stderr
    (tmp_path / "empty").mkdir()
    assert run(str(tmp_path / "empty")).stdout == "No walk to check.\n"


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
        (["--seed", "3", "a.walk"], "belong to --new"),
        (["--new", "clasic"], "did you mean classic?"),
        (["--new", "classic", "--options", "evens"], "has no option of this name"),
        (["--new", "classic", "--seed", "-1"], "-1"),
    ],
)
def test_wrong_use_of_the_command(args: list[str], says: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert says in result.stderr
    assert not result.stdout


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The walks of one game in a folder, its document beside it."""
    monkeypatch.setattr(walk_plan, "SEEDS", 3)
    for path in FILES:
        if path.name.startswith("hoyle-two-player"):
            shutil.copy(path, tmp_path)
    shutil.copy(walks_page.PAGE, tmp_path)
    return tmp_path


def made(folder: Path, *args: str) -> int:
    return walks.main(["hoyle-two-player", *args], folder, folder / "walks.md")


def test_make_walks__nothing_changed(few: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert made(few) == 0
    told = capsys.readouterr().out
    assert "unchanged  hoyle-two-player-2.walk\n" in told
    assert "unchanged  walks.md\n" in told
    assert "not shown  hoyle-two-player, option no-undo: a walk takes no step back\n" in told
    assert not re.search(r"^(new|changed|missing|useless)", told, re.MULTILINE)


def test_make_walks__what_changed_is_shown_and_written_only_if_asked(
    few: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = few / "hoyle-two-player-2.walk"
    right = path.read_text(encoding="utf-8")
    before = right.splitlines()
    wrong = "\n".join([*edited(before, 13, before[12] + "n"), ""])
    path.write_text(wrong, encoding="utf-8")
    (few / "walks.md").write_text(PAGE.replace("| draw | 1 | 1 | 1 |", "| draw | 2 | 2 | 2 |"), encoding="utf-8")
    assert made(few) == 1
    told = capsys.readouterr().out
    assert f"1 of {len(before)} lines, first line 13\n    - {before[12]}n\n    + {before[12]}\n" in told
    assert "changed    walks.md: 1 of" in told
    assert "walks: 2 files are left as they are; make walks WRITE=1 writes what changed\n" in told
    assert path.read_text(encoding="utf-8") == wrong
    assert made(few, "--write") == 0
    assert path.read_text(encoding="utf-8") == right
    assert (few / "walks.md").read_text(encoding="utf-8") == PAGE


def test_make_walks__what_is_lacking_is_added(few: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (few / "hoyle-two-player-2.walk").unlink()
    assert made(few) == 0
    assert "new        hoyle-two-player-2.walk: " in capsys.readouterr().out
    assert difference(lines_of(few / "hoyle-two-player-2.walk")) is None


def test_make_walks__useless_files_are_removed_only_if_asked(few: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gone = few / "hoyle-two-player-2+9.walk"
    gone.write_text("walk 1\ngame hoyle\n", encoding="utf-8")
    assert made(few) == 1
    assert "useless    hoyle-two-player-2+9.walk: line 3: " in capsys.readouterr().out
    assert gone.exists()
    assert made(few, "--write") == 0
    assert not gone.exists()


def test_make_walks__there_must_be_such_a_game(few: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert walks.main(["bridge"], few, few / "walks.md") == 2
    assert "there is no game bridge" in capsys.readouterr().err
