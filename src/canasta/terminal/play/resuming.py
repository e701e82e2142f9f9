"""Going on with a match that was left: the offer, the way in, and what is said to those who leave."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
from rich.text import Text

from canasta.base.answers import NO, YES
from canasta.base.errors import CanastaError
from canasta.files import RecordInUse
from canasta.terminal.dialog import Dialog, Leave
from canasta.terminal.matches.kept import KeptMatch, last_unfinished, matches_folder
from canasta.terminal.matches.summary import game_and_people, state_text


def go_on(path: Path, dialog: Dialog) -> None:
    """Go on with the match whose record is the file at *path*, until it is over or someone leaves.

    Raises `canasta.terminal.play.match_file.ResumeError` if no match can go on from it.
    """
    from canasta.terminal.play.match_file import resume_match

    try:
        resume_match(path, dialog)
        if not path.exists():
            dialog.say(gone_text(path))
    except RecordInUse as error:
        raise click.ClickException(str(error)) from None
    except Leave:
        dialog.say(goodbye_text(path))
    except KeyboardInterrupt:
        dialog.say(Text(), goodbye_text(path))
        raise


def offer_last(dialog: Dialog) -> bool:
    """Offer to go on with the last unfinished match, and do so if it is wanted; returns whether it was.

    Raises `Leave` at the end of the input.
    """
    kept = last_unfinished()
    if kept is None:
        return False
    dialog.say(
        Text("Your last match is unfinished:", style="bold"), Text(f" {game_and_people(kept)}\n {state_text(kept)}")
    )
    while True:
        answer = dialog.ask("Do you want to resume it? [Y/n] ").lower()
        if answer in NO:
            return False
        if answer in YES or not answer:
            break
        dialog.say("Type y to resume this match, or n to begin another one.")
    try:
        if kept.by_hand:
            from canasta.terminal.keep.command import go_on as keep_on

            keep_on(kept.path, dialog)
        else:
            go_on(kept.path, dialog)
    except CanastaError as error:
        dialog.say(Text(f"This match cannot be resumed. {error}", style="yellow"), Text())
        return False
    return True


def unfinished_text(kept: KeptMatch) -> str:
    """Return what is said of an unfinished match to those who begin another one."""
    assert kept.heading is not None
    return f"You have an unfinished match of {kept.heading.rules.title}. To resume it, type: canasta matches resume {kept.name}"


def goodbye_text(record: Path | None) -> Text:
    """Return what is said to those who leave a match, which is recorded in the file *record* if it is at all.

    In the data folder, a match without a move is not kept.
    """
    if record is None or (record.parent == matches_folder() and not record.exists()):
        return Text("Goodbye.")
    if not record.exists():
        return Text("Goodbye. ").append_text(gone_text(record))
    if record.parent == matches_folder():
        return Text("Goodbye. To resume: canasta play")
    return Text(f"Goodbye. To resume: canasta play --resume {shlex.quote(str(record))}")


def gone_text(record: Path) -> Text:
    """Return what is said of a *record* that is no longer there."""
    return Text(f"This match has no record any more: {record} was moved or deleted during play.")
