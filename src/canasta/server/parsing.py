"""Reading messages, and saying in one sentence what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from canasta.server.protocol import CLAUSE_PATTERN, CLIENT, DIGITS_PATTERN, DO, KEY_PATTERN, KINDS, FromClient
from canasta.server.protocol_base import ID_PATTERN, CommandId


def read_message(text: str) -> FromClient:
    """Return the message in *text*. Raises `ValueError` with one sentence that says what is wrong, and where."""
    try:
        return CLIENT.validate_json(text)
    except ValidationError as error:
        raise ValueError(sentences_of(error.errors(include_url=False, include_input=False))[0][1]) from None


_SAID: Final = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "must be a smaller number",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "string_unicode": "must be text in Unicode",
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
    "string_too_short": "must not be empty",
    "string_too_long": "must have at most {max_length} characters",
    "too_long": "must have at most {max_length} entries",
    "literal_error": "must be {expected}",
}
"""What is wrong, by pydantic's word for it; words in braces are what it says of the limit."""

PATTERNS: Final = {
    ID_PATTERN: "must be 1 to 64 letters, digits, dots, dashes or underscores",
    CLAUSE_PATTERN: 'must be the name of a rule, such as "pile.frozen"',
    DIGITS_PATTERN: "must be 1 to 20 digits",
    KEY_PATTERN: "must be the key of a seat link: 32 digits and letters from a to f",
}
"""What a text must be, by its pattern."""

_ANYTHING: Final = "must be what the protocol says"
"""For what no other sentence fits; a test sees that none needs it."""

_UNION: Final = "must be a whole number, true or false, or text"
_MEMBERS: Final = frozenset({"int", "bool", "str"})
"""How paths of errors end in a value that may be any of them."""


def command_of(text: str) -> str | None:
    """Return the id of the command in a message that could not be used, if it can be read.

    >>> command_of('{"t":"do","cmd":"c-1","seat":99}'), command_of("{")
    ('c-1', None)
    """
    try:
        cmd = _LOOSE.validate_json(text).cmd
    except ValidationError:
        return None
    return cmd


class _Loose(BaseModel):
    """Any message with the id of a command."""

    model_config = ConfigDict(strict=True, extra="ignore")

    cmd: CommandId


_LOOSE: Final = TypeAdapter(_Loose)


def sentences_of(errors: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Return each of pydantic's *errors* as its path and a sentence.

    >>> try: CLIENT.validate_json('{"t":"ping","n":"x","more":1}')
    ... except ValidationError as error: sentences_of(error.errors())
    [('n', 'n: must be a whole number.'), ('more', 'more: is not known here.')]
    """
    found: dict[str, str] = {}
    for each in errors:
        parts = [str(part)[:60] for part in each["loc"]]
        for tags in _TAGGED:
            if parts and parts[0] in tags:
                del parts[0]
        kind = each["type"]
        if kind == "json_invalid":
            found[".".join(parts)] = "This message is not JSON that can be read."
            continue
        context = each.get("ctx", {})
        own = each["msg"] if kind in _UNKNOWN else PATTERNS.get(context.get("pattern", ""))
        said = own or _SAID.get(kind, _ANYTHING).format(**context)
        if parts and parts[-1] == "[key]":
            parts, said = parts[:-2], f"the name of a setting {said}"
        elif len(parts) > 1 and parts[-1] in _MEMBERS:
            parts, said = parts[:-1], _UNION
        path = ".".join(parts) or _UNKNOWN.get(kind, "")
        found.setdefault(path, f"{path}: {said}." if path else f"The message {said}.")
    return list(found.items())


_UNKNOWN: Final = {"unknown_act": "act", "unknown_kind": "t"}
_TAGGED: Final = ({"body", "query", *KINDS}, {kind.__name__ for kind in DO})
"""What the paths of errors begin with, before the names of keys."""
