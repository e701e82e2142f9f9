"""``canasta join``: play at a table of a server, in this terminal or without anyone there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, Protocol

import click

from canasta.base.english import listed
from canasta.bots.process import DECISION_MS
from canasta.tables.errors import ServerError
from canasta.tables.remote import MISSHAPEN, Json, RemoteSeat, act_of, procedure_of, read_address
from canasta.tables.remote_bot import JoinedBot
from canasta.terminal.dialog import Dialog
from canasta.terminal.join.screen import JoinedScreen, read_line
from canasta.terminal.join.spans import cards, printable, said
from canasta.whole_number import WholeNumber

_POLL_SECONDS: Final = 0.1
_IDLE_SECONDS: Final = 1.0


@click.command(
    short_help="Play at a table of a server.",
    epilog="\b\nExamples:\n"
    "  canasta join http://192.168.1.7:8000/t/K7M4XHPC --name Ann\n"
    "  canasta join http://localhost:8000 --new hand-and-foot --name Ann\n"
    "  canasta join http://localhost:8000 --record evening.chh --name Ann\n"
    "  canasta join http://localhost:8000/t/K7M4XHPC --name Bob --seat 3 --auto\n"
    "  canasta join http://localhost:8000/t/K7M4XHPC --name Rex --bot greedy\n"
    '  canasta join http://localhost:8000/t/K7M4XHPC --name Fido --bot "python3 careful_bot.py"\n'
    "  canasta join http://localhost:8000/t/K7M4XHPC --name Cyd --lines moves.txt --json",
)
@click.argument("url")
@click.option("--name", required=True, help="What you are called at the table.")
@click.option("--seat", type=WholeNumber(1, 8), metavar="N", help="Take this seat. [default: the first free one]")
@click.option("--new", "game", metavar="GAME", help="Make a table for this game; URL is that of the server.")
@click.option("--players", type=WholeNumber(2, 8), metavar="N", help="Players at the new table.")
@click.option("--option", "options", multiple=True, metavar="NAME", help="Option of the new table's game; repeatable.")
@click.option(
    "--record",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Make a table that continues the unfinished match in FILE; URL is the server's.",
)
@click.option("--auto", is_flag=True, help="Play the moves that the server's hints suggest.")
@click.option("--bot", metavar="BOT", help="Let a bot play: one of canasta's own, or the command of a program.")
@click.option(
    "--bot-ms",
    type=WholeNumber(1, 60_000),
    default=DECISION_MS,
    show_default=True,
    metavar="N",
    help="Milliseconds that a program has for a decision.",
)
@click.option(
    "--lines", type=click.File("r", encoding="utf-8"), metavar="FILE", help="Play the lines of FILE, then leave."
)
@click.option("--json", "as_json", is_flag=True, help="Print every message as a line of JSON.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Use letters for suits and plain borders.")
@click.option("--plain", is_flag=True, help="No colours and no redrawing: print line by line.")
def join(
    url: str,
    name: str,
    seat: int | None,
    game: str | None,
    players: int | None,
    options: tuple[str, ...],
    record: Path | None,
    auto: bool,
    bot: str | None,
    bot_ms: int,
    lines: Any,
    as_json: bool,
    ascii_only: bool,
    plain: bool,
) -> None:
    """Sit down at the table at URL and play until the match is over.

    Type moves as at any table: draw, lay KKK 5552, discard 4c. Type ready, undo, restart, start, pause, resume, redeal, let-in, rematch,
    decline, back, leave, bot N, number N, pick N (a card in a draw for seats), cut N or hint for the rest. With --auto, --bot and --lines, only the moves are
    yours: all else is done for you, and the match at a new table starts when every seat is taken.
    """
    if game is None and (players or options):
        raise click.UsageError("--players and --option are for a new table. Name its game with --new.")
    if game is not None and record is not None:
        raise click.UsageError("A record has its own rules. Use only one of --new and --record.")
    if (auto, bot is not None, lines is not None).count(True) > 1:
        raise click.UsageError("Use only one of --auto, --bot and --lines.")
    with ExitStack() as stack:
        try:
            new = game is not None or record is not None
            player = RemoteSeat(read_address(url, new=new), name, _json)
            decider = _decider(stack, auto, bot, bot_ms, lines)
            stack.callback(player.close)
            if not as_json:
                player.tell = partial(_sentences, player)
            player.warn = partial(_say, err=as_json)
            if game is not None:
                _say(f"The table is at {player.make_table(game, players, options)}", err=as_json)
            if record is not None:
                link, names = player.make_table_from(_text_of(record))
                _say(f"The table is at {link}", err=as_json)
                _say(f"The record's players sat in this order: {', '.join(names)}.", err=as_json)
            player.sit_down(seat)
            if decider is None:
                screen = _screen(player, Dialog(ascii_only=ascii_only, plain=plain), as_json=as_json)
                _converse(player, screen, as_json=as_json)
            else:
                _play(player, decider)
        except ServerError as error:
            raise click.ClickException(printable(str(error))) from None
        except MISSHAPEN as error:
            raise click.ClickException(
                "The server sends what no table of this version of canasta sends. Check the address, and update canasta."
            ) from error


def _screen(player: RemoteSeat, dialog: Dialog, *, as_json: bool) -> JoinedScreen | None:
    """Return where the table is drawn for *player*; None where everything is written line by line."""
    if as_json or not dialog.clears:
        return None
    screen = JoinedScreen(player, dialog)
    player.tell = screen.hear
    return screen


def _text_of(record: Path) -> str:
    """Return the text of the file *record*. Raises `ServerError` where it cannot be read."""
    try:
        return record.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise ServerError(f"{record} can't be read. It must be a record, a text file in UTF-8.") from None


class Decider(Protocol):
    """Whatever decides for a player."""

    def decide(self, player: RemoteSeat) -> Json | None:
        """Return what *player* does next; {} for nothing now, None where it plays no more. Raises `ServerError`."""

    def answered(self, answer: Json) -> None:
        """Take note of how the table answers to it. Raises `ServerError` where there is no sense in going on."""

    def over(self, player: RemoteSeat) -> None:
        """Take note that a deal was counted. Raises `ServerError`."""


def _decider(stack: ExitStack, auto: bool, bot: str | None, bot_ms: int, lines: Any) -> Decider | None:
    """Return what decides, ended with *stack*; None for the person at the keyboard. Raises `ServerError`."""
    if bot is not None:
        joined = JoinedBot(bot, bot_ms, lambda said: click.echo(said, err=True))
        stack.callback(joined.close)
        return joined
    return _Hints() if auto else _Lines(lines) if lines is not None else None


def _play(player: RemoteSeat, decider: Decider) -> None:
    """Play as *decider* says until the match is over."""
    counted = _counted(player)
    while True:
        if _counted(player) != counted:
            counted = _counted(player)
            decider.over(player)
        if player.public["state"] in {"over", "closed"}:
            return
        act = procedure_of(player)
        if act is not None:
            player.do(act)
            continue
        act = decider.decide(player)
        if act is None:
            return
        if act:
            decider.answered(player.do(act))
        else:
            player.wait(_IDLE_SECONDS)


def _counted(player: RemoteSeat) -> tuple[int, int]:
    """Return how many matches have ended at the table, and how many deals of this one are counted."""
    return len(player.public.get("matches", ())), len(player.public.get("deals", ()))


class _Hints:
    """Does what the server would do."""

    def decide(self, player: RemoteSeat) -> Json:
        """Return the server's hint; nothing where someone has just changed what there is to decide."""
        hinted = player.hint() if player.waited_for and player.own.get("choices") else None
        return {} if hinted is None else {"move": hinted["move"]}

    def answered(self, answer: Json) -> None:
        """Nothing: the next hint is another one."""

    def over(self, player: RemoteSeat) -> None:
        """Nothing."""


