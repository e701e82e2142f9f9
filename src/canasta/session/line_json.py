"""Lines for people as JSON: lists of spans, each an object with one key that says what it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from canasta.base.cards import face_text, sorted_faces
from canasta.base.spans import Anchor, CardName, Cards, Clause, Line, Link, Name, Number, Ranks, Secret, Span, Text
from canasta.wording.spans import card_name, gap_between, rank_signs

Json = dict[str, Any]


def line_json(spans: Line, names: Sequence[str] = ()) -> list[Json]:
    """*spans* as JSON, neighbouring words as one span.

    Names say their seat, from 1, and how the reader calls the player, unless that is the name of the seat in *names*. Cards are sorted, so that their order tells nothing
    of the deck.

    >>> line_json((Name(0, "Ruth"), Text(" laid "), Ranks((12, 25, 1)), Text(".")))
    [{'name': 1, 'text': 'Ruth'}, {'text': ' laid '}, {'ranks': 'KK2'}, {'text': '.'}]
    """
    told: list[Json] = []
    for span in spans:
        if isinstance(span, Text) and told and told[-1].keys() == {"text"} and not span.style:
            told[-1] = {"text": told[-1]["text"] + span.text}
        else:
            told.append(_span_json(span, names))
    return told


def _span_json(span: Span, names: Sequence[str]) -> Json:
    match span:
        case Name(seat, text):
            return {"name": seat + 1} | ({} if names and names[seat] == text else {"text": text})
        case Cards(faces):
            return {"cards": "".join(map(face_text, sorted_faces(faces)))}
        case CardName(face):
            return {"card": face_text(face), "text": card_name(face)}
        case Ranks(faces):
            signs = rank_signs(faces)
            return {"ranks": gap_between(signs).join(signs)}
        case Number(value, style):
            return {"number": value} | ({"style": style} if style else {})
        case Clause(name):
            return {"clause": name}
        case Text(text, style) | Link(text, _, style) | Anchor(text, _, style):
            return {"text": text} | ({"style": style} if style else {})
        case Secret():
            raise ValueError("a line on the wire has no secrets: it is told to each seat as that seat may know it")
