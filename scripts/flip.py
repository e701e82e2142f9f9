"""Prove that the case files notice every rule: ``make flip``, or ``python -m scripts.flip``.

Each value that a packaged game or one of its options states is replaced by other acceptable values, one at a
time, and the cases that concern it are run: one of them must fail. Where the loader refuses a
value as a contradiction, the values that it contradicts are changed as well, and a case that comes out with
those changes must fail when the value is flipped too. Values that only tell people something are left out.

Values that no packaged game states are flipped in the cases whose house rules set them: ``house rules`` stands for
their game. A value that no case sets at all counts as not noticed.

Exit status: 0 if every value is noticed, 1 if not, 2 if a game or a file of cases cannot be used.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import re
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from canasta.base.errors import RulesError
from canasta.notation.cases.case import Case, CaseError, cases_of
from canasta.notation.cases.outline import Outline
from canasta.notation.cases.verdict import run
from canasta.rules.changes import Reading, paths
from canasta.rules.digest import digest
from canasta.rules.game import Game
from canasta.rules.groups import Rules
from canasta.rules.load import find, games, rules_of
from canasta.rules.shapes import LISTS
from canasta.rules.toml import read_toml
from scripts.flips import (
    HOUSE,
    HouseLine,
    Line,
    clause,
    concerns,
    flipped,
    flips,
    house_lines,
    lines,
    others,
    unstated,
    written,
)
from scripts.no_effect import NO_EFFECT, NOT_IN_CASES

CASES: Final = Path(__file__).resolve().parents[1] / "tests" / "cases"

_MOST_CHANGES: Final = 3
"""Values changed besides one that contradicts them."""
_MOST_TRIES: Final = 200

_NAMED: Final = 3
"""Parts of the path of a value in a list of tables: group, item, value."""

_PATH: Final = re.compile(r"[a-z]+(?:\.\w+)+")
_SET_UP: Final = frozenset({*Outline.__dataclass_fields__, "turn", "results"})


@dataclass(frozen=True, slots=True)
class Unit:
    """One case for one game and number of players: its file and content, the case as read, its rules."""

    file: str
    table: Mapping[str, Any] = field(hash=False)
    case: Case = field(hash=False)
    digest: str = ""

    def get(self, key: str) -> Any:
        """Return what the case or its file says at *key*."""
        return self.table["case"][0].get(key, self.table.get(key))

    def with_house(self, changes: Sequence[str]) -> Mapping[str, Any]:
        """Return the content with *changes*, each ``path=value`` with the value as JSON, on top of its house rules."""
        if not changes:
            return self.table
        (item,) = self.table["case"]
        house: Mapping[str, Any] = self.get("house") or {}
        # What options of house rules state gives way to the values beside them.
        house = {**house, "options": [*house.get("options", ()), *(self.get("options") or ())]}
        for change in changes:
            path, _, value = change.partition("=")
            house = _with(house, path.split("."), json.loads(value))
        return {**self.table, "case": [{**item, "options": [], "house": house}]}


def _with(table: Mapping[str, Any], keys: Sequence[str], value: Any) -> Mapping[str, Any]:
    """*table* with *value* at the path *keys*."""
    key, *rest = keys
    if len(keys) == _NAMED and keys[2] == LISTS.get(key):
        # The heading of an item is its name.
        return {**table, key: {str(value) if name == keys[1] else name: item for name, item in table[key].items()}}
    return {**table, key: _with(table.get(key, {}), rest, value) if rest else value}


@dataclass(slots=True)
class Found:
    """What became of a line: its flips with the case that noticed each, and those that none did."""

    line: Line
    noticed: dict[str, str] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    unnoticed: list[str] = field(default_factory=list)
    no_effect: dict[str, str] = field(default_factory=dict)
    stale: dict[str, str] = field(default_factory=dict)

    @property
    def tried(self) -> int:
        """How many flips were tried."""
        return len(self.noticed) + len(self.refused) + len(self.unnoticed) + len(self.no_effect)

    @property
    def unproved(self) -> bool:
        """Whether every flip is refused."""
        return not (self.noticed or self.no_effect or self.unnoticed or self.stale)

    @property
    def fine(self) -> bool:
        """Whether the cases notice the line."""
        return not (self.unnoticed or self.stale or self.unproved)


class Loading:
    """Gives the rules of *known* games; each set is worked out once. All cases also get the *house* rules given."""

    def __init__(self, known: Mapping[str, Game], house: tuple[str, ...] = ()) -> None:
        self.known = known
        self.house = house
        self.loaded: dict[str, Rules | RulesError] = {}

    def __call__(self, variant: str, players: int | None, options: tuple[str, ...], house: Mapping[str, Any]) -> Rules:
        """Return as `canasta.rules.load.load`."""
        key = repr((variant, players, options, house))
        if key not in self.loaded:
            try:
                self.loaded[key] = rules_of(find(variant, house, self.known), players, options, house)
            except RulesError as error:
                self.loaded[key] = error
        rules = self.loaded[key]
        if isinstance(rules, RulesError):
            raise rules
        return rules

    def rules(self, unit: Unit, more: tuple[str, ...] = ()) -> Rules | RulesError:
        """Return the rules of a case, with *more* house rules, or why there are none."""
        (item,) = unit.with_house((*self.house, *more))["case"]
        house, options = (item.get(key, unit.get(key)) for key in ("house", "options"))
        try:
            return self(unit.case.variant, unit.get("players"), tuple(options or ()), house or {})
        except RulesError as error:
            return error

    def fails(self, unit: Unit, more: tuple[str, ...] = ()) -> bool:
        """Return whether the case can be set up with these games and does not come out."""
        try:
            (case,) = cases_of(unit.with_house((*self.house, *more)), unit.file, self)
        except CaseError as error:
            keys = {problem.path.rpartition(": ")[2].partition(".")[0] for problem in error.problems}
            return not keys & _SET_UP
        return bool(run(case))


@cache
def unchanged() -> Loading:
    """Return the games as they are."""
    return Loading(games())


@cache
def units() -> tuple[tuple[Unit, ...], tuple[str, ...]]:
    """Return every case that comes out as it says, each by itself; and the names of those that do not."""
    sound, broken = [], []
    for path in sorted(CASES.rglob("*.toml")):
        file = str(path.relative_to(CASES))
        content = read_toml(path)
        usual = {key: value for key, value in content.items() if key != "case"}
        for item, variant, players in _single(content):
            table = {**usual, "case": [{**item, "variant": variant} | ({"players": players} if players else {})]}
            (case,) = cases_of(table, path.name, unchanged())
            if run(case):
                broken.append(f"{file}: {case.name} of {variant}")
            else:
                sound.append(Unit(file, table, case, digest(case.rules) if case.rules else ""))
    return tuple(sound), tuple(broken)


def _single(content: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], str, int | None]]:
    """Yield each case of a file with each of its games and numbers of players."""
    for item in content["case"]:
        variants, players = (item.get(key, content.get(key)) for key in ("variant", "players"))
        for variant in variants if isinstance(variants, list) else [variants]:
            for number in players if isinstance(players, list) else [players]:
                yield item, variant, number


def concerned(line: Line) -> list[Unit]:
    """Return the cases that could notice *line*, those about its clause first."""
    if isinstance(line, HouseLine):
        setting = [unit for unit in units()[0] if unit.case.variant == line.base and _sets(unit, line)]
        return sorted(setting, key=lambda unit: line.clause not in unit.case.clauses)
    chosen = [
        unit
        for unit in units()[0]
        if concerns(line, games()[unit.case.variant]) and (not line.option or line.option in unit.case.options)
    ]
    folder = line.path.partition(".")[0] + "/"
    return sorted(chosen, key=lambda unit: (line.clause not in unit.case.clauses, not unit.file.startswith(folder)))


def _sets(unit: Unit, line: Line) -> bool:
    """Return whether the house rules of the case have the value of *line*."""
    missing = object()
    return bool(Reading([]).groups(unit.get("house") or {}).get(line.path, missing) == line.value)


def changed_by(line: Line, value: Any) -> Loading:
    """Return the games and house rules with *value* in place of the line's own."""
    if isinstance(line, HouseLine):
        return Loading(games(), (f"{line.path}={written(value)}",))
    return Loading(flipped(line, value))


