"""What is asked besides a table itself, from plain data to plain data: games, rules, handbooks, records.

``docs/protocol.md`` lists the same over HTTP. Nothing here knows who asks, or how often.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

from canasta.base.clauses import BY_NAME
from canasta.base.errors import Problem, RulesError
from canasta.bots.levels import level
from canasta.handbook.book import book
from canasta.handbook.markdown import markdown
from canasta.handbook.match_paper import match_paper
from canasta.handbook.score_paper import score_paper
from canasta.rules.changes import paths
from canasta.rules.dealers import score_keeper
from canasta.rules.digest import as_table, digest
from canasta.rules.groups import Rules
from canasta.rules.house import read_house
from canasta.rules.load import games, load
from canasta.rules.shapes import write_value
from canasta.session.acts import Act, Make
from canasta.session.house_rules import check_house_rules, pad_rules, read_house_rules, table_rules
from canasta.session.lesson import lesson_table
from canasta.session.quick import FIRST_GAME, quick_table
from canasta.session.replays import fairness_json, read_watched, replay_json
from canasta.session.settings import usual_settings
from canasta.session.state import State
from canasta.session.table import Table
from canasta.session.unfinished import read_unfinished
from canasta.session.versions import engine_of
from canasta.wording.describe import describe
from canasta.wording.rules_text import options_text, rule_sections

Json = dict[str, Any]

_NO_PAD: Final[Mapping[str, Any]] = {}
_BOTH: Final = "A pad has no rules."

IN_SHORT: Final = (
    "draw.stock", "pile.need", "pile.take", "opening.minimum", "reserves.trigger", "out.contract", "out.permission", "match.ends",
)  # fmt: skip
"""The clauses that tell someone who knows such games how this one is played."""


def games_json() -> list[Json]:
    """Return the games with their options, first the one to begin with."""
    return [
        {
            "name": game.name,
            "title": game.title,
            "blurb": game.blurb,
            "players": list(game.players),
            "usual": game.default_players,
            "options": [
                {"name": each.name, "says": each.says, "otherwise": each.replaced[0] if each.replaced else ""}
                for each in options_text(game)
            ],
        }
        for game in sorted(games().values(), key=lambda game: game.name != FIRST_GAME)
    ]


def check_rules(
    game: str | None, players: int | None, options: Sequence[str], house: str, pad: Mapping[str, Any] = _NO_PAD
) -> Json:
    """Return what is wrong with these rules, each problem with its path; and what is odd about the house rules."""
    advice: Sequence[Problem] = ()
    try:
        if house.strip() and game is None and not pad:
            found = check_house_rules(house)
            advice = found.advice
            if found.problems:
                raise RulesError("These house rules cannot be used.", found.problems)  # noqa: TRY301 - told alike
        rules = chosen_rules(game, players, options, house if house.strip() else "", pad)
    except RulesError as error:
        return {**problems_json(error), "advice": _listed(advice)}
    told: Json = {"title": rules.title, "players": rules.seats, "sides": rules.sides}
    if score_keeper(rules, rules.seats - 1) is not None:
        told["keeper"] = True
    return {**told, "problems": [], "advice": _listed(advice)}


def questions_json(rules: Rules) -> list[Json]:
    """Return the questions that a family may answer about *rules*, for a form: each with the answer that holds now.

    ``name`` tells a question from the others, and ``answers`` are those that have a name, each with other texts that mean the
    same. Any text that `house_questions` understands is an answer, too.
    """
    from canasta.rules.questions.every import questions  # a twentieth of all imports, and few ask

    return [
        {
            "name": each.name,
            "chapter": each.chapter,
            "prompt": each.label(rules),
            "question": each.title(rules),
            "kind": each.kind,
            "answers": [{"text": texts[0], "alike": list(texts[1:])} for texts in each.answers],
            "now": each.shown(rules),
            "rare": each.rare,
        }
        for each in questions(rules)
    ]


def house_questions(
    game: str | None, players: int | None, options: Sequence[str], house: str, answers: Mapping[str, str]
) -> Json:
    """Return the questions about these rules once *answers* are given, by the names of the questions and one after another.

    ``changes`` are the values that the answers change, by path (null takes an item of a list away), and ``house`` is the text of
    the house rules with them. An answer that can't be used changes nothing and is among the ``problems``. Raises `RulesError`
    if the rules can't be played as they are.
    """
    from canasta.rules.questions.every import questions

    file = read_house(game, options, read_house_rules(house) if house.strip() else {})
    rules = load(players=players, house=file.table())
    changes: Json = {}
    problems: list[Problem] = []
    for name, answer in answers.items():
        try:
            question = next((each for each in questions(rules) if each.name == name), None)
            if question is None:
                raise ValueError("These rules have no such question.")  # noqa: TRY301 - told alike
            read = question.read(" ".join(answer.split()), rules)  # long blanks would take long to read
            standing = dict(paths(rules))
            changed = file.with_changes(rules, read)
            rules = load(players=players, house=changed.table())
        except RulesError as error:
            problems += [Problem(name, str(each)) for each in error.problems]
        except ValueError as error:
            problems.append(Problem(name, str(error)))
        else:
            file = changed
            changes |= {path: write_value(value) for path, value in read.items() if standing.get(path, ...) != value}
    return {
        "title": rules.title,
        "players": rules.seats,
        "questions": questions_json(rules),
        "changes": changes,
        "problems": _listed(problems),
        "house": file.text(),
    }


def chosen_rules(
    game: str | None, players: int | None, options: Sequence[str], house: str, pad: Mapping[str, Any]
) -> Rules:
    """Return the rules of a new table: those of a *pad*, or what `table_rules` returns. Raises `RulesError`."""
    if not pad:
        return table_rules(game, players, options, house)
    if game or options or house:
        raise RulesError(_BOTH, (Problem("pad", "leave out game, options and house"),))
    return pad_rules(pad, players)


def new_table(
    rules: Rules,
    host: str,
    settings: Mapping[str, Any],
    bots: tuple[str, ...],
    record: str = "",
    *,
    pad: bool = False,
) -> Make:
    """Return what makes a table of *rules* for *host*, where *bots* may play; it goes on with *record*, if there is one.

    On a *pad*, and if a pad was recorded, sides enter points alone.
    """
    if pad or (record and read_unfinished(record).is_pad):
        settings = {**settings, "real_cards": True, "points_only": True}
    return Make(as_table(rules), host, dict(settings), bots, engine_of(rules), record=record)


def first_table(host: str, bots: tuple[str, ...]) -> tuple[Make, list[Act]]:
    """Return what makes a table of the first game for *host* in any seat, with *bots* in all others, and what the host does first."""
    seat = secrets.randbelow(games()[FIRST_GAME].default_players)
    return quick_table(host, bots, usual_settings(bots).stand_in, seat)


def lesson(host: str, bots: tuple[str, ...]) -> tuple[Make, list[Act]]:
    """Return what makes the table of the lesson for *host*, and what the host does first."""
    return lesson_table(host, bots, usual_settings(bots).stand_in)


def problems_json(error: RulesError) -> Json:
    """Return *error* as JSON: its sentence, and all problems with their paths."""
    return {"text": error.title, "problems": _listed(error.problems)}


def levels_json(bots: Sequence[str]) -> Json:
    """Return *bots* as ``bots``, and as ``levels`` what people call each of canasta's own, and how it plays."""
    levels = {name: {"title": known.title, "says": known.says} for name in bots if (known := level(name))}
    return {"bots": list(bots), "levels": levels}


