"""Letting bots play on a deal: one step, a whole turn, or to the end."""

from __future__ import annotations

from collections.abc import Sequence

from canasta.base.events import Event
from canasta.bots.bot import Bot, Listener
from canasta.deal.deal import Deal
from canasta.deal.view import view


def play_step(deal: Deal, bot: Bot) -> list[Event]:
    """Let *bot* take one step for the seat that *deal* waits for; returns what happened.

    Raises `IllegalMove` if the bot chose a step that its view did not offer.
    """
    seat = deal.actor
    seen = view(deal, seat)
    step = bot.choose(seen)
    if step in seen.legal:
        return deal.step_trusted(step)
    return deal.step(seat, step)


def play_turn(deal: Deal, bots: Sequence[Bot | None]) -> list[Event]:
    """Let *bots*, one a seat, play until the turn is another seat's, the deal is over, or None must act.

    Questions to a partner are answered on the way.
    """
    events: list[Event] = []
    turn, turns = deal.position.turn, deal.position.turns
    while not deal.over and deal.position.turn == turn and deal.position.turns == turns:
        bot = bots[deal.actor]
        if bot is None:
            break
        events += play_step(deal, bot)
    return events


def play_out(deal: Deal, bots: Sequence[Bot]) -> int:
    """Let *bots*, one a seat, play *deal* to its end; returns the number of steps."""
    steps = 0
    while not deal.over:
        play_step(deal, bots[deal.actor])
        steps += 1
    return steps


def tell_over(deal: Deal, bots: Sequence[Bot | Listener | None], points: Sequence[int]) -> None:
    """Tell those of *bots*, one a seat, who want to hear it that *deal* has ended with *points* by side."""
    for seat, bot in enumerate(bots):
        if isinstance(bot, Listener):
            bot.over(view(deal, seat), points)
