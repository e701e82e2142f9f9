"""What happened in a moment, in lines of spans written for the page.

``$0`` is the player in seat 0, ``[aB]`` are cards by the letters of `canasta.export.scene`, ``^KKK2^`` ranks of
cards laid, and ``{0:this|that}`` says this to those who see the hand of seat 0 and that to all others.
"""

from __future__ import annotations

from collections.abc import Collection

from canasta.base import spans
from canasta.base.seats import Seat
from canasta.export.scene import LETTERS
from canasta.notation.records.playback import Moment
from canasta.wording.names import Names
from canasta.wording.spans import plain, rank_signs
from canasta.wording.story import tell_move


def sentences(moment: Moment, shown: Collection[Seat]) -> str:
    """Return what *moment* tells, a line for each player who acts; it begins with the deal and may have nothing to tell.

    What only its own player heard is given only to the seats *shown*.
    """
    rules = moment.deal.rules
    names = Names(tuple(map(str, range(rules.seats))))
    verb = moment.text.partition(" ")[0]
    lines = tell_move(moment.events, moment.seat, verb, names, rules, secrets=True)
    return "\n".join(marked(line, shown) for line in lines)


def marked(line: spans.Line, shown: Collection[Seat]) -> str:
    """Return a line as the page reads it; secrets only of the seats *shown*."""
    return "".join(_marked(span, shown) for span in line)


def _marked(span: spans.Span, shown: Collection[Seat]) -> str:
    match span:
        case spans.Name(seat):
            return f"${seat}"
        case spans.Cards(faces):
            return f"[{''.join(LETTERS[face] for face in faces)}]"
        case spans.Ranks(faces):
            return f"^{' '.join(rank_signs(faces))}^"
        case spans.Secret(seat, own, others):
            hidden = marked(others, shown)
            return f"{{{seat}:{marked(own, shown)}|{hidden}}}" if seat in shown else hidden
    return plain((span,))
