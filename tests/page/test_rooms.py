"""The rooms around the table, at a real server: the lesson, the rules, the count, the check of a deck, a deal watched again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scripts.postgres import free_port
from tests.page.conftest import FIXED
from tests.page.sound import room_is_sound
from tests.page.visitor import QUIET, Visitor
from tests.server import players
from tests.server.players import Browser as Cookie
from tests.server.players import Player, Process

Visit = Callable[..., Visitor]
RECORD = Path(__file__).parents[1] / "corpus" / "classic-2-chance.chh"
PHONE = (390, 844)


_LOWEST = """Math.max(...[...document.querySelectorAll(".shown .held-card, .shown .mine, .shown .heap")].map((node) => node.getBoundingClientRect().bottom))"""
_MIXED = """() => {
  const zones = [".saying", ".plates", ".field", ".work .middle", ".hand"].flatMap((zone) => [...document.querySelectorAll(".shown " + zone)].map((node) => [zone, node.getBoundingClientRect()]));
  return zones.flatMap(([one, a], at) => zones.slice(at + 1).flatMap(([other, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5 ? [one + " and " + other] : []));
}"""
"""Where the table of a deal watched again ends, and which of its parts lie over each other."""


def insecure(server: Process) -> str:
    """Return the server by a name that a browser does not trust: no clipboard, no service worker, no crypto.subtle."""
    return f"http://table.test:{server.port}"


@pytest.fixture(scope="module")
def server(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:  # noqa: ARG001
    """Provide a server without chance, which is reached by its name as well."""
    port = free_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(players, "FAST", FIXED)
        database = str(tmp_path_factory.mktemp("rooms") / "canasta.db")
        running = Process(database, "--public-url", f"http://table.test:{port}", port=port).wait()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def counted(server: Process) -> tuple[str, str]:
    """Provide a table where two bots have played a deal, and the cookie of its host, who looks on."""
    cookie = Cookie(server)
    settings = {**QUIET, "numbers_wait": 1}
    status, made = cookie.post("/api/tables", {"game": "classic", "players": 2, "name": "Ann", "settings": settings})
    assert status == 201
    host = Player(cookie, made["code"])
    host.of("table")
    for seat in (1, 2):
        assert host.do(act="put-bot", seat=seat, bot="greedy")["t"] == "done"
    assert host.do(act="start")["t"] == "done"
    host.wait("counting", "over")
    host.close()
    return made["code"], cookie.cookie


def at_name(visit: Visit, server: Process) -> Visitor:
    """Someone with a telephone who reaches the server by its name."""
    return visit(size=PHONE, site=insecure(server))


def choose(visitor: Visitor, *cards: str) -> None:
    """Choose cards of the hand by their ids."""
    for card in cards:
        visitor.page.locator(f'[data-id="{card}"]').click(position={"x": 8, "y": 8})


def coach(visitor: Visitor, step: int) -> None:
    """See that the lesson is at *step*, and that what moved may be touched again."""
    visitor.page.locator(".coach", has_text=f"Step {step} of 21").wait_for()
    visitor.page.wait_for_timeout(350)


def ends_above_its_controls(visitor: Visitor) -> None:
    """See that a deal that is watched ends where the controls begin, on a telephone held sideways, too."""
    page = visitor.page
    page.get_by_label("Whose cards").select_option("1")
    for width, height in ((390, 664), (320, 568), (844, 390), (667, 375), (853, 533)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(60)
        controls = page.locator(".player").bounding_box()
        assert controls is not None
        assert page.evaluate(_LOWEST) <= controls["y"], width
        assert page.evaluate(_MIXED) == [], width


_HIDDEN = """() => {
  const box = document.querySelector(".coach").getBoundingClientRect();
  const shared = (node) => {
    const { left, top, right, bottom, width, height } = node.getBoundingClientRect();
    const over = Math.max(0, Math.min(right, box.right) - Math.max(left, box.left)) * Math.max(0, Math.min(bottom, box.bottom) - Math.max(top, box.top));
    return width && height ? over / width / height : 0;
  };
  const hidden = [...document.querySelectorAll(".tray, .say, .acts .btn.now, .side.own .meld, .heap, .held-card.up")].filter((node) => shared(node) > 0.02);
  const out = box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight ? ["window"] : [];
  return [...hidden.map((node) => node.className), ...out];
}"""
"""What the bubble of the lesson hides of that which one has to see."""


_RINGED = """() => {
  const rings = [...document.querySelectorAll(".ring")].map((node) => node.getBoundingClientRect());
  return [...document.querySelectorAll(".held-card")].filter((node) => {
    const { left, top, height } = node.getBoundingClientRect();
    return rings.some((ring) => ring.left < left + 3 && ring.right > left + 3 && ring.top < top + height / 3 && ring.bottom > top + height / 3);
  }).map((node) => node.dataset.id).sort();
}"""
"""The cards of the hand that lie in rings of the lesson."""


def hides_nothing(visitor: Visitor) -> None:
    """See that the bubble of the lesson leaves in sight what it speaks of, in every window."""
    for width, height in ((320, 568), (844, 390), (1024, 768), (1280, 800), (390, 664)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        hidden: list[str] = []
        for _ in range(10):  # the bubble follows what it speaks of
            visitor.page.wait_for_timeout(450)
            hidden = visitor.page.evaluate(_HIDDEN)
            if not hidden:
                break
        assert hidden == [], f"{width}x{height}"


def opening_turn(visitor: Visitor) -> None:
    """Play the first turn of the lesson: a draw, an opening with a wild card, a discard."""
    page = visitor.page
    coach(visitor, 1)
    room_is_sound(visitor, "lesson")
    page.locator('[data-zone="stock"]').click()
    coach(visitor, 2)
    choose(visitor, "Kc.0", "Kd.0", "Kh.0")
    coach(visitor, 3)
    visitor.button(re.compile("to the tray")).click()
    coach(visitor, 4)
    visitor.button(re.compile("Lay 30")).click(force=True)
    coach(visitor, 5)
    page.reload()  # the lesson goes on where it was
    coach(visitor, 5)
    visitor.button(re.compile("Lay 30")).click(force=True)
    hides_nothing(visitor)
    # The rule is one tap away, and nothing is lost by looking.
    visitor.button("Why?").click()
    page.locator(".asked", has_text="The minimum is 50 in the first deal").wait_for()
    page.keyboard.press("Escape")
    assert page.locator(".tray .group").count() == 1
    choose(visitor, "9c.0", "8d.0", "8s.0", "2c.0")
    page.locator(".coach", has_text="Only the cards in the rings.").wait_for()
    assert page.evaluate(_RINGED) == ["2c.0", "8d.0", "8s.0"]
    choose(visitor, "9c.0")
    coach(visitor, 6)
    visitor.button(re.compile("to the tray")).click()
    coach(visitor, 7)
    visitor.button(re.compile("Lay 70")).click()
    coach(visitor, 8)
    hides_nothing(visitor)
    choose(visitor, "4c.0")
    visitor.button(re.compile("^Discard")).first.click()


def turn_of_the_pile(visitor: Visitor) -> None:
    """Play its second turn: take the pile, empty the hand."""
    page = visitor.page
    coach(visitor, 9)
    coach(visitor, 10)
    page.reload()  # in the second turn, too
    coach(visitor, 10)
    page.locator('[data-zone="pile"]').click()
    coach(visitor, 11)
    choose(visitor, "9c.0", "9d.0", "9h.0", "7c.0", "7d.0", "7s.0", "Jc.0", "Jd.0", "Js.0")
    coach(visitor, 12)
    visitor.button(re.compile("to the tray")).click()
    coach(visitor, 13)
    visitor.button("Lay 9 cards").click()
    coach(visitor, 14)
    choose(visitor, "4c.0")
    visitor.button(re.compile("^Discard")).first.click()


def turn_of_the_foot(visitor: Visitor) -> None:
    """Play its third turn: a canasta, and what is missing to go out."""
    page = visitor.page
    coach(visitor, 15)
    assert len(visitor.own["hand"]) == 26
    coach(visitor, 16)
    page.locator('[data-zone="stock"]').click()
    coach(visitor, 17)
    hides_nothing(visitor)
    choose(visitor, "Kd.0", "Ks.0")
    coach(visitor, 18)
    visitor.button(re.compile("Add K K")).click()
    coach(visitor, 19)
    hides_nothing(visitor)
    visitor.button("Next").click()
    coach(visitor, 20)
    page.locator(".need", has_text="need 1 clean, 2 dirty, 1 wild").wait_for()
    visitor.button("Next").click()
    coach(visitor, 21)
    choose(visitor, "4h.0")
    visitor.button(re.compile("^Discard")).first.click()
    page.locator(".coach", has_text="That is the game.").wait_for()
    hides_nothing(visitor)


def test_the_lesson_leads_through_three_turns_and_goes_on_as_a_game(visit: Visit, server: Process) -> None:
    visitor = at_name(visit, server)
    page = visitor.page
    visitor.open()
    visitor.button(re.compile("Learn to play")).click()
    opening_turn(visitor)
    turn_of_the_pile(visitor)
    turn_of_the_foot(visitor)
    visitor.button("Play on").click()
    page.locator(".coach").wait_for(state="detached")
    assert visitor.public["given"] is True
    page.reload()
    page.locator(".table").wait_for()
    assert page.locator(".coach").count() == 0


def test_whoever_leaves_the_lesson_plays_on(visit: Visit) -> None:
    visitor = visit(size=(320, 568))
    visitor.open()
    visitor.button(re.compile("Learn to play")).click()
    coach(visitor, 1)
    visitor.button("Leave the lesson").click()
    visitor.button(re.compile("Draw two")).click()
    visitor.until(lambda: len(visitor.own["hand"]) == 30, "two more cards")


def test_the_count_leads_to_its_rules_to_the_deck_and_to_the_deal(
    visit: Visit, server: Process, counted: tuple[str, str]
) -> None:
    code, cookie = counted
    visitor = at_name(visit, server)
    key, _, value = cookie.partition("=")
    visitor.context.add_cookies([{"name": key, "value": value, "url": visitor.site, "httpOnly": True}])
    page = visitor.page
    visitor.open(f"/t/{code}")
    page.get_by_role("heading", name="The count").wait_for()
    assert page.evaluate("isSecureContext") is False
    room_is_sound(visitor, "count")
    page.locator(".item", has_text="Melded cards").click()
    page.locator(".asked", has_text="Every melded card counts its value").wait_for()
    visitor.button(re.compile(r"All \d+ rules")).click()
    page.get_by_label("Find a rule").fill("red three")
    page.locator(".clause", has_text="face up").first.wait_for()
    room_is_sound(visitor, "rules")
    visitor.button("Close").click()
    page.get_by_role("link", name="Was the deck fair?").click()
    page.get_by_role("heading", name="Deal 1: not checked in full").wait_for()  # this browser was not there
    page.locator("summary").click()
    assert page.locator(".deck .said").count() == 108
    room_is_sound(visitor, "fair")
    told = json.loads(page.evaluate(f"fetch('/api/tables/{code}/fairness').then((answer) => answer.text())"))["deals"][
        0
    ]
    used = told["numbers"][0]
    for number, verdict, said in (
        (used, "fair ✓", f"The number {used}, which this page sent, was used."),
        ("66843", "your number was left out ✗", "This page sent the number 66843, but the server left it out"),
    ):
        kept = f"{told['commitment']} 1 {number}"
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [f"canasta.promise.{code}.1", kept])
        page.reload()
        page.get_by_role("heading", name=f"Deal 1: {verdict}").wait_for()
        page.get_by_text(said).wait_for()
    page.go_back()
    page.get_by_role("link", name="Watch it again").click()
    visitor.button("Play").wait_for()
    room_is_sound(visitor, "replay")
    # The controls take their part of a telephone: the table is that of a smaller one, or melds would be cut.
    page.set_viewport_size({"width": 390, "height": 664})
    page.locator(".table.tiny").wait_for()
    assert page.locator(".table.short").count() == 0
    ends_above_its_controls(visitor)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.keyboard.press("ArrowRight")
    page.get_by_label("Whose cards").select_option("1")
    shown = page.locator(".hand [data-id]").count()
    assert shown > 10
    page.keyboard.press("End")
    page.get_by_text("The deal is over, and counted.").wait_for()
    visitor.button("All hands").click()
    page.get_by_role("dialog", name="All hands").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    visitor.button("Play").click()
    page.locator(".player [role=status]", has_text="turn 1 of").wait_for()


def test_a_changed_deck_is_called_unfair(visit: Visit, counted: tuple[str, str]) -> None:
    visitor = visit()

    def change(route) -> None:  # type: ignore[no-untyped-def]
        told = route.fetch().json()
        deck = told["deals"][0]["deck"]
        told["deals"][0]["deck"] = deck[2:] + deck[:2]
        route.fulfill(json=told)

    visitor.page.route("**/fairness", change)
    visitor.open(f"/t/{counted[0]}/fair")
    visitor.page.get_by_role("heading", name="Deal 1: not fair").wait_for()
    visitor.page.get_by_text("The cards lay in another order").wait_for()


def test_a_record_from_a_file_is_watched_or_refused_with_a_sentence(visit: Visit) -> None:
    visitor = visit(size=(820, 1180))
    visitor.open("/replay")
    choose_file = visitor.page.locator("input[type=file]")
    choose_file.set_input_files({"name": "x.chh", "mimeType": "text/plain", "buffer": b"nonsense"})
    visitor.page.get_by_text("This record can't be watched").wait_for()
    visitor.forgive("409")
    choose_file.set_input_files({"name": "big.chh", "mimeType": "text/plain", "buffer": b"#" * 100_000})
    visitor.page.get_by_text("big.chh is too large").wait_for()
    choose_file.set_input_files(RECORD)
    visitor.button("Play").wait_for()
    visitor.page.locator(".pick select").first.select_option("2")
    visitor.page.get_by_text("deal 2").first.wait_for()
    room_is_sound(visitor, "replay-file")


def test_a_table_goes_on_with_a_record(visit: Visit) -> None:
    visitor = visit(size=PHONE)
    page = visitor.page
    visitor.open("/new")
    choose_file = page.get_by_label("Resume a recorded match")
    choose_file.set_input_files({"name": "big.chh", "mimeType": "text/plain", "buffer": b"#" * 100_000})
    page.get_by_text("big.chh is too large").wait_for()
    choose_file.set_input_files({"name": "x.chh", "mimeType": "text/plain", "buffer": b"nonsense"})
    visitor.button("Make the table").click()
    page.get_by_role("alert").get_by_text("This record can't be resumed").wait_for()
    visitor.forgive("409")
    page.get_by_label("Choose again").set_input_files(RECORD)
    page.get_by_text(RECORD.name).wait_for()
    room_is_sound(visitor, "new-table-record")
    visitor.button("Make the table").click()
    page.locator(".seat", has_text="Chance 1 sat here").get_by_role("button", name="Sit here").click()
    page.locator(".seat", has_text="Chance 2 sat here").get_by_role("button", name="Add a bot").click()
    visitor.start()
    assert visitor.public["deal"] > 1
    assert any(visitor.public["totals"])


def test_a_deck_can_be_computed_by_hand(visit: Visit, server: Process) -> None:
    visitor = at_name(visit, server)
    visitor.open("/fair")
    page = visitor.page
    page.get_by_label("Secret").fill("ab" * 31)
    page.get_by_text("A secret has 64 digits").wait_for()
    page.get_by_label("Secret").fill("ab" * 32)
    page.get_by_label("Numbers").fill("7 0")
    page.get_by_label("Packs").fill("1")
    page.get_by_label("Jokers in each").fill("0")
    assert page.locator(".deck .said").count() == 52
    page.get_by_label("Your page draws a number").fill("12")
    page.get_by_text("It is used for the next shuffle, once.").wait_for()
    assert page.evaluate("localStorage.getItem('canasta.number')") == "12"


def test_the_link_is_copied_without_a_clipboard_and_bots_fill_the_seats(visit: Visit, server: Process) -> None:
    visitor = at_name(visit, server)
    visitor.table()
    page = visitor.page
    page.get_by_text("How this table plays").wait_for()
    room_is_sound(visitor, "waiting")
    visitor.button("Copy link").click()
    page.get_by_text("Copied.").wait_for()
    visitor.button("Bots for the 3 free seats").click()
    page.get_by_text("Everyone is here.").wait_for()
    assert [row["plays"] for row in visitor.public["seats"].values()] == ["person", "bot", "bot", "bot"]
    # The start page leads back.
    visitor.open()
    page.get_by_role("heading", name="Go on").wait_for()
    page.get_by_role("link", name=re.compile("Hand and Foot with")).click()
    page.get_by_text("Everyone is here.").wait_for()
