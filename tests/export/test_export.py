"""The command: what it writes, and what it says to what cannot be."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import canasta.export
from canasta.cli import cli
from tests.export.matches import record_of


def run(*args: object) -> Result:
    return CliRunner().invoke(cli, ["export", *map(str, args)], prog_name="canasta")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "friday.chh"
    path.write_text(record_of("classic", 4, deals=2), encoding="utf-8")
    return path


def test_a_page_is_written_and_may_be_written_again(file: Path) -> None:
    target = file.with_suffix(".html")
    for _ in range(2):
        done = run(file, "--html", target)
        assert done.exit_code == 0
        assert re.fullmatch(r"Written to .*friday\.html \(\d+ KB\)\. .*\n", done.output)
    assert target.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert run(file, "--html", "-").output == target.read_text(encoding="utf-8")


def test_one_deal_alone(file: Path) -> None:
    both, second = run(file, "--html", "-").output, run(file, "--html", "-", "--deal", 2).output
    assert len(second) < len(both)
    assert '"number":1,' in both
    assert '"number":1,' not in second
    assert '"number":2,' in second


def test_public_pages_have_no_comments_unless_asked_for(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub("^(1 discard .*)", r"\1  # two jokers left", text, flags=re.MULTILINE), encoding="utf-8")
    assert "two jokers left" in run(file, "--html", "-").output
    assert "two jokers left" not in run(file, "--html", "-", "--public").output
    assert "two jokers left" in run(file, "--html", "-", "--public", "--comments").output
    assert "two jokers left" not in run(file, "--html", "-", "--no-comments").output


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "Choose --html OUT for a page or --png OUT for a picture."),
        (("--html", "-", "--deal", 3), "There is no deal 3: this record has deals 1 to 2."),
        (("--html", "-", "--seat", 1), "--moment and --seat apply only to pictures. Add --png OUT."),
        (("--png", "x.png", "--moment", 9999), "There is no moment 9999. Deal 1 has moments 0 to "),
        (("--png", "x.png", "--seat", 5), "There is no seat 5. This table has seats 1 to 4; 0 is an onlooker."),
        (("--png", "x.png", "--seat", 1, "--public"), "--seat 1 is not possible: --public hides every hand."),
        (("--png", "x.png", "--size", "10x10"), '--size "10x10" is not valid. Write '),
    ],
)
def test_what_cannot_be_is_said(file: Path, args: tuple[object, ...], said: str) -> None:
    done = run(file, *args)
    assert done.exit_code == 2
    assert done.stderr.startswith(said)


def test_errors_of_a_record_name_file_and_line(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").split("\n")
    at = next(at for at, line in enumerate(lines) if " discard " in line)
    lines[at] = f"{lines[at][0]} discard Xx"
    file.write_text("\n".join(lines), encoding="utf-8")
    done = run(file, "--html", "-")
    assert done.exit_code == 2
    assert done.output.startswith(f"{file}:{at + 1}:")
    file.write_text("Dear diary", encoding="utf-8")
    assert run(file, "--html", "-").output.startswith(f"{file}:1:6: this is not valid TOML")
    file.write_text("", encoding="utf-8")
    assert run(file, "--html", "-").exit_code == 2
    assert run(file.with_name("nothing.chh"), "--html", "-").output.endswith("nothing.chh: No such file or directory\n")


def test_a_match_without_a_deal_cannot_be_watched(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    file.write_text(text[: text.index("[[deal]]")], encoding="utf-8")
    assert run(file, "--html", "-").output == f"{file}: this record has no deals, so there is nothing to watch\n"


def test_files_of_another_kind_are_not_written_over(file: Path) -> None:
    before = file.read_bytes()
    for option in ("--html", "--png"):
        done = run(file, option, file)
        assert done.exit_code == 2
        assert "already exists and is not a" in done.output
    assert file.read_bytes() == before


def test_without_a_browser_there_is_a_sentence(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    done = run(file, "--png", file.with_suffix(".png"))
    assert done.exit_code == 2
    assert (
        done.output
        == "Pictures need Chromium or Chrome, and neither is installed. On Debian, run: sudo apt install chromium\n"
    )


def test_a_browser_that_fails_is_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: "/bin/false")
    done = run(file, "--png", file.with_suffix(".png"))
    assert done.exit_code == 2
    assert done.output == "/bin/false failed to take the picture: no error message\n"


def test_the_page_has_the_cards_and_colours_of_the_table(tmp_path: Path) -> None:
    shared = Path(canasta.export.__file__).parent / "shared"
    target = tmp_path / "friday.html"
    record = Path(__file__).parents[1] / "corpus" / "classic-2-chance.chh"
    assert CliRunner().invoke(cli, ["export", str(record), "--html", str(target)]).exit_code == 0
    text = target.read_text(encoding="utf-8")
    for name in ("cards.svg", "cards.css", "colours.css"):
        assert (shared / name).read_text(encoding="utf-8").strip() in text


def test_a_review_marks_what_was_clearly_worse(tmp_path: Path) -> None:
    path = tmp_path / "friday.chh"
    path.write_text(record_of("classic", 4), encoding="utf-8")
    assert "Better: " not in run(path, "--html", "-").output
    page = run(path, "--html", "-", "--review")
    assert page.exit_code == 0
    assert re.search(r'"Better: [^"]+, worth about \d+ points more \(', page.output)
    for other in ("--public", "--no-comments"):
        refused = run(path, "--html", "-", "--review", other)
        assert refused.exit_code == 2
        assert "--review names cards of hands" in refused.output
