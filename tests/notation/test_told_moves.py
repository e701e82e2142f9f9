"""Moves as a hint and a review tell them: they can be typed as told, and say what a number alone would not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from canasta import bots
from canasta.base.moves import Ask, Lay, TakePile
from canasta.base.spans import Text
from canasta.bots.recommendation import moves_of
from canasta.deal.deal import Deal
from canasta.deal.view import View, view
from canasta.engine.steps import ACTIONS, ADD, TAKE
from canasta.notation.move_text import parse_move
from canasta.notation.told_moves import move_line
from canasta.wording.names import rank_plural
from canasta.wording.spans import plain
from tests.deal.tables import fresh, rules_of


def moments(name: str, players: int, seed: int) -> Iterator[tuple[Deal, View]]:
    """A deal that the planner plays, each moment as the seat sees it that everyone waits for."""
    deal, _ = fresh(rules_of(name, players), seed)
    seated = [bots.make("planner", seed, seat) for seat in range(players)]
    while not deal.over:
        seen = view(deal, deal.actor)
        yield deal, seen
        deal.step_trusted(seated[deal.actor].choose(seen))


@pytest.mark.parametrize(("name", "players"), [("classic", 4), ("hoyle-two-player", 2), ("hand-and-foot-earl", 4)])
def test_steps_told_can_be_typed_and_have_the_words_of_the_table(name: str, players: int) -> None:
    words = set[str]()
    for seed in range(4):
        for _, seen in moments(name, players, seed):
            if seen.actor != seen.position.turn or seen.position.staging or not seen.opened[seen.side]:
                continue
            for step in seen.legal:
                action = ACTIONS[step]
                if action.sort not in {TAKE, ADD}:
                    continue
                move = moves_of(seen, [step])[0]
                told = move_line(move, seen)
                assert isinstance(told[0], Text)
                assert parse_move(told[0].text, seen) == move
                words.add(told[0].text.split()[0])
                if isinstance(move, TakePile) and not move.cards:
                    assert plain(told) == f"{told[0].text} (onto your {rank_plural(int(seen.position.top()))})"
                    words.add("onto")
                elif isinstance(move, Lay):
                    assert told[0].text.startswith("add ")
    assert words >= {"take", "add"}
    assert name != "classic" or "onto" in words


def test_a_bare_take_that_means_the_same_is_told_without_a_number() -> None:
    for seed in range(40):
        for _, seen in moments("hoyle-two-player", 2, seed):
            onto = [step for step in seen.legal if ACTIONS[step].sort == TAKE and ACTIONS[step].slot >= 0]
            move = moves_of(seen, onto[:1])[0] if onto else None
            if move is not None and parse_move("take", seen) == move:
                assert plain(move_line(move, seen)).startswith("take (onto your ")
                return
    raise AssertionError("no pile could be taken onto a meld")


def test_the_only_partner_is_asked_without_a_number() -> None:
    deal, _ = fresh(rules_of("hand-and-foot", 4), 1)
    assert plain(move_line(Ask(2), view(deal, 0))) == "ask"
    deal, _ = fresh(rules_of("hand-and-foot-whitnack", 6), 1)
    assert plain(move_line(Ask(2), view(deal, 0))) == "ask 3 (your partner in seat 3)"
