"""Where a rule shows in a recording: for each clause the sort of moment in which it can be seen at work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from canasta.base.cards import BLACK_THREE, KIND_OF, TWO
from canasta.base.events import (
    Answered,
    Asked,
    CanastaMade,
    DealEnded,
    Discarded,
    Drew,
    Event,
    Knocked,
    Lifted,
    Melded,
    Opened,
    RedThreeLaid,
    RedThreeOnCanasta,
    ReserveTaken,
    Restored,
    Stopped,
    TurnBegan,
    WentOut,
)
from canasta.deal.deal import Deal
from canasta.deal.view import melds_on_table
from canasta.engine.position import PILE
from canasta.engine.rule_table import SPECIAL
from canasta.notation.records.actions import CUT
from canasta.notation.records.playback import Moment
from canasta.notation.records.record import DealRecord


@dataclass(frozen=True, slots=True)
class Scene:
    """One *moment* of a deal as it was written, and the deal *before* it; None if the cards were just dealt."""

    record: DealRecord
    moment: Moment
    before: Deal | None

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened."""
        return self.moment.events

    @property
    def verb(self) -> str:
        """What the player did: the first word of the move."""
        return self.moment.text.partition(" ")[0]

    def melds(self) -> list[Melded]:
        """Return the cards laid."""
        return [event for event in self.events if isinstance(event, Melded)]

    def has(self, *kinds: type[Event]) -> bool:
        """Return whether an event of one of these kinds happened."""
        return any(isinstance(event, kinds) for event in self.events)


Test: TypeAlias = Callable[[Scene], bool]


def _took(scene: Scene) -> bool:
    return scene.verb == "take"


def _drew(scene: Scene) -> bool:
    return scene.verb == "draw"


def _dealt(scene: Scene) -> bool:
    return scene.before is None


def _happened(*kinds: type[Event]) -> Test:
    return lambda scene: scene.has(*kinds)


def _took_onto(test: Callable[[Deal], bool]) -> Test:
    """Return the pile was taken from a table of which *test* is true."""
    return lambda scene: _took(scene) and scene.before is not None and test(scene.before)


def _frozen(scene: Scene) -> bool:
    if _took(scene) and scene.before is not None:
        position = scene.before.position
        return bool(position.frozen(position.side_of(scene.moment.seat)))
    table = scene.moment.deal.position.rule_table
    return any(isinstance(event, Discarded) and bool(table.freezes[KIND_OF[event.card]]) for event in scene.events)


def _blocked(scene: Scene) -> bool:
    table = scene.moment.deal.position.rule_table
    return any(isinstance(event, Discarded) and bool(table.blocked[KIND_OF[event.card]]) for event in scene.events)


def _ended_with_pile(scene: Scene) -> bool:
    ended = scene.has(Discarded, Knocked, Stopped)
    return ended and scene.before is not None and scene.before.position.source == PILE


def _begun(scene: Scene) -> list[Melded]:
    """Return the melds that were begun."""
    return [meld for meld in scene.melds() if meld.size == len(meld.cards) + (meld.top is not None)]


def _same_rank(scene: Scene) -> bool:
    if scene.before is None or scene.moment.seat < 0:
        return False
    side = scene.before.position.side_of(scene.moment.seat)
    there = [int(meld.rank) for meld in melds_on_table(scene.before) if meld.side == side]
    for meld in _begun(scene):
        if meld.rank in there:
            return True
        there.append(meld.rank)
    return False


def _with_wilds(scene: Scene) -> bool:
    return any(meld.rank > TWO and any(KIND_OF[face] <= TWO for face in meld.cards) for meld in scene.melds())


def _grew(scene: Scene) -> bool:
    return any(meld.size > scene.moment.deal.rules.meld.size for meld in scene.melds())


def _special(scene: Scene) -> bool:
    special = scene.moment.deal.position.rule_table.special_of
    return any(special[meld.rank] >= 0 for meld in scene.melds())


