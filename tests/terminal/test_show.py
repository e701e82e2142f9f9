"""``canasta show``, and the word ``position`` at the table."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from canasta.base.cards import parse_faces
from canasta.cli import cli
from canasta.deal.view import View, view
from canasta.notation.positions.line import parse_position, position_text, read_position
from canasta.rules.load import load
from canasta.terminal.dialog import Leave
from tests.deal.tables import TABLES
from tests.notation.lines import CLASSIC, HAND_AND_FOOT, LATER, NEW, SEEN
from tests.notation.moments import dealt, wander
from tests.terminal.script import Scripted, leaving_after, table


def show(*args: str, text: str = "", width: int = 100) -> Result:
    return CliRunner().invoke(cli, ["show", *args], input=text, prog_name="canasta", env={"COLUMNS": str(width)})


def drawn(*args: str, text: str = "", width: int = 100) -> str:
    """Return what is drawn."""
    result = show(*args, text=text, width=width)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def test_all_cards_are_drawn() -> None:
    text = drawn(HAND_AND_FOOT)
    assert text.startswith("Hand and Foot · 4 players\nSeat 2 is to draw.\n")
    assert " Seat 1 (5)   4♦   6♣   9♠   A♥   3♠\n" in text
    assert "▸Seat 2 (8)" in text
    assert "   foot (13)  5♦   6♣   7♠   8♣   9♦   10♥   Q♦   K♥   3♥   2♣ 2♣ 2♣ 2♦\n" in text
    assert " Seat 1 and Seat 3 · 365 so far\n" in text
    assert " 444   5555" in text
    assert "Pile 5♣ on 17 cards" in text
    assert " Pile, from the top: 5♣ J♦ J♣" in text
    assert " Stock, from the top: 9♥ K♦ 4♦" in text
    assert "Your" not in text


def test_one_seats_eyes() -> None:
    text = drawn(HAND_AND_FOOT, "--seat", "2")
    assert "Your hand (8)\n 4♦ 4♠   5♥   6♥   7♥   9♦   10♣ 10♣\n" in text
    assert "▸You" not in text
    assert " Seat 3 8 cards + foot" in text
    assert "Now draw" in text
    for hidden in ("Stock, from the top", "foot (13)", "6♣   9♠"):
        assert hidden not in text
    # What is drawn of the whole line and of the seat's own line is the same.
    seen = position_text(view(parse_position(HAND_AND_FOOT), 1))
    assert drawn(seen) == text == drawn(seen, "--seat", "2")


def test_what_everybody_knows_is_told() -> None:
    text = drawn(SEEN)
    assert " Seat 3 holds 4♣ 7♣ 7♦ 7♠ 9♦ 9♠ 10♣ J♣ J♠ A♠, as everyone knows\n" in text
    onlooker = drawn(position_text(view(parse_position(CLASSIC), -1)))
    assert "Your" not in onlooker
    assert "Seat 1 5 cards" in onlooker
    assert "Now" not in onlooker


def test_from_the_input_from_a_file_and_from_words(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(f"\n{CLASSIC}\r\n\n", encoding="utf-8")
    text = drawn(CLASSIC)
    assert drawn("-", text=f"{CLASSIC}\n") == text
    assert drawn("--file", str(file)) == text
    assert drawn(*CLASSIC.split(" ")) == text


def test_ascii_plain_and_narrow() -> None:
    assert drawn(LATER, "--ascii").isascii()
    assert "Kh" in drawn(LATER, "--ascii")
    assert drawn(NEW, "--plain") == drawn(NEW)
    assert max(map(len, drawn(LATER, width=40).splitlines())) <= 40


def test_moments_of_a_turn_are_told() -> None:
    staged = (
        CLASSIC.replace("turn=1:draw", "turn=1:stock").replace(" open=1,2", " open=2").replace("laid=1,2,3,4", "laid=2")
    )
    assert "The opening is not complete yet: it is worth 150, and 50 are needed." in drawn(staged)
    assert "Seat 2 has asked seat 4: may I go out?" in drawn(HAND_AND_FOOT + " ask=4")
    assert "Now yes · no" in drawn(HAND_AND_FOOT + " ask=4", "--seat", "4")
    assert "Seat 4 has said no to going out." in drawn(HAND_AND_FOOT + " ask=4:no")
    hand = CLASSIC.split(" hands=")[1].split("/")[0]
    gone = CLASSIC.replace(f"hands={hand}", "hands=-").replace("stock=", f"stock={hand}")
    assert "The deal is over: seat 1 went out concealed." in drawn(gone + " out=1:concealed over=out")


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_moment_can_be_drawn(name: str, players: int) -> None:
    for at, deal in enumerate(wander(dealt(load(name, players), 5), Random(5), 0.5)):
        if at % 45 == 0 or deal.over:
            line = position_text(deal)
            assert "Seat 1" in drawn(line)
            assert "Your" in drawn(line, "--seat", str(players))
            check_data(json.loads(drawn(line, "--json")), line, players)


def check_data(data: dict[str, Any], line: str, players: int) -> None:
    """Return the data hold every card once."""
    assert data["line"] == line
    assert data["players"] == len(data["seats"]) == players
    cards = [*data["pile"], *data["stock"]["order"]]
    for seat in data["seats"]:
        assert len(seat["hand"]) == seat["cards"]
        cards += seat["hand"] + [face for packet in seat["packets"] for face in packet["faces"]]
    for side in data["sides"]:
        cards += side["red_threes"]
        for meld in side["melds"]:
            cards += meld["cards"] + ([meld["red_three"]] if meld["red_three"] else [])
    deal = parse_position(line)
    assert sorted(parse_faces(" ".join(cards))) == sorted(deal.tabletop.deck)
    assert data["turn"]["seat"] == deal.position.turn + 1
    assert (data["turn"]["waits_for"] is None) == deal.over


def test_json_of_one_seats_eyes_has_nulls_for_what_it_does_not_see() -> None:
    for args in ((SEEN,), (CLASSIC, "--seat", "2")):
        data = json.loads(drawn(*args, "--json"))
        assert data["line"] == SEEN
        assert data["eyes"] == 2
        assert [seat["hand"] is None for seat in data["seats"]] == [True, False, True, True]
        assert data["seats"][2]["known"][:2] == ["4c", "7c"]
        assert data["stock"] == {"cards": 50, "order": None}
        assert data["turn"] == {
            "seat": 1,
            "waits_for": 1,
            "phase": "draw",
            "source": "draw",
            "opening": None,
            "asked": None,
            "answer": None,
            "lap": None,
            "turns": 13,
            "ended": None,
            "out": None,
        }
    asked = json.loads(drawn(HAND_AND_FOOT + " ask=4:no", "--json"))["turn"]
    assert (asked["asked"], asked["answer"], asked["phase"]) == (4, "no", "draw")


def test_differences_from_the_game_are_told() -> None:
    line = position_text(dealt(load("classic", options=["meld.wilds=2"]), 1))
    assert "Classic Canasta · 4 players · with meld.wilds=2" in drawn(line)
    assert json.loads(drawn(line, "--json"))["differences"] == ["meld.wilds=2"]


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((), "Give one position: the line in single quotes, - for standard input, or --file FILE."),
        ((CLASSIC, "--file", "x"), "Give one position"),
        (("--file", "no-such-file"), "no-such-file"),
        (("",), "a position begins with canasta1, but this is empty"),
        ((CLASSIC.replace("hands=", "hands=Kx"),), "column 51: 'Kx' is not a card"),
        ((CLASSIC, "--seat", "5"), "there is no seat 5; they are numbered from 1 to 4"),
        ((SEEN, "--seat", "1"), "this line holds only what seat 2 sees"),
        ((CLASSIC + " meld.wilds=many",), "meld.wilds: must be a whole number"),
    ],
)
def test_mistakes_get_one_sentence(args: tuple[str, ...], says: str) -> None:
    result = show(*args)
    assert result.exit_code == 2
    assert says in result.stderr
    assert "Traceback" not in result.output
    assert result.stdout == ""


def test_rubbish_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "rubbish"
    file.write_bytes(bytes(range(256)) * 1000)
    result = show("--file", str(file))
    assert result.exit_code == 2
    assert "it has more than 20,000 characters" in result.stderr
    assert show("--file", str(tmp_path)).exit_code == 2


def test_position_at_the_table_writes_what_the_person_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch, width=60)
    host = table(dialog, "hand-and-foot", seed=1)
    dialog.answer = leaving_after(["d", "lay 666 KK2", "position"])
    with pytest.raises(Leave):
        host.run()
    written = dialog.text.rsplit("> position\n", 1)[1].split("\n")[0]
    seen = view(host.deal, 0)
    assert written == position_text(seen)
    again = read_position(written)
    assert isinstance(again, View)
    assert sorted(again.hand) == sorted(seen.hand)
    assert again.legal == seen.legal
    # Nothing of the other hands, the packets and the stock.
    hands = written.split(" hands=")[1].split(" ")[0].split("/")
    assert hands[1:] == ["??x13"] * 3
    assert f"stock=??x{seen.stock} " in written
    assert "Your hand (9)" in drawn(written)
