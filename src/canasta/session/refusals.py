"""What a table says when it refuses: one sentence for each cause, with a clause as the rules of games have them."""

from __future__ import annotations

from typing import Final

from canasta.base.errors import CanastaError, Refusal
from canasta.base.spans import Line
from canasta.session.line_json import line_json

SENTENCES: Final[dict[str, str]] = {
    "table.malformed": "{text}",
    "table.rules": "{text}",
    "table.record": "This record can't be resumed: {text}.",
    "table.replay": "This record can't be watched: {text}.",
    "table.given": "The given cards can't be used: {text}.",
    "table.seed": "If you know the seed of a table, you know all its cards. Only a table on your own device can have one.",
    "table.same-cards": "The cards of this {deal} come from a seed, so it would be dealt again with the same ones. Play on.",
    "table.setting": "{text}",
    "table.move": "{text}",
    "table.exists": "This table already exists. Join it instead.",
    "table.no-table": "There is no table yet. Make one first.",
    "table.closed": "This table is closed. Make a new one.",
    "table.server": "Only the server can do this.",
    "table.not-due": "This isn't due at this table any more.",
    "table.not-here": "You aren't at this table. Join it first.",
    "table.here": "You are at this table already.",
    "table.host": "Only the host can do this. Ask {name}.",
    "table.seat": "You have no seat at this table. Take a free seat first.",
    "table.seated": "You have seat {seat} already. Stand up first.",
    "table.taken": "Seat {seat} is taken by {name}. Choose a free seat.",
    "table.no-seat": "There is no seat {seat}. The seats are 1 to {seats}.",
    "table.not-bot": "There is no bot in seat {seat}.",
    "table.seen": "You have seen the cards of another seat in this {deal}. You can sit down here after it.",
    "table.coming": "Seat {seat} is kept for {name} from the next {deal} on. Choose another seat.",
    "table.link-later": "{name} is playing seat {seat}. This link opens it once they are away, or after this {deal}.",
    "table.link": "This link has been used already, or there is a newer one. Ask the host for another.",
    "table.full": "This table is full: it has room for {number} people. Ask the host to make room for more.",
    "table.person": "That person isn't at this table.",
    "table.too-often": "You are coming, going or changing your name too fast. Wait some seconds.",
    "table.kept-out": "The host keeps you out of this table. Ask them to let you back, or for a link to a seat.",
    "table.not-kept-out": "That person isn't kept out of this table.",
    "table.name": "{text}",
    "table.name-taken": (
        "Someone at this table is called {name}, and your name would look the same. Add something to it, such as an initial."
    ),
    "table.bot": 'Unknown bot "{bot}". The bots at this table are {bots}.',
    "table.not-open": "The match has begun. This can only be done before it begins.",
    "table.not-started": "The match hasn't begun. The host starts it.",
    "table.empty-seats": "The match can't begin while {seats}. Sit there, or add bots.",
    "table.over": "The match is over. Agree on another one, or leave.",
    "table.not-over": "The match isn't over yet.",
    "table.not-playing": "No {deal} is in progress right now.",
    "table.no-numbers": "No number is wanted right now.",
    "table.number-given": "You have given your number already.",
    "table.not-drawing": "Nobody draws for seats right now.",
    "table.drawn": "It isn't your turn to draw a card for your seat: you have one already, or take no part.",
    "table.place": "Choose one of the places 1 to {number} in which a card still lies.",
    "table.not-cutting": "You have no deck to cut right now.",
    "table.cut": "You can cut 1 to {number} cards off the deck, not {given}.",
    "table.paused": "The table is paused. Say that you are ready to play on.",
    "table.not-paused": "The table isn't paused.",
    "table.stand-in": "A stand-in plays for you right now. Take your seat back first.",
    "table.has-stand-in": "A stand-in plays seat {seat} already.",
    "table.playing": "You are playing your seat yourself already.",
    "table.away": "Seat {seat} is not away.",
    "table.clock": "Your time for this turn is up, and a stand-in finishes it.",
    "table.stale": "You have done something else since, perhaps in another window. Look again before you act.",
    "table.no-undo": "Moves can't be taken back at this table.",
    "table.no-take-back": (
        "This discard can't be taken back. You can take one back before the next bot plays, where only bots play with you."
    ),
    "table.tally": "{text}",
    "table.impossible": "{text} Count again, or insist on it with a note.",
    "table.not-kept": "{deal} {number} was not played with real cards here, so its count can't be changed.",
    "table.not-now": "You can change an earlier count between two deals, but not while cards are played here.",
    "table.played": (
        "{deal} {number} was played here since, and a side opened it with {given}. With this count it would have needed {needed}."
    ),
    "table.own-side": "You count for your own side. The host can count for every side.",
    "table.counted": "{name} has entered something else for this side since. Look at it before you change it.",
    "table.counting-now": "A side has entered its count for {deal} {number}. Finish it, or take that back first.",
    "table.no-tally": "Nothing has been entered that could be taken back.",
    "table.screen": "This can only be done where real cards are played. The host can change that in the settings.",
    "table.pad": "This table keeps points without any rules, so no cards can be played here.",
    "table.named": "{name} has seat {seat}. Choose a free seat.",
    "table.not-counting": "Nobody is asked to be ready right now.",
    "table.ready": "You are ready already. The table waits for the others.",
    "table.held": "Someone else has seen these cards, so nobody can take them over before the next {deal}.",
    "table.nobody-comes": "Nobody waits for the next {deal} to take the seat of a bot.",
    "table.no-vote": "Nothing is being agreed on right now.",
    "table.voted": "You have agreed already. The table waits for the others.",
    "table.talk": "Table talk is turned off at this table.",
    "table.muted": "The host has muted you.",
    "table.said": "{text}",
    "table.busy": "Others were faster five times in a row. Try again.",
    "table.unsaved": "This can't be saved now. Try again soon.",
    "table.stopped": "{text}",
    "table.no-record": "No deal has been counted at this table yet, so there is no record.",
}
"""Every cause by its clause; words in braces are filled in."""


