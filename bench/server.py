"""``python -m bench.server``: measure live tables, print each budget with its figure, and fail where one is missed."""

import sys

from bench.report import print_rows
from bench.tables import cold_rows, command_rows, frame_rows
from canasta.engine import KERNEL


def main() -> int:
    """Measure everything and report it; return 1 if a budget was missed."""
    rows = [*command_rows(), *frame_rows(), *cold_rows()]
    print_rows(rows, f"live tables, {KERNEL} kernel; CPU time on one core")
    return int(any(row.ok is False for row in rows))


if __name__ == "__main__":
    sys.exit(main())
