"""Deals by random rules that two kernels can be compared by: run as a program, this prints a digest for each.

`tests/walks` pins what the games say; here house rules of every sort are tried, and flows and all of a position are
looked at, which no walk shows.
"""

from __future__ import annotations

import hashlib

from canasta.base.cards import pack
from canasta.base.shuffle import shuffled
from canasta.bots.weights import packaged_weights
from canasta.engine import KERNEL
from canasta.engine.flows import Flows
from canasta.engine.play import play_noting
from canasta.engine.policy import Policy
from canasta.engine.position import OVER
from canasta.engine.value import NUMBERS, Value
from canasta.notation.walks.chooser import random_chooser
from canasta.notation.walks.walk import start_by_seed
from canasta.notation.walks.walking import acts, begun
from canasta.rules.load import load
from tests.deal.tables import ALL_TABLES
from tests.kernel.random_games import random_rules

DEALS = 200
RATED = 8  # every how many steps a policy rates what could be done


def digest(deal: int) -> str:
    """Return all lists, steps and flows of one random deal, some ratings and values, and where it ended, in one number."""
    name, players = ALL_TABLES[deal % len(ALL_TABLES)]
    rules = next((each for each in random_rules(name, players, 1, seed=deal) if each), None) or load(name, players)
    start = start_by_seed(rules, deal)
    choose = random_chooser(start.seed, start.manner)
    p = begun(rules, start, shuffled(pack(rules.packs, rules.deck.jokers), start.seed))
    text = hashlib.sha256()
    number, moved = 0, Flows()
    policy = Policy(p.rule_table, list(packaged_weights("greedy")))
    value = Value(p.rule_table, [1.0 / (1 + place) for place in range(NUMBERS)]) if rules.sides > 1 else None
    while p.phase != OVER:
        able = acts(p)
        if number % RATED == 0:
            text.update(repr(policy.rate(p, p.actor)).encode())
            if value is not None:
                text.update(repr(value.lead(p, 0)).encode())
        text.update(repr((able, moved.listed())).encode())
        play_noting(p, *choose(number, able), moved)
        number += 1
    text.update(repr(p.key()).encode())
    return text.hexdigest()


def main() -> None:
    """Print which kernel runs, and the digest of every deal."""
    lines = [KERNEL, *(digest(deal) for deal in range(DEALS))]
    print("\n".join(lines))  # noqa: T201 - the program's output


if __name__ == "__main__":
    main()
