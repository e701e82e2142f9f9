"""Scenes and changes: the page's deal is the record's at every moment, and holds no more than may be seen."""

import re

import pytest

from canasta.base.cards import KIND_OF, face_text
from canasta.deal.view import view
from canasta.export.changes import apply, change
from canasta.export.scene import LETTERS, UNSEEN, Scene, in_order, scene
from canasta.export.sentences import sentences
from canasta.notation.records.playback import known_hands
from canasta.notation.records.record import DealRecord
from tests.deal.tables import VARIED_TABLES
from tests.export.matches import content_of, record_of, watched
from tests.notation.test_unknown import public


@pytest.mark.parametrize(("name", "players"), VARIED_TABLES)
def test_changes_lead_from_each_moment_to_the_next_in_marks_that_the_page_knows(name: str, players: int) -> None:
    deals = watched(record_of(name, players, sum(map(ord, name)) + players, "chance"))
    for deal in deals:
        for moment in deal.moments:
            text = sentences(moment, range(players))
            plain = re.sub(r"\{(\d):([^|{}]*)\|([^|{}]*)\}", r"\2 \3", text)
            plain = re.sub(r"\$[0-7]|\[[A-Za-z*]+\]|\^(?:Jk|10|[2-9JQKA])(?: (?:Jk|10|[2-9JQKA]))*\^", "", plain)
            assert re.search(r"[{}|$\[\]^♣♦♥♠\ue000-\ue007]|\bYou\b", plain) is None, text
        seen = {shown: scene(deal.moments[0].deal, shown) for shown in ((), (0,), tuple(range(players)))}
        for moment in deal.moments[1:]:
            for shown, before in seen.items():
                after = scene(moment.deal, shown)
                events = [event.seen_by(event.seat if event.seat in shown else -1) for event in moment.events]
                seen[shown] = apply(before, change(before, events, after))
                assert seen[shown] == after


def test_a_scene_is_what_an_onlooker_sees() -> None:
    (deal,) = watched(record_of("hand-and-foot", 4))
    for moment in deal.moments:
        seen = view(moment.deal, -1)
        zones = scene(moment.deal, ()).zones
        assert zones.get("s", "") == UNSEEN * seen.stock
        assert [LETTERS.index(card) for card in zones.get("p", "")] == list(seen.pile)
        held = [len(zones.get(f"h{seat}", "") + zones.get(f"k{seat}", "")) for seat in range(4)]
        assert held == list(seen.hand_sizes)
        laid = "".join(cards for zone, cards in zones.items() if zone[0] in "mcr")
        assert len(laid) == sum(len(meld.cards) for meld in seen.melds) + sum(map(len, seen.red_threes))
        assert set("".join(zones[zone] for zone in zones if zone[0] in "shv")) <= {UNSEEN}


def test_a_seat_sees_its_own_hand() -> None:
    (deal,) = watched(record_of("new-canasta", 3))
    for moment in deal.moments[::5]:
        zones = scene(moment.deal, (1,)).zones
        hand = in_order(zones.get("h1", "") + zones.get("k1", ""))
        assert hand == in_order("".join(LETTERS[face] for face in view(moment.deal, 1).hand))


def test_cards_come_from_where_they_lay() -> None:
    """A packet that is picked up in the middle of a move gives no card to the melds of that move, but its red threes."""
    ways = set()
    for name, players in (("hand-and-foot", 4), ("pennies-from-heaven", 6)):
        for words, *_ in content_of(record_of(name, players, 5), public=True)["deals"][0]["moments"]:
            ways |= {tuple(word.partition(":")[0].split(">")) for word in words.split() if ">" in word}
    assert {target[0] for origin, target in ways if origin[0] == "v"} == {"h", "r"}
    assert {origin[0] for origin, target in ways if target[0] in "mc"} == {"h", "k", "m", "p"}


