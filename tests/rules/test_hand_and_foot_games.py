"""The values of Whitnack's and Earl's Hand and Foot, written down a second time, and their sets of options."""

from typing import Any

import pytest

from canasta.base.errors import RulesError
from canasta.rules.changes import paths
from canasta.rules.load import load

CARDS = {"joker": 50, "two": 20, "A": 20, **dict.fromkeys("89TJQK", 10), **dict.fromkeys("4567", 5), "black three": 5}
WHITNACK, EARL = "hand-and-foot-whitnack", "hand-and-foot-earl"

BOTH = {
    "table.players": (2, 3, 4, 5, 6), "table.sides": 2, "table.score_keeper": False, "deck.packs": 1,
    "deck.packs_per_player": 1, "deck.jokers": 2, "deal.hand": 13, "deal.dealers": "partners",
    "deal.first": "left of dealer", "deal.reject": ("joker", "two", "red three"), "deal.rejected": "returned",
    "draw.stock": 2, "pile.take": 7, "pile.need": ("pair",), "pile.use": "meld", "pile.frozen_by": (),
    "pile.frozen_until_open": False, "pile.consecutive": True, "pile.last_card": True, "pile.end": "discard",
    "pile.restore": 0, "meld.size": 7, "meld.grows": False, "meld.several": False, "meld.wild_melds": True,
    "opening.by": "deal", "opening.minimums": ((1, 50), (2, 90), (3, 120), (4, 150)), "opening.canasta": True,
    "opening.bonuses": False, "opening.top_card": "counts", "opening.concealed": "no", "reserves.foot.size": 13,
    "reserves.foot.trigger": "hand empty", "reserves.foot.rest": "own", "reserves.foot.after_discard": "at once",
    "reserves.foot.manual": False, "reserves.foot.red_threes": True, "threes.red": "laid", "threes.red_value": 100,
    "threes.red_sets": (), "threes.red_caught": 100, "threes.red_against": "never", "threes.red_canasta": 0,
    "threes.black_caught": 5, "threes.black_meld": (), "out.natural": 2, "out.mixed": 2, "out.wild": 1,
    "out.special": 0, "out.canastas": 0, "out.opponents": "no", "out.passing": False, "exhaustion.ends": "at draw",
    "exhaustion.pile": True, "exhaustion.forced": "no", "exhaustion.bonus": True, "score.natural": 500,
    "score.mixed": 300, "score.wild": 1500, "score.out": 100, "score.concealed": 0, "score.order": "usual",
    "score.canastas_needed": False, "match.deals": 4, "match.target": 0, "procedures.exact_cut": 0,
    "procedures.seats": "as agreed", "procedures.frozen_in_time": False, "procedures.stock_piles": 1,
    **{f"score.cards.{card}": value for card, value in CARDS.items()},
}  # fmt: skip

OWN = {
    WHITNACK: {
        "pile.wild_top": "same wilds", "pile.blocked_by": ("black three", "red three"), "meld.wilds": 2,
        "meld.ratio": "half", "out.discard": "optional", "out.permission": "required",
        "out.partner": "part of a turn", "score.melded": True,
    },
    EARL: {
        "pile.wild_top": "no", "pile.blocked_by": ("black three",), "meld.wilds": 3, "meld.ratio": "equal",
        "out.discard": "required", "out.permission": "none", "out.partner": "no", "score.melded": False,
    },
}  # fmt: skip


@pytest.mark.parametrize("name", OWN)
def test_every_value(name: str) -> None:
    found = dict(paths(load(name)))
    expected = BOTH | OWN[name]
    assert {path: found[path] for path in expected} == expected


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize(
    ("players", "sides", "cards", "dealers"),
    [
        (2, 2, 162, "neighbours"),
        (3, 3, 216, "neighbours"),
        (4, 2, 270, "partners"),
        (5, 5, 324, "neighbours"),
        (6, 2, 378, "partners"),
    ],
)
def test_sides_cards_and_dealers(name: str, players: int, sides: int, cards: int, dealers: str) -> None:
    rules = load(name, players)
    assert (rules.sides, rules.cards, rules.deal.dealers) == (sides, cards, dealers)


