"""Position lines: one deal at one moment in one line of text, complete and canonical. See ``docs/positions.md``.

`position_text` writes a line for a `Deal`, with every card, or for a `View`, with what one seat may know;
`read_position` reads either kind. Whatever order of cards cannot matter is lost: two moments that differ in
nothing else have the same line. What happened before is left out as well, unless it is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from canasta.cards import Face, face_text, sorted_faces
from canasta.deal import Deal
from canasta.engine.fields import (
    BEGAN_LAST,
    CANASTAS,
    DUE,
    FRESH,
    HELD,
    LAID,
    MADE,
    MINIMUM,
    MISSED,
    OPENED,
    PLAYED,
    RAISED,
    RESTORED,
    SEAT,
    SIDE,
    SIDE_FRESH,
    STARTED,
    TAKEN,
    TOOK,
    TOUCHED,
)
from canasta.engine.position import ALLOWED, OVER, PART, TO_ANSWER, UNASKED, WHOLE_TURN, Position
from canasta.errors import NotationError, SetupError
from canasta.notation.positions.cards import CardReader
from canasta.notation.positions.fields import BEGAN, CONCEALED, FIELDS, FORMAT, LATE, LIFTS, RANKS, SOURCES, take_apart
from canasta.notation.positions.history import history_text
from canasta.notation.positions.piece import NOTHING as NONE
from canasta.notation.positions.piece import UNSEEN
from canasta.notation.positions.rulesmark import read_rules, rules_words
from canasta.notation.positions.state import StateReader
from canasta.reporting import ENDINGS
from canasta.rules.groups import Rules
from canasta.setup.arranging import deal_from
from canasta.view import MeldView, View, melds_on_table, view

_SOURCE_WORDS: Final = {source: word for word, source in SOURCES.items()}
_LIFT_WORDS: Final = {lift: word for word, lift in LIFTS.items()}


def position_text(of: Deal | View, *, history: bool = False) -> str:
    """The line of a deal, or of what one seat may know of it; with *history* it also tells what happened so far.

    >>> from canasta.cards import pack
    >>> from canasta.rules.load import load
    >>> deal, _ = Deal.new(load("hoyle-two-player"), pack(2, 2))
    >>> words = position_text(deal).split()
    >>> words[0], words[4], words[-1]
    ('canasta1', 'turn=1:draw', 'need=50/50')
    """
    p = of.position
    if isinstance(of, View):
        cards = _cards_seen(of)
        known = [Counter(dict(each)) for each in of.known]
    else:
        cards = _all_cards(of)
        known = of.tabletop.known
    values = {**cards, **dict(_turn(p)), **dict(_state(p))}
    values["known"] = "" if not any(+each for each in known) else "/".join(_cards(each.elements()) for each in known)
    if history:
        values["history"] = history_text(of.history)
    words = [f"{key}={values[key]}" for key in FIELDS if values.get(key)]
    return " ".join((FORMAT, *rules_words(of.rules), *words))


def parse_position(text: str, rules: Rules | None = None) -> Deal:
    """The deal that a line with every card describes, ready to be played on.

    *rules* are those of the line; where they are not given, the line's game is loaded. Raises `NotationError` with
    the column for a text that is no such line, or one that contradicts itself, and `RulesError` where its rules
    cannot be made.
    """
    of = read_position(text, rules)
    if isinstance(of, View):
        column = text.find("eyes=") + 1
        who = f"seat {of.seat + 1}" if of.seat >= 0 else "an onlooker"
        raise NotationError(f"column {column}: this line holds only what {who} sees: it cannot be played on", 1, column)
    return of


def read_position(text: str, rules: Rules | None = None) -> Deal | View:
    """The deal that a line describes, or the view if it was made from one seat's eyes; otherwise as `parse_position`."""
    line = take_apart(text)
    rules = read_rules(line.rules, rules)
    cards = CardReader(rules, line)
    setup = StateReader(rules, line, cards).setup()
    try:
        deal = deal_from(setup)
    except SetupError as error:
        raise _wrong(error, cards) from None
    return deal if cards.eyes is None else view(deal, cards.eyes)


def _wrong(error: SetupError, cards: CardReader) -> NotationError:
    """All that *error* says, in the order of the line."""
    wrongs = [cards.place(problem.path).wrong(problem.text) for problem in error.problems]
    wrongs.sort(key=lambda wrong: wrong.column)
    return NotationError("; ".join(map(str, wrongs)), 1, wrongs[0].column)


def _all_cards(deal: Deal) -> dict[str, str]:
    """The fields of cards, every one of them seen."""
    p, tabletop = deal.position, deal.tabletop
    packets = [
        [_cards(tabletop.reserve(p, seat, index)) for index in range(p.seats[seat * SEAT + TAKEN], p.table.reserves)]
        for seat in range(p.table.seats)
    ]
    return {
        "hands": "/".join(_cards(hand) for hand in tabletop.hands),
        "packets": _packets(packets),
        "stock": _in_order(tabletop.deck[tabletop.drawn :]),
        "returned": _some(tabletop.returned.elements()),
        **_laid(p, melds_on_table(deal), tabletop.reds, tabletop.pile),
    }


