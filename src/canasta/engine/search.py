"""`Searcher`: a player that tries whole-turn plans in worlds that could lie behind what its seat sees."""

from __future__ import annotations

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from canasta.engine.clues import Clues
from canasta.engine.count import lead, side_points
from canasta.engine.fields import HELD, SEAT, TAKEN
from canasta.engine.flows import Flows
from canasta.engine.guess import Guess
from canasta.engine.known import KnownCards
from canasta.engine.legal import listed_legal
from canasta.engine.odds import Odds
from canasta.engine.plans import Plan, PlanFinder
from canasta.engine.play import play_by, play_noting
from canasta.engine.playout import Dice
from canasta.engine.policy import Policy
from canasta.engine.position import OVER, Position
from canasta.engine.rollout import LONGEST
from canasta.engine.rule_table import KINDS, RuleTable
from canasta.engine.stakes import Stakes
from canasta.engine.steps import DRAW
from canasta.engine.streams import Streams
from canasta.engine.unseen import count_unseen
from canasta.engine.value import Value
from canasta.engine.worlds import sample_world

DOUBT: Final = 0.7
"""Standard errors by which a plan must be better than that of the policy."""

TRUST: Final = 0.5
"""How much the value of a position counts beside the points at the end of the deal, where the world was played on."""

SILLY_DOUBT: Final = 2.5
"""The same for a plan that a partner would call silly."""

_PRIME: Final = 0x01000193
_MASK: Final = 0x7FFFFFFF
_SMALL: Final = 0x1FFFFFFF


def parts(worlds: int) -> tuple[int, int, int]:
    """In how many of *worlds* a race is played before its plans are halved for the first time, then, and at last."""
    quarter = (worlds + 3) // 4
    return quarter, quarter, worlds - 2 * quarter


class Results:
    """What plans have come to in the worlds of one moment, which stay the same until the player of the turn sees something new.

    So a plan that ends as one did that was played before need not be played again.
    """

    hidden: tuple[object, ...]
    values: dict[object, list[float]]

    def __init__(self, hidden: tuple[object, ...]) -> None:
        """Nothing yet for the worlds that *hidden* stands for."""
        self.hidden = hidden
        self.values = {}

    def of(self, p: Position, plan: Plan, known: KnownCards) -> list[float]:
        """Return the points by which *plan*, made in *p*, led in the end in the first of the worlds; whoever plays on adds to them."""
        seen = known.copy(p.rule_table)
        flows = Flows()
        q = p
        for step in plan.steps[:-1]:
            pile = q.pile
            q = q.draft()
            play_noting(q, p.actor, step, flows)
            seen.follow(pile, flows)
        end = (plan.end, tuple(seen.counts))
        if end not in self.values:
            self.values[end] = []
        return self.values[end]


