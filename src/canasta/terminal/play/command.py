"""``canasta play``: a match in this terminal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Final, Unpack

import click
from click.core import ParameterSource
from rich.text import Text

from canasta.base.answers import YES
from canasta.base.errors import NotationError
from canasta.base.shuffle import LARGEST_SEED, next_seed
from canasta.bots.registry import USUAL
from canasta.files import FileError, RecordFile, check_new
from canasta.game_argument import check_named, game_argument
from canasta.rules.groups import Rules
from canasta.terminal.completion import complete_bots, complete_seats
from canasta.terminal.dialog import Dialog, Leave
from canasta.terminal.matches.kept import begin_record, last_unfinished
from canasta.terminal.matches.record_argument import RecordName
from canasta.terminal.play.places import Places, choose_places, command_again
from canasta.terminal.play.plan import MatchPlan
from canasta.terminal.play.resuming import go_on, gone_text, goodbye_text, offer_last, unfinished_text
from canasta.terminal.play.seating import Seating, read_seats
from canasta.terminal.play.table_options import LOOKS, Looks, open_dialog, table_options
from canasta.terminal.style import label
from canasta.whole_number import WholeNumber

if TYPE_CHECKING:
    from canasta.terminal.play.sitting import Sitting

_SEED_BITS: Final = 53
"""The size of a seed that nobody chose: so large that whoever sees one hand can't try them all and find the other hands."""


@click.command(
    short_help="Play a match against bots or with other people.",
    epilog="\b\nExamples:\n"
    "  canasta play                                        resumes your last match, or asks what to play\n"
    "  canasta play hand-and-foot\n"
    "  canasta play new-canasta --players 5 --seed 7       the same cards for everyone who types 7\n"
    "  canasta play classic --seats you,greedy,you,greedy --names Ann,Cyd\n"
    "  canasta play classic --option meld.ratio=fewer      options: canasta options classic\n"
    "  canasta play ponytail --record evening.chh          records the match in a file of your own\n"
    "  canasta play --resume evening.chh                   resumes where you left off",
)
@game_argument
@click.option("-p", "--players", type=WholeNumber(), metavar="N", help="Number of players.")
@click.option(
    "--bots",
    "bot",
    default=USUAL,
    show_default=True,
    metavar="NAME",
    shell_complete=complete_bots,
    help="The bot in the other seats; canasta help bots lists them. command:./mybot starts a program.",
)
@click.option(
    "--seats", metavar="LIST", shell_complete=complete_seats, help='Who sits where, such as "you,greedy,you,greedy".'
)
@click.option("--names", metavar="LIST", help='Names of the players, such as "Ann,Bea".')
@click.option(
    "--seed",
    type=WholeNumber(0, LARGEST_SEED),
    metavar="N",
    help="Deal the same cards as an earlier match with this seed.",
)
@click.option("--lesson", is_flag=True, help="Learn to play: three turns of Hand and Foot, with what to type and why.")
@click.option(
    "--fair",
    is_flag=True,
    help="Promise every deck before you give a number for it, and show afterwards that it was so.",
)
@click.option(
    "--draw/--no-draw",
    default=None,
    help="Draw for partners and dealer, if the game has a draw. [default: at a keyboard]",
)
@click.option("--dealer", type=WholeNumber(), metavar="N", help="The seat that deals first, from 1, without a draw.")
@click.option(
    "--keeper", type=WholeNumber(), metavar="N", help="The seat of the Score Keeper, from 1. [default: the last]"
)
@click.option("-o", "--option", "options", multiple=True, metavar="NAME", help="Use an option; repeatable.")
@click.option("--house", type=click.Path(path_type=Path), metavar="FILE", help="Use the house rules in this file.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Record the match in this new file.")
@click.option("--no-record", is_flag=True, help="Do not record the match.")
@click.option(
    "--resume", type=RecordName(), metavar="FILE", help="Resume the match recorded in FILE, or a match by its name."
)
@table_options
def play(
    game: str | None,
    players: int | None,
    bot: str,
    seats: str | None,
    names: str | None,
    seed: int | None,
    lesson: bool,
    fair: bool,
    draw: bool | None,
    dealer: int | None,
    keeper: int | None,
    options: tuple[str, ...],
    house: Path | None,
    record: Path | None,
    no_record: bool,
    resume: Path | None,
    **looks: Unpack[Looks],
) -> None:
    """Play a match of GAME against bots or with other people at this keyboard.

    Without a GAME, you can resume your last match or choose what to play. Every match is recorded; canasta matches lists them. At the
    table, type help for the commands. Write cards as 4c, Kh, Td, Jk; you can leave out suits. For example: draw, lay KKK 5552,
    discard 4c.
    """
    if no_record and (record is not None or resume is not None):
        raise click.UsageError("--no-record cannot be used with --record or --resume. Leave one of them out.")
    _check_fair(fair, seed)
    dialog = open_dialog(**looks)
    if lesson:
        _learn(dialog)
        return
    if resume is not None:
        _resume(resume, dialog)
        return
    if record is not None:
        check_new(record)
    chosen = read_seats(seats)
    players = len(chosen) if players is None and chosen is not None else players
    plan = MatchPlan(game, players, house, options, chosen, names, bot.lower(), seated=chosen is not None)
    try:
        if game is None and house is None:
            if not dialog.typed:
                check_named(game, house)
            if not _given() and offer_last(dialog):
                return
            from canasta.terminal.play.lobby import Lobby

            plan = Lobby(dialog, plan).ask()
        plan = plan.with_name(dialog.settings.name)
        rules = plan.rules()
        seating = plan.seating(rules)
        places = choose_places(rules, draw, dealer, keeper, typed=dialog.typed, seated=plan.seated)
        seed = randbits(_SEED_BITS) if seed is None and not fair else seed
        if record is not None:
            from canasta.terminal.play.journal import check_record

            check_record(rules, seating, seed)
    except Leave:
        dialog.say(Text("Goodbye."))
        return
    _play_on(_Evening(dialog, plan, rules, seating, places, seed), record, no_record=no_record)


