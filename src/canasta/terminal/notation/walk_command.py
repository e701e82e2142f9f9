"""``canasta walk``: deals told step by step, checked or written."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from canasta.base.errors import NotationError
from canasta.base.shuffle import LARGEST_SEED
from canasta.notation.walks.walk import Walk, WalkError, start_by_seed
from canasta.notation.walks.walking import difference, write_walk
from canasta.rules.load import load
from canasta.rules.text_file import read_text_file
from canasta.sim.progress import bar
from canasta.terminal.file_list import FileName, files_in, none_in
from canasta.whole_number import WholeNumber

FAILED: Final = 1
UNREADABLE: Final = 2
_ENDING: Final = ".walk"
_LARGEST: Final = 64 << 20
"""The most bytes of a walk that are read: a thousand deals have far fewer."""


@click.command(
    short_help="Check walks: deals step by step with their legal moves.",
    epilog="\b\nExamples:\n"
    "  canasta walk tests/walks                                     every walk in a folder\n"
    "  canasta walk mine.walk                                       where it differs\n"
    "  canasta walk --new classic --seed 7                          write one\n"
    "  canasta walk --new hand-and-foot --options whole-pile,long-melds --deals 3",
)
@click.argument("files", nargs=-1, metavar="[FILE…]", type=FileName())
@click.option("--new", "game", metavar="GAME", help="Write a walk of this game to standard output.")
@click.option("-p", "--players", type=WholeNumber(), metavar="N", help="With --new: number of players.")
@click.option("-o", "--option", "--options", "options", multiple=True, metavar="NAMES",
              help="With --new: options separated by commas, or one value; repeatable.")  # fmt: skip
@click.option("--seed", type=WholeNumber(0, LARGEST_SEED), metavar="N", help="With --new: seed of the first deal.")
@click.option("--deals", type=WholeNumber(1, 1000), metavar="N", help="With --new: number of deals.")
def walk(
    files: tuple[Path, ...],
    game: str | None,
    players: int | None,
    options: tuple[str, ...],
    seed: int | None,
    deals: int | None,
) -> None:
    """Check walks: deals step by step, each with the number and a checksum of the legal steps.

    A folder stands for all walks in it. For each walk that differs, the first different line is shown.
    The exit code is 1 if a walk differs and 2 if a file cannot be used. docs/walks.md describes the format.
    """
    if game is not None:
        if files:
            raise click.UsageError("Name files to check or a game after --new, not both.")
        click.echo(_new(game, players, options, 1 if seed is None else seed, deals or 1), nl=False)
        return
    if not files:
        raise click.UsageError("Name files of walks to check, or a game after --new.")
    if players is not None or options or seed is not None or deals is not None:
        raise click.UsageError("Players, options, seed and deals go with --new; a file has its own.")
    _check(list(files_in(files, _ENDING)))


def _new(game: str, players: int | None, options: Sequence[str], seed: int, deals: int) -> str:
    """Return the text of a new walk, its deals seeded one after the other."""
    names = [name for text in options for name in (text.split(",") if "=" not in text else [text])]
    rules = load(game, players, names)
    seeds = [(seed + more) % (1 << 64) for more in range(deals)]
    new = Walk(game=game, players=rules.seats, options=tuple(name.strip() for name in names), starts=())
    return write_walk(replace(new, starts=tuple(start_by_seed(rules, each) for each in seeds)))


def _read(path: Path) -> list[str]:
    if path.is_dir():
        raise WalkError(0, none_in("walk", _ENDING))
    try:
        return read_text_file(path, _LARGEST).splitlines()
    except NotationError as error:
        raise WalkError(0, str(error)) from None


def _check(paths: Sequence[Path]) -> None:
    steps = differing = unusable = 0
    with _progress(len(paths)) as progress:
        for number, path in enumerate(paths):
            progress(number)
            try:
                lines = _read(path)
                found = difference(lines)
            except WalkError as error:
                click.echo(f"{path}: {error}", err=True)
                unusable += 1
                continue
            if found:
                click.echo(f"{path}: {found}")
                differing += 1
            else:
                steps += int(lines[-1].split()[-1])
    click.echo(_summary(len(paths) - unusable, steps, differing, unusable))
    if differing or unusable:
        raise SystemExit(UNREADABLE if unusable else FAILED)


def _progress(files: int) -> AbstractContextManager[Callable[[int], None]]:
    """Return a bar on stderr for several files, if that is a terminal."""
    if files < 2 or not sys.stderr.isatty():
        return nullcontext(lambda _: None)
    return bar(files, "walks")


def _summary(walks: int, steps: int, differing: int, unusable: int) -> str:
    if not walks:
        text = "No walks to check."
    elif differing:
        text = (
            f"{differing} of {walks} {'walk' if walks == 1 else 'walks'} {'differs' if differing == 1 else 'differ'}."
        )
    elif walks == 1:
        text = f"The walk matches: {steps:,} steps."
    else:
        text = f"All {walks} walks match: {steps:,} steps."
    if unusable:
        text += f" {unusable} {'file' if unusable == 1 else 'files'} could not be used."
    return text
