"""The questions that sentences of a handbook answer, and the moments in which the judge is asked them instead."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar, get_args

from canasta.base.cards import Kind
from canasta.deal.deal import Deal
from canasta.engine import steps as s
from canasta.engine.rule_table import MIXED, NATURAL, SPECIAL, WILD
from canasta.rules.groups import Rules
from canasta.wording.claims import Answer, Question
from tests.wording.situation import Situation, plain

Asker = Callable[[Rules], Answer]
ASKERS: Final[dict[str, Asker]] = {}
"""How the judge is asked, by the question."""

PLENTY: Final = 9
"""More canastas of a class than any game needs."""


T = TypeVar("T", bound=Asker)


def asks(question: Question) -> Callable[[T], T]:
    """Make a function the way in which *question* is put."""
    assert question in get_args(Question)
    assert question not in ASKERS

    def enter(asker: T) -> T:
        ASKERS[question] = asker
        return asker

    return enter


def leaving(rules: Rules, hand: Sequence[Kind], melds: Sequence[Sequence[Kind]] = ()) -> Situation:
    """Return the end of a turn of a player who may go out as far as others and reserves go; who asked, and was told yes."""
    asked = True if may_ask(rules) else None
    return Situation(rules=rules, hand=hand, melds=melds, pile=plain(rules)[1:2], playing=True, answer=asked)


def last_card(rules: Rules, card: Kind) -> tuple[Situation, int]:
    """`leaving` with one *card*, and the step by which it goes: the discard, or where that may not be the last, a meld."""
    if rules.out.discard == "forbidden":
        return leaving(rules, [card], [[card] * 3]), s.ADD + (card - s.LOW_RANK) * s.SLOTS * 3
    return leaving(rules, [card]), s.DISCARD + card


def may_ask(rules: Rules) -> bool:
    return rules.seats > rules.sides and rules.out.permission != "none"


def give(deal: Deal, canastas: dict[int, int]) -> Deal:
    """Return the *deal*, in which side 0 has these canastas, by their class."""
    for sort, many in canastas.items():
        for _ in range(many):
            deal.position.count_canasta(0, sort)
    return deal


def plenty(rules: Rules) -> dict[int, int]:
    return dict.fromkeys((NATURAL, MIXED, WILD, *(SPECIAL + at for at, _ in enumerate(rules.specials))), PLENTY)
