"""Cards: faces, which people see, and kinds, which the rules see.

A **face** is an index into one pack: 0 for a joker, then 1 to 52, suit by suit (clubs, diamonds,
hearts, spades), each from the two up to the ace. Several packs hold several equal faces. A **kind** is
one of fifteen: suits matter only for red and black threes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from functools import lru_cache
from typing import Final, TypeAlias

from canasta.base.errors import MisuseError, NotationError
from canasta.base.misuse import public

Face: TypeAlias = int
"""A card as printed: 0 (joker) to 52 (ace of spades)."""

Kind: TypeAlias = int
"""A card as the rules see it: 0 to 14."""

JOKER: Final = 0
TWO: Final = 1
RED_THREE: Final = 2
BLACK_THREE: Final = 3
FOUR: Final = 4
KINDS: Final = 15
FACES: Final = 53

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
RED_SUITS: Final = "dh"

KIND_NAMES: Final[tuple[str, ...]] = (
    "joker", "two", "red three", "black three",
    "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
"""English names, by kind."""

KIND_KEYS: Final[tuple[str, ...]] = (
    "joker", "two", "red three", "black three",
    "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A",
)  # fmt: skip
"""Short names used in rule files and in move text, by kind."""


def _kind(face: Face) -> Kind:
    if face == 0:
        return JOKER
    rank, suit = RANKS[(face - 1) % 13], SUITS[(face - 1) // 13]
    if rank == "2":
        return TWO
    if rank == "3":
        return RED_THREE if suit in RED_SUITS else BLACK_THREE
    return RANKS.index(rank) + 2


KIND_OF: Final[tuple[Kind, ...]] = tuple(_kind(face) for face in range(FACES))
"""The kind of each face."""

FACES_OF: Final[tuple[tuple[Face, ...], ...]] = tuple(
    tuple(face for face in range(FACES) if KIND_OF[face] == kind) for kind in range(KINDS)
)
"""The faces of each kind, in the order of the pack."""

_TEXTS: Final[tuple[str, ...]] = (
    "Jk",
    *(f"{rank}{suit}" for suit in SUITS for rank in RANKS),
)
_BY_TEXT: Final[dict[str, Face]] = {text: face for face, text in enumerate(_TEXTS)}


@public
def face_text(face: Face) -> str:
    """Return the two characters of *face*.

    >>> face_text(0), face_text(1), face_text(52)
    ('Jk', '2c', 'As')
    """
    if not 0 <= face < FACES:
        raise MisuseError(f"There is no card {face}: cards are 0 (a joker) to {FACES - 1} (the ace of spades).")
    return _TEXTS[face]


@public
def parse_face(text: str) -> Face:
    """Return the face written *text*, the inverse of `face_text`; letters may be of either case.

    Raises `NotationError` for anything else.

    >>> parse_face("as") == parse_face("As") == 52
    True
    """
    face = _BY_TEXT.get(text)
    if face is not None:
        return face
    if len(text) == 2:
        face = _BY_TEXT.get("Jk" if text.lower() == "jk" else text[0].upper() + text[1].lower())
        if face is not None:
            return face
    raise NotationError(f"{text!r} is not a card: write a rank of A23456789TJQK and a suit of cdhs, or Jk")


@public
def faces_text(faces: Iterable[Face]) -> str:
    """Faces separated by blanks, in the order given."""
    return " ".join(map(face_text, faces))


@public
def parse_faces(text: str) -> tuple[Face, ...]:
    """Faces written with or without blanks between them.

    >>> faces_text(parse_faces("4h4d Jk"))
    '4h 4d Jk'
    """
    joined = "".join(text.split())
    ten = joined.find("10")
    if ten >= 0 and ten % 2 == 0:
        raise NotationError(
            f"'{joined[ten : ten + 3]}' is not a card: a ten is written T, such as T{joined[ten + 2 :][:1] or 'h'}"
        )
    return tuple(parse_face(joined[at : at + 2]) for at in range(0, len(joined), 2))


@lru_cache(maxsize=64)
def pack(packs: int, jokers: int) -> tuple[Face, ...]:
    """Return the faces of *packs* packs with *jokers* jokers each, in canonical order.

    >>> len(pack(2, 2))
    108
    """
    return tuple(face for _ in range(packs) for face in (*([0] * jokers), *range(1, FACES)))


def rank_text(rank: Kind) -> str:
    """Return the short name of a meld's rank; melds of wild cards are called ``wild``, of black threes ``3``.

    >>> rank_text(13), rank_text(0)
    ('K', 'wild')
    """
    if rank == BLACK_THREE:
        return "3"
    return "wild" if rank <= TWO else KIND_KEYS[rank]


def sort_key(face: Face) -> tuple[int, int, int]:
    """Order of a hand as people sort it: ranks from four up to the ace, then threes, twos and jokers."""
    kind = KIND_OF[face]
    group = 0 if kind > BLACK_THREE else {BLACK_THREE: 1, RED_THREE: 2, TWO: 3, JOKER: 4}[kind]
    return group, kind, face


_SORTED: Final = sorted(range(FACES), key=sort_key)
_PLACES: Final = tuple(map(_SORTED.index, range(FACES)))


def sorted_faces(faces: Iterable[Face]) -> list[Face]:
    """*faces* in the order in which people sort a hand."""
    return sorted(faces, key=_PLACES.__getitem__)


def count_kinds(faces: Iterable[Face]) -> list[int]:
    """Return how many of *faces* there are of each of the 15 kinds."""
    counts = [0] * KINDS
    for face in faces:
        counts[KIND_OF[face]] += 1
    return counts


class Shown:
    """What frozen records have in common that hold cards: their `repr` writes faces and ranks as people do.

    It goes by the annotations of their fields, `Face` and `Kind`.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """Return the name of the record and its fields, such as ``Discard(card=4c)``."""
        shown = [
            f"{each.name}={_shown(getattr(self, each.name), str(each.type))}"
            for each in fields(self)  # type: ignore[arg-type]
            if each.repr
        ]
        return f"{type(self).__name__}({', '.join(shown)})"


def _shown(value: object, kind: str) -> str:
    if isinstance(value, int) and value >= 0 and kind.startswith(("Face", "Kind")):
        return face_text(value) if kind.startswith("Face") else rank_text(value)
    if isinstance(value, tuple) and kind.startswith("tuple[Face"):
        return f"({', '.join(map(face_text, value))})"
    return repr(value)