def test_a_change_that_events_do_not_tell_is_an_error() -> None:
    before, after = Scene({"p": "AB", "h0": "C"}), Scene({"p": "ABC"})
    with pytest.raises(AssertionError, match="does not lead to the next scene"):
        change(before, [], after)


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
    while tried < 3:
        seed += 1
        text = record_of(name, players, seed)
        (deal,) = watched(text)
        record, last = deal.record, deal.moments[-1].deal
        if record.returns:
            continue
        size = last.rules.deal.hand
        stock = range(last.tabletop.drawn, len(record.deck))
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
        for place, other in swaps:
            changed = _exchanged(text, record, place, other)
            assert content_of(changed, public=True) == shown
            assert content_of(changed) != whole
            tried += 1


def test_no_page_holds_a_packet_that_nobody_picked_up() -> None:
    """Cards of a foot that stayed closed change places with others of their worth in the stock."""
    tried, seed = 0, 0
    while tried < 3:
        seed += 1
        text = record_of("hand-and-foot", 4, seed)
        (deal,) = watched(text)
        deck, last = deal.record.deck, deal.moments[-1].deal
        closed = [seat for seat in range(4) if f"v{seat}0" in scene(last, ()).zones]
        if deal.record.returns or not closed:
            continue
        foot = int(last.position.rule_table.reserve_start(closed[0], 0))
        stock = range(last.tabletop.drawn, len(deck))
        pairs = [
            (place, other)
            for place in range(foot, foot + 13)
            for other in stock
            if KIND_OF[deck[place]] == KIND_OF[deck[other]] and deck[place] != deck[other]
        ]
        for place, other in pairs[:1]:
            assert content_of(_exchanged(text, deal.record, place, other)) == content_of(text)
            tried += 1
        assert seed < 40


def test_the_public_page_names_no_card_on_its_way_to_a_hand() -> None:
    content = content_of(record_of("hand-and-foot", 4), public=True)
    moves = [word for change, *_ in content["deals"][0]["moments"] for word in change.split() if ">" in word]
    hidden = [move for move in moves if re.match(r"[sv]\d*>h", move)]
    assert len(hidden) > 50
    assert {card for move in hidden for card in move.partition(":")[2]} == {UNSEEN}


@pytest.mark.parametrize(("name", "players"), [("classic", 4), ("hand-and-foot", 4), ("new-canasta", 5)])
def test_a_public_record_makes_the_public_page(name: str, players: int) -> None:
    """Of a record that knows only what everyone saw, the page is the public one, whatever stands for other cards."""
    seed = 1
    while "\nback " in (text := record_of(name, players, seed)):
        seed += 1
    told, whole = content_of(public(text)), content_of(text, public=True)
    for each in (*told["deals"], *whole["deals"]):
        each["sheets"] = [
            [row[0].partition(",")[0], row[1]] for side in each["sheets"] for row in side if len(row) == 2
        ]
    assert told == whole


def test_hands_that_a_record_does_not_know_stay_closed() -> None:
    text = record_of("classic", 4)
    text = re.sub("^deck = .*\n", "", text, flags=re.MULTILINE)
    text = re.sub(
        "^(deal 2|2 drew|2 draw) (.*)", lambda line: f"{line[1]} {'??' * (len(line[2]) // 2)}", text, flags=re.MULTILINE
    )
    (deal,) = watched(text)
    assert known_hands(deal.moments[0].deal.rules, deal.record) == [0, 2, 3]
    content = content_of(text)["deals"][0]
    assert content["shown"] == [0, 2, 3]
    assert set(content["zones"]["h1"]) == {UNSEEN}
    assert UNSEEN not in content["zones"]["h0"]
    drawn = [word for change, *_ in content["moments"] for word in change.split() if word.startswith("s>h1:")]
    assert drawn
    assert {card for word in drawn for card in word[5:]} == {UNSEEN}
    assert not any("{1:" in text for _, text, *_ in content["moments"])
