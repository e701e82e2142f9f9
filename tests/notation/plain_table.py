"""A recorded deal followed card by card, as docs/record-*.md describe it. Nothing here knows which moves are legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from tests.notation.plain_record import Group, Line

RANKS = "23456789TJQKA"
PACK = ["Jk", *(rank + suit for suit in "cdhs" for rank in RANKS)]
"""The faces in the order of a pack."""

ENDINGS = {"discard", "knock", "stuck"}
ACTIONS = ENDINGS | {"draw", "take", "lay", "top", "restore"}


def kind_of(card: str) -> str:
    """Return the name of a card's kind in the rules."""
    if card == "Jk" or card[0] == "2":
        return "joker" if card == "Jk" else "two"
    if card[0] == "3":
        return "red three" if card[1] in "dh" else "black three"
    return card[0]


def is_wild(card: str) -> bool:
    """Return whether *card* is a joker or a two."""
    return kind_of(card) in {"joker", "two"}


def red_ones_first(cards: Iterable[str]) -> list[str]:
    """*cards* with black threes behind all others: of threes laid together the red ones come first."""
    return sorted(cards, key=lambda card: kind_of(card) == "black three")


@dataclass
class Meld:
    """Cards of a rank on the table, and the red three on them, if there is one."""

    rank: str
    cards: list[str] = field(default_factory=list)
    red_three: bool = False

    @property
    def size(self) -> tuple[int, int, int]:
        """Natural cards, twos and jokers."""
        count = Counter(map(kind_of, self.cards))
        return len(self.cards) - count["two"] - count["joker"], count["two"], count["joker"]

    @property
    def natural(self) -> bool:
        """Whether it has no wild card."""
        return not any(map(is_wild, self.cards))


@dataclass
class Side:
    """What one side has on the table."""

    open: dict[str, list[Meld]] = field(default_factory=dict)
    finished: list[Meld] = field(default_factory=list)
    reds: list[str] = field(default_factory=list)
    opened: bool = False
    restored: int = 0
    exact_cuts: int = 0
    missed: set[tuple[int, int]] = field(default_factory=set)
    """The seats that did not pick up a reserve in time, each with the place of the reserve in the rules."""


PLACES = {"hand": "deal.hand", "draw": "draw.stock", "take": "pile.take", "least": "pile.least"}
PLACES |= {name: f"out.{name}" for name in ("natural", "mixed", "wild", "special", "canastas")}
"""Where the values are that may change from deal to deal."""


def rules_of_deal(rules: dict[str, Any], number: int) -> dict[str, Any]:
    """*rules* as they are in the deal *number*."""
    now = dict(rules)
    for change in sorted(rules["deals"], key=lambda change: int(change["deal"])):
        for name, path in PLACES.items():
            if change["deal"] <= number and change[name] >= 0:
                group, _, value = path.partition(".")
                now[group] = {**now[group], value: change[name]}
    return now


