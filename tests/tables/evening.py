"""An evening at a local table: people who play what a bot would, and pages that know only what they hear."""

from __future__ import annotations

import json
from functools import partial
from itertools import count
from typing import Any

from canasta.bots import make
from canasta.rules.digest import as_table
from canasta.rules.load import load
from canasta.session import acts
from canasta.session.acts import Act
from canasta.session.broadcast import patched
from canasta.session.entries import Command
from canasta.session.schedule import ScheduledCommand
from canasta.session.thinking import Thinking
from canasta.tables.local import LocalGuest, LocalTable, Log, SeatedBots

SECRETS = [f"{number:064x}" for number in range(1, 200)]


class Page:
    """What somebody knows of a table who only reads frames."""

    def __init__(self, person: str | None, *, events: bool = False) -> None:
        self.frames: list[str] = []
        self.guest = LocalGuest(person, self.frames.append, events=events)
        self.public: dict[str, Any] = {}
        self.own: dict[str, Any] | None = None
        self._read = 0

    def read(self) -> None:
        """Fold the frames that came since the last time."""
        for text in self.frames[self._read :]:
            frame = json.loads(text)
            if frame["t"] == "table":
                self.public, self.own = frame["state"]["public"], frame["state"].get("own")
            else:
                self.public = patched(self.public, frame["public"])
                if "own" in frame:
                    self.own = patched(self.own or {}, frame["own"])
        self._read = len(self.frames)


class Evening:
    """Ann and Bob, who play what a bot would, with bots in all other seats."""

    def __init__(self, name: str, players: int | None = None, people: int = 2) -> None:
        self.rules = load(name, players)
        self.log = Log()
        secrets = iter(SECRETS)
        self.table = LocalTable(
            SeatedBots(7), journal=self.log, clock=partial(next, count(1_000, 250)), secret=lambda: next(secrets)
        )
        self.pages = [Page("p1"), Page("p2", events=True), Page(None)]
        self.minds = [make("planner", 7, seat) for seat in range(self.rules.seats)]
        self.asked = count(1)
        self.ask("p1", acts.Make(as_table(self.rules), "Ann", {"next_deal": 0}, ("planner",)))
        for page in self.pages:
            self.table.enter(page.guest)
        self.ask("p1", acts.Sit(0))
        if people == 2:
            self.ask("p2", acts.Join("Bob"))
            self.ask("p2", acts.Sit(1))
        for seat in range(people, self.rules.seats):
            self.ask("p1", acts.PutBot(seat, "planner"))
        self.ask("p1", acts.Start())

    def ask(self, by: str | None, act: Act) -> int:
        return self.table.do(Command(f"c-{next(self.asked)}", by, act))

    def step(self) -> None:
        """Let whoever is waited for do the next thing."""
        state = self.table.table.state
        people = {seat: place.person for seat, place in enumerate(state.places) if place.person is not None}
        if state.phase == "drawing" and (drawing := [seat for seat in state.to_draw() if seat in people]):
            free = next(place for place in range(52) if place not in {place for _, place in state.picks})
            self.ask(people[drawing[0]], acts.DrawCard(free + 1))
        elif state.phase == "cutting" and (
            cutting := [each for each in (state.match.cutters() if state.match else ()) if each[0] in people]
        ):
            self.ask(people[cutting[0][0]], acts.Cut(cutting[0][1]))
        elif state.phase == "counting":
            for person in people.values():
                if self.table.table.state.phase == "counting":
                    self.ask(person, acts.Ready())
        elif state.phase == "playing" and state.deal and not state.deal.over and state.deal.actor in people:
            seat = state.deal.actor
            due = ScheduledCommand(0, 0, Command("none", None, acts.Play("", seat)), thinker=seat, bot="planner")
            act = Thinking(state, due).think(self.minds[seat].choose).act
            assert isinstance(act, acts.Play)
            self.ask(people[seat], acts.Play(act.move))
        else:
            assert self.table.run_due(), "nothing is due, and nobody is waited for"
