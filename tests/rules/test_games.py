"""The values of six games, written down a second time: by clause, as people would say them."""

from typing import Any

import pytest

from canasta.rules.groups import Rules
from canasta.rules.load import load

CARDS = {"joker": 50, "two": 20, "A": 20, **dict.fromkeys("89TJQK", 10), **dict.fromkeys("4567", 5), "black three": 5}
BY_DEAL = ((1, 50), (2, 90), (3, 120), (4, 150))


def value(rules: Rules, path: str) -> Any:
    group, *item, name = path.split(".")
    content = getattr(rules, group)
    if item:
        label = "name" if group == "reserves" else "rank"
        content = next(each for each in content if getattr(each, label) == item[0])
    return getattr(content, name)


HAND_AND_FOOT = {
    "deck.packs": 6, "deal.hand": 13, "deal.dealers": "partners", "deal.first": "left of dealer",
    "deal.reject": ("joker", "two", "red three"), "deal.rejected": "returned", "draw.stock": 2,
    "pile.take": 7, "pile.need": ("pair",), "pile.use": "meld", "pile.wild_top": "any wilds",
    "pile.blocked_by": ("black three",), "pile.frozen_by": (), "pile.frozen_until_open": False,
    "pile.consecutive": True, "pile.last_card": True, "pile.end": "discard", "pile.restore": 0,
    "meld.size": 7, "meld.grows": False, "meld.several": False, "meld.wilds": 2, "meld.ratio": "half",
    "meld.wild_melds": True, "opening.by": "deal", "opening.minimums": BY_DEAL, "opening.canasta": True,
    "opening.top_card": "counts", "opening.concealed": "no", "reserves.foot.size": 13,
    "reserves.foot.trigger": "hand empty", "reserves.foot.rest": "own", "reserves.foot.after_discard": "at once",
    "reserves.foot.red_threes": True, "threes.red": "laid", "threes.red_value": 100, "threes.red_sets": (),
    "threes.red_caught": 100, "threes.red_against": "never", "threes.red_canasta": 0, "threes.black_caught": 5,
    "threes.black_meld": (), "out.natural": 2, "out.mixed": 2, "out.wild": 1, "out.special": 0, "out.canastas": 0,
    "out.discard": "optional", "out.permission": "required", "out.partner": "earlier turn", "out.opponents": "no",
    "out.passing": False, "exhaustion.ends": "at draw", "exhaustion.pile": True, "exhaustion.forced": "no",
    "score.natural": 500, "score.mixed": 300, "score.wild": 1500, "score.melded": True, "score.out": 100,
    "score.concealed": 0, "match.deals": 4, "match.target": 0, "procedures.exact_cut": 0,
    "procedures.frozen_in_time": False,
}  # fmt: skip

NEW_CANASTA = {
    "table.sides": 0, "table.score_keeper": True, "table.ideal": (5, 6, 7), "deal.hand": 11,
    "deal.dealers": "neighbours", "deal.first": "left of second dealer",
    "deal.reject": ("joker", "two", "black three", "red three"), "deal.rejected": "covered", "draw.stock": 2,
    "pile.take": 0, "pile.need": ("pair",), "pile.use": "show", "pile.wild_top": "no",
    "pile.blocked_by": ("black three", "red three"), "pile.frozen_by": (), "pile.frozen_until_open": False,
    "pile.consecutive": False, "pile.end": "discard", "pile.restore": 0, "meld.size": 7, "meld.grows": False,
    "meld.several": True, "meld.wilds": 3, "meld.ratio": "fewer", "meld.wild_melds": False, "opening.by": "total",
    "opening.minimums": ((-1, 15), (0, 50), (1501, 90), (3001, 120), (5001, 150), (7001, 210)),
    "opening.canasta": False, "opening.top_card": "counts", "opening.concealed": "no", "reserves.down.size": 11,
    "reserves.down.trigger": "hand empty", "reserves.down.after_discard": "at once", "threes.red": "held",
    "threes.red_sets": (), "threes.red_caught": 500, "threes.red_against": "never", "threes.red_canasta": 1000,
    "threes.black_caught": 0, "threes.black_meld": (7,), "threes.black_last": "last cards", "out.natural": 0,
    "out.mixed": 0, "out.wild": 0, "out.canastas": 2, "out.black_counts": True, "out.discard": "optional",
    "out.permission": "none", "out.passing": False, "exhaustion.ends": "last lap", "exhaustion.pile": True,
    "exhaustion.bonus": False, "score.natural": 500, "score.mixed": 300, "score.black": 0, "score.melded": True,
    "score.out": 100, "score.order": "three counts", "match.deals": 0, "match.target": 10000,
    "procedures.exact_cut": 100, "procedures.frozen_in_time": False,
}  # fmt: skip