def _resume(path: Path, dialog: Dialog) -> None:
    """Go on with the match recorded in the file at *path*. Raises `click.UsageError` where anything else is asked for."""
    if _given() - {"resume"}:
        raise click.UsageError(
            "--resume continues the match as it is. Only --ascii, --plain, --colours and --pause can be used with it."
        )
    go_on(path, dialog)


def _learn(dialog: Dialog) -> None:
    """Play the first lesson, which nothing is recorded of. Raises `click.UsageError` where anything else is asked for."""
    if _given() - {"lesson"}:
        raise click.UsageError(
            "The lesson has its own game and cards. Leave out everything but --ascii, --plain and --colours."
        )
    from canasta.session.lesson import lesson_case
    from canasta.terminal.play.host import Host
    from canasta.terminal.play.lesson import PLAYERS, Lesson
    from canasta.terminal.play.sitting import Sitting

    rules = lesson_case().rules
    assert rules is not None
    dialog.clear()
    dialog.say(
        label(f"Learn to play {rules.title}", "bold").append(". You and Tom play against Ruth and Ivy.", style="")
    )
    try:
        Host(Sitting(rules, PLAYERS, dialog, 1, lesson=Lesson())).run()
    except Leave:
        dialog.say(Text("Goodbye. To play a match: canasta play hand-and-foot"))


def _check_fair(fair: bool, seed: int | None) -> None:
    """See that no seed is named for decks that are promised. Raises `click.UsageError`."""
    if fair and seed is not None:
        raise click.UsageError(
            "A seed says all cards beforehand, so nothing can be promised. Leave out --seed or --fair."
        )


def _play_on(evening: _Evening | None, record: Path | None, *, no_record: bool) -> None:
    """Play the match of *evening*, recorded in the file *record* if it is named, and rematches for as long as people want them."""
    while evening is not None:
        evening = evening.play(record, no_record=no_record)
        record = None


