"""A hint program that computes without a pause until a file exists: ``late_hint.py FILE``."""

from __future__ import annotations

import sys
from pathlib import Path

from canasta.bots.process.messages import Reply
from canasta.bots.worker import answer_lines
from canasta.deal.view import View
from canasta.tables.hint_program import HintProgram


class LateHint(HintProgram):
    """Gives its hint when it is allowed to."""

    def hint(self, seen: View) -> Reply:
        Path(sys.argv[1]).with_suffix(".asked").touch()
        while not Path(sys.argv[1]).exists():
            pass
        return super().hint(seen)


if __name__ == "__main__":
    sys.exit(answer_lines(LateHint))
