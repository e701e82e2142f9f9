"""`State`: everything that a table's log folds to. It is only data; `folding` changes it and `judging` asks it."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

from canasta.base.cards import Face
from canasta.base.seats import Seat
from canasta.bots.bot import MOST_FAILURES
from canasta.bots.registry import BACK_UP
from canasta.deal.deal import Deal
from canasta.deal.match import Match
from canasta.deal.seat_draw import draw_deck, players_to_draw
from canasta.rules.digest import as_table, from_table
from canasta.rules.groups import Rules
from canasta.session.fairness import Shuffle, draw_order
from canasta.session.seating import Person, Role, TableSeat
from canasta.session.settings import Settings
from canasta.tally.tally import Tally
from canasta.wording.names import Names

Phase: TypeAlias = Literal[
    "open", "promising", "numbers", "drawing", "cutting", "playing", "keeping", "counting", "over", "closed"
]
"""What a table is at: people come (open); a deck is promised and numbers given; places are drawn; the deck is cut; a deal is
played; a deal is played with real cards, and its sides say what they counted; a counted deal is looked at; the match is over; the table is closed."""

RUNNING: Final = frozenset({"promising", "numbers", "drawing", "cutting", "playing", "keeping", "counting"})
"""The phases of a match."""

_REMEMBERED: Final = 64
"""How many ids of commands a table remembers; the store keeps them all."""


@dataclass(frozen=True, slots=True)
class Result:
    """A match that ended at this table."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    deals: int


@dataclass(frozen=True, slots=True)
class Kept:
    """What a side counted, who entered it, and with which entry."""

    tally: Tally
    by: str
    seq: int


