"""The file of weights that a search has found, with where they come from."""

from __future__ import annotations

from collections.abc import Mapping

from canasta import __version__
from canasta.engine.weights import NAMES
from canasta.rules.digest import digest
from canasta.rules.house import toml_value
from canasta.sim.tune.search import Search
from canasta.sim.tune.trials import Gain


def weights_text(search: Search, command: str, start: str, gain: Gain | None) -> str:
    """The file as text: *command* is what the search was started with, *start* the bot whose weights it began with.

    *gain* is the gain over these on decks that the search had not played.
    """
    tuning = search.tuning
    made: dict[str, object] = {
        "command": command,
        "version": f"canasta {__version__}",
        "game": tuning.rules.name,
        "players": tuning.rules.seats,
        "rules": digest(tuning.rules),
        "start": start,
        "seed": tuning.seed,
        "decks": search.decks,
    }
    if gain is not None:
        low, high = gain.mean - gain.reach, gain.mean + gain.reach
        made["gain"] = [round(each, 1) for each in (gain.mean, low, high)]
        made["gain_decks"] = gain.number
    weights = {name: round(weight, 4) for name, weight in zip(NAMES, search.weights, strict=True)}
    return (
        "# Weights of the bot planner, found by playing. What each of them means is said in canasta/engine/weights.py.\n"
        f"\n[provenance]\n{_lines(made)}\n[weights]\n{_lines(weights)}"
    )


def _lines(values: Mapping[str, object]) -> str:
    return "".join(f"{name} = {toml_value(value)}\n" for name, value in values.items())
