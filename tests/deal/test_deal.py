"""Deals with real cards: faces follow the kernel, moves are all or none, undo is exact."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from canasta.base.cards import KIND_OF, RED_THREE, count_kinds, pack, parse_faces
from canasta.base.errors import IllegalMove
from canasta.base.events import Drew, Event, ReserveTaken
from canasta.base.moves import Answer, Discard, Draw, Group, Knock, Lay, Move, TakePile
from canasta.deal.deal import Deal
from canasta.engine import steps as s
from canasta.engine.fields import OPENED, SIDE
from canasta.engine.rule_table import KINDS
from canasta.rules.load import load
from tests.deal.tables import TABLES, fresh, random_play, rules_of

pytestmark = pytest.mark.kernel


def all_faces(deal: Deal) -> Counter[int]:
    """Return every face of the deal, wherever it lies."""
    position, tabletop = deal.position, deal.tabletop
    faces = tabletop.count()
    faces.update(tabletop.deck[tabletop.drawn :])
    for seat in range(deal.rules.seats):
        for index in range(position.taken(seat), position.rule_table.reserves):
            faces.update(tabletop.reserve(position, seat, index))
    return faces


def check_faces(deal: Deal) -> None:
    """Compare the faces with the kernel's counts."""
    position, tabletop = deal.position, deal.tabletop
    for seat, hand in enumerate(tabletop.hands):
        assert count_kinds(hand) == list(position.hands[seat * KINDS : (seat + 1) * KINDS])
    for hand, known in zip(tabletop.hands, tabletop.known, strict=True):
        assert known <= Counter(hand)
    assert [KIND_OF[face] for face in tabletop.pile] == list(position.pile)
    assert [KIND_OF[face] for face in tabletop.deck[tabletop.drawn :]] == list(position.deck[position.next :])
    for zone, faces in tabletop.melds.items():
        meld = position.melds[zone]
        jokers, twos, *_ = count_kinds(faces)
        assert meld == (len(faces) - jokers - twos) << 16 | twos << 8 | jokers
    for entry, faces in zip(position.closed, tabletop.closed, strict=True):
        topped = entry >> 24 & 1
        assert len(faces) == (entry & 255) + (entry >> 8 & 255) + (entry >> 16 & 255) + topped
        assert sum(KIND_OF[face] == RED_THREE for face in faces) == topped


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_faces_follow_the_kernel(name: str, players: int) -> None:
    rules = rules_of(name, players)
    rng = Random(players)
    for seed in range(3):
        deal, _ = fresh(rules, seed)
        whole = Counter(pack(rules.packs, rules.deck.jokers))
        for number, _events in enumerate(random_play(deal, rng)):
            if number % 7 == 0:
                check_faces(deal)
                assert all_faces(deal) == whole
        check_faces(deal)
        assert all_faces(deal) == whole


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_events_hide_what_others_may_not_see(name: str, players: int) -> None:
    deal, events = fresh(rules_of(name, players), 5)
    seen: list[Event] = list(events)
    for more in random_play(deal, Random(5)):
        seen += more
    hidden = [event for event in seen if isinstance(event, Drew | ReserveTaken)]
    assert hidden
    for event in hidden:
        other = (event.seat + 1) % players
        assert event.seen_by(event.seat) == event
        masked = event.seen_by(other)
        assert isinstance(masked, Drew | ReserveTaken)
        assert masked.cards is None
        assert masked.count == event.count


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_copies_go_their_own_way(name: str, players: int) -> None:
    deal, _ = fresh(rules_of(name, players), 9)
    rng = Random(9)
    for number, _events in enumerate(random_play(deal, rng)):
        if number == 60:
            break
    twin = deal.copy()
    key = deal.position.key()
    for _events in random_play(twin, rng):
        pass
    assert deal.position.key() == key
    check_faces(deal)


def laid_out(hand: str, *, pile: str = "9c", name: str = "classic") -> Deal:
    """Return a deal whose first player holds *hand* and finds *pile*: the deck is stacked for it."""
    rules = load(name)
    wanted = list(parse_faces(hand))
    pile_cards = list(parse_faces(pile))
    rest = list((Counter(pack(rules.packs, rules.deck.jokers)) - Counter(wanted) - Counter(pile_cards)).elements())
    plain = [face for face in rest if KIND_OF[face] > RED_THREE]
    others = [face for face in rest if KIND_OF[face] <= RED_THREE]
    first = wanted + plain[: rules.deal.hand - len(wanted)]
    plain = plain[rules.deal.hand - len(wanted) :]
    dealt = sum((rules.deal.hand, *(reserve.size for reserve in rules.reserves))) * rules.seats
    deck = first + plain[: dealt - len(first)] + pile_cards + plain[dealt - len(first) :] + others
    deal, _ = Deal.new(rules, deck)
    return deal


