"""Games: what a file in `rules/games` says, with its options and sources, before players are known."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from canasta.base.errors import Problem, RulesError
from canasta.rules.changes import Changes, Reading, apply, build
from canasta.rules.groups import GROUPS, Rules
from canasta.rules.shapes import flaw, found, read_value, suggest, unknown
from canasta.rules.source import HOUSE, UNSAID, Document, Source, longest, parse_source

PLAYERS: Final = range(2, 9)
"""Numbers of players that any game can have."""

NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""What names of games and options look like."""

_KEYS: Final = ("title", "blurb", "base", "default_players", "players", "options", "sources", "documents")


@dataclass(frozen=True, slots=True)
class Option:
    """A named set of differences that a game offers.

    *changes* are values by path; None takes a reserve or special away. *by_players* holds those for one
    number of players only.
    """

    name: str
    says: str
    source: Source
    changes: Changes = field(hash=False)
    by_players: Mapping[int, Changes] = field(default_factory=dict, hash=False)

    def changes_for(self, players: int) -> Changes:
        """Return what the option changes with this number of players."""
        return self.changes | self.by_players.get(players, {})


@dataclass(frozen=True, slots=True)
class Layer:
    """What one file says: values, values for some numbers of players, sources by path."""

    values: Changes = field(hash=False)
    by_players: Mapping[int, Changes] = field(hash=False)
    sources: Mapping[str, Source] = field(hash=False)

    def source(self, path: str, players: int | None) -> Source | None:
        """Return what is behind the value at *path*; None if this file does not set it."""
        if players is not None and path in self.by_players.get(players, {}):
            return longest(self.sources, f"players.{players}.{path}") or longest(self.sources, path) or HOUSE
        if path in self.values:
            return longest(self.sources, path) or HOUSE
        return self.sources.get(path)


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the family: what can be played, and what its file says of it.

    *players* are the numbers of players it allows. *layers* are its own file and those it is based on, the
    farthest first.
    """

    name: str
    title: str
    blurb: str
    players: tuple[int, ...]
    default_players: int
    options: Mapping[str, Option] = field(hash=False)
    documents: Mapping[str, Document] = field(hash=False)
    layers: tuple[Layer, ...] = field(repr=False, hash=False)

    def values(self, players: int | None = None) -> Changes:
        """Return the values by path, with no option, for a number of players or before one is chosen."""
        values: Changes = {}
        for layer in self.layers:
            apply(values, layer.values)
            if players is not None:
                apply(values, layer.by_players.get(players, {}))
        return values

    def source(self, path: str, players: int | None = None) -> Source:
        """Return what is behind the value at *path*; a value that no file sets is a default."""
        for layer in reversed(self.layers):
            source = layer.source(path, players)
            if source:
                return source
        return UNSAID

    def clause_source(self, clause: str) -> Source | None:
        """Return what is behind a rule that has no value of its own, such as ``out.keep``; None if no file says."""
        return next((layer.sources[clause] for layer in reversed(self.layers) if clause in layer.sources), None)

    def sides(self, players: int) -> int:
        """Return number of sides with this number of players."""
        return int(self.values(players).get("table.sides", 0)) or players


def read_game(
    name: str,
    table: Mapping[str, Any],
    documents: Mapping[str, Document],
    find_base: Callable[[str], Game],
) -> Game:
    """Return the game that the content of a rule file means.

    *find_base* gives the game that this one is based on. Raises `RulesError` with every problem of the
    file.
    """
    problems: list[Problem] = []
    base = None
    if "base" in table:
        try:
            base = find_base(str(table["base"]))
        except RulesError as error:
            problems.extend(error.problems)
    for key in table:
        if key not in _KEYS and key not in GROUPS:
            problems.append(flaw(key, unknown(key, before=len(problems))))
    values = Reading(problems).groups({key: table[key] for key in table if key in GROUPS})
    by_players = read_players(table.get("players", {}), problems)
    options = dict(base.options) if base else {}
    read_options(table.get("options", {}), options, problems)
    known = {**documents, **(base.documents if base else {})}
    _read_documents(table.get("documents", {}), known, problems)
    sources = _read_sources(table.get("sources", {}), known, problems)
    for option in options.values():
        if option.source.document not in known:
            problems.append(flaw(f"options.{option.name}.source", _no_document(option.source, known, len(problems))))
    layers = (*(base.layers if base else ()), Layer(values, by_players, sources))
    players = tuple(values.get("table.players") or (base.players if base else ()))
    if not players and not problems:
        problems.append(flaw("table.players", "list the numbers of players, such as players = [4]"))
    default = table.get("default_players", base.default_players if base and base.default_players in players else 0)
    if default and default not in players:
        problems.append(flaw("default_players", f"{default} is not one of the game's numbers of players"))
    title = _line(table, "title", base.title if base else name, problems)
    blurb = _line(table, "blurb", base.blurb if base else "", problems)
    if problems:
        raise RulesError(f"The rules of {name} cannot be used.", tuple(problems))
    default = default or (4 if 4 in players else players[0])
    return Game(name, title, blurb, players, default, options, known, layers)


def read_players(content: object, problems: list[Problem], where: str = "players.") -> dict[int, Changes]:
    """Return the tables ``[players.N]``: changes for some numbers of players."""
    tables: dict[int, Changes] = {}
    if not isinstance(content, Mapping):
        problems.append(flaw(where.rstrip("."), f"must be tables such as [players.4], not {found(content)}"))
        return tables
    for key, table in content.items():
        if not (isinstance(key, str) and key.isdecimal() and int(key) in PLAYERS):
            problems.append(flaw(f"{where}{key}", "must be a number of players from 2 to 8"))
        elif not isinstance(table, Mapping):
            problems.append(flaw(f"{where}{key}", f"must be a table of groups, not {found(table)}"))
        else:
            tables[int(key)] = Reading(problems, f"{where}{key}.").groups(table)
    return tables


def read_options(content: object, options: dict[str, Option], problems: list[Problem]) -> None:
    """Read the tables ``[options.NAME]`` into *options*; ``NAME = false`` takes one of the base away."""
    if not isinstance(content, Mapping):
        problems.append(flaw("options", f"must be tables such as [options.NAME], not {found(content)}"))
        return
    for name, table in content.items():
        where = f"options.{name}"
        if not NAME.fullmatch(name):
            problems.append(flaw(where, "option names use lower-case letters and digits, with hyphens between words"))
        elif table is False:
            if options.pop(name, None) is None:
                problems.append(
                    flaw(where, f"there is no such option to remove{suggest(name, options, len(problems))}")
                )
        elif not isinstance(table, Mapping):
            problems.append(flaw(where, f"must be a table, not {found(table)}"))
        else:
            says = _line(table, "says", "", problems, where + ".")
            if not says:
                problems.append(flaw(f"{where}.says", "describe the option in one sentence"))
            source = HOUSE
            if "source" in table:
                source = _read_source(f"{where}.source", table["source"], problems)
            content = {key: table[key] for key in table if key not in {"says", "source", "players"}}
            changes = Reading(problems, where + ".").groups(content)
            by_players = read_players(table.get("players", {}), problems, f"{where}.players.")
            options[name] = Option(name, says, source, changes, by_players)


def _read_source(path: str, text: object, problems: list[Problem]) -> Source:
    try:
        return parse_source(read_value("words.deal", text))
    except ValueError as error:
        problems.append(flaw(path, str(error)))
        return HOUSE


def _read_sources(content: object, documents: Mapping[str, Document], problems: list[Problem]) -> dict[str, Source]:
    sources: dict[str, Source] = {}
    if not isinstance(content, Mapping):
        problems.append(flaw("sources", f"must be a table, not {found(content)}"))
        return sources
    for path, text in content.items():
        where = f"sources.{path}"
        parts = path.split(".")
        group = parts[2] if parts[0] == "players" and len(parts) > 2 else parts[0]
        if group not in GROUPS:
            problems.append(flaw(where, f"{group} is not a group of rules{suggest(group, GROUPS, len(problems))}"))
            continue
        sources[path] = _read_source(where, text, problems)
        if sources[path].document not in documents:
            problems.append(flaw(where, _no_document(sources[path], documents, len(problems))))
    return sources


def _no_document(source: Source, documents: Mapping[str, Document], before: int) -> str:
    return f"unknown document {source.document}{suggest(source.document, documents, before)}"


def _read_documents(content: object, documents: dict[str, Document], problems: list[Problem]) -> None:
    if not isinstance(content, Mapping):
        problems.append(flaw("documents", f"must be tables such as [documents.KEY], not {found(content)}"))
        return
    for key, table in content.items():
        where = f"documents.{key}"
        if not NAME.fullmatch(key):
            problems.append(flaw(where, "document keys use lower-case letters and digits, with hyphens between words"))
        elif not isinstance(table, Mapping):
            problems.append(flaw(where, f"must be a table, not {found(table)}"))
        else:
            for name in table:
                if name not in {"author", "title", "address"}:
                    problems.append(flaw(f"{where}.{name}", "a document needs an author, a title and an address"))
            texts = [_line(table, name, "", problems, where + ".") for name in ("author", "title", "address")]
            documents[key] = Document(key, *texts)


def _line(table: Mapping[str, Any], key: str, usual: str, problems: list[Problem], where: str = "") -> str:
    """Return the text at *key* of *table*, or the usual one."""
    if key not in table:
        return usual
    try:
        return str(read_value("words.deal", table[key]))
    except ValueError as error:
        problems.append(flaw(where + key, str(error)))
        return usual


def standard(game: Game, players: int) -> Rules:
    """Return the rules of *game* without options for *players*, also where it is not meant for that many."""
    return build(game.name, game.title, players, game.values(players))


def with_option(game: Game, option: Option, players: int) -> Rules:
    """Return the rules of *game* with one option for *players*; contradictions are not looked for."""
    values = game.values(players)
    apply(values, option.changes_for(players))
    return build(game.name, game.title, players, values)
