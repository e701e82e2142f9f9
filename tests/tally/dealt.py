"""Deals that bots have played, and what the players of each side would count after them."""

from __future__ import annotations

from random import Random

from canasta.base.cards import KIND_KEYS
from canasta.bots import make
from canasta.deal.match import Match
from canasta.deal.tableaus import tableaus
from canasta.deal.view import view
from canasta.rules.groups import Rules
from canasta.scoring.count import card_values
from canasta.scoring.tableau import Tableau
from canasta.tally.tally import Tally, tally_of


def played(rules: Rules, seed: int) -> Match:
    """Return a match whose first deal is over and not yet counted; random players end otherwise than good ones."""
    match = Match(rules, seed)
    dice = Random(seed)
    for seat, needed in match.cutters():
        match.cut(seat, needed + dice.choice((0, 1)))
    match.begin_deal()
    deal = match.deal
    bot = ("greedy", "chance", "planner")[seed % 3]
    bots = [make(bot, seed, seat) for seat in range(rules.seats)]
    while not deal.over:
        deal.step(deal.actor, bots[deal.actor].choose(view(deal, deal.actor)))
    return match


def counted(match: Match) -> tuple[list[Tableau], list[Tally]]:
    """Return what lies on the table at the end of the deal, and what each side counts, card by card."""
    every = tableaus(match.deal.position, match.exact_cuts)
    return every, [tally_of(match.deal.rules, tableau) for tableau in every]


def in_points(tally: Tally, rules: Rules) -> Tally:
    """Return *tally* as people say it who add up cards in their heads: one sum for cards melded, and one for those left in each place."""
    values, answers = card_values(rules), dict(tally.answers)
    for place in ("melded", "hand", "reserves"):
        kinds = [key for key in answers if key.startswith(f"{place} ") and key.partition(" ")[2] in KIND_KEYS]
        points = sum(answers.pop(key) * values[KIND_KEYS.index(key.partition(" ")[2])] for key in kinds)
        if points:
            answers[place] = points
    return Tally(answers, tally.note)