def refused(deal: Deal, move: Move) -> IllegalMove:
    """Make a move that must be refused and change nothing."""
    key, count = deal.position.key(), deal.tabletop.count()
    with pytest.raises(IllegalMove) as caught:
        deal.play(deal.actor, move)
    assert deal.position.key() == key
    assert deal.tabletop.count() == count
    assert deal.refusal(deal.actor, move) == caught.value.refusal
    return caught.value


def group(cards: str, rank: int) -> Group:
    """Return cards for a meld."""
    return Group(parse_faces(cards), rank)


def test_opening_minimum__refusal_carries_the_numbers_of_what_was_laid() -> None:
    deal = laid_out("4c4d4h5c5d5h KcKdKh QcQd")
    deal.play(0, Draw())
    refusal = refused(deal, Lay((group("4c4d4h", 4), group("5c5d5h", 5)))).refusal
    assert (refusal.clause, refusal.needed, refusal.given) == ("opening.minimum", 50, 30)
    assert "50" in refusal.text
    assert "30" in refusal.text
    deal.play(0, Lay((group("4c4d4h", 4), group("5c5d5h", 5), group("KcKdKh", 13))))
    assert deal.position.sides[OPENED]


def test_turn_cards__the_face_must_be_in_the_hand() -> None:
    deal = laid_out("KcKdKh")
    deal.play(0, Draw())
    assert refused(deal, Discard(parse_faces("Ks")[0])).refusal.clause == "turn.cards"


def test_turn_order__and_a_question_nobody_asked() -> None:
    deal = laid_out("KcKdKh")
    with pytest.raises(IllegalMove) as caught:
        deal.play(1, Draw())
    assert caught.value.refusal.clause == "turn.order"
    assert refused(deal, Answer(yes=True)).refusal.clause == "turn.unasked"
    assert refused(deal, Knock()).refusal.clause == "turn.draw"


def test_the_chosen_card_lies_on_the_pile() -> None:
    deal = laid_out("KcKdKh")
    deal.play(0, Draw())
    deal.play(0, Discard(parse_faces("Kh")[0]))
    assert deal.tabletop.pile[-1] == parse_faces("Kh")[0]


def test_take_pile__opening_with_further_melds() -> None:
    deal = laid_out("9d9h AcAdAh", pile="9c")
    deal.play(0, TakePile(parse_faces("9d9h"), more=(group("AcAdAh", 14),)))
    assert deal.position.opened(0)
    assert deal.position.meld_at(0, 9, 0) == 3 << 16
    assert deal.position.meld_at(0, 14, 0) == 3 << 16


def test_take_pile__needs_the_minimum() -> None:
    deal = laid_out("9d9h AcAd 4c5d6h7s8c", pile="9c")
    refusal = refused(deal, TakePile(parse_faces("9d9h"))).refusal
    assert (refusal.clause, refusal.needed, refusal.given) == ("opening.minimum", 50, 30)


def test_undo__back_to_the_last_card_seen_and_no_further() -> None:
    deal = laid_out("KcKdKh AcAdAh QcQdQh")
    assert not deal.can_undo(0)
    deal.play(0, Draw())
    assert not deal.can_undo(0)
    before = deal.position.key()
    deal.play(0, Lay((group("KcKdKh", 13), group("AcAdAh", 14))))
    middle = deal.position.key()
    deal.play(0, Lay((group("QcQdQh", 12),)))
    deal.undo(0)
    assert deal.position.key() == middle
    deal.undo(0)
    assert deal.position.key() == before
    check_faces(deal)
    with pytest.raises(IllegalMove) as caught:
        deal.undo(0)
    assert caught.value.refusal.clause == "procedures.undo"
    assert caught.value.refusal.text.startswith("There's nothing to take back: ")
    assert deal.position.key() == before
    deal.play(0, Lay((group("KcKdKh", 13), group("AcAdAh", 14))))
    deal.play(0, Discard(parse_faces("Qc")[0]))
    assert not deal.can_undo(0)
    assert not deal.can_undo(1)


def test_a_meld_of_eight_cards_is_refused_where_seven_close_it() -> None:
    deal = laid_out("KcKdKhKsKcKdKhKs", name="hand-and-foot")
    deal.play(0, Draw())
    refusal = refused(deal, Lay((group("KcKdKhKsKcKdKhKs", 13),))).refusal
    assert refusal.clause == "meld.full"


def test_new_deals_want_the_right_number_of_cards() -> None:
    rules = load("classic")
    with pytest.raises(ValueError, match="107 cards"):
        Deal.new(rules, pack(2, 2)[1:])


def test_steps_are_checked_too() -> None:
    deal = laid_out("KcKdKh")
    with pytest.raises(IllegalMove):
        deal.step(0, s.DISCARD + 13)
    deal.step(0, s.DRAW)
    assert deal.position.sides[SIDE * 0 + OPENED] == 0
