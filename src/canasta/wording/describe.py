"""The rules in sentences: what each clause says in one game."""

from __future__ import annotations

from typing import Final

from canasta.base.clauses import BY_NAME
from canasta.rules.groups import Rules
from canasta.wording import writers_end, writers_melds, writers_table
from canasta.wording.lines import WRITERS, RuleLine, RulesText

CHAPTERS: Final[dict[str, tuple[str, ...]]] = {
    "Players and cards": (
        "table.players", "table.sides", "table.score_keeper", "procedures.seats", "deck.packs", "score.cards",
    ),
    "The deal": (
        "deal.dealers", "deal.hand", "reserves.size", "procedures.exact_cut", "deal.upcard", "deal.first",
        "threes.red",
    ),
    "The draw and the pile": (
        "draw.stock", "procedures.stock_piles", "pile.take", "pile.need", "pile.use", "pile.wild_top", "pile.blocked", "pile.frozen",
        "pile.consecutive", "pile.last_card", "pile.empty", "pile.restore", "pile.end",
    ),
    "Melds": (
        "meld.size", "meld.grows", "meld.same_rank", "meld.slots", "meld.wilds", "meld.wild_melds",
        "specials.wilds", "threes.red_canasta", "threes.black_meld", "specials.discard", "discard.kept",
    ),
    "The opening": ("opening.minimum", "opening.bonuses", "opening.canasta", "opening.top_card", "opening.concealed", "talon.cards"),
    "Reserves": (
        "reserves.trigger", "reserves.rest", "reserves.manual", "reserves.penalty", "reserves.red_threes",
    ),
    "Going out": (
        "out.contract", "out.reserves", "out.partner", "out.permission", "out.ask", "out.sure", "out.discard",
        "out.keep", "out.pass", "special_hands.cards",
    ),
    "When the stock is empty": ("exhaustion.ends", "exhaustion.forced", "exhaustion.bonus"),
    "The count": (
        "score.canastas", "specials.bonus", "score.melded", "threes.red_value", "threes.red_sign",
        "threes.red_caught", "threes.black_caught", "score.out", "score.order", "score.positive",
    ),
    "The match": ("match.ends", "match.ties"),
    "Conduct": (
        "turn.order", "turn.draw", "turn.drawn", "turn.cards", "turn.opening", "turn.stuck", "turn.asked",
        "turn.answer", "procedures.undo", "procedures.frozen_in_time", "turn.over", "turn.unknown",
    ),
}  # fmt: skip
"""The clauses in the order in which a newcomer reads them, by chapter."""

WRITING: Final = (writers_table, writers_melds, writers_end)
"""The modules whose writers are in `WRITERS`."""


def describe(rules: Rules, clause: str) -> tuple[RuleLine, ...]:
    """Return what *clause*, or the clause that explains it, says in *rules*: no lines where it does not apply.

    Raises `KeyError` for a name that is no clause.

    >>> from canasta.rules.load import load
    >>> [line.text for line in describe(load("new-canasta"), "pile.consecutive")]
    ['If you took the pile on your last turn, you may not take it on this one.']
    """
    return tuple(WRITERS[BY_NAME[clause].rule](RulesText(rules)))
