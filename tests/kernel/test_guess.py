"""Guessing hands: worlds are dealt by the odds of what was seen, exactly as often as these say."""

from __future__ import annotations

from collections import Counter
from math import comb, log, prod
from random import Random

import pytest

from canasta.base.cards import KIND_OF, pack
from canasta.bots.weights import packaged_weights
from canasta.engine.clues import Clues
from canasta.engine.guess import Guess
from canasta.engine.known import KnownCards
from canasta.engine.odds import MOST, NAMES, SORTS, Odds, sort_of
from canasta.engine.playout import Dice, random_start
from canasta.engine.policy import Policy
from canasta.engine.position import Position
from canasta.engine.rollout import roll_out
from canasta.engine.rule_table import KINDS, RuleTable
from canasta.engine.worlds import log_likelihood, sample_world
from canasta.rules.load import load

pytestmark = pytest.mark.kernel

KING, QUEEN, THREE, TWO = 13, 12, 3, 1
EVEN = [1.0] * (SORTS * MOST)
SAMPLES = 3000


def start() -> Position:
    rules = load("classic")
    deck = [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)]
    return random_start(RuleTable(rules), deck, Dice(8), [50, 50])


def odds_of(p: Position, **factors: tuple[float, ...]) -> Odds:
    """Odds of 1, of those sorts excepted that *factors* names."""
    given = list(EVEN)
    for name, row in factors.items():
        at = NAMES.index(name) * MOST
        given[at : at + MOST] = row
    return Odds(p.rule_table, given)


def unseen(p: Position, seat: int) -> list[int]:
    """Return what *seat* does not see at the beginning of a deal of classic, red threes excepted."""
    deck = [KIND_OF[face] for face in pack(2, 2)]
    mine = p.hand(seat)
    return [0 if kind == 2 else deck.count(kind) - mine[kind] - list(p.pile).count(kind) for kind in range(KINDS)]


def test_a_sort_of_cards_is_dealt_as_often_as_its_odds_say() -> None:
    """The next player threw a king and so ended a turn: how many kings they hold follows the odds, as the formula has it."""
    p = start()
    clues = Clues(p.rule_table)
    clues.throw(1, KING)
    row = (0.1, 2.0, 0.5, 3.0)
    guess = Guess(odds_of(p, closed_thrown=row), clues)
    hidden, held = unseen(p, 0), 11
    rest = sum(hidden) - hidden[KING]
    weights = [
        comb(hidden[KING], number) * comb(rest, held - number) * (1.0, *row)[min(number, MOST)]
        for number in range(hidden[KING] + 1)
    ]
    dice, seen = Dice(3), p.hidden_from(0)
    found = [0] * len(weights)
    others = 0
    for _ in range(SAMPLES):
        world = sample_world(seen, 0, dice, None, guess)
        found[world.count(1, KING)] += 1
        others += world.count(1, QUEEN)
    for number, weight in enumerate(weights):
        share = weight / sum(weights)
        error = (SAMPLES * share * (1 - share)) ** 0.5
        assert abs(found[number] - SAMPLES * share) < 4 * error + 1, (number, found, share)
    # Kings that are less likely make room for others, which remain as likely among themselves.
    kings = sum(number * times for number, times in enumerate(found))
    expected = (SAMPLES * held - kings) * hidden[QUEEN] / rest
    assert abs(others - expected) < 0.06 * expected


