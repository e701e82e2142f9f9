"""The story of a deal: what those who come later are told, and a bot's turn in one sentence."""

from __future__ import annotations

import json
import re

import pytest

from canasta.rules.load import load
from canasta.session import acts
from canasta.session.broadcast import STORY
from canasta.session.line_json import Json, LineJson
from canasta.session.table import Table
from tests.session.live import Live


def words(lines: list[LineJson], names: tuple[str, ...]) -> list[str]:
    """*lines* as they are read."""
    return ["".join(span if isinstance(span, str) else word(span, names) for span in line) for line in lines]


def word(span: Json, names: tuple[str, ...]) -> str:
    return str(span.get("text") or names[span["name"] - 1] if "name" in span else next(iter(span.values())))


def teller(line: LineJson) -> int:
    """Return the seat of the player whom *line* begins with; 1 if it begins with nobody."""
    return line[0].get("name", 1) if isinstance(line[0], dict) else 1


def begun(game: str, people: list[str], players: int | None = None) -> Live:
    live = Live(load(game, players))
    live.seat(people)
    live.do("p1", acts.Start())
    live.until("playing")
    return live


@pytest.mark.parametrize(
    ("game", "players"), [("hand-and-foot", 4), ("classic", 4), ("new-canasta", 5), ("pennies-from-heaven", 6)]
)
def test_a_bots_turn_is_one_sentence_and_the_story_is_what_was_heard(game: str, players: int) -> None:
    live = begun(game, ["Ann"], players)
    heard = live.table.story(None).lines
    turns: dict[int, list[int]] = {}
    for _ in range(100):
        deal = live.state.deal
        assert deal is not None
        turn, actor = int(deal.position.turns), deal.actor
        told = live.step()
        if told is None or live.state.deal is None:
            break
        lines = told.said_for(-1).lines
        if lines and actor != 0:
            turns.setdefault(turn, []).append(actor)
            # Whoever comes now hears what has been said, and nothing that was not said yet.
            assert live.table.story(None).lines[-len(lines) :] == lines
        heard += lines
    # Seat 1 is a person, who is told of move by move: in the story that is one sentence a turn, too.
    bots = [line for line in heard if teller(line) != 1]
    assert len(bots) > 20
    told_later = [line for line in live.table.story(None).lines if teller(line) != 1]
    assert told_later == bots[-len(told_later) :]
    assert 10 < len(told_later) <= STORY
    # Only to ask a partner, and to be answered, a turn is told in pieces.
    assert all(len(actors) == 1 or len(set(actors)) > 1 or actors.count(actors[0]) == 2 for actors in turns.values())
    assert not any(re.fullmatch(r"\w+ drew \d+\.", text) for text in words(bots, live.state.names))


def test_everybody_is_told_the_story_as_they_heard_it() -> None:
    live = begun("classic", ["Ann", "Bob"], 4)
    for _ in range(60):
        live.step()
    deal = live.state.deal
    assert deal is not None
    story = {person: words(live.table.story(person).lines, live.state.names) for person in ("p1", "p2", "p9", None)}
    assert story["p9"] == story[None] != story["p1"] != story["p2"]
    assert any(re.match(r"You drew [2-9TJQKAJk]", text) for text in story["p1"])
    # A card that Bob drew is named to Bob alone.
    for person, others in (("p1", "Bob"), ("p2", "Ann"), (None, "Ann"), (None, "Bob")):
        drawn = [text for text in story[person] if text.startswith(f"{others} drew")]
        assert drawn
        assert all(
            re.match(rf"{others} drew \d", text) and not re.match(rf"{others} drew \d[cdhs]", text) for text in drawn
        )


def test_the_story_is_in_the_log_and_in_a_checkpoint() -> None:
    live = begun("hand-and-foot", ["Ann"])
    kept = None
    for _ in range(80):
        live.step()
        text = live.table.checkpoint()
        kept = (text, len(live.log)) if text else kept
    assert kept is not None
    for table in (Table.fold(live.log), Table.fold(live.log[kept[1] :], kept[0])):
        assert json.dumps(table.story("p1")) == json.dumps(live.table.story("p1"))
        assert table.state.said == live.state.said


def test_after_the_count_it_is_the_story_of_the_deal_that_was_counted() -> None:
    live = begun("classic", ["Ann"], 2)
    live.play_deal()
    assert live.state.phase == "counting"
    last = words(live.table.story("p1").lines, live.state.names)[-1]
    assert "ended the deal" in last or "is over" in last
    assert len(live.table.story("p1").lines) <= STORY
    live.do("p1", acts.Ready())
    live.until("playing")
    assert words(live.table.story("p1").lines, live.state.names)[0].startswith("The first card of the pile")


def test_long_sentences_have_short_forms_for_everyone_who_hears_them() -> None:
    live = begun("hand-and-foot", ["Ann"])
    shortened = 0
    for _ in range(120):
        told = live.step()
        assert told is not None
        for seat in (-1, 0):
            lines, short = told.said_for(seat)
            assert len(short) in {0, len(lines)}
            assert not short or any(short)
            for line, forms in zip(lines, short, strict=False):
                texts = words(
                    [line, *(forms[each] for each in ("brief", "briefest") if each in forms)], live.state.names
                )
                assert [len(text) for text in texts] == sorted({len(text) for text in texts}, reverse=True)
                shortened += len(texts) - 1
        lines, short = told.said_for(-1)
        if lines and teller(lines[-1]) != 1 and live.state.phase == "playing":
            assert (live.table.story(None).short or [{}])[-1] == (short or [{}])[-1]
    assert shortened > 10
