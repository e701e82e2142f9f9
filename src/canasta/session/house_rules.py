"""Rules for a table from what someone chose or wrote: a game with options, or a text of house rules, all problems at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from canasta.base.errors import NotationError, Problem, RulesError
from canasta.rules.groups import Rules
from canasta.rules.house import Findings, inspect
from canasta.rules.load import load
from canasta.rules.toml import parse_toml
from canasta.session.refusals import Refused
from canasta.session.seating import checked_line
from canasta.session.settings import LONGEST_TITLE
from canasta.tally.pad import ENDLESS, pad_house, read_minimums

LARGEST: Final = 64 * 1024
"""The most bytes that a text of house rules may have."""

_NAME: Final = "your house rules"

_PAD: Final[Mapping[str, type]] = {"title": str, "partners": bool, "minimums": str, "target": int}
"""What a pad can say of itself."""

_WRONG_KIND: Final[Mapping[type, str]] = {
    str: "must be text",
    bool: "must be true or false",
    int: "must be a whole number",
}

_LONGEST_MINIMUMS: Final = 200

_NO_PAD: Final = "This pad can't be used."


def read_house_rules(text: str) -> dict[str, Any]:
    """Return what house rules written as TOML say. Raises `RulesError` for a text that is too long, or no TOML."""
    if len(text.encode(errors="surrogatepass")) > LARGEST:
        problem = Problem("", f"the text has more than {LARGEST >> 10} KiB, the limit for house rules")
        raise RulesError("These house rules cannot be read.", (problem,))
    return parse_toml(text, _NAME)


def check_house_rules(text: str) -> Findings:
    r"""Return everything that is wrong or odd in house rules written as TOML, for every number of players.

    >>> found = check_house_rules("base = 'classic'\n[meld]\nwilds = 'x'\nfoo = 1")
    >>> [problem.path for problem in found.problems]
    ['meld.wilds', 'meld.foo']
    """
    try:
        return inspect(read_house_rules(text))
    except RulesError as error:
        return Findings(error.problems, (), ())


def table_rules(game: str | None, players: int | None, options: Sequence[str] = (), house: str = "") -> Rules:
    r"""Return the rules of a table: *game* for a number of *players* with *options*, and the text of *house* rules.

    Raises `RulesError` with every problem found.

    >>> table_rules(None, 4, house="base = 'classic'\ntitle = 'Ours'").title
    'Ours'
    """
    return load(game, players, options, read_house_rules(house) if house else None)


def pad_rules(pad: Mapping[str, Any], players: int | None) -> Rules:
    """Return the rules of a *pad* for a number of *players*, on which points are kept for a game without rules here.

    It has a ``title``, and can have ``partners`` who sit opposite each other, ``minimums`` as `read_minimums` reads them, and a
    ``target``; 0 is none. Raises `RulesError` with the problems found.

    >>> pad_rules({"title": "Rummy", "minimums": "0:30 100:60"}, 3).opening.minimums
    ((0, 30), (100, 60))
    """
    problems = [Problem(f"pad.{key[:40]}", "is not known here") for key in pad if key not in _PAD]
    told = {key: pad.get(key, kind()) for key, kind in _PAD.items()}
    problems += [Problem(f"pad.{key}", _WRONG_KIND[kind]) for key, kind in _PAD.items() if type(told[key]) is not kind]
    if players is None:
        problems.append(Problem("players", "say how many play"))
    if problems:
        raise RulesError(_NO_PAD, tuple(problems))
    rows: list[tuple[int, int]] = []
    title, minimums = told["title"], told["minimums"].strip()
    try:
        title = checked_line(title, LONGEST_TITLE, "The title of a game")
    except Refused as wrong:
        problems.append(Problem("pad.title", wrong.text))
    try:
        rows = read_minimums(minimums[:_LONGEST_MINIMUMS]) if minimums else []
    except NotationError as wrong:
        problems.append(Problem("pad.minimums", str(wrong)))
    if not 0 <= told["target"] <= ENDLESS:
        problems.append(Problem("pad.target", f"must be at most {ENDLESS:,}"))
    if problems:
        raise RulesError(_NO_PAD, tuple(problems))
    return load(None, players, house=pad_house(title, 2 if told["partners"] else 0, rows, told["target"]))
