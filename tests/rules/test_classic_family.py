"""The values of the games around classic Canasta, written down a second time."""

from typing import Any

import pytest

from canasta.rules.check import advise
from canasta.rules.groups import Rules
from canasta.rules.load import games, load
from canasta.wording.describe import describe

CARDS = {"joker": 50, "two": 20, "A": 20, **dict.fromkeys("89TJQK", 10), **dict.fromkeys("4567", 5), "black three": 5}
CLASSIC_ROWS = ((-1, 15), (0, 50), (1500, 90), (3000, 120))


def value(rules: Rules, path: str) -> Any:
    """Return the value at *path*; of the reserves, the only one is meant."""
    group, _, name = path.partition(".")
    content = getattr(rules, group)
    return getattr(content[0] if group == "reserves" else content, name)


HOYLE = {
    "table.sides": 0, "table.score_keeper": False, "deck.packs": 2, "deal.hand": 15, "deal.first": "left of dealer",
    "deal.reject": ("joker", "two", "red three"), "deal.rejected": "covered", "draw.stock": 1, "pile.take": 0,
    "pile.need": ("pair", "natural and wild", "onto meld"), "pile.use": "meld", "pile.wild_top": "no",
    "pile.blocked_by": ("black three", "red three"), "pile.frozen_by": ("wild", "upcard"),
    "pile.frozen_until_open": False, "pile.consecutive": True, "pile.last_card": False, "pile.end": "discard",
    "pile.restore": 0, "meld.size": 7, "meld.grows": True, "meld.several": False, "meld.wilds": 12,
    "meld.ratio": "fewer", "meld.wild_melds": True, "opening.by": "total", "opening.minimums": CLASSIC_ROWS,
    "opening.canasta": True, "opening.bonuses": False, "opening.top_card": "raises", "opening.concealed": "player",
    "threes.red": "laid", "threes.red_value": 100, "threes.red_sets": ((4, 800),),
    "threes.red_against": "no melds and another out", "threes.black_caught": 5, "threes.black_meld": (3, 4),
    "threes.black_last": "last meld", "out.natural": 0, "out.mixed": 0, "out.wild": 0, "out.canastas": 2,
    "out.discard": "optional", "out.permission": "none", "out.passing": True, "exhaustion.ends": "pile only",
    "exhaustion.pile": True, "exhaustion.forced": "top card", "exhaustion.bonus": True, "score.natural": 500,
    "score.mixed": 300, "score.wild": 1000, "score.melded": True, "score.out": 100, "score.concealed": 100,
    "score.canastas_needed": False, "match.deals": 0, "match.target": 5000, "procedures.undo": True,
}  # fmt: skip

WITH_A_FOOT = {
    "deck.packs": 4, "deal.hand": 14, "deal.reject": ("joker", "two", "red three"), "deal.rejected": "covered",
    "draw.stock": 2, "pile.take": 0, "pile.need": ("pair", "natural and wild", "onto meld"),
    "pile.frozen_by": ("wild", "upcard"), "pile.frozen_until_open": True, "pile.restore": 0, "meld.size": 7,
    "meld.grows": True, "meld.several": False, "meld.wilds": 3, "meld.ratio": "equal", "meld.wild_melds": False,
    "opening.minimums": ((-1, 0), (0, 50), (5000, 90), (10000, 120)), "opening.top_card": "counts",
    "opening.concealed": "player", "reserves.name": "foot", "reserves.size": 11, "reserves.trigger": "hand empty",
    "reserves.rest": "own", "reserves.after_discard": "at once", "reserves.manual": False, "reserves.red_threes": True,
    "threes.red": "laid", "threes.red_value": 100, "threes.red_sets": (), "threes.red_caught": 100,
    "threes.red_against": "no melds", "threes.black_caught": 500, "threes.black_meld": (3, 4, 5, 6, 7, 8), "out.canastas": 1,
    "out.permission": "required", "out.partner": "part of a turn", "out.passing": False, "exhaustion.ends": "pile only",
    "exhaustion.forced": "onto meld", "score.natural": 500, "score.mixed": 300, "score.out": 100,
    "score.concealed": 100, "score.melded": True, "match.target": 15000, "match.deals": 0,
}  # fmt: skip

GAMES = {"hoyle-two-player": HOYLE, "substance-of-living": WITH_A_FOOT}


@pytest.mark.parametrize(("name", "path"), [(name, path) for name, values in GAMES.items() for path in values])
def test_values(name: str, path: str) -> None:
    for players in games()[name].players:
        expected = GAMES[name][path]
        if path == "deck.packs" and name == "substance-of-living" and players < 4:
            expected = 3
        assert value(load(name, players), path) == expected


def test_values_of_cards() -> None:
    assert dict(load("hoyle-two-player").score.cards) == CARDS
    assert dict(load("substance-of-living").score.cards) == CARDS | {"two": 25, "A": 25}


@pytest.mark.parametrize(
    ("name", "players", "sides", "cards"),
    [
        ("hoyle-two-player", 2, 2, 108),
        ("substance-of-living", 2, 2, 162),
        ("substance-of-living", 3, 3, 162),
        ("substance-of-living", 4, 2, 216),
        ("substance-of-living", 5, 5, 216),
        ("classic", 5, 5, 108),
    ],
)
def test_sides_and_cards(name: str, players: int, sides: int, cards: int) -> None:
    rules = load(name, players)
    assert (rules.sides, rules.cards) == (sides, cards)
    assert not advise(rules)


