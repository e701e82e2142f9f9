"""The questions of ``canasta house new`` on values, in the order in which they are asked, by chapter."""

from __future__ import annotations

from typing import Final

from canasta.rules.changes import Changes
from canasta.rules.groups import Rules
from canasta.terminal.house.answers import Bonuses, Contract, End, Minimums, Packs, Question
from canasta.terminal.house.lists import LaterDeals, RedSets, Several, Specials, kind_words
from canasta.terminal.house.values import CardValues, Name, Number, Players, Word, YesNo

_CARDS: Final = "Players and cards"
_DEAL: Final = "The deal"
_PILE: Final = "The draw and the pile"
_MELDS: Final = "Melds"
_THREES: Final = "Threes"
_OUT: Final = "Going out"
_COUNT: Final = "The count"
_WILD: Final = "natural and wild"
_FREEZING: Final = (
    ("wild", ("wild",)),
    ("wild cards", ("wild",)),
    ("black threes", ("black three",)),
    ("black three", ("black three",)),
    ("upcard", ("upcard",)),
    ("rejected first card", ("upcard",)),
)
"""What people call the causes of a frozen pile."""
_HELD: Final[Changes] = {
    "threes.red_dealt": "at the deal",
    "threes.red_pile_replaced": False,
    "threes.red_against": "never",
    "threes.red_sets": (),
}
"""What laid red threes have, and held ones cannot have."""


def _partners(rules: Rules) -> bool:
    return rules.sides < rules.seats


def _need(yes: bool, rules: Rules) -> Changes:
    others = [way for way in rules.pile.need if way != _WILD]
    return {"pile.need": tuple([others[0], _WILD, *others[1:]] if yes else others)}


def _wild_melds(yes: bool, _: Rules) -> Changes:
    if yes:
        return {"meld.wild_melds": True}
    return {"meld.wild_melds": False, "out.wild": 0, "pile.wild_top": "no"}


def _upcard(yes: bool, _: Rules) -> Changes:
    return {"deal.upcard": True} if yes else {"deal.upcard": False, "deal.reject": ()}


def _grows(yes: bool, _: Rules) -> Changes:
    return {"meld.grows": yes} if yes else {"meld.grows": False, "meld.another": False, "meld.takes": "any cards"}


def _reserves(rules: Rules) -> list[Question]:
    """A question on the size of each reserve."""
    return [
        Number(
            _DEAL,
            f"reserves.{each.name}.size",
            f"Cards of the {each.name}",
            f"How many cards does the {each.name} have?",
        )
        for each in rules.reserves
    ]


def _needed(yes: bool, rules: Rules) -> Changes:
    return {f"reserves.{each.name}.needed": yes for each in rules.reserves}


