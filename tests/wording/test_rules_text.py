"""The rules as text: every clause, every game, in sentences."""

import dataclasses
import re

import pytest

from canasta.base.clauses import BY_NAME, RULES
from canasta.base.errors import RulesError
from canasta.handbook.book import book
from canasta.handbook.markdown import markdown
from canasta.rules.changes import paths
from canasta.rules.groups import GROUPS, Rules
from canasta.rules.load import games, load
from canasta.rules.value_clauses import clause_of
from canasta.wording.describe import CHAPTERS, WRITING, describe
from canasta.wording.lines import WRITERS
from canasta.wording.names import clause_title
from canasta.wording.rules_text import differences, options_text, rule_sections

EVERY = [(name, players) for name, game in games().items() for players in game.players]

RARE = [
    load(
        "classic",
        4,
        ["pile.restore=50", "pile.last_card=false", "score.canastas_needed=true", "opening.top_card=raises"],
    ),
    load("classic", 2, ["specials.7={bonus=1500,discard='all sides',last_discard=false}", "out.special=1"]),
    load("hand-and-foot", 4, ["pile.blocked_by=[]", "out.opponents='earlier turn'", "out.discard=required"]),
    load("hand-knee-and-foot", 6, ["two-teams-of-three", "manual-knee", "red-three-book"]),
    load("classic", 2, ["opening.bonuses=true", "procedures.undo=false", "exhaustion.forced='top card alone'"]),
    load("classic", 4, ["pile.frozen_by=['black three']", "threes.red_against=always"]),
    load("hand-knee-and-foot", 4, ["deal.dealers='each packet'", "threes.red_against='no special canasta'"]),
    load("hand-knee-and-foot", 4, ["deal.dealers='each packet to the right'", "threes.red_dealt='after the opening'"]),
    load("hand-and-foot", 4, ["reserves.foot.needed=false"]),
    load("classic", 4, ["meld.takes='natural cards'"]),
    load("classic", 4, ["meld.takes='natural stays natural'"]),
    load("classic", 4, ["meld.takes='later turns'"]),
    load("classic", 4, ['pile.need=["pair", "natural onto meld"]', "exhaustion.forced=no"]),
    load("classic", 4, ["procedures.exact_cut=100", "procedures.cut_either=true"]),
    load("hand-and-foot", 4, ["exact-cut", "deal.dealers='each player'", "deal.first=dealer"]),
    load("hand-and-foot", 4, ["deal.upcard=false", "deal.reject=[]"]),
    load(
        "classic",
        4,
        [
            "threes.black=laid",
            "threes.black_meld=[]",
            "meld.wild_melds=true",
            "meld.wild_base=5",
            "meld.wilds_kept=true",
            "meld.wilds_finished=true",
            "score.unfinished_wild=2000",
            "specials.7={bonus=2500,unfinished=2500,held=1500,wilds=false,finished=true}",
            "specials.A={bonus=2500,late_wilds=false}",
            "threes.red_against='by canastas'",
            "score.canasta_needed=true",
        ],
    ),
    load(
        "hand-and-foot",
        4,
        [
            "discard={kept=['joker', 'two'], kept_empty=['7', 'A']}",
            "talon={first=4, later=3, least=9}",
            "wild_canastas={jokers=2500, twos=3000}",
            "meld.dead=true",
            "discard.dead_empty=true",
        ],
    ),
    load(
        "classic",
        4,
        [
            "meld.grows=false",
            "opening={triple='natural meld', mixed=false, concealed='no'}",
            "score.concealed=0",
            "special_hands.pairs={groups=[[2, 6]], points=2500}",
            "special_hands.wild={groups=[[2, 3], [4, 1]], wilds=[[2, 1]], ranks=['7', 'A'], points=2500}",
            "special_hands.zip={groups=[[5, 2], [2, 1]], wild_groups=true, points=2500}",
            "special_hands.dream={groups=[[4, 2]], any_wilds=4, points=8500}",
        ],
    ),
    load(
        "hand-and-foot",
        4,
        [
            "deals.2={draw=3, natural=1, mixed=2, wild=0}",
            "deals.3={hand=11, take=5, least=7}",
            "deals.4={special=0, canastas=5, take=0, least=0}",
        ],
    ),
    load(
        "hand-and-foot", 4, ["pile.least=7", "opening.pile='side opened'", "opening.round=2", "out.partner='picked up'"]
    ),
    load(
        "hand-and-foot",
        4,
        [
            "opening.pile='player melded'",
            "out.opponents='picked up'",
            "out.discard=forbidden",
            "specials.7={bonus=1500,counts=true}",
        ],
    ),
    load("hand-and-foot", 4, ["exact-cut", "procedures.cut_dealers=first", "procedures.cut_upcard=true"]),
    load("new-canasta", 3, ["procedures.frozen_in_time=true"]),
    load("new-canasta", 4, ["deal.reject=[]", "reserves.down.trigger='own canasta'", "meld.wilds=0"]),
]
"""Rules with values that no packaged game has."""

