"""The command: what it writes, and what it says to what cannot be."""

import gzip
import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from canasta.cli import cli
from tests.export.matches import record_of

LARGEST = 180_000


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
    assert '"deal":1,"shown"' in both
    assert '"deal":1,"shown"' not in second
    assert '"deal":2,"shown"' in second


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
        ((), "Choose --html OUT for a page, --png OUT for a picture or --sheet OUT for a score sheet."),
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


def test_the_page_may_run_and_load_nothing_but_itself(file: Path) -> None:
    html = run(file, "--html", "-").stdout
    (policy,) = re.findall('http-equiv="Content-Security-Policy" content="([^"]+)"', html)
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        (inside,) = re.findall(f"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
        assert f"{tag}-src 'sha256-{b64encode(sha256(inside.encode()).digest()).decode()}'" in policy
    assert 'type="module"' not in html
    assert not re.findall(r"\b(?:src|srcset|style|on\w+)=", re.sub("<(script|style).*?</", "", html, flags=re.DOTALL))


def test_no_text_of_a_record_breaks_the_page(file: Path) -> None:
    evil = "</script><!--title-->"
    file.write_text(file.read_text(encoding="utf-8").replace("Anna", evil), encoding="utf-8")
    html = run(file, "--html", "-").stdout
    assert html.count("</script>") == 2
    assert "<!--" not in html
    (inside,) = re.findall('<script type="application/json" id="match">(.*?)</script>', html, re.DOTALL)
    assert json.loads(inside)["names"][0] == evil[:20]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("hand-and-foot", 4), ("hand-knee-and-foot", 8)])
def test_a_whole_match_makes_a_page_that_can_be_sent(name: str, players: int, tmp_path: Path) -> None:
    record = tmp_path / "match.chh"
    record.write_text(record_of(name, players, deals=20), encoding="utf-8")
    html = run(record, "--html", "-").stdout
    assert " with " in json.dumps(json.loads(html.split('id="match">')[1].split("</script>")[0])["watched"][-1])
    assert len(gzip.compress(html.encode())) < LARGEST


def test_where_the_page_was_not_built_a_sentence_says_how_to_get_it(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("canasta.export.page._ROOM", file.with_name("none"))
    for asked in ("--html", "--png"):
        done = run(file, asked, file.with_name("out"))
        assert done.exit_code == 2
        assert done.output == (
            "This canasta was installed without the page that shows a replay. In a checkout, make page builds it.\n"
        )
    assert not file.with_name("out").exists()


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
