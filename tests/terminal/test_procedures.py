"""Around the cards: the draw, the dealers, openings counted aloud, the piles of the stock, the next minimums."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from click.testing import CliRunner, Result

from canasta.base.cards import face_text, pack, parse_faces
from canasta.base.events import DeckCut
from canasta.cli import cli
from canasta.deal.match import Match
from canasta.deal.seat_draw import draw_deck, draw_seats
from canasta.rules.dealers import first_player
from canasta.rules.groups import Rules
from canasta.rules.load import load
from canasta.session import state
from canasta.terminal.dialog import Leave
from canasta.terminal.play.places import Places
from canasta.terminal.play.seat_drawing import draw_places
from canasta.terminal.play.seating import read_seats, seat_players
from canasta.terminal.play.sitting import Sitting
from canasta.wording.announcements import cut_line, dealers_line, next_minimums_line
from canasta.wording.names import Names
from canasta.wording.spans import plain
from tests.scoring.tableaus import with_values
from tests.terminal.script import Scripted, leaving_after, sound, table

EVERYBODY = ("You", "Robin", "Sam", "Alex", "Kim", "Jo", "Charlie", "Pat")
FOUR = ("Ann", "Robin", "Sam", "Alex")


def run(*args: str, text: str = "") -> Result:
    return CliRunner().invoke(cli, ["play", *args], input=text, prog_name="canasta")


def drawing_lines(
    monkeypatch: pytest.MonkeyPatch, rules: Rules, cards: str, seats: str | None = None, keeper: int | None = None
) -> tuple[list[str], Scripted]:
    """Return what is written while *cards* are drawn."""
    drawn = parse_faces(cards)
    rest = [face for face in pack(1, 0) if face not in drawn]
    monkeypatch.setattr(state, "draw_deck", lambda _: (*drawn, *rest))
    dialog = Scripted(monkeypatch, ascii_only=True)
    seating = seat_players(rules, read_seats(seats), None, "greedy")
    sitting = Sitting(rules, seating, dialog, 1, Places(draw=True, dealer=None, keeper=keeper))
    sitting.start()
    draw_places(sitting)
    return [line.strip() for line in dialog.text.splitlines()], dialog


def test_everybody_draws_and_equal_cards_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    lines, dialog = drawing_lines(monkeypatch, load("hand-and-foot"), "9c Kd 9s 4h 5d Ah")
    assert [line for line in lines if " drew " in line] == [
        "You drew 9c.",
        "Robin drew Kd.",
        "Sam drew 9s.",
        "Alex drew 4h.",
        "You drew 5d.",
        "Sam drew Ah.",
    ]
    assert "You and Sam draw again because their cards tied." in lines
    # Robin keeps his place; Sam, with an ace after his nine, sits opposite; and the better of the others at his left.
    assert "You and Alex against Robin and Sam." in lines
    assert "Round the table, clockwise: You, Sam, Alex, Robin." in lines
    assert lines[-1] == "Robin deals first."
    assert [prompt for prompt, _ in dialog.asked] == ["Press Enter to draw a card. "] * 2


def test_each_of_several_people_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load("hand-knee-and-foot", 6)
    lines, dialog = drawing_lines(monkeypatch, rules, "4c 5c 6c 7c 8c 9c", seats="you,greedy,you,greedy,greedy,you")
    assert [prompt for prompt, _ in dialog.asked] == [
        f"Player {number}: Press Enter to draw a card. " for number in (1, 2, 3)
    ]
    sides = next(line for line in lines if " against " in line)
    assert {frozenset(side.split(" and ")) for side in sides.rstrip(".").split(" against ")} == {
        frozenset(("Player 3", "Alex")),
        frozenset(("Sam", "Player 2")),
        frozenset(("Robin", "Player 1")),
    }


def test_the_score_keeper_draws_none_and_only_the_highest_draw_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load("new-canasta", 5)
    lines, _ = drawing_lines(monkeypatch, rules, "Kc 9c 9d Ks 4h 5c", keeper=3)
    assert "Alex keeps the score and draws no card." in lines
    assert not any(line.startswith("Alex drew") for line in lines)
    assert "You and Kim draw again because their cards tied." in lines
    assert lines[-1] == "Kim deals first."
    assert not any(" against " in line for line in lines)
    monkeypatch.undo()
    lines, dialog = drawing_lines(monkeypatch, rules, "Kc 9c 9d Qs", keeper=0)
    assert "You keep the score and draw no card." in lines
    assert not dialog.asked


@pytest.mark.parametrize(("game", "players"), [("hand-and-foot", 4), ("hand-knee-and-foot", 8), ("new-canasta", 5)])
def test_what_was_drawn_is_played(game: str, players: int) -> None:
    rules = load(game, players)
    for seed in range(1, 5):
        drawn = draw_seats(rules, draw_deck(seed), players - 1)
        cards = [
            (EVERYBODY[player], face_text(face).replace("T", "10")) for part in drawn.rounds for player, face in part
        ]
        mine = sum(name == "You" for name, _ in cards)
        # An Enter for each card, and a number for each time the person may have to lift cards.
        text = "\n" * mine + "40\n40\n"
        text = run(game, "--players", str(players), "--seed", str(seed), "--draw", "--ascii", text=text).output
        assert re.findall(r"^ (\w+) drew (\w{2,3})\.$", text.split(f"{rules.words.deal} 1")[0], re.MULTILINE) == cards
        names = [EVERYBODY[player] for player in drawn.players]
        dealer = re.escape(names[drawn.dealer])
        assert re.search(rf"^{dealer} deals? first\.$", text, re.MULTILINE)
        first = names[first_player(rules, drawn.dealer, drawn.keeper)]
        assert re.search(rf"^ {dealer} deals?\b[^.]*\.\s{first} begins?\b", text, re.MULTILINE)
        shown = re.findall(r"(\w+)(?: \(partner\))? \d+ cards", text.split(f"{rules.words.deal} 1")[1].split("\n\n")[0])
        assert shown == [names[(names.index("You") + step) % players] for step in range(1, players)]


def test_the_seed_repeats_the_draw_and_the_command_says_so() -> None:
    first, again = (run("hand-and-foot", "--seed", "5", "--draw", text="\n") for _ in range(2))
    assert first.output == again.output
    assert "canasta play hand-and-foot --players 4 --seed 5 --draw\n" in first.output
    others = {
        run("hand-and-foot", "--seed", str(seed), "--draw", text="\n").output.split("deal 1")[0] for seed in range(8)
    }
    assert len({re.sub(r"--seed \d+", "", text) for text in others}) == 8


def test_nobody_draws_through_a_pipe_unless_asked_to() -> None:
    for args in ([], ["--no-draw"]):
        text = run("hand-and-foot", "--seed", "5", *args).output
        assert "The draw" not in text
        assert not re.search(r"drew \w+\.$", text.split("deal 1")[0], re.MULTILINE)
        assert "Alex deals the hands, Robin deals the feet. You begin." in text
        assert "--seed 5 --no-draw\n" in text
    assert "draw" not in run("classic", "--seed", "5").output.split("Classic Canasta ·")[0]


def test_dealer_and_score_keeper_can_be_named() -> None:
    text = run("new-canasta", "--players", "5", "--seed", "5", "--dealer", "4", "--keeper", "1", "--ascii").output
    assert "Alex cut" in text
    assert "Kim cut" in text
    announced = "Alex deals the looking hands, Kim deals the downs. Robin begins, you keep score."
    assert announced in " ".join(text.split())
    assert "--players 5 --seed 5 --dealer 4 --keeper 1\n" in text


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["classic", "--draw"], "has no draw for seats. Leave out --draw."),
        (["hand-and-foot", "--draw", "--dealer", "2"], "--draw and --dealer both decide who deals first"),
        (["hand-and-foot", "--dealer", "5"], "5 is not a seat; the seats are 1 to 4"),
        (["hand-and-foot", "--dealer", "0"], "0 is not a seat"),
        (["hand-and-foot", "--keeper", "1"], "has no Score Keeper"),
        (["new-canasta", "--players", "2", "--keeper", "1"], "has no Score Keeper"),
        (["new-canasta", "--players", "4", "--keeper", "7"], "7 is not a seat; the seats are 1 to 4"),
        (["new-canasta", "--players", "4", "--dealer", "4"], "never deals"),
        (["new-canasta", "--players", "4", "--dealer", "2", "--keeper", "2"], "never deals"),
    ],
)
def test_seats_that_do_not_go_together_end_with_a_sentence(args: list[str], says: str) -> None:
    done = run(*args)
    assert done.exit_code == 2
    assert says in done.output
    assert "drew" not in done.output


def announced(host_text: str) -> Iterator[str]:
    """Yield the sentences about dealers in what was written, in order."""
    joined = re.sub(r"\n ", " ", host_text)
    yield from re.findall(
        r"(\w+ deals? the looking hands, \w+ deals? the downs\. \w+ begins?, \w+ keeps? score)\.", joined
    )


def test_the_dealers_are_announced_in_every_deal_and_pass_by_the_score_keeper(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch)
    host = table(dialog, "new-canasta", 4, seed=2)
    dialog.answer = sound(host)
    host.run()
    said = list(announced(dialog.text))
    assert len(said) == len(host.match.results) > 3
    # Alex, in the last seat, keeps the score.
    turns = [
        "Robin deals the looking hands, Sam deals the downs. You begin, Alex keeps score",
        "Sam deals the looking hands, you deal the downs. Robin begins, Alex keeps score",
        "You deal the looking hands, Robin deals the downs. Sam begins, Alex keeps score",
    ]
    assert said == [turns[at % 3] for at in range(len(said))]
    assert [result.dealer for result in host.match.results] == [(1, 2, 0)[at % 3] for at in range(len(said))]


@pytest.mark.parametrize(
    ("rules", "dealer", "says"),
    [
        (load("classic"), 3, "Alex deals. You begin."),
        (load("classic"), 0, "You deal. Robin begins."),
        (load("hand-and-foot"), 1, "Robin deals the hands, Alex deals the feet. Sam begins."),
        (load("hand-and-foot"), 2, "Sam deals the hands, you deal the feet. Alex begins."),
        (load("hand-and-foot-whitnack", 3), 2, "Sam deals the hands, you deal the feet. You begin."),
        (load("hand-knee-and-foot"), 3, "Alex deals. You begin."),
        (
            load("hand-knee-and-foot", 4, ["three-dealers"]),
            3,
            "Alex deals the hands, you deal the knees, Robin deals the feet. You begin.",
        ),
        (
            with_values(load("hand-knee-and-foot"), deal={"dealers": "neighbours"}),
            3,
            "Alex deals the hands, you deal the knees and feet. You begin.",
        ),
        (with_values(load("classic"), deal={"dealers": "neighbours"}), 3, "Alex deals. You begin."),
        (load("new-canasta", 4), 0, "You deal the looking hands, Robin deals the downs. Sam begins, Alex keeps score."),
    ],
)
def test_who_deals_what(rules: Rules, dealer: int, says: str) -> None:
    names = Names(FOUR[: rules.seats], 0)
    assert plain(dealers_line(rules, dealer, Match(rules, dealer=dealer).keeper, names)) == says


def test_how_the_deck_was_cut_stays_on_a_screen_that_is_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch)
    dialog.clears = True
    host = table(dialog, "new-canasta", 4, seed=1)
    dialog.answer = leaving_after([])
    with pytest.raises(Leave):
        host.run()
    screen = " ".join(dialog.text.rsplit("\x1b[3J", 1)[1].split())
    for cut in host.match.cuts:
        assert plain(cut_line(cut, 100, host.seating.shared)) in screen
    assert len(host.match.cuts) == 2
    assert "Robin deals the looking hands" in screen


def test_cuts_in_words() -> None:
    names = Names(FOUR, 0)
    assert plain(cut_line(DeckCut(0, 44, 44), 100, names)) == "You cut 44 cards: exact, 100 points!"
    assert plain(cut_line(DeckCut(1, 46, 44), 100, names)) == "Robin cut 46 cards, 2 too many."
    assert plain(cut_line(DeckCut(1, 43, 44), 100, names)) == "Robin cut 43 cards, 1 too few."


def at_totals(rules: Rules, *totals: int) -> Match:
    match = Match(rules)
    match.totals = totals
    return match


@pytest.mark.parametrize(
    ("rules", "totals", "says"),
    [
        (load("classic"), (3100, 1600), "You and Sam need 120 to open in the next deal; Robin and Alex need 90."),
        (load("classic"), (0, 1495), "Everyone needs 50 to open in the next deal."),
        (
            load("classic", options=["evans"]),
            (-5, 0),
            "You and Sam may open with any meld in the next deal; Robin and Alex need 50.",
        ),
        (
            load("classic", options=["evans"]),
            (0, -5),
            "You and Sam need 50 to open in the next deal; Robin and Alex may open with any meld.",
        ),
        (load("classic", options=["evans"]), (-5, -5), "Any meld is enough to open in the next deal."),
        (
            load("new-canasta", 4),
            (1600, 0, 1700, 5100),
            "You and Sam need 90 to open in the next round; Robin needs 50; Alex needs 150.",
        ),
        (
            load("new-canasta", 4),
            (0, 1600, 1700, 1800),
            "You need 50 to open in the next round; Robin, Sam and Alex need 90.",
        ),
        (load("hand-and-foot"), (9000, 0), "Everyone needs 50 to open in the next deal."),
    ],
)
def test_the_next_minimums(rules: Rules, totals: tuple[int, ...], says: str) -> None:
    assert plain(next_minimums_line(rules, at_totals(rules, *totals).minimums(), Names(FOUR, 0))) == says


def test_the_own_side_comes_first_and_three_sides_are_told_apart() -> None:
    rules = load("ponytail", 6)
    (low, less), (high, more) = rules.opening.minimums[0], rules.opening.minimums[-1]
    match = at_totals(rules, low, high, low)
    said = plain(next_minimums_line(match.rules, match.minimums(), Names((*FOUR, "Kim", "Jo"), 2)))
    assert (
        said == f"You and Jo need {less} to open in the next deal; Ann and Alex need {less}; Robin and Kim need {more}."
    )


def test_the_next_minimums_follow_every_deal_but_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch)
    host = table(dialog, "hand-and-foot", seed=2)
    dialog.answer = sound(host)
    host.run()
    parts = re.split(r"Deal \d is counted", dialog.text)[1:]
    assert [re.findall(r"Everyone needs (\d+) to open in the next deal", part) for part in parts] == [
        ["90"],
        ["120"],
        ["150"],
        [],
    ]
    assert "to open" not in re.sub(r"(?s).*Deal 4 is counted", "", dialog.text)


def test_score_tells_the_minimum_of_the_deal_in_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch)
    host = table(dialog, "hand-and-foot", seed=1)
    dialog.answer = leaving_after(["score"])
    with pytest.raises(Leave):
        host.run()
    assert "You and Sam: 0 in all, 50 needed to open\n" in dialog.text


def test_every_opening_is_counted_aloud(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch, width=200)
    host = table(dialog, "new-canasta", 5, seed=3, seats="greedy,greedy,greedy,greedy,greedy")
    host.run()
    assert dialog.text.count("Jo keeps score.") == len(host.match.results)
    openings = re.findall(r"opened with (\d+): ([^()]+) \((\d+) (needed|not needed)\)", dialog.text)
    assert len(openings) > len(host.match.results)
    values = set()
    for total, said, needed, _ in openings:
        melds = re.findall(r"[a-z ]+ (\d+)", said)
        assert sum(map(int, melds)) == int(total) >= int(needed)
        values.add(len(melds))
    assert {1, 2, 3} <= values


def test_an_opening_that_is_short_is_counted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch)
    host = table(dialog, "hand-and-foot", seed=1)
    dialog.answer = leaving_after(["d", "lay 666", "lay 666 552", "lay 666 KK2"])
    with pytest.raises(Leave):
        host.run()
    one, two, three = dialog.text.split("> lay ")[1:]
    assert "these sixes are worth 15. Add 35 or take them back." in one
    assert "To open, put all your melds on one line" in one
    assert "these melds are worth 45 (sixes 15, fives 30). Add 5 or\ntake them back." in two
    assert "An opening is one line" not in two
    assert "You laid 666 and KK2, and opened with 55: sixes 15, kings 40 (50 needed)." in three


def test_the_stock_lies_in_as_many_piles_as_the_game_says(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch)
    host = table(dialog, "new-canasta", 4, seed=1)
    dialog.answer = sound(host)
    host.run()
    shown = [
        (int(stock), [int(pile.replace("-", "0")) for pile in piles.split()])
        for stock, piles in re.findall(r"Stock (\d+) cards?:((?: [\d-]+)+)", dialog.text)
    ]
    assert len(shown) > 20
    assert all(len(piles) == 4 and sum(piles) == stock for stock, piles in shown)
    assert sum(before > after for (before, _), (after, _) in pairwise(shown)) > 20
    monkeypatch.undo()
    other = Scripted(monkeypatch)
    host = table(other, "hand-and-foot", seed=1)
    other.answer = leaving_after([])
    with pytest.raises(Leave):
        host.run()
    assert re.search(r"Stock \d+ cards   ", other.text)
