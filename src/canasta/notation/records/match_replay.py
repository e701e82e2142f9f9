"""A whole match played again: the deals of a record in order, with totals, dealers and scores."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest

from canasta.base.cards import Face, pack
from canasta.base.errors import NotationError
from canasta.base.sheets import Sheet
from canasta.base.shuffle import commitment, fair_deck
from canasta.deal.tableaus import tableaus
from canasta.notation.records.record import UNKNOWN, DealRecord, Heading, Scored, scored
from canasta.notation.records.replay import DealReplay, Mending, check_deck, returns_used
from canasta.notation.records.unknown_cards import filled
from canasta.rules.dealers import next_dealer, score_keeper
from canasta.rules.groups import Rules
from canasta.rules.shapes import clean
from canasta.scoring.standing import standing
from canasta.tally.limits import impossible
from canasta.tally.tally import sheets
from canasta.wording.sheets import sheet


@dataclass(frozen=True, slots=True)
class Played:
    """A recorded deal that was played again, as far as it goes, or that was counted by hand.

    *after* are the totals with it, None if it does not reach its end; *broken* says then why it stops.
    """

    record: DealRecord
    after: tuple[int, ...] | None
    broken: str = ""
    playing: DealReplay | None = None
    """The deal played again; None for one that was counted by hand."""

    @property
    def by_hand(self) -> bool:
        """Whether the deal was played with real cards, and only counted: then nothing of it can be watched."""
        return self.playing is None

    @property
    def replay(self) -> DealReplay:
        """The deal played again, which there is unless it was counted `by_hand`."""
        assert self.playing is not None
        return self.playing

    def sheets(self, rules: Rules) -> tuple[Sheet, ...]:
        """Return the score sheets by side, as the *rules* of the match count them; those of a deal in progress as it stands."""
        if self.playing is None:
            return sheets(rules.in_deal(self.record.number), self.record.counts)
        position = self.playing.deal.position
        return tuple(sheet(self.playing.rules, each) for each in tableaus(position, self.playing.cuts))


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
        self.check_place(record)
        if record.counts:
            self._last = self._counted(record)
            return self._last
        try:
            deck = whole_deck(self.heading, record)
        except NotationError as error:
            where = error.line or record.place("deck") or record.place("number")
            raise NotationError(str(error), where) from None
        replay = DealReplay(self.heading.rules, record, deck, self.mending)
        used = returns_used(self.heading.rules.in_deal(record.number), deck, record.returns)
        if len(record.returns) > used:
            raise NotationError(
                f"returns: the number of places is {len(record.returns)}, but {used} are used", record.place("returns")
            )
        self._play(record, replay)
        self._last = self._finished(record, replay)
        return self._last

    def _play(self, record: DealRecord, replay: DealReplay) -> None:
        """Play all lines of *record*."""
        for place, line in enumerate(record.actions, record.line):
            try:
                replay.line(line, place)
            except NotationError as error:
                raise NotationError(clean(str(error)), place, _column(line, str(error))) from None
        if not record.broken:
            end = record.line + len(record.actions)
            try:
                replay.facts_done(end)
            except NotationError as error:
                raise NotationError(str(error), end) from None

    def check_place(self, record: DealRecord) -> None:
        """See that *record* follows the deals before it. Raises `NotationError` if it does not."""
        rules, last = self.heading.rules, self._last
        if last is None:
            self.totals = record.totals
            self.counted = record.number - 1
        elif last.after is None:
            raise NotationError(
                f"deal {last.record.number} is not finished, but another one follows", record.place("number")
            )
        if self.counted and standing(rules, self.totals, self.counted).over:
            raise NotationError(
                f"the match was over after deal {self.counted}, but another one follows", record.place("number")
            )
        if record.number != self.counted + 1:
            raise NotationError(
                f"this is deal {record.number}, but it follows deal {self.counted}", record.place("number")
            )
        if record.totals != self.totals:
            raise NotationError(
                f"the totals are {list(record.totals)}, but after the last deal they were {list(self.totals)}",
                record.place("totals"),
            )
        self._check_dealer(record, last.record if last else None)

    def _check_dealer(self, record: DealRecord, before: DealRecord | None) -> None:
        """See that *record* is dealt by whom it should be after the deal *before*."""
        rules, keeper = self.heading.rules, record.keeper
        if keeper is not None and score_keeper(rules, keeper) is None:
            raise NotationError("keeper: this game has no score keeper who never deals", record.place("keeper"))
        if keeper is not None and record.dealer == keeper:
            raise NotationError(f"seat {keeper + 1} keeps the score and never deals", record.place("dealer"))
        if before is None:
            return
        if keeper != before.keeper:
            who = [f"seat {each + 1}" if each is not None else "nobody" for each in (keeper, before.keeper)]
            raise NotationError(
                f"{who[0]} keeps the score, but in the deal before it was {who[1]}",
                record.place("keeper") or record.place("number"),
            )
        following = next_dealer(rules, before.dealer, before.keeper)
        if record.dealer != following:
            raise NotationError(
                f"seat {record.dealer + 1} deals, but it is the turn of seat {following + 1}", record.place("dealer")
            )

    def _finished(self, record: DealRecord, replay: DealReplay) -> Played:
        if not replay.deal.over:
            if record.broken:
                return Played(record, None, record.broken, replay)
            if record.sheets or record.after:
                raise NotationError(
                    "the deal is counted here, but it is not over", record.place("after") or record.place("sheet")
                )
            return Played(record, None, "the deal is not finished", replay)
        # Where cards are not known, nobody can count them: what the record says holds then.
        sheets = replay.sheets if is_known(record) or not record.sheets else record.sheets
        totals = tuple(
            total + sum(line.points for line in each) for total, each in zip(record.totals, sheets, strict=True)
        )
        missing = [name for name, there in (("score sheets", record.sheets), ("new totals", record.after)) if not there]
        if missing and not record.broken:
            if self.mending is None:
                raise NotationError(
                    f"the deal is over, but its {' and '.join(missing)} are missing",
                    record.line + len(record.actions),
                )
            self.mending.note(f"{' and '.join(missing)} of deal {record.number} were left out")
        if record.sheets:
            _compare(record, sheets)
        self._add(record, totals)
        return Played(record, totals, record.broken, replay)

    def _counted(self, record: DealRecord) -> Played:
        """Count a deal that was counted by hand again."""
        rules = self.heading.rules.in_deal(record.number)
        for found in impossible(rules, record.counts):
            if not any(tally.note for tally in record.counts):
                side = max(found.side, 0) + 1
                raise NotationError(f"this can't be: {found.text}", record.place(f"count.{side}"))
        true = sheets(rules, record.counts)
        _compare(record, tuple(map(scored, true)))
        totals = tuple(total + each.total for total, each in zip(record.totals, true, strict=True))
        self._add(record, totals)
        return Played(record, totals)

    def _add(self, record: DealRecord, totals: tuple[int, ...]) -> None:
        """Go on with the new *totals*, which the record must have, too."""
        if record.after and record.after != totals:
            raise NotationError(
                f"the new totals are {list(record.after)}, but by the rules they are {list(totals)}",
                record.place("after"),
            )
        self.totals = totals
        self.counted = record.number


def _compare(record: DealRecord, true: tuple[tuple[Scored, ...], ...]) -> None:
    """See that the score sheets of *record* are the *true* ones, but for their words."""
    if len(record.sheets) != len(true):
        sheets = "1 score sheet" if len(record.sheets) == 1 else f"{len(record.sheets)} score sheets"
        raise NotationError(f"there are {len(true)} sides, but {sheets}", record.place("sheet"))
    for side, (theirs, ours) in enumerate(zip(record.sheets, true, strict=True), 1):
        lines = zip_longest(map(_gist, theirs), map(_gist, ours), fillvalue="nothing more")
        for number, (told, line) in enumerate(lines, 1):
            if told != line:
                raise NotationError(
                    f"the score sheet of side {side} says {told}, but by the rules it is {line}",
                    record.place(f"sheet.{side}.lines.{number}"),
                )


def _column(line: str, text: str) -> int:
    """Return where in *line* the error *text* points: to the words it begins with, else to where the line begins."""
    named = re.match(r'"([^"]+)"', text)
    at = line.find(named[1]) if named else -1
    return (at if at >= 0 else len(line) - len(line.lstrip())) + 1


def _gist(line: Scored) -> str:
    return f"{line.points} points for {line.count} by {line.clause}"


def whole_deck(heading: Heading, record: DealRecord) -> tuple[Face, ...]:
    """Return the deck of *record*; for cards that it does not know, any that go with its lines.

    Raises `NotationError` for a deck that these rules do not play with.
    """
    if is_known(record):
        check_deck(heading.rules, record.deck)
        _check_fairness(heading.rules, record)
        return record.deck
    if record.deck:
        check_deck(heading.rules, record.deck)
    return filled(heading.rules, record)


def is_known(record: DealRecord) -> bool:
    """Return whether *record* gives every card of its deck."""
    return bool(record.deck) and UNKNOWN not in record.deck


def _check_fairness(rules: Rules, record: DealRecord) -> None:
    """See that the secret is the one that was promised, and that the deck comes from it and the players' numbers."""
    if record.numbers and len(record.numbers) != rules.seats:
        raise NotationError(f"there are {len(record.numbers)} numbers, but each of the {rules.seats} players gives one")
    if not record.secret:
        return
    secret = bytes.fromhex(record.secret)
    if commitment(secret) != record.commitment:
        raise NotationError(f"the secret does not match the commitment: its commitment is {commitment(secret)}")
    deck, returns = fair_deck(pack(rules.packs, rules.deck.jokers), secret, record.numbers)
    if deck != record.deck or returns[: len(record.returns)] != record.returns:
        raise NotationError("the deck does not follow from the secret and the players' numbers")