def changed(name: str, players: int, option: str) -> dict[str, Any]:
    usual = dict(paths(load(name, players)))
    return {path: value for path, value in paths(load(name, players, [option])) if usual[path] != value}


SIMPSON = {
    "table.sides": 0, "deal.dealers": "neighbours", "pile.wild_top": "no", "meld.wild_melds": False,
    "threes.red_value": 500, "threes.red_caught": 500, "threes.red_against": "always", "out.natural": 1,
    "out.mixed": 1, "out.wild": 0, "out.permission": "none", "out.partner": "no", "score.natural": 300,
    "score.mixed": 100,
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "players", "option", "expected"),
    [
        (WHITNACK, 6, "three-pairs", {"table.sides": 3}),
        (WHITNACK, 4, "leave-upcard", {"deal.reject": ()}),
        (WHITNACK, 4, "any-wilds", {"pile.wild_top": "any wilds"}),
        (WHITNACK, 4, "two-wilds", {"meld.ratio": "equal"}),
        (WHITNACK, 4, "earlier-turn", {"out.partner": "earlier turn"}),
        (WHITNACK, 4, "saskatchewan", {"out.natural": 1, "out.mixed": 1}),
        (WHITNACK, 4, "simpson", SIMPSON),
        (WHITNACK, 6, "simpson", SIMPSON),
        (WHITNACK, 4, "simpson-two-dirty", {key: SIMPSON[key] for key in SIMPSON if key != "out.mixed"}),
        (EARL, 4, "long-melds", {"meld.grows": True, "meld.another": True, "meld.wilds": 48}),
        (EARL, 4, "several-melds", {"meld.several": True}),
        (EARL, 4, "whole-pile", {"pile.take": 0}),
        (EARL, 4, "black-threes-100", {"threes.black_caught": 100}),
        (EARL, 4, "only-black-threes", {"pile.wild_top": "same wilds"}),
        (EARL, 4, "opponent-on-foot", {"out.opponents": "earlier turn"}),
        (EARL, 4, "partner-on-foot", {"out.partner": "earlier turn"}),
        (EARL, 4, "permission", {"out.permission": "required"}),
        (EARL, 4, "last-card-melded", {"out.discard": "optional"}),
        (EARL, 4, "exact-cut", {"procedures.exact_cut": 100}),
        (EARL, 4, "cards-count", {"score.melded": True}),
        (EARL, 6, "three-pairs", {"table.sides": 3}),
        (EARL, 4, "no-pile-after-the-stock", {"exhaustion.pile": False}),
        ("hand-and-foot", 4, "no-wild-top", {"pile.wild_top": "no"}),
        ("hand-and-foot", 4, "opponent-on-foot", {"out.opponents": "earlier turn"}),
        ("hand-knee-and-foot", 4, "three-dealers", {"deal.dealers": "each packet"}),
        ("hand-knee-and-foot", 4, "discard-after-pile", {"pile.end": "discard"}),
        ("new-canasta", 5, "discard-after-black-threes", {"threes.black_last": "last meld"}),
        ("new-canasta", 5, "bonus-after-the-stock", {"exhaustion.bonus": True}),
        ("new-canasta", 5, "three-to-seven", {"table.players": (3, 4, 5, 6, 7)}),
    ],
)
def test_what_options_change(name: str, players: int, option: str, expected: dict[str, Any]) -> None:
    assert changed(name, players, option) == expected


def test_earls_recommended_are_his_four_alternatives_together() -> None:
    four = ["long-melds", "several-melds", "whole-pile", "black-threes-100"]
    assert load(EARL, 4, ["earls-recommended"]) == load(EARL, 4, four)


def test_the_second_description_is_its_options_together() -> None:
    each = ["three-to-seven", "wild-tie", "red-threes-free", "discard-after-black-threes", "bonus-after-the-stock"]
    assert load("new-canasta", 5, ["second-description"]) == load("new-canasta", 5, each)
    with pytest.raises(RulesError, match="players, not 8"):
        load("new-canasta", 8, ["second-description"])


def test_the_exact_cut_is_thirteen_cards_for_each_player() -> None:
    assert load(EARL, 4).exact_cuts == (52, 52)
    assert load(EARL, 6).exact_cuts == (78, 78)
