"""Score sheets in words, and what is said around them.

Records keep the texts of the lines, so a text that changes here changes what is written from then on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

from canasta.base import spans
from canasta.base.clauses import BY_NAME
from canasta.base.english import article, plural
from canasta.base.english import cards as kinds
from canasta.base.sheets import Part, ScoreLine, Sheet, amount
from canasta.base.spans import Number, Text
from canasta.rules.groups import Rules
from canasta.rules.shapes import clean
from canasta.rules.words.melds import RED_AGAINST
from canasta.scoring.count import Heading, Item, ScoreEntry, count
from canasta.scoring.tableau import Tableau
from canasta.wording.spans import line

_TITLES: Final[dict[Heading, str]] = {"": "", "top": "Top Count", "bad": "To the Bad", "good": "To the Good"}


def clause_title(clause: str) -> str:
    """Return the title of *clause*; where nobody counted again, that may be any text."""
    return BY_NAME[clause].title if clause in BY_NAME else clean(clause) or "Points"


def sheet(rules: Rules, tableau: Tableau) -> Sheet:
    """Return the score of a side with *tableau*, counted by `canasta.scoring.count.count` and in the words of the game.

    Raises `ValueError` if *tableau* names special ranks or reserves that *rules* do not have.

    >>> from canasta.rules.load import load
    >>> nines = tuple(7 if kind == 9 else 0 for kind in range(15))
    >>> print(sheet(load("classic"), Tableau(natural=1, melded=nines, opened=True, out=True)))
    1 natural canasta  500
    Going out          100
    7 melded cards      70
    Total              670
    """
    parts = count(rules, tableau)
    return Sheet(tuple(Part(_TITLES[name], tuple(_line(entry, rules) for entry in part)) for name, part in parts))


def _line(entry: ScoreEntry, rules: Rules) -> ScoreLine:
    item = f"{entry.item} {entry.index + 1}" if entry.index >= 0 else entry.item
    title = entry_name(replace(entry, count=2, after_set=False), rules)
    return ScoreLine(_text(entry, rules), entry.clause, entry.count, entry.each, entry.points, item, title)


def entry_name(entry: ScoreEntry, rules: Rules) -> str:
    """Return what *entry* counts, without its number: "clean canastas"."""
    return _NAMES[entry.item](entry, rules)


def _text(entry: ScoreEntry, rules: Rules) -> str:
    """Return what *entry* counts, with its number where one is known."""
    name = entry_name(entry, rules)
    if not entry.count or entry.item in _ONCE or (entry.item == "exact cuts" and entry.count == 1):
        return name
    if entry.item in _TIMES:
        return name if entry.count == 1 else f"{name} {entry.count} times"
    return f"{entry.count:,} {name}"


_Name: TypeAlias = Callable[[ScoreEntry, Rules], str]


def _canastas(entry: ScoreEntry, rules: Rules, before: str = "", after: str = "") -> str:
    return f"{before}{rules.words.canasta if entry.count == 1 else rules.words.canastas}{after}"


def _special(entry: ScoreEntry, rules: Rules) -> str:
    return _canastas(entry, rules, after=f" of {kinds(rules.specials[entry.index].rank)}")


def _against(entry: ScoreEntry, rules: Rules) -> str:
    """Return why red threes count against their side, to be put after them."""
    return RED_AGAINST[rules.threes.red_against].note if entry.clause == "threes.red_sign" else ""


def _noun(entry: ScoreEntry, noun: str) -> str:
    return noun if entry.count == 1 else plural(noun)


def _of(noun: str, where: str = "") -> _Name:
    return lambda entry, _: _noun(entry, noun) + where


def _in_reserves(noun: str) -> _Name:
    def name(entry: ScoreEntry, rules: Rules) -> str:
        names = " or ".join(reserve.name for reserve in rules.reserves) or "reserve"
        return f"{_noun(entry, noun)} in an unopened {names}"

    return name


def _set_of(entry: ScoreEntry, rules: Rules, what: str) -> str:
    return f"{_noun(entry, what)} together{_against(entry, rules)}"


def _threes(entry: ScoreEntry, rules: Rules, what: str) -> str:
    return _noun(entry, f"further {what}" if entry.after_set else what) + _against(entry, rules)


def _unfinished(entry: ScoreEntry, what: str) -> str:
    return f"{_noun(entry, 'unfinished meld')} of {what}"


_ONCE: Final[frozenset[Item]] = frozenset({"special hand", "out", "concealed"})
_TIMES: Final[frozenset[Item]] = frozenset({"held", "missed", "restored"})
"""What is said without a number, and what happened that many times."""

_NAMES: Final[dict[Item, _Name]] = {
    "special hand": lambda entry, rules: f"special hand: {rules.special_hands[entry.index].name}",
    "special topped": lambda entry, rules: f"{_special(entry, rules)} with a red three",
    "special": _special,
    "wild": lambda entry, rules: _canastas(entry, rules, f"{rules.words.wild} "),
    "wild jokers": lambda entry, rules: _canastas(entry, rules, f"{rules.words.wild} ", " with four jokers"),
    "wild twos": lambda entry, rules: _canastas(entry, rules, after=" of twos"),
    "natural topped": lambda entry, rules: _canastas(entry, rules, f"{rules.words.natural} ", " with a red three"),
    "natural": lambda entry, rules: _canastas(entry, rules, f"{rules.words.natural} "),
    "mixed": lambda entry, rules: _canastas(entry, rules, f"{rules.words.mixed} "),
    "black": lambda entry, rules: _canastas(entry, rules, after=" of black threes"),
    "red set": lambda entry, rules: _set_of(entry, rules, "red three"),
    "red threes": lambda entry, rules: _threes(entry, rules, "red three"),
    "black set": lambda entry, rules: _set_of(entry, rules, "black three"),
    "black threes": lambda entry, rules: _threes(entry, rules, "black three"),
    "out": lambda _, __: "going out",
    "concealed": lambda _, __: "concealed",
    "exact cuts": _of("exact cut"),
    "melded": _of("melded card"),
    "melded short": lambda entry, rules: (
        f"{_noun(entry, 'melded card')} without "
        + (f"the {rules.words.canastas} needed" if rules.score.canastas_needed else article(rules.words.canasta))
    ),
    "hand": _of("card", " left in hand"),
    "hand blacks": _of("black three", " left in hand"),
    "hand reds": _of("red three", " left in hand"),
    "reserves": _in_reserves("card"),
    "reserves blacks": _in_reserves("black three"),
    "reserves reds": _in_reserves("red three"),
    "held": lambda entry, rules: f"three or more {kinds(rules.specials[entry.index].rank)} left in hand",
    "unfinished": lambda entry, rules: _unfinished(entry, kinds(rules.specials[entry.index].rank)),
    "unfinished wild": lambda entry, _: _unfinished(entry, "wild cards"),
    "missed": lambda entry, rules: f"{rules.reserves[entry.index].name} forgotten",
    "restored": lambda _, __: "pile put back",
}


def counted_line(rules: Rules, number: int) -> spans.Line:
    """Return what stands above the sheets of the deal *number*."""
    return line(f"{rules.words.deal.capitalize()} {number} is counted")


def so_far_line(*, all_cards: bool) -> spans.Line:
    """Return what stands above the sheets of a deal in progress, counted with *all_cards* or with those that one player sees."""
    if all_cards:
        return line("The score if play ended here:")
    return line("The score so far, without other players' hands and reserves not picked up:")


def total_line(side: str, total: int, made: int | None = None, minimum: int | None = None) -> spans.Line:
    """Return the *total* of the *side* with that name, what it *made* in this deal, and what it needs to open in it.

    >>> from canasta.wording.spans import plain
    >>> plain(total_line("You", 1200, minimum=90)), plain(total_line("Sam", 70, made=70))
    ('You: 1,200 in all, 90 needed to open', 'Sam: 70, 70 in all')
    """
    points = (Number(made), Text(", ")) if made is not None else ()
    needed = f", {amount(minimum)} needed to open" if minimum is not None else ""
    return line(f"{side}: ", points, Number(total), f" in all{needed}")
