"""Why a hint is a good one: the reason as data, and its sentence."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from canasta.base.cards import KIND_NAMES, Kind
from canasta.base.english import article, number, several
from canasta.base.errors import Refusal
from canasta.base.spans import Line, Number
from canasta.engine.rule_table import MIXED, NATURAL
from canasta.rules.groups import Rules
from canasta.wording.lines import RulesText
from canasta.wording.names import rank_plural
from canasta.wording.spans import beginning, joined, line, plain

Why: TypeAlias = Literal[
    "no pile", "better draw", "end without pile", "end despite pile", "special hand", "top card", "more cards",
    "all can go", "can open", "finishes", "onto canasta", "grows", "begins", "opened", "on canasta",
    "last card", "shuts the pile", "cheapest", "three held", "single", "of little use", "can do without", "played out",
    "end pays", "end costs", "ask: end pays", "reserve", "knock: nothing left", "knock: keep the rest",
    "stuck", "keep the last card", "put back", "put back unwanted", "lift",
]  # fmt: skip
"""What kinds of reasons there are."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a step is a good one.

    *kind* is the card it is about, *rank* the meld, *sort* the class of canasta it is or would be, *number* and *needed*
    what the sentence counts (further canastas, where one is finished), *wanted* whether the canasta is still needed to go out,
    or the pile opens. *refusal* says why something else cannot be done, *reserve* is the name of a reserve.
    """

    why: Why
    kind: Kind = -1
    rank: Kind = -1
    sort: int = -1
    number: int = 0
    needed: int = 0
    wanted: bool = False
    refusal: Refusal | None = None
    reserve: str = ""


@dataclass(frozen=True, slots=True)
class Better:
    """How much better a turn is than the next best one, which is made of the moves *other*.

    *points* are expected at the end of the deal, for the side less the others; *error* is their standard error. Where the
    other turn is thought better, and is not recommended all the same, *spoils* says why.
    """

    other: tuple[Line, ...]
    points: float
    error: float
    spoils: str = ""


def turn_hint_line(moves: Sequence[Line], reason: Reason, better: Better | None, rules: Rules) -> Line:
    """Return a whole turn that is recommended: its *moves* as people read them, why, and how much *better* it is than another."""
    told: list[str | Line] = [beginning(joined(moves)), ". ", reason_line(reason, rules)]
    if better is not None:
        told += [" ", _better_line(better)]
    return line(*told)


def _better_line(better: Better) -> Line:
    """Return the comparison with the next best turn in a sentence."""
    points, about = round(better.points / 5) * 5, math.ceil(1.96 * better.error / 5) * 5
    other = joined(better.other)
    if points < -about and better.spoils:
        return line("Perhaps better, but it ", better.spoils, ": ", other, ".")
    if points <= about:
        return line("About as good: ", other, ".")
    margin = f", give or take {about}" if about else ""
    return line("Next best: ", other, ", about ", Number(points), f" points less at the end of the deal{margin}.")


def reason_line(reason: Reason, rules: Rules) -> Line:
    """*reason* in a sentence or two."""
    return line(_SENTENCES[reason.why](reason, RulesText(rules)))


def reason_text(reason: Reason, rules: Rules) -> str:
    """*reason* in a sentence or two of plain text."""
    return plain(reason_line(reason, rules))


_Sentence: TypeAlias = Callable[[Reason, RulesText], str | Line]


def _plain(text: str) -> _Sentence:
    return lambda _, __: text


def _no_pile(reason: Reason, t: RulesText) -> Line:
    del t
    return reason.refusal.line if reason.refusal else line("You can't take the pile.")


def _end_without_pile(reason: Reason, t: RulesText) -> Line:
    return line("There's nothing left to draw. ", _no_pile(reason, t))


def _top_card(reason: Reason, t: RulesText) -> str:
    del t
    opens = ", and you can open with it" if reason.wanted else ""
    return f"The {KIND_NAMES[reason.kind]} goes well with your cards{opens}."


def _more_cards(reason: Reason, t: RulesText) -> str:
    del t
    instead = (
        f"instead of the {reason.needed} you would draw" if reason.needed > 1 else "instead of the one you would draw"
    )
    opens = ", and you can open with it" if reason.wanted else ""
    return f"It brings you {several(reason.number, 'card')} {instead}{opens}."


def _all_can_go(reason: Reason, t: RulesText) -> str:
    del t
    return f"You can lay all your cards this turn: begin with the {rank_plural(reason.rank)}."


def _can_open(reason: Reason, t: RulesText) -> Line:
    del t
    if reason.needed <= 0:
        return line(f"You can open now: the {rank_plural(reason.rank)} are a good start.")
    return line("You need ", Number(reason.needed), " to open, and you can lay ", Number(reason.number), ".")


def _class(reason: Reason, t: RulesText) -> str:
    """Return what the game calls the class of canasta, with a blank behind it; empty for one that its rank tells."""
    word = {NATURAL: t.words.natural, MIXED: t.words.mixed}.get(reason.sort, "")
    return f"{word} " if word else ""


def _finishes(reason: Reason, t: RulesText) -> str:
    canasta = article(f"{_class(reason, t)}{t.words.canasta}")
    needed = ", which you still need to go out" if reason.wanted else ""
    more = f"{',' if reason.wanted else ''} and {number(reason.number)} more" if reason.number else ""
    return f"It finishes {canasta} of {rank_plural(reason.rank)}{needed}{more}."


def _grows(reason: Reason, t: RulesText) -> str:
    short = reason.needed - reason.number
    needed = " that you still need to go out" if reason.wanted else ""
    cards = several(reason.number, "card")
    return f"It brings the {rank_plural(reason.rank)} to {cards}, {short} short of a {t.words.canasta}{needed}."


def _begins(reason: Reason, t: RulesText) -> str:
    meld = article(f"{_class(reason, t)}meld")
    needed = " you still need to go out" if reason.wanted else ""
    return f"The {rank_plural(reason.rank)} begin {meld} that can grow to a {t.words.canasta}{needed}."


def _little_use(reason: Reason, t: RulesText) -> str:
    del t
    what = "a single card" if reason.why == "single" else "of little use to you"
    return f"The {KIND_NAMES[reason.kind]} is {what}, and the next player isn't likely to take the pile with it."


def _end_pays(reason: Reason, t: RulesText) -> str:
    del t
    first = "You can go out this turn. " if reason.why == "ask: end pays" else ""
    return f"{first}Ending now costs them more than it costs you."


_SENTENCES: Final[Mapping[Why, _Sentence]] = {
    "no pile": _no_pile,
    "better draw": _plain("New cards help you more than the pile would."),
    "end without pile": _end_without_pile,
    "end despite pile": _plain("There's nothing left to draw, and the pile would cost you more than ending the deal."),
    "special hand": lambda reason, _: line(
        "It's worth ", Number(reason.number), " points, and showing it ends the deal."
    ),
    "top card": _top_card,
    "more cards": _more_cards,
    "all can go": _all_can_go,
    "can open": _can_open,
    "finishes": _finishes,
    "onto canasta": lambda reason, t: (
        f"It fits the {t.words.canasta} of {rank_plural(reason.rank)}, and your hand gets smaller."
    ),
    "grows": _grows,
    "begins": _begins,
    "opened": lambda reason, _: line(
        "These melds are worth ", Number(reason.number), ", and you need ", Number(reason.needed), " to open."
    ),
    "on canasta": lambda reason, t: line(
        f"A red three on it makes the {t.words.canasta} worth ", Number(reason.number), "."
    ),
    "last card": lambda reason, _: (
        f"It's your last card, and brings you your {reason.reserve}." if reason.reserve else "It's your last card."
    ),
    "shuts the pile": lambda reason, _: (
        f"While {article(KIND_NAMES[reason.kind])} is on top, the next player can't take the pile."
    ),
    "cheapest": _plain("Everything else you could discard is worth more to you."),
    "three held": lambda reason, _: line(
        f"Three {rank_plural(reason.kind)} left in your hand at the end would cost ", Number(reason.number), "."
    ),
    "single": _little_use,
    "of little use": _little_use,
    "played out": _plain("When the rest of the deal was played out many times, this discard did best."),
    "can do without": lambda reason, _: f"The {KIND_NAMES[reason.kind]} is the card you can best do without.",
    "end pays": _end_pays,
    "end costs": lambda _, t: f"Ending now would cost {t.your_side} more than the others.",
    "ask: end pays": _end_pays,
    "reserve": lambda reason, _: f"You can pick up your {reason.reserve} now.",
    "knock: nothing left": _plain("You've taken the pile and have nothing more to lay."),
    "knock: keep the rest": _plain("You've taken the pile, and the rest is worth more in your hand."),
    "stuck": _plain("There's no other move."),
    "keep the last card": _plain("You can't go out yet, so keep your last card."),
    "put back": lambda reason, t: line(_no_pile(reason, t), " So put the card back."),
    "put back unwanted": _plain("The pile wouldn't help you, so put the card back."),
    "lift": _plain("The top card may be useful to you."),
}
