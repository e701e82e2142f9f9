"""How moves are made at the page: by keyboard, by touch, by a typed line. Each takes a move as hints have it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator

from tests.page.visitor import Visitor
from tests.server.players import hinted

_BUNCH: Final = re.compile(r"((?:Jk|[2-9TJQKA][cdhs])+)(?:\+(\w+))?(?:@(\d+))?")
_CARD: Final = re.compile("..")
SLIP_MS: Final = 260
"""A tap that comes sooner after another one, where a button has changed meanwhile, is taken for a slip."""
Input = Callable[[Visitor, str], None]


@dataclass(frozen=True)
class Bunch:
    """Cards that go together: the rank they join, if it is not their own, and the number of the meld of that rank."""

    cards: list[str]
    rank: str
    slot: int

    @property
    def joins(self) -> str:
        """The rank of the meld that they become or join."""
        return self.rank or next((card[0] for card in self.cards if not wild(card)), "wild")


def wild(card: str) -> bool:
    return card == "Jk" or card[0] == "2"


def bunches(text: str) -> list[Bunch]:
    """Return the bunches of a move such as ``lay KhKdKc 2s+5``."""
    return [Bunch(_CARD.findall(c), rank or "", int(slot or 0)) for c, rank, slot in _BUNCH.findall(text)]


def answered(visitor: Visitor, do: Callable[[], None]) -> None:
    """Do something that asks the table, and wait until the page shows what came of it."""
    visitor.settle()
    before = len(visitor.answers)
    do()
    visitor.until(lambda: len(visitor.answers) > before, "an answer of the table")
    answer = visitor.answers[-1]
    assert answer["t"] == "done", answer
    visitor.until(lambda: visitor.seq >= answer["seq"], "what was done")


def play_deal(
    visitors: Sequence[Visitor], play: Input, instead: Callable[[Visitor, str], str] = lambda _, move: move
) -> list[str]:
    """Play a deal to its end as hints say, every move by *play*; return the moves.

    *instead* is given whose move it is and what the hint says, and returns the move to be made.
    """
    helpers, played = [visitor.helper() for visitor in visitors], list[str]()
    first = visitors[0]

    def acting() -> list[int]:
        return [at for at, each in enumerate(visitors) if each.own.get("choices")]

    while True:
        visitors[0].until(lambda: first.public["state"] != "playing" or acting(), "a turn or the end of the deal")
        if first.public["state"] != "playing":
            for helper in helpers:
                helper.close()
            return played
        [at, *_] = acting()
        visitor = visitors[at]
        move = instead(visitor, hinted(helpers[at]))
        try:
            for each in _at_once(visitor, move):
                answered(visitor, lambda: play(visitor, each))  # noqa: B023 - done before the next turn
        except (AssertionError, PlaywrightError) as error:
            told = f"{visitor.own}\n{visitor.sent[-3:]}\n{visitor.said()}"
            raise AssertionError(f"{move} could not be made: {error}\n{told}") from error
        for other in visitors:
            other.until(lambda: other.seq >= visitor.seq, "what was done")  # noqa: B023 - the same
        played.append(move)


def _at_once(visitor: Visitor, move: str) -> list[str]:
    """Return what a hint says in one move, as people make it: who has opened lays one meld after the other."""
    word, _, rest = move.partition(" ")
    sides = visitor.public["table"]["sides"]
    opened = sides[str((visitor.own["seat"] - 1) % len(sides) + 1)]["opened"]
    return [f"lay {each}" for each in rest.split(" ")] if word == "lay" and opened else [move]


def keyboard(visitor: Visitor, move: str) -> None:
    """Make *move* with keys alone."""
    _make(visitor, move, Keys(visitor))


def touch(visitor: Visitor, move: str) -> None:
    """Make *move* with taps alone."""
    _make(visitor, move, Taps(visitor))


def typed(visitor: Visitor, move: str) -> None:
    """Make *move* by typing it."""
    line = visitor.page.get_by_label("Type a move")
    if not line.count():
        visitor.page.keyboard.press("/")
        line.wait_for()
    visitor.page.keyboard.type(move)
    visitor.page.keyboard.press("Enter")


class Keys:
    """Someone who has only a keyboard."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page

    def choose(self, card: str) -> None:
        """Choose one card like *card* that is not chosen yet."""
        self._jump(card[0] if card != "Jk" else "*")
        at: str | None = None
        for _ in range(20):
            at, chosen = self.page.evaluate("[document.activeElement.dataset.id, document.activeElement.ariaSelected]")
            if at is not None and at.startswith(card) and chosen == "false":
                self.page.keyboard.press("Space")
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"{card} can't be reached: {at}")

    def _jump(self, rank: str) -> None:
        """Go to the first card of *rank* by its letter, or by arrows where the letter is the key of a button."""
        if rank != "A":
            self.page.keyboard.press("0" if rank == "T" else rank)
            return
        self.press(self.page.locator(".hand [tabindex='0']"), enter=False)
        self.page.keyboard.press("Home")
        for _ in range(16):
            if str(self.page.evaluate("document.activeElement.dataset.id")).startswith(rank):
                return
            self.page.keyboard.press("ArrowRight")

    def press(self, button: Locator, key: str = "", *, enter: bool = True) -> None:
        """Press a button by its *key*, or by going to it with Tab."""
        if key:
            self.page.keyboard.press(key)
            return
        button.wait_for()
        for _ in range(90):
            if button.evaluate("button => button === document.activeElement"):
                if enter:
                    self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{button} can't be reached with Tab")


