"""Contradictions: each way in which a setup contradicts itself or the rules is one sentence with its path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from canasta.base.cards import BLACK_THREE, KIND_OF, RED_THREE, Face, face_text, faces_text, pack
from canasta.base.english import count, number
from canasta.base.errors import Problem
from canasta.base.seats import partners
from canasta.deal.setup.melds import meld_fault
from canasta.deal.setup.setup import UNSEEN, Cards, Setup
from canasta.engine import position as kernel
from canasta.engine.rule_table import RuleTable, rule_table_of
from canasta.rules.words.end import ENDS_AFTER_LAP, ENDS_BY_PILE, NO_PERMISSION
from canasta.rules.words.melds import NOT_CONCEALED, TAKES_LATER

_COLOURS = {RED_THREE: "red", BLACK_THREE: "black"}
_NAMED = 8


def contradictions(setup: Setup) -> tuple[Problem, ...]:
    """Return everything that *setup* contradicts, in the order of its zones and fields; empty if it can be played."""
    table = rule_table_of(setup.rules)
    too_many = tuple(_too_many_reserves(setup, table))
    checks = (
        _deck,
        _hands,
        _reserves,
        _melds,
        _red_threes,
        _pile,
        _past,
        _canastas,
        _turn,
        _of_turn,
        _asked,
        _denied,
        _end,
    )
    return too_many or tuple(problem for check in checks for problem in check(setup, table))


def last_lap(table: RuleTable, stock: Cards) -> bool:
    """Return whether the last lap is played: the game has one, and the stock is empty."""
    return table.ends == ENDS_AFTER_LAP and not stock


def overdrawn(deck: Counter[Face], zones: Iterable[tuple[str, Cards]]) -> Iterator[Problem]:
    """Yield cards that the *zones* have more often than *deck*, each with the path of the zone where it is too many."""
    left = Counter(deck)
    for path, cards in zones:
        named: set[Face] = set()
        for place, face in enumerate(cards, 1):
            left[face] -= 1
            if face != UNSEEN and left[face] < 0 and face not in named:
                named.add(face)
                have = f"only {deck[face]}" if deck[face] else "no"
                yield Problem(f"{path}.{place}", f"the deck has {have} {face_text(face)}, but more are named")


def _deck(setup: Setup, _: RuleTable) -> Iterator[Problem]:
    """Yield every card of the deck lies somewhere, and no other."""
    rules = setup.rules
    every = Counter(pack(rules.packs, rules.deck.jokers))
    left = every.copy()
    left.subtract(Counter(chain.from_iterable(cards for _path, cards in setup.zones())))
    unseen = -left.pop(UNSEEN, 0)
    missing = sum(left.values()) - unseen
    if min(left.values()) < 0:
        yield from overdrawn(every, setup.zones())
    elif missing < 0:
        yield Problem("stock", f"the deck has {rules.cards} cards, but {-missing} more are listed")
    elif missing and unseen:
        yield Problem("stock", f"{count(missing, 'card')} of the deck {_is(missing)} missing")
    elif missing:
        lost = sorted(left.elements())
        text = faces_text(lost[:_NAMED]) + (" …" if len(lost) > _NAMED else "")
        yield Problem("stock", f"{count(missing, 'card')} of the deck {_is(missing)} missing: {text}")


def _hands(setup: Setup, table: RuleTable) -> Iterator[Problem]:
    for seat, hand in enumerate(setup.hands):
        colour = _laid_colour(hand, table)
        may_hold = seat != setup.seat and (table.reds_wait or table.reds_open)
        may_hold = may_hold or (table.reds_open and seat % setup.rules.sides not in setup.opened)
        may_hold = may_hold or (table.three_ends and setup.ended == kernel.ENDED_STOCK)  # the last card of the stock
        if colour and not may_hold:
            yield Problem(f"hands.{seat + 1}", f"{colour} threes are laid down at once, so a hand cannot hold one")
        known = setup.known.get(seat)
        more = Counter(known) - Counter(hand) if known else None
        if more:
            what = faces_text(face for face in more.elements() if face != UNSEEN) or "an unknown card"
            text = f"seat {seat + 1} does not hold {what}, so it cannot be known"
            yield Problem(f"known.{seat + 1}", text)


def _too_many_reserves(setup: Setup, table: RuleTable) -> Iterator[Problem]:
    """More reserves than the game has: nothing else can be said of such a setup."""
    for seat, packets in enumerate(setup.reserves, 1):
        if len(packets) > table.reserves:
            text = f"a player of this game has {count(int(table.reserves), 'reserve')}, not {number(len(packets))}"
            yield Problem(f"reserves.{seat}", text)


def _reserves(setup: Setup, _: RuleTable) -> Iterator[Problem]:
    for seat, packets in enumerate(setup.reserves):
        for place, packet in enumerate(packets):
            reserve = setup.rules.reserves[setup.taken(seat) + place]
            if len(packet) != reserve.size:
                text = f"a {reserve.name} has {reserve.size} cards, not {len(packet)}"
                yield Problem(f"reserves.{seat + 1}.{place + 1}", text)


def _melds(setup: Setup, table: RuleTable) -> Iterator[Problem]:
    """Melds of the game, where a side can have them."""
    for path, meld in setup.melds_by_path():
        fault = meld_fault(table, meld.cards, meld.red_three)
        mine = meld.side == setup.side and setup.source != kernel.NOWHERE
        if fault:
            yield Problem(path, fault)
        elif meld.rank == BLACK_THREE and not mine and setup.out is None:
            yield Problem(
                path, "black threes are melded only when going out, so they cannot be here while the deal continues"
            )
    yield from _open_melds(setup, table)
    for side in sorted({meld.side for meld in setup.melds} - {*setup.opened}):
        if side != setup.side or setup.source == kernel.NOWHERE or setup.ended:
            yield Problem("melds", f"side {side + 1} has melds, so it must have opened")
        elif any(meld.side == side and meld.sort(table) >= 0 for meld in setup.melds) and not table.canasta_opens:
            yield Problem("melds", "in this game an opening cannot include a canasta")


def _open_melds(setup: Setup, table: RuleTable) -> Iterator[Problem]:
    """Yield a problem for each side with more open melds of a rank than it can have."""
    still_open = [meld for meld in setup.melds if not meld.finished(table)]
    of_rank = Counter((meld.side, meld.rank) for meld in still_open)
    unfinished = Counter((meld.side, meld.rank) for meld in still_open if meld.sort(table) < 0)
    for (side, rank), melds in of_rank.items():
        if melds > table.slots:
            most = count(int(table.slots), "open meld")
            yield Problem(f"melds.{side + 1}", f"a side has at most {most} of a rank, but {melds} are listed")
        elif table.finish_first and unfinished[side, rank] > 1:
            yield Problem(f"melds.{side + 1}", "only one open meld of a rank may be smaller than a canasta")


def _red_threes(setup: Setup, table: RuleTable) -> Iterator[Problem]:
    for side, cards in enumerate(setup.red_threes, 1):
        if cards and not table.red_laid:
            yield Problem(f"red_threes.{side}", "in this game red threes are not laid down")
        elif not all(table.laid[KIND_OF[face]] for face in cards):
            yield Problem(f"red_threes.{side}", f"only {'' if table.black_laid else 'red '}threes can be listed here")


def _pile(setup: Setup, table: RuleTable) -> Iterator[Problem]:
    if not table.reds_in_pile and (colour := _laid_colour(setup.pile, table)):
        yield Problem("pile", f"in this game the pile holds no {colour} threes")
    if setup.upcard_froze and not any(table.upcard_freezes):
        yield Problem("frozen", "in this game the first card does not freeze the pile")
    elif setup.upcard_froze and not setup.pile and not setup.staging:
        yield Problem("frozen", "an empty pile is not frozen")
    back = Counter(setup.returned)
    if back and table.covered:
        yield Problem("returned", "in this game upcards do not go back into the stock")
        return
    for place, face in enumerate(setup.returned, 1):
        if not table.reject[KIND_OF[face]]:
            text = f"{face_text(face)} does not go back into the stock: it can start the pile"
            yield Problem(f"returned.{place}", text)
    if back - Counter(pack(setup.rules.packs, setup.rules.deck.jokers)):
        yield Problem("returned", "these are more cards than the deck has")


def _past(setup: Setup, table: RuleTable) -> Iterator[Problem]:
    """Yield what players and sides have done before."""
    if len(setup.totals) not in (0, setup.rules.sides):
        text = f"there are {setup.rules.sides} sides, and {len(setup.totals)} totals were given"
        yield Problem("totals", text)
    for seat in setup.drew:
        if not table.frozen_any or seat in setup.took:
            text = "this applies only where players may keep melding after a draw, and not after taking the pile"
            yield Problem("drew", text)
    for seat in setup.laid:
        if seat % setup.rules.sides not in setup.opened:
            text = f"the side of seat {seat + 1} has not opened, so seat {seat + 1} has not laid cards"
            yield Problem(f"laid.{seat + 1}", text)
    for seat in setup.played:
        if not setup.has_last(seat):
            yield Problem(f"played.{seat + 1}", f"seat {seat + 1} has not picked up the last reserve")
    for side, times in setup.restored.items():
        if times and not table.restore:
            yield Problem(f"restored.{side + 1}", "in this game the lifted card is not put back")
    yield from _promised(setup, table)


def _promised(setup: Setup, table: RuleTable) -> Iterator[Problem]:
    """Reserves that wait for their players, or did."""
    for seat in setup.due:
        taken = setup.taken(seat)
        if not setup.reserves[seat] or not table.reserve_next_turn[taken]:
            yield Problem(f"due.{seat + 1}", f"seat {seat + 1} has no reserve waiting for the next turn")
        elif setup.hands[seat]:
            text = f"a reserve waits only for a player without cards, but seat {seat + 1} has some"
            yield Problem(f"due.{seat + 1}", text)
    for seat, indices in setup.missed.items():
        had = min(setup.taken(seat) + 1, table.reserves)
        if any(index >= had or not table.reserve_manual[index] for index in indices):
            yield Problem(f"missed.{seat + 1}", f"seat {seat + 1} has had no reserve to pick up manually")


def _canastas(setup: Setup, table: RuleTable) -> Iterator[Problem]:
    """Players made no more canastas than their side has."""
    for side in range(setup.rules.sides):
        have = sum(meld.side == side and meld.sort(table) >= 0 for meld in setup.melds)
        made = sum(number for seat, number in setup.made.items() if seat % setup.rules.sides == side)
        if made > have:
            yield Problem(
                "made", f"side {side + 1} has {count(have, 'canasta')}, so its players cannot have made {made}"
            )


def _turn(setup: Setup, table: RuleTable) -> Iterator[Problem]:
    """Yield the top card, the beginning of the turn, the last lap."""
    if setup.lift != kernel.UNTOUCHED and not table.restore:
        yield Problem("lift", "in this game the top card cannot be lifted")
    elif setup.lift == kernel.LIFTED and setup.source == kernel.NOWHERE and not setup.pile:
        yield Problem("lift", "the pile is empty: it has no top card")
    if setup.raised and (not table.top_raises or setup.source != kernel.PILE or setup.raised not in table.value):
        yield Problem("raised", "no card taken from the pile this turn raises the minimum by that much")
    if setup.began is not None and setup.began.last and not setup.has_last(setup.seat):
        yield Problem("began", f"seat {setup.seat + 1} has not picked up the last reserve")
    if setup.lap is not None and not last_lap(table, setup.stock):
        text = "the stock is not empty" if table.ends == ENDS_AFTER_LAP else "this game has none"
        yield Problem("lap", f"this is not the last lap: {text}")


def _of_turn(setup: Setup, table: RuleTable) -> Iterator[Problem]:
    """Yield what has been laid in this turn."""
    if setup.source == kernel.NOWHERE:
        for path in ("started", "touched", "finished", "completed"):
            if getattr(setup, path):
                yield Problem(path, "a player who has not drawn has laid nothing this turn")
        return
    ranks = {meld.rank for meld in setup.melds if meld.side == setup.side}
    for place, rank in enumerate(setup.started, 1):
        if rank not in ranks:
            yield Problem(f"started.{place}", f"the side of seat {setup.seat + 1} has no meld of this rank")
    yield from _completed(setup, table)
    if setup.finished > setup.made.get(setup.seat, 0):
        text = f"seat {setup.seat + 1} has not made {count(setup.finished, 'canasta')} in this deal"
        yield Problem("finished", text)


def _asked(setup: Setup, table: RuleTable) -> Iterator[Problem]:
    if setup.asked is None:
        return
    if setup.asked == setup.seat and setup.answer and table.concealed_pile:
        return  # an opening below its minimum binds as a partner's yes does
    if table.permission == NO_PERMISSION:
        yield Problem("asked", "in this game no one asks for permission")
    elif setup.asked not in partners(setup.seat, setup.rules.seats, setup.rules.sides):
        yield Problem("asked", f"seat {setup.asked + 1} is not a partner of seat {setup.seat + 1}")
    elif setup.answer is None and setup.staging:
        yield Problem("asked", "no one waits for an answer while an opening is unfinished")
    elif setup.answer is None and setup.ended:
        yield Problem("asked", "no one waits for an answer when the deal is over")


def _denied(setup: Setup, table: RuleTable) -> Iterator[Problem]:
    """Permission that a player is denied for the whole deal."""
    for seat in setup.denied:
        if table.permission == NO_PERMISSION or not table.ask_once:
            yield Problem(f"denied.{seat + 1}", "in this game no one is denied permission for the whole deal")
    if setup.asked is None or not table.ask_once:
        return
    if setup.seat in setup.denied and setup.answer is not False:
        yield Problem("asked", f"seat {setup.seat + 1} was denied permission in this deal and may not ask again")
    elif setup.answer is False and setup.seat not in setup.denied:
        yield Problem("asked", f"the answer was no, so seat {setup.seat + 1} is denied permission in this deal")


def _completed(setup: Setup, table: RuleTable) -> Iterator[Problem]:
    """Yield ranks that take no more cards this turn."""
    canastas = {meld.rank for meld in setup.melds if meld.side == setup.side and meld.sort(table) >= 0}
    opens = setup.began.unopened if setup.began else setup.side not in setup.opened
    for place, rank in enumerate(setup.completed, 1):
        if table.triple and opens:
            continue  # the rank of the top card that the side opens with
        if table.takes != TAKES_LATER:
            yield Problem(f"completed.{place}", "in this game a canasta takes the same cards in every turn")
        elif rank not in canastas or setup.finished == 0:
            yield Problem(f"completed.{place}", f"seat {setup.seat + 1} has made no canasta of this rank this turn")


def _end(setup: Setup, table: RuleTable) -> Iterator[Problem]:
    """Yield who went out, and how the deal ended."""
    out, ended = setup.out, setup.ended
    if out is not None:
        if setup.late and setup.stock:
            yield Problem("out", "this is possible only when the stock is empty")
        if setup.concealed and table.concealed == NOT_CONCEALED:
            yield Problem("out", "in this game no one goes out concealed")
        if (setup.hands[out] and not table.special_hands) or setup.taken(out) < table.reserves_needed:
            yield Problem("out", f"seat {out + 1} has cards left and has not gone out")
        if not ended and not table.frozen_in_time:
            yield Problem("out", "a player has gone out, so the deal must be marked as over")
    if ended is None or ended == kernel.NOT_ENDED:
        return
    if (ended == kernel.ENDED_OUT) != (out is not None):
        text = "name the player who went out"
        yield Problem("over", text if out is None else f"seat {out + 1} went out, so that is how the deal ended")
    games_end = {
        kernel.ENDED_STOCK: table.ends != ENDS_AFTER_LAP,
        kernel.ENDED_LAP: table.ends == ENDS_AFTER_LAP,
        kernel.ENDED_PILE: table.ends == ENDS_BY_PILE,
    }
    if not games_end.get(ended, True):
        yield Problem("over", "a deal of this game cannot end this way")
    elif ended in games_end and setup.stock:
        yield Problem("over", "the deal cannot have ended this way: the stock is not empty")


def _laid_colour(cards: Cards, table: RuleTable) -> str:
    """Return the colour of threes among *cards* that are laid at once; empty if there are none."""
    kinds = {KIND_OF[face] for face in cards if face != UNSEEN}
    return next((colour for kind, colour in _COLOURS.items() if kind in kinds and table.laid[kind]), "")


def _is(cards: int) -> str:
    return "is" if cards == 1 else "are"
