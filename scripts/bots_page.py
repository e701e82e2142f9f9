"""Write the strengths of the bots into docs/bots.md: ``python -m scripts.bots_page [DECKS]``.

Where an odd number of sides plays alone, each deck is played six or ten times, and a third of the decks will do.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from canasta.rules.load import games, load
from canasta.sim.duel import Duel, Report, run
from canasta.sim.moments import Mean
from canasta.sim.plan import PlanError

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "bots.md"
KEPT: Final = Path(__file__).resolve().parents[1] / "build" / "duels"
BEGIN: Final = "<!-- strengths: written by python -m scripts.bots_page -->\n"
END: Final = "<!-- end of strengths -->\n"
SEED: Final = 2026
DECKS: Final = 6000


def measured(name: str, players: int, decks: int) -> Report:
    """The duel of `planner` and `greedy` at one table; what has been played by the same weights is in `KEPT`."""
    rules = load(name, players)
    some = decks if rules.sides % 2 == 0 else decks // 3
    duel = Duel(rules=rules, a="planner", b="greedy", decks=some, seed=SEED)
    kept = KEPT / f"{name}-{players}.json"
    try:
        return run(duel, None, kept)
    except PlanError:
        kept.unlink()
        return run(duel, None, kept)


def shown(less: Mean) -> str:
    """A difference with its interval."""
    return f"{less.mean:+,.0f} ({less.low:+,.0f} to {less.high:+,.0f})".replace("-", "−")


def row(found: Report) -> str:
    """One line of the table."""
    duel = found.duel
    return f"| {duel.rules.title} | {duel.rules.seats} | {shown(found.difference)} | {found.tally.decks:,} |\n"


def main() -> None:
    """Play all duels and write the table."""
    decks = int(sys.argv[1]) if len(sys.argv) > 1 else DECKS
    KEPT.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, game in sorted(games().items()):
        for players in game.players:
            rows.append(row(measured(name, players, decks)))
            print(rows[-1], end="", flush=True)
    text = PAGE.read_text(encoding="utf-8")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    head = "| game | players | planner − greedy | decks |\n|---|---|---|---|\n"
    PAGE.write_text(f"{before}{BEGIN}{head}{''.join(rows)}{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
