"""What is wrong with the rules that someone chose, as HTTP tells it: all problems at once, each with its path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from canasta.base.errors import Problem, RulesError
from canasta.session.house_rules import check_house_rules, table_rules


def findings(game: str | None, players: int | None, options: Sequence[str], house: str) -> dict[str, Any]:
    """Return what is wrong with these rules, each problem with its path; and what is odd about the house rules."""
    advice: Sequence[Problem] = ()
    try:
        if house.strip() and game is None:
            found = check_house_rules(house)
            advice = found.advice
            if found.problems:
                raise RulesError("These house rules cannot be used.", found.problems)  # noqa: TRY301 - told alike
        rules = table_rules(game, players, options, house if house.strip() else "")
    except RulesError as error:
        return {**told(error), "advice": _listed(advice)}
    return {"title": rules.title, "players": rules.seats, "problems": [], "advice": _listed(advice)}


def told(error: RulesError) -> dict[str, Any]:
    """*error* as JSON: its sentence, and all problems."""
    return {"text": error.title, "problems": _listed(error.problems)}


def _listed(problems: Sequence[Problem]) -> list[dict[str, str]]:
    return [{"path": each.path, "text": each.text} for each in problems]