def notice(line: Line, value: Any, cases: list[Unit]) -> tuple[str, Unit | None, bool]:
    """Return what becomes of the *cases* with *value* instead of the line's own.

    Gives the case that fails, a case whose rules the loader refuses then, and whether it accepts any others.
    """
    after = changed_by(line, value)
    accepted = False
    refused = None
    for unit in cases:
        rules = after.rules(unit)
        if unit.case.rules is None:
            # Rules or a number of players that must be refused, and for that reason.
            if after.fails(unit):
                return f"{unit.file}: {unit.case.name}", None, True
        elif isinstance(rules, RulesError):
            if line.path == "table.players":
                return f"{unit.file}: {unit.case.name}", None, True
            refused = refused or unit
        elif digest(rules) != unit.digest:
            accepted = True
            if after.fails(unit):
                return f"{unit.file}: {unit.case.name}", None, True
    return "", refused, accepted


def notice_with_changes(line: Line, value: Any, cases: list[Unit], refused: Unit) -> str:
    """Return the case that fails after the flip and not before it, both with changes that make the flip possible."""
    after = changed_by(line, value)
    tried: set[tuple[str, ...]] = set()
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        more = waiting.pop(0)
        rules = after.rules(refused, more)
        if isinstance(rules, Rules):
            case = _noticed_with(after, more, cases)
            if case:
                return f"{case}, with {' and '.join(more)}"
        elif len(more) < _MOST_CHANGES:
            for further in _changes(rules, refused):
                wider = tuple(sorted({*more, further}))
                if wider not in tried and len(tried) < _MOST_TRIES:
                    tried.add(wider)
                    waiting.append(wider)
    return ""


