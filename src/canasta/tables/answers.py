"""Answers to a guest of a table: to what they ask, which changes nothing, and to what they do or say."""

from __future__ import annotations

from typing import Any, Final

from canasta.session.refusals import Refused
from canasta.tables.messages import WrongMessage, command_of
from canasta.tables.room import Guest, Room

Json = dict[str, Any]

_FOR_PLAYERS: Final = {
    "try": "try: only players can try a move.",
    "hint": "hint: only players can ask for a hint.",
    "view": "view: only players can ask for what their seat sees.",
}
"""What others are told, by the word of the question."""


def done(message: Json, seq: int = 0) -> Json:
    """Return the answer to the command *message*, which is the entry *seq* now; 0 for what is no entry, such as talk."""
    return {"t": "done", "cmd": message["cmd"], "seq": seq}


def refusal(message: Json, why: Refused) -> Json:
    """Return the answer to the command *message*, which is refused."""
    return {"t": "refused", "cmd": message["cmd"], **why.as_json()}


def complaint(why: str, text: str = "") -> Json:
    """Return the answer to *text*, which is no message that can be answered."""
    cmd = command_of(text)
    return {"t": "wrong", "text": why} | ({"cmd": cmd} if cmd else {})


def player(room: Room[Any], guest: Guest, question: str) -> str:
    """Return the id of *guest*, who asks what only players may. Raises `WrongMessage` where they hold no cards.

    *question* is its word: ``try``, ``hint`` or ``view``.
    """
    person = guest.person_id
    if person is None or room.table.role(person).seat is None:
        raise WrongMessage(_FOR_PLAYERS[question])
    return person


def answer(room: Room[Any], guest: Guest, message: Json) -> Json:
    """Return the answer to the question *message* of *guest*: ``try``, ``view``, ``tally``, ``clause`` or ``ping``.

    Raises `WrongMessage` where there is none.
    """
    told: Json = {"n": message["n"]}
    match message:
        case {"t": "try", "move": move}:
            try:
                return {"t": "tried", **told, **room.tried(player(room, guest, "try"), move)}
            except Refused as why:
                return {"t": "tried", **told, "refused": why.as_json()}
        case {"t": "view"}:
            try:
                return {"t": "viewed", **told, **room.viewed(player(room, guest, "view"))}
            except Refused as why:
                raise WrongMessage(f"view: {why.text}") from None
        case {"t": "tally", "deal": deal, "side": side, "answers": answers}:
            try:
                return {"t": "tallied", **told, **room.tallied(deal, side - 1, answers)}
            except Refused as why:
                return {"t": "tallied", **told, "refused": why.as_json()}
        case {"t": "clause", "clause": clause}:
            try:
                return {"t": "told", **told, "clause": clause, "sentences": room.sentences(clause)}
            except KeyError:
                raise WrongMessage("clause: there is no rule of this name.") from None
    return {"t": "pong", **told}
