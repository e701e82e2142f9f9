"""``canasta house`` without questions, and handbooks of house rules."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from canasta.cli import cli
from canasta.rules.load import load

SATURDAYS = """
base = "hand-and-foot"
title = "Saturdays at Ruth's"
options = ["whole-pile"]
opening.minimums = [[1, 60], [2, 90]]
"""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("saturdays.toml").write_text(SATURDAYS, encoding="utf-8")
    Path("torn.toml").write_text('base = "classic"\nout.wild = 1\nout.special = 1\n', encoding="utf-8")
    Path("slips.toml").write_text('base = "classic"\nmeld.sise = 7\nmeld.wilds = "many"\n', encoding="utf-8")
    Path("noise.toml").write_bytes(b"\xff\xfe")


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, args, prog_name="canasta")


def test_scripts_can_write_a_file() -> None:
    result = run(
        *("house", "new", "classic", "--yes", "--option", "evans", "--set", "match.target=8000"),
        *("--title", "Ours", "--out", "ours.toml"),
    )
    assert (result.exit_code, result.stdout) == (0, "Written to ours.toml.\n")
    rules = load(house=Path("ours.toml"))
    assert (rules.title, rules.match.target, rules.opening.minimums[0]) == ("Ours", 8000, (-1, 0))
    before = Path("ours.toml").read_bytes()
    again = run("house", "new", "classic", "--yes", "--option", "evans", "--out", "ours.toml")
    assert again.exit_code == 2
    assert "ours.toml already exists. Choose another file for --out" in again.stderr
    assert Path("ours.toml").read_bytes() == before


def test_without_a_file_the_rules_are_printed() -> None:
    for more in ([], ["--out", "-"]):
        result = run("house", "new", "hand-knee-and-foot", "--yes", "--set", "players.6.deck.packs=8", *more)
        assert result.exit_code == 0
        Path("ours.toml").write_text(result.stdout, encoding="utf-8")
        assert load(house=Path("ours.toml"), players=6).packs == 8


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["clasic", "--yes", "-o", "evans"], "did you mean classic?"),
        (["classic", "--yes", "-o", "evens"], "options.evens: Classic Canasta has no option with this name (did you mean evans?)"),
        (["classic", "--yes", "--set", "meld.sise=7"], "meld.sise: meld has no value with this name (did you mean size?)"),
        (["classic", "--yes", "--set", "meld.size"], "meld.size: write a path and a value, such as match.target=8000"),
        (["classic", "--yes", "--set", "out.wild=1"], "out.wild: a canasta of wild cards is required, but meld.wild_melds is false"),
        (["classic", "--yes"], "Specify what differs, such as --option NAME"),
        (["classic", "--yes", "-p", "7", "-o", "evans"], "players: must be 2, 3, 4, 5 or 6; for 7, try family-hand-and-foot or new-canasta"),
        (["classic", "--yes", "--set", "players.3.out.wild=1"], "(with 3 players)"),
        (["classic", "--out", "-"], "--out - needs --yes"),
        (["classic", "--out", "nowhere/a.toml"], "There is no folder nowhere"),
        (["classic", "--title", " ", "--yes", "-o", "evans"], "title: must not be empty"),
        ([], "Name a game, such as: canasta house new hand-and-foot"),
    ],
)  # fmt: skip
def test_wrong_use_of_new_ends_with_a_sentence(args: list[str], says: str) -> None:
    before = set(Path().iterdir())
    result = run("house", "new", *args)
    assert result.exit_code == 2
    assert says in result.stderr
    assert "Traceback" not in result.output
    assert len(result.stderr.splitlines()) <= 2
    assert set(Path().iterdir()) == before


def test_problems_of_the_command_line_are_named_together() -> None:
    result = run("house", "new", "classic", "--yes", "-o", "evens", "--set", "meld.sise=7", "--set", "draw.stock=0")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 4


def test_unknown_commands_name_the_nearest() -> None:
    assert 'Unknown command "house chek" (did you mean check?)' in run("house", "chek").stderr
    assert run("house", "chek").exit_code == 2
    assert "canasta house diff saturdays.toml" in run("house", "--help").stdout


def test_check_says_what_can_be_played() -> None:
    result = run("house", "check", "saturdays.toml")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "saturdays.toml: the rules are valid: Hand and Foot for 4 players.\n"


def test_check_names_every_error_with_its_place() -> None:
    result = run("house", "check", "slips.toml", "saturdays.toml", "torn.toml")
    assert result.exit_code == 1
    lines = result.stderr.splitlines()
    assert [line[: line.index(":", line.index(":") + 1)] for line in lines] == [
        *("slips.toml: meld.sise", "slips.toml: meld.wilds", "torn.toml: out.wild", "torn.toml: out.special")
    ]
    assert "saturdays.toml: the rules are valid" in result.stdout


@pytest.mark.parametrize(("file", "says"), [("noise.toml", "not UTF-8"), ("nothing.toml", "No such file")])
def test_check_of_what_cannot_be_read_ends_with_two(file: str, says: str) -> None:
    result = run("house", "check", "torn.toml", file)
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stderr.count(file) == 1
    assert "torn.toml: out.wild" in result.stderr, "the others are checked all the same"
    assert run("house", "diff", file).exit_code == 2


def test_check_as_json() -> None:
    result = run("house", "check", "saturdays.toml", "torn.toml", "noise.toml", "--json")
    assert result.exit_code == 2
    fine, torn, noise = json.loads(result.stdout)
    assert (fine["base"], fine["players"], fine["problems"]) == ("hand-and-foot", [4], [])
    assert [problem["where"] for problem in torn["problems"]] == ["out.wild", "out.special"]
    assert (noise["readable"], noise["problems"][0]["where"]) == (False, "noise.toml")


def test_advice_is_no_error() -> None:
    Path("idle.toml").write_text('base = "classic"\nmeld.size = 7\n', encoding="utf-8")
    result = run("house", "check", "idle.toml")
    assert result.exit_code == 0
    assert "idle.toml: advice: meld.size: this changes nothing" in result.stdout


def test_diff_tells_in_sentences_what_holds_instead() -> None:
    text = " ".join(run("house", "diff", "saturdays.toml").stdout.split())
    assert text.startswith(
        "Saturdays at Ruth's changes two rules of Hand and Foot. option whole-pile: A player who takes"
    )
    assert (
        "How much of the pile is taken no longer When you take the discard pile, you take its top seven cards" in text
    )
    assert "instead The minimum is 60 in the first deal and 90 from the second on." in text


def test_diff_as_json_groups_by_clause() -> None:
    data = json.loads(run("house", "diff", "saturdays.toml", "--json").stdout)
    assert (data["base"], data["options"]) == ("hand-and-foot", ["whole-pile"])
    (only,) = data["differences"]
    assert only["players"] == [4]
    assert [clause["clause"] for clause in only["clauses"]] == ["pile.take", "opening.minimum"]
    assert only["clauses"][0]["values"] == [{"path": "pile.take", "before": "7", "after": "0"}]


def test_diff_tells_other_numbers_of_players_apart() -> None:
    Path("many.toml").write_text(
        'base = "hand-knee-and-foot"\ndraw.stock = 3\n[players.6]\ndeck.packs = 8\n[players.8]\ndraw.stock = 2\n',
        encoding="utf-8",
    )
    text = " ".join(run("house", "diff", "many.toml").stdout.split())
    assert "changes one rule of Hand, Knee and Foot with 4 players." in text
    assert "With 6 players these rules are different: Players and cards Cards no longer You need nine packs" in text
    assert "With 8 players: As in Hand, Knee and Foot: Drawing." in text
    assert "With" not in run("house", "diff", "many.toml", "--players", "6").stdout
    assert run("house", "diff", "many.toml", "--players", "5").exit_code == 2


def test_diff_of_nothing_says_so() -> None:
    Path("same.toml").write_text('base = "classic"\ntitle = "Ours"\n', encoding="utf-8")
    assert run("house", "diff", "same.toml").stdout == "Ours: no differences from Classic Canasta.\n"


def test_diff_of_what_cannot_be_played_names_the_problems() -> None:
    result = run("house", "diff", "torn.toml")
    assert result.exit_code == 2
    assert "out.wild: " in result.stderr


def test_the_familys_page_is_written() -> None:
    result = run("rules", "--house", "saturdays.toml", "--html", "ours.html")
    assert result.exit_code == 0
    assert result.stdout == "Written to ours.html. Open it in a browser to read or print it.\n"
    page = Path("ours.html").read_text(encoding="utf-8")
    assert "<h1>Saturdays at Ruth&#x27;s</h1>" in page
    assert "What differs from Hand and Foot" in page
    assert run("rules", "classic", "--html", "ours.html").exit_code == 0, "a page may be written again"
    assert "Classic Canasta" in Path("ours.html").read_text(encoding="utf-8")
    assert run("rules", "classic", "--html", "-").stdout.startswith("<!doctype html>")


def test_a_file_that_is_no_page_is_not_replaced_by_one() -> None:
    result = run("rules", "--house", "saturdays.toml", "--html", "saturdays.toml")
    assert result.exit_code == 2
    assert "saturdays.toml already exists and is not a page" in result.stderr
    assert Path("saturdays.toml").read_text(encoding="utf-8") == SATURDAYS


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--html", "a.html", "--markdown"], "Use only one of --html, --markdown and --json."),
        (
            ["--part", "frogs"],
            'This handbook has no part "frogs". Its parts are learn, rules, players, options, sources.',
        ),
        (["--html", "nowhere/a.html"], "nowhere/a.html cannot be written: No such file or directory."),
        (["--html", "."], "Is a directory"),
    ],
)
def test_wrong_use_of_rules_ends_with_a_sentence(args: list[str], says: str) -> None:
    result = run("rules", "classic", *args)
    assert result.exit_code == 2
    assert says in result.stderr


def test_one_part_of_a_rulebook() -> None:
    text = run("rules", "classic", "--part", "learn").stdout
    assert "LEARN THE GAME" in text
    assert "pile.need" not in text
    assert run("rules", "classic", "--part", "Options", "--markdown").stdout.count("\n## ") == 1


def test_house_rules_in_every_form_of_the_rulebook() -> None:
    for form in ([], ["--markdown"], ["--json"]):
        result = run("rules", "--house", "saturdays.toml", *form)
        assert result.exit_code == 0
        assert "Saturdays at Ruth's" in result.stdout
    data = json.loads(run("rules", "--house", "saturdays.toml", "--json").stdout)
    assert data["differs"] == ["pile.take", "opening.minimum"]
    assert run("rules", "--house", "saturdays.toml", "--ascii").stdout.isascii()
