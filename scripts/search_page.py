"""Write what `search` gains, how far it is from the ceiling, and how long bots take to decide, into the pages about bots.

``python -m scripts.search_page [times | decisions]`` reads the duels in ``build/duels``, which ``canasta duel --save`` has written there, under
names such as ``search-planner-classic-4.json``, and plays none: they take hours. A row that has no file stays as it is. With
``times`` it also measures how long decisions take, with ``decisions`` what they lose in the positions of `bench.judged`.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final

from bench.decisions import BOTS, TABLES, score
from bench.judged import JudgedTable
from canasta.base.cards import pack
from canasta.base.shuffle import return_places, shuffled
from canasta.bots import make
from canasta.bots.levels import levels
from canasta.deal.deal import Deal
from canasta.deal.view import View, view
from canasta.rules.groups import Rules
from canasta.rules.load import games, load
from canasta.sim.decks import deck_seed
from canasta.sim.duel import Duel
from canasta.sim.moments import Mean, Moments
from scripts.bots_page import KEPT, between, read_pages, shown, write_pages

MARKS: Final = {
    name: (f"<!-- {name}: written by python -m scripts.search_page -->\n", f"<!-- end of {name} -->\n")
    for name in ("search", "budgets", "ceiling", "times", "decisions")
}
GAMES: Final = ("classic", "hand-and-foot")
"""The games with four players in which levels are compared, and which have a ceiling."""
BUDGETS: Final = ("classic", "hand-and-foot", "new-canasta")
TIMED: Final = 40
"""How many decisions of each bot are timed at each table."""
LEAST: Final = 8
"""Fewer decks say too little for a row."""
_SIGMAS: Final = 1.959964
_LEVEL: Final = re.compile(r"^\| `search` \| [^|]* \| (.*) \|\n", re.MULTILINE)
_PLANNER: Final = "| `planner` | strong |"
_NUMBERS: Final = re.compile(r"([+−][\d,]+) \(([+−][\d,]+) to ([+−][\d,]+)\)")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table about the game and the number of players that it begins with."""

    title: str
    players: int
    cells: tuple[str, ...]

    def __str__(self) -> str:
        return f"| {' | '.join([self.title, str(self.players), *self.cells])} |\n"

    @property
    def mean(self) -> Mean:
        """The first difference in it, with its interval."""
        told = _NUMBERS.search(self.cells[0])
        assert told is not None, self
        mean, low, high = (float(each.replace(",", "").replace("−", "-")) for each in told.groups())
        return Mean(mean, low, high)


def rows_in(table: str) -> list[Row]:
    """Return the rows of *table* after its head."""
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    return [Row(title, int(players), tuple(cells)) for title, players, *cells in lines]


def table_in(text: str, name: str) -> str:
    """Return the table *name* in the *text* of the page."""
    begin, end = MARKS[name]
    return text.partition(begin)[2].partition(end)[0]


def kept_difference(a: str, b: str, rules: Rules) -> tuple[Mean, int] | None:
    """Return the difference of the bots *a* and *b* in points a deal, and the number of decks.

    None if there is no file of them, or one of fewer than `LEAST`. The file says which bots, and of which version, have played.
    """
    path = KEPT / f"{a}-{b}-{rules.name}-{rules.seats}.json".replace(":", "")
    if not path.exists():
        return None
    kept = json.loads(path.read_text(encoding="utf-8"))
    duel = Duel(rules=rules, a=a, b=b)
    told: dict[str, Any] = kept["duel"]
    if (told["a"], told["b"], told["game"], told["players"]) != (a, b, rules.name, rules.seats):
        raise SystemExit(f"{path} is not the duel of {a} and {b} in {rules.name} with {rules.seats} players.")
    moments = Moments(**kept["tally"]["difference"])
    if moments.number < LEAST:
        return None
    return moments.mean_so_far(duel.divisor) if told["stop"] else few(moments, duel.divisor), moments.number


def few(moments: Moments, divisor: int) -> Mean:
    """Return the mean with its interval, a little wider than `Moments.mean` has it: by Student's distribution, for few decks."""
    found, free, z = moments.mean(divisor), moments.number - 1, _SIGMAS
    # The first terms of the expansion of its quantile, right to 0.001 from 8 decks on.
    quantile = z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
    quantile += (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * free**3)
    reach = (found.high - found.mean) * quantile / z
    return Mean(found.mean, found.mean - reach, found.mean + reach)


def updated(table: str, a: str, b: str, tables: list[tuple[str, int]]) -> str:
    """Return the *table* of differences of *a* and *b* with the rows that files have for *tables*."""
    rows = {(row.title, row.players): row for row in rows_in(table)}
    for game, players in tables:
        rules = load(game, players)
        found = kept_difference(a, b, rules)
        if found is not None:
            rows[rules.title, players] = Row(rules.title, players, (shown(found[0]), f"{found[1]:,}"))
    order = {load(game, players).title: game for game, known in games().items() for players in known.players}
    sides = f"{a} − {b}" if ":" not in a + b else f"`{a}` − `{b}`"
    head = f"| game | players | {sides} | decks |\n|---|---|---|---|\n"
    return head + "".join(str(rows[key]) for key in sorted(rows, key=lambda key: (order[key[0]], key[1])))