@pytest.mark.parametrize(
    ("name", "players", "option", "path", "expected"),
    [
        ("hoyle-two-player", 2, "top-card-counts", "opening.top_card", "counts"),
        ("hoyle-two-player", 2, "canasta-bonuses", "opening.bonuses", True),
        ("hoyle-two-player", 2, "one-canasta", "out.canastas", 1),
        ("hoyle-two-player", 2, "canastas-for-positive-score", "score.canastas_needed", True),
        ("hoyle-two-player", 2, "wild-tie", "meld.ratio", "equal"),
        ("hoyle-two-player", 2, "no-wild-melds", "meld.wild_melds", False),
        ("hoyle-two-player", 2, "restore", "pile.restore", 50),
        ("hoyle-two-player", 2, "no-undo", "procedures.undo", False),
        ("hoyle-two-player", 2, "top-card-alone", "exhaustion.forced", "top card alone"),
        ("hoyle-two-player", 2, "bare-red-threes-against", "threes.red_against", "no melds"),
        ("substance-of-living", 4, "borders-below", "opening.minimums", ((-1, 0), (0, 50), (5001, 90), (10001, 120))),
        ("substance-of-living", 4, "fifteen-below-zero", "opening.minimums", ((-1, 15), (0, 50), (5000, 90), (10000, 120))),
        ("substance-of-living", 4, "to-5000", "match.target", 5000),
        ("substance-of-living", 4, "may-ask", "out.permission", "optional"),
        ("substance-of-living", 4, "partner-anywhere", "out.partner", "no"),
        ("substance-of-living", 4, "partner-earlier-turn", "out.partner", "earlier turn"),
        ("substance-of-living", 4, "four-red-threes", "threes.red_sets", ((4, 800),)),
        ("substance-of-living", 2, "two-packs", "deck.packs", 2),
        ("substance-of-living", 3, "two-packs", "deck.packs", 2),
        ("substance-of-living", 3, "more-packs", "deck.packs", 4),
        ("substance-of-living", 4, "more-packs", "deck.packs", 4),
        ("substance-of-living", 5, "more-packs", "deck.packs", 5),
        ("classic", 5, "three-packs", "deck.packs", 3),
        ("classic", 6, "three-packs", "deck.packs", 2),
        ("substance-of-living", 4, "black-threes-freeze", "pile.frozen_by", ("wild", "upcard", "black three")),
        ("substance-of-living", 4, "ends-with-stock", "exhaustion.ends", "at draw"),
        ("classic", 4, "black-threes-freeze", "pile.frozen_by", ("wild", "upcard", "black three")),
        ("classic", 2, "evans", "out.canastas", 1),
        ("classic", 4, "no-minimum-below-zero", "opening.minimums", ((-1, 0), (0, 50), (1500, 90), (3000, 120))),
        ("classic", 4, "hundred-from-3000", "opening.minimums", ((-1, 15), (0, 50), (1500, 90), (3000, 100))),
        ("classic", 5, "thirteen-cards", "deal.hand", 13),
        ("classic", 6, "thirteen-cards", "deal.hand", 13),
        ("classic", 4, "thirteen-cards", "deal.hand", 11),
        ("classic", 2, "garbled", "draw.stock", 1),
        ("classic", 2, "garbled", "out.canastas", 1),
        ("classic", 2, "garbled", "deal.hand", 15),
        ("classic", 4, "garbled", "deal.reject", ("joker", "two", "red three", "black three")),
        ("classic", 4, "garbled", "pile.restore", 50),
        ("classic", 4, "garbled", "out.passing", True),
        ("classic", 4, "garbled", "exhaustion.ends", "at draw"),
    ],
)  # fmt: skip
def test_options(name: str, players: int, option: str, path: str, expected: Any) -> None:
    assert value(load(name, players, [option]), path) == expected


def test_the_variation_with_a_foot_leaves_out_what_only_its_base_offers() -> None:
    kept = set(games()["substance-of-living"].options) & set(games()["classic"].options)
    assert kept == {"ends-with-stock", "black-threes-freeze"}


@pytest.mark.parametrize(
    ("name", "options", "clause", "text"),
    [
        ("hoyle-two-player", [], "meld.wilds", "A meld with natural cards may have any number of wild cards, with one limit."),
        ("hoyle-two-player", [], "pile.frozen", "A wild card in the pile, or a red three turned as its first card, freezes it for everyone until someone takes it."),
        ("hoyle-two-player", [], "out.keep", "Until you may go out, you must keep a card."),
        ("hoyle-two-player", [], "out.pass", "If you have one card left and may not go out, you end your turn without a discard."),
        ("hoyle-two-player", [], "opening.top_card", "If you take the pile to open, the minimum rises by the value of its top card, so that card does not help."),
        ("hoyle-two-player", [], "exhaustion.ends", "When the stock is empty, play continues as long as each player takes the pile or its top card alone; the first who cannot or does not want to ends the deal."),
        ("hoyle-two-player", [], "exhaustion.forced", "With the stock empty, if the pile is not frozen and its top card fits one of your melds, you must take that card alone or the whole pile."),
        ("hoyle-two-player", [], "threes.red_sign", "Red threes count against a player without any meld when someone else goes out."),
        ("hoyle-two-player", ["canastas-for-positive-score"], "score.positive", "For a player without the canastas needed to go out, melded cards count like cards left in hand, and no bonus counts."),
        ("substance-of-living", [], "threes.black_caught", "Each black three left in a hand or in a foot not picked up costs 500 instead of its value of 5."),
        ("substance-of-living", ["black-threes-freeze"], "pile.frozen", "A wild card or a black three in the pile, or a red three turned as its first card, freezes it for everyone until someone takes it."),
    ],
)  # fmt: skip
def test_sentences(name: str, options: list[str], clause: str, text: str) -> None:
    assert text in [line.text for line in describe(load(name, options=options), clause)]