@dataclass(slots=True)
class State:
    """A table at one moment; seats count from 0, times are in ms since 1970."""

    rules: Rules
    """The rules the table was made with."""

    host: str
    """The id of the host."""

    settings: Settings
    """The settings that the host can change."""

    bots: tuple[str, ...]
    """The bots that may sit here."""

    engine: Mapping[str, Any]
    """The program that plays (`canasta.session.versions`)."""

    places: list[TableSeat]
    """The seats, in order."""

    given: tuple[str, ...] = ()
    """Decks to play with instead of shuffled ones, as the table was made."""

    script: tuple[str, ...] = ()
    """Lines of `seat move` that bots follow in the first deal, as the table was made."""

    record: str = ""
    """The unfinished record whose match the table continues, as the table was made; empty if none."""

    seed: int | None = None
    """The seed of all cards and cuts, as the table was made; None where they come from promises."""

    dealer: Seat = -1
    """Who deals first unless that is drawn, as the table was made; -1 for the usual one."""

    keeper: Seat = -1
    """Who keeps the score before a draw, as the table was made; -1 for the usual one."""

    people: dict[str, Person] = field(default_factory=dict)
    """Everyone at the table, by id."""

    kept_out: dict[str, str] = field(default_factory=dict)
    """The names of people whom the host sent away for good, by their ids."""

    phase: Phase = "open"
    """What the table is doing now."""

    match: Match | None = None
    """The match in progress or just over; None before the first."""

    ended: Deal | None = None
    """The deal that was counted last, until the next one is dealt; None where its moves were passed over."""

    shuffle: Shuffle | None = None
    """The promise in force; None if there is none."""

    shuffles: int = 0
    """How many shuffles have been promised."""

    told: list[dict[str, Any]] = field(default_factory=list)
    """The promises whose secrets are revealed, as shown to everyone."""

    picks: list[tuple[Seat, int]] = field(default_factory=list)
    """Seats and the places of their cards in the draw for seats; these lie open until the first deal."""

    seen: dict[str, Seat] = field(default_factory=dict)
    """The seat whose cards each person has seen in this deal, by the person's id."""

    ready: frozenset[Seat] = frozenset()
    """The seats that are ready for the next deal, or to end a pause."""

    vote: str = ""
    """What the table votes on; empty if nothing."""

    agreed: frozenset[Seat] = frozenset()
    """The seats that agree on `vote`."""

    paused: bool = False
    """Whether the game is paused."""

    since: int = 0
    """When the table began to wait for what it waits for now."""

    turn_at: int = 0
    """When it began to wait for this player in this turn."""

    used: int = 0
    """How many ms of the turn passed before a pause."""

    mark: int = 0
    """The last entry that changed the course of the match; timers' and bots' ids derive from it."""

    acted: dict[Seat, int] = field(default_factory=dict)
    """The last entry of each seat in this deal."""

    undone: int = 0
    """The last entry that took something back in this deal; 0 if none."""

    undoable: list[int] = field(default_factory=list)
    """The entries that can be taken back."""

    fresh: dict[Seat, tuple[Face, ...]] = field(default_factory=dict)
    """The cards that came to hands with the turn, by seat."""

    began: int = 0
    """Where the turn begins in the deal's history."""

    said: int = 0
    """How much of the deal's history has been told in sentences; a bot's turn is told as one."""

    cursor: dict[Seat, int] = field(default_factory=dict)
    """How many moves of the script each seat has played."""

    kept: dict[int, list[Kept | None]] = field(default_factory=dict)
    """What each side said of the deals of this match with real cards, the one in progress included, by their numbers."""

    kept_before: list[tuple[int, int, Kept | None]] = field(default_factory=list)
    """What each `Tally` of this match replaced, to be taken back: deal, side, and what was said before it."""

    earlier: list[Result] = field(default_factory=list)
    """The matches that ended at this table."""

    head: int = 0
    """The number of the last entry."""

    at: int = 0
    """When the last entry was made."""

    ids: deque[tuple[str | None, str, int]] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    """The last commands: who sent them (None: the server), their ids and their entries."""

    skipping: bool = False
    """Whether moves are passed over, for the count of their deal is known (`canasta.session.table.Table.fold`)."""

    def copy(self) -> State:
        """Return an independent copy that plays on alike."""
        return replace(
            self,
            places=[replace(place) for place in self.places],
            people={key: replace(person) for key, person in self.people.items()},
            kept_out=dict(self.kept_out),
            match=self.match.copy(undo=True) if self.match else None,
            shuffle=self.shuffle.copy() if self.shuffle else None,
            told=list(self.told),
            picks=list(self.picks),
            seen=dict(self.seen),
            acted=dict(self.acted),
            undoable=list(self.undoable),
            fresh=dict(self.fresh),
            cursor=dict(self.cursor),
            kept={deal: list(sides) for deal, sides in self.kept.items()},
            kept_before=list(self.kept_before),
            earlier=list(self.earlier),
            ids=self.ids.copy(),
        )

    @property
    def deal(self) -> Deal | None:
        """The deal in progress, if there is one."""
        return self.match.current_deal if self.match else None

    @property
    def running(self) -> bool:
        """Whether a match is being played."""
        return self.phase in RUNNING

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, seat by seat; a free seat is called by its number."""
        return tuple(
            self.people[place.person].name if place.person is not None else place.called or f"Seat {seat}"
            for seat, place in enumerate(self.places, 1)
        )

    @property
    def called(self) -> Names:
        """The names as an onlooker hears them."""
        return Names(self.names)

    @property
    def taken_names(self) -> list[str]:
        """All names in use."""
        return [
            *(person.name for person in self.people.values()),
            *(place.called for place in self.places if place.called),
        ]

    def seat_of(self, person: str | None) -> Seat | None:
        """Return the seat of *person*, if they have one."""
        if person is None:
            return None
        return next((seat for seat, place in enumerate(self.places) if place.person == person), None)

    def bot_in(self, seat: Seat) -> str:
        """Return the bot that plays *seat* where a bot does: the stand-in for a person, and another one where it failed too often."""
        place = self.places[seat]
        return BACK_UP if place.failed >= MOST_FAILURES else place.bot or self.settings.stand_in

    def role(self, person: str | None) -> Role:
        """Return what *person* is at this table."""
        here = person is not None and person in self.people
        return Role(here and person == self.host, self.seat_of(person) if here else None, here)

    @property
    def everyone(self) -> frozenset[Seat]:
        """The seats that people play who are here: those that are waited for and asked."""
        return frozenset(seat for seat, place in enumerate(self.places) if place.here)

    @property
    def owners(self) -> frozenset[Seat]:
        """The seats that people have, whether they are here or not."""
        return frozenset(seat for seat, place in enumerate(self.places) if place.person is not None)

    @property
    def asleep(self) -> bool:
        """Whether people play here and none of them is here, nor comes in: then nothing happens by itself."""
        return bool(self.owners) and not self.everyone and all(place.coming is None for place in self.places)

    @property
    def spectators(self) -> int:
        """How many people are here without a seat."""
        return len(self.people) - sum(place.person is not None for place in self.places)

    @property
    def free_seats(self) -> int:
        """How many seats newcomers can take: those without a person, in a match only where bots' seats can be taken over."""
        if self.phase != "open" and not self.settings.late:
            return 0
        return sum(place.person is None for place in self.places)

    @property
    def seats_drawn(self) -> bool:
        """Whether the draw for seats is over, and its cards lie open until the first deal."""
        known = self.seed is not None or (bool(self.told) and self.told[-1]["deal"] == 0)
        return bool(self.picks) and known and self.phase in RUNNING - {"drawing"}

    @property
    def spread(self) -> tuple[Face, ...]:
        """The pack of the draw for seats, in it and until the first deal."""
        if self.seed is not None:
            return draw_deck(self.seed)
        shuffle = self.shuffle if self.phase == "drawing" else Shuffle.of_told(self.told[-1])
        assert shuffle is not None
        return shuffle.spread(self.rules.seats)

    def rounds(self) -> list[tuple[Seat, ...]]:
        """Return who draws in each round of the draw for seats so far, the one in progress last; empty when all is decided."""
        spread, keeper = self.spread, self.score_keeper
        rounds: list[tuple[Seat, ...]] = []
        faces: list[Face] = []
        while again := players_to_draw(self.rules, faces, keeper):
            rounds.append(again)
            places, _ = draw_order(self.picks, rounds)
            if len(places) == len(faces):
                break
            faces = [spread[place] for place in places]
        return rounds if again else []

    def to_draw(self) -> list[Seat]:
        """Return who has still to draw a card in this round of the draw for seats."""
        return draw_order(self.picks, self.rounds())[1]

    def drawn(self) -> list[Face]:
        """Return the cards of the draw for seats, in the order of `canasta.deal.seat_draw.draw_seats`."""
        rounds: list[tuple[Seat, ...]] = []
        spread = self.spread
        faces: list[Face] = []
        while again := players_to_draw(self.rules, faces, self.score_keeper):
            rounds.append(again)
            places, _ = draw_order(self.picks, rounds)
            faces = [spread[place] for place in places]
        return faces

    @property
    def score_keeper(self) -> Seat | None:
        """The seat that keeps the score before a draw: the last one unless another was named, where the game has a score keeper."""
        if self.keeper >= 0:
            return self.keeper
        return self.rules.seats - 1 if self.rules.table.score_keeper else None

    def can_take_back(self, seat: Seat) -> bool:
        """Return whether the person in *seat* can take back the discard that has just ended their turn.

        They can where bots play all other seats, and take their time: the next one waits for it (`canasta.session.schedule`).
        """
        return (
            self.settings.undo
            and self.settings.pace > 0
            and self.deal is not None
            and self.deal.can_take_back(seat)
            and self.places[seat].playing == "person"
            and not any(place.person for other, place in enumerate(self.places) if other != seat)
        )

    @property
    def taking_back(self) -> bool:
        """Whether someone can."""
        return any(self.can_take_back(seat) for seat in range(self.rules.seats))

    def scripted(self, seat: Seat) -> str:
        """Return the next move of the script for *seat*; empty where there is none."""
        match = self.match
        if not self.script or match is None or match.number != 1 or self.earlier:
            return ""
        lines = [line.partition(" ")[2] for line in self.script if line.partition(" ")[0] == str(seat + 1)]
        at = self.cursor.get(seat, 0)
        return lines[at] if at < len(lines) else ""


def rules_of_table(table: Mapping[str, Any]) -> Rules:
    """Return the rules in *table*, one object for equal tables. Raises `RulesError` for rules that cannot be used."""
    return rules_of_text(json.dumps(table, sort_keys=True))


@lru_cache(maxsize=64)
def rules_of_text(text: str) -> Rules:
    """Return the rules that `rules_text` wrote, one object for equal texts. Raises as `rules_of_table`."""
    return from_table(json.loads(text))


@lru_cache(maxsize=64)
def rules_text(rules: Rules) -> str:
    """*rules* as one text."""
    return json.dumps(as_table(rules), sort_keys=True)
