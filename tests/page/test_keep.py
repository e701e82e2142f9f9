"""The score room at a real server: two phones count one evening, through a reload and the death of the server."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.page.conftest import FIXED
from tests.page.sound import room_is_sound
from tests.page.visitor import Visitor
from tests.server import players

Visit = Callable[..., Visitor]
PHONE = (390, 664)


def tap(visitor: Visitor, *names: str) -> None:
    """Tap keys of the pad, one after the other."""
    for name in names:
        visitor.page.locator(".answer").get_by_role("button", name=name, exact=True).click()


def count(visitor: Visitor, *names: str) -> None:
    """Tap the answers of a whole side and enter its count."""
    tap(visitor, *names)
    visitor.button(re.compile(r"^Enter [−\d]")).click()


def begun(visitor: Visitor) -> str:
    """Make a table that keeps the score of four, on the page; return its code."""
    page = visitor.page
    visitor.open()
    page.get_by_label("Your name at the table").fill("Ann")
    visitor.button(re.compile("^Keep score of real cards")).click()
    for seat, name in ((2, "Bea"), (3, "Cyd"), (4, "bea")):
        page.get_by_label(f"Name of player {seat}").fill(name)
    visitor.button("Keep the score").click()
    page.get_by_text("Someone here has this name already").first.wait_for()
    page.get_by_label("Name of player 4").fill("Dan")
    page.get_by_label("Who deals first?").select_option("4")
    page.get_by_text("Players with the same sign play together.").wait_for()
    room_is_sound(visitor, "new-table-real-cards")
    visitor.button("Keep the score").click()
    page.get_by_text("Ann begins.").wait_for()
    return re.sub(r".*/t/(\w{8}).*", r"\1", page.url)


def test_two_phones_keep_the_score_through_a_reload_and_the_death_of_the_server(
    visit: Visit,
    built: None,  # noqa: ARG001
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(players, "FAST", FIXED)
    database = str(tmp_path / "canasta.db")
    server = players.Process(database).wait()
    ann, bea = visit(at=server, size=PHONE), visit(at=server, size=PHONE)
    code = begun(ann)
    bea.join(code, 0, "Bea")
    bea.page.get_by_text("Ann begins.").wait_for()
    assert bea.button("We have played it: count").count() == 0  # a spectator sees the score
    ann.button("We have played it: count").click()
    tap(ann, "1", "4", "3")
    room_is_sound(ann, "keep-number")
    ann.page.reload()  # in mid count
    ann.page.locator(".rows [aria-current]", has_text="Red threes").wait_for()
    tap(ann, "2", "Ann and Cyd", "1", "0", "8")
    server.kill()
    ann.page.wait_for_timeout(300)
    tap(ann, "5, and next", "None", "None")
    ann.page.get_by_text("What you entered is kept here.").first.wait_for()
    server = players.Process(database, port=server.port).wait()
    for each in (ann, bea):
        each.page.evaluate("dispatchEvent(new Event('online'))")
    ann.button("Enter 5,785").click()
    ann.page.locator('.tabs [aria-pressed="true"]', has_text="Bea and Dan").wait_for()

    # Bea takes the seat that has her name, and counts for her side.
    bea.page.reload()
    bea.page.get_by_text("Ann begins.").wait_for()
    bea.button("I am Bea").click()
    bea.button("We have played it: count").click()
    tap(bea, "0", "2", "1", "0")  # who went out is known
    count(bea, "3", "4", "5, and next", "6", "0, and next", "2", "None")
    for each in (ann, bea):
        each.page.get_by_text("Everyone needs 90 to open").first.wait_for()
    assert ann.public["totals"] == bea.public["totals"]
    assert ann.public["totals"][0] == 5785
    ann.page.goto("about:blank")
    bea.page.goto("about:blank")
    server.kill()
    ann.forgive()
    bea.forgive()


def test_a_correction_takes_back_the_win_and_the_next_deal_is_played_here(visit: Visit) -> None:
    visitor = visit(size=PHONE)
    page = visitor.page
    visitor.table(game="classic", players=2, settings={"real_cards": True})
    visitor.button("Start").click()
    page.get_by_text("Everyone needs 50 to open").wait_for()
    host = visitor.helper()
    for side, points in ((1, 5000), (2, 1000)):
        assert host.do(act="tally", deal=1, side=side, answers={"points": points})["t"] == "done"
    page.get_by_role("heading", name="The match is over").wait_for()
    page.get_by_role("heading", name=re.compile("win")).wait_for()
    visitor.button("Correct a count").click()
    page.locator(".item", has_text="Deal 1").click()
    room_is_sound(visitor, "keep-deal")
    visitor.button(re.compile("^Correct the count of (You|Ann)")).click()
    page.locator(".rows").get_by_role("button", name=re.compile("Points in all")).click()
    page.keyboard.type("4000")
    page.keyboard.press("Enter")
    visitor.button("Enter 4,000").click()
    page.get_by_text("The match goes to 5,000.").wait_for()
    assert visitor.public["totals"] == [4000, 1000]
    visitor.button("Take back the last count").click()
    page.get_by_role("heading", name=re.compile("win")).wait_for()
    assert host.do(act="undo-tally")["t"] == "done"
    page.get_by_text("Go on counting").or_(page.get_by_text("We have played it: count")).wait_for()
    visitor.button("Play the next deal here").click()
    page.get_by_role("alert").get_by_text("A side has entered its count for deal 1.").wait_for()
    visitor.button("Take back the last count").click()
    visitor.until(lambda: "undo" not in visitor.public["keeping"], "nothing counted")
    visitor.button("Play the next deal here").click()
    page.get_by_role("alert").get_by_text("seat 2 is free").wait_for()
    visitor.button("Bots for the free seats, and play").click()
    visitor.until(lambda: visitor.public["state"] == "playing", "the screen")
    host.close()


def test_a_count_that_another_phone_has_entered_is_looked_at_first(visit: Visit) -> None:
    ann, zoe = visit(size=PHONE), visit()
    code = ann.table(game="classic", players=2, settings={"real_cards": True})
    zoe.join(code, 2, "Zoe")
    ann.button("Start").click()
    for each in (ann, zoe):
        each.button("We have played it: count").click()
    ann.page.locator(".tabs").get_by_role("button", name=re.compile("Zoe")).click()
    for each, points in ((zoe, "300"), (ann, "350")):
        each.button("We have added it up").click()
        each.page.locator(".pad").get_by_role("button", name="Nobody").click()
        each.page.keyboard.type(points)
        each.page.keyboard.press("Enter")
        each.button(re.compile("^Enter ")).wait_for()
    zoe.button("Enter 300").click()
    ann.page.get_by_role("heading", name="Zoe has counted this side, too").wait_for()
    room_is_sound(ann, "keep-conflict")
    ann.button("Enter this one").click()
    ann.until(lambda: ann.public["keeping"]["counts"]["1"]["2"]["by"] == "Ann", "Ann's count")
    zoe.page.get_by_text("✓ counted by Ann").wait_for()


def test_a_pad_for_any_other_game_takes_points_and_is_printed(visit: Visit) -> None:
    visitor = visit(size=PHONE)
    page = visitor.page
    visitor.open("/new?cards=real")
    page.get_by_label("Game", exact=True).select_option("Any other game")
    page.get_by_label("What is it called?").fill("Rummy")
    page.get_by_role("radio", name="2").check()
    page.get_by_label("What opens").fill("soon")
    page.get_by_label("The score that ends the match").fill("300")
    page.get_by_role("alert").get_by_text('"soon" is not a minimum.').wait_for()
    room_is_sound(visitor, "new-pad")
    page.get_by_label("What opens").fill("0:30 100:60")
    page.get_by_label("The score that ends the match").press("Tab")
    page.get_by_label("Name of player 2").fill("Bea")
    visitor.button("Keep the score").click()
    page.get_by_text("The match goes to 300.").wait_for()
    assert visitor.button("Rules").count() == visitor.button("Play the next deal here").count() == 0
    visitor.button("We have played it: count").click()
    count(visitor, "1", "2", "0", "Next")
    count(visitor, "1", "5", "Plus or minus", "Next")
    page.get_by_text("needs 60 to open").wait_for()
    assert visitor.public["totals"] == [120, -15]
    with page.expect_popup() as opened:
        visitor.button("Print the score sheet").click()
    opened.value.get_by_role("heading", name="Rummy").wait_for()
    assert "−15" in opened.value.locator("body").inner_text()


def test_the_score_keeper_is_named_before_the_match_and_never_deals(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.open("/new?cards=real&game=new-canasta")
    keeper, dealer = page.get_by_label("Who keeps the score, and never deals?"), page.get_by_label("Who deals first?")
    keeper.select_option("2")
    assert dealer.locator("option").all_inner_texts()[1:] == ["Guest", "Player 3", "Player 4"]
    dealer.select_option("4")
    page.get_by_label("Game", exact=True).select_option("classic")
    keeper.wait_for(state="detached")
    page.get_by_label("Game", exact=True).select_option("new-canasta")
    keeper.select_option("2")
    dealer.select_option("4")
    visitor.button("Keep the score").click()
    page.get_by_text("Player 4 deals").first.wait_for()
    assert visitor.public["dealer"] == 4
    start = next(each for each in visitor.sent if each.get("act") == "start")
    assert (start["dealer"], start["keeper"]) == (4, 2)
