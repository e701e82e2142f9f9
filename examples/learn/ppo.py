#!/usr/bin/env python3
"""One file that learns classic Canasta for four: it imitates `greedy`, then improves by proximal policy optimization (PPO).

    python examples/learn/ppo.py train --seed 1 --folder runs/1 &
    python examples/learn/ppo.py report --folder runs/1

docs/learn.md says what it needs, how it learns, and how well it played.
"""

from __future__ import annotations

import argparse
import copy
import importlib.util
import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from math import prod
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from canasta import FastDeals, load
from canasta.bots.registry import kernel_player
from canasta.learn import ACTIONS, STEPS_VERSION, layout, layout_digest
from canasta.sim.decks import Purpose, deck_seed
from canasta.sim.moments import Mean, Moments

# What only needs the arguments works without it.
torch: Any = importlib.import_module("torch") if importlib.util.find_spec("torch") else None

Array: TypeAlias = np.ndarray[Any, Any]

SEATS: Final = 4
SIDES: Final = 2
KINDS: Final = 15  # kinds of cards in a hand
STEPS: Final = np.array([step for step, action in enumerate(ACTIONS) if action.slot <= 0])
"""The steps that the network chooses from: in this game no side has two melds of a rank, so slots beyond the first are never used."""
PLACES: Final = {block.name: block.start for block in layout(SEATS, SIDES)}
SIZE: Final = sum(prod(block.shape) for block in layout(SEATS, SIDES))  # bytes of an observation
VERSIONS: Final = 1, STEPS_VERSION, layout_digest(SEATS, SIDES)  # the first one: of checkpoints
PART: Final = "checkpoint.part"  # one that is being written
KEPT: Final = ("seed", "seconds", "parts", "deals", "best", "best_seconds", "selves", "curve")  # in it as they are
ROWS: Final = 512  # deals at once
LENGTH: Final = 128  # steps in each of them between two updates
WIDTH: Final = 256  # of both hidden layers of the actor; those of the critic have half of it
UNIT: Final = 500.0  # points in one unit of reward
IMITATION: Final = 0.1  # of the time goes into imitating greedy
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
        self._bots: Any = {name: kernel_player(name, deals.deals[0].table) for name in ("greedy", "planner")}
        self.rng = np.random.default_rng(seed)
        views = deals.observations, deals.masks, deals.legal_steps, deals.legal_numbers
        self.seen, self.masks, self.legal, self.numbers = map(np.asarray, views)
        self.actors, self.over, self.points = map(np.asarray, (deals.actors, deals.over, deals.points))
        self.step = deals.step

    def by_bot(self, rows: Array, name: str) -> Array:
        """Return the step that the bot *name* takes in each of *rows*."""
        if name == "chance":
            chosen: Array = self.legal[rows, (self.rng.random(len(rows)) * self.numbers[rows]).astype(np.int64)]
            return chosen
        bot, deals = self._bots[name], self._deals.deals
        return np.array([bot.choose(deals[row].position, deals[row].known) for row in rows.tolist()], np.int64)

    def hands(self, rows: Array) -> Array:
        """Return the hands of the three others in each of *rows*, which only the critic sees, and only while it learns."""
        hands = bytearray()
        for row in rows.tolist():
            position, seat = self._deals.deals[row].position, int(self.actors[row])
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
        return self.actor(inputs) - 1e9 * (1 - inputs[:, -len(STEPS) :])

    def values(self, inputs: Any, hands: Any) -> Any:
        """Return by how many units the side will win, for one who also sees the *hands* of the others."""
        return self.critic(torch.cat([inputs, hands], 1)).squeeze(1)

    def choose(self, deals: Deals, rows: Array, *, sample: bool) -> Array:
        """Return a step for each of *rows*: the best, or one as likely as the actor says."""
        with torch.no_grad():
            logits = self.logits(self.inputs(deals.seen[rows], deals.masks[rows][:, STEPS]))
        places: Array = (drawn(logits) if sample else logits.argmax(1)).numpy()
        return STEPS[places]

    def state(self) -> dict[str, Any]:
        """Return a copy of all its numbers."""
        actor, critic = self.actor.state_dict(), self.critic.state_dict()
        return copy.deepcopy({"mean": self.mean, "scale": self.scale, "actor": actor, "critic": critic})

    def load(self, state: dict[str, Any]) -> None:
        """Take over the numbers that `state` returned."""
        self.mean, self.scale = state["mean"], state["scale"]
        self.actor.load_state_dict(state["actor"])
        self.critic.load_state_dict(state["critic"])


