"""One grammar of moves: what is printed is read back, and what people type is understood."""

from dataclasses import replace
from random import Random

import pytest

from canasta.base.cards import BLACK_THREE, KIND_OF, Face, face_text, parse_faces, rank_text
from canasta.base.errors import IllegalMove, NotationError
from canasta.base.moves import Discard, Group, Lay, TakePile
from canasta.deal.deal import Deal
from canasta.deal.match import Match
from canasta.deal.view import view
from canasta.engine import steps as s
from canasta.notation.move_text import move_text, parse_move, verb_of
from canasta.notation.step_moves import one_step
from canasta.rules.load import games

HAND = parse_faces("Kh Kd Kc 5s 5d 5h 5c 2c 2d Jk 8h 8d 3s 4c 10h".replace("10h", "Th"))


def text_of(text: str, hand: tuple[Face, ...] = HAND) -> str:
    return move_text(parse_move(text, hand))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("draw", "draw"),
        ("D", "draw"),
        ("lay KhKdKc 5s5d5h5c", "lay KhKdKc 5s5d5h5c"),
        ("lay kkk 5555", "lay KcKdKh 5c5d5h5s"),
        ("lay K K K 5 5 5", "lay KcKdKh 5c5d5h"),
        ("lay Kh Kd Kc 5s 5d 5h", "lay KhKdKc 5s5d5h"),
        ("meld KK2, 5555", "lay KcKd2c 5c5d5h5s"),
        ("l KK2 and 555jk", "lay KcKd2c 5c5d5hJk"),
        ("lay KKKh", "lay KcKdKh"),
        ("lay K♥K♦K♣", "lay KhKdKc"),
        ("lay JkJk2", "lay JkJk2c"),
        ("add K", "lay Kc"),
        ("add 2 to K", "lay 2c+K"),
        ("add 2c+K@2", "lay 2c+K@2"),
        ("add two to kings, joker to 5", "lay 2c+K Jk+5"),
        ("add KK 2 to 5", "lay KcKd 2c+5"),
        ("add K to @2", "lay Kc@2"),
        ("add 2 to wild", "lay 2c"),
        ("discard 4c", "discard 4c"),
        ("x 4", "discard 4c"),
        ("x 10", "discard Th"),
        ("x 3", "discard 3s"),
        ("dis jk", "discard Jk"),
        ("top K", "top K 3d"),
        ("top K 3h", "top K 3h"),
        ("ask 3", "ask 3"),
        ("y", "yes"),
        ("no", "no"),
        ("k", "knock"),
        ("pass", "stuck"),
        ("stuck", "stuck"),
        ("pick up", "pick up"),
        ("pickup", "pick up"),
        ("end", "end"),
        ("take 8h8d", "take 8h8d"),
        ("take the pile with 88", "take 8d8h"),
        ("take 8 2", "take 8d2c"),
        ("take 6h 2c", "take 6h2c"),
        ("take 8h8d KKK 555", "take 8h8d KcKdKh 5c5d5h"),
        ("take 882 KKK", "take 8d8h 2c+8 KcKdKh"),
        ("take @2", "take @2"),
        ("take onto @2", "take @2"),
        ("take onto", "take onto"),
        ("take 8h8d@2", "take 8h8d@2"),
        ("take card @1", "take card @1"),
        ("take card", "take card"),
    ],
)
def test_what_people_type_is_understood(typed: str, meant: str) -> None:
    if meant == "discard 3s":
        assert text_of(typed) == meant
    assert text_of(typed) == meant
    assert text_of(meant) == meant


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "not a move"),
        ("dance", '"dance" is not a move'),
        ("draw two", "takes nothing after it"),
        ("lay", "say which cards"),
        ("lay KQ", "two ranks"),
        ("lay Kx", '"Kx" is not a card'),
        ("add to K", "the cards first"),
        ("add 2 to", "the cards first"),
        ("add 2 to house", "not a meld"),
        ("discard", "which card"),
        ("discard KK", "one card only"),
        ("discard K 4", "one card only"),
        ("top", "rank of one canasta"),
        ("take", "which cards"),
        ("take @9", "not a meld"),
        ("ask", "which partner"),
        ("ask bea", "not a seat"),
    ],
)
def test_mistakes_get_a_kind_sentence(typed: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        parse_move(typed, HAND)


def test_ranks_never_use_cards_named_by_suit() -> None:
    hand = parse_faces("Kh Kd Ks")
    assert text_of("lay K KhKd", hand) == "lay Ks KhKd"


def test_what_the_hand_lacks_is_left_to_the_rules() -> None:
    move = parse_move("lay QQQ", HAND)
    assert isinstance(move, Lay)
    assert [KIND_OF[face] for face in move.groups[0].cards] == [12, 12, 12]


def test_single_cards_are_kept_apart_by_commas() -> None:
    king, other, two = parse_faces("Kh Kd 2c")
    move = Lay((Group((king,), 13), Group((other,), 13), Group((two,), 0)))
    assert move_text(move) == "lay Kh, Kd, 2c"
    assert parse_move(move_text(move)) == move


def test_cards_that_everybody_knows_of_are_chosen_first() -> None:
    match = Match.new("classic", seed=1)
    match.begin_deal()
    seen = view(match.deal, 0)
    kinds = [KIND_OF[face] for face in seen.hand]
    rank = next(kind for kind in kinds if kind > 3 and kinds.count(kind) > 1)
    for face in [face for face in seen.hand if KIND_OF[face] == rank]:
        known = replace(seen, known=((((face, 1),)), (), (), ()))
        assert parse_move(f"discard {'456789TJQKA'[rank - 4]}", known) == Discard(face)


@pytest.mark.parametrize("name", sorted(games()))
@pytest.mark.parametrize("seed", range(3))
def test_printing_and_reading_are_inverse_over_random_legal_moves(name: str, seed: int) -> None:
    rng = Random(f"{name} {seed}")
    match = Match.new(name, seed=seed)
    match.begin_deal()
    deal = match.deal
    assert isinstance(deal, Deal)
    printed = set()
    for _ in range(1500):
        if deal.over:
            break
        seen = view(deal, deal.actor)
        step = rng.choice(seen.legal)
        if step != s.OPEN:
            move = one_step(step, seen)
            text = move_text(move)
            printed.add(text.split()[0])
            assert parse_move(text) == move, text
            assert parse_move(text.upper(), seen) == move, text
        deal.step_trusted(step)
    assert {"draw", "discard"} <= printed


@pytest.mark.parametrize("name", sorted(games()))
def test_a_bare_take_is_legal_exactly_where_some_take_is(name: str) -> None:
    rng = Random(name)
    taken = 0
    for seed in range(12):
        match = Match.new(name, seed=seed)
        match.begin_deal()
        deal = match.deal
        assert isinstance(deal, Deal)
        for _ in range(400):
            if deal.over:
                break
            seen = view(deal, deal.actor)
            takes = [step for step in seen.legal if s.TAKE_PAIR <= step < s.START]
            move = parse_move("take", seen)
            if takes and seen.opened[seen.side]:
                deal.copy().play(deal.actor, move)
                taken += 1
            elif not takes:
                with pytest.raises(IllegalMove):
                    deal.play(deal.actor, move)
            deal.step_trusted(rng.choice(takes or seen.legal))
    assert taken


@pytest.mark.parametrize("name", sorted(games()))
def test_take_with_the_rank_on_the_pile_is_a_bare_take(name: str) -> None:
    match = Match.new(name, seed=4)
    match.begin_deal()
    deal, rng, named = match.deal, Random(name), 0
    while not deal.over and named < 50:
        seen = view(deal, deal.actor)
        if seen.pile and (top := KIND_OF[seen.pile[-1]]) > BLACK_THREE:
            assert parse_move(f"take {rank_text(top)}", seen) == parse_move("take", seen)
            assert parse_move(f"take the {rank_text(top)}", seen) == parse_move("take", seen)
            named += 1
        deal.step_trusted(rng.choice(seen.legal))
    assert named


def test_take_finds_the_pair_beside_further_melds() -> None:
    match = Match.new("classic", seed=3)
    match.begin_deal()
    seen = view(match.deal, 0)
    top = seen.pile[-1]
    rank = face_text(top)[0]
    with_pair = replace(seen, hand=(top, top, *parse_faces("Kh Kd Kc 4c 4d")), legal=(s.DRAW, s.TAKE_PAIR))
    move = parse_move("take KKK", with_pair)
    assert isinstance(move, TakePile)
    assert move.cards == (top, top)
    assert move == parse_move(f"take {rank}{rank} KKK", with_pair)


def test_verbs_are_found_with_what_follows() -> None:
    assert verb_of("  Pick   UP ") == ("pick up", "")
    assert verb_of("LAY  KKK") == ("lay", "KKK")
