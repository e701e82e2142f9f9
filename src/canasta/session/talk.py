"""Table talk and reactions: what may be said, and by whom. They are not in the log: a server keeps them beside it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

from canasta.session.confusables import JOINERS, is_blank, is_piled
from canasta.session.refusals import refused
from canasta.session.state import State

LONGEST_TEXT: Final = 300
"""The most characters of something said."""

REACTIONS: Final = {
    "well-played": "Well played!",
    "thanks": "Thank you.",
    "sorry": "Sorry!",
    "wow": "Wow!",
    "thinking": "Let me think.",
    "hurry": "Your turn!",
    "hello": "Hello!",
    "bye": "Goodbye.",
}
"""What can be said with a tap, by its word."""


@dataclass(frozen=True, slots=True)
class Say:
    """Something said to the table: a *text*, or a *reaction* by its word."""

    text: str = ""
    reaction: str = ""


def say(state: State, person: str, text: str = "", reaction: str = "") -> Say:
    """Return what *person* says, as everyone may read it: one line, without signs that change the direction of writing.

    A mute of the host stops reactions, too. Raises `Refused` for who may not talk, and for what cannot be said.
    """
    if person not in state.people:
        raise refused("table.not-here")
    if not state.settings.talk:
        raise refused("table.talk")
    if state.people[person].muted:
        raise refused("table.muted")
    if reaction:
        if text or reaction not in REACTIONS:
            raise refused("table.said", text=f"A reaction is one of {', '.join(REACTIONS)}, without a text.")
        return Say("", reaction)
    text = unicodedata.normalize("NFC", text)
    seen = (sign for sign in text if sign.isspace() or unicodedata.category(sign)[0] != "C" or sign in JOINERS)
    text = " ".join("".join(seen).split())
    if len(text) > LONGEST_TEXT or is_blank(text):
        raise refused("table.said", text=f"Say something of 1 to {LONGEST_TEXT} characters.")
    if is_piled(text):
        raise refused("table.said", text="A letter has at most 4 marks. Take some away.")
    return Say(text)
