"""The settings file, and what it changes at the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from canasta.cli import cli
from canasta.terminal.dialog import Leave
from canasta.terminal.matches.kept import kept_matches
from canasta.terminal.settings import PlayerSettings, SettingsError, load_settings, save_setting, settings_file
from tests.terminal.pseudo_terminal import Terminal, bare
from tests.terminal.script import Scripted, leaving_after, table


def run(*args: str, text: str = "") -> Result:
    return CliRunner().invoke(cli, args, input=text, prog_name="canasta")


def write(text: str) -> Path:
    path = settings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_there_are_defaults() -> None:
    assert load_settings() == PlayerSettings() == PlayerSettings("", "two", "rank", 0)


def test_what_is_set_is_kept_and_only_what_differs_is_written() -> None:
    for key, value in (("colours", "four"), ("name", "Ann"), ("pause", "0.5"), ("sort", "suit")):
        done = run("settings", key, value)
        assert done.exit_code == 0
        assert value in done.stdout
    assert load_settings() == PlayerSettings("Ann", "four", "suit", 0.5)
    save_setting("colours", "two")
    assert settings_file().read_text(encoding="utf-8") == 'name = "Ann"\nsort = "suit"\npause = 0.5\n'
    told = json.loads(run("settings", "--json").stdout)
    assert told == {"file": str(settings_file()), "name": "Ann", "colours": "two", "sort": "suit", "pause": 0.5}
    assert run("settings", "name", "7").exit_code == 0
    assert load_settings().name == "7"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("colors = 'two'\n", 'There is no setting "colors" (did you mean colours?)'),
        ("colours = 'six'\n", "colours must be two or four."),
        ("sort = 3\n", "sort must be rank, suit or drawn."),
        ("pause = 'long'\n", "pause must be a number of seconds from 0 to 60, such as 0.5."),
        ("pause = true\n", "pause must be a number"),
        ("pause = nan\n", "pause must be a number"),
        ("name = 'A,B'\n", "name must be a name of at most 20 characters"),
        ("name = \n", "line 1"),
    ],
)
def test_a_wrong_file_is_one_sentence(text: str, says: str) -> None:
    path = write(text)
    done = run("play", "classic", "--seed", "1")
    assert done.exit_code == 2
    assert says in done.stderr
    assert str(path) in done.stderr
    assert len(done.stderr.splitlines()) == 1
    with pytest.raises(SettingsError):
        load_settings()


def test_a_wrong_setting_is_one_sentence() -> None:
    for args, says in ((["pause", "long"], "seconds"), (["pace", "1"], "The settings are"), (["name"], "such as")):
        done = run("settings", *args)
        assert done.exit_code == 2
        assert says in done.stderr
    assert not settings_file().exists()


def test_the_name_is_that_of_the_first_person() -> None:
    write('name = "Ann"\n')
    assert "You drew" in run("play", "classic", "--seed", "7", text="draw\nquit\n").stdout
    assert run("play", "classic", "--seats", "greedy,greedy", "--seed", "7").exit_code == 0
    names = [[player.name for player in kept.heading.players] for kept in kept_matches() if kept.heading]
    assert sorted(name[0] for name in names) == ["Ann", "Robin"]


def test_the_hand_is_sorted_as_set(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    for order in ("rank", "suit"):
        write(f'sort = "{order}"\n')
        dialog = Scripted(monkeypatch)
        host = table(dialog, "classic", seed=3, seats="you,greedy,greedy,greedy")
        dialog.answer = leaving_after(["hand"])
        with pytest.raises(Leave):
            host.run()
        shown.append(dialog.text.split("> hand")[1])
    assert sorted(shown[0].split()) == sorted(shown[1].split())
    assert shown[0] != shown[1]


def test_suits_have_two_colours_or_four() -> None:
    for args, greens in (([], False), (["--colours", "four"], True)):
        terminal = Terminal("play", "hand-and-foot", "--seed", "1", "--no-draw", *args)
        screen = terminal.until(r"> $")
        assert "\x1b[31m" in screen
        assert any(f"\x1b[32m{rank}♣" in screen for rank in "456789JQKA") == greens
        assert terminal.close() == 0


def test_bots_are_seen_one_by_one_with_a_pause() -> None:
    terminal = Terminal("play", "classic", "--seed", "7", "--dealer", "4", "--pause", "0.1")
    terminal.until(r"> $")
    terminal.type("draw")
    terminal.until(r"> $")
    terminal.type("x K")
    text = bare(terminal.until(r"> $"))
    before = text.split("Classic Canasta ·")[0]
    assert [name for name in ("Robin", "Sam", "Alex") if f"\n{name} " in before] == ["Robin", "Sam", "Alex"]
    assert terminal.close() == 0
