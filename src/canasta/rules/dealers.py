"""Who deals, who begins, and which cut is exact."""

from __future__ import annotations

from canasta.base.seats import Seat, partners
from canasta.rules.groups import Rules


def score_keeper(rules: Rules, keeper: Seat | None) -> Seat | None:
    """Return the seat that never deals or begins: *keeper*, or None.

    There is none if the rules have none or nobody was named, and none with two players, of whom the
    other one would always deal and begin.

    Raises `ValueError` if *keeper* is not a seat of the table.

    >>> from canasta.rules.load import load
    >>> score_keeper(load("new-canasta", 5), 2), score_keeper(load("new-canasta", 2), 1), score_keeper(load("classic"), 2)
    (2, None, None)
    """
    if keeper is None or not rules.table.score_keeper or rules.seats == 2:
        return None
    _check(rules, keeper, "score keeper")
    return keeper


def next_dealer(rules: Rules, dealer: Seat, keeper: Seat | None = None) -> Seat:
    """Return who deals the deal after that of *dealer*: the next seat clockwise that is not the score keeper's.

    Raises `ValueError` if one of them is not a seat of the table.

    >>> from canasta.rules.load import load
    >>> next_dealer(load("classic"), 3), next_dealer(load("new-canasta"), 3, keeper=0)
    (0, 1)
    """
    _check(rules, dealer, "dealer")
    return _after(rules, dealer, keeper)


def dealers(rules: Rules, dealer: Seat, keeper: Seat | None = None) -> tuple[Seat, ...]:
    """Return who deals: *dealer*, and then a second dealer where the rules have one.

    The second dealer is the next seat clockwise that is not the score keeper's, or the dealer's partner. A
    dealer without a partner deals alone. Where each reserve has its own dealer, they follow clockwise, or
    counterclockwise where the rules say so. Where everyone deals their own cards, the score keeper does so, too.

    Raises `ValueError` if one of them is not a seat of the table, or the score keeper should deal.

    >>> from canasta.rules.load import load
    >>> dealers(load("classic"), 1), dealers(load("hand-and-foot"), 1), dealers(load("new-canasta"), 1, keeper=2)
    ((1,), (1, 3), (1, 3))
    """
    _check(rules, dealer, "dealer")
    keeps = score_keeper(rules, keeper)
    if dealer == keeps:
        raise ValueError(f"seat {dealer} keeps the score and never deals")
    if rules.deal.dealers == "neighbours":
        return dealer, _after(rules, dealer, keeper)
    if rules.deal.dealers == "partners":
        others = (seat for seat in partners(dealer, rules.seats, rules.sides) if seat != keeps)
        return dealer, *list(others)[:1]
    if rules.deal.dealers in {"each packet", "each packet to the right"}:
        step = 1 if rules.deal.dealers == "each packet" else -1
        who = [dealer]
        for _ in rules.reserves:
            who.append(_after(rules, who[-1], keeper, step))
        return tuple(who)
    if rules.deal.dealers == "each player":
        return tuple((dealer + step) % rules.seats for step in range(rules.seats))
    return (dealer,)


def first_player(rules: Rules, dealer: Seat, keeper: Seat | None = None) -> Seat:
    """Return who begins the deal of *dealer*: the dealer, or the seat to the left of that dealer or of the second dealer.

    Where that seat is the score keeper's, the next one begins.

    Raises `ValueError` as `dealers` does.

    >>> from canasta.rules.load import load
    >>> first_player(load("classic"), 3)
    0
    >>> first_player(load("new-canasta", 5), 0), first_player(load("new-canasta", 5), 0, keeper=2)
    (2, 3)
    """
    who = dealers(rules, dealer, keeper)
    if rules.deal.first == "dealer":
        return dealer
    before = who[-1] if rules.deal.first == "left of second dealer" else dealer
    return _after(rules, before, keeper)


def nearest_cut(rules: Rules, exact: int, count: int, *, first: bool) -> int:
    """Return the exact number nearest to a cut of *count* cards by a dealer for whom *exact* cards are exact.

    It is one more for the *first* dealer where the first card of the pile may be cut with the rest.

    >>> from canasta.rules.load import load
    >>> rules = load("classic", options=["procedures.exact_cut=100", "procedures.cut_either=true"])
    >>> [nearest_cut(rules, 44, count, first=True) for count in (40, 44, 45, 50)]
    [44, 44, 45, 45]
    """
    return exact + (first and rules.procedures.cut_either and count > exact)


def _after(rules: Rules, seat: Seat, keeper: Seat | None, step: int = 1) -> Seat:
    """Return the next seat clockwise after *seat*, or counterclockwise where *step* is −1, the score keeper's left out."""
    following = (seat + step) % rules.seats
    return (following + step) % rules.seats if following == score_keeper(rules, keeper) else following


def _check(rules: Rules, seat: Seat, what: str) -> None:
    if not 0 <= seat < rules.seats:
        raise ValueError(f"there is no seat {seat} for the {what} at a table of {rules.seats}")