def network(inputs: int, width: int, outputs: int) -> Any:
    """Return two hidden layers between *inputs* and *outputs*."""
    linear, bend = torch.nn.Linear, torch.nn.ReLU()
    return torch.nn.Sequential(linear(inputs, width), bend, linear(width, width), bend, linear(width, outputs))


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

    def save(self, folder: Path) -> None:
        """Write the checkpoint in *folder*, completely or not at all."""
        kept = {name: getattr(self, name) for name in KEPT}
        kept |= zip(("format", "steps", "layout"), VERSIONS, strict=True)
        kept |= {"learner": self.learner.state(), "optimizer": self.optimizer.state_dict()}
        part = folder / PART
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


def load_run(path: Path) -> Run:
    """Return the run of the checkpoint *path*. Raises `RefusedError` if it cannot be used."""
    try:
        kept = torch.load(path, weights_only=True)
        versions = kept["format"], kept["steps"], kept["layout"]
        run = new_run(kept["seed"])
        run.learner.load(kept["learner"])
        run.optimizer.load_state_dict(kept["optimizer"])
        for name in KEPT:
            setattr(run, name, kept[name])
        Learner().load(run.best)
    except Exception as error:  # noqa: BLE001 - there is no list of what a file can make PyTorch raise
        raise RefusedError(f"{path} is damaged ({type(error).__name__}). Use another folder, or remove it.") from None
    if versions != VERSIONS:
        raise RefusedError(f"{path} was written by another version of this program. Use another folder.")
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


Step: TypeAlias = tuple[tuple[Array, Array], Array, Array, Decisions]  # rows and sides, where deals ended, who won


