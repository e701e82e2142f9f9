"""The host of a match in the terminal: seats people and bots at the table, lets them play, counts, names the winners."""

from __future__ import annotations

from collections.abc import Sequence
from time import sleep

from rich.text import Text

from canasta.base.events import DealBegan, Event
from canasta.deal.deal import Deal
from canasta.deal.match import Match
from canasta.session import acts
from canasta.session.folding_match import Happening
from canasta.terminal.play.cutting import cut_deck
from canasta.terminal.play.keyboard import Keyboard
from canasta.terminal.play.seat_drawing import draw_places
from canasta.terminal.play.seating import Seating
from canasta.terminal.play.shuffling import agree_on_deck
from canasta.terminal.play.sitting import Sitting
from canasta.terminal.score_tables import after_deal
from canasta.wording.announcements import winners_line
from canasta.wording.story import tell


class Host:
    """Runs one match from the first shuffle to the winners.

    The history of the deal in progress has every card: only `tell`, which shows each seat what it may see, writes
    it down.
    """

    def __init__(self, sitting: Sitting) -> None:
        """Make the host of the *sitting*, which may go on in the middle of a deal."""
        self.dialog = sitting.dialog
        self._sitting = sitting
        self._keyboards: dict[int, Keyboard] = {}

    @property
    def match(self) -> Match:
        """The match in progress."""
        return self._sitting.match

    @property
    def deal(self) -> Deal:
        """The deal in progress."""
        return self._sitting.deal

    @property
    def seating(self) -> Seating:
        """Who sits where."""
        return self._sitting.seating

    @property
    def moved(self) -> bool:
        """Whether a person has made a move, or a bot where only bots play."""
        return self._sitting.moved

    def run(self) -> None:
        """Play to the end of the match.

        Raises `Leave` when a person leaves.
        """
        sitting, dialog = self._sitting, self.dialog
        happened = sitting.start()
        goes_on = sitting.state.phase == "playing" and not _dealt(happened)
        agree_on_deck(sitting)
        if sitting.state.phase == "drawing":
            draw_places(sitting)
        dialog.leaving = sitting.leaving
        self._keyboards = {seat: Keyboard(sitting, seat) for seat in self.seating.people}
        if not self._keyboards:
            dialog.say(*sitting.notices())
        if goes_on:
            for keyboard in self._keyboards.values():
                keyboard.resume()
        else:
            self._begin_deal()
        while True:
            self._play()
            self._count()
            if sitting.state.phase == "over":
                break
            self._next_deal()
            self._begin_deal()
        dialog.leaving = ""
        match = self.match
        winners = winners_line(match.standing.winners, match.totals, match.rules, self.seating.shared)
        dialog.say(Text(), winners)

    def _next_deal(self) -> None:
        """Go on from the count of a deal."""
        for seat in self._keyboards:
            if self._sitting.state.phase == "counting" and self._sitting.plays(seat):
                self._sitting.do(seat, acts.Ready())
        if self._sitting.state.phase == "counting":
            self._sitting.run_due()

    def _begin_deal(self) -> None:
        """Promise the deck and cut it where that is wanted; then everyone has their cards."""
        agree_on_deck(self._sitting)
        cut_deck(self._sitting)
        for keyboard in self._keyboards.values():
            keyboard.new_deal()
        if not self._keyboards:
            self.dialog.say(Text(), *self._sitting.announced(self.seating.shared))

    def _play(self) -> None:
        pause = self.dialog.settings.pause
        # Turns are shown one by one where nobody sits, and above the next screen where people want to see them.
        paced = self.dialog.clears and pause > 0
        shows = paced or not self._keyboards
        told = 0
        while not self.deal.over:
            keyboard = self._keyboards.get(self.deal.actor)
            if keyboard is not None and self._sitting.plays(self.deal.actor):
                keyboard.act()
                told = len(self.deal.history)
                continue
            turn = self.deal.position.turns
            self._step()
            if shows and self.deal.position.turns != turn:
                self._tell(self.deal.history[told:])
                told = len(self.deal.history)
                if paced:
                    sleep(pause)
        if not self._keyboards:
            self._tell(self.deal.history[told:])
        for keyboard in self._keyboards.values():
            keyboard.deal_over()
            break

    def _step(self) -> None:
        """Let the bot that must act make a move."""
        self._sitting.run_due()
        if not self._keyboards:
            self._sitting.moved = True

    def _tell(self, events: Sequence[Event]) -> None:
        self.dialog.say(*tell(events, self.seating.shared, self.match.rules))

    def _count(self) -> None:
        sitting = self._sitting
        deal = self.deal
        sitting.run_due()
        match = self.match
        counted = match.results[-1]
        sitting.bots.tell_over(deal, [sheet.total for sheet in counted.sheets])
        self.dialog.say(Text(), after_deal(match, counted, self.seating.shared, self.dialog.width, self.dialog.plain))
        self.dialog.say(*sitting.fairness())
        if self.dialog.clears and not match.over:
            self.dialog.wait("Press Enter for the next " + match.rules.words.deal + ". ")
            self.dialog.clear()


def _dealt(happened: Sequence[Happening]) -> bool:
    return any(isinstance(each, DealBegan) for each in happened)
