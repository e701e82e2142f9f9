"""From kernel steps to whole moves: what a bot lays card by card is one line of a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from canasta.base.cards import Face, Kind
from canasta.base.events import Discarded, Event, Melded, RedThreeOnCanasta, TookPile
from canasta.base.moves import Ask, Discard, Group, Lay, LayRedThree, Move, TakePile
from canasta.deal.expansion import PLAIN, unit
from canasta.engine import steps as s
from canasta.engine.position import Position
from canasta.engine.steps import ACTIONS, Action

_PLAIN: Final[dict[int, Move]] = {step: move for move, step in PLAIN.items()}

Made = tuple[int, Move]
"""A seat and its move."""


class MoveBuilder:
    """Collects the steps of one seat until they are a whole move."""

    def __init__(self) -> None:
        self._seat = -1
        self._take: TakePile | None = None
        self._groups: list[Group] = []
        self._meld = 0

    def add(self, seat: int, step: int, before: Position, events: Sequence[Event]) -> Iterator[Made]:
        """Yield the moves that are whole now that *seat* took *step* from *before* on, which showed *events*."""
        if before.staging and seat != before.turn:
            # A player lays cards between turns, during an opening that is not complete: nothing yet affects it.
            other = MoveBuilder()
            yield from (*other.gather(seat, step, before, events), *other.flush())
        else:
            yield from self.gather(seat, step, before, events)

    def gather(self, seat: int, step: int, before: Position, events: Sequence[Event]) -> Iterator[Made]:
        """Yield as `add`, but an opening in progress that another seat lays does not matter."""
        if seat != self._seat:
            yield from self.flush()
            self._seat = seat
        if s.START <= step < s.RED_CANASTA:
            self._lay(step, before, next(event for event in events if isinstance(event, Melded)))
            if any(not event.silent for event in events):  # new cards came, which no move could name beforehand
                yield from self.flush()
            return
        yield from self.flush()
        if s.TAKE_PAIR <= step < s.START:
            self._take = _taking(before.rule_table.action(step), events)
            if before.opened(before.side_of(seat)):
                yield from self.flush()
        elif step != s.OPEN:
            yield seat, _move(seat, step, before, events)

    def flush(self) -> Iterator[Made]:
        """Yield what was gathered, if anything."""
        groups, take = tuple(self._groups), self._take
        self._groups, self._take, self._meld = [], None, 0
        if take is not None:
            yield self._seat, TakePile(take.cards, groups, take.slot, take.single)
        elif groups:
            yield self._seat, Lay(groups)

    def _lay(self, step: int, before: Position, melded: Melded) -> None:
        """Add the cards of *melded* to the group that grows, or begin another one."""
        action = ACTIONS[step]
        slot = action.slot if action.sort == s.ADD else None
        cards = tuple(melded.cards)
        if slot is None:
            self._groups.append(Group(cards, melded.rank))
        elif self._groups and self._grows(melded.rank, before, slot):
            last = self._groups[-1]
            self._groups[-1] = Group(last.cards + cards, last.rank, last.slot)
        else:
            self._groups.append(Group(cards, melded.rank, slot if before.rule_table.several else None))
            self._meld = int(before.meld_at(before.side_of(melded.seat), melded.rank, slot))
            self._meld += sum(map(unit, cards))
            return
        self._meld = (0 if slot is None else self._meld) + sum(map(unit, cards))

    def _grows(self, rank: Kind, before: Position, slot: int) -> bool:
        """Return whether the meld of *rank* in *slot* is the one that the last group made, and no other that is equal to it."""
        last = self._groups[-1]
        side = before.side_of(self._seat)
        equal = sum(before.meld_at(side, rank, each) == self._meld for each in range(before.rule_table.slots))
        return last.rank == rank and equal == 1 and before.meld_at(side, rank, slot) == self._meld


def _taking(action: Action, events: Sequence[Event]) -> TakePile:
    """Return the move of an *action* that takes the pile."""
    cards: tuple[Face, ...] = ()
    for event in events:
        if isinstance(event, Melded):
            cards = tuple(event.cards)
        elif isinstance(event, TookPile) and event.shown:
            cards = event.shown
    slot = action.slot if action.slot >= 0 else None
    return TakePile(
        cards if action.sort == s.TAKE and _lays(action) else (), slot=slot, single=action.sort == s.TAKE_CARD
    )


def _lays(action: Action) -> bool:
    """Return whether *action* takes cards from the hand."""
    return action.naturals + action.twos + action.jokers > 0


def _move(seat: int, step: int, before: Position, events: Sequence[Event]) -> Move:
    """Return the move of a *step* that is one by itself."""
    if step in _PLAIN:
        return _PLAIN[step]
    if ACTIONS[step].sort == s.ASK:
        return Ask(int(before.rule_table.partner_of(seat, ACTIONS[step].partner)))
    for event in events:
        if isinstance(event, RedThreeOnCanasta):
            return LayRedThree(event.card, event.rank)
        if isinstance(event, Discarded):
            return Discard(event.card)
    raise ValueError(f"step {step} is not part of a move")
