"""A hint for a whole turn: what to play, why it begins as it does, and how much better it is than the next best one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from canasta.base.cards import TWO
from canasta.base.moves import Discard, Move
from canasta.base.spans import Line
from canasta.bots.bot import Step
from canasta.bots.hint import reason_for, reasoned
from canasta.bots.search import WeighedPlan, weighed_plans
from canasta.deal.deal import Deal
from canasta.deal.view import View, deal_seen
from canasta.engine.steps import ACTIONS, DISCARD
from canasta.notation.move_phrases import move_phrases
from canasta.notation.records.whole_moves import MoveBuilder
from canasta.wording.hints import Better, Reason, turn_hint_line
from canasta.wording.spans import line

WORLDS: Final = 64
"""In how many worlds plans are compared for a hint: as many as take 0.2 to 0.4 seconds in the games with the longest turns."""


@dataclass(frozen=True, slots=True)
class TurnHint:
    """A turn that is recommended, to its end or to where its player sees something new; *moves* has at least one."""

    moves: tuple[Move, ...]
    reason: Reason
    """Why to begin like this."""
    better: Better | None
    """The comparison with the next best turn; None where there is no other."""

    def line(self, seen: View) -> Line:
        """Return the hint in a line or two, for the player of *seen*."""
        return turn_hint_line(phrases_for(seen, self.moves), self.reason, self.better, seen.rules)


def turn_hint(seen: View, worlds: int = WORLDS) -> TurnHint:
    """Return what the player of *seen* should do; its plans are compared in *worlds* worlds. Equal views get equal hints.

    Raises `ValueError` where they have nothing to decide.
    """
    if len(seen.legal) <= 1 or seen.actor != seen.seat:
        step, reason = reasoned(seen)
        return TurnHint(moves_of(seen, [step]), reason, None)
    best, *others = weighed_plans(seen, worlds)
    moves = moves_of(seen, best.steps)
    return TurnHint(moves, reason_for(seen, best.steps), _better(seen, moves, others))


def _better(seen: View, moves: Sequence[Move], others: Sequence[WeighedPlan]) -> Better | None:
    """Return how much better *moves* are than the next best plan that is told by other moves."""
    own = phrases_for(seen, moves)
    for other in others:
        its_moves = moves_of(seen, other.steps)
        told = phrases_for(seen, its_moves)
        if told != own:
            if len(told) > 1 and told[:-1] == own[:-1]:
                told = (line(told[-1], " instead"),)
            elif len(moves) > 1 and len(its_moves) == 1 and isinstance(its_moves[0], Discard):
                told = (line("only ", told[0]),)
            return Better(told, other.behind, other.error, _spoils(seen, other) if other.silly else "")
    return None


def _spoils(seen: View, plan: WeighedPlan) -> str:
    """Return why a partner would shake their head at *plan*, which is silly: see `canasta.engine.plans.Plan`."""
    last = ACTIONS[plan.steps[-1]]
    if last.sort == DISCARD and last.kind <= TWO:
        return "throws a wild card away"
    deal = deal_seen(seen)
    moves_in(deal, seen.seat, plan.steps)
    return "leaves your partner's cards unplayed" if deal.over else "spoils a clean meld"


def phrases_for(seen: View, moves: Sequence[Move]) -> tuple[Line, ...]:
    """Return *moves* of the player of *seen* as people read them."""
    return move_phrases(deal_seen(seen), seen.seat, moves)


def moves_of(seen: View, steps: Sequence[Step]) -> tuple[Move, ...]:
    """Return the moves that *steps* of the player of *seen* are, with cards of their hand.

    Hidden cards are dealt again for it; no move names one. Raises `IllegalMove` for a step that is not legal.
    """
    return moves_in(deal_seen(seen), seen.seat, steps)


def moves_in(deal: Deal, seat: int, steps: Sequence[Step]) -> tuple[Move, ...]:
    """Return the moves that *steps* of *seat* are, which are played on *deal*."""
    gatherer, moves = MoveBuilder(), []
    for step in steps:
        before = deal.position.copy()
        moves += [move for _, move in gatherer.add(seat, step, before, deal.step(seat, step))]
    moves += [move for _, move in gatherer.flush()]
    return tuple(moves)
