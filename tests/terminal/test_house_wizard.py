"""The questions of ``canasta house new``, answered through a pipe."""

import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from canasta.base.errors import RulesError
from canasta.cli import cli
from canasta.rules.changes import apply, build, paths
from canasta.rules.groups import GROUPS, Rules
from canasta.rules.load import games, load, own_games
from canasta.rules.questions.every import possible_answers, questions
from canasta.rules.questions.lists import Several
from canasta.rules.questions.row import Number, Question, Word, YesNo
from canasta.rules.shapes import LISTS, VALUED
from scripts.families import families


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def ask(*args: str, answers: str = "") -> Result:
    """Run the questions with *answers*, one a word; ``-`` is an empty line."""
    lines = ["" if word == "-" else word for word in answers.split("|")]
    return CliRunner().invoke(cli, ["house", "new", *args], input="\n".join(lines) + "\n", prog_name="canasta")


def asked(*args: str) -> list[str]:
    """Return the options that are asked for, in their order, when the usual way is kept each time."""
    game = games()[args[0]]
    text = ask(*args, answers="|".join("-" * 99)).stdout
    return [name for name in re.findall(r"^([a-z0-9-]+): ", text, re.MULTILINE) if name in game.options]


def past(*args: str, to: str = "") -> str:
    """Empty answers for the options before *to*, or for all of them."""
    names = asked(*args)
    return "-|" * (names.index(to) if to else len(names))


def values(name: str, players_given: int | None = None, house: dict[str, Any] | None = None, /, **given: str) -> str:
    """Return the answers to the questions on values, by the prompts of the questions; empty for the others."""
    every = questions(load(name, players_given, house=house))
    answers = [given.get(re.sub("[{}]", "", each.prompt).replace(" ", "_").lower(), "-") for each in every]
    answers.insert(sum(not each.rare for each in every), "y")
    return "|".join(answers)


def rules_of(path: str, players: int | None = None) -> Rules:
    return load(players=players, house=Path(path))


def test_enter_keeps_everything_and_writes_nothing() -> None:
    result = ask("hand-and-foot", answers="|".join("-" * 99))
    assert result.exit_code == 0
    assert "You changed nothing in Hand and Foot, so nothing was written." in result.stdout
    assert list(Path().iterdir()) == []


def test_every_option_is_asked_with_its_sentence_in_its_chapter() -> None:
    text = " ".join(ask("hand-and-foot", answers="|".join("-" * 99)).stdout.split())
    game = games()["hand-and-foot"]
    for option in game.options.values():
        assert f"{option.name}: {option.says}" in text
    assert text.index("The deal exact-cut") < text.index("Melds two-wilds") < text.index("Going out part-of-a-turn")


def test_options_that_change_nothing_for_these_players_are_not_asked() -> None:
    assert "draw-one" not in ask("classic", answers="4|done").stdout
    assert "draw-one" in ask("classic", "--players", "2", answers="|".join("-" * 99)).stdout


def test_an_answer_shows_what_it_changes() -> None:
    result = ask("hand-and-foot", answers="?|y|done|Ours|ours.toml")
    text = " ".join(result.stdout.split())
    change = "no longer: You need six packs of 52 cards with two jokers each: 324 cards in all. instead: You need five"
    assert text.count(change) == 2
    assert rules_of("ours.toml").packs == 5
    assert rules_of("ours.toml").title == "Ours"


