"""`Recording`: a match that is written down while a program plays it."""

from __future__ import annotations

from collections.abc import Sequence

from canasta.base.cards import Face
from canasta.base.errors import MisuseError
from canasta.base.events import Event
from canasta.base.misuse import public
from canasta.base.moves import Move
from canasta.deal.deal import Deal
from canasta.deal.match import Match
from canasta.notation.records.record import Player, heading_of
from canasta.notation.records.recorder import Recorder, next_deal


class _Page:
    """What a recorder writes on: a text in memory."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        """Add *text* at the end."""
        self.text += text

    def take_back(self, length: int) -> None:
        """Take the last *length* characters away again."""
        self.text = self.text[:-length]


class Recording:
    """Plays a match and writes it down: use its methods in place of those of the match and of its deals.

    `text` is the record so far, which `canasta.parse_record` and ``canasta replay`` read, finished or not.

    >>> from canasta import Match, Recording, make_bot, parse_record, replay_record, view
    >>> recording = Recording(Match.new("classic", players=2, seed=7), ["Ann", "Bot"])
    >>> events = recording.begin_deal()
    >>> bots = [make_bot("greedy", seed=7, seat=seat) for seat in range(2)]
    >>> while not recording.deal.over:
    ...     seat = recording.deal.actor
    ...     events = recording.step(seat, bots[seat].choose(view(recording.deal, seat)))
    >>> events = recording.count()
    >>> record = parse_record(recording.text)
    >>> [deal.over for deal in replay_record(record)]
    [True]
    """

    @public
    def __init__(self, match: Match, names: Sequence[str] = ()) -> None:
        """Make a recording of *match*, in which nothing has happened yet; *names* are those of the players by seat.

        Raises `MisuseError` for a match that has begun and for a wrong number of names, and `NotationError` for names that
        cannot be recorded.
        """
        seats = match.rules.seats
        names = list(names) or [f"Player {seat}" for seat in range(1, seats + 1)]
        if match.acts or match.current_deal is not None:
            raise MisuseError("This match has begun. Record it from its beginning.")
        if len(names) != seats:
            raise MisuseError(f"{match.rules.title} has {seats} players here, and there are {len(names)} names.")
        self.match = match
        self._page = _Page()
        self._recorder = Recorder(self._page, heading_of(match.rules, [Player(name) for name in names], match.seed))
        self._recorder.begin_match()

    @property
    def text(self) -> str:
        """The record so far, without the steps of a move that may still go on."""
        return self._page.text

    @property
    def deal(self) -> Deal:
        """The deal in progress. Raises `MisuseError` between deals."""
        return self.match.deal

    def begin_deal(self) -> list[Event]:
        """Shuffle and deal as `Match.begin_deal` does, with the deck that the seed of the match gives."""
        frame = next_deal(self.match)
        events = self.match.begin_deal()
        self._recorder.begin_deal(frame)
        for cut in self.match.cuts:
            self._recorder.cut(cut)
        self._recorder.dealt()
        return events

    @public
    def play(self, seat: int, move: Move) -> list[Event]:
        """Make *move* for *seat* as `Deal.play` does."""
        events = self.deal.play(seat, move)
        self._recorder.played(seat, move)
        return events

    @public
    def step(self, seat: int, step: int, faces: Sequence[Face] = ()) -> list[Event]:
        """Take *step* for *seat* as `Deal.step` does; steps that form a move are written as one."""
        before = self.deal.position.copy()
        events = self.deal.step(seat, step, faces)
        self._recorder.stepped(seat, step, before, events)
        return events

    @public
    def undo(self, seat: int) -> Event:
        """Take back the last move of *seat* as `Deal.undo` does."""
        taken_back = self.deal.undo(seat)
        self._recorder.undone()
        return taken_back

    def count(self) -> list[Event]:
        """Count the finished deal as `Match.count` does, and close it in the record."""
        events = self.match.count()
        self._recorder.counted()
        return events
