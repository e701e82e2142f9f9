"""Other ways to play: the options of a game, and the questions that its sources leave open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from canasta.base.english import number, numbers, sentence
from canasta.base.spans import Link, Span, Text
from canasta.handbook.page import Block, DefinitionEntry, Heading, Inline, Paragraph, Part
from canasta.handbook.reference import slug
from canasta.handbook.sources import source_mark
from canasta.rules.changes import paths
from canasta.rules.game import Game, Option, standard, with_option
from canasta.rules.groups import Rules
from canasta.rules.shapes import value_text
from canasta.rules.source import Source
from canasta.rules.value_clauses import clause_of_path
from canasta.wording.compare import compare
from canasta.wording.describe import CHAPTERS, describe
from canasta.wording.names import clause_title
from canasta.wording.rules_text import OptionText, options_text
from canasta.wording.spans import line


def chapter_of(game: Game, name: str) -> str:
    """Return the chapter that the first value an option changes belongs to."""
    option = game.options[name]
    every = dict.fromkeys((game.default_players, *game.players, *option.by_players))
    usual = {players: game.values(players) for players in every}
    changed = [
        path
        for players in every
        for path, value in option.changes_for(players).items()
        if usual[players].get(path) != value
    ]
    clauses = [clause for path in changed if (clause := clause_of_path(path))]
    return next((chapter for chapter, those in CHAPTERS.items() if clauses and clauses[0] in those), "Words")


def options_by_chapter(game: Game) -> dict[str, list[str]]:
    """Return the names of a game's options by chapter, in the order of the handbook."""
    found: dict[str, list[str]] = {chapter: [] for chapter in (*CHAPTERS, "Words")}
    for name in game.options:
        found[chapter_of(game, name)].append(name)
    return {chapter: names for chapter, names in found.items() if names}


def options(game: Game) -> Part | None:
    """Return the options of a game; None if it has none."""
    if not game.options:
        return None
    texts = {each.name: each for each in options_text(game)}
    example = next(iter(game.options))
    intro = line(
        "Options are off unless you choose them: ",
        Text(f"canasta play {game.name} --option {example}", "code"),
        ", or in a house rules file.",
    )
    blocks: list[Block] = [Paragraph(intro)]
    for chapter, names in options_by_chapter(game).items():
        blocks.append(Heading(3, chapter, f"options-{slug(chapter)}"))
        blocks += [_option(game, texts[name]) for name in names]
    return Part("Options", "options", tuple(blocks))


def _option(game: Game, text: OptionText) -> DefinitionEntry:
    """Return what an option says, which sentences it takes away and brings, and for which numbers of players."""
    option = game.options[text.name]
    groups = [each for each, _ in text.by_players] or [(text.players,)]
    told = [_told(game, option, text.players if text.players in group else group[0]) for group in groups]
    # What is the same for all numbers of players is told once.
    shared = [[each for each in side if all(each in other[at] for other in told)] for at, side in enumerate(told[0])]
    lines = _lines(shared, "")
    for group, sides in zip(groups, told, strict=True):
        rest = [[each for each in side if each not in shared[at]] for at, side in enumerate(sides)]
        lines += _lines(rest, f" with {numbers(group)} players")
    every = {players for group in groups for players in group}
    only = "" if every.issuperset(game.players) else f"; only with {numbers(every)} players"
    mark = line(source_mark(option.source), _note(option.source), only)
    return DefinitionEntry(text.name, f"option-{text.name}", line(text.says), tuple(lines), mark)


def _told(game: Game, option: Option, players: int) -> tuple[list[str], list[str]]:
    """Return the sentences that *option* takes away and those that it brings."""
    found = compare(standard(game, players), with_option(game, option, players)).clauses
    return [text for each in found for text in each.replaced], [text for each in found for text in each.replacing]


