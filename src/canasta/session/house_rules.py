"""Rules for a table from what someone chose or wrote: a game with options, or a text of house rules, all problems at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from canasta.base.errors import Problem, RulesError
from canasta.rules.groups import Rules
from canasta.rules.house import Findings, inspect
from canasta.rules.load import load
from canasta.rules.toml import parse_toml

LARGEST: Final = 64 * 1024
"""The most bytes that a text of house rules may have."""

_NAME: Final = "your house rules"


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
