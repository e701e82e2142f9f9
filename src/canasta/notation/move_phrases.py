"""Moves that are recommended or judged, as people read them: in the imperative, with cards as the table writes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from canasta.base.cards import KIND_OF, TWO, Face, Kind
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
from canasta.base.seats import Seat, partners
from canasta.base.spans import Cards, Line, Ranks
from canasta.deal.deal import Deal
from canasta.deal.view import view
from canasta.engine.steps import WILD_MELD
from canasta.notation.choices import ends_by_showing
from canasta.wording.names import rank_plural
from canasta.wording.spans import line, listed

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_LEAST: Final = 3
"""A meld begins with that many cards."""


def move_phrases(deal: Deal, seat: Seat, moves: Sequence[Move]) -> tuple[Line, ...]:
    """Return *moves* that *seat* may make one after another in *deal*, for people: "lay 10 10 10", "add 22 to the wild cards".

    Hidden cards of *deal*, which is not changed, do not matter. Raises `canasta.base.errors.IllegalMove` for a move after
    which another one is told, and which is not legal.
    """
    going, told = deal.copy(), list[Line]()
    for at, move in enumerate(moves):
        if at and not going.position.staging:  # who has begun an opening step by step ends it so
            going.play(seat, moves[at - 1])
        told += _phrases(move, going, seat)
    return tuple(told)


def _phrases(move: Move, deal: Deal, seat: Seat) -> list[Line]:
    match move:
        case Lay(groups):
            return _laying(groups, deal, seat)
        case TakePile(cards, more, _, single):
            return [
                _taking(cards, single=single, deal=deal),
                *_laying(more, deal, seat, KIND_OF[deal.tabletop.pile[-1]]),
            ]
        case Discard(card):
            return [line("discard ", Cards((card,)))]
        case LayRedThree(card, rank):
            return [line("put ", Cards((card,)), f" on the {rank_plural(rank)}")]
        case Ask(partner):
            alone = len(partners(seat, deal.rules.seats, deal.rules.sides)) == 1
            return [line(f"ask your partner{'' if alone else f' in seat {partner + 1}'} whether you may go out")]
    return [line(_plain_move(move, deal, seat))]


def _plain_move(move: Move, deal: Deal, seat: Seat) -> str:
    """Return a move without cards."""
    match move:
        case Draw():
            return "draw"
        case Answer(yes):
            return "say yes" if yes else "say no"
        case Knock():
            return "knock"
        case Stuck():
            return "end your turn without a discard"
        case PickUp():
            return f"pick up your {deal.rules.reserves[int(deal.position.taken(seat))].name}"
        case Lift():
            return "lift the top card"
        case Restore():
            return "put the top card back"
        case End():
            return "show your special hand" if ends_by_showing(view(deal, seat)) else "end the deal"
    raise TypeError(move)


def _taking(cards: Sequence[Face], *, single: bool, deal: Deal) -> Line:
    what = "take the top card" if single else "take the pile"
    if cards:
        return line(f"{what} with ", Cards(tuple(cards)))
    return line(f"{what} onto your {rank_plural(KIND_OF[deal.tabletop.pile[-1]])}")


def _laying(groups: Sequence[Group], deal: Deal, seat: Seat, taken: Kind = -1) -> list[Line]:
    """Return what *groups* begin, in one phrase, for an opening is laid in one move; then what they add to other melds.

    A card of the rank *taken* comes from the pile and lies before them.
    """
    begun: dict[Kind, tuple[Face, ...]] = {}
    joining: dict[Kind, tuple[Face, ...]] = {}
    placed: dict[str, tuple[Face, ...]] = {}
    for group in groups:
        if not _joins(group, deal, seat, taken):
            begun[group.rank] = (*begun.get(group.rank, ()), *group.cards)
        elif group.rank in begun and group.slot is None:
            begun[group.rank] += group.cards
        else:
            where = _meld(group, deal, seat)
            if where:
                placed[where] = (*placed.get(where, ()), *group.cards)
            else:
                joining[group.rank] = (*joining.get(group.rank, ()), *group.cards)
    laid = [line("lay ", listed([line(Ranks(cards)) for cards in begun.values()]))] if begun else []
    added = [line("add ", listed([line(Ranks(cards)) for cards in joining.values()]))] if joining else []
    return [*laid, *added, *(line("add ", Ranks(cards), where) for where, cards in placed.items())]


def _meld(group: Group, deal: Deal, seat: Seat) -> str:
    """Return which meld the cards of *group* join; nothing where they say it themselves."""
    lying = _lying(group, deal, seat)
    if group.slot is not None and lying > 1:
        return f" to your {_ORDINALS[group.slot]} meld of {rank_plural(group.rank)}"
    wild = any(KIND_OF[face] <= TWO for face in group.cards)
    return f" to the {rank_plural(group.rank)}" if wild else ""


def _joins(group: Group, deal: Deal, seat: Seat, taken: Kind) -> bool:
    """Return whether the cards of *group* go to a meld that lies open already, or is begun in the same move."""
    if len(group.cards) < _LEAST:
        return True
    lying = _lying(group, deal, seat) + (group.rank == taken)
    if group.slot is not None:
        return group.slot < lying
    wild = all(KIND_OF[face] <= TWO for face in group.cards) and group.rank != WILD_MELD
    return wild or (lying > 0 and not deal.position.rule_table.several)


def _lying(group: Group, deal: Deal, seat: Seat) -> int:
    """Return how many melds of its rank lie open on the side of *seat*."""
    position = deal.position
    side = position.side_of(seat)
    if position.staging or not position.opened(side):
        return 0
    return len(position.open_melds(side)[max(group.rank, WILD_MELD)])
