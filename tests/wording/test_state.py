"""The lines about the state of a deal are the same for all who show them, and speak to whoever looks."""

from collections import Counter

import pytest

from canasta.base.moves import Draw
from canasta.base.seats import Seat
from canasta.base.spans import Cards, Name, Number, Text
from canasta.bots import make
from canasta.deal.deal import Deal
from canasta.deal.match import Match
from canasta.deal.view import view
from canasta.engine.openings import opening_possible
from canasta.engine.position import NOWHERE
from canasta.engine.steps import ACTIONS, RED_CANASTA, START
from canasta.notation.cases.arrangement import arrange
from canasta.notation.cases.case import cases_of
from canasta.rules.load import load
from canasta.rules.words.melds import TRIPLE
from canasta.wording import state
from canasta.wording.announcements import dealers_line
from canasta.wording.names import Names
from canasta.wording.spans import plain
from canasta.wording.story import tell_move
from tests.deal.tables import fresh

NAMES = Names(("Ann", "Bea", "Cyd", "Dot"))


def begun(game: str = "hand-and-foot", players: int = 4) -> Deal:
    match = Match.new(game, players=players, seed=1)
    match.begin_deal()
    return match.deal


def test_the_turn_is_told_to_the_player_and_to_others() -> None:
    deal = begun()
    seat = deal.actor
    other = (seat + 1) % 4

    def told(viewer: int) -> list[str]:
        return [plain(each) for each in state.turn_lines(deal.rules, deal.position, NAMES.seen_by(viewer))]

    assert (told(seat), told(other)) == (["You are to draw."], [f"{NAMES.names[seat]} is to draw."])
    deal.play(seat, Draw())
    assert (told(seat), told(other)) == (["You have drawn."], [f"{NAMES.names[seat]} has drawn."])
    lines = state.turn_lines(deal.rules, deal.position, NAMES.seen_by(seat))
    assert lines[0][0] == Name(seat, "You")


def test_seats_without_names_have_a_capital_only_at_the_beginning() -> None:
    names = Names.of_seats(4)
    assert (names.player(1), names.player(1, begins=False)) == ("Seat 2", "seat 2")
    assert names.side(0, 2) == "Seat 1 and Seat 3"
    assert names.seen_by(0).side(0, 2) == "You and Seat 3"


def test_who_is_called_you_in_a_record_is_addressed() -> None:
    names = Names(("Sam", "Alex", "You", "Robin"))
    assert (names.doing(2, "begin"), names.doing(1, "begin")) == ("You begin", "Alex begins")
    assert (names.player(2, begins=False), names.verb(2, "have", "has")) == ("you", "have")
    assert names.side(0, 2) == "You and Sam"
    assert plain(dealers_line(load("classic"), Seat(1), None, names)) == "Alex deals. You begin."


def test_pile_stock_and_reserves_of_a_view() -> None:
    deal = begun()
    seen, onlooker = view(deal, deal.actor), view(deal, -1)
    pile = state.pile_line(seen)
    assert Cards(seen.pile[-1:]) in pile
    assert plain(state.stock_line(seen)).startswith(f"Stock {seen.stock} cards")
    assert plain(state.reserves_line(seen)) == "Your foot waits"
    assert state.reserves_line(onlooker) == ()
    assert plain(state.hand_line(seen)) == f"Your {seen.rules.words.hand} ({len(seen.hand)})"


def test_why_a_pile_is_frozen_is_told_to_players_only() -> None:
    deal = begun("classic")
    assert state.pile_line(view(deal, deal.actor))[-1] == Text(", frozen until your side opens", "warn")
    assert "frozen" not in plain(state.pile_line(view(deal, -1)))


def test_what_a_side_needs_is_told_with_its_numbers() -> None:
    deal = begun()
    seen = view(deal, deal.actor)
    opening = state.opening_line(seen.position, seen.seat)
    numbers = [span.value for span in opening if isinstance(span, Number)]
    assert numbers[0] == seen.minimums[seen.side]
    assert plain(state.opening_need(seen, seen.side)) == f"needs {seen.minimums[seen.side]} to open"
    assert plain(state.contract_line(seen, seen.side)).startswith("to go out: ")
    assert plain(state.match_line(seen.rules, 2, (0, 0), NAMES)).endswith(" · deal 2 of 4")
    classic = load("classic")
    assert plain(state.match_line(classic, 2, (1500, -20), NAMES)) == (
        "Classic Canasta · deal 2, to 5,000 · Ann and Cyd 1,500 · Bea and Dot −20"
    )


def test_players_are_told_with_their_cards_and_reserves() -> None:
    deal = begun()
    seen = view(deal, 0)
    assert plain(state.player_line(seen, 2, NAMES.seen_by(0))) == "Cyd (partner) 13 cards + foot"
    assert plain(state.player_line(seen, 1, NAMES.seen_by(0))) == "Bea 13 cards + foot"
    assert state.known_line(seen, 1, NAMES) == ()


def test_a_move_of_which_nothing_was_seen_is_told_by_its_word() -> None:
    rules = load("classic")
    assert [plain(each) for each in tell_move([], 1, "knock", NAMES, rules)] == ["Bea: knock."]
    assert plain(tell_move([], 1, "draw", NAMES, rules)[0]) == "Bea: nothing to draw, the turn continues."
    assert tell_move([], -1, "", NAMES, rules) == []


def test_an_opening_without_the_meld_that_it_needs_is_not_promised() -> None:
    """Enough points, but no three natural cards of a rank: nothing can be laid, and it does not say that it can."""
    case = {
        "id": "a",
        "says": "A.",
        "variant": "modern-american-canasta",
        "players": 4,
        "turn": "1 play",
        "legal": False,
    }
    case |= {"hands": {"1": "4c4s 5s 6d6s 8h 9s Qs Kd Ad 2d2s JkJk"}, "moves": ["lay 6d6s2d 2sJkJk"]}
    (one,) = cases_of({"clause": "opening.triple", "case": [case]}, "opening")
    assert one.rules is not None
    deal, _ = arrange(one.rules, one.outline)
    assert plain(state.opening_line(deal.position, 0)) == (
        f"You need 125 to open, with {TRIPLE['natural meld'].sentence}; you have none yet."
    )


@pytest.mark.parametrize(
    ("name", "players"), [("modern-american-canasta", 4), ("modern-american-canasta", 2), ("classic", 4)]
)
def test_what_can_be_laid_to_open_is_what_the_judge_lets_begin(name: str, players: int) -> None:
    told = Counter[bool]()
    for seed in range(6):
        deal, _ = fresh(load(name, players), seed)
        seated = [make("greedy", seed, seat) for seat in range(players)]
        while not deal.over:
            seat = deal.actor
            position = deal.position
            if position.source != NOWHERE and not position.staging and not position.opened(position.side_of(seat)):
                can = "; you can lay" in plain(state.opening_line(position, seat))
                begins = any(ACTIONS[step].sort in {START, RED_CANASTA} for step in deal.legal_steps(seat))
                assert can or not begins
                assert begins or not can or not opening_possible(position, seat)
                told[can] += 1
            deal.step(seat, seated[seat].choose(view(deal, seat)))
    assert told[True] > 2
    assert told[False] > 2
