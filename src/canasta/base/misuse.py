"""`public`: what gives wrong arguments of the public interface a sentence, at no cost to right ones."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from canasta.base.errors import IllegalMove, MisuseError

P = ParamSpec("P")
R = TypeVar("R")

_WORDS: Final[dict[object, str]] = {int: "a whole number", str: "a text", bool: "True or False", types.NoneType: "None"}
_MAKERS: Final = {
    "Deal": "Match.deal is one",
    "Match": 'Match.new("classic") makes one',
    "Path": 'Path("house.toml") makes one',
    "Record": "parse_record(text) makes one",
    "Rules": 'load("classic") makes them',
    "View": "view(deal, seat) makes one",
}
"""How to get what someone did not hand in, by the name of its type."""


def public(function: Callable[P, R]) -> Callable[P, R]:
    """Wrap *function* so that wrong kinds of arguments raise `MisuseError` with a sentence instead of whatever they cause.

    The arguments are looked at only after the call has failed, so a call that works costs nothing more.

    >>> @public
    ... def double(number: int) -> int:
    ...     return number + number // 1
    >>> double("3")
    Traceback (most recent call last):
    ...
    canasta.base.errors.MisuseError: double needs a whole number as number, not '3'.
    """

    @wraps(function)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except (IllegalMove, MisuseError):
            raise
        except Exception:
            wrong = _wrong_argument(function, args, kwargs)
            if wrong:
                raise MisuseError(wrong) from None
            raise

    return guarded


def _wrong_argument(function: Callable[..., object], args: Sequence[object], kwargs: dict[str, object]) -> str:
    """Return what is wrong with the first argument of *function* that its annotation does not allow; empty if nothing is."""
    try:
        given = inspect.signature(function).bind(*args, **kwargs).arguments
    except TypeError:  # a missing argument, or one too many: Python's own sentence says so
        return ""
    hints = get_type_hints(function)
    for name, value in given.items():
        if name in hints and not _fits(value, hints[name]):
            called = function.__qualname__.removesuffix(".__init__")
            return f"{called} needs {_described(hints[name])} as {name}, not {value!r}{_maker(hints[name])}."
    return ""


def _fits(value: object, hint: Any) -> bool:
    """Return whether *value* is of the kind that *hint* asks for; what cannot be told fits."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return any(_fits(value, part) for part in parts)
    if origin in (Sequence, Iterable):
        if isinstance(value, str | bytes | dict):
            return False
        return isinstance(value, origin) and (origin is Iterable or all(_fits(each, parts[0]) for each in value))
    if isinstance(origin, type):
        return isinstance(value, origin)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return not isinstance(hint, type) or getattr(hint, "_is_protocol", False) or isinstance(value, hint)


def _is_move(hint: Any) -> bool:
    """Return whether *hint* is the union of all moves, which has a name for people only."""
    return all(getattr(part, "__module__", "").endswith(".moves") for part in get_args(hint) or (None,))


def _described(hint: Any) -> str:
    if _is_move(hint):
        return "a move"
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " or ".join(_described(part) for part in parts if part is not types.NoneType)
    if origin in (Sequence, Iterable):
        return f"a list with {_described(parts[0])} each"
    if hint in _WORDS:
        return _WORDS[hint]
    named: str = (origin or hint).__name__
    return named if named.endswith("s") else f"a {named}"


def _maker(hint: Any) -> str:
    if _is_move(hint):
        return '; parse_move("draw") makes one'
    names = [part.__name__ for part in (get_args(hint) or (hint,)) if isinstance(part, type)]
    return next((f"; {_MAKERS[name]}" for name in names if name in _MAKERS), "")
