"""House rules: what a family's file says, whether it can be played, and how such a file is written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from canasta.base.clauses import BY_NAME
from canasta.base.english import count, listed
from canasta.base.errors import Problem, RulesError
from canasta.rules.changes import Changes, assigned, paths
from canasta.rules.check import advise
from canasta.rules.game import PLAYERS, Game, standard
from canasta.rules.groups import Rules
from canasta.rules.load import HouseLayer, find, games, load, rules_of
from canasta.rules.shapes import LISTS, flaw, value_text, write_value
from canasta.rules.toml import read_plain
from canasta.rules.value_clauses import clause_of_path

_PLAYERS: Final = re.compile(r"players\.(\d+)\.(.+)")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found in house rules: *problems* that keep them from being used, and *advice*.

    *players* are the numbers of players they can be used with.
    """

    problems: tuple[Problem, ...]
    advice: tuple[Problem, ...]
    players: tuple[int, ...]


def inspect(house: Mapping[str, Any]) -> Findings:
    """Return everything that is wrong or odd in the content of a file of house rules, for every number of players.

    Contradictions are looked for once every value can be read.

    >>> [str(each) for each in inspect({"base": "classic", "out": {"wild": 1}}).problems]
    ['out.wild: a canasta of wild cards is required, but meld.wild_melds is false']
    """
    if "base" not in house:
        text = f'name the game these rules are based on, such as base = "{next(iter(games()))}"'
        return Findings((flaw("base", text),), (), ())
    playable: dict[int, Rules] = {}
    refused: dict[int, tuple[Problem, ...]] = {}
    for players in PLAYERS:
        try:
            playable[players] = load(players=players, house=house)
        except RulesError as error:
            refused[players] = error.problems
    # A number of players that the game is not meant for is no fault of the file, if there are others.
    wrong = {
        players: problems for players, problems in refused.items() if any(each.path != "players" for each in problems)
    }
    if not playable and not wrong:
        wrong = refused
    problems = _together(wrong, len(wrong) + len(playable))
    advice = _together({players: advise(rules) for players, rules in playable.items()}, len(playable))
    if playable and not problems:
        advice += tuple(_useless(house, playable))
    return Findings(problems, advice, tuple(playable))


def _together(found: Mapping[int, Sequence[Problem]], tried: int) -> tuple[Problem, ...]:
    """Merge the problems found for several numbers of players; a problem of only some numbers names them."""
    numbers: dict[Problem, list[int]] = {}
    for players, problems in found.items():
        for problem in problems:
            numbers.setdefault(problem, []).append(players)
    together = []
    for problem, those in numbers.items():
        told = len(those) == tried or f"{those[0]} players" in problem.text
        text = problem.text if told else f"{problem.text} (with {listed(map(str, those))} players)"
        together.append(Problem(problem.path, text))
    return tuple(together)


def _useless(house: Mapping[str, Any], playable: Mapping[int, Rules]) -> Iterator[Problem]:
    """Yield what the file says without changing anything."""
    game = find(None, house, games())
    options = [str(name) for name in house.get("options", ())]
    for at, name in enumerate(options):
        without = {**house, "options": [*options[:at], *options[at + 1 :]]}
        if _alike(without, playable):
            yield flaw(f"options.{name}", "this changes nothing here")
    for path in _paths(house):
        only = _PLAYERS.fullmatch(path)
        if only and int(only[1]) in PLAYERS and int(only[1]) not in playable:
            yield flaw(path, f"{only[1]} players cannot play by these rules; table.players has the numbers that can")
        elif _alike(_without(house, path), playable):
            yield flaw(path, f"this changes nothing: {game.title} or its options already say so")


def _alike(house: Mapping[str, Any], playable: Mapping[int, Rules]) -> bool:
    """Return whether *house* means the same rules for every number of players."""
    try:
        return all(load(players=players, house=house) == rules for players, rules in playable.items())
    except RulesError:
        return False


