"""Chapters of the lesson: a first turn as an example, and what to aim for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from canasta.base.cards import KIND_KEYS, KIND_OF
from canasta.base.english import article, cards, listed, number
from canasta.base.sheets import amount
from canasta.base.spans import Cards, Text
from canasta.handbook.chapter import Blocks, reserve_names
from canasta.handbook.first_turn import FirstTurn, first_turn
from canasta.handbook.lesson_play import laid_melds
from canasta.handbook.page import Bullets, Example, Inline, paragraph
from canasta.wording.lines import RulesText
from canasta.wording.names import YOU, Names
from canasta.wording.spans import joined, line
from canasta.wording.story import tell
from canasta.wording.writers_end import canastas_needed


def example(t: RulesText) -> Blocks:
    """Yield a turn that opens, step by step, and as the table tells it."""
    turn = first_turn(t.rules)
    if turn is None:
        return
    others = (_other(t, seat) for seat in range(1, t.rules.seats))
    names = Names((YOU, *others), viewer=0)
    told = joined(tell(turn.events, names, t.rules), " ")
    yield Example(
        (
            paragraph(line("You have the first turn of the ", t.words.deal, " and hold ", Cards(turn.hand), ".")),
            Bullets(tuple(_steps(t, turn)), numbered=True),
            paragraph(line("Afterwards you can read what happened: “", told, "”")),
        )
    )


def _other(t: RulesText, seat: int) -> str:
    """Return what the player in *seat* is called."""
    return "Your partner" if t.partners == 1 and seat % t.rules.sides == 0 else f"Player {seat + 1}"


def _steps(t: RulesText, turn: FirstTurn) -> Iterator[Inline]:
    step = partial(Text, style="strong")
    if turn.upcard is None:
        why = line("There is no pile yet, so you draw ")
    else:
        why = line("On the pile lies ", Cards((turn.upcard,)), ". ")
        why = line(why, turn.refusal.line if turn.refusal else (), " So you draw ")
    yield line(step("Draw."), " ", why, Cards(turn.drawn), ".")
    need = f"{t.your_side.capitalize()} {t.need} {amount(turn.needed)} to open" if turn.needed else "You may open"
    new = line(" With ", Cards(turn.drawn[:1]), " you can: ")
    yield line(step("Meld."), " ", need, ".", new, *laid_melds(turn.laid), " enough. Lay them down.")
    kept = cards(KIND_KEYS[KIND_OF[turn.pair[0]]])
    yield line(
        step("Discard."),
        " Put ",
        Cards((turn.discarded,)),
        " on the pile: you have only one of that rank, and it is worth little. Keep ",
        Cards(turn.pair),
        f", which may take the pile when someone discards one of the other {kept}.",
    )


def aims(t: RulesText) -> Blocks:
    """Yield a few sentences of strategy, as far as the rules give reason for them."""
    yield Bullets(tuple(line(each) for each in _aims(t)))


def _aims(t: RulesText) -> Iterator[str]:
    rules, words, score = t.rules, t.words, t.rules.score
    if needed := listed(canastas_needed(t)):
        out = "nobody on your side can" if t.partners else "you can't"
        yield f"Work toward {needed}: without that, {out} go out. A few melds that grow are better than many small ones."
    if t.partners:
        partner = "your partner has" if t.partners == 1 else "your partners have"
        yield f"Add to the melds {partner} begun: they are yours as well."
    yield "Keep pairs of natural cards in your hand: most piles are taken with one. The bigger the pile, the more it is worth to take it."
    if rules.meld.wilds:
        late = f"Spend wild cards late: you need them to open and to finish {words.canastas}."
        if score.natural > score.mixed:
            worth = f"{article(words.natural)} {words.canasta} earns {amount(score.natural)}, {article(words.mixed)} one {amount(score.mixed)}"
            late += f" And {worth}: leave a long meld without wild cards as long as more cards of its rank may come."
        yield late
    safe = "Discard what the next player can't use: a rank that they have discarded themselves, or of which all other cards are on the table."
    if "black three" in rules.pile.blocked_by and rules.threes.black != "laid":
        safe += " Keep a black three for the moment when the pile is big."
    yield safe
    if "wild" in rules.pile.frozen_by and len(rules.pile.need) > 1:
        yield "If the other side takes pile after pile, freeze it with a wild card: then only a natural pair from the hand takes it."
    if rules.reserves:
        early = reserve_names(rules, article="your ")
        it = "it" if len(rules.reserves) == 1 else "them"
        yield f"Get to {early} early: nobody goes out without {it}, and those cards need turns to be played as well."
    for cost in dict.fromkeys(each.unfinished for each in rules.specials if each.unfinished):
        ranks = " or ".join(cards(each.rank) for each in rules.specials if each.unfinished == cost)
        yield (
            f"Begin a meld of {ranks} only if you expect to finish it: with fewer than "
            f"{number(rules.meld.size)} cards at the end it costs {amount(cost)}."
        )
    yield "When someone may soon go out, lay down what you can: cards left in your hand count against you."
