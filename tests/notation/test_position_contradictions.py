"""What a position line cannot say is refused in one sentence that names the column, what stands there and what would do."""

from __future__ import annotations

import re
from random import Random

import pytest

from canasta.base.cards import faces_text, pack, parse_faces
from canasta.base.errors import NotationError, RulesError
from canasta.base.moves import Draw
from canasta.deal.deal import Deal
from canasta.deal.imagine import imagine
from canasta.deal.view import view
from canasta.notation.positions.fields import FIELDS, LONGEST
from canasta.notation.positions.line import parse_position, position_text, read_position
from canasta.rules.digest import digest
from canasta.rules.load import load
from tests.notation.lines import CLASSIC, HAND_AND_FOOT, LATER, NEW, SEEN
from tests.notation.test_position_line import changed, value

MARK = CLASSIC.split(" ")[3]


def refused(text: str, says: str, at: str = "") -> None:
    """Return the line is refused with a sentence that *says* so; its column is where *at* begins."""
    with pytest.raises(NotationError, match=re.escape(says)) as error:
        read_position(text)
    said = [re.fullmatch(r"column (\d+): (.+)", line) for line in re.split("; (?=column)", str(error.value))]
    columns = [int(each[1]) for each in said if each]
    assert error.value.line
    assert len(columns) == len(said)
    assert columns == sorted(columns)
    assert error.value.column == columns[0]
    assert any(says in each[2] and text[int(each[1]) - 1 :].startswith(at) for each in said if each), error.value


def moved(text: str, cards: str, origin: str, target: str) -> str:
    """Return the line with *cards* at the beginning of the field *target* and no longer in the field *origin*."""
    signs = re.findall(r"Jk|[A2-9TJQK][cdhs]|.", value(text, origin))
    for card in re.findall("..", cards):
        signs.remove(card)
    text = changed(text, origin, "/".join(part or "-" for part in "".join(signs).split("/")))
    return changed(text, target, cards + value(text, target).removeprefix("-"))