class Table:
    """A deal: *rules* are whole, *deal* is its table in the record."""

    def __init__(self, rules: dict[str, Any], deal: dict[str, Any]) -> None:
        self.drawing = self.opener = 0  # who drew from the stock this turn, and opened in it; 0: nobody
        self.rules = rules = rules_of_deal(rules, deal["number"])
        self.seats: int = rules["seats"]
        number = rules["table"]["sides"] or self.seats
        self.sides = [Side() for _ in range(number)]
        self.dealer, self.keeper = deal["dealer"], deal.get("keeper")
        cards = [deal["deck"][at : at + 2] for at in range(0, len(deal["deck"]), 2)]
        self.hands = [self._cut(cards, rules["deal"]["hand"]) for _ in range(self.seats)]
        packets = [[self._cut(cards, each["size"]) for _ in range(self.seats)] for each in rules["reserves"]]
        self.reserves = [[packet[seat] for packet in packets] for seat in range(self.seats)]
        self.back: list[str] = []
        self.pile = self._turn_up(cards, deal.get("returns", []))
        self.stock = cards
        self.kept_three = False
        self.finisher: Counter[int] = Counter()
        self.taking: list[str] | None = None
        self.awaited: list[Line] = []
        self.ahead: list[str] = []
        self.waiting: set[int] = set()
        self.over = ""
        self.out_with_stock = True
        self.cutters = self._exact_cuts()

    @staticmethod
    def _cut(cards: list[str], number: int) -> list[str]:
        top = cards[:number]
        del cards[:number]
        return top

    def _turn_up(self, stock: list[str], returns: list[int]) -> list[str]:
        """Return the pile as it begins, taken from *stock*."""
        reject = set(self.rules["deal"]["reject"])
        once = self.rules["deal"]["turn_again"] == "once"
        if not self.rules["deal"]["upcard"] or (not once and all(kind_of(card) in reject for card in stock)):
            return []
        pile: list[str] = []
        left = list(returns)
        came: list[str] = []
        while kind_of(stock[0]) in reject and not (once and (pile or came)):
            card = stock.pop(0)
            if self.rules["deal"]["rejected"] == "covered":
                pile.append(card)
                continue
            came.append(card)
            at = 1 + left.pop(0) % len(stock) if left else len(stock)
            stock.insert(at, card)
        assert not left
        self.back = sorted(came, key=PACK.index)
        return [*pile, stock.pop(0)]

    def _next(self, seat: int, step: int = 1) -> int:
        following: int = (seat - 1 + step) % self.seats + 1
        return (following - 1 + step) % self.seats + 1 if following == self.keeper else following

    def dealers(self) -> list[int]:
        """Return the dealers of this deal."""
        way = self.rules["deal"]["dealers"]
        mates = [
            (self.dealer - 1 + step) % self.seats + 1 for step in range(len(self.sides), self.seats, len(self.sides))
        ]
        who = [self.dealer]
        if way == "neighbours":
            who.append(self._next(self.dealer))
        elif way == "partners":
            who += [seat for seat in mates if seat != self.keeper][:1]
        elif way.startswith("each packet"):
            for _ in self.rules["reserves"]:
                who.append(self._next(who[-1], -1 if way.endswith("right") else 1))
        elif way == "each player":
            who += [(self.dealer - 1 + step) % self.seats + 1 for step in range(1, self.seats)]
        return who

    def first(self) -> int:
        """Return the seat that begins."""
        if self.rules["deal"]["first"] == "dealer":
            return int(self.dealer)
        second = self.rules["deal"]["first"] == "left of second dealer"
        return self._next(self.dealers()[-1] if second else self.dealer)

    def following(self) -> int:
        """Return the dealer of the next deal."""
        return self._next(self.dealer)

    def _exact_cuts(self) -> dict[int, int]:
        """Return the seats that may cut, and how many cards are an exact cut."""
        rules = self.rules
        if not rules["procedures"]["exact_cut"]:
            return {}
        packets = [each["size"] * self.seats for each in rules["reserves"]]
        hands = rules["deal"]["hand"] * self.seats
        numbers = [hands, *packets]
        if rules["deal"]["dealers"] == "one":
            numbers = [sum(numbers)]
        elif rules["deal"]["dealers"] == "each player":
            numbers = [sum(numbers) // self.seats] * self.seats
        elif not rules["deal"]["dealers"].startswith("each packet"):
            numbers = [hands, sum(packets)]
        numbers[0] += rules["procedures"]["cut_upcard"]
        who = self.dealers()[:1] if rules["procedures"]["cut_dealers"] == "first" else self.dealers()
        return {seat: number for seat, number in zip(who, numbers, strict=False) if number}

    def side(self, seat: int) -> Side:
        """Return the side of *seat*, which counts from 1."""
        return self.sides[(seat - 1) % len(self.sides)]

    def dealing_facts(self) -> list[Line]:
        """Return the facts before the red threes of the hands, which are awaited then."""
        facts = [Line(seat, "deal", tuple(hand)) for seat, hand in enumerate(self.hands, 1)]
        facts += [Line(0, "back", tuple(self.back))] if self.back else []
        self.waiting = (
            set(range(1, self.seats + 1)) if self.rules["threes"]["red_dealt"] == "before own turn" else set()
        )
        for step in range(self.seats):
            seat = (self.first() - 1 + step) % self.seats + 1
            if step == 0 or not self.waiting:
                self._begin(seat)
        return [*facts, Line(0, "up", tuple(self.pile))]

    def _begin(self, seat: int) -> None:
        """Return a turn of *seat* begins: red threes that its hand has kept are laid and replaced."""
        self.waiting.discard(seat)
        self._await_reds(seat, red_ones_first(self.hands[seat - 1]), replaced=self._replaces(seat))

    def _opens_first(self) -> bool:
        """Return whether red threes are laid only after the opening."""
        return bool(self.rules["threes"]["red_dealt"] == "after the opening")

    def _lays_reds(self, seat: int) -> bool:
        """Return whether *seat* lays threes now that are laid at all."""
        return not self._opens_first() or self.side(seat).opened

    def follow(self, line: Line) -> None:
        """Do what *line* says, an action or a fact; asserts that its cards are where it says."""
        if line.word in {"", "deal", "back", "up", "ask", "yes", "no", "pick up", "lift", "end"}:
            return
        if line.word in {"red", "drew"}:
            assert self.awaited.pop(0) == replace(line, comment="")
        elif line.word != "cut":
            assert not self.awaited
            assert line.word not in ACTIONS or not (self.taking or self.ahead)
        if line.word == "cut":
            assert line.number
            exact = {self.cutters.pop(line.seat)}
            if self.rules["procedures"]["cut_either"] and line.seat == self.dealer:
                exact |= {number + 1 for number in exact}
            self.side(line.seat).exact_cuts += line.number in exact
        elif line.word == "over":
            self.over = line.rest
            self.out_with_stock = bool(self.stock)
        else:
            self._of_seat(line)

    def _of_seat(self, line: Line) -> None:
        seat, side = line.seat, self.side(line.seat)
        hand = self.hands[seat - 1]
        if line.word in {"draw", "drew", "reserve", "took"}:
            self._comes(line)
        elif line.word == "take":
            self._take(line)
        elif line.word == "lay":
            self._lay(seat, line.groups)
        elif line.word == "restore":
            side.restored += 1
        for card in line.cards if line.word in {"red", "discard", "top"} else ():
            hand.remove(card)
            if line.word == "red":
                side.reds.append(card)
            elif line.word == "discard":
                self.pile.append(card)
            else:
                next(each for each in side.finished if self._takes_red(each, line.rest)).red_three = True
        if line.word in ENDINGS:
            self._end_turn(seat)

    def _end_turn(self, seat: int) -> None:
        """See what comes when the turn of *seat* has ended."""
        goes_on = bool(self.hands[seat - 1] or self.reserves[seat - 1])
        # Whoever opens and cannot go out yet draws cards even after the last one.
        goes_on = goes_on or (self.opener == seat and len(self.side(seat).finished) < self.rules["out"]["canastas"])
        if goes_on:
            self._note_missed(seat)
        if goes_on and self.opener == seat:
            self._await_talon(seat)
        self.drawing = self.opener = 0
        following = seat % self.seats + 1
        if following in self.waiting or (self._opens_first() and goes_on):
            self._begin(following)

    def _await_talon(self, seat: int) -> None:
        """Await the cards that *seat* gets after a turn in which the side opened with cards of the hand alone."""
        talon = self.rules["talon"]
        if not talon["first"] or len(self.stock) < talon["least"]:
            return
        others = any(side.opened for side in self.sides if side is not self.side(seat))
        new = self._drawn(seat, talon["later"] if others else talon["first"])
        if new:
            self.awaited.append(Line(seat, "drew", tuple(new)))
        self._await_reds(seat, new)

    def _comes(self, line: Line) -> None:
        """See that the cards of *line* are those that must come, and add them to the hand."""
        self.hands[line.seat - 1] += line.cards
        if line.word == "draw":
            self.drawing = line.seat
            drawn = self._drawn(line.seat, self.rules["draw"]["stock"])
            self.ahead = list(line.cards[len(drawn) :])
            assert drawn == list(line.cards[: len(drawn)])
            self._await_reds(line.seat, drawn)
        elif line.word == "reserve":
            assert self.reserves[line.seat - 1].pop(0) == list(line.cards)
            self._await_reds(line.seat, red_ones_first(line.cards), replaced=self._replaces(line.seat))
        elif line.word == "took":
            assert self.taking == list(line.cards)
            self.taking = None
            replaced = self.rules["threes"]["red_pile_replaced"] and self._replaces(line.seat)
            self._await_reds(line.seat, red_ones_first(line.cards), replaced=replaced)

    def _await_reds(self, seat: int, cards: Iterable[str], *, replaced: bool = False) -> None:
        """Await that *seat* lays the threes among *cards*, and gets others instead where they are *replaced*."""
        reds = [card for card in cards if self._laid(card) and self._lays_reds(seat)]
        if self.kept_three:
            reds.pop()
        self.awaited += [Line(seat, "red", (card,)) for card in reds]
        if reds and replaced:
            new = self._drawn(seat, len(reds))
            if self.ahead:
                assert self.ahead == new
                self.ahead = []
            elif new:
                self.awaited.append(Line(seat, "drew", tuple(new)))
            self._await_reds(seat, new)

    def _drawn(self, seat: int, number: int) -> list[str]:
        """Return the cards that *seat* gets from the stock, *number* of them beside red threes that are replaced."""
        replaced = self._lays_reds(seat) and self._replaces(seat)
        cards: list[str] = []
        while number and self.stock:
            cards.append(self.stock.pop(0))
            number -= not (replaced and self._laid(cards[-1]))
            self.kept_three = self.rules["exhaustion"]["three"] and self._laid(cards[-1]) and not self.stock
        return cards

    def _laid(self, card: str) -> bool:
        """Return whether *card* is a three that is laid down at once."""
        kind = kind_of(card)
        return kind in {"red three", "black three"} and self.rules["threes"][kind.split()[0]] == "laid"

    def _replaces(self, seat: int) -> bool:
        """Return whether *seat* gets other cards for red threes, by the reserve that it picked up last."""
        taken = len(self.rules["reserves"]) - len(self.reserves[seat - 1])
        return not taken or bool(self.rules["reserves"][taken - 1]["red_threes"])

    @staticmethod
    def _takes_red(meld: Meld, rank: str) -> bool:
        return meld.rank == rank and meld.natural and not meld.red_three

    def _take(self, line: Line) -> None:
        side, rules = self.side(line.seat), self.rules["pile"]
        hand = self.hands[line.seat - 1]
        top = self.pile[-1]
        shown = rules["use"] == "show" and side.opened
        number = len(self.pile) if shown else len(self.pile) - 1
        if rules["take"]:
            number = min(number, rules["take"] - (not shown))
        if not shown:
            self.pile.pop()
            rank = "wild" if is_wild(top) else top[0]
            joins = line.number or (1 if not line.cards else None)
            for card in line.cards:
                hand.remove(card)
            self._put(line.seat, Group((*line.cards, top), rank, joins))
        if line.rest != "card":
            self.taking = self.pile[len(self.pile) - number :] or None
            del self.pile[len(self.pile) - number :]
        self._lay(line.seat, line.groups)

    def _lay(self, seat: int, groups: tuple[Group, ...]) -> None:
        for group in groups:
            for card in group.cards:
                self.hands[seat - 1].remove(card)
            self._put(seat, group)
        opens = not self.side(seat).opened
        if opens and self.drawing == seat:
            self.opener = seat
        self.side(seat).opened = True
        if opens and self._opens_first():
            self._await_reds(seat, red_ones_first(self.hands[seat - 1]), replaced=self._replaces(seat))

    def _put(self, seat: int, group: Group) -> None:
        """Put the cards of *group*, which have left the hand, where they go."""
        side, rules = self.side(seat), self.rules["meld"]
        melds = side.open.setdefault(group.rank, [])
        meld = self._joined(melds, group) or Meld(group.rank)
        melds[:] = [each for each in melds if each is not meld]
        was = len(meld.cards)
        meld.cards += group.cards
        if was < rules["size"] <= len(meld.cards):
            self.finisher[seat] += 1
        if len(meld.cards) >= rules["size"] and not rules["grows"]:
            side.finished.append(meld)
            return
        at = next((at for at, each in enumerate(melds) if each.size < meld.size), len(melds))
        melds.insert(at, meld)

    def _joined(self, melds: list[Meld], group: Group) -> Meld | None:
        """Return the open meld that *group* joins."""
        rules = self.rules["meld"]
        if group.number:
            return melds[group.number - 1]
        if not rules["several"] and not rules["another"]:
            return melds[0] if melds else None
        unfinished = [each for each in melds if len(each.cards) < rules["size"] and not rules["several"]]
        if unfinished and (len(group.cards) >= 3 or self._room(unfinished[0], group)):
            return unfinished[0]
        if len(group.cards) >= 3:
            return None
        return next(each for each in melds if self._room(each, group))

    def _room(self, meld: Meld, group: Group) -> bool:
        rules: dict[str, Any] = self.rules["meld"]
        both = Meld(meld.rank, [*meld.cards, *group.cards])
        naturals, *wilds = both.size
        ratio = {"fewer": naturals - 1, "equal": naturals, "half": naturals // 2}[rules["ratio"]]
        fits = meld.rank == "wild" or sum(wilds) <= min(rules["wilds"], ratio)
        return fits and bool(rules["grows"] or len(both.cards) <= rules["size"])

    def canastas(self, side: Side) -> list[Meld]:
        """Return all canastas of *side*."""
        grown = [
            meld for melds in side.open.values() for meld in melds if len(meld.cards) >= self.rules["meld"]["size"]
        ]
        return side.finished + grown

    def _note_missed(self, seat: int) -> None:
        """Note a manual reserve that is due while the turn of *seat* ends."""
        taken = len(self.rules["reserves"]) - len(self.reserves[seat - 1])
        if taken == len(self.rules["reserves"]) or not self.rules["reserves"][taken]["manual"]:
            return
        side = self.side(seat)
        due = {
            "hand empty": False,
            "own canasta": self.finisher[seat] > 0,
            "side canasta": bool(self.canastas(side)),
            "side open": side.opened,
        }[self.rules["reserves"][taken]["trigger"]]
        if due:
            side.missed.add((seat, taken))
