"""The first lesson: a table for one person and three bots with a deck that was chosen, and bots that begin by a script.

Its case file, `lesson.toml`, says what can be done with the cards, and is run as a test. After the script the bots play
on as they do anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from canasta.base.cards import faces_text
from canasta.notation.cases.arrangement import arrange
from canasta.notation.cases.case import Case, read_cases, seated
from canasta.rules.digest import as_table
from canasta.session import acts
from canasta.session.acts import Act
from canasta.session.confusables import skeleton
from canasta.session.versions import engine_of

CASES: Final = Path(__file__).with_name("lesson.toml")
"""The case file of the lesson; its case ``whole`` has the moves of all seats."""

SETTINGS: Final[dict[str, Any]] = {"pace": 1200, "draw": False}
"""How the table of the lesson is played: slowly enough to follow."""

BOTS: Final = ("Ruth", "Tom", "Ivy")
"""What the bots of the lesson are called, from seat 2; one that looks like the name of the host is replaced."""


@lru_cache(maxsize=1)
def lesson_case() -> Case:
    """Return the case that the lesson plays."""
    return next(case for case in read_cases(CASES) if case.id == "whole")


def lesson_table(host: str, bots: tuple[str, ...], bot: str) -> tuple[acts.Make, list[Act]]:
    """Return what makes the table of the lesson for *host*, and what they ask for next until cards are dealt.

    *bots* are those that may sit at the table, *bot* the one that plays here.
    """
    case = lesson_case()
    assert case.rules is not None
    assert case.outline.deck is not None
    make = acts.Make(
        as_table(case.rules),
        host,
        SETTINGS,
        bots,
        engine_of(case.rules),
        given=(faces_text(case.outline.deck.cards),),
        script=tuple(_script(case)),
    )
    names = ["" if skeleton(called) & skeleton(host) else called for called in BOTS]
    seats = [acts.PutBot(seat, bot, called) for seat, called in enumerate(names, 1)]
    return make, [acts.Sit(0), *seats, acts.Start()]


def _script(case: Case) -> Iterator[str]:
    """Yield the moves of the bots, as `canasta.session.acts.Make` has them."""
    assert case.rules is not None
    deal, _ = arrange(case.rules, case.outline)
    for text in case.moves:
        seat, move = seated(text, deal)
        if seat:
            yield f"{seat + 1} {move.strip()}"