HAND_KNEE_AND_FOOT = {
    "deal.hand": 15, "deal.dealers": "one", "deal.reject": ("joker", "two", "red three", "5", "7"),
    "deal.rejected": "returned", "draw.stock": 2, "pile.take": 0, "pile.need": ("pair",), "pile.use": "meld",
    "pile.wild_top": "same wilds", "pile.blocked_by": ("black three",), "pile.frozen_by": (),
    "pile.frozen_until_open": False, "pile.consecutive": True, "pile.end": "knock", "meld.size": 7,
    "meld.grows": False, "meld.several": False, "meld.wilds": 2, "meld.ratio": "equal", "meld.wild_melds": True,
    "opening.by": "deal", "opening.minimums": BY_DEAL, "opening.canasta": True, "reserves.knee.size": 13,
    "reserves.knee.trigger": "side canasta", "reserves.knee.rest": "next draw", "reserves.knee.manual": False,
    "reserves.knee.red_threes": False, "reserves.foot.size": 11, "reserves.foot.trigger": "hand empty",
    "reserves.foot.after_discard": "next turn", "reserves.foot.red_threes": False, "threes.red": "laid",
    "threes.red_value": 100, "threes.red_sets": (), "threes.red_caught": 500, "threes.red_against": "never",
    "threes.black_caught": 5, "threes.black_meld": (), "specials.5.bonus": 3000, "specials.5.wilds": False,
    "specials.5.discard": "free", "specials.7.bonus": 5000, "specials.7.wilds": False, "specials.7.discard": "free",
    "out.natural": 1, "out.mixed": 1, "out.wild": 1, "out.special": 1, "out.canastas": 0, "out.discard": "optional",
    "out.permission": "required", "out.partner": "no", "exhaustion.ends": "at draw", "exhaustion.pile": True,
    "score.natural": 500, "score.mixed": 300, "score.wild": 2500, "score.melded": True, "score.out": 200,
    "match.deals": 4, "match.target": 0, "procedures.exact_cut": 0,
}  # fmt: skip

CLASSIC = {
    "deck.packs": 2, "deal.hand": 11, "deal.reject": ("joker", "two", "red three"), "deal.rejected": "covered",
    "draw.stock": 1, "pile.take": 0, "pile.need": ("pair", "natural and wild", "onto meld"), "pile.use": "meld",
    "pile.wild_top": "no", "pile.blocked_by": ("black three", "red three"), "pile.frozen_by": ("wild", "upcard"),
    "pile.frozen_until_open": True, "pile.consecutive": True, "pile.last_card": True, "pile.end": "discard",
    "meld.size": 7, "meld.grows": True, "meld.several": False, "meld.wilds": 3, "meld.ratio": "equal",
    "meld.wild_melds": False, "opening.by": "total",
    "opening.minimums": ((-1, 15), (0, 50), (1500, 90), (3000, 120)), "opening.canasta": True,
    "opening.top_card": "counts", "opening.concealed": "player", "threes.red": "laid", "threes.red_value": 100,
    "threes.red_sets": ((4, 800),), "threes.red_against": "no melds", "threes.black_caught": 5,
    "threes.black_meld": (3, 4), "threes.black_last": "last meld", "out.canastas": 1, "out.discard": "optional",
    "out.permission": "optional", "out.partner": "no", "out.passing": False, "exhaustion.ends": "pile only",
    "exhaustion.pile": True, "exhaustion.forced": "onto meld", "exhaustion.bonus": True, "score.natural": 500,
    "score.mixed": 300, "score.melded": True, "score.out": 100, "score.concealed": 100, "match.deals": 0,
    "match.target": 5000,
}  # fmt: skip

