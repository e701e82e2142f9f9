"""One deal or one match of bots, checked at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from canasta import bots
from canasta.base.cards import pack
from canasta.base.errors import CanastaError
from canasta.base.sheets import Sheet
from canasta.base.shuffle import deal_seed, return_places, shuffled
from canasta.bots import Bot
from canasta.deal.deal import Deal
from canasta.deal.match import Match
from canasta.deal.reporting import ENDINGS
from canasta.deal.tableaus import tableaus
from canasta.deal.view import view
from canasta.engine.steps import STUCK
from canasta.notation.records.record import DealRecord
from canasta.notation.records.recorder import Recorder, next_deal
from canasta.rules.dealers import first_player, score_keeper
from canasta.rules.groups import Rules
from canasta.sim.recording import recording
from canasta.wording.sheets import sheet

_MASK: Final = (1 << 64) - 1
_MOST_STEPS: Final = 200_000


class Broken(CanastaError):
    """A deal that cannot be right: cards were lost, points do not add up, or it never ends."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal went: how it *ended*, and numbers; *points* are by side."""

    ended: str
    turns: int
    steps: int
    stuck: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """How a match went: its deals, the totals by side, and the sides that won (none: it was left unfinished)."""

    deals: tuple[Outcome, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


def bots_for(names: Sequence[str], seed: int, number: int) -> list[Bot]:
    """Return new bots by seat for the deal or match *number* of a simulation with *seed*."""
    own = deal_seed(seed ^ _MASK, number)
    return [bots.make(name, own, seat) for seat, name in enumerate(names)]


def play_deal(
    rules: Rules, names: Sequence[str], seed: int, number: int, record: Path | None = None, deck_seed: int | None = None
) -> Outcome:
    """Play the deal *number* (from 1) of a simulation with *seed*; another seat begins each time.

    With *record*, it is written down in a new file there. The deck is that of *deck_seed*, if that is given. Raises `Broken` if the deal is not as it must be, and
    `canasta.files.FileError` where the file cannot be written.
    """
    if deck_seed is None:
        deck_seed = deal_seed(seed, number)
    deck = shuffled(pack(rules.packs, rules.deck.jokers), deck_seed)
    first, returns = (number - 1) % rules.seats, return_places(deck_seed)
    players = bots_for(names, seed, number)
    with recording(record, rules, players) as recorder:
        if recorder:
            dealer, keeper = dealer_and_keeper(rules, first)
            recorder.begin_deal(DealRecord(1, dealer, (0,) * rules.sides, (), keeper, deck, returns))
        deal, _ = Deal.new(rules.in_deal(1), deck, first, None, returns)
        steps, stuck = _play(deal, players, recorder)
    sheets = tuple(sheet(rules, tableau) for tableau in tableaus(deal.position))
    check(deal, sheets)
    bots.tell_over(deal, players, [each.total for each in sheets])
    return _outcome(deal, steps, stuck, sheets)


def dealer_and_keeper(rules: Rules, first: int) -> tuple[int, int | None]:
    """Return who deals, and who keeps the score where the rules have a Score Keeper, so that the seat *first* begins.

    The Score Keeper is the last seat, as in a match, unless that seat begins.

    >>> from canasta.rules.load import load
    >>> dealer_and_keeper(load("classic"), 0), dealer_and_keeper(load("new-canasta"), 3)
    ((3, None), (0, 2))
    """
    keepers = {score_keeper(rules, seat) for seat in range(rules.seats)}
    return next(
        (dealer, keeper)
        for keeper in sorted(keepers, key=lambda seat: -1 if seat is None else seat, reverse=True)
        for dealer in range(rules.seats)
        if dealer != keeper and first_player(rules, dealer, keeper) == first
    )


def play_match(
    rules: Rules,
    names: Sequence[str],
    seed: int,
    number: int,
    max_deals: int,
    record: Path | None = None,
    match_seed: int | None = None,
) -> MatchOutcome:
    """Play the match *number* (from 1) of a simulation with *seed*, at most *max_deals* deals.

    *record* and errors as for `play_deal`. The match is that of *match_seed*, if that is given.
    """
    match = Match(rules, deal_seed(seed, number) if match_seed is None else match_seed)
    players = bots_for(names, seed, number)
    with recording(record, rules, players, match.seed) as recorder:
        return _play_match(match, players, max_deals, recorder)


def _play_match(match: Match, players: Sequence[Bot], max_deals: int, recorder: Recorder | None) -> MatchOutcome:
    outcomes = []
    while not match.over and match.number < max_deals:
        if recorder:
            recorder.begin_deal(next_deal(match))
        match.begin_deal()
        deal = match.deal
        steps, stuck = _play(deal, players, recorder)
        before = match.totals
        match.count()
        result = match.results[-1]
        check(deal, result.sheets)
        if any(new != old + each.total for new, old, each in zip(result.totals, before, result.sheets, strict=True)):
            raise Broken(f"The totals {result.totals} are not {before} plus what was counted.")
        bots.tell_over(deal, players, [each.total for each in result.sheets])
        outcomes.append(_outcome(deal, steps, stuck, result.sheets))
    return MatchOutcome(tuple(outcomes), match.totals, match.standing.winners if match.over else ())


def _play(deal: Deal, players: Sequence[Bot], recorder: Recorder | None) -> tuple[int, int]:
    """Play *deal* to its end: the number of steps, and of turns that ended for want of a legal step."""
    steps = stuck = 0
    if recorder:
        recorder.dealt()
    while not deal.over:
        seat = deal.actor
        seen = view(deal, seat)
        step = players[seat].choose(seen)
        if step not in seen.legal:
            raise Broken(f"The bot {players[seat].name} chose the step {step}, which is not legal.")
        if recorder:
            before = deal.position.copy()
            recorder.stepped(seat, step, before, deal.step_trusted(step))
        else:
            deal.step_trusted(step)
        steps += 1
        stuck += step == STUCK
        if steps > _MOST_STEPS:
            raise Broken(f"A deal did not end within {_MOST_STEPS} steps.")
    if recorder:
        recorder.counted()
    return steps, stuck


def _outcome(deal: Deal, steps: int, stuck: int, sheets: Sequence[Sheet]) -> Outcome:
    p = deal.position
    return Outcome(ENDINGS[p.ended], int(p.turns), steps, stuck, tuple(each.total for each in sheets))


def check(deal: Deal, sheets: Sequence[Sheet]) -> None:
    """See that every card is in one place, that the count saw the same cards, and that the points add up.

    Raises `Broken` if something is wrong.
    """
    rules, p, tabletop = deal.rules, deal.position, deal.tabletop
    faces = tabletop.count()
    faces.update(tabletop.deck[p.next :])
    for seat in range(rules.seats):
        for index in range(p.taken(seat), p.rule_table.reserves):
            faces.update(tabletop.reserve(p, seat, index))
    if faces != Counter(pack(rules.packs, rules.deck.jokers)):
        raise Broken("Cards were lost or added during a deal.")
    counted = 0
    for tableau in tableaus(p):
        counted += sum(tableau.melded) + sum(tableau.caught_hand) + sum(tableau.caught_reserves)
        counted += tableau.red_threes + tableau.black_threes + tableau.topped + sum(tableau.specials_topped)
    if counted + len(p.pile) + p.stock() != rules.cards or len(tabletop.pile) != len(p.pile):
        raise Broken("The count at the end of a deal does not include every card exactly once.")
    for each in sheets:
        if each.total != sum(line.points for line in each.lines):
            raise Broken("The lines of a score sheet do not add up.")