class Refused(CanastaError):
    """A command that the table does not accept; nothing has changed.

    *clause* names the cause, one of `SENTENCES` or a clause of the rules, *text* is the sentence for people, *needed*
    and *given* are its numbers, None where it has none, *line* is the sentence in spans, if it comes from the rules.
    """

    def __init__(
        self, clause: str, text: str, needed: int | None = None, given: int | None = None, line: Line = ()
    ) -> None:
        self.clause = clause
        self.text = text
        self.needed = needed
        self.given = given
        self.line = line
        super().__init__(text)

    def __reduce__(self) -> tuple[object, ...]:
        return Refused, (self.clause, self.text, self.needed, self.given, self.line)

    @classmethod
    def of_rules(cls, refusal: Refusal) -> Refused:
        """Return what the rules of the game refuse."""
        return cls(refusal.clause, refusal.text, refusal.needed, refusal.given, refusal.line)

    @property
    def refusal(self) -> Refusal:
        """The same as the rules of a game refuse."""
        return Refusal(self.clause, self.text, self.needed, self.given, self.line)

    def as_json(self) -> dict[str, object]:
        """Return the refusal as the wire has it."""
        told: dict[str, object] = {"clause": self.clause, "text": self.text}
        if self.needed is not None:
            told["needed"] = self.needed
        if self.given is not None:
            told["given"] = self.given
        if self.line:
            told["line"] = line_json(self.line)
        return told


class Repeated(CanastaError):
    """A command that was accepted before, as the entry *seq*: the answer to it is the same again."""

    def __init__(self, seq: int) -> None:
        self.seq = seq
        super().__init__(f"This command was accepted before, as entry {seq}.")


class TableStopped(CanastaError):
    """A log that this program does not fold as the program that wrote it did; its sentence is for the people at the table."""

    def __init__(self, seq: int, why: str) -> None:
        self.seq = seq
        super().__init__(f"This table has stopped at entry {seq}: {why}.")


def refused(clause: str, **words: object) -> Refused:
    """Return the refusal by *clause*, its sentence filled with *words*.

    >>> str(refused("table.no-seat", seat=9, seats=4))
    'There is no seat 9. The seats are 1 to 4.'
    """
    return Refused(clause, SENTENCES[clause].format(**words))
