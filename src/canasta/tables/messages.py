"""Read the messages of a client, strictly, and say in one sentence what is wrong with one.

What a message may have is in ``messages.json``, which `make protocol` writes from `canasta.protocol`: every table reads
messages with it, at a server or without one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

Json = dict[str, Any]

FILE: Final = Path(__file__).with_name("messages.json")
DEEPEST: Final = 200
"""How deep the values of a message may stand in each other."""

NOT_JSON: Final = "This message is not JSON that can be read."
MISSING: Final = "is missing"
UNKNOWN: Final = "is not known here"
LEAST: Final = "must be at least {}"
MOST: Final = "must be at most {}"
EMPTY: Final = "must not be empty"
LONGEST: Final = "must have at most {} characters"
MOST_ENTRIES: Final = "must have at most {} entries"
ONE_OF: Final = "must be one of {}"
KEY: Final = "a name in it "
"""What comes before the sentence where a name in an object is wrong."""

KIND: Final = {
    "integer": "must be a whole number",
    "boolean": "must be true or false",
    "string": "must be text",
    "array": "must be a list",
    "object": "must be an object",
    "any": "must be a whole number, true or false, or text",
}
"""What a value must be, by its type."""

ID_PATTERN: Final = r"^[A-Za-z0-9._-]{1,64}$"
CLAUSE_PATTERN: Final = r"^[a-z][a-z_]*\.[a-z_]+$"
DIGITS_PATTERN: Final = r"^[0-9]{1,20}$"
KEY_PATTERN: Final = r"^[0-9a-f]{32}$"
PATTERNS: Final = {
    ID_PATTERN: "must be 1 to 64 letters, digits, dots, dashes or underscores",
    CLAUSE_PATTERN: 'must be the name of a rule, such as "pile.frozen"',
    DIGITS_PATTERN: "must be 1 to 20 digits",
    KEY_PATTERN: "must be the key of a seat link: 32 digits and letters from a to f",
}
"""What a text must be, by its pattern."""


class WrongMessage(ValueError):
    """A message that can't be used; its text is one sentence that says what is wrong, and where."""


def read_message(text: str) -> Json:
    """Return the message in *text*, with the usual values of what it leaves out. Raises `WrongMessage`.

    >>> read_message('{"t":"ping"}'), read_message('{"t":"do","cmd":"c-1","move":"draw"}')["act"]
    ({'t': 'ping', 'n': 0}, 'play')
    >>> read_message('{"t":"ping","n":"x"}')
    Traceback (most recent call last):
    canasta.tables.messages.WrongMessage: n: must be a whole number.
    """
    told = parsed(text)
    kinds, acts = _shapes()["kinds"], _shapes()["acts"]
    kind = told.get("t") if isinstance(told, dict) else None
    if not isinstance(kind, str) or kind not in kinds:
        raise WrongMessage(f"t: {ONE_OF.format(', '.join(kinds))}.")
    if kind != "do":
        return _read(told, kinds[kind])
    act = told.get("act", "play")
    if not isinstance(act, str) or act not in acts:
        raise WrongMessage(f"act: {ONE_OF.format(', '.join(acts))}.")
    return _read(told, acts[act])


def read_body(name: str, told: object) -> Json:
    """Return the body *told* of the request *name*, such as ``NewTable``, with the usual values of what it leaves out.

    Raises `WrongMessage`.
    """
    if not isinstance(told, dict):
        raise WrongMessage(f"The message {KIND['object']}.")
    return _read(told, name)


def command_of(text: str) -> str | None:
    """Return the id of the command in a message that could not be used, if it can be read.

    >>> command_of('{"t":"do","cmd":"c-1","seat":99}'), command_of("{")
    ('c-1', None)
    """
    try:
        told = parsed(text)
    except WrongMessage:
        return None
    cmd = told.get("cmd") if isinstance(told, dict) else None
    return cmd if isinstance(cmd, str) and _spelt(cmd, ID_PATTERN) else None


