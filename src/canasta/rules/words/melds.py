"""The words of melds, openings, reserves, threes and special ranks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from canasta.rules.words.word import Choice, Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit(Word):
    """How many wild cards stand beside natural ones."""

    most: Callable[[int], int]
    """The most wild cards beside a number of natural ones, whatever else limits them."""
    pairs: str = ""
    """What the sentence adds where two wild cards may stand in a meld."""

    @property
    def share(self) -> int:
        """How many cards of many melds hold at most one wild card."""
        many = 1000
        return (many + self.most(many)) // self.most(many)


Ratio: TypeAlias = Literal["fewer", "equal", "half"]
RATIO: Final = Choice(
    Ratio,
    """How many wild cards a meld may have: fewer than naturals, as many, or half as many.""",
    Limit(
        value="fewer",
        most=lambda naturals: naturals - 1,
        sentence="a meld must have more natural cards than wild ones: two kings and a joker are fine, two kings and two jokers are not",
        refusal="fewer wild cards than natural ones",
        cell="fewer than naturals",
    ),
    Limit(
        value="equal",
        most=lambda naturals: naturals,
        sentence="a meld must not have more wild cards than natural ones",
        pairs=": two kings and two jokers are fine",
        refusal="no more wild cards than natural ones",
        cell="≤ naturals",
    ),
    Limit(
        value="half",
        most=lambda naturals: naturals // 2,
        sentence="a meld needs two natural cards for each wild one, at any size",
        refusal="at least two natural cards for every wild one",
        cell="naturals ≥ 2 × wilds",
    ),
)
"""The kernel has no number for these: it asks for the most, once for each table of rules."""


TAKES_ANY: Final = 0
TAKES_NATURALS: Final = 1
TAKES_UNMIXED: Final = 2
TAKES_LATER: Final = 3

Takes: TypeAlias = Literal["any cards", "natural cards", "natural stays natural", "later turns"]
TAKES: Final = Choice(
    Takes,
    """With `grows`, what a finished canasta takes: any cards, natural cards only, no wild card where it is natural, or
    any cards in later turns than the one that finishes it.""",
    Word(
        "any cards",
        TAKES_ANY,
        sentence="{a_canasta} may take more cards; a wild card turns {a_natural} one into {a_mixed} one",
        cell="yes",
        typed=("any",),
    ),
    Word(
        "natural cards",
        TAKES_NATURALS,
        sentence="a finished {canasta} may take more natural cards, but no wild card",
        refusal="A finished {canasta} takes natural cards only.",
        cell="by natural cards",
        typed=("natural",),
    ),
    Word(
        "natural stays natural",
        TAKES_UNMIXED,
        sentence="a finished {canasta} may take more cards, but no wild card joins {a_natural} one",
        refusal="A finished {natural} {canasta} takes natural cards only.",
        cell="yes, natural ones by natural cards",
        typed=("stays",),
    ),
    Word(
        "later turns",
        TAKES_LATER,
        sentence="a finished {canasta} may take more cards, but not in the turn that finishes it: lay exactly {size} then",
        refusal="Finish {a_canasta} with exactly {size} cards. It takes more on later turns.",
        cell="in later turns",
        typed=("later",),
    ),
)

ONE_OPEN: Final = 0
CANASTAS_AND_ONE_OPEN: Final = 1
ANY_OPEN: Final = 2

OpenMelds: TypeAlias = Literal["one", "canastas and one", "any"]
OPEN_MELDS: Final = Choice(
    OpenMelds,
    """Which melds of a rank a side may have open at the same time: one, canastas and one unfinished meld, or any.""",
    Word("one", ONE_OPEN, cell="no"),
    Word("canastas and one", CANASTAS_AND_ONE_OPEN, cell="beside {canastas}"),
    Word("any", ANY_OPEN, cell="yes"),
)
"""Not a value of its own: `Rules.open_melds` follows from two values of `meld`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure(Word):
    """What the minimum follows."""

    head: str
    """What stands above it in a table of minimums."""


