"""What is wrong with the body of a request, in sentences: those of `canasta.tables.messages`, for what pydantic finds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from canasta.protocol.commands import DO
from canasta.protocol.messages import KINDS
from canasta.tables import messages
from canasta.tables.messages import KIND, PATTERNS

_SAID: Final = {
    "missing": messages.MISSING,
    "extra_forbidden": messages.UNKNOWN,
    "string_type": KIND["string"],
    "int_type": KIND["integer"],
    "int_from_float": KIND["integer"],
    "int_parsing": KIND["integer"],
    "int_parsing_size": "must be a smaller number",
    "bool_type": KIND["boolean"],
    "list_type": KIND["array"],
    "dict_type": KIND["object"],
    "model_type": KIND["object"],
    "model_attributes_type": KIND["object"],
    "string_unicode": "must be text in Unicode",
    "greater_than_equal": messages.LEAST.format("{ge}"),
    "less_than_equal": messages.MOST.format("{le}"),
    "string_too_short": messages.EMPTY,
    "string_too_long": messages.LONGEST.format("{max_length}"),
    "too_long": messages.MOST_ENTRIES.format("{max_length}"),
    "literal_error": "must be {expected}",
}
"""What is wrong, by pydantic's word for it; words in braces are what it says of the limit."""

_ANYTHING: Final = "must be what the protocol says"
"""For what no other sentence fits; a test sees that none needs it."""

_MEMBERS: Final = frozenset({"int", "bool", "str"})
"""How paths of errors end in a value that may be any of them."""


def sentences_of(errors: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Return each of pydantic's *errors* as its path and a sentence.

    >>> from pydantic import ValidationError
    >>> from canasta.protocol.messages import CLIENT
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
            found[".".join(parts)] = messages.NOT_JSON
            continue
        context = each.get("ctx", {})
        own = each["msg"] if kind in _UNKNOWN else PATTERNS.get(context.get("pattern", ""))
        said = own or _SAID.get(kind, _ANYTHING).format(**context)
        if parts and parts[-1] == "[key]":
            parts, said = parts[:-2], f"{messages.KEY}{said}"
        elif len(parts) > 1 and parts[-1] in _MEMBERS:
            parts, said = parts[:-1], KIND["any"]
        path = ".".join(parts) or _UNKNOWN.get(kind, "")
        found.setdefault(path, f"{path}: {said}." if path else f"The message {said}.")
    return list(found.items())


_UNKNOWN: Final = {"unknown_act": "act", "unknown_kind": "t"}
_TAGGED: Final = ({"body", "query", *KINDS}, {kind.__name__ for kind in DO})
"""What the paths of errors begin with, before the names of keys."""
