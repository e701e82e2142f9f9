"""Questions on the draw and the pile."""

from __future__ import annotations

from typing import Final

from canasta.rules.changes import Changes
from canasta.rules.groups import Rules
from canasta.rules.questions.lists import CARDS, Several
from canasta.rules.questions.row import Among, Number, Word, YesNo, chapter
from canasta.rules.words.table import FROZEN_BY

_NOT_TO_OPEN: Final[Changes] = {
    "pile.frozen_until_open": False,
    "opening.top_card": "counts",
    "opening.concealed_pile": False,
}
"""What must be so where the pile is not taken to open."""
_NOT_FORCED: Final[Changes] = {"exhaustion.forced": "no"}


def _melded(rules: Rules) -> bool:
    """Return whether the cards that take the pile are melded."""
    return rules.pile.use == "meld"


PILE: Final = chapter(
    "The draw and the pile",
    Number("draw.stock", "Cards drawn", "How many cards do you draw from the stock?"),
    Number("pile.take", "Cards of the pile", "How many cards of the pile are taken?", words={"all": 0}),
    Number("pile.least", "Smallest pile", "How many cards must the pile have before it can be taken? 0: any."),
    Word(
        "opening.pile",
        "Pile closed",
        "When may the pile be taken: at any time (any), once your side has opened (open), or once you have melded yourself (melded)?",
        also=dict.fromkeys(("side opened", "player melded"), _NOT_TO_OPEN),
    ),
    YesNo(
        "pile.frozen_until_open",
        "Frozen before the opening",
        "Is the pile frozen for a side that has not opened?",
        lambda rules: rules.opening.pile == "any time",
    ),
    Several(
        "pile.frozen_by",
        "What freezes the pile",
        "What freezes the pile for everyone: wild cards in it, black threes in it, a rejected first card (upcard)? Or none.",
        says={text: (cause,) for text, cause in FROZEN_BY.typed.items()},
        also={"wild": {"pile.wild_top": "no"}},
    ),
    Several(
        "pile.blocked_by",
        "Blocked by",
        "With which cards on top can no one take the pile? Type kinds of cards, or none.",
        says=CARDS,
        rare=True,
    ),
    YesNo(
        "pile.use",
        "Taken by showing",
        "Once your side has opened, do you only show the pair that takes the pile, instead of melding it with the top card?",
        yes="show",
        no="meld",
        also={"show": {"pile.need": ("pair",), "pile.wild_top": "no"} | _NOT_FORCED},
    ),
    Among(
        "pile.need",
        "A natural and a wild card",
        "Two natural cards take the pile. Does one natural card with a wild one take it, too?",
        _melded,
        yes="natural and wild",
    ),
    Among(
        "pile.need",
        "The top card for a meld",
        "May you take the pile without a card from your hand if the top card joins an open meld?",
        _melded,
        yes="onto meld",
        instead="natural onto meld",
        also={False: _NOT_FORCED},
    ),
    Among(
        "pile.need",
        "A natural for a meld",
        "Does one natural card take the pile if it joins an open meld together with the top card?",
        _melded,
        yes="natural onto meld",
        instead="onto meld",
        also={"natural onto meld": _NOT_FORCED},
    ),
    YesNo(
        "pile.consecutive",
        "Turn after turn",
        "May a player take the pile in two of their turns in a row?",
        also={True: {"procedures.frozen_in_time": False, "procedures.frozen_after": "pile"}},
        rare=True,
    ),
    YesNo("pile.last_card", "One card for one card", "May a player with one card take a pile of one card?", rare=True),
    Number(
        "pile.restore",
        "Lost for a try",
        "How many points does it cost to try the top card and put it back? 0: only a card you can use may be taken.",
        words={"not played": 0},
        loss=True,
        rare=True,
    ),
)
