"""How often something may be done: tokens that come back with time."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import Final

FRAMES: Final = (3.0, 60.0)
"""Messages of a socket: that many a second, and that many at once. The next ones are of the same kind."""


@dataclass(slots=True)
class Bucket:
    """Tokens that come back at *rate* a second, up to *burst*."""

    rate: float
    burst: float
    tokens: float = -1.0
    at: float = 0.0

    def take(self, now: float | None = None) -> bool:
        """Take a token; False if there is none.

        >>> bucket = Bucket(1, 2)
        >>> [bucket.take(0), bucket.take(0), bucket.take(0), bucket.take(1)]
        [True, True, False, True]
        """
        if not self.left(now):
            return False
        self.tokens -= 1
        return True

    def left(self, now: float | None = None) -> bool:
        """Return whether there is a token. Takes none."""
        now = monotonic() if now is None else now
        if self.tokens < 0:
            self.tokens, self.at = self.burst, now
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        return self.tokens >= 1
