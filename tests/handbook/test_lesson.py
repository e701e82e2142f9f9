"""The lesson: every mechanism of a game is taught where a newcomer needs it, also those that options bring."""

import pytest

from canasta.base.cards import faces_text
from canasta.handbook import pile_examples as taking
from canasta.handbook.lesson import lesson
from canasta.handbook.markdown import markdown
from canasta.handbook.page import Book, Heading
from canasta.rules.groups import Rules
from canasta.rules.load import games, load

EVERY = [load(name, players) for name, game in games().items() for players in game.players]


def chapters(rules: Rules) -> dict[str, str]:
    """Return the text of the lesson by the anchors of its chapters."""
    _, *parts = markdown(Book("", "", (), (lesson(rules),))).split("\n### ")
    found = {}
    for part in parts:
        head, _, text = part.partition("\n")
        found[head.partition('<a id="learn-')[2].partition('"')[0]] = text
    return found


ORDER = [
    "idea",
    "cards",
    "deal",
    "turn",
    "melds",
    "opening",
    "pile",
    "threes",
    "reserves",
    "example",
    "out",
    "stock",
    "count",
    "end",
    "aims",
]


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: f"{rules.name}-{rules.seats}")
def test_chapters_come_in_reading_order(rules: Rules) -> None:
    expected = [each for each in ORDER if each != "reserves" or rules.reserves]
    assert list(chapters(rules)) == expected


TAUGHT = [
    ("classic", [], "pile", "A frozen pile can be taken only with two natural cards from your hand."),
    ("classic", ["black-threes-freeze"], "pile", "A wild card or a black three in the pile, or a red three"),
    ("classic", ["restore"], "pile", "Once per turn you may lift the top card to try it; if you cannot use"),
    ("classic", [], "out", "you go out concealed, and no minimum is needed"),
    ("hand-and-foot", ["pile.blocked_by=[]"], "pile", "Nobody can take the pile while a black three lies on top."),
    ("new-canasta", ["frozen-in-time"], "pile", "you may discard at once and go on melding while the others play"),
    ("new-canasta", [], "pile", "you only show the pair"),
    ("new-canasta", [], "threes", "One red three may be put on each finished red canasta"),
    ("new-canasta", [], "deal", "the second dealer, deals every down"),
    ("hand-knee-and-foot", ["three-dealers"], "deal", "the player to the left every knee, and the next one every foot"),
    ("hand-knee-and-foot", ["red-three-book"], "threes", "Seven red threes of a side earn 1,000 in all, and each"),
    ("hand-knee-and-foot", ["manual-knee"], "reserves", "nobody may remind them. If you end a turn without"),
    ("hand-knee-and-foot", [], "reserves", "on your partner's next turn, after the draw.\n\nWhen you have your knee"),
    ("hand-knee-and-foot", [], "turn", "If you took the pile, knock on the table instead."),
    ("hand-knee-and-foot", [], "out", "need two before you discard, or one if you knock"),
    ("pennies-from-heaven", [], "threes", "Sevens may not be discarded until every side has a natural canasta of them."),
    ("pennies-from-heaven", [], "reserves", "When you yourself finish a canasta for the first time"),
    ("pennies-from-heaven", ["three-pairs"], "idea", "in three pairs"),
    ("ponytail", [], "reserves", "When you open for your side, you pick up your pony and play on. Your partner's pony"),
    ("ponytail", [], "deal", "61 needed, including the first card of the pile"),
    ("hoyle-two-player", [], "stock", "you must take that card alone or the whole pile"),
    ("hoyle-two-player", ["canasta-bonuses"], "opening", "and so do the bonuses of canastas"),
    ("hoyle-two-player", [], "pile", "the minimum rises by the value of its top card"),
    ("hoyle-two-player", [], "out", "you end your turn without a discard"),
    ("hand-and-foot-earl", [], "out", "You must discard your last card"),
    ("hand-and-foot-earl", [], "count", "Melded cards do not count their values."),
    ("hand-and-foot-whitnack", [], "out", "Your partner must have picked up the foot and begun to play from it."),
    ("hand-and-foot", [], "out", "Your partner must have picked up the foot and played a whole turn from it."),
    ("hand-and-foot-whitnack", ["simpson"], "threes", "Each red three laid costs 500."),
    ("classic", [], "aims", "leave a long meld without wild cards"),
    ("classic", [], "aims", "Keep a black three for the moment when the pile is big."),
    ("classic", [], "aims", "freeze it with a wild card"),
    ("hand-knee-and-foot", [], "aims", "Get to your knee and your foot early"),
    ("new-canasta", [], "aims", "without that, you can't go out."),
    ("modern-american-canasta", [], "aims", "Begin a meld of sevens or aces only if you expect to finish it"),
    ("ponytail", [], "example", "picked up the pony: "),
    ("ponytail", [], "example", "Your partner picked up the pony (13 cards)."),
    ("modern-american-canasta", [], "example", "There is no pile yet, so you draw"),
    ("substance-of-living", [], "out", "you lay your whole hand and your foot in one turn"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options", "chapter", "text"), TAUGHT)
def test_mechanisms_are_taught(name: str, options: list[str], chapter: str, text: str) -> None:
    assert text in chapters(load(name, options=options))[chapter]


def test_advice_fits_the_rules() -> None:
    # Where black threes are laid, and where no card freezes the pile, nobody is told to discard one for that.
    said = chapters(load("modern-american-canasta"))["aims"]
    assert "black three" not in said
    assert "freeze" not in said


def test_exceptions_have_headings() -> None:
    headings = [
        block.text
        for block in lesson(load("modern-american-canasta")).blocks
        if isinstance(block, Heading) and block.level == 4
    ]
    assert headings == [
        "Wild cards in melds",
        "Sevens and aces",
        "Canastas",
        "Dead ranks",
        "Extra cards for opening",
        "Special hands",
        "Unfinished melds",
    ]


@pytest.mark.parametrize(
    ("game", "options", "pile", "cards", "clause"),
    [
        ("classic", [], "6h 9h Kh", "Ks 2h", None),
        ("classic", [], "6h 9h Kh", "", None),
        ("classic", [], "6h 2h Kh", "Ks Kd", None),
        ("classic", [], "6h 2h Kh", "Ks 2s", "pile.frozen"),
        ("classic", [], "6h 9h 2h", "2s 2d", "pile.wild_top"),
        ("new-canasta", [], "6h 9h Kh", "Ks 2h", "pile.need"),
        ("hand-and-foot", [], "6h 9h Kh", "", "pile.need"),
        ("hand-and-foot", [], "6h 9h 2h", "2s Jk", None),
        ("hand-knee-and-foot", [], "6h 9h 2h", "2s Jk", "pile.wild_top"),
        ("hand-knee-and-foot", [], "6h 9h 3c", "3s 3c", "pile.blocked"),
        ("hand-and-foot", ["pile.blocked_by=[]"], "6h 9h 3c", "3s 3c", "pile.blocked"),
    ],
)
def test_may_you_take_it(game: str, options: list[str], pile: str, cards: str, clause: str | None) -> None:
    asked = {
        (faces_text(each.pile), faces_text(each.cards)): each for each in taking.piles(load(game, options=options))
    }
    refusal = asked[pile, cards].refusal
    assert (refusal.clause if refusal else None) == clause


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: f"{rules.name}-{rules.seats}")
def test_every_pile_shows_a_way_that_takes_it_and_one_that_does_not(rules: Rules) -> None:
    answers = [each.refusal is None for each in taking.piles(rules)]
    assert len(answers) >= 5
    assert set(answers) == {True, False}
