"""`View`: all that one seat may know of a deal, and nothing else.

Bots, the wire, the terminal and learning environments see the deal through views only. What everyone saw
earlier is part of it: cards that a player took from the pile, pairs that were shown, upcards that went back, and
what everyone did since the cards were dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from canasta.base.cards import JOKER, Face, Kind, Shown
from canasta.base.english import several
from canasta.base.errors import MisuseError
from canasta.base.misuse import public
from canasta.deal.deal import Deal
from canasta.deal.history import History
from canasta.deal.setup.describing import state_of
from canasta.deal.setup.melds import Meld
from canasta.deal.setup.setup import UNSEEN, Setup
from canasta.deal.table_text import hand_text, moment_text, table_text
from canasta.deal.tabletop import Tabletop, stock_piles
from canasta.engine.legal import legal
from canasta.engine.melds import class_of
from canasta.engine.position import Position
from canasta.engine.public_counts import all_minimums, all_opened, held_by_all, reserves_left
from canasta.rules.groups import Rules


@dataclass(frozen=True, slots=True, repr=False)
class MeldView(Shown):
    """A meld on the table."""

    side: int
    """The side whose meld it is."""

    rank: Kind
    """Its rank."""

    cards: tuple[Face, ...]
    """Its cards."""

    slot: int | None
    """Its number among the open melds of the side and rank; None for a finished canasta that takes no more cards."""

    sort: int
    """The class of canasta (`canasta.engine.rule_table`); -1 while it is none."""

    red_three: Face | None = None
    """The red three that lies on it; None if there is none."""


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """What one seat knows of a deal."""

    seat: int
    """The seat, from 0; -1 for an onlooker, who sees no hand."""

    rules: Rules
    """The rules of the deal."""

    position: Position
    """The kernel's position without what is hidden: other hands are empty counts, the deck is zeros."""

    hand: tuple[Face, ...]
    """The cards in the seat's hand; none for an onlooker."""

    hand_sizes: tuple[int, ...]
    """How many cards each seat holds."""

    reserves_left: tuple[int, ...]
    """How many reserves each seat has not picked up."""

    stock: int
    """How many cards are in the stock."""

    pile: tuple[Face, ...]
    """The discard pile, from the bottom."""

    frozen: bool
    """Whether the pile is frozen."""

    melds: tuple[MeldView, ...]
    """The melds of all sides."""

    red_threes: tuple[tuple[Face, ...], ...]
    """The red threes that each side has laid down."""

    opened: tuple[bool, ...]
    """Whether each side has opened."""

    minimums: tuple[int, ...]
    """The minimum for the opening of each side."""

    totals: tuple[int, ...]
    """The points of each side before this deal; 0 where there is no match."""

    number: int
    """The number of the deal in its match, from 1; 1 where there is no match."""

    known: tuple[tuple[tuple[Face, int], ...], ...]
    """For each seat, the cards that everyone knows to be in its hand, and how many of each."""

    returned: tuple[Face, ...]
    """The cards that were turned up at the beginning and went back into the stock."""

    legal: tuple[int, ...]
    """The steps that the seat may take now."""

    history: History
    """What happened in the deal as the seat saw it, in order; without moves that were taken back, but with that act."""

    @property
    def side(self) -> int:
        """The side of the seat."""
        return self.seat % self.rules.sides

    @property
    def actor(self) -> int:
        """The seat that everyone waits for."""
        return self.position.actor

    @property
    def turn(self) -> int:
        """The seat whose turn it is; another one may have to answer it first."""
        return self.position.turn

    @property
    def stock_piles(self) -> tuple[int, ...]:
        """How the stock lies on the table: the cards in each of its piles."""
        return stock_piles(self.stock, self.rules.procedures.stock_piles)

    def __repr__(self) -> str:
        """Return who looks and who must do what, such as ``<View of seat 0: seat 0 to draw>``."""
        who = f"seat {self.seat}" if self.seat >= 0 else "an onlooker"
        return f"<View of {who}: {moment_text(self.position)}>"

    def __str__(self) -> str:
        """Return the table as the seat sees it, a line each for seats and sides."""
        hands = [
            hand_text(self.hand) if seat == self.seat else several(size, "card")
            for seat, size in enumerate(self.hand_sizes)
        ]
        melds = [(meld.side, meld.cards, meld.red_three) for meld in self.melds]
        return table_text(self.rules, self.position, hands, self.pile, self.stock, melds)

    def melds_of(self, side: int) -> list[MeldView]:
        """Return the melds of *side* by rank, finished canastas first."""
        mine = [meld for meld in self.melds if meld.side == side]
        return sorted(mine, key=lambda meld: (meld.slot is not None, meld.rank))