class Race:
    """Plans for one position, played in the same worlds; those that do badly drop out.

    The first plan is that of the policy and never drops out: the others are measured against it. Where the searcher has
    stakes, the values of plans are not points but chances to win the match.
    """

    plans: list[Plan]
    values: list[list[float]]
    racing: list[int]
    worlds: int
    kept: list[list[float]]
    guess: Guess | None

    def __init__(self, searcher: Searcher, p: Position, known: KnownCards, clues: Clues | None = None) -> None:
        """Make a race of the plans for the seat that *p*, which must be blank, waits for; hands are guessed by *clues*."""
        self.searcher = searcher
        self.p = p
        self.known = known
        self.plans = []
        self.values = []
        self.kept = []
        self.racing = []
        self.worlds = 0
        self.dice = Dice(_seed_of(p))
        odds = searcher.odds
        self.guess = Guess(odds, clues) if odds is not None and clues is not None else None
        self.results = searcher.results_for(p, known, self.guess)
        for plan in searcher.finder.find(p, known):
            self._enter(plan)

    def enter(self, steps: list[int]) -> int:
        """Let the plan of *steps* race as well; returns its number. Nothing must have been played yet."""
        p = self.p
        for step in steps[:-1]:
            p = p.draft()
            play_by(p, self.p.actor, step)
        self._enter(Plan(list(steps), False, p))
        return len(self.plans) - 1

    def _enter(self, plan: Plan) -> None:
        self.racing.append(len(self.plans))
        self.plans.append(plan)
        self.values.append([])
        self.kept.append(self.results.of(self.p, plan, self.known))

    @property
    def settled(self) -> bool:
        """Whether all plans that are left begin with the same step."""
        first = self.plans[0].steps[0]
        for number in self.racing:
            if self.plans[number].steps[0] != first:
                return False
        return True

    def run(self, worlds: int) -> Plan:
        """Return the plan to play after *worlds* worlds, or fewer if all plans that are left begin with the same step before."""
        for part in parts(worlds):
            if self.settled:
                break
            self.play(part)
            self.halve()
        return self.plans[self.best()]

    def play(self, worlds: int) -> None:
        """Play the plans that are left in *worlds* further worlds."""
        for _ in range(worlds):
            world = sample_world(self.p, int(self.p.actor), self.dice, self.known, self.guess)
            for number in self.racing:
                kept = self.kept[number]
                if len(kept) <= self.worlds:
                    kept.append(self.searcher.value(world, self.plans[number], self.known))
                self.values[number].append(kept[self.worlds])
            self.worlds += 1

    def halve(self) -> None:
        """Let the worse half of the plans drop out, but not the first one."""
        means = sorted([(-self.mean(number), number) for number in self.racing if number])
        left = [number for _, number in means[: (len(means) + 1) // 2]]
        self.racing = sorted([0, *left])

    def mean(self, number: int) -> float:
        """Return the mean of the points by which the plan *number* leads in the end, in the worlds where it was played."""
        values = self.values[number]
        return sum(values) / len(values) if values else 0.0

    def compare(self, number: int, other: int) -> tuple[float, float]:
        """Return how many points the plan *number* is better than the plan *other* in the worlds where both were played.

        The second value is the standard error of the first; 0 for fewer than two worlds.
        """
        one = self.values[number]
        two = self.values[other]
        worlds = min(len(one), len(two))
        total = 0.0
        squares = 0.0
        at = 0
        while at < worlds:
            less = one[at] - two[at]
            total += less
            squares += less * less
            at += 1
        if worlds < 2:
            return total, 0.0
        mean = total / float(worlds)
        rest = squares / float(worlds) - mean * mean
        return mean, sqrt(rest / float(worlds - 1)) if rest > 0.0 else 0.0

    def best(self) -> int:
        """Return the number of the plan to play: the best of those left that is clearly better than the first; else the first."""
        best = 0
        most = 0.0
        for number in self.racing:
            if number == 0:
                continue
            gain, error = self.compare(number, 0)
            silly = self.plans[number].silly and not self.plans[0].silly
            if gain > most and gain > error * (SILLY_DOUBT if silly else self.searcher.doubt):
                best = number
                most = gain
        return best


class Searcher(Policy):
    """A policy that looks ahead: it plays its plans in worlds, goes on by the policy, and takes the plan that leads most.

    It decides by what the seat sees, and always alike: worlds come from that as well.
    """

    finder: PlanFinder
    base: Policy
    worlds: int
    doubt: float
    turns: i64
    trust: float
    leaf: Value | None
    flows: Flows
    results: Results
    odds: Odds | None
    stakes: Stakes | None

    def __init__(
        self,
        table: RuleTable,
        weights: list[float],
        worlds: int,
        value: Value | None = None,
        turns: int = 0,
        trust: float = TRUST,
        doubt: float = DOUBT,
        odds: Odds | None = None,
    ) -> None:
        """Make a player that tries the plans around the policy by *weights* in *worlds* worlds.

        A world is played on to the end of the deal. With a *value*, what that estimates after *turns* turns (0: one lap) counts
        for the share *trust* of the result; if that is 1, the rest is not played. With *odds*, hands are guessed by the clues
        that it is given; otherwise all are equally likely. Raises `ValueError` as `Policy` does.

        Plans are compared by points; once `stakes` are set, of a deal between two sides, by the chance to win the match.
        """
        super().__init__(table, weights)
        self.finder = PlanFinder(table, weights)
        self.base = self.finder.base
        self.worlds = worlds
        self.leaf = value
        self.turns = turns if turns else table.seats
        self.trust = trust
        self.doubt = doubt
        self.flows = Flows()
        self.results = Results(())
        self.odds = odds
        self.guesses = odds is not None
        self.stakes = None

    def choose(self, p: Position, known: KnownCards | None = None) -> i64:
        """Return the first step of the best plan for the seat that *p* waits for. The deal must not be over.

        *known* counts cards that everyone knows to be in someone's hand, and may have clues. Hidden cards of *p* are not looked at.
        """
        legal = listed_legal(p, p.actor)
        if legal.number == 1:
            return legal.items[0]
        return self.race(p, known).run(self.worlds).steps[0]

    def race(self, p: Position, known: KnownCards | None = None) -> Race:
        """Return a race of the plans for the seat that *p* waits for, in which nothing has been played yet."""
        blank = p.hidden_from(p.actor)
        if known is None:
            return Race(self, blank, KnownCards(self.table))
        clues = known.clues
        return Race(self, blank, known.copy(self.table), None if clues is None else clues.copy())

    def results_for(self, p: Position, known: KnownCards, guess: Guess | None = None) -> Results:
        """Return what plans have come to in the worlds behind *p*, in earlier races of the same turn."""
        hidden = _hidden_in(p, known, guess)
        if self.stakes is not None:
            hidden = (*hidden, self.stakes.key)
        if self.results.hidden != hidden:
            self.results = Results(hidden)
        return self.results

    def value(self, world: Position, plan: Plan, known: KnownCards) -> float:
        """Return the points by which the side leads at the end of *world* if it plays *plan* and all go on by the policy.

        With `stakes`, it is the chance of the side to win the match then.
        """
        p = world.copy()
        seat = p.actor
        side = self.table.side_of[seat]
        leaf = self.leaf
        middle = p.turns + self.turns
        end = p.turns + LONGEST
        estimate = 0.0
        trust = 0.0
        streams = Streams(p)
        seen = known.copy(self.table)
        for step in plan.steps:
            self._step(p, step, streams, seen)
        while p.phase != OVER and p.turns < end:
            if leaf is not None and p.turns >= middle:
                estimate = leaf.lead(p, side)
                trust = self.trust
                if trust >= 1.0 and self.stakes is None:
                    return estimate
                leaf = None
            self._step(p, self.base.choose(p, seen), streams, seen)
        counting = self.outlook.counting
        ahead = trust * estimate + (1.0 - trust) * lead(counting, p, side)
        stakes = self.stakes
        if stakes is None:
            return ahead
        both = float(side_points(counting, p, 0) + side_points(counting, p, 1))
        return stakes.chance(side, ahead, both, stakes.rough if trust > 0.0 else stakes.sharp)

    def _step(self, p: Position, step: i64, streams: Streams, known: KnownCards) -> None:
        if step == DRAW:
            streams.prepare(p, p.actor)
        pile = p.pile
        play_noting(p, p.actor, step, self.flows)
        known.follow(pile, self.flows)


def _hidden_in(p: Position, known: KnownCards, guess: Guess | None) -> tuple[object, ...]:
    """Return all that the worlds behind *p* are dealt by, as far as the player of the turn does not change it by laying cards."""
    unseen = vec[i64]([0] * KINDS)
    count_unseen(p, p.actor, unseen)
    first = p.actor * KINDS
    others = list(known.counts)
    others[first : first + KINDS] = []
    seats: list[i64] = []
    seat: i64 = 0
    while seat < p.rule_table.seats:
        seats.append(p.seats[seat * SEAT + TAKEN])
        if seat != p.actor:
            seats.append(p.seats[seat * SEAT + HELD])
        seat += 1
    told = () if guess is None else tuple(guess.chances)
    return p.turns, p.turn, p.actor, p.next, len(p.deck), tuple(unseen), tuple(others), tuple(seats), told


def _seed_of(p: Position) -> int:
    """Return a seed for the worlds of *p*: the same for all of a turn until its player sees something new."""
    unseen = vec[i64]([0] * KINDS)
    count_unseen(p, p.actor, unseen)
    mixed: i64 = p.turns * 64 + p.actor
    kind: i64 = 0
    while kind < KINDS:
        mixed = ((mixed ^ unseen[kind]) * _PRIME + 1) & _MASK
        kind += 1
    seat: i64 = 0
    while seat < p.rule_table.seats:
        if seat != p.actor:
            mixed = ((mixed ^ p.seats[seat * SEAT + HELD]) * _PRIME + 1) & _MASK
        seat += 1
    # Small enough that no arithmetic of Python is needed: that would look for signals, which must wait for the kernel.
    return int((mixed ^ (mixed >> 15)) & _SMALL)
