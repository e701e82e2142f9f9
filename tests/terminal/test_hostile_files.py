"""Files that are no files of canasta: endless, huge, deep or unreadable ones are refused at once, in few sentences."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from canasta.base.errors import MOST_PROBLEMS
from canasta.cli import cli
from canasta.rules.toml import LARGEST, read_plain, read_toml

ZERO, MEMORY = Path("/dev/zero"), Path("/proc/self/mem")

READERS = {
    "case": ["case"],
    "walk": ["walk"],
    "check": ["house", "check"],
    "diff": ["house", "diff"],
    "rules": ["rules", "--house"],
    "play": ["play", "--house"],
    "sim": ["sim", "--house"],
    "resume": ["play", "--resume"],
    "replay": ["replay"],
    "replay-check": ["replay", "--check"],
    "export": ["export", "--html", "-"],
    "show": ["show", "--file"],
}


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(each) for each in args], prog_name="canasta")


def refused(result: Result) -> None:
    """See that *result* is a sentence and no success."""
    assert result.exit_code in {1, 2}
    assert isinstance(result.exception, SystemExit), result.exception
    lines = (result.stderr + result.stdout).splitlines()
    assert 1 <= len(lines) <= MOST_PROBLEMS + 3
    assert all(len(line) < 600 for line in lines)


@pytest.mark.skipif(not ZERO.exists(), reason="there is no endless file")
@pytest.mark.parametrize("name", READERS)
def test_a_file_without_end_is_refused(name: str) -> None:
    result = run(*READERS[name], ZERO)
    refused(result)
    assert "than" in result.output


@pytest.mark.skipif(not MEMORY.exists(), reason="there is no file whose reading fails")
@pytest.mark.parametrize("name", READERS)
def test_a_file_whose_reading_fails_is_named(name: str) -> None:
    result = run(*READERS[name], MEMORY)
    refused(result)
    assert "mem" in result.output
    assert "Input/output error" in result.output


DEEP = {
    "keys": ".".join(["a"] * 100_000) + " = 1",
    "quoted": ".".join(['"a b"'] * 33) + " = 1",
    "spaced": " . ".join(["a"] * 33) + " = 1",
    "header": f"[{'.'.join(['a'] * 33)}]",
    "inline": f"a = {{ {'.'.join(['a'] * 33)} = 1 }}",
}


@pytest.mark.parametrize("name", DEEP)
def test_a_key_of_very_many_parts_is_refused_before_it_is_read(name: str, tmp_path: Path) -> None:
    file = tmp_path / "deep.toml"
    file.write_text(f'base = "classic"\n\n{DEEP[name]}\n', encoding="utf-8")
    for command in ("case", "house check"):
        result = run(*command.split(), file)
        refused(result)
        assert "line 3: a key has more than 32 parts" in result.stderr


def test_dots_in_texts_and_comments_are_no_deep_keys(tmp_path: Path) -> None:
    file = tmp_path / "dots.toml"
    file.write_text(
        f'# {"." * 500} {". " * 500}\na.b."c".d = "{"x." * 31}" # {"x ." * 20}\nf = 1.5\n', encoding="utf-8"
    )
    assert read_toml(file) == {"a": {"b": {"c": {"d": "x." * 31}}}, "f": 1.5}


def test_options_on_the_command_line_are_bounded_as_well() -> None:
    assert read_plain("[1, 2]") == [1, 2]
    for text in (f"{{ {'a.' * 20_000}b = 1 }}", "[" + "1," * 10_000 + "]"):
        assert read_plain(text) is text
    refused(run("play", "classic", "--option", "meld.size=" + "{a=" * 30_000))
    refused(run("play", "classic", "--option", "a." * 30_000 + "b=1"))


MANY = {
    "keys": "\n".join(f"a{number} = 1" for number in range(10_000)),
    "values": "[meld]\n" + "\n".join(f"a{number} = 1" for number in range(10_000)),
    "reserves": "[reserves]\n" + "\n".join(f"a{number}.size = 1" for number in range(5_000)),
    "options": "options = [" + ", ".join(f'"a{number}"' for number in range(10_000)) + "]",
    "the same option": "options = [" + ", ".join(['"evans"'] * 40_000) + "]",
}


@pytest.mark.parametrize("name", MANY)
def test_very_many_mistakes_are_counted_and_not_all_told(name: str, tmp_path: Path) -> None:
    file = tmp_path / "many.toml"
    file.write_text(f'base = "classic"\n{MANY[name]}\n', encoding="utf-8")
    before = time.process_time()
    result = run("house", "check", file)
    # It was minutes; now a second or two.
    assert time.process_time() - before < 10
    refused(result)
    assert "more problems" in result.stderr or "options are listed here; the limit is 200" in result.stderr
    refused(run("rules", "--house", file))


def test_very_many_mistakes_in_cases_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "many.toml"
    file.write_text('variant = "classic"\n' + "[[case]]\nsays = 1\n" * 2_000, encoding="utf-8")
    result = run("case", file)
    refused(result)
    assert "and 7,980 more problems\n" in result.stderr


def test_a_file_as_large_as_can_be_is_read(tmp_path: Path) -> None:
    file = tmp_path / "large.toml"
    text = 'base = "classic"\n'
    file.write_text(text + "#" * (LARGEST - len(text)), encoding="utf-8")
    assert run("house", "check", file).exit_code == 0
    file.write_text(text + "#" * (LARGEST - len(text) + 1), encoding="utf-8")
    result = run("house", "check", file)
    assert result.exit_code == 2
    assert "the file is larger than 1,024 KiB" in result.stderr


def test_a_terminal_that_claims_to_be_endlessly_wide_is_filled_up_to_a_bound() -> None:
    code = "import resource; resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))"
    code += "; from canasta.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code if sys.platform != "win32" else code.partition("; ")[2], "options", "classic"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"COLUMNS": "999999999", "PYTHONIOENCODING": "utf-8"},
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 1000


@pytest.mark.parametrize("command", ["case", "walk", "replay", "replay --check"])
def test_an_empty_name_and_an_empty_folder_are_mistakes(command: str, tmp_path: Path) -> None:
    result = run(*command.split(), "")
    refused(result)
    assert "the file name is empty" in result.stderr
    result = run(*command.split(), tmp_path)
    refused(result)
    assert "this folder has no " in result.output


def test_a_text_with_a_line_separator_is_not_called_empty(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('base = "classic"\ntitle = "A\\u2028B"\nwords.deal = " "\n', encoding="utf-8")
    result = run("house", "check", file)
    refused(result)
    assert "title: must be a single line of text, without the character U+2028" in result.stderr
    assert "words.deal: must not be empty" in result.stderr
