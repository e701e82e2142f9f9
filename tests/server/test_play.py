"""Whole deals over real sockets: two people, two bots, every command twice, and processes that are killed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import CliRunner

from canasta.cli import cli
from canasta.session.entries import parse_entry
from canasta.session.table import Table
from tests.server.players import Json, Player, Process, actor_of, hinted, level, seated, serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    with serving(str(tmp_path / "canasta.db")) as process:
        yield process


def log_of(database: Path) -> list[tuple[int, str, str]]:
    """The log of the only table: number, command and text of its entries."""
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT seq, cmd, body FROM entry ORDER BY seq").fetchall()
    connection.close()
    return rows


def test_a_whole_deal_of_hand_and_foot_ends_in_a_record_that_replays(server: Process, tmp_path: Path) -> None:
    code, players = seated([server, server], game="hand-and-foot", players=4)
    unfinished = players[0].browser.get(f"/api/tables/{code}/record")
    assert unfinished == (
        409,
        {"clause": "table.no-record", "text": "No deal has been counted at this table yet, so there is no record."},
    )
    moves = 0
    while players[0].public["state"] == "playing":
        actor = actor_of(players)
        if actor is None:
            players[0].receive()
        else:
            move = hinted(actor)
            done = actor.do(move=move)
            assert done["t"] == "done", done
            assert actor.do(cmd=done["cmd"], move=move) == done  # twice is once
            moves += 1
        level(players)
    assert moves > 20
    assert players[0].public["state"] == "counting"
    assert players[0].public == players[1].public
    log = log_of(tmp_path / "canasta.db")
    assert [seq for seq, _, _ in log] == list(range(1, players[0].seq + 1))
    status, record = players[0].browser.get(f"/api/tables/{code}/record")
    assert status == 200
    (tmp_path / "deal.chh").write_text(record, encoding="utf-8")
    checked = CliRunner().invoke(cli, ["replay", "--check", str(tmp_path / "deal.chh")])
    assert checked.exit_code == 0, checked.output
    exported = CliRunner().invoke(cli, ["tables", "--database", str(tmp_path / "canasta.db"), "export", code, "-"])
    assert exported.output == record
    for player in players:
        player.close()
    assert server.stop()[0] == 0


def test_a_killed_process_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    database = tmp_path / "canasta.db"
    with ExitStack() as stack:
        running = [stack.enter_context(serving(str(database))) for _ in range(2)]
        _, players = seated(running, game="classic", players=4)
        acknowledged: dict[str, int] = {}
        kills = moves = 0
        while (actor := actor_of(players)) is None or kills < 3:
            if actor is None:
                players[0].receive()
                level(players)
                continue
            move, moves = hinted(actor), moves + 1
            if moves % 6 == 0:
                victim = actor.browser.server
                other = next(each for each in running if each is not victim)
                done = killed_under(actor, players, victim, other, move)
                running = [other, stack.enter_context(serving(str(database)))]
                players[0].move_to(running[kills % 2])
                kills += 1
            else:
                done = actor.do(move=move)
            acknowledged[done["cmd"]] = done["seq"]
            level(players)
        log = log_of(database)
        assert [seq for seq, _, _ in log] == list(range(1, len(log) + 1))
        stored = {cmd: seq for seq, cmd, _ in log}
        assert {cmd: stored.get(cmd) for cmd in acknowledged} == acknowledged
        folded = Table.fold([parse_entry(body) for _, _, body in log])
        for player in players:
            assert (player.seq, player.public) == (folded.head, folded.picture().public)
            player.close()


def killed_under(actor: Player, players: list[Player], victim: Process, other: Process, move: str) -> Json:
    """Send *move*, kill the process that has it at once, go on at the other one, and send it again."""
    actor.number += 1
    cmd = f"{actor.name}-{actor.number}"
    told = {"t": "do", "cmd": cmd, "move": move}
    actor.send(told)
    victim.kill()
    for player in players:
        if player.browser.server is victim:
            player.move_to(other)
    actor.send(told)
    actor.until(lambda _: cmd in actor.answers)
    return actor.answers[cmd]
