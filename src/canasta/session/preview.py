"""What players ask about their moves before they make them: worth and refusal, a hint, and all that their seat sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from canasta.base.errors import NotationError, Refusal
from canasta.base.moves import Lay, TakePile, hand_cards
from canasta.bots.process.decisions import legal_steps, told_position
from canasta.bots.turn_hint import WORLDS, turn_hint
from canasta.deal.expansion import worth
from canasta.deal.view import View, view
from canasta.notation.move_text import move_text, parse_move
from canasta.session.judging_match import sentence
from canasta.session.line_json import line_json
from canasta.session.refusals import Refused, refused
from canasta.session.state import State


@dataclass(frozen=True, slots=True)
class MovePreview:
    """What came of trying a move: it as it would be written, what its melds count, and why it is refused, if it is."""

    move: str
    worth: int
    refusal: Refused | None

    def as_json(self) -> dict[str, Any]:
        """Return the trial as the wire has it."""
        told: dict[str, Any] = {"move": self.move, "worth": self.worth}
        return told if self.refusal is None else told | {"refused": self.refusal.as_json()}


def preview_move(state: State, person: str, text: str) -> MovePreview:
    """Return what the move *text* of *person* would come to now, or when their turn comes. Changes nothing.

    Raises `Refused` where no deal is in progress, for a person without a seat and for text that is no move.
    """
    deal, seat = state.deal, state.seat_of(person)
    if seat is None:
        raise refused("table.seat")
    if deal is None:
        raise refused("table.not-playing", deal=state.rules.words.deal)
    try:
        move = parse_move(text, view(deal, seat))
    except NotationError as error:
        raise refused("table.move", text=sentence(str(error))) from None
    refusal: Refusal | None = deal.refusal(seat, move)
    counted = worth(deal.position, _counted(move, deal.tabletop.pile))
    return MovePreview(move_text(move), counted, Refused.of_rules(refusal) if refusal is not None else None)


def _counted(move: object, pile: list[int]) -> tuple[int, ...]:
    """Return the cards that *move* would lay on the table."""
    if isinstance(move, Lay):
        return hand_cards(move)
    if isinstance(move, TakePile):
        return (*hand_cards(move), *pile[-1:])
    return ()


def seen_by(state: State, person: str) -> dict[str, Any]:
    """Return all that *person* may know of the deal, and their legal steps, as a bot is told them (``docs/writing-a-bot.md``).

    A deal that was counted is told until the next one is dealt. Raises `Refused` for a person without a seat, and where
    there is no deal.
    """
    seen = _view(state, person, ended=True)
    legal = [{"step": each.step, "text": each.text} for each in legal_steps(seen)]
    return {"position": told_position(seen), "legal": legal}


def _view(state: State, person: str, *, ended: bool = False) -> View:
    deal, seat = state.deal, state.seat_of(person)
    if ended and deal is None:
        deal = state.ended
    if seat is None:
        raise refused("table.seat")
    if deal is None:
        raise refused("table.not-playing", deal=state.rules.words.deal)
    return view(deal, seat)


def hint_seen(state: State, person: str) -> View:
    """Return what *person* knows when they ask for a hint. Raises `Refused` where they have nothing to decide."""
    seen = _view(state, person)
    if not seen.legal:
        raise refused("table.move", text="You have nothing to decide right now.")
    return seen


def hint(seen: View, worlds: int = WORLDS) -> dict[str, Any]:
    """Return the turn that a good player would play who sees *seen*, and why, as a line. It takes some milliseconds.

    Plans are compared in *worlds* worlds: fewer are quicker, and compare less surely.
    """
    found = turn_hint(seen, worlds)
    moves = [move_text(move) for move in found.moves]
    return {"move": moves[0], "moves": moves, "line": line_json(found.line(seen))}
