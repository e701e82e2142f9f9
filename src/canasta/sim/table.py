"""A report as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from canasta.base.english import several
from canasta.sim.moments import Mean
from canasta.sim.report import Report, SidePoints, Wins

_ENDS = {
    "out": "by going out",
    "stock": "with an empty stock",
    "lap": "after the last lap",
    "pile": "because nobody took the pile",
}


def lines(found: Report) -> Iterator[str]:
    """Yield the report, a line at a time."""
    plan = found.plan
    rules = plan.rules
    seating = plan.seating
    who = f"all {seating[0]}" if len(set(seating)) == 1 else ", ".join(seating)
    yield f"{rules.title}, {rules.seats} players: {who}; seed {plan.seed}"
    yield ""
    yield from aligned(_head(found))
    yield ""
    yield from aligned(_points(found))
    if plan.match:
        yield ""
        yield from aligned(_wins(found))


def _head(found: Report) -> Iterator[tuple[str, str]]:
    number = f"{found.deals:,}"
    if found.plan.match:
        number += f" in {several(found.matches, 'match', 'matches')}, {number_text(found.deals_a_match)} each"
        if found.unfinished:
            number += f"; {several(found.unfinished, 'match', 'matches')} unfinished"
    elif found.deals != found.decks:
        number += f" from {found.decks:,} decks"
    yield "Deals", number
    for how, count in found.ends.items():
        if count or how == "out":
            yield f"  ended {_ENDS[how]}", f"{count:,}  {count / max(1, found.deals):.1%}"
    yield "Turns per deal", number_text(found.turns)
    yield "Steps per deal", number_text(found.steps)
    if found.stuck:
        yield (
            ("Discards passed" if found.plan.rules.out.passing else "Turns that could not be finished"),
            f"{found.stuck:,}",
        )


def _points(found: Report) -> Iterator[tuple[str, str]]:
    yield f"Points per {'match' if found.plan.match else 'deal'}", "mean, 95 % interval"
    for side in found.points:
        yield f"  {_side(side)}", number_text(Mean(side.mean, side.low, side.high))
    for name, mean in found.by_bot.items():
        yield f"  {name}", number_text(mean)
    if found.difference is not None:
        one, other = found.by_bot
        less = found.difference
        if less.mean < 0:
            one, other, less = other, one, Mean(-less.mean, -less.high, -less.low)
        yield f"  {one} minus {other}", number_text(less)


def _wins(found: Report) -> Iterator[tuple[str, str]]:
    yield "Matches won", "share, 95 % interval"
    for side, wins in zip(found.points, found.wins, strict=True):
        yield f"  {_side(side)}", _win_text(wins)
    for name, wins in found.bot_wins.items():
        yield f"  {name}", _win_text(wins)


def _side(side: SidePoints) -> str:
    seats = (
        " and ".join(str(seat) for seat in side.seats)
        if len(side.seats) < 3
        else (f"{', '.join(str(seat) for seat in side.seats[:-1])} and {side.seats[-1]}")
    )
    who = f" ({', '.join(side.bots)})" if side.bots else ""
    return f"{'seat' if len(side.seats) == 1 else 'seats'} {seats}{who}"


def _win_text(wins: Wins) -> str:
    return f"{wins.wins:,} of {wins.of:,}  {wins.share:.1%}  ({wins.low:.1%} to {wins.high:.1%})"


def number_text(mean: Mean) -> str:
    """Return a mean with its interval.

    >>> number_text(Mean(1234.56, 1200.0, 1270.04))
    '1,234.6  (1,200.0 to 1,270.0)'
    """
    return f"{mean.mean:,.1f}  ({mean.low:,.1f} to {mean.high:,.1f})".replace("-", "−")


def aligned(rows: Iterator[tuple[str, str]]) -> Iterator[str]:
    """*rows* of two columns, the second one below each other."""
    kept = list(rows)
    width = max(len(left) for left, _ in kept)
    for left, right in kept:
        yield f"{left:<{width}}  {right}"
