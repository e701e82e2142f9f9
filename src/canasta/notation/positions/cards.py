"""Where every card of a position line lies, read and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from canasta.cards import BLACK_THREE, KIND_OF, RED_THREE, Face, face_text, faces_text, pack
from canasta.engine.table import table_of
from canasta.errors import NotationError
from canasta.notation.cases.setup import LaidMeld, read_meld
from canasta.notation.cases.zones import room_for_stock
from canasta.notation.positions.fields import Line
from canasta.notation.positions.piece import NOTHING, Cards, Piece
from canasta.rules.groups import Rules
from canasta.rules.phrases import count

_NAMED: Final = 8


class PositionCards:
    """All cards of a line. Those that nobody sees are only counted: they stand in no list.

    *eyes* is the seat whose eyes the line was made from, -1 for an onlooker, None for a line with every card.
    """

    def __init__(self, rules: Rules, line: Line) -> None:
        self.rules = rules
        self.table = table_of(rules)
        self.line = line
        self.eyes = self._eyes()
        self._all = Counter(pack(rules.packs, rules.deck.jokers))
        self._left = Counter(self._all)
        self._unseen = 0
        self.hands, self.held = self._hands()
        self.packets, self.taken = self._packets()
        self.melds = [*self._closed(), *self._open_melds()]
        self.reds = self._reds()
        self.pile = self._pile()
        self.stock, self.left = self._stock()
        self._settle()
        self.known = self._known()
        self.returned = self._returned()

    def others(self) -> list[Face]:
        """All cards that are neither in the stock nor in a packet."""
        faces = [face for zone in (*self.hands, self.pile, *self.reds) for face in zone]
        for _, meld in self.melds:
            faces += [*meld.cards, *([] if meld.red_three is None else [meld.red_three])]
        return faces

    def _eyes(self) -> int | None:
        if "eyes" not in self.line:
            return None
        piece = self.line["eyes"]
        return -1 if piece.text == NOTHING else piece.place(self.rules.seats, "seat")

    def _take(self, piece: Piece, *, seen: bool = True) -> Cards:
        """The cards of *piece*, taken from the deck. *seen*: whether all of them must be seen."""
        cards = piece.cards()
        if cards.unseen and self.eyes is None:
            raise piece.wrong("unknown cards stand only in a line made from one seat's eyes, which has a field eyes")
        if cards.unseen and seen:
            raise piece.wrong("everybody sees these cards: none of them is unknown")
        for face, column in zip(cards.faces, cards.columns, strict=True):
            if not self._left[face]:
                text = f"the deck has only {self._all[face]} {face_text(face)}, and here is one more"
                raise Piece(face_text(face), column).wrong(text)
            self._left[face] -= 1
        self._unseen += cards.unseen
        return cards

    def _hands(self) -> tuple[list[list[Face]], list[int]]:
        hands, held = [], []
        for seat, piece in enumerate(self.line["hands"].by_place(self.rules.seats, "seat")):
            cards = self._take(piece, seen=self.eyes in (None, seat))
            if self.table.red_laid and not self.table.reds_wait and _has_red(cards.faces):
                raise piece.wrong("red threes are laid down at once: no hand holds one")
            hands.append(list(cards.faces))
            held.append(len(cards.faces) + cards.unseen)
        return hands, held

    def _packets(self) -> tuple[dict[tuple[int, int], list[Face]], list[int]]:
        """The packets that were not picked up, by seat and number, and how many each player has picked up."""
        most = len(self.rules.reserves)
        packets: dict[tuple[int, int], list[Face]] = {}
        taken = [most] * self.rules.seats
        if "packets" not in self.line:
            return packets, taken
        for seat, piece in enumerate(self.line["packets"].by_place(self.rules.seats, "seat")):
            parts = [] if piece.text == NOTHING else piece.parts("+")
            if len(parts) > most:
                names = " and ".join(reserve.name for reserve in self.rules.reserves) or "no packets"
                raise piece.wrong(f"in this game a player has {names}, and not {count(len(parts), 'packet')}")
            taken[seat] = most - len(parts)
            for index, part in enumerate(parts, taken[seat]):
                cards = self._take(part, seen=self.eyes is None)
                if self.eyes is not None and cards.faces:
                    raise part.wrong(
                        "nobody has seen the cards of a packet that was not picked up: write ??x and how many"
                    )
                size = self.rules.reserves[index].size
                if len(cards.faces) + cards.unseen != size:
                    number = len(cards.faces) + cards.unseen
                    raise part.wrong(f"a {self.rules.reserves[index].name} has {size} cards, and {number} stand here")
                packets[seat, index] = list(cards.faces)
        return packets, taken

    def _open_melds(self) -> list[tuple[int, LaidMeld]]:
        melds: list[tuple[int, LaidMeld]] = []
        if "melds" in self.line:
            for side, piece in enumerate(self.line["melds"].by_place(self.rules.sides, "side")):
                for part in [] if piece.text == NOTHING else piece.parts(","):
                    meld = self._meld(part)
                    if len(meld.cards) >= self.table.size and not self.table.grows:
                        raise part.wrong(f"a meld of {len(meld.cards)} cards is finished: write it in closed")
                    melds.append((side, meld))
        return melds

    def _closed(self) -> list[tuple[int, LaidMeld]]:
        melds: list[tuple[int, LaidMeld]] = []
        for part in self.line["closed"].parts(",") if "closed" in self.line else ():
            side, *cards = part.parts(":")
            if len(cards) != 1:
                raise part.wrong("a side and its finished canasta are needed here, such as 1:7c7c7d7d7h7h7s")
            meld = self._meld(cards[0])
            if len(meld.cards) < self.table.size or self.table.grows:
                why = "in this game no canasta is finished" if self.table.grows else "this meld is not finished"
                raise cards[0].wrong(f"{why}: write it in melds")
            melds.append((side.place(self.rules.sides, "side"), meld))
        return melds

    def _meld(self, piece: Piece) -> LaidMeld:
        cards, *topped = piece.parts("+")
        faces = self._take(cards).faces
        red = [face for part in topped for face in self._take(part).faces]
        try:
            meld = read_meld(faces_text(faces) + ("+" if topped else "") + faces_text(red), self.rules, ended=True)
        except NotationError as error:
            raise piece.wrong(str(error)) from None
        if meld.rank == BLACK_THREE and (not self.table.black_least or len(set(map(KIND_OF.__getitem__, faces))) > 1):
            raise piece.wrong("black threes are melded alone, and only in games that allow it in going out")
        return meld

    def _reds(self) -> list[list[Face]]:
        if "reds" not in self.line:
            return [[] for _ in range(self.rules.sides)]
        reds = []
        for piece in self.line["reds"].by_place(self.rules.sides, "side"):
            faces = list(self._take(piece).faces)
            if faces and not self.table.red_laid:
                raise piece.wrong("in this game red threes are not laid down")
            if any(KIND_OF[face] != RED_THREE for face in faces):
                raise piece.wrong("only red threes stand here")
            reds.append(faces)
        return reds

    def _pile(self) -> list[Face]:
        faces = list(self._take(self.line["pile"]).faces)
        if self.table.red_laid and not self.table.reds_in_pile and _has_red(faces):
            raise self.line["pile"].wrong("in this game no red three comes to lie on the pile")
        return faces

    def _stock(self) -> tuple[list[Face], int]:
        piece = self.line["stock"]
        cards = self._take(piece, seen=self.eyes is None)
        if self.eyes is not None and cards.faces:
            raise piece.wrong("nobody has seen the cards of the stock: write ??x and how many")
        number = len(cards.faces) + cards.unseen
        room = room_for_stock(self.rules, self.packets)
        if number > room:
            raise piece.wrong(f"after the deal {room} cards are left at most, and the stock has {number}")
        return list(cards.faces), number

    def _settle(self) -> None:
        """See that every card of the deck has its place."""
        missing = sum(self._left.values()) - self._unseen
        if missing < 0:
            raise self.line["stock"].wrong(
                f"the deck has {self.rules.cards} cards, and {-missing} more stand in this line"
            )
        if missing and self.eyes is not None:
            raise self.line["stock"].wrong(f"the line lacks {count(missing, 'card')} of the deck")
        if missing:
            lost = [face for face in sorted(self._left) for _ in range(self._left[face])]
            text = faces_text(lost[:_NAMED]) + (" …" if len(lost) > _NAMED else "")
            raise self.line["stock"].wrong(f"the line lacks {count(missing, 'card')} of the deck: {text}")

    def _known(self) -> list[Counter[Face]]:
        """What everybody knows to be in each hand; in hands that the eyes do not see, that and no more is named."""
        known: list[Counter[Face]] = [Counter() for _ in self.hands]
        if "known" in self.line:
            for seat, piece in enumerate(self.line["known"].by_place(self.rules.seats, "seat")):
                cards = piece.cards()
                known[seat] = Counter(cards.faces)
                more = known[seat] - Counter(self.hands[seat])
                if more or cards.unseen:
                    what = faces_text(more.elements()) or "an unknown card"
                    raise piece.wrong(f"seat {seat + 1} does not hold {what}, so nobody can know it to be there")
        if self.eyes is not None:
            for seat, piece in enumerate(self.line["hands"].by_place(self.rules.seats, "seat")):
                if seat != self.eyes and Counter(self.hands[seat]) != known[seat]:
                    raise piece.wrong(
                        "of this hand only the cards that the field known names can be seen; the rest is ??x"
                    )
        return known

    def _returned(self) -> Counter[Face]:
        if "returned" not in self.line:
            return Counter()
        piece = self.line["returned"]
        cards = piece.cards()
        if self.table.covered:
            raise piece.wrong("in this game no card that was turned up goes back into the stock")
        for face, column in zip(cards.faces, cards.columns, strict=True):
            if not self.table.reject[KIND_OF[face]]:
                raise Piece("", column).wrong(
                    f"{face_text(face)} does not go back into the stock: it can begin the pile"
                )
        if cards.unseen or Counter(cards.faces) - self._all:
            raise piece.wrong("these are more cards than the deck has")
        return Counter(cards.faces)


def _has_red(faces: Iterable[Face]) -> bool:
    return any(KIND_OF[face] == RED_THREE for face in faces)
