"""Records: what is written down reads back alike and replays to the same scores; what is wrong is told where."""

import random
import re
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta.base.cards import FOUR, KIND_OF, KINDS, TWO, pack, parse_faces
from canasta.base.errors import NotationError, RulesError
from canasta.base.moves import Discard, Draw
from canasta.base.shuffle import commitment, fair_deck
from canasta.deal.match import Match
from canasta.notation.move_text import parse_move
from canasta.notation.records.match_replay import MatchReplay, Played
from canasta.notation.records.playback import watch
from canasta.notation.records.reader import parse_record
from canasta.notation.records.record import (
    UNKNOWN,
    DealRecord,
    Player,
    Record,
    cards_text,
    heading_of,
    parse_cards,
    record_text,
)
from canasta.notation.records.recorder import Recorder, next_deal
from canasta.notation.records.replay import Mending
from canasta.rules.load import load
from tests.deal.tables import TABLES
from tests.kernel.random_games import random_rules
from tests.notation.written import Sheet, written


def replayed(record: Record, mending: Mending | None = None) -> list[Played]:
    replay = MatchReplay(record.heading, mending)
    return [replay.deal(deal) for deal in record.deals]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_game_reads_back_and_replays(name: str, players: int) -> None:
    seed = sum(map(ord, name)) + players
    text, match = written(load(name, players), seed, "chance", deals=2)
    record = parse_record(text)
    assert record_text(record) == text
    assert record.heading.rules == match.rules
    assert [each.after for each in replayed(record)] == [each.totals for each in match.results]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_so_does_every_game_with_options(name: str, players: int) -> None:
    chosen = [rules for rules in random_rules(name, players, 6, seed=11) if rules]
    for number, rules in enumerate(chosen[:2]):
        text, match = written(rules, number, "chance")
        record = parse_record(text)
        assert record_text(record) == text
        assert replayed(record)[-1].after == match.totals


def test_playback_hears_what_the_table_heard() -> None:
    text, match = written(load("hand-and-foot"), 3)
    record = parse_record(text)
    (deal,) = watch(record.heading, record.deals)
    first, *others = deal.moments
    assert (first.seat, first.text) == (-1, "")
    assert len(others) == sum(1 for line in record.deals[0].actions if re.match(r"\d (?!drew|red|reserve|took)", line))
    assert others[-1].deal.over
    assert match.totals == deal.played.after


def test_cuts_are_written_and_counted() -> None:
    rules = load("new-canasta")
    texts = [written(rules, seed, deals=1)[0] for seed in range(2)]
    assert all(text.count("\ncut ") == 2 for text in texts)
    assert any("procedures.exact_cut" in text for text in texts)


class Scene:
    """A match of classic Canasta, played by hand and written down."""

    def __init__(self, seed: int = 7) -> None:
        self.match, self.sheet = Match(load("classic"), seed), Sheet()
        self.recorder = Recorder(self.sheet, heading_of(self.match.rules, [Player(name) for name in "ABCD"]))
        self.recorder.begin_match()
        self.recorder.begin_deal(next_deal(self.match))
        self.match.begin_deal()
        self.recorder.dealt()

    def play(self, text: str) -> None:
        deal = self.match.deal
        assert deal is not None
        seat, move = deal.actor, parse_move(text, deal.tabletop.hands[deal.actor])
        deal.play(seat, move)
        self.recorder.played(seat, move)


def test_what_is_taken_back_is_taken_off_the_paper() -> None:
    tried = 0
    for seed in range(60):
        scene = Scene(seed)
        deal = scene.match.deal
        assert deal is not None
        scene.play("draw")
        hand = deal.tabletop.hands[0]
        melds = [[face for face in hand if KIND_OF[face] == kind] for kind in range(FOUR, KINDS)]
        text = "lay " + " ".join(cards_text(meld) for meld in melds if len(meld) >= 3)
        if text == "lay " or deal.refusal(0, parse_move(text, hand)):
            continue
        before = scene.sheet.text
        scene.play(text)
        assert scene.sheet.text == f"{before}1 {text}\n"
        deal.undo(0)
        scene.recorder.undone()
        assert scene.sheet.text == before
        scene.play("discard " + cards_text(hand[-1:]))
        replayed(parse_record(scene.sheet.text))
        tried += 1
    assert tried


def test_a_record_is_whole_at_any_time() -> None:
    """Wherever the text ends, what stands in whole lines of the deal in progress is replayed."""
    text, _ = written(load("classic"), 5, deals=1)
    start, end = text.index("actions = '''\n") + 14, text.index("\n'''\n")
    rng = random.Random(1)
    for at in sorted(rng.sample(range(start, end), 40)):
        record = parse_record(text[:at])
        assert record.deals[0].broken
        (played,) = replayed(record)
        assert played.broken
        assert played.after is None or text[at:].strip().startswith("'''")
        lines = text[start:at].count("\n")
        assert len(record.deals[0].actions) == lines


def test_comments_stay() -> None:
    text, _ = written(load("classic"), 5)
    line = re.search(r"^1 draw .*$", text, re.MULTILINE)
    assert line
    commented = text.replace(line[0], f"# Ann thinks\n{line[0]}  # well", 1)
    record = parse_record(commented)
    assert record_text(record) == commented
    (deal,) = watch(record.heading, record.deals)
    assert any("well" in moment.comments for moment in deal.moments)


