"""Count what house rules can say of real families' rules: ``make families``, or ``python -m scripts.families``.

``examples/families`` holds a file of house rules for each family, and ``examples/families/facts`` what its
description says, fact by fact. A fact names the values that say it (``is``), or what no value can say yet
(``missing``). It may also be a rule of every game (``always``), or have no effect on the play (``beside``).
A value that no fact names follows from others, and ``follows`` says why.

Exit status: 0 if every file of house rules says what its facts claim, 1 if not.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from canasta.rules.changes import paths
from canasta.rules.house import inspect
from canasta.rules.load import load
from canasta.rules.shapes import value_text, write_value
from canasta.rules.toml import read_toml

FOLDER: Final = Path(__file__).resolve().parents[1] / "examples" / "families"

_PLAYERS: Final = re.compile(r"players\.(\d+)\.(.+)")
_ABOUT: Final = frozenset({"base", "title", "options"})
_KINDS: Final = ("is", "missing", "always", "beside")


@dataclass(frozen=True, slots=True)
class Family:
    """A family's house rules and what its description says."""

    name: str
    house: dict[str, Any]
    about: dict[str, Any]

    @property
    def facts(self) -> list[dict[str, Any]]:
        """What the description says of the play; facts that have no effect on it are left out."""
        return [fact for fact in self.about["facts"] if "beside" not in fact]

    @property
    def missing(self) -> list[dict[str, Any]]:
        """The facts that no value can say."""
        return [fact for fact in self.facts if "missing" in fact]

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that the house rules can be used with."""
        return inspect(self.house).players

    @property
    def hand_and_foot(self) -> bool:
        """Whether it is a game with a hand and a foot."""
        return "foot" in str(self.house["base"])


def families() -> list[Family]:
    """Return every family of the folder, by name."""
    return [
        Family(path.stem, read_toml(path), read_toml(path.parent / "facts" / path.name))
        for path in sorted(FOLDER.glob("*.toml"))
    ]


def wrong(family: Family) -> Iterator[str]:
    """Yield what is wrong with the files of *family*: rules that cannot be used, facts they do not say, values without a fact."""
    found = inspect(family.house)
    if found.problems:
        yield from map(str, found.problems)
        return
    values = {players: dict(paths(load(players=players, house=family.house))) for players in found.players}
    for fact in family.about["facts"]:
        if sum(kind in fact for kind in _KINDS) != 1:
            yield f"{fact['says']}: a fact has one of {', '.join(_KINDS)}"
        for path, claimed in fact.get("is", {}).items():
            only = _PLAYERS.fullmatch(path)
            numbers = [int(only[1])] if only else [players for players in values if not _apart(fact, players, path)]
            for players in numbers:
                value = values.get(players, {}).get(only[2] if only else path, "nothing")
                if write_value(value) != claimed:
                    yield f"{fact['says']}: {path} is {value_text(value)} with {players} players"
    told = {_of_all(path) for fact in family.about["facts"] for path in fact.get("is", {})}
    follows = set(family.about.get("follows", {}))
    own = {_of_all(path) for path in _written(family.house)}
    yield from (
        f"{path}: no fact says this value, and [follows] gives no reason" for path in sorted(own - told - follows)
    )
    yield from (f"follows: {path} is not a value of the house rules" for path in sorted(follows - own))


def _of_all(path: str) -> str:
    """*path* without its number of players."""
    only = _PLAYERS.fullmatch(path)
    return only[2] if only else path


def _written(table: dict[str, Any], above: str = "") -> Iterator[str]:
    """Yield the paths of the values in a file of house rules."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _written(value, f"{above}{key}.")
        elif above or key not in _ABOUT:
            yield f"{above}{key}"


def _apart(fact: dict[str, Any], players: int, path: str) -> bool:
    """Return whether *fact* has another value at *path* for this number of players."""
    return f"players.{players}.{path}" in fact["is"]


def report(every: list[Family]) -> Iterator[str]:
    """Yield the lines of the count: each family, what is missing, and the sums."""
    for family in every:
        said = len(family.facts) - len(family.missing)
        yield f"{family.name:16}{said:4} of {len(family.facts):2}{'' if family.missing else '  whole'}"
        yield from (f"{'':16}  missing: {fact['missing']}" for fact in family.missing)
    for title, those in (
        ("Hand and Foot", [family for family in every if family.hand_and_foot]),
        ("all", every),
    ):
        facts = sum(len(family.facts) for family in those)
        said = facts - sum(len(family.missing) for family in those)
        whole = sum(not family.missing for family in those)
        yield f"{title}: {said} of {facts} facts ({said / facts:.1%}), {whole} of {len(those)} families whole"


def main() -> int:
    """Check and count."""
    every = families()
    for text in report(every):
        sys.stdout.write(text + "\n")
    problems = [f"{family.name}: {text}" for family in every for text in wrong(family)]
    for text in problems:
        sys.stderr.write(text + "\n")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
