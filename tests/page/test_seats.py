"""Seats during a match, at a real server: how bots play, a seat that a bot keeps, a guest who takes a bot's seat."""

from __future__ import annotations

from collections.abc import Callable

from tests.page.visitor import Visitor

Visit = Callable[..., Visitor]


def test_the_host_sees_to_bots_and_a_guest_takes_the_seat_of_one(visit: Visit) -> None:
    ann, tom, eve = visit(size=(1280, 800)), visit(), visit(size=(390, 664))
    code = ann.table(2, 4, game="classic", settings={"away_delay": 900, "away_budget": 900})
    tom.join(code, 3, "Tom")
    ann.start()
    ann.button("Menu").click()
    ann.button("Seats").click()
    level = ann.page.get_by_label(f"How {ann.public['seats']['2']['name']} plays")
    level.select_option("chance")
    ann.until(lambda: ann.public["seats"]["2"]["bot"] == "chance", "another bot")
    # Someone who has left the page: a bot keeps the seat.
    assert ann.button("Let a bot keep the seat").count() == 0
    tom.page.goto("about:blank")
    ann.button("Let a bot keep the seat").click()
    ann.until(lambda: ann.public["seats"]["3"]["plays"] == "bot", "a bot in Tom's seat")
    assert "seat" not in ann.public["people"]["Tom"]
    # A guest takes the seat of a bot, and has it with the next deal.
    eve.join(code, 0, "Eve")
    eve.button("Take a seat").click()
    eve.page.get_by_text("You can have the seat of a bot").wait_for()
    eve.button(f"Take the seat of {eve.public['seats']['4']['name']}").click()
    eve.until(lambda: eve.public["seats"]["4"].get("coming") == "Eve", "the seat with the next deal")
    eve.page.get_by_text("You play seat 4 from the next deal on").wait_for()
    assert eve.button("Take a seat").count() == 0
    ann.page.locator(".seats-list").get_by_text("Eve plays from the next deal on").wait_for()
    # Tom comes back as a guest, to the cards that he knows.
    tom.open(f"/t/{code}")
    tom.button("Take a seat").click()
    tom.button(f"Take the seat of {tom.public['seats']['3']['name']}").click()
    tom.until(lambda: tom.public["seats"]["3"]["plays"] == "person", "Tom in his seat")
    tom.until(lambda: tom.own.get("hand"), "Tom's cards")
    tom.forgive()


def test_a_table_has_a_name_where_its_host_gives_it_one(visit: Visit) -> None:
    ann, eve = visit(size=(390, 664)), visit()
    ann.open("/new?game=classic")
    ann.page.get_by_label("A name for the table").fill("  Saturdays at  Ruth's")
    ann.page.get_by_label("Your name").fill("Ruth")
    ann.button("Make the table").click()
    ann.page.get_by_role("heading", name="Saturdays at Ruth's").wait_for()
    assert "Classic Canasta" in ann.page.locator(".top .title").inner_text()
    code = ann.page.url[-8:]
    eve.open(f"/t/{code}")
    eve.page.get_by_text("Ruth invites you to Saturdays at Ruth's").wait_for()
    field = ann.page.get_by_label("A name for the table")
    field.fill("x" * 41)
    ann.page.get_by_text("A table’s name has at most 40 characters.").wait_for()
    field.fill("Sundays")
    field.press("Tab")
    eve.page.get_by_text("Ruth invites you to Sundays").wait_for()
    ann.button("Bots for the 3 free seats").click()
    ann.start()
    ann.page.locator(".top .title b", has_text="Sundays").wait_for()
    assert ann.page.title().endswith("Sundays")
    assert "Classic Canasta · deal 1" in ann.page.locator(".top .title span").inner_text()
    ann.open("/")
    ann.page.get_by_role("link", name="Sundays with").wait_for()
