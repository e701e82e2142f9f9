"""Write the strengths of the bots, how they are as partners, and how good values and odds are, into the pages about bots.

``python -m scripts.bots_page [DECKS | partners | values | odds]`` writes all tables, or one of them. Those of `search` are
written by `scripts.search_page`.

Where an odd number of sides plays alone, each deck is played six or ten times, and a third of the decks will do.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from math import exp
from pathlib import Path
from typing import Final

from canasta.bots.weights import FOLDER
from canasta.rules.groups import Rules
from canasta.rules.load import games, load
from canasta.rules.toml import read_toml
from canasta.sim.duel import Duel, DuelReport, PartnerReport, Partners, run, run_partners
from canasta.sim.moments import Mean
from canasta.sim.plan import PlanError

DOCS: Final = Path(__file__).resolve().parents[1] / "docs"
PAGES: Final = tuple(DOCS / name for name in ("bots.md", "tuning.md", "research/bots.md", "research/learned.md"))
"""The pages that have tables; each table is on one of them."""
_BREAK: Final = "\f"
KEPT: Final = Path(__file__).resolve().parents[1] / "build" / "duels"
BEGIN: Final = "<!-- strengths: written by python -m scripts.bots_page -->\n"
END: Final = "<!-- end of strengths -->\n"
BEGIN_VALUES: Final = "<!-- values: written by python -m scripts.bots_page -->\n"
END_VALUES: Final = "<!-- end of values -->\n"
BEGIN_ODDS: Final = "<!-- odds: written by python -m scripts.bots_page -->\n"
END_ODDS: Final = "<!-- end of odds -->\n"
BEGIN_PARTNERS: Final = "<!-- partners: written by python -m scripts.bots_page -->\n"
END_PARTNERS: Final = "<!-- end of partners -->\n"
SEED: Final = 2026
DECKS: Final = 6000
PARTNER_DECKS: Final = 3000
SEARCH: Final = "search:16"
SEARCHED: Final = {"classic": 400, "hand-and-foot": 200}
"""Decks on which `SEARCH` sits among others, by game: it needs some hundred times as long as they do."""


def measured(rules: Rules, a: str, b: str, decks: int) -> DuelReport:
    """Return the duel of *a* and *b* at one table; what has been played by the same weights is in `KEPT`."""
    some = decks if rules.sides % 2 == 0 else decks // 3
    duel = Duel(rules=rules, a=a, b=b, decks=some, seed=SEED)
    kept = KEPT / f"{a}-{b}-{rules.name}-{rules.seats}.json"
    try:
        return run(duel, None, kept)
    except PlanError:
        kept.unlink()
        return run(duel, None, kept)


def shown(less: Mean) -> str:
    """Return a difference with its interval."""
    return f"{less.mean:+,.0f} ({less.low:+,.0f} to {less.high:+,.0f})".replace("-", "−")


def row(found: DuelReport) -> str:
    """Return one line of the table."""
    duel = found.duel
    return f"| {duel.rules.title} | {duel.rules.seats} | {shown(found.difference)} | {found.tally.decks:,} |\n"


def partners() -> str:
    """Return the table of single bots among others, in every game in which its usual number of players has partners."""
    text = "| game | players | one | among | as a partner | as a rival | decks |\n|---|---|---|---|---|---|---|\n"
    for name, game in sorted(games().items()):
        rules = load(name, game.default_players)
        pairs = [("planner", "greedy", PARTNER_DECKS), ("greedy", "planner", PARTNER_DECKS)]
        pairs += [(SEARCH, "planner", SEARCHED[name])] if name in SEARCHED else []
        for a, b, decks in pairs if 1 < rules.sides < rules.seats else ():
            found = run_partners(Partners(rules=rules, a=a, b=b, decks=decks, seed=SEED))
            text += partner_row(found)
            print(partner_row(found), end="", flush=True)
    return text


def partner_row(found: PartnerReport) -> str:
    """Return one line of the table of partners."""
    asked = found.asked
    which = f"| {asked.rules.title} | {asked.rules.seats} | `{asked.a}` | `{asked.b}` "
    return f"{which}| {shown(found.partner)} | {shown(found.rival)} | {found.tally.decks:,} |\n"


def values() -> str:
    """Return the table of how well the packaged values foretell, from their files."""
    stages = "over 45 % | 30 to 45 % | 15 to 30 % | less"
    text = f"| game | players | in all | {stages} | points alone, in all |\n|---|---|---|---|---|---|---|---|\n"
    for path in sorted((FOLDER / "value").glob("*.toml")):
        made = read_toml(path)["provenance"]
        fit = " | ".join(f"{each:.2f}".replace("-", "−") for each in made["value"]["fit"])
        points = f"{made['value']['fit_of_points'][0]:.2f}".replace("-", "−")
        text += f"| {load(made['game'], made['players']).title} | {made['players']} | {fit} | {points} |\n"
    return text


def odds() -> str:
    """Return the table of how much likelier true hands are by the packaged odds, from their files."""
    text = "| game | players | times as likely as by chance | decks |\n|---|---|---|---|\n"
    for path in sorted((FOLDER / "odds").glob("*.toml")):
        made = read_toml(path)["provenance"]
        title = load(made["game"], made["players"]).title
        text += f"| {title} | {made['players']} | {exp(made['gain']):,.0f} | {made['gain_decks']:,} |\n"
    return text


def read_pages() -> str:
    """Return the text of all pages about bots, one after another."""
    return _BREAK.join(page.read_text(encoding="utf-8") for page in PAGES)


def write_pages(text: str) -> None:
    """Write each page's part of the *text* that `read_pages` returned, with other tables in it."""
    for page, part in zip(PAGES, text.split(_BREAK), strict=True):
        page.write_text(part, encoding="utf-8")


def between(text: str, begin: str, end: str, table: str) -> str:
    """Return the *text* with another *table* between its marks."""
    before, after = text.partition(begin)[0], text.partition(end)[2]
    return f"{before}{begin}{table}{end}{after}"


def strengths(decks: int) -> str:
    """Return the table of `planner` against `greedy`, at all tables."""
    text = "| game | players | planner − greedy | decks |\n|---|---|---|---|\n"
    for name, game in sorted(games().items()):
        for players in game.players:
            text += row(measured(load(name, players), "planner", "greedy", decks))
            print(text.splitlines()[-1], flush=True)
    return text


def main() -> None:
    """Play what is needed for the tables that were asked for, and write them; those of values and odds need no play."""
    KEPT.mkdir(parents=True, exist_ok=True)
    asked = sys.argv[1] if len(sys.argv) > 1 else str(DECKS)
    tables: dict[str, tuple[str, str, Callable[[], str]]] = {
        "values": (BEGIN_VALUES, END_VALUES, values),
        "odds": (BEGIN_ODDS, END_ODDS, odds),
        "partners": (BEGIN_PARTNERS, END_PARTNERS, partners),
    }
    if asked not in tables:
        tables["strengths"] = (BEGIN, END, partial(strengths, int(asked)))
    for name, (begin, end, made) in tables.items():
        if asked == name or asked not in tables:
            table = made()
            write_pages(between(read_pages(), begin, end, table))


if __name__ == "__main__":
    main()
