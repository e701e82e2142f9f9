"""A match that a program plays through a `Recording` is written down, and reads back as it was played."""

from __future__ import annotations

import pytest

from canasta import (
    Match,
    Recording,
    make_bot,
    parse_move,
    parse_position,
    parse_record,
    position_text,
    record_text,
    replay_record,
    view,
)
from canasta.base.events import Event


def played(recording: Recording, steps: int = 10_000) -> list[Event]:
    """Let bots play the deal in progress, or some *steps* of it; return its history."""
    bots = [make_bot("greedy", seed=7, seat=seat) for seat in range(recording.match.rules.seats)]
    while not recording.deal.over and steps:
        seat = recording.deal.actor
        recording.step(seat, bots[seat].choose(view(recording.deal, seat)))
        steps -= 1
    return list(recording.deal.history)


@pytest.mark.parametrize(("name", "players"), [("classic", 2), ("new-canasta", 5), ("modern-american-canasta", 4)])
def test_a_record_reads_back_as_it_was_played(name: str, players: int) -> None:
    recording = Recording(Match.new(name, players, seed=7))
    history = []
    for _ in range(2):
        for seat, _count in recording.match.cutters():
            recording.match.cut(seat, 20)
        recording.begin_deal()
        history.append([type(event) for event in played(recording)])
        position = position_text(recording.deal)
        assert position_text(parse_position(position)) == position
        recording.count()
    record = parse_record(recording.text)
    assert record_text(record) == recording.text
    assert record.deals[-1].after == recording.match.totals
    assert [[type(event) for event in deal.history] for deal in replay_record(record)] == history


def test_an_unfinished_deal_is_a_record() -> None:
    recording = Recording(Match.new("classic", 2, seed=7), ["Ann", "Bo"])
    recording.begin_deal()
    seat = recording.deal.actor
    recording.play(seat, parse_move("draw"))
    played(recording, 9)
    record = parse_record(recording.text)
    assert [player.name for player in record.heading.players] == ["Ann", "Bo"]
    assert record.deals[0].actions[-1]
    (deal,) = replay_record(record)
    assert not deal.over
    # Steps of the last move may be missing, and nothing else.
    assert [type(each) for each in deal.history] == [type(each) for each in recording.deal.history][: len(deal.history)]


def test_a_move_that_is_taken_back_leaves_the_record() -> None:
    recording = Recording(Match.new("hand-and-foot", seed=7))
    recording.begin_deal()
    recording.play(0, parse_move("draw"))
    text = recording.text
    recording.play(0, parse_move("lay QdQhJk", view(recording.deal, 0)))
    assert recording.text == text + "1 lay QdQhJk\n"
    recording.undo(0)
    assert recording.text == text


def test_what_a_recording_refuses() -> None:
    match = Match.new("classic", 2, seed=7)
    with pytest.raises(ValueError, match="has 2 players here, and there are 3 names"):
        Recording(match, ["A", "B", "C"])
    with pytest.raises(ValueError, match="No deal is in progress: begin one first"):
        Recording(match).play(0, parse_move("draw"))
    match.begin_deal()
    with pytest.raises(ValueError, match="This match has begun"):
        Recording(match)
