"""The names of rules: one namespace for refusals, handbook headings, options and cases.

A clause is ``group.topic``. Clauses of the groups of `canasta.rules` carry values; those of the group
``turn`` are conduct and carry none. Some clauses are a cause of a refusal only, such as ``meld.absent``: the rule
that explains them is another one. The kernel speaks of clauses by their codes, small integers that
never leave the process: everything written down uses the names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule's name: *code* for the kernel, *name* for people and files, *title* as a heading.

    *explained* names the clause that explains a cause which has no section of its own.
    """

    code: int
    name: str
    title: str
    explained: str = ""

    @property
    def rule(self) -> str:
        """The name of the clause whose section of a handbook tells this rule."""
        return self.explained or self.name

    @property
    def group(self) -> str:
        """The part before the dot."""
        return self.name.split(".", 1)[0]


# Codes of the clauses that a step can break. Zero is "nothing forbids it".
FINE: Final = 0
TURN_OVER: Final = 1
TURN_ORDER: Final = 2
TURN_DRAW: Final = 3
TURN_DRAWN: Final = 4
TURN_CARDS: Final = 5
TURN_OPENING: Final = 6
TURN_STUCK: Final = 7
TURN_ANSWER: Final = 8
TURN_ASKED: Final = 9
TURN_UNKNOWN: Final = 10
PILE_NEED: Final = 11
PILE_BLOCKED: Final = 12
PILE_WILD_TOP: Final = 13
PILE_FROZEN: Final = 14
PILE_CONSECUTIVE: Final = 15
PILE_LAST_CARD: Final = 16
PILE_EMPTY: Final = 17
MELD_SIZE: Final = 18
MELD_SAME_RANK: Final = 19
MELD_WILDS: Final = 20
MELD_WILD_MELDS: Final = 21
MELD_SLOTS: Final = 22
OPENING_MINIMUM: Final = 23
OPENING_CANASTA: Final = 24
RESERVES_TRIGGER: Final = 25
RESERVES_MANUAL: Final = 26
THREES_RED: Final = 27
THREES_RED_CANASTA: Final = 28
THREES_BLACK_MELD: Final = 29
SPECIALS_WILDS: Final = 30
SPECIALS_DISCARD: Final = 31
OUT_CONTRACT: Final = 32
OUT_KEEP: Final = 33
OUT_DISCARD: Final = 34
OUT_PERMISSION: Final = 35
OUT_PARTNER: Final = 36
OUT_RESERVES: Final = 37
OUT_SURE: Final = 38
PILE_END: Final = 39
EXHAUSTION_ENDS: Final = 40
EXHAUSTION_FORCED: Final = 41
PILE_RESTORE: Final = 42
MELD_ABSENT: Final = 43
MELD_FULL: Final = 44
MELD_EQUAL: Final = 45
TURN_UNASKED: Final = 46
TURN_UNOPENED: Final = 47
EXHAUSTION_STOCK_LEFT: Final = 48
EXHAUSTION_STOCK_EMPTY: Final = 49
PILE_CARDS: Final = 50
PILE_LIFTED: Final = 51
PILE_PUT_BACK: Final = 52
PILE_UNLIFTED: Final = 53
OUT_FORBIDDEN: Final = 54
OUT_NO_QUESTION: Final = 55
OUT_OTHER_SIDES: Final = 56
OUT_PROMISED: Final = 57
THREES_BLACK_AFTER: Final = 58
RESERVES_DUE: Final = 59
PILE_USE: Final = 70
PROCEDURES_UNDO: Final = 98
EXHAUSTION_NO_PILE: Final = 100
OUT_ASK_CONTRACT: Final = 101
PILE_SMALL: Final = 102
PILE_CLOSED: Final = 103
OPENING_EARLY: Final = 104
MELD_FINISHED: Final = 105
MELD_WILD_BASE: Final = 120
MELD_WILDS_KEPT: Final = 121
OUT_WILDS: Final = 122
OUT_UNFINISHED: Final = 123
SPECIALS_PURE: Final = 124
DISCARD_KEPT: Final = 130
MELD_DEAD: Final = 132
OPENING_TRIPLE: Final = 133
HANDS_CARDS: Final = 134
HANDS_OPENED: Final = 135

