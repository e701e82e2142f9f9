"""Contradictions among the reserves, the threes, the special ranks and what few games have; `canasta.rules.check` calls them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from canasta.base.cards import FOUR, KIND_KEYS
from canasta.base.errors import Problem
from canasta.rules.groups import Rules

MOST_RESERVES: Final = 2
MOST_SPECIALS: Final = 3

Problems = Iterator[Problem]


def _number_of_reserves(rules: Rules) -> Problems:
    if len(rules.reserves) > MOST_RESERVES:
        yield Problem("reserves", f"a player can have {MOST_RESERVES} reserves, not {len(rules.reserves)}")
    names = [reserve.name for reserve in rules.reserves]
    if len(set(names)) < len(names):
        yield Problem("reserves", "two reserves have the same name")


def _manual_reserves(rules: Rules) -> Problems:
    for reserve in rules.reserves:
        path = f"reserves.{reserve.name}"
        if reserve.penalty and not reserve.manual:
            yield Problem(
                f"{path}.penalty", "a reserve that is picked up automatically cannot be forgotten: manual is false"
            )
        if reserve.manual and reserve.trigger == "hand empty":
            yield Problem(
                f"{path}.manual", "a player without cards has no choice: this reserve is always picked up automatically"
            )


def _unneeded_reserves(rules: Rules) -> Problems:
    for reserve, following in pairwise([*rules.reserves, None]):
        if reserve is None or reserve.needed:
            continue
        path = f"reserves.{reserve.name}.needed"
        if following is not None and following.needed:
            yield Problem(path, f"a player picks up the {following.name} only after the {reserve.name}, and needs it")
        elif reserve.trigger != "hand empty":
            text = f"a player can go out before it comes only if an empty hand brings it: trigger is {reserve.trigger}"
            yield Problem(path, text)
        if rules.opening.concealed != "no":
            yield Problem(
                path, f"cannot be combined with going out concealed: opening.concealed is {rules.opening.concealed}"
            )
        if rules.procedures.frozen_in_time:
            yield Problem(path, "cannot be combined with melding between turns: procedures.frozen_in_time is true")


def _rest_of_side(rules: Rules) -> Problems:
    for reserve in rules.reserves:
        path = f"reserves.{reserve.name}.rest"
        of_side = reserve.trigger in {"side canasta", "side open"}
        if of_side and reserve.rest == "own" and rules.sides < rules.seats:
            yield Problem(path, "only one player of each side would ever get it: use at once or next draw")
        if not of_side and reserve.rest != "own":
            yield Problem(path, f"with the trigger {reserve.trigger} each player picks up only their own reserve")


def _red_threes(rules: Rules) -> Problems:
    threes = rules.threes
    if threes.red == "laid" and threes.red_canasta:
        yield Problem(
            "threes.red_canasta", "red threes are laid down at once, so none is left for a canasta: threes.red is laid"
        )
    if threes.red_canasta and rules.meld.grows:
        yield Problem(
            "threes.red_canasta",
            "a red three needs a finished canasta, but canastas never finish growing: meld.grows is true",
        )
    if threes.red == "held" and threes.red_sets:
        yield Problem("threes.red_sets", "red threes are never laid down: threes.red is held")
    if threes.red_against == "no special canasta" and not rules.specials:
        yield Problem("threes.red_against", "this game has no special ranks")
    if threes.red == "held" and threes.red_against != "never":
        yield Problem("threes.red_against", "red threes are never laid down: threes.red is held")
    rows = threes.red_sets
    if any(low[0] >= high[0] for low, high in pairwise(rows)) or any(row[0] < 1 for row in rows):
        yield Problem("threes.red_sets", "each row must have more red threes than the row before it")


def _black_threes(rules: Rules) -> Problems:
    too_long = [size for size in rules.threes.black_meld if size > rules.meld.size]
    if too_long and not rules.meld.grows:
        text = f"{too_long[0]} black threes do not fit in a meld of {rules.meld.size}: meld.grows is false"
        yield Problem("threes.black_meld", text)
    if rules.threes.black_meld and rules.threes.black_last == "last cards" and rules.out.discard == "required":
        yield Problem("threes.black_last", "the last card must be a discard: out.discard is required")
    if rules.threes.black_meld and rules.threes.black_last == "last meld" and rules.out.discard == "forbidden":
        yield Problem("threes.black_last", "no discard ends the deal: out.discard is forbidden, so use last cards")


def _dealt_red_threes(rules: Rules) -> Problems:
    threes = rules.threes
    if threes.red == "held":
        for name, usual in (("red_dealt", "at the deal"), ("red_pile_replaced", False)):
            if getattr(threes, name) != usual:
                yield Problem(f"threes.{name}", "red threes are never laid down: threes.red is held")
    elif threes.red_dealt == "after the opening":
        for value, text in (
            (rules.opening.concealed != "no", "going out concealed: opening.concealed must be no"),
            (threes.black == "laid", "laying black threes: threes.black must be ordinary"),
            (threes.red_pile_replaced, "replacing those of the pile: threes.red_pile_replaced must be false"),
            (rules.procedures.frozen_in_time, "melding between turns: procedures.frozen_in_time must be false"),
        ):
            if value:
                yield Problem("threes.red_dealt", f"after the opening cannot be combined with {text}")


def _laid_black_threes(rules: Rules) -> Problems:
    threes = rules.threes
    if threes.black != "laid":
        return
    if threes.red != "laid":
        yield Problem("threes.black", f"black threes are laid down like red ones, but threes.red is {threes.red}")
    if threes.black_meld:
        yield Problem("threes.black_meld", "black threes are laid down at once: threes.black is laid")


def _last_three(rules: Rules) -> Problems:
    if not rules.exhaustion.three:
        return
    threes = rules.threes
    for text, wrong in (
        ("threes are never laid down: threes.red is held", threes.red == "held"),
        ("the deal continues for a last lap: exhaustion.ends is last lap", rules.exhaustion.ends == "last lap"),
        ("cannot be combined with reserves", bool(rules.reserves)),
        ("cannot be combined with threes.red_pile_replaced", threes.red_pile_replaced),
        ("cannot be combined with threes.red_dealt = after the opening", threes.red_dealt == "after the opening"),
        ("cannot be combined with procedures.frozen_in_time", rules.procedures.frozen_in_time),
    ):
        if wrong:
            yield Problem("exhaustion.three", text)


def _number_of_specials(rules: Rules) -> Problems:
    if len(rules.specials) > MOST_SPECIALS:
        yield Problem("specials", f"a game can have {MOST_SPECIALS} special ranks, not {len(rules.specials)}")
    ranks = [special.rank for special in rules.specials]
    if len(set(ranks)) < len(ranks):
        yield Problem("specials", "the same rank is listed twice")


def _late_wilds(rules: Rules) -> Problems:
    for special in rules.specials:
        if not special.wilds and not special.late_wilds:
            yield Problem(
                f"specials.{special.rank}.late_wilds", "wild cards never join melds of this rank: wilds is false"
            )


def _lifted_bans(rules: Rules) -> Problems:
    for special in rules.specials:
        natural = special.discard in {"own canasta", "all sides"} or not special.wilds
        if special.discard != "free" and natural and 4 * rules.packs < rules.meld.size:
            cards = f"{4 * rules.packs} cards of a rank cannot make a canasta of {rules.meld.size}"
            text = f"{special.discard} needs a canasta of this rank, but {cards}"
            yield Problem(f"specials.{special.rank}.discard", text)


def _talon(rules: Rules) -> Problems:
    talon = rules.talon
    for name in ("later", "least"):
        if getattr(talon, name) and not talon.first:
            yield Problem(f"talon.{name}", "no one gets cards after an opening: talon.first is 0")


def _wild_canastas(rules: Rules) -> Problems:
    for name in ("jokers", "twos"):
        if not getattr(rules.wild_canastas, name):
            continue
        path = f"wild_canastas.{name}"
        if not rules.meld.wild_melds:
            yield Problem(path, "wild cards alone are not a meld: meld.wild_melds is false")
        elif rules.opening.bonuses:
            yield Problem(path, "cannot be combined with opening.bonuses, which counts every wild canasta alike")


_LARGEST: Final = 15


def _dead_ranks(rules: Rules) -> Problems:
    for path, value, name in (
        ("meld.grows", rules.meld.grows, "dead"),
        ("meld.several", rules.meld.several, "dead"),
        ("opening.bonuses", rules.opening.bonuses, "dead"),
    ):
        if rules.meld.dead and value:
            yield Problem(f"meld.{name}", f"cannot be combined with {path}")
    if rules.discard.dead_empty and not rules.meld.dead:
        yield Problem("discard.dead_empty", "no rank is ever dead: meld.dead is false")


def _openings(rules: Rules) -> Problems:
    opening = rules.opening
    if not opening.mixed and not opening.canasta:
        yield Problem("opening.mixed", "an opening cannot include a canasta: opening.canasta is false")
    for name, used in (("triple", opening.triple != "no"), ("mixed", not opening.mixed)):
        for path, value in (
            ("opening.concealed", opening.concealed != "no"),
            ("opening.bonuses", opening.bonuses),
            ("meld.several", rules.meld.several),
            ("meld.another", rules.meld.another),
            ("meld.grows", rules.meld.grows),
            ("reserves", bool(rules.reserves)),
        ):
            if used and value:
                yield Problem(f"opening.{name}", f"cannot be combined with {path}")
    if opening.triple == "natural or wild meld" and not rules.meld.wild_melds:
        yield Problem("opening.triple", "wild cards alone are not a meld: meld.wild_melds is false")


def _special_hands(rules: Rules) -> Problems:
    dealt = rules.deal.hand + rules.draw.stock
    for hand in rules.special_hands:
        path = f"special_hands.{hand.name}"
        rows = (*hand.groups, *hand.wilds)
        if any(not 0 < size <= _LARGEST or number < 1 for size, number in rows):
            yield Problem(f"{path}.groups", f"each row must be a size from 1 to {_LARGEST} and a number of groups")
        elif hand.size != dealt:
            text = f"has {hand.size} cards, but a player holds {dealt} after the first draw"
            yield Problem(f"{path}.groups", text)
        if hand.wild_groups and (hand.wilds or hand.any_wilds):
            yield Problem(
                f"{path}.wild_groups", "groups of wild cards are listed already: leave out wilds and any_wilds"
            )
        elif hand.wilds and hand.any_wilds:
            yield Problem(f"{path}.any_wilds", "wild cards are listed already: leave out wilds")
        if any(KIND_KEYS.index(key) < FOUR for key in hand.ranks):
            yield Problem(f"{path}.ranks", "only ranks from 4 to A can be named here")
        if any(size > 4 * rules.packs for size, _ in rows):
            yield Problem(f"{path}.groups", f"no rank has more than {4 * rules.packs} cards")


RESERVES_THREES_SPECIALS: Final[tuple[Callable[[Rules], Problems], ...]] = (
    _number_of_reserves,
    _manual_reserves,
    _unneeded_reserves,
    _rest_of_side,
    _red_threes,
    _dealt_red_threes,
    _black_threes,
    _laid_black_threes,
    _last_three,
    _number_of_specials,
    _late_wilds,
    _lifted_bans,
    _talon,
    _wild_canastas,
    _dead_ranks,
    _openings,
    _special_hands,
)
"""Every contradiction that is looked for here."""
