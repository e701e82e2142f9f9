"""What only some games have, through a table: cuts, draws, permission, a card put back, knocking, knees and ponies, melding between turns."""

from __future__ import annotations

import io
from collections import Counter
from typing import Any

import pytest

from canasta.base.moves import Answer, Ask, Draw, Knock, Lift, PickUp, Restore
from canasta.notation.move_text import move_text
from canasta.notation.records.match_replay import MatchReplay
from canasta.notation.records.reader import RecordReader
from canasta.rules.load import load
from canasta.session import acts
from canasta.session.records import record_of
from canasta.session.refusals import Refused
from canasta.session.table import Table
from tests.session.live import Live

PLAIN = {
    "restore": move_text(Restore()),
    "lift": move_text(Lift()),
    "knock": move_text(Knock()),
    "pick up": move_text(PickUp()),
}


def replayed(text: str) -> int:
    """Return the number of deals in the record *text*, each of them verified."""
    reader = RecordReader(io.BytesIO(text.encode()))
    replay = MatchReplay(reader.heading)
    return sum(replay.deal(record).after is not None for record in reader)


class Curious(Live):
    """A table where people do what is rare whenever it is offered to them, and count what they did."""

    done: Counter[str]
    holds_back = False
    """Whether people keep their melds for the time between turns."""

    def curious_step(self) -> bool:
        """Return one step; False at the end of the deal."""
        for seat, place in enumerate(self.state.places):
            choices = self.table.snapshot().own[seat].get("choices", {}) if self.state.phase == "playing" else {}
            text = self.rare(seat, choices)
            if text and place.playing == "person":
                verb = text.partition(" ")[0]
                try:
                    self.do(place.person, acts.Play(text))
                except Refused:
                    if verb not in {"ask", "lay"}:
                        raise
                    self.done[f"refused {verb}"] += 1
                    continue
                self.done[text if verb in {"pick", "yes", "no"} else verb] += 1
                return True
        return self.step() is not None

    @property
    def waiting(self) -> list[int]:
        """The seats, from 1, that everyone waits for."""
        table = self.public.get("table", {})
        return list(table.get("waiting", [table["turn"]])) if table else []

    def rare(self, seat: int, choices: dict[str, Any]) -> str:
        """Something rare that *seat* is offered; empty for nothing."""
        if "answer" in choices:
            return "yes" if self.done["no"] else "no"
        waiting = self.waiting
        if choices and waiting != [seat + 1]:
            return self.between_turns(seat, choices)
        if "ask" in choices and self.done["refused ask"] < 20 and self.done["ask"] < 2:
            return move_text(Ask(choices["ask"][0] - 1))
        if self.holds_back and "discard" in choices and choices.keys() & {"lay", "add"}:
            assert self.state.deal is not None
            if self.state.deal.position.opened(seat % self.rules.sides):
                return f"discard {choices['discard'][:2]}"
        return next((text for word, text in PLAIN.items() if word in choices and self.done[text] < 3), "")

    def between_turns(self, seat: int, choices: dict[str, Any]) -> str:
        """Return cards that *seat* can lay while it is not its turn."""
        hand = self.own[seat]["hand"]
        held = [hand[at : at + 2] for at in range(0, len(hand), 2)]
        for rank in choices.get("lay", ()):
            cards = [card for card in held if card[0] == rank]
            if len(cards) >= 3:
                return f"lay {''.join(cards[:3])}"
        for key, cards in choices.get("add", {}).items():
            rank, slot = key.split(".")
            card = cards[:2]
            wild = f"+{rank}" if (card[0] == "2" or card == "Jk") and rank != "wild" else ""
            return f"lay {card}{wild}@{slot}"
        return ""


