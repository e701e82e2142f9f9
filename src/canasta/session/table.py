"""`Table`: a table folded from its log. Commands are judged and become entries; entries are applied and heard of.

The order is always: judge, append (which the server makes durable), apply, tell. Nothing here reads a clock, draws by chance, or
reads or writes anything: times and secrets come in with the entries, so that equal logs are equal tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from canasta.base.errors import IllegalMove
from canasta.base.seats import Seat
from canasta.deal.view import View, view
from canasta.rules.digest import as_table, digest
from canasta.rules.groups import Rules
from canasta.session import acts
from canasta.session.entries import Command, Entry
from canasta.session.folding import create, fold
from canasta.session.folding_match import Happening
from canasta.session.judging import judge, judge_make, seat_of_link
from canasta.session.refusals import Refused, Repeated, TableStopped, refused
from canasta.session.schedule import ScheduledCommand, scheduled
from canasta.session.seating import Role
from canasta.session.state import State
from canasta.session.versions import check_of, difference

if TYPE_CHECKING:
    # What shows a table to guests far away; a terminal, which has none, starts without it.
    from canasta.session.broadcast import Said, Update
    from canasta.session.preview import MovePreview
    from canasta.session.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class _Judged:
    """A command that was accepted, and the table after it, which `Table.apply` takes over."""

    entry: Entry
    state: State
    happened: list[Happening]


class Table:
    """A table: who is there, what they play, and what each of them may know.

    A table without entries waits for a `Make`. Seats count from 0 in Python, from 1 in all JSON.
    """

    def __init__(self, state: State | None = None, *, local: bool = False) -> None:
        """Make a table that waits for its first entry, or one in *state*; only a *local* one may be made with a seed."""
        self._state = state
        self._local = local
        self._judged: _Judged | None = None
        self._shown: Snapshot | None = None

    @staticmethod
    def fold(entries: Iterable[Entry], checkpoint: str | None = None) -> Table:
        """Return the table that *entries* make, or those of them that come after *checkpoint*.

        Moves of deals that were counted or dropped later are passed over: their counts are in the log. Raises
        `TableStopped` where the log does not fold here as it did when it was written, and `Refused` for a checkpoint
        that cannot be read.
        """
        *_, table = Table.folding(entries, checkpoint)
        return table

    @staticmethod
    def folding(entries: Iterable[Entry], checkpoint: str | None = None) -> Iterator[Table]:
        """Yield as `fold`, piece by piece: the table so far after each of them, of which the last is the table.

        *entries* are taken one by one as well, so that they can be read meanwhile.
        """
        table = Table()
        if checkpoint is not None:
            from canasta.session.checkpoint import parse_checkpoint

            table = Table(parse_checkpoint(checkpoint))
        yield table
        left: list[Entry] = []
        for entry in entries:
            if entry.seq > table.head:
                left.append(entry)
            yield table
        closed = max((at for at, entry in enumerate(left) if isinstance(entry.command.act, _CLOSING)), default=-1)
        for at, entry in enumerate(left):
            table.follow(entry, skipping=at < closed)
            yield table

    def follow(self, entry: Entry, *, skipping: bool = False) -> None:
        """As `apply`, but tell nobody: for catching up with a log. With *skipping*, a move is passed over.

        Raises `TableStopped` as `apply` does.
        """
        if self._state is not None:
            self._state.skipping = skipping
        self._take(entry, checking=not skipping)
        self._shown = None

    @property
    def state(self) -> State:
        """Everything the log folds to. Do not change it. Raises `Refused` where there is no table yet."""
        if self._state is None:
            raise refused("table.no-table")
        return self._state

    @property
    def head(self) -> int:
        """The number of the last entry; 0 where there is none."""
        return self._state.head if self._state is not None else 0

    @property
    def rules(self) -> Rules:
        """The rules that are played."""
        return self.state.rules

    @property
    def difference(self) -> str:
        """A sentence on how the program that plays this table differs from this one; empty if it does not."""
        return difference(self.state.engine, self.state.rules)

    def judge(self, command: Command, at: int) -> Entry:
        """Return the entry that *command* becomes at *at* (ms since 1970 UTC), if the table accepts it. Changes nothing.

        Raises `Refused`, and `Repeated` for a command that was accepted a short time ago.
        """
        state = self._state
        if state is None:
            entry = Entry(1, at, Command(command.id, command.by, judge_make(command, local=self._local), command.after))
            after, happened = create(entry)
            self._judged = _Judged(entry, after, happened)
            return entry
        for by, name, seq in state.ids:
            if (by, name) == (command.by, command.id):
                raise Repeated(seq)
        act = judge(state, command)
        entry = Entry(state.head + 1, max(at, state.at), Command(command.id, command.by, act, command.after))
        after = state.copy()
        try:
            happened = fold(after, entry)
        except IllegalMove as illegal:
            raise Refused.of_rules(illegal.refusal) from None
        if _ends_something(state, after):
            entry = Entry(entry.seq, entry.at, entry.command, check_of(after))
        self._judged = _Judged(entry, after, happened)
        return entry

    def outcome(self, entry: Entry) -> tuple[State, Sequence[Happening]]:
        """Return the table after *entry*, which was judged last and has had no effect yet, and what happens. Do not change them."""
        assert self._judged is not None
        assert self._judged.entry is entry
        return self._judged.state, self._judged.happened

    def apply(self, entry: Entry) -> Update:
        """Let *entry*, which is in the log now, take its effect; returns what everyone hears of it.

        Raises `TableStopped` where it has another effect here than where it was written; the table is then of no more use.
        """
        from canasta.session.broadcast import heard
        from canasta.session.snapshot import snapshot

        before = self._shown or (snapshot(self._state) if self._state is not None else None)
        said = self._state.said if self._state is not None else 0
        self._shown = None
        happened = self._take(entry, checking=True)
        self._shown = snapshot(self.state, before)
        return heard(entry, self.state, happened, before, self._shown, said)

    def _take(self, entry: Entry, *, checking: bool) -> list[Happening]:
        """Let *entry* take its effect, which is known already if it was judged here."""
        if entry.seq != self.head + 1:
            raise TableStopped(entry.seq, f"it follows entry {self.head}, so some entries are missing")
        judged, self._judged = self._judged, None
        if judged is not None and judged.entry == entry:
            self._state = judged.state
            return judged.happened
        try:
            if self._state is None:
                self._state, happened = create(entry)
                return happened
            happened = fold(self._state, entry)
        except TableStopped:
            raise
        except Exception as error:  # whatever a log of another version does to this one, it stops with a sentence
            raise TableStopped(entry.seq, f"it can't be played here ({type(error).__name__}: {error})") from error
        if checking and entry.check is not None and check_of(self._state) != entry.check:
            raise TableStopped(entry.seq, _OTHERWISE)
        return happened

    def scheduled(self) -> tuple[ScheduledCommand, ...]:
        """Return what time will bring, the earliest first."""
        return scheduled(self.state)

    def role(self, person: str | None) -> Role:
        """Return what *person* is at this table."""
        return self.state.role(person)

    def view(self, seat: Seat) -> View:
        """Return what *seat* may know of the deal in progress. Raises `Refused` where there is none."""
        if self.state.deal is None:
            raise refused("table.not-playing", deal=self.rules.words.deal)
        return view(self.state.deal, seat)

    def snapshot(self) -> Snapshot:
        """Return the public part and the own parts of all seats, as the wire has them."""
        if self._shown is None:
            from canasta.session.snapshot import snapshot

            self._shown = snapshot(self.state)
        return self._shown

    def whole_for(self, person: str | None) -> dict[str, Any]:
        """Return everything that *person* may know, as JSON: the rules, the public part, and their seat's own part."""
        shown = self.snapshot()
        told: dict[str, Any] = {"seq": self.head, "rules": rules_json(self.rules), "public": shown.public}
        seat = self.state.seat_of(person)
        if seat is not None:
            told["own"] = shown.own[seat]
        return told

    def story(self, person: str | None) -> Said:
        """Return the last sentences of the deal as *person* has heard them, or would have: those of a seat for whoever holds its cards."""
        from canasta.session.broadcast import story

        seat = self.state.seat_of(person)  # whoever has a seat holds its cards, whoever plays it
        return story(self.state, -1 if seat is None else seat)

    def seat_of_link(self, version: int, person: str | None) -> int:
        """Return the seat that the link *version* opens for *person* now, here or not yet. Raises `Refused` where it opens none."""
        return seat_of_link(self.state, version, person)

    def try_move(self, person: str, text: str) -> MovePreview:
        """Return what the move *text* would be worth to *person*, and why it is not allowed, if it is not. Changes nothing."""
        from canasta.session.preview import preview_move

        return preview_move(self.state, person, text)

    def hint(self, person: str) -> dict[str, Any]:
        """Return what a good player would do in the place of *person*, and why, as JSON. It takes some milliseconds."""
        from canasta.session.preview import hint

        return hint(self.hint_seen(person))

    def hint_seen(self, person: str) -> View:
        """Return what *person* knows when they ask for a hint: `canasta.session.preview.hint` answers it, anywhere and at any time."""
        from canasta.session.preview import hint_seen

        return hint_seen(self.state, person)

    def seen_by(self, person: str) -> dict[str, Any]:
        """Return all that *person* may know of the deal, and their legal steps, as a bot is told them."""
        from canasta.session.preview import seen_by

        return seen_by(self.state, person)

    def checkpoint(self) -> str | None:
        """Return the table in one line of text, from which `fold` goes on; None where nothing can be taken over so.

        It needs no deal in progress, or the beginning of a turn.
        """
        from canasta.session.checkpoint import checkpoint_text

        return checkpoint_text(self.state)


_CLOSING: Final = (acts.Count, acts.Void, acts.Upgrade)
_OTHERWISE: Final = (
    "the program that wrote it played on from other cards or points. That version can finish the deal, or the deal can be "
    "dropped and dealt again"
)


def _ends_something(before: State, after: State) -> bool:
    """Return whether a turn, a deal or a phase ended."""
    if before.phase != after.phase or before.paused != after.paused:
        return True
    first, then = before.deal, after.deal
    if first is None or then is None:
        return first is not then
    return first.position.turns != then.position.turns or then.over


@lru_cache(maxsize=64)
def rules_json(rules: Rules) -> dict[str, Any]:
    """Return what the page needs of *rules*: their digest, title, words and values. Do not change it."""
    table = as_table(rules)
    return {"digest": digest(rules), "title": rules.title, "words": table.pop("words"), "values": table}


__all__ = ["Entry", "Refused", "Repeated", "ScheduledCommand", "Table", "TableStopped"]
