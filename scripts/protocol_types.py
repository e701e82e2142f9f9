"""Write docs/protocol.schema.json, the types of the page and what `canasta.tables.messages` reads: `make protocol`.

All of them come from `canasta.protocol.messages`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from canasta.protocol.commands import ACTS, Do
from canasta.protocol.messages import CLIENT, HTTP, KINDS, SERVER, Body
from canasta.session.seating import LONGEST_NAME
from canasta.session.settings import LONGEST_TITLE
from canasta.tables.frames import VERSION
from canasta.tables.messages import FILE

_ROOT = Path(__file__).resolve().parents[1]
SCHEMA = _ROOT / "docs" / "protocol.schema.json"
TYPES = _ROOT / "frontend" / "src" / "lib" / "gen" / "protocol.ts"
_PATCH = """/** A JSON merge patch (RFC 7396) of `T`: null takes away what can be missing; lists are replaced. */
export type Patch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: Patch<T[K]> | ({} extends Pick<T, K> ? null : never) }
    : T;
"""
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def schema() -> dict[str, Any]:
    """Return all messages as one JSON Schema: `FromClient`, `FromServer`, and the bodies of requests by their names."""
    parts: list[tuple[str, TypeAdapter[Any]]] = [("FromClient", CLIENT), ("FromServer", SERVER)]
    parts += [(kind.__name__, TypeAdapter(kind)) for kind in HTTP]
    asked = [(name, "validation", adapter) for name, adapter in parts]
    found, defined = TypeAdapter.json_schemas(asked, ref_template="#/$defs/{model}")  # type: ignore[arg-type]
    names = dict(defined.get("$defs", {}))
    for (name, _), told in found.items():
        if told.get("$ref") != f"#/$defs/{name}":
            names[name] = told
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The protocol of canasta, version {VERSION}",
        "$defs": {name: names[name] for name in sorted(names)},
    }


def schema_text() -> str:
    """Return the schema as its file has it."""
    return json.dumps(schema(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def messages_text() -> str:
    """Return what clients may send, as `canasta.tables.messages` reads it: the shape of each kind, act and body."""
    bodies = [kind for kind in HTTP if issubclass(kind, Body)]
    shapes = {kind.__name__ for kind in (*KINDS.values(), *ACTS.values(), *bodies)} - {Do.__name__}
    told = {
        "kinds": {word: kind.__name__ for word, kind in KINDS.items()},
        "acts": {word: kind.__name__ for word, kind in ACTS.items()},
        "shapes": {name: _shape(told) for name, told in schema()["$defs"].items() if name in shapes},
    }
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def _shape(told: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a message without what they mean."""
    fields = {
        name: {key: value for key, value in field.items() if key not in {"title", "description"}}
        for name, field in told["properties"].items()
    }
    return {"required": told.get("required", []), "properties": fields}


def types_text() -> str:
    """Return the messages as types of TypeScript."""
    lines = ["// Written by `make protocol` from src/canasta/protocol/messages.py. Do not edit.", ""]
    lines += [f"export const VERSION = {VERSION};", f"export const LONGEST_NAME = {LONGEST_NAME};"]
    lines += [f"export const LONGEST_TITLE = {LONGEST_TITLE};", "", _PATCH]
    for name, told in schema()["$defs"].items():
        if name.endswith("Patch"):
            continue  # `Patch` says the same
        if told.get("description"):
            lines.append(f"/** {_comment(told)} */")
        if told.get("type") == "object" and "properties" in told:
            lines += [f"export interface {name} {{", *_fields(told), "}", ""]
        else:
            lines += [f"export type {name} = {_type(told)};", ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _comment(told: dict[str, Any]) -> str:
    return " ".join(told["description"].split()).replace("*/", "* /")


def _fields(told: dict[str, Any]) -> list[str]:
    needed = set(told.get("required", ()))
    lines: list[str] = []
    for name, field in told["properties"].items():
        comment = f"  /** {_comment(field)} */" if field.get("description") else ""
        if comment and comment not in lines:
            lines.append(comment)
        mark = "" if name in needed else "?"
        key = name if name.isidentifier() else json.dumps(name)
        lines.append(f"  {key}{mark}: {_type(field)};")
    return lines


def _type(told: dict[str, Any]) -> str:
    """Return the type that a schema describes. Raises `ValueError` for a schema of a kind that the protocol does not have."""
    if "$ref" in told:
        name = str(told["$ref"].rpartition("/")[2])
        return f"Patch<{name.removesuffix('Patch')}>" if name.endswith("Patch") else name
    if "const" in told:
        return json.dumps(told["const"])
    if "enum" in told:
        return " | ".join(map(json.dumps, told["enum"]))
    for key in ("anyOf", "oneOf"):
        if key in told:
            return " | ".join(dict.fromkeys(map(_type, told[key])))
    kind = told.get("type")
    if kind == "array" and "prefixItems" in told:
        return f"[{', '.join(map(_type, told['prefixItems']))}]"
    if kind == "array":
        item = _type(told["items"])
        return f"({item})[]" if " " in item else f"{item}[]"
    if kind == "object":
        (inner,) = told.get("patternProperties", {"": told.get("additionalProperties")}).values()
        return f"Record<string, {_type(inner)}>"
    if kind in _PLAIN:
        return _PLAIN[kind]
    raise ValueError(f"no type for {told}")


if __name__ == "__main__":
    SCHEMA.write_text(schema_text(), encoding="utf-8")
    TYPES.write_text(types_text(), encoding="utf-8")
    FILE.write_text(messages_text(), encoding="utf-8")
