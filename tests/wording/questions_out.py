"""What the judge is asked about going out."""

from collections.abc import Sequence
from dataclasses import replace

from canasta.base.cards import Kind
from canasta.deal.deal import Deal
from canasta.engine import steps as s
from canasta.engine.fields import PLAYED, TAKEN
from canasta.engine.fields import SEAT as FIELDS
from canasta.engine.position import NOTHING, PART, WHOLE_TURN
from canasta.engine.rule_table import BLACK, MIXED, NATURAL, SPECIAL, WILD
from canasta.rules.groups import Rules
from tests.wording.questions import PLENTY, asks, give, last_card, leaving, may_ask, plenty
from tests.wording.situation import SEAT, judged, plain

PROMISED = ("out.promised",)
"""Why a player who was told yes may not meld their last card, whatever else is in the way."""


def _goes_out(rules: Rules, canastas: dict[int, int]) -> bool:
    """Return whether a player may play their last card and so end the deal with these canastas."""
    situation, last = last_card(rules, plain(rules)[0])
    deal = give(situation.deal(), canastas)
    refused = judged(deal, SEAT, last)
    assert refused in ("", "out.contract", *PROMISED)
    if not refused:
        deal.step(SEAT, last)
        assert deal.over
    return not refused


@asks("canastas needed")
def _canastas(rules: Rules) -> tuple[str, ...]:
    least = _least(rules)
    names = {NATURAL: "natural", MIXED: "mixed", WILD: "wild"}
    names |= {SPECIAL + at: special.rank for at, special in enumerate(rules.specials)}
    found = [f"{many} {names[sort]}" for sort, many in least.items() if many]
    more = _more(rules, least)
    assert more < PLENTY
    return (*found, *([f"{sum(least.values()) + more} in all"] if more else []))


def _least(rules: Rules) -> dict[int, int]:
    """Return the fewest canastas of each class with which one goes out, having plenty of all others.

    For natural ones there are only as many as needed of the special ranks that count as natural, too.
    """
    every = plenty(rules)

    def fewest(sort: int) -> int:
        return next(many for many in range(PLENTY + 1) if _goes_out(rules, every | {sort: many}))

    least = {sort: fewest(sort) for sort in every if sort != NATURAL}
    every |= {SPECIAL + at: least[SPECIAL + at] for at, special in enumerate(rules.specials) if special.counts}
    return {NATURAL: fewest(NATURAL), **least}


def _more(rules: Rules, least: dict[int, int]) -> int:
    """Return how many canastas of one class are needed beyond the *least* of each, if all classes agree."""
    needed = {
        next((more for more in range(PLENTY) if _goes_out(rules, least | {sort: least[sort] + more})), PLENTY)
        for sort in least
    }
    (more,) = needed
    return more


@asks("special ranks that count as natural")
def _count_as_natural(rules: Rules) -> tuple[str, ...]:
    """Return the ranks whose canastas stand for natural ones that are lacking, where none of a special rank is needed itself."""
    free = replace(rules, out=replace(rules.out, special=0))
    lacking = plenty(free) | {SPECIAL + at: 0 for at, _ in enumerate(rules.specials)} | {NATURAL: 0}
    if _goes_out(free, lacking):
        return ()
    return tuple(
        special.rank for at, special in enumerate(rules.specials) if _goes_out(free, lacking | {SPECIAL + at: PLENTY})
    )


@asks("canastas of black threes count")
def _blacks_count(rules: Rules) -> bool:
    least = _least(rules)
    return _goes_out(rules, least | {BLACK: _more(rules, least)})


@asks("reserves needed")
def _reserves(rules: Rules) -> int:
    situation, last = last_card(rules, plain(rules)[0])
    for taken in range(len(rules.reserves) + 1):
        deal = give(situation.but(taken=taken, playing=True).deal(), plenty(rules))
        if judged(deal, SEAT, last):
            continue
        deal.step(SEAT, last)
        if deal.over:
            return taken
    raise AssertionError("nobody ever goes out")


@asks("permission")
def _permission(rules: Rules) -> str:
    card, other, *_ = plain(rules)
    situation, last = last_card(rules, card)
    unasked = give(situation.but(answer=None).deal(), plenty(rules))
    must = judged(unasked, SEAT, last) == "out.permission"
    asking = give(leaving(rules, [card, other], [[card] * 3, [other] * 3]).but(answer=None).deal(), plenty(rules))
    may = not judged(asking, SEAT, s.ASK)
    assert may or not must
    return "required" if must else "optional" if may else "none"


