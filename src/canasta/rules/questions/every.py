"""All questions on house rules, in the order in which they are asked."""

from __future__ import annotations

from canasta.base.cards import KIND_KEYS, KIND_NAMES
from canasta.base.english import plural
from canasta.rules.groups import Rules
from canasta.rules.questions import deal, end, melds, opening, pile, reserves, threes
from canasta.rules.questions.row import Question, Word, YesNo, for_each


def questions(rules: Rules) -> list[Question]:
    """Return the questions that make sense for *rules*, in their order; the rare ones come last.

    A question depends only on the answers of those before it, so that each keeps its place while they are answered.
    """
    own = [(each, each.name, each.name) for each in rules.reserves]
    special = [(each, each.rank, plural(KIND_NAMES[KIND_KEYS.index(each.rank)])) for each in rules.specials]
    every = [
        *(*deal.CARDS_AND_PLAYERS, *deal.HANDS, *for_each(deal.RESERVES, own), *deal.DEAL),
        *(*pile.PILE, *melds.MELDS, *melds.DISCARD, *threes.THREES, *for_each(reserves.RESERVES, own)),
        *(*opening.OPENING, *opening.TURNS, *end.GOING_OUT, *end.STOCK),
        *(*end.CANASTAS, *for_each(reserves.RANKS, special), *end.COUNT, *end.END_OF_MATCH, *end.WORDS),
    ]
    return sorted((each for each in every if each.makes_sense(rules)), key=lambda each: each.rare)


def possible_answers(question: Question, rules: Rules) -> list[str]:
    """Return the answers to *question*, of which there are few; only the one that holds where it asks for anything else."""
    few = isinstance(question, YesNo | Word)
    return [texts[0] for texts in question.answers] if few else [question.shown(rules)]
