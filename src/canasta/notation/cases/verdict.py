"""Run a case: make its moves and report what differs from what it expects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from canasta.base.english import count
from canasta.base.errors import IllegalMove, NotationError, Refusal
from canasta.base.events import Event
from canasta.base.moves import Lay, Move, TakePile
from canasta.base.sheets import amount
from canasta.deal.deal import Deal
from canasta.deal.expansion import worth
from canasta.deal.reporting import ENDINGS
from canasta.deal.tableaus import tableaus
from canasta.deal.view import view
from canasta.notation.cases.arrangement import arrange
from canasta.notation.cases.case import UNDO, Case, seated
from canasta.notation.cases.event_text import event_text, in_order
from canasta.notation.move_text import parse_move
from canasta.rules.changes import paths
from canasta.rules.shapes import suggest, write_value
from canasta.wording.sheets import sheet


@dataclass(slots=True)
class _Course:
    """What became of a case's moves: the deal in the end, what happened, how the last move was judged."""

    deal: Deal
    events: list[Event]
    minimum: int
    stopped: str = ""
    refusal: Refusal | None = None
    worth: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a case: a sentence for each difference, and the deal in the end, if there is one."""

    failures: tuple[str, ...]
    deal: Deal | None = None


def run(case: Case) -> list[str]:
    """Return a sentence for each difference from what *case* expects; empty if the rules and the case agree."""
    return list(outcome(case).failures)


def outcome(case: Case) -> Outcome:
    """Make the moves of *case* and judge what came of them."""
    if case.unplayable:
        if case.rules is not None:
            return Outcome(("these rules can be played",))
        fits = any(case.unplayable in text for text in case.refusals)
        return Outcome(() if fits else (f"the rules are refused for another reason: {'; '.join(case.refusals)}",))
    assert case.rules is not None
    deal, events = arrange(case.rules, case.outline)
    course = _play(case, deal, events)
    return Outcome((course.stopped,) if course.stopped else tuple(_failures(case, course)), course.deal)


def _play(case: Case, deal: Deal, events: list[Event]) -> _Course:
    side = deal.position.side_of(deal.position.turn)
    course = _Course(deal, events, int(deal.position.minimum(side)))
    for number, text in enumerate(case.moves, 1):
        try:
            course.events += _make(text, deal, course)
        except NotationError as error:
            course.stopped = f'move {number}, "{text}", cannot be read: {error}'
            return course
        except IllegalMove as illegal:
            if number < len(case.moves):
                course.stopped = f'move {number}, "{text}", is refused: {illegal}'
                return course
            course.refusal = illegal.refusal
    return course


def _make(text: str, deal: Deal, course: _Course) -> list[Event]:
    """Make the move *text*, or take the last one back, and return what happened."""
    seat, rest = seated(text, deal)
    if rest.strip() == UNDO:
        return [deal.undo(seat)]
    move = parse_move(rest, view(deal, seat))
    course.worth = _worth(deal, move)
    return deal.play(seat, move)


def _worth(deal: Deal, move: Move) -> int:
    """Return what the cards that *move* lays are worth, the top card of the pile included."""
    faces = [*deal.tabletop.pile[-1:], *move.cards] if isinstance(move, TakePile) else []
    groups = move.groups if isinstance(move, Lay) else move.more if isinstance(move, TakePile) else ()
    return int(worth(deal.position, [*faces, *(face for group in groups for face in group.cards)]))


def _failures(case: Case, course: _Course) -> Iterator[str]:
    yield from _judged(case, course)
    yield from _numbers(case, course)
    yield from _end(case, course.deal)
    yield from _sheets(case, course.deal)
    if case.expected.after:
        yield from case.expected.after.failures(course.deal)
    yield from _happened(case, course.events)
    yield from _moves_left(case, course.deal)
    if case.expected.match:
        yield from case.expected.match.failures(course.deal, case.outline)
    rules = course.deal.rules
    values = dict(paths(rules))
    for path, wanted in case.expected.rules.items():
        found = write_value(values.get(path))
        if path not in values:
            yield f"the rules have no value {path}{suggest(path, values)}"
        elif found != wanted:
            packs = (
                f"; with {rules.seats} players the deck has {count(rules.packs, 'pack')}"
                if path == "deck.packs"
                else ""
            )
            yield f"the value {path} is {found!r}, not {wanted!r}{packs}"


def _numbers(case: Case, course: _Course) -> Iterator[str]:
    for what, wanted, given in (
        ("the opening's minimum is", case.expected.minimum, course.minimum),
        ("the cards laid are worth", case.expected.worth, course.worth),
    ):
        if wanted is not None and given != wanted:
            yield f"{what} {given}, not {wanted}"


def _end(case: Case, deal: Deal) -> Iterator[str]:
    """Yield whether the deal ended as expected."""
    expected, position = case.expected, deal.position
    if expected.over is not None and deal.over != expected.over:
        yield f"the deal is {'not ' if expected.over else ''}over"
    if expected.ended is not None and (how := ENDINGS.get(position.ended, "not at all")) != expected.ended:
        yield f"the deal ended {how}, not {expected.ended}"
    if expected.out is not None and position.out != expected.out:
        who = f"seat {position.out + 1}" if position.out >= 0 else "nobody"
        yield f"{who} went out, not seat {expected.out + 1}"
    if expected.concealed is not None and position.concealed != expected.concealed:
        yield f"going out was {'not ' if expected.concealed else ''}concealed"


def _sheets(case: Case, deal: Deal) -> Iterator[str]:
    if case.expected.sheets:
        cuts = [case.outline.cuts.get(side, 0) for side in range(deal.rules.sides)]
        sheets = [sheet(deal.rules, tableau) for tableau in tableaus(deal.position, cuts)]
        for each in case.expected.sheets:
            yield from each.failures(sheets[each.side])


def _happened(case: Case, events: list[Event]) -> Iterator[str]:
    missing = in_order(case.expected.events, events)
    if missing:
        happened = "; ".join(event_text(event) for event in events) or "nothing"
        yield f'"{missing.text}" did not happen at this point; what happened: {happened}'
    for happening in case.expected.no_events:
        if any(happening.matches(event) for event in events):
            yield f'"{happening.text}" happened'


def _judged(case: Case, course: _Course) -> Iterator[str]:
    """Yield whether the last move was judged as expected."""
    expected, refusal = case.expected, course.refusal
    last = f'"{case.moves[-1]}"' if case.moves else "the move"
    if refusal is None:
        if expected.refused or expected.legal is False:
            yield f"{last} is legal but should be refused{' by ' + expected.refused if expected.refused else ''}"
        return
    if not expected.refused and expected.legal is not False:
        yield f"{last} is refused: {refusal}"
    if expected.refused and refusal.clause != expected.refused:
        yield f"{last} is refused by {refusal.clause}, not by {expected.refused}: {refusal.text}"
        return
    for what, wanted, given in (("needed", expected.needed, refusal.needed), ("given", expected.given, refusal.given)):
        if wanted is not None and wanted != given:
            yield f"the refusal says that {'nothing' if given is None else amount(given)} is {what}, not {amount(wanted)}"
    if expected.text and expected.text not in refusal.text:
        yield f'the refusal says "{refusal.text}"'


def _moves_left(case: Case, deal: Deal) -> Iterator[str]:
    """Yield whether the moves that can and cannot be made in the end are those expected."""
    wanted = [(text, True, "") for text in case.expected.can]
    wanted += [(text, False, clause) for text, clause in case.expected.cannot.items()]
    for text, legal, clause in wanted:
        try:
            seat, rest = seated(text, deal)
            refusal = deal.refusal(seat, parse_move(rest, view(deal, seat)))
        except NotationError as error:
            yield f'"{text}" cannot be read: {error}'
            continue
        if legal and refusal:
            yield f'at the end "{text}" is refused: {refusal}'
        elif not legal and refusal is None:
            yield f'at the end "{text}" is legal'
        elif refusal and clause not in {"", refusal.clause}:
            yield f'at the end "{text}" is refused by {refusal.clause}, not by {clause}'
