"""The words of the deal, the pile and the procedures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from canasta.rules.words.word import Choice, Word

Dealers: TypeAlias = Literal["one", "neighbours", "partners", "each packet", "each packet to the right", "each player"]
DEALERS: Final = Choice(
    Dealers,
    """Who deals hands and reserves: one dealer, dealer and left neighbour, dealer and partner, a different
    dealer for each reserve, going left or right from the first dealer, or every player their own.""",
    Word("one", cell="dealer all", typed=("one dealer",)),
    Word("neighbours", sentence="the player to the left", cell="dealer {hand}, left neighbour {packets}"),
    Word("partners", sentence="{dealers_partner}", cell="dealer {hand}, partner {packets}"),
    Word("each packet", sentence="the player to the left", cell="{hand}, {packets}: a dealer each"),
    Word(
        "each packet to the right",
        sentence="the player to the right",
        cell="{hand}, {packets}: a dealer each, to the right",
        typed=("to the right",),
    ),
    Word("each player", cell="everyone their own", typed=("each player", "everyone")),
)
"""The sentence names who deals after the first dealer, the cell who deals what."""

First: TypeAlias = Literal["left of dealer", "left of second dealer", "dealer"]
FIRST: Final = Choice(
    First,
    """Who has the first turn.""",
    Word("left of dealer", sentence="the player to the left of the dealer", cell="left of dealer", typed=("left",)),
    Word(
        "left of second dealer",
        sentence="the player to the left of the second dealer",
        cell="left of {packets} dealer",
        typed=("second",),
    ),
    Word("dealer", sentence="the dealer", cell="dealer"),
)

COVERED: Final = 0
RETURNED: Final = 1

Rejected: TypeAlias = Literal["covered", "returned"]
REJECTED: Final = Choice(
    Rejected,
    """Whether a rejected card stays under the next one or goes back into the stock at a random place.""",
    Word(
        "covered",
        COVERED,
        sentence="it stays there and another card is turned up on top of it",
        cell="covered{freezes}",
    ),
    Word(
        "returned",
        RETURNED,
        sentence="it goes back into the stock at a random place and another card is turned up",
        cell="into the stock",
    ),
)

UNTIL_ACCEPTED: Final = 0
TURNED_ONCE: Final = 1

TurnAgain: TypeAlias = Literal["until accepted", "once"]
TURN_AGAIN: Final = Choice(
    TurnAgain,
    """Whether cards are turned up until one is accepted, or the second one stays, whatever it is.""",
    Word("until accepted", UNTIL_ACCEPTED, sentence=", until a different kind of card appears"),
    Word("once", TURNED_ONCE, sentence="; that one stays, whatever it is", cell=", once"),
)

WITH_PAIR: Final = 0
WITH_WILD: Final = 1
ONTO_MELD: Final = 2
NATURAL_ONTO_MELD: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Way(Word):
    """A way to take the pile."""

    missing: str = ""
    """What the rules say if this way is not allowed."""
    nor: str = ""
    """The same, after another way that is not allowed."""


Need: TypeAlias = Literal["pair", "natural and wild", "onto meld", "natural onto meld"]
NEED: Final = Choice(
    Need,
    """Ways to take a pile that is not frozen: two naturals from the hand, a natural and a wild, an open meld, or
    a natural from the hand and an open meld, which both cards join.""",
    Way(
        value="pair",
        number=WITH_PAIR,
        sentence="two natural cards from your hand of the rank of its top card",
        refusal="two natural {cards} from your hand",
    ),
    Way(
        value="natural and wild",
        number=WITH_WILD,
        sentence="one such card and a wild card from your hand",
        missing="one such card with a wild card is not enough",
        refusal="a natural {card} and a wild card",
    ),
    Way(
        value="onto meld",
        number=ONTO_MELD,
        sentence="an open meld of {yours} that its top card fits",
        missing="a meld of that rank on the table is not enough",
        nor="nor is a meld on the table",
        refusal="an open meld of {cards}",
    ),
    Way(
        value="natural onto meld",
        number=NATURAL_ONTO_MELD,
        sentence="one such card that joins an open meld of {yours} together with the top card",
        refusal="a natural {card} from your hand and an open meld of {cards}",
    ),
)

USED_MELDED: Final = 0
USED_SHOWN: Final = 1

Use: TypeAlias = Literal["meld", "show"]
USE: Final = Choice(
    Use,
    """Whether, after the opening, the cards that take the pile are melded with its top card or only shown.""",
    Word(
        "meld",
        USED_MELDED,
        sentence="you meld the top card at once, with the cards that take it",
        cell="yes, melded",
    ),
    Word(
        "show",
        USED_SHOWN,
        sentence="once you have opened, you only show the pair: it stays in your hand, and the pile joins it",
        cell="yes, shown; melded in an opening",
    ),
)

WILD_TOP_NO: Final = 0
WILD_TOP_ANY: Final = 1
WILD_TOP_SAME: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Wilds(Word):
    """Which pairs of wild cards take a wild top card."""

    joker: tuple[str, ...] = ()
    """What takes a joker."""
    two: tuple[str, ...] = ()
    """What takes a two."""


_TWO_WILDS: Final = ("two jokers", "a joker and a two", "two twos")

WildTop: TypeAlias = Literal["no", "any wilds", "same wilds"]
WILD_TOP: Final = Choice(
    WildTop,
    """Which two wilds from the hand take a wild top card into a wild meld.""",
    Wilds(
        value="no",
        number=WILD_TOP_NO,
        sentence="nobody can take a pile with a wild card on top",
        refusal="You can't take the pile while a wild card is on top.",
        cell="not taken",
    ),
    Wilds(
        value="any wilds",
        number=WILD_TOP_ANY,
        sentence="if a wild card is on top, two wild cards from your hand take the pile; the three of them become a meld of wild cards",
        refusal="To take the pile with a {card} on top you need two wild cards from your hand.",
        cell="two wilds take it",
        joker=_TWO_WILDS,
        two=_TWO_WILDS,
        typed=("any",),
    ),
    Wilds(
        value="same wilds",
        number=WILD_TOP_SAME,
        sentence="you take a pile with a joker on top with two jokers from your hand, and one with a two on top with two twos, as a meld of wild cards",
        refusal="To take the pile with a {card} on top you need two {cards} from your hand; you hold {held}.",
        cell="two of its kind take it",
        joker=("two jokers",),
        two=("two twos",),
        typed=("same",),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Freezing(Word):
    """What freezes the pile."""

    kinds: tuple[str, ...] = ()
    """The cards that freeze it as long as they lie in it."""


FrozenBy: TypeAlias = Literal["wild", "upcard", "black three"]
FROZEN_BY: Final = Choice(
    FrozenBy,
    """What freezes the pile for everyone until it is taken: a wild card in it, a wild card or red three
    rejected as its first card, a black three in it. `Rules.freezing` and `Rules.freezing_upcards` name the cards.""",
    Freezing(
        value="wild", sentence="a wild card", cell="wild in it", kinds=("joker", "two"), typed=("wild", "wild cards")
    ),
    Freezing(value="upcard", cell="rejected upcard", typed=("upcard", "rejected first card")),
    Freezing(
        value="black three",
        sentence="a black three",
        cell="black 3 in it",
        kinds=("black three",),
        typed=("black threes",),
    ),
)

END_DISCARD: Final = 0
END_KNOCK: Final = 1

End: TypeAlias = Literal["discard", "knock"]
END: Final = Choice(
    End,
    """How a turn ends after taking the pile.""",
    Word(
        "discard",
        END_DISCARD,
        sentence="every turn ends with one discard, face up on the pile",
        refusal="You must end your turn with a discard.",
        cell="1",
    ),
    Word(
        "knock",
        END_KNOCK,
        sentence="if you drew from the stock, your turn ends with one discard, face up on the pile; if you took the pile, it "
        "ends with a knock on the table, without a discard",
        refusal="You took the pile, so your turn ends without a discard: knock to end it.",
        cell="1 after a draw, none after the pile",
    ),
)

CutDealers: TypeAlias = Literal["all", "first"]
CUT_DEALERS: Final = Choice(
    CutDealers,
    """Whether every dealer can earn the points for an exact cut, or only the first.""",
    Word("all", sentence="each dealer", cell="each dealer"),
    Word("first", sentence="the dealer of the {hand}s", cell="first dealer"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating(Word):
    """How seats are given out."""

    stakes: str = ""
    """What people are told when they begin to draw for them."""


Seats: TypeAlias = Literal["as agreed", "draw for partners", "draw for dealer"]
SEATS: Final = Choice(
    Seats,
    """How seats are given out before a match.""",
    Seating(value="as agreed", sentence="agree on seats and the first dealer among yourselves", typed=("agreed",)),
    Seating(
        value="draw for partners",
        sentence="each player draws a card: the players with the highest cards are partners, and likewise those with the next highest; "
        "the highest card deals first, and players with equal cards draw again",
        stakes="The draw: the players with the highest cards are partners, and the highest card deals first.",
    ),
    Seating(
        value="draw for dealer",
        sentence="{all_who_deal} draws a card; the highest card deals first, and players with equal cards draw again",
        stakes="The draw: the highest card deals first.",
    ),
)

AFTER_PILE: Final = 0
AFTER_ANY_DRAW: Final = 1

FrozenAfter: TypeAlias = Literal["pile", "any draw"]
FROZEN_AFTER: Final = Choice(
    FrozenAfter,
    """With `frozen_in_time`: whether only a player who took the pile may do so, or also one who drew and has opened.""",
    Word("pile", AFTER_PILE, sentence="if you have taken the pile"),
    Word("any draw", AFTER_ANY_DRAW, sentence="once you have opened, whether you drew or took the pile"),
)
