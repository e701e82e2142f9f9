"""`PolicyBot`: what is common to bots that play by a policy of the kernel and differ in their weights."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from canasta.base.cards import KIND_OF, KINDS
from canasta.base.misuse import public
from canasta.bots.bot import Step, check_asked
from canasta.deal.view import View
from canasta.engine.known import KnownCards
from canasta.engine.policy import Policy
from canasta.engine.rule_table import RuleTable
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
        """Return the weights it plays *rules* by, in the order of `canasta.engine.weights.NAMES`."""

    def policy(self, table: RuleTable) -> Policy:
        """Return the player of the kernel that decides as this bot does, equal steps apart."""
        return Policy(table, list(self.weights(table.rules)))

    @public
    def choose(self, view: View) -> Step:
        """Return the best step by `rate`; chance decides between equal ones."""
        check_asked(view)
        if len(view.legal) == 1:
            return view.legal[0]
        table = view.position.rule_table
        if self._policy is None or self._policy.table is not table:
            self._policy = self.policy(table)
        steps, values = rate(self._policy, view)
        best = max(values)
        ties = [step for step, value in zip(steps, values, strict=True) if value == best]
        return ties[0] if len(ties) == 1 else self._dice.choice(ties)


def rate(policy: Policy, view: View) -> tuple[list[Step], list[float]]:
    """Return the steps that *policy* considers in *view* and a value for each, as `Policy.rate` gives them."""
    return policy.rate(view.position, view.seat, known_cards(view))


def known_cards(view: View) -> KnownCards:
    """Return the cards that everyone knows to be in someone's hand, as the kernel counts them."""
    known = [0] * (view.rules.seats * KINDS)
    for seat, cards in enumerate(view.known):
        for face, number in cards:
            known[seat * KINDS + KIND_OF[face]] += number
    return KnownCards(view.position.rule_table, known)
