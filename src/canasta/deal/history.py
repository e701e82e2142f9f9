"""`History`: what happened in a deal, as one seat saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from canasta.base.events import Event


class History(Sequence[Event]):
    """The events of a deal as one seat saw them, in order: a tuple that is made when it is first read.

    Views are made for every decision and few players look back, so a history costs next to nothing until then. It
    is equal to any sequence of the same events, does not change, and is copied and pickled as the events in it.
    """

    __slots__ = ("_events", "_length", "_own", "_public")

    def __init__(
        self, public: Sequence[Event], own: Sequence[tuple[int, Event]] = (), length: int | None = None
    ) -> None:
        """Make the first *length* of the *public* events (default: all), with those of *own* in their places.

        Both may grow later; what they hold must not change.
        """
        self._events: tuple[Event, ...] | None = None
        self._public = public
        self._own = own
        self._length = len(public) if length is None else length

    def _read(self) -> tuple[Event, ...]:
        if self._events is None:
            events = list(self._public[: self._length])
            for at, event in self._own:
                if at < self._length:
                    events[at] = event
            self._events = tuple(events)
            self._public = self._own = ()
        return self._events

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Event]:
        return iter(self._read())

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Event, ...]: ...
    def __getitem__(self, index: int | slice) -> Event | tuple[Event, ...]:
        return self._read()[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, History):
            return self._read() == other._read()
        if isinstance(other, tuple | list):
            return self._read() == tuple(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._read())

    def __repr__(self) -> str:
        return f"History({list(self._read())!r})"

    def __reduce__(self) -> tuple[type[History], tuple[tuple[Event, ...]]]:
        return History, (self._read(),)
