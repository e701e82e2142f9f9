"""The parts of the pages on walks that are made: the steps, the weights of the lots, the example."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from canasta.engine import steps as s
from canasta.notation.walks.chooser import SORTS
from canasta.notation.walks.walk import read_walk
from canasta.notation.walks.walking import write_walk

_DOCS: Final = Path(__file__).resolve().parents[1] / "docs"
PAGES: Final = (_DOCS / "walks.md", _DOCS / "writing-walks.md")
"""The pages with such parts, the format first."""

STEPS: Final[tuple[tuple[int, str], ...]] = (
    (s.DRAW, "draw from the stock, if anything is left in it"),
    (s.END, "end the deal instead of taking the pile when the stock is empty"),
    (s.STUCK, "end the turn without a discard, if there is no other way or the game allows it"),
    (s.OPEN, "complete the opening with the staged melds; the rest of a taken pile goes to the hand"),
    (s.KNOCK, "after taking the pile, end the turn without a discard"),
    (s.LIFT, "lift the top card to try it"),
    (s.RESTORE, "put it back"),
    (s.YES, "the partner who was asked allows going out"),
    (s.NO, "the partner forbids it"),
    (s.ASK, "ask the first, second or third partner to the left for permission"),
    (s.PICK_UP, "pick up the next reserve by hand"),
    (s.TAKE_PAIR, "take the pile with two naturals from the hand: a new meld, or onto the only one of the rank; or only show them, if the game requires no more"),
    (s.TAKE_PAIR_ONTO, "the same onto the meld in the slot 0 to 7, if there may be several melds of a rank"),
    (s.TAKE_WITH_TWO, "take it with a natural and a two from the hand: a new meld"),
    (s.TAKE_WITH_JOKER, "the same with a joker"),
    (s.TAKE_ONTO, "take it, the top card joining the meld in the slot 0 to 7"),
    (s.TAKE_WILDS, "take a wild top card with two jokers, a joker and a two, or two twos from the hand"),
    (s.TAKE_WILDS_ONTO, "the same onto the meld of wild cards in a slot: 35 + 8 × pair + slot"),
    (s.TAKE_CARD, "take the top card alone onto the meld in the slot 0 to 7"),
    (s.START, "start a meld of a rank of 4 to 14: 67 + 3 × (rank − 4) + form: three naturals, two and a two, two and a joker"),
    (s.START_WILD, "start a meld of three wild cards, of which none, one, two or all are twos"),
    (s.START_BLACK, "start the meld of black threes, with the smallest number that the game allows"),
    (s.ADD, "add a card to a meld: 105 + 24 × (rank − 4) + 3 × slot + 0 for a natural, 1 for a two, 2 for a joker"),
    (s.ADD_WILD, "add to a meld of wild cards: 369 + 2 × slot + 0 for a two, 1 for a joker"),
    (s.ADD_BLACK, "add to the black threes; the slot is always 0"),
    (s.RED_CANASTA, "put a red three on a canasta of the rank 4 to 14"),
    (s.DISCARD, "discard a card of the kind 0 to 14"),
)  # fmt: skip
"""The first step of each range, and what its steps do."""


def _steps() -> Iterator[str]:
    yield "| steps | names | |"
    yield "|---|---|---|"
    ends = [first for first, _ in STEPS[1:]] + [s.STEPS]
    for (first, text), end in zip(STEPS, ends, strict=True):
        numbers = f"{first}" if end == first + 1 else f"{first} to {end - 1}"
        names = [f"`{s.step_name(step)}`" for step in dict.fromkeys((first, end - 1))]
        yield f"| {numbers} | {' … '.join(names)} | {text} |"


def _weights() -> Iterator[str]:
    yield "| steps | even | keen | clean |"
    yield "|---|---|---|---|"
    for name, sort in SORTS.items():
        yield f"| {name} | 1 | {sort.keen} | {sort.clean} |"


PARTS: Final[dict[str, Callable[[], Iterator[str]]]] = {"steps": _steps, "weights": _weights}
"""What is made, by the name that stands in its first and last line."""


def page(text: str) -> str:
    """Return the page *text* with the parts it has updated; an example is replayed from its own first lines."""
    for name, part in PARTS.items():
        before, first, rest = text.partition(f"<!-- {name} -->\n")
        if first:
            _, last, after = rest.partition("<!-- end -->")
            text = "\n".join([f"{before}{first}", *part(), "", f"{last}{after}"])
    return re.sub(
        r"^```walk\n(.*?)^```",
        lambda match: f"```walk\n{write_walk(read_walk(match[1].splitlines()))}```",
        text,
        flags=re.DOTALL | re.MULTILINE,
    )
