"""Games of the family cut down to a few ranks and small canastas, a name and a deck for each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from canasta.rules.groups import Rules, Special
from canasta.rules.groups_rare import SpecialHand
from canasta.rules.load import load
from tests.kernel.tiny import changed, small_deck

MINIMUMS: Final = (15, 30, 50)

_RICH: Final = tuple(small_deck((4, 7, 9, 14), 12, jokers=5, twos=8, reds=3, blacks=4))
_SMALL: Final = tuple(small_deck((4, 7, 9, 14), 7, jokers=3, twos=4, reds=3, blacks=4))
_SHORT: Final = tuple(small_deck((4, 7, 9, 14), 4, jokers=2, twos=2, reds=2, blacks=2))
_BLACK: Final = tuple(small_deck((4, 7), 8, jokers=3, twos=4, reds=1, blacks=12))
_KNEE: Final = tuple(small_deck((5, 7, 9, 14), 16, jokers=5, twos=8, reds=2, blacks=4))
_SEVENS: Final = tuple(small_deck((4, 7, 9), 10, jokers=4, twos=5, reds=2, blacks=3))

TinyGame = tuple[Rules, tuple[int, ...]]


def _hand_and_foot() -> Rules:
    rules = load("hand-and-foot")
    foot = replace(rules.reserves[0], size=3)
    small = {"deal.hand": 5, "meld.size": 4, "out.natural": 1, "out.mixed": 1, "out.wild": 0, "reserves": (foot,)}
    return changed(rules, small)


def _knee_and_foot() -> Rules:
    rules = load("hand-knee-and-foot")
    reserves = tuple(replace(reserve, size=3) for reserve in rules.reserves)
    none = {"out.mixed": 0, "out.wild": 0, "out.special": 0}
    return changed(rules, {"deal.hand": 5, "meld.size": 4, "reserves": reserves, **none})


def _classic(players: int = 4) -> Rules:
    return changed(load("classic", players), {"deal.hand": 4 if players == 6 else 5, "meld.size": 4})


def _new_canasta() -> Rules:
    rules = load("new-canasta", 3)
    down = replace(rules.reserves[0], size=3)
    last = {"threes.black_meld": (4,), "threes.black_last": "last cards"}
    return changed(rules, {"deal.hand": 5, "meld.size": 4, "reserves": (down,), **last})


def hand_and_foot() -> dict[str, TinyGame]:
    """Reserves by the empty hand, permission, wild tops; and what else a reserve may wait for."""
    base = _hand_and_foot()
    foot = base.reserves[0]
    alone: dict[str, Any] = {"reserves": (), "out.partner": "no"}
    free: dict[str, Any] = {"out.permission": "none", "out.partner": "no"}
    own = replace(foot, trigger="own canasta")
    half = {"out.natural": 0, **free}
    another = {"meld.grows": True, "meld.another": True}
    rich: dict[str, dict[str, Any]] = {
        "hand and foot": {},
        "canastas of five": {"meld.size": 5},
        "same wilds": {"pile.wild_top": "same wilds", "pile.take": 3},
        "equal wilds": {"meld.ratio": "equal", "out.mixed": 0},
        "fewer wilds": {"meld.ratio": "fewer", "meld.wilds": 3, "out.partner": "part of a turn", "out.natural": 0},
        "no permission": free,
        "may ask, several melds": {"out.permission": "optional", "out.partner": "no", "meld.several": True},
        "opponents": {"out.opponents": "earlier turn", "out.partner": "no"},
        "no canasta opens": {"opening.canasta": False},
        "top card raises": {"opening.top_card": "raises"},
        "foot by opening": {"reserves": (replace(foot, trigger="side open", rest="next draw"),)},
        "foot by own canasta": {"reserves": (own,)},
        "foot by own canasta, canastas open": {"reserves": (own,), "opening.bonuses": True, "out.partner": "no"},
        "foot by hand": {"reserves": (replace(own, manual=True),)},
        "wilds discarded last": {"discard.kept": ("joker", "two"), "discard.kept_empty": ("7", "A"), **free},
        "another meld beside canastas": another,
        "another meld beside canastas, any order": {**another, **free, "meld.size": 5, "out.natural": 0},
        "another meld, no canasta opens": {**another, **half, "opening.canasta": False},
        "another meld, a foot by canasta": {**another, "reserves": (own,), "out.partner": "no"},
        "red threes wait": {"threes.red_dealt": "before own turn"},
        "red threes after the opening": {"threes.red_dealt": "after the opening"},
        "red threes after the opening, no foot": {**alone, "threes.red_dealt": "after the opening"},
        "red threes after the opening, foot by opening": {
            "threes.red_dealt": "after the opening",
            "reserves": (replace(foot, trigger="side open", rest="next draw"),),
        },
        "partner's foot picked up": {"out.partner": "picked up", "out.natural": 0},
        "all feet picked up": {"out.partner": "no", "out.opponents": "picked up", "out.natural": 0},
        "pile after opening": {"opening.pile": "side opened", "pile.least": 3, "pile.take": 3},
        "pile after melding": {"opening.pile": "player melded", "deal.upcard": False, "deal.reject": ()},
        "talon and foot": {"talon.first": 2, "talon.later": 2, **free},
        "foot not needed": {"reserves": (replace(foot, needed=False),), "out.partner": "no", "out.natural": 0},
        "foot not needed, no last discard": {
            "reserves": (replace(foot, needed=False),),
            "out.discard": "forbidden",
            **half,
        },
        "foot not needed, last discard": {
            "reserves": (replace(foot, needed=False),),
            "out.discard": "required",
            **half,
        },
        "second round": {"opening.round": 2, "deal.first": "dealer"},
        "wilds from three naturals on": {"meld.size": 5, "meld.wild_base": 3, "out.natural": 0},
        "wilds kept for their own meld": {"meld.wilds_kept": True, "meld.wilds_finished": True, "out.natural": 0},
    }
    unwild = {"meld.wild_melds": False, "pile.wild_top": "no", "out.wild": 0}
    small: dict[str, dict[str, Any]] = {
        "no foot": alone,
        "last discard, several melds": {**alone, "out.discard": "required", "meld.several": True, "pile.take": 3},
        "last discard": {**alone, **free, "out.discard": "required"},
        "no last discard": {**alone, **half, "out.discard": "forbidden", "meld.several": True},
        "growing melds": {**alone, "meld.grows": True},
        "growing melds, natural cards": {**alone, "meld.grows": True, "meld.takes": "natural cards", **unwild},
        "growing melds, natural cards, many wilds": {
            **alone,
            **half,
            **unwild,
            "meld.grows": True,
            "meld.takes": "natural cards",
            "meld.ratio": "equal",
            "meld.wilds": 6,
        },
        "several growing melds, natural cards": {
            **alone,
            **half,
            **unwild,
            **another,
            "meld.takes": "natural cards",
        },
        "growing melds, natural stays natural": {**alone, "meld.grows": True, "meld.takes": "natural stays natural"},
        "several growing melds, natural stays natural": {
            **alone,
            **half,
            "meld.grows": True,
            "meld.several": True,
            "meld.takes": "natural stays natural",
        },
        "growing melds, later turns": {**alone, **half, **unwild, "meld.grows": True, "meld.takes": "later turns"},
        "growing melds, later turns, last discard": {
            **alone,
            **unwild,
            "meld.grows": True,
            "meld.takes": "later turns",
            "out.discard": "required",
        },
        "several growing melds": {**alone, **half, "meld.grows": True, "meld.several": True},
        "another meld beside canastas, no foot": {**alone, **half, **another},
        "another meld beside canastas, last discard": {
            **alone,
            **another,
            "out.discard": "required",
            "meld.ratio": "equal",
            "meld.wilds": 4,
            "out.mixed": 2,
        },
        "no canasta opens, no foot": {**alone, **half, "opening.canasta": False},
        "wilds kept, no canasta opens": {
            **alone,
            **half,
            **dict.fromkeys(("meld.wilds_kept", "meld.wilds_finished"), True),
            "meld.wild_base": 3,
            "opening.canasta": False,
        },
        "several wild melds to finish": {
            **alone,
            **half,
            "meld.several": True,
            "meld.wilds_finished": True,
            "meld.wild_base": 3,
        },
        "another wild meld to finish": {**alone, **half, **another, "meld.wilds_finished": True, "meld.wild_base": 3},
        "a growing wild meld to finish": {
            **alone,
            **half,
            "meld.grows": True,
            "meld.wilds_kept": True,
            "meld.wilds_finished": True,
        },
    }
    seven = Special(rank="7", discard="own canasta", last_discard=False)
    pure = (Special(rank="7", wilds=False, finished=True), Special(rank="9", late_wilds=False, finished=True))
    bans: dict[str, dict[str, Any]] = {
        "sevens until own": {**free, "specials": (seven,)},
        "sevens until own, foot not needed": {
            **half,
            "reserves": (replace(foot, needed=False),),
            "specials": (seven,),
        },
        "sevens until own, no last discard": {**free, "out.discard": "forbidden", "specials": (seven,)},
        "sevens until all": {
            **alone,
            "specials": (Special(rank="7", discard="all sides", wilds=False), Special(rank="9", discard="any canasta")),
        },
        "sevens left over": {**free, "specials": (replace(seven, left_over=True),)},
        "sevens left over, no foot": {
            **alone,
            "specials": (Special(rank="7", discard="all sides", wilds=False, left_over=True),),
        },
        "sevens until all, another meld": {**alone, **another, "specials": (replace(seven, discard="all sides"),)},
        "sevens count": {
            **alone,
            "out.natural": 2,
            "out.mixed": 0,
            "specials": (Special(rank="7", counts=True), Special(rank="9")),
        },
        "sevens until own, red threes after the opening": {
            **free,
            "specials": (seven,),
            "threes.red_dealt": "after the opening",
        },
        "pure sevens to finish": {**alone, **half, "specials": pure},
        "pure sevens to finish, with a foot": {**free, "out.natural": 0, "specials": pure},
        "pure sevens to finish, several melds": {**alone, **half, "meld.several": True, "specials": pure},
        "pure sevens to finish, growing melds": {**alone, **half, "meld.grows": True, "specials": pure},
        "nines until own": {**alone, **free, "specials": (Special(rank="9", discard="own canasta"),)},
    }
    return {
        **{name: (changed(base, change), _RICH) for name, change in rich.items()},
        **{name: (changed(base, {"deal.hand": 6, **change}), _SMALL) for name, change in small.items()},
        **{name: (changed(base, change), _SEVENS) for name, change in bans.items()},
    }


def classic() -> dict[str, TinyGame]:
    """Frozen piles, black threes, going out concealed, the end of the stock."""
    base = _classic()
    unforced: dict[str, Any] = {"exhaustion.forced": "no"}
    american: dict[str, Any] = {"meld.grows": False, "meld.wild_melds": True, "opening.concealed": "no"}
    laid: dict[str, Any] = {"threes.black": "laid", "threes.black_meld": ()}
    talon: dict[str, Any] = {"talon.first": 2, "talon.later": 1, "deal.hand": 6, "out.canastas": 2}
    kept: dict[str, Any] = {
        "meld.wild_melds": True,
        "meld.wilds_kept": True,
        "meld.wilds_finished": True,
        "meld.wild_base": 3,
        "meld.size": 5,
        "meld.ratio": "equal",
    }
    small: dict[str, dict[str, Any]] = {
        "classic": {},
        "concealed side": {"meld.size": 5, "opening.concealed": "side"},
        "not concealed": {"opening.concealed": "no"},
        "passing": {"out.passing": True, "meld.size": 5},
        "passing, no last discard": {
            "out.passing": True,
            "out.discard": "forbidden",
            "threes.black_last": "last cards",
        },
        "passing, must ask": {"out.passing": True, "out.permission": "required"},
        "classic, last discard": {"out.discard": "required"},
        "classic, no permission": {"out.permission": "none"},
        "classic, asking once a deal": {"out.ask_again": False},
        "classic, another meld": {"meld.another": True, "opening.concealed": "no"},
        "another meld, concealed alone": {
            "meld.another": True,
            "table.sides": 0,
            "out.canastas": 2,
            "out.permission": "none",
        },
        "another meld, wilds in halves": {
            "meld.another": True,
            "opening.concealed": "no",
            "meld.ratio": "half",
            "meld.wild_melds": True,
            "out.canastas": 2,
        },
        "classic, several melds": {"meld.several": True, "opening.concealed": "no"},
        "closed canastas": {"meld.grows": False},
        "dead ranks": {**american, "meld.dead": True, "discard.dead_empty": True, "discard.kept_empty": ("A",)},
        "dead ranks, concealed": {"meld.grows": False, "meld.dead": True},
        "natural meld opens": {**american, "opening.triple": "natural meld", "opening.mixed": False},
        "natural meld opens, the top card raises": {
            **american,
            "opening.triple": "natural meld",
            "opening.top_card": "raises",
            "meld.ratio": "equal",
            "out.canastas": 2,
        },
        "talon": {**american, **talon, "talon.least": 6},
        "talon, not later": {**talon, "talon.later": 0, "out.permission": "none", "meld.size": 5},
        "talon, must ask": {**talon, "out.permission": "required", "out.canastas": 1},
        "talon, concealed": {**talon, "out.discard": "required", "out.canastas": 1},
        "talon, no last discard": {**talon, "out.discard": "forbidden"},
        "natural meld opens, sevens are no last discard": {
            **american,
            "opening.triple": "natural meld",
            "specials": (Special(rank="7", bonus=1000, last_discard=False),),
        },
        "natural or wild meld opens": {
            **american,
            "opening.triple": "natural or wild meld",
            "opening.top_card": "raises",
            "meld.dead": True,
            "out.permission": "none",
        },
        "special hands": {
            **american,
            "opening.triple": "natural meld",
            "special_hands": (
                SpecialHand(name="pairs", groups=((2, 3),), points=2000),
                SpecialHand(name="wild pairs", groups=((2, 2),), wilds=((2, 1),), ranks=("7",), points=2500),
                SpecialHand(name="any", groups=((3, 1), (2, 1), (1, 1)), wild_groups=True, points=1500),
                SpecialHand(name="dream", groups=((4, 1),), any_wilds=2, points=3000),
            ),
        },
        "natural cards": {"meld.takes": "natural cards"},
        "natural stays natural": {"meld.takes": "natural stays natural"},
        "later turns": {"meld.takes": "later turns"},
        "strict wilds": {"meld.ratio": "fewer", "opening.top_card": "raises"},
        "half wilds": {"meld.ratio": "half", "meld.wild_melds": True},
        "held red threes": {"threes.red": "held", "threes.red_sets": (), "threes.red_against": "never"},
        "one card piles": {"pile.last_card": False},
        "sevens count, and stay open": {"out.natural": 2, "specials": (Special(rank="7", counts=True),)},
        "third round, no upcard": {
            "opening.round": 3,
            "deal.upcard": False,
            "deal.reject": (),
            "pile.frozen_by": ("wild",),
            "pile.least": 2,
        },
        "a natural onto a meld": {"pile.need": ("pair", "natural and wild", "natural onto meld"), **unforced},
        "a natural onto closed melds": {
            "pile.need": ("pair", "natural onto meld"),
            "meld.grows": False,
            "meld.several": True,
            "opening.concealed": "no",
            **unforced,
        },
        "black threes laid": {**laid, "deal.reject": ("joker", "two", "red three"), "deal.rejected": "covered"},
        "black threes laid, those of the pile replaced": {**laid, "threes.red_pile_replaced": True},
        "black threes laid before the own turn": {**laid, "threes.red_dealt": "before own turn"},
        "wilds kept, must ask": {**kept, "out.permission": "required"},
        "wilds kept, last discard": {**kept, "out.discard": "required", "meld.grows": False},
        "wilds kept, concealed with the pile": {**kept, "opening.concealed_pile": True, "meld.wild_base": 4},
        "wilds kept, canastas open": {**kept, "opening.bonuses": True, "opening.concealed": "no"},
        "lifting": {"pile.restore": 50},
        "lifting, must ask": {"pile.restore": 50, "out.permission": "required", "out.canastas": 0},
        "black threes freeze": {"pile.frozen_by": ("black three",), "pile.blocked_by": ()},
        "canastas open": {"opening.bonuses": True},
        "red threes of the pile replaced": {"threes.red_pile_replaced": True},
        "red threes of the pile replaced, concealed with it": {
            "threes.red_pile_replaced": True,
            "opening.concealed_pile": True,
        },
        "concealed with the pile": {"opening.concealed_pile": True},
        "concealed with the pile, must ask": {"opening.concealed_pile": True, "out.permission": "required"},
        "concealed with the pile, passing": {
            "opening.concealed_pile": True,
            "out.passing": True,
            "meld.ratio": "fewer",
        },
        "canastas open, not concealed": {"opening.bonuses": True, "opening.concealed": "no", "meld.wild_melds": True},
    }
    short: dict[str, dict[str, Any]] = {
        "forced onto a meld": {},
        "forced card": {"exhaustion.forced": "top card", "deal.hand": 4},
        "forced card alone": {"exhaustion.forced": "top card alone", "deal.hand": 4},
        "lifting at the end": {"pile.restore": 50, "deal.hand": 4},
        "not forced": unforced,
        "no pile after the stock": {"exhaustion.ends": "at draw", "exhaustion.pile": False, **unforced},
        "last lap": {"exhaustion.ends": "last lap", **unforced},
        "last lap, no pile": {"exhaustion.ends": "last lap", "exhaustion.pile": False, **unforced},
    }
    black = {"threes.black_meld": (3, 5), "meld.size": 5}
    return {
        **{name: (changed(base, change), _SMALL) for name, change in small.items()},
        **{name: (changed(base, change), _SHORT) for name, change in short.items()},
        "classic for two": (changed(_classic(2), {"deal.hand": 6}), _SMALL),
        "classic for three": (_classic(3), _SMALL),
        "classic for six": (_classic(6), _SMALL),
        "classic for six, everyone must agree": (
            changed(_classic(6), {"out.answers": "every", "out.permission": "required"}),
            _SMALL,
        ),
        "classic for two, concealed with the pile": (
            changed(_classic(2), {"deal.hand": 6, "opening.concealed_pile": True, "out.canastas": 1}),
            _SMALL,
        ),
        "black threes, three or five": (changed(base, black), _BLACK),
        "black threes, three or four": (changed(base, {"meld.size": 5}), _BLACK),
    }


def others() -> dict[str, TinyGame]:
    """Shown pairs, red threes on canastas, the last lap; knees, knocks and special ranks."""
    new, knee = _new_canasta(), _knee_and_foot()
    seven: dict[str, Any] = {"reserves": (), "deal.hand": 7, "out.canastas": 1}
    manual = (replace(knee.reserves[0], manual=True), knee.reserves[1])
    new_ones: dict[str, dict[str, Any]] = {
        "new canasta": {},
        "top three": {"pile.take": 3, "pile.consecutive": True},
        "no down": seven,
        "no down, black threes count for nothing": {**seven, "out.canastas": 2, "out.black_counts": False},
        "frozen in time": {"procedures.frozen_in_time": True},
        "frozen in time, no down": {**seven, "procedures.frozen_in_time": True},
        "frozen in time after any draw": {"procedures.frozen_in_time": True, "procedures.frozen_after": "any draw"},
        "frozen in time after any draw, no down": {
            **seven,
            "procedures.frozen_in_time": True,
            "procedures.frozen_after": "any draw",
        },
        "one more upcard": {"deal.turn_again": "once"},
        "concealed alone": {**seven, "opening.canasta": True, "opening.concealed": "player", "meld.ratio": "half"},
    }
    knees: dict[str, dict[str, Any]] = {
        "knee and foot": {},
        "knee and foot, canastas of five": {"meld.size": 5},
        "knee by hand": {"reserves": manual},
        "red threes after the opening, knee": {"threes.red_dealt": "after the opening"},
        "red threes after the opening, knocking": {
            "threes.red_dealt": "after the opening",
            "reserves": (),
            "deal.hand": 6,
        },
        "knocking": {"reserves": (), "deal.hand": 6},
        "knocking, no last discard": {"reserves": (), "deal.hand": 6, "out.discard": "forbidden"},
        "knocking, specials": {"reserves": (), "out.special": 1, "out.natural": 0, "out.permission": "none"},
    }
    deck = tuple(small_deck((4, 7, 9, 14), 8, jokers=3, twos=4, reds=3, blacks=6))
    return {
        **{name: (changed(new, change), deck) for name, change in new_ones.items()},
        "exactly four black threes": (changed(new, seven), _BLACK),
        "four black threes and a discard": (changed(new, {**seven, "threes.black_last": "last meld"}), _BLACK),
        **{name: (changed(knee, change), _KNEE) for name, change in knees.items()},
    }


def tiny_games() -> dict[str, TinyGame]:
    """Return every tiny game by its name."""
    return {**hand_and_foot(), **classic(), **others()}