def _noticed_with(after: Loading, more: tuple[str, ...], cases: list[Unit]) -> str:
    for unit in cases:
        rules, before = after.rules(unit, more), unchanged().rules(unit, more)
        if isinstance(rules, RulesError) or isinstance(before, RulesError) or digest(rules) == digest(before):
            continue
        if after.fails(unit, more) and not unchanged().fails(unit, more):
            return f"{unit.file}: {unit.case.name}"
    return ""


def _changes(error: RulesError, unit: Unit) -> Iterator[str]:
    """Other values for whatever a refusal speaks of, and for the other values of the same clauses."""
    assert unit.case.rules is not None
    values = dict(paths(unit.case.rules))
    for problem in error.problems:
        named = dict.fromkeys(_PATH.findall(str(problem)))
        item = [path for path in values if path.count(".") > 1 and path.startswith(problem.path.rpartition(".")[0])]
        ruled = [path for path in values if problem.path in values and clause(path) == clause(problem.path)]
        for path in dict.fromkeys((*named, *item, *ruled)):
            for other in others(path, values[path]) if path in values else ():
                yield f"{path}={written(other)}"


def judge(line: Line) -> Found:
    """Try every flip of *line*."""
    found = Found(line)
    cases = concerned(line)
    contradictions: dict[str, tuple[Any, Unit]] = {}
    for value in flips(line):
        text = f"{line}: {written(line.value)} → {written(value)}"
        case, refused, accepted = notice(line, value, cases)
        if refused and accepted:
            # What is left to accept it is not the game as it is played: see whether that would notice it.
            case = notice_with_changes(line, value, cases, refused)
        if case:
            (found.stale if (line.game, text) in NO_EFFECT else found.noticed)[text] = case
        elif refused and not accepted:
            contradictions[text] = value, refused
        elif why := NO_EFFECT.get((line.game, text)) or NO_EFFECT.get((line.game, str(line))):
            found.no_effect[text] = why
        else:
            found.unnoticed.append(text)
    for text, (value, refused) in contradictions.items():
        case = "" if found.noticed else notice_with_changes(line, value, cases, refused)
        if case:
            found.noticed[text] = case
        elif why := NO_EFFECT.get((line.game, str(line))):
            found.no_effect[text] = why
        else:
            found.refused.append(text)
    if (line.game, str(line)) in NO_EFFECT and not found.no_effect:
        found.stale[str(line)] = next(iter(found.noticed.values()), "")
    return found


def summary(found: list[Found]) -> dict[str, Any]:
    """Return what was found of the lines of one game, as plain tables."""
    return {
        "values": len(found),
        "flips": sum(each.tried for each in found),
        "noticed": {text: case for each in found for text, case in each.noticed.items()},
        "refused": sorted(text for each in found for text in each.refused),
        "without effect": {text: why for each in found for text, why in each.no_effect.items()},
        "not noticed": sorted(text for each in found for text in each.unnoticed),
        "always refused": sorted(str(each.line) for each in found if each.unproved),
        "noticed all the same": sorted(text for each in found for text in each.stale),
    }