def test_values_are_asked_and_checked() -> None:
    given = {"packs": "many|0|5", "minimums": "60 90", "canastas_to_go_out": "6 deals|1 clean, 1 dirty"}
    answers = past("hand-and-foot") + values("hand-and-foot", **given) + "|Ours|ours.toml"
    result = ask("hand-and-foot", answers=answers)
    assert result.exit_code == 0, result.output
    assert '"many" is not a whole number. Type, for example: 6' in result.stdout
    assert "deck.packs: there are no cards" in result.stdout
    rules = rules_of("ours.toml")
    assert rules.packs == 5
    assert rules.opening.minimums == ((1, 60), (2, 90))
    assert (rules.match.deals, rules.match.target) == (4, 0), "6 deals was no canasta"
    assert '"deals" is not a kind of canasta in this game' in result.stdout
    assert (rules.out.natural, rules.out.mixed, rules.out.wild) == (1, 1, 0)
    assert set(tomllib.loads(Path("ours.toml").read_text(encoding="utf-8"))) == {
        *("base", "title", "deck", "opening", "out")
    }


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("8000", (0, 8000)),
        ("10,000 points", (0, 10000)),
        ("6 deals", (6, 0)),
        ("4 deals or 5,000 points", (4, 5000)),
    ],
)
def test_the_end_of_the_match_may_be_points_or_deals(answer: str, expected: tuple[int, int]) -> None:
    skipped = past("classic", "--players", "4")
    result = ask(
        "classic",
        "--players",
        "4",
        answers=f"{skipped}{values('classic', 4, the_match_ends_after=answer)}|Ours|ours.toml",
    )
    assert result.exit_code == 0, result.output
    rules = rules_of("ours.toml")
    assert (rules.match.deals, rules.match.target) == expected


@pytest.mark.parametrize(
    ("answer", "rows"),
    [
        ("15 60 90 120", ((-1, 15), (0, 60), (1500, 90), (3000, 120))),
        ("0:50, 2000:100", ((0, 50), (2000, 100))),
        ("0 : 50  2000 : 100", ((0, 50), (2000, 100))),
    ],
)
def test_minimums_by_total(answer: str, rows: tuple[tuple[int, int], ...]) -> None:
    skipped = past("classic", "--players", "4")
    result = ask(
        "classic",
        "--players",
        "4",
        answers=f"{skipped}{values('classic', 4, minimums=f'50 60|{answer}')}|Ours|ours.toml",
    )
    assert result.exit_code == 0, result.output
    assert "4 minimums, or scores and minimums with colons" in " ".join(result.stdout.split())
    assert rules_of("ours.toml").opening.minimums == rows


def test_options_that_exclude_each_other_are_explained_and_asked_again() -> None:
    names = asked("hand-knee-and-foot", "--players", "4")
    assert names.index("half-wilds") == names.index("three-wilds") + 1
    before = past("hand-knee-and-foot", "--players", "4", to="three-wilds")
    answers = before + "y|y|-|n"
    result = ask("hand-knee-and-foot", "--players", "4", answers=answers + "|done|Ours|ours.toml")
    text = " ".join(result.stdout.split())
    sentence = "three-wilds sets meld.ratio to fewer, and half-wilds sets it to half: choose one of them."
    assert sentence in text
    assert "Use half-wilds instead of three-wilds? [y/N] Use this option? [y/N] n" in text
    assert tomllib.loads(Path("ours.toml").read_text(encoding="utf-8"))["options"] == ["three-wilds"]
    result = ask("hand-knee-and-foot", "--players", "4", answers=before + "y|y|y|done|Ours|other.toml")
    assert tomllib.loads(Path("other.toml").read_text(encoding="utf-8"))["options"] == ["half-wilds"]


TORN = """
title = "Torn"
base = "classic"

[options]
draw-one = false

[options.no-mixing]
says = "Wild cards are not melded with others."
meld.wilds = 0

[options.a-mixed-one]
says = "A mixed canasta is needed to go out."
out.mixed = 1
"""


def test_what_contradicts_itself_is_explained_with_the_loaders_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "torn.toml").write_text(TORN, encoding="utf-8")
    monkeypatch.setenv("CANASTA_GAMES", str(tmp_path / "games"))
    args = ("torn", "--players", "4", "--option", "no-mixing")
    sentence = "out.mixed: a mixed canasta is required, but meld.wilds is 0"
    with own_games(tmp_path / "games", print):
        text = ask(*args, answers=past(*args, to="a-mixed-one") + "y|?|n|done|Ours|ours.toml").stdout
    assert text.count(f"These rules don't work:\n  {sentence}") == 2
    assert tomllib.loads(Path("ours.toml").read_text(encoding="utf-8"))["options"] == ["no-mixing"]


