"""Many at one table: people who play always get in, strangers make way, and nobody floods the others by many sockets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from websockets.exceptions import InvalidStatus

from canasta.server.limits import COMINGS, SOCKETS_BY_ADDRESS, TALK
from canasta.server.table.guests import BY_PERSON, STRANGERS_BY_ADDRESS
from tests.server.players import Browser, Player, Process, make_table, serving

HOME, AWAY, CLUB = "127.0.0.1", "127.0.0.2", "127.0.0.3"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """Provide a server for all tests here: each has a table of its own."""
    with serving(str(tmp_path_factory.mktemp("crowds") / "canasta.db")) as process:
        yield process


def strangers(server: Process, code: str, address: str, number: int) -> list[Player]:
    """So many silent sockets without a cookie, each of which has got the table."""
    found = [Player(Browser(server, address), code) for _ in range(number)]
    for each in found:
        each.of("table")
    return found


def test_silent_strangers_lock_out_neither_the_host_nor_guests_and_the_host_hears_of_them(server: Process) -> None:
    code = make_table(ann := Browser(server, HOME), game="classic")
    host = Player(ann, code)
    host.of("table")
    silent = strangers(server, code, AWAY, STRANGERS_BY_ADDRESS)
    assert host.until(lambda frame: frame["t"] == "watching" and frame["count"] == STRANGERS_BY_ADDRESS)
    guest = Browser(server, AWAY)  # of the same household
    Player(guest, code).of("table")
    assert "too many places" in silent[0].of("bye")["why"]
    again = Player(ann, code)
    again.of("table")
    assert guest.post("/api/me", {"name": "Bob"})[0] == 200
    bob = Player(guest, code)
    bob.of("table")
    assert bob.do(act="join", called="Bob")["t"] == "done"


def test_where_nobody_may_watch_strangers_are_let_go(server: Process) -> None:
    code = make_table(ann := Browser(server, HOME), game="classic", players=2)
    host = Player(ann, code)
    host.of("table")
    [watching] = strangers(server, code, AWAY, 1)
    for act in ({"act": "sit", "seat": 1}, {"act": "put-bot", "seat": 2, "bot": "greedy"}, {"act": "start"}):
        assert host.do(**act)["t"] == "done"
    assert host.do(act="configure", settings={"spectators": 0, "late": False})["t"] == "done"
    assert watching.of("bye")["why"] == "There is no room for more people to watch this table."
    assert Player(Browser(server, AWAY), code).of("bye")


def test_the_sockets_of_an_address_do_not_keep_its_players_out(server: Process) -> None:
    code = make_table(ann := Browser(server, CLUB), game="classic")
    with ExitStack() as stack:
        for _ in range(SOCKETS_BY_ADDRESS):
            stack.enter_context(Browser(server, CLUB).socket(code))
        with pytest.raises(InvalidStatus, match="429"):
            stack.enter_context(Browser(server, CLUB).socket(code))
        Player(ann, code).of("table")


def test_a_person_has_few_sockets_and_limits_for_all_of_them_together(server: Process) -> None:
    code = make_table(ann := Browser(server, HOME), game="classic")
    host = Player(ann, code)
    host.of("table")
    eve = Browser(server, AWAY)
    assert eve.post("/api/me", {"name": "Eve"})[0] == 200
    sockets = [Player(eve, code) for _ in range(2)]
    for each in sockets:
        each.of("table")
    assert sockets[0].do(act="join", called="Eve")["t"] == "done"
    renamed = [sockets[number % 2].do(act="rename", called=f"Eve {number}")["t"] for number in range(12)]
    assert renamed.count("done") == COMINGS[1] - 1
    assert host.do(act="rename", called="Anna")["t"] == "done", "others are not slowed down"
    said = []
    for number in range(8):
        player = sockets[number % 2]
        player.send({"t": "say", "cmd": f"say-{number}", "text": "Hello!"})
        said.append(player.until(lambda frame, cmd=f"say-{number}": frame.get("cmd") == cmd)["t"])  # type: ignore[misc]
    assert said.count("done") == TALK[1]
    more = [Player(eve, code) for _ in range(BY_PERSON - 1)]
    for each in more:
        each.of("table")
    assert "too many places" in sockets[0].of("bye")["why"]
