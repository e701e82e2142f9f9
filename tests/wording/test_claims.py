"""What the handbooks claim of the play is what the judge says, in every game, for every number of players, and with every option.

The same with house rules, and a claim that says anything else is noticed.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import get_args

import pytest

from canasta.base.cards import KIND_KEYS, KIND_NAMES
from canasta.base.errors import RulesError
from canasta.rules.digest import digest
from canasta.rules.groups import Rules
from canasta.rules.load import games, load
from canasta.wording.claims import UNSAID, Answer, Question
from canasta.wording.describe import describe
from canasta.wording.lines import WRITERS, RuleLine
from tests.deal.tables import ALL_TABLES, SOAK
from tests.kernel.random_games import HOUSE
from tests.wording import questions_melds, questions_out, questions_pile
from tests.wording.questions import ASKERS

QUESTIONS: tuple[Question, ...] = get_args(Question)
ASKING = (questions_pile, questions_melds, questions_out)
"""The modules whose askers are in `ASKERS`."""

Table = tuple[str, int, str]
"""A game, a number of players, and an option or none."""

CARDS: tuple[Question, ...] = (
    "cards that freeze the pile",
    "first cards that freeze the pile",
    "cards that block the pile",
)
"""Questions that sentences answer by naming cards."""


ALWAYS: tuple[Question, ...] = ("what takes a frozen pile", "cards needed to discard")
"""Questions with one answer in every game."""

BLOCKING = ('pile.blocked_by=["black three", "red three", "9"]', 'pile.blocked_by=["black three", "4", "K"]')


def lines(rules: Rules) -> Iterator[RuleLine]:
    for clause in WRITERS:
        yield from describe(rules, clause)


def said(rules: Rules) -> dict[Question, Answer]:
    """Return the answer of the book to each question; what several sentences list goes together."""
    answers: dict[Question, Answer] = {}
    for line in lines(rules):
        for claim in line.claims:
            before = answers.get(claim.question)
            if isinstance(before, tuple) and isinstance(claim.answer, tuple):
                answers[claim.question] = (*before, *claim.answer)
            else:
                assert before is None, claim
                answers[claim.question] = claim.answer
    return UNSAID | answers


def differing(rules: Rules, answers: Mapping[Question, Answer]) -> dict[Question, tuple[Answer, Answer]]:
    """Return the questions that the judge answers otherwise than *answers*, with both."""
    found = {question: (answer, ASKERS[question](rules)) for question, answer in answers.items()}
    return {question: (book, judge) for question, (book, judge) in found.items() if ordered(book) != ordered(judge)}


def ordered(answer: Answer) -> Answer:
    """Return the *answer*, names in alphabetical order."""
    names = isinstance(answer, tuple) and all(isinstance(each, str) for each in answer)
    return tuple(sorted(answer)) if names else answer  # type: ignore[arg-type,return-value]


def tables() -> list[Table]:
    """Return every game with every number of players, and with each option once (`make soak`: with every number); each rule set once."""
    found: dict[str, Table] = {}
    for name, players in ALL_TABLES:
        found.setdefault(digest(load(name, players)), (name, players, ""))
    for name, game in games().items():
        for option in game.options.values():
            able = [
                each for each in game.players if each in option.changes_for(each).get("table.players", game.players)
            ]
            for players in able if SOAK else [game.default_players if game.default_players in able else able[0]]:
                rules = load(name, players, options=[option.name])
                found.setdefault(digest(rules), (name, players, option.name))
    return list(found.values())


def houses() -> list[Table]:
    """Games with one house rule that does not contradict them."""
    found = []
    for name in ("classic", "hand-knee-and-foot", "new-canasta"):
        for option in (*HOUSE, *BLOCKING):
            try:
                load(name, options=[option])
            except RulesError:
                continue
            found.append((name, games()[name].default_players, option))
    # Only where natural canastas are needed it matters which ones count as natural.
    return [*found, ("hand-and-foot", 4, "specials.7={bonus=1500,counts=true}")]


@lru_cache(maxsize=1024)
def rules_of(table: Table) -> Rules:
    name, players, option = table
    return load(name, players, options=[option] if option else [])


def shown(table: Table) -> str:
    return "-".join(map(str, table))


TABLES = tables()
HOUSES = houses()


@pytest.mark.parametrize("table", [*TABLES, *HOUSES], ids=shown)
def test_the_judge_says_what_the_book_claims(table: Table) -> None:
    rules = rules_of(table)
    assert differing(rules, said(rules)) == {}


def test_every_question_is_put_and_answered_in_more_than_one_way() -> None:
    assert set(ASKERS) == set(QUESTIONS)
    books = [said(rules_of(table)) for table in [*TABLES, *HOUSES]]
    for question in QUESTIONS:
        answers = {book[question] for book in books if question in book}
        assert len(answers) > 1 or question in ALWAYS, question


def others(answer: Answer) -> list[Answer]:
    """Answers near *answer* that are not it."""
    if isinstance(answer, bool):
        return [not answer]
    if isinstance(answer, int):
        return [answer - 1, answer + 1]
    if isinstance(answer, str):
        return [answer + "?"]
    fewer: list[Answer] = [(*answer[:at], *answer[at + 1 :]) for at in range(len(answer))]
    return [*fewer, (*answer, answer[0] if answer else "4")]


@pytest.mark.parametrize("name", games())
def test_a_claim_that_says_otherwise_is_noticed(name: str) -> None:
    rules = load(name)
    for question, answer in said(rules).items():
        for other in others(answer):
            assert set(differing(rules, {question: other})) == {question}, (question, other)


@pytest.mark.parametrize("table", [table for table in HOUSES if table[0] != "hand-knee-and-foot"], ids=shown)
def test_a_kernel_that_plays_otherwise_is_noticed(table: Table) -> None:
    """The book of a game, and the judge of a neighbour in which one value differs."""
    book, rules = said(load(table[0])), rules_of(table)
    neighbour = said(rules)
    changed = {question: book[question] for question in book.keys() & neighbour.keys()}
    changed = {
        question: answer for question, answer in changed.items() if ordered(answer) != ordered(neighbour[question])
    }
    assert set(differing(rules, changed)) == set(changed)


@pytest.mark.parametrize("name", games())
def test_a_sentence_names_the_cards_it_claims(name: str) -> None:
    for players in games()[name].players:
        rules = load(name, players)
        for line in lines(rules):
            claimed = {kind for claim in line.claims if claim.question in CARDS for kind in claim.answer}  # type: ignore[union-attr]
            if not any(claim.question in CARDS for claim in line.claims):
                continue
            if rules.threes.red == "laid" and "red three" not in line.text:
                claimed -= {"red three"}  # where none can lie on top it is not named
            named = {key for key, word in zip(KIND_KEYS, KIND_NAMES, strict=True) if f"a {word}" in line.text}
            if "a wild card in the pile" in line.text.lower():
                named |= {"joker", "two"}
            assert named == claimed, line.text
