"""Every value of every packaged game says where it comes from."""

import pytest

from canasta.rules.changes import paths
from canasta.rules.load import documents, games, load
from canasta.rules.source import HOUSE, STATUSES, UNSAID, Source, longest, parse_source
from canasta.wording.rules_text import provenance, rule_sections

EVERY = [(name, players) for name, game in games().items() for players in game.players]


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_every_value_has_a_source_and_the_document_exists(name: str, players: int) -> None:
    game = games()[name]
    for path, _ in paths(load(name, players)):
        source = game.source(path, players)
        assert source.status in STATUSES, path
        assert source.status != "house", f"{path} is set in the file and has no line in [sources]"
        assert source.document in game.documents, path


@pytest.mark.parametrize("name", games())
def test_every_option_has_a_source(name: str) -> None:
    for option in games()[name].options.values():
        assert option.source.status != "house", option.name
        assert option.source.document in games()[name].documents
        assert option.says.endswith("."), option.name


@pytest.mark.parametrize("name", games())
def test_every_line_of_the_sources_is_about_a_value_of_the_game(name: str) -> None:
    game = games()[name]
    known = {path for players in game.players for path, _ in paths(load(name, players))}
    known |= {section.clause for section in rule_sections(load(name), game)}
    for layer in game.layers:
        for key in layer.sources:
            path = key.split(".", 2)[2] if key.startswith("players.") else key
            assert any(each == path or each.startswith(path + ".") for each in known), key


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_a_reading_says_which(name: str, players: int) -> None:
    for path, _ in paths(load(name, players)):
        source = games()[name].source(path, players)
        assert source.note or source.status != "reading", path


def test_documents_have_an_author_and_a_title() -> None:
    for key, document in documents().items():
        assert document.key == key
        assert document.author
        assert document.title
        assert document.address.startswith(("https://", "http://")) or not document.address


def test_every_document_is_cited() -> None:
    cited = {source.document for game in games().values() for layer in game.layers for source in layer.sources.values()}
    cited |= {option.source.document for game in games().values() for option in game.options.values()}
    assert set(documents()) - cited <= {"house"}


def test_the_longest_path_wins() -> None:
    sources = {"meld": HOUSE, "meld.wilds": UNSAID}
    assert longest(sources, "meld.wilds") == UNSAID
    assert longest(sources, "meld.ratio") == HOUSE
    assert longest(sources, "pile.need") is None


def test_a_value_that_no_file_sets_is_a_default() -> None:
    assert games()["hand-and-foot"].source("pile.last_card") == UNSAID
    assert games()["classic"].source("match.ties") == UNSAID


def test_a_value_for_some_players_may_have_a_source_of_its_own() -> None:
    game = games()["hand-knee-and-foot"]
    assert game.source("deck.packs", 4) == Source("stated", "catsatcards")
    assert game.source("deck.packs", 8).status == "default"
    assert game.source("table.sides", 8) == Source("stated", "catsatcards")


def test_the_origin_of_a_changed_value_is_its_option_or_the_house() -> None:
    game = games()["new-canasta"]
    origins = provenance(load("new-canasta", options=["red-threes-free", "meld.wilds=2"]), game)
    assert origins["threes.red_caught"].mark == "option red-threes-free: stated, catsatcards"
    assert origins["meld.wilds"].source == HOUSE
    assert origins["meld.ratio"].mark == "reading, pagat-new-canasta"


@pytest.mark.parametrize("text", ["", "stated", "sworn earl", "reading earl", "stated Earl", "stated earl, club"])
def test_what_is_no_source(text: str) -> None:
    with pytest.raises(ValueError, match=r"^\""):
        parse_source(text)


@pytest.mark.parametrize(
    ("name", "clause"),
    [("pennies-from-heaven", "out.reserves"), ("ponytail", "out.reserves"), ("hand-and-foot", "out.keep")],
)
def test_a_rule_without_a_value_says_that_it_is_inferred(name: str, clause: str) -> None:
    (section,) = (each for each in rule_sections(load(name), games()[name]) if each.clause == clause)
    assert section.mark == "[inferred, catsatcards]"
    assert len(section.notes) == 1


def test_a_rule_that_the_text_states_has_no_such_mark() -> None:
    (section,) = (
        each for each in rule_sections(load("hand-and-foot"), games()["hand-and-foot"]) if each.clause == "out.reserves"
    )
    assert section.mark == ""
