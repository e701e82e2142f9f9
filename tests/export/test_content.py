"""What a page holds of a match: sentences, sheets, comments; and the page as a file."""

import json
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256

import pytest

from canasta.base.events import Discarded, Drew, Event, Melded, ReserveTaken, TookPile
from canasta.export.page import page
from canasta.export.sentences import sentences
from tests.export.matches import content_of, record_of, watched

LARGEST = 300_000


def told(*events: Event, shown: tuple[int, ...] = ()) -> str:
    """Return the sentences of a moment in which *events* happened."""
    moment = watched(record_of("hand-and-foot", 4))[0].moments[1]
    return sentences(replace(moment, events=events), shown)


def test_sentences_name_players_cards_and_ranks_by_marks() -> None:
    assert told(Discarded(2, 0)) == "$2 discarded [*]."
    assert told(Melded(1, 13, (12, 25, 1), 3, None)) == "$1 laid ^K K 2^."
    assert told(Melded(1, 0, (0,), 4, None)) == "$1 added ^Jk^ to the wild cards."


def test_a_moment_without_events_has_a_sentence_too() -> None:
    assert told() == "$0: nothing to draw, the turn continues."


def test_what_only_its_player_sees_is_told_in_two_ways_or_not_at_all() -> None:
    drew = Drew(3, 2, (0, 52))
    assert told(drew, shown=(3,)) == "$3 drew {3:[*z]|2}."
    assert told(drew, shown=(0, 1, 2)) == "$3 drew 2."
    foot = (Discarded(3, 5), ReserveTaken(3, 2, (1, 2), 0))
    assert told(*foot, shown=(3,)) == "$3 discarded [E] and picked up the foot{3:: [AB]| (2 cards)}."
    assert told(TookPile(0, (1, 2), ()), shown=(0,)) == "$0 took 2 more cards of the pile: [AB]."


def test_a_deal_has_its_sheets_and_the_match_its_winners() -> None:
    deals = watched(record_of("hand-and-foot", 4, deals=4))
    content = content_of(record_of("hand-and-foot", 4, deals=4))
    for deal, told in zip(deals, content["deals"], strict=True):
        assert told["after"] == deal.played.after
        assert told["totals"] == deal.record.totals
        for side, rows in enumerate(told["sheets"]):
            assert sum(row[1] for row in rows) == told["after"][side] - told["totals"][side]
    assert [bool(told["winners"]) for told in content["deals"]] == [False, False, False, True]
    assert re.fullmatch(r"(Anna and Cleo|Bertram and Dimitri) win with [\d,]+\.", content["deals"][-1]["winners"])


def test_sheets_with_named_parts_have_headings() -> None:
    rows = content_of(record_of("new-canasta", 3))["deals"][0]["sheets"][0]
    assert [row[0] for row in rows if len(row) == 3] == ["Top Count", "To the Bad", "To the Good"]


def test_comments_stand_where_they_were_made() -> None:
    text = record_of("classic", 4)
    first = re.search(r"^\d discard .*", text, re.MULTILINE)
    assert first
    text = text.replace(first[0], f"{first[0]}  # daring", 1)
    text = text.replace("\ndigest", '\ncomment = "Friday at Ruth’s"\ndigest', 1)
    content = content_of(text)
    assert content["comment"] == "Friday at Ruth’s"
    assert [comments for _, _, *comments in content["deals"][0]["moments"] if comments] == [["daring"]]
    bare = content_of(text, comments=False)
    assert "daring" not in json.dumps(bare)
    assert bare["comment"] == ""


def test_a_record_that_breaks_off_says_so() -> None:
    text = record_of("classic", 4)
    content = content_of(text[: [each.start() for each in re.finditer(" discard ", text)][9]])
    assert "sheets" not in content["deals"][0]
    assert "after" not in content["deals"][0]
    assert content["deals"][0]["ends"]


def test_neither_seed_nor_deck_is_in_the_page() -> None:
    text = record_of("classic", 4, 987654321)
    deck = re.search('deck = "([^"]+)"', text)
    assert deck
    html = page(content_of(text))
    assert "987654321" not in html
    undrawn = deck[1][-20:]
    letters = content_of(text)["letters"]
    assert undrawn not in html
    assert letters in html


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("hand-and-foot", 4), ("new-canasta", 7), ("hand-knee-and-foot", 8)])
def test_a_whole_match_makes_a_small_page(name: str, players: int) -> None:
    content = content_of(record_of(name, players, deals=20))
    assert content["deals"][-1]["winners"]
    assert len(page(content).encode()) < LARGEST


def test_the_page_may_run_and_load_nothing_but_itself() -> None:
    html = page(content_of(record_of("classic", 2)))
    (policy,) = re.findall('http-equiv="Content-Security-Policy" content="([^"]+)"', html)
    assert policy.startswith("default-src 'none';")
    for tag in ("style", "script"):
        (inside,) = re.findall(f"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
        assert f"{tag}-src 'sha256-{b64encode(sha256(inside.encode()).digest()).decode()}'" in policy
    assert set(re.findall("https?://[^\"' ]+", html)) == {"http://www.w3.org/2000/svg"}
    assert not re.findall(r"\b(?:src|srcset|style|on\w+)=", html.partition("<script")[0])


def test_no_text_of_a_record_breaks_the_page() -> None:
    evil = "</script><!--"
    content = content_of(record_of("classic", 2).replace("Anna", evil))
    html = page(content)
    assert html.count("<script") == 2
    assert html.count("</script>") == 2
    (inside,) = re.findall('<script type="application/json" id="match">(.*?)</script>', html, re.DOTALL)
    assert json.loads(inside)["players"][0]["name"] == evil
    assert "<!--" not in html
