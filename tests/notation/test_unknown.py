"""Records that do not know all cards: what everyone saw is enough to play them again."""

import re

import pytest

from canasta.base.errors import NotationError
from canasta.notation.records.match_replay import MatchReplay
from canasta.notation.records.reader import parse_record
from canasta.notation.records.record import UNKNOWN
from canasta.rules.load import load
from tests.deal.tables import TABLES
from tests.notation.written import written


def public(text: str) -> str:
    """Return the record *text* without a deck, and with the cards that nobody but their player saw unknown."""
    text = re.sub(r"^(deck|returns) = .*\n", "", text, flags=re.MULTILINE)
    hidden = re.compile(r"^(deal \d|\d (?:draw|drew|reserve)) (\S+)$", re.MULTILINE)
    return hidden.sub(lambda found: f"{found[1]} {'??' * (len(found[2]) // 2)}", text)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_everybody_saw_is_enough(name: str, players: int) -> None:
    for seed in range(2):
        text, match = written(load(name, players), seed, "chance")
        if "\nback " in text:
            continue  # where upcards went back into the stock, only a deck tells
        record = parse_record(public(text))
        replay = MatchReplay(record.heading)
        played = replay.deal(record.deals[0])
        assert played.after == match.totals
        assert UNKNOWN not in played.replay.deck


def test_a_deck_may_be_known_in_part() -> None:
    text, match = written(load("classic"), 4)
    record = parse_record(text)
    deck = re.search(r'^deck = "(.*)"$', text, re.MULTILINE)
    assert deck
    text = public(text).replace("actions =", f'deck = "{deck[1][:-40]}{"??" * 20}"\nactions =', 1)
    record = parse_record(text)
    assert record.deals[0].deck.count(UNKNOWN) == 20
    assert MatchReplay(record.heading).deal(record.deals[0]).after == match.totals


def test_lines_cannot_tell_of_more_cards_than_there_are() -> None:
    text, _ = written(load("classic"), 4)
    record = parse_record(re.sub(r"^deal 1 .*$", "deal 1 " + "4c" * 11, public(text), flags=re.MULTILINE))
    with pytest.raises(NotationError, match="4c appears more often than it is in the deck"):
        MatchReplay(record.heading).deal(record.deals[0])
