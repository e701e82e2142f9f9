"""From a log to a record: the finished deals of a match as a `.chh` file, which `canasta replay --check` verifies.

A record is a projection of the log, made when someone asks for it: the log is played again, and written down as a match at
the terminal is. Comments in the actions tell who played when.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from canasta import __version__
from canasta.base.cards import parse_faces
from canasta.base.events import DealCounted, DeckCut
from canasta.bots import registry
from canasta.notation.records.record import (
    FORMAT,
    PLAYED,
    DealRecord,
    Heading,
    Player,
    closing_text,
    deal_text,
    heading_of,
    heading_text,
    scored,
)
from canasta.notation.records.recorder import Recorder
from canasta.notation.records.resuming import Resumed, resume
from canasta.notation.records.spelling import parse_recorded
from canasta.rules.dealers import score_keeper
from canasta.rules.house import toml_value
from canasta.session import acts
from canasta.session.entries import Entry
from canasta.session.folding import create, fold
from canasta.session.folding_match import Happening, acting_seat
from canasta.session.notices import Notice, Undone, notice_lines
from canasta.session.state import State
from canasta.tally.pad import REMARK
from canasta.wording.spans import plain

_TOLD: Final = frozenset({"sat", "stood", "bot", "stand-in", "back", "clock", "bot-failed", "back-up"})
"""Notices that tell who plays a seat."""

_GIVEN: Final = "The cards of this match were given, not shuffled."
_DEAL: Final = "\n\n[[deal]]\n"
_PLAYED: Final = re.compile(rf"^format = {PLAYED}$", re.MULTILINE)
_TOTALS: Final = re.compile(r"^totals = .*$", re.MULTILINE)
_AFTER: Final = re.compile(r"^after = .*$", re.MULTILINE)


class _Output:
    """The text of a deal as it is recorded; comments stay where moves are taken back."""

    def __init__(self, text: str = "") -> None:
        self._lines = [text] if text else []

    def write(self, text: str, /) -> None:
        """Add *text* at the end."""
        self._lines.append(text)

    def take_back(self, length: int, /) -> None:
        """Take the last *length* characters of actions away."""
        at = len(self._lines)
        while length > 0:
            at -= 1
            if not self._lines[at].startswith("# "):
                length -= len(self._lines.pop(at))

    def comment(self, text: str) -> None:
        """Add a comment; three apostrophes in a row would end the actions."""
        self.write("# " + text.replace("'''", "’’’") + "\n")

    @property
    def text(self) -> str:
        """All of it."""
        return "".join(self._lines)


class _Writer:
    """Follows a log and writes down the matches in it."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.headings: list[str] = []
        self.deals: list[dict[int, str]] = []
        """The text of each finished deal of each match, by its number."""

        self.open: _Output | None = None
        self.tells_deck = False
        """Whether the heading has the seed of the deal in progress, which says where its cards are."""

        self._recorder: Recorder | None = None
        self._heading: Heading | None = None
        self._comments: list[str] = []
        self._corrections: dict[int, list[str]] = {}
        state: State | None = None
        log = list(entries)
        dropped = _in_dropped_deals(log)
        for entry in log:
            if state is None:
                state, _ = create(entry)
                continue
            before = state.phase
            matches = len(state.earlier)
            seat = self._seat(state, entry)
            state.skipping = entry.seq in dropped
            happened = fold(state, entry)
            self._follow(state, entry, happened, seat)
            if before != "playing" and state.phase == "playing" and not state.skipping:
                self._dealt(state, entry)
            if len(state.earlier) > matches:
                self._heading = None

    @staticmethod
    def _seat(state: State, entry: Entry) -> int:
        return acting_seat(state, entry) if isinstance(entry.command.act, acts.Play) else -1

    def _follow(self, state: State, entry: Entry, happened: list[Happening], seat: int) -> None:
        """Write what *entry* did in a deal."""
        if isinstance(entry.command.act, acts.Start) and state.record:
            self._go_on(state, resume(state.record.encode()))
        for each in happened:
            if isinstance(each, Notice) and each.what in _TOLD:
                self._comment(plain(*notice_lines(each, state.called, state.rules)))
            elif isinstance(each, Notice) and each.what == "void":
                self._recorder = self.open = None
                self.tells_deck = False
        if isinstance(entry.command.act, acts.Tally | acts.UndoTally):
            self._tallied(state, entry, happened)
        if self._recorder is None:
            return
        self._played(state, entry, happened, seat)

    def _played(self, state: State, entry: Entry, happened: list[Happening], seat: int) -> None:
        """Write a move, what takes some back, or the count."""
        assert self._recorder is not None
        match entry.command.act:
            case acts.Play(move):
                self._recorder.played(seat, parse_recorded(move))
            case acts.Undo() | acts.Restart() | acts.TakeBack():
                for _ in (each for each in happened if isinstance(each, Undone)):
                    self._recorder.undone()
            case acts.Count():
                secrets = [each.text for each in happened if isinstance(each, Notice) and each.what == "secret"]
                self._recorder.counted("".join(secrets))
                assert self.open is not None
                assert any(isinstance(each, DealCounted) for each in happened)
                assert state.match is not None
                self.deals[-1][state.match.number] = self.open.text
                self._recorder = self.open = None
                self.tells_deck = False

    def _tallied(self, state: State, entry: Entry, happened: list[Happening]) -> None:
        """Write down the deals that were counted by hand, as they are counted now; all totals follow."""
        match = state.match
        assert match is not None
        for each in happened:
            if isinstance(each, Notice) and each.what in {"corrected", "untally"}:
                told = plain(*notice_lines(each, state.called, state.rules))
                self._corrections.setdefault(each.number, []).append(told)
        if match.results and self._heading is None:
            self._begin(state, entry)
        if self._heading is None:
            return
        self.headings[-1] = _PLAYED.sub(f"format = {FORMAT}", self.headings[-1], count=1)
        totals: tuple[int, ...] = (0,) * state.rules.sides
        texts: dict[int, str] = {}
        for result in match.results:
            texts[result.number] = (
                self._counted(state, result, totals)
                if result.number in state.kept
                else _with_totals(self.deals[-1][result.number], totals, result.totals)
            )
            totals = result.totals
        self.deals[-1] = texts

    def _counted(self, state: State, result: DealCounted, totals: tuple[int, ...]) -> str:
        """Return the block of the deal *result*, which was counted by hand, with the *totals* before it."""
        assert state.match is not None
        record = DealRecord(
            result.number,
            result.dealer,
            totals,
            (),
            score_keeper(state.rules, state.match.keeper),
            sheets=tuple(map(scored, result.sheets)),
            after=result.totals,
            counts=tuple(each.tally for each in state.kept[result.number] if each is not None),
            corrections=tuple(self._corrections.get(result.number, ())),
        )
        return deal_text(record) + closing_text(record)

    def _comment(self, text: str) -> None:
        if self.open is not None:
            self.open.comment(text)
        elif self._heading is not None:
            self._comments.append(text)

    def _begin(self, state: State, entry: Entry) -> None:
        """Begin the record of a match."""
        players = [_player(state, seat) for seat in range(state.rules.seats)]
        date = datetime.fromtimestamp(entry.at / 1000, UTC).date().isoformat()
        seed = state.match.seed if state.seed is not None and state.match is not None else None
        heading = heading_of(state.rules, players, seed, f"canasta {__version__}", date)
        if state.settings.points_only:
            heading = replace(heading, comment=REMARK)
        self._heading = replace(heading, comment=_GIVEN) if state.given or state.script else heading
        self.headings.append(heading_text(self._heading))
        self.deals.append({})
        self._comments.clear()

    def _dealt(self, state: State, entry: Entry) -> None:
        """Begin a deal, with its cuts and what was dealt; one that goes on from a record is there already."""
        if self._recorder is not None:
            return
        if self._heading is None:
            self._begin(state, entry)
        match = state.match
        assert match is not None
        assert self._heading is not None
        record = frame(state)
        self.open = _Output()
        self._recorder = Recorder(self.open, self._heading)
        self._recorder.begin_deal(record)
        self.tells_deck = state.seed is not None
        for text in self._comments:
            self.open.comment(text)
        self._comments.clear()
        for cut in match.cuts:
            self._recorder.cut(DeckCut(cut.seat, cut.count, cut.needed))
        self._recorder.dealt()

    def _go_on(self, state: State, resumed: Resumed) -> None:
        """Go on with the record that the table was made from."""
        text = state.record.encode()[: resumed.size].decode()
        self._heading = resumed.heading
        opened = text.rfind(_DEAL)
        if resumed.record is None:
            done, rest = text, ""
        else:
            done, rest = text[: opened + 1], text[opened + 1 :]
        heading, *blocks = done.split(_DEAL[1:])
        self.headings.append(heading)
        self.deals.append({int(block[len("number = ") :].split()[0]): _DEAL[1:] + block for block in blocks})
        if resumed.record is not None and resumed.match.current_deal is not None:
            self.tells_deck = resumed.heading.seed is not None
            self.open = _Output(rest)
            self._recorder = resumed.record_on(self.open)
        for seat in range(state.rules.seats):
            player = _player(state, seat)
            self._comment(f"Seat {seat + 1}: {player.name}{f' ({player.bot})' if player.bot else ''} from here on.")


