"""Whole handbooks: what stands in them, that links lead somewhere, that nothing is left out."""

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from canasta.base.clauses import RULES
from canasta.handbook.book import book
from canasta.handbook.html import html
from canasta.handbook.markdown import markdown
from canasta.handbook.options import options_by_chapter, readings
from canasta.handbook.page import Book
from canasta.rules.groups import Rules
from canasta.rules.load import games, load
from canasta.wording.describe import describe
from scripts.handbook_pages import INDEX, pages

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "rules"
EVERY = [(name, players) for name, game in games().items() for players in game.players]


def question(name: str, clause: str) -> str:
    """Return what the handbook of a game says of one open question."""
    text = markdown(of(name)).partition(f'<a id="question-{clause}"></a>')[2]
    return text.partition("<a id=")[0]


def of(name: str, players: int | None = None, *options: str) -> Book:
    """Return the handbook of a game."""
    return book(load(name, players, options), games()[name], options)


@pytest.mark.parametrize("name", [*games(), ""])
def test_the_pages_in_docs_are_as_the_games_are(name: str) -> None:
    file = f"{name}.md" if name else INDEX
    path = FOLDER / file
    assert path.exists(), f"docs/rules/{file} is missing: run make rules"
    assert path.read_text(encoding="utf-8") == pages(games())[file], f"docs/rules/{file} is old: run make rules"


def test_no_page_is_left_of_a_game_that_is_gone() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(pages(games())), "run make rules"


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_links_lead_to_anchors_and_anchors_are_unique(name: str, players: int) -> None:
    text = markdown(of(name, players))
    anchors = re.findall(r'<a id="([^"]+)"></a>', text)
    assert len(set(anchors)) == len(anchors)
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(anchors)


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_sentences_of_the_lesson_are_clean(name: str, players: int) -> None:
    text = markdown(of(name, players)).partition("## The rules one by one")[0]
    for bad in (
        r"  +\S",
        r"\b(None|True|False)\b",
        r"\.\.",
        r",,",
        r" [,.;]",
        r"\b(an?) [aeiou]?\w+s of\b",
        r"\bone \w+s\b",
    ):
        found = [match for match in re.finditer(bad, text) if text[match.start()] != "\n"]
        assert not found, (bad, [text[max(0, each.start() - 30) : each.end() + 20] for each in found])


@pytest.mark.parametrize("name", games())
def test_every_clause_that_applies_stands_in_the_reference(name: str) -> None:
    rules = load(name)
    text = markdown(of(name))
    for clause in RULES:
        assert (f'<a id="{clause}"></a>' in text) == bool(describe(rules, clause)), clause


@pytest.mark.parametrize("name", games())
def test_every_option_and_every_reading_is_told(name: str) -> None:
    game = games()[name]
    text = markdown(of(name))
    assert sorted(each for names in options_by_chapter(game).values() for each in names) == sorted(game.options)
    for option in game.options.values():
        assert f'<a id="option-{option.name}"></a>`{option.name}`: ' in text
    asked = text.partition("## Open questions")[2].partition("## Sources")[0]
    for clause, sources in readings(game).items():
        part = asked.partition(f'<a id="question-{clause}"></a>')[2].partition("<a id=")[0]
        assert "- *here:* " in part
        assert "- *otherwise:* " in part
        for source in sources.values():
            assert source.note[1:].rstrip(".") in part


def test_a_reading_leads_to_the_option_that_chooses_otherwise() -> None:
    text = markdown(of("hand-and-foot"))
    part = text.partition('<a id="question-meld.wilds"></a>')[2]
    assert "- *otherwise:* [`two-wilds`](#option-two-wilds)" in part
    assert "(#question-meld.wilds)" in text.partition('<a id="meld.wilds"></a>')[2].partition("\n")[0]
    part = question("pennies-from-heaven", "reserves.trigger")
    assert "no option; house rules can set `reserves.foot.trigger`, here own canasta" in part


def test_a_reading_for_some_numbers_of_players_is_told_for_them() -> None:
    part = question("substance-of-living", "table.sides")
    assert "- *here:* With five players: Everyone plays alone." in part
    assert "house rules can set `players.5.table.sides`, here 0" in part
    part = question("hand-and-foot-earl", "table.sides")
    assert "- *here:* With six players: The players form two sides of three;" in part
    assert "- *otherwise:* [`three-pairs`](#option-three-pairs)" in part


def test_an_option_says_for_which_numbers_of_players_it_differs() -> None:
    def told(game: str, name: str) -> str:
        return markdown(of(game)).partition(f'<a id="option-{name}"></a>')[2].partition("<a id=")[0]

    clubs = told("hand-knee-and-foot", "club-decks")
    assert "; only with six or eight players</sub>" in clubs
    assert "- *no longer:* " not in clubs
    assert "- *instead with six players:* You need seven packs" in clubs
    assert "- *instead with eight players:* You need nine packs" in clubs
    evans = told("classic", "evans")
    assert "only with" not in evans
    assert "- *instead:* The minimum is nothing below 0" in evans
    assert "- *instead with two players:* To go out, " in evans
    assert "players:*" not in told("classic", "restore")