def questions(rules: Rules) -> list[Question]:
    """The questions that make sense for *rules*, in their order."""
    every: list[Question] = [
        Players(),
        Number(_CARDS, "table.sides", "Sides", "How many sides with {players} players? 0: everyone plays alone."),
        Packs(),
        Number(_CARDS, "deck.jokers", "Jokers", "How many jokers are in each pack?"),
        Number(_DEAL, "deal.hand", "Cards of the hand", "How many cards are dealt to each hand?"),
        *_reserves(rules),
        Word(
            _DEAL,
            "deal.dealers",
            "Who deals",
            "Who deals the cards?",
            (
                ("one dealer", "one"),
                ("one", "one"),
                ("neighbours", "neighbours"),
                ("partners", "partners"),
                ("each packet", "each packet"),
                ("to the right", "each packet to the right"),
                ("each player", "each player"),
                ("everyone", "each player"),
            ),
        ),
        Word(
            _DEAL,
            "deal.first",
            "Who begins",
            "Who has the first turn: the player to the left of the dealer (left), or the dealer?",
            (("left", "left of dealer"), ("left of dealer", "left of dealer"), ("dealer", "dealer")),
        ),
        YesNo(_DEAL, "First card", "Is a card turned up to begin the pile?", lambda r: r.deal.upcard, _upcard),
        Several(
            _DEAL,
            "deal.reject",
            "Not as the first card",
            "Which cards are not accepted as the first card of the pile? Type kinds of cards, or none.",
            kind_words(),
            lambda rules: rules.deal.upcard,
        ),
        Word(
            _DEAL,
            "procedures.seats",
            "Seats",
            "How are seats and the first dealer found: as you agree (agreed), by a draw for partners, or by a draw for the dealer?",
            (
                ("agreed", "as agreed"),
                ("as agreed", "as agreed"),
                ("draw for partners", "draw for partners"),
                ("draw for dealer", "draw for dealer"),
            ),
        ),
        Number(_DEAL, "procedures.stock_piles", "Piles of the stock", "Into how many piles is the stock laid out?"),
        Number(
            _DEAL,
            "procedures.exact_cut",
            "Exact cut",
            "How many points does taking exactly the cards needed earn? 0: it is not played.",
            words=(("none", 0),),
        ),
        Number(_PILE, "draw.stock", "Cards drawn", "How many cards do you draw from the stock?"),
        Number(_PILE, "pile.take", "Cards of the pile", "How many cards of the pile are taken?", words=(("all", 0),)),
        Number(
            _PILE, "pile.least", "Smallest pile", "How many cards must the pile have before it can be taken? 0: any."
        ),
        Word(
            _PILE,
            "opening.pile",
            "Pile closed",
            "When may the pile be taken: at any time (any), once your side has opened (open), or once you have melded yourself (melded)?",
            (
                ("any", "any time"),
                ("any time", "any time"),
                ("open", "side opened"),
                ("side opened", "side opened"),
                ("melded", "player melded"),
                ("player melded", "player melded"),
            ),
            also={key: {"pile.frozen_until_open": False} for key in ("side opened", "player melded")},
        ),
        YesNo(
            _PILE,
            "Frozen before the opening",
            "Is the pile frozen for a side that has not opened?",
            lambda rules: rules.pile.frozen_until_open,
            lambda yes, _: {"pile.frozen_until_open": yes},
            lambda rules: rules.opening.pile == "any time",
        ),
        Several(
            _PILE,
            "pile.frozen_by",
            "What freezes the pile",
            "What freezes the pile for everyone: wild cards in it, black threes in it, a rejected first card (upcard)? Or none.",
            _FREEZING,
            also={"wild": {"pile.wild_top": "no"}},
        ),
        YesNo(
            _PILE,
            "A natural and a wild card",
            "Two natural cards take the pile. Does one natural card with a wild one take it, too?",
            lambda rules: _WILD in rules.pile.need,
            _need,
            lambda rules: rules.pile.use == "meld",
        ),
        Number(
            _MELDS,
            "meld.wilds",
            "Wild cards",
            "How many wild cards may a meld have at most?",
            words=(("no limit", 48), ("any", 48)),
        ),
        Word(
            _MELDS,
            "meld.ratio",
            "Wild and natural",
            "Must wild cards be fewer than natural ones, may they be as many (equal), or half as many (half)?",
            (("fewer", "fewer"), ("equal", "equal"), ("half", "half")),
        ),
        YesNo(
            _MELDS, "Wild melds", "May wild cards be melded alone?", lambda rules: rules.meld.wild_melds, _wild_melds
        ),
        YesNo(_MELDS, "Long {canastas}", "Does a finished {canasta} take more cards?", lambda r: r.meld.grows, _grows),
        Word(
            _MELDS,
            "meld.takes",
            "What they take",
            "Does a finished {canasta} take any cards (any), natural cards only (natural), any cards but no wild one if it is {natural} "
            "(stays), or any cards on later turns only (later)?",
            (
                ("any", "any cards"),
                ("any cards", "any cards"),
                ("natural", "natural cards"),
                ("natural cards", "natural cards"),
                ("stays", "natural stays natural"),
                ("natural stays natural", "natural stays natural"),
                ("later", "later turns"),
                ("later turns", "later turns"),
            ),
            lambda rules: rules.meld.grows,
        ),
        Word(
            _THREES,
            "threes.red",
            "Red threes",
            "Are red threes laid down and replaced, or held in the hand like other cards?",
            (("laid", "laid"), ("held", "held")),
            also={"held": _HELD},
        ),
        Number(
            _THREES,
            "threes.red_value",
            "A red three",
            "How many points is a red three worth that is laid down?",
            lambda rules: rules.threes.red == "laid",
        ),
        RedSets(),
        Number(
            _THREES,
            "threes.red_caught",
            "Lost for a red three",
            "How many points does a red three cost that is left in a hand or not picked up?",
            loss=True,
        ),
        Number(
            _THREES,
            "threes.black_caught",
            "Lost for a black three",
            "How many points does a black three cost that is left?",
            loss=True,
        ),
        Several(
            _THREES,
            "threes.black_meld",
            "Black threes melded",
            "How many black threes may you meld as your last cards? Type the numbers allowed, such as: 3, 4; or none.",
            tuple((str(size), (size,)) for size in range(3, 25)),
        ),
        Word(
            "The opening",
            "opening.by",
            "The minimum depends on",
            "What does the minimum for opening depend on: the number of the {deal} (deal), or your points (total)?",
            (("deal", "deal"), ("round", "deal"), ("total", "total"), ("points", "total")),
        ),
        Minimums(),
        Number(
            "The opening",
            "opening.round",
            "First round of melds",
            "From which round of turns on may cards be laid and the pile taken? 1: from the first turn.",
        ),
        Contract(),
        YesNo(
            _OUT,
            "Reserves first",
            "Must you have picked up your own reserves, such as a foot, before you go out?",
            lambda rules: all(each.needed for each in rules.reserves),
            _needed,
            lambda rules: bool(rules.reserves),
        ),
        Word(
            _OUT,
            "out.discard",
            "The last card",
            "May the last card be melded or discarded (any), must it be a discard (discard), or must it be melded (meld)?",
            (
                ("any", "optional"),
                ("optional", "optional"),
                ("discard", "required"),
                ("required", "required"),
                ("meld", "forbidden"),
                ("forbidden", "forbidden"),
            ),
        ),
        Word(
            _OUT,
            "out.permission",
            "Asking",
            "Do you ask your partner before you go out: never, if you like (may), always (must)?",
            (
                ("never", "none"),
                ("none", "none"),
                ("may", "optional"),
                ("optional", "optional"),
                ("must", "required"),
                ("required", "required"),
            ),
            _partners,
        ),
        Word(
            _OUT,
            "out.partner",
            "The partner's foot",
            "What must your partner have done with the foot before you go out: nothing, picked it up, played part of a turn from it, "
            "or played an earlier turn from it?",
            (
                ("nothing", "no"),
                ("no", "no"),
                ("picked up", "picked up"),
                ("part of a turn", "part of a turn"),
                ("earlier turn", "earlier turn"),
            ),
            lambda rules: _partners(rules) and bool(rules.reserves),
        ),
        Bonuses(),
        Specials(),
        YesNo(
            _COUNT,
            "Special ones count",
            "Does a special {canasta} also count as a {natural} one among those needed to go out?",
            lambda rules: all(each.counts for each in rules.specials),
            lambda yes, rules: {f"specials.{each.rank}.counts": yes for each in rules.specials},
            lambda rules: bool(rules.specials),
        ),
        Number(_COUNT, "score.out", "Going out", "How many points does going out earn?"),
        CardValues(),
        End(),
        LaterDeals(),
        Name("canasta", "A canasta", "What do you call a {canasta}?"),
        Name("natural", "Natural ones", "What do you call a {canasta} without wild cards?"),
        Name("mixed", "Mixed ones", "What do you call a {canasta} with wild cards?"),
    ]
    return [each for each in every if each.applies(rules)]
