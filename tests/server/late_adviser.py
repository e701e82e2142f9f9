"""An adviser that computes without a pause until a file exists: ``late_adviser.py FILE``."""

from __future__ import annotations

import sys
from pathlib import Path

from canasta.bots.process.messages import Reply
from canasta.bots.worker import answer_lines
from canasta.deal.view import View
from canasta.tables.adviser import Adviser


class LateAdviser(Adviser):
    """Gives its hint when it is allowed to."""

    def advise(self, seen: View) -> Reply:
        Path(sys.argv[1]).with_suffix(".asked").touch()
        while not Path(sys.argv[1]).exists():
            pass
        return super().advise(seen)


if __name__ == "__main__":
    sys.exit(answer_lines(LateAdviser))
