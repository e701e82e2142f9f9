"""``canasta export``: a record as a page to watch and to share, or one moment of it as a picture."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import click

from canasta.base.errors import CanastaError, NotationError
from canasta.base.seats import Seat
from canasta.bots.review import remarked
from canasta.export.content import match_content
from canasta.export.page import page
from canasta.export.picture import take
from canasta.files import begins_otherwise, write_file
from canasta.handbook.match_paper import match_paper
from canasta.notation.records.playback import Watched, shown_hands
from canasta.terminal.matches.record_argument import RecordName
from canasta.terminal.printed import write_page
from canasta.terminal.replay.recording import OpenRecording, where
from canasta.whole_number import WholeNumber

_SIZE: Final = "1200x800"
_LEAST, _MOST = 200, 8000


@click.command(
    short_help="Turn a recorded match into a page to watch and share.",
    epilog="\b\nExamples:\n"
    "  canasta export friday.chh --html friday.html            a page to watch the match on\n"
    "  canasta export friday.chh --html friday.html --public   without cards that were never shown\n"
    "  canasta export friday.chh --deal 2 --html second.html   only deal 2\n"
    "  canasta export friday.chh --sheet friday.html           the score sheet, to print\n"
    "  canasta export friday.chh --png out.png --deal 2 --moment 17 --seat 3",
)
@click.argument("file", metavar="FILE", type=RecordName())
@click.option(
    "--html",
    "target",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Write a page to this file; - for standard output.",
)
@click.option(
    "--png",
    "picture",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Write a picture of one moment to this file.",
)
@click.option(
    "--sheet",
    "paper",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Write the score sheet of the match to this file, to print; - for standard output.",
)
@click.option(
    "--public", is_flag=True, help="Include only what everyone at the table saw; other cards are left out of the file."
)
@click.option("--comments/--no-comments", default=None,
              help="Include the record's comments.  [default: yes, but no with --public]")  # fmt: skip
@click.option("--review", "reviewed", is_flag=True,
              help="Mark decisions that a review finds clearly worse than the best plan; see canasta review.")  # fmt: skip
@click.option("--deal", "number", type=WholeNumber(), metavar="N", help="Include only this deal, by its number.")
@click.option(
    "--moment",
    type=WholeNumber(),
    metavar="M",
    help="The moment to draw; 0 is just after the deal.  [default: the last]",
)
@click.option("--seat", type=WholeNumber(), metavar="S", help="Draw what this seat sees; 0 for an onlooker.")
@click.option("--size", default=_SIZE, show_default=True, metavar="WxH", help="Size in pixels.")
@click.option("--scale", type=click.FloatRange(0.5, 4), default=1, show_default=True, metavar="X",
              help="Device pixel ratio; 2 is sharper.")  # fmt: skip
@click.option("--dark", is_flag=True, help="Use dark colours.")
def export(
    file: Path,
    target: Path | None,
    picture: Path | None,
    paper: Path | None,
    public: bool,
    comments: bool | None,
    reviewed: bool,
    number: int | None,
    moment: int | None,
    seat: int | None,
    size: str,
    scale: float,
    dark: bool,
) -> None:
    """Turn the record FILE into one page: a table on which to watch the match, with the log and every score sheet.

    The page is a single file that needs no network. It shows the match as any seat saw it, or all cards. Every
    line of the record is checked by the rules first.
    """
    if target is None and picture is None and paper is None:
        raise click.UsageError(
            "Choose --html OUT for a page, --png OUT for a picture or --sheet OUT for a score sheet."
        )
    if picture is None and (moment is not None or seat is not None):
        raise click.UsageError("--moment and --seat apply only to pictures. Add --png OUT.")
    if reviewed and (public or comments is False):
        raise click.UsageError("--review names cards of hands, in comments. Leave out --public and --no-comments.")
    wide, high = _size(size)
    show = not public if comments is None else comments
    if paper is not None:
        write_page(paper, _score_paper(file, number), "--sheet")
        if target is None and picture is None:
            return
    asked = None if seat is None else seat - 1
    content = _read(file, number, asked, public=public, comments=show, reviewed=reviewed)
    text = page(content)
    if picture is not None:
        place = _place(content, number, moment, seat, public=public)
        _check_free(picture, b"\x89PNG", "picture")
        take(text, place + ("k" if dark else ""), picture, (wide, high), scale)
        click.echo(f"Written to {picture}.", err=str(target) == "-")
    if target is not None:
        _write(target, text)


def _score_paper(file: Path, number: int | None) -> str:
    """Return the score sheet of the record *file*, filled with its counted deals, or with the deal *number* alone."""
    with file.open("rb") as opened:
        try:
            recording = OpenRecording(opened, str(file))
        except NotationError as error:
            raise CanastaError(where(str(file), error)) from None
        deals = list(_chosen(recording, number))
    counted = [each for each in deals if each.played.after is not None]
    if not counted:
        raise CanastaError(
            f"{file}: no {recording.rules.words.deal} is counted here. For a blank sheet: canasta keep --sheet"
        )
    return match_paper(recording.heading, counted)


def _read(
    file: Path, number: int | None, asked: Seat | None, *, public: bool, comments: bool, reviewed: bool
) -> dict[str, Any]:
    """Return the content of the page of *file* for someone who *asked* to see a seat; with *number* only of that deal."""
    with file.open("rb") as opened:
        try:
            recording = OpenRecording(opened, str(file))
        except NotationError as error:
            raise CanastaError(where(str(file), error)) from None
        deals = _told(_chosen(recording, number))
        if reviewed:
            deals = (remarked(deal, shown_hands(recording.heading, deal.record, asked)) for deal in deals)
        content = match_content(recording.heading, deals, asked, public=public, comments=comments)
    if not recording.known:
        raise CanastaError(f"{file}: this record has no deals, so there is nothing to watch")
    if not content["watched"]:
        first, last = recording.first, recording.first + recording.known - 1
        span = f"deal {first} only" if first == last else f"deals {first} to {last}"
        raise click.UsageError(f"There is no deal {number}: this record has {span}.")
    return content


def _chosen(recording: OpenRecording, number: int | None) -> Iterator[Watched]:
    """Yield the deals, all checked; with *number* that one, when those before it were found right."""
    at = 0
    while (watched := recording.deal(at)) is not None and not recording.problem:
        if number is None or watched.record.number == number:
            yield watched
        if watched.record.number == number:
            return
        at += 1
    if recording.problem:
        raise CanastaError(recording.problem)


def _told(deals: Iterable[Watched]) -> Iterable[Watched]:
    """*deals* with something that moves on stderr while they are played again, if that is a terminal."""
    if not sys.stderr.isatty():
        return deals
    from rich.console import Console
    from rich.progress import track

    return track(deals, "Replaying the match", console=Console(stderr=True), transient=True)


def _size(text: str) -> tuple[int, int]:
    wide, _, high = text.partition("x")
    if not all(each.isdecimal() and each.isascii() and _LEAST <= int(each[:6]) <= _MOST for each in (wide, high)):
        raise click.UsageError(
            f'--size "{text}" is not valid. Write width and height, {_LEAST} to {_MOST} each, such as {_SIZE}.'
        )
    return int(wide), int(high)


def _place(content: dict[str, Any], number: int | None, moment: int | None, seat: int | None, *, public: bool) -> str:
    """Return the address of the moment within the page, which the page's script reads."""
    deal = next(each for each in content["watched"] if number in (None, each["deal"]))
    last = len(deal["moments"])
    at = last if moment is None else moment
    if not 0 <= at <= last:
        raise click.UsageError(f"There is no moment {at}. Deal {deal['deal']} has moments 0 to {last}.")
    seats = len(content["names"])
    if seat is not None and not 0 <= seat <= seats:
        raise click.UsageError(f"There is no seat {seat}. This table has seats 1 to {seats}; 0 is an onlooker.")
    if seat and seat not in deal["shown"]:
        why = "--public hides every hand" if public else f"the record does not know the cards of seat {seat}"
        raise click.UsageError(f"--seat {seat} is not possible: {why}.")
    return f"#d{deal['deal']}m{at}" + ("" if seat is None else f"s{seat}") + "p"


def _check_free(path: Path, begins: bytes, what: str) -> None:
    """See that *path* is not a file of another kind, which would be lost."""
    if begins_otherwise(path, begins):
        raise click.UsageError(f"{path} already exists and is not a {what}. Choose another file.")


def _write(path: Path, text: str) -> None:
    if str(path) == "-":
        click.echo(text, nl=False)
        return
    _check_free(path, b"<!doctype html>", "page")
    write_file(path, text)
    size = f"{len(text.encode()) / 1000:.0f} KB"
    click.echo(f"Written to {path} ({size}). Open it in a browser, or send it to someone.")