def test_options_stand_in_the_chapter_of_what_they_change() -> None:
    found = {game: options_by_chapter(games()[game]) for game in ("hand-knee-and-foot", "ponytail")}
    assert "manual-knee" in found["hand-knee-and-foot"]["Reserves"]
    assert "wilds-in-specials" in found["hand-knee-and-foot"]["Melds"]
    assert "pony-after-hand" in found["ponytail"]["Reserves"]
    assert "sevens-1500" in found["ponytail"]["The count"]


def test_numbers_of_players_are_compared() -> None:
    text = markdown(of("classic")).partition("## Other numbers of players")[2].partition("## Options")[0]
    assert "| 2 | everyone alone | 15 | 77 | 2 |" in text
    assert "| 6 | two teams of three | 11 | 41 | 1 |" in text
    assert "you must have two canastas of any kind" in text
    assert "Other numbers" not in markdown(of("hand-and-foot"))


def test_a_familys_book_tells_first_what_differs() -> None:
    house = {"base": "hand-and-foot", "title": "Saturdays", "options": ["whole-pile"], "meld": {"wilds": 3}}
    rules = load(house=house)
    whole = book(rules, games()["hand-and-foot"], ["whole-pile"])
    assert [part.anchor for part in whole.parts] == ["differs", "learn", "rules", "sources"]
    text = markdown(whole)
    assert text.startswith("# Saturdays\n\nHouse rules for Hand and Foot.\n")
    differs = text.partition("## What differs")[2].partition("## Learn")[0]
    assert "- `whole-pile`: A player who takes the pile takes all of it." in differs
    assert "*instead:* A meld with natural cards may have at most three wild cards." in differs
    assert "Two rules differ" in differs
    assert "option `whole-pile`: [earl](#source-earl)" in text
    assert "house rule" in text.partition('<a id="meld.wilds"></a>')[2].partition("\n")[0]


def test_the_familys_words_are_used() -> None:
    text = markdown(of("hand-and-foot", 4, "words.canasta=book", "words.canastas=books"))
    assert "two clean books" in text
    assert "- *canastas:* books" in text


class Reader(HTMLParser):
    """Reads a page strictly: every tag closed, in order."""

    VOID = frozenset({"meta"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.seen: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.seen.append(data)


@pytest.mark.parametrize("name", games())
def test_the_page_is_whole_and_can_be_heard(name: str) -> None:
    text = html(of(name))
    page = Reader(text)
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(set(ids)) == len(ids)
    links = [attributes["href"] for tag, attributes in page.tags if tag == "a"]
    assert {link[1:] for link in links if link.startswith("#")} <= set(ids)
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in page.tags}
    assert not re.search(r"url\(|@import|src=|srcset=| style=", text)
    (policy,) = re.findall('http-equiv="Content-Security-Policy" content="([^"]+)"', text)
    (style,) = re.findall("<style>(.*?)</style>", text, re.DOTALL)
    own = b64encode(sha256(style.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{own}'; base-uri 'none'; form-action 'none'"
    assert ("html", {"lang": "en"}) in page.tags
    assert '<meta name="viewport"' in text
    assert "@media print" in text
    assert "prefers-color-scheme: dark" in text
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h\d", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 or after == 4 for before, after in pairwise(levels))
    for landmark in ("header", "nav", "main", "footer"):
        assert sum(tag == landmark for tag, _ in page.tags) == 1
    assert sum(tag == "caption" for tag, _ in page.tags) == sum(tag == "table" for tag, _ in page.tags)
    heads = [attributes for tag, attributes in page.tags if tag == "th"]
    assert heads
    assert all(attributes["scope"] == "col" for attributes in heads)
    cards = [attributes for _, attributes in page.tags if attributes.get("class") in {"card", "card red"}]
    assert all(attributes["role"] == "img" and " of " in attributes["aria-label"] + " of " for attributes in cards)
    assert any(attributes["aria-label"] == "king of hearts" for attributes in cards)


def test_both_formats_say_the_same() -> None:
    whole = of("new-canasta")
    seen = " ".join("".join(Reader(html(whole)).seen).split())
    for sentence in (
        "Nobody can take a pile with a wild card on top.",
        "make 55, enough",
        "10 cards in an unopened down",
    ):
        assert sentence in seen
        assert sentence in markdown(whole)


def test_names_of_people_break_nothing() -> None:
    title = 'Tom & Ann <b>*"s'
    rules: Rules = load(house={"base": "classic", "title": title, "match": {"target": 3000}})
    whole = book(rules, games()["classic"])
    page = Reader(html(whole))
    assert not {"b"} & {tag for tag, _ in page.tags}
    assert title in "".join(page.seen)
    assert markdown(whole).startswith('# Tom & Ann \\<b\\>\\*"s\n')