def _cards_seen(seen: View) -> dict[str, str]:
    """The fields of cards as the seat of *seen* sees them: of other hands only what everybody knows."""
    p = seen.position
    hands = []
    for seat in range(p.table.seats):
        if seat == seen.seat:
            hands.append(_cards(seen.hand))
            continue
        known = [face for face, number in seen.known[seat] for _ in range(number)]
        hands.append(_cards(known, int(p.seats[seat * SEAT + HELD]) - len(known)))
    packets = [
        [_cards((), int(p.table.reserve_size[index])) for index in range(p.table.reserves - left, p.table.reserves)]
        for left in seen.reserves_left
    ]
    return {
        "eyes": str(seen.seat + 1) if seen.seat >= 0 else NONE,
        "hands": "/".join(hands),
        "packets": _packets(packets),
        "stock": _cards((), seen.stock),
        "returned": _some(seen.returned),
        **_laid(p, seen.melds, seen.red_threes, seen.pile),
    }


def _laid(
    p: Position, melds: Sequence[MeldView], reds: Sequence[Iterable[Face]], pile: Iterable[Face]
) -> dict[str, str]:
    """The fields of what lies on the table."""
    laid: list[list[str]] = [[] for _ in range(p.table.sides)]
    closed = []
    for meld in melds:
        if meld.slot is not None:
            laid[meld.side].append(_cards(meld.cards))
        else:
            topped = "" if meld.red_three is None else f"+{face_text(meld.red_three)}"
            closed.append(f"{meld.side + 1}:{_cards(meld.cards)}{topped}")
    return {
        "melds": "/".join(",".join(side) or NONE for side in laid) if any(laid) else "",
        "closed": ",".join(closed),
        "reds": "/".join(_cards(side) for side in reds) if any(reds) else "",
        "pile": _in_order(pile),
    }


def _turn(p: Position) -> Iterator[tuple[str, str]]:
    """The fields of the turn in progress."""
    seat = int(p.turn)
    yield "turn", f"{seat + 1}:{_SOURCE_WORDS[p.source]}"
    if p.phase == TO_ANSWER:
        yield "ask", str(p.asked_seat + 1)
    elif p.asked != UNASKED:
        yield "ask", f"{p.asked_seat + 1}:{'yes' if p.asked == ALLOWED else 'no'}"
    yield "lift", _LIFT_WORDS.get(p.lift, "")
    yield "raised", _number(p.this_turn[RAISED])
    began = tuple(p.this_turn[field] != 0 for field in (FRESH, SIDE_FRESH, BEGAN_LAST))
    if began != _usual_beginning(p):
        yield "began", ",".join(word for word, so in zip(BEGAN, began, strict=True) if so) or NONE
    yield "started", ",".join(word for word, rank in RANKS.items() if p.this_turn[STARTED] >> rank & 1)
    yield "touched", "yes" if p.this_turn[TOUCHED] else ""
    yield "finished", _number(p.this_turn[MADE])


def _usual_beginning(p: Position) -> tuple[bool, ...]:
    """What was so when this turn began, if nothing of it has changed since: in the order of `BEGAN`."""
    seat, reserves = p.turn, p.table.reserves
    last = reserves > 0 and p.seats[seat * SEAT + TAKEN] == reserves
    return p.seats[seat * SEAT + LAID] == 0, not p.opened(p.side_of(seat)), last


def _state(p: Position) -> Iterator[tuple[str, str]]:
    """The fields of what players and sides have done before, of the pile and of the end."""
    seats, sides = range(p.table.seats), range(p.table.sides)
    yield "need", "/".join(str(p.sides[side * SIDE + MINIMUM]) for side in sides)
    yield "open", _places(side for side in sides if p.sides[side * SIDE + OPENED])
    for key, at in (("laid", LAID), ("took", TOOK), ("due", DUE)):
        yield key, _places(seat for seat in seats if p.seats[seat * SEAT + at])
    for key, played in (("part", PART), ("whole", WHOLE_TURN)):
        yield key, _places(seat for seat in seats if p.seats[seat * SEAT + PLAYED] == played)
    yield "made", _numbers(int(p.seats[seat * SEAT + CANASTAS]) for seat in seats)
    missed = [int(p.seats[seat * SEAT + MISSED]) for seat in seats]
    if any(missed):
        yield "missed", "/".join("".join(str(at + 1) for at in range(4) if bits >> at & 1) or NONE for bits in missed)
    yield "restored", _numbers(int(p.sides[side * SIDE + RESTORED]) for side in sides)
    yield "frozen", "upcard" if p.upcard_froze else ""
    yield "lap", str(p.lap) if p.lap >= 0 else ""
    yield "turns", _number(p.turns)
    if p.out >= 0:
        yield "out", ":".join((str(p.out + 1), *([LATE] if p.late else []), *([CONCEALED] if p.concealed else [])))
    yield "over", ENDINGS[p.ended] if p.phase == OVER else ""


def _cards(faces: Iterable[Face], unseen: int = 0) -> str:
    """Cards as people sort them, then those that nobody sees."""
    return _in_order(sorted_faces(faces), unseen)


def _in_order(faces: Iterable[Face], unseen: int = 0) -> str:
    return "".join(map(face_text, faces)) + (f"{UNSEEN}x{unseen}" if unseen else "") or NONE


def _some(faces: Iterable[Face]) -> str:
    """Cards, or an empty text for none."""
    return "".join(map(face_text, sorted_faces(faces)))


def _packets(packets: Sequence[Sequence[str]]) -> str:
    return "/".join("+".join(each) or NONE for each in packets) if any(packets) else ""


def _places(places: Iterable[int]) -> str:
    return ",".join(str(place + 1) for place in places)


def _number(number: int) -> str:
    return str(number) if number else ""


def _numbers(numbers: Iterable[int]) -> str:
    listed = list(numbers)
    return "/".join(map(str, listed)) if any(listed) else ""
