"""Case files: situations, and what the rules say of them, in TOML.

`read_cases` reads a file and builds every position in it, so that everything wrong with the file is known
before a case runs; `canasta.notation.cases.verdict.run` reports what differs from what a case expects.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from canasta.base.clauses import BY_NAME
from canasta.base.errors import NotationError, Problem, RulesError, SetupError, problem_lines
from canasta.deal.deal import Deal
from canasta.deal.view import view
from canasta.notation.cases.arrangement import arrange
from canasta.notation.cases.clause import read_clause
from canasta.notation.cases.expected import Expected, read_expected
from canasta.notation.cases.outline import Outline, read_outline
from canasta.notation.move_text import parse_move
from canasta.notation.reading import Fields, many, one_or_many, place, read_number, read_text
from canasta.rules.groups import Rules
from canasta.rules.load import load
from canasta.rules.toml import read_toml

_ID: Final = re.compile(r"[A-Za-z0-9]+([-_.][A-Za-z0-9]+)*")
_SEATED: Final = re.compile(r"(\d+):\s*(.*)", re.DOTALL)
_OF_FILE: Final = ("variant", "players", "options", "house", "clause", "case")

Loader: TypeAlias = Callable[[str, int | None, tuple[str, ...], Mapping[str, Any]], Rules]
"""Gives the rules of a game by its name, the number of players, options and house rules, as `load` does."""


class CaseError(NotationError):
    """A case file with something wrong, with all its problems."""

    def __init__(self, title: str, problems: tuple[Problem, ...]) -> None:
        self.title = title
        self.problems = problems
        super().__init__("\n".join([title, *(f"  {line}" for line in problem_lines(problems))]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One situation of one game and number of players.

    *name* tells it from the other cases of its file: its *id*, and the game where it runs with several.
    *clauses* are the rules it is about, with those that explain a cause. Where *unplayable* is given, the rules must
    be refused with that text.
    """

    id: str
    name: str
    says: str
    variant: str
    options: tuple[str, ...]
    clauses: tuple[str, ...]
    rules: Rules | None
    outline: Outline = field(default_factory=Outline)
    moves: tuple[str, ...] = ()
    expected: Expected = field(default_factory=Expected)
    unplayable: str = ""
    refusals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseFile:
    """What a file holds: the *cases* that can be run, the *problems* of the others, and how many of those there are."""

    title: str
    cases: tuple[Case, ...]
    problems: tuple[Problem, ...]
    unreadable: int

    @property
    def sound(self) -> tuple[Case, ...]:
        """All cases. Raises `CaseError` if there is anything wrong with the file."""
        if self.problems:
            raise CaseError(f"{self.title} cannot be used.", self.problems)
        return self.cases


def read_case_file(path: Path) -> CaseFile:
    """Return the cases of the file at *path*, one for each game and number of players they are for.

    Raises `CaseError` for a file that is missing or is not TOML.
    """
    try:
        table = read_toml(path)
    except RulesError as error:
        raise CaseError(error.title, error.problems) from error
    return case_file_of(table, path.name)


def read_cases(path: Path) -> list[Case]:
    """Return as `read_case_file`, but raises `CaseError` with every problem of the file."""
    return list(read_case_file(path).sound)


def cases_of(table: Mapping[str, Any], name: str, loader: Loader = load) -> list[Case]:
    """Return the cases that the content of a file called *name* means, with the games of *loader*; as `read_cases`."""
    return list(case_file_of(table, name, loader).sound)


def case_file_of(table: Mapping[str, Any], name: str, loader: Loader = load) -> CaseFile:
    """Return what the content of a file called *name* means, with the games of *loader*; what is wrong with one case hurts no other."""
    problems: list[Problem] = []
    cases: list[Case] = []
    unreadable = 0
    whole = Fields(table, problems)
    content = table.get("case", [])
    if not isinstance(content, list) or not content:
        problems.append(Problem("case", "the file has no cases: write each below a line [[case]]"))
        content = []
    whole.finish(_OF_FILE)
    ids: set[str] = set()
    for number, item in enumerate(content, 1):
        if not isinstance(item, Mapping):
            problems.append(Problem(f"case {number}", "must be a table: write [[case]] above the case"))
            unreadable += 1
            continue
        own = item.get("id")
        label = own if isinstance(own, str) and _ID.fullmatch(own) else ""
        where = f"case {label or number}: "
        found: list[Problem] = []
        if not label:
            text = "give the case an id made of letters and digits, with hyphens, dots or underscores between words"
            found.append(Problem(f"{where}id", text))
        elif label in ids:
            found.append(Problem(f"{where}id", "another case in this file has the same id"))
        ids.add(label)
        usual = {key: table[key] for key in _OF_FILE[:-1] if key in table}
        read = list(_expanded(usual, item, label, Fields({**usual, **item}, found, where), loader))
        cases += [] if found else read
        problems += dict.fromkeys(found)
        unreadable += bool(found)
    return CaseFile(name, tuple(cases), tuple(problems), unreadable)


