"""``python -m bench [--json FILE]``: measure, print a table, and keep the numbers."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from bench.decisions import decision_rows
from bench.learn import learn_rows
from bench.measure import Row, best_rates, limit_row, rate_row, time_row
from bench.ours import Game
from bench.peers import RlCard, Spiel
from bench.people import move_rows, start_rows
from bench.records import replay_rows
from bench.report import print_rows, write_rows
from canasta.engine import KERNEL

MEASURED = (("hand-and-foot", 2000), ("classic", 5000))
"""Games of four and how many deals make one run."""
GROWING = {"new-canasta": range(2, 9), "hand-knee-and-foot": (4, 6, 8)}
VIEWED = 10
"""How many deals make one run with public calls."""
PRIVATE = "legal + play (kernel)"
CALLS = (
    (PRIVATE, 20, 2),
    ("view + step", None, None),
    ("legal_steps + step_trusted", None, None),
    ("FastDeal: legal_steps + step", 20, 2),
    ("FastDeal: observe + mask + legal_steps + step", None, None),
)
"""What the loops in Python call, and how many times as fast as OpenSpiel's gin rummy and hearts they must be; only the first is not public."""
PUBLIC_SHARE = 0.5
"""How fast `FastDeal` must be at least beside the private calls."""
STEPS = "steps/s"
EIGHT = 1 / 1.5
DEAL_BUDGETS = {"hand-and-foot": 1e6 / 1500, "classic": 1e6 / 8000}
"""The most microseconds that a deal between policies may take."""
STEP_BUDGET = 3.0
WORLD_BUDGET = 10.0


def random_play() -> Iterator[Row]:
    """Random play from a Python loop and inside the kernel, beside the peers."""
    spiel = [Spiel("gin_rummy"), Spiel("hearts")]
    games = [Game(name, 4) for name, _ in MEASURED]
    rlcard = RlCard()
    peers = [*(peer.python_loop() for peer in spiel), rlcard.python_loop(10)]
    loops = [game.python_loop(deals // 2) for game, (_, deals) in zip(games, MEASURED, strict=True)]
    views = [game.public_loop(VIEWED, views=True) for game in games]
    trusted = [game.public_loop(VIEWED, views=False) for game in games]
    fast = [game.fast_loop(deals // 2, observes=False) for game, (_, deals) in zip(games, MEASURED, strict=True)]
    observing = [game.fast_loop(deals // 8, observes=True) for game, (_, deals) in zip(games, MEASURED, strict=True)]
    rates = best_rates([*peers, *loops, *views, *trusted, *fast, *observing])
    gin, hearts, gin_of_rlcard = rates[:3]
    for index, ours in enumerate(rates[3:]):
        game, (calls, of_gin, of_hearts) = games[index % len(games)], CALLS[index // len(games)]
        what = f"{game.title}: random play from Python, {calls}"
        yield rate_row(what, STEPS, ours, spiel[0].title, gin, of_gin)
        yield rate_row(what, STEPS, ours, spiel[1].title, hearts, of_hearts)
        yield rate_row(what, STEPS, ours, rlcard.title, gin_of_rlcard, None)
        if index // len(games) == 3:
            yield rate_row(what, STEPS, ours, PRIVATE, rates[3 + index % len(games)], PUBLIC_SHARE)
    rates = rates[3:]
    advancing = best_rates([game.advancing_loop(deals // 2) for game, (_, deals) in zip(games, MEASURED, strict=True)])
    for game, ours, listed in zip(games, advancing, rates, strict=False):
        yield rate_row(f"{game.title}: random play from Python by numbers", STEPS, ours, "by lists", listed, None)
    owns = [game.own_loop(deals) for game, (_, deals) in zip(games, MEASURED, strict=True)]
    rates = best_rates([*owns, *(peer.own_loop() for peer in spiel)])
    for game, ours in zip(games, rates, strict=False):
        what = f"{game.title}: random play inside the kernel"
        yield rate_row(what, STEPS, ours, f"{spiel[0].title}, its C++ loop", rates[2], 50)
        yield rate_row(what, STEPS, ours, f"{spiel[1].title}, its C++ loop", rates[3], 1.3)


def copies() -> Iterator[Row]:
    """Measure copies of positions, beside clones of states."""
    games = [Game(name, 4) for name, _ in MEASURED]
    peers = [Spiel("gin_rummy"), Spiel("hearts")]
    ours = [game.copies(2000) for game in games]
    rates = best_rates([*ours, peers[0].clones(10), peers[1].clones(1000)])
    micros = [None if rate is None else 1e6 / rate for rate in rates]
    for game, mine in zip(games, micros, strict=False):
        yield time_row(f"{game.title}: copy of a position", "µs", mine, f"{peers[0].title}, clone", micros[2], None)
        yield time_row(f"{game.title}: copy of a position", "µs", mine, f"{peers[1].title}, clone", micros[3], 1)


def players() -> Iterator[Row]:
    """Yield steps a second and the cost of a deal, by the number of players."""
    for name, numbers in GROWING.items():
        games = [Game(name, number) for number in numbers]
        of_four = [game.players for game in games].index(4)
        rates = best_rates([game.own_loop(500) for game in games])
        for game, rate in zip(games, rates, strict=True):
            budget = EIGHT if game.players == 8 else None
            yield rate_row(f"{game.title}: random play", STEPS, rate, "four players", rates[of_four], budget)
        rates = best_rates([game.deals(10_000) for game in games])
        micros = [None if rate is None else 1e6 / rate for rate in rates]
        for game, cost in zip(games, micros, strict=True):
            yield time_row(f"{game.title}: shuffle and deal", "µs", cost, "four players", micros[of_four], None)


def policies() -> Iterator[Row]:
    """Yield what players inside the kernel cost: a whole deal of four, a step of one, a world behind what a seat sees."""
    games = [Game(name, 4) for name in DEAL_BUDGETS]
    played = best_rates([game.self_play(1500) for game in games])
    stepped = best_rates([game.decisions(500) for game in games])
    dealt = best_rates([game.worlds(20) for game in games])
    guessed = best_rates([game.guessed_worlds(32) for game in games])
    for game, *rates in zip(games, played, stepped, dealt, guessed, strict=True):
        deal, step, world, guess = (1e6 / rate for rate in rates if rate is not None)
        yield limit_row(f"{game.title}: a deal played by policies", "µs", deal, DEAL_BUDGETS[game.name])
        yield limit_row(f"{game.title}: a step chosen by a policy and played", "µs", step, STEP_BUDGET)
        yield limit_row(f"{game.title}: hidden cards dealt again", "µs", world, WORLD_BUDGET)
        yield limit_row(f"{game.title}: hidden cards dealt again by what was seen", "µs", guess, WORLD_BUDGET)


def main() -> None:
    """Measure everything and report it."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="How fast canasta is, beside its peers.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows to FILE as well")
    arguments = parser.parse_args()
    rows = [
        *random_play(),
        *learn_rows(),
        *copies(),
        *players(),
        *policies(),
        *decision_rows(),
        *start_rows(),
        *move_rows(),
        *replay_rows(),
    ]
    print_rows(rows, f"canasta, {KERNEL} kernel; CPU time on one core, best of five runs")
    if arguments.json:
        write_rows(rows, arguments.json)


if __name__ == "__main__":
    main()