def _special_discarded(scene: Scene) -> bool:
    special = scene.moment.deal.position.rule_table.special_of
    return any(isinstance(event, Discarded) and special[KIND_OF[event.card]] >= 0 for event in scene.events)


def _special_made(scene: Scene) -> bool:
    return any(isinstance(event, CanastaMade) and event.sort >= SPECIAL for event in scene.events)


def _reserve_of_another(scene: Scene) -> bool:
    return any(isinstance(event, ReserveTaken) and event.seat != scene.moment.seat for event in scene.events)


def _red_three_from_reserve(scene: Scene) -> bool:
    taken: set[int] = set()
    for event in scene.events:
        if isinstance(event, ReserveTaken):
            taken.add(event.seat)
        elif isinstance(event, RedThreeLaid) and event.seat in taken:
            return True
    return False


def _out(scene: Scene) -> bool:
    return scene.has(WentOut) or any(isinstance(event, DealEnded) and event.how == "out" for event in scene.events)


def _ended(scene: Scene, *, out: bool) -> bool:
    return any(isinstance(event, DealEnded) and (event.how == "out") == out for event in scene.events)


def _cut(scene: Scene) -> bool:
    return _dealt(scene) and any(line.startswith(CUT) for line in scene.record.actions)


_TAKEN: Final = ("the pile is taken", _took)
_OUT: Final = ("someone goes out", _out)
_OPENED: Final = ("a side opens", _happened(Opened))
_RESERVE: Final = ("a reserve is picked up", _happened(ReserveTaken))
_ASKED: Final = ("a partner is asked, and answers", _happened(Asked, Answered))

