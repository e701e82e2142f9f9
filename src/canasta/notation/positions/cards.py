"""The cards of a position line, zone by zone, each with its column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from canasta.base.cards import KIND_OF, RED_THREE, Face
from canasta.deal.setup.melds import Meld, meld_fault
from canasta.deal.setup.setup import UNSEEN
from canasta.engine.rule_table import rule_table_of
from canasta.notation.positions.fields import PositionLine
from canasta.notation.positions.token import NOTHING, Cards, Piece
from canasta.rules.groups import Rules


class CardReader:
    """Reads the fields of *line* that hold cards. `places` says where in the line each part of the setup stands.

    *eyes* is the seat whose eyes the line was made from, -1 for an onlooker, None for a line with every card.
    """

    def __init__(self, rules: Rules, line: PositionLine) -> None:
        self.rules = rules
        self.rule_table = rule_table_of(rules)
        self.line = line
        self.places: dict[str, Piece] = {}
        self._columns: dict[str, Sequence[int]] = {}
        self.eyes = self._eyes()
        self.hands = [
            self._cards(f"hands.{seat + 1}", piece, seen=self.eyes in (None, seat))
            for seat, piece in enumerate(line.by_place("hands", rules.seats, "seat"))
        ]
        self.reserves = [self._reserves(seat) for seat in range(rules.seats)]
        self.melds = [*self._closed(), *self._open_melds()]
        self.reds = [
            self._cards(f"red_threes.{side + 1}", piece)
            for side, piece in enumerate(line.by_place("reds", rules.sides, "side"))
        ] or [[] for _ in range(rules.sides)]
        self.pile = self._cards("pile", line["pile"])
        self.stock = self._hidden("stock", line["stock"], "the stock")
        self.known = [
            self._cards(f"known.{seat + 1}", piece)
            for seat, piece in enumerate(line.by_place("known", rules.seats, "seat"))
        ] or [[] for _ in range(rules.seats)]
        self.returned = self._cards("returned", line["returned"]) if "returned" in line else []
        self._check_seen()

    def place(self, path: str) -> Piece:
        """Return where in the line the part of the setup at *path* stands, or the nearest that holds it."""
        head, _, last = path.rpartition(".")
        if path in self.places:
            return self.places[path]
        if head in self._columns and int(last) <= len(self._columns[head]):
            return Piece("", self._columns[head][int(last) - 1])
        if not head:
            return self.line.whole(path)
        return self.place(head)

    def _eyes(self) -> int | None:
        if "eyes" not in self.line:
            return None
        piece = self.line["eyes"]
        return -1 if piece.text == NOTHING else piece.place(self.rules.seats, "seat")

    def _cards(self, path: str, piece: Piece, *, seen: bool = True) -> list[Face]:
        """Return the cards of *piece*, which is the part of the setup at *path*. *seen*: whether all of them must be seen."""
        cards = piece.cards()
        if cards.unseen and self.eyes is None:
            raise piece.wrong("unknown cards are allowed only in a line seen by one seat, which has a field eyes")
        if cards.unseen and seen:
            raise piece.wrong("everyone sees these cards, so none can be unknown")
        return self._placed(path, piece, cards)

    def _hidden(self, path: str, piece: Piece, what: str) -> list[Face]:
        """Return cards that nobody sees, unless the line holds every card."""
        cards = piece.cards()
        if self.eyes is not None and cards.faces:
            raise piece.wrong(f"no one has seen {what}: write ??x and the number of cards")
        return self._cards(path, piece, seen=self.eyes is None)

    def _placed(self, path: str, piece: Piece, cards: Cards) -> list[Face]:
        self.places[path] = piece
        self._columns[path] = cards.columns
        return [*cards.faces, *[UNSEEN] * cards.unseen]

    def _reserves(self, seat: int) -> list[list[Face]]:
        """Return the reserves that *seat* has not picked up."""
        if "packets" not in self.line:
            return []
        piece = self.line["packets"].by_place(self.rules.seats, "seat")[seat]
        path = f"reserves.{seat + 1}"
        self.places[path] = piece
        parts = [] if piece.text == NOTHING else piece.parts("+")
        what = "a reserve that was not picked up"
        return [self._hidden(f"{path}.{number}", part, what) for number, part in enumerate(parts, 1)]

    def _open_melds(self) -> list[Meld]:
        melds: list[Meld] = []
        for side, piece in enumerate(self.line.by_place("melds", self.rules.sides, "side")):
            for part in [] if piece.text == NOTHING else piece.parts(","):
                meld = self._meld(side, part)
                if meld.finished(self.rule_table) and not meld_fault(self.rule_table, meld.cards):
                    raise part.wrong(f"a meld of {len(meld.cards)} cards is finished: put it in closed")
                melds.append(meld)
        return melds

    def _closed(self) -> list[Meld]:
        melds: list[Meld] = []
        for part in self.line["closed"].parts(",") if "closed" in self.line else ():
            side, *cards = part.parts(":")
            if len(cards) != 1:
                raise part.wrong("must be a side and its finished canasta, such as 1:7c7c7d7d7h7h7s")
            meld = self._meld(side.place(self.rules.sides, "side"), cards[0])
            if not meld.finished(self.rule_table):
                why = "in this game no canasta is finished" if self.rule_table.grows else "this meld is not finished"
                raise cards[0].wrong(f"{why}: put it in melds")
            melds.append(meld)
        return melds

    def _meld(self, side: int, piece: Piece) -> Meld:
        number = sum(path.startswith(f"melds.{side + 1}.") for path in self.places) + 1
        path = f"melds.{side + 1}.{number}"
        cards, *topped = piece.parts("+")
        faces = self._cards(path, cards)
        if not topped:
            return Meld(side, tuple(faces))
        red = topped[0].cards()
        if len(topped) > 1 or len(red.faces) != 1 or red.unseen or KIND_OF[red.faces[0]] != RED_THREE:
            raise topped[0].wrong("write one red three after the plus")
        self._columns[path] = (*self._columns[path], *red.columns)
        return Meld(side, tuple(faces), red.faces[0])

    def _check_seen(self) -> None:
        """Of hands that the eyes do not see the line names what everyone knows, and nothing else."""
        for seat, hand in enumerate(self.hands):
            named = Counter(face for face in hand if face != UNSEEN)
            if self.eyes not in (None, seat) and named != Counter(self.known[seat]):
                text = "only this hand's cards in the field known can be seen; write the rest as ??x"
                raise self.places[f"hands.{seat + 1}"].wrong(text)
