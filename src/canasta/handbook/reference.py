"""Every rule with its source, and what changes with the number of players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from canasta.base.english import listed, number
from canasta.base.spans import Link, Span, Text
from canasta.handbook.page import Block, DefinitionEntry, Heading, Inline, Paragraph, Part, Rule, Table
from canasta.handbook.sources import marks
from canasta.rules.check import dealt
from canasta.rules.game import Game, standard
from canasta.rules.groups import Rules
from canasta.wording.compare import ClauseChange, Comparison, compare
from canasta.wording.rules_text import Section
from canasta.wording.spans import line

_TABLED = frozenset({"table.sides", "deck.packs", "deal.hand", "reserves.size", "draw.stock"})
"""Clauses that the table of numbers of players tells."""


def reference(sections: Iterable[Section], open_questions: frozenset[str]) -> Part:
    """Return the rules clause by clause; those among *open_questions* lead there."""
    intro = (
        "The small print after a rule gives its name, which the program shows when it refuses a move, and its source."
    )
    blocks: list[Block] = [Paragraph(line(intro))]
    chapter = ""
    for section in sections:
        if section.chapter != chapter:
            chapter = section.chapter
            blocks.append(Heading(3, chapter, f"rules-{slug(chapter)}"))
        blocks.append(_rule(section, section.clause in open_questions))
    return Part("The rules one by one", "rules", tuple(blocks))


def slug(text: str) -> str:
    """Return a heading as the end of a link."""
    return "-".join("".join(sign if sign.isalnum() else " " for sign in text.lower()).split())


def _rule(section: Section, questioned: bool) -> Rule:
    """Return a clause: one mark at its end where all its sentences have the same, else one behind each."""
    told = [each for each in section.sentences if each.origins]
    same = len({marks(each.origins) for each in told}) <= 1
    spans: list[Span] = []
    for each in section.sentences:
        spans.append(Text(f" {each.text}" if spans else each.text))
        if not same and each.origins:
            spans += [Text(" "), Text("(", "mark"), *_small(marks(each.origins)), Text(")", "mark")]
    mark = marks(told[0].origins) if same and told else ()
    if questioned:
        mark = line(mark, " · " if mark else "", Link("an open question", f"#question-{section.clause}"))
    return Rule(section.title, section.clause, tuple(spans), mark)


def _small(text: Inline) -> Inline:
    return tuple(replace(span, style=span.style or "mark") if isinstance(span, Text | Link) else span for span in text)


def by_players(game: Game) -> Part | None:
    """Return what depends on the number of players; None if only one number can play."""
    if len(game.players) < 2:
        return None
    every = [standard(game, players) for players in game.players]
    usual = standard(game, game.default_players)
    blocks: list[Block] = [_players_table(every)]
    for rules in every:
        if rules.seats != usual.seats:
            found = compare(usual, rules)
            told = [each for each in found.clauses if each.clause not in _TABLED and (each.replacing or each.values)]
            if told:
                lines = [pair for each in told for pair in change_lines(each)]
                blocks.append(
                    DefinitionEntry(
                        f"With {number(rules.seats)} players", f"players-{rules.seats}", (), tuple(lines), code=False
                    )
                )
    if any(rules.sides == rules.seats for rules in every) and any(rules.sides < rules.seats for rules in every):
        text = 'When everyone plays alone, read "side" as "player"; there is no partner to ask.'
        blocks.append(Paragraph(line(text)))
    return Part("Other numbers of players", "players", tuple(blocks))


def _players_table(every: list[Rules]) -> Table:
    words = every[0].words
    who = [("Players", [str(rules.seats) for rules in every]), ("Sides", [_sides(rules) for rules in every])]
    columns = [
        ("Packs", [str(rules.packs) for rules in every]),
        ("Cards", [str(rules.cards) for rules in every]),
        (words.hand.capitalize(), [str(rules.deal.hand) for rules in every]),
    ]
    for at, reserve in enumerate(every[0].reserves):
        sizes = [str(rules.reserves[at].size) if at < len(rules.reserves) else "–" for rules in every]
        columns.append((reserve.name.capitalize(), sizes))
    columns.append(("Stock", [str(rules.cards - dealt(rules)) for rules in every]))
    columns.append(("Drawn per turn", [str(rules.draw.stock) for rules in every]))
    if any(rules.procedures.exact_cut for rules in every):
        columns.append(("Exact cut", [listed(map(str, dict.fromkeys(rules.exact_cuts)), "or") for rules in every]))
    columns = who + [(head, cells) for head, cells in columns if len(set(cells)) > 1]
    rows = tuple(tuple(line(column[at]) for _, column in columns) for at in range(len(every)))
    return Table(
        "What depends on the number of players",
        tuple(head for head, _ in columns),
        rows,
        tuple(head != "Sides" for head, _ in columns),
    )


def _sides(rules: Rules) -> str:
    if rules.sides == rules.seats:
        return "everyone alone"
    each = rules.seats // rules.sides
    return f"{number(rules.sides)} {'pairs' if each == 2 else f'teams of {number(each)}'}"


def changed(found: Comparison) -> Iterator[Block]:
    """Yield the clauses of a comparison by chapter: what no longer holds, and what holds instead."""
    chapter = ""
    for each in found.clauses:
        if each.chapter != chapter:
            chapter = each.chapter
            yield Heading(3, chapter, f"differs-{slug(chapter)}")
        yield DefinitionEntry(each.title, f"differs-{each.clause}", (), tuple(change_lines(each)), code=False)
    if found.words:
        yield Heading(3, "Words", "differs-words")
        pairs = tuple((before, line(after)) for before, after in found.words)
        yield DefinitionEntry("What things are called", "differs-words-list", (), pairs, code=False)


def change_lines(change: ClauseChange) -> Iterator[tuple[str, Inline]]:
    """Yield the sentences of a change; the values where no sentence tells them."""
    if change.replaced:
        yield "no longer", line(" ".join(change.replaced))
    if change.replacing:
        yield "instead", line(" ".join(change.replacing))
    if not change.replaced and not change.replacing:
        for each in change.values:
            yield "value", line(Text(each.path, "code"), f": {each.before}, now {each.after}")