By: TypeAlias = Literal["deal", "total"]
BY: Final = Choice(
    By,
    """Whether the minimum follows the number of the deal or the side's total.""",
    Measure(value="deal", sentence="the number of the {deal}", head="{deal}", cell="deal", typed=("deal", "round")),
    Measure(value="total", sentence="{your} total", head="{your} total", cell="total", typed=("total", "points")),
)

TOP_COUNTS: Final = 0
TOP_RAISES: Final = 1

TopCard: TypeAlias = Literal["counts", "raises"]
TOP_CARD: Final = Choice(
    TopCard,
    """Whether the pile's top card counts toward the minimum or raises it by its value.""",
    Word("counts", TOP_COUNTS, sentence="its top card counts toward the minimum", cell="top card counts"),
    Word(
        "raises",
        TOP_RAISES,
        sentence="the minimum rises by the value of its top card, so that card does not help",
        cell="top card raises the minimum",
    ),
)

PILE_ANY_TIME: Final = 0
PILE_SIDE_OPENED: Final = 1
PILE_PLAYER_MELDED: Final = 2

OpeningPile: TypeAlias = Literal["any time", "side opened", "player melded"]
OPENING_PILE: Final = Choice(
    OpeningPile,
    """From when on a player may take the pile: at any time, once the side has opened, or once the player has laid
    cards in an earlier turn.""",
    Word("any time", PILE_ANY_TIME, refusal="{your_side} {has} opened", typed=("any",)),
    Word(
        "side opened",
        PILE_SIDE_OPENED,
        sentence="you may take the pile only once {your_side} {has} opened",
        refusal="{your_side} {has} opened",
        cell="side not open: closed",
        typed=("open",),
    ),
    Word(
        "player melded",
        PILE_PLAYER_MELDED,
        sentence="you may take the pile only if you have melded cards yourself on an earlier turn",
        refusal="you have melded cards yourself on an earlier turn",
        cell="nothing melded yet: closed",
        typed=("melded",),
    ),
)

NOT_CONCEALED: Final = 0
CONCEALED_PLAYER: Final = 1
CONCEALED_SIDE: Final = 2

Concealed: TypeAlias = Literal["no", "player", "side"]
CONCEALED: Final = Choice(
    Concealed,
    """Who must have laid nothing before if a player goes out in one turn without a minimum: no one may do this, the
    player, or the whole side.""",
    Word("no", NOT_CONCEALED, typed=("no", "never")),
    Word("player", CONCEALED_PLAYER, sentence="you have"),
    Word("side", CONCEALED_SIDE, sentence="{your_side} {has}", cell=", nothing laid by the side"),
)
"""The sentence says who has laid nothing; the cell says so only if it is the whole side."""

NO_TRIPLE: Final = 0
TRIPLE_NATURAL: Final = 1
TRIPLE_ANY: Final = 2

Triple: TypeAlias = Literal["no", "natural meld", "natural or wild meld"]
TRIPLE: Final = Choice(
    Triple,
    """Whether an opening needs a meld of natural cards alone, three of them from the hand; or such a meld or one of wild cards alone.""",
    Word("no", NO_TRIPLE),
    Word(
        "natural meld",
        TRIPLE_NATURAL,
        sentence="a meld of natural cards only, at least three of them from your hand",
        refusal="a meld of three or more natural cards from your hand, without wild cards",
        cell=", with a meld of natural cards",
        typed=("natural",),
    ),
    Word(
        "natural or wild meld",
        TRIPLE_ANY,
        sentence="a meld of natural cards only, at least three of them from your hand, or of wild cards only",
        refusal="a meld of three or more natural cards from your hand, or of wild cards alone",
        cell=", with a meld of natural or of wild cards",
        typed=("wild",),
    ),
)

WHEN_EMPTY: Final = 0
WHEN_OWN_CANASTA: Final = 1
WHEN_SIDE_CANASTA: Final = 2
WHEN_SIDE_OPEN: Final = 3

