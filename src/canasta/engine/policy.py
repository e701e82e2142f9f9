"""`Policy`: a player inside the kernel. It rates each legal step by a small evaluation, and takes the best one.

How it plays is said by its weights; what it reads is what its seat sees. It looks no further than its own turn.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.count import count_table_of
from canasta.engine.gains import discarded, drawn, laid, laid_next, least_cost, taken, topped
from canasta.engine.going_out import blocked_by, sure_out
from canasta.engine.known import KnownCards
from canasta.engine.legal import listed_legal
from canasta.engine.listing import Listing
from canasta.engine.outlook import Outlook
from canasta.engine.play import play_by
from canasta.engine.position import ALLOWED, OVER, TO_PLAY, Position
from canasta.engine.rule_table import RuleTable
from canasta.engine.steps import (
    ASK,
    DISCARD,
    DRAW,
    END,
    KIND,
    KNOCK,
    LIFT,
    NO,
    OPEN,
    PICK_UP,
    RED_CANASTA,
    RESTORE,
    START,
    STEPS,
    STUCK,
    TAKE,
    YES,
    asks,
)
from canasta.engine.weights import ASK_FROM, NAMES, STOPPED, STOPPED_CLOSED, STOPPED_OPEN, STOPPED_STOCK
from canasta.rules.words.end import MUST_ASK, NO_PERMISSION

_ENDS_TURN: Final = -10_000.0
_UNWANTED: Final = -100_000.0
_SHOWS: Final = 1_000_000.0  # a special hand
_AT_ONCE: Final = 5_000.0
_ASKS: Final = 4_000.0
_TOPS: Final = 1_000.0


class Policy:
    """A player of one game for one number of players, by its weights.

    It keeps nothing from one decision to the next: equal questions get equal answers. One policy may play several seats.
    It must not be used by two threads at once.
    """

    table: RuleTable
    outlook: Outlook
    steps: vec[i64]
    values: vec[float]
    number: i64
    goes_on: float
    guesses: bool

    def __init__(self, table: RuleTable, weights: list[float]) -> None:
        """Make a policy by *weights*, one for each of `canasta.engine.weights.NAMES`, in points; raises `ValueError` for another number."""
        if len(weights) != len(NAMES):
            raise ValueError(f"A policy has {len(NAMES)} weights, not {len(weights)}.")
        self.table = table
        self.outlook = Outlook(count_table_of(table), vec[float](weights))
        self.steps = vec[i64]([0] * STEPS)
        self.values = vec[float]([0.0] * STEPS)
        self.number = 0
        self.guesses = False  # whether it guesses hands by the clues of what is known
        self.goes_on = _ENDS_TURN - least_cost(self.outlook)  # no discard is worth more

    def choose(self, p: Position, known: KnownCards | None = None) -> i64:
        """Return the best step for the seat that *p* waits for; of equal ones the first. The deal must not be over.

        *known* counts cards that everyone knows to be in someone's hand. Hidden cards of *p* are not looked at.
        """
        legal = listed_legal(p, p.actor)
        if legal.number == 1:
            return legal.items[0]
        self._rate(p, p.actor, known, legal, False)
        return self.steps[self._best()]

    def rate(self, p: Position, seat: int, known: KnownCards | None = None) -> tuple[list[int], list[float]]:
        """Return the steps of *seat* that are worth considering in *p*, ascending, and a value for each; the highest is the best.

        Only the order of the values means something. Who can go out and wants to considers only what leads there. There
        is at least one step if any is legal.
        """
        self._rate(p, seat, known, listed_legal(p, seat), True)
        return list(self.steps[: self.number]), list(self.values[: self.number])

    def _rate(self, p: Position, seat: i64, known: KnownCards | None, legal: Listing, all_steps: bool) -> None:
        """Rate the steps of *legal*: *all_steps*, or only as many as the best one needs."""
        o = self.outlook
        o.look(p, seat, known)
        self.number = 0
        if legal.number == 2 and legal.items[0] == YES:
            yes = self._agrees()
            self._add(YES, 1.0 if yes else 0.0)
            self._add(NO, 0.0 if yes else 1.0)
            return
        if o.can_go_out() and blocked_by(p, seat, False) == 0 and (p.asked == ALLOWED or self._pays()):
            self._rate_leaving(p, seat, legal, all_steps)
            if self.number:
                return
        goes_on = False
        at: i64 = 0
        while at < legal.number:
            step = legal.items[at]
            if step >= DISCARD and goes_on and not all_steps:
                return  # the discards come last
            value = self._value(step)
            if value > self.goes_on:
                goes_on = True
            self._add(step, value)
            at += 1

    def _add(self, step: i64, value: float) -> None:
        self.steps[self.number] = step
        self.values[self.number] = value
        self.number += 1

    def _best(self) -> i64:
        """Return the place of the best of the steps that were rated; of equal ones the first."""
        best: i64 = 0
        at: i64 = 1
        while at < self.number:
            if self.values[at] > self.values[best]:
                best = at
            at += 1
        return best

    def _rate_leaving(self, p: Position, seat: i64, legal: Listing, all_steps: bool) -> None:
        """Rate the steps of a turn that goes out: *all_steps*, or only the best one."""
        at: i64 = 0
        while at < legal.number:
            step = legal.items[at]
            at += 1
            if step == STUCK or step == KNOCK or asks(step):
                continue
            if not all_steps or _goes_out(p, seat, step):
                self._add(step, self._value(step))
        if all_steps:
            return
        # Searching takes longer than rating: so the best is searched first, and mostly no other.
        while self.number:
            best = self._best()
            step = self.steps[best]
            if _goes_out(p, seat, step):
                self.number = 0
                self._add(step, self.values[best])
                return
            self.number -= 1
            while best < self.number:
                self.steps[best] = self.steps[best + 1]
                self.values[best] = self.values[best + 1]
                best += 1

    def _value(self, step: i64) -> float:
        o = self.outlook
        if step >= DISCARD:
            return _ENDS_TURN - discarded(o, KIND[step])
        if step >= RED_CANASTA:
            return _TOPS + topped(o)
        if step >= START:
            gain = laid(o, step)
            return gain if gain > 0.0 or o.p.staging else _UNWANTED + gain
        if step >= TAKE:
            return taken(o, step)
        if step == DRAW:
            return drawn(o)
        if step == END or step == RESTORE:
            return _SHOWS if step == END and o.p.phase == TO_PLAY else 0.0
        if step == OPEN or step == PICK_UP:
            return _AT_ONCE
        if step >= ASK:
            return _ASKS if self._asks() else _UNWANTED
        return _UNWANTED if step == LIFT else _ENDS_TURN - 100.0

    def _pays(self) -> bool:
        """Return whether going out now is good for the side."""
        o = self.outlook
        return float(o.counting.out) + self._stopped() >= o.caught_partners()

    def _stopped(self) -> float:
        """Return what an end now costs each other side on average, and what it keeps them from."""
        o = self.outlook
        w = o.weights
        table = self.table
        total = 0.0
        step: i64 = 1
        while step < table.seats:
            seat = (o.seat + step) % table.seats
            side = table.side_of[seat]
            if side != o.side:
                total += o.caught(seat)
                total += w[STOPPED_OPEN] if o.p.opened(side) else w[STOPPED_CLOSED]
            step += 1
        ahead = w[STOPPED_STOCK] * float(o.p.stock()) / float(table.packs * (52 + table.jokers))
        return total / float(table.sides - 1) + w[STOPPED] + ahead

    def _asks(self) -> bool:
        """Return whether to ask a partner for leave to go out."""
        if not self._pays() or self.table.permission == NO_PERMISSION:
            return False
        o = self.outlook
        return self.table.permission == MUST_ASK or o.caught_partners() > o.weights[ASK_FROM]

    def _agrees(self) -> bool:
        """Return whether to let the partner who asks go out."""
        o = self.outlook
        table = self.table
        loss = 0.0
        seat = o.side
        while seat < table.seats:
            if seat != o.p.turn:
                loss += o.caught(seat)
            seat += table.sides
        loss += laid_next(o) * (1.0 - o.late)
        return float(o.counting.out) + self._stopped() >= loss


def _goes_out(p: Position, seat: i64, step: i64) -> bool:
    """Return whether *seat* goes out by *step*, or surely can after it in the same turn."""
    q = p.draft()
    play_by(q, seat, step)
    if q.phase == OVER:
        return q.out == seat
    return q.turn == seat and sure_out(q, seat)
