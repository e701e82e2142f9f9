"""The host of a match in the terminal: deals, lets bots and people play, counts, names the winners."""

from __future__ import annotations

from collections.abc import Sequence
from time import sleep

from rich.text import Text

from canasta.base.events import Event
from canasta.bots import Bot, make, make_apart, tell_over
from canasta.bots.process import ProcessBot
from canasta.bots.registry import BACK_UP
from canasta.deal.deal import Deal
from canasta.deal.match import Match
from canasta.deal.view import view
from canasta.files import RecordFile
from canasta.notation.records.recorder import Recorder, next_deal
from canasta.terminal.dialog import Dialog
from canasta.terminal.play.cutting import cut_stack
from canasta.terminal.play.keyboard import Keyboard
from canasta.terminal.play.seating import PERSON, Seating
from canasta.terminal.play.sitting import Sitting
from canasta.terminal.score_tables import after_deal
from canasta.wording.announcements import winners_line
from canasta.wording.story import tell


class Host:
    """Runs one match from the first shuffle to the winners.

    The history of the deal in progress has every card: only `tell`, which shows each seat what it may see, writes
    it down. *recorder*, *record* and *notices* as for `Sitting`.
    """

    def __init__(
        self,
        match: Match,
        seating: Seating,
        dialog: Dialog,
        recorder: Recorder | None = None,
        record: RecordFile | None = None,
        notices: Sequence[str] = (),
    ) -> None:
        """Make a match to be played, perhaps from the middle of a deal."""
        self.match = match
        self.seating = seating
        self.dialog = dialog
        self.recorder = recorder
        self._sitting = Sitting(match, seating, dialog, recorder, record, notices)
        self._bots: dict[int, Bot] = {
            seat: self._bot(player, seat) for seat, player in enumerate(seating.players) if player != PERSON
        }
        self._keyboards = {seat: Keyboard(self._sitting, seat) for seat in seating.people}

    def _bot(self, player: str, seat: int) -> Bot:
        """Return the bot *player* for *seat*; for one that runs as a program, another one is at hand."""
        bot = make_apart(player, self.match.seed, seat)
        if isinstance(bot, ProcessBot):
            who = self.seating.shared.player(seat)
            bot.back_up(make(BACK_UP, self.match.seed, seat), lambda failed: self.dialog.say(Text(f"{who}: {failed}")))
        return bot

    @property
    def moved(self) -> bool:
        """Whether a person has made a move, or a bot where only bots play."""
        return self._sitting.moved

    @property
    def deal(self) -> Deal:
        """The deal in progress."""
        return self._sitting.deal

    def run(self) -> None:
        """Play to the end of the match.

        Raises `Leave` when a person leaves.
        """
        self.dialog.leaving = self._sitting.leaving
        if not self._keyboards:
            self.dialog.say(*self._sitting.notices())
        if self.match.current_deal is not None:
            for keyboard in self._keyboards.values():
                keyboard.resume()
            self._play()
            self._count()
        while not self.match.over:
            if self.recorder and not self.recorder.dealing:
                self.recorder.begin_deal(next_deal(self.match))
            cut = self.recorder.cut if self.recorder else None
            cut_stack(self.match, self.seating, self.dialog, self.match.seed, cut)
            self.match.begin_deal()
            if self.recorder:
                self.recorder.dealt()
            for keyboard in self._keyboards.values():
                keyboard.new_deal()
            if not self._keyboards:
                self.dialog.say(Text(), *self._sitting.announced(self.seating.shared))
            self._play()
            self._count()
        self.dialog.leaving = ""
        match = self.match
        winners = winners_line(match.standing.winners, match.totals, match.rules, self.seating.shared)
        self.dialog.say(Text(), winners)

    def _play(self) -> None:
        deal, pause = self.deal, self.dialog.settings.pause
        # Turns are shown one by one where nobody sits, and above the next screen where people want to see them.
        paced = self.dialog.clears and pause > 0
        shows = paced or not self._keyboards
        told = 0
        while not deal.over:
            bot = self._bots.get(deal.actor)
            if bot is None:
                if self.recorder:
                    self.recorder.flush()
                self._keyboards[deal.actor].act()
                told = len(deal.history)
                continue
            turn = deal.position.turns
            self._step(bot)
            if shows and deal.position.turns != turn:
                self._tell(deal.history[told:])
                told = len(deal.history)
                if paced:
                    sleep(pause)
        if not self._keyboards:
            self._tell(deal.history[told:])
        for keyboard in self._keyboards.values():
            keyboard.deal_over()
            break

    def _step(self, bot: Bot) -> None:
        """Let *bot* take a step, and write it down."""
        deal = self.deal
        seat, before = deal.actor, deal.position.copy()
        step = bot.choose(view(deal, seat))
        if not self._keyboards:
            self._sitting.moved = True
        events = deal.step(seat, step)
        if self.recorder:
            self.recorder.stepped(seat, step, before, events)

    def _tell(self, events: Sequence[Event]) -> None:
        self.dialog.say(*tell(events, self.seating.shared, self.match.rules))

    def _count(self) -> None:
        if self.recorder:
            self.recorder.counted()
        deal = self.deal
        self.match.count()
        counted = self.match.results[-1]
        players = [self._bots.get(seat) for seat in range(self.match.rules.seats)]
        tell_over(deal, players, [sheet.total for sheet in counted.sheets])
        self.dialog.say(
            Text(), after_deal(self.match, counted, self.seating.shared, self.dialog.width, self.dialog.plain)
        )
        if self.dialog.clears and not self.match.over:
            self.dialog.wait("Press Enter for the next " + self.match.rules.words.deal + ". ")
            self.dialog.clear()