def test_an_answer_that_is_none_is_asked_again() -> None:
    result = ask("classic", answers="many|7|4|perhaps|done")
    text = result.stdout
    assert text.count("Classic Canasta is for 2, 3, 4, 5 or 6 players. Type one of these numbers.") == 2
    assert "Type y, n, ? to see what it changes, back, skip, or done." in text


def test_no_file_is_replaced_unasked() -> None:
    Path("ours.toml").write_text("precious", encoding="utf-8")
    result = ask("hand-and-foot", answers="y|done|Ours|-|n|other.toml")
    assert "Save as [ours.toml]: \nours.toml already exists. Replace it? [y/N] n\n" in result.stdout
    assert Path("ours.toml").read_text(encoding="utf-8") == "precious"
    assert rules_of("other.toml").packs == 5
    ask("hand-and-foot", "--out", "ours.toml", answers="y|done|Ours|y")
    assert rules_of("ours.toml").packs == 5


def test_the_name_of_the_file_is_made_of_the_title() -> None:
    result = ask("hand-and-foot", answers="y|done|Gran's Café, 2nd|-")
    assert "Save as [grans-cafe-2nd.toml]: " in result.stdout
    assert rules_of("grans-cafe-2nd.toml").title == "Gran's Café, 2nd"


def test_commands_to_be_copied_are_whole_lines() -> None:
    result = ask("hand-and-foot", answers="y|done|The Saturday Hand and Foot|-")
    name = "the-saturday-hand-and-foot"
    assert f"\n  Print:   canasta rules --house {name}.toml --html {name}.html\n" in result.stdout


def test_a_file_that_cannot_be_written_is_asked_for_again() -> None:
    result = ask("hand-and-foot", answers="y|done|Ours|nowhere/ours.toml|ours.toml")
    sentence = "nowhere/ours.toml cannot be written: No such file or directory. Choose another file."
    assert sentence in " ".join(result.stdout.split())
    assert rules_of("ours.toml").packs == 5


