"""The table at a real server: what happened is read and read again, keys find the hand, a pause has a way out."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.page.visitor import Visitor

Visit = Callable[..., Visitor]


_NEWEST = """() => {
  const [box, line] = ["dialog .story", "dialog .story li:last-child"].map((each) => document.querySelector(each).getBoundingClientRect());
  return line.bottom <= box.bottom + 1 && line.bottom <= innerHeight && line.top >= box.top;
}"""


def story(visitor: Visitor) -> list[str]:
    """Return what the sheet "What happened" says, opened by a tap on the sentence."""
    visitor.page.locator(".say").click(position={"x": 6, "y": 6})
    visitor.page.get_by_role("dialog", name="What happened").wait_for()
    lines = visitor.page.locator("dialog .story li").all_inner_texts()
    assert visitor.page.evaluate(_NEWEST), "the newest line is in sight"
    assert not [line for line in lines if re.search("shuffle|number", line)]
    visitor.page.keyboard.press("Escape")
    visitor.page.get_by_role("dialog").wait_for(state="detached")
    return [re.sub(r"\s+", " ", line) for line in lines]


def test_what_happened_the_way_out_of_a_pause_and_keys(visit: Visit) -> None:
    visitor = visit(size=(390, 664))
    code = visitor.table(2, 3, 4, game="classic", players=4)
    visitor.start()
    page = visitor.page
    for _ in range(3):
        visitor.until(lambda: visitor.own.get("choices", {}).get("draw"), "one's turn")
        page.locator(".say", has_text=re.compile("Your turn")).wait_for()
        page.keyboard.press("d")
        visitor.until(lambda: visitor.own.get("choices", {}).get("discard"), "the draw")
        # The focus is anywhere: arrows find the hand.
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("ArrowRight")
        page.locator(".held-card:focus").wait_for()
        visitor.helper().do(move=f"discard {visitor.own['choices']['discard'][:2]}")
    visitor.until(lambda: visitor.own.get("choices", {}).get("draw"), "one's turn")

    # What one decides about is said, and all that was done before can be read: the same after a reload, or by a latecomer.
    top = list(visitor.public["table"]["pile"]["cards"].values())[-1]
    said = page.locator(".say").inner_text()
    assert re.search(r"^(Robin|Sam|Alex|Kim|Jo)\b.* discarded .*Your turn\.", said, re.DOTALL), (said, top)
    told = story(visitor)
    bots = [line for line in told if not line.startswith(("You ", "The "))]
    assert sum("discarded" in line for line in bots) >= 9
    assert not [line for line in bots if re.fullmatch(r"\w+ drew \d\.", line)]
    page.reload()
    page.locator(".say", has_text="discarded").wait_for()
    again = story(visitor)
    assert [line for line in again if not line.startswith("You ")] == [
        line for line in told if not line.startswith("You ")
    ][-len([line for line in again if not line.startswith("You ")]) :]
    assert [line for line in again if line.startswith("You drew")]
    tom = visit(size=(1280, 800))
    tom.join(code, 0, "Tom")
    tom.page.locator(".aside .story li").nth(5).wait_for()
    assert not [
        line for line in tom.page.locator(".aside .story li").all_inner_texts() if re.match(r"Ann drew \D", line)
    ]

    visitor.button("Menu").click()
    visitor.button("Pause").wait_for()
    # Both keys in one breath, before the browser tells the page that its dialog is closed.
    page.evaluate("""async () => {
        const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        document.querySelector("dialog").dispatchEvent(new Event("cancel"));
        await new Promise(queueMicrotask);
        press("ArrowLeft");
    }""")
    page.locator(".held-card:focus").wait_for()
    visitor.button("Menu").click()
    page.get_by_label("How fast do bots play?").select_option("fast")
    visitor.until(lambda: visitor.public["settings"]["pace"] == 350, "the pace")
    visitor.button("Pause").click()
    page.locator(".say", has_text="Play goes on when everyone is ready.").wait_for()
    visitor.button("Play on").click()
    visitor.until(lambda: not visitor.public.get("paused"), "the end of the pause")
    page.locator(".say", has_text="Your turn").wait_for()

    visitor.settle()

    # A slip: the bots wait two seconds for it, and the card is in the hand again.
    page.keyboard.press("d")
    visitor.until(lambda: visitor.own.get("choices", {}).get("discard"), "the draw")
    hand = visitor.own["hand"]
    visitor.helper().do(move=f"discard {visitor.own['choices']['discard'][:2]}")
    visitor.button("Take back").click()
    visitor.until(lambda: visitor.own.get("choices", {}).get("discard"), "the turn again")
    assert visitor.own["hand"] == hand
    assert "take_back" not in visitor.own


def test_every_count_can_be_opened_and_the_last_one_stands_by_the_end(visit: Visit) -> None:
    house = 'base = "classic"\n[match]\ndeals = 2\ntarget = 0\n'
    visitor = visit(size=(390, 664), settings={"motion": "fast"})
    settings = {"numbers_wait": 1, "next_deal": 1}
    visitor.table(2, seat=0, game="classic", players=2, house=house, settings=settings)
    visitor.button("Add a bot at seat 1").click()
    visitor.button("Start").click()
    page = visitor.page
    visitor.until(lambda: visitor.public.get("deals"), "the first count")
    # A deal's end stays in sight before its count.
    assert page.locator(".table").count() == 1
    assert re.search(r"ended the deal|is over", page.locator(".say").inner_text())
    visitor.until(lambda: visitor.public["state"] == "over", "the end of the match")
    page.get_by_role("heading", name="The match is over").wait_for()
    deals = visitor.public["deals"]
    assert len(deals) == 2
    # The last deal's lines stand beside the totals; those of the first are a tap away.
    last = page.locator("table.lines .total")
    sums = [f"{sheet['total']:,}".replace("-", "−") for sheet in deals["2"]["sheets"]]
    visitor.until(lambda: last.locator("td").all_inner_texts() == sums, "the sums, which run up")
    visitor.button("Deal 1").click()
    first = page.get_by_role("dialog", name="Deal 1").locator("table.lines .total")
    assert [f"{sheet['total']:,}".replace("-", "−") for sheet in deals["1"]["sheets"]] == first.locator(
        "td"
    ).all_inner_texts()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Watch it again").click()
    assert page.get_by_label("deal").first.input_value() == "2"


def test_back_from_a_table_made_a_minute_ago_leads_to_the_start_page(visit: Visit) -> None:
    visitor = visit()
    visitor.open()
    visitor.button(re.compile("^Make a table for friends")).click()
    visitor.page.get_by_label("How fast do bots play?").select_option("slowly")
    visitor.button("Make the table").click()
    visitor.until(lambda: visitor.public.get("state") == "open", "the table")
    assert visitor.public["settings"]["pace"] == 1500
    visitor.page.go_back()
    visitor.page.get_by_role("heading", name="Canasta").wait_for()
    assert visitor.button("Make the table").count() == 0