_TITLES: Final[tuple[tuple[int, str, str], ...]] = (
    (TURN_OVER, "turn.over", "The deal is over"),
    (TURN_ORDER, "turn.order", "Whose turn it is"),
    (TURN_DRAW, "turn.draw", "First draw or take the pile"),
    (TURN_DRAWN, "turn.drawn", "One draw per turn"),
    (TURN_CARDS, "turn.cards", "Only cards you hold"),
    (TURN_OPENING, "turn.opening", "An opening must be finished first"),
    (TURN_STUCK, "turn.stuck", "A turn that cannot be finished"),
    (TURN_ANSWER, "turn.answer", "A question must be answered first"),
    (TURN_ASKED, "turn.asked", "One question per turn"),
    (TURN_UNKNOWN, "turn.unknown", "Not a move of this game"),
    (PILE_NEED, "pile.need", "What takes the pile"),
    (PILE_BLOCKED, "pile.blocked", "Cards that block the pile"),
    (PILE_WILD_TOP, "pile.wild_top", "A wild card on top"),
    (PILE_FROZEN, "pile.frozen", "The frozen pile"),
    (PILE_CONSECUTIVE, "pile.consecutive", "Taking the pile twice in a row"),
    (PILE_LAST_CARD, "pile.last_card", "A pile of one card"),
    (PILE_EMPTY, "pile.empty", "An empty pile"),
    (PILE_END, "pile.end", "Ending a turn after taking the pile"),
    (PILE_RESTORE, "pile.restore", "Putting the pile back"),
    (MELD_SIZE, "meld.size", "The size of a meld"),
    (MELD_SAME_RANK, "meld.same_rank", "Several melds of a rank"),
    (MELD_WILDS, "meld.wilds", "Wild cards in a meld"),
    (MELD_WILD_MELDS, "meld.wild_melds", "Melds of wild cards"),
    (MELD_SLOTS, "meld.slots", "Eight open melds of a rank"),
    (OPENING_MINIMUM, "opening.minimum", "The opening's minimum"),
    (OPENING_CANASTA, "opening.canasta", "A canasta in the opening"),
    (RESERVES_TRIGGER, "reserves.trigger", "Picking up a reserve"),
    (RESERVES_MANUAL, "reserves.manual", "Remembering to pick up a reserve"),
    (THREES_RED, "threes.red", "Red threes"),
    (THREES_RED_CANASTA, "threes.red_canasta", "A red three on a canasta"),
    (THREES_BLACK_MELD, "threes.black_meld", "Melding black threes"),
    (SPECIALS_WILDS, "specials.wilds", "Wild cards in a special rank"),
    (SPECIALS_DISCARD, "specials.discard", "Discards of a special rank"),
    (OUT_CONTRACT, "out.contract", "Canastas needed to go out"),
    (OUT_KEEP, "out.keep", "Cards to keep"),
    (OUT_DISCARD, "out.discard", "The last discard"),
    (OUT_PERMISSION, "out.permission", "Asking permission"),
    (OUT_PARTNER, "out.partner", "The partner's reserve"),
    (OUT_RESERVES, "out.reserves", "Your own reserves first"),
    (OUT_SURE, "out.sure", "A promise to go out"),
    (EXHAUSTION_ENDS, "exhaustion.ends", "An empty stock"),
    (EXHAUSTION_FORCED, "exhaustion.forced", "A pile that must be taken"),
    # Clauses below are never broken by a step: they say what a value means.
    (60, "table.players", "Players"),
    (61, "table.sides", "Sides"),
    (62, "table.score_keeper", "The Score Keeper"),
    (63, "deck.packs", "Cards"),
    (64, "deal.hand", "The deal"),
    (65, "deal.dealers", "Who deals"),
    (66, "deal.first", "Who begins"),
    (67, "deal.upcard", "The first card of the pile"),
    (68, "draw.stock", "Drawing"),
    (69, "pile.take", "How much of the pile is taken"),
    (PILE_USE, "pile.use", "The cards that take the pile"),
    (71, "meld.grows", "Melds beyond a canasta"),
    (72, "opening.top_card", "The top card in an opening"),
    (73, "opening.concealed", "Going out concealed"),
    (74, "reserves.size", "Reserves"),
    (75, "reserves.rest", "The other players' reserves"),
    (76, "reserves.red_threes", "Red threes after a reserve"),
    (77, "threes.red_value", "The value of red threes"),
    (78, "threes.red_caught", "Red threes caught"),
    (79, "threes.red_sign", "Red threes that count against a side"),
    (80, "threes.black_caught", "Black threes caught"),
    (81, "specials.bonus", "Canastas of a special rank"),
    (82, "out.ask", "Who answers"),
    (83, "exhaustion.bonus", "Going out with the stock empty"),
    (84, "score.cards", "Card values"),
    (85, "score.canastas", "Canasta bonuses"),
    (86, "score.melded", "Cards melded"),
    (87, "score.out", "Going out"),
    (88, "score.order", "The order of the count"),
    (89, "score.positive", "Canastas for a positive score"),
    (90, "match.ends", "The end of the match"),
    (91, "match.ties", "Ties"),
    (92, "procedures.exact_cut", "The exact cut"),
    (93, "procedures.frozen_in_time", "Frozen in time"),
    (94, "procedures.seats", "Seats and partners"),
    (95, "reserves.penalty", "A reserve not picked up"),
    (96, "out.pass", "Passing the discard"),
    (97, "opening.bonuses", "Canasta bonuses in the opening"),
    (PROCEDURES_UNDO, "procedures.undo", "Taking moves back"),
    (99, "procedures.stock_piles", "The piles of the stock"),
    (DISCARD_KEPT, "discard.kept", "Cards that are discarded last"),
    (131, "talon.cards", "Cards after an opening"),
    (HANDS_CARDS, "special_hands.cards", "Special hands"),
)