class Taps:
    """Someone who has only a finger."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page

    def choose(self, card: str) -> None:
        """Choose a card like *card*; where that lies deep in its column, another one of its rank is as good."""
        free = '[aria-selected="false"]'
        found = self.page.locator(f'[data-id^="{card}."]{free}')
        rank = self.page.locator(f'[data-id^="{card[0]}"]{free}')
        (found if found.count() else rank).first.tap(position={"x": 6, "y": 6})

    def press(self, button: Locator, key: str = "") -> None:
        """Tap a button, whatever its *key* is."""
        del key
        self.page.wait_for_timeout(SLIP_MS)
        button.tap()


def _make(visitor: Visitor, move: str, by: Keys | Taps) -> None:
    """Make *move* with the buttons of the page, in the way of *by*."""
    word, _, rest = move.partition(" ")
    button = visitor.button
    if word in _WORDS:
        by.press(button(_WORDS[word][0]), _WORDS[word][1])
    elif word == "discard":
        by.choose(rest)
        by.press(button(re.compile("^Discard .")), "x")
        if button(re.compile("^Keep it")).count():
            by.press(button(re.compile("^Discard .")), "x")
    elif word == "lay":
        _lay(visitor, bunches(rest), by)
    elif word == "take":
        with_cards = bunches(rest)[:1]
        _stage(visitor, bunches(rest)[1:], by)
        wanted = "".join(with_cards[0].cards) if with_cards else ""
        ways = visitor.own["choices"]["take"]
        number = next((at for at, way in enumerate(ways) if not wanted or way.get("with") == wanted), 0)
        if number == 0:
            by.press(button(re.compile("^Take (the card|[0-9])")), "t")
        else:
            by.press(button(re.compile("^More")))
            by.press(visitor.page.get_by_role("dialog").get_by_role("button").filter(has_text="Take").nth(number - 1))
    elif word == "ask":
        by.press(button(re.compile("^Ask ")), "i")
    else:
        raise AssertionError(f"nobody knows how to {move}")


_WORDS: Final = {
    "draw": (re.compile("^Draw "), "d"),
    "yes": (re.compile("^Yes"), "y"),
    "no": (re.compile("^No"), "n"),
    "end": (re.compile("^End"), "e"),
    "knock": (re.compile("^Knock"), "b"),
    "pick up": (re.compile("^Pick up"), "p"),
}
_STAGE: Final = re.compile("to the tray")
_ADD: Final = re.compile("^Add ")
_LAY: Final = re.compile("^Lay ")


def _lay(visitor: Visitor, wanted: list[Bunch], by: Keys | Taps) -> None:
    [*_, last] = wanted
    if len(wanted) == 1:
        for card in last.cards:
            by.choose(card)
        if visitor.button(_ADD).count():
            by.press(visitor.button(_ADD), "m")
            return
        if visitor.button(_STAGE).count():
            by.press(visitor.button(_STAGE), "Enter")
        elif not visitor.button(_LAY).count():
            by.press(visitor.page.locator(f'.meld.lit[data-drop^="meld:{last.joins}."]').nth(max(0, last.slot - 1)))
            return
    else:
        _stage(visitor, wanted, by)
    lay = visitor.button(_LAY).and_(visitor.page.locator('[aria-disabled="false"]'))
    lay.wait_for()
    by.press(lay, "l")


def _stage(visitor: Visitor, wanted: list[Bunch], by: Keys | Taps) -> None:
    """Put each bunch into the tray, wild ones first: they can stand alone only there."""
    for bunch in sorted(wanted, key=lambda each: each.joins != "wild"):
        for card in bunch.cards:
            by.choose(card)
        by.press(visitor.button(_STAGE), "Enter")
