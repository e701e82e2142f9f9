"""Records of matches that bots play, made by the recorder."""

from __future__ import annotations

from functools import lru_cache

from canasta import bots
from canasta.match import Match
from canasta.notation.record import Player, heading_of
from canasta.notation.recorder import Recorder
from canasta.rules.load import load
from canasta.view import view

NAMES = ("Ann", "Bea", "Cyd", "Dan", "Eve", "Flo", "Gus", "Hal")


class Paper:
    """What a recorder writes on."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        self.text += text

    def take_back(self, length: int) -> None:
        self.text = self.text[:-length]


@lru_cache
def match_text(
    name: str,
    players: int,
    seed: int = 1,
    deals: int = 100,
    options: tuple[str, ...] = (),
    bot: str = "greedy",
) -> str:
    """The record of a match of bots: whole, or its first *deals*."""
    rules = load(name, players, options)
    match, paper = Match(rules, seed), Paper()
    seated = [Player(NAMES[seat], bot) for seat in range(rules.seats)]
    recorder = Recorder(paper, heading_of(rules, seated, seed, "canasta", "2026-11-21"))
    recorder.begin_match()
    sitting = [bots.make(bot, seed, seat) for seat in range(rules.seats)]
    while not match.over and match.number < deals:
        recorder.begin_deal(match)
        for seat, target in match.cutters():
            lifted = target + seat % 2
            match.cut(seat, lifted)
            recorder.cut(seat, lifted)
        match.begin_deal()
        recorder.dealt()
        deal = match.deal
        assert deal
        while not deal.over:
            seat, before = deal.actor, deal.position.copy()
            step = sitting[seat].choose(view(deal, seat))
            recorder.stepped(seat, step, before, deal.step_trusted(step))
        recorder.counted(match.count())
    return paper.text
