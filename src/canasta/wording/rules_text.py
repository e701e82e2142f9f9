"""The handbook of a game: every clause with its sentences, and the sources of each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from canasta.base.clauses import BY_NAME
from canasta.rules.changes import apply, build, paths
from canasta.rules.game import Game, Option
from canasta.rules.groups import Rules
from canasta.rules.shapes import value_text
from canasta.rules.source import HOUSE, Source
from canasta.rules.value_clauses import clause_of_path
from canasta.wording.describe import CHAPTERS, describe
from canasta.wording.lines import RuleLine
from canasta.wording.names import clause_title


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value comes from: its source, and the option that set it, if one did."""

    source: Source
    option: str = ""

    @property
    def mark(self) -> str:
        """The short form: ``stated, catsatcards`` or ``option wild-tie: stated, catsatcards``."""
        return f"option {self.option}: {self.source.mark}" if self.option else self.source.mark


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the handbook, with the origins of the values it tells, each once."""

    text: str
    paths: tuple[str, ...]
    origins: tuple[Origin, ...]

    @property
    def mark(self) -> str:
        """The origins in brackets; empty for a sentence without values."""
        marks = list(dict.fromkeys(origin.mark for origin in self.origins))
        return f"[{'; '.join(marks)}]" if marks else ""


@dataclass(frozen=True, slots=True)
class Section:
    """One clause in the handbook: its heading, its sentences, and the notes on readings."""

    chapter: str
    clause: str
    title: str
    sentences: tuple[Sentence, ...]
    notes: tuple[str, ...]

    @property
    def mark(self) -> str:
        """The marks of all sentences in one pair of brackets; empty if there are none."""
        marks = dict.fromkeys(origin.mark for each in self.sentences for origin in each.origins)
        return f"[{'; '.join(marks)}]" if marks else ""


@dataclass(frozen=True, slots=True)
class Change:
    """One value that differs: its path, its clause's title, and the value before and after."""

    path: str
    title: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class OptionText:
    """An option in words: the sentences it takes away and those it brings, for a number of players."""

    name: str
    says: str
    mark: str
    players: int
    changes: tuple[Change, ...]
    replaced: tuple[str, ...]
    replacing: tuple[str, ...]
    by_players: tuple[tuple[tuple[int, ...], tuple[Change, ...]], ...]
    """What changes for every number of players: the numbers with equal changes together, none if nothing does."""


def provenance(rules: Rules, game: Game) -> dict[str, Origin]:
    """Return the origin of every value of *rules*, by its path.

    A value as in *game* has the game's source; one as in an option, the option's (where several have it,
    the one that holds as a whole and changes most); any other is the players' own.
    """
    standard = dict(paths(build(game.name, game.title, rules.seats, game.values(rules.seats))))
    values = dict(paths(rules))
    options = sorted(game.options.values(), key=lambda each: _chosen(each, rules.seats, values), reverse=True)
    origins = {}
    for path, value in values.items():
        if path in standard and standard[path] == value:
            origins[path] = Origin(game.source(path, rules.seats))
            continue
        setting = [each for each in options if _sets(each, rules.seats, path, value)]
        origins[path] = Origin(setting[0].source, setting[0].name) if setting else Origin(HOUSE)
    return origins


def _chosen(option: Option, players: int, values: Mapping[str, Any]) -> tuple[bool, int]:
    """Return how likely *option* was chosen: whether all it changes holds, and how much that is."""
    changes = option.changes_for(players)
    return all(path in values and values[path] == value for path, value in changes.items()), len(changes)


def _sets(option: Option, players: int, path: str, value: Any) -> bool:
    changes = option.changes_for(players)
    return path in changes and changes[path] == value


