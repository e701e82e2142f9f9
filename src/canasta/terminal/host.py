"""The host of a match in the terminal: deals, lets bots and people play, counts, names the winners."""

from __future__ import annotations

from rich.text import Text

from canasta.bots import Bot, make, play_step
from canasta.deal import Deal
from canasta.events import Event
from canasta.match import Match
from canasta.terminal.announcing import Lift, dealers_text, lift_text
from canasta.terminal.cutting import cut_stack
from canasta.terminal.keyboard import Keyboard
from canasta.terminal.naming import Names
from canasta.terminal.seating import PERSON, Seating
from canasta.terminal.sheets import after_deal, winners_text
from canasta.terminal.story import tell
from canasta.terminal.talk import Talk


class Host:
    """Runs one match from the first shuffle to the winners.

    `log` holds what has happened in the deal in progress, with every card: only `tell`, which shows each seat
    what it may see, writes it down.
    """

    def __init__(self, match: Match, seating: Seating, talk: Talk) -> None:
        self.match = match
        self.seating = seating
        self.talk = talk
        self.log: list[Event] = []
        self.lifts: tuple[Lift, ...] = ()
        self._sitting = -1
        self._bots: dict[int, Bot] = {
            seat: make(player, match.seed, seat) for seat, player in enumerate(seating.players) if player != PERSON
        }
        self._keyboards = {seat: Keyboard(self, seat) for seat in seating.people}

    @property
    def deal(self) -> Deal:
        """The deal in progress."""
        assert self.match.deal is not None
        return self.match.deal

    def run(self) -> None:
        """Play to the end of the match.

        Raises `Leave` when a person leaves.
        """
        while not self.match.over:
            self.lifts = cut_stack(self.match, self.seating, self.talk, self.match.seed)
            self.log = self.match.begin_deal()
            for keyboard in self._keyboards.values():
                keyboard.new_deal()
            if not self._keyboards:
                self.talk.say(Text(), *self.announced(self.seating.shared))
            self._play()
            self._count()
        winners = winners_text(self.match.rules, self.match.standing, self.match.totals, self.seating.shared)
        self.talk.say(Text(), winners)

    def announced(self, names: Names) -> list[Text]:
        """What is said before the first turn of a deal, as *names* says it."""
        bonus = self.match.rules.procedures.exact_cut
        # Where a person's screen is drawn anew, what the dealers lifted would be gone.
        again = self.talk.clears and self._keyboards
        lifts = [lift_text(lift, bonus, names) for lift in self.lifts] if again else []
        return [*([Text(" ").join(lifts)] if lifts else []), dealers_text(self.match, names)]

    def sit_down(self, seat: int) -> None:
        """Make sure that the person in *seat*, and nobody else, looks at the screen."""
        if len(self._keyboards) > 1 and self._sitting != seat:
            self.talk.hand_over(self.seating.names[seat])
        self._sitting = seat

    def _play(self) -> None:
        deal = self.deal
        told = 0
        while not deal.over:
            bot = self._bots.get(deal.actor)
            if bot is None:
                self._keyboards[deal.actor].act()
                continue
            turn = deal.position.turns
            self.log += play_step(deal, bot)
            if not self._keyboards and deal.position.turns != turn:
                self._tell(self.log[told:])
                told = len(self.log)
        if not self._keyboards:
            self._tell(self.log[told:])
        for keyboard in self._keyboards.values():
            keyboard.deal_over()
            break

    def _tell(self, events: list[Event]) -> None:
        self.talk.say(*tell(events, self.seating.shared, self.match.rules))

    def _count(self) -> None:
        result = self.match.count()
        self.talk.say(Text(), after_deal(self.match, result, self.seating.shared, self.talk.width, self.talk.plain))
        if self.talk.clears and not self.match.over:
            self.talk.ask("Press Enter for the next " + self.match.rules.words.deal + ". ")
            self.talk.clear()
