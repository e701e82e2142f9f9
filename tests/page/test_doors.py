"""How people come to a table, and what they read where they cannot: unknown, full, closed and deleted tables."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.page.sound import room_is_sound
from tests.page.visitor import Visitor
from tests.server.players import Process

Visit = Callable[..., Visitor]
PHONE = (390, 664)


def come_by_code(visitor: Visitor, code: str, name: str = "Tom") -> None:
    """Type *name* and *code* on the start page."""
    visitor.open()
    visitor.page.get_by_label("Your name at the table").fill(name)
    visitor.page.get_by_label("Join with a code").fill(code)
    visitor.button("Join").click()


def say_name(visitor: Visitor, name: str) -> None:
    """Answer the question that everyone new is asked who comes by a link."""
    visitor.page.get_by_label("Your name at the table").fill(name)
    visitor.button("Take a seat").click()


def leads_home(visitor: Visitor) -> None:
    """See that there is a way on."""
    visitor.button("Back to the start page").click()
    visitor.button(re.compile("^Play now")).wait_for()


def run_tables(server: Process, *command: str) -> None:
    """Look after a table as whoever keeps the server does, while it runs."""
    program = [sys.executable, "-m", "canasta", "tables", "--database", server.database, *command]
    ran = subprocess.run(program, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_somebody_new_comes_by_a_link_says_a_name_and_sits_down(visit: Visit) -> None:
    ann, new = visit(), visit(size=PHONE)
    code = ann.table(3)
    new.open(f"/t/{code.lower()}")
    new.page.get_by_role("heading", name="Hand and Foot").wait_for()
    room_is_sound(new, "newcomer")
    say_name(new, "ann")
    new.page.get_by_role("alert").get_by_text(
        "Someone at this table is called Ann, and your name would look the same."
    ).wait_for()
    say_name(new, "Tom")
    ann.until(lambda: ann.public["seats"]["2"].get("name") == "Tom", "Tom in his seat")
    assert ann.public["seats"]["2"]["plays"] == "person"


def test_a_code_is_typed_in_any_spelling_and_a_wrong_one_is_said(visit: Visit) -> None:
    ann, new = visit(), visit(size=PHONE)
    code = ann.table()
    come_by_code(new, "K7M4")
    new.page.get_by_text("A code has eight letters and digits").wait_for()
    come_by_code(new, "ZZZZ ZZZZ")
    new.page.get_by_role("alert").get_by_text(
        "There is no table with this code. Check the eight letters and digits."
    ).wait_for()
    come_by_code(new, f" {code[:4].lower()}-{code[4:].lower()} ")
    new.page.get_by_text("How this table plays").wait_for()
    new.forgive("404")


def test_an_unknown_table_says_so_and_leads_home(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/t/K7M4XHPC")
    visitor.page.get_by_role("alert").get_by_text("There is no table with this code.").wait_for()
    leads_home(visitor)
    visitor.forgive("404", "WebSocket connection to")


def test_where_every_seat_is_taken_one_may_watch_and_a_full_table_leads_home(visit: Visit) -> None:
    ann, watcher, late = visit(), visit(size=PHONE), visit(size=PHONE)
    # Whoever watches may still take over the seat of the bot.
    code = ann.table(2, game="classic", players=2, settings={"spectators": 0})
    come_by_code(watcher, code, "Eve")
    watcher.page.get_by_text("Every seat is taken, so you are watching.").wait_for()
    come_by_code(late, code)
    late.page.get_by_role("alert").get_by_text("This table is full: it has room for 2 people.").wait_for()
    room_is_sound(late, "full")
    leads_home(late)


@pytest.mark.parametrize("begun", [False, True])
def test_a_closed_table_says_so_to_whoever_sits_there_and_whoever_comes(visit: Visit, begun: bool) -> None:
    ann, late = visit(), visit(size=PHONE)
    code = ann.table(2, 3, 4)
    if begun:
        ann.start()
    run_tables(ann.server, "close", code)
    ann.page.get_by_role("alert").get_by_text("This table is closed.").wait_for()
    leads_home(ann)
    come_by_code(late, code)
    late.page.get_by_role("alert").get_by_text("This table is closed.").wait_for()
    leads_home(late)


def test_a_counted_table_that_was_closed_still_gives_its_record(visit: Visit) -> None:
    ann = visit()
    ann.open()
    code = ann.table(1, 2, seat=0, game="classic", players=2, settings={"numbers_wait": 1})
    ann.button("Start").click()
    ann.until(lambda: ann.public.get("state") == "counting", "the count")
    run_tables(ann.server, "close", code)
    with ann.page.expect_download() as download:
        ann.page.get_by_role("button", name="Save its record").click()
    assert download.value.path().read_text().startswith("# Classic Canasta, written down")


def test_a_table_that_is_deleted_while_somebody_sits_there_leads_home(visit: Visit) -> None:
    ann = visit()
    code = ann.table(2, 3)
    ann.page.get_by_text("How this table plays").wait_for()
    run_tables(ann.server, "delete", "--yes", code)
    ann.page.get_by_role("alert").get_by_text("There is no table with this code.").wait_for()
    leads_home(ann)
    ann.forgive("404", "WebSocket connection to")


def test_the_host_sends_somebody_away_keeps_them_out_and_lets_them_back(visit: Visit) -> None:
    ann, eve = visit(size=PHONE), visit()
    code = ann.table()
    eve.open(f"/t/{code}")
    say_name(eve, "Eve")
    ann.until(lambda: "Eve" in ann.public["people"], "Eve at the table")
    ann.page.locator("summary", has_text="People").click()
    ann.button("Remove Eve…").click()
    ann.button(
        "Remove",
    ).last.wait_for()
    room_is_sound(ann, "waiting-people")
    ann.button("Remove and keep out").click()
    eve.page.get_by_text("The host keeps you out of this table.").wait_for()
    ann.page.get_by_text("is kept out").wait_for()
    assert "Eve" not in ann.public["people"]
    eve.page.reload()
    eve.page.get_by_text("The host keeps you out of this table.").wait_for()
    ann.button("Let Eve back").click()
    ann.until(lambda: "kept_out" not in ann.public, "nobody kept out")
    eve.open(f"/t/{code}")
    ann.until(lambda: "Eve" in ann.public["people"], "Eve at the table again")
    eve.forgive("403")
