"""``canasta join``: play at a table of a server, in this terminal or without anyone there."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final

import click

from canasta.server.errors import ServerError
from canasta.server.joining import Json, Seat, act_of, procedure_of, read_address

_POLL_SECONDS: Final = 0.1


@click.command(
    short_help="Play at a table of a server.",
    epilog="\b\nExamples:\n"
    "  canasta join http://192.168.1.7:8000/t/K7M4XHPC --name Ann\n"
    "  canasta join http://localhost:8000/t/K7M4XHPC --name Bob --seat 3 --auto\n"
    "  canasta join http://localhost:8000/t/K7M4XHPC --name Cyd --lines moves.txt --json",
)
@click.argument("url")
@click.option("--name", required=True, help="What you are called at the table.")
@click.option("--seat", type=click.IntRange(1, 8), metavar="N", help="Take this seat. [default: the first free one]")
@click.option("--auto", is_flag=True, help="Play the moves that the server's hints suggest.")
@click.option(
    "--lines", type=click.File("r", encoding="utf-8"), metavar="FILE", help="Play the lines of FILE, then leave."
)
@click.option("--json", "as_json", is_flag=True, help="Print every message as a line of JSON.")
def join(url: str, name: str, seat: int | None, auto: bool, lines: Any, as_json: bool) -> None:
    """Sit down at the table at URL and play until the match is over.

    Type moves as at any table: draw, lay KKK 5552, discard 4c. Type ready, undo, restart, start, pause, resume, redeal, rematch,
    decline, back, leave, cut N, number N or hint for the rest. Numbers for the shuffle, cards in a draw for seats and being
    ready are sent for you with --auto and --lines.
    """
    if auto and lines is not None:
        raise click.UsageError("Use either --auto or --lines.")
    player = None
    try:
        player = Seat(read_address(url), name, _json if as_json else _sentences)
        player.sit_down(seat)
        if auto:
            _play(player, lambda: _hinted(player))
        elif lines is not None:
            _play(player, _from(lines))
        else:
            _converse(player)
    except ServerError as error:
        raise click.ClickException(str(error)) from None
    finally:
        if player is not None:
            player.close()


def _play(player: Seat, decide: Callable[[], Json | None]) -> None:
    """Play by *decide*, which returns None at its end, until the match is over."""
    while player.public["state"] not in {"over", "closed"}:
        act = procedure_of(player)
        if act is None and player.own.get("choices"):
            act = decide()
            if act is None:
                return
        if act is None:
            player.wait()
        else:
            player.do(act)


def _hinted(player: Seat) -> Json | None:
    move = player.hint()
    return {"move": move} if move is not None else {"act": "ready"}


def _from(lines: Any) -> Callable[[], Json | None]:
    rest: Iterator[str] = (line.strip() for line in lines)

    def decide() -> Json | None:
        line = next((each for each in rest if each and not each.startswith("#")), None)
        return None if line is None else act_of(line)

    return decide


def _converse(player: Seat) -> None:
    """Do what is typed, and tell what is heard meanwhile."""
    typed: SimpleQueue[str | None] = SimpleQueue()
    Thread(target=_read, args=(typed,), daemon=True).start()
    while player.public["state"] != "closed":
        try:
            line = typed.get_nowait()
        except Empty:
            player.wait(_POLL_SECONDS)
            continue
        if line is None:
            return
        if line == "hint":
            click.echo(f"Try {player.hint() or 'nothing: you have nothing to decide'}.")
        elif line:
            player.do(act_of(line))


def _read(typed: SimpleQueue[str | None]) -> None:
    for line in sys.stdin:
        typed.put(line.strip())
    typed.put(None)


def _json(frame: Json) -> None:
    click.echo(json.dumps(frame, ensure_ascii=False, separators=(",", ":")))


def _sentences(frame: Json) -> None:
    """Print what people want to know of *frame*."""
    match frame["t"]:
        case "happened":
            for line in frame["lines"]:
                click.echo(_plain(line))
            own = frame.get("own", {})
            if own.get("hand") and own.get("choices"):
                click.echo(f"  Your hand: {_cards(own['hand'])}")
        case "refused" | "wrong" | "unsaved" | "stopped":
            click.echo(frame["text"])
        case "said":
            click.echo(f"{frame['name']}: {frame.get('text') or frame.get('reaction')}")


def _plain(line: list[Json]) -> str:
    return "".join(_span(span) for span in line)


def _span(span: Json) -> str:
    if "cards" in span:
        return _cards(span["cards"])
    return str(span.get("text") or span.get("ranks") or span.get("number") or span.get("clause") or "")


def _cards(text: str) -> str:
    """Cards as they are typed, with blanks between them.

    >>> _cards("4cTdJk")
    '4c Td Jk'
    """
    return " ".join(text[at : at + 2] for at in range(0, len(text), 2))
