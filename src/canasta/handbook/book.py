"""Whole handbooks: of a packaged game, or of a family's own rules."""

from __future__ import annotations

from collections.abc import Sequence

from canasta.base.english import count, number
from canasta.base.spans import Text
from canasta.handbook.lesson import lesson
from canasta.handbook.options import options, questions, readings
from canasta.handbook.page import Block, Book, Bullets, Heading, Paragraph, Part
from canasta.handbook.reference import by_players, changed, reference
from canasta.handbook.sources import documents
from canasta.rules.game import Game, standard
from canasta.rules.groups import Rules
from canasta.wording.compare import compare
from canasta.wording.rules_text import rule_sections
from canasta.wording.spans import line


def book(rules: Rules, game: Game, chosen: Sequence[str] = ()) -> Book:
    """Return the handbook of *rules*: of *game* itself, or of what people make of it.

    *chosen* names the options that are on. A game's own book also tells of other numbers of players, of its
    options, and of the questions that its sources leave open; a family's tells first what differs.

    >>> from canasta.rules.load import games, load
    >>> [part.title for part in book(load("classic", options=["evans"]), games()["classic"], ["evans"]).parts]
    ['What differs from Classic Canasta', 'Learn the game', 'The rules one by one', 'Sources']
    """
    usual = standard(game, rules.seats)
    own = compare(usual, rules)
    ordinary = not own and not chosen
    sections = rule_sections(rules, game)
    asked = readings(game) if ordinary else {}
    parts: list[Part | None] = []
    if not ordinary:
        parts.append(_differs(rules, game, chosen))
    parts += [lesson(rules), reference(sections, frozenset(asked))]
    if ordinary:
        parts += [by_players(game), options(game), questions(game)]
    cited = {origin.source.document for each in sections for said in each.sentences for origin in said.origins}
    if ordinary:
        cited |= {option.source.document for option in game.options.values()}
        cited |= {source.document for sources in asked.values() for source in sources.values()}
    parts.append(documents(game, sorted(cited)))
    blurb = game.blurb if ordinary else f"House rules for {game.title}."
    return Book(rules.title, blurb, _facts(rules), tuple(part for part in parts if part is not None))


def _differs(rules: Rules, game: Game, chosen: Sequence[str]) -> Part:
    """Return what differs from the game, and the options that are on."""
    found = compare(standard(game, rules.seats), rules)
    many = len(found.clauses)
    text = (
        f"{count(many, 'rule differs', 'rules differ')} from {game.title}"
        if many
        else f"No rule differs from {game.title}"
    )
    blocks: list[Block] = [Paragraph(line(f"{text[0].upper()}{text[1:]}. Everything else is the same."))]
    named = [name for name in chosen if name in game.options]
    if named:
        blocks.append(Heading(3, "Options that are on", "differs-options"))
        items = (line(Text(name, "code"), f": {game.options[name].says}") for name in named)
        blocks.append(Bullets(tuple(items)))
    blocks += changed(found)
    return Part(f"What differs from {game.title}", "differs", tuple(blocks))


def _facts(rules: Rules) -> tuple[str, ...]:
    """Return what it takes to play, in a few words each."""
    ends = [count(rules.match.deals, rules.words.deal)] if rules.match.deals else []
    ends += [f"to {rules.match.target:,} points"] if rules.match.target else []
    return (
        f"{number(rules.seats)} players",
        f"{count(rules.packs, 'pack')}, {rules.cards} cards",
        " or ".join(ends),
    )
