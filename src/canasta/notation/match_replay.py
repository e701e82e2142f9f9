"""A whole match played again: the deals of a record in order, with totals, dealers and scores."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from canasta.cards import Face
from canasta.errors import NotationError
from canasta.notation.record import UNKNOWN, DealRecord, Heading, Scored
from canasta.notation.replay import DealReplay, Mending, check_deck
from canasta.notation.unknown import filled
from canasta.score import standing
from canasta.seats import dealers, next_dealer


@dataclass(frozen=True, slots=True)
class Played:
    """A recorded deal that was played again, as far as it goes.

    *after* are the totals with it, None where it does not reach its end; *broken* says then why it stops.
    """

    replay: DealReplay
    after: tuple[int, ...] | None
    broken: str = ""


class MatchReplay:
    """A match played again, deal by deal.

    *mending* allows the repairs that `docs/records.md` lists; without it everything is strict.
    """

    def __init__(self, heading: Heading, mending: Mending | None = None) -> None:
        self.heading = heading
        self.mending = mending
        self.totals: tuple[int, ...] = (0,) * heading.rules.sides
        self.counted = 0
        self._last: Played | None = None

    def deal(self, record: DealRecord) -> Played:
        """Play the next deal again and check all that the record says of it.

        Raises `NotationError`, with the line in the file, for the first thing that is wrong.
        """
        place = record.line
        try:
            self._check_place(record)
            replay = DealReplay(self.heading.rules, record, whole_deck(self.heading, record), self.mending)
            for place, line in enumerate(record.actions, record.line):
                replay.line(line, place)
            place += bool(record.actions)
            replay.facts_done(place) if not record.broken else None
            self._last = self._finished(record, replay)
        except NotationError as error:
            raise NotationError(str(error), error.line or place, error.column) from None
        return self._last

    def _check_place(self, record: DealRecord) -> None:
        """See that *record* follows the deals before it."""
        rules, last = self.heading.rules, self._last
        if last is None:
            self.totals = record.totals
            self.counted = record.number - 1
        elif last.after is None:
            raise NotationError(f"deal {last.replay.record.number} is not finished, and another one follows")
        elif standing(rules, self.totals, self.counted).over:
            raise NotationError(f"the match was over with deal {self.counted}, and another one follows")
        before = last.replay.record if last else None
        if record.number != self.counted + 1:
            raise NotationError(f"this is called deal {record.number}, and follows deal {self.counted}")
        if record.totals != self.totals:
            raise NotationError(
                f"the totals are {list(record.totals)}, and after the last deal they were {list(self.totals)}"
            )
        try:
            dealers(rules, record.dealer, record.keeper)
        except ValueError as error:
            raise NotationError(str(error)) from None
        if before is not None:
            following = next_dealer(rules, before.dealer, before.keeper)
            if record.dealer != following:
                raise NotationError(f"seat {record.dealer + 1} deals, and it is the turn of seat {following + 1}")

    def _finished(self, record: DealRecord, replay: DealReplay) -> Played:
        if not replay.deal.over:
            if record.broken:
                return Played(replay, None, record.broken)
            if record.sheets or record.after:
                raise NotationError("the deal is counted here, and it is not over")
            return Played(replay, None, "the deal is not finished")
        # Where cards are not known, nobody can count them: what the record says holds then.
        sheets = replay.sheets if is_known(record) or not record.sheets else record.sheets
        totals = tuple(
            total + sum(line.points for line in each) for total, each in zip(record.totals, sheets, strict=True)
        )
        missing = [name for name, there in (("score sheets", record.sheets), ("new totals", record.after)) if not there]
        if missing and not record.broken:
            if self.mending is None:
                raise NotationError(f"the deal is over, and its {' and '.join(missing)} are missing")
            self.mending.note(f"{' and '.join(missing)} of deal {record.number} were left out")
        if record.sheets:
            _compare(record.sheets, sheets)
        if record.after and record.after != totals:
            raise NotationError(f"the new totals are {list(record.after)}, and by the rules they are {list(totals)}")
        self.totals = totals
        self.counted = record.number
        return Played(replay, totals, record.broken)


def _compare(written: tuple[tuple[Scored, ...], ...], true: tuple[tuple[Scored, ...], ...]) -> None:
    """See that the score sheets as *written* are the *true* ones, but for their words."""
    if len(written) != len(true):
        raise NotationError(f"there are {len(true)} sides, and {len(written)} score sheets")
    for side, (theirs, ours) in enumerate(zip(written, true, strict=True), 1):
        for told, line in zip_longest(map(_gist, theirs), map(_gist, ours), fillvalue="nothing more"):
            if told != line:
                raise NotationError(f"the score sheet of side {side} says {told}, and by the rules it is {line}")


def _gist(line: Scored) -> str:
    return f"{line.points} points for {line.count} by {line.clause}"


def whole_deck(heading: Heading, record: DealRecord) -> tuple[Face, ...]:
    """The deck of *record*; for cards that it does not know, any that go with its lines.

    Raises `NotationError` for a deck that these rules do not play with.
    """
    if is_known(record):
        check_deck(heading.rules, record.deck)
        return record.deck
    if record.deck:
        check_deck(heading.rules, record.deck)
    return filled(heading.rules, record)


def is_known(record: DealRecord) -> bool:
    """Whether *record* gives every card of its deck."""
    return bool(record.deck) and UNKNOWN not in record.deck
