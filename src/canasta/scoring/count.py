"""The count at the end of a deal, line by line, and what totals mean for the match.

Nothing here knows a deal: a `Tableau` says what a side has on the table and what it was caught with, be it
read from a deal or from real cards, and `sheet` counts it in the order and the words of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from canasta.base.cards import BLACK_THREE, KIND_KEYS, RED_THREE
from canasta.base.english import cards as kinds
from canasta.base.english import several
from canasta.base.sheets import Line, Part, Sheet
from canasta.rules.groups import Rules
from canasta.rules.words.melds import RED_AGAINST
from canasta.scoring.tableau import Tableau


def card_values(rules: Rules) -> tuple[int, ...]:
    """The value of a card by its kind when it is melded or held; 0 for red threes, which are counted separately.

    >>> from canasta.rules.load import load
    >>> card_values(load("classic"))
    (50, 20, 0, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 20)
    """
    values = dict(rules.score.cards)
    return tuple(0 if kind == RED_THREE else values.get(key, 0) for kind, key in enumerate(KIND_KEYS))


def contract_met(rules: Rules, tableau: Tableau) -> bool:
    """Whether the canastas of *tableau* are those needed to go out."""
    need = rules.out
    every = tableau.natural + tableau.mixed + tableau.wild + sum(tableau.specials)
    every += tableau.black if need.black_counts else 0
    return (
        tableau.natural >= need.natural
        and tableau.mixed >= need.mixed
        and tableau.wild >= need.wild
        and all(number >= need.special for number in _each(tableau.specials, rules.specials))
        and every >= need.canastas
    )


def sheet(rules: Rules, tableau: Tableau) -> Sheet:
    """The score of a side with *tableau*.

    Lines without points are left out, but a canasta is always named, and so are the three counts of a game
    that is counted that way. Where a side without the canastas needed loses what it melded, its bonuses do
    not count at all; penalties and exact cuts do.

    Raises `ValueError` if *tableau* names special ranks or reserves that *rules* do not have.

    >>> from canasta.rules.load import load
    >>> nines = tuple(7 if kind == 9 else 0 for kind in range(15))
    >>> print(sheet(load("classic"), Tableau(natural=1, melded=nines, opened=True, out=True)))
    1 natural canasta  500
    Going out          100
    7 melded cards      70
    Total              670
    """
    for what, given, known in (
        ("special ranks", len(tableau.specials), len(rules.specials)),
        ("reserves", len(tableau.missed), len(rules.reserves)),
    ):
        if given not in {0, known}:
            raise ValueError(f"this game has {known} {what}, and the tableau counts {given}")
    short = rules.score.canastas_needed and not tableau.out and not contract_met(rules, tableau)
    canastas = () if short else tuple(_canastas(rules, tableau))
    bonuses = () if short else (*_red_threes(rules, tableau), *_going_out(rules, tableau))
    melded = tuple(_melded(rules, tableau, short=short))
    cuts = tuple(_exact_cuts(rules, tableau))
    against = (*_caught(rules, tableau), *_penalties(rules, tableau))
    if rules.score.order == "usual":
        return Sheet((Part("", (*canastas, *bonuses, *cuts, *melded, *against)),))
    good, bad = ((), (*melded, *against)) if short else (melded, against)
    rest = (Part("", (*bonuses, *cuts)),) if bonuses or cuts else ()
    return Sheet((Part("Top Count", canastas), Part("To the Bad", bad), Part("To the Good", good), *rest))


def _each(numbers: tuple[int, ...], aligned: Sequence[object]) -> tuple[int, ...]:
    """*numbers*, or as many zeros as *aligned* has entries if there are none."""
    return numbers or (0,) * len(aligned)


def _alike(count: int, text: str, clause: str, each: int) -> Iterator[Line]:
    """The line of *count* things worth *each*; none without points."""
    if count and each:
        yield Line(text, clause, count, each, count * each)


def _canastas(rules: Rules, tableau: Tableau) -> Iterator[Line]:
    words, score, topped = rules.words, rules.score, rules.threes.red_canasta

    def line(count: int, before: str, after: str, clause: str, each: int) -> Iterator[Line]:
        if count:
            noun = words.canasta if count == 1 else words.canastas
            yield Line(f"{count} {before}{noun}{after}", clause, count, each, count * each)

    special_tops = _each(tableau.specials_topped, rules.specials)
    for special, number, tops in zip(
        rules.specials, _each(tableau.specials, rules.specials), special_tops, strict=True
    ):
        of = f" of {kinds(special.rank)}"
        yield from line(tops, "", f"{of} with a red three", "threes.red_canasta", topped)
        yield from line(number - tops, "", of, "specials.bonus", special.bonus)
    yield from line(tableau.wild, f"{words.wild} ", "", "score.canastas", score.wild)
    yield from line(tableau.topped, f"{words.natural} ", " with a red three", "threes.red_canasta", topped)
    yield from line(tableau.natural - tableau.topped, f"{words.natural} ", "", "score.canastas", score.natural)
    yield from line(tableau.mixed, f"{words.mixed} ", "", "score.canastas", score.mixed)
    yield from line(tableau.black, "", " of black threes", "score.canastas", score.black)


def _red_threes(rules: Rules, tableau: Tableau) -> Iterator[Line]:
    threes, number = rules.threes, tableau.red_threes
    bare = not (tableau.opened or any(tableau.melded))
    against = {
        "never": False,
        "no melds": bare,
        "no melds and another out": bare and tableau.another_out,
        "no special canasta": not any(tableau.specials),
        "always": True,
    }[threes.red_against]
    sign, clause, note = 1, "threes.red_value", ""
    if against:
        sign, clause, note = -1, "threes.red_sign", RED_AGAINST[threes.red_against].note
    in_set, worth = max((row for row in threes.red_sets if row[0] <= number), default=(0, 0))
    if worth:
        yield Line(f"{several(in_set, 'red three')} together{note}", clause, in_set, None, sign * worth)
    further = number - in_set
    text = several(further, "further red three" if in_set else "red three")
    yield from _alike(further, text + note, clause, sign * threes.red_value)


def _going_out(rules: Rules, tableau: Tableau) -> Iterator[Line]:
    if tableau.out and (rules.exhaustion.bonus or not tableau.after_stock):
        yield from _alike(1, "going out", "score.out", rules.score.out)
        yield from _alike(int(tableau.concealed), "concealed", "score.out", rules.score.concealed)


def _exact_cuts(rules: Rules, tableau: Tableau) -> Iterator[Line]:
    count = tableau.exact_cuts
    text = "exact cut" if count == 1 else f"{count} exact cuts"
    yield from _alike(count, text, "procedures.exact_cut", rules.procedures.exact_cut)


def _melded(rules: Rules, tableau: Tableau, *, short: bool) -> Iterator[Line]:
    points, number = _worth(rules, tableau.melded), sum(tableau.melded)
    if short:
        text = f"{several(number, 'melded card')} without the {rules.words.canastas} needed"
        yield from _cards(text, "score.positive", number, -points)
    elif rules.score.melded:
        yield from _cards(several(number, "melded card"), "score.melded", number, points)


def _caught(rules: Rules, tableau: Tableau) -> Iterator[Line]:
    """What is left in the hands, then what is left in reserves that were not picked up."""
    threes = rules.threes
    unopened = " or ".join(reserve.name for reserve in rules.reserves) or "reserve"
    apart = [RED_THREE]
    if card_values(rules)[BLACK_THREE] != threes.black_caught:
        apart.append(BLACK_THREE)
    for where, counts in (
        ("left in hand", tableau.caught_hand),
        (f"in an unopened {unopened}", tableau.caught_reserves),
    ):
        cards = tuple(0 if kind in apart else count for kind, count in enumerate(counts))
        number, blacks, reds = sum(cards), counts[BLACK_THREE], counts[RED_THREE]
        yield from _cards(f"{several(number, 'card')} {where}", "score.cards", number, -_worth(rules, cards))
        if BLACK_THREE in apart:
            text = f"{several(blacks, 'black three')} {where}"
            yield from _alike(blacks, text, "threes.black_caught", -threes.black_caught)
        text = f"{several(reds, 'red three')} {where}"
        yield from _alike(reds, text, "threes.red_caught", -threes.red_caught)


def _penalties(rules: Rules, tableau: Tableau) -> Iterator[Line]:
    for reserve, count in zip(rules.reserves, _each(tableau.missed, rules.reserves), strict=True):
        text = f"{reserve.name} forgotten{_times(count)}"
        yield from _alike(count, text, "reserves.penalty", -reserve.penalty)
    text = f"pile put back{_times(tableau.restored)}"
    yield from _alike(tableau.restored, text, "pile.restore", -rules.pile.restore)


def _cards(text: str, clause: str, number: int, points: int) -> Iterator[Line]:
    if points:
        yield Line(text, clause, number, None, points)


def _worth(rules: Rules, counts: Iterable[int]) -> int:
    return sum(count * value for count, value in zip(counts, card_values(rules), strict=True))


def _times(count: int) -> str:
    return "" if count == 1 else f" {count} times"
