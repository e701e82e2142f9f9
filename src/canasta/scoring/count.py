"""The count at the end of a deal, line by line, and what totals mean for the match.

Nothing here knows a deal: a `Tableau` says what a side has on the table and what it was caught with, be it
read from a deal or from real cards, and `sheet` counts it in the order and the words of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from canasta.base.cards import BLACK_THREE, KIND_KEYS, KIND_NAMES, KINDS, RED_THREE
from canasta.rules.groups import Rules

NO_CARDS: Final = (0,) * KINDS
"""The counts of no cards at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tableau:
    """All that the score of one side for one deal rests on. Everything is optional and means nothing if left out.

    Canastas are counted by class, as the rules tell them apart: *natural*, *mixed*, *wild*, *black* (of
    black threes) and *specials*, one number for each of `Rules.specials`. Cards are counted by kind.

    Raises `ValueError` for counts that cannot be: below zero, not of 15 kinds, more red threes on canastas
    than canastas.
    """

    natural: int = 0
    """Natural canastas, the topped ones included."""
    topped: int = 0
    """Those of them with a red three on top."""
    mixed: int = 0
    wild: int = 0
    black: int = 0
    specials: tuple[int, ...] = ()
    """Natural canastas of each special rank, the topped ones included."""
    specials_topped: tuple[int, ...] = ()
    """Those of them with a red three on top."""
    melded: tuple[int, ...] = NO_CARDS
    """All cards melded, by kind, also those in canastas; no red threes."""
    red_threes: int = 0
    """Red threes laid down; not those on canastas."""
    caught_hand: tuple[int, ...] = NO_CARDS
    """Cards left in the hands of the side, by kind."""
    caught_reserves: tuple[int, ...] = NO_CARDS
    """Cards in reserves of the side that nobody picked up, by kind."""
    opened: bool = False
    """Whether the side has melded; cards melded say so too."""
    out: bool = False
    """Whether the side went out."""
    concealed: bool = False
    """Whether it went out concealed."""
    after_stock: bool = False
    """Whether it went out when the stock had been used up."""
    another_out: bool = False
    """Whether another side went out."""
    missed: tuple[int, ...] = ()
    """For each of `Rules.reserves`: how many players of the side failed to pick it up in time."""
    restored: int = 0
    """How often the side put the pile back."""
    exact_cuts: int = 0
    """How many exact cuts its dealers made."""

    def __post_init__(self) -> None:
        for counts in (self.melded, self.caught_hand, self.caught_reserves):
            if len(counts) != KINDS or min(counts) < 0:
                raise ValueError(f"cards are counted by {KINDS} kinds, none below 0: {counts} is no such count")
        if self.melded[RED_THREE]:
            raise ValueError("red threes are never melded: count those laid down, or the canastas they lie on")
        numbers = (self.mixed, self.wild, self.black, self.red_threes, self.restored, self.exact_cuts)
        if min(*numbers, *self.missed, 0) < 0:
            raise ValueError("a number of canastas, red threes, reserves, piles or cuts is below 0")
        tops = self.specials_topped or (0,) * len(self.specials)
        if len(tops) != len(self.specials):
            raise ValueError("specials and specials_topped have different lengths")
        for canastas, topped in ((self.natural, self.topped), *zip(self.specials, tops, strict=True)):
            if not 0 <= topped <= canastas:
                raise ValueError(f"{topped} of {canastas} canastas cannot have a red three on them")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score sheet.

    *text* is for people ("2 clean canastas"), *clause* names the rule; *count* things are worth *each*, or
    *each* is None where they are not all worth the same; *points* are signed.
    """

    text: str
    clause: str
    count: int
    each: int | None
    points: int

    def __str__(self) -> str:
        each = f", {amount(abs(self.each))} each" if self.each is not None and self.count > 1 else ""
        return f"{self.text[0].upper()}{self.text[1:]}{each}"


@dataclass(frozen=True, slots=True)
class Part:
    """Lines that are counted together; *title* is empty where the game does not name them."""

    title: str
    lines: tuple[Line, ...]

    @property
    def points(self) -> int:
        """The sum of the lines."""
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side's score for one deal; *parts* and lines stand in the order in which the game counts."""

    parts: tuple[Part, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of all parts."""
        return tuple(line for part in self.parts for line in part.lines)

    @property
    def subtotals(self) -> tuple[tuple[str, int], ...]:
        """Title and points of the parts that the game names; they are said even if they are 0."""
        return tuple((part.title, part.points) for part in self.parts if part.title)

    @property
    def total(self) -> int:
        """The score of the deal."""
        return sum(part.points for part in self.parts)

    def __str__(self) -> str:
        """The sheet as people write it, numbers below each other; lines of a named part are set in."""
        rows: list[tuple[str, str, str]] = []
        for part in self.parts:
            if part.title:
                rows.append((part.title, "", amount(part.points)))
                rows.extend((f"  {line}", amount(line.points), "") for line in part.lines)
            else:
                rows.extend((str(line), "", amount(line.points)) for line in part.lines)
        rows.append(("Total", "", amount(self.total)))
        left, inner, outer = (max(len(row[at]) for row in rows) for at in range(3))
        column = f"  {{:>{inner}}}" if inner else "{}"
        return "\n".join(f"{text:<{left}}{column.format(line)}  {part:>{outer}}".rstrip() for text, line, part in rows)


def amount(points: int) -> str:
    """*points* as people write them.

    >>> amount(-1500)
    '−1,500'
    """
    return f"{points:,}".replace("-", "−")


def card_values(rules: Rules) -> tuple[int, ...]:
    """The value of a card by its kind when it is melded or held; 0 for red threes, which count otherwise.

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

    Raises `ValueError` where *tableau* names special ranks or reserves that *rules* do not have.

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
        of = f" of {_plural(special.rank)}"
        yield from line(tops, "", f"{of} with a red three", "threes.red_canasta", topped)
        yield from line(number - tops, "", of, "specials.bonus", special.bonus)
    yield from line(tableau.wild, f"{words.wild} ", "", "score.canastas", score.wild)
    yield from line(tableau.topped, f"{words.natural} ", " with a red three", "threes.red_canasta", topped)
    yield from line(tableau.natural - tableau.topped, f"{words.natural} ", "", "score.canastas", score.natural)
    yield from line(tableau.mixed, f"{words.mixed} ", "", "score.canastas", score.mixed)
    yield from line(tableau.black, "", " of black threes", "score.canastas", score.black)


def _plural(rank: str) -> str:
    name = KIND_NAMES[KIND_KEYS.index(rank)]
    return f"{name}es" if name.endswith("x") else f"{name}s"


def _red_threes(rules: Rules, tableau: Tableau) -> Iterator[Line]:
    threes, number = rules.threes, tableau.red_threes
    bare = not (tableau.opened or any(tableau.melded))
    against, note = {
        "never": (False, ""),
        "no melds": (bare, ", nothing melded"),
        "no melds and another out": (bare and tableau.another_out, ", nothing melded"),
        "no special canasta": (not any(tableau.specials), ", without the canasta they need"),
        "always": (True, ""),
    }[threes.red_against]
    sign, clause, note = (-1, "threes.red_sign", note) if against else (1, "threes.red_value", "")
    in_set, worth = max((row for row in threes.red_sets if row[0] <= number), default=(0, 0))
    if worth:
        yield Line(f"{_number(in_set, 'red three')} together{note}", clause, in_set, None, sign * worth)
    further = number - in_set
    text = _number(further, "further red three" if in_set else "red three")
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
        text = f"{_number(number, 'melded card')} without the {rules.words.canastas} needed"
        yield from _cards(text, "score.positive", number, -points)
    elif rules.score.melded:
        yield from _cards(_number(number, "melded card"), "score.melded", number, points)


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
        yield from _cards(f"{_number(number, 'card')} {where}", "score.cards", number, -_worth(rules, cards))
        if BLACK_THREE in apart:
            text = f"{_number(blacks, 'black three')} {where}"
            yield from _alike(blacks, text, "threes.black_caught", -threes.black_caught)
        text = f"{_number(reds, 'red three')} {where}"
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


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _times(count: int) -> str:
    return "" if count == 1 else f" {count} times"


def minimum(rules: Rules, deal_number: int, total: int) -> int:
    """What a side with *total* needs to open in the deal *deal_number*, which counts from 1.

    >>> from canasta.rules.load import load
    >>> minimum(load("classic"), 1, 1495), minimum(load("classic"), 1, 1500), minimum(load("hand-and-foot"), 3, 0)
    (50, 90, 120)
    """
    rows = rules.opening.minimums
    reached = deal_number if rules.opening.by == "deal" else total
    return next((needed for start, needed in reversed(rows) if start <= reached), rows[0][1])


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands after a deal.

    *leaders* are the sides with the highest total, several in a tie; *places* gives every side's, ties alike
    (1, 2, 2, 4). *ended* says what ended the match, and is empty while it goes on.
    """

    places: tuple[int, ...]
    leaders: tuple[int, ...]
    ended: Literal["", "target", "deals"]

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.ended != ""

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that have won, all of them in a tie; nobody while the match goes on."""
        return self.leaders if self.over else ()


def standing(rules: Rules, totals: Sequence[int], deals_played: int) -> Standing:
    """How the match stands with *totals*, one a side, after *deals_played* whole deals.

    Only totals after the whole count decide: one that touched the target while counting does not.

    Raises `ValueError` for a wrong number of totals and for fewer than no deals.

    >>> from canasta.rules.load import load
    >>> standing(load("classic"), (5100, 5230), 7).winners
    (1,)
    """
    if len(totals) != rules.sides:
        raise ValueError(f"there are {rules.sides} sides, and {len(totals)} totals were given")
    if deals_played < 0:
        raise ValueError(f"{deals_played} deals cannot have been played")
    best, match = max(totals), rules.match
    ended: Literal["", "target", "deals"] = ""
    if match.target and best >= match.target:
        ended = "target"
    elif match.deals and deals_played >= match.deals:
        ended = "deals"
    places = tuple(1 + sum(other > total for other in totals) for total in totals)
    return Standing(places, tuple(side for side, total in enumerate(totals) if total == best), ended)
