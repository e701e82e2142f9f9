"""A match in any order of acts: what is not its turn is refused in one sentence and changes nothing."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from canasta.base.cards import BLACK_THREE, KIND_OF, KINDS, Face, pack
from canasta.base.errors import IllegalMove
from canasta.base.events import (
    DealBegan,
    DealCounted,
    DealEnded,
    Dealt,
    DeckCut,
    Event,
    MatchOver,
    Melded,
    Opened,
    TakenBack,
)
from canasta.base.moves import Draw, Group, Lay
from canasta.deal.deal import Deal
from canasta.deal.match import Match
from canasta.deal.view import view
from canasta.engine.position import TO_DRAW
from canasta.rules.dealers import dealers, next_dealer
from canasta.rules.load import load
from canasta.scoring.standing import minimum, standing

pytestmark = pytest.mark.kernel

# Two dealers cut; nothing is needed to open, so that there is much to take back.
RULES = load("new-canasta", 4, options=["match.target=3000", "match.deals=2", "opening.minimums=[[0, 0]]"])


def state(match: Match) -> tuple[object, ...]:
    """Return everything that an act could change."""
    deal = match.current_deal
    of_deal = deal and (deal.position.key(), deal.history, deal.tabletop.count(), list(map(tuple, deal.tabletop.hands)))
    return match.number, match.dealer, match.totals, match.acts, match.results, match.cutters(), deal, of_deal


class MatchStates(RuleBasedStateMachine):
    """A match, and what it should be by an account of its own."""

    @initialize(seed=st.integers(0, 1000), begun=st.booleans())
    def new(self, seed: int, begun: bool) -> None:
        """Return a match that has not begun, or only just."""
        self.match = Match(RULES, seed)
        self.rng = Random(seed)
        self.number = 0
        self.totals = (0,) * RULES.sides
        self.dealer = self.match.dealer
        self.acts: list[Event] = []
        self.cut: dict[int, bool] = {}
        self.undo: list[tuple[object, tuple[Event, ...]]] = []
        if begun:
            self.begin(0)

    @property
    def deal(self) -> Deal:
        """The deal in progress."""
        return self.match.deal

    @property
    def over(self) -> bool:
        """Whether the match is over, by the totals that were counted."""
        return bool(self.number) and standing(RULES, self.totals, self.number).over

    def refused(self, act: Callable[[], object], error: type[Exception] = ValueError) -> None:
        """See that *act* is refused as a reader would wish, and leaves no trace."""
        before = state(self.match)
        with pytest.raises(error) as caught:
            act()
        text = caught.value.refusal.text if isinstance(caught.value, IllegalMove) else str(caught.value)
        assert text[0].isupper()
        assert text.endswith(".")
        assert text.count(". ") <= 1, "what is wrong, and what to do"
        assert "\n" not in text
        assert state(self.match) == before

    @rule(seat=st.integers(-1, 4), count=st.sampled_from([-1, 0, 1, 40, 44, 45, 107, 108, 161, 162, 500]))
    def cut_the_deck(self, seat: int, count: int) -> None:
        """Return a dealer cuts the deck, once for each deal, before it begins."""
        due = self.match.current_deal is None and not self.over
        able = dict(zip(dealers(RULES, self.dealer, self.match.keeper), RULES.exact_cuts, strict=False)) if due else {}
        if seat in able and seat not in self.cut and 0 < count < RULES.cards:
            self.acts.append(DeckCut(seat, count, able[seat]))
            self.cut[seat] = count == able[seat]
            assert self.match.cut(seat, count) == self.acts[-1]
        else:
            self.refused(lambda: self.match.cut(seat, count))

    @rule(lacking=st.sampled_from([0, 0, 1, 162]))
    def begin(self, lacking: int) -> None:
        """Return a deal begins where none is in progress, and never with a deck that lacks cards."""
        if self.match.current_deal is not None or self.over:
            self.refused(self.match.begin_deal)
            return
        if lacking:
            deck: Sequence[Face] = pack(RULES.packs, RULES.deck.jokers)[lacking:]
            self.refused(lambda: self.match.begin_deal(deck))
            return
        events = self.match.begin_deal()
        minimums = tuple(minimum(RULES, self.number + 1, total) for total in self.totals)
        began = DealBegan(self.dealer, self.number + 1, self.deal.actor, self.match.keeper, minimums)
        self.acts.append(began)
        assert events[0] == began
        assert isinstance(events[1], Dealt)
        assert tuple(events[1:]) == self.deal.history
        self.undo.clear()

    @precondition(lambda self: self.match.current_deal is not None and not self.match.deal.over)
    @rule(steps=st.sampled_from([1, 2, 10]))
    def play_steps(self, steps: int) -> None:
        """Return some steps, which nobody takes back."""
        for _ in range(steps):
            if not self.deal.over:
                self.deal.step_trusted(self.rng.choice(self.deal.legal_steps(self.deal.actor)))
                self.undo.clear()

    @precondition(lambda self: self.match.current_deal is not None and not self.match.deal.over)
    @rule()
    def lay_melds(self) -> None:
        """Return the next player who can draws and lays one meld after another."""
        deal = self.deal
        while not deal.over and not self.undo:
            if deal.position.phase == TO_DRAW and deal.refusal(deal.actor, Draw()) is None:
                deal.play(deal.actor, Draw())
            for kind in range(BLACK_THREE + 1, KINDS):
                self.lay(kind)
            if not self.undo:
                self.play_steps(1)

    def lay(self, kind: int) -> None:
        """Lay three cards of a *kind*, if that is legal."""
        deal = self.deal
        seat = deal.actor
        cards = [face for face in deal.tabletop.hands[seat] if KIND_OF[face] == kind]
        move = Lay((Group(tuple(cards[:3]), kind),))
        if len(cards) < 3 or deal.over or deal.refusal(seat, move):
            return
        before = deal.position.key(), deal.history
        deal.play(seat, move)
        events = deal.history[len(before[1]) :]
        self.undo.append(before)
        if deal.actor != seat or not all(isinstance(event, Melded | Opened) for event in events):
            self.undo.clear()

    @precondition(lambda self: self.match.current_deal is not None)
    @rule(shift=st.sampled_from([0, 0, 0, 0, 1, -1]))
    def take_back(self, shift: int) -> None:
        """Only the player whose turn it is takes back only what they laid."""
        deal = self.deal
        seat = deal.actor + shift
        if not self.undo or seat != deal.actor:
            self.refused(lambda: deal.undo(seat), IllegalMove)
            return
        acts = [event for event in deal.history[len(self.undo[-1][1]) :] if isinstance(event, TakenBack)]
        key, history = self.undo.pop()
        taken_back = deal.undo(seat)
        assert taken_back.seat == seat
        assert deal.position.key() == key
        assert deal.history == (*history, *acts, taken_back)

    @precondition(lambda self: self.match.current_deal is not None and not self.match.deal.over)
    @rule()
    def play_out(self) -> None:
        """Return the deal goes to its end."""
        while not self.deal.over:
            self.play_steps(1)
        assert isinstance(self.deal.history[-1], DealEnded)

    @rule()
    def count(self) -> None:
        """Return a finished deal is counted once."""
        if self.match.current_deal is None or not self.match.deal.over:
            self.refused(self.match.count)
            return
        exact = [0] * RULES.sides
        for seat, hit in self.cut.items():
            exact[seat % RULES.sides] += hit
        assert self.match.exact_cuts == tuple(exact)
        sheets = self.match.sheets()
        counted, *rest = self.match.count()
        self.number += 1
        self.totals = tuple(total + each.total for total, each in zip(self.totals, sheets, strict=True))
        assert counted == DealCounted(self.dealer, self.number, sheets, self.totals)
        self.acts += [counted, *rest]
        now = standing(RULES, self.totals, self.number)
        assert rest == ([MatchOver(-1, now.ended, now.winners, self.totals)] if now.over else [])
        self.dealer = next_dealer(RULES, self.dealer, self.match.keeper)
        self.cut.clear()
        self.undo.clear()

    @invariant()
    def as_it_was_told(self) -> None:
        """Return the match is what its acts say."""
        if not hasattr(self, "match"):
            return
        match = self.match
        assert match.acts == tuple(self.acts)
        assert match.results == tuple(act for act in self.acts if isinstance(act, DealCounted))
        assert (match.totals, match.dealer, match.over) == (self.totals, self.dealer, self.over)
        assert match.number == self.number + (match.current_deal is not None)
        assert {cut.seat: cut.exact for cut in match.cuts} == self.cut


TestMatchStates = MatchStates.TestCase
TestMatchStates.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)


def test_every_act_of_a_whole_match_is_an_event() -> None:
    match = Match(RULES, 3)
    rng = Random(3)
    told: list[Event] = []
    while not match.over:
        told += [match.cut(seat, needed + seat % 2) for seat, needed in match.cutters()]
        told += match.begin_deal()
        told += play_out(match, rng)
        told += match.count()
    assert match.acts == tuple(
        event for event in told if isinstance(event, DeckCut | DealBegan | DealCounted | MatchOver)
    )
    assert isinstance(told[-1], MatchOver)
    assert match.cutters() == ()
    for event in match.acts:
        assert all(event.seen_by(seat) is event for seat in range(-1, 4))


def test_a_match_survives_pickle_and_deepcopy_with_all_that_happened() -> None:
    match = Match(RULES, 5)
    rng = Random(5)
    for seat, needed in match.cutters():
        match.cut(seat, needed + seat % 2)
    match.begin_deal()
    play_out(match, rng)
    match.count()
    match.begin_deal()
    for _ in range(40):
        step(match, rng)
    for again in (pickle.loads(pickle.dumps(match)), copy.deepcopy(match)):
        assert isinstance(again, Match)
        assert state(again)[:-2] == state(match)[:-2]
        assert again.deal.history == match.deal.history
        for seat in range(-1, 4):
            assert view(again.deal, seat) == view(match.deal, seat)
            assert view(again.deal, seat).history == view(match.deal, seat).history
        length = len(match.deal.history)
        twin = Random(6)
        play_out(again, twin)
        assert len(match.deal.history) == length
        assert len(again.count()) == 2
        assert len(again.results) == 2
        assert len(match.results) == 1


def step(match: Match, rng: Random) -> list[Event]:
    """Return a random step in the deal in progress."""
    return match.deal.step_trusted(rng.choice(match.deal.legal_steps(match.deal.actor)))


def play_out(match: Match, rng: Random) -> list[Event]:
    """Play the deal in progress to its end by random steps."""
    events: list[Event] = []
    while match.current_deal is not None and not match.deal.over:
        events += step(match, rng)
    return events


def test_a_cut_may_be_exact_with_the_first_card_of_the_pile_and_without_it() -> None:
    rules = load("new-canasta", 4, options=["procedures.cut_either=true"])
    for first, second in ((0, 0), (1, 0), (1, 1), (2, 0), (-1, 2)):
        match = Match(rules, 3)
        (one, more), (two, others) = match.cutters()
        cuts = [match.cut(one, more + first), match.cut(two, others + second)]
        assert [cut.exact for cut in cuts] == [first in (0, 1), second == 0]
        assert cuts[0].needed == more + (first > 0)