PONYTAIL = {
    "table.players": (4, 6), "table.sides": 2, "deck.packs": 6, "deal.hand": 15, "deal.dealers": "neighbours",
    "deal.first": "left of dealer", "deal.reject": ("joker", "two", "red three"), "deal.rejected": "covered",
    "draw.stock": 2, "pile.take": 0, "pile.need": ("pair", "natural and wild", "onto meld"), "pile.use": "meld",
    "pile.wild_top": "no", "pile.blocked_by": ("black three", "red three"), "pile.frozen_by": ("wild", "upcard"),
    "pile.frozen_until_open": True, "pile.consecutive": True, "pile.end": "discard", "meld.size": 7,
    "meld.grows": False, "meld.several": False, "meld.wilds": 3, "meld.ratio": "equal", "meld.wild_melds": True,
    "opening.by": "total", "opening.minimums": ((0, 50), (15000, 90), (30000, 120)), "opening.canasta": True,
    "opening.top_card": "counts", "opening.concealed": "no", "reserves.pony.size": 13,
    "reserves.pony.trigger": "side open", "reserves.pony.rest": "at once", "reserves.pony.manual": False,
    "reserves.pony.red_threes": True, "threes.red": "laid", "threes.red_value": 100, "threes.red_sets": (),
    "threes.red_caught": 0, "threes.red_against": "never", "threes.black_caught": 100,
    "threes.black_meld": (3, 4, 5, 6, 7), "threes.black_last": "last meld", "specials.7.bonus": 5000,
    "specials.7.wilds": True, "specials.7.discard": "free", "specials.7.last_discard": True, "out.natural": 1,
    "out.mixed": 1, "out.wild": 1, "out.special": 1, "out.canastas": 0, "out.discard": "optional",
    "out.permission": "none", "out.partner": "no", "exhaustion.ends": "at draw", "exhaustion.pile": False,
    "exhaustion.bonus": True, "score.natural": 500, "score.mixed": 300, "score.wild": 2500, "score.black": 0,
    "score.melded": True, "score.out": 200, "score.concealed": 0, "match.deals": 4, "match.target": 50000,
    "procedures.exact_cut": 100, "procedures.cut_dealers": "first", "procedures.cut_upcard": True,
}  # fmt: skip

PENNIES_FROM_HEAVEN = {
    "table.players": (6,), "table.sides": 2, "deck.packs": 4, "deal.hand": 13, "deal.dealers": "one",
    "deal.first": "left of dealer", "deal.reject": ("joker", "two", "red three"), "deal.rejected": "covered",
    "draw.stock": 2, "pile.take": 0, "pile.need": ("pair", "natural and wild", "onto meld"), "pile.use": "meld",
    "pile.wild_top": "no", "pile.blocked_by": ("black three", "red three"), "pile.frozen_by": ("wild", "upcard"),
    "pile.frozen_until_open": True, "pile.consecutive": True, "pile.end": "discard", "meld.size": 7,
    "meld.grows": False, "meld.several": True, "meld.wilds": 3, "meld.ratio": "equal", "meld.wild_melds": True,
    "opening.by": "total", "opening.minimums": ((-1, 15), (0, 50), (5000, 90), (10000, 120), (15000, 150)),
    "opening.canasta": True, "opening.top_card": "counts", "opening.concealed": "no", "reserves.foot.size": 11,
    "reserves.foot.trigger": "own canasta", "reserves.foot.rest": "own", "reserves.foot.red_threes": True,
    "threes.red": "laid", "threes.red_value": 100, "threes.red_sets": ((8, 1000),), "threes.red_caught": 100,
    "threes.red_against": "no melds", "threes.black_caught": 5, "threes.black_meld": (3, 4, 5, 6, 7),
    "threes.black_last": "last meld", "specials.7.bonus": 1500, "specials.7.wilds": True,
    "specials.7.discard": "all sides", "specials.7.last_discard": False, "out.natural": 1, "out.mixed": 1,
    "out.wild": 1, "out.special": 1, "out.canastas": 0, "out.discard": "optional", "out.permission": "optional",
    "out.partner": "no", "exhaustion.ends": "pile only", "exhaustion.pile": True, "exhaustion.forced": "no",
    "exhaustion.bonus": True, "score.natural": 500, "score.mixed": 300, "score.wild": 1000, "score.black": 0,
    "score.melded": True, "score.out": 100, "score.concealed": 0, "match.deals": 0, "match.target": 20000,
    "procedures.exact_cut": 0,
}  # fmt: skip

