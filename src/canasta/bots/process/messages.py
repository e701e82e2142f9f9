"""The messages between canasta and a bot in a process of its own: JSON objects, one a line. See ``docs/writing-a-bot.md``.

canasta asks, and the bot answers each line with exactly one line. A bot ignores keys that it does not know, so that
later versions can tell it more; what a bot writes must have the documented keys and no others.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from canasta.base.errors import CanastaError
from canasta.rules.shapes import clean, found

PROTOCOL: Final = 1
"""The version of the protocol, which a change that existing bots would misread raises, other numbers of steps too."""

LONGEST_REQUEST: Final = 1 << 16
"""The most bytes of a line that canasta writes, with its end."""

LONGEST_REPLY: Final = 1 << 12
"""The most bytes of a line that a bot writes, with its end."""

LARGEST_NUMBER: Final = (1 << 53) - 1
"""The largest number in a message: what every language reads exactly."""

_LONGEST_NAME: Final = 40
_LARGEST_STEP: Final = 9_999


class ProtocolError(CanastaError):
    """A line that is not a message of the protocol, or not the one that is due; its text is one sentence."""


@dataclass(frozen=True, slots=True)
class Hello:
    """canasta greets: the version of the *protocol*, and of *canasta*."""

    protocol: int
    canasta: str


@dataclass(frozen=True, slots=True)
class NewRules:
    """The rules of all that follows, until the next such message: `canasta.rules.digest.as_table` and their *digest*."""

    digest: str
    rules: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LegalStep:
    """A step that the bot may take: its number, and what it does as a move is written, or ``open``."""

    step: int
    text: str


@dataclass(frozen=True, slots=True)
class Decide:
    """A decision for the bot.

    *position* is the position line of what its seat knows, with the history; *ms* are the milliseconds it has. *seed*
    is for its own random numbers: it differs from decision to decision and says nothing about the cards.
    """

    id: int
    position: str
    legal: tuple[LegalStep, ...]
    ms: int
    seed: int


@dataclass(frozen=True, slots=True)
class Over:
    """A deal has ended in *position*; *points* of the deal by side."""

    position: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AskHint:
    """A server asks a program of canasta's own for a hint for the player who knows *position*, a position line."""

    position: str


@dataclass(frozen=True, slots=True)
class Bye:
    """The end: of what canasta asks, and the bot's last line."""


Request: TypeAlias = Hello | NewRules | Decide | Over | AskHint | Bye
"""What canasta writes."""


@dataclass(frozen=True, slots=True)
class BotHello:
    """The bot greets. *deterministic*: it takes the same step whenever it is asked the same."""

    protocol: int
    name: str
    version: str
    deterministic: bool = False


@dataclass(frozen=True, slots=True)
class Ok:
    """The bot has taken note."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The bot's decision *id*: the number of a legal step, or a *move* in words that is one of them."""

    id: int
    step: int | None = None
    move: str | None = None


@dataclass(frozen=True, slots=True)
class Hinted:
    """The answer to `AskHint`: a *hint* as `canasta.session.preview.hint` gives it."""

    hint: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Wrong:
    """The bot could not do what it was asked; *text* is one sentence that says why."""

    text: str


Reply: TypeAlias = BotHello | Ok | Chosen | Hinted | Bye | Wrong
"""What a bot writes."""

_Read: TypeAlias = Callable[[str, Any], Any]
_REQUIRED: Final = object()


