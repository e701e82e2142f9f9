"""Reading messages, and saying in one sentence what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from canasta.server.protocol import CLIENT, DO, KINDS, FromClient
from canasta.server.protocol_base import CommandId


def read_message(text: str) -> FromClient:
    """The message in *text*. Raises `ValueError` with one sentence that says what is wrong, and where."""
    try:
        return CLIENT.validate_json(text)
    except ValidationError as error:
        raise ValueError(sentences_of(error.errors(include_url=False, include_input=False))[0][1]) from None


_SAID: Final = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "string_unicode": "must be text in Unicode",
}


def command_of(text: str) -> str | None:
    """The id of the command in a message that could not be used, if it can be read.

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
    """Each of pydantic's *errors* as its path and a sentence.

    >>> try: CLIENT.validate_json('{"t":"ping","n":"x","more":1}')
    ... except ValidationError as error: sentences_of(error.errors())
    [('n', 'n: must be a whole number.'), ('more', 'more: is not known here.')]
    """
    found = []
    for each in errors:
        parts = [str(part)[:60] for part in each["loc"]]
        for tags in _TAGGED:
            if parts and parts[0] in tags:
                del parts[0]
        path = ".".join(parts)
        if each["type"] == "json_invalid":
            found.append((path, "This message is not JSON that can be read."))
            continue
        said = _SAID.get(each["type"]) or each["msg"][:1].lower() + each["msg"][1:]
        path = path or _UNKNOWN.get(each["type"], "")
        found.append((path, f"{path}: {said}." if path else f"{said[:1].upper()}{said[1:]}."))
    return found


_UNKNOWN: Final = {"unknown_act": "act", "unknown_kind": "t"}
_TAGGED: Final = ({"body", *KINDS}, {kind.__name__ for kind in DO})
"""What the paths of errors begin with, before the names of keys."""