def _expanded(
    usual: Mapping[str, Any], item: Mapping[str, Any], label: str, fields: Fields, loader: Loader
) -> Iterator[Case]:
    """Yield the case of *item* once for each of its games and numbers of players; *usual* is what its file says."""
    variants = fields.read("variant", one_or_many(read_text), ())
    players = fields.read("players", one_or_many(lambda value: read_number(value, 1, 20)), (None,))
    options = fields.read("options", many(read_text), ())
    if "options" in usual and "options" in item:
        options = (*Fields(usual, fields.problems, "").read("options", many(read_text), ()), *options)
    if not variants:
        fields.wrong("variant", "name the game, here or at the top of the file")
    for variant in variants:
        for number in players:
            several = [part for part, all_of in ((variant, variants), (number, players)) if len(all_of) > 1]
            name = f"{label} [{', '.join(map(str, several))}]" if several else label
            yield from _one(fields, name, variant, options, _rules(loader, variant, number, options, fields))


def _one(
    fields: Fields, name: str, variant: str, options: tuple[str, ...], loaded: tuple[Rules | None, tuple[Problem, ...]]
) -> Iterator[Case]:
    """Yield the case with the rules that were *loaded*, or with why there are none."""
    label, says = fields.read("id", read_text, ""), fields.read("says", read_text, "")
    if not says:
        fields.wrong("says", "describe in one sentence what the case shows")
    clauses = fields.read("clause", one_or_many(read_clause), ())
    unplayable = fields.read("unplayable", read_text, "")
    fields.read("options", lambda value: value, None)
    rules, why = loaded
    refusals = () if rules else tuple(map(str, why))
    if unplayable:
        fields.finish(("variant", "players"))
        yield Case(
            id=label,
            name=name,
            says=says,
            variant=variant,
            options=options,
            clauses=clauses,
            rules=rules,
            unplayable=unplayable,
            refusals=refusals,
        )
        return
    if rules is None:
        for problem in why:
            _blame(problem, fields, options)
        return
    before = len(fields.problems)
    outline = read_outline(fields, rules)
    moves = fields.read("moves", many(read_text), ())
    expected = read_expected(fields, rules)
    fields.finish(("variant", "players", "options"))
    cited = (*clauses, *expected.cited)
    case = Case(
        id=label,
        name=name,
        says=says,
        variant=variant,
        options=options,
        clauses=tuple(dict.fromkeys((*cited, *(BY_NAME[name].rule for name in cited if name in BY_NAME)))),
        rules=rules,
        outline=outline,
        moves=moves,
        expected=expected,
    )
    if len(fields.problems) == before and _buildable(case, rules, fields):
        yield case


def _rules(
    loader: Loader, variant: str, players: int | None, options: tuple[str, ...], fields: Fields
) -> tuple[Rules | None, tuple[Problem, ...]]:
    return _loaded(loader, variant, players, options, _Frozen(fields.mapping("house")))


def _blame(problem: Problem, fields: Fields, options: tuple[str, ...]) -> None:
    """Note why there are no rules with the key of the case that is to blame."""
    if problem.path == "game":
        fields.wrong("variant", problem.text)
        return
    named = {text.partition("=")[0].strip() for text in options}
    house = fields.mapping("house")
    group = problem.path.partition(".")[0]
    if problem.path == "players":
        key = "players"
    elif problem.path in named or not (group in house or problem.path in house):
        key = "options" if options else "house" if house else "variant"
    else:
        key = "house"
    fields.wrong(key, str(problem))


class _Frozen:
    """House values as a key: equal when written alike."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.table = table
        self._text = repr(table)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Frozen) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)


@lru_cache(maxsize=256)
def _loaded(
    loader: Loader, variant: str, players: int | None, options: tuple[str, ...], house: _Frozen
) -> tuple[Rules | None, tuple[Problem, ...]]:
    """Return the rules, or why there are none."""
    try:
        return loader(variant, players, options, house.table), ()
    except RulesError as error:
        return None, error.problems


def _buildable(case: Case, rules: Rules, fields: Fields) -> bool:
    """Return whether the position can be built and its moves be read; notes why not."""
    try:
        deal, _ = arrange(rules, case.outline)
    except SetupError as error:
        for problem in error.problems:
            fields.wrong(problem.path, problem.text)
        return False
    fine = True
    texts = [("moves", move) for move in case.moves]
    texts += [("can", move) for move in case.expected.can] + [("cannot", move) for move in case.expected.cannot]
    for key, text in texts:
        try:
            seat, rest = seated(text, deal)
            if key == "moves" and rest.strip() == UNDO:
                continue
            parse_move(rest, view(deal, seat))
        except NotationError as error:
            fields.wrong(key, f'"{text}" cannot be read: {error}')
            fine = False
    return fine


UNDO: Final = "undo"
"""Stands among the moves of a case for taking the last one back."""


def seated(text: str, deal: Deal) -> tuple[int, str]:
    """Return the seat that makes the move *text* in *deal*, and the move."""
    found = _SEATED.fullmatch(text.strip())
    if not found:
        return deal.actor, text
    seats = deal.rules.seats
    return place(seats, "seat")(found[1]), found[2]
