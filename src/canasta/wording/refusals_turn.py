"""Why a move is refused in this turn: whose turn it is, drawing, cards, reserves, going out, asking."""

from __future__ import annotations

from collections import Counter
from typing import Final

from canasta.base.cards import BLACK_THREE, JOKER, KIND_KEYS, KIND_OF, TWO, Kind
from canasta.base.english import listed, several
from canasta.base.moves import Ask, hand_cards
from canasta.base.spans import CardName, Line, Number
from canasta.engine import steps as s
from canasta.engine.going_out import discard_free
from canasta.engine.openings import cards_to_keep
from canasta.engine.position import FORBIDDEN, LIFTED, OVER, PILE, TO_DRAW, UNASKED
from canasta.rules.groups import Reserve
from canasta.rules.words.end import LAST_DISCARD, OPPONENTS, PARTNER
from canasta.rules.words.melds import TRIGGER
from canasta.wording.contract import missing_canastas
from canasta.wording.describe import describe
from canasta.wording.names import rank_plural
from canasta.wording.refusals_pile import PILE_SENTENCES, ends
from canasta.wording.spans import either, line
from canasta.wording.tried import Moment, Sentence, some


def not_in_game(m: Moment) -> str:
    """Return why a move does not exist in this game; empty if it does.

    Such a cause comes before all others: nobody can knock later in a game without a knock.
    """
    sort, rules = m.action.sort, m.rules
    if sort == s.KNOCK and rules.pile.end != "knock":
        return "This game has no knock: a turn ends with a discard."
    if sort in {s.LIFT, s.RESTORE} and not rules.pile.restore:
        return str(PILE_SENTENCES["pile.restore"])
    if sort == s.END and rules.exhaustion.ends != "pile only" and not rules.special_hands:
        return ends(m)
    if sort == s.ASK or isinstance(m.tried.move, Ask):
        if not m.told.partners:
            return "You play alone, so there's nobody to ask."
        if rules.out.permission == "none":
            return "In this game you don't ask before going out."
    if sort == s.PICK_UP and not any(reserve.manual for reserve in rules.reserves):
        return "There's nothing to pick up in this game." if not rules.reserves else by_itself(m)
    return ""


def undo(m: Moment) -> str:
    """Return nothing that may be taken back."""
    if not m.rules.procedures.undo:
        return "You can't take it back: in this game a move stands once it is made."
    if m.position.phase == OVER:
        return "The deal is over, so nothing can be taken back."
    if m.position.turn != m.seat:
        return "It's not your turn, so there's nothing you can take back."
    return "There's nothing to take back: you can undo a move only until someone sees a new card."


def draw_first(m: Moment) -> str:
    """Something that comes after the draw."""
    if m.position.lift == LIFTED:
        return "You've lifted a card: take the pile with it or put it back."
    if m.rules.exhaustion.ends == "pile only" and not m.position.stock():
        return "The stock is empty: first take the pile or end the deal."
    return "First draw from the stock or take the pile."


def drawn(m: Moment) -> str:
    """Return a second draw."""
    did = "taken the pile" if m.position.source == PILE else "drawn"
    return f"You've already {did} this turn: {'knock' if m.position.discardless() else 'discard'} to end it."


def lacking(m: Moment) -> str | Line:
    """Return cards that the player does not hold: how many of their rank there are in the hand, or the exact card."""
    missing, move = m.tried.missing, m.tried.move
    if not missing or move is None:
        return _lacking_kinds(m)
    wanted = Counter(KIND_OF[face] for face in hand_cards(move))
    few = [kind for kind in dict.fromkeys(KIND_OF[face] for face in missing) if m.held(kind) < wanted[kind]]
    if few:
        return f"You hold {_only(m, few)}."
    names = [line("the ", CardName(face)) for face in dict.fromkeys(missing)]
    return line("You don't hold ", either(names), ".")


def _only(m: Moment, kinds: list[Kind]) -> str:
    """Return how few cards of *kinds* the player holds."""
    return listed((f"only {some(m.held(kind), kind)}" if m.held(kind) else some(0, kind)) for kind in kinds)


def _lacking_kinds(m: Moment) -> str:
    action = m.action
    if action.kind >= 0:
        return f"You hold {some(0, action.kind)}."
    if m.tried.step == s.START_BLACK:
        return f"You hold {_only(m, [BLACK_THREE])}."
    need = {JOKER: action.jokers, TWO: action.twos}
    if action.rank > TWO:
        need[action.rank] = action.naturals
    short = [kind for kind, number in sorted(need.items()) if m.held(kind) < number]
    return f"You hold {_only(m, short)}." if short else "You don't hold these cards."


