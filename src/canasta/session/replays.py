"""A recorded deal as a live table tells one: the picture after the deal, then what each move changes, with its sentences.

A page can so watch a deal with the same parts that play one. Hands are in it, so it is only for deals that are over and
for records that someone has anyway.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from canasta.base.cards import face_text
from canasta.base.errors import NotationError
from canasta.base.seats import Seat
from canasta.base.spans import Line
from canasta.deal.match import Match
from canasta.deal.view import view
from canasta.notation.records.match_replay import is_known
from canasta.notation.records.playback import Moment, Watched, final_sheets, player_names, shown_hands, watch
from canasta.notation.records.reader import RecordReader
from canasta.notation.records.record import DealRecord, Heading
from canasta.rules.groups import Rules
from canasta.rules.shapes import clean
from canasta.scoring.standing import minimum, standing
from canasta.session.broadcast import patch
from canasta.session.line_json import LineJson, line_json
from canasta.session.refusals import Refused, refused
from canasta.session.seating import Person, TableSeat
from canasta.session.settings import Settings
from canasta.session.sheets import sheet_json
from canasta.session.snapshot import cards, seats, table
from canasta.session.state import State
from canasta.session.table import rules_json
from canasta.wording.announcements import winners_line
from canasta.wording.names import Names
from canasta.wording.story import tell_move

Json = dict[str, Any]

_LONGEST_TITLE: Final = 40


def replay_json(text: str, deal: int | None = None) -> Json:
    """Return the *deal* of the record *text* (by its number; by default the first one) as JSON, checked as `canasta replay` does.

    It is what `match_json` and `watched_json` return; ``deals`` are the numbers of all deals in the record.

    Raises `Refused` (table.replay) with one sentence for text that is not a right record, or has no such deal.
    """
    try:
        reader = RecordReader(io.BytesIO(text.encode(errors="surrogatepass")))
        records = list(reader)
        watched = _watched(reader.heading, records, deal)
    except NotationError as error:
        raise _unwatchable(error) from None
    heading = reader.heading
    told = watched_json(heading, watched, shown_hands(heading, watched.record))
    return match_json(heading) | told | {"deals": [record.number for record in records]}


def read_watched(text: str) -> tuple[Heading, list[Watched]]:
    """Return the heading and all deals of the record *text*, checked as `canasta replay` does. Raises `Refused` as `replay_json` does."""
    try:
        reader = RecordReader(io.BytesIO(text.encode(errors="surrogatepass")))
        deals = list(watch(reader.heading, list(reader)))
    except NotationError as error:
        raise _unwatchable(error) from None
    return replace(reader.heading, rules=_titled(reader.heading.rules)), deals


def _unwatchable(error: NotationError) -> Refused:
    place = f"line {error.line}: " if error.line else ""
    return refused("table.replay", text=f"{place}{clean(str(error))}")


def match_json(heading: Heading) -> Json:
    """Return what the replays of all deals of a match share: its rules, and the names of its players."""
    return {"rules": rules_json(_titled(heading.rules)), "names": list(player_names(heading))}


def watched_json(heading: Heading, watched: Watched, shown: Collection[Seat], *, comments: bool = True) -> Json:
    """Return a deal of the match of *heading* as JSON, with the hands of the seats *shown*, and no card that others must not see.

    ``first`` is the table after the cards were dealt, ``moments`` are what changes with each move: a patch of the public
    part, one of the cards of each hand, and the sentences that everyone heard; ``open`` has them with every card where
    that differs, ``comments`` what the record remarks. A deal that was counted by hand has no moments, and ``first`` has
    ``counted``: the answers of each side, and what was corrected.
    """
    return _Replayed(heading, watched, shown, comments=comments).as_json()


def _titled(rules: Rules) -> Rules:
    """Return *rules* with a title fit for a screen."""
    return replace(rules, title=clean(rules.title.strip())[:_LONGEST_TITLE] or "Canasta")


def _watched(heading: Heading, records: Iterable[DealRecord], number: int | None) -> Watched:
    """Return the deal *number*, once it and all before it are found right."""
    for watched in watch(heading, list(records)):
        if number in (None, watched.record.number):
            return watched
    raise NotationError("it has no deal yet" if number is None else f"there is no deal {number} in it")


class _Replayed:
    """A deal that was watched, on its way to JSON."""

    def __init__(self, heading: Heading, watched: Watched, shown: Collection[Seat], *, comments: bool) -> None:
        self._rules = _titled(heading.rules)
        self._names = player_names(heading)
        self._watched = watched
        self._shown = shown
        self._comments = comments
        record = watched.record
        self._match = Match(self._rules, 0, record.dealer, record.keeper)
        self._match.number, self._match.totals = record.number, record.totals
        places = [
            TableSeat(person=None if player.bot else name, bot=clean(player.bot), called=name)
            for name, player in zip(self._names, heading.players, strict=True)
        ]
        people = {place.person: Person(place.called) for place in places if place.person is not None}
        self._state = State(
            self._rules, "", Settings(), (), {}, places, people=people, phase="playing", match=self._match
        )

    def as_json(self) -> Json:
        """Return all of it."""
        if self._watched.played.by_hand:
            return self._by_hand()
        dealt = self._watched.moments[0]
        first = {"public": self._public(dealt), "hands": self._hands(dealt)}
        told: Json = {
            "deal": self._watched.record.number,
            "shown": [seat + 1 for seat in self._shown],
            "first": first | self._remarks((self._watched.record.comment, *dealt.comments)),
        }
        before, hands = first["public"], first["hands"]
        moments: list[Json] = []
        for moment in self._watched.moments[1:]:
            public, now = self._public(moment), self._hands(moment)
            moments.append(self._moment(moment) | {"public": patch(before, public), "hands": patch(hands, now)})
            before, hands = public, now
        if self._watched.played.after is not None:
            moments.append(
                {
                    "lines": self._lines(self._winners(self._watched.played.after)),
                    "turn": self._watched.moments[-1].turn,
                    "public": patch(before, self._counted(before)),
                    "hands": {},
                }
            )
        return told | {"moments": moments, "ends": clean(self._watched.played.broken)}

    def _moment(self, moment: Moment) -> Json:
        told: Json = {"seat": moment.seat + 1, "turn": moment.turn}
        heard = self._told(moment, uncovered=False)
        told["lines"] = self._lines(heard)
        if moment.seat in self._shown and (everything := self._told(moment, uncovered=True)) != heard:
            told["open"] = self._lines(everything)
        return told | self._remarks(moment.comments)

    def _told(self, moment: Moment, *, uncovered: bool) -> list[Line]:
        """Return what happened in *moment*, one line at least; *uncovered* with the cards that only the player saw."""
        verb = moment.text.partition(" ")[0]
        events = moment.events if uncovered else [each.seen_by(-1) for each in moment.events]
        return tell_move(events, moment.seat, verb, Names(self._names), self._rules, uncovered=uncovered)

    def _remarks(self, comments: Iterable[str]) -> Json:
        """Return the *comments*, if they may be told and there are any."""
        told = [clean(each) for each in comments if each] if self._comments else []
        return {"comments": told} if told else {}

    def _winners(self, totals: Sequence[int]) -> list[Line]:
        """Return who has won, if the match is over with *totals*."""
        now = standing(self._rules, totals, self._watched.record.number)
        return [winners_line(now.winners, totals, self._rules, Names(self._names))] if now.over else []

    def _lines(self, lines: Iterable[Line]) -> list[LineJson]:
        return [line_json(each, self._names) for each in lines]

    def _public(self, moment: Moment) -> Json:
        """Return the public part at *moment*, as far as a replay needs it."""
        self._match.current_deal = moment.deal
        return self._around("playing") | {"table": table(self._state, view(moment.deal, -1))}

    def _around(self, phase: str) -> Json:
        """Return what the public part tells besides the cards."""
        match = self._match
        told: Json = {"state": phase, "people": {}, "seats": seats(self._state), "settings": {}}
        for row in told["seats"].values():
            row["plays"] = "bot" if row.get("bot") else "person"
        told |= {"dealer": match.dealer + 1, "deal": match.number, "totals": list(match.totals)}
        told["minimums"] = [minimum(self._rules, match.number, total) for total in match.totals]
        return told

    def _by_hand(self) -> Json:
        """Return a deal that was counted by hand: its table has no cards, and there is what was counted and corrected."""
        record, after = self._watched.record, self._watched.played.after
        assert after is not None
        now = standing(self._rules, after, record.number)
        winners = {"winners": [side + 1 for side in now.winners]} if now.over else {}
        counted = {
            "answers": {str(side): each.as_json() for side, each in enumerate(record.counts, 1)},
            "corrections": [clean(each) for each in record.corrections],
        }
        public = self._counted(self._around("counting")) | winners
        first = {"public": public, "hands": {}, "counted": counted} | self._remarks([record.comment])
        return {"deal": record.number, "shown": [], "first": first, "moments": [], "ends": ""}

    def _counted(self, public: Json) -> Json:
        """Return the public part once the deal is counted."""
        played, record = self._watched.played, self._watched.record
        assert played.after is not None
        if played.by_hand or is_known(record):
            sheets = list(map(sheet_json, played.sheets(self._rules)))
        elif record.sheets:
            sheets = list(map(sheet_json, final_sheets(self._rules, self._watched)))
        else:
            sheets = [
                {"parts": [], "total": after - before}
                for before, after in zip(record.totals, played.after, strict=True)
            ]
        deals = {str(record.number): {"sheets": sheets, "totals": list(played.after)}}
        return public | {"deals": deals, "totals": list(played.after)}

    def _hands(self, moment: Moment) -> Json:
        """Return the cards of every hand that the record knows, by seat."""
        return {str(seat + 1): self._hand(moment, seat) for seat in self._shown}

    def _hand(self, moment: Moment, seat: Seat) -> str:
        return cards(moment.deal.tabletop.hands[seat])


def fairness_json(text: str) -> Json:
    """Return what a page needs to compute the decks of the record *text* again: promises, numbers, secrets, and the decks dealt.

    Raises `Refused` (table.replay) for text that is not a record.
    """
    try:
        reader = RecordReader(io.BytesIO(text.encode(errors="surrogatepass")))
        deals = [_promise(record) for record in reader]
    except NotationError as error:
        raise refused("table.replay", text=clean(str(error))) from None
    rules = reader.heading.rules
    return {
        "title": clean(rules.title),
        "names": list(player_names(reader.heading)),
        "word": rules.words.deal,
        "packs": rules.packs,
        "jokers": rules.deck.jokers,
        "deals": deals,
    }


def _promise(record: DealRecord) -> Json:
    told: Json = {"deal": record.number}
    if record.secret:
        told |= {"commitment": record.commitment, "secret": record.secret, "numbers": list(map(str, record.numbers))}
    if is_known(record):
        told["deck"] = "".join(map(face_text, record.deck))
    return told
