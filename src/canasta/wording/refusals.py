"""Refusals in words: one sentence for each cause, with its numbers, in the words of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from canasta.base.cards import KIND_KEYS, KIND_NAMES
from canasta.base.clauses import CLAUSES
from canasta.base.english import number
from canasta.base.errors import Refusal
from canasta.engine.going_out import discard_free
from canasta.engine.position import Position
from canasta.engine.rule_table import MIXED, NATURAL, SPECIAL, WILD
from canasta.rules.groups import Rules
from canasta.rules.words.end import FORCED, OPPONENTS, PARTNER
from canasta.rules.words.melds import RATIO
from canasta.rules.words.table import END, NEED, WILD_TOP
from canasta.wording.describe import describe
from canasta.wording.lines import RulesText


@dataclass(frozen=True, slots=True)
class _Moment:
    """What a sentence speaks of."""

    rules: Rules
    position: Position
    seat: int
    needed: int
    given: int

    @property
    def told(self) -> RulesText:
        """The rules with the words for the player, who has a side or plays alone."""
        return RulesText(self.rules)


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
    need = ("pair",) if m.position.frozen(m.seat % m.rules.sides) else ("pair", *m.rules.pile.need)
    ways = [way.refusal.format(card=name, cards=_plural(name)) for way in NEED.those(need)]
    has = "none" if m.given == 0 else str(m.given)
    return f"To take the pile you need {' or '.join(ways)}; you hold {has}."


def _plural(name: str) -> str:
    return name + ("es" if name.endswith("x") else "s")


def _blocked(m: _Moment) -> str:
    return f"A {KIND_NAMES[m.position.top()]} on top blocks the pile."


def _wild_top(m: _Moment) -> str:
    top = KIND_NAMES[m.position.top()]
    return WILD_TOP[m.rules.pile.wild_top].refusal.format(card=top, cards=_plural(top))


def _frozen(m: _Moment) -> str:
    if m.rules.pile.frozen_until_open and not m.position.opened(m.seat % m.rules.sides):
        return f"Until {m.told.your_side} {m.told.has} opened, only two natural cards from your hand take the pile."
    return "The pile is frozen: only two natural cards from your hand take it."


def _full(m: _Moment) -> str:
    size = number(m.rules.meld.size)
    return (
        f"A meld has {size} cards at most, and this one would have {number(m.given)}."
        if m.given > 0
        else (f"A meld has {size} cards at most.")
    )


def _wilds(m: _Moment) -> str:
    ratio = RATIO[m.rules.meld.ratio].refusal
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
    needs = "your side still needs" if m.told.partners else "you still need"
    return f"This would leave you too few cards, and to go out {needs} {lacks}."


def _ask_contract(m: _Moment) -> str:
    lacks = missing_canastas(m.rules, m.position, m.seat % m.rules.sides)
    return f"You may not ask yet: to go out your side still needs {lacks}, more than the cards you see can complete."


def _partner(m: _Moment) -> str:
    name = m.rules.reserves[-1].name
    when = PARTNER[m.rules.out.partner].refusal
    who = "your partner has" if m.told.partners == 1 else "each of your partners has"
    return f"You may not go out before {who} played {when} from the {name}."


def _other_sides(m: _Moment) -> str:
    name = m.rules.reserves[-1].name
    other = "the other" if m.rules.sides == 2 else "every other"
    whom = f"a player of {other} side" if m.told.partners else f"{other} player"
    return f"You may not go out before {whom} has played {OPPONENTS[m.rules.out.opponents].refusal} from the {name}."


def _next_reserve(m: _Moment) -> str:
    taken = int(m.position.taken(m.seat))
    return m.rules.reserves[min(taken, len(m.rules.reserves) - 1)].name


def _reserves(m: _Moment) -> str:
    return f"You cannot lay or discard your last card before your {_next_reserve(m)} is yours to pick up."


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


def _undo(m: _Moment) -> str:
    if m.rules.procedures.undo:
        return "There is nothing to take back: you can undo only what you laid, until something new is seen."
    return "You can't take it back: in this game a move stands once it is made."


def _forced(m: _Moment) -> str:
    must = FORCED[m.rules.exhaustion.forced].refusal
    return f"The top card fits one of {m.told.your} melds, so you must take {must}."


def _side(text: str) -> _Sentence:
    """A sentence that speaks of the player's side, or of the player who has none: "{Side} already {has} …"."""

    def told(m: _Moment) -> str:
        side = m.told.your_side
        return text.format(side=side, Side=side.capitalize(), has=m.told.has)

    return told


