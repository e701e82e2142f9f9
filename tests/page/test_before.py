"""Before the first turn, at a real server: the draw for seats and the exact cut, in every game that has them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from canasta.deal.match import Match
from canasta.rules.groups import Rules
from canasta.rules.load import games, load
from tests.page.visitor import Visitor

Visit = Callable[..., Visitor]
OPTION = "exact-cut"


def rules_of_games() -> Iterator[tuple[Rules, list[str]]]:
    """Yield every game as it is usually played, and with the option of an exact cut where there is one."""
    for name, game in games().items():
        yield load(name), []
        if OPTION in game.options:
            yield load(name, options=[OPTION]), [OPTION]


DRAWS = [
    (rules.name, rules.seats) for rules, more in rules_of_games() if rules.procedures.seats != "as agreed" and not more
]
CUTS = [(rules, more) for rules, more in rules_of_games() if rules.procedures.exact_cut]


def test_there_are_games_with_a_draw_and_with_a_cut() -> None:
    assert {"hand-and-foot", "hand-knee-and-foot", "ponytail", "new-canasta"} == {name for name, _ in DRAWS}
    cuts = {"family-hand-and-foot", "hand-and-foot", "hand-and-foot-earl", "ponytail", "new-canasta"}
    assert cuts == {rules.name for rules, _ in CUTS}


@pytest.mark.parametrize(("game", "players"), DRAWS)
def test_everyone_draws_a_card_for_their_seat(visit: Visit, game: str, players: int) -> None:
    visitor = visit(size=(390, 664))
    visitor.table(*range(2, players + 1), game=game, players=players, settings={"draw": True})
    visitor.button("Start").click()
    visitor.until(lambda: visitor.public.get("draw"), "the draw")
    taken = 0
    deadline = time.monotonic() + 60
    while visitor.public["state"] == "drawing":
        assert time.monotonic() < deadline, visitor.said()
        mine = visitor.own.get("seat") in visitor.public["draw"]["waiting"]
        free = visitor.page.locator(".spread button:enabled")
        # Equal cards are drawn again, so there may be more than one round.
        if not mine or not free.count():
            visitor.page.wait_for_timeout(20)
            continue
        before = len(visitor.answers)
        try:
            free.last.click(timeout=1000)
        except PlaywrightTimeout:  # someone else took the card in between
            continue
        visitor.until(lambda: len(visitor.answers) > before, "an answer")  # noqa: B023 - at once
        assert visitor.answers[-1]["t"] == "done", visitor.answers[-1]
        taken += 1
    assert taken >= 1
    cut_and_play(visitor)
    assert sorted(map(int, visitor.public["seats"])) == list(range(1, players + 1))
    assert visitor.own["seat"] in range(1, players + 1)


@pytest.mark.parametrize(("rules", "options"), CUTS, ids=[rules.name for rules, _ in CUTS])
def test_the_dealer_cuts_the_deck(visit: Visit, rules: Rules, options: list[str]) -> None:
    visitor = visit(size=(390, 664))
    (dealer, needed), *_ = Match(rules).cutters()
    others = [seat for seat in range(1, rules.seats + 1) if seat != dealer + 1]
    visitor.table(*others, seat=dealer + 1, game=rules.name, players=rules.seats, options=options)
    visitor.button("Start").click()
    visitor.page.get_by_text(f"Exactly {needed} earns 100.").wait_for()
    assert cut_and_play(visitor) == 1
    assert any(json.loads(frame).get("act") == "cut" for frame in visitor.heard)


def test_both_see_who_drew_what_and_who_sits_where_and_how_the_deck_was_cut(visit: Visit) -> None:
    ann, tom = visit(size=(390, 664)), visit(size=(844, 390))
    code = ann.table(3, 4, 5, game="new-canasta", players=5, settings={"draw": True, "pace": 200})
    tom.join(code, 2, "Tom")
    ann.button("Start").click()
    for each in (ann, tom):
        each.until(lambda: each.public["state"] == "drawing", "the draw")  # noqa: B023 - at once
        each.page.get_by_text("The draw: the highest card deals first.").wait_for()
        assert each.page.title().startswith("▸ Your turn")
    # Bots take the first cards that lie there.
    ann.button("Card 42").click()
    ann.page.get_by_text("to draw.").wait_for()
    assert "Tom" in ann.page.locator(".ask").inner_text()
    assert not ann.page.title().startswith("▸")
    ann.until(lambda: ann.public["draw"]["waiting"] == [tom.own["seat"]], "Tom alone")
    ann.page.get_by_text("Waiting for Tom to draw.").wait_for()
    tom.button("Card 52").click()
    names = {"Ann": ann, "Tom": tom}
    for name, each in names.items():
        each.page.get_by_text("deals first.").or_(each.page.get_by_text("You deal first.")).wait_for()
        each.until(lambda: not each.public["draw"]["waiting"], "the end of the draw")  # noqa: B023 - at once
        rows = each.page.locator(".picked li")
        assert rows.count() == 5
        drawn = {pick["seat"]: pick["card"] for pick in each.public["draw"]["picked"].values()}
        # Whoever keeps the score draws no card.
        assert set(drawn) == {1, 2, 3, 4, 5} - {each.public["keeper"]}
        first = each.own["seat"]
        for at in range(5):
            seat = (first - 1 + at) % 5 + 1
            told = "You" if at == 0 else each.public["seats"][str(seat)]["name"]
            assert rows.nth(at).locator("b").inner_text() == told, name
            if seat in drawn:
                assert rows.nth(at).locator("use").last.get_attribute("href") == f"#card-{drawn[seat]}"
            else:
                assert "keep" in rows.nth(at).inner_text()
    for each in names.values():
        each.until(lambda: each.public["state"] in {"cutting", "playing"}, "the cut")  # noqa: B023 - at once
    cutting = [name for name, each in names.items() if str(each.own["seat"]) in each.public.get("cut", {})]
    assert cutting == ["Ann", "Tom"], "other cards decide who deals, and here two do"
    ann.button("Cut here").click()
    ann.page.get_by_text("Waiting for Tom to cut the deck.").wait_for()
    assert tom.page.title().startswith("▸ Your turn")
    tom.button("Cut here").click()
    for each, own, other in ((ann, "You cut ", "Tom cut "), (tom, "You cut ", "Ann cut ")):
        each.page.locator(".ask").get_by_text(own).wait_for()
        each.page.locator(".ask").get_by_text(other).wait_for()
    for each in names.values():
        each.page.locator(".hand [data-id]").first.wait_for()
        assert not each.page.locator(".picked").count()


def cut_and_play(visitor: Visitor) -> int:
    """Cut the deck as often as the page asks for it, until the first turn; return how often that was."""
    cuts = 0
    here = visitor.page.get_by_role("button", name="Cut here")
    deadline = time.monotonic() + 60
    while visitor.public["state"] != "playing":
        assert time.monotonic() < deadline, visitor.said()
        if not here.count():
            visitor.page.wait_for_timeout(20)
            continue
        aim = visitor.page.get_by_role("slider")
        aim.focus()
        visitor.page.keyboard.press("ArrowLeft")
        before = len(visitor.answers)
        here.click()
        visitor.until(lambda: len(visitor.answers) > before, "an answer")  # noqa: B023 - at once
        assert visitor.answers[-1]["t"] == "done", visitor.answers[-1]
        cuts += 1
        here.wait_for(state="detached")
    visitor.page.locator(".hand [data-id]").first.wait_for()
    return cuts