@public
def view(deal: Deal, seat: int) -> View:
    """*deal* as *seat* may know it; -1 for an onlooker.

    Raises `MisuseError` if there is no such seat.

    >>> from canasta import Match, view
    >>> match = Match.new("classic", seed=7)
    >>> events = match.begin_deal()
    >>> print(view(match.deal, 0))
    Classic Canasta, 4 players: seat 0 to draw
    > seat 0  6c 6h 6h 8c 8h 9h 9s Qc Kh 2d 2h
      seat 1  11 cards
      seat 2  11 cards
      seat 3  11 cards
      side 0  needs 50 to open
      side 1  needs 50 to open
      pile    Ts
      stock   62 cards
    """
    if not -1 <= seat < deal.rules.seats:
        raise MisuseError(f"There is no seat {seat}; seats are 0 to {deal.rules.seats - 1}, and -1 is an onlooker.")
    position, tabletop = deal.position, deal.tabletop
    kept = tabletop.kept
    if "melds" not in kept:
        kept["melds"] = melds_on_table(deal)
    if "known" not in kept:
        kept["known"] = tuple(map(_known, tabletop.known))
    if "red threes" not in kept:
        kept["red threes"] = tuple(map(tuple, tabletop.reds))
    if "returned" not in kept:
        kept["returned"] = tuple(sorted(tabletop.returned.elements()))
    hidden = blanked(position, seat)
    side = seat % position.rule_table.sides if seat >= 0 else 0
    return View(
        seat=seat,
        rules=deal.rules,
        position=hidden,
        hand=tuple(tabletop.hands[seat]) if seat >= 0 else (),
        hand_sizes=tuple(held_by_all(position)),
        reserves_left=tuple(reserves_left(position)),
        stock=position.stock(),
        pile=tuple(tabletop.pile),
        frozen=position.frozen(side),
        melds=kept["melds"],
        red_threes=kept["red threes"],
        opened=tuple(all_opened(position)),
        minimums=tuple(all_minimums(position)),
        totals=deal.totals,
        number=deal.number,
        known=kept["known"],
        returned=kept["returned"],
        legal=tuple(legal(hidden, seat)) if seat >= 0 else (),
        history=deal.history_seen_by(seat),
    )


def setup_seen(seen: View) -> Setup:
    """Return the setup that *seen* shows, where `UNSEEN` stands for each card that its seat does not see."""
    table = seen.position.rule_table
    known = [[face for face, number in cards for _ in range(number)] for cards in seen.known]
    return Setup(
        rules=seen.rules,
        hands=[
            seen.hand if seat == seen.seat else [*cards, *[UNSEEN] * (seen.hand_sizes[seat] - len(cards))]
            for seat, cards in enumerate(known)
        ],
        reserves=[
            [[UNSEEN] * table.reserve_size[index] for index in range(table.reserves - left, table.reserves)]
            for left in seen.reserves_left
        ],
        melds=[Meld(meld.side, meld.cards, meld.red_three) for meld in seen.melds],
        red_threes=seen.red_threes,
        pile=seen.pile,
        stock=[UNSEEN] * seen.stock,
        known={seat: cards for seat, cards in enumerate(known) if cards},
        returned=seen.returned,
        history=seen.history,
        totals=seen.totals,
        number=seen.number,
        **state_of(seen.position),
    )


def deal_seen(seen: View) -> Deal:
    """Return a deal that is to its seat as *seen* says, to try in it what the seat may do before it sees anything new.

    Other hands are empty in it, and all hidden cards are jokers.
    """
    cards = seen.rules.cards
    hands = [seen.hand if seat == seen.seat else () for seat in range(seen.rules.seats)]
    tabletop = tabletop_seen(seen, hands, [JOKER] * cards, cards - seen.stock)
    return Deal(seen.rules, seen.position.copy(), tabletop, seen.history, totals=seen.totals, number=seen.number)


def tabletop_seen(seen: View, hands: Iterable[Iterable[Face]], deck: list[Face], drawn: int) -> Tabletop:
    """Return the cards that *seen* shows where they lie, with these *hands*, and *deck* less the *drawn* cards as the stock."""
    place = seen.position.meld_place
    return Tabletop.from_zones(
        deck,
        drawn,
        hands=hands,
        melds={place(meld.side, meld.rank, meld.slot): meld.cards for meld in seen.melds if meld.slot is not None},
        closed=[
            [*meld.cards, *([] if meld.red_three is None else [meld.red_three])]
            for meld in seen.melds
            if meld.slot is None
        ],
        reds=seen.red_threes,
        pile=seen.pile,
        known=[dict(known) for known in seen.known],
        returned=Counter(seen.returned),
    )


def _known(cards: Counter[Face]) -> tuple[tuple[Face, int], ...]:
    return tuple(sorted((face, number) for face, number in cards.items() if number))


def blanked(position: Position, seat: int) -> Position:
    """Return a copy of *position* in which nothing is left that *seat* may not know; its judge works for that seat."""
    return position.hidden_from(seat)


def melds_on_table(deal: Deal) -> tuple[MeldView, ...]:
    """Return all melds of *deal*: finished canastas in the order they were made, then open melds by side, rank and slot."""
    tabletop, kept = deal.tabletop, deal.tabletop.kept
    places = [~index for index in range(len(tabletop.closed))]
    places += sorted(place for place, cards in tabletop.melds.items() if cards)
    for place in places:
        if place not in kept:
            kept[place] = _meld_at(deal, place)
    return tuple(kept[place] for place in places)


def _meld_at(deal: Deal, place: int) -> MeldView:
    """Return the meld that `Tabletop.kept` names by *place*."""
    position, tabletop = deal.position, deal.tabletop
    table = position.rule_table
    if place < 0:
        side, rank, cards, red_three = tabletop.finished_canasta(position, ~place)
        return MeldView(side, rank, tuple(cards), None, class_of(table, rank, position.closed_meld(~place)), red_three)
    side, rank, slot = tabletop.meld_place(position, place)
    sort = class_of(table, rank, position.meld_at(side, rank, slot))
    return MeldView(side, rank, tuple(tabletop.melds[place]), slot, sort)
