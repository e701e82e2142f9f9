"""Bots in processes of their own: whatever such a program does, canasta plays on and nothing of it is left."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from canasta import bots
from canasta.bots.process import BotFailure, BotProcess, Failed, Limits, ProcessBot
from canasta.bots.process.commands import shared_process, worker_command
from canasta.bots.process.decisions import decision_seed, told_position
from canasta.bots.process.messages import BotHello
from canasta.deal.view import view
from tests.deal.tables import fresh, rules_of

ODD = str(Path(__file__).with_name("odd_bot.py"))
# Room for a slow machine where the answer comes, and none where it never does.
PATIENT = Limits(start=20_000, grace=20_000)
SEEN = view(fresh(rules_of("classic", 2), 1)[0], 0)


def odd(*mode: str, limits: Limits = PATIENT) -> BotProcess:
    return BotProcess([sys.executable, "-I", "-S", ODD, *mode], limits)


def runs(pid: int) -> bool:
    """Return whether the process *pid* is there and not only waits to be noted as dead."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    try:
        return state.read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return state.parent.parent.exists() is False


def is_gone(pid: int) -> bool:
    """Return whether the process *pid* was killed and noted as dead, so that its number is free."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_bot_plays_a_deal() -> None:
    deal, _ = fresh(rules_of("new-canasta", 2), 2)
    with BotProcess(worker_command("greedy"), PATIENT) as process:
        players = [ProcessBot(process, seat) for seat in range(2)]
        for _ in range(60):
            seen = view(deal, deal.actor)
            step = players[deal.actor].choose(seen)
            seed = decision_seed(told_position(seen))
            assert step == bots.make("greedy", seed, seen.seat).choose(seen)
            deal.step(deal.actor, step)
        assert (players[0].name, players[0].version) == ("greedy", "1")
        process.over(view(deal, 0), [0, 0])
        assert process.starts == 1
        pid = process.pid
    assert pid is not None
    assert is_gone(pid)


def test_a_bot_may_answer_with_a_move_and_hears_of_other_rules() -> None:
    other = view(fresh(rules_of("classic", 3), 1)[0], 0)
    with odd("move") as process:
        for seen in (SEEN, other, SEEN):
            assert process.choose(seen) == seen.legal[-1]
        assert process.hello() == BotHello(1, "odd", "7", deterministic=True)


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("illegal step", "it chose step 418, which is not legal here."),
        ("illegal move", 'it chose "lay 4c5d6h", which is not a move.'),
        ("no move", 'it chose "dance", which is not a move.'),
        ("both", 'a move needs either the key "step" or the key "move".'),
        ("wrong id", "it answered decision 2 when it was asked decision 1."),
        ("unknown key", 'a message of type move has no key "why".'),
        ("not JSON", "this line is not JSON: Expecting value at column 1."),
        ("no UTF-8", "a line must be UTF-8."),
        ("long line", "it wrote a line of more than 4,096 bytes."),
        ("says error", 'it answered with an error instead of a move: "I give up."'),
        ("wrong type", "it answered with ok instead of a move."),
        ("version 2", "it speaks version 2 of the protocol, not 1."),
        ("crash", 'it ended by itself, with exit code 3. Its last error was: "no luck today".'),
        ("crash as Node does", 'it ended by itself, with exit code 1. Its last error was: "Error: no cards".'),
    ],
)
def test_what_a_bot_did_wrong_is_said_and_it_is_killed(mode: str, said: str) -> None:
    process = odd(mode)
    with pytest.raises(BotFailure) as caught:
        process.choose(SEEN)
    name = "odd_bot.py" if mode == "version 2" else "odd"
    assert str(caught.value).partition(" failed: ")[2] == said
    assert caught.value.bot in {name, Path(sys.executable).name}
    assert process.pid is None


def test_two_answers_to_one_question_are_noticed_with_the_next_one() -> None:
    with odd("two lines") as process:
        process.choose(SEEN)
        with pytest.raises(BotFailure, match=r"nobody had asked for|asked decision"):
            process.choose(SEEN)


@pytest.mark.parametrize("mode", ["late", "says nothing", "reads nothing"])
def test_who_does_not_answer_in_time_is_killed(mode: str) -> None:
    process = odd(mode, limits=Limits(start=2_000 if mode == "says nothing" else 20_000, grace=100))
    if mode == "late":
        process.hello()
    before = time.monotonic()
    with pytest.raises(BotFailure, match=r"in time\.$|asked for"):
        process.choose(SEEN, 200)
    assert time.monotonic() - before < 15
    assert process.pid is None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps to this limit")
def test_memory_is_limited() -> None:
    small = odd("memory", str(300 << 20), limits=Limits(memory=200 << 20, grace=20_000))
    with small, pytest.raises(BotFailure, match="MemoryError"):
        small.choose(SEEN)
    with odd("memory", str(300 << 20), limits=Limits(memory=0, grace=20_000)) as process:
        process.choose(SEEN)


def test_much_on_the_error_output_stops_nobody() -> None:
    with odd("noisy") as process:
        for _ in range(3):
            process.choose(SEEN)


def test_a_bot_sees_little_of_the_environment_and_is_nice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANASTA_SECRET", "4c")
    with odd("environment") as process, pytest.raises(BotFailure) as caught:
        process.hello()
    names, nice = caught.value.detail.rsplit(" ", 1)
    assert "PATH" in names
    assert "HOME" not in names
    assert "SECRET" not in names
    assert int(nice) == min(19, os.nice(0) + 10)


@pytest.mark.parametrize(
    "mode",
    [
        "child",
        pytest.param(
            "stray", marks=pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells environments")
        ),
    ],
)
def test_all_that_a_bot_started_is_killed_with_it(mode: str, tmp_path: Path) -> None:
    process = odd(mode, str(tmp_path / "pid"))
    process.choose(SEEN)
    child = int((tmp_path / "pid").read_text())
    assert runs(child)
    process.close()
    deadline = time.monotonic() + 10
    while runs(child) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not runs(child)


@pytest.mark.parametrize("mode", ["good", "stays", "bad exit"])
def test_nothing_is_left_of_a_bot_that_is_closed_or_forgotten(mode: str) -> None:
    closed, forgotten = odd(mode, limits=Limits(grace=100)), odd(mode)
    pids = []
    for process in (closed, forgotten):
        process.hello()
        assert process.pid is not None
        pids.append(process.pid)
    closed.close()
    assert is_gone(pids[0])
    assert closed.hello().name == "odd"
    closed.close()
    del process, forgotten
    gc.collect()
    assert is_gone(pids[1])


def test_who_failed_once_is_asked_again(tmp_path: Path) -> None:
    for mode in ("crash once", "late once"):
        told: list[Failed] = []
        process = odd(
            mode, str(tmp_path / mode), limits=Limits(start=20_000, grace=1_500 if mode == "late once" else 9_000)
        )
        with process:
            bot = ProcessBot(process, 0, ms=100 if mode == "late once" else 1_000)
            bot.back_up(bots.make("greedy", 1, 0), told.append)
            assert [bot.choose(SEEN) for _ in range(2)] == [SEEN.legal[0]] * 2
            assert [(each.seat, each.stand_in) for each in told] == [(0, "")]
            assert str(told[0]).endswith(" It gets one more chance.")
            assert process.starts == 2
            assert not bot.replaced


def test_a_bot_that_somebody_else_killed_is_told_from_one_that_ended_itself() -> None:
    with odd("slow", "0.2") as process:
        process.hello()
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        with pytest.raises(BotFailure, match="it was killed") as caught:
            process.choose(SEEN)
        assert caught.value.killed
        assert pickle.loads(pickle.dumps(caught.value)).killed
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(process.choose, SEEN)
            while not asked.done():
                process.interrupt()
                time.sleep(0.01)
            with pytest.raises(BotFailure):
                asked.result()
        assert process.choose(SEEN) in SEEN.legal


def test_the_reason_of_a_failure_holds_nothing_that_the_bot_wrote() -> None:
    for mode, reason in (
        ("no move", "It gave an answer that can't be used."),
        ("says error", "It gave an answer that can't be used."),
        ("crash", "It ended by itself, with exit code 3."),
    ):
        with odd(mode) as process, pytest.raises(BotFailure) as caught:
            process.choose(SEEN)
        assert caught.value.reason == reason
    with pytest.raises(BotFailure) as caught:
        BotProcess(["/secret/path"]).hello()
    assert caught.value.reason == "It could not be started."


def test_who_failed_twice_is_replaced_and_the_table_hears_of_it() -> None:
    told: list[Failed] = []
    with odd("crash") as process:
        bot = ProcessBot(process, 0)
        bot.back_up(bots.make("greedy", 1, 0), told.append)
        assert [bot.choose(SEEN) for _ in range(3)] == [bots.make("greedy", 1, 0).choose(SEEN)] * 3
        assert bot.replaced
        assert [each.stand_in for each in told] == ["", "greedy"]
        assert str(told[1]).endswith(" The bot greedy plays on in its place.")
        assert str(told[1].failure).startswith('The bot "odd" failed: it ended by itself, with exit code 3.')
        assert process.starts == 2


def test_without_a_stand_in_the_second_failure_is_raised() -> None:
    with odd("crash") as process:
        bot = ProcessBot(process, 0)
        for _ in range(2):
            with pytest.raises(BotFailure, match="exit code 3"):
                bot.choose(SEEN)
        assert process.starts == 2


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ([], "no command was given."),
        (["no-such-bot"], 'there is no program "no-such-bot", or it may not be run.'),
        ([ODD], "there is no program"),
        (["true"], "it ended by itself, with exit code 0."),
    ],
)
def test_what_cannot_be_started_is_said(command: list[str], said: str) -> None:
    if command == [ODD]:
        assert not os.access(ODD, os.X_OK)
    with pytest.raises(BotFailure) as caught:
        BotProcess(command).hello()
    assert said in str(caught.value)


def test_threads_wait_for_each_other() -> None:
    with odd("seed") as process, ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda seed: process.choose(SEEN, 1_000, seed), range(40)))
        assert found == [SEEN.legal[seed % len(SEEN.legal)] for seed in range(40)]
        assert process.starts == 1


def test_a_bot_by_its_command() -> None:
    name = f"command:{sys.executable} -I -S {ODD} move"
    bot = bots.make(name, 3, 0)
    assert bot.choose(SEEN) == SEEN.legal[-1]
    assert (bot.name, bot.version) == ("odd", "7")
    assert shared_process(name) is shared_process(name)
    shared_process(name).close()
    for text, said in (
        ("command:", "no command was given"),
        ("command:'x", "cannot be read: no closing quotation"),
        ("command:no-such-bot", 'there is no program "no-such-bot"'),
    ):
        with pytest.raises(BotFailure, match=said):
            bots.make(text, 3, 0)
