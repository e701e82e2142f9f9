"""What happens at a table besides the play: who came, sat down, went away, agreed; and its sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from canasta.base.english import several
from canasta.base.events import TakenBack
from canasta.base.spans import Cards, Line, Name
from canasta.bots.levels import title
from canasta.rules.groups import Rules
from canasta.wording.names import Names
from canasta.wording.spans import line


@dataclass(frozen=True, slots=True)
class Undone(TakenBack):
    """Moves were taken back: those of the entry *entry* hold no longer."""

    word: ClassVar[str] = TakenBack.word
    entry: int = 0


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that happened at a table."""

    what: str
    """What it is, in a word."""

    seat: int = -1
    """The seat that it is about; -1 for none."""

    name: str = ""
    """The name of the person it is about; empty for nobody."""

    number: int = -1
    """A number that belongs to it; -1 for none."""

    face: int = -1
    """A card that belongs to it; -1 for none."""

    text: str = ""
    """A text that belongs to it; empty for none."""


def notice_json(notice: Notice, card: Callable[[int], str]) -> dict[str, Any]:
    """*notice* as the wire has it; seats count from 1."""
    told: dict[str, Any] = {"e": notice.what}
    if notice.seat >= 0:
        told["seat"] = notice.seat + 1
    if notice.name:
        told["name"] = notice.name
    if notice.number >= 0:
        told["number"] = notice.number
    if notice.face >= 0:
        told["card"] = card(notice.face)
    if notice.text:
        told["text"] = notice.text
    return told


_SILENT: Final = frozenset({"promised", "number", "numbers", "secret"})
"""What is no part of the story: how the deck came about is told where it is checked."""


def notice_lines(notice: Notice, names: Names, rules: Rules) -> list[Line]:
    """*notice* in sentences, as the viewer of *names* hears it: one, or none if it is no part of the story."""
    return [] if notice.what in _SILENT else [_SENTENCES[notice.what](notice, names, rules)]


_Writer = Callable[[Notice, Names, Rules], Line]


def _who(notice: Notice, names: Names) -> Name:
    return Name(notice.seat, names.player(notice.seat))


def _person(text: str) -> _Writer:
    return lambda notice, _, __: line(f"{notice.name} {text}.")


def _player(past: str) -> _Writer:
    """Return what a player did, in words that are the same for "you"."""
    return lambda notice, names, _: line(_who(notice, names), f" {past}.")


def _is(text: str) -> _Writer:
    """Return what a player is."""
    return lambda notice, names, _: line(_who(notice, names), f" {names.verb(notice.seat, 'are', 'is')} {text}.")


def _whose(text: str) -> _Writer:
    """Return what a bot does for a player."""
    return lambda notice, names, _: line(
        text.format(bot=title(notice.text)), Name(notice.seat, names.player(notice.seat, begins=False)), "."
    )


def _plain(text: str) -> _Writer:
    return lambda _, __, rules: line(text.format(deal=rules.words.deal))


def _drew(notice: Notice, names: Names, __: Rules) -> Line:
    # The last card of the draw seats everyone again, so names by seat would be those of others.
    own = notice.seat == names.viewer and names.names[notice.seat] == notice.name
    return line("You" if own else notice.name, " drew ", Cards((notice.face,)), ".")


def _over(notice: Notice, _: Names, rules: Rules) -> Line:
    return line(notice.text or f"This {rules.words.deal} was dropped. Nothing of it counts.")


def _failed(notice: Notice, names: Names, _: Rules) -> Line:
    who = Name(notice.seat, names.player(notice.seat, begins=False))
    chances = f" It gets {several(notice.number, 'more chance')}." if notice.number else ""
    return line(f"The bot {notice.name}, which plays for ", who, f", failed. {notice.text}{chances}")


def _called(notice: Notice, _: Names, __: Rules) -> Line:
    return line(f"{notice.name} is now called {notice.text}.")


_SENTENCES: Final[dict[str, _Writer]] = {
    "made": _person("made the table"),
    "joined": _person("came to the table"),
    "left": _person("left the table"),
    "removed": _person("was sent away from the table"),
    "kept-out": _person("was sent away from the table and is kept out"),
    "let-back": _person("may come to the table again"),
    "renamed": _called,
    "muted": _person("was muted by the host"),
    "unmuted": _person("may talk again"),
    "host": _person("is the host now"),
    "sat": lambda notice, _, __: line(Name(notice.seat, notice.name), f" took seat {notice.seat + 1}."),
    "coming": lambda notice, _, rules: line(
        f"{notice.name} takes seat {notice.seat + 1} with the next {rules.words.deal}."
    ),
    "stood": lambda notice, _, __: line(f"{notice.name} gave up seat {notice.seat + 1}."),
    "bot": lambda notice, _, __: line(
        Name(notice.seat, notice.name), f" ({title(notice.text)}) plays seat {notice.seat + 1}."
    ),
    "no-bot": lambda notice, _, __: line(f"Seat {notice.seat + 1} is free."),
    "link": lambda notice, _, __: line(f"There is a new link to seat {notice.seat + 1}."),
    "settings": _plain("The host changed the settings."),
    "started": _plain("The match begins."),
    "goes-on": _plain("The match continues from a record."),
    "known": _plain("Anyone who has the record's file can look up the cards of this {deal}."),
    "picked": _drew,
    "draw-again": _plain("Equal cards: those who drew them draw again."),
    "named": lambda notice, _, __: line(Name(notice.seat, notice.name), f" has seat {notice.seat + 1}."),
    "keeping": lambda notice, _, rules: line(
        f"{rules.words.deal.capitalize()} {notice.number} is played with real cards."
    ),
    "tally": lambda notice, _, __: line(f"{notice.name} entered the count for {notice.text}."),
    "corrected": lambda notice, _, rules: line(
        f"{notice.name} changed the count for {notice.text} in {rules.words.deal} {notice.number}."
    ),
    "untally": lambda notice, _, rules: line(
        f"{notice.name} took back the last count for {notice.text} in {rules.words.deal} {notice.number}."
    ),
    "ready": _is("ready"),
    "paused": _player("paused the table"),
    "paused-by-host": _person("paused the table"),
    "resumed": _plain("The game continues."),
    "redeal": lambda notice, names, rules: line(
        _who(notice, names), f" agreed to drop this {rules.words.deal} and deal again."
    ),
    "let-in": _player("agreed to deal newcomers in at once"),
    "rematch": _player("agreed to another match"),
    "declined": _player("declined"),
    "void": _over,
    "away": _is("away"),
    "back": _is("back"),
    "stand-in": _whose("A stand-in ({bot}) plays for "),
    "clock": _whose("Time is up: a stand-in ({bot}) finishes this turn for "),
    "bot-failed": _failed,
    "back-up": _whose("A stand-in ({bot}) plays on for "),
    "upgraded": _plain("The program was updated. The game continues with the new version."),
    "closed": _plain("This table was closed."),
}