class _Lines:
    """Does what the lines of a file say: moves where the player has a choice, all else at once."""

    def __init__(self, lines: Iterable[str]) -> None:
        stripped = (line.strip() for line in lines)
        self._acts = (act_of(line) for line in stripped if line and not line.startswith("#"))
        self._next: Json | None = None

    def decide(self, player: RemoteSeat) -> Json | None:
        """Return what the next line says."""
        self._next = self._next or next(self._acts, None)
        if self._next is not None and "move" in self._next and not player.own.get("choices"):
            return {}
        act, self._next = self._next, None
        return act

    def answered(self, answer: Json) -> None:
        """Nothing: a refusal has been told, and the next line follows."""

    def over(self, player: RemoteSeat) -> None:
        """Nothing."""


def _converse(player: RemoteSeat, screen: JoinedScreen | None, *, as_json: bool) -> None:
    """Do what is typed, and tell what is heard meanwhile, on a *screen* if there is one; a hint in a sentence, unless *as_json*."""
    typed: SimpleQueue[str | None] = SimpleQueue()
    Thread(target=_read, args=(typed,), daemon=True).start()
    while player.public["state"] != "closed":
        if screen is not None:
            screen.draw()
        try:
            line = typed.get_nowait()
        except Empty:
            player.wait(_POLL_SECONDS)
            continue
        if line is None:
            return
        if line == "hint":
            hinted = player.hint()
            if not as_json:
                told = said(hinted["line"], player) if hinted else "You have nothing to decide now."
                _say(told) if screen is None else screen.say(told)
        elif line:
            player.do(act_of(line))
        elif screen is not None:
            screen.say("")


