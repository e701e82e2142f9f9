"""`Deal`: one deal with real cards, from the shuffle to its end, as people play it.

The kernel's `Position` decides; the `Tabletop` beside it knows the faces. Moves are applied all or none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Self

from canasta.base.cards import FACES, KIND_OF, Face, Kind, sorted_faces
from canasta.base.clauses import (
    FINE,
    MELD_FULL,
    OPENING_MINIMUM,
    PROCEDURES_UNDO,
    TURN_CARDS,
    TURN_DRAWN,
    TURN_ORDER,
    TURN_OVER,
)
from canasta.base.errors import IllegalMove, MisuseError, Refusal
from canasta.base.events import Dealt, Discarded, Event, Moved, Place, TakenBack, TurnBegan, TurnedUp
from canasta.base.misuse import public
from canasta.base.moves import Group, Lay, Move, TakePile, hand_cards
from canasta.deal.expansion import (
    Step,
    Unplayable,
    first_steps,
    group_add,
    group_start,
    hand_kinds,
    in_order,
    meld_rank,
    next_face,
    slot_of,
    unit,
    worth,
)
from canasta.deal.history import History
from canasta.deal.reporting import report
from canasta.deal.table_text import all_melds, hand_text, moment_text, table_text
from canasta.deal.tabletop import Tabletop
from canasta.engine import steps as s
from canasta.engine.explain import explain
from canasta.engine.flows import Flows
from canasta.engine.judge import refusal
from canasta.engine.layout import dealt, start, turn_up
from canasta.engine.legal import legal
from canasta.engine.play import play_noting
from canasta.engine.position import OVER, TO_PLAY, Position
from canasta.engine.rule_table import RuleTable, rule_table_of
from canasta.engine.steps import ACTIONS
from canasta.rules.groups import Rules
from canasta.scoring.standing import minimum
from canasta.wording.refusals import refusal_of
from canasta.wording.tried import Tried


class Deal:
    """A deal in progress.

    Seats count from 0. `play` takes whole moves, `step` the kernel's steps; both return what happened as events.
    """

    __slots__ = ("_history", "_own", "_public", "_undo", "number", "position", "rules", "tabletop", "totals")

    @public
    def __init__(
        self,
        rules: Rules,
        position: Position,
        tabletop: Tabletop,
        history: Iterable[Event] = (),
        *,
        totals: Sequence[int] = (),
        number: int = 1,
    ) -> None:
        """Make a deal at any moment, with what is known to have happened in it; use `new` for a fresh one.

        It is the deal *number* (from 1) of its match, to which each side brought its part of *totals* (default: 0).
        """
        self.rules = rules
        self.totals: tuple[int, ...] = tuple(totals) or (0,) * rules.sides
        self.number = number
        self.position = position
        self.tabletop = tabletop
        self._history = list(history)
        self._public: list[Event] = []
        self._own: dict[int, list[tuple[int, Event]]] = {}
        self._undo: list[tuple[Position, Tabletop, int]] = []

    @classmethod
    @public
    def new(
        cls,
        rules: Rules,
        deck: Sequence[Face],
        first: int = 0,
        minimums: Sequence[int] | None = None,
        returns: Sequence[int] = (),
        *,
        totals: Sequence[int] = (),
        number: int = 1,
    ) -> tuple[Self, list[Event]]:
        """Deal *deck* (all cards, the top one first) and return the deal with its first events.

        Hands are dealt by seat, then each reserve by seat. *first* begins; *minimums* are the opening minimums
        of the sides (default: those of the first deal at a total of 0); *returns* place upcards that go back;
        *totals* and *number* say where the match stands, as for `Deal`.
        Raises `MisuseError` when the deck has the wrong number of cards.
        """
        if len(deck) != rules.cards:
            raise MisuseError(
                f"The deck has {len(deck)} cards; {rules.title} for {rules.seats} players needs {rules.cards}."
            )
        table = rule_table_of(rules)
        order, up = turn_up(table, [KIND_OF[face] for face in deck], list(returns))
        faces = [deck[at] for at in order]
        if minimums is None:
            minimums = [minimum(rules, 1, 0)] * rules.sides
        flows = Flows()
        position = start(table, [KIND_OF[face] for face in faces], up, first, list(minimums), flows)
        rejected = _returned(deck, order, table, up)
        tabletop = Tabletop(faces, position, rejected)
        deal = cls(rules, position, tabletop, totals=totals, number=number)
        stock = Place("stock")
        events: list[Event] = [
            Dealt(seat, len(hand), hand, moved=(Moved(stock, Place("hand", seat), len(hand), hand),))
            for seat, hand in enumerate(map(tuple, tabletop.hands))
        ]
        pile = tuple(tabletop.pile)
        turned = (Moved(stock, Place("pile"), len(pile), pile),) if pile else ()
        events.append(TurnedUp(-1, pile[-1] if pile else None, pile[:-1], rejected, moved=turned))
        moved = tabletop.follow(position, flows)
        events += deal._told(s.DRAW, moved, position, -1, ())
        events.append(TurnBegan(first))
        deal._history += events
        return deal, events

    @public
    def copy(self, *, undo: bool = False) -> Deal:
        """Return an independent copy; the moves that could be undone are kept only with *undo*."""
        copied = Deal(
            self.rules,
            self.position.copy(),
            self.tabletop.copy(),
            self._history,
            totals=self.totals,
            number=self.number,
        )
        if undo:
            # It is meant to be played on in the place of this one: what was seen so far is not worked out again.
            copied._public, copied._own = list(self._public), {seat: list(own) for seat, own in self._own.items()}
            copied._undo = [(position.copy(), tabletop.copy(), at) for position, tabletop, at in self._undo]
        return copied

    def __repr__(self) -> str:
        """Return the game, the number of players and who must do what, such as ``<Deal of Classic Canasta: seat 0 to draw>``."""
        return f"<Deal of {self.rules.title}: {moment_text(self.position)}>"

    def __str__(self) -> str:
        """Return the table with every card face up, a line each for seats and sides."""
        p, tabletop = self.position, self.tabletop
        hands = [hand_text(hand) for hand in tabletop.hands]
        return table_text(self.rules, p, hands, tabletop.pile, int(p.stock()), list(all_melds(p, tabletop)))

    @property
    def history(self) -> tuple[Event, ...]:
        """Everything that has happened in this deal and still holds, with every card; `history_seen_by` hides them.

        A move that was taken back is not in it, but the act of taking it back is.
        """
        return tuple(self._history)

    @public
    def happened_since(self, number: int) -> Sequence[Event]:
        """Return the events of `history` after the first *number*."""
        return self._history[number:]

    @public
    def history_seen_by(self, seat: int) -> History:
        """Return the `history` as *seat* saw it (-1: an onlooker)."""
        public = self._public
        for event in self._history[len(public) :]:
            seen = event.seen_by(-1)
            if seen is not event:
                self._own.setdefault(event.seat, []).append((len(public), event))
            public.append(seen)
        return History(public, self._own.get(seat, ()), len(public))

    @property
    def actor(self) -> int:
        """The seat that everyone waits for."""
        return self.position.actor

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.position.phase == OVER

    @public
    def legal_steps(self, seat: int) -> list[int]:
        """Return the kernel's steps that *seat* may take, ascending; some even between turns, where the rules allow it."""
        self._check_seat(seat)
        return list(legal(self.position, seat))

    def seats_to_act(self) -> tuple[int, ...]:
        """Return the seats that may act now, the one that everyone waits for first; empty when the deal is over.

        There are others only where the rules allow melding between turns. Whether they are here depends on their hands.
        """
        if self.over:
            return ()
        first = self.actor
        if not self.position.rule_table.frozen_in_time:
            return (first,)
        others = (seat for seat in range(self.rules.seats) if seat != first and self.position.aside(seat))
        return (first, *(seat for seat in others if len(legal(self.position, seat))))

    @public
    def refusal(self, seat: int, move: Move) -> Refusal | None:
        """Return why *seat* may not make *move* now, or None if they may. Changes nothing."""
        try:
            self.copy().play(seat, move)
        except IllegalMove as illegal:
            return illegal.refusal
        return None

    @public
    def play(self, seat: int, move: Move) -> list[Event]:
        """Make *move* for *seat* with just the cards it names, and return what happened.

        The melds of one move are laid together, so it does not matter in which order it names them.
        Raises `IllegalMove` if the rules forbid it, and `MisuseError` if there is no such seat. Whatever is raised, nothing
        has changed.
        """
        self._check_seat(seat)
        before = (self.position, self.tabletop)
        self.position, self.tabletop = self.position.draft(), self.tabletop.copy()
        try:
            events = self._apply(seat, move)
        except BaseException:
            self.position, self.tabletop = before
            raise
        self._remember(seat, before, events)
        self._history += events
        return events

    @public
    def step(self, seat: int, step: int, faces: Sequence[Face] = ()) -> list[Event]:
        """Take the kernel's *step* for *seat*, with *faces* if it matters which cards of a kind are used.

        Raises `IllegalMove`, and changes nothing, if the rules forbid it, and `MisuseError` if there is no such
        seat or *faces* are not cards of its hand that the step is taken with.
        """
        self._check_seat(seat)
        self._check(seat, step)
        if faces:
            kinds = sorted(KIND_OF[face] for face in faces if 0 <= face < len(KIND_OF))
            held = Counter(self.tabletop.hands[seat])
            if kinds != sorted(hand_kinds(step, self.position)) or Counter(faces) - held:
                raise MisuseError(f"Seat {seat} cannot take the step {step} with the faces {tuple(faces)}.")
        self._undo.clear()
        events = self._take(seat, step, faces)
        self._history += events
        return events

    @public
    def step_trusted(self, step: int) -> list[Event]:
        """Take a *step* that is known to be legal for the seat to act, as players do who chose it from the list."""
        self._undo.clear()
        events = self._take(self.position.actor, step, ())
        self._history += events
        return events

    @public
    def can_undo(self, seat: int) -> bool:
        """Return whether *seat* can take their last move back: the rules allow it, and no one has seen anything new since."""
        return self.position.turn == seat == self.position.actor and not self.over and self._kept(seat)

    @public
    def can_take_back(self, seat: int) -> bool:
        """Return whether *seat* discarded last, nobody has done anything since, and the discard did nothing but give the turn away.

        One that brought cards, ended the deal or began the last lap stays: it showed something new.
        """
        return self.position.turn != seat and not self.over and self._kept(seat)

    def _kept(self, seat: int) -> bool:
        """Return whether the deal is still known as it was before the last move of *seat*."""
        return self.rules.procedures.undo and bool(self._undo) and self._undo[-1][0].turn == seat

    @public
    def undo(self, seat: int) -> TakenBack:
        """Take back the last move of *seat*; its events leave the history, and the one returned takes their place.

        Raises `IllegalMove`, and changes nothing, unless `can_undo`.
        """
        if not self.can_undo(seat):
            raise IllegalMove(refusal_of(self.rules, self.position, seat, PROCEDURES_UNDO))
        return self._restore(seat)

    @public
    def take_back(self, seat: int) -> TakenBack:
        """Take back the discard with which *seat* ended the turn just now, as `undo` does with a move of the turn.

        Raises `IllegalMove`, and changes nothing, unless `can_take_back`.
        """
        if not self.can_take_back(seat):
            raise IllegalMove(refusal_of(self.rules, self.position, seat, PROCEDURES_UNDO))
        return self._restore(seat)

    def _restore(self, seat: int) -> TakenBack:
        """Go back to the deal as it was before the last move of *seat*."""
        self.position, self.tabletop, at = self._undo.pop()
        undone = self._history[at:]
        acts = [event for event in undone if isinstance(event, TakenBack)]
        taken_back = TakenBack(seat, len(undone) - len(acts))
        self._history = [*self._history[:at], *acts, taken_back]
        # Views that were made before keep the lists they have.
        self._public, self._own = [], {}
        return taken_back

    def _remember(self, seat: int, before: tuple[Position, Tabletop], events: list[Event]) -> None:
        """Keep *before* for undo, unless the move showed something new; where it gave the turn away, for taking back alone."""
        moved_on = self.over or self.position.turn != seat or self.position.actor != seat
        if moved_on or any(not event.silent for event in events) or not self._kept(seat):
            self._undo.clear()
        if [type(event) for event in events] == [Discarded, TurnBegan] if moved_on else all(e.silent for e in events):
            self._undo.append((*before, len(self._history)))

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.rules.seats:
            raise MisuseError(f"There is no seat {seat}; seats are 0 to {self.rules.seats - 1}.")

    def _check(self, seat: int, step: int) -> None:
        code, needed, given = explain(self.position, seat, step)
        if code != FINE:
            raise IllegalMove(refusal_of(self.rules, self.position, seat, code, needed, given, Tried(step)))

    def _take(self, seat: int, step: int, faces: Sequence[Face], placed: Sequence[Moved] = ()) -> list[Event]:
        before = self.position.draft()
        shown: tuple[Face, ...] = ()
        if (
            s.TAKE_PAIR <= step < s.START
            and self.position.rule_table.show
            and self.position.opened(before.side_of(seat))
        ):
            shown = self._shown(seat, step, faces)
        if step == s.END and before.phase == TO_PLAY:
            shown = tuple(sorted_faces(self.tabletop.hands[seat]))
        if step in (s.LIFT, s.RESTORE):
            shown = (self.tabletop.pile[-1],)
        flows = Flows()
        play_noting(self.position, seat, step, flows)
        if shown and step >= s.TAKE_PAIR:
            self.tabletop.show(seat, shown)  # before the pile comes to the hand: it may hold the same faces
        moved = [*placed, *self.tabletop.follow(self.position, flows, faces)]
        return self._told(step, moved, before, seat, shown)

    def _told(
        self, step: int, moved: Sequence[Moved], before: Position, seat: int, shown: tuple[Face, ...]
    ) -> list[Event]:
        """Return the events of the *step* just taken; a replay, which reports to nobody, has its own version."""
        return report(step, moved, before, self.position, seat, shown)

    def _shown(self, seat: int, step: int, faces: Sequence[Face]) -> tuple[Face, ...]:
        """Return the cards of the hand that are only shown by *step*: the chosen ones, else the first that will do."""
        if len(faces) == 2:
            return tuple(faces)
        hand = list(self.tabletop.hands[seat])
        shown = []
        for kind in hand_kinds(step, self.position):
            shown.append(next(face for face in hand if KIND_OF[face] == kind))
            hand.remove(shown[-1])
        return tuple(shown)

    def _apply(self, seat: int, move: Move) -> list[Event]:
        position = self.position
        if position.phase == OVER or (seat != position.actor and not position.aside(seat)):
            raise IllegalMove(refusal_of(self.rules, position, seat, TURN_OVER if self.over else TURN_ORDER))
        move = in_order(move, position, seat)
        tried = Tried(move=move)
        opening = not position.opened(position.side_of(seat)) and isinstance(move, Lay | TakePile)
        top = [self.tabletop.pile[-1]] if isinstance(move, TakePile) and self.tabletop.pile else []
        try:
            self._hold(seat, move)
            events: list[Event] = []
            for step in first_steps(move, position, seat):
                placed: Sequence[Moved] = ()
                if isinstance(move, TakePile) and move.slot is not None:
                    placed = self._name_meld(seat, meld_rank(KIND_OF[top[0]]), ACTIONS[step.step].slot, move.slot)
                events += self._checked(seat, step, tried, top, placed)
            for group in move.groups if isinstance(move, Lay) else move.more if isinstance(move, TakePile) else ():
                tried = Tried(move=move, group=group)
                events += self._lay(seat, tried, group, top)
        except Unplayable as unplayable:
            code = self._forbidding(seat, unplayable.nearest) or unplayable.code
            raise IllegalMove(refusal_of(self.rules, position, seat, code, tried=tried)) from None
        if opening and position.phase == TO_PLAY and position.staging and not self._going_out(seat):
            events += self._checked(seat, Step(s.OPEN), Tried(move=move), top)
        return events

    def _forbidding(self, seat: int, step: int | None) -> int:
        """Return the clause that forbids *step* whatever the cards; 0 for none."""
        code = FINE if step is None else int(refusal(self.position, seat, step))
        return FINE if code == TURN_CARDS else code

    def _going_out(self, seat: int) -> bool:
        """Return whether an opening below its minimum stands all the same, because the last discard goes out with it."""
        return refusal(self.position, seat, s.OPEN) != FINE and self.legal_steps(seat)[-1] >= s.DISCARD

    def _hold(self, seat: int, move: Move) -> None:
        """Refuse a *move* with cards that *seat* does not hold, by their faces; a second draw is refused as such."""
        cards, hand = hand_cards(move), self.tabletop.hands[seat]
        if any(cards.count(face) > hand.count(face) for face in cards):
            if isinstance(move, TakePile) and refusal(self.position, seat, s.TAKE_PAIR) == TURN_DRAWN:
                raise IllegalMove(refusal_of(self.rules, self.position, seat, TURN_DRAWN))
            missing = Counter(cards) - Counter(hand)
            # What is no card at all has no name to be refused by.
            known = all(0 <= face < FACES for face in missing)
            tried = Tried(move=move, missing=tuple(sorted_faces(missing.elements()))) if known else Tried()
            raise IllegalMove(refusal_of(self.rules, self.position, seat, TURN_CARDS, tried=tried))

    def _checked(
        self, seat: int, step: Step, tried: Tried, top: list[Face], placed: Sequence[Moved] = ()
    ) -> list[Event]:
        code, needed, given = explain(self.position, seat, step.step)
        if code == OPENING_MINIMUM:
            laid = hand_cards(tried.move) if tried.move else ()
            # What counts for people is what they laid, not the best they could do.
            given = worth(self.position, [*laid, *top]) if laid else given
            if given >= needed:
                given = self.position.staged
        if code != FINE:
            tried = replace(tried, step=step.step)
            raise IllegalMove(refusal_of(self.rules, self.position, seat, code, needed, given, tried))
        return self._take(seat, step.step, step.faces, placed)

    def _lay(self, seat: int, tried: Tried, group: Group, top: list[Face]) -> list[Event]:
        side, rank = self.position.side_of(seat), group.rank
        begun, meld, place = group_start(group, self.position, seat)
        events: list[Event] = []
        left = list(group.cards)
        for step in begun:
            events += self._checked(seat, step, tried, top)
            for face in step.faces:
                left.remove(face)
        while left:
            face = next_face(left, meld, self.position.rule_table)
            left.remove(face)
            slot = slot_of(self.position, side, rank, meld)
            if slot == self.position.rule_table.slots:
                raise Unplayable(MELD_FULL)
            placed = self._name_meld(seat, rank, slot, place)
            events += self._checked(seat, group_add(rank, face, slot), tried, top, placed)
            meld, place = meld + unit(face), -1
        return events

    def _name_meld(self, seat: int, rank: Kind, slot: int, meant: int) -> list[Moved]:
        """Of equal melds the kernel names the first, in *slot*: give it the cards of the one in the slot *meant*.

        -1 means the last of them: the one that was begun or grew last. Returns what moved by that.
        """
        p = self.position
        side, slots = p.side_of(seat), p.rule_table.slots
        equal = [
            each for each in range(slots) if slot >= 0 and p.meld_at(side, rank, each) == p.meld_at(side, rank, slot)
        ]
        other = equal[-1] if equal and meant < 0 else meant
        if other in equal and other != slot:
            return self.tabletop.swap_melds(p, p.meld_place(side, rank, slot), p.meld_place(side, rank, other))
        return []


def _returned(deck: Sequence[Face], order: Sequence[int], table: RuleTable, up: int) -> tuple[Face, ...]:
    """Return the upcards that went back into the stock: all that lay above the accepted one."""
    first = dealt(table)
    return tuple(deck[first : order[first]]) if up and not table.covered else ()
