"""How seats and dealer come about before a match: by a draw, or as the command line says."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from canasta.bots.registry import USUAL
from canasta.rules.dealers import score_keeper
from canasta.rules.groups import Rules


@dataclass(frozen=True, slots=True)
class Places:
    """Whether the players draw, and who deals and keeps the score otherwise; seats count from 0."""

    draw: bool
    dealer: int | None
    keeper: int | None


def choose_places(
    rules: Rules, draw: bool | None, dealer: int | None, keeper: int | None, *, typed: bool, seated: bool
) -> Places:
    """Return the places for *rules*; *draw* None means a draw if there is a keyboard (*typed*) and nobody was *seated*.

    Raises `click.UsageError` for what does not go together, and for seats there are not.
    """
    agreed = rules.procedures.seats == "as agreed"
    if draw and agreed:
        raise click.UsageError(f"{rules.title} has no draw for seats. Leave out --draw.")
    if draw and dealer is not None:
        raise click.UsageError("--draw and --dealer both decide who deals first. Leave one of them out.")
    if draw is None:
        # Players who chose their seats do not want to be moved.
        moves = rules.procedures.seats == "draw for partners" and seated
        draw = typed and dealer is None and not agreed and not moves
    if keeper is not None and (not rules.table.score_keeper or rules.seats == 2):
        raise click.BadParameter(f"{rules.title} for {rules.seats} players has no Score Keeper", param_hint="--keeper")
    first, keeps = _seat(rules, dealer, "--dealer"), _seat(rules, keeper, "--keeper")
    if keeps is None and rules.table.score_keeper:
        keeps = rules.seats - 1
    if first is not None and first == score_keeper(rules, keeps):
        raise click.BadParameter(
            "the Score Keeper never deals. Choose another seat or another --keeper", param_hint="--dealer"
        )
    return Places(draw, first, keeps)


def _seat(rules: Rules, number: int | None, hint: str) -> int | None:
    if number is None:
        return None
    if not 1 <= number <= rules.seats:
        raise click.BadParameter(f"{number} is not a seat; the seats are 1 to {rules.seats}", param_hint=hint)
    return number - 1


def command_again(
    rules: Rules,
    seed: int,
    places: Places,
    game: str | None,
    options: Sequence[str],
    house: Path | None,
    seats: Sequence[str] | None,
    bot: str,
    names: str | None,
) -> str:
    """Return the command that deals the same cards to the same players."""
    parts = ["canasta play", game or ("" if house else rules.name), f"--players {rules.seats}", f"--seed {seed}"]
    if places.dealer is not None:
        parts.append(f"--dealer {places.dealer + 1}")
    elif rules.procedures.seats != "as agreed":
        parts.append("--draw" if places.draw else "--no-draw")
    keeper = score_keeper(rules, places.keeper)
    if keeper is not None and keeper != rules.seats - 1:
        parts.append(f"--keeper {keeper + 1}")
    parts += [f"--option {shlex.quote(option)}" for option in options]
    if house:
        parts.append(f"--house {shlex.quote(str(house))}")
    if seats:
        parts.append(f"--seats {shlex.quote(','.join(seats))}")
    elif bot != USUAL:
        parts.append(f"--bots {bot}")
    if names:
        parts.append(f"--names {shlex.quote(names)}")
    return " ".join(part for part in parts if part)
