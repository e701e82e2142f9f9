"""Position lines: one deal at one moment in one line of text, complete and canonical. See ``docs/positions.md``.

`position_text` writes a line for a `Deal`, with every card, or for a `View`, with what one seat may know;
`read_position` reads either kind. Whatever order of cards cannot matter is lost: two moments that differ in
nothing else have the same line. What happened before is left out as well, unless it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from canasta.base.cards import Face, face_text, sorted_faces
from canasta.base.errors import NotationError, SetupError
from canasta.base.misuse import public
from canasta.deal.deal import Deal
from canasta.deal.reporting import ENDINGS
from canasta.deal.setup.arranging import deal_from
from canasta.deal.setup.describing import setup_of
from canasta.deal.setup.setup import UNSEEN as UNSEEN_CARD
from canasta.deal.setup.setup import Setup
from canasta.deal.view import View, setup_seen, view
from canasta.engine.position import PART, WHOLE_TURN
from canasta.engine.rule_table import RuleTable, rule_table_of
from canasta.notation.positions import fields
from canasta.notation.positions.cards import CardReader
from canasta.notation.positions.fields import take_apart
from canasta.notation.positions.history import history_text
from canasta.notation.positions.rules_field import read_rules, rules_words
from canasta.notation.positions.state import StateReader
from canasta.notation.positions.token import NOTHING as NONE
from canasta.notation.positions.token import UNSEEN
from canasta.rules.groups import Rules

_MOST_SAID: Final = 6
_SOURCE_WORDS: Final = {source: word for word, source in fields.SOURCES.items()}
_LIFT_WORDS: Final = {lift: word for word, lift in fields.LIFTS.items()}
_ANSWER_WORDS: Final = {answer: word for word, answer in fields.ANSWERS.items()}


@public
def position_text(of: Deal | View, *, history: bool = False) -> str:
    """Return the line of a deal, or of what one seat may know of it; with *history* it also tells what happened so far.

    >>> from canasta.base.cards import pack
    >>> from canasta.rules.load import load
    >>> deal, _ = Deal.new(load("hoyle-two-player"), pack(2, 2))
    >>> words = position_text(deal).split()
    >>> words[0], words[4], words[-1]
    ('canasta1', 'turn=1:draw', 'need=50/50')
    """
    eyes = of.seat if isinstance(of, View) else None
    setup = setup_of(of) if isinstance(of, Deal) else setup_seen(of)
    values = {**_cards_of(setup), **_laid(setup, rule_table_of(of.rules)), **dict(_turn(setup)), **dict(_state(setup))}
    if eyes is not None:
        values["eyes"] = str(eyes + 1) if eyes >= 0 else NONE
    if history:
        values["history"] = history_text(setup.history)
    words = [f"{key}={values[key]}" for key in fields.FIELDS if values.get(key)]
    return " ".join((fields.FORMAT, *rules_words(of.rules), *words))


@public
def parse_position(text: str, rules: Rules | None = None) -> Deal:
    """Return the deal that a line with every card describes, ready to be played on.

    *rules* are those of the line; where they are not given, the line's game is loaded. Raises `NotationError` with
    the column for a text that is no such line, or one that contradicts itself, and `RulesError` if its rules
    cannot be made.
    """
    of = read_position(text, rules)
    if isinstance(of, View):
        column = text.find("eyes=") + 1
        who = f"seat {of.seat + 1}" if of.seat >= 0 else "an onlooker"
        raise NotationError(
            f"column {column}: this line holds only what {who} sees, so the deal cannot be continued from it", 1, column
        )
    return of


def read_position(text: str, rules: Rules | None = None) -> Deal | View:
    """Return the deal that a line describes, or the view if it shows only what one seat sees; see `parse_position`."""
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
    """Return what *error* says, in the order of the line; beyond a few problems only how many more there are."""
    wrongs = [cards.place(problem.path).wrong(problem.text) for problem in error.problems]
    wrongs.sort(key=lambda wrong: wrong.column)
    said = [str(wrong) for wrong in wrongs[:_MOST_SAID]]
    if len(wrongs) > _MOST_SAID:
        said.append(f"and {len(wrongs) - _MOST_SAID} more")
    return NotationError("; ".join(said), 1, wrongs[0].column)


def _cards_of(setup: Setup) -> dict[str, str]:
    """Return the fields of cards that do not lie on the table, and of what everyone knows of them."""
    known = [setup.known.get(seat, ()) for seat in range(setup.rules.seats)]
    return {
        "hands": "/".join(map(_cards, setup.hands)),
        "packets": "/".join("+".join(map(_cards, packets)) or NONE for packets in setup.reserves)
        if any(setup.reserves)
        else "",
        "stock": _in_order(setup.stock),
        "known": "/".join(map(_cards, known)) if any(known) else "",
        "returned": _some(setup.returned),
    }


def _laid(setup: Setup, table: RuleTable) -> dict[str, str]:
    """Return the fields of what lies on the table."""
    laid: list[list[str]] = [[] for _ in range(setup.rules.sides)]
    closed = []
    for meld in setup.melds:
        if not meld.finished(table):
            laid[meld.side].append(_cards(meld.cards))
        else:
            topped = "" if meld.red_three is None else f"+{face_text(meld.red_three)}"
            closed.append(f"{meld.side + 1}:{_cards(meld.cards)}{topped}")
    return {
        "melds": "/".join(",".join(side) or NONE for side in laid) if any(laid) else "",
        "closed": ",".join(closed),
        "reds": "/".join(map(_cards, setup.red_threes)) if any(setup.red_threes) else "",
        "pile": _in_order(setup.pile),
    }


def _turn(setup: Setup) -> Iterator[tuple[str, str]]:
    """Yield the fields of the turn in progress."""
    yield "turn", f"{setup.seat + 1}:{_SOURCE_WORDS[setup.source]}"
    if setup.asked is not None:
        answer = "" if setup.answer is None else f":{_ANSWER_WORDS[setup.answer]}"
        yield "ask", f"{setup.asked + 1}{answer}"
    yield "lift", _LIFT_WORDS.get(setup.lift, "")
    yield "raised", _number(setup.raised)
    if setup.began is not None:
        yield "began", ",".join(word for word in fields.BEGAN if getattr(setup.began, word)) or NONE
    yield "started", ",".join(word for word, rank in fields.RANKS.items() if rank in setup.started)
    yield "touched", "yes" if setup.touched else ""
    yield "finished", _number(setup.finished)
    yield "completed", ",".join(word for word, rank in fields.RANKS.items() if rank in setup.completed)


def _state(setup: Setup) -> Iterator[tuple[str, str]]:
    """Yield the fields of what players and sides have done before, of the pile and of the end."""
    seats, sides = range(setup.rules.seats), range(setup.rules.sides)
    yield "need", "/".join(map(str, setup.minimums))
    yield "open", _places(setup.opened)
    yield "laid", _places(setup.laid)
    yield "took", _places(setup.took)
    yield "drew", _places(setup.drew)
    yield "due", _places(setup.due)
    for key, much in (("part", PART), ("whole", WHOLE_TURN)):
        yield key, _places(seat for seat, played in setup.played.items() if played == much)
    yield "made", _numbers(setup.made.get(seat, 0) for seat in seats)
    if setup.missed:
        yield "missed", "/".join("".join(str(at + 1) for at in setup.missed.get(seat, ())) or NONE for seat in seats)
    yield "denied", _places(setup.denied)
    yield "restored", _numbers(setup.restored.get(side, 0) for side in sides)
    yield "frozen", "upcard" if setup.upcard_froze else ""
    yield "lap", "" if setup.lap is None else str(setup.lap)
    yield "turns", _number(setup.turns)
    if setup.out is not None:
        words = [*([fields.LATE] if setup.late else []), *([fields.CONCEALED] if setup.concealed else [])]
        yield "out", ":".join((str(setup.out + 1), *words))
    yield "over", "" if setup.ended is None else ENDINGS[setup.ended]
    yield "deal", "" if setup.number == 1 else str(setup.number)
    yield "totals", _numbers(setup.totals)


def _cards(faces: Iterable[Face]) -> str:
    """Return cards as people sort them, then those that nobody sees."""
    listed = list(faces)
    seen = [face for face in listed if face != UNSEEN_CARD]
    return _in_order([*sorted_faces(seen), *[UNSEEN_CARD] * (len(listed) - len(seen))])


def _in_order(faces: Iterable[Face]) -> str:
    """Return cards in their order; those that nobody sees come last and are counted."""
    listed = list(faces)
    unseen = listed.count(UNSEEN_CARD)
    return "".join(map(face_text, listed[: len(listed) - unseen])) + (f"{UNSEEN}x{unseen}" if unseen else "") or NONE


def _some(faces: Iterable[Face]) -> str:
    """Return cards, or an empty text for none."""
    return "".join(map(face_text, sorted_faces(faces)))


def _places(places: Iterable[int]) -> str:
    return ",".join(str(place + 1) for place in places)


def _number(number: int) -> str:
    return str(number) if number else ""


def _numbers(numbers: Iterable[int]) -> str:
    listed = list(numbers)
    return "/".join(map(str, listed)) if any(listed) else ""
