"""All of a position line that is not cards: the turn, what players and sides have done before, the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from canasta.cards import KIND_OF
from canasta.engine.fields import (
    ASKED,
    ASKED_SEAT,
    BEGAN_LAST,
    CANASTAS,
    COMING,
    DREW,
    DUE,
    FRESH,
    HELD,
    LAID,
    MADE,
    MINIMUM,
    MISSED,
    NOTHING,
    ON_TRIAL,
    OPENED,
    PART,
    PLAYED,
    RAISED,
    REDS,
    RESTORED,
    RESUME,
    SEAT,
    SIDE,
    SIDE_FRESH,
    SOURCE,
    STAGED,
    STAGING,
    STARTED,
    TAKEN,
    TOOK,
    TOUCHED,
    WHOLE_TURN,
)
from canasta.engine.melds import class_of
from canasta.engine.position import (
    ALLOWED,
    FORBIDDEN,
    LIFTED,
    NOT_ENDED,
    NOWHERE,
    OVER,
    PILE,
    TO_ANSWER,
    TO_DRAW,
    TO_PLAY,
    Position,
)
from canasta.engine.table import (
    ENDS_AFTER_LAP,
    ENDS_BY_PILE,
    KINDS,
    NO_PERMISSION,
)
from canasta.notation.positions.cards import PositionCards
from canasta.notation.positions.fields import ANSWERS, BEGAN, CONCEALED, ENDS, LATE, LIFTS, RANKS, SOURCES, Line
from canasta.notation.positions.piece import NOTHING as NONE
from canasta.notation.positions.piece import Piece
from canasta.rules.phrases import count
from canasta.seats import partners

_MOST: Final = 1_000_000


class StateReader:
    """Reads the fields of *line* into *p*, in which the melds of *cards* lie already."""

    def __init__(self, p: Position, line: Line, cards: PositionCards) -> None:
        self.p = p
        self.table = p.table
        self.line = line
        self.cards = cards
        self.seats = range(p.table.seats)
        self.sides = range(p.table.sides)

    def read(self) -> None:
        """Read everything. Raises `NotationError` for what cannot be."""
        self._sides()
        self._seats()
        self._played()
        self._made()
        self._turn()
        self._staging()
        self._pile()
        self._lifted()
        self._of_turn()
        self._beginning()
        self._exhaustion()
        self._end()
        self._ask()

    def _sides(self) -> None:
        p = self.p
        for side, piece in enumerate(self.line["need"].by_place(len(self.sides), "side")):
            p.sides[side * SIDE + MINIMUM] = piece.number(0, _MOST)
        for side, _ in self._listed("open", "side"):
            p.sides[side * SIDE + OPENED] = 1
        for side in self.sides:
            p.sides[side * SIDE + REDS] = len(self.cards.reds[side])
        for side, piece in self._each("restored", "side"):
            p.sides[side * SIDE + RESTORED] = piece.number(0, _MOST)
            if not self.table.restore and p.sides[side * SIDE + RESTORED]:
                raise piece.wrong("in this game no lifted card is put back")

    def _seats(self) -> None:
        p, table = self.p, self.table
        for seat in self.seats:
            at = seat * SEAT
            for face in self.cards.hands[seat] if self.cards.eyes in (None, seat) else ():
                p.hands[seat * KINDS + KIND_OF[face]] += 1
            p.seats[at + HELD] = self.cards.held[seat]
            p.seats[at + TAKEN] = self.cards.taken[seat]
        for key, place, value in (("laid", LAID, 1), ("took", TOOK, 1), ("drew", TOOK, DREW), ("due", DUE, 1)):
            for seat, piece in self._listed(key, "seat"):
                if key == "drew" and (not table.frozen_any or p.seats[seat * SEAT + TOOK]):
                    raise piece.wrong(
                        "this is noted only where whoever drew may go on melding, and not of one who took the pile"
                    )
                p.seats[seat * SEAT + place] = value
                if key == "laid" and not p.opened(seat % table.sides):
                    raise piece.wrong(f"the side of seat {seat + 1} has not opened, so nobody of it has laid cards")
                if key == "due":
                    self._check_due(seat, piece)
        for seat, piece in self._each("missed", "seat"):
            p.seats[seat * SEAT + MISSED] = self._missed(seat, piece)

    def _played(self) -> None:
        """What has been played from last packets."""
        p = self.p
        for key, played in (("part", PART), ("whole", WHOLE_TURN)):
            for seat, piece in self._listed(key, "seat"):
                if self.cards.taken[seat] < max(1, p.table.reserves):
                    raise piece.wrong(f"seat {seat + 1} has not picked up a last packet")
                if p.seats[seat * SEAT + PLAYED] != NOTHING:
                    raise piece.wrong(f"seat {seat + 1} stands in part already")
                p.seats[seat * SEAT + PLAYED] = played

    def _check_due(self, seat: int, piece: Piece) -> None:
        taken = self.cards.taken[seat]
        if taken == self.table.reserves or not self.table.reserve_next_turn[taken]:
            raise piece.wrong(f"seat {seat + 1} has no packet that waits for his next turn")
        if self.cards.held[seat]:
            raise piece.wrong(
                f"a packet waits for the next turn of a player without cards, and seat {seat + 1} has some"
            )

    def _missed(self, seat: int, piece: Piece) -> int:
        """The packets, as bits, that the player did not pick up in time."""
        bits = 0
        for part in () if piece.text == NONE else (Piece(sign, piece.column) for sign in piece.text):
            index = part.place(self.table.reserves, "packet") if self.table.reserves else -1
            if index < 0 or not self.table.reserve_manual[index] or index > self.cards.taken[seat]:
                raise piece.wrong(f"seat {seat + 1} has had no such packet to pick up by hand")
            if bits >> index & 1:
                raise piece.wrong("this packet is named twice")
            bits |= 1 << index
        return bits

    def _made(self) -> None:
        """Canastas that each player finished: no more than his side has."""
        p = self.p
        for seat, piece in self._each("made", "seat"):
            p.seats[seat * SEAT + CANASTAS] = piece.number(0, 999)
        for side in self.sides:
            made = sum(p.seats[seat * SEAT + CANASTAS] for seat in range(side, len(self.seats), len(self.sides)))
            have = p.all_canastas(side)
            if made > have:
                raise self.line["made"].wrong(
                    f"side {side + 1} has {count(have, 'canasta')}, and its players made {made}"
                )

    def _turn(self) -> None:
        p = self.p
        seat, *source = self.line["turn"].parts(":")
        if len(source) != 1:
            raise self.line["turn"].wrong(f"a seat and {', '.join(SOURCES)} are needed here, such as 1:draw")
        p.turn = p.actor = seat.place(len(self.seats), "seat")
        p.this_turn[SOURCE] = source[0].word(SOURCES)
        p.phase = TO_DRAW if p.source == NOWHERE else TO_PLAY

    def _staging(self) -> None:
        """An opening that does not yet stand: the melds of a side that has not opened, in its own turn."""
        p, table = self.p, self.table
        own = p.side_of(p.turn)
        for side in self.sides:
            if p.opened(side) or not self._has_melds(side):
                continue
            key = "melds" if "melds" in self.line else "closed"
            if side != own or p.source == NOWHERE or "over" in self.line:
                raise self.line[key].wrong(f"side {side + 1} has melds and has not opened: name it in open")
            if p.all_canastas(side) and not table.canasta_opens:
                raise self.line[key].wrong("in this game no finished canasta is part of an opening")
            p.this_turn[STAGING] = 1
            p.this_turn[STAGED] = _worth(p, side)

    def _has_melds(self, side: int) -> bool:
        return any(of == side for of, _ in self.cards.melds)

    def _pile(self) -> None:
        p, table = self.p, self.table
        for face in self.cards.pile:
            p.freezing += table.freezes[KIND_OF[face]]
        if p.staging and p.source == PILE:
            p.this_turn[COMING] = min(len(self.cards.pile), table.take - 1) if table.take else len(self.cards.pile)
        if "frozen" in self.line:
            piece = self.line["frozen"]
            p.upcard_froze = piece.word({"upcard": True})
            if not any(table.upcard_freezes):
                raise piece.wrong("in this game a card that was turned up does not freeze the pile")
            if not self.cards.pile and not p.staging:
                raise piece.wrong("an empty pile is not frozen")

    def _lifted(self) -> None:
        """What became of the top card."""
        p, table = self.p, self.table
        if "lift" in self.line:
            piece = self.line["lift"]
            p.this_turn[ON_TRIAL] = piece.word(LIFTS)
            if not table.restore:
                raise piece.wrong("in this game the top card is not lifted on trial")
            if p.lift == LIFTED and p.phase == TO_DRAW and not self.cards.pile:
                raise piece.wrong("the pile is empty: it has no top card")
        if "raised" in self.line:
            piece = self.line["raised"]
            p.this_turn[RAISED] = piece.number(1, _MOST)
            if not table.top_raises or p.source != PILE or p.this_turn[RAISED] not in table.value:
                raise piece.wrong("no card taken from the pile in this turn raises the minimum by so much")

    def _of_turn(self) -> None:
        """What has been laid in this turn."""
        p = self.p
        side = p.side_of(p.turn)
        if p.source == NOWHERE:
            for key in ("started", "touched", "finished"):
                if key in self.line:
                    raise self.line[key].wrong("nothing has been laid in a turn that begins with the draw")
        ranks = {meld.rank for of, meld in self.cards.melds if of == side}
        for part in self.line["started"].parts(",") if "started" in self.line else ():
            rank = part.word(RANKS)
            if rank not in ranks:
                raise part.wrong(f"the side of seat {p.turn + 1} has no meld of this rank")
            p.this_turn[STARTED] |= 1 << rank
        if "touched" in self.line:
            p.this_turn[TOUCHED] = 1 if self.line["touched"].word({"yes": True}) else 0
        if "finished" in self.line:
            p.this_turn[MADE] = self.line["finished"].number(1, 999)
            if p.this_turn[MADE] > p.seats[p.turn * SEAT + CANASTAS]:
                text = f"seat {p.turn + 1} cannot have finished more canastas in this turn than made says in all"
                raise self.line["finished"].wrong(text)

    def _beginning(self) -> None:
        p = self.p
        began = usual_beginning(p)
        if "began" in self.line:
            piece = self.line["began"]
            words = dict.fromkeys(BEGAN, True)
            parts = [] if piece.text == NONE else piece.parts(",")
            began = tuple(any(part.text == word for part in parts if part.word(words)) for word in BEGAN)
        if began[2] and self.cards.taken[p.turn] < max(1, self.table.reserves):
            raise self.line["began"].wrong(f"seat {p.turn + 1} has not picked up his last packet")
        for field, so in zip((FRESH, SIDE_FRESH, BEGAN_LAST), began, strict=True):
            p.this_turn[field] = int(so)

    def _exhaustion(self) -> None:
        p = self.p
        if "lap" in self.line:
            piece = self.line["lap"]
            p.lap = piece.number(0, len(self.seats))
            if self.table.ends != ENDS_AFTER_LAP or p.stock():
                raise piece.wrong("no last lap is played: the stock is not empty, or the game has none")
        if "turns" in self.line:
            p.turns = self.line["turns"].number(0, _MOST)

    def _end(self) -> None:
        p, table = self.p, self.table
        if "out" in self.line:
            seat, *words = self.line["out"].parts(":")
            p.out = seat.place(len(self.seats), "seat")
            known = {LATE: True, CONCEALED: True}
            p.late = any(each.text == LATE for each in words if each.word(known))
            p.concealed = any(each.text == CONCEALED for each in words)
            if p.late and p.stock():
                raise self.line["out"].wrong("this is late only when the stock is empty")
            if p.concealed and not table.concealed:
                raise self.line["out"].wrong("in this game nobody goes out concealed")
            if self.cards.held[p.out] or self.cards.taken[p.out] < table.reserves:
                raise seat.wrong(f"seat {p.out + 1} has cards left, so he has not gone out")
            if "over" not in self.line and not table.frozen_in_time:
                raise self.line["out"].wrong("when a player has gone out the deal is over: the field over must say so")
        if "over" not in self.line:
            p.ended = NOT_ENDED
            return
        piece = self.line["over"]
        p.ended = piece.word(ENDS)
        p.phase = OVER
        if (piece.text == "out") != (p.out >= 0):
            raise piece.wrong("a deal ends with a player going out just where the field out names him")
        ends = {"stock": table.ends != ENDS_AFTER_LAP, "lap": table.ends == ENDS_AFTER_LAP}
        ends["pile"] = table.ends == ENDS_BY_PILE
        if piece.text in ends and (p.stock() or not ends[piece.text]):
            raise piece.wrong("the deal cannot have ended so: the stock is not empty, or the game has another end")

    def _ask(self) -> None:
        if "ask" not in self.line:
            return
        p = self.p
        seat, *answer = self.line["ask"].parts(":")
        own = self.table.concealed_pile and bool(answer) and p.turn == seat.place(len(self.seats), "seat")
        if own and p.opened(p.side_of(p.turn)):
            # An opening below its minimum binds as a partner's yes does.
            p.this_turn[ASKED_SEAT] = p.turn
            p.this_turn[ASKED] = ALLOWED
            return
        if self.table.permission == NO_PERMISSION:
            raise seat.wrong("in this game nobody is asked")
        p.this_turn[ASKED_SEAT] = seat.place(len(self.seats), "seat")
        if p.asked_seat not in partners(p.turn, len(self.seats), len(self.sides)):
            raise seat.wrong(f"seat {p.asked_seat + 1} is no partner of seat {p.turn + 1}")
        if answer:
            p.this_turn[ASKED] = (
                ALLOWED if Piece(":".join(each.text for each in answer), answer[0].column).word(ANSWERS) else FORBIDDEN
            )
            return
        if p.staging or p.phase == OVER:
            raise seat.wrong("nobody waits for an answer while an opening is unfinished or when the deal is over")
        p.this_turn[RESUME] = p.phase
        p.phase = TO_ANSWER
        p.actor = p.asked_seat

    def _listed(self, key: str, what: str) -> list[tuple[int, Piece]]:
        """The seats or sides that the field *key* lists; none where it is missing."""
        count = len(self.seats if what == "seat" else self.sides)
        return self.line[key].places(count, what) if key in self.line else []

    def _each(self, key: str, what: str) -> Iterator[tuple[int, Piece]]:
        """The part of the field *key* for each seat or side; none where it is missing."""
        count = len(self.seats if what == "seat" else self.sides)
        yield from enumerate(self.line[key].by_place(count, what) if key in self.line else ())


def usual_beginning(p: Position) -> tuple[bool, ...]:
    """What was so when this turn began, if nothing of it has changed since: in the order of `BEGAN`."""
    seat, reserves = p.turn, p.table.reserves
    last = reserves > 0 and p.seats[seat * SEAT + TAKEN] == reserves
    return p.seats[seat * SEAT + LAID] == 0, not p.opened(p.side_of(seat)), last


def _worth(p: Position, side: int) -> int:
    """What the melds of an opening are worth: their cards, and their bonuses where those count."""
    table = p.table
    entries = [(int(entry >> 32 & 255), int(entry & 0xFFFFFF)) for entry in p.closed if entry >> 40 == side]
    entries += [(rank, int(p.meld_at(side, rank, slot))) for rank in range(KINDS) for slot in range(table.slots)]
    return sum(_meld_worth(p, rank, meld) for rank, meld in entries if meld)


def _meld_worth(p: Position, rank: int, meld: int) -> int:
    table = p.table
    cards = (meld >> 16) * table.value[rank] + (meld >> 8 & 255) * table.value[1] + (meld & 255) * table.value[0]
    sort = class_of(table, rank, meld)
    return int(cards + (table.opening_bonus[sort] if sort >= 0 else 0))
