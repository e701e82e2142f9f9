"""A fair deck at the keyboard: promised, mixed with a number, shown to be so, and gone on with from the record."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from canasta.cli import cli
from tests.terminal.script import Scripted, sound, table


def run(*args: str, text: str = "") -> Result:
    return CliRunner().invoke(cli, args, input=text, prog_name="canasta")


def test_every_deck_is_promised_and_shown_to_be_what_was_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch)
    host = table(dialog, "new-canasta", 2, None)
    play = sound(host)
    dialog.answer = lambda prompt: "7" if "number for the shuffle" in prompt else play(prompt)
    host.run()
    deals = len(host.match.results)
    assert dialog.text.count("The deck is promised:") == deals
    for deal in range(1, deals + 1):
        assert f"The shuffle of deal {deal} used the promised secret and your number." in dialog.text
    assert "NOT fair" not in dialog.text
    assert {line for prompt, line in dialog.asked if "number for the shuffle" in prompt} == {"7"}


def test_everyone_at_the_keyboard_gives_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch)
    host = table(dialog, "classic", 2, None, "you,you", "Ann,Bea")
    play = sound(host)
    asked = iter(("x", str(1 << 70), "5", ""))
    dialog.answer = lambda prompt: next(asked, "") if "number for the shuffle" in prompt else play(prompt)
    host.run()
    assert dialog.text.count("Type a whole number from 0 to") == 2
    assert "Ann: Give any number" in dialog.text
    assert "Bea: Give any number" in dialog.text


def test_the_record_proves_it_and_goes_on_with_another_promise(tmp_path: Path) -> None:
    path = tmp_path / "fair.chh"
    told = run(
        "play", "classic", "--players", "2", "--fair", "--record", str(path), "--no-draw", text="\nquit\n"
    ).output
    assert "To play these cards again" not in told
    text = path.read_text(encoding="utf-8")
    assert "\nseed = " not in text
    assert 'commitment = "' in text
    again = run("play", "--resume", str(path), text="hint\n\nquit\n").output
    assert "continues from fair.chh" in again
    bots = tmp_path / "bots.chh"
    run("play", "new-canasta", "--seats", "greedy,greedy", "--fair", "--record", str(bots))
    assert run("replay", "--check", str(bots)).output.endswith(" deals\n")
    assert bots.read_text(encoding="utf-8").count("secret = ") == bots.read_text(encoding="utf-8").count("[[deal]]")
    # A deck that was cut and not dealt is promised again.
    content = bots.read_text(encoding="utf-8")
    second = content.index("\n[[deal]]\nnumber = 2\n")
    cut = content.index("\ncut ", second)
    bots.write_text(content[: content.index("\n", cut + 1) + 1], encoding="utf-8")
    run("play", "--resume", str(bots))
    assert run("replay", "--check", str(bots)).output.endswith(" deals\n")


def test_a_seed_and_a_promise_do_not_go_together() -> None:
    done = run("play", "classic", "--fair", "--seed", "7")
    assert done.exit_code == 2
    assert "Leave out --seed or --fair." in done.output
