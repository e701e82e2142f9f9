#!/usr/bin/env python3
"""Draw how runs of ppo.py learned, from their reports, as a picture in SVG.

python examples/learn/curves.py runs/1/report.json runs/2/report.json --to curves.svg
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

Report: TypeAlias = dict[str, Any]
Place: TypeAlias = Callable[[float], float]

WIDTH: Final = 720
HEIGHT: Final = 400
LEFT, RIGHT, TOP, BOTTOM = 64, 84, 34, 48  # margins
INKS: Final = ("#0b6e4f", "#b3541e", "#3b4cc0", "#7a1f5c", "#5c5c00")
LOWEST: Final = -150.0  # points; the beginning is far below
TICKS: Final = 6


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a number from *low* to *high* is drawn: *start* to *end*."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, number: float) -> float:
        """Return where *number* is drawn; at an end if it lies beyond."""
        part = (min(max(number, self.low), self.high) - self.low) / (self.high - self.low)
        return round(self.start + part * (self.end - self.start), 1)

    def ticks(self) -> Iterator[int]:
        """Yield some round numbers."""
        rough = (self.high - self.low) / TICKS
        step = min(
            (unit for unit in (10, 20, 25, 50, 100, 200, 250, 500, 1000, 5000)), key=lambda unit: abs(unit - rough)
        )
        number = -(-int(self.low) // step) * step
        while number <= self.high:
            yield number
            number += step


def picture(reports: Sequence[Report]) -> str:
    """Return the curves of *reports* as SVG: points a deal against greedy by CPU seconds, with 95 % intervals."""
    points = [point for report in reports for point in report["curve"]]
    across = Scale(0, max(point["seconds"] for point in points), LEFT, WIDTH - RIGHT)
    highest = max(50.0, *(point["high"] for point in points))
    up = Scale(LOWEST, highest, HEIGHT - BOTTOM, TOP)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">',
        "<title>Points a deal against greedy on the decks for selecting, by CPU seconds</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        *axes(across, up),
    ]
    ends = label_places([up(report["curve"][-1]["mean"]) for report in reports])
    for report, ink, end in zip(reports, INKS * len(reports), ends, strict=False):
        lines += curve(report, ink, across, up)
        lines.append(f'<text x="{WIDTH - RIGHT + 8}" y="{end + 4}" fill="{ink}">seed {report["seed"]}</text>')
    return "\n".join([*lines, "</svg>", ""])


def axes(across: Scale, up: Scale) -> Iterator[str]:
    """Yield the axes with their numbers and titles."""
    for number in up.ticks():
        ink = "#444" if number == 0 else "#ddd"
        yield f'<path d="M{LEFT} {up(number)}H{WIDTH - RIGHT}" stroke="{ink}"/>'
        text = f"{number:+d}".replace("-", "−") if number else "0"
        yield f'<text x="{LEFT - 8}" y="{up(number) + 4}" text-anchor="end" fill="#444">{text}</text>'
    for number in across.ticks():
        yield f'<text x="{across(number)}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle" fill="#444">{number}</text>'
    yield f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle" fill="#444">CPU seconds</text>'
    yield f'<text x="{LEFT}" y="20" fill="#444">points a deal against greedy, 95 % intervals</text>'


def curve(report: Report, ink: str, across: Place, up: Place) -> Iterator[str]:
    """Yield the curve of *report* over its intervals, with a mark at the best checkpoint."""
    points = report["curve"]
    above = [f"{across(point['seconds'])} {up(point['high'])}" for point in points]
    below = [f"{across(point['seconds'])} {up(point['low'])}" for point in reversed(points)]
    yield f'<path d="M{"L".join(above + below)}Z" fill="{ink}" fill-opacity=".12"/>'
    means = [f"{across(point['seconds'])} {up(point['mean'])}" for point in points]
    yield f'<path d="M{"L".join(means)}" fill="none" stroke="{ink}" stroke-width="2"/>'
    best = max(points, key=lambda point: float(point["mean"]))
    yield f'<circle cx="{across(best["seconds"])}" cy="{up(best["mean"])}" r="4" fill="{ink}"/>'


def label_places(wanted: Sequence[float]) -> list[float]:
    """Return the heights of labels near those *wanted*, but not upon one another."""
    places = [0.0] * len(wanted)
    last = 0.0
    for index in sorted(range(len(wanted)), key=lambda index: wanted[index]):
        last = max(wanted[index], last + 16)
        places[index] = last
    return places


def main() -> int:
    """Draw the reports that the arguments name, and return the exit code."""
    parser = argparse.ArgumentParser(description="Draw how runs of ppo.py learned.")
    parser.add_argument("reports", nargs="+", type=Path, help="files that `ppo.py report` wrote")
    parser.add_argument("--to", type=Path, required=True, help="the picture to write")
    asked = parser.parse_args()
    reports = []
    for path in asked.reports:
        try:
            reports.append(json.loads(path.read_text(encoding="utf-8")))
            picture(reports[-1:])
        except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
            print(f"{path} is not a report of ppo.py ({type(error).__name__}).", file=sys.stderr)
            return 1
    asked.to.write_text(picture(reports), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
