"""``canasta case``: check case files."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

import click

from canasta.base.english import several
from canasta.base.errors import Problem, problem_lines
from canasta.notation.cases.case import Case, CaseError, CaseFile, read_case_file
from canasta.notation.cases.verdict import Outcome, outcome
from canasta.notation.positions.line import position_text
from canasta.terminal.file_list import FileName, files_in, none_in
from canasta.terminal.notation.position_screen import draw_position
from canasta.terminal.style import console_for

FAILED = 1
UNREADABLE = 2
_ENDING: Final = ".toml"
_NARROWEST = 60


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=FileName())
@click.option("--show", is_flag=True, help="Draw the table at the end of each case, with its position line.")
@click.option("--json", "as_json", is_flag=True, help="Write the results as JSON.")
def case(files: tuple[Path, ...], show: bool, as_json: bool) -> None:
    """Check case files: situations and what the rules say about them.

    A folder stands for all case files in it. Cases that pass are only counted. A case that cannot be read does not
    stop the others. The exit code is 1 if a case fails and 2 if a case or a file cannot be read.
    """
    results: list[dict[str, Any]] = []
    unreadable: list[dict[str, Any]] = []
    unread_cases = unread_files = 0
    for path in files_in(files, _ENDING):
        file = _read(path)
        unread_cases += file.unreadable
        unread_files += bool(file.problems and not file.cases and not file.unreadable)
        if file.problems:
            problems = [{"where": problem.path, "text": problem.text} for problem in file.problems]
            unreadable.append({"file": str(path), "problems": problems})
        # The name of the file stands before each line already.
        named = [Problem("", each.text) if each.path == path.name else each for each in file.problems]
        for line in () if as_json else problem_lines(named):
            click.echo(f"{path}: {line}", err=True)
        for each in file.cases:
            came = outcome(each)
            results.append(_result(path, each, came, show=show))
            if came.failures and not as_json:
                click.echo(f"{path}: {each.name}: {'; '.join(came.failures)}")
            if show and not as_json:
                _draw(path, each, came)
    failed = sum(not result["passed"] for result in results)
    if as_json:
        click.echo(json.dumps({"cases": results, "unreadable": unreadable}, ensure_ascii=False, indent=1))
    else:
        click.echo(_summary(len(results), failed, unread_cases, unread_files))
    if failed or unreadable:
        raise SystemExit(UNREADABLE if unreadable else FAILED)


def _read(path: Path) -> CaseFile:
    """Return the cases of a file; none if it cannot be read at all."""
    if path.is_dir():
        return CaseFile(path.name, (), (Problem(path.name, none_in("case file", _ENDING)),), 0)
    try:
        return read_case_file(path)
    except CaseError as error:
        return CaseFile(path.name, (), error.problems, 0)


def _draw(path: Path, case: Case, came: Outcome) -> None:
    """Draw the table at the end of a case; the line below it can be shown and played on elsewhere."""
    click.echo(f"{path}: {case.name}: {case.says}")
    if came.deal is None:
        click.echo("This case only checks the rules, so there is no table to draw.\n")
        return
    console = console_for(sys.stdout, ascii_only=False, plain=False)
    console.print(draw_position(came.deal, max(console.width, _NARROWEST), plain=not sys.stdout.isatty()))
    click.echo(f"{position_text(came.deal)}\n")


def _result(path: Path, case: Case, came: Outcome, *, show: bool) -> dict[str, Any]:
    result = {
        "file": str(path),
        "case": case.name,
        "says": case.says,
        "variant": case.variant,
        "options": list(case.options),
        "clauses": list(case.clauses),
        "passed": not came.failures,
        "failures": list(came.failures),
    }
    return {**result, "position": position_text(came.deal) if came.deal else None} if show else result


def _summary(cases: int, failed: int, unread_cases: int, unread_files: int) -> str:
    """Return how many cases passed and failed, and how many cases and files could not be read."""
    numbers = [(cases - failed, "passed"), (failed, "failed")]
    parts = [f"{number} {word}" for number, word in numbers if number]
    if not cases:
        text = "No case was checked."
    elif len(parts) == 1:
        text = f"{several(cases, 'case')} {parts[0].partition(' ')[2]}."
    else:
        text = f"{cases} cases: {', '.join(parts)}."
    for number, what in ((unread_cases, "case"), (unread_files, "file")):
        if number:
            text += f" {several(number, what)} could not be read."
    return text
