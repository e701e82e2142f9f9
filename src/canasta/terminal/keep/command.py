"""``canasta keep``: the score of a match that people play with real cards."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Unpack

import click
from rich.text import Text

from canasta.base.english import several
from canasta.base.errors import NotationError
from canasta.files import RecordFile, check_new
from canasta.game_argument import check_named, game_argument
from canasta.handbook.score_paper import score_paper
from canasta.notation.records.resuming import resume as resume_record
from canasta.rules.groups import Rules
from canasta.rules.load import load
from canasta.session import acts
from canasta.session.refusals import Refused
from canasta.session.unfinished import read_unfinished
from canasta.tally.pad import ENDLESS, REMARK, pad_house, read_minimums
from canasta.terminal.dialog import Dialog, Leave
from canasta.terminal.keep.evening import KeptEvening
from canasta.terminal.keep.room import ScoreRoom
from canasta.terminal.matches.kept import begin_record, matches_folder
from canasta.terminal.matches.record_argument import RecordName
from canasta.terminal.play.plan import MatchPlan
from canasta.terminal.play.table_options import Looks, open_dialog, table_options
from canasta.terminal.printed import write_page
from canasta.terminal.style import label, render_line
from canasta.whole_number import WholeNumber
from canasta.wording.seat_draw import stakes_line

_MOST_PLAYERS: Final = 8


@click.command(
    short_help="Keep the score of a match with real cards.",
    epilog="\b\nExamples:\n"
    "  canasta keep                                        asks what you play\n"
    "  canasta keep hand-and-foot --names Ann,Bea,Cyd,Dan  partners sit opposite each other\n"
    "  canasta keep --house ruths.toml --dealer 2          your own rules; seat 2 deals first\n"
    "  canasta keep --pad Rummy --names Ann,Bea,Cyd        a pad for any other game\n"
    "  canasta keep classic --sheet classic.html           a score sheet to print\n"
    "  canasta keep --resume hand-and-foot-2026-11-26      resumes a match",
)
@game_argument
@click.option("-p", "--players", type=WholeNumber(), metavar="N", help="Number of players.")
@click.option("--names", metavar="LIST", help='Names of the players in the order of the seats, such as "Ann,Bea".')
@click.option("--dealer", type=WholeNumber(), metavar="N", help="The seat that deals first, from 1.")
@click.option(
    "--keeper", type=WholeNumber(), metavar="N", help="The seat of the Score Keeper, from 1, in games with one."
)
@click.option("-o", "--option", "options", multiple=True, metavar="NAME", help="Use an option; repeatable.")
@click.option("--house", type=click.Path(path_type=Path), metavar="FILE", help="Use the house rules in this file.")
@click.option(
    "--pad", metavar="TITLE", help="Keep a pad for another game, with points and dealers but without its rules."
)
@click.option("--partners", is_flag=True, help="On a pad: partners sit opposite each other.")
@click.option("--minimums", metavar="LIST", help='On a pad: what opens, from which score on, such as "0:50 1500:90".')
@click.option("--target", type=WholeNumber(1, ENDLESS), metavar="N", help="On a pad: the score that ends the match.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Record the match in this new file.")
@click.option(
    "--sheet",
    "paper",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Write a score sheet to print to this file and ask nothing; - for standard output.",
)
@click.option(
    "--resume", type=RecordName(), metavar="FILE", help="Go on with the match recorded in FILE, or by its name."
)
@table_options
def keep(
    game: str | None,
    players: int | None,
    names: str | None,
    dealer: int | None,
    keeper: int | None,
    options: tuple[str, ...],
    house: Path | None,
    pad: str | None,
    partners: bool,
    minimums: str | None,
    target: int | None,
    record: Path | None,
    paper: Path | None,
    resume: Path | None,
    **looks: Unpack[Looks],
) -> None:
    """Keep the score of a match of GAME that you play with real cards.

    You are told who deals, how the cards are dealt and what opens each deal. Afterwards, every side enters what it counted: canastas, threes, cards, or
    points. What the packs can't hold is refused; any deal can be corrected later. The match is kept among your matches, and canasta play --resume plays on
    with it here.
    """
    if paper is not None:
        if resume is not None or record is not None:
            raise click.UsageError(
                "--sheet writes a blank sheet. To print what was counted, use canasta export FILE --sheet OUT."
            )
        plan = MatchPlan(game, players, house, options, names=names)
        padded = _pad_rules(plan, pad, partners, minimums, target)
        if padded is None:
            check_named(game, house)
        _write_sheet(paper, padded or plan.rules(), names, dealer, keeper, pad=padded is not None)
        return
    dialog = open_dialog(**looks)
    try:
        if resume is not None:
            go_on(resume, dialog)
            return
        if record is not None:
            check_new(record)
        plan = MatchPlan(game, players, house, options, names=names)
        rules = _pad_rules(plan, pad, partners, minimums, target) or _rules(plan, dialog)
        called = _names(names, rules, dialog)
        first = _seat(dealer, rules, "--dealer")
        score_keeper = _seat(keeper, rules, "--keeper")
        output = RecordFile(record) if record is not None else begin_record(rules)
    except Leave:
        dialog.say(Text("Goodbye."))
        return
    with output:
        evening = KeptEvening(rules, output, pad=pad is not None)
        try:
            for seat, name in enumerate(called):
                evening.do(acts.NameSeat(seat, name))
            evening.do(acts.Start(first, score_keeper))
        except Refused as refused:
            _forget(output)
            raise click.ClickException(refused.text) from None
        dialog.clear()
        dialog.say(label(rules.title, "bold").append(f" for {rules.seats} players, with real cards.", style=""))
        _run(evening, output, dialog)


def _write_sheet(
    path: Path, rules: Rules, names: str | None, dealer: int | None, keeper: int | None, *, pad: bool
) -> None:
    """Write a blank score sheet for a match by *rules*, or for a *pad*."""
    called = [] if names is None else _called(names, rules)
    first, score_keeper = _seat(dealer, rules, "--dealer"), _seat(keeper, rules, "--keeper")
    if first >= 0 and first == score_keeper:
        raise click.BadParameter("the Score Keeper never deals", param_hint="--keeper")
    write_page(
        path,
        score_paper(rules, called, first if first >= 0 else None, score_keeper if score_keeper >= 0 else None, pad=pad),
        "--sheet",
    )


def _run(evening: KeptEvening, output: RecordFile, dialog: Dialog) -> None:
    """Keep the score until somebody leaves; a match in which nothing was counted is not kept."""
    if evening.rules.procedures.seats != "as agreed" and not evening.match.results:
        dialog.say(Text("Draw with your real cards: ").append_text(render_line(stakes_line(evening.rules))))
    try:
        ScoreRoom(evening, dialog).run()
    except Leave:
        kept = bool(evening.match.results)
        again = output.path.stem if output.path.parent == matches_folder() else str(output.path)
        dialog.say(
            Text(f"Goodbye. To go on: canasta keep --resume {again}" if kept and not evening.match.over else "Goodbye.")
        )
    finally:
        if not evening.match.results:
            _forget(output)


def _forget(output: RecordFile) -> None:
    """Delete a record in which nothing is."""
    output.close()
    output.path.unlink(missing_ok=True)


def go_on(path: Path, dialog: Dialog) -> None:
    """Go on with the match whose record is the file at *path*, with real cards.

    Raises `click.ClickException` where its last deal is being played here, and `canasta.files.FileError` where it can't be written.
    """
    with RecordFile(path, resume=True) as output:
        content = output.content()
        text = content.decode(errors="replace")
        try:
            resumed = resume_record(content)
            text = content[: resumed.size].decode()
            rules = read_unfinished(text).rules
            if resumed.match.current_deal is not None:
                word = rules.words.deal
                raise click.ClickException(
                    f"{path}: the last {word} is being played here. Finish it with canasta play --resume {path}, then keep the score."
                )
            evening = KeptEvening(rules, output, text, pad=resumed.heading.comment == REMARK)
            for seat, player in enumerate(resumed.players):
                evening.do(acts.NameSeat(seat, player.name))
            evening.do(acts.Start())
        except Refused as refused:
            raise click.ClickException(f"{path}: {refused.text}") from None
        dialog.clear()
        dialog.say(Text(f"{rules.title} continues from {path.name}."))
        _run(evening, output, dialog)


def _pad_rules(
    plan: MatchPlan, title: str | None, partners: bool, minimums: str | None, target: int | None
) -> Rules | None:
    """Return the rules of a pad, for as many players as have names; None where none is asked for. Raises `click.UsageError`."""
    if title is None:
        if partners or minimums or target:
            raise click.UsageError("--partners, --minimums and --target are for a pad. Name its game with --pad.")
        return None
    if plan.game or plan.house or plan.options:
        raise click.UsageError("A pad has no rules. Leave out the game, --house and --option, or --pad.")
    number = plan.players or (len(plan.names.split(",")) if plan.names else 0)
    if not 2 <= number <= _MOST_PLAYERS:
        raise click.BadParameter(f"name 2 to {_MOST_PLAYERS} players, such as: --names Ann,Bea", param_hint="--names")
    try:
        rows = read_minimums(minimums) if minimums else []
    except NotationError as error:
        raise click.BadParameter(str(error), param_hint="--minimums") from None
    return load(None, number, house=pad_house(title, 2 if partners else 0, rows, target or 0))


def _rules(plan: MatchPlan, dialog: Dialog) -> Rules:
    """Return the rules that *plan* asks for, or that are chosen at the keyboard. Raises `Leave`."""
    if plan.game is None and plan.house is None:
        if not dialog.typed:
            check_named(plan.game, plan.house)
        from canasta.terminal.play.lobby import Lobby

        plan = Lobby(dialog, plan).ask_rules()
    return plan.rules()


def _names(names: str | None, rules: Rules, dialog: Dialog) -> list[str]:
    """Return the names of the players, seat by seat. Raises `Leave`, and `click.BadParameter` for a wrong number of names."""
    while True:
        if names is None and not dialog.typed:
            return [f"Player {seat}" for seat in range(1, rules.seats + 1)]
        partners = " Partners sit opposite each other." if rules.seats == 4 and rules.sides == 2 else ""
        text = names if names is not None else dialog.ask(f"Who plays, in the order round the table?{partners} ")
        try:
            return _called(text, rules)
        except click.BadParameter as error:
            if names is not None:
                raise
            dialog.say(Text(f"{error.message}.", style="yellow"))


def _called(text: str, rules: Rules) -> list[str]:
    """Return the names of the players in *text*, seat by seat. Raises `click.BadParameter` for a wrong number of names."""
    called = [name.strip() for name in text.split(",") if name.strip()]
    if len(called) == rules.seats:
        return called
    raise click.BadParameter(
        f"{several(len(called), 'name')}. {rules.title} has {rules.seats} players here. "
        f"Name {rules.seats}, with commas between them",
        param_hint="--names",
    )


def _seat(number: int | None, rules: Rules, hint: str) -> int:
    """Return the seat *number* as Python counts it; −1 for none. Raises `click.BadParameter` for one there is not."""
    if number is None:
        return -1
    if not 1 <= number <= rules.seats:
        raise click.BadParameter(f"{number} is not a seat; the seats are 1 to {rules.seats}", param_hint=hint)
    return number - 1