SHOWN: Final[dict[str, tuple[str, Test]]] = {
    "turn.order": ("a turn begins", _happened(TurnBegan)),
    "turn.draw": ("someone draws or takes the pile", lambda scene: _drew(scene) or _took(scene)),
    "turn.drawn": ("someone draws", _drew),
    "turn.opening": _OPENED,
    "turn.stuck": ("a turn ends without a discard", _happened(Stopped)),
    "turn.asked": ("a partner is asked", _happened(Asked)),
    "turn.answer": ("a partner answers", _happened(Answered)),
    "turn.over": ("the deal ends", _happened(DealEnded)),
    "deal.hand": ("the cards are dealt", _dealt),
    "deal.dealers": ("the cards are dealt", _dealt),
    "deal.upcard": ("the first card of the pile is turned up", _dealt),
    "deal.first": ("the first turn begins", _dealt),
    "reserves.size": ("the cards are dealt", _dealt),
    "procedures.exact_cut": ("dealers cut the deck before the deal", _cut),
    "talon.cards": (
        "a side opens, and its player draws cards after the discard", lambda scene: scene.has(Discarded) and scene.has(Drew)
    ),
    "draw.stock": ("someone draws", _drew),
    "pile.take": _TAKEN,
    "pile.need": _TAKEN,
    "pile.use": _TAKEN,
    "pile.consecutive": _TAKEN,
    "pile.wild_top": ("the pile is taken from under a wild card", _took_onto(lambda deal: 0 <= deal.position.top() <= TWO)),
    "pile.last_card": ("a pile of one card is taken", _took_onto(lambda deal: len(deal.tabletop.pile) == 1)),
    "pile.frozen": ("a frozen pile is taken, or a discard freezes it", _frozen),
    "pile.blocked": ("a discard blocks the pile", _blocked),
    "pile.end": ("a turn ends after taking the pile", _ended_with_pile),
    "pile.restore": ("the top card is lifted or put back", _happened(Lifted, Restored)),
    "meld.size": ("a meld is begun or becomes a canasta", lambda scene: bool(_begun(scene)) or scene.has(CanastaMade)),
    "meld.same_rank": ("a side begins another meld of a rank it has", _same_rank),
    "meld.wilds": ("a wild card is laid with naturals", _with_wilds),
    "meld.wild_melds": ("wild cards are melded alone", lambda scene: any(meld.rank <= TWO for meld in scene.melds())),
    "meld.grows": ("a meld grows beyond a canasta", _grew),
    "specials.wilds": ("cards of a special rank are melded", _special),
    "specials.discard": ("a card of a special rank is discarded", _special_discarded),
    "specials.bonus": ("a canasta of a special rank is made", _special_made),
    "opening.minimum": _OPENED,
    "opening.canasta": ("a side opens with a canasta", lambda scene: scene.has(Opened) and scene.has(CanastaMade)),
    "opening.bonuses": ("a side opens with a canasta", lambda scene: scene.has(Opened) and scene.has(CanastaMade)),
    "opening.top_card": ("a side opens with the pile's top card", lambda scene: scene.has(Opened) and _took(scene)),
    "opening.concealed": (
        "someone goes out concealed",
        lambda scene: any(isinstance(event, DealEnded) and event.concealed for event in scene.events),
    ),
    "reserves.trigger": _RESERVE,
    "reserves.manual": ("someone picks up a reserve manually", lambda scene: scene.verb == "pick"),
    "reserves.rest": ("a player gets a reserve because of another player's move", _reserve_of_another),
    "reserves.red_threes": ("a red three of a reserve is laid down", _red_three_from_reserve),
    "threes.red": ("a red three is laid down", _happened(RedThreeLaid)),
    "threes.red_canasta": ("a red three is put on a canasta", _happened(RedThreeOnCanasta)),
    "threes.black_meld": (
        "black threes are melded", lambda scene: any(meld.rank == BLACK_THREE for meld in scene.melds())
    ),
    "out.contract": _OUT,
    "out.discard": _OUT,
    "out.reserves": _OUT,
    "out.partner": _OUT,
    "out.permission": _ASKED,
    "out.ask": _ASKED,
    "out.sure": ("a player promises to go out by asking a partner", _happened(Asked)),
    "special_hands.cards": (
        "someone goes out with a special hand",
        lambda scene: any(isinstance(event, DealEnded) and bool(event.cards) for event in scene.events),
    ),
    "out.pass": ("a turn ends without a discard", _happened(Stopped)),
    "exhaustion.ends": ("the deal ends without anyone going out", lambda scene: _ended(scene, out=False)),
    "exhaustion.forced": (
        "the pile is taken when the stock is empty", _took_onto(lambda deal: deal.position.stock() == 0)
    ),
    "exhaustion.bonus": (
        "someone goes out when the stock is empty",
        lambda scene: _ended(scene, out=True) and scene.moment.deal.position.stock() == 0,
    ),
}  # fmt: skip
"""Clauses that show in the play: "where …", and whether a moment is such a place.

What counts is what happened, not what was weighed: where the pile is taken, all rules for taking it were kept. Any
clause shows, too, where a score sheet has a line by it.
"""

COUNTED: Final = frozenset(
    {
        *("score.cards", "score.canastas", "score.melded", "score.out", "score.positive"),
        *("threes.red_value", "threes.red_sign", "threes.red_caught", "threes.black_caught", "reserves.penalty"),
    }
)
"""Clauses that show on score sheets only."""

_WHOLE: Final = "it applies to the whole match, not to one moment"
_REFUSED: Final = "it only refuses moves, and a record has no refused moves"

NOWHERE: Final[dict[str, str]] = {
    "table.players": _WHOLE,
    "table.sides": _WHOLE,
    "table.score_keeper": _WHOLE,
    "deck.packs": _WHOLE,
    "match.ends": _WHOLE,
    "match.ties": _WHOLE,
    "score.order": _WHOLE,
    "procedures.seats": "seats are drawn before the record begins",
    "procedures.frozen_in_time": _WHOLE,
    "procedures.stock_piles": _WHOLE,
    "procedures.undo": "moves that were taken back are not recorded",
    "turn.cards": _REFUSED,
    "turn.unknown": _REFUSED,
    "pile.empty": _REFUSED,
    "discard.kept": _REFUSED,
    "meld.slots": _REFUSED,
    "out.keep": _REFUSED,
}
"""Clauses that no place of a record shows, and why."""
