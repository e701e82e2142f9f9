"""Promises, numbers, draws for seats and cuts: nobody chooses alone, and everyone can check it afterwards."""

from __future__ import annotations

from collections import Counter

import pytest

from canasta.base.cards import pack
from canasta.base.shuffle import commitment, fair_deck
from canasta.deal.seat_draw import draw_seats
from canasta.rules.load import load
from canasta.session import acts
from canasta.session.checkpoint import parse_checkpoint
from canasta.session.fairness import Shuffle, labelled, landed
from canasta.session.line_json import LineJson
from canasta.session.refusals import Refused
from canasta.session.snapshot import snapshot
from tests.session.live import SECRETS, Live


def test_the_deck_follows_from_the_promise_and_every_number() -> None:
    live = Live(load("classic"))
    live.seat(["Ann", "Bob"])
    live.do("p1", acts.Start())
    with pytest.raises(Refused, match="secret: must be 32 bytes"):
        live.do(None, acts.Promise("ab"), live.table.scheduled()[0].command.id)
    live.step()
    assert live.public["shuffle"] == {"deal": 1, "commitment": commitment(bytes.fromhex(SECRETS[0])), "given": []}
    live.do("p1", acts.Number("7"))
    assert live.public["shuffle"]["given"] == [1]
    with pytest.raises(Refused, match="given your number already"):
        live.do("p1", acts.Number("8"))
    with pytest.raises(Refused, match="number: must be a whole number"):
        live.do("p2", acts.Number(str(1 << 64)))
    live.do("p2", acts.Number("9"))
    assert live.state.phase == "playing"
    assert live.state.deal is not None
    deck, _ = fair_deck(pack(2, 2), bytes.fromhex(SECRETS[0]), [7, 9, 0, 0])
    assert Counter(live.state.deal.tabletop.hands[0]) + Counter() == Counter(live.state.deal.tabletop.hands[0])
    assert sorted(deck) == sorted(pack(2, 2))
    assert live.state.deal.tabletop.deck[-40:] == list(deck[-40:])
    assert "numbers" not in live.public["shuffle"]
    live.play_deal()
    told = live.public["told"]["1"]
    assert told["secret"] == SECRETS[0]
    assert told["numbers"] == ["7", "9", "0", "0"]
    assert commitment(bytes.fromhex(told["secret"])) == told["commitment"]
    assert "shuffle" not in live.public


def test_numbers_that_do_not_come_count_as_0() -> None:
    live = Live(load("classic"))
    live.seat(["Ann", "Bob"])
    live.do("p1", acts.Start())
    live.step()
    live.do("p1", acts.Number("7"))
    due = live.table.scheduled()[0]
    assert due.at == live.state.since + 5_000
    heard = live.due(due)
    assert {"e": "numbers", "number": 1} in heard.events_for(-1)
    assert live.state.phase == "playing"


@pytest.mark.parametrize(("game", "players"), [("hand-and-foot", 4), ("new-canasta", 5), ("hand-knee-and-foot", 8)])
def test_a_draw_for_seats_goes_card_by_card_as_it_would_at_one_go(game: str, players: int) -> None:
    rounds = set()
    for number in range(6):
        live = Live(load(game, players))
        live.secrets = number
        live.seat([f"P{seat}" for seat in range(players - 1)])
        before = [place.person for place in live.state.places]
        live.do("p1", acts.Start())
        live.until("drawing")
        assert live.public["draw"]["cards"] == 52
        assert live.public["draw"]["picked"] == {}
        with pytest.raises(Refused, match="Choose one of the places 1 to 52"):
            live.do("p1", acts.DrawCard(53))
        events = []
        # Everyone picks a place of their own, those who sit last first.
        while live.state.phase == "drawing":
            state = live.state
            seat = state.to_draw()[-1]
            person = state.places[seat].person
            taken = {place for _, place in state.picks}
            if person is None:
                heard = live.due(live.table.scheduled()[0])
            else:
                heard = live.do(person, acts.DrawCard(max(set(range(52)) - taken) + 1))
                if live.state.phase == "drawing":
                    told = [
                        plain_json(heard.said_for(each).lines[0]).split()[0]
                        for each in (seat, (seat + 1) % players, -1)
                    ]
                    assert told == ["You", state.names[seat], state.names[seat]]
                with pytest.raises(Refused):
                    live.do(person, acts.DrawCard(max(set(range(52)) - taken) + 1))
            events += heard.events_for(-1)
        drawn = next(event for event in events if event["e"] == "seats-drawn")
        rounds.add(len(drawn["rounds"]))
        after = [place.person for place in live.state.places]
        assert after == [before[player - 1] for player in drawn["players"]]
        assert live.public["dealer"] == drawn["dealer"]
        assert live.public["told"]["1"]["deal"] == 0
        keeper = players - 1 if live.rules.table.score_keeper else None
        faces = [card for cards in live_rounds(drawn) for card in cards]
        assert draw_seats(live.rules, faces, keeper).dealer + 1 == drawn["dealer"]
        # The cards lie open before those who drew them, in their new seats, until the first deal.
        new = {player: seat for seat, player in enumerate(drawn["players"], 1)}
        cards = [(new[each["place"]], each["card"]) for cards in drawn["rounds"] for each in cards]
        while live.state.phase != "playing":
            assert live.public["draw"]["waiting"] == []
            assert sorted((each["seat"], each["card"]) for each in live.public["draw"]["picked"].values()) == sorted(
                cards
            )
            assert live.table.whole_for("p1")["public"]["draw"] == live.public["draw"]
            said = [plain_json(line) for line in live.table.story("p1").lines]
            assert (
                f"{'You deal' if live.state.places[drawn['dealer'] - 1].person == 'p1' else dealer(live) + ' deals'} first."
                in said
            )
            checkpoint = live.table.checkpoint()
            assert checkpoint is not None
            assert snapshot(parse_checkpoint(checkpoint)).public["draw"] == live.public["draw"]
            assert live.step() is not None
        assert "draw" not in live.public
    assert rounds <= {1, 2, 3}


