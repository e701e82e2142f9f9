"""``python -m bench.server [--json FILE]``: measure live tables, print each figure beside its budget, fail if one is missed."""

import argparse
import signal
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from bench.bots import bot_rows
from bench.cluster import cluster_rows
from bench.commits import commit_rows
from bench.floods import flood_rows
from bench.latency import latency_rows
from bench.measure import Row
from bench.memory import memory_rows
from bench.recovery import recovery_rows
from bench.report import print_rows, write_rows
from bench.slices import slice_rows
from bench.tables import cold_rows, command_rows, frame_rows
from canasta.engine import KERNEL

PARTS: dict[str, Callable[[], Iterable[Row]]] = {
    "moves": command_rows,
    "frames": frame_rows,
    "checkpoints": cold_rows,
    "slices": slice_rows,
    "commits": commit_rows,
    "latency": latency_rows,
    "floods": flood_rows,
    "bots": bot_rows,
    "recovery": recovery_rows,
    "memory": memory_rows,
}


def main() -> int:
    """Measure and report; return 1 if a budget was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.server", description="Live tables beside their budgets.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows to FILE as well")
    names = ", ".join((*PARTS, "cluster"))
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"only these of {names}; all but the last if none is named"
    )
    arguments = parser.parse_args()
    known = {**PARTS, "cluster": cluster_rows}
    unknown = [part for part in arguments.parts if part not in known]
    if unknown:
        parser.error(f'"{unknown[0]}" is not a part; the parts are {names}')
    # What was started is stopped, whoever ends the benchmark.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    rows: list[Row] = []
    for part in arguments.parts or PARTS:
        print(f"measuring {part}", file=sys.stderr, flush=True)
        rows += known[part]()
    print_rows(rows, f"live tables, {KERNEL} kernel")
    if arguments.json:
        write_rows(rows, arguments.json)
    return int(any(row.ok is False for row in rows))


if __name__ == "__main__":
    sys.exit(main())
