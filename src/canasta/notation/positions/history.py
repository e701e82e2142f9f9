"""The field ``history`` of a position line: what happened in the deal, act by act. See ``docs/positions.md``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from canasta.base.cards import Face, face_text
from canasta.base.english import count
from canasta.base.events import (
    Answered,
    Asked,
    CanastaMade,
    DealEnded,
    Dealt,
    Discarded,
    Drew,
    Event,
    Knocked,
    Lifted,
    Melded,
    Opened,
    RedThreeLaid,
    RedThreeOnCanasta,
    ReserveTaken,
    Restored,
    Stopped,
    TakenBack,
    TookPile,
    TurnBegan,
    TurnedUp,
    WentOut,
)
from canasta.engine.rule_table import CLASSES
from canasta.notation.positions.fields import ANSWERS, CONCEALED, ENDS, RANKS
from canasta.notation.positions.token import NOTHING, UNSEEN, Piece
from canasta.rules.groups import Rules
from canasta.rules.shapes import found

_MOST: Final = 1_000_000
_RANK_WORDS: Final = {rank: word for word, rank in RANKS.items()}
_ANSWER_WORDS: Final = {answer: word for word, answer in ANSWERS.items()}


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of an act: the *names* of the values in it, how they are written and how they are read.

    Where the last parts of an act are as *usual*, they are left out.
    """

    names: tuple[str, ...]
    write: Callable[..., str]
    read: Callable[[Piece, Rules], tuple[Any, ...]]
    usual: str = NOTHING


def _faces(faces: Iterable[Face]) -> str:
    return "".join(map(face_text, faces)) or NOTHING


def _read_faces(piece: Piece, _: Rules) -> tuple[Any, ...]:
    cards = piece.cards()
    if cards.unseen:
        raise piece.wrong("everyone saw these cards, so none can be unknown")
    return (cards.faces,)


def _read_card(piece: Piece, _: Rules) -> tuple[Any, ...]:
    cards = piece.cards()
    if len(cards.faces) != 1 or cards.unseen:
        raise piece.wrong(f"must be one card, not {found(piece.text)}")
    return cards.faces


def _read_top(piece: Piece, rules: Rules) -> tuple[Any, ...]:
    return (None,) if piece.text == NOTHING else _read_card(piece, rules)


def _hidden(count: int, faces: tuple[Face, ...] | None) -> str:
    return f"{UNSEEN}x{count}" if faces is None else _faces(faces)


def _read_hidden(piece: Piece, _: Rules) -> tuple[Any, ...]:
    cards = piece.cards()
    if cards.unseen and cards.faces:
        raise piece.wrong("a player sees either all of these cards or none")
    return (cards.unseen, None) if UNSEEN in piece.text else (len(cards.faces), cards.faces)


def _number(name: str, most: int = _MOST) -> _Part:
    return _Part((name,), str, lambda piece, _: (piece.number(0, most),), "0")


def _top(name: str) -> _Part:
    return _Part((name,), lambda face: NOTHING if face is None else face_text(face), _read_top)


def _cards(name: str) -> _Part:
    return _Part((name,), _faces, _read_faces)


_CARD: Final = _Part(("card",), face_text, _read_card)
_HIDDEN: Final = _Part(("count", "cards"), _hidden, _read_hidden)
_RANK: Final = _Part(("rank",), _RANK_WORDS.__getitem__, lambda piece, _: (piece.word(RANKS),))
_PARTNER: Final = _Part(
    ("partner",), lambda seat: str(seat + 1), lambda piece, rules: (piece.place(rules.seats, "seat"),)
)
_ANSWER: Final = _Part(("yes",), _ANSWER_WORDS.__getitem__, lambda piece, _: (piece.word(ANSWERS),))
_END: Final = _Part(("how",), str, lambda piece, _: (piece.text if piece.word(ENDS) else "",))
_CONCEALED: Final = _Part(
    ("concealed",),
    lambda concealed: CONCEALED if concealed else NOTHING,
    lambda piece, _: (piece.word({CONCEALED: True, NOTHING: False}),),
)


def _read_reserve(piece: Piece, rules: Rules) -> tuple[Any, ...]:
    if not rules.reserves:
        raise piece.wrong("in this game there are no reserves to pick up")
    return (piece.place(len(rules.reserves), "packet"),)


