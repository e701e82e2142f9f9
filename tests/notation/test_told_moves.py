"""Moves as a hint and a review tell them: as the table writes cards, each meld named where a number would be needed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from canasta import bots
from canasta.base.cards import KIND_OF, TWO
from canasta.base.moves import Ask, Lay, TakePile, hand_cards
from canasta.base.spans import Cards, Ranks
from canasta.bots.turn_hint import moves_of
from canasta.deal.deal import Deal
from canasta.deal.view import View, view
from canasta.engine.steps import ACTIONS, ADD, START, TAKE, TAKE_CARD
from canasta.notation.cases.arrangement import arrange
from canasta.notation.cases.case import cases_of
from canasta.notation.move_phrases import move_phrases
from canasta.notation.move_text import parse_move
from canasta.wording.names import rank_plural
from canasta.wording.spans import plain
from tests.deal.tables import fresh, rules_of


def moments(name: str, players: int, seed: int) -> Iterator[tuple[Deal, View]]:
    """Yield a deal that the planner plays, each moment as the seat sees it that everyone waits for."""
    deal, _ = fresh(rules_of(name, players), seed)
    seated = [bots.make("planner", seed, seat) for seat in range(players)]
    while not deal.over:
        seen = view(deal, deal.actor)
        yield deal, seen
        deal.step_trusted(seated[deal.actor].choose(seen))


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("classic", 4),
        ("hoyle-two-player", 2),
        ("hand-and-foot-earl", 4),
        ("new-canasta", 4),
        ("modern-american-canasta", 4),
    ],
)
def test_a_step_is_told_with_its_cards_and_its_meld(name: str, players: int) -> None:
    found = Counter[str]()
    for seed in range(2):
        for number, (deal, seen) in enumerate(moments(name, players, seed)):
            if number % 3 or seen.actor != seen.position.turn or seen.position.staging or not seen.opened[seen.side]:
                continue
            for step in seen.legal:
                action = ACTIONS[step]
                if action.sort not in {START, ADD, TAKE, TAKE_CARD}:
                    continue
                move = moves_of(seen, [step])[0]
                (told,) = move_phrases(deal, seen.seat, [move])
                text = plain(told)
                assert not re.search(r"[@+]|\b[2-9TJQKA][cdhs]\b", text), text
                shown = [face for span in told if isinstance(span, Cards | Ranks) for face in span.faces]
                assert sorted(map(KIND_OF.__getitem__, shown)) == sorted(map(KIND_OF.__getitem__, hand_cards(move)))
                melds = [
                    meld for meld in seen.melds_of(seen.side) if meld.rank == action.rank and meld.slot is not None
                ]
                wild = any(KIND_OF[face] <= TWO for face in shown)
                if isinstance(move, Lay):
                    begins = text.startswith("lay ")
                    assert begins == (action.sort == START), text
                    assert text.startswith("add ") != begins
                    if not begins and len(melds) == 1:
                        assert text.endswith(f" to the {rank_plural(action.rank)}") == wild, text
                elif isinstance(move, TakePile) and not move.cards:
                    assert text.endswith(f" onto your {rank_plural(KIND_OF[seen.pile[-1]])}")
                    found["onto"] += 1
                found[text.split()[0]] += 1
    assert found["add"] > 15
    assert found["lay"] > 3
    assert found["take"]


@pytest.mark.parametrize(
    ("game", "hand", "melds", "typed", "told"),
    [
        (
            "hand-and-foot",
            "2h2c2h TdTsTd 2d2s 4h 5s 7s",
            "KhKdKs",
            ["lay 2h2c2h", "lay TdTsTd 2d2s", "discard 4h"],
            ["lay 222", "lay 10 10 10", "add 22 to the wild cards", "discard 4♥"],
        ),
        ("new-canasta", "2s 9s Kc 5c", "QhQdQs 9h9d9c", ["lay 2s+Q@1 9s@1"], ["add 9", "add 2 to the queens"]),
        ("new-canasta", "2s Kc 5c", "KhKdKs KcKhKdKs", ["lay 2s+K@2"], ["add 2 to your second meld of kings"]),
        (
            "hand-and-foot",
            "JkJk Kc 5h 4h 7s",
            "2h2c2d KhKdKs",
            ["lay Jk, Kc, Jk", "discard 4h"],
            ["add K", "add Jk Jk to the wild cards", "discard 4♥"],
        ),
        ("new-canasta", "8d8s8c8h 5c", "KhKdKs", ["lay 8d8s8c 8h"], ["lay 8888"]),
    ],
)
def test_a_turn_has_the_writing_of_the_table(
    game: str, hand: str, melds: str, typed: list[str], told: list[str]
) -> None:
    """Nothing reads as a meld of tens with two twos, and a meld has a number only where there are two of its rank."""
    case = {"id": "a", "says": "A.", "variant": game, "players": 4, "legal": True}
    case |= {"melds": {"1": melds.split()}, "hands": {"1": hand}, "turn": "1 play", "moves": typed[:1]}
    (one,) = cases_of({"clause": "meld.size", "case": [case]}, "told")
    assert one.rules is not None
    deal, _ = arrange(one.rules, one.outline)
    moves = [parse_move(each, view(deal, 0)) for each in typed]
    assert list(map(plain, move_phrases(deal, 0, moves))) == told


def test_partners_are_named_where_there_are_several() -> None:
    def asked(name: str, players: int) -> str:
        deal, _ = fresh(rules_of(name, players), 1)
        (told,) = move_phrases(deal, 0, [Ask(2)])
        return plain(told)

    assert asked("hand-and-foot", 4) == "ask your partner whether you may go out"
    assert asked("hand-and-foot-whitnack", 6) == "ask your partner in seat 3 whether you may go out"
