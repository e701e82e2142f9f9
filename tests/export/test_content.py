"""What a page holds of a match: its deals, sheets and comments, and nothing that its readers may not see."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from canasta.base.cards import KIND_OF, face_text
from canasta.deal.view import view
from canasta.notation.records.playback import known_hands
from canasta.notation.records.record import DealRecord
from tests.export.matches import content_of, record_of, watched
from tests.notation.test_unknown import public


def last(deal: dict[str, Any]) -> dict[str, Any]:
    """Return the count of a *deal*, which its last moment tells."""
    return dict(deal["moments"][-1]["public"]["deals"][str(deal["deal"])])


def test_a_deal_has_its_sheets_and_the_match_its_winners() -> None:
    text = record_of("hand-and-foot", 4, deals=4)
    content = content_of(text)
    assert content["names"] == ["Anna", "Bertram", "Cleo", "Dimitri"]
    for deal, told in zip(watched(text), content["watched"], strict=True):
        count = last(told)
        assert count["totals"] == list(deal.played.after or ())
        for side, sheet in enumerate(count["sheets"]):
            lines = [line["points"] for part in sheet["parts"] for line in part["lines"]]
            assert sum(lines) == sheet["total"] == count["totals"][side] - deal.record.totals[side]
    winners = [told["moments"][-1]["lines"] for told in content["watched"]]
    assert winners[:-1] == [[], [], []]
    assert re.search(r"(Anna and Cleo|Bertram and Dimitri) win with [\d,]+\.", json.dumps(winners[-1]))


def test_comments_stand_where_they_were_made() -> None:
    text = record_of("classic", 4)
    first = re.search(r"^\d discard .*", text, re.MULTILINE)
    assert first
    text = text.replace(first[0], f"{first[0]}  # daring", 1)
    text = text.replace("\ndigest", '\ncomment = "Friday at Ruth’s"\ndigest', 1)
    content = content_of(text)
    assert content["comment"] == "Friday at Ruth’s"
    assert [each["comments"] for each in content["watched"][0]["moments"] if "comments" in each] == [["daring"]]
    bare = content_of(text, comments=False)
    assert "daring" not in json.dumps(bare)
    assert bare["comment"] == ""


def test_a_record_that_breaks_off_says_so() -> None:
    text = record_of("classic", 4)
    (deal,) = content_of(text[: [each.start() for each in re.finditer(" discard ", text)][9]])["watched"]
    assert not any("deals" in each["public"] for each in deal["moments"])
    assert deal["ends"]


def test_neither_seed_nor_deck_is_in_the_page() -> None:
    text = record_of("classic", 4, 987654321)
    deck = re.search('deck = "([^"]+)"', text)
    assert deck
    told = json.dumps(content_of(text))
    assert "987654321" not in told
    assert deck[1][-20:] not in told


def _exchanged(text: str, deal: DealRecord, one: int, other: int) -> str:
    """Return the record *text* with two cards of the deck in each other's place, in hands that are dealt too."""
    deck = [face_text(face) for face in deal.deck]
    deck[one], deck[other] = deck[other], deck[one]
    text = re.sub('deck = "[^"]+"', f'deck = "{"".join(deck)}"', text)
    for line in [each for each in deal.actions if each.startswith("deal ")]:
        _, seat, hand = line.split()
        size = len(hand) // 2
        text = text.replace(line, f"deal {seat} {''.join(deck[(int(seat) - 1) * size : int(seat) * size])}")
    return text


