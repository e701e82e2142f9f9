"""A log that nobody can fill from outside: a few complaints of a kind a minute, then how many were left out."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from time import monotonic
from typing import Final

MINUTE: Final = 60.0
A_MINUTE: Final = 5
"""How many records of a kind are written within a minute."""

_MOST_KINDS: Final = 200
_LONGEST: Final = 80


@dataclass(slots=True)
class _Kind:
    began: float
    count: int = 0


class RateLimitFilter(logging.Filter):
    """Lets `A_MINUTE` records of a kind through every minute: from one place in the source, with one text before its arguments."""

    def __init__(self) -> None:
        super().__init__()
        self._kinds: dict[tuple[str, int, str], _Kind] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether *record* is to be written; it says how many like it were not."""
        now = monotonic()
        key = (record.pathname, record.lineno, str(record.msg).partition("\n")[0][:_LONGEST])
        kind = self._kinds.get(key)
        left_out = 0
        if kind is None or now - kind.began >= MINUTE:
            left_out = max(0, kind.count - A_MINUTE) if kind is not None else 0
            if len(self._kinds) >= _MOST_KINDS:
                self._kinds.clear()
            kind = self._kinds[key] = _Kind(now)
        kind.count += 1
        if left_out:
            record.msg = f"{record.getMessage().rstrip()} ({left_out} more like this were left out)"
            record.args = ()
        return kind.count <= A_MINUTE