@pytest.mark.parametrize("answers", ["", "y", "y|done", "y|done|Ours"])
def test_the_end_of_the_answers_writes_nothing(answers: str) -> None:
    result = CliRunner().invoke(cli, ["house", "new", "hand-and-foot"], input=answers.replace("|", "\n"))
    assert result.exit_code == 1
    assert result.stderr == "Not all questions were answered, so nothing was written.\n"
    assert list(Path().iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_writes_nothing_and_says_so(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "canasta", "house", "new", "hand-and-foot"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        cwd=tmp_path,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"y\n")
        process.stdin.flush()
        while not process.stdout.readline().startswith(b"Use this option? [y/N] y"):
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stderr.read().strip() == b"Stopped. Nothing was written."
    assert list(tmp_path.iterdir()) == []


def test_what_is_named_on_the_command_line_is_on_already() -> None:
    result = ask("hand-and-foot", "-o", "whole-pile", "--set", "draw.stock=3", answers="|".join("-" * 99))
    assert result.exit_code == 0, result.output
    assert "Use this option? [Y/n]" in result.stdout
    rules = rules_of("our-hand-and-foot.toml")
    assert (rules.pile.take, rules.draw.stock) == (0, 3)
    result = ask("hand-and-foot", "-o", "whole-pile", "-o", "five-decks", answers="-|-|-|n|done|Ours|ours.toml")
    assert (rules_of("ours.toml").pile.take, rules_of("ours.toml").packs) == (7, 5)


def test_other_numbers_of_players_that_break_are_told() -> None:
    result = ask(
        "hand-knee-and-foot", "--set", "deck.packs=6", "--set", "deal.hand=30", "-p", "4", answers="done|Ours|a.toml"
    )
    text = " ".join(result.stdout.split())
    assert "These rules don't work for other numbers of players: deck.packs: 324 cards are too few" in text
    assert rules_of("a.toml", 4).deal.hand == 30


@pytest.mark.parametrize("name", games())
def test_every_answer_shown_as_the_default_means_what_is_so(name: str) -> None:
    for players in games()[name].players:
        rules = load(name, players)
        standing = dict(paths(rules))
        for question in questions(rules):
            assert question.title(rules)
            for path, value in question.read(question.shown(rules), rules).items():
                assert standing.get(path, value) == value, (question.prompt, path)


ANSWERS = [
    ("packs", "players + 1", "deck.packs_per_player", 1),
    ("packs", "7", "deck.packs", 7),
    ("players", "2 to 4", "table.players", (2, 3, 4)),
    ("cards_of_the_foot", "11", "reserves.foot.size", 11),
    ("cards_of_the_pile", "all", "pile.take", 0),
    ("a_natural_and_a_wild_card", "y", "pile.need", ("pair", "natural and wild")),
    ("wild_melds", "no", "meld.wild_melds", False),
    ("lost_for_a_red_three", "−500", "threes.red_caught", 500),
    ("red_threes", "held", "threes.red", "held"),
    ("canastas_to_go_out", "1 red, 1 black", "out.mixed", 1),
    ("asking", "never", "out.permission", "none"),
    ("points", "700 clean, 400 dirty", "score.natural", 700),
    ("card_values", "9 5, 8 5", "score.cards.9", 5),
    ("the_match_ends_after", "5 rounds", "match.deals", 5),
    ("a_canasta", "book", "words.canastas", "books"),
    ("not_as_the_first_card", "wild cards, 5s and red threes", "deal.reject", ("joker", "two", "5", "red three")),
    ("frozen_before_the_opening", "y", "pile.frozen_until_open", True),
    ("what_freezes_the_pile", "wild cards", "pile.frozen_by", ("wild",)),
    ("a_red_three", "200", "threes.red_value", 200),
    ("red_threes_together", "4 800, 7: 1,000", "threes.red_sets", ((4, 800), (7, 1000))),
    ("black_threes_melded", "3 or 4", "threes.black_meld", (3, 4)),
    ("first_round_of_melds", "2", "opening.round", 2),
    ("reserves_first", "no", "reserves.foot.needed", False),
    ("special_ranks", "sevens 1,500", "specials.7.bonus", 1500),
    ("later_deals", "2: draw 3; round 3: hand 12, take all, 3 red", "deals.3.natural", 3),
    ("later_deals", "2: draw 3; round 3: hand 12, take all, 3 red", "deals.3.take", 0),
    ("later_deals", "2: draw 3; round 3: hand 12, take all, 3 red", "deals.2.draw", 3),
    ("size_of_a_canasta", "8", "meld.size", 8),
    ("when_the_foot_comes", "own", "reserves.foot.trigger", "own canasta"),
    ("the_stock_is_empty", "turn", "exhaustion.ends", "last lap"),
    ("discarded_last", "wild cards", "discard.kept", ("joker", "two")),
    ("not_on_an_empty_pile", "sevens and aces", "discard.kept_empty", ("7", "A")),
    ("blocked_by", "threes and jokers", "pile.blocked_by", ("red three", "black three", "joker")),
    ("cards_for_opening", "4", "talon.first", 4),
    ("four_jokers", "2,500", "wild_canastas.jokers", 2500),
    ("all_twos", "1,200", "wild_canastas.twos", 1200),
    ("lost_for_a_try", "-50", "pile.restore", 50),
    ("the_top_card", "raises", "opening.top_card", "raises"),
    ("a_wild_card_on_top", "same", "pile.wild_top", "same wilds"),
    ("without_a_canasta", "y", "score.canasta_needed", True),
    ("a_deal", "round", "words.deal", "round"),
]
CLASSIC = [
    ("dead_ranks", "y", "meld.dead", True),
    ("a_natural_meld", "natural", "opening.triple", "natural meld"),
    ("a_mixed_one_in_an_opening", "no", "opening.mixed", False),
    ("special_hands", "pairs 2,500: 6 of 2", "special_hands.pairs.points", 2500),
    ("special_hands", "pairs 2500: 6 of 2, wild too", "special_hands.pairs.wild_groups", True),
    ("special_hands", "a dream 8500: 1 of 4, 1 of 5, 3 wild", "special_hands.a dream.groups", ((4, 1), (5, 1))),
    ("special_hands", "wild 2000: 5 of 2, 1 of 2 wild, with 7 and A", "special_hands.wild.ranks", ("7", "A")),
]


@pytest.mark.parametrize(("asked_for", "answer", "path", "value"), ANSWERS)
def test_what_families_say(asked_for: str, answer: str, path: str, value: object) -> None:
    before = values("hand-and-foot", **{asked_for: "ANSWER"}).split("ANSWER")[0]
    result = ask("hand-and-foot", answers=f"{past('hand-and-foot')}{before}{answer}|done|Ours|ours.toml")
    assert result.exit_code == 0, result.output
    assert dict(paths(rules_of("ours.toml", 4)))[path] == value


@pytest.mark.parametrize(("asked_for", "answer", "path", "value"), CLASSIC)
def test_what_families_say_where_canastas_are_closed(asked_for: str, answer: str, path: str, value: object) -> None:
    given = ("--players", "4", "--set", "meld.grows=false")
    before = values("classic", 4, {"meld": {"grows": False}}, **{asked_for: "ANSWER"}).split("ANSWER")[0]
    result = ask("classic", *given, answers=f"{past('classic', *given)}{before}{answer}|done|Ours|ours.toml")
    assert result.exit_code == 0, result.output
    assert dict(paths(rules_of("ours.toml", 4)))[path] == value


UNASKED = {
    "match.ties": "it has only one word",
    "table.ideal": "it tells people something and decides nothing",
    "reserves.name": "it is the heading of its group in a file",
}


def standing() -> Iterator[Rules]:
    """Yield the rules of every game and number of players, of every option, of the families, and with values few have."""
    for name, game in games().items():
        for players in game.players:
            yield load(name, players)
        for option in game.options:
            try:
                yield load(name, options=[option])
            except RulesError:
                continue
    yield from (load(house=family.house) for family in families())
    hand = {"deal": {"hand": 13}, "special_hands": {"pairs": {"groups": [[2, 7]], "points": 2500}}}
    rare = {"meld": {"dead": True, "grows": False, "wild_melds": True}, "pile": {"frozen_by": []}}
    yield load(
        "classic",
        4,
        house=hand
        | rare
        | {
            "talon": {"first": 4},
            "opening": {"triple": "natural or wild meld", "concealed": "no"},
            "score": {"concealed": 0},
        },
    )


def shape(path: str) -> str:
    """Return the value at *path*, whatever the reserve, rank, deal or hand."""
    group, _, rest = path.partition(".")
    return f"{group}.{rest.rpartition('.')[2]}" if group in LISTS else path


def answers_to(question: Question, rules: Rules) -> Iterator[str]:
    """Answers that people could give to *question*, at least one of them another than what is shown."""
    if isinstance(question, YesNo):
        yield from ("yes", "no")
    elif isinstance(question, Word):
        yield from dict(question.says)
    elif isinstance(question, Several):
        yield from ("none", *question.says)
    elif isinstance(question, Number):
        shown = int(dict(paths(rules))[question.path])
        yield from (str(number) for number in (0, 1, shown + 1, shown + 5) if number >= 0)
    else:
        yield from ANSWERED[question.prompt]


ANSWERED = {
    "Players": ("2", "2 to 6"),
    "Packs": ("5", "players + 1"),
    "Minimums": ("0:50, 2000:100",),
    "The match ends after": ("3 deals or 5000 points", "6 deals"),
    "{canastas} to go out": ("0", "2 natural", "1 mixed", "1 wild", "1 special", "2 any"),
    "Points": ("700 natural, 400 mixed, 900 wild",),
    "Red threes together": ("4 800", "none"),
    "Special ranks": ("7 1500", "none"),
    "Later {deal}s": ("2: draw 3, hand 12, take 5, least 3, 1 natural, 1 mixed, 1 wild, 1 special, 5 any", "none"),
    "Special hands": ("pairs 2500: 6 of 2, 1 of 2 wild, with 7", "dream 1: 1 of 5, 4 wild, wild too", "none"),
    "Card values": (", ".join(f"{kind} 35" for kind in VALUED),),
    "A canasta": ("book",),
    "Natural ones": ("clean ones",),
    "Mixed ones": ("dirty ones",),
    "Ones of wild cards": ("wild ones",),
    "A deal": ("the deal",),
    "A hand": ("the hand",),
}


def test_some_answer_changes_every_value() -> None:
    changed = set()
    for rules in standing():
        now = dict(paths(rules))
        for question in questions(rules):
            for answer in answers_to(question, rules):
                try:
                    read = question.read(answer, rules)
                except ValueError:
                    continue
                changed |= {shape(path) for path, value in read.items() if value is not None and now.get(path) != value}
    every = {f"{group}.{field.name}" for group, kind in GROUPS.items() for field in fields(kind)}
    every = every - {"score.cards"} | {f"score.cards.{kind}" for kind in VALUED}
    assert every - changed == set(UNASKED)


def test_no_answer_changes_which_questions_came_before() -> None:
    for name in ("classic", "hand-knee-and-foot", "new-canasta", "pennies-from-heaven"):
        rules = load(name)
        every = questions(rules)
        for place, question in enumerate(every):
            for answer in answers_to(question, rules):
                try:
                    changes = question.read(answer, rules)
                except ValueError:
                    continue
                values = dict(paths(rules))
                apply(values, changes)
                after = questions(build(name, "", rules.seats, values))
                assert [each.prompt for each in every[: place + 1]] == [each.prompt for each in after[: place + 1]], (
                    answer
                )


def test_rare_values_are_asked_only_on_request() -> None:
    name = "hand-and-foot"
    usual = "-|" * sum(not each.rare for each in questions(load(name)))
    text = ask(name, answers=f"{past(name)}{usual}what|back|-|n").stdout
    assert "Few families change the other rules. There are questions on: The deal, " in " ".join(text.split())
    assert "Type y, n, or back." in text
    assert "Discarded last" not in text
    assert "You changed nothing in Hand and Foot" in text
    assert "Discarded last [none]:" in ask(name, answers=f"{past(name)}{usual}y{'|-' * 60}").stdout


def test_back_returns_to_the_question_before() -> None:
    result = ask("hand-and-foot", answers="back|-|y|back|n|back|y|done|Ours|ours.toml")
    assert "This is the first question." in result.stdout
    named = list(games()["hand-and-foot"].options)
    assert len(tomllib.loads(Path("ours.toml").read_text(encoding="utf-8"))["options"]) == 1
    assert set(tomllib.loads(Path("ours.toml").read_text(encoding="utf-8"))["options"]) < set(named)


def test_a_chapter_can_be_skipped_and_gone_back_to() -> None:
    result = ask("hand-and-foot", answers=past("hand-and-foot") + "skip|15|back|back|skip|12|done|Ours|ours.toml")
    assert result.exit_code == 0, result.output
    rules = rules_of("ours.toml")
    # From the first question of a chapter to that of the next one and back, and not to those that were skipped.
    assert (rules.deal.hand, rules.packs, rules.table.players) == (12, load("hand-and-foot").packs, (4,))


def test_what_was_set_for_later_deals_and_ranks_can_be_taken_away_again() -> None:
    every = [each.prompt for each in questions(load("hand-and-foot"))]
    before = past("hand-and-foot") + "-|" * every.index("Special ranks")
    # Special ranks are answered, looked at again, and taken away; then what changes in later deals.
    between = "-|" * (every.index("Later {deal}s") - every.index("Special ranks") - 1)
    answers = f"{before}7 1500|back|none|{between}2: draw 3|back|none|-|-|-|-|-|-|-|-"
    result = ask("hand-and-foot", answers=answers)
    assert result.exit_code == 0, result.output
    assert "Special ranks [7 1500]: none" in result.stdout
    assert "Later deals [2: draw 3]: none" in result.stdout
    assert "You changed nothing in Hand and Foot" in result.stdout


@pytest.mark.parametrize(
    ("asked_for", "answer", "says"),
    [
        ("special_ranks", "red threes 100", "cannot be a special rank"),
        ("special_ranks", "7", "a rank and its points"),
        ("red_threes_together", "4", "two numbers"),
        ("later_deals", "draw 3", "a number, a colon and what changes"),
        ("later_deals", "2: 3 purple", "is not something that changes"),
        ("later_deals", "9: draw 3", "the match ends after 4 deals"),
        ("what_freezes_the_pile", "frost", '"frost" cannot be used here'),
        ("discarded_last", "frost", '"frost" cannot be used here'),
    ],
)
def test_an_answer_that_is_no_list_gets_a_sentence(asked_for: str, answer: str, says: str) -> None:
    before = values("hand-and-foot", **{asked_for: answer}).split(answer)[0]
    told = ask("hand-and-foot", answers=f"{past('hand-and-foot')}{before}{answer}|done").stdout
    assert says in " ".join(told.split())


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("pairs", "must be a name, points, a colon and groups"),
        ("pairs 2500: 7 pears", '"7 pears" is not a part of a hand'),
        ("pairs 2500: 6 of 2, with joker", "only ranks from 4 to A"),
        ("pairs 2500: 5 of 2", "has 10 cards, but a player holds 12 after the first draw"),
    ],
)
def test_a_special_hand_that_cannot_be_gets_a_sentence(answer: str, says: str) -> None:
    given = values("classic", 4, special_hands="ANSWER").split("ANSWER")[0]
    told = ask(
        "classic", "--players", "4", answers=f"{past('classic', '--players', '4')}{given}{answer}|none|done"
    ).stdout
    assert says in " ".join(told.split())
    assert "You changed nothing in Classic Canasta" in told


