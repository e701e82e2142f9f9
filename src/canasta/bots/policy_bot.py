"""`PolicyBot`: what is common to bots that play by a policy of the kernel and differ in their weights."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from canasta.base.cards import KIND_OF, KINDS
from canasta.bots.bot import Step
from canasta.deal.view import View
from canasta.engine.known import KnownCards
from canasta.engine.policy import Policy
from canasta.rules.groups import Rules


class PolicyBot(ABC):
    """A bot that takes the step which a policy rates best. It looks no further than its own turn."""

    __slots__ = ("_dice", "_policy", "seat")

    def __init__(self, seat: int, dice: Random) -> None:
        self.seat = seat
        self._dice = dice
        self._policy: Policy | None = None

    @abstractmethod
    def weights(self, rules: Rules) -> tuple[float, ...]:
        """The weights it plays *rules* by, in the order of `canasta.engine.weights.NAMES`."""

    def choose(self, view: View) -> Step:
        """The best step by `rate`; chance decides between equal ones."""
        if len(view.legal) == 1:
            return view.legal[0]
        table = view.position.rule_table
        if self._policy is None or self._policy.table is not table:
            self._policy = Policy(table, list(self.weights(table.rules)))
        steps, values = rate(self._policy, view)
        best = max(values)
        ties = [step for step, value in zip(steps, values, strict=True) if value == best]
        return ties[0] if len(ties) == 1 else self._dice.choice(ties)


def rate(policy: Policy, view: View) -> tuple[list[Step], list[float]]:
    """The steps that *policy* considers in *view* and a value for each, as `Policy.rate` gives them."""
    known = [0] * (view.rules.seats * KINDS)
    for seat, cards in enumerate(view.known):
        for face, number in cards:
            known[seat * KINDS + KIND_OF[face]] += number
    return policy.rate(view.position, view.seat, KnownCards(policy.table, known))
