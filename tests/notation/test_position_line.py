"""Position lines: what is written is read again, every state has one text, and a seat's line holds no more than it sees."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import astuple, fields, replace
from pathlib import Path
from random import Random

import pytest

from canasta.base.cards import parse_faces
from canasta.base.errors import IllegalMove, NotationError
from canasta.base.events import Event
from canasta.deal.deal import Deal
from canasta.deal.imagine import imagine
from canasta.deal.view import View, view
from canasta.engine import KERNEL
from canasta.engine.fields import RESUME, STAGED
from canasta.notation.cases.arrangement import arrange
from canasta.notation.cases.case import UNDO, Case, read_cases, seated
from canasta.notation.move_text import parse_move
from canasta.notation.positions.fields import FIELDS, LONGEST
from canasta.notation.positions.line import parse_position, position_text, read_position
from canasta.rules.load import load
from tests.deal.tables import TABLES
from tests.kernel.random_games import random_rules
from tests.notation.lines import CLASSIC
from tests.notation.moments import dealt, kept, sort_hands, wander

COMPILED = KERNEL == "compiled"
FOLDER = Path(__file__).resolve().parents[1] / "cases"
FILES = sorted(FOLDER.rglob("*.toml"))


def check(deal: Deal) -> str:
    """Return the line of *deal* means the same deal again, and is written again as it was."""
    text = position_text(deal)
    assert text.isascii()
    assert text.isprintable()
    assert "'" not in text
    again = parse_position(text, deal.rules)
    assert kept(again) == kept(deal), text
    assert position_text(again) == text
    return text


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_moments_of_random_deals_are_read_as_they_were_written(name: str, players: int) -> None:
    chosen = [load(name, players), *random_rules(name, players, 1, seed=players)]
    for number, rules in enumerate(chosen):
        if rules is None:
            continue
        rng = Random(f"{name} {players} {number}")
        deal = dealt(rules, number, [rng.choice([15, 50, 90]) for _ in range(rules.sides)])
        for at, _ in enumerate(wander(deal, rng, rng.choice([0.3, 0.6, 0.9]))):
            if at % (8 if COMPILED else 10) == 0:
                check(deal)


def deals_of(case: Case) -> list[Deal]:
    """Return the deal of *case* before its moves and after each of them."""
    assert case.rules
    deal, _ = arrange(case.rules, case.outline)
    deals = [deal.copy()]
    with suppress(IllegalMove, NotationError):
        for move in case.moves:
            seat, rest = seated(move, deal)
            if rest.strip() == UNDO:
                deal.undo(seat)
            else:
                deal.play(seat, parse_move(rest, view(deal, seat)))
            deals.append(deal.copy())
    return deals


def test_every_moment_of_the_case_files_is_read_as_it_was_written() -> None:
    found: Counter[str] = Counter()
    for path in FILES:
        for case in read_cases(path):
            if case.rules is None:
                continue
            for deal in deals_of(case):
                found.update(word.split("=")[0] for word in check(deal).split())
    # These moments, which are of no match, have every other field that there is.
    others = {"eyes", "history", "deal", "totals"}
    assert [name for name in FIELDS if name not in others and not found[name]] == []


def told(events: list[Event]) -> list[str]:
    """Events in words; cards of a packet or a meld come in no order, nor do two red threes in it."""
    plain = [replace(event, moved=()) for event in events]
    return sorted(
        f"{type(event)} {[sorted(value) if isinstance(value, tuple) else value for value in astuple(event)]}"
        for event in plain
    )


@pytest.mark.parametrize("name", ["hand-and-foot", "new-canasta", "classic", "hand-knee-and-foot", "ponytail"])
def test_what_was_read_is_played_on_as_the_original(name: str) -> None:
    rules = load(name)
    for seed in range(4):
        rng = Random(seed)
        deal = dealt(rules, seed)
        for at, _ in enumerate(wander(deal, rng, 0.5)):
            if at == 20 + 10 * seed:
                break
        again = parse_position(position_text(deal), rules)
        sort_hands(deal)
        sort_hands(again)
        for _ in range(200):
            assert again.legal_steps(again.actor) == deal.legal_steps(deal.actor)
            if deal.over:
                break
            step = rng.choice(deal.legal_steps(deal.actor))
            assert told(again.step_trusted(step)) == told(deal.step_trusted(step))
            sort_hands(deal)
            sort_hands(again)
            assert kept(again) == kept(deal)


def test_the_rules_are_loaded_where_none_are_given() -> None:
    for options in ([], ["meld.ratio=fewer", "out.partner=earlier turn", 'pile.need=["pair"]', "meld.grows=true"]):
        rules = load("hand-knee-and-foot", 6, options)
        text = position_text(dealt(rules, 1))
        again = parse_position(text)
        assert again.rules == rules
        assert position_text(again) == text


def moment(name: str = "hand-and-foot", step: int = 60, seed: int = 3) -> Deal:
    """Return a moment in the middle of a random deal."""
    deal = dealt(load(name), seed)
    for at, _ in enumerate(wander(deal, Random(seed), 0.6)):
        if at == step:
            break
    assert not deal.over
    return deal


def changed(text: str, name: str, value: str) -> str:
    """Return the line with another value of the field *name*."""
    return " ".join(f"{name}={value}" if word.startswith(f"{name}=") else word for word in text.split(" "))


def value(text: str, name: str) -> str:
    """Return the value of the field *name*."""
    return next(word.partition("=")[2] for word in text.split(" ") if word.startswith(f"{name}="))


def turned(cards: str) -> str:
    """Return the same cards the other way round."""
    return "".join(reversed([cards[at : at + 2] for at in range(0, len(cards), 2)]))


def test_cards_in_any_order_are_read_and_written_in_theirs() -> None:
    text = position_text(moment())
    hands = "/".join(turned(hand) for hand in value(text, "hands").split("/"))
    assert hands != value(text, "hands")
    packets = "/".join("+".join(turned(each) for each in seat.split("+")) for seat in value(text, "packets").split("/"))
    sides = [side.split(",") for side in value(text, "melds").split("/")]
    assert len(sides[0]) > 1
    melds = "/".join(",".join(turned(meld) for meld in reversed(side)) for side in sides)
    other = changed(changed(changed(text, "hands", hands), "packets", packets), "melds", melds)
    assert position_text(parse_position(other)) == text


def test_the_order_of_stock_and_pile_is_kept() -> None:
    text = position_text(moment())
    for name in ("stock", "pile"):
        other = changed(text, name, turned(value(text, name)))
        assert other != text
        assert position_text(parse_position(other)) == other


def test_layout_does_not_matter() -> None:
    text = position_text(moment())
    words = text.split(" ")
    head, body = words[:4], words[4:]
    assert position_text(parse_position("  " + " \t".join([*head, *reversed(body)]) + " \n")) == text
    assert (
        position_text(parse_position(changed(text, "hands", value(text, "hands").upper().replace("JK", "jK")))) == text
    )
    assert position_text(parse_position(text.replace("canasta1", "Canasta1"))) == text


def test_a_longer_or_shorter_digest_will_do() -> None:
    from canasta.rules.digest import digest

    text = position_text(moment())
    whole = digest(load("hand-and-foot"))
    for digits in (8, 20, 64):
        assert position_text(parse_position(text.replace(whole[:12], whole[:digits]))) == text


def test_what_is_usual_need_not_be_written_and_is_not() -> None:
    text = position_text(dealt(load("classic"), 1))
    assert not {"open", "laid", "known", "began", "turns", "lap"} & {word.split("=")[0] for word in text.split(" ")}
    more = text + " turns=0 open= laid="
    with pytest.raises(NotationError, match="must be the number of a side"):
        parse_position(more)
    usual = text + " turns=0 began=fresh,unopened known=-/-/-/- made=0/0/0/0 restored=0/0 melds=-/-"
    assert position_text(parse_position(usual)) == text


def test_hands_that_differ_in_their_order_only_have_one_text() -> None:
    deal = moment()
    other = deal.copy()
    for zone in (*other.tabletop.hands, *other.tabletop.melds.values(), *other.tabletop.reds):
        zone.reverse()
    assert position_text(other) == position_text(deal)


def same(one: View, other: View) -> bool:
    """Return whether two views show the same now; a hand has no order, and what happened before is past."""
    names = {field.name for field in fields(View)} - {"position", "hand", "history", "melds", "red_threes"}
    mine, its = one.position.copy(), other.position.copy()
    mine.this_turn[RESUME] = its.this_turn[RESUME] = 0
    return (
        all(getattr(one, name) == getattr(other, name) for name in names)
        and mine.key() == its.key()
        and sorted(one.hand) == sorted(other.hand)
        and [sorted(each) for each in one.red_threes] == [sorted(each) for each in other.red_threes]
        and [(meld.side, meld.rank, sorted(meld.cards), meld.slot, meld.sort, meld.red_three) for meld in one.melds]
        == [(meld.side, meld.rank, sorted(meld.cards), meld.slot, meld.sort, meld.red_three) for meld in other.melds]
    )


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_a_seat_sees_is_read_as_it_was_written(name: str, players: int) -> None:
    rules = load(name, players)
    rng = Random(players)
    for at, deal in enumerate(wander(dealt(rules, players), rng, 0.5)):
        if at % (10 if COMPILED else 15):
            continue
        seen = view(deal, rng.randrange(-1, players))
        if deal.over:
            seen.position.this_turn[STAGED] = 0
        text = position_text(seen)
        again = read_position(text, rules)
        assert isinstance(again, View)
        assert same(again, seen), text
        assert position_text(again) == text


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_leaks__what_a_seat_cannot_know_does_not_change_its_line(name: str, players: int) -> None:
    rng = Random(players)
    others = 0
    for at, deal in enumerate(wander(dealt(load(name, players), players + 1), rng, 0.5)):
        if at % 9 == 0:
            seen = view(deal, rng.randrange(players))
            again = imagine(seen, rng).deal
            assert position_text(view(again, seen.seat)) == position_text(seen)
            others += position_text(again) != position_text(deal)
    assert others


def test_a_seats_line_names_no_card_that_it_does_not_see() -> None:
    deal = moment()
    text = position_text(view(deal, 1))
    mine = value(text, "hands").split("/")[1]
    assert sorted(parse_faces(mine)) == sorted(deal.tabletop.hands[1])
    assert value(text, "eyes") == "2"
    assert value(text, "stock") == f"??x{deal.position.stock()}"
    assert set(value(text, "packets").replace("+", "/").split("/")) <= {"??x13", "-"}
    for seat in (0, 2, 3):
        known = sum(deal.tabletop.known[seat].values())
        hand = value(text, "hands").split("/")[seat]
        assert len(hand.partition("?")[0]) == 2 * known


def test_a_seats_line_cannot_be_played_on() -> None:
    deal = moment()
    for seat, who in ((1, "seat 2"), (-1, "an onlooker")):
        text = position_text(view(deal, seat))
        with pytest.raises(
            NotationError, match=f"only what {who} sees, so the deal cannot be continued from it"
        ) as error:
            parse_position(text)
        assert text[error.value.column - 1 :].startswith("eyes=")


def test_lines_are_short_enough_for_their_limit() -> None:
    rules = load("hand-knee-and-foot", 8, ["deck.packs=12", "deck.jokers=8", "deck.packs_per_player=0"])
    assert 1440 < len(position_text(dealt(rules, 1))) < LONGEST / 5
    check(dealt(rules, 1))


def test_a_line_tells_how_the_match_stands() -> None:
    text = CLASSIC.replace(" turns=", " deal=7 totals=-120/4735 turns=")
    deal = parse_position(text)
    assert (deal.number, deal.totals) == (7, (-120, 4735))
    for of in (deal, view(deal, 2), view(deal, -1)):
        written = position_text(of)
        assert written.endswith(" deal=7 totals=-120/4735")
        again = read_position(written)
        assert (again.number, again.totals) == (7, (-120, 4735))
    first = parse_position(CLASSIC)
    assert (first.number, first.totals) == (1, (0, 0))
    assert not {"deal", "totals"} & {word.partition("=")[0] for word in position_text(first).split()}
