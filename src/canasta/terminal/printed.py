"""Pages to print, written to a file or to standard output."""

from __future__ import annotations

from pathlib import Path

import click

from canasta.files import begins_otherwise, write_file


def write_page(path: Path, text: str, option: str) -> None:
    """Write the page *text* to *path*, which *option* named; a file that is there already is replaced only if it is a page, too."""
    if str(path) == "-":
        click.echo(text, nl=False)
        return
    if begins_otherwise(path, b"<!doctype html>"):
        raise click.UsageError(f"{path} already exists and is not a page. Choose another file for {option}.")
    write_file(path, text)
    click.echo(f"Written to {path}. Open it in a browser to read or print it.")
