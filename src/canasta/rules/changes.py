"""Layers of rules: what a file or an option changes, by path, and how layers make `Rules`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from canasta.base.errors import Problem
from canasta.rules.groups import GROUPS, Rules
from canasta.rules.shapes import (
    CARDS_PATH,
    LISTS,
    VALUED,
    flaw,
    found,
    read_card,
    read_rank,
    read_value,
    readers,
    suggest,
    unknown,
)

Changes: TypeAlias = dict[str, Any]
"""Values by path. None takes away the reserve or special of that path, or all of the group."""

_ITEM: Final = {"reserves": "reserve", "specials": "special rank", "deals": "deal", "special_hands": "special hand"}
_NEEDED: Final = {
    "reserves": ("size", "trigger"),
    "specials": ("bonus",),
    "deals": ("deal",),
    "special_hands": ("groups", "points"),
}


class Reading:
    """Reads tables into changes and collects every problem on the way.

    *where* stands before each path, such as ``options.wild-tie.``.
    """

    def __init__(self, problems: list[Problem], where: str = "") -> None:
        self.problems = problems
        self.where = where
        self.changes: Changes = {}

    def wrong(self, path: str, text: str) -> None:
        """Note a problem."""
        self.problems.append(flaw(self.where + path, text))

    def groups(self, table: Mapping[str, Any]) -> Changes:
        """Read the groups in *table*; what it holds besides is a problem."""
        for group, content in table.items():
            if group not in GROUPS:
                self.wrong(group, unknown(group, before=len(self.problems)))
            elif group in LISTS:
                self._list(group, content)
            elif isinstance(content, Mapping):
                for name, value in content.items():
                    self._value(group, name, f"{group}.{name}", value)
            else:
                self.wrong(group, f"this is a group of values, written [{group}], not {found(content)}")
        return self.changes

    def _list(self, group: str, content: object) -> None:
        if isinstance(content, list | tuple):
            self.changes[group] = None
            for number, item in enumerate(content, 1):
                name = item.get(LISTS[group]) if isinstance(item, Mapping) else None
                if name is None or not isinstance(item, Mapping):
                    self.wrong(f"{group}.{number}", f"must be a table with a {LISTS[group]}")
                elif f"{group}.{name}.{LISTS[group]}" in self.changes:
                    self.wrong(f"{group}.{number}", f"a second {_ITEM[group]} is called {name}")
                else:
                    self._item(group, name, {key: item[key] for key in item if key != LISTS[group]})
        elif content is False:
            self.changes[group] = None
        elif isinstance(content, Mapping):
            for name, item in content.items():
                self._item(group, name, item)
        else:
            self.wrong(group, f"must be tables such as [{group}.NAME], not {found(content)}")

    def _item(self, group: str, name: object, item: object) -> None:
        try:
            if group == "deals":
                name = read_value("deals.deal", int(name) if isinstance(name, str) and name.isdecimal() else name)
            elif group == "specials":
                name = read_rank(name)
            elif not isinstance(name, str) or not name.strip() or "." in name or not name.isprintable():
                raise ValueError("a reserve's name must be one word without dots")  # noqa: TRY301
        except ValueError as error:
            self.wrong(f"{group}.{name}", str(error))
            return
        path = f"{group}.{name}"
        if item is False:
            self.changes[path] = None
        elif isinstance(item, Mapping):
            self.changes[f"{path}.{LISTS[group]}"] = name
            for key, value in item.items():
                if key == LISTS[group]:
                    self.wrong(f"{path}.{key}", f"the heading [{path}] already sets this")
                else:
                    self._value(group, key, f"{path}.{key}", value)
        else:
            self.wrong(path, f"must be a table, or false to remove it, not {found(item)}")

    def _value(self, group: str, name: str, path: str, value: object) -> None:
        if path == CARDS_PATH:
            self._cards(value)
        elif name not in readers()[group]:
            self.wrong(path, unknown(name, group, len(self.problems)))
        else:
            self._read(path, value)

    def _cards(self, content: object) -> None:
        if not isinstance(content, Mapping):
            self.wrong(CARDS_PATH, f"must be a table such as {{ joker = 50 }}, not {found(content)}")
            return
        for name, value in content.items():
            try:
                kind = read_card(name)
            except ValueError as error:
                self.wrong(f"{CARDS_PATH}.{name}", str(error))
                continue
            if kind in VALUED:
                self._read(f"{CARDS_PATH}.{kind}", value)
            else:
                self.wrong(f"{CARDS_PATH}.{name}", "red threes have no card value: see the group threes")

    def _read(self, path: str, value: object) -> None:
        try:
            self.changes[path] = read_value(path, value)
        except ValueError as error:
            text = str(error)
            if path == "deck.packs" and isinstance(value, str) and "player" in value:
                text += "; packs for each player are deck.packs_per_player, such as deck.packs = 1 and deck.packs_per_player = 1"
            self.wrong(path, text)


def assigned(path: str, value: object, problems: list[Problem]) -> Changes:
    """Return the change that sets one *path*, as ``meld.ratio=equal`` does."""
    table: Any = value
    for part in reversed(path.split(".")):
        table = {part: table}
    return Reading(problems).groups(table)


def apply(values: Changes, changes: Mapping[str, Any]) -> None:
    """Change *values* in place."""
    for path, value in changes.items():
        if value is None:
            for old in [key for key in values if key == path or key.startswith(path + ".")]:
                del values[old]
        else:
            values[path] = value


def incomplete_items(values: Mapping[str, Any]) -> list[Problem]:
    """Find reserves and specials that lack what a new one must say: most often a name with a slip."""
    problems: list[Problem] = []
    for group, needed in _NEEDED.items():
        items: dict[str, set[str]] = {}
        for path in values:
            if path.startswith(group + "."):
                _, item, key = path.split(".")
                items.setdefault(item, set()).add(key)
        whole = [item for item, keys in items.items() if keys.issuperset(needed)]
        for item in items:
            if item not in whole:
                text = f"this game has no {_ITEM[group]} {item}{suggest(item, whole, len(problems))}"
                problems.append(flaw(f"{group}.{item}", f"{text}; a new one needs {' and '.join(needed)}"))
    return problems


def build(name: str, title: str, seats: int, values: Mapping[str, Any]) -> Rules:
    """Make `Rules` from values by path; what is not named has its default."""
    by_group: dict[str, dict[str, Any]] = {group: {} for group in GROUPS}
    for path, value in values.items():
        group, _, rest = path.partition(".")
        if group in by_group:
            by_group[group][rest] = value
    groups: dict[str, Any] = {}
    for group, kind in GROUPS.items():
        own = by_group[group]
        if group in LISTS:
            items: dict[str, dict[str, Any]] = {}
            for path, value in own.items():
                item, key = path.split(".")
                items.setdefault(item, {})[key] = value
            if group == "deals":
                items = dict(sorted(items.items(), key=lambda item: int(item[0])))
            groups[group] = tuple(kind(**item) for item in items.values())
        else:
            if group == "score":
                own = {key: value for key, value in own.items() if not key.startswith("cards.")}
                own["cards"] = tuple((key, values[p]) for key in VALUED if (p := f"{CARDS_PATH}.{key}") in values)
            groups[group] = kind(**own)
    return Rules(name=name, title=title, seats=seats, **groups)


def paths(rules: Rules) -> Iterator[tuple[str, Any]]:
    """Yield every value of *rules* with its path, in the order of the groups."""
    for group, kind in GROUPS.items():
        content = getattr(rules, group)
        if group in LISTS:
            for item in content:
                for name in readers()[group]:
                    yield f"{group}.{getattr(item, LISTS[group])}.{name}", getattr(item, name)
            continue
        for name in kind.__dataclass_fields__:  # type: ignore[attr-defined]
            if f"{group}.{name}" == CARDS_PATH:
                yield from ((f"{CARDS_PATH}.{key}", value) for key, value in content.cards)
            else:
                yield f"{group}.{name}", getattr(content, name)
