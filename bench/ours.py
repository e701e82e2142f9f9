"""The work measured on canasta's side: random play, play by policies, copies, deals."""

import random
from collections.abc import Sequence

from bench.measure import Run, cpu_time
from canasta import FastDeal, Match, view
from canasta.base.cards import KIND_OF, pack
from canasta.bots.weights import packaged_weights
from canasta.bots.weights.nearest import nearest_odds
from canasta.engine import KERNEL
from canasta.engine.clues import Clues
from canasta.engine.guess import Guess
from canasta.engine.known import KnownCards
from canasta.engine.legal import legal, listed_legal
from canasta.engine.odds import Odds
from canasta.engine.play import play
from canasta.engine.playout import Dice, advance, playouts, random_start
from canasta.engine.policy import Policy
from canasta.engine.position import OVER, Position
from canasta.engine.rollout import roll_out, self_play
from canasta.engine.rule_table import RuleTable
from canasta.engine.steps import STEPS
from canasta.engine.worlds import sample_world
from canasta.rules.load import load

MINIMUM = 50
SAMPLE = 200
# The interpreted kernel is some thirty times slower: less work, the same rates.
SCALE = 1.0 if KERNEL == "compiled" else 1 / 30


def scaled(number: int) -> int:
    """Return *number* of deals for the kernel that is there."""
    return max(1, int(number * SCALE))