def _lines(sides: Iterable[list[str]], who: str) -> list[tuple[str, Inline]]:
    words = zip(("no longer", "instead"), sides, strict=True)
    return [(word + who, line(" ".join(sentences))) for word, sentences in words if sentences]


def _note(source: Source) -> str:
    return f": {source.note}" if source.status == "reading" else ""


def readings(game: Game) -> dict[str, dict[str, Source]]:
    """Return the values that are one reading of several: source by path, by clause, for any number of players."""
    found: dict[str, dict[str, Source]] = {}
    for players in game.players:
        for path, _ in paths(standard(game, players)):
            source = game.source(path, players)
            clause = clause_of_path(path)
            if source.status == "reading" and clause:
                found.setdefault(clause, {})[path] = source
    order = [clause for clauses in CHAPTERS.values() for clause in clauses]
    return {clause: found[clause] for clause in order if clause in found}


def questions(game: Game) -> Part | None:
    """Return the questions that the sources leave open, with the way it is played here; None if there are none."""
    found = readings(game)
    if not found:
        return None
    intro = "Here the sources can be read in more than one way, or contradict each other. The game uses one of the readings."
    blocks: list[Block] = [Paragraph(line(intro))]
    for clause, sources in found.items():
        every = list(dict.fromkeys(sources.values()))
        lines = [("here", line(" ".join(_here(game, clause, sources)))), *_other_ways(game, sources)]
        notes = " ".join(sentence(source.note) for source in every)
        texts = dict.fromkeys(source.document for source in every)
        mark = tuple(piece for key in texts for piece in (Text(", "), Link(key, f"#source-{key}")))[1:]
        title = clause_title(clause, standard(game, game.default_players).words)
        blocks.append(DefinitionEntry(title, f"question-{clause}", line(notes), tuple(lines), mark, code=False))
    return Part("Open questions", "questions", tuple(blocks))


def _by_players(game: Game, sources: dict[str, Source]) -> dict[int, list[str]]:
    """Return the paths of *sources* by the number of players for which they hold: the usual one, where it is among them."""
    found: dict[int, list[str]] = {}
    for path, source in sources.items():
        every = [game.default_players, *game.players]
        players = next(each for each in every if game.source(path, each) == source)
        found.setdefault(players, []).append(path)
    return found


def _here(game: Game, clause: str, sources: dict[str, Source]) -> Iterator[str]:
    """Yield how *clause* is played, as far as it rests on *sources*."""
    for players, paths_told in _by_players(game, sources).items():
        if players != game.default_players:
            yield f"With {number(players)} players:"
        yield from _sentences(standard(game, players), clause, paths_told)


def _sentences(rules: Rules, clause: str, sources: list[str]) -> Iterator[str]:
    """Yield the sentences of *clause* that tell the values at the paths *sources*; all of them where none does."""
    every = describe(rules, clause)
    those = [
        each
        for each in every
        if any(path == told or path.startswith(f"{told}.") for path in sources for told in each.paths)
    ]
    for each in those or every:
        yield each.text


def _other_ways(game: Game, sources: dict[str, Source]) -> Iterator[tuple[str, Inline]]:
    """Yield the options that choose another reading; the path to set where there is none."""
    offered: dict[str, str] = {}
    pieces: list[Span] = []
    for players, paths_told in _by_players(game, sources).items():
        values = dict(paths(standard(game, players)))
        where = "" if players == game.default_players else f"players.{players}."
        for path in paths_told:
            pieces += [Text(", " if pieces else ""), Text(where + path, "code")]
            pieces.append(Text(f", here {value_text(values[path])}"))
            for option in game.options.values():
                changes = option.changes_for(players)
                if path in changes and changes[path] != values[path]:
                    offered[option.name] = option.says
    for name, says in offered.items():
        yield "otherwise", line(Link(name, f"#option-{name}", "code"), f": {says}")
    if not offered:
        yield "otherwise", line("no option; house rules can set ", pieces)
