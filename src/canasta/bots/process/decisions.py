"""Decisions on their way to a bot's process and back: a view becomes a message, the message a view, the answer a step."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from canasta.base.cards import KIND_OF
from canasta.base.errors import CanastaError, RulesError
from canasta.base.events import Event
from canasta.base.moves import Discard, Lay, LayRedThree, Move, TakePile
from canasta.bots.process.messages import Chosen, Decide, LegalStep, NewRules, Over, ProtocolError
from canasta.deal.history import History
from canasta.deal.view import View
from canasta.engine.steps import OPEN
from canasta.notation.move_text import parse_move
from canasta.notation.positions.fields import LONGEST
from canasta.notation.positions.history import read_history
from canasta.notation.positions.line import position_text, read_position
from canasta.notation.positions.token import Piece
from canasta.notation.step_moves import one_step, step_text
from canasta.rules.digest import as_table, digest, from_table
from canasta.rules.groups import Rules
from canasta.rules.shapes import clean

_HISTORY: Final = " history="
_MOST_KEPT: Final = 16


def decision_seed(position: str) -> int:
    """Return the seed of a decision, below 2**53, from the *position* line that the bot is told.

    It is made of nothing else, so it can tell no more than that line does: neither the deck nor the seed that it came from.

    >>> decision_seed("one position") == decision_seed("one position") != decision_seed("another")
    True
    """
    return int.from_bytes(hashlib.sha256(f"canasta bot {position}".encode()).digest()[:8], "big") >> 11


def rules_message(rules: Rules) -> NewRules:
    """Return the message that tells a bot *rules*."""
    return NewRules(digest(rules), as_table(rules))


def decide_message(seen: View, number: int, ms: int, seed: int | None = None) -> Decide:
    """Return the decision *number* that the seat of *seen* must make within *ms* milliseconds.

    *seed* is for its random numbers; without one, it is that of `decision_seed`.
    """
    position = told_position(seen)
    return Decide(number, position, legal_steps(seen), ms, decision_seed(position) if seed is None else seed)


def over_message(seen: View, points: Sequence[int]) -> Over:
    """Return the message that a deal ended as *seen*, with *points* by side."""
    return Over(told_position(seen), tuple(points))


def legal_steps(seen: View) -> tuple[LegalStep, ...]:
    """Return the legal steps of *seen* with their texts."""
    return tuple(LegalStep(int(step), step_text(seen, step)) for step in seen.legal)


def told_position(seen: View) -> str:
    """Return the position line of *seen*; without its history where that is longer than a line can be."""
    line = position_text(seen, history=True)
    return line if len(line) <= LONGEST else position_text(seen)


def chosen_step(chosen: Chosen, asked: Decide, seen: View) -> int:
    """Return the step of *seen* that *chosen* answers to *asked* with.

    Raises `ProtocolError` for an answer to something else, and for what is not one of the legal steps.
    """
    if chosen.id != asked.id:
        raise ProtocolError(f"It answered decision {chosen.id} when it was asked decision {asked.id}.")
    if chosen.move is None:
        if chosen.step not in seen.legal:
            raise ProtocolError(f"It chose step {chosen.step}, which is not legal here.")
        return int(chosen.step)
    for each in asked.legal:
        if each.text == chosen.move:
            return each.step
    wanted = _by_kinds(_parsed(chosen.move, seen))
    for step in seen.legal:
        if step != OPEN and _by_kinds(one_step(step, seen)) == wanted:
            return int(step)
    raise ProtocolError(f'It chose the move "{chosen.move}", which is not one of the legal steps.')


def _parsed(text: str, seen: View) -> Move:
    try:
        return parse_move(text, seen)
    except CanastaError:
        raise ProtocolError(f'It chose "{text}", which is not a move.') from None


def _by_kinds(move: Move) -> Any:
    """Return what tells *move* from other steps: which kinds of cards go where, whatever their suits."""
    match move:
        case Discard(card):
            return Discard, KIND_OF[card]
        case LayRedThree(_, rank):
            return LayRedThree, rank
        case Lay((group,)):
            return Lay, _kinds(group.cards), group.rank, group.slot
        case TakePile(cards, (), slot, single):
            return TakePile, _kinds(cards), slot, single
    return move


def _kinds(faces: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(KIND_OF[face] for face in faces))


def told_rules(message: NewRules) -> Rules:
    """Return the rules that *message* tells. Raises `ProtocolError` where they are none, or their digest differs."""
    try:
        rules = from_table(message.rules)
    except RulesError as error:
        raise ProtocolError(clean(f"{error.title} {error.problems[0]}.")) from None
    if digest(rules) != message.digest:
        raise ProtocolError(f"The digest of these rules is {digest(rules)}, not {message.digest[:64]}.")
    return rules


class ViewReader:
    """Reads position lines as views, and remembers the histories it has read, which grow from decision to decision."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._known: list[tuple[int, str, list[Event]]] = []

    def view(self, line: str) -> View:
        """Return the view in *line*. Raises `CanastaError` where there is none."""
        before, mark, told = line.rpartition(_HISTORY)
        apart = bool(mark) and _HISTORY not in before and " " not in told and "\t" not in told
        seen = read_position(before if apart else line, self.rules)
        if not isinstance(seen, View):
            raise ProtocolError("The position shows every card; a bot gets only what its seat sees.")
        if not apart:
            return seen
        column = len(before) + len(mark) + 1
        return replace(seen, history=History(self._events(told, column, seen.seat)))

    def _events(self, told: str, column: int, eyes: int) -> list[Event]:
        """Return the events of *told*, which begins in *column*; what was read before is not read again."""
        start = 0
        events: list[Event] = []
        for at, (seat, known, before) in enumerate(self._known):
            if seat == eyes and (told == known or told.startswith(f"{known},")):
                start, events = len(known) + 1, before
                del self._known[at]
                break
        if start <= len(told):
            events = [*events, *read_history(Piece(told[start:], column + start), self.rules, eyes)]
        self._known = [(eyes, told, events), *self._known[: _MOST_KEPT - 1]]
        return events