# Causes of refusals that another clause explains.
_CAUSES: Final[tuple[tuple[int, str, str, str], ...]] = (
    (MELD_ABSENT, "meld.absent", "No such meld", "meld.size"),
    (MELD_FULL, "meld.full", "A full meld", "meld.size"),
    (MELD_FINISHED, "meld.finished", "A finished canasta", "meld.grows"),
    (MELD_EQUAL, "meld.equal", "Equal melds", "meld.slots"),
    (MELD_DEAD, "meld.dead", "A dead rank", "meld.same_rank"),
    (MELD_WILD_BASE, "meld.base", "Too few natural cards for a wild one", "meld.wilds"),
    (MELD_WILDS_KEPT, "meld.kept", "Wild cards kept for their own meld", "meld.wild_melds"),
    (TURN_UNASKED, "turn.unasked", "An answer without a question", "turn.answer"),
    (TURN_UNOPENED, "turn.unopened", "No opening to finish", "turn.opening"),
    (EXHAUSTION_STOCK_LEFT, "exhaustion.stock_left", "A stock that is not empty", "exhaustion.ends"),
    (EXHAUSTION_STOCK_EMPTY, "exhaustion.stock_empty", "Nothing left to draw", "exhaustion.ends"),
    (EXHAUSTION_NO_PILE, "exhaustion.no_pile", "The pile with the stock empty", "exhaustion.ends"),
    (PILE_CARDS, "pile.cards", "Cards that fit the top card", "pile.need"),
    (PILE_LIFTED, "pile.lifted", "A lifted card", "pile.restore"),
    (PILE_PUT_BACK, "pile.put_back", "A card put back", "pile.restore"),
    (PILE_UNLIFTED, "pile.unlifted", "No card lifted", "pile.restore"),
    (PILE_SMALL, "pile.small", "A pile with too few cards", "pile.need"),
    (PILE_CLOSED, "pile.closed", "The pile before the opening", "pile.frozen"),
    (OPENING_TRIPLE, "opening.triple", "An opening without a meld of natural cards", "opening.minimum"),
    (HANDS_OPENED, "special_hands.opened", "A special hand after the opening", "special_hands.cards"),
    (OPENING_EARLY, "opening.early", "Melds before their time", "opening.minimum"),
    (OUT_FORBIDDEN, "out.forbidden", "A partner who said no", "out.permission"),
    (OUT_NO_QUESTION, "out.no_question", "Nobody to ask", "out.permission"),
    (OUT_OTHER_SIDES, "out.other_sides", "The other sides' reserves", "out.partner"),
    (OUT_WILDS, "out.wilds", "An unfinished meld of wild cards", "out.contract"),
    (OUT_UNFINISHED, "out.unfinished", "An unfinished meld of a special rank", "out.contract"),
    (SPECIALS_PURE, "specials.pure", "A natural meld that takes no wild cards any more", "specials.wilds"),
    (OUT_ASK_CONTRACT, "out.ask_contract", "Asking without the canastas needed", "out.contract"),
    (OUT_PROMISED, "out.promised", "A promise that must be kept", "out.sure"),
    (THREES_BLACK_AFTER, "threes.black_after", "After melding black threes", "threes.black_meld"),
    (RESERVES_DUE, "reserves.due", "A reserve to pick up first", "reserves.manual"),
)

CLAUSES: Final[dict[int, Clause]] = {
    **{code: Clause(code, name, title) for code, name, title in _TITLES},
    **{code: Clause(code, name, title, explained) for code, name, title, explained in _CAUSES},
}
"""Every clause by its code."""

RULES: Final[dict[str, Clause]] = {clause.name: clause for clause in CLAUSES.values() if not clause.explained}
"""The clauses that have a section of their own in a handbook, by their names."""

BY_NAME: Final[dict[str, Clause]] = {clause.name: clause for clause in CLAUSES.values()}
"""Every clause by its name."""


def clause(name: str) -> Clause:
    """Return the clause called *name*.

    Raises `KeyError` for a name that is no clause.

    >>> clause("pile.need").title
    'What takes the pile'
    """
    return BY_NAME[name]
