"""Our own bots as programs: they choose just what they choose in the same process, and no line makes them fall."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta import bots
from canasta.base.events import Discarded, TakenBack
from canasta.bots.process.decisions import (
    ViewReader,
    chosen_step,
    decide_message,
    decision_seed,
    over_message,
    rules_message,
)
from canasta.bots.process.messages import (
    LONGEST_REPLY,
    LONGEST_REQUEST,
    BotHello,
    Bye,
    Chosen,
    Decide,
    Hello,
    LegalStep,
    NewRules,
    Ok,
    ProtocolError,
    Wrong,
    format_message,
    read_reply,
)
from canasta.bots.worker import Worker, requests
from canasta.deal.deal import Deal
from canasta.deal.history import History
from canasta.deal.imagine import imagine
from canasta.deal.view import View, view
from canasta.engine.steps import STEPS
from canasta.notation.positions.line import position_text
from canasta.notation.step_moves import step_text
from canasta.rules.groups import Rules
from canasta.rules.load import games, load, own_games
from tests.bots.test_messages import lines
from tests.deal.tables import TABLES, fresh, rules_of

OPTIONS = [(name, option) for name, game in sorted(games().items()) for option in game.options]


def told(rules: Rules, name: str = "greedy") -> Worker:
    """Return a worker that knows *rules*."""
    worker = Worker(name)
    assert worker.answer(format_message(rules_message(rules))) == Ok()
    return worker


def moments(rules: Rules, seed: int, every: int) -> list[View]:
    """Return what the seats to act see in a deal, now and then: one part of it played by greedy, the other at random."""
    deal, _ = fresh(rules, seed)
    players = [bots.make("chance" if seat % 3 == 2 else "greedy", seed, seat) for seat in range(rules.seats)]
    seen = []
    for number in range(1_500):
        if deal.over:
            break
        now = view(deal, deal.actor)
        if number % every == 0:
            seen.append(now)
        deal.step_trusted(players[deal.actor].choose(now))
    return seen


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_worker_chooses_what_its_bot_chooses_here(name: str, players: int) -> None:
    rules = rules_of(name, players)
    worker = told(rules)
    for number, seen in enumerate(moments(rules, 3, 17)):
        asked = decide_message(seen, number, 100)
        line = format_message(asked)
        assert len(line) <= LONGEST_REQUEST
        assert len({each.text for each in asked.legal}) == len(asked.legal)
        here = bots.make("greedy", asked.seed, seen.seat).choose(seen)
        assert worker.answer(line) == Chosen(number, step=here)


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_every_option_can_be_told_and_played(name: str, option: str) -> None:
    rules = load(name, 3 if option == "three-alone" else 6 if option == "two-teams-of-three" else None, [option])
    worker = told(rules, "chance")
    for seen in moments(rules, 4, 40)[:4]:
        here = bots.make("chance", 9, seen.seat).choose(seen)
        asked = decide_message(seen, 1, 100, 9)
        assert worker.answer(format_message(asked)) == Chosen(1, step=here)
        assert [chosen_step(Chosen(1, move=each.text), asked, seen) for each in asked.legal] == list(seen.legal)


def test_a_bot_can_be_asked_between_turns() -> None:
    rules = load("new-canasta", 6, ["frozen-in-time"])
    worker = told(rules)
    deal, _ = fresh(rules, 4)
    rng = Random(3)
    asked = 0
    while not deal.over and asked < 5:
        for seat in set(range(6)) - {deal.actor}:
            seen = view(deal, seat)
            if seen.legal:
                asked += 1
                step = bots.make("greedy", 1, seat).choose(seen)
                assert worker.answer(format_message(decide_message(seen, 1, 100, 1))) == Chosen(1, step=step)
        deal.step_trusted(rng.choice(deal.legal_steps(deal.actor)))
    assert asked >= 5


def test_a_worker_plays_a_game_that_it_does_not_have(tmp_path: Path) -> None:
    (tmp_path / "ruths.toml").write_text('title = "Ruth’s"\nbase = "classic"\nmeld.size = 6\n', encoding="utf-8")
    with own_games(tmp_path, lambda *_: None):
        rules = load("ruths", 4, ["meld.wilds=2"])
        seen = view(fresh(rules, 1)[0], 0)
        line = format_message(decide_message(seen, 1, 100, 1))
        assert b"meld.wilds=2" in line
    assert "ruths" not in games()
    worker = told(rules)
    assert isinstance(worker.answer(line), Chosen)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_no_line_to_a_bot_tells_hidden_cards(name: str, players: int) -> None:
    rng = Random(players)
    rules = rules_of(name, players)
    for seen in moments(rules, 5, 23):
        twin = view(imagine(seen, rng).deal, seen.seat)
        assert format_message(decide_message(twin, 1, 100)) == format_message(decide_message(seen, 1, 100))
        assert format_message(over_message(twin, [1, 2])) == format_message(over_message(seen, [1, 2]))


def test_seeds_of_decisions_differ_and_stay_what_they_are() -> None:
    seeds = {decide_message(seen, 1, 100).seed for seen in moments(rules_of("classic", 4), 5, 7)}
    assert len(seeds) == len(moments(rules_of("classic", 4), 5, 7))
    assert max(seeds) < 2**53
    assert decision_seed("canasta1 classic 4") == 5_993_332_265_934_533


def test_a_conversation() -> None:
    seen = view(fresh(rules_of("classic", 2), 2)[0], 0)
    worker = Worker("greedy")
    decision = format_message(decide_message(seen, 5, 100, 1))
    assert worker.answer(format_message(Hello(1, "0.1.0"))) == BotHello(1, "greedy", "1", deterministic=True)
    assert worker.answer(format_message(Hello(9, "0.1.0"))) == Wrong(
        "This bot speaks version 1 of the protocol, not 9."
    )
    assert worker.answer(decision) == Wrong("The rules must come before the first decision.")
    assert worker.answer(format_message(rules_message(seen.rules))) == Ok()
    assert isinstance(worker.answer(decision), Chosen)
    assert worker.answer(format_message(over_message(seen, [1, 2]))) == Ok()
    assert worker.answer(format_message(Bye())) == Bye()


def test_rules_and_decisions_that_contradict_themselves_are_refused() -> None:
    rules = rules_of("classic", 2)
    deal, _ = fresh(rules, 2)
    seen = view(deal, 0)
    worker = told(rules)

    def said(message: NewRules | Decide) -> str:
        answer = worker.answer(format_message(message))
        assert isinstance(answer, Wrong)
        return answer.text

    asked = decide_message(seen, 1, 100, 1)
    assert said(NewRules("ad26", rules_message(rules).rules)).startswith("The digest of these rules is ")
    assert said(NewRules("ad26", {"seats": 9})) == (
        "These rules cannot be used. seats: 9 is not a valid number of players (2 to 8)."
    )
    assert said(Decide(1, position_text(deal), asked.legal, 100, 1)) == (
        "The position shows every card; a bot gets only what its seat sees."
    )
    assert said(Decide(1, asked.position, (LegalStep(3, "open"),), 100, 1)) == (
        "The legal steps are not those of the position."
    )
    other = view(fresh(rules_of("classic", 3), 2)[0], 0)
    assert said(decide_message(other, 1, 100, 1)) == (
        "column 18: the position has 3 players, but these rules are for 2"
    )
    assert isinstance(worker.answer(format_message(asked)), Chosen)  # the first rules still hold


def test_histories_are_read_once_and_whole() -> None:
    rules = rules_of("hand-and-foot", 4)
    reader = ViewReader(rules)
    seen = moments(rules, 3, 5)
    for now in [*seen, *reversed(seen[-30:]), seen[0]]:
        read = reader.view(position_text(now, history=True))
        assert read.history == now.history
        assert read.legal == now.legal
    bare = reader.view(position_text(seen[-1]))
    assert len(bare.history) == 0


def test_an_endless_history_is_left_out() -> None:
    seen = moments(rules_of("classic", 4), 1, 30)[2]
    acts = [*seen.history, *[Discarded(0, 3), TakenBack(0, 1)] * 3_000]
    endless = replace(seen, history=History(acts))
    for message in (decide_message(endless, 1, 100, 1), over_message(endless, [1, 2])):
        assert message.position == position_text(seen)
    assert isinstance(told(seen.rules).answer(format_message(decide_message(endless, 1, 100, 1))), Chosen)


@given(
    st.text()
    | st.sampled_from(["lay ", "take ", "x ", "add ", "ask ", "top "]).flatmap(
        lambda verb: st.text("23456789TJQKAcdhsk@+, ").map(lambda rest: verb + rest)
    )
)
def test_any_move_is_a_legal_step_or_refused(text: str) -> None:
    asked = decide_message(SEEN, 1, 100, 1)
    try:
        step = chosen_step(Chosen(1, move=text), asked, SEEN)
    except ProtocolError as error:
        step = -1
        refused = str(error)
    else:
        refused = ""
    assert step in SEEN.legal or refused.startswith("It chose ")


@given(st.lists(lines, max_size=4))
def test_no_line_makes_a_worker_fall(given: list[bytes]) -> None:
    worker = WORKER
    for line in given:
        reply = worker.answer(line)
        assert read_reply(format_message(reply)) == reply
        assert len(format_message(reply)) <= LONGEST_REPLY


@given(st.data())
def test_no_change_of_a_decision_makes_a_worker_fall(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(DECISION) - 1))
    size = data.draw(st.integers(0, 3))
    line = DECISION[:at] + data.draw(st.binary(max_size=4)) + DECISION[at + size :]
    reply = WORKER.answer(line)
    assert isinstance(reply, Wrong | Chosen | Ok | BotHello | Bye)
    assert len(format_message(reply)) <= LONGEST_REPLY


SEEN = moments(rules_of("hoyle-two-player", 2), 1, 30)[2]
DECISION = format_message(decide_message(SEEN, 1, 100, 1))
WORKER = told(SEEN.rules)


def test_long_lines_are_cut_and_skipped() -> None:
    long = b"x" * (3 * LONGEST_REQUEST)
    given = list(requests(BytesIO(b"one\n" + long + b"\ntwo\n" + long)))
    assert given[0] == b"one\n"
    assert given[2] == b"two\n"
    assert [len(line) > LONGEST_REQUEST for line in given] == [False, True, False, True]


def deciding(deal: Deal) -> tuple[View, Decide]:
    seen = view(deal, deal.actor)
    return seen, decide_message(seen, 1, 100, 1)


@pytest.mark.parametrize(("name", "players"), TABLES[::3])
def test_every_legal_step_can_be_chosen_by_its_number_and_by_its_text(name: str, players: int) -> None:
    for seen in moments(rules_of(name, players), 6, 29):
        asked = decide_message(seen, 1, 100, 1)
        for each in asked.legal:
            assert each.text == step_text(seen, each.step)
            assert chosen_step(Chosen(1, step=each.step), asked, seen) == each.step
            assert chosen_step(Chosen(1, move=each.text), asked, seen) == each.step


def test_moves_may_be_spelled_as_people_type_them() -> None:
    for seen in moments(rules_of("classic", 4), 1, 1)[:80]:
        asked = decide_message(seen, 1, 100, 1)
        for each in asked.legal:
            if each.text.startswith("discard "):
                typed = f"x {each.text.split()[1][0]}" if "Jk" not in each.text else "x joker"
                if "3" not in typed:
                    assert chosen_step(Chosen(1, move=typed), asked, seen) == each.step
            if each.text == "draw":
                assert chosen_step(Chosen(1, move="d"), asked, seen) == each.step


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (Chosen(2, step=0), "It answered decision 2 when it was asked decision 1."),
        (Chosen(1, step=STEPS), "It chose step 419, which is not legal here."),
        (Chosen(1, move="lay KKK AAA"), 'It chose the move "lay KKK AAA", which is not one of the legal steps.'),
        (Chosen(1, move="dance"), 'It chose "dance", which is not a move.'),
    ],
)
def test_other_answers_are_refused(chosen: Chosen, said: str) -> None:
    seen, asked = deciding(fresh(rules_of("classic", 4), 1)[0])
    with pytest.raises(ProtocolError) as caught:
        chosen_step(chosen, asked, seen)
    assert str(caught.value) == said
