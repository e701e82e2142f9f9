"""What the messages of the protocol are made of: numbers, names, cards as texts, and patches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeAlias, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, create_model

from canasta.tables.messages import ID_PATTERN

Seat: TypeAlias = Annotated[int, Field(ge=1, le=8, description="A seat, from 1.")]
Side: TypeAlias = Annotated[int, Field(ge=1, le=8, description="A side, from 1.")]
Number: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1)]
Seq: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1, description="The number of an entry; 0 for none.")]
Counter: TypeAlias = Annotated[int, Field(ge=0, le=2**53 - 1, description="Comes back with the answer.")]
Time: TypeAlias = Annotated[int, Field(ge=0, le=2**53 - 1, description="Milliseconds since 1970.")]
CommandId: TypeAlias = Annotated[
    str,
    Field(
        pattern=ID_PATTERN,
        description="Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once.",
    ),
]
PersonId: TypeAlias = Annotated[str, Field(pattern=ID_PATTERN)]
Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=80)]

_CARD: Final = "(?:[2-9TJQKA][cdhs]|Jk)"
CardText: TypeAlias = Annotated[str, Field(pattern=f"^{_CARD}$", description='A card, such as "Td" or "Jk".')]
CardsText: TypeAlias = Annotated[
    str, Field(pattern=f"^{_CARD}*$", description='Cards beside each other, sorted, such as "4c4dJk".')
]
KindsText: TypeAlias = Annotated[
    str,
    Field(pattern=f"^{_CARD}+$", description='Different cards, sorted, such as "4cJk".'),
]
RankText: TypeAlias = Annotated[
    str, Field(pattern=r"^(?:[3-9TJQKA]|wild)$", description='The rank of a meld: "K", "wild".')
]
MeldKey: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^(?:[3-9TJQKA]|wild)\.c?[1-9][0-9]*$",
        description='An open meld by rank and slot, such as "K.1", or a finished canasta that takes no more cards: "K.c1".',
    ),
]
NumberText: TypeAlias = Annotated[str, Field(pattern=r"^[1-9][0-9]*$", description="A number from 1, as a key.")]
SeatText: TypeAlias = Annotated[str, Field(pattern=r"^[1-8]$", description="A seat or a side, from 1, as a key.")]
ClauseName: TypeAlias = Annotated[
    str, Field(pattern=r"^[a-z]+\.[a-z_-]+$", description='The name of a rule, such as "pile.frozen".')
]

ABSENT: Final[Any] = Field(default=None)
"""The default of what can be missing but is never null."""


def _without_null(told: dict[str, Any]) -> None:
    for each in told.get("properties", {}).values():
        if each.get("default", ...) is None and {"type": "null"} not in each.get("anyOf", ()):
            del each["default"]


class Message(BaseModel):
    """A message, or a part of one."""

    # What the server only sends is never built there, which saves time at its start.
    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, defer_build=True, json_schema_extra=_without_null
    )


class Some(Message):
    """A part of a message of which only some keys are described; it has others, too."""

    model_config = ConfigDict(extra="allow")


def patch_of(model: type[Message]) -> type[Message]:
    """Return the JSON merge patches (RFC 7396) of *model*: every key can be missing; null takes away what can be missing there.

    It is called like *model*, with ``Patch`` behind it.
    """
    known = _PATCHES.get(model)
    if known is None:
        fields: dict[str, Any] = {}
        for name, info in model.model_fields.items():
            kind = _patched(info.annotation)
            given = Field(default=None, alias=info.alias, description=info.description)
            fields[name] = (kind if info.is_required() else kind | None, given)
        known = create_model(
            f"{model.__name__}Patch", __base__=Message, __doc__=f"What changes of `{model.__name__}`.", **fields
        )
        _PATCHES[model] = known
    return known


def _patched(kind: Any) -> Any:
    """Return what a patch may put in the place of something of *kind*: objects are patched, lists and all else replaced."""
    if isinstance(kind, type) and issubclass(kind, Message):
        return patch_of(kind)
    if get_origin(kind) in {dict, Mapping}:
        key, value = get_args(kind)
        return dict.__class_getitem__((key, _patched(value) | None))
    return kind


_PATCHES: Final[dict[type[Message], type[Message]]] = {}