Trigger: TypeAlias = Literal["hand empty", "own canasta", "side canasta", "side open"]
TRIGGER: Final = Choice(
    Trigger,
    """When a player gets it: with an empty hand, a canasta of their own, a canasta of the side, or the opening of the side.""",
    Word("hand empty", WHEN_EMPTY, refusal="when your hand is empty", cell="empty hand", typed=("empty",)),
    Word(
        "own canasta",
        WHEN_OWN_CANASTA,
        sentence="when you yourself finish {a_canasta} for the first time in the {deal}",
        refusal="when you finish {a_canasta}",
        cell="own first canasta",
        typed=("own",),
    ),
    Word(
        "side canasta",
        WHEN_SIDE_CANASTA,
        sentence="when you finish {your} first {canasta} of the {deal}",
        refusal="when {your_side} {finishes} {a_canasta}",
        cell="side's first canasta",
        typed=("side",),
    ),
    Word(
        "side open",
        WHEN_SIDE_OPEN,
        sentence="when you open{for_side}",
        refusal="when {your_side} {opens}",
        cell="side's opening",
        typed=("opening",),
    ),
)

REST_OWN: Final = 0
REST_AT_ONCE: Final = 1
REST_NEXT_DRAW: Final = 2

Rest: TypeAlias = Literal["own", "at once", "next draw"]
REST: Final = Choice(
    Rest,
    """When the other players of the side get theirs, if the trigger is one of the side: each by their own trigger
    (``own``), at once, or after their next draw.""",
    Word("own", REST_OWN),
    Word("at once", REST_AT_ONCE, sentence="at once, too", cell="partners at once"),
    Word(
        "next draw",
        REST_NEXT_DRAW,
        sentence="on {partners_turn}, after the draw",
        cell="partners after their next draw",
    ),
)

PICKED_AT_ONCE: Final = 0
PICKED_NEXT_TURN: Final = 1

AfterDiscard: TypeAlias = Literal["at once", "next turn"]
AFTER_DISCARD: Final = Choice(
    AfterDiscard,
    """When a player picks it up if their hand is empty after the discard.""",
    Word("at once", PICKED_AT_ONCE, sentence="at once, to play from it on your next turn", cell="played next turn"),
    Word("next turn", PICKED_NEXT_TURN, sentence="at the start of your next turn", cell="picked up next turn"),
)

RED_LAID: Final = 0
RED_HELD: Final = 1

Red: TypeAlias = Literal["laid", "held"]
RED: Final = Choice(
    Red,
    """Whether red threes are laid down at once and replaced, or stay in the hand like other cards.""",
    Word(
        "laid",
        RED_LAID,
        sentence="when you get a red three, lay it face up at once and replace it with a card from the stock",
        cell="yes",
    ),
    Word(
        "held",
        RED_HELD,
        sentence="red threes stay in your hand like other cards and may be discarded; they are never melded",
        cell="no, held",
    ),
)

BLACK_ORDINARY: Final = 0
BLACK_LAID: Final = 1

Black: TypeAlias = Literal["ordinary", "laid"]
BLACK: Final = Choice(
    Black,
    """Whether black threes are held and discarded like other cards, or laid down and replaced like red ones.""",
    Word("ordinary", BLACK_ORDINARY, typed=("held",)),
    Word(
        "laid",
        BLACK_LAID,
        sentence="black threes are laid down, replaced and counted like red ones, each colour by itself",
        cell="black ones too",
    ),
)

REDS_AT_DEAL: Final = 0
REDS_BEFORE_TURN: Final = 1
REDS_AFTER_OPENING: Final = 2

