"""A table under any sequence of commands of several people, time and bots: two folds agree after each of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from canasta.rules.digest import as_table
from canasta.rules.load import load
from canasta.session import acts
from canasta.session.act_json import act_json, parse_act
from canasta.session.acts import Act
from canasta.session.broadcast import patched
from canasta.session.checkpoint import checkpoint_text
from canasta.session.entries import Command, Entry, entry_text, parse_entry
from canasta.session.refusals import SENTENCES, Refused, Repeated
from canasta.session.table import Table
from tests.session.live import Live

PEOPLE = ("p1", "p2", "p3", "p4")
BY = st.sampled_from((*PEOPLE, *PEOPLE, None))
SEATS = st.integers(-1, 4)
ACTS = st.one_of(
    st.builds(acts.Join, st.sampled_from(("Ann", "Bob", "Cyd", "Dan", "", "x" * 30))),
    st.builds(acts.Rename, st.sampled_from(("Ann", "Eve", "ann"))),
    st.builds(acts.Sit, SEATS),
    st.builds(acts.TakeSeat, st.integers(0, 40)),
    st.builds(acts.IssueLink, SEATS),
    st.builds(acts.PutBot, SEATS, st.sampled_from(("greedy", "chance", "deep"))),
    st.builds(acts.RemoveBot, SEATS),
    st.builds(acts.Remove, st.sampled_from(PEOPLE)),
    st.builds(acts.Mute, st.sampled_from(PEOPLE), st.booleans()),
    st.builds(acts.MakeHost, st.sampled_from(PEOPLE)),
    st.builds(acts.Configure, st.sampled_from(({"clock": 30}, {"pace": 0}, {"undo": False}, {"nothing": 1}, {"late": False}))),
    st.builds(acts.Number, st.sampled_from(("7", "18446744073709551615", "-1", "x"))),
    st.builds(acts.DrawCard, st.integers(0, 53), SEATS),
    st.builds(acts.Cut, st.integers(0, 200), SEATS),
    st.builds(acts.Play, st.sampled_from(("draw", "take", "discard 4", "lay KKK", "ask", "yes", "dance")), SEATS),
    st.builds(acts.Away, SEATS),
    st.builds(acts.Back, SEATS),
    st.builds(acts.StandIn, SEATS),
    st.builds(acts.BotFailed, SEATS, st.just("It did not answer in time.")),
    st.builds(acts.Void, st.just("The program was updated.")),
    *(
        st.just(kind())
        for kind in (
            acts.Leave, acts.Stand, acts.Start, acts.Undo, acts.Restart, acts.Ready, acts.Pause, acts.Resume, acts.Redeal, acts.LetIn,
            acts.Rematch, acts.Decline, acts.CloseNumbers, acts.NextDeal, acts.Count, acts.ClockOut,
        )
    ),
)  # fmt: skip


class LiveTable(RuleBasedStateMachine):
    """Two processes' folds of one log, and a page that knows the table from patches alone."""

    def __init__(self) -> None:
        super().__init__()
        self.live = Live(load("hand-and-foot"), checking=False)
        self.other = Table()
        self.other.apply(parse_entry(entry_text(self.live.log[0])))
        self.page: dict[str, Any] = self.live.table.snapshot().public
        self.texts = [entry_text(self.live.log[0])]

    @initialize(people=st.integers(0, 3), started=st.booleans())
    def some_people(self, people: int, started: bool) -> None:
        for number, name in zip(range(2, 2 + people), ("Bob", "Cyd", "Dan"), strict=False):
            self.ask(f"p{number}", acts.Join(name))
            self.ask(f"p{number}", acts.Sit(number - 1))
        if started:
            self.ask("p1", acts.Sit(0))
            for seat in range(4):
                self.ask("p1", acts.PutBot(seat, "greedy"))
            self.ask("p1", acts.Start())

    def ask(self, by: str | None, act: Act, name: str = "", after: int = 0) -> bool:
        """Ask for *act*; a refusal is one sentence and changes nothing."""
        table = self.live.table
        self.live.count += 1
        command = Command(name or f"c-{self.live.count}", by, act, after)
        try:
            entry = table.judge(command, self.live.now)
        except Refused as refused:
            check_sentence(refused)
            return False
        self.accepted(entry)
        return True

    def accepted(self, entry: Entry) -> None:
        text = entry_text(entry)
        heard = self.live.table.apply(entry)
        for seat in range(-1, 4):
            heard.events_for(seat)
            assert all(line for line in heard.said_for(seat).lines)
        self.live.log.append(entry)
        self.texts.append(text)
        self.page = patched(self.page, heard.public)
        self.other.apply(parse_entry(text))
        with pytest.raises(Repeated):
            self.live.table.judge(entry.command, self.live.now)

    @rule(by=BY, act=ACTS, stale=st.booleans())
    def somebody_asks(self, by: str | None, act: Act, stale: bool) -> None:
        self.ask(by, act, after=max(0, self.live.table.head - 2) if stale else 0)

    @rule(times=st.integers(1, 12))
    def the_game_goes_on(self, times: int) -> None:
        for _ in range(times):
            table = self.live.table
            asked = self.live.asked()
            if asked is not None and not table.state.paused:
                self.ask(table.state.places[asked[0]].person, asked[1])
            elif due := next(iter(table.scheduled()), None):
                self.live.now = max(self.live.now, due.at)
                self.accepted(table.judge(self.live.filled(due), self.live.now))
        self.live.now += 1

    @rule(seconds=st.integers(0, 200))
    def time_passes(self, seconds: int) -> None:
        self.live.now += 1000 * seconds

    @rule()
    def a_process_starts_cold(self) -> None:
        """One that has a checkpoint, or only the log."""
        entries = list(map(parse_entry, self.texts))
        assert Table.fold(entries).snapshot() == self.live.table.snapshot()
        checkpoint = self.other.checkpoint()
        if checkpoint is not None:
            again = Table.fold((), checkpoint)
            assert again.snapshot() == self.live.table.snapshot()
            assert again.checkpoint() == checkpoint
            assert again.scheduled() == self.live.table.scheduled()
            self.other = again

    @invariant()
    def both_folds_agree(self) -> None:
        mine, theirs = self.live.table, self.other
        assert mine.snapshot() == theirs.snapshot()
        assert self.page == mine.snapshot().public
        assert told(mine) == told(theirs)
        assert mine.scheduled() == theirs.scheduled()
        assert mine.state.host in mine.state.people or not mine.state.people


def told(table: Table) -> Any:
    """Return everything that a checkpoint keeps of *table*, as data."""
    text = checkpoint_text(table.state)
    return None if text is None else json.loads(text.partition(" ")[2])


def check_sentence(refused: Refused) -> None:
    """See that a refusal is a sentence with a clause."""
    assert refused.text.endswith((".", "!", "?")), refused.text
    assert "{" not in refused.text
    assert refused.clause in SENTENCES or "." in refused.clause


TestLiveTable = LiveTable.TestCase
TestLiveTable.settings = settings(
    max_examples=40,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
)


def test_the_rules_of_a_table_in_its_log_are_all_rules() -> None:
    make = acts.Make(rules=as_table(load("classic", 2)), host="Ann")
    assert parse_act(act_json(make)) == make
