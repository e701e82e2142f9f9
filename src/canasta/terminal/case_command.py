"""``canasta case``: what files of situations say of the rules, checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import click

from canasta.errors import Problem, problem_lines
from canasta.notation.cases.case import Case, CaseError, read_cases
from canasta.notation.cases.verdict import run
from canasta.terminal.file_list import FileName, files_in, none_in

FAILED = 1
UNREADABLE = 2
_ENDING: Final = ".toml"


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=FileName())
@click.option("--json", "as_json", is_flag=True, help="Write the results as JSON.")
def case(files: tuple[Path, ...], as_json: bool) -> None:
    """Check what files of situations say of the rules.

    A folder stands for all case files in it. Cases that come out as they say are only counted. The exit code is
    1 if a case fails and 2 if a file cannot be used.
    """
    results: list[dict[str, Any]] = []
    unreadable: list[dict[str, Any]] = []
    for path in files_in(files, _ENDING):
        try:
            cases = _cases(path)
        except CaseError as error:
            problems = [{"where": problem.path, "text": problem.text} for problem in error.problems]
            unreadable.append({"file": str(path), "problems": problems})
            if not as_json:
                for line in problem_lines(error.problems):
                    click.echo(f"{path}: {line}", err=True)
            continue
        for each in cases:
            failures = run(each)
            results.append(_result(path, each, failures))
            if failures and not as_json:
                click.echo(f"{path}: {each.name}: {'; '.join(failures)}")
    failed = sum(not result["passed"] for result in results)
    if as_json:
        click.echo(json.dumps({"cases": results, "unreadable": unreadable}, ensure_ascii=False, indent=1))
    else:
        click.echo(_summary(len(results), failed, len(unreadable)))
    if failed or unreadable:
        raise SystemExit(UNREADABLE if unreadable else FAILED)


def _cases(path: Path) -> list[Case]:
    if path.is_dir():
        raise CaseError(f"{path.name} cannot be used.", (Problem(path.name, none_in("case file", _ENDING)),))
    return read_cases(path)


def _result(path: Path, case: Case, failures: list[str]) -> dict[str, Any]:
    return {
        "file": str(path),
        "case": case.name,
        "says": case.says,
        "variant": case.variant,
        "options": list(case.options),
        "clauses": list(case.clauses),
        "passed": not failures,
        "failures": failures,
    }


def _summary(cases: int, failed: int, unreadable: int) -> str:
    """How many cases there are, and how many did not come out; *unreadable* files could not be used."""
    text = f"{cases} {'case' if cases == 1 else 'cases'}: "
    text += (
        "all come out as they say." if cases and not failed else f"{failed} failed." if failed else "nothing to check."
    )
    if unreadable:
        text += f" {unreadable} {'file' if unreadable == 1 else 'files'} could not be used."
    return text
