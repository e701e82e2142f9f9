"""Nobody hears more than they may know: in a twin world, where hidden cards are dealt again, everything told is the same."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from canasta.base.cards import FACES, face_text
from canasta.base.errors import CanastaError
from canasta.base.moves import hand_cards
from canasta.deal.imagine import imagine
from canasta.deal.view import view
from canasta.notation.records.spelling import parse_recorded
from canasta.rules.load import load
from canasta.session import acts
from canasta.session.entries import Command, Entry, entry_text
from canasta.session.folding_match import acting_seat
from canasta.session.refusals import Refused
from canasta.session.state import State
from canasta.session.table import Table
from tests.deal.tables import VARIED_TABLES
from tests.session.live import SECRETS, Live

MOMENTS = 16


def twin_of(state: State, seat: int, dice: Random, coming: Sequence[Entry] = ()) -> State:
    """Return the same table as *seat* knows it (-1: a spectator), with everything hidden dealt again.

    Others keep the cards that they lay or discard in the entries *coming*, so that these can happen in both worlds.
    """
    assert state.deal is not None
    twin = state.copy()
    assert twin.match is not None
    seen, hands = view(state.deal, seat), state.deal.tabletop.hands
    shown: list[Counter[int]] = [Counter() for _ in hands]
    for entry in coming:
        if isinstance(entry.command.act, acts.Play):
            move = parse_recorded(entry.command.act.move)
            shown[acting_seat(state, entry)].update(hand_cards(move))
    kept = [Counter(dict(seen.known[at])) | (shown[at] & Counter(hand)) for at, hand in enumerate(hands)]
    deal = imagine(replace(seen, known=tuple(tuple(sorted(each.items())) for each in kept)), dice).deal
    deal.tabletop.known = [Counter(dict(each)) for each in seen.known]
    twin.match.current_deal = deal
    if twin.shuffle is not None:
        twin.shuffle = replace(twin.shuffle, numbers={each: dice.getrandbits(60) for each in twin.shuffle.numbers})
    return twin


def candidates(state: State, seat: int, dice: Random) -> list[str]:
    """Return moves to try: sensible ones and mad ones."""
    assert state.deal is not None
    hand = [face_text(face) for face in state.deal.tabletop.hands[seat]]
    cards = [face_text(dice.randrange(FACES)) for _ in range(3)]
    some = dice.sample(hand, min(3, len(hand)))
    rank = dice.choice("456789TJQKA")
    return [
        "draw", "take", "end", "knock", "pick up", "lift", "ask", "yes", "stuck",
        f"discard {cards[0]}", f"lay {''.join(cards)}", f"lay {rank * 3}", f"add 2 to {rank}", f"top {rank}",
        *(f"discard {card}" for card in some), f"take {''.join(some[:2])}",
    ]  # fmt: skip


def answers(state: State, person: str, moves: list[str]) -> list[str]:
    """Return what *person* is told when they try *moves*, and when they make them."""
    told = []
    for move in moves:
        for ask in (_tried, _judged):
            try:
                told.append(json.dumps(ask(state, person, move)))
            except Refused as refused:
                told.append(json.dumps(refused.as_json()))
    return told


def _tried(state: State, person: str, move: str) -> dict[str, Any]:
    return Table(state).try_move(person, move).as_json()


def _judged(state: State, person: str, move: str) -> str:
    act = Table(state).judge(Command("try", person, acts.Play(move)), state.at).command.act
    assert isinstance(act, acts.Play)
    return act.move


def frame(table: Table, entry: Entry, seat: int) -> str:
    """Return everything that *seat* hears of *entry*."""
    heard = table.apply(entry)
    told = [heard.public, heard.own.get(seat, {}), heard.events_for(seat), heard.said_for(seat)]
    return json.dumps([heard.seq, heard.at, heard.seat, heard.command, *told])


def unchecked(entry: Entry) -> Entry:
    """*entry* without its check, which never leaves the server and is another one in the twin."""
    return Entry(entry.seq, entry.at, entry.command)


def compare(state: State, seat: int, entries: list[Entry], dice: Random) -> int:
    """Compare both worlds as *seat* sees them, and go on in both until it may see a difference; returns the frames compared."""
    twin = twin_of(state, seat, dice, entries)
    real, other = Table(state.copy()), Table(twin)
    assert real.snapshot().public == other.snapshot().public
    assert real.story(None) == other.story(None)
    if seat >= 0:
        assert real.snapshot().own[seat] == other.snapshot().own[seat]
        person = state.places[seat].person
        if person is not None:
            assert real.seen_by(person) == other.seen_by(person)
            assert real.story(person) == other.story(person)
            moves = candidates(state, seat, dice)
            assert answers(state, person, moves) == answers(twin, person, moves)
            assert real.state.deal is not None
            if view(real.state.deal, seat).legal:
                assert real.hint(person) == other.hint(person)
    frames = 0
    for entry in entries:
        try:
            there = other.judge(entry.command, entry.at)
        except CanastaError:
            break  # the twin lacks the cards: their owner did something that shows them
        assert there.command == entry.command or isinstance(entry.command.act, acts.Count)
        first, second = frame(real, unchecked(entry), seat), frame(other, unchecked(there), seat)
        one, two = real.state.deal, other.state.deal
        if one is None or two is None or one.history_seen_by(seat) != two.history_seen_by(seat):
            break  # from here on the seat may see a difference: cards it drew, a red three that someone laid
        assert first == second
        frames += 1
    return frames


@pytest.mark.parametrize(("game", "players"), VARIED_TABLES)
def test_twin_worlds_look_alike(game: str, players: int) -> None:
    dice = Random(f"{game} {players}")
    live = Live(load(game, players), checking=False)
    live.seat([f"P{seat}" for seat in range(min(players, 3))])
    live.do("p1", acts.Start())
    live.until("playing")
    moments: list[tuple[State, int]] = []
    while live.state.phase == "playing" and live.state.deal is not None and not live.state.deal.over:
        if not live.state.undoable and dice.random() < 0.3:
            moments.append((live.state.copy(), len(live.log)))
        live.step()
    frames = 0
    for state, at in dice.sample(moments, min(MOMENTS, len(moments))):
        frames += compare(state, dice.randrange(-1, players), live.log[at : at + 8], dice)
    assert frames >= 5


def test_no_frame_tells_a_secret_a_check_or_anybodys_cards() -> None:
    live = Live(load("hand-and-foot"))
    live.seat(["Ann", "Bob"])
    live.do("p1", acts.Start())
    told: list[str] = []
    while live.state.phase != "counting":
        heard = live.step()
        assert heard is not None
        frames: list[object] = [heard.public, *heard.own.values()]
        frames += [[heard.events_for(seat), heard.said_for(seat)] for seat in range(-1, 4)]
        told.append(json.dumps(frames))
    before, count = "".join(told[:-1]), told[-1]
    secret = [act.secret for entry in live.log if isinstance(act := entry.command.act, acts.Promise)][-1]
    assert secret in SECRETS
    assert secret not in before
    assert secret in count
    assert not any(
        f'"check": {entry.check}' in text or f": {entry.check}," in text for text in told for entry in live.log
    )
    assert '"check"' in "".join(map(entry_text, live.log))


def test_a_leak_would_be_noticed() -> None:
    """The comparison sees a picture that shows a card of another hand."""
    live = Live(load("classic"), checking=False)
    live.seat(["Ann"])
    live.do("p1", acts.Start())
    live.until("playing")
    state = live.state
    twin = twin_of(state, 0, Random(3))
    assert state.deal is not None
    assert twin.deal is not None
    assert view(state.deal, 0).history == view(twin.deal, 0).history
    assert state.deal.tabletop.hands[1] != twin.deal.tabletop.hands[1]
    assert Table(state).snapshot().own[0] == Table(twin).snapshot().own[0]
    assert view(state.deal, 1).hand != view(twin.deal, 1).hand
