"""All of a position line that is not cards: the turn, what players and sides have done before, the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from canasta.base.events import Event
from canasta.deal.setup.setup import Began, Setup
from canasta.engine.position import NOT_ENDED, PART, UNTOUCHED, WHOLE_TURN
from canasta.notation.positions.cards import CardReader
from canasta.notation.positions.fields import ANSWERS, BEGAN, CONCEALED, ENDS, LATE, LIFTS, RANKS, SOURCES, PositionLine
from canasta.notation.positions.history import read_history
from canasta.notation.positions.token import NOTHING as NONE
from canasta.notation.positions.token import Piece
from canasta.rules.groups import Rules

_MOST: Final = 1_000_000


class StateReader:
    """Reads the fields of *line* that hold no cards, beside the *cards* read before."""

    def __init__(self, rules: Rules, line: PositionLine, cards: CardReader) -> None:
        self.rules = rules
        self.line = line
        self.cards = cards
        self.places = cards.places

    def setup(self) -> Setup:
        """Return the whole moment. Raises `NotationError` for what cannot be read."""
        cards = self.cards
        seat, *source = self.line["turn"].parts(":")
        if len(source) != 1:
            raise self.line["turn"].wrong(f"must be a seat and one of {', '.join(SOURCES)}, such as 1:draw")
        return Setup(
            rules=self.rules,
            hands=cards.hands,
            reserves=cards.reserves,
            melds=cards.melds,
            red_threes=cards.reds,
            pile=cards.pile,
            stock=cards.stock,
            known=dict(enumerate(cards.known)),
            returned=cards.returned,
            seat=seat.place(self.rules.seats, "seat"),
            source=source[0].word(SOURCES),
            history=self._history(),
            **self._match(),
            **self._before(),
            **self._of_turn(),
            **self._end(),
        )

    def _history(self) -> list[Event]:
        """Return what happened so far, if the line tells it."""
        return read_history(self.line["history"], self.rules, self.cards.eyes) if "history" in self.line else []

    def _match(self) -> dict[str, Any]:
        """Return where the match stands."""
        return {
            "number": self.line["deal"].number(1, _MOST) if "deal" in self.line else 1,
            "totals": [piece.number(-_MOST, _MOST) for _, piece in self._each("totals", "side")],
        }

    def _before(self) -> dict[str, Any]:
        """Return what players and sides have done in earlier turns."""
        played: dict[int, int] = {}
        for key, amount in (("part", PART), ("whole", WHOLE_TURN)):
            for seat, piece in self._listed(key, "seat"):
                if seat in played:
                    raise piece.wrong(f"seat {seat + 1} is also named in the field part")
                played[seat] = amount
                self.places[f"played.{seat + 1}"] = piece
        return {
            "minimums": [piece.number(0, _MOST) for _, piece in self._each("need", "side", "minimums")],
            "opened": [side for side, _ in self._listed("open", "side", "opened")],
            "laid": [seat for seat, _ in self._listed("laid", "seat")],
            "took": [seat for seat, _ in self._listed("took", "seat")],
            "drew": [seat for seat, _ in self._listed("drew", "seat")],
            "due": [seat for seat, _ in self._listed("due", "seat")],
            "played": played,
            "made": {seat: piece.number(0, 999) for seat, piece in self._each("made", "seat")},
            "missed": {seat: self._missed(piece) for seat, piece in self._each("missed", "seat")},
            "denied": [seat for seat, _ in self._listed("denied", "seat")],
            "restored": {side: piece.number(0, _MOST) for side, piece in self._each("restored", "side")},
            "upcard_froze": self._word("frozen", {"upcard": True}, False),
        }

    def _missed(self, piece: Piece) -> list[int]:
        """Return the numbers of the reserves that a player did not pick up in time."""
        indices: list[int] = []
        for part in () if piece.text == NONE else (Piece(sign, piece.column) for sign in piece.text):
            index = part.place(max(1, len(self.rules.reserves)), "reserve")
            if index in indices:
                raise piece.wrong("this reserve is listed twice")
            indices.append(index)
        return indices

    def _of_turn(self) -> dict[str, Any]:
        """Return the question asked in this turn, the top card, what has been laid."""
        values: dict[str, Any] = {
            "lift": self._word("lift", LIFTS, UNTOUCHED),
            "touched": self._word("touched", {"yes": True}, False),
        }
        for key, most in (("raised", _MOST), ("finished", 999)):
            values[key] = self.line[key].number(1, most) if key in self.line else 0
        for key in ("started", "completed"):
            ranks: list[int] = []
            for part in self.line[key].parts(",") if key in self.line else ():
                ranks.append(part.word(RANKS))
                self.places[f"{key}.{len(ranks)}"] = part
            values[key] = ranks
        if "began" in self.line:
            piece = self.line["began"]
            words = dict.fromkeys(BEGAN, True)
            given = [] if piece.text == NONE else [part.text for part in piece.parts(",") if part.word(words)]
            values["began"] = Began(**{word: word in given for word in BEGAN})
        if "ask" in self.line:
            seat, *answer = self.line["ask"].parts(":")
            self.places["asked"] = seat
            values["asked"] = seat.place(self.rules.seats, "seat")
            if answer:
                said = Piece(":".join(each.text for each in answer), answer[0].column)
                values["answer"] = said.word(ANSWERS)
        return values

    def _end(self) -> dict[str, Any]:
        """Return the last lap, who went out, how the deal ended."""
        values: dict[str, Any] = {"ended": self._word("over", ENDS, NOT_ENDED)}
        if "lap" in self.line:
            values["lap"] = self.line["lap"].number(0, self.rules.seats)
        if "turns" in self.line:
            values["turns"] = self.line["turns"].number(0, _MOST)
        if "out" in self.line:
            seat, *words = self.line["out"].parts(":")
            values["out"] = seat.place(self.rules.seats, "seat")
            known = {LATE: True, CONCEALED: True}
            given = [each.text for each in words if each.word(known)]
            values |= {"late": LATE in given, "concealed": CONCEALED in given}
        return values

    def _word(self, key: str, words: dict[str, Any], usual: Any) -> Any:
        return self.line[key].word(words) if key in self.line else usual

    def _listed(self, key: str, what: str, path: str = "") -> list[tuple[int, Piece]]:
        """Return the seats or sides that the field *key* lists; none if it is missing. They stand in the setup at *path*."""
        number = self.rules.seats if what == "seat" else self.rules.sides
        listed = self.line[key].places(number, what) if key in self.line else []
        self.places |= {f"{path or key}.{place + 1}": piece for place, piece in listed}
        return listed

    def _each(self, key: str, what: str, path: str = "") -> Iterator[tuple[int, Piece]]:
        """Yield the part of the field *key* for each seat or side; none if it is missing. As `_listed`."""
        number = self.rules.seats if what == "seat" else self.rules.sides
        for place, piece in enumerate(self.line.by_place(key, number, what)):
            self.places[f"{path or key}.{place + 1}"] = piece
            yield place, piece
