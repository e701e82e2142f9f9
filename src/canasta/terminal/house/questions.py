"""The questions of ``canasta house new`` on values, in the order in which they are asked, by chapter."""

from __future__ import annotations

from canasta.rules.groups import Rules
from canasta.terminal.house.answers import Question
from canasta.terminal.house.deal_questions import deal_questions
from canasta.terminal.house.end_questions import end_questions
from canasta.terminal.house.meld_questions import meld_questions
from canasta.terminal.house.opening_questions import opening_questions
from canasta.terminal.house.pile_questions import pile_questions
from canasta.terminal.house.reserve_questions import reserve_questions
from canasta.terminal.house.three_questions import three_questions


def questions(rules: Rules) -> list[Question]:
    """Return the questions that make sense for *rules*, in their order; the rare ones come last.

    A question depends only on the answers of those before it, so that each keeps its place while they are answered.
    """
    every: list[Question] = [
        *deal_questions(rules),
        *pile_questions(),
        *meld_questions(),
        *three_questions(),
        *reserve_questions(rules),
        *opening_questions(rules),
        *end_questions(rules),
    ]
    return sorted((each for each in every if each.applies(rules)), key=lambda each: each.rare)
