"""A sitting: the table of one match at this terminal, who sits there, and what is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Final

from rich.text import Text

from canasta.base.errors import CanastaError, IllegalMove
from canasta.base.events import Event
from canasta.base.moves import Move
from canasta.base.spans import Line
from canasta.bots import Bot, is_slow, make, make_apart
from canasta.bots.registry import BACK_UP, USUAL
from canasta.deal.deal import Deal
from canasta.deal.match import Match
from canasta.files import write_file
from canasta.notation.move_text import move_text
from canasta.rules.digest import as_table
from canasta.rules.groups import Rules
from canasta.session import acts
from canasta.session.acts import Act
from canasta.session.entries import Command
from canasta.session.folding_match import Happening
from canasta.session.state import State
from canasta.tables.local import LocalTable, SeatedBots
from canasta.terminal.dialog import Dialog
from canasta.terminal.play.journal import MatchJournal
from canasta.terminal.play.places import Places
from canasta.terminal.play.seating import PERSON, Seating
from canasta.wording.announcements import cut_line, dealers_line
from canasta.wording.names import Names
from canasta.wording.spans import joined

if TYPE_CHECKING:
    from canasta.tables.fairness_check import OwnNumbers
    from canasta.terminal.play.lesson import Lesson

_SEED_BITS: Final = 53
AS_AGREED: Final = Places(draw=False, dealer=None, keeper=None)


class Sitting:
    """What the host of a match and the people at its keyboard share.

    Everyone sits at a `table` of this process, which the *journal* keeps as a record. *moved* says whether a person has made a
    move, or a bot where only bots play. *notices* are for the first table that is shown.
    """

    def __init__(
        self,
        rules: Rules,
        seating: Seating,
        dialog: Dialog,
        seed: int | None,
        places: Places = AS_AGREED,
        *,
        record: str = "",
        journal: MatchJournal | None = None,
        notices: Sequence[str] = (),
        lesson: Lesson | None = None,
        asks_numbers: bool = True,
    ) -> None:
        """Sit down to a match that has not begun, or to the one in *record*.

        All cards come from *seed*; without one, each deck is promised, and everyone gives a number for it: people are asked for
        theirs if the table *asks_numbers*, and have one by chance if not.
        """
        self.dialog = dialog
        self.moved = False
        self._journal = journal or MatchJournal(seating)
        self._notices = notices
        self._looking = -1
        self.asks_numbers = asks_numbers
        self.lesson = lesson
        """What says what to do next, if this is the first lesson."""
        self._asked = count(1)
        self.bots = SeatedBots(randbits(_SEED_BITS) if seed is None else seed, self._bot)
        self._numbers: dict[int, OwnNumbers] = {}
        self.table = LocalTable(self.bots, journal=self._journal)
        self._sit_down(rules, seed, places, record)

    def _sit_down(self, rules: Rules, seed: int | None, places: Places, record: str) -> None:
        """Make the table, and give everyone their seat. It knows them by numbers: names are said here."""
        seating = self.seating
        people = {seat: f"p{seat + 1}" for seat in seating.people}
        host = next(iter(people.values()), "p0")
        made = acts.Make(
            as_table(rules),
            _called(host),
            {"pace": 0, "draw": places.draw},
            tuple(dict.fromkeys((USUAL, *(player for player in seating.players if player != PERSON)))),
            record=record,
            seed="" if seed is None else str(seed),
            dealer=-1 if places.dealer is None else places.dealer,
            keeper=-1 if places.keeper is None else places.keeper,
        )
        if self.lesson is not None:
            from canasta.session.lesson import lesson_table  # late, for it brings the reader of cases

            shown, _ = lesson_table(_called(host), made.bots, USUAL)
            made = replace(made, given=shown.given, script=shown.script)
        self._ask(host, made)
        for seat, player in enumerate(seating.players):
            if player != PERSON:
                self._ask(host, acts.PutBot(seat, player))
                continue
            if people[seat] != host:
                self._ask(people[seat], acts.Join(_called(people[seat])))
            self._ask(people[seat], acts.Sit(seat))

    def _ask(self, by: str | None, act: Act) -> Sequence[Happening]:
        self.table.do(Command(f"c-{next(self._asked)}", by, act))
        return self.table.happened

    def _bot(self, player: str, seed: int, seat: int) -> Bot:
        """Return the bot *player* for *seat*; for one that runs as a program, another one is at hand."""
        bot = make_apart(player, seed, seat)
        if not is_slow(player):
            return bot
        from canasta.bots.process import ProcessBot  # late, for most bots need no program

        if isinstance(bot, ProcessBot):
            who = self.seating.shared.player(seat)
            bot.back_up(make(BACK_UP, seed, seat), lambda failed: self.dialog.say(Text(f"{who}: {failed}")))
        return bot

    @property
    def seating(self) -> Seating:
        """Who sits where."""
        return self._journal.seating

    @property
    def state(self) -> State:
        """The table as it is now."""
        return self.table.table.state

    @property
    def match(self) -> Match:
        """The match in progress, as it is now."""
        match = self.state.match
        assert match is not None
        return match

    @property
    def deal(self) -> Deal:
        """The deal in progress, as it is now."""
        return self.match.deal

    @property
    def leaving(self) -> str:
        """What a person is asked before they leave: nothing where the match can be resumed."""
        recorded = "This match isn't recorded: if you leave, it's lost. Leave anyway? [y/N] "
        return "" if self._journal.recording else recorded

    def do(self, seat: int, act: Act) -> Sequence[Happening]:
        """Do *act* for the person in *seat*; return what happened. Raises `canasta.session.refusals.Refused`."""
        return self._ask(self.state.places[seat].person, act)

    def plays(self, seat: int) -> bool:
        """Return whether a person plays *seat* now: a bot may stand in for them."""
        return self.state.places[seat].playing == "person"

    def start(self) -> Sequence[Happening]:
        """Let the match begin or go on; return what happened."""
        return self._ask(self.state.host, acts.Start())

    def run_due(self) -> Sequence[Happening]:
        """Let happen what nobody is asked for: a bot's move, say; return what happened."""
        due = self.table.run_due()
        assert due, "nothing is due, and nobody is asked"
        return self.table.happened

    def play(self, seat: int, move: Move) -> list[Event]:
        """Make the *move* of the person in *seat*; return what happened. Raises `canasta.base.errors.IllegalMove`."""
        refusal = self.deal.refusal(seat, move)
        if refusal is not None:
            raise IllegalMove(refusal)
        happened = self.do(seat, acts.Play(move_text(move)))
        self.moved = True
        return [each for each in happened if isinstance(each, Event)]

    def give_number(self, seat: int, number: int) -> Sequence[Happening]:
        """Give *number* for the shuffle that is promised, for the person in *seat*; return what happened."""
        from canasta.tables.fairness_check import OwnNumbers  # late, for most decks come from a seed

        own = self._numbers.setdefault(seat, OwnNumbers())
        own.sent(self.table.table.snapshot().public, seat + 1, str(number))
        return self.do(seat, acts.Number(str(number)))

    def fairness(self) -> list[Text]:
        """Return what has come to light of the last deck: whether it came from the promise and from everyone's numbers."""
        if not self.asks_numbers:
            return []
        public = self.table.table.snapshot().public if self._numbers else {}
        told = [sentence for own in self._numbers.values() for sentence in own.check(public)]
        return [Text(sentence, style="dim") for sentence in dict.fromkeys(told)]

    def undo(self, seat: int) -> None:
        """Take back the last move of the person in *seat*. Raises `canasta.session.refusals.Refused`."""
        self.do(seat, acts.Undo())

    def announced(self, names: Names) -> list[Line]:
        """Return what is said before the first turn of a deal, as *names* says it."""
        match = self.match
        bonus = match.rules.procedures.exact_cut
        # A screen that is drawn again would no longer show how the deck was cut.
        again = self.dialog.clears and self.seating.people
        cuts = [cut_line(cut, bonus, names) for cut in match.cuts] if again else []
        return [
            *([joined(cuts, " ")] if cuts else []),
            dealers_line(match.rules, match.dealer, match.keeper, names),
        ]

    def sit_down(self, seat: int) -> None:
        """Make sure that the person in *seat*, and nobody else, looks at the screen."""
        if len(self.seating.people) > 1 and self._looking != seat:
            self.dialog.hand_over(self.seating.names[seat])
        self._looking = seat

    def notify(self, text: str) -> None:
        """Tell everyone at the keyboard *text*: below the next table, where screens are drawn again."""
        if self.dialog.clears:
            self._notices = [*self._notices, text]
        else:
            self.dialog.say(Text(text))

    def notices(self) -> list[Text]:
        """Return what is to be shown below the first table; once."""
        texts = [Text(text, style="dim") for text in self._notices]
        self._notices = ()
        return texts

    def save(self, path: Path) -> None:
        """Copy the record of the match to a new file at *path*.

        Raises `FileExistsError` if the file is there already, `canasta.files.FileError` if it cannot be written, and
        `CanastaError` if the match is not recorded.
        """
        if self._journal.file is None:
            raise CanastaError("This match isn't recorded, so there is nothing to save.")
        write_file(path, self._journal.file.content(), new=True)


def _called(person: str) -> str:
    return f"Player {person.removeprefix('p')}"
