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
from tests.server.players import Browser, Json, Player, Process, actor_of, hinted, level, make_table, seated, serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    with serving(str(tmp_path / "canasta.db")) as process:
        yield process


def log_of(database: Path) -> list[tuple[int, str, str]]:
    """Return the log of the only table: number, command and text of its entries."""
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


def one_by_one(cards: str) -> list[str]:
    """Return the cards in a text of the wire."""
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]


def aside(player: Player) -> str:
    """Return cards that *player* can lay while someone else has the turn; empty for none."""
    choices = player.own.get("choices", {})
    held = [card for card in one_by_one(player.own.get("hand", "")) if card != "Jk"]
    for rank in choices.get("lay", ()):
        cards = [card for card in held if card[0] == rank]
        if len(cards) >= 3:
            return f"lay {''.join(cards[:3])}"
    for meld, cards in choices.get("add", {}).items():
        rank, slot = meld.split(".")
        naturals = [card for card in one_by_one(cards) if card[0] == rank and card != "Jk"]
        if naturals:
            return f"lay {naturals[0]}@{slot}"
    return ""


def test_one_seat_acts_while_another_has_the_turn(server: Process, tmp_path: Path) -> None:
    """Frozen in time, with four people who keep their melds for the time between turns."""
    code, players = all_seated(server, game="new-canasta", players=4, options=["frozen-after-any-draw"])
    happened = 0
    while players[0].public["state"] == "playing":
        actor = waited_for(players)
        if actor is None:
            players[0].receive()
        else:
            other = next((each for each in players if each is not actor and aside(each)), None)
            choices = actor.own["choices"]
            if other is not None and "draw" in choices and happened < 3:
                head, seat = actor.seq, 1 + players.index(other)
                done = other.do(move=aside(other), after=head)
                assert done["t"] == "done", done
                # The one who has the turn had not heard of it yet, and draws all the same.
                assert actor.do(move="draw", after=head)["t"] == "done"
                laid = next(frame for frame in actor.heard if frame.get("seq") == done["seq"])
                assert (laid["by"], laid["public"].get("table", {}).get("turn")) == (seat, None)
                assert players[seat - 1].do(move="draw", after=head)["clause"] == "table.stale"
                happened += 1
            else:
                keeps = "discard" in choices and choices.keys() & {"lay", "add"} and opened(actor)
                move = f"discard {one_by_one(choices['discard'])[0]}" if keeps and happened < 3 else hinted(actor)
                done = actor.do(move=move)
                assert done["t"] == "done", (move, done, choices)
        level(players)
        if players[0].public["state"] == "counting" and not happened:
            for each in players:
                each.do(act="ready")
            begin(players)
    assert happened
    assert all(each.public == players[0].public for each in players)
    _, record = players[0].browser.get(f"/api/tables/{code}/record")
    (tmp_path / "deal.chh").write_text(record, encoding="utf-8")
    checked = CliRunner().invoke(cli, ["replay", "--check", str(tmp_path / "deal.chh")])
    assert checked.exit_code == 0, checked.output
    for player in players:
        player.close()


def all_seated(server: Process, **told: object) -> tuple[str, list[Player]]:
    """Return a table with a person in every seat, in the first deal."""
    browsers = [Browser(server) for _ in range(4)]
    code = make_table(browsers[0], **told)
    for browser, name in zip(browsers[1:], ("Bob", "Cyd", "Dan"), strict=True):
        assert browser.post("/api/me", {"name": name})[0] == 200
    players = [Player(browser, code) for browser in browsers]
    for seat, player in enumerate(players, 1):
        if seat > 1:
            player.do(act="join", called=("Bob", "Cyd", "Dan")[seat - 2])
        assert player.do(act="sit", seat=seat)["t"] == "done"
    assert players[0].do(act="start")["t"] == "done"
    begin(players)
    return code, players


def begin(players: list[Player]) -> None:
    """Let everyone give a number, and cut the deck if they are to, until the deal has begun."""
    for player in players:
        player.wait("numbers")
        player.do(act="number", number="7")
    while players[0].public["state"] != "playing":
        level(players)
        for seat, aim in players[0].public.get("cut", {}).items():
            assert players[int(seat) - 1].do(act="cut", aim=aim)["t"] == "done"
        players[0].wait("cutting", "playing")
    for player in players:
        player.wait("playing")


def waited_for(players: list[Player]) -> Player | None:
    """Return whom the table waits for."""
    table = players[0].public["table"]
    seats = table.get("waiting", [table["turn"]])
    return players[seats[0] - 1] if seats else None


def opened(player: Player) -> bool:
    """Return whether the side of *player* has opened."""
    sides = player.public["table"]["sides"]
    seat = next(int(seat) for seat, row in player.public["seats"].items() if row.get("name") == player_name(player))
    return bool(sides[str((seat - 1) % len(sides) + 1)].get("opened"))


def player_name(player: Player) -> str:
    """Return what *player* is called at the table."""
    return str(next(frame["you"]["name"] for frame in player.heard if frame["t"] in {"welcome", "table"}))


def test_a_killed_process_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    database = tmp_path / "canasta.db"
    with ExitStack() as stack:
        running = [stack.enter_context(serving(str(database))) for _ in range(2)]
        _, players = seated(running, game="classic", players=4)
        acknowledged: dict[str, int] = {}
        kills = moves = 0
        while (actor := actor_of(players)) is None or kills < 3:
            if actor is None and players[0].public["state"] == "counting":  # a short deal
                for each in players:
                    done = each.do(act="ready")
                    acknowledged[done["cmd"]] = done["seq"]
                level(players)
                continue
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
            assert (player.seq, player.public) == (folded.head, folded.snapshot().public)
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