_RESERVE: Final = _Part(("index",), lambda index: str(index + 1), _read_reserve)

_ACTS: Final[dict[str, tuple[type[Event], tuple[_Part, ...]]]] = {
    "h": (Dealt, (_HIDDEN,)),
    "u": (TurnedUp, (_top("card"), _cards("covered"), _cards("returned"))),
    "t": (TurnBegan, ()),
    "d": (Drew, (_HIDDEN,)),
    "r": (RedThreeLaid, (_CARD,)),
    "p": (TookPile, (_cards("cards"), _cards("shown"))),
    "l": (Lifted, (_CARD,)),
    "b": (Restored, (_CARD,)),
    "m": (
        Melded,
        (_RANK, _cards("cards"), _number("size"), _top("top"), _number("worth"), _number("staged")),
    ),
    "c": (CanastaMade, (_RANK, _number("sort", CLASSES - 1))),
    "o": (Opened, (_number("worth"), _number("minimum"))),
    "e": (RedThreeOnCanasta, (_CARD, _RANK)),
    "x": (Discarded, (_CARD,)),
    "f": (ReserveTaken, (_HIDDEN, _RESERVE)),
    "a": (Asked, (_PARTNER,)),
    "s": (Answered, (_ANSWER,)),
    "k": (Knocked, ()),
    "q": (Stopped, ()),
    "w": (WentOut, ()),
    "v": (TakenBack, (_number("count"),)),
    "z": (DealEnded, (_END, _CONCEALED, _cards("cards"))),
}
"""The letter of each act, and its parts in order."""

_LETTERS: Final = {kind: letter for letter, (kind, _) in _ACTS.items()}
_NOBODYS: Final = (TurnedUp, DealEnded)
"""Acts that nobody does; the deal may end without anyone, too."""


def history_text(events: Iterable[Event]) -> str:
    """*events* as the field ``history`` has them; cards that an event does not show are only counted.

    >>> history_text([TurnBegan(1), Drew(1, 2, None), Discarded(1, 14), TakenBack(1, 3)])
    '2t,2d??x2,2x2d,2v3'
    """
    return ",".join(map(_act_text, events))


def _act_text(event: Event) -> str:
    letter = _LETTERS[type(event)]
    shape = _ACTS[letter][1]
    parts = [part.write(*(getattr(event, name) for name in part.names)) for part in shape]
    while parts and parts[-1] == shape[len(parts) - 1].usual:
        parts.pop()
    return f"{event.seat + 1}{letter}{':'.join(parts)}"


def read_history(piece: Piece, rules: Rules, eyes: int | None) -> list[Event]:
    """Return the events that *piece* tells; *eyes* is the seat whose eyes the line was made from, None for every card.

    Each act is checked for itself; whether the whole deal could have gone so is not. Raises `NotationError` for
    what is no act of these *rules*, and for cards that *eyes* cannot have seen.
    """
    return [_read_act(part, rules, eyes) for part in piece.parts(",")]


def _read_act(piece: Piece, rules: Rules, eyes: int | None) -> Event:
    letter = piece.text[1:2]
    if letter not in _ACTS:
        raise piece.wrong(f"must begin with a seat and a letter, such as 1x4c, not {found(piece.text)}")
    kind, parts = _ACTS[letter]
    who = Piece(piece.text[0], piece.column)
    seat = -1 if who.text == "0" and kind in _NOBODYS else who.place(rules.seats, "seat")
    pieces = piece.after(2).parts(":") if piece.text[2:] else []
    if len(pieces) > len(parts):
        raise pieces[len(parts)].wrong(f"this act has {count(len(parts), 'part')} at most")
    values: dict[str, Any] = {}
    for at, part in enumerate(parts):
        given = pieces[at] if at < len(pieces) else Piece(part.usual, piece.column + len(piece.text))
        values.update(zip(part.names, part.read(given, rules), strict=True))
    event = kind(seat, **values)
    if eyes is not None and event.seen_by(eyes) != event:
        raise piece.wrong(f"only seat {seat + 1} saw these cards: write ??x and the number of cards")
    return event
