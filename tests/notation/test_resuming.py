"""Going on from a record: cut off anywhere, a match goes on from its last whole line."""

import random
from pathlib import Path

import pytest

from canasta.base.errors import NotationError
from canasta.base.events import CanastaMade, Melded, Opened
from canasta.deal.match import Match
from canasta.notation.records.match_replay import MatchReplay
from canasta.notation.records.reader import parse_record
from canasta.notation.records.record import Player, heading_of
from canasta.notation.records.recorder import Recorder
from canasta.notation.records.resuming import resume
from canasta.rules.load import load
from canasta.sim.playing import play_deal
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


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_goes_on_from_every_line_and_half_line_around_its_actions(name: str) -> None:
    rules = load(name)
    text, _ = written(rules, 5, "chance")
    first, begun, over = text.index("[[deal]]"), text.index("actions = "), text.index("\nover ")
    ends = [at for at in range(first, len(text)) if text[at] == "\n"]
    around = [at for at in ends if at < begun + 20 or at >= over]
    amid = random.Random(name).sample([at for at in ends if begun < at < over], 4)
    for at in sorted({*(end + 1 for end in (*around, *amid)), *(end - 1 for end in (*around, *amid))}):
        resumed = resume(text[:at].encode())
        sheet = Sheet()
        sheet.text = text[: resumed.size]
        recorder = resumed.record_on(sheet)
        play_on(resumed.match, recorder, "chance", 1)
        whole = text.rfind("\n", 0, at) + 1
        assert sheet.text.startswith(text[:whole]), f"something was lost after a cut at {at}"
        record = parse_record(sheet.text)
        played = [MatchReplay(record.heading).deal(deal).after for deal in record.deals]
        assert played == [resumed.match.totals]


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_simulated_deals_go_on_with_their_score_keeper(players: int, tmp_path: Path) -> None:
    rules = load("new-canasta", players)
    # Where the last seat begins, it cannot be the Score Keeper.
    for number in {1, players}:
        path = tmp_path / f"{number}.chh"
        play_deal(rules, ["chance"] * players, 1, number, path)
        text = path.read_text(encoding="utf-8")
        assert ("\nkeeper = " in text) == (players > 2)
        _plays_on(text)


def test_a_deal_without_a_score_keeper_goes_on_with_the_player_who_began() -> None:
    rules = load("new-canasta", 4)
    for dealer in (0, 3):
        sheet = Sheet()
        recorder = Recorder(sheet, heading_of(rules, [Player(name) for name in "ABCD"], 7))
        recorder.begin_match()
        play_on(Match.without_keeper(rules, 7, dealer), recorder, "chance", 1)
        assert "\nkeeper = " not in sheet.text
        assert _plays_on(sheet.text).results[0].dealer == dealer


def _plays_on(text: str) -> Match:
    """Return the match of the record *text*, cut off three lines before its end and played on with another deal."""
    text = text[: text.index("\nover ")].rsplit("\n", 3)[0] + "\n"
    resumed = resume(text.encode())
    sheet = Sheet()
    sheet.text = text
    play_on(resumed.match, resumed.record_on(sheet), "chance", 2)
    record = parse_record(sheet.text)
    replay = MatchReplay(record.heading)
    assert [replay.deal(deal).after for deal in record.deals][-1] == resumed.match.totals
    return resumed.match


def test_a_match_that_is_over_does_not_go_on() -> None:
    text, match = written(load("classic", options=["match.target=500"]), 5, deals=20)
    assert match.over
    with pytest.raises(NotationError, match="is over"):
        resume(text.encode())


@pytest.mark.parametrize("other", ['actions = """\n', "actions =  '''\n", "actions = '''\r\n"])
def test_actions_in_the_layout_of_another_program_are_not_written_on(other: str) -> None:
    text, _ = written(load("classic"), 5)
    text = text[: text.index("'''\nafter")].replace("actions = '''\n", other)
    with pytest.raises(NotationError, match="only a deal whose actions begin with the line") as error:
        resume(text.encode())
    assert error.value.line == text[: text.index("actions =")].count("\n") + 2


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