@pytest.mark.parametrize("row", [(0.4, 3.0, 1.0, 1.0), (1e-6, 1e-6, 1e-6, 1e-6)])
def test_each_hand_is_dealt_as_often_as_its_odds_say(row: tuple[float, ...]) -> None:
    """Two cards of the next player are unknown. Where odds make nearly every number of cards unlikely, that takes another way of dealing."""
    p = start()
    clues = Clues(p.rule_table)
    clues.throw(1, THREE)
    guess = Guess(odds_of(p, closed=row), clues)
    hand = list(p.hand(1))
    kept = sorted(kind for kind in range(KINDS) for _ in range(hand[kind]))[:-2]
    counts = [0] * (4 * KINDS)
    for kind in kept:
        counts[KINDS + kind] += 1
    hidden = [left - kept.count(kind) for kind, left in enumerate(unseen(p, 0))]
    chances = [
        (1.0, *(row if sort_of(p.rule_table, clues, 1, kind) == NAMES.index("closed") else EVEN[:MOST]))
        for kind in range(KINDS)
    ]
    weights = {}
    for one in range(KINDS):
        for other in range(one, KINDS):
            took = Counter([one, other])
            weights[one, other] = prod(
                comb(hidden[kind], number)
                * chances[kind][min(kept.count(kind) + number, MOST)]
                / chances[kind][min(kept.count(kind), MOST)]
                for kind, number in took.items()
            )
    dice, seen, known = Dice(6), p.hidden_from(0), KnownCards(p.rule_table, counts)
    found: Counter[tuple[int, int]] = Counter()
    for _ in range(SAMPLES):
        world = sample_world(seen, 0, dice, known, guess)
        one, other = (kind for kind in range(KINDS) for _ in range(world.count(1, kind) - kept.count(kind)))
        found[one, other] += 1
    total = sum(weights.values())
    for cards, weight in weights.items():
        share = weight / total
        error = (SAMPLES * share * (1 - share)) ** 0.5
        assert abs(found[cards] - SAMPLES * share) < 4.5 * error + 1, (cards, found[cards], SAMPLES * share)


def test_without_odds_worlds_are_as_likely_as_by_chance() -> None:
    """The likelihood is that of all hands, dealt at random from what is unseen."""
    p = start()
    hidden = unseen(p, 0)
    expected = 0.0
    for seat in (1, 2, 3):
        hand = p.hand(seat)
        expected += sum(log(comb(hidden[kind], hand[kind])) for kind in range(KINDS) if kind != 2)
        expected -= log(comb(sum(hidden), 11))
        hidden = [left - taken for left, taken in zip(hidden, hand, strict=True)]
    clues = Clues(p.rule_table)
    clues.throw(1, KING)
    found = log_likelihood(p, 0, KnownCards(p.rule_table), Guess(Odds(p.rule_table, EVEN), clues))
    assert found == pytest.approx(expected)
    # Where no player has ended a turn, nothing is guessed, whatever the odds are.
    wild = [Random(1).uniform(0.1, 9.0) for _ in EVEN]
    guess = Guess(Odds(p.rule_table, wild), Clues(p.rule_table))
    assert log_likelihood(p, 0, KnownCards(p.rule_table), guess) == pytest.approx(expected)


def test_odds_make_hands_likelier_by_what_they_say() -> None:
    """Beside chance, a hand is likelier by its odds, divided by those of all hands."""
    p = start()
    clues = Clues(p.rule_table)
    for seat in (1, 2, 3):
        clues.throw(seat, THREE)
    even, none = Guess(Odds(p.rule_table, EVEN), clues), Guess(odds_of(p, two_closed=(0.001,) * MOST), clues)
    known = KnownCards(p.rule_table)
    by_chance, by_odds = (log_likelihood(p, 0, known, guess) for guess in (even, none))
    held = sum(p.count(seat, TWO) > 0 for seat in (1, 2, 3))
    assert held
    # Each hand without a two is likelier than before, each one with a two about 1,000 times less.
    assert by_odds < by_chance - held * log(1000) + 3 * log(10)
    dice, seen = Dice(1), p.hidden_from(0)
    worlds = [sample_world(seen, 0, dice, known, none) for _ in range(200)]
    assert sum(world.count(seat, TWO) for world in worlds for seat in (1, 2, 3)) < 10


def test_to_ask_how_likely_hands_are_changes_no_world() -> None:
    """Both weigh the same hands: here one of which everything is known, and then nothing."""
    p = start()
    clues = Clues(p.rule_table)
    for seat in (1, 2, 3):
        clues.throw(seat, THREE)
    odds, seen, known = odds_of(p, closed=(0.4, 3.0, 1.0, 1.0)), p.hidden_from(0), KnownCards(p.rule_table)
    told = KnownCards(p.rule_table, [0] * KINDS + list(p.hand(1)) + [0] * (2 * KINDS))
    dealt = []
    for asks in (False, True):
        guess, dice = Guess(odds, clues), Dice(3)
        worlds = []
        for _ in range(20):
            worlds.append(sample_world(seen, 0, dice, known, guess).key())
            if asks:
                log_likelihood(p, 0, told, guess)
        dealt.append(worlds)
    assert dealt[0] == dealt[1]


