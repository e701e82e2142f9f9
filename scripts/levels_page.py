"""Write how strong the levels are, and how they play, into docs/bots.md: ``python -m scripts.levels_page [DECKS]``.

What it says of `search`, which takes its time to decide, comes from the duels that `scripts.search_page` reads.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Final

from canasta.base.cards import KIND_OF, pack
from canasta.bots import policy_weights
from canasta.bots.levels import levels
from canasta.bots.registry import slow_names
from canasta.engine import steps as s
from canasta.engine.play import play_by
from canasta.engine.playout import Dice, random_start
from canasta.engine.position import OVER
from canasta.rules.groups import Rules
from canasta.rules.load import load
from canasta.scoring.standing import minimum
from canasta.sim.duel import Duel, run
from canasta.sim.policy_table import PolicyTable
from scripts.bots_page import DECKS, SEED, read_pages, shown, write_pages
from scripts.search_page import GAMES, level_row

BEGIN: Final = "<!-- levels: written by python -m scripts.levels_page -->\n"
END: Final = "<!-- end of levels -->\n"
QUICK: Final = [each for each in levels() if each.name not in slow_names()]
# A bot without weights plays a hundred times slower.
SLOW: Final = 20
DEALS: Final = 3000


@dataclass(frozen=True, slots=True)
class Habits:
    """What a bot does in a deal on average, for its side of two against planners."""

    lap: float
    """The lap in which it opens."""
    taken: float
    """Piles that it takes."""
    given: float
    """Piles that the others take."""
    wilds: float
    """Wild cards that it lays."""
    reserve: float
    """The lap in which a player picks up their foot; 0 where there is none."""
    out: float
    """Share of the deals that it ends by going out."""


def habits(bot: str, rules: Rules, deals: int) -> Habits:
    """Return how *bot* plays *deals* deals by *rules*, which have two sides, against planners. It must be one that plays by weights."""
    tables, rules = PolicyTable(rules), rules.in_deal(1)
    weights, others = policy_weights(bot, rules), policy_weights("planner", rules)
    assert weights is not None
    assert others is not None
    table, own, other = tables.table, tables.policy(weights), tables.policy(others)
    kinds, dice = [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)], Dice(SEED)
    opened: list[int] = []
    reserves: list[int] = []
    taken = given = wilds = out = 0
    for number in range(deals):
        p = random_start(table, kinds, dice, [minimum(rules, 1, 0)] * 2)
        side, had = number % 2, [0] * rules.seats
        while p.phase != OVER:
            seat, was = int(p.actor), p.opened(side)
            step = (own if seat % 2 == side else other).choose(p)
            action, lap = table.action(step), int(p.turns) // rules.seats + 1
            takes = action.sort in {s.TAKE, s.TAKE_CARD}
            if seat % 2 == side:
                taken += takes
                wilds += action.twos + action.jokers if action.sort in {s.TAKE, s.START, s.ADD} else 0
            else:
                given += takes
            play_by(p, seat, step)
            if p.opened(side) and not was:
                opened.append(lap)
            for each in range(side, rules.seats, 2):
                reserves += [lap] * (int(p.taken(each)) - had[each])
                had[each] = int(p.taken(each))
        out += p.out >= 0 and p.out % 2 == side
    reserve = sum(reserves) / len(reserves) if reserves else 0.0
    return Habits(sum(opened) / len(opened), taken / deals, given / deals, wilds / deals, reserve, out / deals)


def strengths(decks: int) -> str:
    """Return the table of strengths, the strongest first."""
    heads = [f"{load(game).title}, − {other}" for game in GAMES for other in ("planner", "greedy")]
    text = f"| bot | level | {' | '.join(heads)} |\n|---|---|{'---|' * len(heads)}\n"
    text += level_row(read_pages())
    for level in QUICK:
        cells = []
        for game in GAMES:
            rules = load(game, 4)
            some = decks if policy_weights(level.name, rules) is not None else decks // SLOW
            for other in ("planner", "greedy"):
                duel = Duel(rules=rules, a=level.name, b=other, decks=some, seed=SEED)
                cells.append("" if other == level.name else shown(run(duel).difference))
        text += f"| `{level.name}` | {level.title} | {' | '.join(cells)} |\n"
        print(text.splitlines()[-1], flush=True)
    return text


def ways(deals: int) -> str:
    """Return the table of what bots do."""
    text = (
        "| bot | game | opens in lap | piles taken | piles given | wild cards laid | foot in lap | goes out |\n"
        "|---|---|---|---|---|---|---|---|\n"
    )
    for game in GAMES:
        rules = load(game, 4)
        for level in QUICK:
            if policy_weights(level.name, rules) is not None:
                h = habits(level.name, rules, deals)
                foot = f"{h.reserve:.1f}" if h.reserve else ""
                cells = f"{h.lap:.1f} | {h.taken:.1f} | {h.given:.1f} | {h.wilds:.1f} | {foot} | {h.out:.0%}"
                text += f"| `{level.name}` | {rules.title} | {cells} |\n".replace("%", " %")
    return text


def main() -> None:
    """Play everything and write both tables."""
    decks = int(sys.argv[1]) if len(sys.argv) > 1 else DECKS
    tables = (
        f"{strengths(decks)}\nWhat a side of each does in a deal against planners ({DEALS:,} deals):\n\n{ways(DEALS)}"
    )
    text = read_pages()
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    write_pages(f"{before}{BEGIN}{tables}{END}{after}")


if __name__ == "__main__":
    main()