GAMES = {
    "hand-and-foot": HAND_AND_FOOT,
    "new-canasta": NEW_CANASTA,
    "hand-knee-and-foot": HAND_KNEE_AND_FOOT,
    "classic": CLASSIC,
    "ponytail": PONYTAIL,
    "pennies-from-heaven": PENNIES_FROM_HEAVEN,
}


@pytest.mark.parametrize(("name", "path"), [(name, path) for name, values in GAMES.items() for path in values], ids=str)
def test_the_values_of_the_games(name: str, path: str) -> None:
    players = 6 if name == "pennies-from-heaven" else 4
    assert value(load(name, players), path) == GAMES[name][path]


@pytest.mark.parametrize("name", GAMES)
def test_the_values_of_cards(name: str) -> None:
    assert dict(load(name).score.cards) == CARDS | ({"black three": 0} if name == "new-canasta" else {})


@pytest.mark.parametrize(
    ("name", "players", "sides", "cards"),
    [
        ("hand-and-foot", 4, 2, 324),
        ("new-canasta", 2, 2, 162),
        ("new-canasta", 3, 3, 216),
        ("new-canasta", 4, 4, 270),
        ("new-canasta", 5, 5, 324),
        ("new-canasta", 6, 6, 378),
        ("new-canasta", 7, 7, 432),
        ("new-canasta", 8, 8, 486),
        ("hand-knee-and-foot", 4, 2, 324),
        ("hand-knee-and-foot", 6, 3, 486),
        ("hand-knee-and-foot", 8, 4, 648),
        ("classic", 2, 2, 108),
        ("classic", 3, 3, 108),
        ("classic", 4, 2, 108),
        ("classic", 6, 2, 108),
        ("ponytail", 4, 2, 324),
        ("ponytail", 6, 3, 432),
        ("pennies-from-heaven", 6, 2, 216),
    ],
)
def test_sides_and_cards(name: str, players: int, sides: int, cards: int) -> None:
    rules = load(name, players)
    assert (rules.sides, rules.cards) == (sides, cards)


def test_two_players_of_classic_draw_two_and_need_two_canastas() -> None:
    two, three = load("classic", 2), load("classic", 3)
    assert (two.deal.hand, two.draw.stock, two.out.canastas) == (15, 2, 2)
    assert (three.deal.hand, three.draw.stock, three.out.canastas) == (13, 1, 1)
    assert load("classic", 6).deal.hand == 11
    simple = load("classic", 2, ["draw-one", "one-canasta"])
    assert (simple.draw.stock, simple.out.canastas) == (1, 1)


def test_the_score_keeper_needs_three_players() -> None:
    assert not load("new-canasta", 2).table.score_keeper
    assert load("new-canasta", 3).table.score_keeper


def test_the_basic_book_is_worth_eleven_thousand_three_hundred() -> None:
    rules = load("hand-knee-and-foot")
    bonuses = (rules.score.natural, rules.score.mixed, rules.score.wild, *(each.bonus for each in rules.specials))
    assert sum(bonuses) == 11_300


