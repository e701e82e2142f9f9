"""What a screen reader hears from the start page to the end of a match, against a transcript written by hand.

Of the table itself `frontend/tests/browser/heard.test.ts` has one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.page.visitor import Visitor

Visit = Callable[..., Visitor]
_PASSING: Final = re.compile(r"shuffl|the draw for seats$|Joining the table|to draw\.")
WRITTEN: Final = Path(__file__).with_name("heard_rooms.txt")

# "#" is a heading to which the focus moves, "!" what is said at once, "." a status: as its room comes, and whenever it changes. The
# table is left out.
_LISTEN: Final = """
window.heard = [];
const said = new WeakMap();
const tell = (sign, node) => {
  const text = node.innerText.replace(/\\s+/g, " ").trim();
  if (text && said.get(node) !== text) window.heard.push(`${sign} ${text}`);
  said.set(node, text);
};
addEventListener("focusin", ({ target }) => { if (target.matches(".room h1")) tell("#", target); });
const inRoom = (node) => node.closest(".room, .lone");
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    for (const added of addedNodes) {
      if (!(added instanceof Element)) continue;
      for (const node of [added, ...added.querySelectorAll("*")]) {
        if (node.role === "alert" && inRoom(node)) tell("!", node);
        if (node.role === "status" && inRoom(node)) tell(".", node);
      }
    }
    const around = (target instanceof Element ? target : target.parentElement)?.closest("[role=status], [role=alert]");
    if (around && inRoom(around)) tell(around.role === "alert" ? "!" : ".", around);
  }
}).observe(document, { childList: true, characterData: true, subtree: true });
"""


def heard(visitor: Visitor) -> list[str]:
    """Return what was heard since the page was loaded, without what passes as fast as the machine is."""
    return [line for line in visitor.page.evaluate("window.heard") if not _PASSING.search(line)]


def test_the_rooms_are_heard_as_it_was_written_down(visit: Visit) -> None:
    visitor = visit(size=(390, 664))
    visitor.context.add_init_script(_LISTEN)
    page, parts = visitor.page, list[str]()

    def part(title: str) -> None:
        """Write down what was heard."""
        parts.extend([f"{title}:", *heard(visitor)])

    visitor.open()
    visitor.button(re.compile("Learn to play")).wait_for()
    page.get_by_label("Join with a code").fill("K7M4")
    visitor.button("Join").click()
    page.get_by_role("alert").wait_for()
    visitor.button(re.compile("^Make a table for friends")).click()
    rules = page.get_by_label("Choose a file of house rules")
    rules.set_input_files(
        {"name": "ours.toml", "mimeType": "text/plain", "buffer": b'base = "classic"\n[meld]\nwilds = -9\n'}
    )
    page.locator(".problems").wait_for()
    visitor.button("Back").click()
    page.get_by_role("heading", name="Canasta").wait_for()
    part("from the start page to a new table and back")

    visitor.table(seat=1, settings={"draw": True})
    page.get_by_text("How this table plays").wait_for()
    visitor.button("Bots for the 3 free seats").click()
    page.get_by_text("Everyone is here.").wait_for()
    visitor.button("Start").click()
    page.locator(".picked .card").nth(2).wait_for()
    visitor.button("Card 52").click()
    page.locator(".table").wait_for()
    part("the waiting room and the draw for partners")

    for title, house in (
        ("the count", ""),
        ("the end of a match", 'base = "classic"\n[match]\ndeals = 1\ntarget = 0\n'),
    ):
        visitor.table(2, seat=0, game="classic", players=2, house=house, settings={"numbers_wait": 1})
        page.get_by_text("How this table plays").wait_for()
        visitor.button("Add a bot at seat 1").click()
        page.get_by_text("Everyone is here.").wait_for()
        visitor.button("Start").click()
        page.get_by_role("link", name="Watch it again").wait_for()
        part(title)
    assert parts == WRITTEN.read_text().splitlines()