def table_json(table: Table) -> Json:
    """Return what is played at *table*, who sits there and how far it is, as anyone who has its code may know it."""
    state = table.state
    public = table.snapshot().public
    return {
        "game": state.rules.name,
        "title": state.rules.title,
        "name": state.settings.name,
        "players": state.rules.seats,
        "state": state.phase,
        "rules": digest(state.rules),
        "seats": public["seats"],
        **levels_json(state.bots),
        "deal": public.get("deal", 0),
        "word": state.rules.words.deal,
        "waiting": [seat + 1 for seat in state.deal.seats_to_act()] if state.deal is not None else [],
    }


def clauses_json(rules: Rules) -> Json:
    """Return every rule of *rules*: its chapter, clause, title and sentences, in the order in which a newcomer reads them.

    ``short`` are the clauses that say in a few lines how the game is played, ``causes`` the clauses that tell the rule behind a
    cause of refusals. Sentences have their sources as ``mark``.
    """
    sections = rule_sections(rules, games().get(rules.name))
    return {
        "title": rules.title,
        "digest": digest(rules),
        "short": [clause for clause in IN_SHORT if any(describe(rules, clause))],
        "causes": {each.name: each.rule for each in BY_NAME.values() if each.rule != each.name},
        "sections": [
            {
                "chapter": each.chapter,
                "clause": each.clause,
                "title": each.title,
                "sentences": [{"text": said.text, "mark": said.mark} for said in each.sentences],
                "notes": list(each.notes),
            }
            for each in sections
        ],
    }


def handbook_text(rules: Rules) -> str | None:
    """Return the handbook of *rules* as Markdown; None where the file of its game is not here."""
    game = games().get(rules.name)
    return None if game is None else markdown(book(rules, game))


def blank_sheet(state: State) -> str:
    """Return the score sheet of a table in this *state*, at which nothing is counted yet, as a page to print."""
    match, rules = state.match, state.rules
    names = state.names if all(place.person or place.called or place.bot for place in state.places) else ()
    dealer, keeper = (match.dealer, match.keeper) if match is not None else (None, None)
    return score_paper(rules, names, dealer, keeper, pad=state.settings.points_only)


def filled_sheet(record: str) -> str:
    """Return the score sheet of the counted deals in *record*, as a page to print. Raises `Refused` for what is no right record."""
    heading, deals = read_watched(record)
    return match_paper(heading, deals)


def _listed(problems: Sequence[Problem]) -> list[dict[str, str]]:
    return [{"path": each.path, "text": each.text} for each in problems]


__all__ = [
    "IN_SHORT",
    "blank_sheet",
    "check_rules",
    "chosen_rules",
    "clauses_json",
    "fairness_json",
    "filled_sheet",
    "first_table",
    "games_json",
    "handbook_text",
    "house_questions",
    "lesson",
    "new_table",
    "problems_json",
    "questions_json",
    "replay_json",
    "table_json",
]