def parsed(text: str) -> Any:
    """Return the JSON in *text*. Raises `WrongMessage` for text that is none, nests too deep or is no Unicode."""
    try:
        told = json.loads(text)
        if "\\u" in text:
            json.dumps(told, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise WrongMessage(NOT_JSON) from None
    if text.count("[") + text.count("{") > DEEPEST and _depth(told) > DEEPEST:
        raise WrongMessage(NOT_JSON)
    return told


def _depth(told: Any) -> int:
    level, depth = [told], 0
    while level:
        inner = [each for each in level if isinstance(each, (dict, list))]
        level = [value for each in inner for value in (each.values() if isinstance(each, dict) else each)]
        depth += bool(inner)
    return depth


@lru_cache(maxsize=1)
def _shapes() -> Json:
    found: Json = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def _read(told: Mapping[str, Any], name: str) -> Json:
    shape = _shapes()["shapes"][name]
    fields, required = shape["properties"], shape["required"]
    read: Json = {}
    for key, field in fields.items():
        if key in told:
            wrong = _wrong(told[key], field, key)
            if wrong:
                raise WrongMessage(f"{wrong}.")
            read[key] = told[key]
        elif key in required:
            raise WrongMessage(f"{key}: {MISSING}.")
        elif "default" in field:
            read[key] = field["default"]
    for key in told:
        if key not in fields:
            raise WrongMessage(f"{key[:60]}: {UNKNOWN}.")
    return read


def _wrong(value: Any, field: Json, path: str) -> str:
    """Return what is wrong with *value* at *path*, from the path on; empty if nothing is."""
    if "anyOf" in field:
        kinds = {each["type"]: each for each in field["anyOf"]}
        kind = _kind(value)
        if kind in kinds:
            return _wrong(value, kinds[kind], path) if kind != "null" else ""
        others = [each for each in kinds if each != "null"]
        return f"{path}: {KIND[others[0]] if len(others) == 1 else KIND['any']}"
    if _kind(value) != field["type"]:
        return f"{path}: {KIND[field['type']]}"
    match field["type"]:
        case "integer":
            return _outside(value, field, path)
        case "string":
            return _misspelt(value, field, path)
        case "array":
            items = (_wrong(each, field["items"], f"{path}.{at}") for at, each in enumerate(value))
            if len(value) > field["maxItems"]:
                return f"{path}: {MOST_ENTRIES.format(field['maxItems'])}"
            return next(filter(None, items), "")
        case "object":
            return _wrong_entries(value, field, path)
    return ""


def _wrong_entries(value: Json, field: Json, path: str) -> str:
    if len(value) > field["maxProperties"]:
        return f"{path}: {MOST_ENTRIES.format(field['maxProperties'])}"
    longest = field["propertyNames"]["maxLength"]
    for key, inner in value.items():
        if len(key) > longest:
            return f"{path}: {KEY}{LONGEST.format(longest)}"
        wrong = _wrong(inner, field["additionalProperties"], f"{path}.{key}")
        if wrong:
            return wrong
    return ""


def _kind(value: Any) -> str:
    return _KINDS.get(type(value), "")


_KINDS: Final[Mapping[type, str]] = {
    int: "integer", bool: "boolean", str: "string", list: "array", dict: "object", type(None): "null",
}  # fmt: skip


def _outside(value: int, field: Json, path: str) -> str:
    if value < field.get("minimum", value):
        return f"{path}: {LEAST.format(field['minimum'])}"
    if value > field.get("maximum", value):
        return f"{path}: {MOST.format(field['maximum'])}"
    return ""


def _misspelt(value: str, field: Json, path: str) -> str:
    if len(value) < field.get("minLength", 0):
        return f"{path}: {EMPTY}"
    if len(value) > field.get("maxLength", len(value)):
        return f"{path}: {LONGEST.format(field['maxLength'])}"
    pattern = field.get("pattern", "")
    if pattern and not _spelt(value, pattern):
        return f"{path}: {PATTERNS[pattern]}"
    return ""


def _spelt(value: str, pattern: str) -> bool:
    return re.fullmatch(pattern.removesuffix("$"), value) is not None  # "$" would let a line end follow
