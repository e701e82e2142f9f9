"""`Greedy`: a sound player for every game, which looks no further than its own turn.

A policy of the kernel rates each legal step by what canastas are worth, which of them are missing, and how far the deal
has gone; `weights/greedy.toml` says how much each of these counts. The best step is taken.
"""

from __future__ import annotations

from random import Random
from typing import Final

from canasta.base.cards import KIND_OF, KINDS
from canasta.bots.bot import Step
from canasta.bots.weights import packaged_weights
from canasta.deal.view import View
from canasta.engine.known import KnownCards
from canasta.engine.policy import Policy
from canasta.engine.rule_table import RuleTable


class Greedy:
    """Lays towards canastas, keeps wild cards for where they count, takes useful piles, goes out when it pays."""

    name: Final = "greedy"
    version: Final = "1"

    __slots__ = ("_dice", "_policy", "seat")

    def __init__(self, seat: int, dice: Random) -> None:
        self.seat = seat
        self._dice = dice
        self._policy: Policy | None = None

    def choose(self, view: View) -> Step:
        """The best step by `rate`; chance decides between equal ones."""
        if len(view.legal) == 1:
            return view.legal[0]
        table = view.position.rule_table
        if self._policy is None or self._policy.table is not table:
            self._policy = greedy_policy(table)
        steps, values = rate(self._policy, view)
        best = max(values)
        ties = [step for step, value in zip(steps, values, strict=True) if value == best]
        return ties[0] if len(ties) == 1 else self._dice.choice(ties)


def greedy_policy(table: RuleTable) -> Policy:
    """The policy that `Greedy` plays by, for the rules of *table*."""
    return Policy(table, list(packaged_weights(Greedy.name)))


def rate(policy: Policy, view: View) -> tuple[list[Step], list[float]]:
    """The steps that *policy* considers in *view* and a value for each, as `Policy.rate` gives them."""
    known = [0] * (view.rules.seats * KINDS)
    for seat, cards in enumerate(view.known):
        for face, number in cards:
            known[seat * KINDS + KIND_OF[face]] += number
    return policy.rate(view.position, view.seat, KnownCards(policy.table, known))