@pytest.mark.parametrize(
    ("name", "players", "option", "path", "expected"),
    [
        ("hand-and-foot", 4, "five-decks", "deck.packs", 5),
        ("hand-and-foot", 4, "same-wilds", "pile.wild_top", "same wilds"),
        ("hand-and-foot", 4, "two-wilds", "meld.ratio", "equal"),
        ("hand-and-foot", 4, "part-of-a-turn", "out.partner", "part of a turn"),
        ("hand-and-foot", 4, "exact-cut", "procedures.exact_cut", 100),
        ("new-canasta", 5, "wild-tie", "meld.ratio", "equal"),
        ("new-canasta", 5, "red-threes-free", "threes.red_caught", 0),
        ("new-canasta", 5, "second-description", "threes.red_caught", 0),
        ("new-canasta", 5, "second-description", "meld.ratio", "equal"),
        ("new-canasta", 5, "black-threes-do-not-count", "out.black_counts", False),
        ("new-canasta", 5, "no-exact-cut", "procedures.exact_cut", 0),
        ("new-canasta", 5, "no-score-keeper", "table.score_keeper", False),
        ("hand-knee-and-foot", 6, "club-decks", "deck.packs", 7),
        ("hand-knee-and-foot", 8, "club-decks", "deck.packs", 9),
        ("hand-knee-and-foot", 8, "printed-decks", "deck.packs", 6),
        ("hand-knee-and-foot", 4, "manual-knee", "reserves.knee.penalty", 1000),
        ("hand-knee-and-foot", 4, "red-three-book", "threes.red_sets", ((7, 1000),)),
        ("hand-knee-and-foot", 4, "red-threes-100", "threes.red_caught", 100),
        ("hand-knee-and-foot", 4, "black-threes-300", "threes.black_caught", 300),
        ("hand-knee-and-foot", 4, "three-wilds", "meld.wilds", 3),
        ("hand-knee-and-foot", 4, "three-wilds", "meld.ratio", "fewer"),
        ("hand-knee-and-foot", 4, "wilds-in-specials", "specials.7.wilds", True),
        ("hand-knee-and-foot", 4, "minimum-by-total", "opening.by", "total"),
        ("hand-knee-and-foot", 6, "two-teams-of-three", "table.sides", 2),
        ("hand-knee-and-foot", 3, "three-alone", "deck.packs", 7),
        ("classic", 4, "two-canastas", "out.canastas", 2),
        ("classic", 4, "may-take", "exhaustion.forced", "no"),
        ("classic", 4, "ends-with-stock", "exhaustion.ends", "at draw"),
        ("classic", 4, "concealed-side", "opening.concealed", "side"),
        ("classic", 4, "pass-discard", "out.passing", True),
        ("classic", 4, "one-card-pile", "pile.last_card", False),
        ("classic", 4, "evans", "opening.minimums", ((-1, 0), (0, 50), (1500, 90), (3000, 100))),
        ("classic", 4, "strict-wilds", "meld.ratio", "fewer"),
        ("ponytail", 6, "two-teams-of-three", "table.sides", 2),
        ("ponytail", 6, "six-packs", "deck.packs", 6),
        ("ponytail", 4, "strict-wilds", "meld.ratio", "fewer"),
        ("ponytail", 4, "no-wild-melds", "out.wild", 0),
        ("ponytail", 4, "natural-and-dirty", "out.special", 0),
        ("ponytail", 4, "sevens-1500", "specials.7.bonus", 1500),
        ("ponytail", 4, "partner-next-draw", "reserves.pony.rest", "next draw"),
        ("ponytail", 4, "pony-after-hand", "reserves.pony.trigger", "hand empty"),
        ("ponytail", 4, "pile-after-stock", "exhaustion.pile", True),
        ("ponytail", 4, "to-50000", "match.deals", 0),
        ("pennies-from-heaven", 6, "any-sevens", "specials.7.discard", "any canasta"),
        ("pennies-from-heaven", 6, "own-sevens", "specials.7.discard", "own canasta"),
        ("pennies-from-heaven", 6, "three-pairs", "table.sides", 3),
        ("pennies-from-heaven", 6, "red-threes-need-sevens", "threes.red_against", "no special canasta"),
    ],
)
def test_options(name: str, players: int, option: str, path: str, expected: Any) -> None:
    assert value(load(name, players, [option]), path) == expected
