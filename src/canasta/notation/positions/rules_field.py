"""Which rules a position needs, in some words: game, players, digest, and what differs from the game.

The differences are assignments such as ``meld.ratio=equal``, which `canasta.rules.load.load` takes as options.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final
from urllib.parse import quote, unquote

from canasta.base.errors import Problem, RulesError
from canasta.notation.positions.token import NOTHING, Piece
from canasta.rules.changes import build, incomplete_items
from canasta.rules.check import check
from canasta.rules.digest import digest
from canasta.rules.game import PLAYERS, Game, standard
from canasta.rules.groups import GROUPS, Rules
from canasta.rules.load import apply_options, games
from canasta.rules.shapes import LISTS, suggest
from canasta.rules.toml import read_plain

DIGITS: Final = 12
"""How many digits of a digest are written; a reader takes from eight on."""

_FEWEST: Final = 8
_PLAIN: Final = "".join(chr(code) for code in range(33, 127) if chr(code) not in "%'")
"""What stands for itself; all else is written as in web addresses, so that the line has no blanks and no apostrophes."""

_TOGETHER: Final = frozenset({"table.players", "table.sides", "deck.packs", "deck.packs_per_player", "score.cards"})
"""Values that are compared together with others."""

_HEX: Final = frozenset("0123456789abcdef")


@lru_cache(maxsize=64)
def rules_words(rules: Rules) -> tuple[str, ...]:
    """Return the words that name *rules*: game, number of players, first digits of the digest, differences from the game.

    Differences are left out where the game is not among those that can be loaded, or cannot be changed into
    these rules: a reader must then have the rules already.
    """
    name = _quoted(rules.name) or NOTHING
    return name, str(rules.seats), digest(rules)[:DIGITS], *_changes(rules)


def read_rules(words: Sequence[Piece], given: Rules | None) -> Rules:
    """Return the rules that *words* name; those *given*, if they are the same.

    Raises `NotationError` if they are not the rules that the words were written for, `RulesError` for
    differences that make no playable rules.
    """
    name, number, mark, *differences = words
    players = number.number(PLAYERS[0], PLAYERS[-1])
    if len(mark.text) < _FEWEST or not _HEX.issuperset(mark.text):
        raise mark.wrong(f"must be the digest of the rules, {DIGITS} hexadecimal digits, not {_found(mark)}")
    if given is not None:
        if given.seats != players:
            raise number.wrong(f"the position has {players} players, but these rules are for {given.seats}")
        _check_digest(given, mark, "the given rules")
        if tuple(word.text for word in differences) == rules_words(given)[3:]:
            return given
    known = games()
    label = _unquoted(name)
    if given is not None and label not in known:
        return given  # nothing here can say more than their digest did
    if label not in known:
        raise name.wrong(f"there is no game {_found(name)}{suggest(label, known)}; there are {', '.join(known)}")
    game = known[label]
    for word in differences:
        if "=" not in word.text and word.text not in game.options:
            raise word.wrong(f"{_found(word)} is neither a field nor an option of {game.title}")
    named = _changed(game, players, tuple(map(_unquoted, differences)))
    which = f"the rules of {game.title} for {players} players"
    _check_digest(named, mark, f"{which} with these differences" if differences else which)
    return named if given is None else given


def _check_digest(rules: Rules, mark: Piece, which: str) -> None:
    """See that *rules* are those that the line was written for."""
    own = digest(rules)
    if not own.startswith(mark.text):
        text = f"the position needs rules with the digest {mark.text}, but {which} have {own[: len(mark.text)]}"
        raise mark.wrong(f"{text}: the game has changed, or the line leaves out a difference")


def _found(piece: Piece) -> str:
    return f'"{piece.text[:60]}"'


def is_difference(piece: Piece) -> bool:
    """Return whether the word *piece* changes the rules: an assignment to a value of them, or the name of an option."""
    path, equals, _ = piece.text.partition("=")
    return not equals or "." in path or path in LISTS


@lru_cache(maxsize=64)
def _changed(game: Game, players: int, differences: tuple[str, ...]) -> Rules:
    values = game.values(players)
    problems: list[Problem] = []
    apply_options(game, players, differences, values, problems)
    problems.extend(incomplete_items(values))
    if not problems:
        rules = build(game.name, game.title, players, values)
        problems.extend(check(rules))
        if not problems:
            return rules
    raise RulesError(f"The rules of {game.title} in this position cannot be used.", tuple(problems))


def _changes(rules: Rules) -> tuple[str, ...]:
    """Return what differs from the game, in the order of the groups; nothing if it cannot be said so."""
    game = games().get(rules.name)
    if game is None:
        return ()
    usual = standard(game, rules.seats)
    words = tuple(_quoted(f"{path}={_text(value)}") for path, value in _differences(usual, rules))
    try:
        same = digest(_changed(game, rules.seats, tuple(map(unquote, words)))) == digest(rules)
    except RulesError:
        return ()
    return words if same else ()


def _differences(old: Rules, new: Rules) -> Iterator[tuple[str, Any]]:
    """Yield the values that decide something and differ, by path."""
    for group in GROUPS:
        before, after = getattr(old, group), getattr(new, group)
        if group in LISTS:
            yield from _of_list(group, before, after)
        elif group != "words":
            yield from _counted(group, old, new)
            yield from _of_group(group, before, after)


def _counted(group: str, old: Rules, new: Rules) -> Iterator[tuple[str, Any]]:
    """Yield what several values say together, or a table: numbers of players, sides, packs, card values."""
    if group == "table":
        if new.seats not in old.table.players:
            yield "table.players", (new.seats,)
        if new.sides != old.sides:
            yield "table.sides", new.sides
    elif group == "deck" and new.packs != old.packs:
        yield "deck.packs", new.packs
        if old.deck.packs_per_player:
            yield "deck.packs_per_player", 0
    elif group == "score":
        values = dict(old.score.cards)
        yield from ((f"score.cards.{key}", value) for key, value in sorted(new.score.cards) if values.get(key) != value)


def _of_group(path: str, before: object, after: object) -> Iterator[tuple[str, Any]]:
    old, new = _decides(before), _decides(after)
    named = ((f"{path}.{name}", name) for name in new if new[name] != old[name])
    return ((where, new[name]) for where, name in named if where not in _TOGETHER)


def _of_list(group: str, before: Sequence[Any], after: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """Differences of reserves or specials: value by value where they are called alike, else all of them."""
    if list(map(_decides, before)) == list(map(_decides, after)):
        return
    label = LISTS[group]
    if [getattr(item, label) for item in before] == [getattr(item, label) for item in after]:
        for old, new in zip(before, after, strict=True):
            yield from _of_group(f"{group}.{getattr(new, label)}", old, new)
    elif after:
        yield group, [{label: getattr(item, label), **_said(item, label)} for item in after]
    else:
        yield group, False


def _decides(item: Any) -> dict[str, Any]:
    """Return the values of a group that decide something; what has no order is sorted."""
    values = {each.name: getattr(item, each.name) for each in fields(item) if not each.metadata["descriptive"]}
    return {name: tuple(sorted(value)) if isinstance(value, tuple) else value for name, value in values.items()}


def _said(item: Any, label: str) -> dict[str, Any]:
    """Return what a new reserve or special rank must say: what it needs, and what is not as usual."""
    usual = {each.name: each.default for each in fields(item)}
    needed = {"size", "trigger", "bonus"}
    values = _decides(item)
    return {name: value for name, value in values.items() if name != label and (name in needed or value != usual[name])}


def _text(value: Any) -> str:
    """Return a plain value as TOML reads it, without blanks around it; a word stands for itself."""
    if isinstance(value, str):
        return value if read_plain(value) == value else json.dumps(value, ensure_ascii=False)
    return _inner(value)


def _inner(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{key}={_inner(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_inner, value)) + "]"
    return str(value)


def _quoted(text: str) -> str:
    return quote(text, safe=_PLAIN)


def _unquoted(piece: Piece) -> str:
    try:
        return unquote(piece.text, errors="strict")
    except UnicodeDecodeError:
        raise piece.wrong("invalid character after a percent sign") from None