def _paths(table: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the paths of the values in a file's content; a list of tables is one value."""
    for key, value in table.items():
        if above or key not in {"base", "title", "options"}:
            if isinstance(value, Mapping):
                yield from _paths(value, (*above, key))
            else:
                yield ".".join((*above, key))


def _without(table: Mapping[str, Any], path: str) -> dict[str, Any]:
    key, _, rest = path.partition(".")
    if not rest:
        return {name: value for name, value in table.items() if name != key}
    return {name: _without(value, rest) if name == key else value for name, value in table.items()}


@dataclass(slots=True)
class House:
    """House rules being written: values by path, on top of the options of a game."""

    game: Game
    title: str = ""
    options: list[str] = field(default_factory=list)
    values: Changes = field(default_factory=dict)
    by_players: dict[int, Changes] = field(default_factory=dict)

    def assign(self, text: str) -> None:
        """Set what ``path=value`` says; ``players.6.deck.packs=7`` for one number of players.

        Raises `RulesError` if *text* cannot be read.
        """
        path, equals, value = text.partition("=")
        path = path.strip()
        problems: list[Problem] = []
        if not equals:
            problems.append(flaw(text, "write a path and a value, such as match.target=8000"))
        else:
            only = _PLAYERS.fullmatch(path)
            if only and int(only[1]) not in PLAYERS:
                problems.append(flaw(path, "must be a number of players from 2 to 8"))
            elif only:
                changes = assigned(only[2], read_plain(value.strip()), problems)
                self.by_players.setdefault(int(only[1]), {}).update(changes)
            else:
                self.values.update(assigned(path, read_plain(value.strip()), problems))
        if problems:
            raise RulesError("This value cannot be set.", tuple(problems))

    def set_for(self, players: int, path: str, value: object) -> None:
        """Set the value at *path*: for *players* alone where the game has one for each number of players.

        None takes away the reserve, special rank or deal at *path*.
        """
        single = any(path in layer.by_players.get(n, {}) for layer in self.game.layers for n in PLAYERS)
        single = single or any(
            path in self.game.options[name].by_players.get(n, {}) for name in self.options for n in PLAYERS
        )
        values = self.by_players.setdefault(players, {}) if single else self.values
        if value is None:
            for inside in [each for each in values if each.startswith(f"{path}.")]:
                del values[inside]
            if not any(each.startswith(f"{path}.") for each, _ in paths(rules_of(self.game, players, self.options))):
                return
        values[path] = value

    def with_changes(self, rules: Rules, changes: Changes) -> House:
        """Return these house rules with what *changes* really change in *rules*, which they make for a number of players."""
        standing = dict(paths(rules))
        by_players = {number: dict(values) for number, values in self.by_players.items()}
        made = replace(self, values=dict(self.values), by_players=by_players)
        for path, value in changes.items():
            if value is None or standing.get(path) != value:
                made.set_for(rules.seats, path, value)
        return made

    def table(self) -> dict[str, Any]:
        """Return the content of the file, as `canasta.rules.load.load` takes it."""
        table: dict[str, Any] = {"base": self.game.name}
        if self.title:
            table["title"] = self.title
        if self.options:
            table["options"] = list(self.options)
        table |= _nested(self.values)
        players = {str(number): _nested(changes) for number, changes in sorted(self.by_players.items()) if changes}
        return table | ({"players": players} if players else {})

    def text(self) -> str:
        """Return the file: what it changes, each with a comment."""
        title = self.title or f"House rules for {self.game.title}"
        lines = [
            f"# {title}. Everything else is as in {self.game.title}: canasta rules {self.game.name}",
            "",
            f"base = {toml_value(self.game.name)}",
        ]
        if self.title:
            lines.append(f"title = {toml_value(self.title)}")
        if self.options:
            lines += ["", "options = ["]
            for name in self.options:
                if name in self.game.options:
                    lines.append(f"    # {self.game.options[name].says}")
                lines.append(f"    {toml_value(name)},")
            lines.append("]")
        lines += self._assignments(self.values, None)
        for players, changes in sorted(self.by_players.items()):
            if changes:
                lines += ["", f"# With {count(players, 'player')}", f"[players.{players}]"]
                lines += self._assignments(changes, players)[1:]
        return "\n".join(lines) + "\n"

    def _assignments(self, changes: Changes, players: int | None) -> list[str]:
        """Return the lines of *changes*: above them their clause, behind them the value of the game."""
        usual = dict(paths(standard(self.game, players or self.game.default_players)))
        lines: list[str] = []
        clause: str | None = None
        for path, value in changes.items():
            group = path.partition(".")[0]
            if path.count(".") == 2 and path.rpartition(".")[2] == LISTS.get(group):
                continue  # the name of a reserve or special stands in the path
            if "." in path and changes.get(group, 0) is None:
                continue  # told with its whole group
            told = clause_of_path(f"{group}.{LISTS[group]}" if group in LISTS and value is None else path)
            if told != clause:
                clause = told
                lines += ["", f"# {BY_NAME[clause].title if clause else 'Names of things'}"]
            whole = value is None and any(key.startswith(path + ".") for key in changes)
            written = toml_value(_nested(changes)[path] if whole else False if value is None else value)
            was = f"  # usual: {value_text(usual[path])}" if path in usual else ""
            lines.append(f"{toml_key(path)} = {written}{was}")
        return lines


def read_house(game: str | None, options: Sequence[str], table: Mapping[str, Any]) -> House:
    """Return the house rules in *table*, to be changed, with *options* besides its own; *game* may be left out if it names its base.

    Raises `RulesError` with every problem found.
    """
    known = find(game, table, games())
    problems: list[Problem] = []
    layer = HouseLayer(table, problems)
    if problems:
        raise RulesError("These house rules cannot be used.", tuple(problems))
    made = House(known, layer.title, list(layer.options), layer.values, layer.by_players)
    for text in options:
        if "=" in text:
            made.assign(text)
        elif text not in made.options:
            made.options.append(text)
    return made


def _nested(changes: Changes) -> dict[str, Any]:
    """Values by path as nested tables, for a file or for `load`."""
    table: dict[str, Any] = {}
    for path, value in changes.items():
        *groups, name = path.split(".")
        if len(groups) == 2 and LISTS.get(groups[0]) == name:
            table.setdefault(groups[0], {})
            if isinstance(table[groups[0]], dict):
                table[groups[0]].setdefault(groups[1], {})
            continue
        inside = table
        for group in groups:
            if not isinstance(inside.get(group), dict):
                inside[group] = {}
            inside = inside[group]
        inside[name] = False if value is None else write_value(value)
    for group in LISTS:
        if group in changes and changes[group] is None and isinstance(table.get(group), dict):
            # All of the game's are replaced: a list says so.
            table[group] = [
                {LISTS[group]: int(name) if group == "deals" else name, **item} for name, item in table[group].items()
            ]
    return table


def toml_key(path: str) -> str:
    """Return the key *path* as TOML writes it, its parts in quotation marks where they need some."""
    return ".".join(part if _BARE.fullmatch(part) else toml_value(part) for part in path.split("."))


def toml_value(value: Any) -> str:
    r"""Return a plain value as TOML writes it.

    >>> toml_value(((1, 60), (2, 90))), toml_value(True), toml_value("Ruth's")
    ('[[1, 60], [2, 90]]', 'true', '"Ruth\'s"')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{toml_key(str(key))} = {toml_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    return str(value)
