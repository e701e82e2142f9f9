"""What waits to be sent to one client: a bounded queue. A client that is too slow gets the whole table instead."""

from __future__ import annotations

import asyncio
from collections import deque
from time import monotonic
from typing import Final

MOST_FRAMES: Final = 64
MOST_BYTES: Final = 256 << 10
MOST_FLOODS: Final = 3
"""How often a minute it may be full before the client is given up."""


class TooSlow(Exception):
    """The client does not read what it is sent."""


class Outbox:
    """Frames for one client, in order.

    When it is full, everything in it is dropped and `next` returns None once: then the whole table must be sent.
    """

    def __init__(self) -> None:
        self._frames: deque[str] = deque()
        self._bytes = 0
        self._whole = False
        self._ready = asyncio.Event()
        self._floods: deque[float] = deque(maxlen=MOST_FLOODS)
        self._closed = False

    def put(self, frame: str, *, of_table: bool = False) -> None:
        """Add a frame, or drop everything if there is no room.

        What the whole table tells as well (*of_table*) is left out if that is sent next.
        """
        if self._closed or (of_table and self._whole):
            return
        self._frames.append(frame)
        self._bytes += len(frame)
        if len(self._frames) > MOST_FRAMES or self._bytes > MOST_BYTES:
            self.want_whole()
            self._floods.append(monotonic())
        self._ready.set()

    def want_whole(self) -> None:
        """Drop what waits, and let the whole table be sent."""
        self._frames.clear()
        self._bytes = 0
        self._whole = True
        self._ready.set()

    def close(self) -> None:
        """Let `next` raise `TooSlow` or end once everything is sent."""
        self._closed = True
        self._ready.set()

    @property
    def waits(self) -> bool:
        """Whether `next` would return something at once."""
        return self._whole or bool(self._frames)

    @property
    def too_slow(self) -> bool:
        """Whether it was full too often within a minute."""
        return len(self._floods) == MOST_FLOODS and self._floods[-1] - self._floods[0] < 60

    async def next(self) -> str | None:
        """Return the next frame; None: the whole table. Raises `TooSlow`, and `EOFError` when closed and empty."""
        while True:
            if self.too_slow:
                raise TooSlow
            if self._whole:
                self._whole = False
                return None
            if self._frames:
                frame = self._frames.popleft()
                self._bytes -= len(frame)
                return frame
            if self._closed:
                raise EOFError
            self._ready.clear()
            await self._ready.wait()
