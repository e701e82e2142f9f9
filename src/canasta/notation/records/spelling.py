"""How records spell moves. `movetext` reads what people type; a record has one spelling for each move.

That spelling is what `move_text` writes, so the grammar stays in one place: a line is right if its move, written
again, gives the same text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from canasta.base.cards import Face
from canasta.base.errors import NotationError
from canasta.base.moves import Move
from canasta.deal.view import View
from canasta.notation.move_text import move_text, parse_move, verb_of

_CARD: Final = re.compile(r"jk|[a23456789tjqk][cdhs]")
_SUITED: Final = re.compile(r"([A23456789TJQK])([cdhs])")


@lru_cache(maxsize=4096)  # moves of records name all their cards, so equal texts mean equal moves
def parse_recorded(text: str) -> Move:
    """Return the move that a record spells *text*.

    Raises `NotationError` for text that is not a move, and for another spelling of one.

    >>> parse_recorded("discard 4c")
    Discard(card=4c)
    """
    move = parse_move(text)
    written = move_text(move)
    if text == written:
        return move
    raise _misspelled(text, written)


def parse_without_suits(text: str, holder: View | Sequence[Face]) -> tuple[Move, bool]:
    """Return the move spelled *text*, where cards may lack their suit, and whether one does.

    Such cards are chosen from the hand of *holder*.

    Raises `NotationError` as `parse_recorded` does.

    >>> from canasta.base.cards import parse_faces
    >>> parse_without_suits("discard 4", parse_faces("4c Kd"))
    (Discard(card=4c), True)
    """
    move = parse_move(text, holder)
    written = move_text(move)
    if text == written:
        return move, False
    if re.fullmatch(_SUITED.sub(r"\1\2?", re.escape(written)), text):
        return move, True
    raise _misspelled(text, written)


def _misspelled(text: str, written: str) -> NotationError:
    """Return what to say of *text*, which means the move that a record spells *written*."""
    if _cards(written) <= _cards(text):
        return NotationError(f'"{text}" is not how a record spells this move; write "{written}"')
    return NotationError(
        f'"{text}" is not how a record spells a move; give rank and suit of every card, as in "discard 4c"'
    )


def _cards(text: str) -> Counter[str]:
    """Return the cards that *text* names whole, in any spelling."""
    return Counter(_CARD.findall(verb_of(text)[1].lower().replace("10", "t")))
