"""Steps become moves: whatever steps are taken, in whatever order, what is written replays to the same deal."""

import random

import pytest

from canasta.deal.deal import Deal
from canasta.deal.match import Match
from canasta.engine import steps as s
from canasta.notation.records.match_replay import MatchReplay
from canasta.notation.records.reader import parse_record
from canasta.notation.records.record import Player, heading_of
from canasta.notation.records.recorder import Recorder, next_deal
from canasta.rules.load import load
from tests.notation.written import Sheet

TABLES = [
    ("new-canasta", 5, ["frozen-in-time"]),
    ("new-canasta", 6, ["red-threes-free", "wild-tie", "frozen-in-time"]),
    ("hand-and-foot", 4, ["part-of-a-turn", "long-melds", "no-permission", "pile={use='show',wild_top='no'}"]),
    ("hand-and-foot", 4, ["pile.wild_top=any wilds", "meld.several=true"]),
    ("classic", 4, ["restore"]),
    ("pennies-from-heaven", 6, []),
    ("ponytail", 6, ["meld.several=true"]),
]


def chosen(deal: Deal, chance: random.Random) -> tuple[int, int]:
    """Return a seat and its step: sometimes of someone who may lay between turns, else of the one to act, taking and laying often."""
    if chance.random() < 0.3:
        for seat in range(deal.rules.seats):
            aside = [step for step in deal.legal_steps(seat) if s.START <= step < s.DISCARD]
            if seat != deal.actor and deal.position.aside(seat) and aside:
                return seat, chance.choice(aside)
    steps = deal.legal_steps(deal.actor)
    eager = [step for step in steps if s.TAKE_PAIR <= step < s.DISCARD or step in (s.OPEN, s.LIFT)]
    return deal.actor, chance.choice(eager if eager and chance.random() < 0.6 else steps)


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_steps_by_lot_are_written_as_moves(name: str, players: int, options: list[str]) -> None:
    rules = load(name, players, options)
    for seed in range(12):
        chance = random.Random(seed)
        match, sheet = Match(rules, seed), Sheet()
        recorder = Recorder(sheet, heading_of(rules, [Player("A")] * players, seed))
        recorder.begin_match()
        recorder.begin_deal(next_deal(match))
        match.begin_deal()
        recorder.dealt()
        deal = match.deal
        assert deal is not None
        while not deal.over:
            seat, step = chosen(deal, chance)
            before = deal.position.copy()
            recorder.stepped(seat, step, before, deal.step(seat, step))
        recorder.counted()
        match.count()
        record = parse_record(sheet.text)
        assert MatchReplay(record.heading).deal(record.deals[0]).after == match.totals
