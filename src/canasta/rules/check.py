"""Contradictions: values that are right one by one and cannot be played together.

One function a contradiction, each with its own sentence; `check` calls them all.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, pairwise
from typing import Final

from canasta.base.cards import KIND_KEYS
from canasta.base.english import listed
from canasta.base.errors import Problem
from canasta.rules.check_reserves import RESERVES_THREES_SPECIALS, Problems
from canasta.rules.groups import Rules
from canasta.rules.shapes import VALUED
from canasta.rules.words.melds import RATIO

MOST_PACKS: Final = 12
MANY_TURNS: Final = 5
"""Draws for each player that a deal should have; `advise` speaks of fewer."""

_RANKS: Final = 11
_FIRST_TURNS: Final = 2


def check(rules: Rules, *, partners: bool = True) -> tuple[Problem, ...]:
    """Return every contradiction in *rules*; nothing if they can be played.

    *partners* tells whether any number of players of this game has partners: conditions on a partner vanish
    where the number of players leaves a side of one, and are wrong where nobody ever has a partner.
    """
    problems = [problem for find in CHECKS for problem in find(rules)]
    problems += _later_deals(rules, problems)
    if not partners:
        problems.extend(_needs_partners(rules))
    return tuple(problems)


def advise(rules: Rules) -> tuple[Problem, ...]:
    """Return warnings about playable rules: a stock that is too short, a ban on discards that is never lifted."""
    return tuple(problem for find in (_short_stock, _lasting_ban) for problem in find(rules))


def dealt(rules: Rules) -> int:
    """Return how many cards are dealt, including the first card of the pile."""
    return rules.seats * (rules.deal.hand + sum(reserve.size for reserve in rules.reserves)) + rules.deal.upcard


def _players(rules: Rules) -> Problems:
    if rules.seats not in rules.table.players:
        numbers = listed(map(str, rules.table.players), "or")
        allowed = f"; it is for {numbers}" if numbers else ""
        yield Problem("table.players", f"{rules.seats} players cannot play this game{allowed}")


def _sides(rules: Rules) -> Problems:
    sides = rules.table.sides
    if sides == 1:
        yield Problem("table.sides", "a single side has no opponent")
    elif sides and rules.seats % sides:
        yield Problem("table.sides", f"{rules.seats} players cannot be divided into {sides} equal sides")


def _packs(rules: Rules) -> Problems:
    if rules.packs == 0:
        yield Problem("deck.packs", "there are no cards: set the number of packs, or of packs per player")
    elif rules.packs > MOST_PACKS:
        yield Problem("deck.packs", f"{rules.packs} packs are too many: the limit is {MOST_PACKS}")


def _enough_cards(rules: Rules) -> Problems:
    needed = dealt(rules) + _FIRST_TURNS * rules.draw.stock
    if rules.packs and rules.cards < needed:
        text = f"{rules.cards} cards are too few for {rules.seats} players: the deal and the first turns need {needed}"
        yield Problem("deck.packs", text)


def _first_card(rules: Rules) -> Problems:
    if len(rules.deal.reject) >= len(KIND_KEYS) - (not rules.deck.jokers):
        yield Problem("deal.reject", "no card is left that can start the pile")


def _no_upcard(rules: Rules) -> Problems:
    if rules.deal.upcard:
        return
    if rules.deal.reject:
        yield Problem("deal.reject", "no card is turned up, so none can be rejected: deal.upcard is false")
    for name in ("cut_upcard", "cut_either"):
        if getattr(rules.procedures, name):
            yield Problem(f"procedures.{name}", "there is no first card of the pile: deal.upcard is false")


def _second_dealer(rules: Rules) -> Problems:
    if rules.deal.first == "left of second dealer" and rules.deal.dealers not in {"neighbours", "partners"}:
        yield Problem("deal.first", f"there is no second dealer: deal.dealers is {rules.deal.dealers}")


def _ways_to_take(rules: Rules) -> Problems:
    if "pair" not in rules.pile.need:
        yield Problem("pile.need", "two natural cards of the top card's rank always take the pile: include pair")


def _onto_meld(rules: Rules) -> Problems:
    if {"onto meld", "natural onto meld"} <= set(rules.pile.need):
        yield Problem("pile.need", "the top card joins a meld alone: leave out natural onto meld, or onto meld")


def _shown_pair(rules: Rules) -> Problems:
    others = [way for way in rules.pile.need if way != "pair"]
    if rules.pile.use == "show" and others:
        yield Problem("pile.use", f"only a pair can be shown, but pile.need also names {listed(others)}")
    if rules.pile.use == "show" and rules.pile.wild_top != "no":
        yield Problem("pile.use", f"only a natural pair can be shown, so pile.wild_top cannot be {rules.pile.wild_top}")


def _wild_top(rules: Rules) -> Problems:
    if rules.pile.wild_top == "no":
        return
    if not rules.meld.wild_melds:
        yield Problem("pile.wild_top", "taking a wild card needs a meld of wild cards, but meld.wild_melds is false")
    if {"joker", "two"} <= set(rules.pile.blocked_by):
        yield Problem("pile.wild_top", "pile.blocked_by already blocks a pile with a joker or a two on top")
    if "wild" in rules.pile.frozen_by:
        yield Problem(
            "pile.wild_top",
            "a wild card freezes the pile (pile.frozen_by), so no one can take it with a wild card on top",
        )


def _freezing_upcard(rules: Rules) -> Problems:
    if "upcard" not in rules.pile.frozen_by:
        return
    if rules.deal.rejected == "returned":
        yield Problem(
            "pile.frozen_by", "a rejected first card cannot freeze the pile: deal.rejected returns it to the stock"
        )
    elif not rules.deal.reject:
        yield Problem("pile.frozen_by", "no first card is ever rejected: deal.reject is empty")
    elif not rules.freezing_upcards:
        text = "only a joker, a two or a red three freezes the pile as a first card, and deal.reject names none of them"
        yield Problem("pile.frozen_by", text)


def _frozen_in_time(rules: Rules) -> Problems:
    if not rules.procedures.frozen_in_time:
        return
    if rules.sides < rules.seats:
        yield Problem(
            "procedures.frozen_in_time", "this needs a game in which everyone plays alone, but this game has partners"
        )
    if rules.pile.consecutive:
        text = "players who meld between turns may not take the pile again, but pile.consecutive is true"
        yield Problem("procedures.frozen_in_time", text)
    if rules.pile.end == "knock":
        text = "it starts with the discard after taking the pile, but with pile.end = knock there is no such discard"
        yield Problem("procedures.frozen_in_time", text)
    if len(rules.threes.black_meld) > 1:
        text = "between turns black threes are all laid at once, so threes.black_meld must have exactly one number"
        yield Problem("procedures.frozen_in_time", text)


def _another_meld(rules: Rules) -> Problems:
    if rules.meld.another and not rules.meld.grows:
        text = "a finished canasta is closed, and another meld begins in any case: meld.grows is false"
        yield Problem("meld.another", text)


def _takes(rules: Rules) -> Problems:
    meld = rules.meld
    if meld.takes == "any cards":
        return
    if not meld.grows:
        yield Problem("meld.takes", "a finished canasta takes no cards: meld.grows is false")
        return
    if meld.wild_melds and meld.takes != "natural stays natural":
        yield Problem("meld.takes", f"cannot be {meld.takes} with melds of wild cards: meld.wild_melds is true")
    if meld.wild_base > 2 or meld.wilds_kept:
        value = "meld.wilds_kept" if meld.wilds_kept else "meld.wild_base"
        yield Problem("meld.takes", f"cannot be {meld.takes} where wild cards must wait: {value}")
    if meld.takes == "later turns":
        if rules.open_melds != "one":
            value = "meld.several" if meld.several else "meld.another"
            text = (
                f"cannot be combined with {value}: players could not tell which {rules.words.canasta} of a rank is new"
            )
            yield Problem("meld.takes", text)
        if rules.procedures.frozen_in_time:
            yield Problem(
                "meld.takes", "cannot be combined with melding between turns: procedures.frozen_in_time is true"
            )


def _kept_wilds(rules: Rules) -> Problems:
    meld = rules.meld
    if meld.wild_base > 2 and not meld.wilds:
        yield Problem("meld.wild_base", "wild cards join no meld of natural cards: meld.wilds is 0")
    elif meld.wild_base >= meld.size and not meld.grows:
        yield Problem("meld.wild_base", f"a meld of {meld.wild_base} natural cards has no room for a wild card")
    for path, value in (
        ("meld.wilds_kept", meld.wilds_kept),
        ("meld.wilds_finished", meld.wilds_finished),
        ("score.unfinished_wild", rules.score.unfinished_wild),
    ):
        if value and not meld.wild_melds:
            yield Problem(path, "there are no melds of wild cards: meld.wild_melds is false")
    if meld.wilds_kept and rules.open_melds != "one":
        other = "several" if meld.several else "another"
        yield Problem("meld.wilds_kept", f"a side has one meld of wild cards at a time, but meld.{other} is true")


def _minimum_rows(rules: Rules) -> Problems:
    rows = rules.opening.minimums
    if not rows:
        yield Problem("opening.minimums", "at least one row is needed, such as [[0, 50]]")
    elif any(low[0] >= high[0] for low, high in pairwise(rows)):
        yield Problem("opening.minimums", "each row must start higher than the row before it")
    if any(minimum < 0 for _, minimum in rows):
        yield Problem("opening.minimums", "a minimum cannot be below 0")


def _minimum_in_reach(rules: Rules) -> Problems:
    if not rules.packs or not rules.opening.minimums:
        return
    minimum = max(minimum for _, minimum in rules.opening.minimums)
    most = _most_points(rules)
    if minimum > most:
        text = f"a minimum of {minimum:,} is out of reach: the best possible hand is worth {most:,}"
        yield Problem("opening.minimums", text)


def _most_points(rules: Rules) -> int:
    """Return an upper bound for an opening: a player's hand and everything they can draw, all of it the most valuable."""
    draw = rules.draw.stock
    stock = max(rules.cards - dealt(rules), 0)
    held = rules.deal.hand + draw + stock // (rules.seats * draw) * (draw - 1)
    values = dict(rules.score.cards)
    wilds = [values.get("joker", 0)] * (rules.packs * rules.deck.jokers) + [values.get("two", 0)] * (4 * rules.packs)
    naturals = [values.get(key, 0) for key in KIND_KEYS[4:] for _ in range(4 * rules.packs)]
    wilds.sort(reverse=True)
    naturals.sort(reverse=True)
    share = RATIO[rules.meld.ratio].share
    most = held if rules.meld.wild_melds else min(held // share, held // 3 * rules.meld.wilds)
    of_wilds = list(accumulate(wilds, initial=0))
    of_naturals = list(accumulate(naturals, initial=0))
    return max(
        of_wilds[min(number, len(wilds))] + of_naturals[min(held - number, len(naturals))]
        for number in range(min(most, held) + 1)
    )


def _pile_of_an_opening(rules: Rules) -> Problems:
    if rules.opening.pile == "any time":
        return
    text = f"nobody takes the pile to open: opening.pile is {rules.opening.pile}"
    for path, value, usual in (
        ("opening.top_card", rules.opening.top_card, "counts"),
        ("opening.concealed_pile", rules.opening.concealed_pile, False),
        ("pile.frozen_until_open", rules.pile.frozen_until_open, False),
    ):
        if value != usual:
            yield Problem(path, text)


def _opening_bonuses(rules: Rules) -> Problems:
    if not rules.opening.bonuses:
        return
    if not rules.opening.canasta:
        yield Problem("opening.bonuses", "an opening cannot include a canasta: opening.canasta is false")
    if rules.opening.minimums:
        least = min(
            rules.score.natural,
            rules.score.mixed,
            *([rules.score.wild] if rules.meld.wild_melds else []),
            *(special.bonus for special in rules.specials),
        )
        most = max(minimum for _, minimum in rules.opening.minimums)
        if least < most:
            text = f"a canasta worth {least:,} is below the minimum of {most:,}: each kind of canasta must be enough on its own"
            yield Problem("opening.bonuses", text)


def _cut_either(rules: Rules) -> Problems:
    if rules.procedures.cut_either and rules.procedures.cut_upcard:
        text = "the number already includes the first card of the pile: procedures.cut_upcard is true"
        yield Problem("procedures.cut_either", text)


def _cut_dealers(rules: Rules) -> Problems:
    if rules.procedures.cut_dealers == "first":
        if rules.deal.dealers == "one":
            yield Problem("procedures.cut_dealers", "there is only one dealer: use all")
        elif rules.deal.dealers == "each player":
            yield Problem("procedures.cut_dealers", "everyone deals their own cards: use all")


def _concealed(rules: Rules) -> Problems:
    if rules.score.concealed and rules.opening.concealed == "no":
        yield Problem("score.concealed", "no one can earn this bonus: opening.concealed is no")
    if rules.opening.concealed != "no":
        if not rules.opening.canasta:
            yield Problem("opening.concealed", "going out in one turn includes a canasta, but opening.canasta is false")
        if rules.open_melds != "one" and rules.sides < rules.seats:
            value = "meld.several" if rules.meld.several else "meld.another"
            yield Problem(
                "opening.concealed",
                f"cannot be combined with {value}: players could not tell their own melds from a partner's of the same rank",
            )


def _concealed_pile(rules: Rules) -> Problems:
    opening, out = rules.opening, rules.out
    if not opening.concealed_pile:
        return
    if opening.concealed == "no":
        yield Problem("opening.concealed_pile", "no one can go out concealed: opening.concealed is no")
    if not (out.natural or out.mixed or out.wild or out.special or out.canastas):
        text = (
            "going out concealed needs a canasta, but the group out requires none: set opening.concealed_pile to false"
        )
        yield Problem("opening.concealed_pile", text)


def _several_answers(rules: Rules) -> Problems:
    if rules.out.answers == "every" and rules.out.permission == "none":
        yield Problem("out.answers", "no one asks for permission: out.permission is none")


def _asked_once(rules: Rules) -> Problems:
    if not rules.out.ask_again and rules.out.permission != "optional":
        none = rules.out.permission == "none"
        why = "no one asks for permission" if none else "a player who was told no could never go out"
        yield Problem("out.ask_again", f"{why}: out.permission is {rules.out.permission}")


def _left_over(rules: Rules) -> Problems:
    for special in rules.specials:
        if special.left_over and special.discard == "free":
            path = f"specials.{special.rank}.left_over"
            yield Problem(path, "cards of this rank can always be discarded: discard is free")


def _frozen_after(rules: Rules) -> Problems:
    if rules.procedures.frozen_after != "pile" and not rules.procedures.frozen_in_time:
        yield Problem("procedures.frozen_after", "no one melds between turns: procedures.frozen_in_time is false")


def _second_upcard(rules: Rules) -> Problems:
    if rules.deal.turn_again == "once" and not rules.deal.reject:
        yield Problem("deal.turn_again", "no first card is ever rejected: deal.reject is empty")


def _contract(rules: Rules) -> Problems:
    out, meld = rules.out, rules.meld
    if out.wild and not meld.wild_melds:
        yield Problem("out.wild", "a canasta of wild cards is required, but meld.wild_melds is false")
    elif out.wild * meld.size > rules.packs * (4 + rules.deck.jokers) and rules.packs:
        yield Problem("out.wild", f"there are not enough wild cards for {out.wild} canastas")
    if out.mixed and not meld.wilds:
        yield Problem("out.mixed", "a mixed canasta is required, but meld.wilds is 0")
    if out.special and not rules.specials:
        yield Problem("out.special", "canastas of special ranks are required, but there are no special ranks")
    a_rank = 4 * rules.packs // meld.size
    a_rank = min(a_rank, 1) if meld.grows and rules.open_melds == "one" else a_rank
    if out.special > a_rank and rules.specials and rules.packs:
        yield Problem("out.special", f"one rank has enough cards for {a_rank} natural canastas, not for {out.special}")
    others = sum(not special.counts for special in rules.specials)
    if out.natural > a_rank * (_RANKS - others) and rules.packs:
        yield Problem("out.natural", f"there are not enough cards for {out.natural} natural canastas")
    needed = max(out.natural + out.mixed + out.wild + out.special * len(rules.specials), out.canastas)
    if needed * meld.size > rules.cards - rules.seats and rules.packs:
        yield Problem("out.canastas", f"{needed} canastas need more cards than the deck has")


def _positive_score(rules: Rules) -> Problems:
    out = rules.out
    if rules.score.canastas_needed and not (out.natural or out.mixed or out.wild or out.special or out.canastas):
        yield Problem("score.canastas_needed", "going out requires no canastas")


def _last_reserve(rules: Rules) -> Problems:
    for name in ("partner", "opponents"):
        if getattr(rules.out, name) != "no" and not rules.reserves:
            yield Problem(f"out.{name}", "this game has no reserves")


def _after_the_stock(rules: Rules) -> Problems:
    end = rules.exhaustion
    if end.forced != "no" and end.ends != "pile only":
        yield Problem(
            "exhaustion.forced",
            f"with ends = {end.ends}, no one is forced to take the pile: set exhaustion.ends to pile only",
        )
    if end.ends == "pile only" and not end.pile:
        yield Problem(
            "exhaustion.pile", "the deal continues with the pile only, but exhaustion.pile does not allow taking it"
        )
    if end.forced != "no" and "onto meld" not in rules.pile.need:
        yield Problem("exhaustion.forced", "the pile cannot be taken onto a meld: pile.need does not include onto meld")


def _card_values(rules: Rules) -> Problems:
    named = dict(rules.score.cards)
    missing = [key for key in VALUED if key not in named]
    if missing:
        yield Problem("score.cards", f"these cards have no value: {', '.join(missing)}")


def _end_of_match(rules: Rules) -> Problems:
    if not rules.match.deals and not rules.match.target:
        yield Problem("match", "the match never ends: set a number of deals or a target")


def _needs_partners(rules: Rules) -> Problems:
    for path, value, usual in (
        ("out.permission", rules.out.permission, "none"),
        ("out.partner", rules.out.partner, "no"),
    ):
        if value != usual:
            yield Problem(path, f"this game never has partners: use {usual}")


def _short_stock(rules: Rules) -> Problems:
    stock = rules.cards - dealt(rules)
    if stock < MANY_TURNS * rules.seats * rules.draw.stock:
        text = f"the stock has only {stock} cards: {stock // rules.draw.stock} draws for {rules.seats} players"
        yield Problem("deck.packs", text)


def _lasting_ban(rules: Rules) -> Problems:
    for special in rules.specials:
        if special.discard == "all sides" and 4 * rules.packs < rules.meld.size * rules.sides:
            text = f"{4 * rules.packs} cards of this rank are too few for a canasta for each of {rules.sides} sides: the cards can never be discarded"
            yield Problem(f"specials.{special.rank}.discard", text)


def _later_deals(rules: Rules, before: list[Problem]) -> Problems:
    """Yield what contradicts itself only from a later deal on."""
    numbers = [change.deal for change in rules.deals]
    if len(set(numbers)) < len(numbers):
        yield Problem("deals", "the same deal is listed twice")
    if rules.match.deals and max(numbers, default=0) > rules.match.deals:
        yield Problem(f"deals.{max(numbers)}", f"the match ends after {rules.match.deals} deals")
    for change in rules.deals:
        if not change.hand or not change.draw:
            value = "draw" if change.hand else "hand"
            yield Problem(f"deals.{change.deal}.{value}", "must be at least 1")
            continue
        then = rules.in_deal(change.deal)
        problems = [problem for find in CHECKS for problem in find(then) if problem not in before]
        yield from (Problem(f"deals.{change.deal}", f"{each.path}: {each.text}") for each in problems)


CHECKS: Final[tuple[Callable[[Rules], Problems], ...]] = (
    _players,
    _sides,
    _packs,
    _enough_cards,
    _first_card,
    _no_upcard,
    _second_dealer,
    _ways_to_take,
    _onto_meld,
    _shown_pair,
    _wild_top,
    _freezing_upcard,
    _frozen_in_time,
    _another_meld,
    _takes,
    _kept_wilds,
    _minimum_rows,
    _minimum_in_reach,
    _pile_of_an_opening,
    _opening_bonuses,
    _cut_either,
    _cut_dealers,
    _concealed,
    _concealed_pile,
    _several_answers,
    _asked_once,
    _left_over,
    _frozen_after,
    _second_upcard,
    *RESERVES_THREES_SPECIALS,
    _contract,
    _positive_score,
    _last_reserve,
    _after_the_stock,
    _card_values,
    _end_of_match,
)
"""Every contradiction that is looked for."""