ORDINARY = [load(name, players) for name, players in EVERY]


def told(rules: Rules) -> str:
    """Return the rules of *rules* as Markdown."""
    return markdown(book(rules, games()[rules.name]))


def all_rules() -> list[Rules]:
    optional = [
        load(name, n, [option.name])
        for name, n in EVERY
        for option in games()[name].options.values()
        if n in option.changes.get("table.players", games()[name].players)
    ]
    return [*ORDINARY, *optional, *RARE]


def test_every_clause_has_a_writer_and_a_place() -> None:
    assert WRITING
    assert set(WRITERS) == set(RULES)
    placed = [clause for clauses in CHAPTERS.values() for clause in clauses]
    assert sorted(placed) == sorted(RULES)


def test_every_value_belongs_to_a_clause() -> None:
    for group, kind in GROUPS.items():
        for each in dataclasses.fields(kind):
            clause = clause_of(group, each.name)
            assert (clause in BY_NAME) or group == "words", f"{group}.{each.name}"


def test_every_value_is_told_under_its_own_clause() -> None:
    told: dict[str, set[str]] = {}
    for rules in all_rules():
        known = dict.fromkeys(path for path, _ in paths(rules))
        for clause in BY_NAME:
            for line in describe(rules, clause):
                for path in line.paths:
                    found = [each for each in known if each == path or each.startswith(path + ".")]
                    assert found, f"{clause} tells {path}, which is no value"
                    for each in found:
                        group, *_, name = each.split(".")
                        name = "cards" if each.startswith("score.cards") else name
                        told.setdefault(f"{group}.{name}", set()).add(clause)
    for group, kind in GROUPS.items():
        for field in dataclasses.fields(kind):
            if group != "words":
                own = clause_of(group, field.name)
                assert own in told.get(f"{group}.{field.name}", ()), f"nothing tells {group}.{field.name} in {own}"


@pytest.mark.parametrize("rules", [*ORDINARY, *RARE], ids=lambda rules: f"{rules.name}-{rules.seats}")
def test_sentences_are_clean(rules: Rules) -> None:
    for section in rule_sections(rules, games()[rules.name]):
        assert section.sentences
        assert section.title == clause_title(section.clause, rules.words)
        for each in section.sentences:
            assert re.fullmatch(r"[A-Z0-9][^{}_\[\]<>]*\.", each.text), each.text
            assert "  " not in each.text
            assert not re.search(r"\b(None|True|False|default|hand empty|one \w+s\b(?<!ones)) ", each.text), each.text
            assert not re.search(r"\b(an? [aeiou]?\w*s) (of|is)\b|\b1 \w+s\b|\.\.|,,| ,", each.text), each.text
            if not each.paths and each.mark:
                assert games()[rules.name].clause_source(section.clause), each.text
            assert each.mark or not each.paths, each.text


@pytest.mark.parametrize("name", games())
def test_every_option_changes_the_rulebook(name: str) -> None:
    for option in options_text(games()[name]):
        assert option.changes, option.name
        assert option.replaced or option.replacing, option.name
        assert option.mark.startswith("["), option.name
        for change in option.changes:
            assert change.before != change.after