def test_leniently_what_follows_from_the_rest_may_be_missing() -> None:
    text, match = written(load("hand-and-foot"), 3)
    bare = re.sub(r"^(deal|up|over|\d (drew|red|reserve|took)) .*\n", "", text, flags=re.MULTILINE)
    bare = re.sub(r"^(\d draw) .*$", r"\1", bare, flags=re.MULTILINE)
    bare = bare[: bare.index("'''\nafter")] + "'''\n"
    bare = re.sub(r"^digest = .*\n", "", bare, flags=re.MULTILINE)
    with pytest.raises(NotationError, match="and is missing"):
        parse_record(bare)
    mending = Mending()
    record = parse_record(bare, mending)
    assert replayed(record, mending)[0].after == match.totals
    assert any("was left out" in text for text in mending.done)
    assert any("without the cards" in text for text in mending.done)
    assert any("score sheets and new totals" in text for text in mending.done)


def test_leniently_suits_may_be_missing() -> None:
    text, match = written(load("classic"), 5)
    same = 0
    for line in re.finditer(r"^\d discard [4-9TJQKA][cdhs]$", text, re.MULTILINE):
        mending = Mending()
        record = parse_record(text[: line.end() - 1] + text[line.end() :])
        with suppress(NotationError):  # where another card of the rank was meant, its absence shows later
            same += replayed(record, mending)[0].after == match.totals
        assert [note for note in mending.done if "was read as" in note]
    assert same


def test_unknown_cards_are_written_with_question_marks() -> None:
    assert cards_text([UNKNOWN, *parse_faces("Jk As")]) == "??JkAs"
    assert parse_cards("??JkAs") == (UNKNOWN, *parse_faces("Jk As"))


TEXT = written(load("classic"), 5)[0]


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_any_change_of_text_is_read_or_refused_with_a_sentence(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(TEXT)))
    length = data.draw(st.sampled_from([0, 1, 2, 10, 100]))
    new = data.draw(
        st.one_of(st.text(max_size=6), st.sampled_from(["'''", '"', "[[deal]]\n", "[rules]\n", "=", "9" * 30, "\n"]))
    )
    mending = data.draw(st.sampled_from([None, Mending()]))
    try:
        replayed(parse_record(TEXT[:at] + new + TEXT[at + length :], mending), mending)
    except (NotationError, RulesError) as error:
        assert str(error)  # noqa: PT017


def test_a_move_the_rules_forbid_is_never_written() -> None:
    scene = Scene()
    text = scene.sheet.text
    with pytest.raises(NotationError, match="may not"):
        scene.recorder.played(2, Draw())
    with pytest.raises(NotationError, match="may not"):
        scene.recorder.played(0, Discard(0))
    assert scene.sheet.text == text


def test_an_upcard_that_comes_up_twice_goes_back_twice() -> None:
    rules = load("hand-and-foot-earl", 3)
    found = 0
    for seed in range(3000):
        match = Match(rules, seed)
        deck, returns = match.deck(1), match.returns(1)
        first = rules.seats * (rules.deal.hand + sum(each.size for each in rules.reserves))
        if KIND_OF[deck[first]] > TWO + 1:
            continue
        frame = next_deal(match)
        sheet = Sheet()
        recorder = Recorder(sheet, heading_of(rules, [Player("A")] * 3))
        recorder.begin_match()
        recorder.begin_deal(frame)
        recorder.dealt()
        record = parse_record(sheet.text)
        back = next(line for line in record.deals[0].actions if line.startswith("back"))
        if len(record.deals[0].returns) > (len(back) - 5) // 2:
            replayed(record)
            found += 1
            break
        assert (deck, returns[: len(record.deals[0].returns)]) == (record.deals[0].deck, record.deals[0].returns)
    assert found


def test_a_deck_can_be_proved() -> None:
    rules, secret, numbers = load("classic"), bytes(range(32)), (1, 2, 3, 1 << 63)
    deck, returns = fair_deck(pack(rules.packs, rules.deck.jokers), secret, numbers)
    sheet = Sheet()
    recorder = Recorder(sheet, heading_of(rules, [Player("A")] * 4))
    recorder.begin_match()
    frame = DealRecord(1, 3, (0, 0), (), None, deck, returns, commitment=commitment(secret), numbers=numbers)
    recorder.begin_deal(frame)
    recorder.dealt()
    text = sheet.text + "'''\n" + f'secret = "{secret.hex()}"\n'
    assert record_text(parse_record(text)) == text
    replayed(parse_record(text))
    for old, new, why in (
        (secret.hex(), secret[::-1].hex(), "does not match the commitment"),
        ("[1, 2, 3,", "[1, 3, 2,", "does not follow from the secret"),
        ("[1, 2, 3,", "[1, 2,", "there are 3 numbers, but each of the 4 players gives one"),
        (commitment(secret), commitment(b""), "does not match the commitment"),
    ):
        with pytest.raises(NotationError, match=why):
            replayed(parse_record(text.replace(old, new)))
