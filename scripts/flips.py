"""What `scripts.flip` changes: the values that the files of games state, other values for them, games with these."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, get_args, get_type_hints

from canasta.rules.changes import Changes, Reading
from canasta.rules.game import Game, Layer, Option
from canasta.rules.groups import GROUPS
from canasta.rules.load import games
from canasta.rules.shapes import CARDS_PATH, read_value, write_value
from scripts.no_effect import NEVER

HOUSE: Final = "house rules"
"""In place of a game: values that only the house rules of cases set."""

DROPPED: Final = "(left out)"
"""In place of a value: its line is left out, and what lies below it holds."""

_POINTS: Final = 50
"""From here on numbers are points; they go by fives, and 0 may mean that something is not played."""

_CARDS: Final = ("joker", "two", "red three", "black three", "8")
_RANKS: Final = ("6", "8")
_PRIMES: Final = (2, 3, 5, 7)


@dataclass(frozen=True, slots=True)
class Line:
    """A value that a file states, for the *game* or one *option* of it, for all numbers of *players* (0) or one."""

    game: str
    option: str
    players: int
    path: str
    value: Any = field(hash=False)

    def __str__(self) -> str:
        parts = [f"options.{self.option}" if self.option else "", f"players.{self.players}" if self.players else ""]
        return ".".join([*filter(None, parts), self.path])

    @property
    def clause(self) -> str:
        """The clause that the value belongs to; "" for a reserve or special that is taken away."""
        return clause(self.path) if self.value is not None else ""


def _split(path: str) -> tuple[str, str]:
    """Return the group of a path and the name of its value."""
    return ("score", "cards") if path.startswith(CARDS_PATH) else (path.partition(".")[0], path.rpartition(".")[2])


def _metadata(path: str) -> Mapping[str, Any]:
    group, name = _split(path)
    return GROUPS[group].__dataclass_fields__[name].metadata  # type: ignore[attr-defined,no-any-return]


def clause(path: str) -> str:
    """Return the clause of the value at *path*; "" for words."""
    return str(_metadata(path).get("clause", ""))


def lines(name: str) -> Iterator[Line]:
    """Yield every value that the file of the game *name* states itself and that decides something."""
    game = games()[name]
    above = [each for each in games().values() if each is not game and each.layers == game.layers[: len(each.layers)]]
    inherited = {id(option) for each in above for option in each.options.values()}
    layer = game.layers[-1]
    tables = [("", 0, layer.values), *(("", number, values) for number, values in layer.by_players.items())]
    for option in game.options.values():
        if id(option) not in inherited:
            tables.append((option.name, 0, option.changes))
            tables += [(option.name, number, values) for number, values in option.by_players.items()]
    for option_name, number, values in tables:
        for path, value in values.items():
            if value is not None and (path.startswith("words.") or _metadata(path)["descriptive"]):
                continue
            if path == "table.sides" and number in _PRIMES:
                continue  # there is only one way: everyone alone
            if path.endswith(".rank") and option_name and path in game.values():
                continue  # only says which special the option changes
            yield Line(name, option_name, number, path, value)


@dataclass(frozen=True, slots=True)
class HouseLine(Line):
    """A value that cases set by house rules, on top of the game *base*, and that no packaged game states."""

    base: str

    def __str__(self) -> str:
        return f"{self.base} with {self.path}"


def house_lines(tables: Iterable[tuple[str, Mapping[str, Any]]]) -> Iterator[HouseLine]:
    """Yield every value that no packaged game states and that one of *tables*, house rules for a game, sets."""
    stated = _stated()
    known = set()
    for base, house in tables:
        for path, value in Reading([]).groups(house).items():
            group, name = _split(path)
            if group == "words" or value is None or _metadata(path)["descriptive"]:
                continue
            said = stated.get((group, name))
            new = said is None or (_metadata(path)["words"] and not {*_items(value)} <= said)
            if new and (base, path, repr(value)) not in known:
                known.add((base, path, repr(value)))
                yield HouseLine(HOUSE, "", 0, path, value, base)


def unstated() -> list[str]:
    """Return the values that no packaged game states, as ``group.name``; those with only one word are left out."""
    every = [(group, name) for group, kind in GROUPS.items() if group != "words" for name in _decisive(kind)]
    stated = _stated()
    return [
        ".".join(each)
        for each in every
        if each not in stated and len(get_args(get_type_hints(GROUPS[each[0]])[each[1]])) != 1
    ]


def _decisive(kind: type) -> list[str]:
    """Return the values of a group that decide something."""
    fields = kind.__dataclass_fields__  # type: ignore[attr-defined]
    return [name for name, each in fields.items() if not each.metadata["descriptive"]]


def _items(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


@cache
def _stated() -> Mapping[tuple[str, str], frozenset[Any]]:
    """Return what packaged games and their options state, by group and name; of lists, their items."""
    found: dict[tuple[str, str], frozenset[Any]] = {}
    for line in (line for name in games() for line in lines(name)):
        if line.value is not None:
            found[_split(line.path)] = found.get(_split(line.path), frozenset()) | {*_items(line.value)}
    return found


def flips(line: Line) -> list[Any]:
    """Other values for *line*, each acceptable by itself."""
    if line.value is None:
        return [DROPPED]
    return others(line.path, line.value)


def others(path: str, value: Any) -> list[Any]:
    """Other values that may stand at *path*: numbers one step away, other words, rows and lists changed by one item."""
    found = []
    for other in _others(path, value):
        try:
            read = read_value(path, other)
        except ValueError:
            continue
        if read != value and read not in found:
            found.append(read)
    return found


def _others(path: str, value: Any) -> Iterator[Any]:
    group, name = _split(path)
    hint = get_type_hints(GROUPS[group])[name]
    if isinstance(value, bool):
        yield not value
    elif path == "table.sides":
        yield from range(9)
    elif isinstance(value, int):
        step = 5 if value >= _POINTS and value % 5 == 0 else 1
        yield from (value + step, value - step)
        if step > 1:
            yield 0
    elif name == "rank":
        yield from _RANKS
    elif isinstance(value, str):
        yield from get_args(hint)
    elif group == "special_hands" and get_args(get_args(hint)[0]) == (int, int):
        yield from _regrouped(value)
    elif get_args(get_args(hint)[0]) == (int, int):
        yield from _rows(value, by_deal=name == "minimums" and any(0 < low < 5 for low, _ in value))
    elif get_args(hint)[0] is int:
        yield from _fewer(value)
        steps = {number + step for number in value for step in (-1, 1)} or {3}
        yield from ((*value, number) for number in sorted(steps - set(value)))
    else:
        words = [word for word in get_args(get_args(hint)[0]) or _CARDS if (path, word) not in NEVER]
        yield from (fewer for fewer in _fewer(value) if {*value} - {*fewer} <= {*words})
        yield from ((item,) for item in value if {*value} - {item} <= {*words})
        yield from ((*value, word) for word in words if word not in value)


def _fewer(items: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for place in range(len(items)):
        yield (*items[:place], *items[place + 1 :])


def _rows(rows: tuple[tuple[int, int], ...], *, by_deal: bool) -> Iterator[tuple[tuple[int, int], ...]]:
    """Rows with one left out, with another worth, and shifted by one step.

    Totals are multiples of 5: a step carries the first of them into the row before, or the last one of that row
    into this one. The first row holds below its own beginning too, which therefore decides nothing.
    """
    yield from _fewer(rows)
    if not rows:
        yield ((4, 800),)
    for place, (low, worth) in enumerate(rows):
        first = -(-low // 5) * 5
        borders = [] if place == 0 else [low - 1, low + 1] if by_deal else [first - 5, first + 1]
        changed = [(border, worth) for border in borders]
        for row in [(low, worth + 5), (low, worth - 5), *changed]:
            yield (*rows[:place], row, *rows[place + 1 :])


def _regrouped(rows: tuple[tuple[int, int], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the groups of a special hand with one of them split into single cards, and with one a card larger or smaller.

    The first leaves the number of cards as it is, for a hand has as many as a player holds; the others go with
    changes of other values.
    """
    for place, (size, number) in enumerate(rows):
        before, after = rows[:place], rows[place + 1 :]
        fewer = ((size, number - 1),) if number > 1 else ()
        if size > 1:
            yield (*before, *fewer, (1, size), *after)
            yield (*before, *fewer, (size - 1, 1), *after)
        yield (*before, *fewer, (size + 1, 1), *after)


