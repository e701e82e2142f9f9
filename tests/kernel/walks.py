"""Random walks that two kernels can be compared by: run as a program, this prints a digest for each deal."""

from __future__ import annotations

import hashlib
import random

from canasta.cards import KIND_OF, pack
from canasta.engine import KERNEL
from canasta.engine.legal import legal
from canasta.engine.play import play
from canasta.engine.position import OVER
from canasta.engine.table import Table
from canasta.rules.load import load
from tests.kernel.random_games import random_rules, tables
from tests.kernel.tiny import LONGEST, chosen, dealt

DEALS = 200


def digest(deal: int) -> str:
    """All lists and steps of one random deal, and where it ended, in one number."""
    name, players = tables()[deal % len(tables())]
    rules = next((each for each in random_rules(name, players, 1, seed=deal) if each), None) or load(name, players)
    rng = random.Random(deal)
    kinds = [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)]
    p = dealt(Table(rules), kinds, rng, [rng.choice([15, 50, 90]) for _ in range(rules.sides)])
    text = hashlib.sha256()
    eager = rng.choice([0.0, 0.3, 0.8])
    for _ in range(LONGEST):
        flows = [int(flow) for flow in p.flows[: p.flowed]]
        steps = [int(step) for step in legal(p, p.actor)]
        text.update(repr((steps, flows, int(p.actor))).encode())
        if p.phase == OVER:
            break
        play(p, chosen(steps, rng, eager))
    text.update(
        repr([[int(each) for each in row] for row in (p.hands, p.seats, p.sides, p.melds, p.closed, p.pile)]).encode()
    )
    text.update(repr((int(p.next), int(p.ended), p.concealed, int(p.turns))).encode())
    return text.hexdigest()


def main() -> None:
    """Print which kernel runs, and the digest of every deal."""
    lines = [KERNEL, *(digest(deal) for deal in range(DEALS))]
    print("\n".join(lines))  # noqa: T201 - the program's output


if __name__ == "__main__":
    main()
