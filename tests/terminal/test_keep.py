"""The score of real cards in the terminal: evenings as people type them, and what can go wrong."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from canasta.base.errors import NotationError
from canasta.cli import cli
from canasta.rules.load import load
from canasta.tally.questions import questions
from canasta.terminal.keep.phrases import read_phrases
from canasta.terminal.matches.kept import kept_matches
from tests.terminal.pseudo_terminal import Terminal

NAMES = "Ann,Bea,Cyd,Dan"
ANN = "2 clean, 3 dirty, 2 red threes, out, melded 1,085"
BEA = "1 clean, 2 dirty, melded 345, caught 60, unopened foot 105"


def run(*args: str, text: str = "") -> Result:
    return CliRunner().invoke(cli, ["keep", *args], input=text, prog_name="canasta")


def evening(*lines: str) -> Result:
    """Keep the score of a match of Hand and Foot, and type *lines*."""
    return run("hand-and-foot", "--names", NAMES, "--dealer", "4", text="\n".join([*lines, ""]))


def checked(path: Path) -> str:
    """Return what `canasta replay --check` says of the record at *path*."""
    return (
        CliRunner().invoke(cli, ["replay", "--check", str(path)], prog_name="canasta").output.partition(": ")[2].strip()
    )


def test_an_evening_of_four_deals_is_kept_and_its_record_is_fine() -> None:
    told = evening(*["", ANN, BEA] * 4, "quit").output
    assert "Dan deals the hands, Bea deals the feet. Ann begins." in told
    assert "Everyone needs 90 to open in the next deal." in told
    assert "Ann and Cyd lead by 2,005." in told
    assert "3 deals left." in told
    assert "Ann and Cyd win with 13,140." in told
    (kept,) = kept_matches()
    assert (kept.state, kept.deals, kept.totals) == ("finished", 4, (13140, 5120))
    assert checked(kept.path) == "fine, 4 deals"


def test_a_match_is_kept_from_its_first_count_on_and_goes_on() -> None:
    assert evening("quit").output.endswith("Goodbye.\n")
    assert not list(kept_matches())
    told = evening("", ANN, BEA, "quit").output
    (kept,) = kept_matches()
    assert told.endswith(f"Goodbye. To go on: canasta keep --resume {kept.name}\n")
    again = run("--resume", kept.name, text=f"fix 1\n2\n{BEA}, 1 red three\n\n{ANN}\n{BEA}\nscore\n").output
    assert "Hand and Foot continues from" in again
    assert "Ann and Cyd: 6,570 in all\nBea and Dan: 2,660 in all\nAnn and Cyd lead by 3,910." in again
    assert checked(kept.path).startswith("unfinished, 2 deals counted")
    resumed = CliRunner().invoke(cli, ["matches", "resume", kept.name], input="quit\n", prog_name="canasta").output
    assert "Deal 3> quit" in resumed


def test_questions_are_asked_one_by_one_with_a_way_back() -> None:
    told = evening("", "", "0", "1", "back", "2", "3", "2", "y", "4K 3Q 2 jokers", *[""] * 4, BEA, "quit").output
    assert "9 melded cards                170" in told
    assert "3 dirty canastas, 300 each    900" in told
    assert "Going out                     100" in told


def test_what_cannot_be_is_told_and_a_note_insists_on_it() -> None:
    told = evening("", "melded 347, out", "", "melded 347", "Dan is sure", BEA, "sheet 1", "quit").output
    assert told.count("No cards are worth 347 together: cards are worth 5, 10, 20 and 50.") == 2
    assert "Ann and Cyd: Dan is sure" in told
    (kept,) = kept_matches()
    assert 'note = "Dan is sure"' in kept.path.read_text(encoding="utf-8")
    assert checked(kept.path).startswith("unfinished, 1 deal counted")


def test_steps_back_and_rules() -> None:
    told = evening(
        "undo", "", ANN, BEA, "undo", "score", "why red threes", "help", "foo", "fix 9", "sheet 1", "quit"
    ).output
    assert "Nothing has been entered that could be taken back." in told
    assert "Ann and Cyd: 0 in all" in told
    assert "Each red three laid earns 100." in told
    assert 'Unknown word "foo". You can type count,' in told.replace("\n", " ")
    assert "No deal has been counted yet." in told


def test_a_pad_keeps_points_dealers_and_typed_minimums_of_any_game() -> None:
    args = ("--pad", "Rummy", "--names", "Ann,Bea,Cyd", "--minimums", "0:30 100:60", "--target", "300")
    told = run(*args, text="\n120\n-15\n40\n\n200\n60\n90\n").output
    assert "Everyone needs 30 to open in the next deal." in told
    assert "Ann needs 60 to open in the next deal; Bea and Cyd need 30." in told.replace("\n", " ")
    assert "Ann wins with 320." in told
    (kept,) = kept_matches()
    assert (kept.state, kept.totals) == ("finished", (320, 45, 130))
    assert checked(kept.path) == "fine, 2 deals"


def test_a_pad_without_an_end_goes_on_as_a_pad() -> None:
    told = run("--pad", "Rummy", "--names", "Ann,Bea,Cyd,Dan", "--partners", text="\n120\n80\nquit\n").output
    assert "Ann and Cyd lead by 40." in told
    assert "goes to" not in told
    (kept,) = kept_matches()
    again = run("--resume", kept.name, text="\n10\n200\nmelded 5\nquit\n").output
    assert "Bea and Dan lead by 150." in again


def test_the_sheet_of_a_pad_has_only_points_and_dealers() -> None:
    page = run("--pad", "Rummy", "--names", "Ann,Bea,Cyd", "--dealer", "2", "--sheet", "-").output
    assert ">Bea</td>" in page
    assert "To open" not in page
    assert "canasta" not in page.lower().partition("<body")[2]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--pad", "Rummy", "--names", "Ann"), "name 2 to 8 players"),
        (("--pad", "Rummy", "--names", "Ann,Bea", "--minimums", "x"), '"x" is not a minimum.'),
        (("--pad", "Rummy", "classic", "--names", "Ann,Bea"), "A pad has no rules."),
        (("classic", "--partners"), "are for a pad"),
        (("hand-and-foot", "--names", "Ann,Bea"), "2 names. Hand and Foot has 4 players here."),
        (("hand-and-foot", "--names", "Ann,Bea,Ann,Dan"), "Someone at this table is called Ann"),
        (("hand-and-foot", "--dealer", "5"), "5 is not a seat; the seats are 1 to 4"),
        (("hand-and-foot", "--keeper", "1"), "this game has no score keeper who never deals"),
        (("new-canasta", "--keeper", "2", "--dealer", "2"), "keeps the score and never deals"),
        (("--resume", "nothing.chh"), "nothing.chh"),
        ((), "Name a game"),
    ],
)
def test_a_mistake_gets_a_sentence_and_no_record(args: tuple[str, ...], sentence: str) -> None:
    done = run(*args)
    assert sentence in done.output
    assert done.exit_code in {1, 2}
    assert not list(kept_matches())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2 bar", '"bar" is not counted in this game.'),
        ("345", "Say what you counted"),
        ("canastas 2", "could be wild canastas, clean canastas or dirty canastas"),
        ("clean", "Say how many"),
        ("2 clean, clean 3", "was entered already"),
        ("melded 3 zebras", '"melded zebras" is not counted'),
    ],
)
def test_what_a_line_does_not_say_is_asked_for(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as wrong:
        read_phrases(text, questions(load("hand-and-foot")))
    assert sentence in str(wrong.value)


def test_a_match_begun_here_goes_on_with_real_cards() -> None:
    CliRunner().invoke(
        cli, ["play", "classic", "--seats", "greedy,greedy,greedy,greedy", "--seed", "3"], prog_name="canasta"
    )
    (kept,) = kept_matches()
    lines = kept.path.read_text(encoding="utf-8").partition("\n[[deal]]\nnumber = 2\n")[0]
    kept.path.write_text(lines, encoding="utf-8")
    told = run("--resume", kept.name, text="\n2 natural, out, melded 345\nmelded 200\nquit\n").output
    assert "Deal 2 is counted" in told
    assert checked(kept.path).startswith("unfinished, 2 deals counted")
    assert "format = 2" in kept.path.read_text(encoding="utf-8")


def test_a_match_begun_with_real_cards_goes_on_here() -> None:
    evening("", ANN, BEA, "quit")
    (kept,) = kept_matches()
    told = (
        CliRunner()
        .invoke(cli, ["play", "--resume", str(kept.path)], input="\ndraw\n\nquit\n", prog_name="canasta")
        .output
    )
    assert "number for the shuffle" not in told
    assert "Hand and Foot · deal 2 of 4" in told
    assert checked(kept.path).startswith("unfinished, 1 deal counted")


def test_a_program_that_is_killed_loses_no_deal(tmp_path: Path) -> None:
    path = tmp_path / "evening.chh"
    terminal = Terminal("keep", "hand-and-foot", "--names", NAMES, "--record", str(path), "--plain")
    terminal.until("Deal 1> ")
    for line, then in (("", "Ann and Cyd: "), (ANN, "right"), ("", "Bea and Dan: "), (BEA, "right"), ("", "Deal 2> ")):
        terminal.type(line)
        terminal.until(then)
    terminal.process.send_signal(signal.SIGKILL)
    terminal.process.wait(10)
    assert checked(path).startswith("unfinished, 1 deal counted")
