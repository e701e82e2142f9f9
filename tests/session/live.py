"""A live table for tests: commands go through it as through a server, and everything that must always hold is checked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from canasta.bots import make
from canasta.protocol.messages import SERVER
from canasta.protocol.state import TableState
from canasta.rules.digest import as_table
from canasta.rules.groups import Rules
from canasta.session import acts
from canasta.session.acts import Act
from canasta.session.broadcast import Update, patched
from canasta.session.entries import Command, Entry, entry_text, parse_entry
from canasta.session.schedule import ScheduledCommand
from canasta.session.state import State
from canasta.session.table import Table
from canasta.session.thinking import Thinking
from canasta.tables.frames import Frames, encode

SECRETS = tuple(f"{number:064x}" for number in range(1, 100))
"""What is promised, one after another."""


class Live:
    """A table with its log, a clock that tests move, and what every seat and the spectators heard so far."""

    def __init__(self, rules: Rules, host: str = "Ann", seed: int = 1, *, checking: bool = True, **made: Any) -> None:
        """Make a table that *host* (person p1) made; with *checking*, patches are compared with the picture, frames read strictly."""
        self.checking = checking
        self.rules = rules
        self.table = Table()
        self.log: list[Entry] = []
        self.now = 1_000
        self.count = 0
        self.public: dict[str, Any] = {}
        self.own: dict[int, dict[str, Any]] = {seat: {} for seat in range(rules.seats)}
        self.bots = [make("greedy", seed, seat) for seat in range(rules.seats)]
        self.secrets = 0
        self.do("p1", acts.Make(rules=as_table(rules), host=host, **made))

    @property
    def state(self) -> State:
        return self.table.state

    def do(self, by: str | None, act: Act, name: str = "", after: int = 0) -> Update:
        """Ask for *act*: judge, append, apply; then check that patches lead to the picture."""
        self.count += 1
        entry = self.table.judge(Command(name or f"c-{self.count}", by, act, after), self.now)
        assert parse_entry(entry_text(entry)) == entry
        heard = self.table.apply(entry)
        self.log.append(entry)
        if not self.checking:
            return heard
        self.public = patched(self.public, json.loads(json.dumps(heard.public)))
        for seat, changes in heard.own.items():
            self.own[seat] = patched(self.own[seat], json.loads(json.dumps(changes)))
        picture = self.table.snapshot()
        assert self.public == picture.public
        assert self.own == picture.own
        frames = Frames(heard, range(self.rules.seats))
        for viewer in (None, *range(self.rules.seats)):
            SERVER.validate_json(frames.of(viewer, events=True) or "")
        SERVER.validate_json(frames.of(None, events=False) or "")
        person = self.state.places[self.count % self.rules.seats].person
        TableState.model_validate_json(encode(self.table.whole_for(person)))
        return heard

    def due(self, due: ScheduledCommand) -> Update:
        """Do what is due, when it is."""
        self.now = max(self.now, due.at)
        command = self.filled(due)
        return self.do(None, command.act, command.id)

    def filled(self, due: ScheduledCommand) -> Command:
        """Return the command that is due, with a secret or a bot's move filled in."""
        if due.secret:
            self.secrets += 1
            return replace(due.command, act=acts.Promise(SECRETS[(self.secrets - 1) % len(SECRETS)]))
        if due.thinker is not None:
            return Thinking(self.state, due).think(self.bots[due.thinker].choose)
        return due.command

    def seat(self, people: Sequence[str], bot: str = "greedy") -> None:
        """Seat people (the first one is the host, p1, who is there), and bots in the other seats."""
        for number, name in enumerate(people, 1):
            if number > 1:
                self.do(f"p{number}", acts.Join(name))
            self.do(f"p{number}", acts.Sit(number - 1))
        for seat in range(len(people), self.rules.seats):
            self.do("p1", acts.PutBot(seat, bot))

    def person_move(self, seat: int) -> str:
        """Return a move for the person in *seat*, as a bot would make it."""
        due = ScheduledCommand(0, 0, Command("none", None, acts.Play("", seat)), thinker=seat, bot="greedy")
        act = Thinking(self.state, due).think(self.bots[seat].choose).act
        assert isinstance(act, acts.Play)
        return act.move

    def step(self) -> Update | None:
        """Let whoever is waited for do the next thing; None where nothing is left to do in this deal."""
        if self.state.phase in {"counting", "over"}:
            return None
        asked = self.asked()
        if asked is not None:
            seat, act = asked
            return self.do(self.state.places[seat].person, act)
        for due in self.table.scheduled():
            if not isinstance(due.command.act, acts.StandIn | acts.ClockOut):
                return self.due(due)
        return None

    def asked(self) -> tuple[int, Act] | None:
        """Return what a person is asked to do now, in which seat; None where no person is asked."""
        state = self.state
        people = [seat for seat, place in enumerate(state.places) if place.playing == "person"]
        wanted: list[tuple[int, Act]] = []
        if state.phase == "numbers" and state.shuffle is not None:
            wanted = [(seat, acts.Number(str(seat + 5))) for seat in people if seat not in state.shuffle.numbers]
        elif state.phase == "drawing":
            taken = {place for _, place in state.picks}
            free = next(place for place in range(52) if place not in taken)
            wanted = [(seat, acts.DrawCard(free + 1)) for seat in state.to_draw() if seat in people]
        elif state.phase == "cutting" and state.match is not None:
            wanted = [(seat, acts.Cut(needed)) for seat, needed in state.match.cutters() if seat in people]
        elif state.phase == "playing" and state.deal is not None and not state.deal.over and state.deal.actor in people:
            wanted = [(state.deal.actor, acts.Play(self.person_move(state.deal.actor)))]
        return wanted[0] if wanted else None

    def play_deal(self, most: int = 2_000) -> None:
        """Play until the deal is counted."""
        for _ in range(most):
            if self.step() is None:
                return
        raise AssertionError("the deal does not end")

    def until(self, phase: str) -> None:
        """Go on until the table is at *phase*."""
        while self.state.phase != phase:
            assert self.step() is not None