@pytest.mark.parametrize(
    ("game", "players", "options", "wanted", "seeds"),
    [
        ("classic", 2, ["restore"], ["restore"], 4),
        ("classic", 4, [], ["ask", "no"], 4),
        ("substance-of-living", 4, [], ["ask", "no"], 4),
        ("hand-knee-and-foot", 4, ["manual-knee"], ["pick up", "knock"], 2),
        ("ponytail", 4, ["pony-at-will"], ["pick up"], 2),
        ("new-canasta", 4, ["frozen-in-time"], ["aside"], 4),
        ("new-canasta", 3, ["frozen-after-any-draw"], ["aside"], 4),
        ("hand-and-foot", 4, ["exact-cut"], ["cut"], 1),
    ],
)
def test_rare_procedures_happen_and_are_recorded(
    game: str, players: int, options: list[str], wanted: list[str], seeds: int
) -> None:
    missing = set(wanted)
    for seed in range(seeds):
        live = Curious(load(game, players, options), seed=seed)
        live.secrets = 10 * seed
        live.done = Counter()
        live.holds_back = "aside" in wanted
        live.seat([f"P{seat}" for seat in range(players)])
        live.do("p1", acts.Start())
        for _ in range(3_000):
            before = live.state.deal.actor if live.state.deal is not None else -1
            if not live.curious_step():
                break
            last = live.log[-1].command
            if isinstance(last.act, acts.Play) and live.state.seat_of(last.by) != before and before >= 0:
                live.done["aside"] += last.act.move.startswith("lay")
            live.done["cut"] += isinstance(last.act, acts.Cut)
        assert live.state.phase in {"counting", "over"}
        assert Table.fold(live.log).snapshot() == live.table.snapshot()
        assert replayed(record_of(live.log)) == 1
        missing -= {word for word in missing if live.done[word]}
        if not missing:
            return
    raise AssertionError(f"never happened: {missing}")


def test_two_seats_act_at_once_and_are_judged_at_the_head() -> None:
    """A seat lays cards while another has the turn; a command made before that is judged by the rules, not refused as stale."""
    for seed in range(6):
        live = Curious(load("new-canasta", 4, ["frozen-in-time"]), seed=seed)
        live.secrets = 10 * seed
        live.done = Counter()
        live.holds_back = True
        live.seat(["Ann", "Bob", "Cyd", "Dan"])
        live.do("p1", acts.Start())
        while live.state.phase not in {"counting", "over"}:
            waiting = live.waiting
            for seat in range(4):
                choices = live.own[seat].get("choices", {})
                if waiting and waiting != [seat + 1] and ("lay" in choices or "add" in choices):
                    text = live.rare(seat, choices)
                    other = waiting[0] - 1
                    if text and "draw" in live.own[other].get("choices", {}):
                        head = live.table.head
                        try:
                            live.do(f"p{seat + 1}", acts.Play(text), after=head)
                        except Refused:
                            continue
                        # The other one had not seen it yet: the draw is right all the same.
                        live.do(f"p{other + 1}", acts.Play(move_text(Draw())), after=head)
                        # In a second window, the one who melded did not see that.
                        with pytest.raises(Refused, match="another window"):
                            live.do(f"p{seat + 1}", acts.Play(text), after=head)
                        return
            assert live.curious_step()
    raise AssertionError("nobody could meld between turns")


def test_a_partner_is_asked_and_the_table_waits_for_the_answer() -> None:
    for seed in range(4):
        live = Curious(load("hand-and-foot-earl", 4, ["permission"]), seed=seed)
        live.secrets = 10 * seed
        live.done = Counter()
        live.seat(["Ann", "Bob", "Cyd", "Dan"])
        live.do("p1", acts.Start())
        while live.state.phase not in {"counting", "over"}:
            if "asked" in live.public.get("table", {}):
                asked = live.public["table"]["asked"]
                assert live.public["table"]["waiting"] == [asked["seat"]]
                assert live.own[asked["seat"] - 1]["choices"] == {"answer": True}
                by = f"p{asked['by']}"
                with pytest.raises(Refused, match="not your turn"):
                    live.do(by, acts.Play("draw"))
                live.do(f"p{asked['seat']}", acts.Play(move_text(Answer(yes=True))))
                return
            live.curious_step()
    raise AssertionError("nobody asked")
