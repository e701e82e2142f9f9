"""`Episode`: a deal or a whole match in counts, with the rewards of each side."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import randbits
from typing import Final, Literal, TypeAlias, get_args

from canasta.base.cards import pack
from canasta.base.english import listed
from canasta.base.errors import MisuseError
from canasta.base.shuffle import LARGEST_SEED, deal_seed, return_places, shuffled
from canasta.deal.deal import Deal
from canasta.deal.match import Match
from canasta.engine.fast_deal import FastDeal
from canasta.rules.dealers import first_player, next_dealer
from canasta.rules.groups import Rules
from canasta.scoring.standing import minimum, standing
from canasta.sim.decks import is_reserved

Reward: TypeAlias = Literal["points", "difference", "win"]

REWARDS: Final[tuple[str, ...]] = get_args(Reward)


def differences(points: Sequence[int]) -> tuple[float, ...]:
    """Return how many more *points* each side has than the others on average.

    >>> differences([500, 200, 100])
    (350.0, -100.0, -250.0)
    """
    others = len(points) - 1
    return tuple(each - (sum(points) - each) / others for each in points)


class Episode:
    """One episode after another: a single deal each, or a whole *match*.

    `start` begins one; `step` plays for the seat that `actor` names, and returns what each side is rewarded with when that ends a
    deal. Rewards are its points of the deal (``points``), these less the mean of the other sides (``difference``), or 1 for winning
    and −1 for losing the episode, 0 for a tie (``win``).
    """

    def __init__(self, rules: Rules, *, match: bool, reward: str) -> None:
        """Make an episode that has not started; raises `MisuseError` for a *reward* that there is not."""
        if reward not in REWARDS:
            raise MisuseError(f"The rewards are {listed(REWARDS)}, not {reward!r}.")
        self.rules = rules
        self.deal = FastDeal(rules)
        self.over = True
        self.totals: tuple[int, ...] = (0,) * rules.sides
        self._match, self._reward = match, reward
        self._seed: int | None = None
        self._number = 0
        self._steps: list[int] = []

    def start(self, seed: int | None = None) -> None:
        """Begin an episode: that of *seed*, or without one the next; the first of all is drawn by chance.

        The same seed gives the same episodes in the same order. Raises `MisuseError` for a seed that there is not.
        """
        if seed is not None and not 0 <= seed <= LARGEST_SEED:
            raise MisuseError(f"A seed is a whole number from 0 to 2**64 - 1, not {seed!r}.")
        if seed is not None and is_reserved(seed):
            raise MisuseError(
                f"The seed {seed} is one of those that only the ladder plays. Choose one below 2**64 - 2**32."
            )
        if seed is not None or self._seed is None:
            self._seed, self._number = randbits(63) if seed is None else int(seed), 0
        self._number += 1
        self._deck_seed = deal_seed(self._seed, self._number) if self._match else self._seed
        self._begun = Match(self.rules, self._deck_seed)
        self._dealer = self._begun.dealer
        self._deals = 0
        self.totals = (0,) * self.rules.sides
        self.over = False
        self._next_deal()

    def _next_deal(self) -> None:
        self._deals += 1
        rules = self.rules.in_deal(self._deals)
        if self._match:
            deck, first = self._deals, first_player(rules, self._dealer, self._begun.keeper)
        else:
            deck, first = self._number, (self._number - 1) % rules.seats
        self._deck, self._first = deck, first
        self._steps.clear()
        self.deal.begin(deck, self._deck_seed, first, self.totals, self._deals)

    @property
    def actor(self) -> int:
        """The seat that everyone waits for."""
        return self.deal.actor

    def step(self, step: int) -> tuple[float, ...] | None:
        """Take a legal *step* for the seat to act; return the rewards of the sides if it ended a deal, else None.

        Raises `MisuseError`, and changes nothing, for any other step.
        """
        deal = self.deal
        deal.step(step)
        self._steps.append(int(step))  # it may be a number of NumPy
        if not deal.over:
            return None
        points = deal.points()
        self.totals = tuple(total + gained for total, gained in zip(self.totals, points, strict=True))
        self.over = not self._match or standing(self.rules, self.totals, self._deals).over
        if not self.over:
            self._dealer = next_dealer(self.rules, self._dealer, self._begun.keeper)
            self._next_deal()
        return self._rewards(points)

    def _rewards(self, points: Sequence[int]) -> tuple[float, ...]:
        if self._reward == "points":
            return tuple(map(float, points))
        if self._reward == "difference":
            return differences(points)
        if not self.over:
            return (0.0,) * len(points)
        best = max(self.totals)
        if self.totals.count(best) > 1:
            return tuple(0.0 if total == best else -1.0 for total in self.totals)
        return tuple(1.0 if total == best else -1.0 for total in self.totals)

    def table(self) -> Deal:
        """Return the deal in progress with real cards, for people to look at: it is played again."""
        rules = self.rules.in_deal(self._deals)
        seed = deal_seed(self._deck_seed, self._deck)
        minimums = [minimum(rules, self._deals, total) for total in self._brought()]
        deck = shuffled(pack(rules.packs, rules.deck.jokers), seed)
        deal, _ = Deal.new(rules, deck, self._first, minimums, return_places(seed))
        for step in self._steps:
            deal.step_trusted(step)
        return deal

    def _brought(self) -> tuple[int, ...]:
        """Return the points that the sides brought to the deal in progress."""
        if not self.deal.over:
            return self.totals
        return tuple(total - gained for total, gained in zip(self.totals, self.deal.points(), strict=True))
