"""What is sent, as text."""

from __future__ import annotations

from typing import Any

from pydantic_core import to_json


def encode(told: Any) -> str:
    """Return *told* as the text of a frame: the same as `canasta.tables.frames.encode`, several times as fast."""
    return to_json(told).decode()