def first(text: str, name: str) -> str:
    """Return the first part of the field *name*."""
    return value(text, name).split("/")[0]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "a position begins with canasta1, but this is empty"),
        ("  \n", "this is empty"),
        (CLASSIC + "\nfurther", "a position is a single line, but a second one follows"),
        (CLASSIC + " " * LONGEST, "it has more than 20,000 characters"),
    ],
)
def test_what_is_no_line(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        read_position(text)


def test_the_beginning() -> None:
    refused(CLASSIC.replace("canasta1", "canasta2"), "this program reads canasta1 only", "canasta2")
    refused("rnbqkbnr/pppppppp w KQkq", "a position begins with canasta1, not the text", "rnbq")
    refused(
        "canasta1 classic 4", "must be followed by the game, the number of players and the digest of the rules", "4"
    )
    refused(
        CLASSIC.replace(" classic 4 ", " clasic 4 "), 'there is no game "clasic" (did you mean classic?)', "clasic 4"
    )
    refused(CLASSIC.replace(" classic 4 ", " classic 9 "), "9 is out of range (2 to 8)", "9 ")
    refused(CLASSIC.replace(" classic 4 ", " classic four "), 'must be a whole number, not the text "four"', "four")
    refused(CLASSIC.replace(MARK, MARK[:4]), "must be the digest of the rules", f"{MARK[:4]} ")
    refused(CLASSIC.replace(MARK, "0" * 12), f"the rules of Classic Canasta for 4 players have {MARK}")
    refused(CLASSIC.replace(" turn=", " meld.wilds=2 turn="), "with these differences have", MARK)
    refused(CLASSIC + " oddments", '"oddments" is neither a field nor an option of Classic Canasta', "oddments")
    with pytest.raises(RulesError, match="meld has no value with this name"):
        read_position(CLASSIC + " meld.wilts=2")
    with pytest.raises(NotationError, match="invalid character"):
        read_position(CLASSIC + " pile.use=%ff")


def test_rules_handed_over_must_be_those_of_the_line() -> None:
    with pytest.raises(NotationError, match="the position has 4 players, but these rules are for 2"):
        read_position(CLASSIC, load("classic", 2))
    with pytest.raises(NotationError, match="the given rules have"):
        read_position(CLASSIC, load("classic", options=["meld.wilds=2"]))


def test_fields() -> None:
    refused(CLASSIC + " nede=1", 'there is no field "nede" (did you mean need?)', "nede")
    refused(CLASSIC + " turns=1", "the field turns appears twice", "turns=1")
    for name in ("turn", "hands", "pile", "stock", "need"):
        word = next(word for word in CLASSIC.split(" ") if word.startswith(f"{name}="))
        refused(CLASSIC.replace(f" {word}", ""), f"the field {name} is missing")


def test_cards() -> None:
    hand = first(CLASSIC, "hands")
    refused(CLASSIC.replace(hand, hand.replace("Kc", "Kx")), "'Kx' is not a card", "Kx")
    refused(CLASSIC.replace(hand, hand[:-1]), f"'{hand[-2]}' is not a card", f"{hand[-2]}/")
    refused(changed(CLASSIC, "pile", ""), "must be cards, or - for none")
    refused(changed(CLASSIC, "pile", "AdAdAd"), "the deck has only 2 Ad, but more are named", "Ad")
    refused(changed(CLASSIC, "pile", "Ad"), "one card of the deck is missing: 7h")
    refused(changed(CLASSIC, "stock", "-"), "50 cards of the deck are missing: 4c 5c 6c 9c Tc Jc Ac 2d …")
    refused(changed(CLASSIC, "pile", "Ad??x1"), "unknown cards are allowed only in a line seen by one seat", "Ad??")
    refused(changed(SEEN, "pile", "Ad??x1"), "everyone sees these cards", "Ad??")
    refused(changed(SEEN, "stock", "??3c"), "unknown cards come last", "??3c")
    refused(changed(SEEN, "stock", "3c??x40"), "no one has seen the stock: write ??x and the number of cards", "3c??")
    refused(changed(SEEN, "stock", "??x40"), "ten cards of the deck are missing")
    refused(changed(SEEN, "stock", "??x52"), "the deck has 108 cards, but 2 more are listed")
    refused(
        changed(CLASSIC, "hands", hand),
        "must have one part for each of the 4 seats, separated by slashes, not 1",
        hand,
    )


def test_packets() -> None:
    packets = value(HAND_AND_FOOT, "packets").split("/")
    short = [packets[0][2:], *packets[1:]]
    refused(changed(HAND_AND_FOOT, "packets", "/".join(short)), "a foot has 13 cards, not 12", short[0])
    more = [packets[0] + "+" + packets[1], *packets[1:]]
    refused(changed(HAND_AND_FOOT, "packets", "/".join(more)), "a player of this game has one reserve, not two")
    refused(CLASSIC + " packets=-/-/-/4c", "a player of this game has no reserves, not one", "4c")
    seen = position_text(view(parse_position(HAND_AND_FOOT), 1))
    shown = changed(seen, "packets", "4c??x12/??x13/??x13/??x13")
    refused(shown, "no one has seen a reserve that was not picked up", "4c??")
    # More cards in the stock than a deal can leave: no deal comes to this, and yet it can be played on.
    text = changed(HAND_AND_FOOT, "packets", f"{packets[0]}/-/-/-")
    for cards in (*packets[1:], value(text, "pile"), *value(text, "hands").split("/")):
        text = text.replace("stock=", f"stock={cards}")
    text = changed(changed(text, "hands", "-/-/-/-"), "pile", "-")
    deal = parse_position(text)
    assert deal.position.stock() == 264
    assert faces_text(deal.tabletop.reserve(deal.position, 0, 0)).replace(" ", "") == packets[0]
    seat = deal.actor
    deal.play(seat, Draw())
    assert deal.tabletop.hands[seat] == list(parse_faces(value(text, "stock")[:4]))
    assert position_text(parse_position(position_text(deal))) == position_text(deal)
    again = imagine(view(deal, 1), Random(1)).deal
    assert position_text(view(again, 1)) == position_text(view(deal, 1))


def test_melds() -> None:
    refused(moved(LATER, "4h4d", "melds", "pile"), "a meld has 3 to 7 cards", "4c4d,")
    refused(moved(LATER, "Jc", "pile", "melds"), "its cards are of several ranks", "Jc4c4d4d4h")
    refused(moved(LATER, "JkJkJk", "stock", "melds"), "it has too many wild cards", "JkJkJk4c4d4d4h")
    refused(
        changed(LATER, "melds", value(LATER, "melds").replace("5c5c5d5d5s2h", "5c5c5d,5d5s2h")),
        "a side has at most one open meld of a rank, but 2 are listed",
        "4c4d4d4h",
    )
    tens = "TcTcTdTdThTsTs"
    finished = LATER.replace(f" closed=2:{tens}", "").replace("/6d6h6s", f"/{tens},6d6h6s")
    refused(finished, "a meld of 7 cards is finished: put it in closed", tens)
    refused(LATER.replace(f"2:{tens}", tens), "must be a side and its finished canasta", tens)
    refused(LATER.replace(f"2:{tens}", f"3:{tens}"), "there is no side 3", "3:")
    begun = LATER.replace("melds=4c4d4d4h,", "melds=").replace("closed=", "closed=1:4c4d4d4h,")
    refused(begun, "this meld is not finished: put it in melds", "4c4d4d4h")
    refused(
        moved(LATER, "3d", "reds", "melds").replace("3d4c4d4d4h", "4c4d4d4h+3d"), "no red three can lie on", "4c4d4d4h+"
    )
    blacks = moved(LATER, "3c3c3s", "hands", "melds").replace("3c3c3s4c", "3c3c3s,4c")
    refused(blacks, "black threes are melded alone, and only when going out", "3c3c3s")
    new = moved(NEW, "JkJkJk", "stock", "melds").replace("JkJkJk", "JkJkJk,", 1)
    refused(new, "Jk Jk Jk is not a meld: in this game melds of wild cards are not allowed", "JkJkJk")
    closed = CLASSIC.replace(" open=1,2", " open=2").replace("laid=1,2,3,4", "laid=2,4")
    refused(closed, "side 1 has melds, so it must have opened")
    # In his own turn a player may have begun an opening.
    assert parse_position(changed(closed, "turn", "1:stock")).position.staging


def test_red_threes() -> None:
    swapped = moved(moved(CLASSIC, "3h", "reds", "pile"), "7h", "pile", "reds")
    refused(swapped, "only red threes can be listed here", "7h")
    refused(moved(CLASSIC, "3h", "reds", "hands"), "red threes are laid down at once, so a hand cannot hold one", "3h")
    refused(moved(LATER, "3d", "reds", "pile"), "in this game the pile holds no red threes", "3d")
    held = moved(NEW + " reds=-/-/-/-", "3d", "hands", "reds")
    refused(held, "in this game red threes are not laid down", "3d/")


def test_denied_permission() -> None:
    once = load("classic", 4, options=["out.ask_again=false"])
    mark = digest(once)[:12]
    line = CLASSIC.replace(MARK, mark + " out.ask_again=false")
    refused(CLASSIC + " denied=1", "in this game no one is denied permission for the whole deal", "1")
    refused(line + " denied=5", "there is no seat 5", "5")
    refused(line + " denied=1 ask=3", "seat 1 was denied permission in this deal and may not ask again", "3")
    refused(line + " denied=1 ask=3:yes", "seat 1 was denied permission in this deal and may not ask again", "3")
    refused(line + " ask=3:no", "the answer was no, so seat 1 is denied permission in this deal", "3")
    for rest in (" denied=1", " denied=1,3", " ask=3:no denied=1", " ask=3 denied=3"):
        deal = parse_position(line + rest)
        assert parse_position(position_text(deal)).position == deal.position
        assert value(position_text(deal), "denied") == value(line + rest, "denied")


def test_turns() -> None:
    refused(changed(CLASSIC, "turn", "5:draw"), "there is no seat 5; they are numbered from 1 to 4", "5:draw")
    refused(changed(CLASSIC, "turn", "1"), "must be a seat and one of draw, stock, pile, such as 1:draw", "1 ")
    refused(changed(CLASSIC, "turn", "1:pike"), "is not one of the allowed values: draw, stock, pile", "pike")
    refused(changed(CLASSIC, "turn", "x:draw"), "must be the number of a seat, from 1 to 4", "x:draw")
    refused(HAND_AND_FOOT + " ask=1", "seat 1 is not a partner of seat 2", "1")
    refused(HAND_AND_FOOT + " ask=4:perhaps", "is not one of the allowed values: yes, no", "perhaps")
    refused(NEW + " ask=1", "in this game no one asks for permission")
    refused(HAND_AND_FOOT + " lift=held", "in this game the top card cannot be lifted", "held")
    refused(CLASSIC + " raised=10", "no card taken from the pile this turn raises the minimum by that much", "10")
    refused(CLASSIC + " started=K", "a player who has not drawn has laid nothing this turn", "K")
    playing = changed(CLASSIC, "turn", "1:stock")
    refused(playing + " started=K", "the side of seat 1 has no meld of this rank", "K")
    refused(playing + " started=4,2", "is not one of the allowed values: wild, 3, 4", "2")
    refused(playing + " touched=no", "is not one of the allowed values: yes", "no")
    refused(playing + " finished=1", "seat 1 has not made one canasta in this deal", "1")
    refused(playing + " began=rested", "is not one of the allowed values: fresh, unopened, last", "rested")
    refused(playing + " began=last", "seat 1 has not picked up the last reserve", "last")


def test_players_and_sides() -> None:
    refused(
        changed(CLASSIC, "need", "50"),
        "must have one part for each of the 2 sides, separated by slashes, not 1",
        "50",
    )
    refused(changed(CLASSIC, "need", "50/-50"), "must be a whole number", "-50")
    refused(changed(CLASSIC, "open", "1,3"), "there is no side 3; they are numbered from 1 to 2", "3")
    refused(changed(CLASSIC, "open", "1,2,1"), "side 1 is named twice", "1 ")
    refused(changed(CLASSIC, "laid", "1,x"), "must be the number of a seat", "x")
    refused(changed(CLASSIC, "made", "0/9/0/0"), "side 2 has one canasta, so its players cannot have made 9", "0/9")
    fresh = position_text(Deal.new(load("classic"), pack(2, 2))[0])
    refused(fresh + " laid=1", "the side of seat 1 has not opened, so seat 1 has not laid cards", "1")
    refused(HAND_AND_FOOT + " part=1", "seat 1 has not picked up the last reserve", "1")
    refused(HAND_AND_FOOT + " due=1", "seat 1 has no reserve waiting for the next turn", "1")
    refused(HAND_AND_FOOT + " missed=1/-/-/-", "seat 1 has had no reserve to pick up manually", "1/")
    refused(HAND_AND_FOOT + " restored=1/0", "in this game the lifted card is not put back", "1/")
    refused(changed(CLASSIC, "known", "Kd/-/-/-"), "seat 1 does not hold Kd, so it cannot be known", "Kd/")
    refused(CLASSIC + " returned=Jk", "in this game upcards do not go back into the stock", "Jk")
    refused(HAND_AND_FOOT + " returned=4c", "4c does not go back into the stock: it can start the pile", "4c")
    refused(HAND_AND_FOOT + " returned=" + "3d" * 7, "these are more cards than the deck has", "3d")


def test_the_end() -> None:
    refused(CLASSIC + " lap=2", "this is not the last lap: this game has none", "2")
    refused(HAND_AND_FOOT + " frozen=upcard", "the first card does not freeze the pile", "upcard")
    empty = changed(CLASSIC, "pile", "-").replace("stock=", "stock=Ad7h")
    refused(empty + " frozen=upcard", "an empty pile is not frozen", "upcard")
    refused(CLASSIC + " over=out", "name the player who went out", "out")
    refused(CLASSIC + " over=stock", "the deal cannot have ended this way: the stock is not empty", "stock")
    refused(CLASSIC + " over=lap", "a deal of this game cannot end this way", "lap")
    refused(CLASSIC + " over=soon", "is not one of the allowed values: out, stock, lap, pile", "soon")
    refused(CLASSIC + " out=1 over=out", "seat 1 has cards left and has not gone out", "1 ")
    gone = changed(CLASSIC, "hands", "-/" + value(CLASSIC, "hands").partition("/")[2])
    gone = gone.replace("stock=", f"stock={first(CLASSIC, 'hands')}")
    refused(gone + " out=1", "a player has gone out, so the deal must be marked as over", "1")
    refused(gone + " out=1:late over=out", "this is possible only when the stock is empty", "1:late")
    refused(gone + " out=1:early over=out", "is not one of the allowed values: late, concealed", "early")
    assert parse_position(gone + " out=1:concealed over=out").position.concealed


def beginning(name: str, *options: str) -> str:
    """Return the line of a fresh deal of four, all cards in their order."""
    rules = load(name, 4, options)
    return position_text(Deal.new(rules, pack(rules.packs, rules.deck.jokers))[0])


def on_the_table(text: str, cards: str) -> str:
    """Return the line with *cards* at the bottom of the pile, red threes before side 1."""
    each = re.findall("..", cards)
    reds = "".join(card for card in each if card in {"3d", "3h"})
    others = "".join(card for card in each if card not in {"3d", "3h"})
    if reds and " reds=" not in text:
        text += " reds=-/-"
    if reds:
        side = first(text, "reds")
        text = changed(text, "reds", reds + value(text, "reds").removeprefix("-" if side == "-" else ""))
    return changed(text, "pile", others + value(text, "pile"))


def without_packet(text: str) -> str:
    """Return the line in which seat 1 has picked up his next packet, and its cards lie on the table."""
    mine, rest = value(text, "packets").split("/", 1)
    cards, _, others = mine.partition("+")
    return on_the_table(changed(text, "packets", f"{others or '-'}/{rest}"), cards)


def without_hand(text: str) -> str:
    """Return the line in which seat 1 has no cards in hand, and they lie on the table."""
    hand, rest = value(text, "hands").split("/", 1)
    return on_the_table(changed(text, "hands", f"-/{rest}"), hand)


def test_packets_of_players() -> None:
    text = beginning("hand-knee-and-foot", "manual-knee")
    refused(text + " due=1", "seat 1 has no reserve waiting for the next turn", "1")
    refused(text + " missed=11/-/-/-", "this reserve is listed twice", "11")
    refused(text + " missed=2/-/-/-", "seat 1 has had no reserve to pick up manually", "2")
    refused(text + " missed=3/-/-/-", "there is no reserve 3", "3")
    assert parse_position(text + " missed=1/-/-/-").position.seats[7] == 1
    gone = without_packet(beginning("hand-and-foot"))
    refused(gone + " part=1 whole=1", "seat 1 is also named in the field part", "1")
    refused(gone + " whole=2", "seat 2 has not picked up the last reserve", "2")
    assert " whole=1 " in position_text(parse_position(gone + " whole=1")) + " "


def test_a_packet_due() -> None:
    text = without_packet(beginning("hand-knee-and-foot"))
    refused(text + " due=1", "a reserve waits only for a player without cards, but seat 1 has some", "1")
    empty = changed(without_hand(text), "turn", "2:draw")
    assert " due=1 " in position_text(parse_position(empty + " due=1")) + " "


def test_openings_that_do_not_stand() -> None:
    text = beginning("hand-and-foot", "opening.canasta=false")
    each = re.findall("..", value(text, "stock"))
    tens = "".join([card for card in each if card.startswith("T")][:7])
    for card in re.findall("..", tens):
        each.remove(card)
    left = "".join(each)
    staged = changed(changed(text, "stock", left), "turn", "1:stock")
    refused(f"{staged} closed=1:{tens}", "in this game an opening cannot include a canasta", "1:T")
    melds = changed(staged, "stock", tens[6:] + left)
    assert parse_position(f"{melds} melds={tens[:6]}/-").position.staged == 30
    refused(f"{melds} melds={tens[:6]}/- ask=3", "no one waits for an answer while an opening is unfinished", "3")


def test_lifted_cards() -> None:
    text = beginning("classic", "restore")
    assert parse_position(text + " lift=held").position.lift
    empty = changed(text, "stock", value(text, "pile") + value(text, "stock"))
    refused(changed(empty, "pile", "-") + " lift=held", "the pile is empty: it has no top card", "held")


def test_nobody_goes_out_concealed_where_the_rules_have_no_such_thing() -> None:
    text = without_hand(without_packet(beginning("hand-and-foot")))
    refused(f"{text} out=1:concealed over=out", "in this game no one goes out concealed", "1:concealed")
    assert parse_position(f"{text} out=1 over=out").over


def test_what_a_seat_sees_contradicts_itself() -> None:
    refused(SEEN.replace("eyes=2", "eyes=7"), "there is no seat 7", "7")
    refused(changed(SEEN, "known", "-/-/4c/-"), "only this hand's cards in the field known can be seen")
    refused(SEEN.replace("eyes=2", "eyes=1"), "everyone sees these cards, so none can be unknown", "??x")


def test_every_field_is_tried_with_what_it_cannot_be() -> None:
    for name in FIELDS:
        if name == "eyes":
            continue
        text = CLASSIC if f" {name}=" in CLASSIC else f"{CLASSIC} {name}=1"
        with pytest.raises(NotationError, match=r"^column \d+: "):
            read_position(changed(text, name, "&"))


def test_how_the_match_stands_must_be_numbers_by_side() -> None:
    refused(f"{CLASSIC} totals=4300", "must have one part for each of the 2 sides, separated by slashes, not 1", "4300")
    refused(f"{CLASSIC} totals=4300/4-5", 'must be a whole number, not the text "4-5"', "4-5")
    refused(f"{CLASSIC} totals=4300/--5", 'must be a whole number, not the text "--5"', "--5")
    refused(f"{CLASSIC} totals=-5000000/0", "-5000000 is out of range (-1,000,000 to 1,000,000)", "-5000000")
    refused(f"{CLASSIC} deal=0", "0 is out of range (1 to 1,000,000)", "0")
    refused(f"{CLASSIC} deal=-1", 'must be a whole number, not the text "-1"', "-1")