@pytest.mark.parametrize("phase", ["drawing", "numbers"])
def test_a_table_is_closed_in_a_draw_or_after_it(phase: str) -> None:
    live = Live(load("hand-and-foot"))
    live.seat(["Ann", "Bob"])
    live.do("p1", acts.Start())
    live.until("drawing")
    live.step()
    if phase != "drawing":
        live.until(phase)
    assert "draw" in live.public
    live.do("p1", acts.Close())
    assert "draw" not in live.public
    assert live.table.story("p1").lines == []


def dealer(live: Live) -> str:
    """Return what the dealer is called."""
    return live.state.names[int(live.public["dealer"]) - 1]


def plain_json(line: LineJson) -> str:
    """Return the words of a line without cards."""
    return "".join(span if isinstance(span, str) else span.get("text", "") for span in line)


def live_rounds(drawn: dict[str, list[list[dict[str, str]]]]) -> list[list[int]]:
    """Return the faces of a draw, round by round."""
    from canasta.base.cards import parse_face

    return [[parse_face(each["card"]) for each in cards] for cards in drawn["rounds"]]


def test_a_cut_lands_near_its_aim_and_nobody_can_choose_where() -> None:
    rules = load("ponytail")
    landings = Counter(Shuffle(1, 1, f"{number:064x}", {0: number}).landing(0, 50, rules) for number in range(2_000))
    mean = sum(count * number for count, number in landings.items()) / 2_000
    spread = (sum(number * (count - mean) ** 2 for count, number in landings.items()) / 2_000) ** 0.5
    assert 49.8 < mean < 50.2
    assert 2.2 < spread < 2.8
    assert landings[50] < 500
    one = Shuffle(1, 1, SECRETS[0], {0: 1, 1: 2})
    other = Shuffle(1, 1, SECRETS[0], {0: 1, 1: 3})
    assert [one.landing(seat, 200, rules) for seat in range(4)] != [
        other.landing(seat, 200, rules) for seat in range(4)
    ]
    assert landed(1, -100_000, 100) == 1
    assert landed(99, 100_000, 100) == 99


def test_no_use_of_a_secret_tells_of_another() -> None:
    secrets = {labelled(SECRETS[0], label) for label in ("seats", "cut 1", "cut 2")}
    assert len(secrets | {bytes.fromhex(SECRETS[0])}) == 4


def test_cuts_are_told_and_count() -> None:
    live = Live(load("ponytail"))
    live.seat(["Ann", "Bob", "Cyd", "Dan"])
    live.do("p1", acts.Start())
    live.until("cutting")
    waiting = dict(live.public["cut"])
    assert waiting
    first = int(next(iter(waiting)))
    person = live.state.places[first - 1].person
    with pytest.raises(Refused, match="You can cut 1 to"):
        live.do(person, acts.Cut(100_000))
    other = next(place.person for seat, place in enumerate(live.state.places, 1) if str(seat) not in waiting)
    with pytest.raises(Refused, match="no deck to cut"):
        live.do(other, acts.Cut(44))
    heard = live.do(person, acts.Cut(waiting[str(first)]))
    assert heard.events_for(-1)[0]["e"] == "deck-cut"
    assert "aim" not in str(heard.events_for(-1))
    live.play_deal()
    assert live.state.match is not None
    assert len(live.public["deals"]) == 1
