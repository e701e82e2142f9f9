"""What a worker of a browser calls: texts of JSON in, texts of JSON out. Nothing that a page sends is run as code."""

from __future__ import annotations

import json
from typing import Final

from canasta.device.desk import Desk, step_text
from canasta.device.tasks import perform_text

__all__: Final = ["DeskWorker", "perform_text"]


class DeskWorker:
    """The desk of this device, for a caller that knows only texts."""

    def __init__(self, rows: str) -> None:
        """Make the desk for what is kept: *rows* is a JSON object of texts by their keys, logs aside."""
        self._desk = Desk(json.loads(rows))

    def begin(self, message: str) -> str:
        """Deal with *message*, and return the step."""
        return step_text(self._desk, "begin", message)

    def go_on(self, found: str) -> str:
        """Go on with what the last step wanted, and return the next one."""
        return step_text(self._desk, "go_on", found)