def rule_sections(rules: Rules, game: Game | None) -> list[Section]:
    """Return every clause that applies in *rules*, in the order in which a newcomer reads them.

    *game* knows the sources; without it, for a game that is not installed, the sentences have none.

    >>> from canasta.rules.load import games, load
    >>> sections = rule_sections(load("hand-and-foot"), games()["hand-and-foot"])
    >>> print(*[(each.text, each.mark) for each in sections[0].sentences])
    ('The game is for four players.', '[stated, catsatcards]')
    """
    origins = provenance(rules, game) if game else {}
    sections = []
    for chapter, clauses in CHAPTERS.items():
        for clause in clauses:
            unset = _unset(game, clause) if game else ()
            sentences = tuple(_sentence(line, origins, unset) for line in describe(rules, clause))
            if sentences:
                behind = dict.fromkeys(origin for each in sentences for origin in each.origins)
                notes = tuple(
                    dict.fromkeys(f"{each.source.mark}: {each.source.note}" for each in behind if each.source.note)
                )
                sections.append(Section(chapter, clause, clause_title(clause, rules.words), sentences, notes))
    return sections


def _unset(game: Game, clause: str) -> tuple[Origin, ...]:
    """Return the origin of a rule that no value sets, where the file of *game* names it."""
    source = None if clause_of_path(clause) else game.clause_source(clause)
    return (Origin(source),) if source else ()


def _sentence(line: RuleLine, origins: Mapping[str, Origin], unset: tuple[Origin, ...]) -> Sentence:
    """*line* with the origins of its values; a rule without values has *unset*."""
    if not line.paths:
        return Sentence(line.text, (), unset if line.claims else ())
    behind = [
        origin
        for path in line.paths
        for known, origin in origins.items()
        if known == path or known.startswith(path + ".")
    ]
    return Sentence(line.text, line.paths, tuple(dict.fromkeys(behind)))


def options_text(game: Game) -> list[OptionText]:
    """Return every option of *game* in words: what it says, what it replaces, and its source."""
    return list(_options_text(game))


@lru_cache(maxsize=32)
def _options_text(game: Game) -> tuple[OptionText, ...]:
    return tuple(_option_text(game, option) for option in game.options.values())


def _option_text(game: Game, option: Option) -> OptionText:
    players = next(
        (
            number
            for number in (game.default_players, *game.players, *option.by_players)
            if _changes(game, option, number)
        ),
        game.default_players,
    )
    old, new = _with(game, None, players), _with(game, option, players)
    usual, text = _texts(old), _texts(new)
    return OptionText(
        option.name,
        option.says,
        f"[{option.source.mark}]",
        players,
        differences(old, new),
        tuple(each for each in usual if each not in text),
        tuple(each for each in text if each not in usual),
        _by_players(game, option),
    )


def _by_players(game: Game, option: Option) -> tuple[tuple[tuple[int, ...], tuple[Change, ...]], ...]:
    """Return the changes of *option* for every number of players that it can be played by."""
    found: dict[tuple[Change, ...], list[int]] = {}
    for number in sorted({*game.players, *option.by_players}):
        new = _with(game, option, number)
        if number in new.table.players:
            found.setdefault(differences(_with(game, None, number), new), []).append(number)
    return tuple((tuple(numbers), changes) for changes, numbers in found.items() if changes)


def differences(old: Rules, new: Rules) -> tuple[Change, ...]:
    """Return the values in which two rules differ, words and descriptive values too, in the order of the groups.

    >>> from canasta.rules.load import load
    >>> [each.path for each in differences(load("classic", 4), load("classic", 3))]
    ['table.sides', 'deal.hand']
    """
    before, after = dict(paths(old)), dict(paths(new))
    changes = (
        _change(path, before.get(path), after.get(path))
        for path in dict.fromkeys([*before, *after])
        if before.get(path) != after.get(path)
    )
    return tuple(change for change in changes if change.before != change.after)  # a new table may leave values empty


def _changes(game: Game, option: Option, players: int) -> bool:
    return _texts(_with(game, None, players)) != _texts(_with(game, option, players))


def _with(game: Game, option: Option | None, players: int) -> Rules:
    values = game.values(players)
    apply(values, option.changes_for(players) if option else {})
    return build(game.name, game.title, players, values)


def _texts(rules: Rules) -> list[str]:
    return [line.text for clauses in CHAPTERS.values() for clause in clauses for line in describe(rules, clause)]


def _change(path: str, before: Any, after: Any) -> Change:
    clause = clause_of_path(path)
    return Change(path, BY_NAME[clause].title if clause else "Words", value_text(before), value_text(after))
