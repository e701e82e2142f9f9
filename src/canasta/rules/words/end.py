"""The words of going out, of an empty stock, of the count and of the match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from canasta.rules.words.word import Choice, Word

LAST_OPTIONAL: Final = 0
LAST_REQUIRED: Final = 1
LAST_FORBIDDEN: Final = 2

LastDiscard: TypeAlias = Literal["optional", "required", "forbidden"]
LAST_DISCARD: Final = Choice(
    LastDiscard,
    """Whether the last card may, must or may not be a discard.""",
    Word(
        "optional",
        LAST_OPTIONAL,
        sentence="you go out by melding your last card or by discarding it",
        refusal="Your last card must be a discard: keep one for it.",
        cell="optional",
        typed=("any",),
    ),
    Word(
        "required",
        LAST_REQUIRED,
        sentence="you must discard your last card: you cannot go out by melding everything",
        refusal="Your last card must be a discard: keep one for it.",
        cell="required",
        typed=("discard",),
    ),
    Word(
        "forbidden",
        LAST_FORBIDDEN,
        sentence="you must meld your last card: you cannot go out with a discard",
        refusal="You can't go out with a discard: meld your last card, or keep one more.",
        cell="forbidden",
        typed=("meld",),
    ),
)

NO_PERMISSION: Final = 0
MAY_ASK: Final = 1
MUST_ASK: Final = 2

Permission: TypeAlias = Literal["none", "optional", "required"]
PERMISSION: Final = Choice(
    Permission,
    """Whether a partner may, or must, be asked; their answer is binding. Without a partner, no one is asked.""",
    Word("none", NO_PERMISSION, cell="none", typed=("never",)),
    Word("optional", MAY_ASK, sentence="may first ask", cell="optional, binding", typed=("may",)),
    Word("required", MUST_ASK, sentence="must first ask", cell="required, binding", typed=("must",)),
)

ONE_ANSWERS: Final = 0
EVERY_ANSWERS: Final = 1

Answers: TypeAlias = Literal["one", "every"]
ANSWERS: Final = Choice(
    Answers,
    """Who must say yes if a player has several partners: the one who is asked, or all of them in turn.""",
    Word("one", ONE_ANSWERS),
    Word(
        "every",
        EVERY_ANSWERS,
        sentence="every partner must say yes: the next one to the left is asked first, and after each yes the one after",
        cell=", of every partner",
    ),
)

NO_PART: Final = 0
PART_OF_TURN: Final = 1
EARLIER_TURN: Final = 2
PARTNER_PICKED_UP: Final = 3

Partner: TypeAlias = Literal["no", "part of a turn", "earlier turn", "picked up"]
PARTNER: Final = Choice(
    Partner,
    """What every partner must have played from their last reserve, or that they must have picked it up.""",
    Word("no", NO_PART, refusal="played part of a turn from", cell="no", typed=("nothing",)),
    Word(
        "part of a turn",
        PART_OF_TURN,
        sentence=" and begun to play from it",
        refusal="played part of a turn from",
        cell="part of a turn played",
    ),
    Word(
        "earlier turn",
        EARLIER_TURN,
        sentence=" and played a whole turn from it",
        refusal="played a whole turn from",
        cell="an earlier turn played",
    ),
    Word("picked up", PARTNER_PICKED_UP, refusal="picked up", cell="picked up"),
)

NO_OPPONENT: Final = 0
OPPONENT_EARLIER: Final = 1
OPPONENTS_PICKED_UP: Final = 2

Opponents: TypeAlias = Literal["no", "earlier turn", "picked up"]
OPPONENTS: Final = Choice(
    Opponents,
    """What one player of every other side must have played from their last reserve, or that all their players must
    have picked it up.""",
    Word("no", NO_OPPONENT, refusal="played a whole turn from", typed=("nothing",)),
    Word(
        "earlier turn",
        OPPONENT_EARLIER,
        sentence=" and played a whole turn from it",
        refusal="played a whole turn from",
        cell="a player of every other side: an earlier turn",
    ),
    Word("picked up", OPPONENTS_PICKED_UP, refusal="picked up", cell="all opponents: picked up"),
)

ENDS_AT_DRAW: Final = 0
ENDS_AFTER_LAP: Final = 1
ENDS_BY_PILE: Final = 2

Ends: TypeAlias = Literal["at draw", "last lap", "pile only"]
ENDS: Final = Choice(
    Ends,
    """When the deal ends once the stock is empty: when a player wants to draw, after one more turn for everyone
    without drawing, or when a player cannot or will not take the pile.""",
    Word(
        "at draw",
        ENDS_AT_DRAW,
        sentence="the {deal} ends at once when a player must draw, or wants to, and the stock is empty",
        refusal="when someone goes out or must draw from an empty stock",
        cell="ends when a draw is due",
        typed=("draw",),
    ),
    Word(
        "last lap",
        ENDS_AFTER_LAP,
        sentence="after the last card of the stock is drawn, everyone has one more turn without drawing; the player who "
        "drew it goes last",
        refusal="when someone goes out or everyone has had a last turn after the stock ran out",
        cell="one last turn each",
        typed=("turn",),
    ),
    Word(
        "pile only",
        ENDS_BY_PILE,
        sentence="when the stock is empty, play continues as long as each player takes {taken}; the first who cannot or "
        "does not want to ends the {deal}",
        refusal="when someone goes out",
        cell="on by the pile only{forced}",
        typed=("pile",),
    ),
)

FORCED_NO: Final = 0
FORCED_ONTO: Final = 1
FORCED_CARD: Final = 2
FORCED_ALONE: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Taking(Word):
    """What must be taken when the stock is empty."""

    taken: str = "the pile"
    """What may be taken then."""


Forced: TypeAlias = Literal["no", "onto meld", "top card", "top card alone"]
FORCED: Final = Choice(
    Forced,
    """With ``pile only``: what a player must take if the top card fits one of their side's melds: nothing, the
    pile, the top card alone or with the pile, or the top card alone.""",
    Taking(value="no", number=FORCED_NO, refusal="the pile", typed=("no", "nothing")),
    Taking(
        value="onto meld",
        number=FORCED_ONTO,
        sentence="you must take the pile",
        refusal="the pile",
        cell="; a pile with a fitting top card must be taken",
        typed=("pile",),
    ),
    Taking(
        value="top card",
        number=FORCED_CARD,
        taken="the pile or its top card alone",
        sentence="you must take that card alone or the whole pile",
        refusal="that card alone or the whole pile",
        cell="; a fitting top card must be taken, alone or with the pile",
        typed=("either",),
    ),
    Taking(
        value="top card alone",
        number=FORCED_ALONE,
        taken="the pile or its top card alone",
        sentence="you must take that card, and only that",
        refusal="that card alone",
        cell="; a fitting top card must be taken alone",
        typed=("card",),
    ),
)

Order: TypeAlias = Literal["usual", "three counts"]
ORDER: Final = Choice(
    Order,
    """How the count is called out and written down; the sum is the same.""",
    Word("usual"),
    Word(
        "three counts",
        sentence="the count has three parts, each finished by everyone before the next: the Top Count of {canastas}, "
        "the cards To the Bad, and the melded cards To the Good; bonuses follow",
        typed=("three",),
    ),
)

Ties: TypeAlias = Literal["joint"]
TIES: Final = Choice(
    Ties,
    """Sides with equal totals win together.""",
    Word("joint", sentence="if several have the highest total, they win together"),
)
