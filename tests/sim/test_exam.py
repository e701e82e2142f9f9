"""``canasta exam``: our own bots and the examples pass, and each way of failing is found where it belongs."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from canasta.sim.exam.command import exam
from canasta.sim.exam.conduct import NO_MESSAGES
from canasta.sim.exam.result import Check, ExamResult, GameResult, lines

ROOT = Path(__file__).resolve().parents[2]
ODD = str(ROOT / "tests" / "bots" / "odd_bot.py")
ALONE = [sys.executable, "-I", "-S"]
CHECKS = 9


def examined(*words: str) -> Result:
    return CliRunner().invoke(exam, words)


def as_json(*words: str) -> dict[str, object]:
    found = examined("--json", *words)
    assert found.stderr == ""
    data: dict[str, object] = json.loads(found.stdout)
    assert found.exit_code == (0 if data["passed"] else 1)
    return data


def problems(data: dict[str, object]) -> dict[str, str]:
    """Return what failed in an exam, by the check or the game."""
    found = {each["does"]: each["problem"] for each in data["checks"]}  # type: ignore[attr-defined]
    found |= {each["game"]: each["problem"] for each in data["games"]}  # type: ignore[attr-defined]
    return {name: problem for name, problem in found.items() if problem}


def test_greedy_passes() -> None:
    data = as_json("--games", "hoyle-two-player,hand-and-foot", "greedy")
    assert problems(data) == {}
    assert data["bot"] == {"protocol": 1, "name": "greedy", "version": "1", "deterministic": True}
    assert len(data["checks"]) == CHECKS  # type: ignore[arg-type]
    for game in data["games"]:  # type: ignore[attr-defined]
        assert game["deals"] == len(game["players"])
        assert game["decisions"] > 30
        assert game["repeated"] >= game["decisions"] // 5
        assert 0 < game["median_ms"] <= game["slowest_ms"] < 1_250


def test_the_bot_in_python_passes() -> None:
    found = examined("--games", "classic,hand-and-foot", "--", *ALONE, str(ROOT / "examples" / "careful_bot.py"))
    assert found.exit_code == 0, found.output
    told = found.output.splitlines()
    assert told[0] == "careful 1 takes the same step whenever it is asked the same; 1,000 ms for a decision"
    assert told[-1] == "passed"
    assert sum(line.startswith(("classic ", "hand-and-foot ")) and line.endswith("passed") for line in told) == 2


@pytest.fixture(scope="module")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> str:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    program = tmp_path_factory.mktemp("brisk") / "brisk_bot"
    source = ROOT / "examples" / "brisk_bot.c"
    warnings = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([compiler, *warnings, "-O1", "-o", str(program), str(source)], check=True)
    return str(program)


def test_the_bot_in_c_passes(brisk: str) -> None:
    data = as_json("--games", "classic,ponytail,new-canasta", "--", brisk)
    assert problems(data) == {}


def test_the_examples_play_better_than_chance(brisk: str) -> None:
    from canasta.rules.load import load
    from canasta.sim import Plan, run

    examples = [f"command:{brisk}", f"command:{' '.join(ALONE)} {ROOT / 'examples' / 'careful_bot.py'}"]
    for bot in examples:
        plan = Plan(rules=load("classic", 2), bots=(bot, "chance"), deals=3, seed=1, duplicate=True)
        found = run(plan)
        assert found.by_bot[bot].mean > found.by_bot["chance"].mean
        assert found.as_json()["versions"][bot] == "1"


SMALL = ("--games", "hoyle-two-player")


def odd(*mode: str, ms: int = 5_000) -> dict[str, str]:
    return problems(as_json(*SMALL, "--ms", str(ms), "--", *ALONE, ODD, *mode))


def test_a_plain_bot_passes() -> None:
    assert odd("move") == {}


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("trusting", {"answers what is not a message with an error": "It ended by itself, with exit code 1."}),
        (
            "stays",
            {
                "says goodbye and ends with exit code 0": "It answered with an error instead of a goodbye",
                "ends when its input ends": "It still ran 2 seconds later.",
            },
        ),
        ("bad exit", {"says goodbye and ends with exit code 0": "It ended with exit code 5."}),
        ("chance", {"hoyle-two-player": "when asked again"}),
        ("two lines", {"answers two decisions that come together, in their order": "decision"}),
    ],
)
def test_what_is_wrong_is_found(mode: str, expected: dict[str, str]) -> None:
    found = odd(mode)
    for check, said in expected.items():
        assert said in found[check]


def test_a_bot_that_remembers_is_found_out(tmp_path: Path) -> None:
    assert "when asked again" in odd("counts", str(tmp_path / "counter"))["hoyle-two-player"]


@pytest.mark.parametrize("mode", ["illegal step", "not JSON", "version 2", "crash"])
def test_nothing_follows_a_bot_that_cannot_decide(mode: str) -> None:
    data = as_json(*SMALL, "--", *ALONE, ODD, mode)
    assert next(iter(problems(data))) == "greets, takes note of the rules and decides"
    assert len(data["checks"]) == 1  # type: ignore[arg-type]


def test_who_is_late_fails() -> None:
    found = odd("late", ms=100)
    assert found["greets, takes note of the rules and decides"] == "It did not answer in time."
    assert "with 2 players: The bot" in found["hoyle-two-player"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["gready"], "greedy and chance. Did you mean greedy?"),
        (["--games", "clasic", "greedy"], 'there is no game "clasic" (did you mean classic?)'),
        (["--deals", "0", "greedy"], "Invalid value for '--deals'"),
        ([], "Missing argument 'BOT...'"),
    ],
)
def test_wrong_use_is_said(words: list[str], said: str) -> None:
    found = examined(*words)
    assert found.exit_code == 2
    assert said in found.stderr


def test_the_table_is_readable() -> None:
    games = [
        GameResult("classic", "Classic Canasta", (2, 3, 4, 5, 6), 5, 44, [1.0, 2.0, 3.0]),
        GameResult("ponytail", "Ponytail", (4, 6), 2, 0, [], "with 4 players: It fell."),
    ]
    checks = [Check("greets"), Check("ends", "It goes on.")]
    told = list(lines(ExamResult(["x"], None, 1_000, checks, games)))
    assert told == [
        "Protocol",
        "greets    passed",
        "ends      It goes on.",
        "",
        "Game      players  deals  decisions  asked twice  median ms  slowest ms",
        "classic   2–6          5          3           44        2.0         3.0  passed",
        "ponytail  4, 6         2          0            0        0.0         0.0  with 4 players: It fell.",
        "",
        "failed",
    ]


def test_the_odd_lines_are_no_messages() -> None:
    assert len(set(NO_MESSAGES)) == len(NO_MESSAGES) > 10
    assert not any(b"\n" in line for line in NO_MESSAGES)
