"""A host keeps someone out: their cookie and their address count, and no address can be read in the log."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.players import Browser, Player, Process, make_table, serving

KEPT_OUT = "The host keeps you out of this table. Ask them to let you back, or for a link to a seat."
HOME, EVES, OTHER = "127.0.0.1", "127.0.0.66", "127.0.0.77"


@pytest.fixture(params=[1, 2])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Process]:
    """Provide a server of one process, and of two: Eve and the host may be at different ones."""
    with serving(str(tmp_path / "canasta.db"), "--processes", str(request.param)) as running:
        yield running


def come(server: Process, code: str, name: str, address: str) -> tuple[Browser, Player]:
    browser = Browser(server, address)
    assert browser.post("/api/me", {"name": name})[0] == 200
    player = Player(browser, code)
    player.of("table")
    assert player.do(act="join", called=name)["t"] == "done"
    return browser, player


def remove(host: Player, guest: Browser, *, ban: bool) -> None:
    """Send *guest* away, as soon as the host has heard of them, and hear that they are gone."""
    who = person(guest)

    def here() -> bool:
        return any(each["id"] == who for each in host.public["people"].values())

    while not here():
        host.receive()
    told = host.do(act="remove", person=who, ban=ban)
    assert told["t"] == "done", told
    while here():
        host.receive()


def person(browser: Browser) -> str:
    return str(browser.get("/api/me")[1]["person"])


def refusal_of(browser: Browser, code: str) -> str:
    """Return why *browser* may not come to the table; empty if it may."""
    player = Player(browser, code)
    frame = player.until(lambda each: each["t"] in {"bye", "table"})
    player.close()
    return str(frame.get("why", ""))


def comes_in(browser: Browser, code: str) -> None:
    """See that *browser* may come, as soon as all processes have heard of it."""
    deadline = time.monotonic() + 10
    while why := refusal_of(browser, code):
        assert time.monotonic() < deadline, why


def is_kept_out(browser: Browser, code: str) -> None:
    """See that *browser* may not come, as soon as all processes have heard of it."""
    deadline = time.monotonic() + 10
    while (why := refusal_of(browser, code)) != KEPT_OUT:
        assert time.monotonic() < deadline, why


def test_who_is_kept_out_comes_back_neither_with_another_cookie_nor_from_another_address(server: Process) -> None:
    ann = Browser(server, HOME)
    code = make_table(ann, game="classic")
    host = Player(ann, code)
    host.of("table")
    eve, there = come(server, code, "Eve", EVES)
    remove(host, eve, ban=True)
    assert there.of("bye")["why"] == KEPT_OUT
    assert host.public["kept_out"] == {person(eve): "Eve"}
    said = next(each for each in reversed(host.heard) if each.get("act") == "remove")
    assert said["events"][0]["e"] == "kept-out"
    is_kept_out(eve, code)
    is_kept_out(Browser(server, EVES), code)
    eve.address = OTHER
    is_kept_out(eve, code)
    # A new cookie from a new address gets around it, as the documents say.
    assert refusal_of(Browser(server, OTHER), code) == ""
    log, hashed = stored(server.database)
    assert EVES not in log
    assert person(eve) in log
    assert len(hashed) == 1
    assert EVES.encode() not in b"".join(hashed[0])
    # It is for one table only.
    assert refusal_of(eve, make_table(ann, game="classic")) == ""


def test_a_host_lets_somebody_back_and_a_link_to_a_seat_does_too(server: Process) -> None:
    ann = Browser(server, HOME)
    code = make_table(ann, game="classic")
    host = Player(ann, code)
    host.of("table")
    eve, _ = come(server, code, "Eve", EVES)
    remove(host, eve, ban=True)
    assert host.do(act="let-back", person=person(eve))["t"] == "done"
    assert host.do(act="let-back", person=person(eve))["clause"] == "table.not-kept-out"
    assert "kept_out" not in host.public
    comes_in(Browser(server, EVES), code)
    comes_in(eve, code)
    back = Player(eve, code)
    back.of("table")
    assert back.do(act="join", called="Eve")["t"] == "done"
    remove(host, eve, ban=True)
    _, older = ann.post(f"/api/tables/{code}/links", {"seat": 3})
    status, told = ann.post(f"/api/tables/{code}/links", {"seat": 3})
    assert status == 201
    assert eve.post("/api/seat", {"key": older["key"], "name": "Eve"})[0] == 409
    assert refusal_of(eve, code) == KEPT_OUT, "a link that opens nothing lets nobody back"
    assert eve.post("/api/seat", {"key": told["key"], "name": "Eve"})[0] == 200
    host.until(lambda _: "kept_out" not in host.public and host.public["seats"]["3"].get("name") == "Eve")
    comes_in(eve, code)


def test_people_of_one_household_stay_and_plain_removal_keeps_nobody_out(server: Process) -> None:
    ann = Browser(server, HOME)
    code = make_table(ann, game="classic")
    host = Player(ann, code)
    host.of("table")
    eve, _ = come(server, code, "Eve", HOME)
    tom = Browser(server, HOME)
    tom.post("/api/me", {"name": "Tom"})
    watching = Player(tom, code)
    watching.of("table")
    remove(host, eve, ban=False)
    again = Player(eve, code)
    assert again.do(act="join", called="Eve")["t"] == "done"
    remove(host, eve, ban=True)
    is_kept_out(eve, code)
    assert refusal_of(ann, code) == ""
    if "1" in server.process.args:  # type: ignore[operator]
        # The address is that of the host, too. Two processes can't know that.
        assert watching.do(act="join", called="Tom")["t"] == "done"


def test_every_socket_that_is_kept_out_ends(tmp_path: Path) -> None:
    with serving(str(tmp_path / "canasta.db")) as server:
        code = make_table(ann := Browser(server, HOME), game="classic")
        host = Player(ann, code)
        host.of("table")
        second = Browser(server, EVES)
        second.post("/api/me", {"name": "Mallory"})
        others = [Player(second, code), Player(Browser(server, EVES), code)]
        for other in others:
            other.of("table")
        eve, there = come(server, code, "Eve", EVES)
        remove(host, eve, ban=True)
        for socket in (there, *others):
            assert socket.of("bye")["why"] == KEPT_OUT
        for kept_out in (eve, second):
            assert kept_out.get(f"/api/tables/{code}") == (403, {"text": KEPT_OUT})
        assert host.do(act="sit", seat=1)["t"] == "done"


def test_it_holds_after_a_restart(tmp_path: Path) -> None:
    database = str(tmp_path / "canasta.db")
    with serving(database) as server:
        code = make_table(ann := Browser(server, HOME), game="classic")
        host = Player(ann, code)
        host.of("table")
        eve, there = come(server, code, "Eve", EVES)
        remove(host, eve, ban=True)
        there.of("bye")
        is_kept_out(Browser(server, EVES), code)
    with serving(database) as server:
        eve.server = server
        is_kept_out(eve, code)
        is_kept_out(Browser(server, EVES), code)


def stored(database: str) -> tuple[str, list[tuple[bytes, bytes]]]:
    """Return the logs as text, and what is kept of addresses."""
    with closing(sqlite3.connect(database)) as connection:
        log = "\n".join(row[0] for row in connection.execute("SELECT body FROM entry"))
        return log, list(connection.execute("SELECT salt, hash FROM keptout"))