class Game:
    """A game for a number of players, ready for random play."""

    def __init__(self, name: str, players: int) -> None:
        rules = load(name, players)
        self.name = name
        self.title = f"{rules.title}, {players} players"
        self.players = players
        self.rule_table = RuleTable(rules)
        self.kinds = [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)]
        self.minimums = [MINIMUM] * rules.sides

    def start(self, dice: Dice) -> Position:
        """Return the first turn of a shuffled deal."""
        return random_start(self.rule_table, self.kinds, dice, self.minimums)

    def public_loop(self, deals: int, *, views: bool) -> Run:
        """Random play from a loop in Python with public calls: `view` and `Deal.step`, or `legal_steps` and `step_trusted`."""

        def run() -> tuple[int, float]:
            match = Match.new(self.name, self.players, seed=3)
            chance = random.Random(4).random
            steps = 0
            began = cpu_time()
            for _ in range(scaled(deals)):
                match.begin_deal()
                deal = match.deal
                while not deal.over:
                    seat = deal.actor
                    choice = view(deal, seat).legal if views else deal.legal_steps(seat)
                    step = choice[int(chance() * len(choice))]
                    if views:
                        deal.step(seat, step)
                    else:
                        deal.step_trusted(step)
                    steps += 1
                match.void_deal()
                match.seed += 1
            return steps, cpu_time() - began

        return run

    def fast_loop(self, deals: int, *, observes: bool) -> Run:
        """Random play from a loop in Python with `FastDeal`, a public class: `legal_steps`, `step`, and maybe `observe` and `mask`."""

        def run() -> tuple[int, float]:
            deal = FastDeal(load(self.name, self.players))
            seen, mask = bytearray(deal.observation_size), bytearray(STEPS)
            chance = random.Random(4).random
            steps = 0
            began = cpu_time()
            for number in range(1, scaled(deals) + 1):
                deal.begin(number, seed=3)
                while not deal.over:
                    if observes:
                        deal.observe(deal.actor, seen)
                        deal.mask(mask)
                    choice = deal.legal_steps()
                    deal.step(choice[int(chance() * len(choice))])
                    steps += 1
            return steps, cpu_time() - began

        return run

    def python_loop(self, deals: int) -> Run:
        """Random play from a loop in Python with calls of the kernel: list the legal steps, choose one, play it."""

        def run() -> tuple[int, float]:
            dice = Dice(3)
            chance = random.Random(4).random
            steps = 0
            began = cpu_time()
            for _ in range(scaled(deals)):
                position = self.start(dice)
                while position.phase != OVER:
                    choice = legal(position, position.actor)
                    play(position, choice[int(chance() * len(choice))])  # type: ignore[operator]
                    steps += 1
            return steps, cpu_time() - began

        return run

    def advancing_loop(self, deals: int) -> Run:
        """Random play from a loop in Python that names steps by their places in the list of legal ones."""

        def run() -> tuple[int, float]:
            dice = Dice(3)
            chance = random.Random(4).random
            steps = 0
            began = cpu_time()
            for _ in range(scaled(deals)):
                position = self.start(dice)
                legal_steps = listed_legal(position, position.actor)
                number = int(legal_steps.number)
                while number:
                    number = advance(position, legal_steps, int(chance() * number))
                    steps += 1
            return steps, cpu_time() - began

        return run

    def own_loop(self, deals: int) -> Run:
        """Random play inside the kernel."""

        def run() -> tuple[int, float]:
            began = cpu_time()
            steps, _ = playouts(self.rule_table, self.kinds, scaled(deals), 5, self.minimums)
            return steps, cpu_time() - began

        return run

    def policy(self) -> Policy:
        """Return the policy that the bot `greedy` plays by."""
        return Policy(self.rule_table, list(packaged_weights("greedy")))

    def self_play(self, deals: int) -> Run:
        """Whole deals between four such policies."""
        policies = [self.policy()] * self.players

        def run() -> tuple[int, float]:
            began = cpu_time()
            self_play(self.rule_table, self.kinds, policies, scaled(deals), 9, self.minimums)
            return scaled(deals), cpu_time() - began

        return run

    def decisions(self, deals: int) -> Run:
        """Return every step of such deals: choosing it and playing it."""
        policies = [self.policy()] * self.players

        def run() -> tuple[int, float]:
            began = cpu_time()
            steps, _, _ = self_play(self.rule_table, self.kinds, policies, scaled(deals), 10, self.minimums)
            return steps, cpu_time() - began

        return run

    def worlds(self, times: int) -> Run:
        """Return the hidden cards dealt again in positions sampled from random play."""
        sample = [(position.hidden_from(position.actor), int(position.actor)) for position in self.sample(SAMPLE)]

        def run() -> tuple[int, float]:
            dice = Dice(11)
            began = cpu_time()
            for _ in range(times):
                for position, seat in sample:
                    sample_world(position, seat, dice)
            return times * len(sample), cpu_time() - began

        return run

    def guessed_worlds(self, times: int) -> Run:
        """Return the hidden cards dealt again by what players were seen to do, in deals between policies, every seventh turn."""
        table, policies = self.rule_table, [self.policy()] * self.players
        odds = Odds(table, list(nearest_odds(table.rules).factors))
        sample = []
        for seed in range(20):
            position, known = self.start(Dice(seed)), KnownCards(table)
            known.clues = Clues(table)
            roll_out(position, policies, 7, known)
            while position.phase != OVER:
                seat, guess = position.actor, Guess(odds, known.clues)
                sample.append((position.hidden_from(seat), int(seat), known.copy(table), guess))
                roll_out(position, policies, 7, known)

        def run() -> tuple[int, float]:
            dice = Dice(12)
            began = cpu_time()
            for position, seat, known, guess in sample:
                for _ in range(times):
                    sample_world(position, seat, dice, known, guess)
            return times * len(sample), cpu_time() - began

        return run

    def deals(self, number: int) -> Run:
        """Shuffle and deal."""

        def run() -> tuple[int, float]:
            dice = Dice(6)
            began = cpu_time()
            for _ in range(scaled(number)):
                self.start(dice)
            return scaled(number), cpu_time() - began

        return run

    def copies(self, times: int) -> Run:
        """Copy positions sampled from random play."""
        sample = self.sample(SAMPLE)

        def run() -> tuple[int, float]:
            began = cpu_time()
            for _ in range(times):
                for position in sample:
                    position.copy()
            return times * len(sample), cpu_time() - began

        return run

    def sample(self, number: int) -> Sequence[Position]:
        """Positions from random deals, every fiftieth or so."""
        dice = Dice(7)
        chance = random.Random(8).random
        found: list[Position] = []
        position = self.start(dice)
        while len(found) < number:
            choice = legal(position, position.actor)
            play(position, choice[int(chance() * len(choice))])  # type: ignore[operator]
            if position.phase == OVER:
                position = self.start(dice)
            elif chance() < 1 / 50:
                found.append(position.copy())
        return found