def ceilings(text: str) -> str:
    """Return the table of the ceiling: what a search that sees all hands gains, and which share of that `search` gains."""
    searches = {(row.title, row.players): row.mean for row in rows_in(table_in(text, "search"))}
    rows = {(row.title, row.players): row for row in rows_in(table_in(text, "ceiling"))}
    for game in GAMES:
        rules = load(game, 4)
        path = KEPT / f"ceiling-planner-{game}-4.json"
        if path.exists():
            moments = Moments(**json.loads(path.read_text(encoding="utf-8")))
            most = few(moments, Duel(rules=rules, a="search", b="planner").divisor)
            part = share(searches[rules.title, 4], most)
            rows[rules.title, 4] = Row(rules.title, 4, (shown(most), f"{moments.number:,}", part))
    head = "| game | players | ceiling − planner | decks | share that search reaches |\n|---|---|---|---|---|\n"
    return head + "".join(map(str, rows.values()))


def share(found: Mean, most: Mean) -> str:
    """Return which share of *most* has been *found*, with an interval; the errors are small enough to add their squares."""
    part = found.mean / most.mean
    own, other = ((each.high - each.low) / 2 / each.mean for each in (found, most))
    reach = part * sqrt(own**2 + other**2)
    return f"{part:.0%} ({part - reach:.0%} to {part + reach:.0%})".replace("%", " %").replace(" % to", " to")


def decisions(rules: Rules) -> Iterator[View]:
    """Yield what seats see in deals of planners where there is something to decide, one of about twenty."""
    chance, number = Random(f"times {rules.name}"), 0
    rules = rules.in_deal(1)
    while True:
        number += 1
        seed = deck_seed("judge", 0, number)
        deal, _ = Deal.new(rules, shuffled(pack(rules.packs, rules.deck.jokers), seed), 0, None, return_places(seed))
        planners = [make("planner", seed, seat) for seat in range(rules.seats)]
        while not deal.over:
            seen = view(deal, deal.actor)
            if len(seen.legal) > 1 and chance.random() < 0.05:
                yield seen
            deal.step_trusted(planners[deal.actor].choose(seen))


def milliseconds(bot: str, seen: list[View]) -> float:
    """Return the CPU milliseconds that a decision of *bot* takes on average; its first one, which reads files, is not counted."""
    player = make(bot, 0, 0)
    player.choose(seen[0])
    began = time.process_time()
    for each in seen:
        player.choose(each)
    return 1000 * (time.process_time() - began) / len(seen)


def times() -> str:
    """Return the table of the times of a decision at the usual tables."""
    text = "| game | players | planner | search | search:128 |\n|---|---|---|---|---|\n"
    for name, game in sorted(games().items()):
        rules = load(name, game.default_players)
        found = decisions(rules)
        seen = [next(found) for _ in range(TIMED)]
        planner, *searches = (milliseconds(bot, seen) for bot in ("planner", "search", "search:128"))
        cells = (f"{1000 * planner:.0f} µs", *(f"{each:.0f} ms" for each in searches))
        text += str(Row(rules.title, rules.seats, cells))
        print(text.splitlines()[-1], flush=True)
    return text


def level_row(text: str) -> str:
    """Return the row of `search` in the table of levels: against `planner` and `greedy`; what has no file is taken from the *text* of the page."""
    level = next(each for each in levels() if each.name == "search")
    before = _LEVEL.search(text)
    cells = [cell.strip() for cell in before[1].split("|")] if before else [""] * 2 * len(GAMES)
    pairs = [(load(game, 4), other) for game in GAMES for other in ("planner", "greedy")]
    for number, (rules, other) in enumerate(pairs):
        found = kept_difference("search", other, rules)
        if found is not None:
            cells[number] = shown(found[0])
        elif other == "planner":
            rows = {(row.title, row.players): row for row in rows_in(table_in(text, "search"))}
            cells[number] = rows[rules.title, 4].cells[0]
    return f"| `search` | {level.title} | {' | '.join(cells)} |\n"


def losses() -> str:
    """Return the table of what bots lose a decision, with standard errors."""
    text = "| game | players | decisions | bot | points lost | less than the bot before |\n|---|---|---|---|---|---|\n"
    for game, players in TABLES:
        table = JudgedTable(game, players)
        scores = [score(table, bot) for bot in BOTS]
        for before, each in zip([None, *scores], scores, strict=False):
            gain = "" if before is None else "{:.1f} ± {:.1f}".format(*each.gain(before)).replace("-", "−")
            lost = f"{each.mean:.1f} ± {each.error:.1f}".replace("-", "−")
            text += str(Row(table.rules.title, players, (str(len(table.decisions)), f"`{each.bot}`", lost, gain)))
        print(text, flush=True)
    return text


def main() -> None:
    """Write the tables."""
    text = read_pages()
    usual = [(name, players) for name, game in sorted(games().items()) for players in game.players]
    made = {"search": updated(table_in(text, "search"), "search", "planner", usual)}
    made["budgets"] = updated(table_in(text, "budgets"), "search:200ms", "search:25ms", [(each, 4) for each in BUDGETS])
    for name, table in made.items():
        text = between(text, *MARKS[name], table)
    text = between(text, *MARKS["ceiling"], ceilings(text))
    row = level_row(text)
    text = _LEVEL.sub("", text).replace(_PLANNER, row + _PLANNER, 1)
    if sys.argv[1:] == ["times"]:
        text = between(text, *MARKS["times"], times())
    if sys.argv[1:] == ["decisions"]:
        text = between(text, *MARKS["decisions"], losses())
    write_pages(text)


if __name__ == "__main__":
    main()
