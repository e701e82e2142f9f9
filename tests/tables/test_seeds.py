"""A local table that is made with a seed: the games that `canasta play` deals from it, in the log and in the record."""

from __future__ import annotations

from functools import partial
from itertools import count

import pytest

from canasta.base.shuffle import LARGEST_SEED, next_seed
from canasta.bots import make
from canasta.deal.match import Match
from canasta.deal.seat_draw import draw_deck, draw_seats
from canasta.deal.view import view
from canasta.notation.move_text import move_text
from canasta.notation.records.record import Player, heading_of
from canasta.notation.records.recorder import Recorder, next_deal
from canasta.rules.digest import as_table
from canasta.rules.groups import Rules
from canasta.rules.load import games, load
from canasta.session import acts
from canasta.session.acts import Act
from canasta.session.checkpoint import checkpoint_text, parse_checkpoint
from canasta.session.entries import Command, entry_text, parse_entry
from canasta.session.fairness import seeded_landing
from canasta.session.records import record_of
from canasta.session.refusals import Refused
from canasta.session.state import State
from canasta.session.table import Table
from canasta.session.thinking import MoveInSteps
from canasta.tables.local import LocalTable, Log, SeatedBots
from canasta.tables.messages import WrongMessage, read_body
from tests.notation.written import Sheet

BOTS = ("planner", "chance", "greedy")


class Seeded:
    """A table of this process at which only bots play, with a seed."""

    def __init__(self, rules: Rules, seed: int, *, draw: bool = False, bots: tuple[str, ...] = BOTS) -> None:
        self.log = Log()
        self.table = LocalTable(SeatedBots(seed), journal=self.log, clock=partial(next, count(1_000, 250)))
        self._asked = count(1)
        self.ask(acts.Make(as_table(rules), "Ann", {"draw": draw}, BOTS, seed=str(seed)))
        for seat in range(rules.seats):
            self.ask(acts.PutBot(seat, bots[seat % len(bots)]))
        self.ask(acts.Start())

    def ask(self, act: Act) -> None:
        self.table.do(Command(f"c-{next(self._asked)}", "p1", act))

    @property
    def state(self) -> State:
        return self.table.table.state

    @property
    def phase(self) -> str:
        return self.state.phase

    def play(self, deals: int) -> None:
        """Play until so many *deals* are counted, or the match is over."""
        while self.state.match is None or len(self.state.match.results) < deals:
            if not self.table.run_due():
                break


def recorded(rules: Rules, seed: int, deals: int, bots: tuple[str, ...] = BOTS) -> tuple[Match, str]:
    """Return a match with *seed* that bots play step by step for so many *deals*, and its record."""
    match, sheet = Match(rules, seed), Sheet()
    recorder = Recorder(sheet, heading_of(rules, [Player("", "")] * rules.seats, seed, "canasta", "2026-11-21"))
    playing = [make(bots[seat % len(bots)], seed, seat) for seat in range(rules.seats)]
    while len(match.results) < deals and not match.over:
        recorder.begin_deal(next_deal(match))
        for seat, exact in match.cutters():
            recorder.cut(match.cut(seat, seeded_landing(seed, match.number, seat, exact, rules)))
        match.begin_deal()
        recorder.dealt()
        while not match.deal.over:
            seat, before = match.deal.actor, match.deal.position.copy()
            step = playing[seat].choose(view(match.deal, seat))
            recorder.stepped(seat, step, before, match.deal.step_trusted(step))
        recorder.counted()
        match.count()
    return match, sheet.text


@pytest.mark.parametrize("name", sorted(games()))
def test_bots_at_a_table_with_a_seed_play_as_in_a_match_with_it(name: str) -> None:
    rules = load(name)
    match, text = recorded(rules, 11, 2)
    seeded = Seeded(rules, 11)
    seeded.play(2)
    state = seeded.state
    assert state.match is not None
    assert state.match.results == match.results
    record = record_of(seeded.log.entries)
    assert "\nseed = 11\n" in record
    assert record.split("\n[[deal]]\n")[1:3] == text.split("\n[[deal]]\n")[1:]
    kept = [parse_entry(entry_text(entry)) for entry in seeded.log.entries]
    assert Table.fold(kept).snapshot() == seeded.table.table.snapshot()


