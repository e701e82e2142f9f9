"""The draw before a match: who plays with whom, where everyone sits, who deals first.

The players are numbered from 0 by the places they have before it. The cards are an argument: the caller
has them from `draw_deck`, or from a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, TypeAlias

from canasta.base.cards import JOKER, RANKS, Face, pack
from canasta.base.events import SeatsDrawn
from canasta.base.seats import Seat
from canasta.base.shuffle import deal_seed, shuffled
from canasta.rules.dealers import score_keeper
from canasta.rules.groups import Rules

Player: TypeAlias = int
"""A player, by the place they have before the draw."""

_BEFORE_THE_DEALS: Final = 0


def draw_deck(seed: int) -> tuple[Face, ...]:
    """Return the pack, without jokers, that players of a match with *seed* draw from."""
    return shuffled(pack(1, 0), deal_seed(seed, _BEFORE_THE_DEALS))


def draw_seats(rules: Rules, deck: Sequence[Face], keeper: Seat | None = None) -> SeatsDrawn:
    """Let the players draw from the top of *deck* as `procedures.seats` says; *keeper* keeps the score.

    The ace is the highest card and the two the lowest; suits do not count. Players with equal cards draw again for
    the places they have in common. In a draw for partners the highest cards make a side, the next ones another: the
    highest of all keeps their seat, and the others sit down clockwise from there, side after side. In a draw for the
    dealer everyone keeps their seat, only a tie for the highest card is drawn again, and the score keeper, who never
    deals, draws none. The highest who may deal deals first.

    Raises `ValueError` if seats are as agreed, for a joker, and where the deck runs out.

    >>> from canasta.base.cards import parse_faces
    >>> from canasta.rules.load import load
    >>> drawn = draw_seats(load("hand-and-foot"), parse_faces("9c Kd 9s 4h 5d Ah"))
    >>> drawn.order, drawn.players, drawn.dealer
    ((1, 2, 0, 3), (3, 1, 0, 2), 1)
    """
    drawing, rounds, again = _rounds(rules, deck, keeper)
    if again:
        raise ValueError("the deck has too few cards for this draw")
    keeps = score_keeper(rules, keeper)
    partners = rules.procedures.seats == "draw for partners"
    ranks = _ranks(drawing, rounds)
    order = sorted(drawing, key=lambda player: ranks[player], reverse=True)
    players = _seated(rules, order) if partners else tuple(range(rules.seats))
    first = next(player for player in order if player != keeps)
    return SeatsDrawn(
        -1,
        tuple(rounds),
        tuple(order),
        players,
        players.index(first),
        None if keeps is None else players.index(keeps),
    )


def players_to_draw(rules: Rules, drawn: Sequence[Face], keeper: Seat | None = None) -> tuple[Player, ...]:
    """Return who draws the next round's cards, in the order of `draw_seats`, once *drawn* have been drawn; empty when all is decided.

    Raises `ValueError` as `draw_seats` does, and where *drawn* ends in the middle of a round.

    >>> from canasta.base.cards import parse_faces
    >>> from canasta.rules.load import load
    >>> rules = load("hand-and-foot")
    >>> players_to_draw(rules, ()), players_to_draw(rules, parse_faces("9c Kd 9s 4h"))
    ((0, 1, 2, 3), (0, 2))
    """
    _, rounds, again = _rounds(rules, drawn, keeper)
    if sum(map(len, rounds)) != len(drawn):
        raise ValueError("a round of this draw is not complete")
    return again


_Round: TypeAlias = tuple[tuple[Player, Face], ...]


def _rounds(
    rules: Rules, deck: Sequence[Face], keeper: Seat | None
) -> tuple[list[Player], list[_Round], tuple[Player, ...]]:
    """Return who takes part, the rounds that *deck* is enough for, and who must draw again after them."""
    wanted = rules.procedures.seats
    if wanted == "as agreed":
        raise ValueError(f"in {rules.title} seats are as agreed, so no one draws")
    keeps = score_keeper(rules, keeper)
    partners = wanted == "draw for partners"
    drawing = [player for player in range(rules.seats) if partners or player != keeps]
    rounds: list[_Round] = []
    at = 0
    while again := _equal(_ranks(drawing, rounds), every=partners):
        if at + len(again) > len(deck):
            break
        rounds.append(tuple(zip(again, deck[at : at + len(again)], strict=True)))
        at += len(again)
    return drawing, rounds, tuple(again)


def _ranks(drawing: Sequence[Player], rounds: Sequence[_Round]) -> dict[Player, tuple[int, ...]]:
    """Return the heights of the cards that each player drew."""
    ranks: dict[Player, tuple[int, ...]] = dict.fromkeys(drawing, ())
    for cards in rounds:
        ranks.update({player: (*ranks[player], _height(face)) for player, face in cards})
    return ranks


def _equal(ranks: dict[Player, tuple[int, ...]], *, every: bool) -> list[Player]:
    """Return who must draw: those as high as another player, or only the highest of them."""
    number = Counter(ranks.values())
    highest = max(number)
    return [player for player, rank in ranks.items() if number[rank] > 1 and (every or rank == highest)]


def _height(face: Face) -> int:
    if face == JOKER:
        raise ValueError("a draw for seats uses no jokers")
    return (face - 1) % len(RANKS)


def _seated(rules: Rules, order: Sequence[Player]) -> tuple[Player, ...]:
    """Return the players of *order* around the table, seat by seat, partners at equal distances."""
    members = rules.seats // rules.sides
    players = [0] * rules.seats
    for place, player in enumerate(order):
        side, member = divmod(place, members)
        players[(order[0] + side + member * rules.sides) % rules.seats] = player
    return tuple(players)