class Training:
    """Learning for some CPU seconds from deals against a mixture of opponents, with checkpoints in a folder."""

    def __init__(self, run: Run, folder: Path, seconds: float) -> None:
        run.parts += 1
        self.run, self.folder, self.budget = run, folder, seconds
        self.learner, self.older = run.learner, Learner()
        self.deals = Deals(ROWS, deck_seed("train", run.seed, run.parts))
        torch.manual_seed(deck_seed("train", run.seed, run.parts) >> 1)
        self.opponents = np.array(OPPONENTS)[np.arange(ROWS) // 8 % len(OPPONENTS)]
        self.own_sides = np.arange(ROWS) // SEATS % SIDES
        self._clock = 0.0

    def _tick(self) -> float:
        """Count the CPU seconds since the last time, and return the part of the budget that is used."""
        before, self._clock = self._clock, time.process_time()
        self.run.seconds += self._clock - before
        return self.run.seconds / self.budget

    def go(self) -> None:
        """Learn until the budget is used."""
        run = self.run
        if not run.curve:
            self.learner.normalize(np.concatenate([self._step(imitate=True)[0] for _ in range(LENGTH)]))
            self.check()
        due = run.seconds + PAUSE
        while (used := self._tick()) < 1:
            imitate = used < IMITATION
            through = used / IMITATION if imitate else (used - IMITATION) / (1 - IMITATION)
            rate = (IMITATION_RATE if imitate else RATE) * (1 - 0.9 * through)
            for group in run.optimizer.param_groups:
                group["lr"] = rate
            (self.imitate if imitate else self.improve)()
            if run.seconds >= due:
                self.check()
                due = run.seconds + PAUSE
        self.check()

    def lesson(self, *, imitate: bool) -> Decisions:
        """Play some steps in each row, and return what the learner decided; to *imitate*, greedy plays all seats."""
        if self.run.selves:
            self.older.load(self.run.selves[self.deals.rng.integers(len(self.run.selves))])
        steps = [self._step(imitate=imitate)[1] for _ in range(LENGTH)]
        known = judge(steps, 0 if imitate else LAMBDA)
        self.run.deals += sum(len(ended) for _, ended, _, _ in steps)
        parts = [[getattr(made, name) for _, _, _, made in steps] for name in Decisions.__slots__]
        return Decisions(*map(torch.cat, parts))[known]

    def _step(self, *, imitate: bool) -> tuple[Array, Step]:
        """Take a step in each row, and return what was seen before."""
        deals = self.deals
        sides = deals.actors % SIDES
        who = np.where(sides == self.own_sides, LEARNER, self.opponents)
        who[deals.numbers < 2] = -1
        actions = deals.legal[:, 0].astype(np.int64)  # the only one of most rows
        rows = np.flatnonzero(deals.numbers > 1 if imitate else who == LEARNER)
        seen = deals.seen[rows]
        inputs = self.learner.inputs(seen, deals.masks[rows][:, STEPS])
        hands = torch.from_numpy(deals.hands(rows)).float()
        logs = values = gains = torch.zeros(len(rows))
        if imitate:
            actions[rows] = deals.by_bot(rows, "greedy")
            chosen = torch.from_numpy(np.searchsorted(STEPS, actions[rows]))
            slips = rows[deals.rng.random(len(rows)) < MISSTEPS]
            actions[slips] = deals.by_bot(slips, "chance")
        else:
            with torch.no_grad():
                logits = self.learner.logits(inputs).log_softmax(1)
                values = self.learner.values(inputs, hands)
            chosen = drawn(logits)
            logs = logits.gather(1, chosen[:, None]).squeeze(1)
            actions[rows] = STEPS[chosen.numpy()]
            self._answer(who, actions)
        deals.step(actions)
        ended = np.flatnonzero(deals.over)
        won = (deals.points[ended, 0] - deals.points[ended, 1]) / UNIT
        return seen, ((rows, sides[rows]), ended, won, Decisions(inputs, hands, chosen, logs, values, gains))

    def _answer(self, who: Array, actions: Array) -> None:
        """Write into *actions* what the opponents do."""
        for name, bot in ((GREEDY, "greedy"), (CHANCE, "chance")):
            rows = np.flatnonzero(who == name)
            actions[rows] = self.deals.by_bot(rows, bot)
        rows = np.flatnonzero(who == OLDER)
        actions[rows] = self.older.choose(self.deals, rows, sample=True)

    def imitate(self) -> None:
        """Learn which steps greedy takes, and how deals end that it plays."""
        made, learner = self.lesson(imitate=True), self.learner
        for part in torch.randperm(len(made.gains)).split(BATCH // 2):
            some = made[part]
            copied = torch.nn.functional.cross_entropy(learner.logits(some.inputs), some.chosen)
            self._learn(copied + (learner.values(some.inputs, some.hands) - some.gains).square().mean())

    def improve(self) -> None:
        """Play, and make steps likelier that came out better than expected."""
        made, learner = self.lesson(imitate=False), self.learner
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
            if np.mean(changes) > KL_LIMIT:
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
        mean = contest(self.learner, "greedy", "select", SELECT_DECKS)
        self._tick()
        if all(mean.mean > point["mean"] for point in run.curve):
            run.best, run.best_seconds = self.learner.state(), run.seconds
        if run.seconds > IMITATION * self.budget:
            run.selves = [*run.selves, self.learner.state()][-SELVES:]
        run.curve.append({"seconds": run.seconds, "deals": run.deals, **asdict(mean)})
        run.save(self.folder)
        print(f"{run.seconds:6.0f} s  {run.deals:7,} deals  against greedy: {told(mean)}", flush=True)


def judge(steps: Sequence[Step], decay: float) -> Any:
    """Write into *steps* the gain of each decision by generalized advantage estimation; return of which ones it is known.

    The decisions of both partners in a deal follow one another. Those that are the last before the end of *steps*, but not of a
    deal, have none after them. Without *decay*, and with values of 0, the gain is what the side won by.
    """
    after, gain = np.zeros((ROWS, SIDES), np.float32), np.zeros((ROWS, SIDES), np.float32)
    known = np.zeros((ROWS, SIDES), bool)
    use = []
    for at, ended, won, made in reversed(steps):
        after[ended] = np.stack([won, -won], 1)
        gain[ended], known[ended] = 0, True
        values = made.values.numpy()
        gain[at] = np.where(known[at], after[at] - values + decay * gain[at], 0)
        made.gains = torch.from_numpy(gain[at])
        use.append(torch.from_numpy(known[at]))
        if decay:
            after[at], known[at] = values, True
    return torch.cat(use[::-1])


def contest(learner: Learner, rival: str, purpose: Purpose, decks: int) -> Mean:
    """Return by how many points a deal *learner* beats *rival*; each deck is played twice, the second time with the sides swapped."""
    less = np.zeros(decks, np.int64)
    for side in range(SIDES):
        deals = Deals(decks, deck_seed(purpose, 1, 1))
        left = np.ones(decks, bool)
        while left.any():
            actions = deals.legal[:, 0].astype(np.int64)  # the only one of most rows
            waits = left & (deals.numbers > 1)
            own = deals.actors % SIDES == side
            rows = np.flatnonzero(waits & own)
            actions[rows] = learner.choose(deals, rows, sample=False)
            rows = np.flatnonzero(waits & ~own)
            actions[rows] = deals.by_bot(rows, rival)
            deals.step(actions)
            ended = left & (deals.over == 1)
            less[ended] += deals.points[ended, side] - deals.points[ended, 1 - side]
            left &= ~ended
    return Moments(decks, int(less.sum()), int(np.square(less).sum())).mean(SIDES)


def told(mean: Mean) -> str:
    """Return *mean* with its interval as text."""
    return f"{mean.mean:+.0f} ({mean.low:+.0f} to {mean.high:+.0f})".replace("-", "−")


def refuse(asked: argparse.Namespace) -> None:
    """Raise `RefusedError` if what was *asked* for cannot be done."""
    folder, there = asked.folder, (asked.folder / "checkpoint.pt").is_file()
    if asked.command == "report":
        unknown = [rival for rival in asked.against.split(",") if rival not in RIVALS]
        if unknown:
            raise RefusedError(f'There is no rival "{unknown[0]}" here. They are {", ".join(RIVALS)}.')
        if not 2 <= asked.decks <= 100_000:
            raise RefusedError(f"The number of decks must be from 2 to 100,000, not {asked.decks}.")
        if not there:
            raise RefusedError(f"There is no checkpoint in {folder}. Begin with: ppo.py train --folder {folder}")
    else:
        if not 0 <= asked.seed < 1 << 63:
            raise RefusedError(f"A seed is a whole number from 0 to 2**63 - 1, not {asked.seed}.")
        if not 0 < asked.seconds < float("inf"):
            raise RefusedError(f"The CPU seconds must be a number above 0, not {asked.seconds:g}.")
        if folder.exists() and not folder.is_dir():
            raise RefusedError(f"{folder} is a file. Name a folder for the checkpoint.")
        if folder.is_dir() and not there and any(each.name != PART for each in folder.iterdir()):
            raise RefusedError(f"{folder} has other files in it and no checkpoint. Use a new folder.")
    if torch is None:
        raise RefusedError("This program needs PyTorch: docs/learn.md says how to install it.")


def train(folder: Path, seed: int, seconds: float) -> None:
    """Begin a run in *folder*, or resume the one that is there. Raises `RefusedError` if it cannot be resumed."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "checkpoint.pt"
    run = load_run(path) if path.exists() else new_run(seed)
    if run.seed != seed:
        raise RefusedError(f"The run in {folder} has the seed {run.seed}, not {seed}. Use another folder.")
    if run.seconds >= seconds:
        raise RefusedError(f"The run in {folder} has had its {seconds:g} CPU seconds. Ask for its report.")
    Training(run, folder, seconds).go()


def report(folder: Path, rivals: Sequence[str], decks: int) -> None:
    """Say how the best checkpoint in *folder* plays on the decks for reporting, and write it beside the checkpoint."""
    run = load_run(folder / "checkpoint.pt")
    run.learner.load(run.best)
    found = {name: getattr(run, name) for name in ("seed", "seconds", "best_seconds", "deals", "curve")}
    found |= {"decks": decks, "against": {}}
    for rival in rivals:
        mean = contest(run.learner, rival, "report", decks)
        found["against"][rival] = [mean.mean, mean.low, mean.high]
        print(f"seed {run.seed}, the best of {run.seconds:.0f} s, against {rival}: {told(mean)}", flush=True)
    (folder / "report.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Do what the arguments ask for, and return the exit code."""
    parser = argparse.ArgumentParser(description="Learn classic Canasta for four: imitate greedy, then improve by PPO.")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("train", help="begin a run, or resume the one in the folder")
    one.add_argument("--folder", type=Path, required=True, help="where the checkpoint is")
    one.add_argument("--seed", type=int, default=1, help="of the run (default 1)")
    one.add_argument("--seconds", type=float, default=1200, help="CPU seconds of the whole run (default 1200)")
    one = commands.add_parser("report", help="play the decks for reporting with the best checkpoint")
    one.add_argument("--folder", type=Path, required=True, help="where the checkpoint is")
    one.add_argument("--against", default="greedy", help="bots, with commas: greedy, planner, chance (default greedy)")
    one.add_argument("--decks", type=int, default=2000, help="how many, each played twice (default 2000)")
    asked = parser.parse_args()
    try:
        refuse(asked)
        torch.set_num_threads(1)
        if asked.command == "train":
            train(asked.folder, asked.seed, asked.seconds)
        else:
            report(asked.folder, asked.against.split(","), asked.decks)
    except (RefusedError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
