"""Lines for people as JSON: lists of spans. Plain words are texts, all else objects with one key that says what it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from canasta.base.cards import face_text, sorted_faces
from canasta.base.spans import Anchor, CardName, Cards, Clause, Line, Link, Name, Number, Ranks, Span, Text
from canasta.wording.brief import BRIEF, BRIEFEST, Sentence
from canasta.wording.spans import card_name, gap_between, rank_signs

Json = dict[str, Any]
LineJson: TypeAlias = list[str | Json]


def line_json(spans: Line, names: Sequence[str] = ()) -> LineJson:
    """*spans* as JSON, neighbouring words as one span.

    Names say their seat, from 1, and how the reader calls the player, unless that is the name of the seat in *names*.
    Cards are sorted, so that their order tells nothing of the deck.

    >>> line_json((Name(0, "Ruth"), Text(" laid "), Ranks((12, 25, 1)), Text(".")))
    [{'name': 1, 'text': 'Ruth'}, ' laid ', {'ranks': 'KK2'}, '.']
    """
    told: LineJson = []
    for span in spans:
        one = _span_json(span, names)
        if isinstance(one, str) and told and isinstance(before := told[-1], str):
            told[-1] = before + one
        else:
            told.append(one)
    return told


def short_json(said: Sentence, names: Sequence[str] = ()) -> Json:
    """Return the shorter forms of a sentence as JSON: ``brief`` and ``briefest``, each only where more can be left out."""
    forms: Json = {}
    before = said.line
    for word, letters in (("brief", BRIEF), ("briefest", BRIEFEST)):
        now = said.within(letters)
        if now != before:
            forms[word] = line_json(now, names)
        before = now
    return forms


def _span_json(span: Span, names: Sequence[str]) -> str | Json:
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
            return {"text": text, "style": style} if style else text
