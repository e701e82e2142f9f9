"""``canasta review``: the costliest decisions of a recorded match, and luck apart from skill."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from canasta.base.errors import CanastaError, NotationError
from canasta.notation.records.playback import Watched, known_hands
from canasta.terminal.replay.recording import Recording, where
from canasta.terminal.style import render_line
from canasta.wording.review import decision_line, no_mistakes, player_line, unknown_cards

if TYPE_CHECKING:
    from canasta.bots.review import Decision, Estimate

_STOPPED: Final = 130


@click.command(
    short_help="Find the costliest decisions in a recorded match.",
    epilog="\b\nExamples:\n"
    "  canasta review friday.chh                    every player, every deal\n"
    "  canasta review friday.chh --deal 2 --seat 1  one player in one deal\n"
    "  canasta review friday.chh --worlds 200       narrower intervals, more time\n"
    "  canasta export friday.chh --html friday.html --review",
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--deal", "number", type=click.IntRange(min=1), metavar="N", help="Review only this deal, by its number.")
@click.option("--seat", type=click.IntRange(min=1), metavar="N", help="Review only the player in this seat.")
@click.option("--worlds", type=click.IntRange(2, 10_000), default=64, show_default=True, metavar="N",
              help="Compare plans in so many deals that could lie behind what a player saw.")  # fmt: skip
@click.option("--top", type=click.IntRange(min=1), default=3, show_default=True, metavar="N",
              help="Show so many decisions of each player.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object with all decisions.")
def review(file: Path, number: int | None, seat: int | None, worlds: int, top: int, as_json: bool) -> None:
    """Play through the record FILE and compare what was done with the best plans that the bot search finds.

    A player is judged by what they could see, never by hidden cards. Costs and luck are in points at the end of the deal, the
    side's less the others'; 95 % intervals are in parentheses. Press Ctrl+C to stop early; you get what was found so far.
    """
    with file.open("rb") as opened:
        try:
            recording = Recording(opened, str(file))
        except NotationError as error:
            raise CanastaError(where(str(file), error)) from None
        if seat is not None and seat > recording.rules.seats:
            raise click.UsageError(f"There is no seat {seat}; they are numbered from 1 to {recording.rules.seats}.")
        stopped = _report(recording, number, seat, worlds, None if as_json else top)
    if recording.problem:
        raise CanastaError(recording.problem)
    if not recording.known:
        raise CanastaError(f"{file}: this record has no deals, so there is nothing to review.")
    if stopped:
        click.echo("Stopped: the last deal is reviewed in part.", err=True)
        click.get_current_context().exit(_STOPPED)


def _report(recording: Recording, number: int | None, seat: int | None, worlds: int, top: int | None) -> bool:
    """Review and write deal by deal, with *top* decisions of each player, or all as JSON; return whether it was stopped."""
    found: list[dict[str, Any]] = []
    stopped = False
    for watched in _deals(recording, number):
        decisions: list[Decision] = []
        try:
            _review(watched, recording, seat, worlds, decisions)
        except KeyboardInterrupt:
            stopped = True
        if top is None:
            found.append(_as_json(recording, watched, decisions))
        else:
            _show(recording, watched, seat, decisions, top)
        if stopped:
            break
    if top is None:
        told = {"game": recording.rules.name, "title": recording.rules.title, "worlds": worlds, "deals": found}
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
    return stopped


def _deals(recording: Recording, number: int | None) -> Iterator[Watched]:
    """The deals to review. Raises `click.UsageError` where there is no deal *number*."""
    at, met = 0, False
    while (watched := recording.deal(at)) is not None:
        if number is None or watched.record.number == number:
            met = True
            yield watched
        at += 1
    if number is not None and not met and not recording.problem:
        raise click.UsageError(f"There is no deal {number} in this record.")


def _review(watched: Watched, recording: Recording, seat: int | None, worlds: int, decisions: list[Decision]) -> None:
    """Add the decisions of a deal to *decisions*, with a bar meanwhile."""
    from canasta.bots.review import review as judge
    from canasta.sim.progress import bar

    with bar(len(watched.moments) - 1, "moves") as progress:
        for decision in judge(watched, _seats(watched, recording, seat), worlds):
            decisions.append(decision)
            progress(decision.end)


def _seats(watched: Watched, recording: Recording, seat: int | None) -> list[int]:
    known = known_hands(recording.rules, watched.record)
    return [each for each in known if seat is None or each == seat - 1]


def _show(recording: Recording, watched: Watched, seat: int | None, decisions: list[Decision], top: int) -> None:
    """Write what was found in a deal: a paragraph for each player, and their costliest decisions."""
    console = Console(highlight=False, soft_wrap=False)
    console.print(Text(f"{recording.rules.title}, deal {watched.record.number}", style="bold"))
    known = known_hands(recording.rules, watched.record)
    for each in range(recording.rules.seats) if seat is None else [seat - 1]:
        name = f"{recording.names.player(each)} (seat {each + 1})"
        if each not in known:
            console.print(Text(unknown_cards(name)))
            continue
        mine = [decision for decision in decisions if decision.seat == each]
        lost, luck = _sums(mine)
        clear = sorted((one for one in mine if one.clear), key=lambda one: -one.lost.points)
        told = player_line(
            len(mine), len(clear), (lost.points, lost.low, lost.high), (luck.points, luck.low, luck.high)
        )
        console.print(Text(f"{name}: ", style="bold").append_text(render_line(told)))
        for one in clear[:top]:
            said = decision_line(one.best, one.lost.points, one.lost.low, one.lost.high)
            row = Text(f"Turn {one.turn}: {', '.join(one.played)}. ").append_text(render_line(said))
            console.print(Padding(row, (0, 0, 0, 2), expand=False))
    if not any(decision.clear for decision in decisions):
        console.print(Text(no_mistakes()))


def _sums(decisions: list[Decision]) -> tuple[Estimate, Estimate]:
    from canasta.bots.review import Estimate

    lost = Estimate.total([decision.lost for decision in decisions])
    return lost, Estimate.total([decision.luck for decision in decisions if decision.luck is not None])


def _as_json(recording: Recording, watched: Watched, decisions: list[Decision]) -> dict[str, Any]:
    players = []
    for seat in range(recording.rules.seats):
        mine = [decision for decision in decisions if decision.seat == seat]
        if mine:
            lost, luck = _sums(mine)
            told = {"seat": seat + 1, "name": recording.names.player(seat), "decisions": len(mine)}
            players.append(told | {"lost": _number(lost), "luck": _number(luck)})
    return {
        "deal": watched.record.number,
        "players": players,
        "decisions": [
            {
                "moment": decision.end,
                "turn": decision.turn,
                "seat": decision.seat + 1,
                "played": list(decision.played),
                "best": list(decision.best),
                "lost": _number(decision.lost),
                "luck": None if decision.luck is None else _number(decision.luck),
                "clear": decision.clear,
            }
            for decision in decisions
        ],
    }


def _number(estimate: Estimate) -> dict[str, Any]:
    return {"points": round(estimate.points, 1), "interval": [round(estimate.low, 1), round(estimate.high, 1)]}
