"""The pages on the format of records tell the truth: their blocks are a record, their tables name what there is."""

import re

import pytest

from canasta.base.errors import NotationError
from canasta.notation.move_text import VERBS
from canasta.notation.records.actions import DEALING, END, FACTS
from canasta.notation.records.match_replay import MatchReplay
from canasta.notation.records.reader import parse_record
from canasta.notation.records.record import FORMAT, LARGEST_BLOCK, LONGEST_LINE, PLAYED, record_text
from canasta.notation.records.spelling import parse_recorded
from tests.notation.page_tables import RECORDS, codes, rows, section

RECORD = "\n".join(re.findall(r"^```chh\n(.*?)^```", RECORDS, re.DOTALL | re.MULTILINE))


def checked(text: str) -> list[tuple[int, ...] | None]:
    """Return the totals after each deal of the record *text*."""
    record = parse_record(text)
    replay = MatchReplay(record.heading)
    return [replay.deal(deal).after for deal in record.deals]


def test_the_blocks_are_one_record_that_replays() -> None:
    assert checked(RECORD) == [(1040, 250)]


def test_they_are_in_canonical_form() -> None:
    assert record_text(parse_record(RECORD)) == RECORD


def test_the_limits_are_those_of_the_reader() -> None:
    assert f"{LONGEST_LINE:,}" in RECORDS
    assert f"{LARGEST_BLOCK:,}" in RECORDS
    assert f"its number is {PLAYED}, or {FORMAT} where" in RECORDS


def test_every_move_of_the_table_is_one() -> None:
    shown = [code[2:] for row in rows(section(RECORDS, "## Moves"), "line") for code in codes(row[0])]
    for text in shown:
        parse_recorded("draw" if text.startswith("draw") else text)
    told = {verb for verb in VERBS if any(text.startswith(verb) for text in shown)}
    assert told == set(VERBS) - {"add", "show"}


def test_every_word_of_a_fact_is_told() -> None:
    for word in (*DEALING, *FACTS, END):
        assert re.search(rf"^\| `(\d )?{word} ", RECORDS, re.MULTILINE), word


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('digest = "d27b', 'digest = "d28b'),
        ("1 discard 3c\n", "1 discard 4c\n"),
        ("1 red 3h\n", ""),
        ("over out 1\n", "over out 2\n"),
        ("points = 600", "points = 500"),
        ("after = [1040, 250]", "after = [1040, 260]"),
        ("hand = 15", "hand = 14"),
        ("\ndealer = 2", "\ndealer = 3"),
    ],
)
def test_what_it_calls_wrong_is_refused(old: str, new: str) -> None:
    assert old in RECORD
    with pytest.raises(NotationError):
        checked(RECORD.replace(old, new, 1))
