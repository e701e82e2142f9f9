"""Whole moves from bytes: deals are played on by legal steps, and moves of any numbers and faces are tried in between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from canasta.base.cards import KIND_OF, Face, pack
from canasta.base.moves import (
    Answer,
    Ask,
    Discard,
    Draw,
    End,
    Group,
    Knock,
    Lay,
    LayRedThree,
    Lift,
    Move,
    PickUp,
    Restore,
    Stuck,
    TakePile,
)
from canasta.base.shuffle import return_places, shuffled
from canasta.deal.deal import Deal
from canasta.rules.load import games, load
from tests.deal.attempts import attempt

_TABLES: Final = [(name, players) for name, game in sorted(games().items()) for players in game.players]
_PLAIN: Final[tuple[Move, ...]] = (Draw(), Knock(), Stuck(), PickUp(), Lift(), Restore(), End())
_MOST_ACTS: Final = 120


class Bytes(Protocol):
    """What makes numbers of bytes, such as `atheris.FuzzedDataProvider`."""

    def ConsumeIntInRange(self, least: int, most: int) -> int:  # noqa: N802, D102
        ...

    def ConsumeInt(self, size: int) -> int:  # noqa: N802, D102
        ...

    def remaining_bytes(self) -> int:  # noqa: D102
        ...


def try_moves(data: Bytes) -> None:
    """Play a deal as *data* says. Raises `AssertionError` if a move does more, or less, than it names."""
    name, players = _TABLES[data.ConsumeIntInRange(0, len(_TABLES) - 1)]
    rules, seed = load(name, players), data.ConsumeIntInRange(0, 1 << 16)
    deck = shuffled(pack(rules.packs, rules.deck.jokers), seed)
    deal, _ = Deal.new(rules, deck, returns=return_places(seed))
    for _ in range(_MOST_ACTS):
        if deal.over or not data.remaining_bytes():
            return
        steps = data.ConsumeIntInRange(0, 12)
        for _ in range(steps):
            legal = deal.legal_steps(deal.actor)
            if legal:
                deal.step_trusted(legal[data.ConsumeIntInRange(0, len(legal) - 1)])
        if not deal.over:
            seat = deal.actor if data.ConsumeIntInRange(0, 7) else data.ConsumeIntInRange(0, rules.seats - 1)
            attempt(deal, seat, _move(data, deal, seat))


def _move(data: Bytes, deal: Deal, seat: int) -> Move:
    sort = data.ConsumeIntInRange(0, 7)
    makers: tuple[Callable[[], Move], ...] = (
        lambda: Lay(tuple(_group(data, deal, seat) for _ in range(data.ConsumeIntInRange(0, 3)))),
        lambda: Lay((_group(data, deal, seat),)),
        lambda: TakePile(_faces(data, deal, seat, 2), (), _slot(data), bool(data.ConsumeIntInRange(0, 1))),
        lambda: TakePile(
            _faces(data, deal, seat, 3), (_group(data, deal, seat), _group(data, deal, seat)), _slot(data)
        ),
        lambda: Discard(_face(data, deal, seat)),
        lambda: LayRedThree(_face(data, deal, seat), _number(data)),
        lambda: Ask(_number(data)),
        lambda: (*_PLAIN, Answer(yes=True), Answer(yes=False))[data.ConsumeIntInRange(0, len(_PLAIN) + 1)],
    )
    return makers[sort]()


def _group(data: Bytes, deal: Deal, seat: int) -> Group:
    cards = _faces(data, deal, seat, 8)
    natural = max((KIND_OF[face] for face in cards if 0 <= face < len(KIND_OF)), default=4)
    rank = natural if data.ConsumeIntInRange(0, 3) else _number(data)
    return Group(cards, rank, _slot(data))


def _faces(data: Bytes, deal: Deal, seat: int, most: int) -> tuple[Face, ...]:
    """Return some cards, most of them alike and from the hand."""
    hand = sorted(deal.tabletop.hands[seat])
    number = data.ConsumeIntInRange(0, most)
    if not hand or not data.ConsumeIntInRange(0, 5):
        return tuple(_face(data, deal, seat) for _ in range(number))
    kind = KIND_OF[hand[data.ConsumeIntInRange(0, len(hand) - 1)]]
    alike = [face for face in hand if KIND_OF[face] == kind] + [face for face in hand if KIND_OF[face] <= 1]
    return tuple(alike[:number])


def _face(data: Bytes, deal: Deal, seat: int) -> Face:
    hand = deal.tabletop.hands[seat]
    if hand and data.ConsumeIntInRange(0, 3):
        return hand[data.ConsumeIntInRange(0, len(hand) - 1)]
    return _number(data)


def _slot(data: Bytes) -> int | None:
    choice = data.ConsumeIntInRange(0, 3)
    return None if choice < 2 else data.ConsumeIntInRange(0, 8) if choice == 2 else _number(data)


def _number(data: Bytes) -> int:
    return data.ConsumeIntInRange(-2, 60) if data.ConsumeIntInRange(0, 3) else data.ConsumeInt(9)
