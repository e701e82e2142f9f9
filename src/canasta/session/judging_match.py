"""Whether a table accepts what is asked for in a match: numbers, draws, cuts, moves, agreements. Nothing here changes anything."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeAlias

from canasta.base.english import listed
from canasta.base.errors import CanastaError, NotationError
from canasta.base.seats import Seat
from canasta.base.shuffle import LARGEST_SEED
from canasta.bots.registry import BACK_UP
from canasta.deal.view import view
from canasta.notation.move_text import move_text, parse_move
from canasta.session import acts
from canasta.session.acts import Act
from canasta.session.arrivals import may_be_let_in
from canasta.session.entries import Command
from canasta.session.fairness import SECRET_BYTES
from canasta.session.folding_match import kept_match
from canasta.session.permissions import (
    check_going,
    check_running,
    check_seat,
    deal_in_progress,
    seat_played,
)
from canasta.session.refusals import Refused, refused
from canasta.session.schedule import failure, scheduled
from canasta.session.sheets import sheet_json
from canasta.session.state import State
from canasta.session.versions import difference, engine_of

_LONGEST_SENTENCE: Final = 300


def _start(state: State, _: Command, act: acts.Start) -> Act:
    if state.phase != "open":
        raise refused("table.not-open")
    if state.settings.real_cards:
        return _start_kept(state, act)
    if act.dealer >= 0 or act.keeper >= 0:
        raise refused("table.screen")
    check_all_seated(state)
    return act


def _start_kept(state: State, act: acts.Start) -> Act:
    """Return *act*, which begins a match with real cards."""
    for seat in (act.dealer, act.keeper):
        if seat >= 0:
            check_seat(state, seat)
    if act.keeper >= 0 and not (state.rules.table.score_keeper and state.rules.seats > 2):
        raise refused("table.malformed", text="keeper: this game has no score keeper who never deals.")
    try:
        kept_match(state, act)
    except ValueError as error:
        raise refused("table.malformed", text=sentence(f"dealer: {error}")) from None
    return act


def check_all_seated(state: State) -> None:
    """See that a person or a bot plays every seat. Raises `Refused` where one is free."""
    free = [f"{seat}" for seat, place in enumerate(state.places, 1) if place.playing == "nobody"]
    if free:
        seats = f"seat {free[0]} is free" if len(free) == 1 else f"seats {listed(free)} are free"
        raise refused("table.empty-seats", seats=seats)


def _promise(_: State, __: Command, act: acts.Promise) -> Act:
    if not re.fullmatch(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}", act.secret):
        raise refused("table.malformed", text=f"secret: must be {SECRET_BYTES} bytes in small hexadecimal digits.")
    return act


def _number(state: State, command: Command, act: acts.Number) -> Act:
    check_going(state)
    if state.phase != "numbers" or state.shuffle is None:
        raise refused("table.no-numbers")
    seat = seat_played(state, command)
    if seat in state.shuffle.numbers:
        raise refused("table.number-given")
    if not re.fullmatch(r"[0-9]{1,20}", act.number) or int(act.number) > LARGEST_SEED:
        raise refused("table.malformed", text=f"number: must be a whole number from 0 to {LARGEST_SEED}, as text.")
    return replace(act, number=str(int(act.number)))


def _draw_card(state: State, command: Command, act: acts.DrawCard) -> Act:
    check_going(state)
    if state.phase != "drawing":
        raise refused("table.not-drawing")
    if seat_played(state, command) not in state.to_draw():
        raise refused("table.drawn")
    cards = len(state.spread)
    if not 1 <= act.place <= cards or act.place - 1 in {place for _, place in state.picks}:
        raise refused("table.place", number=cards)
    return act


def _cut(state: State, command: Command, act: acts.Cut) -> Act:
    check_going(state)
    seat = seat_played(state, command)
    if state.phase != "cutting" or state.match is None or seat not in dict(state.match.cutters()):
        raise refused("table.not-cutting")
    if not 0 < act.aim < state.rules.cards:
        raise refused("table.cut", number=state.rules.cards - 1, given=act.aim)
    return act


def _play(state: State, command: Command, act: acts.Play) -> Act:
    deal = deal_in_progress(state)
    seat = seat_played(state, command)
    _current(state, command, seat)
    try:
        move = parse_move(act.move, view(deal, seat))
    except NotationError as error:
        raise refused("table.move", text=sentence(str(error))) from None
    # Whether the rules allow it turns out when it is made, on a copy of the table.
    return replace(act, move=move_text(move))


def sentence(text: str) -> str:
    """*text* with a capital at its beginning and a period at its end.

    >>> sentence("say which card, such as: discard 4c")
    'Say which card, such as: discard 4c.'
    """
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


def _current(state: State, command: Command, seat: Seat) -> None:
    """See that nothing was done since the sender looked that this builds on: by the seat itself, or by taking back."""
    if command.after and (state.acted.get(seat, 0) > command.after or state.undone > command.after):
        raise refused("table.stale")


def _undo(state: State, command: Command, act: Act) -> Act:
    deal = deal_in_progress(state)
    seat = seat_played(state, command)
    _current(state, command, seat)
    if not state.settings.undo:
        raise refused("table.no-undo")
    try:
        deal.copy(undo=True).undo(seat)
    except CanastaError as error:
        raise Refused.of_rules(error.refusal) if hasattr(error, "refusal") else error from None
    return act


def _take_back(state: State, command: Command, act: Act) -> Act:
    deal_in_progress(state)
    seat = seat_played(state, command)
    _current(state, command, seat)
    if not state.can_take_back(seat):
        raise refused("table.no-take-back")
    return act


def _count(state: State, _: Command, act: acts.Count) -> Act:
    match = state.match
    assert match is not None  # a count is only due where a deal is over
    sheets = match.sheets()
    totals = tuple(total + each.total for total, each in zip(match.totals, sheets, strict=True))
    return replace(act, sheets=tuple(map(sheet_json, sheets)), totals=totals)


def _ready(state: State, command: Command, act: Act) -> Act:
    if not state.paused and state.phase != "counting":
        raise refused("table.not-counting")
    if seat_played(state, command) in state.ready:
        raise refused("table.ready")
    return act


def _pause(state: State, _: Command, act: Act) -> Act:
    check_going(state)
    return act


def _resume(state: State, _: Command, act: Act) -> Act:
    if not state.paused:
        raise refused("table.not-paused")
    return act


def _redeal(state: State, command: Command, act: Act) -> Act:
    check_running(state)
    if state.phase not in {"cutting", "playing"}:
        raise refused("table.not-playing", deal=state.rules.words.deal)
    if state.seed is not None:
        raise refused("table.same-cards", deal=state.rules.words.deal)
    return _voting(state, command, act)


def _let_in(state: State, command: Command, act: Act) -> Act:
    check_running(state)
    if not may_be_let_in(state):
        held = any(place.coming is not None for place in state.places)
        raise refused("table.held" if held else "table.nobody-comes", deal=state.rules.words.deal)
    return _voting(state, command, act)


def _rematch(state: State, command: Command, act: Act) -> Act:
    if state.phase != "over":
        raise refused("table.not-over")
    return _voting(state, command, act)


def _voting(state: State, command: Command, act: Act) -> Act:
    seat = seat_played(state, command)
    if state.vote == act.name and seat in state.agreed:
        raise refused("table.voted")
    return act


def _decline(state: State, _: Command, act: Act) -> Act:
    if not state.vote:
        raise refused("table.no-vote")
    return act


def _bot_failed(state: State, command: Command, act: acts.BotFailed) -> Act:
    _check_line("why", act.why)
    for due in scheduled(state):
        if due.thinker == act.seat and due.bot != BACK_UP and failure(state, due, act.why).id == command.id:
            return act
    raise refused("table.not-due")


def _check_line(key: str, text: str) -> None:
    """See that *text*, told as *key*, is a sentence in one line. Raises `Refused` where it is not."""
    if len(text) > _LONGEST_SENTENCE or not text.isprintable():
        raise refused("table.malformed", text=f"{key}: must be one line of at most {_LONGEST_SENTENCE} characters.")


def _void(state: State, _: Command, act: acts.Void) -> Act:
    if state.phase not in {"cutting", "playing"}:
        raise refused("table.not-playing", deal=state.rules.words.deal)
    _check_line("why", act.why)
    return act


def _upgrade(state: State, _: Command, act: acts.Upgrade) -> Act:
    if not difference(state.engine, state.rules):
        raise refused("table.not-due")
    return replace(act, engine=engine_of(state.rules))


def as_is(_: State, __: Command, act: Act) -> Act:
    """Accept *act* as it is."""
    return act


Judge: TypeAlias = Callable[[State, Command, Any], Act]

MATCH_JUDGES: Final[dict[type[Act], Judge]] = {
    acts.Start: _start,
    acts.Promise: _promise,
    acts.Number: _number,
    acts.DrawCard: _draw_card,
    acts.Cut: _cut,
    acts.Play: _play,
    acts.Undo: _undo,
    acts.Restart: _undo,
    acts.TakeBack: _take_back,
    acts.Count: _count,
    acts.Ready: _ready,
    acts.Pause: _pause,
    acts.Resume: _resume,
    acts.Redeal: _redeal,
    acts.LetIn: _let_in,
    acts.Rematch: _rematch,
    acts.Decline: _decline,
    acts.BotFailed: _bot_failed,
    acts.Void: _void,
    acts.Upgrade: _upgrade,
    acts.CloseNumbers: as_is,
    acts.NextDeal: as_is,
    acts.ClockOut: as_is,
}
"""How each act of a match is judged."""