def written(table: dict[str, Any], above: str = "") -> Iterator[str]:
    """Yield the paths of the values in a file of house rules, those for one number of players without it."""
    for key, value in table.items():
        path = f"{above}{key}"
        if isinstance(value, dict):
            yield from written(value, f"{path}.")
        elif path not in {"base", "title"}:
            yield re.sub(r"^players\.\d+\.", "", path)


def test_the_answers_shown_for_the_rules_of_a_family_set_every_value_of_its_file() -> None:
    for family in families():
        rules = load(house=family.house)
        answered: dict[str, object] = {}
        for question in questions(rules):
            answered |= question.read(question.shown(rules), rules)
        assert set(written(family.house)) <= set(answered)
        assert answered.items() <= dict(paths(rules)).items()


def test_a_question_mark_explains_every_answer_of_a_value() -> None:
    """Nobody can guess what "each packet" does; and a question mark keeps everything as it is."""
    answers = "skip|" * 8 + "?|-|" * 4 + "done"
    text = " ".join(ask("hand-knee-and-foot", "--players", "4", answers=answers).stdout.split())
    told = text.partition("Who deals [one dealer]:")[2]
    assert (
        "each packet: The dealer deals every hand, the player to the left every knee, and the next one every foot."
        in told
    )
    assert "one dealer: The dealer deals all cards." in told
    assert "You changed nothing in Hand, Knee and Foot" in told


@pytest.mark.parametrize("name", sorted(games()))
def test_a_question_mark_answers_every_question_on_values(name: str) -> None:
    rules = load(name)
    for question in questions(rules):
        assert possible_answers(question, rules)
    every = sum(not each.rare for each in questions(rules))
    text = ask(name, answers=past(name) + "?|-|" * every + "done").stdout
    assert '"?"' not in text
