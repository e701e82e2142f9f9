#!/usr/bin/env python3
"""One file that learns classic Canasta for four: it imitates `greedy`, then improves by proximal policy optimization (PPO).

    python examples/learn/ppo.py train --seed 1 --folder runs/1 &
    python examples/learn/ppo.py report --folder runs/1

docs/learn.md says what it needs, how it learns, and how well it played.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from math import prod
from pathlib import Path
from typing import Any, ClassVar, Final, TypeAlias

import numpy as np

from canasta import CanastaError, FastDeals, load
from canasta.bots.registry import kernel_player
from canasta.learn import ACTIONS, STEPS_VERSION, layout, layout_digest
from canasta.sim.decks import Purpose, deck_seed
from canasta.sim.moments import Mean, Moments

# What only needs the arguments works without it.
torch: Any = import_module("torch") if find_spec("torch") else None

Array: TypeAlias = np.ndarray[Any, Any]

FORMAT: Final = 1  # of checkpoints
SEATS: Final = 4
SIDES: Final = 2
KINDS: Final = 15  # kinds of cards in a hand
STEPS: Final = np.array([step for step, action in enumerate(ACTIONS) if action.slot <= 0])
"""The steps that the network chooses from: in this game no side has two melds of a rank, so slots beyond the first are never used."""
PLACES: Final = {block.name: block.start for block in layout(SEATS, SIDES)}
SIZE: Final = sum(prod(block.shape) for block in layout(SEATS, SIDES))  # bytes of an observation

ROWS: Final = 512  # deals at once
LENGTH: Final = 128  # steps in each of them between two updates
WIDTH: Final = 256  # of both hidden layers of the actor; those of the critic have half of it
UNIT: Final = 500.0  # points in one unit of reward
IMITATION: Final = 0.2  # of the time goes into imitating greedy
MISSTEPS: Final = 0.1  # of the steps are taken by chance meanwhile, so that it learns to go on from anywhere
IMITATION_RATE: Final = 1e-3  # of learning
RATE: Final = 6e-4  # of learning by PPO; it falls to a tenth
EPOCHS: Final = 2
BATCH: Final = 2048
CLIP: Final = 0.2
LAMBDA: Final = 0.95
ENTROPY: Final = 0.005
KL_LIMIT: Final = 0.03  # ends the epochs of an update
SELVES: Final = 8  # older selves that are kept
PAUSE: Final = 40.0  # CPU seconds between two checkpoints
SELECT_DECKS: Final = 500
LEARNER, GREEDY, CHANCE, OLDER = range(4)
RIVALS: Final = ("greedy", "planner", "chance")
OPPONENTS: Final = (GREEDY,) * 10 + (LEARNER,) * 2 + (OLDER,) * 3 + (CHANCE,)


class RefusedError(Exception):
    """Something that was asked for cannot be done; its text is a sentence for people."""


class Deals:
    """Classic deals in rows, with arrays of what they show."""

    def __init__(self, rows: int, seed: int) -> None:
        self._deals = deals = FastDeals(load("classic", players=SEATS), rows)
        deals.begin(seed)
        self._bots = {name: kernel_player(name, self._deals.deals[0].table) for name in ("greedy", "planner")}
        views = deals.observations, deals.masks, deals.legal_steps, deals.legal_numbers
        self.seen, self.masks, self.legal, self.numbers = map(np.asarray, views)
        self.actors, self.over, self.points = map(np.asarray, (deals.actors, deals.over, deals.points))
        self.step = deals.step

    def forced(self) -> Array:
        """Return the first legal step of each row: the right one where there is no other."""
        return self.legal[:, 0].astype(np.int64)

    def by_chance(self, rows: Array, rng: np.random.Generator) -> Array:
        """Return a legal step for each of *rows*, all equally likely."""
        return self.legal[rows, (rng.random(len(rows)) * self.numbers[rows]).astype(np.int64)]

    def by_bot(self, rows: Array, name: str) -> list[int]:
        """Return the step that the bot *name* takes in each of *rows*."""
        bot, deals = self._bots[name], self._deals.deals
        assert bot is not None
        return [bot.choose(deals[row].position, deals[row].known) for row in rows.tolist()]

    def hands(self, rows: Array) -> Array:
        """Return the hands of the three others in each of *rows*, which only the critic sees, and only while it learns."""
        deals, actors = self._deals.deals, self.actors
        hands = bytearray()
        for row in rows.tolist():
            position, seat = deals[row].position, int(actors[row])
            for other in range(1, SEATS):
                hands += bytes(position.hand((seat + other) % SEATS))
        return np.frombuffer(hands, np.uint8).reshape(len(rows), KINDS * (SEATS - 1))


class Learner:
    """A network that chooses steps (the actor), and one that says how many points its side will win by (the critic)."""

    def __init__(self) -> None:
        self.mean, self.scale = torch.zeros(SIZE), torch.ones(SIZE)
        inputs = SIZE + 4 * KINDS + KINDS + 1 + len(STEPS)
        self.actor = network(inputs, WIDTH, len(STEPS))
        self.critic = network(inputs + KINDS * (SEATS - 1), WIDTH // 2, 1)
        with torch.no_grad():
            self.actor[-1].weight.mul_(0.01)

    def normalize(self, seen: Array) -> None:
        """Shift and scale what it is shown by the means and deviations in *seen*."""
        numbers = torch.from_numpy(seen).float()
        deviation = numbers.std(0)
        self.mean, self.scale = numbers.mean(0), torch.where(deviation > 0, 1 / deviation.clamp(min=0.1), 0.0)

    def inputs(self, seen: Array, masks: Array) -> Any:
        """Return what the actor reads: observations, the hand and the top card in single bits, and what is legal."""
        raw = torch.from_numpy(seen)
        numbers = ((raw.float() - self.mean) * self.scale).clamp(-4, 4)
        hand = raw[:, PLACES["hand"] : PLACES["hand"] + KINDS]
        bits = [(hand >= number).float() for number in range(1, 5)]
        top = torch.nn.functional.one_hot(raw[:, PLACES["top"]].long(), KINDS + 1).float()
        return torch.cat([numbers, *bits, top, torch.from_numpy(masks).float()], 1)

    def logits(self, inputs: Any) -> Any:
        """Return a number for each of `STEPS`; it is very low for steps that are not legal."""
        legal = inputs[:, -len(STEPS) :]
        return self.actor(inputs) - 1e9 * (1 - legal)

    def values(self, inputs: Any, hands: Any) -> Any:
        """Return by how many units the side will win."""
        return self.critic(torch.cat([inputs, hands], 1)).squeeze(1)

    def choose(self, deals: Deals, rows: Array, *, sample: bool) -> Array:
        """Return a step for each of *rows*: the best, or one as likely as the actor says."""
        with torch.no_grad():
            logits = self.logits(self.inputs(deals.seen[rows], deals.masks[rows][:, STEPS]))
        return STEPS[(drawn(logits) if sample else logits.argmax(1)).numpy()]

    def state(self) -> dict[str, Any]:
        """Return a copy of all its numbers."""
        networks = {"actor": self.actor.state_dict(), "critic": self.critic.state_dict()}
        return copy.deepcopy({"mean": self.mean, "scale": self.scale, **networks})

    def load(self, state: dict[str, Any]) -> None:
        """Take over the numbers that `state` returned."""
        self.mean, self.scale = state["mean"], state["scale"]
        self.actor.load_state_dict(state["actor"])
        self.critic.load_state_dict(state["critic"])


def network(inputs: int, width: int, outputs: int) -> Any:
    """Return two hidden layers between *inputs* and *outputs*."""
    nn = torch.nn
    layers = nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, outputs)
    return nn.Sequential(*layers)


def drawn(logits: Any) -> Any:
    """Return a place in each row of *logits*, as likely as they say."""
    return (logits - torch.empty_like(logits).exponential_().log()).argmax(1)


@dataclass(slots=True)
class Run:
    """A run of learning, which a checkpoint keeps."""

    seed: int
    learner: Learner
    optimizer: Any
    seconds: float = 0.0  # CPU seconds so far
    parts: int = 0  # how often it was begun or resumed
    deals: int = 0
    best: dict[str, Any] = field(default_factory=dict)
    best_seconds: float = 0.0
    selves: list[dict[str, Any]] = field(default_factory=list)
    curve: list[dict[str, float]] = field(default_factory=list)

    KEPT: ClassVar = ("seed", "seconds", "parts", "deals", "best", "best_seconds", "selves", "curve")

    def save(self, folder: Path) -> None:
        """Write the checkpoint in *folder*, completely or not at all."""
        kept = {name: getattr(self, name) for name in self.KEPT}
        kept |= {"format": FORMAT, "steps": STEPS_VERSION, "layout": layout_digest(SEATS, SIDES)}
        kept |= {"learner": self.learner.state(), "optimizer": self.optimizer.state_dict()}
        part = folder / "checkpoint.part"
        with part.open("wb") as file:
            torch.save(kept, file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(folder / "checkpoint.pt")


def new_run(seed: int) -> Run:
    """Return a run that has learned nothing."""
    torch.manual_seed(seed)
    learner = Learner()
    groups = [{"params": list(each.parameters())} for each in (learner.actor, learner.critic)]
    return Run(seed, learner, torch.optim.Adam(groups))


def load_run(folder: Path) -> Run:
    """Return the run whose checkpoint is in *folder*. Raises `RefusedError` if it cannot be used."""
    path = folder / "checkpoint.pt"
    try:
        kept = torch.load(path, weights_only=True)
        versions = kept["format"], kept["steps"], kept["layout"]
        if versions != (FORMAT, STEPS_VERSION, layout_digest(SEATS, SIDES)):
            raise RefusedError(f"{path} was written by another version of this program. Use another folder.")
        run = new_run(int(kept["seed"]))
        run.learner.load(kept["learner"])
        run.optimizer.load_state_dict(kept["optimizer"])
        for name in Run.KEPT:
            setattr(run, name, kept[name])
        Learner().load(run.best)
    except RefusedError:
        raise
    except Exception as error:
        raise RefusedError(f"{path} is damaged ({type(error).__name__}). Use another folder, or remove it.") from error
    return run


@dataclass(slots=True)
class Decisions:
    """What was decided in many rows: at one step of the deals, or at many steps one after another."""

    inputs: Any
    hands: Any
    chosen: Any  # places in STEPS
    logs: Any  # logarithms of how likely the learner took them
    values: Any  # what the critic expected
    gains: Any  # by how much it came out better

    def __getitem__(self, part: Any) -> Decisions:
        return Decisions(*(getattr(self, name)[part] for name in self.__slots__))


@dataclass(slots=True)
class Step:
    """A step in each row: in which ones, and for which sides, the learner decided; which deals ended, and by how much the side 0 won them."""

    rows: Array
    sides: Array
    ended: Array
    won: Array
    made: Decisions


class School:
    """Deals in which the learner plays against a mixture of opponents."""

    def __init__(self, run: Run) -> None:
        self.run, self.learner, self.older = run, run.learner, Learner()
        self.deals = Deals(ROWS, deck_seed("train", run.seed, run.parts))
        self.rng = np.random.default_rng((run.seed, run.parts))
        torch.manual_seed(deck_seed("train", run.seed, run.parts) >> 1)
        row = np.arange(ROWS)
        self.opponents = np.array(OPPONENTS)[row // 8 % len(OPPONENTS)]
        self.own_sides = row // SEATS % SIDES

    def first_sight(self) -> Array:
        """Return many observations of deals that greedy plays."""
        seen = []
        for _ in range(LENGTH):
            self._step(imitate=True)
            seen.append(self.deals.seen.copy())
        return np.concatenate(seen)

    def lesson(self, *, imitate: bool) -> Decisions:
        """Play some steps in each row, and return what the learner decided; to *imitate*, greedy plays all seats."""
        if self.run.selves:
            self.older.load(self.run.selves[self.rng.integers(len(self.run.selves))])
        steps = [self._step(imitate=imitate) for _ in range(LENGTH)]
        known = judge(steps, 0 if imitate else LAMBDA)
        self.run.deals += sum(len(step.ended) for step in steps)
        made = [step.made for step in steps]
        return Decisions(*(torch.cat([getattr(each, name) for each in made]) for name in Decisions.__slots__))[known]

    def _step(self, *, imitate: bool) -> Step:
        """Take a step in each row."""
        deals = self.deals
        sides = deals.actors % SIDES
        who = np.where(sides == self.own_sides, LEARNER, self.opponents)
        who[deals.numbers < 2] = -1
        actions = deals.forced()
        rows = np.flatnonzero(deals.numbers > 1 if imitate else who == LEARNER)
        inputs = self.learner.inputs(deals.seen[rows], deals.masks[rows][:, STEPS])
        hands = torch.from_numpy(deals.hands(rows)).float()
        logs = values = gains = torch.zeros(len(rows))
        if imitate:
            actions[rows] = deals.by_bot(rows, "greedy")
            chosen = torch.from_numpy(np.searchsorted(STEPS, actions[rows]))
            slips = rows[self.rng.random(len(rows)) < MISSTEPS]
            actions[slips] = deals.by_chance(slips, self.rng)
        else:
            with torch.no_grad():
                logits = self.learner.logits(inputs).log_softmax(1)
                values = self.learner.values(inputs, hands)
            chosen = drawn(logits)
            logs = logits.gather(1, chosen[:, None]).squeeze(1)
            actions[rows] = STEPS[chosen.numpy()]
            self._answer(who, actions)
        sides = sides[rows]
        deals.step(actions)
        ended = np.flatnonzero(deals.over)
        won = (deals.points[ended, 0] - deals.points[ended, 1]) / UNIT
        return Step(rows, sides, ended, won, Decisions(inputs, hands, chosen, logs, values, gains))

    def _answer(self, who: Array, actions: Array) -> None:
        """Write into *actions* what the opponents do."""
        deals = self.deals
        rows = np.flatnonzero(who == GREEDY)
        actions[rows] = deals.by_bot(rows, "greedy")
        rows = np.flatnonzero(who == CHANCE)
        actions[rows] = deals.by_chance(rows, self.rng)
        rows = np.flatnonzero(who == OLDER)
        actions[rows] = self.older.choose(deals, rows, sample=True)


def judge(steps: Sequence[Step], decay: float) -> Any:
    """Write into *steps* the gain of each decision by generalized advantage estimation; return of which ones it is known.

    The decisions of both partners in a deal follow one another. Those that are the last before the end of *steps*, but not of a
    deal, have none after them. Without *decay*, and with values of 0, the gain is what the side won by.
    """
    after, gain = np.zeros((ROWS, SIDES), np.float32), np.zeros((ROWS, SIDES), np.float32)
    known = np.zeros((ROWS, SIDES), bool)
    use = []
    for step in reversed(steps):
        after[step.ended] = np.stack([step.won, -step.won], 1)
        gain[step.ended], known[step.ended] = 0, True
        at = step.rows, step.sides
        values = step.made.values.numpy()
        gain[at] = np.where(known[at], after[at] - values + decay * gain[at], 0)
        step.made.gains = torch.from_numpy(gain[at])
        use.append(torch.from_numpy(known[at]))
        if decay:
            after[at], known[at] = values, True
    return torch.cat(use[::-1])


def contest(learner: Learner, rival: str, purpose: Purpose, decks: int) -> Mean:
    """Return by how many points a deal *learner* beats *rival*; each deck is played twice, the second time with the sides swapped."""
    less = np.zeros(decks, np.int64)
    rng = np.random.default_rng(1)
    for side in range(SIDES):
        deals = Deals(decks, deck_seed(purpose, 1, 1))
        left = np.ones(decks, bool)
        while left.any():
            actions = deals.forced()
            waits = left & (deals.numbers > 1)
            own = deals.actors % SIDES == side
            rows = np.flatnonzero(waits & own)
            actions[rows] = learner.choose(deals, rows, sample=False)
            rows = np.flatnonzero(waits & ~own)
            actions[rows] = deals.by_chance(rows, rng) if rival == "chance" else deals.by_bot(rows, rival)
            deals.step(actions)
            ended = left & (deals.over == 1)
            less[ended] += deals.points[ended, side] - deals.points[ended, 1 - side]
            left &= ~ended
    moments = Moments()
    for each in less.tolist():
        moments.add(each)
    return moments.mean(SIDES)


class Training:
    """Learning for some CPU seconds, with checkpoints in a folder."""

    def __init__(self, run: Run, folder: Path, seconds: float) -> None:
        self.run, self.folder, self.budget = run, folder, seconds
        run.parts += 1
        self.school = School(run)
        self._clock = time.process_time()
        self._next = run.seconds + PAUSE
        self.numbers: dict[str, float] = {}

    def _tick(self) -> float:
        """Count the CPU seconds since the last time, and return the part of the budget that is used."""
        now = time.process_time()
        self.run.seconds += now - self._clock
        self._clock = now
        return self.run.seconds / self.budget

    def go(self) -> None:
        """Learn until the budget is used."""
        run = self.run
        if not run.curve:
            run.learner.normalize(self.school.first_sight())
            self.check()
        while (used := self._tick()) < 1:
            imitate = used < IMITATION
            through = used / IMITATION if imitate else (used - IMITATION) / (1 - IMITATION)
            rate = (IMITATION_RATE if imitate else RATE) * (1 - 0.9 * through)
            for group in run.optimizer.param_groups:
                group["lr"] = rate
            if imitate:
                self.imitate()
            else:
                self.improve()
            if run.seconds >= self._next:
                self._next = run.seconds + PAUSE
                self.check()
        self.check()

    def imitate(self) -> None:
        """Learn which steps greedy takes, and how deals end that it plays."""
        made, learner = self.school.lesson(imitate=True), self.run.learner
        for part in torch.randperm(len(made.gains)).split(BATCH // 2):
            some = made[part]
            copied = torch.nn.functional.cross_entropy(learner.logits(some.inputs), some.chosen)
            self._learn(copied + (learner.values(some.inputs, some.hands) - some.gains).square().mean())
            self.numbers = {"surprise": copied.item()}

    def improve(self) -> None:
        """Play, and make steps likelier that came out better than expected."""
        made, learner = self.school.lesson(imitate=False), self.run.learner
        mean, deviation = made.gains.mean(), made.gains.std()
        for _ in range(EPOCHS):
            changes = []
            for part in torch.randperm(len(made.gains)).split(BATCH):
                some = made[part]
                logs = learner.logits(some.inputs).log_softmax(1)
                change = logs.gather(1, some.chosen[:, None]).squeeze(1) - some.logs
                ratio, gains = change.exp(), (some.gains - mean) / deviation
                better = torch.min(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
                wrong = (learner.values(some.inputs, some.hands) - some.values - some.gains).square().mean()
                entropy = -(logs.exp() * logs).sum(1).mean()
                self._learn(wrong / 2 - better - ENTROPY * entropy)
                changes.append((ratio - 1 - change).mean().item())
                self.numbers = {"entropy": entropy.item(), "kl": float(np.mean(changes))}
            if self.numbers["kl"] > KL_LIMIT:
                break

    def _learn(self, loss: Any) -> None:
        """Take a step against *loss*."""
        optimizer = self.run.optimizer
        optimizer.zero_grad()
        loss.backward()
        for group in optimizer.param_groups:
            torch.nn.utils.clip_grad_norm_(group["params"], 0.5)
        optimizer.step()

    def check(self) -> None:
        """Play the decks for selecting, keep what is best, and write a checkpoint."""
        run = self.run
        mean = contest(run.learner, "greedy", "select", SELECT_DECKS)
        self._tick()
        if not run.curve or mean.mean > max(point["mean"] for point in run.curve):
            run.best, run.best_seconds = run.learner.state(), run.seconds
        if run.seconds > IMITATION * self.budget:
            run.selves = [*run.selves, run.learner.state()][-SELVES:]
        run.curve.append(
            {"seconds": run.seconds, "deals": run.deals, "mean": mean.mean, "low": mean.low, "high": mean.high}
        )
        run.save(self.folder)
        numbers = " ".join(f"{name} {number:.3f}" for name, number in self.numbers.items())
        print(f"{run.seconds:6.0f} s  {run.deals:7,} deals  against greedy {told(mean)}  {numbers}", flush=True)


def told(mean: Mean) -> str:
    """Return *mean* with its interval as text."""
    return f"{mean.mean:+.0f} ({mean.low:+.0f} to {mean.high:+.0f})".replace("-", "−")


def check_folder(folder: Path) -> None:
    """Raise `RefusedError` if a run can neither begin nor be resumed in *folder*."""
    if folder.exists() and not folder.is_dir():
        raise RefusedError(f"{folder} is a file. Name a folder for the checkpoint.")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "checkpoint.pt").exists():
        raise RefusedError(f"{folder} has other files in it and no checkpoint. Use a new folder.")


def check_arguments(asked: argparse.Namespace) -> None:
    """Raise `RefusedError` for arguments that cannot be."""
    if asked.command == "train":
        if not 0 <= asked.seed < 1 << 63:
            raise RefusedError(f"A seed is a whole number from 0 to 2**63 - 1, not {asked.seed}.")
        if not 0 < asked.seconds < float("inf"):
            raise RefusedError(f"The CPU seconds must be a number above 0, not {asked.seconds:g}.")
        check_folder(asked.folder)
        return
    if not (asked.folder / "checkpoint.pt").is_file():
        raise RefusedError(
            f"There is no checkpoint in {asked.folder}. Begin with: ppo.py train --folder {asked.folder}"
        )
    if asked.decks < 2:
        raise RefusedError(f"An interval needs at least 2 decks, not {asked.decks}.")
    for rival in asked.against.split(","):
        if rival not in RIVALS:
            raise RefusedError(f'There is no rival "{rival}" here. They are {", ".join(RIVALS)}.')


def train(folder: Path, seed: int, seconds: float) -> None:
    """Begin a run in *folder*, or resume the one that is there. Raises `RefusedError` if it cannot be resumed."""
    folder.mkdir(parents=True, exist_ok=True)
    run = load_run(folder) if (folder / "checkpoint.pt").exists() else new_run(seed)
    if run.seed != seed:
        raise RefusedError(f"The run in {folder} has the seed {run.seed}, not {seed}. Use another folder.")
    if run.seconds >= seconds:
        raise RefusedError(f"The run in {folder} has had its {seconds:g} CPU seconds. Ask for its report.")
    Training(run, folder, seconds).go()


def report(folder: Path, rivals: Sequence[str], decks: int) -> None:
    """Say how the best checkpoint in *folder* plays on the decks for reporting, and write it beside the checkpoint."""
    run = load_run(folder)
    learner = Learner()
    learner.load(run.best)
    found: dict[str, Any] = {
        "seed": run.seed,
        "seconds": run.seconds,
        "best_seconds": run.best_seconds,
        "deals": run.deals,
    }
    found |= {"decks": decks, "against": {}, "curve": run.curve}
    for rival in rivals:
        mean = contest(learner, rival, "report", decks)
        found["against"][rival] = [mean.mean, mean.low, mean.high]
        print(f"seed {run.seed}, the best of {run.seconds:.0f} s, against {rival}: {told(mean)}", flush=True)
    (folder / "report.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what *arguments* ask for, and return the exit code."""
    parser = argparse.ArgumentParser(description="Learn classic Canasta for four: imitate greedy, then improve by PPO.")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("train", help="begin a run, or resume the one in the folder")
    one.add_argument("--folder", type=Path, required=True, help="where the checkpoint is")
    one.add_argument("--seed", type=int, default=1, help="of the run (default 1)")
    one.add_argument(
        "--seconds", type=float, default=1200, help="of CPU time, all parts of the run together (default 1200)"
    )
    one = commands.add_parser("report", help="play the decks for reporting with the best checkpoint")
    one.add_argument("--folder", type=Path, required=True, help="where the checkpoint is")
    one.add_argument("--against", default="greedy", help="bots, with commas: greedy, planner, chance (default greedy)")
    one.add_argument("--decks", type=int, default=2000, help="how many, each played twice (default 2000)")
    asked = parser.parse_args(arguments)
    try:
        check_arguments(asked)
        if torch is None:
            raise RefusedError("This program needs PyTorch: docs/learn.md says how to install it.")
        torch.set_num_threads(1)
        if asked.command == "train":
            train(asked.folder, asked.seed, asked.seconds)
        else:
            report(asked.folder, asked.against.split(","), asked.decks)
    except (RefusedError, CanastaError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