def _given() -> set[str]:
    """Return the names of the parameters on the command line, without those that only say how it looks."""
    context = click.get_current_context()
    names = {name for name in context.params if context.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    return names - LOOKS


@dataclass(frozen=True, slots=True)
class _Evening:
    """A match that is about to begin, as *plan* describes it."""

    dialog: Dialog
    plan: MatchPlan
    rules: Rules
    seating: Seating
    places: Places
    seed: int | None
    """What all cards come from; None where each deck is promised."""

    def play(self, record: Path | None, *, no_record: bool) -> _Evening | None:
        """Draw for seats, and play the match, recorded in the file *record*, or in the data folder unless *no_record*.

        Returns the rematch, if people at a keyboard want one.
        """
        from canasta.terminal.play.journal import MatchJournal
        from canasta.terminal.play.match_file import play_match
        from canasta.terminal.play.sitting import Sitting

        dialog, notices = self.dialog, self._notices()
        self._begin()
        journal = MatchJournal(self.seating, None if no_record else lambda: self._output(record, notices))
        try:
            places = self.places
            sitting = Sitting(self.rules, self.seating, dialog, self.seed, places, journal=journal, notices=notices)
            play_match(sitting, journal)
        except Leave:
            dialog.say(goodbye_text(journal.file.path if journal.file else None))
        except KeyboardInterrupt:
            dialog.say(Text(), goodbye_text(journal.file.path if journal.file else None))
            raise
        else:
            path = journal.file.path if journal.file else None
            self._say_again()
            if path is not None and not path.exists():
                dialog.say(gone_text(path))
            elif path is not None and record is None and dialog.typed:
                dialog.say(Text(f"To watch this match: canasta matches replay {path.stem}", style="dim"))
            if dialog.typed and sitting.seating.people:
                return self._rematch(sitting)
        return None

    def _rematch(self, sitting: Sitting) -> _Evening | None:
        """Return the next match of the same players, dealt on from the last one, if they want one."""
        try:
            if self.dialog.ask("Do you want a rematch? [y/N] ").lower() not in YES:
                return None
        except Leave:
            return None
        seating, match = sitting.seating, sitting.match
        plan = replace(self.plan, seats=seating.players, names=",".join(seating.names))
        places = Places(draw=False, dealer=match.dealer, keeper=match.keeper)
        seed = None if self.seed is None else next_seed(match.seed)
        return replace(self, plan=plan, seating=seating, places=places, seed=seed)

    def _say_again(self) -> None:
        """Say which command deals the same cards, if one does."""
        if self.seed is None:
            return
        plan = self.plan
        again = command_again(
            self.rules, self.seed, self.places, plan.game, plan.options, plan.house, plan.seats, plan.bot, plan.names
        )
        self.dialog.say_whole(Text(f"To play these cards again: {again}", style="dim"))

    def _notices(self) -> list[str]:
        """Return what is said of a match that was left; in a pipe, where output is for programs, among the errors."""
        kept = last_unfinished()
        if kept is None:
            return []
        if self.dialog.typed:
            return [unfinished_text(kept)]
        click.echo(unfinished_text(kept), err=True)
        return []

    def _begin(self) -> None:
        """Say what is played, and how to play it again."""
        dialog, rules = self.dialog, self.rules
        dialog.clear()
        dialog.say(
            label(rules.title, "bold").append(f" for {rules.seats} players. Type help if you get stuck."),
        )
        self._say_again()
        from canasta.engine import KERNEL

        if KERNEL != "compiled":
            dialog.say(
                Text("Using the interpreted kernel, about thirty times slower than the compiled one.", style="dim")
            )

    def _output(self, record: Path | None, notices: list[str]) -> RecordFile | None:
        """Return where the match is recorded; without a file named, a match that cannot be is played all the same."""
        if record is not None:
            return RecordFile(record)
        from canasta.terminal.play.journal import check_record

        try:
            check_record(self.rules, self.seating, self.seed)
            return begin_record(self.rules)
        except (FileError, NotationError) as error:
            notices.append(f"This match is not recorded. {error}")
            return None
