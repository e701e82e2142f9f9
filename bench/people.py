"""What a person waits for: the help of the command, and a move that six people see."""

import random
import subprocess
import sys
import time

from bench.measure import Row, cpu_time, limit_row
from canasta.base.cards import KIND_OF, Face, Kind, pack
from canasta.base.events import Event
from canasta.base.moves import Discard, Draw, Group, Lay, Move, TakePile
from canasta.base.shuffle import return_places, shuffled
from canasta.deal.deal import Deal
from canasta.deal.view import view
from canasta.engine import steps as s
from canasta.rules.load import load

HELP_LIMIT = 150.0
PLAY_LIMIT = 500.0
MOVE_LIMIT = 1.0
SEATS = 6
GAMES = ("new-canasta", "hand-knee-and-foot")


def start_rows(runs: int = 10) -> list[Row]:
    """Wall time of starting the command, the best of *runs*: for its help, and for the first question of a match."""
    rows = []
    for args, limit in ((["--help"], HELP_LIMIT), (["play", "classic"], PLAY_LIMIT)):
        best = float("inf")
        for _ in range(runs):
            began = time.perf_counter()
            command = [sys.executable, "-m", "canasta", *args]
            subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            best = min(best, time.perf_counter() - began)
        rows.append(limit_row(f"canasta {' '.join(args)}", "ms", best * 1000, limit))
    return rows


def move_rows(deals: int = 5) -> list[Row]:
    """Milliseconds for a move with its events and views for six seats, in each of the largest games."""
    rows = []
    for name in GAMES:
        times = sorted(_move_times(name, deals))
        slow = times[len(times) * 99 // 100]
        what = f"a move, checked, applied, events and views for {SEATS}: {name}"
        mean = sum(times) / len(times)
        rows.append(limit_row(what, "ms", mean, MOVE_LIMIT, f"99 of 100 within {slow:.2f} ms"))
    return rows


def _move_times(name: str, deals: int) -> list[float]:
    """Milliseconds of each move that is a whole move of a person, in random deals."""
    rules = load(name, SEATS)
    chance = random.Random(9)
    times: list[float] = []
    for number in range(deals):
        deck = shuffled(pack(rules.packs, rules.deck.jokers), number)
        deal, _ = Deal.new(rules, deck, returns=return_places(number))
        while not deal.over:
            seat = deal.actor
            step = chance.choice(deal.legal_steps(seat))
            move = _move(deal, seat, step)
            if move is None:
                deal.step(seat, step)
                continue
            began = cpu_time()
            _show(deal, deal.play(seat, move))
            times.append((cpu_time() - began) * 1000)
    return times


def _show(deal: Deal, events: list[Event]) -> None:
    """Do what a server does after a move: every seat gets its events and its view."""
    for seat in range(SEATS):
        for event in events:
            event.seen_by(seat)
        view(deal, seat)


def _move(deal: Deal, seat: int, step: int) -> Move | None:
    """Return the whole move that *step* is; None where it is only a part of one."""
    position = deal.position
    if step == s.DRAW:
        return Draw()
    if step >= s.DISCARD:
        return Discard(_faces(deal, seat, step - s.DISCARD, 1)[0])
    if not position.opened(position.side_of(seat)):
        return None
    if step == s.TAKE_PAIR:
        return TakePile(_faces(deal, seat, position.top(), 2))
    if s.START <= step < s.START_WILD:
        rank, form = divmod(step - s.START, 3)
        rank += s.LOW_RANK
        naturals = _faces(deal, seat, rank, 3 if form == 0 else 2)
        wilds = _faces(deal, seat, 2 - form, 1) if form else ()
        return (
            Lay((Group((*naturals, *wilds), rank),))
            if position.meld_at(seat % deal.rules.sides, rank, 0) == 0
            else None
        )
    if s.ADD <= step < s.ADD_WILD:
        rest, form = divmod(step - s.ADD, 3)
        rank = rest // s.SLOTS + s.LOW_RANK
        return Lay((Group(_faces(deal, seat, 2 - form if form else rank, 1), rank, rest % s.SLOTS),))
    return None


def _faces(deal: Deal, seat: int, kind: Kind, number: int) -> tuple[Face, ...]:
    return tuple([face for face in deal.tabletop.hands[seat] if KIND_OF[face] == kind][:number])
