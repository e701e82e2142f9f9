"""The files of weights, of a value and of odds that were found, with where they come from, and with what an unfinished search needs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from canasta import __version__
from canasta.base.errors import RulesError
from canasta.bots.planner import Planner
from canasta.bots.weights.nearest import nearest_weights
from canasta.engine.facts import NAMES as FACTS
from canasta.engine.odds import MOST
from canasta.engine.odds import NAMES as SORTS
from canasta.engine.value import PARTS
from canasta.engine.weights import NAMES
from canasta.rules.digest import digest
from canasta.rules.groups import Rules
from canasta.rules.house import toml_value
from canasta.rules.toml import read_toml
from canasta.sim.plan import PlanError
from canasta.sim.tune.hands import LearnedOdds
from canasta.sim.tune.learning import Fit, Learned
from canasta.sim.tune.search import WeightSearch
from canasta.sim.tune.trials import Gain

_HEAD = "# Found by playing. canasta/engine/weights.py says what each weight means, canasta/engine/facts.py what each fact is.\n"
_ODDS_HEAD = "# Found by playing. canasta/engine/odds.py says what each sort of cards is; 1 is the odds by chance.\n"


def weights_text(
    search: WeightSearch, command: str, start: str, gain: Gain | None, learned: Learned | None = None
) -> str:
    """Return the file as text: *command* is what the search was started with, *start* the bot whose weights it began with.

    *gain* is the gain over these on decks that the search had not played, *learned* the value that was learned from the play of
    the weights. Until there is one, the file has the state of the search instead.
    """
    tuning = search.tuning
    made = _made(tuning.rules, command, start, tuning.seed) | {"decks": search.decks}
    if gain is not None:
        low, high = gain.mean - gain.reach, gain.mean + gain.reach
        made["gain"] = [round(each, 1) for each in (gain.mean, low, high)]
        made["gain_decks"] = gain.number
    weights = {name: round(weight, 4) for name, weight in zip(NAMES, search.weights, strict=True)}
    text = f"{_HEAD}\n[provenance]\n{_lines(made)}"
    if learned is None:
        return f"{text}\n[weights]\n{_lines(weights)}\n[search]\n{_lines(search.state())}"
    return f"{text}{_learned(learned)}\n[weights]\n{_lines(weights)}{_value(learned)}"


def value_text(rules: Rules, command: str, start: str, seed: int, learned: Learned) -> str:
    """Return the file of a value alone, which was *learned* from the play of the bot *start*."""
    return f"{_HEAD}\n[provenance]\n{_lines(_made(rules, command, start, seed))}{_learned(learned)}{_value(learned)}"


def odds_text(rules: Rules, command: str, start: str, seed: int, learned: LearnedOdds) -> str:
    """Return the file of odds of hands, which were *learned* from the play of the bot *start*."""
    made = _made(rules, command, start, seed) | {
        "decks": learned.decks,
        "gain": round(learned.gain, 3),
        "gain_decks": learned.gain_decks,
    }
    factors = [float(f"{each:.4g}") for each in learned.factors]
    rows = {name: factors[at * MOST : (at + 1) * MOST] for at, name in enumerate(SORTS)}
    return f"{_ODDS_HEAD}\n[provenance]\n{_lines(made)}\n[odds]\n{_lines(rows)}"


def unfinished_search(path: Path, command: str, rules: Rules) -> Mapping[str, Any] | None:
    """Return the state of the search for *rules* that *command* left unfinished in *path*; None if there is no such file.

    Raises `PlanError` if the file is anything else.
    """
    if not path.exists():
        return None
    try:
        content = read_toml(path)
    except RulesError:
        content = {}
    made, kept = content.get("provenance"), content.get("search")
    if not isinstance(made, dict) or not isinstance(kept, dict):
        raise PlanError(f"{path} is there already. Name another file with --out.")
    if made.get("command") != command or made.get("rules") != digest(rules):
        raise PlanError(
            f'{path} has an unfinished search: resume it by "{made.get("command")}" and the same rules, or name another '
            "file with --out."
        )
    return kept


def _made(rules: Rules, command: str, start: str, seed: int) -> dict[str, object]:
    made: dict[str, object] = {
        "command": command,
        "version": f"canasta {__version__}",
        "game": rules.name,
        "players": rules.seats,
        "rules": digest(rules),
        "start": start,
    }
    if start == Planner.name:
        # Which weights these are changes as more tables get their own.
        own = nearest_weights(rules.in_deal(1))
        made["start_from"] = f"{own.game}-{own.players}"
    return made | {"seed": seed}


def _learned(learned: Learned) -> str:
    fit, by_points = learned.fit.explained(), learned.fit.explained_by_points()
    made = {
        "decks": learned.decks,
        "positions": learned.positions,
        "fit": [round(each, 3) for each in fit],
        "fit_of_points": [round(each, 3) for each in by_points],
        "fit_decks": learned.fit_decks,
    }
    return f"\n[provenance.value]\n{_lines(made)}"


def _value(learned: Learned) -> str:
    # Six digits tell apart what matters, and two machines whose compilers differ in the last bit write the same file.
    numbers = [float(f"{each:.6g}") for each in learned.numbers]
    rows = {name: numbers[at * PARTS : (at + 1) * PARTS] for at, name in enumerate(FACTS)}
    return f"\n[deal]\n{_lines(ends(learned.fit))}\n[value]\n{_lines(rows)}"


def ends(fit: Fit) -> dict[str, object]:
    """Return what a file says of how deals end."""
    return {"mean": round(fit.mean, 1), "deviation": round(fit.deviation, 1)}


def _lines(values: Mapping[str, object]) -> str:
    return "".join(f"{name} = {toml_value(value)}\n" for name, value in values.items())
