"""A bot at the table: deals of every game in which it has one seat, each decision judged and timed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from canasta.base.cards import pack
from canasta.base.shuffle import deal_seed, return_places, shuffled
from canasta.bots.process import BotFailure, BotProcess
from canasta.bots.process.host import DECISION_MS
from canasta.bots.registry import make
from canasta.deal.deal import Deal
from canasta.deal.tableaus import tableaus
from canasta.deal.view import View, view
from canasta.rules.groups import Rules
from canasta.sim.exam.result import GameResult
from canasta.wording.sheets import sheet

OTHERS: Final = "greedy"
"""The bot in the other seats."""

_AGAIN: Final = 5
"""Of a bot that says it is deterministic, one decision in that many is asked again."""

_MOST_KEPT: Final = 4


@dataclass(frozen=True, slots=True)
class Terms:
    """How a bot is tried at each table: *deals* with decks from *seed*, and *ms* milliseconds for a decision."""

    deals: int = 1
    ms: int = DECISION_MS
    seed: int = 1


def begun(rules: Rules, seed: int, number: int) -> Deal:
    """Return the deal *number* (from 1) from *seed*; another seat begins each time."""
    own = deal_seed(seed, number)
    deck = shuffled(pack(rules.packs, rules.deck.jokers), own)
    return Deal.new(rules, deck, (number - 1) % rules.seats, None, return_places(own))[0]


class Trial:
    """Plays deals with a *bot* in one seat; *twin* is another process of the same bot, asked some of it again."""

    def __init__(self, bot: BotProcess, twin: BotProcess, terms: Terms) -> None:
        self._bot = bot
        self._twin = twin
        self._terms = terms
        self._deterministic = bot.hello().deterministic

    def play(self, tables: Sequence[Rules], into: GameResult) -> Iterator[None]:
        """Play at each of *tables*, and note everything in *into*; yield after each table."""
        for rules in tables:
            try:
                for number in range(1, self._terms.deals + 1):
                    self._deal(rules, number, into)
                    into.deals += 1
            except BotFailure as failure:
                into.problem = into.problem or f"with {rules.seats} players: {failure}"
            yield

    def _deal(self, rules: Rules, number: int, into: GameResult) -> None:
        seat = number % rules.seats
        seed = deal_seed(self._terms.seed, number)
        deal = begun(rules, self._terms.seed, number)
        others = [make(OTHERS, seed, each) for each in range(rules.seats)]
        kept: list[tuple[View, int]] = []
        while not deal.over:
            seen = view(deal, deal.actor)
            if deal.actor == seat:
                step = self._decision(seen, into)
                kept.append((seen, step))
            else:
                step = others[deal.actor].choose(seen)
            deal.step_trusted(step)
        points = [each.total for each in (sheet(rules, tableau) for tableau in tableaus(deal.position))]
        self._bot.over(view(deal, seat), points)
        if self._deterministic:
            # Another process, and backwards: whatever the bot remembers does not help it.
            for seen, step in reversed(kept[:: max(1, len(kept) // _MOST_KEPT)]):
                self._compare(self._twin, seen, step, into)

    def _decision(self, seen: View, into: GameResult) -> int:
        start = perf_counter()
        step = self._bot.choose(seen, self._terms.ms)
        into.times.append((perf_counter() - start) * 1000)
        if self._deterministic and len(into.times) % _AGAIN == 0:
            self._compare(self._bot, seen, step, into)
        return step

    def _compare(self, bot: BotProcess, seen: View, step: int, into: GameResult) -> None:
        again = bot.choose(seen, self._terms.ms)
        into.repeated += 1
        if again != step:
            text = f"It says that it is deterministic, but chose step {step} first and step {again} when asked again."
            raise BotFailure(bot.name, text)
