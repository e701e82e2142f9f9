"""Refusals in words: for each cause the actual reason with its numbers, and what can be done, in the words of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from canasta.base.clauses import CLAUSES, TURN_ANSWER, TURN_ORDER, TURN_OVER
from canasta.base.errors import Refusal
from canasta.base.spans import Clause, Line, Text
from canasta.engine.position import Position
from canasta.rules.groups import Rules
from canasta.wording.refusals_melds import MELD_SENTENCES
from canasta.wording.refusals_pile import PILE_SENTENCES
from canasta.wording.refusals_turn import TURN_SENTENCES, not_in_game
from canasta.wording.spans import line, plain
from canasta.wording.tried import Moment, Sentence, Tried

_SENTENCES: Final[Mapping[str, Sentence]] = {
    **TURN_SENTENCES,
    **PILE_SENTENCES,
    **MELD_SENTENCES,
}
CAUSES: Final = tuple(_SENTENCES)
"""The names of all causes: the clauses that refuse something, and those that another clause explains."""

_NOT_NOW: Final = frozenset({TURN_OVER, TURN_ORDER, TURN_ANSWER})


def refusal_of(
    rules: Rules,
    position: Position,
    seat: int,
    code: int,
    needed: int = -1,
    given: int = -1,
    tried: Tried | None = None,
) -> Refusal:
    """Return the refusal by the clause *code*, of *seat* in *position*; numbers below 0 mean there is none.

    *tried* is what was refused: the more of it is known, the more the sentence says.
    """
    name = CLAUSES[code].name
    moment = Moment(rules, position, seat, needed, given, tried or Tried())
    said: str | Line = "" if code in _NOT_NOW else not_in_game(moment)
    if not said:
        sentence = _SENTENCES[name]
        said = sentence if isinstance(sentence, str) else sentence(moment)
    spans = line(said)
    return Refusal(name, plain(spans), needed if needed >= 0 else None, given if given >= 0 else None, spans)


def with_clause(refusal: Refusal) -> Line:
    """Return the sentence of *refusal*, and its clause in small print."""
    return line(refusal.line, Text(" (", "mark"), Clause(refusal.clause), Text(")", "mark"))
