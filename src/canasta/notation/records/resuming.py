"""Going on with a match from its record: everything as it was after the last line that is whole."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from canasta.base.errors import NotationError
from canasta.base.events import DealCounted
from canasta.deal.match import Match
from canasta.notation.records.actions import CUT
from canasta.notation.records.match_replay import MatchReplay, whole_deck
from canasta.notation.records.reader import RecordReader
from canasta.notation.records.record import DealRecord, Heading, Player
from canasta.notation.records.recorder import Recorder, RecordOutput
from canasta.notation.records.replay import DealReplay
from canasta.tally.tally import Tally

_DEAL: Final = b"\n\n[[deal]]\n"
_COUNT: Final = b"[[deal.count]]"
_ACTIONS: Final = b"\nactions = '''\n"


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
    counts: Mapping[int, tuple[Tally, ...]] = field(default_factory=dict)
    """What the sides counted in deals with real cards, by their numbers."""

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits where."""
        return self.heading.players

    def record_on(self, output: RecordOutput) -> Recorder:
        """Return a recorder that goes on where the file ends; facts that follow from the last line are written at once.

        A deal that is over is not counted yet, neither here nor in `match`.
        """
        recorder = Recorder(output, self.heading)
        if self.record and self.replay:
            recorder.resume(self.record, self.replay)
            if self.match.current_deal is not None:
                recorder.dealt()
        return recorder


def resume(content: bytes) -> Resumed:
    """Return the match in the file with this *content*, as far as its lines are whole.

    Raises `NotationError` for a record that is wrong, and for a match that is over.
    """
    content, heading, records = read_open_record(content)
    rules = heading.rules
    last = records[-1] if records else None
    open_deal = last is not None and not (len(last.sheets) == rules.sides and last.after)
    done = records[:-1] if open_deal else records
    replays = MatchReplay(heading)
    played = [replays.deal(record) for record in done]
    first = records[0] if records else None
    if first and (first.number > 1 or any(first.totals)):
        raise NotationError(
            "this record does not begin at the start of the match, so it cannot be resumed", first.place("number")
        )
    if last is not None and open_deal:
        replays.check_place(last)
    seed = heading.seed or 0
    if first is None:
        match = Match(rules, seed)
    elif first.keeper is None:
        match = Match.without_keeper(rules, seed, first.dealer)
    else:
        match = Match(rules, seed, first.dealer, first.keeper)
    for each in played:
        assert each.after is not None
        match.take_over(DealCounted(each.record.dealer, each.record.number, each.sheets(rules), each.after))
    if match.over:
        raise NotationError("this match is over; watch it with canasta replay FILE")
    counts = {record.number: record.counts for record in done if record.counts}
    if last is None or not open_deal:
        return Resumed(heading, match, len(content), None, None, counts)
    return Resumed(heading, match, _whole(content, last.line), last, _deal_on(heading, match, last), counts)


def _deal_on(heading: Heading, match: Match, record: DealRecord) -> DealReplay:
    """Play the deal that *record* breaks off in, in *match* and as a replay, which is returned."""
    replay = DealReplay(heading.rules, record, whole_deck(heading, record))
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
    for seat, move in replay.moves:
        match.deal.play(seat, move)
    # What the file holds already is not taken back: a copy has nothing to undo.
    match.current_deal = match.deal.copy()
    return replay


def read_open_record(content: bytes) -> tuple[bytes, Heading, list[DealRecord]]:
    """Return the complete part of *content* and what it says; it may end in the middle of the last score, or before the last actions.

    Raises `NotationError` for what is not a record.
    """
    content = _without_frame(content)
    wrong: NotationError | None = None
    for part in (content, content[: content.rfind(b"\n") + 1], _without_score(content), _without_count(content)):
        try:
            reader = RecordReader(io.BytesIO(part))
            return part, reader.heading, list(reader)
        except NotationError as error:
            wrong = wrong or error
    assert wrong is not None
    raise wrong


def _without_count(content: bytes) -> bytes:
    """*content* without its last deal, if that was counted by hand: who counted it has to do so again."""
    begin = content.rfind(_DEAL)
    return content[: begin + 1] if begin >= 0 and _COUNT in content[begin:] else content


def _without_score(content: bytes) -> bytes:
    """*content* without what follows the actions of its last deal."""
    end = content.rfind(b"\n'''\n")
    return content if end < 0 or content.rfind(_DEAL) > end else content[: end + 5]


def _without_frame(content: bytes) -> bytes:
    """*content* without its last deal, if that ends before its actions begin: they follow from the deals before."""
    begin = content.rfind(_DEAL)
    lines = content[begin + len(_DEAL) :].split(b"\n")
    # It may end in the middle of the line that begins the actions, and another program may write that line differently.
    begun = any(line.lstrip().startswith((b"actions", _COUNT)) for line in lines[:-1])
    return content if begin < 0 or begun else content[: begin + 1]


def _whole(content: bytes, line: int) -> int:
    """Return how many bytes of *content*, whose last deal is open, belong to lines of actions that are whole.

    Raises `NotationError`, with the *line* where its actions begin, if they are not laid out as they are written here.
    """
    start = content.rfind(_ACTIONS)
    if start < content.rfind(_DEAL):
        raise NotationError("only a deal whose actions begin with the line actions = ''' can be resumed", line)
    end = content.find(b"\n'''", start + len(_ACTIONS) - 1)
    return end + 1 if end >= 0 else content.rindex(b"\n") + 1
