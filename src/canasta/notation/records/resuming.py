"""Going on with a match from its record: everything as it was after the last line that is whole."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Final

from canasta.errors import NotationError
from canasta.events import DealCounted
from canasta.match import Match
from canasta.notation.records.actions import CUT
from canasta.notation.records.match_replay import MatchReplay, whole_deck
from canasta.notation.records.reader import RecordReader
from canasta.notation.records.record import DealRecord, Heading, Player
from canasta.notation.records.recorder import Paper, Recorder
from canasta.notation.records.replay import DealReplay, Mending
from canasta.score import sheet
from canasta.tableau import tableaus

_DEAL: Final = b"\n\n[[deal]]\n"


@dataclass(frozen=True, slots=True)
class Resumed:
    """A match that goes on.

    The first *size* bytes of the file stay, and `record_on` gives what writes behind them.
    """

    heading: Heading
    match: Match
    size: int
    record: DealRecord | None
    replay: DealReplay | None

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits where."""
        return self.heading.players

    def record_on(self, paper: Paper) -> Recorder:
        """A recorder that goes on where the file ends; lines that follow from the last one are written at once."""
        recorder = Recorder(paper, self.heading)
        if self.record and self.replay:
            recorder.go_on(self.record, self.replay)
            if self.match.deal is not None:
                recorder.dealt()
            if self.replay.deal.over:
                recorder.counted()
        return recorder


def resume(content: bytes) -> Resumed:
    """The match in the file with this *content*, as far as its lines are whole.

    Raises `NotationError` for a record that is wrong, and for a match that is over.
    """
    content, heading, records = _read(content)
    rules = heading.rules
    last = records[-1] if records else None
    open_deal = last is not None and not (len(last.sheets) == rules.sides and last.after)
    done = records[:-1] if open_deal else records
    replays = MatchReplay(heading)
    played = [replays.deal(record) for record in done]
    first = records[0] if records else None
    if first and (first.number > 1 or any(first.totals)):
        raise NotationError(
            "this record does not begin with the match, so nobody can go on with it", first.place("number")
        )
    if last is not None and open_deal:
        replays.check_place(last)
    match = Match(rules, heading.seed or 0, first.dealer if first else None, first.keeper if first else None)
    for each in played:
        assert each.after is not None
        sheets = tuple(sheet(rules, tableau) for tableau in tableaus(each.replay.deal.position, each.replay.cuts))
        match.take_over(DealCounted(each.replay.record.dealer, each.replay.record.number, sheets, each.after))
    if match.over:
        raise NotationError("this match is over; canasta replay FILE shows it")
    if last is None or not open_deal:
        return Resumed(heading, match, len(content), None, None)
    return Resumed(heading, match, _whole(content), last, _deal_on(heading, match, last))


def _deal_on(heading: Heading, match: Match, record: DealRecord) -> DealReplay:
    """Play the deal that *record* breaks off in, in *match* and as a replay, which is returned."""
    replay = DealReplay(heading.rules, record, whole_deck(heading, record), Mending())
    begun = False
    for number, line in enumerate(record.actions, record.line):
        try:
            replay.line(line, number)
        except NotationError as error:
            raise NotationError(str(error), number, error.column) from None
        words = line.split()
        if words[:1] == [CUT]:
            match.cut(int(words[1]) - 1, int(words[2]))
        begun = begun or words[:1] == ["deal"]
    if not begun:
        return replay
    match.begin_deal(replay.deck, record.returns)
    assert match.deal is not None
    for seat, move in replay.moves:
        match.deal.play(seat, move)
    # What the file holds already is not taken back: a copy has nothing to undo.
    match.deal = match.deal.copy()
    return replay


def _read(content: bytes) -> tuple[bytes, Heading, list[DealRecord]]:
    """What of *content* is whole, and what it says: perhaps it ends amid the last score, or before the last actions."""
    wrong: NotationError | None = None
    for part in (content, _without_score(content), _without_frame(content)):
        try:
            reader = RecordReader(io.BytesIO(part))
            return part, reader.heading, list(reader)
        except NotationError as error:
            wrong = wrong or error
    assert wrong is not None
    raise wrong


def _without_score(content: bytes) -> bytes:
    """*content* without what follows the actions of its last deal."""
    end = content.rfind(b"\n'''\n")
    return content if end < 0 or content.rfind(_DEAL) > end else content[: end + 5]


def _without_frame(content: bytes) -> bytes:
    """*content* without its last deal, if that ends before its actions begin."""
    begin = content.rfind(_DEAL)
    return content if begin < 0 or b"\nactions = " in content[begin:] else content[: begin + 1]


def _whole(content: bytes) -> int:
    """How many bytes of *content*, whose last deal is open, belong to lines of actions that are whole."""
    start = content.rindex(b"actions = '''\n") + len(b"actions = '''\n")
    end = content.find(b"\n'''", start - 1)
    return end + 1 if end >= 0 else content.rindex(b"\n") + 1
