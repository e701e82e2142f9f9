"""Learning odds of hands: what other players turn out to hold, by what everyone saw them do, in deals between bots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from canasta.engine.clues import Clues
from canasta.engine.guess import Guess
from canasta.engine.known import KnownCards
from canasta.engine.odds import MOST, SORTS, Odds, sort_of
from canasta.engine.playout import Dice
from canasta.engine.position import Position
from canasta.engine.rule_table import KINDS
from canasta.engine.worlds import log_likelihood, sample_world
from canasta.rules.groups import Rules
from canasta.sim.decks import deck_seed
from canasta.sim.policy_table import PolicyTable
from canasta.sim.pool import mapped
from canasta.sim.tune.trials import Weights

_ROUNDS: Final = 10
"""How often hands are dealt by the odds found so far, and the odds set right by what was dealt too often or too rarely."""
_EVERY: Final = 3
"""One turn in that many is looked at: turns that follow each other look much alike."""
_PIECE: Final = 50
_CAUTION: Final = 10
"""Hands of each sort that were dealt as often as they are held, before any is counted."""
_MOST_ODDS: Final = 1000.0


@dataclass(frozen=True, slots=True)
class LearnedOdds:
    """Odds with where they come from."""

    factors: Weights
    """As `canasta.engine.odds.Odds` wants them."""
    decks: int
    gain: float
    """How much likelier true hands are dealt than by chance, as a natural logarithm: all hands of a position together."""
    gain_decks: int
    """The decks that this was measured on, none of which the odds were learned from."""


def learn_odds(rules: Rules, weights: Weights, seed: int, decks: int, jobs: int) -> LearnedOdds:
    """Odds of hands for *rules* from *decks* deals between policies by *weights*, on *jobs* processes.

    In each round, hands are dealt by the odds so far in the positions of these deals, and each number of cards of each sort gets
    odds higher by as much as it was held more often than dealt. So in the end it is dealt as often as it is held. The decks are
    the first ones of a run with *seed*, for all minimums that a match has, and a third as many more to measure the gain. The number
    of jobs changes nothing. Raises `canasta.sim.playing.Broken` if a deal does not end.
    """
    checked = max(1, decks // 3)
    factors = [1.0] * (SORTS * MOST)
    for number in range(_ROUNDS):
        held, dealt = [_CAUTION] * len(factors), [_CAUTION] * len(factors)
        for more, other in mapped(
            partial(_counted, rules, weights, tuple(factors), seed, number), _pieces(1, decks), jobs
        ):
            held = [one + two for one, two in zip(held, more, strict=True)]
            dealt = [one + two for one, two in zip(dealt, other, strict=True)]
        for at in range(len(factors)):
            factors[at] = min(_MOST_ODDS, max(1 / _MOST_ODDS, factors[at] * held[at] / dealt[at]))
    found = tuple(factors)
    measured = list(mapped(partial(log_gains, rules, weights, found, seed), _pieces(decks + 1, decks + checked), jobs))
    positions = sum(each for _, each in measured)
    gain = sum(each for each, _ in measured) / positions if positions else 0.0
    return LearnedOdds(found, decks, gain, checked)


def _pieces(first: int, last: int) -> list[range]:
    return [range(at, min(at + _PIECE, last + 1)) for at in range(first, last + 1, _PIECE)]


def _turns(
    rules: Rules, weights: Weights, seed: int, numbers: range
) -> Iterator[tuple[int, Position, KnownCards, Clues]]:
    """Yield the decks *numbers*, played, at the end of each turn that is looked at."""
    table = PolicyTable(rules, all_minimums=True)
    policies = [table.policy(weights)] * rules.seats
    for number in numbers:
        for p, known in table.turns_told(deck_seed("tune", seed, number), number, policies):
            if (p.turns + number) % _EVERY == 0 and known.clues is not None:
                yield number, p, known, known.clues


def _counted(
    rules: Rules, weights: Weights, factors: Weights, seed: int, round_number: int, numbers: range
) -> tuple[list[int], list[int]]:
    """Return how often others hold 1, 2, … cards of each sort in the decks *numbers*, and how often they are dealt so by *factors*."""
    held, dealt = [0] * len(factors), [0] * len(factors)
    odds: Odds | None = None
    dice = Dice(1000 * numbers.start + round_number)
    for _, p, known, clues in _turns(rules, weights, seed, numbers):
        table = p.rule_table
        odds = odds or Odds(table, list(factors))
        viewer = int(p.actor)
        world = sample_world(p.hidden_from(viewer), viewer, dice, known, Guess(odds, clues))
        for seat in range(table.seats):
            if seat != viewer:
                own, other = p.hand(seat), world.hand(seat)
                for kind in range(KINDS):
                    sort = int(sort_of(table, clues, seat, kind))
                    if sort < SORTS:
                        for number, counts in ((own[kind], held), (other[kind], dealt)):
                            if number:
                                counts[sort * MOST + min(number, MOST) - 1] += 1
    return held, dealt


def log_gains(rules: Rules, weights: Weights, factors: Weights, seed: int, numbers: range) -> tuple[float, int]:
    """Return how much likelier the true hands are by *factors* than by chance in the decks *numbers*, played by *weights*.

    The first value is a sum of natural logarithms, the second the number of positions that they are for.
    """
    total, positions = 0.0, 0
    found: tuple[Odds, Odds] | None = None
    for _, p, known, clues in _turns(rules, weights, seed, numbers):
        found = found or (Odds(p.rule_table, list(factors)), Odds(p.rule_table, [1.0] * len(factors)))
        by_odds, by_chance = (log_likelihood(p, int(p.actor), known, Guess(odds, clues)) for odds in found)
        total += by_odds - by_chance
        positions += 1
    return total, positions
