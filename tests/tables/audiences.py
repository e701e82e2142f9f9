"""Who may see which cards, as people at a table with real cards would see them. Nothing here asks the program.

The book has two pages, and remembers what was on them: sentences tell what happened earlier in the deal, too. Everyone sees the discard pile, melds, canastas and red threes on the table, cards turned up, and what a
player lays, discards or shows. A player also sees the hand. Nobody sees the stock or a reserve that is not picked up.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from canasta.base.cards import face_text
from canasta.session.state import State

_CARD: Final = "(?:[2-9TJQKA][cdhs]|Jk)"
_CARDS: Final = re.compile(f"{_CARD}(?: ?{_CARD})*")
_HEX: Final = re.compile(r"(?<![0-9A-Za-z])(?=[0-9]*[a-f])[0-9a-f]{8,}(?![0-9A-Za-z])")
_OF_PLAYER: Final = {"own", "hand", "fresh", "choices"}
"""Keys of the own part of a seat, and of nothing else that changes."""

_UNSEEN: Final = {"dealt", "drew", "reserve-taken"}
"""Cards of these events come to a hand from where nobody sees them."""

_WORDS: Final = {"name", "title", "text"}
"""Keys of what people and games are called, and of sentences; cards in sentences are spans of their own."""

_TIMES: Final = {"at", "now", "away", "clock"}
_LARGEST: Final = 1_000_000
"""Numbers of cards, points and entries are smaller; checks and hashes are not."""

_RUN: Final = 6
"""So many cards in the order of the deck are not there by chance."""


class Book:
    """What everyone, and each player, may hear of now; *known_hex* are the long numbers that are no secrets."""

    def __init__(self, seats: int, known_hex: set[str]) -> None:
        self.seats = seats
        self.known_hex = known_hex
        self.checked = 0
        self._runs: set[str] = set()
        self._spread: tuple[int, ...] = ()
        self._picked: Counter[str] = Counter()
        self._now = (Counter[str](), [Counter[str]() for _ in range(seats)])
        self._before = self._now
        self._ever = self._now
        self._deal = (0, 0)

    def look(self, state: State, move: str = "", place: int = 0) -> None:
        """Look at the table after something happened, perhaps a *move*, whose cards everyone saw.

        *place* is that of a card which someone drew, and showed, in the draw for seats.
        """
        if place:
            self._picked[face_text(self._spread[place - 1])] += 1
        lies = Counter(_cards(move)) | self._picked
        hands = [Counter[str]() for _ in range(self.seats)]
        if state.deal is not None:
            table = state.deal.tabletop
            placed = (table.pile, *table.melds.values(), *table.closed, *table.reds, table.returned.elements())
            lies |= Counter(face_text(face) for cards in placed for face in cards)
            hands = [Counter(map(face_text, hand)) for hand in table.hands]
            if state.deal.position.turns == 0:
                self._runs = set(_runs([face_text(face) for face in table.deck]))
            self._picked.clear()
        elif state.phase == "drawing" and state.shuffle is not None:
            self._spread = state.shuffle.spread(self.seats)
        self._before, self._now = self._now, (lies, hands)
        if state.deal is not None and state.match is not None:
            deal = (len(state.earlier), state.shuffles)
            lay, held = self._ever if deal == self._deal else self._before
            self._deal = deal
            self._ever = (lay | lies, [one | other for one, other in zip(held, hands, strict=True)])

    def check(self, frame: str, viewer: int | None) -> None:
        """See that *frame*, which goes to a player or an onlooker (None), tells no more than they may know.

        Raises `AssertionError`, which names the leak.
        """
        told = json.loads(frame)
        self.checked += 1
        everyone = self._now[0] | self._before[0]
        hand = Counter[str]() if viewer is None else self._now[1][viewer] | self._before[1][viewer]
        known = everyone | hand if viewer is None else everyone + hand
        heard = known | self._ever[0] | (self._ever[1][viewer] if viewer is not None else Counter())
        for path, key, value in _leaves(told):
            owned = not _OF_PLAYER.isdisjoint((*path, key))
            assert not owned or viewer is not None, f"{path} {key} to {viewer}: part of a hand"
            if isinstance(value, str) and key not in _WORDS and _CARDS.fullmatch(value):
                # What came to a hand may lie open by now: a red three does at once.
                told_before = heard if {"lines", "short", "story"} & {*path} else known
                leak = Counter(_cards(value)) - (hand if owned and key != "fresh" else told_before)
                assert not leak, f"{path} {key} to {viewer}: {' '.join(leak)}"
            if isinstance(value, int) and value > _LARGEST:
                assert key in _TIMES, f"{path} {key} to {viewer}: {value}"
        own = told.get("own") or told.get("state", {}).get("own") or {}
        assert viewer is None or own.get("seat", viewer + 1) == viewer + 1, f"seat {own['seat']} to {viewer}"
        for event in told.get("events", ()):
            mine = viewer is not None and event.get("seat") == viewer + 1
            assert mine or event["e"] not in _UNSEEN or "cards" not in event, f"{event} to {viewer}"
        for found in _HEX.findall(frame):
            known_text = _CARDS.fullmatch(found) or any(each.startswith(found) for each in self.known_hex)
            assert known_text, f"{found} to {viewer}"
        for run in self._runs:
            # Sorted cards of one's own hand may be a piece of the deck by chance.
            assert run not in frame or not Counter(_cards(run)) - known, f"the deck to {viewer}: {run}"


def _runs(deck: list[str]) -> Iterator[str]:
    """Pieces of the deck, written in every way that a message could have."""
    for at in range(0, len(deck) - _RUN, _RUN // 2):
        for between in ("", " ", '","'):
            yield between.join(deck[at : at + _RUN])


def _cards(text: str) -> list[str]:
    return re.findall(_CARD, text)


def _leaves(told: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any, Any]]:
    """Yield every text and number in *told* with its path and key; not the rules, which nobody need hide."""
    for key, value in told.items() if isinstance(told, dict) else enumerate(told):
        if isinstance(value, dict | list):
            if key != "rules":
                yield from _leaves(value, (*path, key))
        else:
            yield path, key, value