def test_cards_known_to_be_held_count_for_the_odds_and_stay() -> None:
    p = start()
    clues = Clues(p.rule_table)
    clues.throw(1, THREE)
    counts = [0] * (4 * KINDS)
    counts[KINDS + KING] = 1
    known = KnownCards(p.rule_table, counts)
    guess = Guess(odds_of(p, closed=(1.0, 0.001, 0.001, 0.001)), clues)
    dice, seen = Dice(4), p.hidden_from(0)
    for _ in range(100):
        assert sample_world(seen, 0, dice, known, guess).count(1, KING) == 1


@pytest.mark.parametrize("name", ["classic", "hand-and-foot", "pennies-from-heaven"])
def test_the_sorts_are_those_of_what_happened(name: str) -> None:
    """A deal by policies: every sort is a name, and a hand of which nothing is known has none."""
    rules = load(name)
    deck = [KIND_OF[face] for face in pack(rules.packs, rules.deck.jokers)]
    p = random_start(RuleTable(rules), deck, Dice(2), [50] * rules.sides)
    table, known = p.rule_table, KnownCards(p.rule_table)
    known.clues = clues = Clues(table)
    policies = [Policy(table, list(packaged_weights("greedy")))] * rules.seats
    assert {sort_of(table, clues, seat, kind) for seat in range(rules.seats) for kind in range(KINDS)} == {SORTS}
    roll_out(p, policies, 3 * rules.seats, known)
    copied = clues.copy()
    sorts = {
        NAMES[sort]
        for seat in range(rules.seats)
        for kind in range(KINDS)
        if (sort := sort_of(table, clues, seat, kind)) < SORTS
    }
    assert {name for name in sorts if "thrown" in name}
    assert {name for name in sorts if "declined" in name}
    assert "own" in sorts
    before = copied.key()
    roll_out(p, policies, 2, known)
    assert copied.key() == before != clues.key()


def test_clues_tell_when_cards_were_thrown_and_declined() -> None:
    table = RuleTable(load("classic"))
    clues = Clues(table)
    clues.throw(0, QUEEN)
    clues.draw(1, QUEEN)
    clues.draw(1, KING)  # the second card of the same turn: the pile was declined before
    clues.throw(1, KING)
    assert NAMES[sort_of(table, clues, 1, QUEEN)] == "closed_declined"
    assert NAMES[sort_of(table, clues, 1, KING)] == "closed_thrown"
    assert NAMES[sort_of(table, clues, 1, 9)] == "closed"
    assert NAMES[sort_of(table, clues, 1, TWO)] == "two_closed"
    clues.lay(0, 9)
    assert NAMES[sort_of(table, clues, 0, 9)] == "closed"  # laid after the last turn of seat 0: it may hold nines still
    for seat in (2, 3, 0):
        clues.throw(seat, THREE)
    assert NAMES[sort_of(table, clues, 0, 9)] == "own"
    assert NAMES[sort_of(table, clues, 0, 8)] == "open"
    assert NAMES[sort_of(table, clues, 0, THREE)] == "black_thrown"
    assert NAMES[sort_of(table, clues, 3, 9)] == "closed_theirs"
    assert NAMES[sort_of(table, clues, 1, QUEEN)] == "closed_declined_before"
    assert NAMES[sort_of(table, clues, 1, KING)] == "closed_thrown"
    for _ in range(3):
        for seat in range(4):
            clues.throw(seat, THREE)
    assert NAMES[sort_of(table, clues, 1, KING)] == "closed_thrown_early"
    clues.begin_anew(1)
    assert sort_of(table, clues, 1, KING) == SORTS
    clues.throw(1, THREE)
    assert NAMES[sort_of(table, clues, 1, KING)] == "closed"


def test_wrong_odds_are_refused() -> None:
    table = RuleTable(load("classic"))
    with pytest.raises(ValueError, match=f"Odds have {SORTS * MOST} numbers, not 1"):
        Odds(table, [1.0])
    with pytest.raises(ValueError, match="Odds are positive numbers"):
        Odds(table, [*EVEN[1:], 0.0])
    p = start()
    many = KnownCards(p.rule_table, [0] * KINDS + [2] * KINDS + [0] * (2 * KINDS))
    with pytest.raises(ValueError, match="does not add up"):
        sample_world(p.hidden_from(0), 0, Dice(1), many, Guess(Odds(p.rule_table, EVEN), Clues(p.rule_table)))
