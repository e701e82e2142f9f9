"""What holds at every moment of a deal, counted again from nothing but the fields of the position."""

from __future__ import annotations

from collections import Counter

from canasta.engine.fields import COUNTED, HELD, REDS, SEAT, SIDE, TAKEN, TALLY
from canasta.engine.judge import refusal
from canasta.engine.legal import legal
from canasta.engine.play import play
from canasta.engine.position import PILE, TO_PLAY, Position
from canasta.engine.steps import ASK, DRAW, NO, PICK_UP, STEPS, STUCK, step_name
from canasta.rules.groups import Rules

KINDS = 15
KEYS = ("joker", "two", "red three", "black three", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
CLASSES = ("natural", "mixed", "wild", "black", "special")


def cards_of(rank: int, meld: int) -> Counter[int]:
    """Return the kinds in a meld as the kernel numbers it."""
    return +Counter({rank: meld >> 16 & 255, 1: meld >> 8 & 255, 0: meld & 255})


def all_cards(p: Position, rules: Rules) -> Counter[int]:
    """Return every card of the deal, wherever it lies."""
    slots = 1 if rules.open_melds == "one" else 8
    cards: Counter[int] = Counter(int(kind) for kind in p.deck[p.next :])
    cards.update(int(kind) for kind in p.pile)
    for at, count in enumerate(p.hands):
        cards[at % KINDS] += int(count)
    for at, meld in enumerate(p.melds):
        if meld:
            cards += cards_of(at // slots % KINDS, int(meld))
    for entry in p.closed:
        cards += cards_of(int(entry) >> 32 & 255, int(entry))
        cards[2] += int(entry) >> 24 & 1
    for side in range(rules.sides):
        black, red = divmod(int(p.sides[side * SIDE + REDS]), 256)
        cards += Counter({2: red, 3: black})
    at = rules.deal.hand * rules.seats
    for index, reserve in enumerate(rules.reserves):
        for seat in range(rules.seats):
            if p.seats[seat * SEAT + TAKEN] <= index:
                cards.update(int(kind) for kind in p.deck[at : at + reserve.size])
            at += reserve.size
    return +cards


def tallies(p: Position, rules: Rules, side: int) -> list[int]:
    """Return the canastas of *side* by class, counted from its melds."""
    slots = 1 if rules.open_melds == "one" else 8
    melds = [(int(entry) >> 32 & 255, int(entry)) for entry in p.closed if int(entry) >> 40 == side]
    start = side * KINDS * slots
    melds += [(at // slots, int(meld)) for at, meld in enumerate(p.melds[start : start + KINDS * slots])]
    special = [special.rank for special in rules.specials]
    found = [0] * 7
    for rank, meld in melds:
        cards = cards_of(rank, meld)
        if cards.total() < rules.meld.size:
            continue
        if rank in {0, 3}:
            found[CLASSES.index("black" if rank else "wild")] += 1
        elif cards[0] + cards[1]:
            found[CLASSES.index("mixed")] += 1
        else:
            found[4 + special.index(KEYS[rank]) if KEYS[rank] in special else 0] += 1
    return found


def check_counts(p: Position, rules: Rules, deck: Counter[int]) -> None:
    """Cards are conserved, kind by kind; counters say what the cards say."""
    assert all_cards(p, rules) == deck
    for seat in range(rules.seats):
        assert p.seats[seat * SEAT + HELD] == sum(p.hands[seat * KINDS : (seat + 1) * KINDS])
    for side in range(rules.sides):
        at = side * SIDE + TALLY
        counted = tallies(p, rules, side)
        assert [int(number) for number in p.sides[at : at + 7]] == counted
        counted[CLASSES.index("black")] *= rules.out.black_counts
        assert p.sides[side * SIDE + COUNTED] == sum(counted)
    freezing = {"joker", "two"} if "wild" in rules.pile.frozen_by else set()
    freezing |= {"black three"} & set(rules.pile.frozen_by)
    assert p.freezing == sum(KEYS[kind] in freezing for kind in p.pile)
    assert p.coming <= len(p.pile)


def check_judge(p: Position, steps: list[int]) -> None:
    """Return the judge accepts exactly the list, for every seat; neither changes the position."""
    key = p.key()
    assert list(legal(p, p.actor)) == steps
    for seat in range(int(p.rule_table.seats)):
        accepted = [step for step in range(STEPS) if refusal(p, seat, step) == 0]
        assert [step_name(step) for step in legal(p, seat)] == [step_name(step) for step in accepted]
        assert seat == p.actor or not accepted or p.aside(seat)
    assert p.key() == key


def check_copy(p: Position, steps: list[int]) -> None:
    """Return a copy is equal, has an equal list, and goes its own way."""
    key = p.key()
    q = p.copy()
    assert q == p
    assert q.key() == key
    assert list(legal(q, q.actor)) == steps
    play(q, steps[-1])
    assert p.key() == key
    assert q.key() != key
    assert list(legal(p, p.actor)) == steps


def check_stuck(p: Position, rules: Rules, steps: list[int], last: int, brought: bool) -> None:
    """Return a turn that cannot be finished never follows a step whose outcome the player could foresee.

    *last* is the step before, *brought* whether it brought a reserve.
    """
    if STUCK not in steps or rules.out.passing or any(special.left_over for special in rules.specials):
        return
    assert all(step == STUCK or ASK <= step < PICK_UP for step in steps)
    assert p.phase == TO_PLAY
    assert not p.staging
    assert last in {DRAW, NO} or brought, f"stuck after {step_name(last)}"
    seat = int(p.actor)
    hand = {kind for kind in range(KINDS) if p.hands[seat * KINDS + kind]}
    banned = {KEYS.index(special.rank) for special in rules.specials if special.discard != "free"}
    few = p.seats[seat * SEAT + HELD] < (1 if rules.pile.end == "knock" and p.source == PILE else 2)
    assert few or hand <= banned, "a hand that could be finished"