def test_options_say_what_they_replace() -> None:
    tie = next(each for each in options_text(games()["new-canasta"]) if each.name == "wild-tie")
    assert [(each.path, each.before, each.after) for each in tie.changes] == [("meld.ratio", "fewer", "equal")]
    assert tie.replaced[0].startswith("A meld must have more natural cards than wild ones")
    assert tie.mark == "[stated, catsatcards]"


@pytest.mark.parametrize("name", games())
def test_options_tell_their_changes_for_every_number_of_players(name: str) -> None:
    game = games()[name]
    for option in options_text(game):
        told = {number: changes for numbers, changes in option.by_players for number in numbers}
        assert told[option.players] == option.changes
        assert len(set(told.values())) == len(option.by_players), "equal changes stand together"
        for number in game.players:
            try:
                changed = load(name, number, options=[option.name])
            except RulesError:
                continue
            expected = {each.path: each.after for each in differences(load(name, number), changed)}
            assert {each.path: each.after for each in told.get(number, ())} == expected, (option.name, number)


def test_an_option_that_changes_more_for_some_numbers_says_so() -> None:
    clubs = next(each for each in options_text(games()["hand-knee-and-foot"]) if each.name == "club-decks")
    assert [numbers for numbers, _ in clubs.by_players] == [(6,), (8,)]


def test_words_of_the_game_are_used() -> None:
    new = told(load("new-canasta", 4))
    assert "Each red canasta earns 500, each black one 300" in new
    assert "a looking hand of eleven cards" in new
    assert "natural canasta" not in new
    assert "partner" not in new.replace("Seats and partners", "").replace("seats", "")
    foot = told(load("hand-and-foot"))
    assert "two clean canastas, two dirty canastas and one wild canasta" in foot


def test_numbers_are_those_of_the_number_of_players() -> None:
    assert "here seven packs of 52 cards with two jokers each: 378 cards in all" in told(load("new-canasta", 6))
    assert "the 66 needed" in told(load("new-canasta", 6))
    lines = [line.text for line in describe(load("new-canasta", 2), "table.score_keeper")]
    assert lines == []


def test_marks_and_notes_name_sources() -> None:
    sections = {each.clause: each for each in rule_sections(load("new-canasta"), games()["new-canasta"])}
    assert sections["pile.need"].mark == "[stated, pagat-new-canasta]"
    assert any("the second description lets them be equal" in note for note in sections["meld.wilds"].notes)
    changed = load("new-canasta", options=["meld.wilds=2"])
    sections = {each.clause: each for each in rule_sections(changed, games()["new-canasta"])}
    assert sections["meld.wilds"].sentences[0].mark == "[house rule]"


@pytest.mark.parametrize(
    ("name", "options", "clause", "text"),
    [
        ("hand-and-foot", [], "opening.minimum", "The minimum is 50 in the first deal, 90 in the second, 120 in the third and 150 in the fourth."),
        ("classic", [], "opening.minimum", "The minimum is 15 below 0, 50 from 0 to 1,499, 90 from 1,500 to 2,999 and 120 from 3,000 on."),
        ("classic", ["opening.minimums=[[0,60]]"], "opening.minimum", "The minimum is 60 always."),
        ("classic", ["match.deals=4"], "match.ends", "The match ends after four deals or when a side has 5,000 or more after a deal; the highest total wins."),
        ("classic", [], "threes.red_value", "Four red threes of a side earn 800 in all."),
        ("hand-knee-and-foot", ["red-three-book"], "threes.red_value", "Seven red threes of a side earn 1,000 in all, and each further one 100."),
        ("hand-knee-and-foot", [], "specials.wilds", "Fives and sevens may not be melded with wild cards."),
        ("hand-and-foot", ["deck.jokers=0", "out.wild=0"], "deck.packs", "You need six packs of 52 cards without jokers: 312 cards in all."),
    ],
)  # fmt: skip
def test_sentences(name: str, options: list[str], clause: str, text: str) -> None:
    assert text in [line.text for line in describe(load(name, options=options), clause)]


def test_markdown_names_each_cited_document_once() -> None:
    text = told(load("hand-knee-and-foot"))
    assert text.count("**catsatcards**:") == 1
    assert text.startswith("# Hand, Knee and Foot\n")
    assert text.endswith("\n")