def _read(typed: SimpleQueue[str | None]) -> None:
    while (line := read_line()) is not None:
        typed.put(line.strip())
    typed.put(None)


def _say(text: str, *, err: bool = False) -> None:
    """Print what a server says, without anything in it that a terminal would take for orders."""
    click.echo(printable(text), err=err)


def _json(frame: Json) -> None:
    click.echo(json.dumps(frame, separators=(",", ":")))


def _sentences(player: RemoteSeat, frame: Json) -> None:
    """Print what people want to know of *frame*, which *player* has heard."""
    match frame["t"]:
        case "table" if "table" not in player.public:
            # Whoever the draw has moved to another seat hears of it so.
            for line in frame.get("story", ()):
                _say(said(line, player))
        case "happened":
            for line in frame["lines"]:
                _say(said(line, player))
            for sentence in _before_the_deal(player, frame):
                _say(sentence)
            if frame.get("own", {}).get("choices"):
                _say(f"  Your hand: {cards(player.own['hand'])}")
        case "refused" | "wrong" | "unsaved" | "stopped":
            _say(frame["text"])
        case "said":
            _say(f"{frame['name']}: {frame.get('text') or frame.get('reaction')}")


def _before_the_deal(player: RemoteSeat, frame: Json) -> Iterator[str]:
    """Yield what the draw for seats and the cut are about, what *player* can do in them, and who is waited for."""
    me, public = player.you.get("seat"), player.public
    entered = frame["public"].get("state")
    match public["state"]:
        case "drawing":
            waiting = public["draw"]["waiting"]
            if entered:
                yield public["draw"]["stakes"]
                if me in waiting:
                    yield f"Type pick N, with N from 1 to {public['draw']['cards']}, to draw a card."
            elif frame.get("act") == "draw-card" and me not in waiting:
                yield f"Waiting for {listed(map(player.called, waiting))} to draw."
        case "cutting" if entered or frame.get("act") == "cut":
            needed = public["cut"].get(str(me))
            if needed is None:
                yield f"Waiting for {listed(player.called(int(seat)) for seat in public['cut'])} to cut the deck."
            elif entered:
                exact = player.rules["values"]["procedures"]["exact_cut"]
                yield f"Type cut N to cut about N cards off the deck. Exactly {needed} earns {exact}."