def _promised(m: _Moment) -> str:
    if m.position.asked_seat == m.seat:
        return (
            "Your opening is below its minimum and stands only because you go out this turn: after this you could not."
        )
    return "You were allowed to go out and must do so this turn: after this you could not."


_SENTENCES: Final[dict[str, _Sentence]] = {
    "turn.over": _plain("The deal is over."),
    "turn.order": _plain("It is not your turn."),
    "procedures.undo": _undo,
    "turn.draw": _plain("First draw from the stock or take the pile."),
    "turn.drawn": _plain("You have drawn already this turn."),
    "turn.cards": _plain("You do not hold these cards."),
    "turn.opening": _plain("Finish your opening first: it must reach its minimum before anything else happens."),
    "turn.unopened": _plain("You have no opening to finish."),
    "turn.stuck": _plain("Your turn can still be finished in the ordinary way."),
    "turn.answer": _plain("Your partner asks whether to go out: answer yes or no first."),
    "turn.unasked": _plain("Nobody asked you a question."),
    "turn.asked": _plain("You have asked already this turn."),
    "turn.unknown": _plain("There is no such move in this game."),
    "pile.need": _pile_need,
    "pile.blocked": _blocked,
    "pile.wild_top": _wild_top,
    "pile.frozen": _frozen,
    "pile.consecutive": _plain("You took the pile in your last turn, so you may not take it in this one."),
    "pile.last_card": _plain("With one card in hand you may not take a pile of one card."),
    "pile.empty": _plain("The pile is empty."),
    "pile.end": lambda m: END[m.rules.pile.end if m.position.source == 2 else "discard"].refusal,
    "pile.use": _plain("In this game the pair that takes the pile is only shown: it joins no meld."),
    "pile.restore": _plain("In this game you can't lift the top card on trial."),
    "pile.lifted": lambda m: (
        f"You hold the lifted card: take the pile with it. To put it back costs {m.rules.pile.restore} points."
    ),
    "pile.put_back": _plain("You put the top card back: you can't take the pile this turn."),
    "pile.unlifted": _plain("You have not lifted a card."),
    "pile.cards": lambda m: f"These cards do not fit the {KIND_NAMES[m.position.top()]} on top of the pile.",
    "meld.size": _plain("A new meld has at least three cards."),
    "meld.absent": _side("{Side} {has} no such open meld."),
    "meld.full": _full,
    "meld.equal": _plain("This meld is equal to one before it: name the first of them."),
    "meld.same_rank": lambda m: (
        _side("{Side} already {has} an open meld of this rank: add to it.")(m)
        if m.rules.open_melds == "one"
        else f"{m.told.your_side.capitalize()} must complete {m.told.its} open meld of this rank first: add to it."
    ),
    "meld.wilds": _wilds,
    "meld.wild_melds": _plain("Melds of wild cards alone are not allowed."),
    "meld.slots": _side("{Side} already {has} eight open melds of this rank."),
    "opening.minimum": _minimum,
    "opening.canasta": lambda m: f"A finished {m.rules.words.canasta} may not be part of an opening.",
    "reserves.trigger": _plain("This packet is not yours to pick up yet."),
    "reserves.manual": _plain("There is nothing to pick up now."),
    "reserves.due": lambda m: f"Your hand is empty: pick up your {_next_reserve(m)} first.",
    "threes.red": _plain("Red threes are laid down at once."),
    "threes.red_canasta": _red,
    "threes.black_meld": _black,
    "threes.black_after": _plain("You have melded black threes, so all you can still do is go out."),
    "specials.wilds": _plain("Melds of this rank take no wild cards."),
    "specials.discard": _special_discard,
    "out.contract": _contract,
    "out.ask_contract": _ask_contract,
    "out.keep": _keep,
    "out.discard": _plain("Your last card must be a discard: keep one for it."),
    "out.permission": _plain("You may go out only after your partner said yes: ask first or keep two cards."),
    "out.forbidden": _plain("Your partner said no: you may not go out this turn and must keep a card."),
    "out.no_question": _plain("In this game nobody asks for permission to go out."),
    "out.partner": _partner,
    "out.other_sides": _other_sides,
    "out.reserves": _reserves,
    "out.sure": _plain("You may ask only when the cards you see let you go out this turn."),
    "out.promised": _promised,
    "exhaustion.ends": _plain("In this game no player ends the deal by choice."),
    "exhaustion.stock_left": _plain("The stock isn't empty yet."),
    "exhaustion.stock_empty": _plain("There is nothing left to draw: take the pile or end the deal."),
    "exhaustion.no_pile": _plain("With the stock empty, the pile can no longer be taken."),
    "exhaustion.forced": _forced,
}
