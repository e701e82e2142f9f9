"""Bots that a server thinks for in programs of their own: killed, slow, failing, unknown, or left to another process."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from time import monotonic

import pytest
from click.testing import CliRunner
from sqlalchemy.engine import Engine

from canasta.bots.process.commands import worker_command
from canasta.bots.registry import own_names
from canasta.cli import cli
from canasta.rules.digest import as_table
from canasta.rules.load import load
from canasta.server.bots import thinking
from canasta.server.bots.thinking import BotOptions, BotPool
from canasta.server.store.store import StoredPerson
from canasta.server.table.guests import SocketGuest
from canasta.server.table.live import LiveTable
from canasta.server.table.tables import Tables
from canasta.session.acts import Act, Make, PutBot, Start
from canasta.session.entries import Command
from canasta.session.versions import engine_of
from tests.server.players import FAST, QUICK, Browser, Player, actor_of, hinted, make_table, serving

ODD = str(Path(__file__).parents[1] / "bots" / "odd_bot.py")
ANN = StoredPerson("ann", "Ann")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps to a limit of memory")


def odd(*mode: str) -> tuple[str, ...]:
    return (sys.executable, "-I", "-S", ODD, *mode)


@asynccontextmanager
async def process(engine: Engine, options: BotOptions, *, only_bots: bool = False) -> AsyncIterator[Tables]:
    pool = BotPool(options, only_bots=only_bots)
    running = Tables(engine, pool, only_bots=only_bots)
    await running.start()
    try:
        yield running
    finally:
        await running.stop()
        pool.stop()


def pool_of(tables: Tables) -> BotPool:
    pool = tables._services.thinker
    assert isinstance(pool, BotPool)
    return pool


async def table_of(tables: Tables, *bots: str, names: tuple[str, ...] = ()) -> LiveTable:
    """Return a table where *bots* play classic Canasta, and its host looks on."""
    rules = load("classic", len(bots))
    offered = names or pool_of(tables).options.names
    made = Make(as_table(rules), "Ann", {**QUICK, "next_deal": 1}, offered, engine_of(rules))
    table = await tables.make(ANN, made)
    acts: list[Act] = [PutBot(seat, bot) for seat, bot in enumerate(bots)]
    for act in [*acts, Start()]:
        await table.do(Command(f"{act.name}-{table.head}", "ann", act))
    return table


async def until_head(table: LiveTable, head: int, seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while table.head < head:  # noqa: ASYNC110 - it changes in threads and other processes, too
            await asyncio.sleep(0.01)


def pids(tables: Tables, bot: str) -> list[int]:
    """Return the processes of *bot* that run now."""
    pool = pool_of(tables)
    return [pid for each in (*pool._idle[bot], *pool._running) if (pid := each.pid) is not None]


def test_a_worker_that_is_killed_costs_nothing_but_a_moment(file_engine: Engine) -> None:
    """Our own bot as a worker, killed while it thinks and while it waits, again and again."""

    async def scenario() -> None:
        async with process(file_engine, BotOptions(1, (("steady", worker_command("greedy")),))) as tables:
            table = await table_of(tables, "steady", "steady")
            for kill in range(1, 5):
                await until_head(table, table.head + 8)
                for pid in pids(tables, "steady"):
                    os.kill(pid, signal.SIGKILL)
                await until_head(table, table.head + 4)
                assert pool_of(tables).counts["bot_starts"] >= kill
            assert [place.failed for place in table.table.state.places] == [0, 0]
            assert pool_of(tables).counts["bot_failures"] == 0

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("crash", "It ended by itself, with exit code 3."),
        ("late", "It did not answer in time."),
        ("illegal move", "It gave an answer that can't be used."),
        pytest.param("memory", "It ended by itself, with exit code 1.", marks=LINUX),
    ],
)
def test_a_bot_that_failed_twice_is_replaced_and_the_deal_goes_on(file_engine: Engine, mode: str, reason: str) -> None:
    ms = 100 if mode == "late" else 10_000

    async def scenario() -> None:
        async with process(file_engine, BotOptions(1, (("odd", odd(mode, "400000000")),), ms, 200 << 20)) as tables:
            table = await table_of(tables, "greedy", "odd")
            table.enter(SocketGuest(None))
            async with asyncio.timeout(60):
                while table.table.state.places[1].failed < 2:  # noqa: ASYNC110 - a program makes it happen
                    await asyncio.sleep(0.01)
            await until_head(table, table.head + 10)
            assert table.table.state.bot_in(1) == "planner"
            assert table.bot_failed
            heard = [json.loads(text) for frames in table.room._tail if (text := frames.of(None, events=True))]
            told = [each for frame in heard for each in frame["events"] if each["e"] == "bot-failed"]
            assert [(each["seat"], each["name"], each["text"]) for each in told] == [(2, "odd", reason)] * 2
            assert pool_of(tables).counts["bot_failures"] == 2
            assert pids(tables, "odd") == []

    asyncio.run(scenario())


def test_a_bot_that_thinks_for_long_delays_nobody_and_is_not_waited_for_at_the_end(file_engine: Engine) -> None:
    async def scenario() -> None:
        options = BotOptions(1, (("slow", odd("slow", "55")),), ms=60_000)
        async with process(file_engine, options) as tables:
            slow = await table_of(tables, "slow", "slow")
            async with asyncio.timeout(30):
                while not pids(tables, "slow"):  # noqa: ASYNC110 - it starts in a thread
                    await asyncio.sleep(0.01)
            thinking_since, before = monotonic(), slow.head
            quick = await table_of(tables, "greedy", "greedy")
            await until_head(quick, quick.head + 40, 50)
            assert slow.head == before
            stopping = monotonic()
        assert monotonic() - stopping < 50 - (stopping - thinking_since)

    asyncio.run(scenario())


def test_a_program_hears_how_deals_end(file_engine: Engine, tmp_path: Path) -> None:
    notes = tmp_path / "notes"

    async def scenario() -> None:
        async with process(file_engine, BotOptions(1, (("odd", odd("notes", str(notes))),))) as tables:
            table = await table_of(tables, "greedy", "odd")
            async with asyncio.timeout(60):
                while not (notes.exists() and notes.read_text()):  # noqa: ASYNC110 - the program makes it
                    await asyncio.sleep(0.05)
            results = table.table.state.match
            assert results is not None
            points = [sheet.total for sheet in results.results[0].sheets]
            assert notes.read_text().startswith(f"{points} eyes=2")

    asyncio.run(scenario())


def test_a_bot_that_nobody_offers_any_more_is_replaced(file_engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PATIENCE_MS", 300)

    async def scenario() -> None:
        async with process(file_engine, BotOptions()) as tables:
            table = await table_of(tables, "greedy", "gone", names=("greedy", "gone"))
            async with asyncio.timeout(30):
                while table.table.state.bot_in(1) == "gone":  # noqa: ASYNC110 - time makes it happen
                    await asyncio.sleep(0.01)
            await until_head(table, table.head + 10)

    asyncio.run(scenario())


def test_thinking_is_left_to_another_process(engine: Engine) -> None:
    """On both databases: one process has the table and does not think, another one only thinks."""

    async def scenario() -> None:
        program = (("steady", worker_command("greedy")),)
        async with process(engine, BotOptions(0, program)) as serving_people:
            table = await table_of(serving_people, "steady", "greedy")
            await asyncio.sleep(1)
            state = table.table.state
            assert (state.phase, len(state.acted)) == ("playing", 0)
            async with process(engine, BotOptions(1, program), only_bots=True) as bots:
                await until_head(table, table.head + 20)
                assert table.id in bots.live
                assert [place.failed for place in table.table.state.places] == [0, 0]

    asyncio.run(scenario())


def test_people_seat_a_bot_that_the_server_offers_and_its_process_may_be_killed(tmp_path: Path) -> None:
    """Real processes: one serves people, one thinks; the one that thinks is killed as well as its worker."""
    database = str(tmp_path / "canasta.db")
    offered = f"odd={' '.join(odd('seed'))}"
    with ExitStack() as stack:
        server = stack.enter_context(serving(database, "--bots", "0", "--bot", offered))
        thinker = stack.enter_context(only_bots(database, offered))
        ann = Browser(server)
        code = make_table(ann, game="classic", players=2)
        player = Player(ann, code)
        player.of("table")
        refused = player.do(act="put-bot", seat=2, bot="bold")
        assert refused["text"] == f'Unknown bot "bold". The bots at this table are {", ".join(own_names())} and odd.'
        for act in ({"act": "sit", "seat": 1}, {"act": "put-bot", "seat": 2, "bot": "odd"}, {"act": "start"}):
            assert player.do(**act)["t"] == "done"
        player.wait("numbers")
        player.do(act="number", number="7")
        player.wait("playing")
        for turn in range(6):
            while actor_of([player]) is None:
                player.receive(60)
            if turn == 3:
                os.killpg(thinker.pid, signal.SIGKILL)
                stack.enter_context(only_bots(database, offered))
            move = hinted(player)
            assert player.do(move=move)["t"] == "done"
            while not move.startswith("discard") and actor_of([player]) is not None:
                move = hinted(player)
                player.do(move=move)
        assert player.public["seats"]["2"]["bot"] == "odd"
        metrics = ann.get("/metrics")[1]
        assert "canasta_tables_bot_failed 0\n" in metrics
        assert "canasta_bot_failures_total 0\n" in metrics
        player.close()


@contextmanager
def only_bots(database: str, offered: str) -> Iterator[subprocess.Popen[bytes]]:
    """Provide a process that thinks for the tables in *database*."""
    command = [sys.executable, FAST, "serve", "--only-bots", "--database", database, "--bot", offered]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, **quiet, start_new_session=True) as running:  # type: ignore[call-overload]
        try:
            yield running
        finally:
            running.kill()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--bot", "careful"], '"careful" does not offer a bot. Give it a name'),
        (["--bot", "Careful=x"], '"Careful=x" does not offer a bot.'),
        (["--bot", "a="], '"a=" does not offer a bot.'),
        (["--bot", "greedy=x"], 'There is a bot "greedy" already.'),
        (["--bot", "a=true", "--bot", "a=true"], 'There is a bot "a" already.'),
        (["--bot", "a='x"], 'The command of the bot "a" cannot be read: no closing quotation.'),
        (
            ["--bot", "a=no-such-bot"],
            'The bot "a" cannot be offered. The bot "no-such-bot" failed: there is no program',
        ),
        (["--bot", "a=true"], 'The bot "a" cannot be offered. The bot "true" failed: it ended by itself'),
        (["--only-bots", "--bots", "0"], "--only-bots needs bots that think."),
    ],
)
def test_a_bot_that_cannot_be_offered_is_named(options: list[str], sentence: str, tmp_path: Path) -> None:
    ran = CliRunner().invoke(
        cli, ["serve", "--port", "1", "--host", "127.0.0.1", "--database", str(tmp_path / "x"), *options]
    )
    assert ran.exit_code != 0
    assert sentence in ran.output, ran.output
