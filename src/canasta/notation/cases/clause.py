"""The names of rules in a case, and what is meant where there is no rule of a name."""

from __future__ import annotations

import difflib
from dataclasses import fields
from functools import cache

from canasta.base.clauses import BY_NAME
from canasta.base.errors import NotationError
from canasta.notation.reading import read_text
from canasta.rules.groups import GROUPS
from canasta.rules.value_clauses import clause_of


def read_clause(value: object) -> str:
    """Return the name of a rule. Raises `NotationError` with the nearest one, or the rule that a value of this path belongs to."""
    text = read_text(value)
    if text in BY_NAME:
        return text
    owners = _owners()
    if text in owners:
        raise NotationError(f"{text} is a value, not a rule. It belongs to the rule {owners[text]}")
    near = difflib.get_close_matches(text.lower(), sorted({*BY_NAME, *owners}), 1, 0.6)
    hint = f" (did you mean {owners.get(near[0], near[0])}?)" if near else ""
    raise NotationError(f'no rule is called "{text}"{hint}; canasta rules GAME lists the names of all rules')


@cache
def _owners() -> dict[str, str]:
    """Return the rules that values belong to, by the paths of the values that are not called like their rule."""
    found: dict[str, str] = {}
    for group, kind in GROUPS.items():
        for each in fields(kind):
            clause = clause_of(group, each.name)
            if clause and f"{group}.{each.name}" not in BY_NAME:
                found[f"{group}.{each.name}"] = clause
    return found
