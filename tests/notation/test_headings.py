"""Headings of records: what is written is read back equal, and what could not be read is refused before."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta.base.errors import NotationError
from canasta.base.shuffle import LARGEST_SEED
from canasta.deal.match import Match
from canasta.notation.records.match_replay import MatchReplay
from canasta.notation.records.reader import parse_record
from canasta.notation.records.record import LONGEST_LINE, Heading, Player, heading_of
from canasta.notation.records.recorder import Recorder
from canasta.rules.groups import Words
from canasta.rules.load import load
from canasta.rules.shapes import LONGEST_TEXT
from tests.notation.written import Sheet, play_on

TEXT = st.text(max_size=8) | st.text(alphabet="a\"'\\#\x7f\x85\u2028\ud800\n\r\t=[", max_size=8) | st.just("x" * 5000)
CLASSIC = load("classic", 2)


def begun(heading: Heading) -> str:
    """Return what is written of *heading*."""
    sheet = Sheet()
    Recorder(sheet, heading).begin_match()
    return sheet.text


def begun_or_refused(heading: Heading) -> tuple[str, str]:
    """Return what is written of *heading*, or why nothing is."""
    try:
        return begun(heading), ""
    except NotationError as error:
        return "", str(error)


@given(
    names=st.lists(TEXT, min_size=0, max_size=3),
    bot=TEXT,
    seed=st.none() | st.integers(-2, 2) | st.integers(LARGEST_SEED - 1, LARGEST_SEED + 1),
    program=TEXT,
    title=TEXT,
    word=TEXT,
)
def test_a_heading_that_is_written_is_read_back_equal(
    names: list[str], bot: str, seed: int | None, program: str, title: str, word: str
) -> None:
    rules = replace(CLASSIC, title=title, words=replace(CLASSIC.words, canastas=word))
    heading = heading_of(rules, [Player(name, bot) for name in names], seed, program)
    text, why = begun_or_refused(heading)
    if text:
        assert parse_record(text).heading == heading
    else:
        assert why.startswith("This match cannot be recorded")
        assert why.isprintable()


def test_what_any_keyboard_can_type_is_written() -> None:
    players = [Player("\x7f"), Player('Zoë "the hand" ♥ 金')]
    heading = heading_of(replace(CLASSIC, title="Ann's \\ # game"), players, LARGEST_SEED)
    assert parse_record(begun(heading)).heading == heading


@pytest.mark.parametrize(
    ("heading", "says"),
    [
        (
            heading_of(CLASSIC, [Player("A"), Player("B")], -5),
            r"could not be read: seed = -5 \(seed: -5 is out of range: from 0",
        ),
        (heading_of(CLASSIC, [Player("A"), Player("B")], LARGEST_SEED + 1), "this number is out of range: from 0"),
        (
            heading_of(CLASSIC, [Player("A\nB"), Player("C")]),
            r'name = "A\\nB" \(player.1.name: must be a single line of text',
        ),
        (heading_of(CLASSIC, [Player("A\udcff"), Player("C")]), "is not UTF-8 text"),
        (heading_of(CLASSIC, [Player("A")]), "the rules are for 2 players, but 1 are named"),
        (heading_of(replace(CLASSIC, title="x" * 4090), [Player("A")] * 2), "longer than 4,096 bytes"),
        (heading_of(replace(CLASSIC, title="x\n\n[[deal]]\n"), [Player("A")] * 2), "cannot be recorded"),
    ],
)
def test_what_could_not_be_read_is_refused_and_named(heading: Heading, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        begun(heading)


@pytest.mark.parametrize("word", Words.__dataclass_fields__)
def test_longer_words_are_refused_before_the_first_card(word: str) -> None:
    # So that no line of a score sheet, which repeats them, gets too long.
    words = replace(CLASSIC.words, **{word: "x" * (LONGEST_TEXT + 1)})
    with pytest.raises(NotationError, match=f"has {LONGEST_TEXT + 1} letters; the limit is {LONGEST_TEXT}"):
        begun(heading_of(replace(CLASSIC, words=words), [Player("A")] * 2))


def test_the_longest_words_fit_into_the_lines_of_score_sheets() -> None:
    words = replace(CLASSIC.words, mixed="🂡" * LONGEST_TEXT, natural="🂢" * LONGEST_TEXT, canastas="🂣" * LONGEST_TEXT)
    rules = replace(CLASSIC, words=words)
    sheet, match = Sheet(), Match(rules, 5)
    recorder = Recorder(sheet, heading_of(rules, [Player("A"), Player("B")], 5))
    recorder.begin_match()
    play_on(match, recorder, "greedy", 1)
    assert max(len(line.encode()) for line in sheet.text.split("\n")) <= LONGEST_LINE
    record = parse_record(sheet.text)
    lines = [line for each in record.deals[0].sheets for line in each]
    assert all(line.text for line in lines)
    assert MatchReplay(record.heading).deal(record.deals[0]).after == match.totals