@pytest.mark.parametrize(("game", "players"), [("hand-and-foot", 4), ("hand-knee-and-foot", 6), ("new-canasta", 5)])
def test_seats_are_drawn_as_the_seed_says(game: str, players: int) -> None:
    rules = load(game, players)
    for seed in range(1, 9):
        drawn = draw_seats(rules, draw_deck(seed), rules.seats - 1 if rules.table.score_keeper else None)
        seeded = Seeded(rules, seed, draw=True)
        names = seeded.state.names
        assert seeded.phase == "drawing"
        while seeded.phase == "drawing":
            seeded.table.run_due()
        assert seeded.state.names == tuple(names[player] for player in drawn.players)
        assert seeded.state.match is not None
        assert (seeded.state.match.dealer, seeded.state.match.seed) == (drawn.dealer, seed)


def test_dealer_and_score_keeper_can_be_named() -> None:
    rules = load("new-canasta", 5)
    table = LocalTable(SeatedBots(1))
    made = acts.Make(as_table(rules), "Ann", {"draw": False}, BOTS, seed="5", dealer=3, keeper=0)
    asked: list[Act] = [made, *(acts.PutBot(seat, "greedy") for seat in range(5)), acts.Start()]
    for number, act in enumerate(asked):
        table.do(Command(f"c-{number}", "p1", act))
    match = table.table.state.match
    assert match is not None
    assert (match.dealer, match.keeper, match.cutters()[0][0]) == (3, 0, 3)


@pytest.mark.parametrize(
    ("made", "says"),
    [
        ({"seed": "x"}, "seed: must be a whole number from 0 to"),
        ({"seed": "-1"}, "seed: must be a whole number from 0 to"),
        ({"seed": str(LARGEST_SEED + 1)}, "seed: must be a whole number from 0 to"),
        ({"seed": "1", "dealer": 7}, "dealer: must be a seat, 1 to 5."),
        ({"seed": "1", "dealer": 4}, "dealer: who keeps the score never deals."),
    ],
)
def test_a_wrong_seed_is_refused_with_a_sentence(made: dict[str, str], says: str) -> None:
    rules = load("new-canasta", 5)
    with pytest.raises(Refused, match=says):
        Table(local=True).judge(Command("c-1", "p1", acts.Make(as_table(rules), "Ann", **made)), 1)  # type: ignore[arg-type]


def test_nobody_can_make_a_table_of_a_server_with_a_seed() -> None:
    with pytest.raises(Refused) as why:
        Table().judge(Command("c-1", "p1", acts.Make(as_table(load("classic")), "Ann", seed="7")), 1)
    assert why.value.clause == "table.seed"
    with pytest.raises(WrongMessage, match="seed: is not known here"):
        read_body("NewTable", {"name": "Ann", "game": "classic", "seed": "7"})


def test_a_rematch_has_other_cards_and_a_deal_is_not_dealt_again() -> None:
    rules = load("classic", 2)
    table = LocalTable(SeatedBots(3))
    asked: list[Act] = [acts.Make(as_table(rules), "Ann", {"draw": False}, BOTS, seed="3"), acts.Sit(0)]
    for number, act in enumerate([*asked, acts.PutBot(1, "greedy"), acts.Start()]):
        table.do(Command(f"c-{number}", "p1", act))
    with pytest.raises(Refused) as why:
        table.do(Command("redeal", "p1", acts.Redeal()))
    assert why.value.clause == "table.same-cards"
    bot = make("greedy", 3, 0)
    ids = count(1)
    while table.table.state.phase != "over":
        state = table.table.state
        if state.phase == "counting":
            table.do(Command(f"ready-{next(ids)}", "p1", acts.Ready()))
        elif state.deal is not None and not state.deal.over and state.deal.actor == 0:
            table.do(
                Command(
                    f"m-{next(ids)}",
                    "p1",
                    acts.Play(move_text(MoveInSteps(state.deal.copy(), 0).choose(bot.choose))),
                )
            )
        else:
            table.run_due()
    table.do(Command("again", "p1", acts.Rematch()))
    match = table.table.state.match
    assert match is not None
    assert match.seed == next_seed(3)
    text = checkpoint_text(table.table.state)
    assert text is not None
    kept = parse_checkpoint(text)
    assert kept.match is not None
    assert (kept.seed, kept.match.seed) == (3, next_seed(3))