@pytest.mark.parametrize(
    ("name", "players"), [("classic", 4), ("hoyle-two-player", 2), ("new-canasta", 5), ("ponytail", 4)]
)
def test_the_public_page_is_the_same_whatever_was_never_shown(name: str, players: int) -> None:
    """A card that stayed in a hand from first to last changes its suit with one that stayed in the stock."""
    tried, seed = 0, 0
    while tried < 2:
        seed += 1
        text = record_of(name, players, seed)
        (deal,) = watched(text)
        record, ended = deal.record, deal.moments[-1].deal
        if record.returns:
            continue
        size = ended.rules.deal.hand
        stock = range(ended.tabletop.drawn, len(record.deck))
        swaps = []
        for seat in range(players):
            hands = [set(moment.deal.tabletop.hands[seat]) for moment in deal.moments]
            left = set.intersection(*hands)
            dealt = range(seat * size, (seat + 1) * size)
            places = [place for place in dealt if record.deck[place] in left]
            swaps += [
                (place, other)
                for place in places
                for other in stock
                if KIND_OF[record.deck[place]] == KIND_OF[record.deck[other]]
                and record.deck[place] != record.deck[other]
            ][:1]
        assert seed < 40
        if not swaps:
            continue
        shown, whole = content_of(text, public=True), content_of(text)
        for place, other in swaps[:2]:
            changed = _exchanged(text, record, place, other)
            assert content_of(changed, public=True) == shown
            assert content_of(changed) != whole
            tried += 1


def test_no_page_holds_a_packet_that_nobody_picked_up() -> None:
    """Cards of a foot that stayed closed change places with others of their worth in the stock."""
    tried, seed = 0, 0
    while tried < 2:
        seed += 1
        text = record_of("hand-and-foot", 4, seed)
        (deal,) = watched(text)
        deck, ended = deal.record.deck, deal.moments[-1].deal
        closed = [seat for seat, left in enumerate(view(ended, -1).reserves_left) if left]
        assert seed < 40
        if deal.record.returns or not closed:
            continue
        foot = int(ended.position.rule_table.reserve_start(closed[0], 0))
        stock = range(ended.tabletop.drawn, len(deck))
        pairs = [
            (place, other)
            for place in range(foot, foot + 13)
            for other in stock
            if KIND_OF[deck[place]] == KIND_OF[deck[other]] and deck[place] != deck[other]
        ]
        for place, other in pairs[:1]:
            assert content_of(_exchanged(text, deal.record, place, other)) == content_of(text)
            tried += 1


def test_the_public_page_has_no_hand_and_no_card_that_was_drawn() -> None:
    (deal,) = content_of(record_of("hand-and-foot", 4), public=True)["watched"]
    assert deal["shown"] == []
    for moment in (deal["first"], *deal["moments"]):
        assert moment["hands"] == {}
        assert "open" not in moment
    spans = [span for moment in deal["moments"] for line in moment["lines"] for span in line]
    drawn = [span for span in spans if isinstance(span, str) and span.startswith(" drew")]
    assert len(drawn) > 20
    assert all(re.match(r" drew \d", span) for span in drawn)


@pytest.mark.parametrize(("name", "players"), [("classic", 4), ("hand-and-foot", 4), ("new-canasta", 5)])
def test_a_public_record_makes_the_public_page(name: str, players: int) -> None:
    """Of a record that knows only what everyone saw, the page is the public one, whatever stands for other cards."""
    seed = 1
    while "\nback " in (text := record_of(name, players, seed)):
        seed += 1
    told, whole = content_of(public(text)), content_of(text, public=True)
    for each in (*told["watched"], *whole["watched"]):
        # A record does not write how its lines were made up.
        for sheet in last(each)["sheets"]:
            lines = [line for part in sheet.pop("parts") for line in part["lines"]]
            sheet["lines"] = [(line["clause"], line["points"]) for line in lines]
    assert told == whole


def test_hands_that_a_record_does_not_know_stay_closed() -> None:
    text = record_of("classic", 4)
    text = re.sub("^deck = .*\n", "", text, flags=re.MULTILINE)
    text = re.sub(
        "^(deal 2|2 drew|2 draw) (.*)", lambda line: f"{line[1]} {'??' * (len(line[2]) // 2)}", text, flags=re.MULTILINE
    )
    (deal,) = watched(text)
    assert known_hands(deal.moments[0].deal.rules, deal.record) == [0, 2, 3]
    (told,) = content_of(text)["watched"]
    assert told["shown"] == [1, 3, 4]
    assert all(each["hands"].keys() <= {"1", "3", "4"} for each in (told["first"], *told["moments"]))
    assert not any("open" in each for each in told["moments"] if each.get("seat") == 2)
