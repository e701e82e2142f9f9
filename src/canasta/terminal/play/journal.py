"""What the table of a match at this terminal is kept as: the record of the match, which other versions can resume."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from types import TracebackType
from typing import Self, TypeAlias

from canasta import __version__
from canasta.base.events import DealBegan, DeckCut, SeatsDrawn
from canasta.bots import make
from canasta.files import RecordFile
from canasta.notation.records.reader import check_heading
from canasta.notation.records.record import Heading, Player, heading_of
from canasta.notation.records.recorder import Recorder
from canasta.notation.records.spelling import parse_recorded
from canasta.rules.groups import Rules
from canasta.session import acts
from canasta.session.entries import Entry
from canasta.session.folding_match import Happening, acting_seat
from canasta.session.notices import Notice, Undone
from canasta.session.records import frame
from canasta.session.state import State
from canasta.terminal.play.seating import PERSON, Seating

BeginRecord: TypeAlias = Callable[[], RecordFile | None]
"""What makes the file of a record when its first deal begins; None where the match is not recorded."""


class MatchJournal:
    """Writes a match down, entry by entry, before anyone sees what it tells.

    *seating* says who sits where, and does so still after the draw for seats. The file is made with the first deal, for only
    then all places are known.
    """

    def __init__(self, seating: Seating, begin: BeginRecord | None = None) -> None:
        """Make a journal whose file *begin* makes; without it nothing is written."""
        self.seating = seating
        self.file: RecordFile | None = None
        self._begin = begin
        self._recorder: Recorder | None = None

    def resume(self, file: RecordFile, recorder: Recorder) -> None:
        """Go on in *file*, to which *recorder* writes."""
        self.file, self._recorder, self._begin = file, recorder, None

    @property
    def recording(self) -> bool:
        """Whether the match is written down."""
        return self._recorder is not None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.file is not None:
            self.file.__exit__(kind, error, trace)

    def append(self, entry: Entry, after: State, happened: Sequence[Happening]) -> None:
        """Write *entry* down. Raises `canasta.files.FileError` where the file cannot be made or written."""
        for each in happened:
            if isinstance(each, SeatsDrawn):
                self.seating = self.seating.moved(each.players)
        if after.phase in {"cutting", "playing"}:
            self._open(after)
        if self._recorder is not None:
            _write_played(self._recorder, entry, after, happened)
            _write_dealt(self._recorder, after, happened)

    def _open(self, state: State) -> None:
        """Make the file, if it is time for it, and write its heading."""
        begin, self._begin = self._begin, None
        self.file = begin() if begin is not None else self.file
        if self.file is None or self._recorder is not None:
            return
        assert state.match is not None
        seed = None if state.seed is None else state.match.seed
        self._recorder = Recorder(self.file, heading(state.match.rules, self.seating, seed))
        self._recorder.begin_match()


def _write_played(recorder: Recorder, entry: Entry, after: State, happened: Sequence[Happening]) -> None:
    """Write what *entry* did in a deal."""
    match entry.command.act:
        case acts.Play(move):
            recorder.played(acting_seat(after, entry), parse_recorded(move))
        case acts.Undo():
            for _ in (each for each in happened if isinstance(each, Undone)):
                recorder.undone()
        case acts.Count():
            secrets = [each.text for each in happened if isinstance(each, Notice) and each.what == "secret"]
            recorder.counted("".join(secrets))


def _write_dealt(recorder: Recorder, after: State, happened: Sequence[Happening]) -> None:
    """Write how the next deal began, if it did: its frame before the deck is cut, and then what was dealt."""
    dealt = any(isinstance(each, DealBegan) for each in happened)
    if (dealt or after.phase == "cutting") and not recorder.dealing:
        recorder.begin_deal(frame(after))
    for each in happened:
        if isinstance(each, DeckCut):
            recorder.cut(each)
    if dealt:
        recorder.dealt()


def check_record(rules: Rules, seating: Seating, seed: int | None) -> None:
    """See that a match can be recorded, before anything of it is shown.

    Raises `canasta.base.errors.NotationError` for a name, word or number that no record can hold.
    """
    check_heading(heading(rules, seating, seed))


def heading(rules: Rules, seating: Seating, seed: int | None) -> Heading:
    """Return the heading of the record of a match that begins today."""
    today = datetime.now(UTC).astimezone().date().isoformat()
    return heading_of(rules, _players(seating, seed or 0), seed, f"canasta {__version__}", today)


def _players(seating: Seating, seed: int) -> list[Player]:
    """Return who plays, as a record says it."""
    players = []
    for seat, (name, player) in enumerate(zip(seating.names, seating.players, strict=True)):
        bot = None if player == PERSON else make(player, seed, seat)
        players.append(Player(name, f"{bot.name} {bot.version}" if bot else ""))
    return players