def _number(low: int, high: int) -> _Read:
    def read(key: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise _wrong(key, f"a whole number from {low:,} to {high:,}", value)
        return value

    return read


def _text(longest: int) -> _Read:
    def read(key: str, value: object) -> str:
        if not isinstance(value, str) or not 0 < len(value) <= longest or not value.isprintable():
            raise _wrong(key, f"a line of 1 to {longest:,} characters", value)
        return value

    return read


def _truth(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong(key, "true or false", value)
    return value


def _table(key: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(key, "an object", value)
    return value


def _legal(key: str, value: object) -> tuple[LegalStep, ...]:
    if not isinstance(value, list) or not value:
        raise _wrong(key, "a list of at least one step", value)
    steps = []
    for item in value:
        if not isinstance(item, dict) or not {"step", "text"} <= item.keys():
            raise _wrong(key, "a list of objects with the keys step and text", item)
        steps.append(LegalStep(_step("step", item["step"]), _line("text", item["text"])))
    return tuple(steps)


def _points(key: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or not value:
        raise _wrong(key, "a list of numbers", value)
    return tuple(_point(key, each) for each in value)


def _wrong(key: str, right: str, value: object) -> ProtocolError:
    what = "null" if value is None else found(value)
    return ProtocolError(clean(f'The key "{key}" must be {right}, not {what}.'))


_line: Final = _text(LONGEST_REQUEST)
_step: Final = _number(0, _LARGEST_STEP)
_count: Final = _number(0, LARGEST_NUMBER)
_point: Final = _number(-LARGEST_NUMBER, LARGEST_NUMBER)
_name: Final = _text(_LONGEST_NAME)

_Shape: TypeAlias = tuple[type[Any], Mapping[str, tuple[_Read, Any]]]

_REQUESTS: Final[Mapping[str, _Shape]] = {
    "hello": (Hello, {"protocol": (_count, _REQUIRED), "canasta": (_name, _REQUIRED)}),
    "rules": (NewRules, {"digest": (_text(64), _REQUIRED), "rules": (_table, _REQUIRED)}),
    "decide": (
        Decide,
        {
            "id": (_count, _REQUIRED),
            "position": (_line, _REQUIRED),
            "legal": (_legal, _REQUIRED),
            "ms": (_number(1, LARGEST_NUMBER), _REQUIRED),
            "seed": (_count, _REQUIRED),
        },
    ),
    "over": (Over, {"position": (_line, _REQUIRED), "points": (_points, _REQUIRED)}),
    "hint": (AskHint, {"position": (_line, _REQUIRED)}),
    "bye": (Bye, {}),
}
_REPLIES: Final[Mapping[str, _Shape]] = {
    "hello": (
        BotHello,
        {
            "protocol": (_count, _REQUIRED),
            "name": (_name, _REQUIRED),
            "version": (_name, _REQUIRED),
            "deterministic": (_truth, False),
        },
    ),
    "ok": (Ok, {}),
    "move": (
        Chosen,
        {"id": (_count, _REQUIRED), "step": (_step, None), "move": (_text(LONGEST_REPLY), None)},
    ),
    "hinted": (Hinted, {"hint": (_table, _REQUIRED)}),
    "bye": (Bye, {}),
    "error": (Wrong, {"text": (_text(LONGEST_REPLY), _REQUIRED)}),
}
_TYPES: Final = {kind: name for shapes in (_REQUESTS, _REPLIES) for name, (kind, _) in shapes.items()}


def read_request(line: bytes) -> Request:
    """Return the message of canasta in *line*. Raises `ProtocolError` for anything else.

    >>> read_request(b'{"type":"bye","later":1}')
    Bye()
    """
    request: Request = _read(line, LONGEST_REQUEST, _REQUESTS, strict=False)
    return request


def read_reply(line: bytes) -> Reply:
    """Return the message of a bot in *line*. Raises `ProtocolError` for anything else.

    >>> read_reply(b'{"type":"move","id":7,"move":"discard 4c"}')
    Chosen(id=7, step=None, move='discard 4c')
    """
    reply: Reply = _read(line, LONGEST_REPLY, _REPLIES, strict=True)
    if isinstance(reply, Chosen) and (reply.step is None) == (reply.move is None):
        raise ProtocolError('A move needs either the key "step" or the key "move".')
    return reply


def format_message(message: Request | Reply) -> bytes:
    r"""Return *message* as its line, in ASCII, with the end of the line.

    >>> format_message(Chosen(7, step=404))
    b'{"type":"move","id":7,"step":404}\n'
    """
    values: dict[str, Any] = {"type": _TYPES[type(message)]}
    for name in message.__slots__:
        value = getattr(message, name)
        if name == "legal":
            value = [{"step": each.step, "text": each.text} for each in value]
        if value is not None:
            values[name] = value
    return json.dumps(values, separators=(",", ":")).encode("ascii") + b"\n"


def _read(line: bytes, longest: int, shapes: Mapping[str, _Shape], *, strict: bool) -> Any:
    values = _parse(line, longest)
    name = values.get("type")
    if not isinstance(name, str) or name not in shapes:
        what = "no type" if name is None else f"the type {found(name)}"
        raise ProtocolError(clean(f"This message has {what}; the types are {', '.join(shapes)}."))
    kind, keys = shapes[name]
    if strict:
        for key in values:
            if key != "type" and key not in keys:
                raise ProtocolError(clean(f'A message of type {name} has no key "{key}".'))
    read = {}
    for key, (reader, usual) in keys.items():
        if key in values:
            read[key] = reader(key, values[key])
        elif usual is _REQUIRED:
            raise ProtocolError(f'A message of type {name} needs the key "{key}".')
        else:
            read[key] = usual
    return kind(**read)


def _parse(line: bytes, longest: int) -> dict[str, Any]:
    """Return the object that *line* holds."""
    if len(line) > longest:
        raise ProtocolError(f"A line can have {longest:,} bytes at most.")
    try:
        value = json.loads(line.decode("utf-8"), object_pairs_hook=_each_once, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise ProtocolError("A line must be UTF-8.") from None
    except RecursionError:
        raise ProtocolError("The values of this line are nested too deeply.") from None
    except json.JSONDecodeError as error:
        raise ProtocolError(clean(f"This line is not JSON: {error.msg} at column {error.colno}.")) from None
    except ValueError:  # a number of thousands of digits
        raise ProtocolError("A number in this line is too long.") from None
    if not isinstance(value, dict):
        raise ProtocolError("A message must be a JSON object.")
    return value


def _each_once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise ProtocolError(clean(f'The key "{key}" appears twice.'))
        values[key] = value
    return values


def _no_constant(name: str) -> float:
    raise ProtocolError(f"The value {name} is not a number in JSON.")