def write(name: str, found: list[Found], *, verbose: bool) -> None:
    """Write what was found of one game for people."""
    table = summary(found)
    missing = sum(not each.fine for each in found)
    print(
        f"{name}: {table['values']} values, {table['flips']} flips: {len(table['noticed'])} noticed, "
        f"{len(table['refused'])} refused as contradictions, {len(table['without effect'])} without effect; "
        + (
            f"{missing} {'value is' if missing == 1 else 'values are'} not noticed"
            if missing
            else "every value is noticed"
        )
    )
    for text, case in sorted(table["noticed"].items()) if verbose else ():
        print(f"    {text}    by {case}")
    for text in table["not noticed"]:
        print(f"  no case notices {text}")
    for text in table["always refused"]:
        print(f"  every flip is refused: {text}")
    for text in table["noticed all the same"]:
        print(f"  listed as without effect, and noticed: {text}")


def _begin() -> None:
    """Prepare a process of the pool: an interrupt from the keyboard is its parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def try_all(tasks: list[Line], jobs: int | None) -> Iterator[Found]:
    """Judge every line, in *jobs* processes or as many as there are processors, and show how far it is."""
    shown = sys.stderr.isatty()
    with multiprocessing.Pool(jobs, initializer=_begin) as pool:
        for number, found in enumerate(pool.imap_unordered(judge, tasks, chunksize=4), 1):
            if shown:
                print(f"\rflip: {number} of {len(tasks)} values", end="", file=sys.stderr, flush=True)
            yield found
    if shown:
        print("\r\033[K", end="", file=sys.stderr)


def lines_of(name: str) -> list[Line]:
    """Return the values to flip of the game *name*, or of the house rules of cases."""
    if name != HOUSE:
        return list(lines(name))
    return list(house_lines((unit.case.variant, unit.get("house") or {}) for unit in units()[0]))


def unset() -> list[str]:
    """Return the values that no packaged game states and no case sets."""
    shown = {(line.path.partition(".")[0], line.path.rpartition(".")[2]) for line in lines_of(HOUSE)}
    return [each for each in unstated() if each not in NOT_IN_CASES and tuple(each.split(".")) not in shown]


def report(
    results: Mapping[str, list[Found]], broken: Sequence[str], lacking: Sequence[str], *, as_json: bool, verbose: bool
) -> None:
    """Write everything that was found."""
    if as_json:
        tables = {name: summary(found) for name, found in results.items()}
        whole = {"games": tables, "failing cases": broken, "set nowhere": lacking}
        print(json.dumps(whole, indent=2, ensure_ascii=False))
        return
    for name, found in results.items():
        write(name, found, verbose=verbose)
    for text in lacking:
        print(f"no game and no case sets {text}")
    for text in broken:
        print(f"left out, for it fails by itself: {text}")


def main() -> int:
    """Flip the values of the games named, or of all games."""
    parser = argparse.ArgumentParser(prog="flip", description="Prove that the case files notice every rule.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="games; without any, all of them")
    parser.add_argument("--only", default="", metavar="TEXT", help="only values whose path contains TEXT")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes; without it, one for each processor")
    parser.add_argument("--json", action="store_true", help="write everything as JSON")
    parser.add_argument("-v", "--verbose", action="store_true", help="name the case that noticed each flip")
    options = parser.parse_args()
    if options.jobs is not None and options.jobs < 1:
        parser.error(f"--jobs {options.jobs}: at least 1 process is needed")
    names = options.games or [*games(), HOUSE]
    for name in names:
        if name not in (*games(), HOUSE):
            print(f"flip: there is no game {name}; there are {', '.join([*games(), HOUSE])}", file=sys.stderr)
            return 2
    try:
        broken = units()[1]
    except CaseError as error:
        print(error, file=sys.stderr)
        return 2
    results: dict[str, list[Found]] = {name: [] for name in names}
    try:
        for found in try_all(
            [line for name in names for line in lines_of(name) if options.only in str(line)], options.jobs
        ):
            results[found.line.game].append(found)
    except KeyboardInterrupt:
        print("\nflip: stopped", file=sys.stderr)
        return 130
    lacking = unset() if HOUSE in names and not options.only else []
    report(results, broken, lacking, as_json=options.json, verbose=options.verbose)
    return 0 if all(found.fine for each in results.values() for found in each) and not lacking else 1


if __name__ == "__main__":
    sys.exit(main())