def written(value: Any) -> str:
    """Return a value as it stands in a file."""
    return DROPPED if value is DROPPED else json.dumps(write_value(value))


def concerns(line: Line, game: Game) -> bool:
    """Return whether *game* states or inherits *line*."""
    stated = games()[line.game]
    if line.option:
        return game.options.get(line.option) is stated.options[line.option]
    return stated.layers[-1] in game.layers


def flipped(line: Line, value: Any) -> dict[str, Game]:
    """Return every game, those that *line* concerns with *value* in its place."""
    known = games()
    stated = known[line.game]
    return {name: _flipped(game, stated, line, value) if concerns(line, game) else game for name, game in known.items()}


def _flipped(game: Game, stated: Game, line: Line, value: Any) -> Game:
    if line.option:
        option = _changed_option(stated.options[line.option], line, value)
        return replace(game, options={**game.options, line.option: option})
    own = stated.layers[-1]
    layers = tuple(_changed_layer(layer, line, value) if layer is own else layer for layer in game.layers)
    changed = replace(game, layers=layers)
    players = tuple(changed.values().get("table.players", ()))
    usual = game.default_players if game.default_players in players else next(iter(players), 0)
    return replace(changed, players=players, default_players=usual)


def _changed_layer(layer: Layer, line: Line, value: Any) -> Layer:
    if line.players:
        return replace(layer, by_players=_by_players(layer.by_players, line, value))
    return replace(layer, values=_changed(layer.values, line, value))


def _changed_option(option: Option, line: Line, value: Any) -> Option:
    if line.players:
        return replace(option, by_players=_by_players(option.by_players, line, value))
    return replace(option, changes=_changed(option.changes, line, value))


def _by_players(tables: Mapping[int, Changes], line: Line, value: Any) -> dict[int, Changes]:
    return {
        number: _changed(values, line, value) if number == line.players else values for number, values in tables.items()
    }


def _changed(values: Mapping[str, Any], line: Line, value: Any) -> Changes:
    if value is DROPPED:
        return {path: old for path, old in values.items() if path != line.path}
    return {path: value if path == line.path else old for path, old in values.items()}