def _with_totals(text: str, before: tuple[int, ...], after: tuple[int, ...]) -> str:
    """Return the block of a deal that was played, with other totals *before* and *after* it."""
    text = _TOTALS.sub(f"totals = {toml_value(before)}", text, count=1)
    head, end, rest = text.rpartition("\n'''\n")
    return head + end + _AFTER.sub(f"after = {toml_value(after)}", rest, count=1)


def frame(state: State) -> DealRecord:
    """Return the frame of the deal that has just begun, or for which the deck is cut now."""
    match, shuffle = state.match, state.shuffle
    assert match is not None
    keeper = score_keeper(match.rules, match.keeper)
    number = match.number + (match.current_deal is None)
    if shuffle is None:
        done = len(match.results)
        given = done < len(state.given) and not state.earlier
        deck = parse_faces(state.given[done]) if given else match.deck(number)
        return DealRecord(number, match.dealer, match.totals, (), keeper, deck, match.returns(number))
    deck, returns = shuffle.deck(state.rules)
    return DealRecord(
        number,
        match.dealer,
        match.totals,
        (),
        keeper,
        deck,
        returns,
        commitment=shuffle.commitment,
        numbers=shuffle.all_numbers(state.rules.seats),
    )


def _player(state: State, seat: int) -> Player:
    """Return who sits in *seat*, as a record says it: our own bots with their version."""
    bot = state.places[seat].bot
    if bot in registry.own_names():
        bot = f"{bot} {registry.make(bot, 0, seat).version}"
    return Player(state.names[seat], bot)


def record_of(entries: Iterable[Entry], match: int = -1, *, unfinished: bool = False) -> str:
    """Return the record of the finished deals of one match in the log *entries*: number *match* from 0, by default the last one.

    With *unfinished* the deal in progress is in it as well, with its whole deck: that is not for anyone who plays. Empty
    where no deal has begun, and without *unfinished* where the seed of the record would tell the deal in progress.
    """
    writer = _Writer(entries)
    if not writer.headings or (writer.tells_deck and not unfinished):
        return ""
    text = writer.headings[match] + "".join(writer.deals[match].values())
    last = match in {-1, len(writer.headings) - 1}
    return text + writer.open.text if unfinished and last and writer.open is not None else text


def _in_dropped_deals(log: Sequence[Entry]) -> set[int]:
    """Return the entries since the last count before the server dropped a deal: no move of it is recorded, or can be played here."""
    found: set[int] = set()
    drops = False
    for entry in reversed(log):
        if isinstance(entry.command.act, acts.Void | acts.Upgrade):
            drops = True
        elif isinstance(entry.command.act, acts.Count):
            drops = False
        elif drops:
            found.add(entry.seq)
    return found