def opening_first(m: Moment) -> Line:
    """Return an opening that waits to be finished."""
    needed, staged = int(m.position.minimum(m.side)), int(m.position.staged)
    if staged >= needed:
        enough = ", enough to open: open with them before you do anything else."
        return line("Your melds are worth ", Number(staged), enough)
    return line("Finish your opening first: you need ", Number(needed), ", and you've laid ", Number(staged), ".")


def unopened(m: Moment) -> str:
    """Explain why nothing opens where nothing is staged."""
    if m.opened:
        return f"{m.told.your_side.capitalize()} {m.told.has} already opened."
    return "You haven't laid anything to open with yet."


def stuck(m: Moment) -> str:
    """Explain why a turn that can go on can't be passed."""
    can = m.sorts
    if m.position.staging:
        return "You can't pass: finish your opening first."
    if m.position.phase == TO_DRAW:
        draw = "draw from the stock" if m.position.stock() else "draw, even though the stock is empty"
        return f"You can't pass: {draw if s.DRAW in can else 'you can still take the pile'}."
    if s.KNOCK in can:
        return "You can't pass: knock to end your turn."
    if s.DISCARD in can:
        return "You can't pass: discard a card to end your turn."
    return "You can't pass: there are still cards you can lay."


def asked(m: Moment) -> str:
    """Return a second question."""
    if m.position.asked == UNASKED:
        return "You've already asked in this deal, and the answer was no. You may ask only once per deal."
    answer = "no" if m.position.asked == FORBIDDEN else "yes"
    return f"You've already asked this turn, and the answer was {answer}."


def unknown(m: Moment) -> str:
    """Return a move that does not exist."""
    if isinstance(m.tried.move, Ask) or m.action.sort == s.ASK:
        return "You can ask only a partner."
    if m.action.sort == s.TAKE_CARD:
        return "In this game you can't take the top card alone."
    return "There's no such move in this game."


def when_picked_up(m: Moment, reserve: Reserve) -> str:
    """Return what brings *reserve*, to be put after "you pick it up"."""
    return m.told.fill(TRIGGER[reserve.trigger].refusal)


def next_reserve(m: Moment) -> Reserve:
    """Return the reserve that the player picks up next, or the last one."""
    return m.rules.reserves[min(int(m.position.taken(m.seat)), len(m.rules.reserves) - 1)]


def by_itself(m: Moment) -> str:
    """Return a reserve that is not picked up by hand."""
    taken = int(m.position.taken(m.seat))
    if taken == len(m.rules.reserves):
        return f"You've already picked up your {listed(reserve.name for reserve in m.rules.reserves)}."
    reserve = next_reserve(m)
    return f"Your {reserve.name} comes automatically {when_picked_up(m, reserve)}."


def pick_up(m: Moment) -> str:
    """Return a reserve that is not due."""
    if not m.rules.reserves:
        return "There's nothing to pick up in this game."
    reserve = next_reserve(m)
    if not reserve.manual or int(m.position.taken(m.seat)) == len(m.rules.reserves):
        return by_itself(m)
    held = f", and you hold {several(int(m.position.held(m.seat)), 'card')}" if reserve.trigger == "hand empty" else ""
    return f"You can pick up your {reserve.name} only {when_picked_up(m, reserve)}{held}."


def due(m: Moment) -> str:
    """Return a reserve that waits for an empty hand."""
    return f"Your hand is empty: pick up your {next_reserve(m).name} first."


def own_reserves(m: Moment) -> str:
    """Reserves that must be played first."""
    reserve = next_reserve(m)
    if m.action.sort == s.ASK:
        return f"You can't go out before you've picked up your {reserve.name}."
    return f"You can't play your last card yet: you get your {reserve.name} {when_picked_up(m, reserve)}."


def special_discard(m: Moment) -> str:
    """Return a rank that may not be discarded now."""
    banned = {
        f"specials.{special.rank}.discard"
        for special in m.rules.specials
        if not discard_free(m.position, m.side, KIND_KEYS.index(special.rank))
    }
    told = describe(m.rules, "specials.discard")
    bans = [line.text for line in told if banned.intersection(line.paths)]
    reason = " ".join(bans or [line.text for line in told if line.paths[0].endswith(".last_discard")])
    return f"This would leave you no card that you may discard. {reason}" if m.needed == 1 else reason


def kept(m: Moment) -> str:
    """Return a card that is discarded after all others."""
    return "Discard another card. " + " ".join(line.text for line in describe(m.rules, "discard.kept"))


def opened_before(m: Moment) -> str:
    """Return a special hand of a side that has opened."""
    return f"You can't show a special hand: {m.told.your_side} {m.told.has} already opened."


def contract(m: Moment) -> str:
    """Canastas that are missing for going out."""
    lacks = missing_canastas(m.rules, m.position, m.side)
    keep = int(cards_to_keep(m.position, m.seat))
    if not lacks:
        # The melds suffice as they lie: the step itself would change one of them.
        return "After this move your melds wouldn't let you go out, and you'd have too few cards left to play on."
    needs = f"{m.told.your_side} still {m.told.need} {lacks}"
    if m.action.sort == s.DISCARD or keep < 1:
        return f"You can't go out yet: {needs}."
    return f"You can't go out yet, so keep at least {several(keep, 'card')}: {needs}."


