"""Going on from a record: cut off anywhere, a match goes on from its last whole line."""

import random

import pytest

from canasta.errors import NotationError
from canasta.events import CanastaMade, Melded, Opened
from canasta.notation.records.match_replay import MatchReplay
from canasta.notation.records.reader import parse_record
from canasta.notation.records.resuming import resume
from canasta.rules.load import load
from tests.notation.written import Sheet, play_on, written

GAMES = ["classic", "new-canasta", "hand-and-foot", "hand-knee-and-foot"]


@pytest.mark.parametrize("name", GAMES)
def test_a_match_that_was_cut_off_anywhere_goes_on(name: str) -> None:
    rules = load(name)
    text, match = written(rules, 5, deals=2)
    assert len(match.results) == 2
    first = text.index("[[deal]]")
    rng = random.Random(name)
    places = [
        first - 1,
        text.index("actions = '''\n") + 14,
        text.index("'''\nafter"),
        *rng.sample(range(first, len(text)), 12),
    ]
    places.append(len(text))
    for at in places:
        resumed = resume(text[:at].encode())
        sheet = Sheet()
        sheet.text = text[: resumed.size]
        recorder = resumed.record_on(sheet)
        if resumed.replay and resumed.match.deal is not None and resumed.match.deal.over:
            resumed.match.count()
        play_on(resumed.match, recorder, "greedy", 2)
        # Bots break ties by lot, so the rest need not be the same; but nothing of what was whole is lost.
        assert sheet.text.startswith(text[: text.rindex("\n", 0, at) + 1] if at < len(text) else text)
        record = parse_record(sheet.text)
        replay = MatchReplay(record.heading)
        assert [replay.deal(deal).after for deal in record.deals][-1] == resumed.match.totals
        assert len(record.deals) == 2


def test_what_the_file_holds_is_not_taken_back() -> None:
    text, _ = written(load("classic"), 5)
    place = text.index("\n", text.index(" lay ")) + 1
    deal = resume(text[:place].encode()).match.deal
    assert deal is not None
    assert isinstance(deal.history[-1], Melded | CanastaMade | Opened)
    assert not deal.can_undo(deal.actor)


def test_a_match_that_is_over_does_not_go_on() -> None:
    text, match = written(load("classic", options=["match.target=500"]), 5, deals=20)
    assert match.over
    with pytest.raises(NotationError, match="is over"):
        resume(text.encode())


def test_a_record_that_is_wrong_is_not_gone_on_with() -> None:
    text, _ = written(load("classic"), 5)
    with pytest.raises(NotationError, match="is not what happens here") as error:
        resume(text.replace("\nup ", "\nup Jk", 1)[: text.index("'''\nafter")].encode())
    assert error.value.line


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\ncut ", "\ncut x"),
        ("\ncut ", "\ncut 9"),
        ("\ndealer = ", "\ndealer = 9"),
        ("\nnumber = 1", "\nnumber = 2"),
        ("\ntotals = [0", "\ntotals = [5"),
        ("\nup ", "\nup Jk"),
    ],
)
def test_a_deal_in_progress_is_checked_as_any_other(old: str, new: str) -> None:
    text, _ = written(load("new-canasta"), 5)
    text = text[: text.index("'''\nafter")]
    assert resume(text.encode()).replay
    assert old in text
    with pytest.raises(NotationError):
        resume(text.replace(old, new, 1).encode())
