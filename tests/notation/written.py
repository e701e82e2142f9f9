"""Matches played by bots and written down, for tests of records."""

from __future__ import annotations

from functools import cache

from canasta import bots
from canasta.deal.match import Match
from canasta.deal.view import view
from canasta.notation.records.record import Player, heading_of
from canasta.notation.records.recorder import Recorder, next_deal
from canasta.rules.groups import Rules
from canasta.rules.load import load

NAMES = ("Ann", "Bea", "Cyd", "Dan", "Eve", "Flo", "Gus", "Hal")


class Sheet:
    """RecordOutput in memory."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        """Add *text*."""
        self.text += text

    def take_back(self, length: int) -> None:
        """Take the last characters away."""
        self.text = self.text[:-length]


def written(rules: Rules, seed: int, bot: str = "greedy", deals: int = 1) -> tuple[str, Match]:
    """Return the record of the first *deals* of a match, and the match itself."""
    match, sheet = Match(rules, seed), Sheet()
    players = [Player(name, bot) for name in NAMES[: rules.seats]]
    recorder = Recorder(sheet, heading_of(rules, players, seed, "canasta", "2026-11-21"))
    recorder.begin_match()
    play_on(match, recorder, bot, deals)
    return sheet.text, match


@cache
def match_text(
    name: str, players: int, seed: int = 1, deals: int = 100, options: tuple[str, ...] = (), bot: str = "greedy"
) -> str:
    """Return the record of a match of the game *name*: whole, or its first *deals*."""
    return written(load(name, players, options), seed, bot, deals)[0]


def play_on(match: Match, recorder: Recorder, bot: str, deals: int) -> None:
    """Play *match* until *deals* deals are counted, from wherever it is."""
    players = [bots.make(bot, match.seed, seat) for seat in range(match.rules.seats)]
    while not match.over and len(match.results) < deals:
        if not recorder.dealing:
            recorder.begin_deal(next_deal(match))
        if match.current_deal is None:
            for seat, exact in match.cutters():
                recorder.cut(match.cut(seat, exact + seat % 2))
            match.begin_deal()
            recorder.dealt()
        deal = match.deal
        assert deal is not None
        while not deal.over:
            seat, before = deal.actor, deal.position.copy()
            step = players[seat].choose(view(deal, seat))
            recorder.stepped(seat, step, before, deal.step_trusted(step))
        recorder.counted()
        match.count()
