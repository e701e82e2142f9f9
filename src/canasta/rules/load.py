"""Loading: from the name of a game, players, options and house rules to `Rules`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, TypeAlias

from canasta.base.english import listed
from canasta.base.errors import MisuseError, Problem, RulesError
from canasta.base.misuse import public
from canasta.rules.changes import Changes, Reading, apply, assigned, build, incomplete_items
from canasta.rules.check import check
from canasta.rules.game import NAME, PLAYERS, Game, read_game, read_players
from canasta.rules.groups import GROUPS, Rules
from canasta.rules.shapes import clean, flaw, found, read_value, suggest, unknown
from canasta.rules.source import OWN_DOCUMENTS, Document
from canasta.rules.together import together
from canasta.rules.toml import read_plain, read_toml

PACKAGED: Final = Path(__file__).parent / "games"
"""The folder of the packaged games."""

_DOCUMENTS: Final = Path(__file__).parent / "sources.toml"
_MOST_OPTIONS: Final = 200
_HOUSE_KEYS: Final = ("base", "title", "options", "players")


Warn: TypeAlias = Callable[[Path, RulesError], object]
"""A function that is given the file of a game that cannot be used, and why."""


class _OwnGames:
    """The games of a folder, read when one is first asked for; *warn* is given those that cannot be used."""

    def __init__(self, folder: Path, warn: Warn) -> None:
        self._folder, self._warn = folder, warn

    @cached_property
    def known(self) -> dict[str, Game]:
        """The games that can be used, and the packaged ones."""
        files, own = _files(PACKAGED), _files(self._folder)
        for name, path in own.items():
            problem = _misnamed(path, files)
            if problem:
                self._warn(path, problem)
            else:
                files[name] = path
        return _read_all(files, self._warn)


_own: list[_OwnGames] = []


@contextmanager
def own_games(folder: Path, warn: Warn) -> Iterator[None]:
    """Let `games` and `load` know the games of *folder* as well, until the context ends.

    The folder is read when a game is first asked for. A game that cannot be used is left out, and *warn* is given it.
    """
    _own.append(_OwnGames(folder, warn))
    try:
        yield
    finally:
        _own.pop()


@public
def games(folder: Path | None = None) -> dict[str, Game]:
    """Return every game by its name: the packaged ones and those of *folder*, otherwise of `own_games`; sorted by name.

    Raises `RulesError` if the folder, or a file in *folder*, cannot be used.

    >>> games()["new-canasta"].players
    (2, 3, 4, 5, 6, 7, 8)
    """
    if folder is None:
        return dict(_own[-1].known if _own else _packaged())
    files, own = _files(PACKAGED), _files(folder)
    for path in own.values():
        problem = _misnamed(path, files)
        if problem:
            raise problem
    return _read_all(files | own)


@cache
def _packaged() -> dict[str, Game]:
    return _read_all(_files(PACKAGED))


def documents() -> dict[str, Document]:
    """Return the documents that packaged games cite, by their keys."""
    return OWN_DOCUMENTS | {
        key: Document(key, table["author"], table["title"], table.get("address", ""))
        for key, table in read_toml(_DOCUMENTS).items()
    }


_ALIKE: Final = 3
"""How many ways to play are named to people who are too many or too few for a game."""


@public
def load(
    name: str | None = None,
    players: int | None = None,
    options: Sequence[str] = (),
    house: Path | Mapping[str, Any] | None = None,
    folder: Path | None = None,
) -> Rules:
    """Return the rules of a game for a number of players.

    *name* may be left out where *house* names its base; *players* where the usual number will do. Each of
    *options* is a name, or sets one value: ``meld.ratio=equal``. *house* is a file of the players' own
    rules, or its content. Later layers win: the game, its part for the number of players, the options and
    then the values of *house*, then *options*: those named, then the values set. The order of named options does not
    matter: they are combined, or refused where they contradict each other.

    Raises `RulesError` with every problem found.

    >>> load("hand-and-foot").seats, load("new-canasta", 6).packs
    (4, 7)
    """
    if isinstance(options, str | Mapping):
        raise MisuseError(f'options is a list of texts, such as ["meld.ratio=fewer"], not {options!r}.')
    table = read_toml(house) if isinstance(house, Path) else dict(house or {})
    return rules_of(find(name, table, games(folder)), players, options, table)


def rules_of(
    game: Game, players: int | None = None, options: Sequence[str] = (), house: Mapping[str, Any] | None = None
) -> Rules:
    """Return the rules of *game*, with options and the content of a file of house rules; as `load`."""
    problems: list[Problem] = []
    own = HouseLayer(house or {}, problems)
    if players is None:
        players = game.default_players
    if players not in PLAYERS:
        problems.append(
            flaw(
                "players",
                f"{players} is not a valid number of players; {game.title} is for {listed(map(str, game.players), 'or')}",
            )
        )
        raise RulesError(_refusal(game, own.title), tuple(problems))
    values = _resolve(game, own, options, players, problems)
    problems.extend(incomplete_items(values))
    if not problems:
        rules = build(game.name, own.title or game.title, players, values)
        if players in rules.table.players:
            resolved = (_resolve(game, own, options, number, []) for number in rules.table.players)
            partners = rules.sides < players or any(values.get("table.sides") for values in resolved)
            problems.extend(check(rules, partners=partners))
        else:
            raise _wrong_number(game, rules)
        if not problems:
            return rules
    raise RulesError(_refusal(game, own.title), tuple(problems))


def _resolve(game: Game, house: HouseLayer, options: Sequence[str], players: int, problems: list[Problem]) -> Changes:
    """Lay the layers above each other for a number of players."""
    values = game.values(players)
    of_house, set_in_house = _read_options(game, house.options, problems, "options.")
    own, set_here = _read_options(game, options, problems)
    changes, contradictions = together(game, [*of_house, *own], players)
    problems.extend(contradictions)
    apply(values, changes)
    apply(values, set_in_house)
    apply(values, house.values)
    apply(values, house.by_players.get(players, {}))
    stated = {path for name in own for path in game.options[name].changes_for(players)}
    apply(values, {path: value for path, value in changes.items() if path in stated})
    apply(values, set_here)
    return values


def _refusal(game: Game, title: str) -> str:
    return f"These rules of {title or game.title} cannot be used."


def _wrong_number(game: Game, rules: Rules) -> RulesError:
    """Return why that many players cannot play *rules* of *game*: who can, and what is for them: an option, or the games most alike."""
    seats, allowed = rules.seats, listed(map(str, rules.table.players), "or")
    title = f"{rules.title} is for {allowed} players, not {seats}." if allowed else _refusal(game, rules.title)
    words = set(game.name.split("-"))
    others = [other.name for other in games().values() if seats in other.players and other.name != game.name]
    others.sort(key=lambda name: -len(words & set(name.split("-"))))
    wanted = f"must be {allowed}" if allowed else "table.players must list the numbers that can play"
    ways = [f"option {each.name}" for each in game.options.values() if seats in each.changes.get("table.players", ())]
    ways += others[: _ALIKE - len(ways)]
    instead = f"; for {seats}, try {listed(ways, 'or')}" if ways else ""
    return RulesError(title, (flaw("players", wanted + instead),))


def find(name: str | None, house: Mapping[str, Any], known: Mapping[str, Game]) -> Game:
    """Return the game of *known* that is meant by *name* and the base of *house*; as `load`."""
    base = house.get("base")
    wanted, path = (name, "game") if name is not None else (base, "base")
    problem = None
    if wanted is None:
        problem = flaw("game", f"name a game: {', '.join(known)}")
    elif not isinstance(wanted, str) or wanted not in known:
        near = suggest(wanted, known) if isinstance(wanted, str) else ""
        problem = flaw(
            path, f"there is no game {found(wanted).removeprefix('the text ')}{near}; there are {', '.join(known)}"
        )
    elif name is not None and base not in (None, name):
        problem = flaw("base", f"these house rules are for {base}, not for {name}")
    else:
        return known[wanted]
    raise RulesError(
        "There is no such game." if problem.path == "game" else "These house rules cannot be used.", (problem,)
    )


def apply_options(game: Game, players: int, options: Sequence[str], values: Changes, problems: list[Problem]) -> None:
    """Apply the options that are named to *values*, and after them assignments such as ``meld.ratio=equal``."""
    names, assignments = _read_options(game, options, problems)
    changes, contradictions = together(game, names, players)
    problems.extend(contradictions)
    apply(values, changes)
    apply(values, assignments)


def _read_options(
    game: Game, options: Sequence[str], problems: list[Problem], where: str = ""
) -> tuple[list[str], Changes]:
    """Return the options that are named, and what assignments such as ``meld.ratio=equal`` change, in their order."""
    names: list[str] = []
    changes: Changes = {}
    for text in options:
        name, equals, value = text.partition("=")
        name = name.strip()
        if equals:
            changes |= assigned(name, read_plain(value.strip()), problems)
        elif name in game.options:
            names.append(name)
        else:
            problems.append(no_option(game, name, where, len(problems)))
    return names, changes


def no_option(game: Game, name: str, where: str = "", before: int = 0) -> Problem:
    """Return what is wrong with *name*, which is not an option of *game*; *before* counts the problems before this one."""
    near = suggest(name, game.options, before)
    if not near and game.options:
        near = f"; its options are {', '.join(game.options)}"
    return flaw(where + name, f"{game.title} has no option with this name{near}")


class HouseLayer:
    """What a file of house rules says."""

    def __init__(self, table: Mapping[str, Any], problems: list[Problem]) -> None:
        for key in table:
            if key not in _HOUSE_KEYS and key not in GROUPS:
                problems.append(flaw(key, unknown(key, before=len(problems))))
        self.values = Reading(problems).groups({key: table[key] for key in table if key in GROUPS})
        self.by_players = read_players(table.get("players", {}), problems)
        self.title = ""
        if "title" in table:
            try:
                self.title = str(read_value("words.deal", table["title"]))
            except ValueError as error:
                problems.append(flaw("title", str(error)))
        options = table.get("options", [])
        self.options: list[str] = []
        if isinstance(options, list | tuple) and len(options) > _MOST_OPTIONS:
            problems.append(flaw("options", f"{len(options):,} options are listed here; the limit is {_MOST_OPTIONS}"))
        elif isinstance(options, list | tuple) and all(isinstance(option, str) for option in options):
            self.options = list(options)
        else:
            problems.append(flaw("options", 'must be a list of names such as ["wild-tie"]'))


def _files(folder: Path) -> dict[str, Path]:
    try:
        return {path.stem: path for path in sorted(folder.iterdir()) if path.suffix == ".toml"}
    except OSError as error:
        problem = flaw(str(folder), f"this folder cannot be read: {error.strerror}")
        raise RulesError("There is no such folder.", (problem,)) from error


def _misnamed(path: Path, packaged: Mapping[str, Path]) -> RulesError | None:
    """Return what is wrong with the name of the file *path* beside the *packaged* games; None for a good one."""
    if path.stem in packaged:
        problem = flaw(path.stem, "a packaged game already has this name: rename the file")
    elif not NAME.fullmatch(path.stem):
        text = "game files are named with lower-case letters and digits, with hyphens between words"
        problem = flaw(path.name, text)
    else:
        return None
    return RulesError(f"{clean(path.name)} cannot be used.", (problem,))


def _read_all(files: Mapping[str, Path], warn: Warn | None = None) -> dict[str, Game]:
    """Return the games in *files*; with *warn*, those that cannot be used are left out, and without the first one is raised."""
    known: dict[str, Game] = {}
    cited = documents()

    def read(name: str, above: tuple[str, ...]) -> Game:
        if name in above:
            problem = flaw("base", f"these games are based on each other: {', '.join(above)}")
            raise RulesError(f"The rules of {name} cannot be used.", (problem,))
        if name not in files:
            problem = flaw("base", f'there is no game "{name}"{suggest(name, files)}; there are {", ".join(files)}')
            raise RulesError(f"The rules of {name} cannot be used.", (problem,))
        if name not in known:
            known[name] = read_game(name, read_toml(files[name]), cited, lambda base: read(base, (*above, name)))
        return known[name]

    for name in sorted(files):
        try:
            read(name, ())
        except RulesError as error:
            if warn is None:
                raise
            warn(files[name], error)
    return {name: known[name] for name in sorted(known)}
