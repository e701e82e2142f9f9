"""Refusals in words: one sentence a clause, with its numbers, in the words of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from canasta.cards import KIND_KEYS, KIND_NAMES
from canasta.clauses import CLAUSES
from canasta.engine.going_out import discard_free
from canasta.engine.position import ALLOWED, LIFTED, PUT_BACK, Position
from canasta.engine.table import MIXED, NATURAL, SPECIAL, WILD
from canasta.errors import Refusal
from canasta.rules.describe import describe
from canasta.rules.groups import Rules
from canasta.rules.phrases import number


@dataclass(frozen=True, slots=True)
class _Moment:
    """What a sentence speaks of."""

    rules: Rules
    position: Position
    seat: int
    needed: int
    given: int


def refusal_of(rules: Rules, position: Position, seat: int, code: int, needed: int = -1, given: int = -1) -> Refusal:
    """The refusal by the clause *code*, of *seat* in *position*; numbers below 0 mean there is none."""
    name = CLAUSES[code].name
    text = _SENTENCES[name](_Moment(rules, position, seat, needed, given))
    return Refusal(name, text, needed if needed >= 0 else None, given if given >= 0 else None)


def missing_canastas(rules: Rules, position: Position, side: int) -> str:
    """What *side* still lacks to go out, in words; empty when it lacks nothing.

    "2 clean canastas and 1 wild canasta", in the words of the game.
    """
    words, out = rules.words, rules.out
    parts = []
    classes = [(NATURAL, out.natural, words.natural), (MIXED, out.mixed, words.mixed), (WILD, out.wild, words.wild)]
    for sort, need, name in classes:
        lacks = need - position.canastas(side, sort)
        if lacks > 0:
            parts.append(f"{lacks} {name} {words.canasta if lacks == 1 else words.canastas}")
    for index, special in enumerate(rules.specials):
        lacks = out.special - position.canastas(side, SPECIAL + index)
        if lacks > 0:
            parts.append(f"{lacks} {words.canasta if lacks == 1 else words.canastas} of {special.rank}s")
    total = position.all_canastas(side)
    if not out.black_counts:
        total -= position.canastas(side, 3)
    if out.canastas > total:
        lacks = out.canastas - total
        parts.append(f"{lacks} {'more ' if total else ''}{words.canasta if lacks == 1 else words.canastas}")
    return _joined(parts)


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1] if parts else ""


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


_Sentence = Callable[[_Moment], str]


def _plain(text: str) -> _Sentence:
    return lambda _: text


def _pile_need(m: _Moment) -> str:
    top = m.position.top()
    name = KIND_NAMES[top] if top >= 0 else "card"
    if top <= 1:
        return f"Taking a {name} needs two wild cards from your hand."
    ways = [f"two natural {_plural(name)} from your hand"]
    if not m.position.frozen(m.seat % m.rules.sides):
        if "natural and wild" in m.rules.pile.need:
            ways.append(f"a natural {name} and a wild card")
        if "onto meld" in m.rules.pile.need:
            ways.append(f"an open meld of {_plural(name)}")
    has = "none" if m.given == 0 else str(m.given)
    return f"To take the pile you need {' or '.join(ways)}; you hold {has}."


def _plural(name: str) -> str:
    return name + ("es" if name.endswith("x") else "s")


def _blocked(m: _Moment) -> str:
    return f"A {KIND_NAMES[m.position.top()]} on top blocks the pile."


def _wild_top(m: _Moment) -> str:
    top = KIND_NAMES[m.position.top()]
    if m.rules.pile.wild_top == "same wilds":
        return f"A {top} on top is taken only with two {_plural(top)} from your hand."
    return "The pile cannot be taken with a wild card on top."


def _frozen(m: _Moment) -> str:
    if m.rules.pile.frozen_until_open and not m.position.opened(m.seat % m.rules.sides):
        return "Until your side has opened, only two natural cards from your hand take the pile."
    return "The pile is frozen: only two natural cards from your hand take it."


def _restore(m: _Moment) -> str:
    if not m.rules.pile.restore:
        return "In this game no card is lifted on trial: take the pile with cards that fit its top card."
    if m.position.lift == LIFTED:
        return f"You hold the lifted card: use it to take the pile, or put it back for {m.rules.pile.restore} points."
    if m.position.lift == PUT_BACK:
        return "You put the card back: the pile is not taken this turn."
    return "No card is lifted."


def _size(m: _Moment) -> str:
    if m.rules.meld.grows:
        return "A new meld has at least three cards."
    size = number(m.rules.meld.size)
    return f"A meld has three to {size} cards; at {size} it is finished."


def _wilds(m: _Moment) -> str:
    ratio = {
        "fewer": "fewer wild cards than natural ones",
        "equal": "no more wild cards than natural ones",
        "half": "at least two natural cards for every wild one",
    }[m.rules.meld.ratio]
    deck, most = m.rules.packs * (4 + m.rules.deck.jokers), m.rules.meld.wilds
    limit = f", and at most {most} wild card{'s' if most > 1 else ''}" if most < deck else ""
    return f"A meld has {ratio}{limit}."


def _minimum(m: _Moment) -> str:
    return f"The opening needs {m.needed}; these melds make {m.given}."


def _keep(m: _Moment) -> str:
    keep = "one to discard and one to keep" if m.needed > 1 else "one to keep"
    return f"You may not go out now, so you must hold {_cards(max(m.needed, 1))}: {keep}."


def _contract(m: _Moment) -> str:
    lacks = missing_canastas(m.rules, m.position, m.seat % m.rules.sides)
    return f"This would leave you too few cards, and to go out your side still needs {lacks}."


def _permission(m: _Moment) -> str:
    if m.rules.out.permission == "none" or m.rules.seats == m.rules.sides:
        return "In this game nobody is asked for permission."
    if m.position.asked == 2:
        return "Your partner said no: you may not go out this turn, and must keep a card."
    return "You may go out only after your partner said yes: ask first, or keep two cards."


def _partner(m: _Moment) -> str:
    name = m.rules.reserves[-1].name if m.rules.reserves else "reserve"
    if m.rules.out.opponents != "no":
        return f"You may not go out before the players named by the rules have played from their {name}."
    when = "in an earlier turn" if m.rules.out.partner == "earlier turn" else "for part of a turn"
    return f"You may not go out before your partner has played from the {name} {when}."


def _reserves(m: _Moment) -> str:
    index = m.position.seats[m.seat * 8 + 1]
    name = m.rules.reserves[min(index, len(m.rules.reserves) - 1)].name
    return f"You cannot lay or discard your last card before your {name} is yours to pick up."


def _special_discard(m: _Moment) -> str:
    side = m.seat % m.rules.sides
    banned = {
        f"specials.{special.rank}.discard"
        for special in m.rules.specials
        if not discard_free(m.position, side, KIND_KEYS.index(special.rank))
    }
    told = describe(m.rules, "specials.discard")
    bans = [line.text for line in told if banned.intersection(line.paths)]
    reason = " ".join(bans or [line.text for line in told if line.paths[0].endswith(".last_discard")])
    return f"This would leave you no card that you may discard. {reason}" if m.needed == 1 else reason


def _red(m: _Moment) -> str:
    if not m.rules.threes.red_canasta:
        return "In this game red threes are not put on canastas."
    return "A red three goes only on an own natural canasta that has none yet."


def _black(m: _Moment) -> str:
    sizes = m.rules.threes.black_meld
    if not sizes:
        return "Black threes are never melded."
    many = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    return f"Black threes are melded only as your last cards in going out, {many} together and without wild cards."


def _opening(m: _Moment) -> str:
    if not m.position.staging:
        return "There is no opening to finish."
    return "Finish your opening first: it must reach its minimum before anything else happens."


def _sure(m: _Moment) -> str:
    if m.position.asked != ALLOWED:
        return "With the cards you see you cannot surely go out this turn."
    if m.position.asked_seat == m.seat:
        return (
            "Your opening is below its minimum and stands only because you go out this turn: after this you could not."
        )
    return "You were allowed to go out and must do so this turn: after this you could not."


_SENTENCES: Final[dict[str, _Sentence]] = {
    "turn.over": _plain("The deal is over."),
    "turn.order": _plain("It is not your turn."),
    "procedures.undo": _plain("There is nothing to take back, or the rules do not allow it."),
    "turn.draw": _plain("First draw from the stock or take the pile."),
    "turn.drawn": _plain("You have drawn already this turn."),
    "turn.cards": _plain("You do not hold these cards."),
    "turn.opening": _opening,
    "turn.stuck": _plain("Your turn can still be finished in the ordinary way."),
    "turn.answer": _plain("There is a question to answer with yes or no, or none was asked."),
    "turn.asked": _plain("You have asked already this turn."),
    "turn.unknown": _plain("There is no such move in this game."),
    "pile.need": _pile_need,
    "pile.blocked": _blocked,
    "pile.wild_top": _wild_top,
    "pile.frozen": _frozen,
    "pile.consecutive": _plain("You took the pile in your last turn, so you may not take it in this one."),
    "pile.last_card": _plain("With one card in hand you may not take a pile of one card."),
    "pile.empty": _plain("The pile is empty."),
    "pile.end": lambda m: (
        "A turn that took the pile ends by knocking, without a discard."
        if m.rules.pile.end == "knock" and m.position.source == 2
        else "A turn ends with a discard."
    ),
    "pile.restore": _restore,
    "pile.cards": lambda m: f"These cards do not take a {KIND_NAMES[m.position.top()]}.",
    "meld.size": _size,
    "meld.same_rank": _plain("Your side already has an open meld of this rank: add to it."),
    "meld.wilds": _wilds,
    "meld.wild_melds": _plain("Melds of wild cards alone are not allowed."),
    "meld.slots": _plain("Your side has eight open melds of this rank, or this meld is not there."),
    "opening.minimum": _minimum,
    "opening.canasta": lambda m: f"A finished {m.rules.words.canasta} may not be part of an opening.",
    "reserves.trigger": _plain("This packet is not yours to pick up yet."),
    "reserves.manual": _plain("There is nothing to pick up now."),
    "threes.red": _plain("Red threes are laid down at once."),
    "threes.red_canasta": _red,
    "threes.black_meld": _black,
    "specials.wilds": _plain("Melds of this rank take no wild cards."),
    "specials.discard": _special_discard,
    "out.contract": _contract,
    "out.keep": _keep,
    "out.discard": _plain("Your last card must be a discard: keep one for it."),
    "out.permission": _permission,
    "out.partner": _partner,
    "out.reserves": _reserves,
    "out.sure": _sure,
    "exhaustion.ends": _plain("The stock decides: it is not empty, or there is nothing to draw."),
    "exhaustion.forced": lambda m: (
        "The top card fits a meld of your side, so you must take that card, and only that."
        if m.rules.exhaustion.forced == "top card alone"
        else "The top card fits a meld of your side, so you must take the pile."
    ),
}
