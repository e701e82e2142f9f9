"""Watching a record: every word of the viewer, and what fits the window."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest

from canasta.base.cards import KIND_OF, TWO, face_text
from canasta.deal.view import view
from canasta.notation.positions.line import parse_position, position_text
from canasta.terminal.replay.commands import WORDS, find_command
from canasta.terminal.replay.recording import acted
from canasta.terminal.replay.screen import _DOES, read_eyes
from canasta.terminal.replay.table import ALL, ONLOOKER, Eyes, compact_hand
from tests.notation.written import NAMES, match_text
from tests.terminal.watching import Watcher, hand_and_foot, opened

CLEAR = "\x1b[2J"


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watcher:
    return Watcher(monkeypatch)


def last(text: str) -> str:
    """Return what was written after the last line that was typed."""
    return text.rsplit("\n> ", 1)[1].split("\n", 1)[1]


def place(text: str) -> tuple[int, int]:
    """Return the page and the number of pages that the last status line names."""
    found = re.findall(r"(\d+) of (\d+) - ", text)[-1]
    return int(found[0]), int(found[1])


def test_the_first_screen_tells_of_the_deal_and_shows_all_hands(watch: Watcher) -> None:
    text = watch(screens=True)
    recording = opened(hand_and_foot())
    watched = recording.deal(0)
    assert watched
    assert "Hand and Foot - deal 1 of 4" in text
    assert "Deal 1: Dan deals the hands, Bea deals the feet. Ann begins." in text
    assert "2026-11-21 - canasta - bots: all greedy" in text
    assert re.search(r">Ann 13 \+ foot +\S", text)
    assert "Turn 1 - 1 of " in text
    assert place(text)[1] == len(watched.moments) + 1
    for name, hand in zip(NAMES, watched.moments[0].deal.tabletop.hands, strict=False):
        row = re.search(rf"{name} \d+ \+ foot +(.+)", text)
        assert row
        shown = sorted(
            rank + suit if rank != "JKR" else rank
            for rank, suits in re.findall(r"(JKR|10|[2-9JQKA])((?:[cdhs])*)", row[1])
            for suit in (suits or "-")
        )
        jokers = row[1].count("JKR")
        expected = sorted(face_text(face).replace("T", "10") for face in hand)
        assert [card for card in shown if card != "JKR"] == [card for card in expected if card != "Jk"]
        assert jokers == expected.count("Jk")


def test_enter_goes_through_every_moment_and_the_sheets_to_the_winner(watch: Watcher) -> None:
    recording = opened(hand_and_foot())
    pages, deals = 0, 0
    while recording.deal(deals):
        pages += recording.pages(deals)
        deals += 1
    text = watch(*[""] * (pages + 3))
    assert deals == 4
    assert [number for number in range(1, 5) if f"Deal {number} is counted" in text] == [1, 2, 3, 4]
    winners = re.findall(r"\w+ and \w+ win with [\d,]+\.", text)
    # The last page is shown again where there is nothing after it.
    assert len(winners) >= 3
    assert len(set(winners)) == 1
    assert winners[0].startswith(recording.names.side(recording.standing().winners[0], 2))


def test_steps_back_and_forth_come_to_the_same_places(watch: Watcher) -> None:
    assert place(watch("n 7", "look"))[0] == 8
    assert place(watch("next 7", "b", "look"))[0] == 7
    assert place(watch("n 7", "back 100", "look"))[0] == 1
    assert place(watch("end", "n", "n", "look"))[0] == 1
    first = watch("end", "look")
    assert place(first)[0] == place(first)[1] - 1
    assert "The end - " in last(first)
    assert "Deal 1 is counted" in last(watch("deal 2", "b", "look"))
    assert place(watch("end", "start", "look"))[0] == 1


def test_turns(watch: Watcher) -> None:
    watched = opened(hand_and_foot()).deal(0)
    assert watched
    begins = [0] + [at for at, (one, two) in enumerate(pairwise(watched.moments), 1) if two.turn > one.turn]
    assert place(watch("turn", "look"))[0] == begins[1] + 1
    assert place(watch("t", "t", "t", "look"))[0] == begins[3] + 1
    assert place(watch("t", "t", "n", "turn back", "look"))[0] == begins[2] + 1
    assert place(watch("t", "t", "turn back", "look"))[0] == begins[1] + 1
    assert place(watch("turn back", "look"))[0] == 1
    assert place(watch("jump 5", "look"))[0] == begins[4] + 1
    assert "Turn 5 - " in watch("j 5")
    text = watch("jump 999")
    turns = max(acted(watched, at) for at in range(len(watched.moments)))
    assert f"This deal has turns 1 to {turns}." in text
    text = watch(*["turn"] * (turns + 2), "look")
    assert "deal 2" in last(text).lower()


def test_deals(watch: Watcher) -> None:
    assert "deal 3 of 4" in last(watch("deal 3"))
    assert "deal 2 of 4" in last(watch("d"))
    assert "deal 1 of 4" in last(watch("deal 2", "deal back"))
    assert "There is no deal 9 to watch. The record has deals 1 to 4." in watch("deal 9")
    assert "There is no deal 0" in watch("deal back")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("dance", "Type help for the list, such as: next, turn"),
        ("nxet", "Did you mean next?"),
        ("next many", "Type a number, such as: next 5"),
        ("jump", "Type a number, such as: jump 12"),
        ("turn round", "Type turn or turn back"),
        ("end now", 'end takes nothing after it. Leave out "now"'),
        ("eyes", "Say whose eyes, such as: eyes all"),
        ("eyes 9", 'There is no seat "9". The seats are 1 to 4, Ann, Bea, Cyd, Dan.'),
        ("find", "Say what to find: a card or some words"),
        (
            "find xyzzy",
            'There is no later place where the story says "xyzzy". Type start or deal 1 to search from the start.',
        ),
        ("sheet", "The score if play ended here:"),
        ("sheet 2", "Bea and Dan"),
        ("sheet Cyd", "Ann and Cyd"),
        ("pile", "The pile has 1 card, from the top: "),
        ("position", "canasta1 "),
        ("rules pile.need", "To take the pile you need"),
        ("rules", "Say which rule."),
        ("rules frog", "There is no rule frog"),
        ("help", "Press Enter to continue."),
        ("help find", "the next move with a king of hearts"),
        ("? y", "as seat 2 saw it"),
    ],
)
def test_every_word_answers(line: str, says: str, watch: Watcher) -> None:
    assert says in last(watch(line)).replace("\n", " ")


def test_every_word_has_help_and_does_something() -> None:
    assert set(_DOES) == set(WORDS)
    for command in WORDS.values():
        for example, _ in command.examples:
            assert find_command(example)[0] is command


@pytest.mark.parametrize("screens", [False, True])
def test_any_line_gets_an_answer(screens: bool, watch: Watcher) -> None:
    rng = Random(7)
    words = [word for word in WORDS if word != "quit"] + ["n", "b", "t", "d", "e", "s", "f", "y", "c", "", "?", "x"]
    more = ["", "", "", "1", "2", "7", "0", "-1", "99999999999", "back", "all", "table", "Kh", "joker", "went out", "²"]
    more += ["pile.need", "score.out", "Bea", "pile", "@", "♣", "turn.over", "(", "score.", "10h", "next", "\x1b[2J"]
    lines = [f"{rng.choice(words)} {rng.choice(more)}".strip() for _ in range(400)]
    text = watch(*lines, screens=screens, text=match_text("classic", 3, seed=4, deals=2))
    assert len(re.findall(r"\n>(?: |\n)", text)) == len(lines)


def test_eyes(watch: Watcher) -> None:
    names = opened(hand_and_foot()).names
    assert read_eyes("all", names) == ALL
    assert read_eyes("table", names) == ONLOOKER
    assert read_eyes("3", names) == read_eyes("cyd", names) == Eyes(2)
    text = last(watch("eyes 3", screens=True))
    assert "Your hand (13)" in text
    assert "as Cyd saw it (seat 3)" in text
    assert "Ann (partner) 13 cards + foot" in text
    text = last(watch("eyes table", screens=True))
    assert "hand (" not in text
    assert "as an onlooker sees it" in text


def test_the_table_fits_the_window(watch: Watcher) -> None:
    for name, players in (("hand-and-foot", 4), ("new-canasta", 7), ("hand-knee-and-foot", 8)):
        steps = [
            line for eyes in ("all", "table", "1", str(players)) for line in (f"eyes {eyes}", *["n 27"] * 4, "start")
        ]
        text = watch(*steps, "end", "n", text=match_text(name, players, seed=1, deals=1), screens=True)
        for screen in re.split(r"\x1b\[H\x1b\[2J\x1b\[3J", text)[1:]:
            rows = screen.split("\n> ")[0].split("\n")
            assert len(rows) <= 23, screen
            assert max(map(len, rows)) <= 80


def test_comments_are_shown_with_all_hands_and_told_of_otherwise(watch: Watcher) -> None:
    text = hand_and_foot()
    first = re.search(r"(?m)^\d (draw|take) .*$", text)
    assert first
    text = text.replace(first[0], f"{first[0]}  # with a heavy heart", 1)
    text = text.replace("dealer = 4\n", 'dealer = 4\ncomment = "a cold evening"\n', 1)
    text = text.replace('date = "2026', 'comment = "at home"\ndate = "2026', 1)
    screens = watch("n", text=text, screens=True)
    for comment in ("# with a heavy heart", "# a cold evening", "# at home"):
        assert comment in screens
    assert "# with a heavy heart" in watch("n", text=text)
    assert "# with a heavy heart" in last(watch("find heavy", text=text))
    assert "heavy" not in last(watch("eyes 2", "find heavy", text=text)).replace('says "heavy"', "")
    hidden = watch("n", text=text, eyes=Eyes(2), screens=True)
    assert "heart" not in hidden
    assert "There is a comment here. Type eyes all to see it." in hidden


def test_a_search_is_made_anew_with_other_eyes(watch: Watcher) -> None:
    """What was found with all hands face up must not be found again by a seat that cannot see it."""
    watched = opened(hand_and_foot()).deal(0)
    assert watched
    at, moment = next((at, each) for at, each in enumerate(watched.moments) if each.text.startswith("draw "))
    card = moment.text.split()[1][:2]
    seat = moment.seat % 4 + 2
    found = last(watch(f"find {card}", "start", "find", "look"))
    assert place(found)[0] == at + 1
    other = last(watch(f"find {card}", "start", f"eyes {seat}", "find", "look"))
    assert place(other)[0] > at + 1


def test_the_position_line_is_that_of_the_moment(watch: Watcher) -> None:
    recording = opened(hand_and_foot())
    watched = recording.deal(1)
    assert watched
    moment = watched.moments[20].deal
    line = last(watch("deal 2", "n 20", "position")).strip()
    assert line == position_text(moment)
    assert position_text(parse_position(line, recording.rules)) == line
    seen = last(watch("deal 2", "n 20", "eyes 2", "position")).strip()
    assert seen == position_text(view(moment, 1))
    assert not any(word.startswith("deck=") for word in seen.split())


def test_a_record_that_breaks_off_says_where(watch: Watcher) -> None:
    text = hand_and_foot()
    text = text[: text.index("'''\nafter")]
    end = text.count("\n")
    said = watch("end", "look", text=text.rsplit("\n", 5)[0] + "\n")
    assert re.search(
        rf"The record ends here: the last deal is not finished \(the last\s+line\s+is\s+{end - 4}\)",
        last(said),
    )
    assert "There is no deal 2 to watch. The record has deal 1 only." in watch("deal 2", text=text)


def test_a_wrong_record_can_be_watched_up_to_its_mistake(watch: Watcher) -> None:
    lines = hand_and_foot().split("\n")
    second = lines.index("[[deal]]", lines.index("[[deal]]") + 1)
    wrong = [at for at, line in enumerate(lines) if at > second and re.match(r"\d discard", line)][6]
    lines[wrong] = lines[wrong].replace("discard", "dicsard")
    text = "\n".join(lines)
    said = watch("deal 2", "end", text=text, screens=True)
    told = re.sub(r"\s+", " ", last(said))
    assert f"The record is wrong here. match.chh:{wrong + 1}:3: " in told
    assert f"line {wrong} -" in told
    told = re.sub(r"\s+", " ", watch("deal 3", text=text))
    assert "There is no deal 3 to watch. The record has deals 1 to 2. The record is wrong here." in told


def test_plain_goes_on_line_by_line(watch: Watcher) -> None:
    text = watch("n", "n", "n")
    assert CLEAR not in text
    assert text.count("Pile ") == 1


def test_wild_cards_and_jokers_stand_together_in_short_hands() -> None:
    """The short form of a hand gives every card: ranks once, suits for each card."""
    watched = opened(match_text("new-canasta", 7, seed=1, deals=1)).deal(0)
    assert watched
    for moment in watched.moments[::9]:
        for hand in moment.deal.tabletop.hands:
            text = compact_hand(hand).plain
            wild = sum(KIND_OF[face] <= TWO for face in hand)
            assert (
                text.count("JKR") + len(re.findall(r"2([♣♦♥♠]+)", text) and re.findall(r"2([♣♦♥♠]+)", text)[0]) == wild
            )
            suits = sum(text.count(sign) for sign in "♣♦♥♠")
            assert suits + text.count("JKR") == len(hand)
