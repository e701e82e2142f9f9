"""What was probably meant by a line that was understood, and refused: how to type it."""

from __future__ import annotations

from typing import Final

from canasta.base.cards import KIND_KEYS, TWO, parse_face
from canasta.base.errors import Refusal
from canasta.base.moves import Lay, Move, TakePile
from canasta.base.spans import Ranks
from canasta.deal.view import View, deal_seen
from canasta.engine.legal import legal
from canasta.engine.play import play_by
from canasta.engine.steps import ACTIONS, ADD, OPEN, START, TAKE
from canasta.notation.move_text import move_text, parse_move
from canasta.wording.names import rank_plural
from canasta.wording.spans import card_name, plain

_RANKS: Final = "3456789tjqka"
_PLURALS: Final = {
    rank_plural(kind): "10 10 10" if key == "T" else key * 3 for kind, key in enumerate(KIND_KEYS) if len(key) == 1
}
"""Several cards of a rank as people say them, and three of them as they are typed."""


def absent_meld(seen: View, refusal: Refusal, move: Move) -> str:
    """Return what to say where *move* was to add cards to a meld that there is not; empty where it was refused for something else."""
    if refusal.clause != "meld.size" or not isinstance(move, Lay):
        return ""
    ranks = {meld.rank for meld in seen.melds_of(seen.side)}
    absent = next((group.rank for group in move.groups if group.rank > TWO and group.rank not in ranks), None)
    if absent is None:
        return ""
    return f"Your side has no meld of {rank_plural(absent)} to add to. To begin one, use lay."


def tip(seen: View, refusal: Refusal, move: Move, typed: str) -> str:
    """Return how to type what was probably meant by *typed*, the cards of a refused *move*; empty where there is nothing to say."""
    groups = move.groups if isinstance(move, Lay) else move.more if isinstance(move, TakePile) else ()
    if refusal.clause in {"turn.cards", "meld.size"}:
        for word in typed.lower().split():
            if len(word) == 2 and word[1] == "s" and word[0] in _RANKS:
                name = card_name(parse_face(word))
                return f"{word} is the {name}. Type {word[0] * 3} for three cards of the rank."
            if word in _PLURALS:
                return f'"{word}" means one card here. Type {_PLURALS[word]} for three of them.'
    if any(group.rank <= TWO and len(group.cards) < 3 for group in groups) and refusal.clause == "meld.size":
        if seen.opened[seen.side]:
            return "To add a wild card to a meld, type: add 2 to K"
        return "Write wild cards together with the cards of their meld, such as: lay KKJk"
    if refusal.clause == "opening.minimum" and isinstance(move, TakePile):
        return take_and_open(seen)
    if refusal.clause == "opening.minimum" and isinstance(move, Lay) and len(groups) == 1:
        return "To open, put all your melds on one line, such as: lay KKK 5552"
    return ""


def take_and_open(seen: View) -> str:
    """Return how to type that the pile is taken and the opening laid with it; empty where the rules allow neither."""
    takes = [step for step in seen.legal if ACTIONS[step].sort == TAKE]
    if not takes or seen.opened[seen.side]:
        return ""
    from canasta.bots.turn_hint import moves_of  # late, for it brings the bots

    steps, after = [takes[0]], seen.position.draft()
    play_by(after, seen.seat, steps[0])
    while OPEN not in (legal_steps := set(legal(after, seen.seat))):
        laying = sorted(step for step in legal_steps if ACTIONS[step].sort in {START, ADD})
        if not laying:
            return ""
        steps.append(laying[0])
        play_by(after, seen.seat, steps[-1])
    if len(steps) == 1:
        return ""
    move = moves_of(seen, steps)[0]
    melds = " ".join(plain((Ranks(group.cards),)) for group in move.more) if isinstance(move, TakePile) else ""
    typed = f"take {melds}"
    if deal_seen(seen).refusal(seen.seat, parse_move(typed, seen)):
        typed = move_text(move)
    return f"Take and open in one line: {typed}."
