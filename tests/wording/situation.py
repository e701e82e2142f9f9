"""Situations of seat 1 in any game, made of kinds of cards, and what the judge says of a step in them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from canasta.base.cards import BLACK_THREE, KIND_KEYS, TWO, Face, Kind
from canasta.base.clauses import CLAUSES
from canasta.deal.deal import Deal
from canasta.deal.setup.melds import Meld
from canasta.engine.judge import refusal
from canasta.engine.position import NOWHERE, STOCK, TO_DRAW, TO_PLAY, WHOLE_TURN
from canasta.handbook.example_cards import ExampleCards
from canasta.notation.cases.arrangement import arrange
from canasta.notation.cases.outline import Outline
from canasta.notation.reading import Packet
from canasta.rules.groups import Rules

SEAT = 0
"""Who is asked about, of side 0."""


@dataclass(frozen=True, kw_only=True)
class Situation:
    """A moment for `SEAT` to act, who has opened and picked up every reserve; so have all others, unless told otherwise.

    Each meld is a list of kinds that begins with its rank. What nobody names is filled in.
    """

    rules: Rules
    hand: Sequence[Kind]
    pile: Sequence[Kind] = ()
    melds: Sequence[Sequence[Kind]] = ()
    others: Sequence[Kind] = ()
    """What the next player holds, of whom nothing is known otherwise."""
    stock: Sequence[Kind] = ()
    empty: bool = False
    """Whether the stock is empty."""
    playing: bool = False
    source: int = STOCK
    opened: bool = True
    took: bool = False
    taken: int | None = None
    answer: bool | None = None
    frozen: bool | None = None
    played: int = WHOLE_TURN

    def deal(self) -> Deal:
        """Return the deal at this moment."""
        rules, supply = self.rules, ExampleCards(self.rules)
        hand, pile, others, stock = (_faces(supply, kinds) for kinds in (self.hand, self.pile, self.others, self.stock))
        melds = tuple(Meld(0, _faces(supply, kinds)) for kinds in self.melds)
        if pile and len(pile) < rules.pile.least:  # cards below it, so that it may be taken
            pile = (*_faces(supply, plain(rules)[-1:] * (rules.pile.least - len(pile))), *pile)
        reserves = len(rules.reserves)
        taken = dict.fromkeys(range(rules.seats), reserves)
        if self.taken is not None:
            taken[SEAT] = self.taken
        outline = Outline(
            hands={SEAT: Packet(hand)} | ({1: Packet(others)} if others else {}),
            taken=taken,
            melds={0: melds},
            pile=Packet(pile),
            frozen=self.frozen,
            stock=Packet(()) if self.empty else Packet(stock, -1) if stock else None,
            seat=SEAT,
            phase=TO_PLAY if self.playing else TO_DRAW,
            source=self.source if self.playing else NOWHERE,
            opened=tuple(range(0 if self.opened else 1, rules.sides)),
            totals=(0,) * rules.sides,
            took=(SEAT,) if self.took else (),
            played={seat: self.played for seat in range(rules.seats) if taken[seat] == reserves} if reserves else {},
            answer=self.answer,
            denied=(SEAT,) if self.answer is False and not rules.out.ask_again else (),
        )
        deal = arrange(rules, outline)[0]
        deal.position.turns = quiet_turns(rules)
        return deal

    def refused(self, step: int) -> str:
        """Return the clause that forbids *step* here; empty when it is legal."""
        return judged(self.deal(), SEAT, step)

    def but(self, **changes: object) -> "Situation":
        """Return the same with some *changes*."""
        return replace(self, **changes)  # type: ignore[arg-type]


def judged(deal: Deal, seat: int, step: int) -> str:
    """Return the clause that forbids *step* to *seat*; empty when it is legal."""
    code = refusal(deal.position, seat, step)
    return CLAUSES[code].name if code else ""


def _faces(supply: ExampleCards, kinds: Sequence[Kind]) -> tuple[Face, ...]:
    return tuple(face for kind in kinds for face in supply.take(kind, 1))


def quiet_turns(rules: Rules) -> int:
    """Return the turns at the start of a deal in which nobody may lay cards or take the pile."""
    return (rules.opening.round - 1) * rules.seats


def plain(rules: Rules) -> list[Kind]:
    """Natural kinds of which no rule speaks by name, the highest first."""
    named = {special.rank for special in rules.specials} | set(rules.pile.blocked_by) | set(rules.deal.reject)
    return [kind for kind in range(len(KIND_KEYS) - 1, BLACK_THREE, -1) if KIND_KEYS[kind] not in named]


def full(rules: Rules, rank: Kind, wilds: int = 0) -> list[Kind]:
    """Return a canasta of *rank* with that many *wilds*."""
    return [rank] * (rules.meld.size - wilds) + [TWO] * wilds