RedDealt: TypeAlias = Literal["at the deal", "before own turn", "after the opening"]
RED_DEALT: Final = Choice(
    RedDealt,
    """When red threes that were dealt are laid and replaced: by everyone when the deal begins, or by each player
    just before their first turn. After the opening: no red three is laid before the side has opened; the player who
    opens then lays theirs, and partners do so just before their next turns.""",
    Word("at the deal", REDS_AT_DEAL, typed=("deal",)),
    Word(
        "before own turn",
        REDS_BEFORE_TURN,
        sentence="keep red threes dealt to you until your first turn: you lay and replace them just before it",
        cell="yes; dealt ones before the first turn",
        typed=("turn",),
    ),
    Word(
        "after the opening",
        REDS_AFTER_OPENING,
        sentence="until {your_side} {has} opened, red threes stay in your hand like other cards and may be discarded",
        cell="yes, once the side has opened",
        typed=("opening",),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Against(Word):
    """When red threes count against their side."""

    note: str = ""
    """The addition to their line on the score sheet in that case."""


AGAINST_NEVER: Final = 0
AGAINST_BARE: Final = 1
AGAINST_BARE_IF_OUT: Final = 2
AGAINST_NO_SPECIAL: Final = 3
AGAINST_ALWAYS: Final = 4
AGAINST_BY_CANASTAS: Final = 5

RedAgainst: TypeAlias = Literal[
    "never", "no melds", "no melds and another out", "no special canasta", "always", "by canastas"
]
RED_AGAINST: Final = Choice(
    RedAgainst,
    """When a side's laid red threes count against it; by canastas: without any, and with one they count nothing.""",
    Against(value="never", number=AGAINST_NEVER, cell="never"),
    Against(
        value="no melds",
        number=AGAINST_BARE,
        sentence="{threes} count against {a_side} without any meld",
        cell="a side without melds",
        note=", nothing melded",
    ),
    Against(
        value="no melds and another out",
        number=AGAINST_BARE_IF_OUT,
        sentence="{threes} count against {a_side} without any meld when {another} goes out",
        cell="a side without melds, if another goes out",
        note=", nothing melded",
        typed=("other out",),
    ),
    Against(
        value="no special canasta",
        number=AGAINST_NO_SPECIAL,
        sentence="{threes} count against {a_side} without {a_natural} {canasta} of {special_ranks}",
        cell="a side without a special canasta",
        note=", without the canasta they need",
        typed=("special",),
    ),
    Against(value="always", number=AGAINST_ALWAYS, sentence="{threes} always count against {owner}", cell="always"),
    Against(
        value="by canastas",
        number=AGAINST_BY_CANASTAS,
        sentence="{threes} count against {a_side} without any {canasta}, and count nothing for {a_side} with only one",
        cell="a side without a canasta; nothing with one",
        note=", no canasta",
        typed=("canastas",),
    ),
)

LAST_MELD: Final = 0
LAST_CARDS: Final = 1

BlackLast: TypeAlias = Literal["last meld", "last cards"]
BLACK_LAST: Final = Choice(
    BlackLast,
    """Whether a discard may follow that meld, or it must use the player's last cards.""",
    Word(
        "last meld",
        LAST_MELD,
        sentence="the last meld of a player who goes out; a discard may follow",
        cell="last meld",
        typed=("discard",),
    ),
    Word(
        "last cards",
        LAST_CARDS,
        sentence="the last cards of a player who goes out with them",
        cell="last cards",
        typed=("last",),
    ),
)

DISCARD_FREE: Final = 0
DISCARD_OWN: Final = 1
DISCARD_ALL: Final = 2
DISCARD_ANY: Final = 3

SpecialDiscard: TypeAlias = Literal["free", "own canasta", "all sides", "any canasta"]
SPECIAL_DISCARD: Final = Choice(
    SpecialDiscard,
    """When a card of this rank may be discarded: always; once the player's side, or every side, has a natural
    canasta of the rank; or once every side has any canasta of it.""",
    Word("free", DISCARD_FREE, typed=("free", "always")),
    Word(
        "own canasta",
        DISCARD_OWN,
        sentence="{your_side} {has} {a_natural} {canasta} of them",
        cell="discarded after the side's natural canasta",
        typed=("own",),
    ),
    Word(
        "all sides",
        DISCARD_ALL,
        sentence="{every} has {a_natural} {canasta} of them",
        cell="discarded after natural canastas of all sides",
        typed=("all",),
    ),
    Word(
        "any canasta",
        DISCARD_ANY,
        sentence="{every} has {a_canasta} of them, {natural} or {mixed}",
        cell="discarded after canastas of all sides",
        typed=("any",),
    ),
)
"""The sentence follows "may not be discarded until"."""
