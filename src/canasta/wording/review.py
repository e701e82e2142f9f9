"""What a review of a deal says: what a decision cost, and what a player's decisions and cards came to."""

from __future__ import annotations

from collections.abc import Sequence

from canasta.base.english import count
from canasta.base.spans import Line, Number
from canasta.wording.spans import joined, line


def decision_line(best: Sequence[Line], lost: float, low: float, high: float) -> Line:
    """Return the *best* plan found, whose moves are as people read them, and how many points the one that was played *lost* against it.

    The 95 % interval is from *low* to *high*.
    """
    return line("Better: ", joined(best), ", worth about ", Number(round(lost)), f" points more ({_range(low, high)}).")


def player_line(decisions: int, clear: int, lost: tuple[float, float, float], luck: tuple[float, float, float]) -> Line:
    """Return what *decisions* of a player, *clear* of them clearly worse than the best plan, *lost* and what *luck* brought.

    Both are in points, each with the ends of its interval.
    """
    worse = (
        f"{clear} clearly worse than the best plan found" if clear else "none clearly worse than the best plan found"
    )
    told = f"{count(decisions, 'decision')}, {worse}. In all, {'it' if decisions == 1 else 'they'} cost "
    if lost[1] <= 0:
        cost = line(told, "nothing that could be measured. ")
    else:
        cost = line(told, "about ", Number(round(lost[0])), f" points ({_range(*lost[1:])}). ")
    points, low, high = luck
    if points < 0:
        points, low, high, than = -points, -high, -low, "less"
    else:
        than = "more"
    brought = "The cards that came were worth about "
    return line(cost, brought, Number(round(points)), f" points {than} than expected ({_range(low, high)}).")


def no_mistakes() -> str:
    """Return what is said where no decision stands out."""
    return "No decision was clearly worse than the best plan found."


def unknown_cards(name: str) -> str:
    """Return why the player *name* cannot be reviewed."""
    return f"{name} cannot be reviewed: the record does not know all of their cards."


def still_hidden(name: str, seat: int) -> str:
    """Return why the player *name* in *seat*, from 1, is not reviewed while people are still playing the deal."""
    return (
        f"{name} is not reviewed: the deal is still being played. To see their cards all the same, add --seat {seat}."
    )


def _range(low: float, high: float) -> str:
    return f"{round(low):,} to {round(high):,}".replace("-", "−")
