"""What happened in a moment, in the words of the game in the terminal, marked up for the page.

``$0`` is the player in seat 0, ``[aB]`` are cards by the letters of `canasta.export.scene`, ``^KKK2^`` ranks of
cards laid, and ``{0:this|that}`` says this to those who see the hand of seat 0 and that to all others.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from typing import Final

from canasta.base.cards import parse_face
from canasta.base.events import Event
from canasta.base.seats import Seat
from canasta.export.scene import LETTERS
from canasta.notation.records.playback import Moment
from canasta.rules.groups import Rules
from canasta.terminal.replay.table import ONLOOKER
from canasta.terminal.story import tell
from canasta.wording.names import Names

_NAME: Final = 0xE000
"""The character that stands for the player in seat 0 while a sentence is made; it is for private use."""

_CARD: Final = r"(?:[2-9TJQKA][♣♦♥♠]|Jk)"
_CARDS: Final = re.compile(rf"(?<![\w^]){_CARD}(?: {_CARD})*(?!\w)")
_SUITS: Final = str.maketrans("♣♦♥♠", "cdhs")
_ROW: Final = r"(?:[2-9TJQKA]|Jk)+"
_LAID: Final = re.compile(rf"\b(laid|added) ({_ROW}(?: to \w+)?(?:, {_ROW}(?: to \w+)?)*)(?!\w)")
_FIRST: Final = re.compile(rf"(?:(?<=, )|^){_ROW}(?!\w)")
_PIECE: Final = re.compile(r"\[[^]]*\]|\^[^^]*\^|\$\d|.", re.DOTALL)


def sentences(moment: Moment, shown: Collection[Seat]) -> str:
    """What *moment* tells, a line for each player who acts; it begins with the deal and may have nothing to tell.

    What only its own player heard is told of the seats *shown*.
    """
    rules = moment.deal.rules
    lines = [line for seat, own in _by_seat(moment.events) for line in _lines(own, seat, rules, own_too=seat in shown)]
    return "\n".join(lines or [_marked(line.plain) for line in ONLOOKER.story(moment, _names(rules))])


def _names(rules: Rules) -> Names:
    return Names(tuple(chr(_NAME + seat) for seat in range(rules.seats)))


def _by_seat(events: Iterable[Event]) -> Iterator[tuple[int, list[Event]]]:
    for seat, own in groupby(events, lambda event: event.seat):
        yield seat, list(own)


def _lines(events: list[Event], seat: Seat, rules: Rules, *, own_too: bool) -> Iterator[str]:
    names = _names(rules)
    told = [_marked(line.plain) for line in tell(events, names, rules)]
    if not own_too:
        yield from told
        return
    own = [_marked(line.plain) for line in tell(events, names, rules, uncovered=True)]
    for whole, heard in zip(own, told, strict=True):
        yield _joined(seat, whole, heard)


def _marked(text: str) -> str:
    """A sentence of the terminal with its names, cards and ranks marked."""
    text = _LAID.sub(lambda laid: f"{laid[1]} {_FIRST.sub(lambda row: f'^{row[0]}^', laid[2])}", text)
    text = _CARDS.sub(lambda row: f"[{''.join(map(_letter, row[0].split()))}]", text)
    return re.sub(
        f"[{chr(_NAME)}-{chr(_NAME + 7)}]",
        lambda name: f"${ord(name[0]) - _NAME}",
        text,
    )


def _letter(card: str) -> str:
    return LETTERS[parse_face(card.translate(_SUITS))]


def _joined(seat: int, whole: str, heard: str) -> str:
    """One sentence of two: *whole* for *seat*, and *heard*, with less in it, for others."""
    if whole == heard:
        return whole
    first, second = _PIECE.findall(whole), _PIECE.findall(heard)
    begin = 0
    while begin < min(len(first), len(second)) and first[begin] == second[begin]:
        begin += 1
    end = 0
    while end < min(len(first), len(second)) - begin and first[-1 - end] == second[-1 - end]:
        end += 1
    middles = ["".join(each[begin : len(each) - end]) for each in (first, second)]
    return f"{''.join(first[:begin])}{{{seat}:{'|'.join(middles)}}}{''.join(first[len(first) - end :])}"