@asks("a partner's answer binds")
def _binds(rules: Rules) -> bool:
    if not may_ask(rules):
        return False
    card, other, third, *_ = plain(rules)
    situation, last = last_card(rules, card)
    told_no = give(situation.but(answer=False).deal(), plenty(rules))
    told_yes = give(leaving(rules, [card, other, third], [[card] * 3, [other] * 3]).deal(), plenty(rules))
    kept_out = judged(told_no, SEAT, last) == "out.forbidden"
    return kept_out and judged(told_yes, SEAT, s.DISCARD + card) == "out.promised"


@asks("asking needs a sure end")
def _sure(rules: Rules) -> bool:
    if not may_ask(rules):
        return False
    loose = give(leaving(rules, plain(rules)[:5]).but(answer=None).deal(), plenty(rules))
    return judged(loose, SEAT, s.ASK) == "out.sure"


@asks("the partner's reserve")
def _partner(rules: Rules) -> str:
    partners = [seat for seat in range(rules.seats) if seat != SEAT and seat % rules.sides == 0]
    words = {NOTHING: "no", PART: "part of a turn", WHOLE_TURN: "earlier turn"}
    found = {_least_played(rules, [partner]) for partner in partners} or {NOTHING}
    (least,) = found
    picks = [not _goes_before(rules, [partner]) for partner in partners]
    return "picked up" if least == NOTHING and partners and all(picks) else words[least]


@asks("an opponent's reserve")
def _opponents(rules: Rules) -> str:
    sides = [[seat for seat in range(rules.seats) if seat % rules.sides == side] for side in range(1, rules.sides)]
    found = {_least_played(rules, seats) for seats in sides}
    # One player of each side is enough.
    assert all(_least_played(rules, seats[1:]) == NOTHING for seats in sides)
    (least,) = found
    # Or every one must have picked up the last reserve, each player by themselves.
    picks = {not _goes_before(rules, [seat]) for seats in sides for seat in seats}
    if least == NOTHING and picks == {True}:
        return "picked up"
    return {NOTHING: "no", WHOLE_TURN: "earlier turn"}[least]


def _goes_before(rules: Rules, seats: Sequence[int]) -> bool:
    """Return whether `SEAT` may go out before *seats* have picked up the last reserve; others have, and played a turn."""
    if not rules.reserves:
        return True
    situation, last = last_card(rules, plain(rules)[0])
    deal = give(situation.deal(), plenty(rules))
    for seat in seats:
        deal.position.seats[seat * FIELDS + TAKEN] -= 1
    return not judged(deal, SEAT, last)


def _least_played(rules: Rules, seats: Sequence[int]) -> int:
    """Return the least that all of *seats* must have played from the last reserve for `SEAT` to go out, others a whole turn."""
    situation, last = last_card(rules, plain(rules)[0])
    for played in (NOTHING, PART, WHOLE_TURN):
        deal = give(situation.deal(), plenty(rules))
        for seat in seats:
            deal.position.seats[seat * FIELDS + PLAYED] = played
        refused = judged(deal, SEAT, last)
        assert refused in ("", "out.partner", "out.other_sides", *PROMISED)
        if not refused:
            return played
    raise AssertionError("nobody ever goes out")


@asks("going out without a discard")
def _discardless(rules: Rules) -> bool:
    card = plain(rules)[0]
    deal = give(leaving(rules, [card], [[card] * 3]).deal(), plenty(rules))
    step = s.ADD + (card - s.LOW_RANK) * s.SLOTS * 3
    refused = judged(deal, SEAT, step)
    assert refused in ("", "out.discard", "out.promised")
    return not refused


@asks("cards needed to discard")
def _kept(rules: Rules) -> int:
    others = plain(rules)
    for many in range(1, 5):
        deal = _barred(rules, others[:many])
        if not judged(deal, SEAT, s.DISCARD + others[0]):
            return many
    raise AssertionError("nobody ever discards")


def _barred(rules: Rules, hand: Sequence[Kind]) -> Deal:
    """Return the end of a turn of a player who may not go out: who was told no, or whose side lacks canastas."""
    answer = False if may_ask(rules) else None
    return leaving(rules, hand).but(answer=answer).deal()


@asks("passing with one card")
def _passing(rules: Rules) -> bool:
    # With a discard that the rules allow in another hand, only a right to pass ends the turn.
    card = plain(rules)[0]
    deal = _barred(rules, [card])
    position = deal.position
    return not judged(deal, SEAT, s.STUCK) and bool(position.rule_table.passing)