def ask_contract(m: Moment) -> str:
    """Asking without the canastas."""
    lacks = missing_canastas(m.rules, m.position, m.side)
    return (
        f"You can't ask yet: {m.told.your_side} still {m.told.need} {lacks}, more than the cards you see can complete."
    )


def keep(m: Moment) -> str:
    """Too few cards left."""
    least = max(m.needed, 1)
    to_do = "1 to discard and 1 to hold" if least > 1 else "you may not lay your last one"
    return f"You can't go out with these cards now, so keep at least {several(least, 'card')}: {to_do}."


def last_discard(m: Moment) -> str:
    """Return a last card that must, or may not, be a discard."""
    return LAST_DISCARD[m.rules.out.discard].refusal


def permission(m: Moment) -> str:
    """Return a question that must come first."""
    if m.action.sort == s.ASK:
        return "Every partner must say yes: ask the one on your left first, and the others are asked in turn."
    if m.told.partners > 1 and m.rules.out.answers == "every":
        who = "all your partners say"
    else:
        who = "your partner says" if m.told.partners == 1 else "one of your partners says"
    return f"You may go out only after {who} yes: ask first or keep two cards."


def forbidden(m: Moment) -> str:
    """Return a no that binds."""
    who = "Your partner" if m.told.partners == 1 else "A partner"
    return f"{who} said no, so you can't go out this turn: keep a card."


def partner(m: Moment) -> str:
    """Partners who have not played from their last reserve."""
    name = m.rules.reserves[-1].name
    done = PARTNER[m.rules.out.partner].refusal
    who = "your partner" if m.told.partners == 1 else "each of your partners"
    return f"You can't go out yet: {who} must have {done} the {name}."


def other_sides(m: Moment) -> str:
    """Opponents who have not played from their last reserve."""
    name = m.rules.reserves[-1].name
    if m.told.partners:
        one = "every" if m.rules.out.opponents == "picked up" else "one"
        whom = f"{one} player of the other side" if m.rules.sides == 2 else f"{one} player of every other side"
    else:
        whom = "the other player" if m.rules.sides == 2 else "every other player"
    return f"You can't go out yet: {whom} must have {OPPONENTS[m.rules.out.opponents].refusal} the {name}."


def wilds(m: Moment) -> str:
    """Return an unfinished meld of wild cards."""
    missing = several(m.needed, "card")
    return f"You can't go out while {m.told.your} meld of wild cards is unfinished: it lacks {missing}."


def unfinished(m: Moment) -> str:
    """Return an unfinished natural meld of a special rank."""
    rank = rank_plural(m.position.pure_wanted(m.side)) if m.position.pure_wanted(m.side) >= 0 else "a special rank"
    return (
        f"You can't go out while {m.told.your} meld of {rank} is unfinished: it must become a {m.rules.words.canasta}."
    )


def promised(m: Moment) -> str:
    """Explain that a player who promised to go out must do so."""
    if m.position.asked_seat == m.seat:
        return "Your opening is below its minimum and stands only because you go out this turn, and this move would make that impossible."
    return "Your partner said yes, so you must go out this turn, and this move would make that impossible."


TURN_SENTENCES: Final[dict[str, Sentence]] = {
    "turn.over": "The deal is over.",
    "turn.order": "It's not your turn.",
    "procedures.undo": undo,
    "turn.draw": draw_first,
    "turn.drawn": drawn,
    "turn.cards": lacking,
    "turn.opening": opening_first,
    "turn.unopened": unopened,
    "turn.stuck": stuck,
    "turn.answer": "Your partner asks to go out: answer yes or no first.",
    "turn.unasked": "Nobody has asked you a question.",
    "turn.asked": asked,
    "turn.unknown": unknown,
    "reserves.trigger": pick_up,
    "reserves.manual": pick_up,
    "reserves.due": due,
    "specials.discard": special_discard,
    "discard.kept": kept,
    "special_hands.cards": "You don't hold a special hand of this game.",
    "special_hands.opened": opened_before,
    "out.contract": contract,
    "out.ask_contract": ask_contract,
    "out.wilds": wilds,
    "out.unfinished": unfinished,
    "out.keep": keep,
    "out.discard": last_discard,
    "out.permission": permission,
    "out.forbidden": forbidden,
    "out.no_question": "In this game you don't ask before going out.",
    "out.partner": partner,
    "out.other_sides": other_sides,
    "out.reserves": own_reserves,
    "out.sure": "You can ask only if the cards you see are certain to let you go out this turn.",
    "out.promised": promised,
}
"""The sentence of each cause, or what makes it."""
