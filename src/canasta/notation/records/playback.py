"""Playback: a recorded match as moments to look at, one for each action, with what everyone heard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from canasta.base.events import Event
from canasta.base.misuse import public
from canasta.base.seats import Seat
from canasta.base.sheets import Part, ScoreLine, Sheet
from canasta.deal.deal import Deal
from canasta.notation.records.actions import read_line
from canasta.notation.records.match_replay import MatchReplay, Played, is_known
from canasta.notation.records.record import UNKNOWN, DealRecord, Heading, Record, Scored, cards_text
from canasta.notation.records.replay import Mending
from canasta.rules.dealers import first_player
from canasta.rules.groups import Rules
from canasta.rules.shapes import clean
from canasta.scoring.standing import minimum
from canasta.wording.sheets import clause_title

_LONGEST_NAME: Final = 20


@dataclass(frozen=True, slots=True)
class Moment:
    """A deal as it stood after one action.

    *seat* acted, with the move *text*; -1 and no text for the moment after the deal. *line* is the place of the
    action in the record's lines, *comments* are those that stand there, *turn* is the one in progress, from 1.
    """

    line: int
    seat: int
    text: str
    events: tuple[Event, ...]
    deal: Deal
    turn: int
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Watched:
    """A recorded deal, checked and ready to be watched; *moments* begins with the deal. One counted by hand has none."""

    played: Played
    moments: tuple[Moment, ...]

    @property
    def record(self) -> DealRecord:
        """What was written."""
        return self.played.record


def watch(heading: Heading, records: Sequence[DealRecord], mending: Mending | None = None) -> Iterator[Watched]:
    """Yield the deals of a match, each checked as `MatchReplay` does and then played for people.

    Raises `NotationError` for the first thing that is wrong.
    """
    replay = MatchReplay(heading, mending)
    for record in records:
        played = replay.deal(record)
        yield Watched(played, () if played.by_hand else tuple(moments(heading, played)))


@public
def replay_record(record: Record) -> Iterator[Deal]:
    """Return the deals of *record*, each played again to where it ends and checked; `Deal.history` tells what happened in it.

    Deals that were counted by hand are checked, too, but there is nothing to play again of them.

    Raises `NotationError`, with the line, for the first thing in the record that is wrong.
    """
    return (watched.moments[-1].deal for watched in watch(record.heading, record.deals) if watched.moments)


def moments(heading: Heading, played: Played) -> Iterator[Moment]:
    """Yield the moments of a deal that was checked."""
    record = played.record
    rules = heading.rules.in_deal(record.number)
    first = first_player(rules, record.dealer, record.keeper)
    minimums = [minimum(rules, record.number, total) for total in record.totals]
    deck, returns = played.replay.deck, record.returns
    deal, events = Deal.new(rules, deck, first, minimums, returns, totals=record.totals, number=record.number)
    at, seat, text = 0, -1, ""
    comments: list[str] = []
    moves = iter(played.replay.moves)
    for number, written in enumerate(record.actions):
        comment = written.partition("#")[2].strip()
        line = read_line(written)
        if line is not None and not line.fact and line.seat >= 0:
            yield Moment(at, seat, text, tuple(events), deal.copy(), int(deal.position.turns) + 1, tuple(comments))
            at, text, comments = number, line.text, []
            seat, move = next(moves)
            events = deal.play(seat, move)
        if comment:
            comments.append(comment)
    yield Moment(at, seat, text, tuple(events), deal.copy(), int(deal.position.turns) + 1, tuple(comments))


def known_hands(rules: Rules, record: DealRecord) -> list[Seat]:
    """Return the seats of whose cards *record* knows every one.

    Where it does not give the deck, its lines tell what came to each hand; other cards are a guess that nobody
    should see.
    """
    seats = range(rules.seats)
    if is_known(record):
        return list(seats)
    unknown = cards_text([UNKNOWN])
    lines = [line for written in record.actions if (line := read_line(written)) is not None and unknown in line.text]
    guessed = {line.seat for line in lines}
    guessed |= {int(line.text.split()[1]) - 1 for line in lines if line.seat < 0 and line.text.startswith("deal ")}
    return [seat for seat in seats if seat not in guessed]


def people_dealt_in(heading: Heading, record: DealRecord) -> list[Seat]:
    """Return the seats of the people who are still playing *record*; none once it is counted, and none where only bots play."""
    return [] if record.after else [seat for seat, player in enumerate(heading.players) if not player.bot]


def shown_hands(heading: Heading, record: DealRecord, asked: Seat | None = None) -> list[Seat]:
    """Return the seats whose hands may be shown to someone who has the file and *asked* for a seat, or for none.

    All that are known, unless people are still playing the deal: then one person sees their own, and several see none,
    for any of them may be looking.
    """
    known, people = known_hands(heading.rules, record), people_dealt_in(heading, record)
    return [seat for seat in known if seat == asked or people in ([], [seat])]


def player_names(heading: Heading) -> tuple[str, ...]:
    """Return the names of the players fit for a screen: none empty, none long, no two alike."""
    given = [player.name for player in heading.players]
    names = [clean(name.strip())[:_LONGEST_NAME] or f"Player {seat}" for seat, name in enumerate(given, 1)]
    often = Counter(names)
    return tuple(name if often[name] == 1 else f"{name} ({seat})" for seat, name in enumerate(names, 1))


def final_sheets(rules: Rules, watched: Watched) -> list[Sheet]:
    """Return the sheets of a deal that is over, in a match by *rules*: as they were written where the record does not know every card."""
    record, played = watched.record, watched.played
    if record.sheets and not played.by_hand and not is_known(record):
        return [_written_sheet(each) for each in record.sheets]
    return list(played.sheets(rules))


def _written_sheet(lines: Sequence[Scored]) -> Sheet:
    told = (
        ScoreLine(clean(each.text) or clause_title(each.clause), each.clause, each.count, None, each.points)
        for each in lines
    )
    return Sheet((Part("", tuple(told)),))
