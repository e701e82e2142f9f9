"""The frames that tell of one entry: what several clients hear alike is encoded once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final

from canasta.session.acts import Play
from canasta.session.broadcast import Update

_SEATING: Final = frozenset({"join", "leave", "remove", "make-host", "rename"})
"""Acts that may change who someone is at the table; others may let them sit down."""


VERSION: Final = 2
"""The version of the protocol, which the address of a WebSocket names: ``?v=2``."""

Encode = Callable[[Any], str]
"""What writes a message as JSON: as `encode` does, perhaps faster."""


def encode(told: Any) -> str:
    """Return *told* as the text of a frame.

    >>> encode({"t": "said", "name": "Zoë", "n": 1})
    '{"t":"said","name":"Zoë","n":1}'
    """
    return _JSON.encode(told)


_JSON: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))


class Frames:
    """What everyone hears of one entry, as texts: for spectators, and for the *seats* that it was made for.

    *seating* says that people may be someone else after it. Without *events*, only the frames without them can be had.
    """

    __slots__ = ("_begin", "_common", "_end", "_events", "_lines", "_own", "_seats", "_short", "seating", "seq")

    def __init__(self, heard: Update, seats: Iterable[int], *, events: bool = True, encode: Encode = encode) -> None:
        act = heard.entry.command.act
        self.seq, self.seating = heard.seq, bool(heard.moved) or act.name in _SEATING
        by = "" if heard.seat is None else f',"by":{heard.seat + 1}'
        what = "" if isinstance(act, Play) else f',"act":"{act.name}"'
        self._begin = f'{{"t":"happened","seq":{heard.seq},"at":{heard.at}{by}{what}'
        self._end = f',"public":{encode(heard.public)}'
        self._seats = frozenset(seats)
        viewers = (-1, *self._seats)
        self._lines = _texts({viewer: heard.said_for(viewer).lines for viewer in viewers}, encode)
        self._short = _texts({viewer: heard.said_for(viewer).short for viewer in viewers}, encode)
        self._events = _texts({viewer: heard.events_for(viewer) for viewer in viewers}, encode) if events else None
        self._own = {seat: encode(heard.own[seat]) for seat in self._seats if seat in heard.own}
        self._common = self._composed(-1, events=False)

    def of(self, seat: int | None, *, events: bool) -> str | None:
        """Return the frame for *seat* (None: a spectator), with or without *events*; None if it was not made."""
        viewer = -1 if seat is None else seat
        if (viewer >= 0 and viewer not in self._seats) or (events and self._events is None):
            return None
        if events or viewer in self._own or self._lines[viewer] is not self._lines[-1]:
            return self._composed(viewer, events=events)
        return self._common

    def _composed(self, viewer: int, *, events: bool) -> str:
        happened = f',"events":{self._events[viewer]}' if events and self._events is not None else ""
        own = f',"own":{self._own[viewer]}' if viewer in self._own else ""
        lines = f',"lines":{self._lines[viewer]}'
        short = "" if self._short[viewer] == "[]" else f',"short":{self._short[viewer]}'
        return f"{self._begin}{happened}{lines}{short}{self._end}{own}}}"


def _texts(told: dict[int, list[Any]], encode: Encode) -> dict[int, str]:
    """Return each list as text; the same text for those who hear the same list as spectators."""
    common = encode(told[-1])
    return {viewer: common if each is told[-1] else encode(each) for viewer, each in told.items()}
