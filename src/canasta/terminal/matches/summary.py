"""A kept match in a few words: what is played, by whom, and how far it is."""

from __future__ import annotations

from canasta.base.english import listed, several
from canasta.base.sheets import amount
from canasta.terminal.matches.kept import KeptMatch


def game_and_people(kept: KeptMatch) -> str:
    """Return what is played, and by whom: "Hand and Foot: Ann, Bea and 2 bots"."""
    heading = kept.heading
    if heading is None:
        return "This record cannot be read."
    people = [player.name or f"Player {seat}" for seat, player in enumerate(heading.players, 1) if not player.bot]
    bots = len(heading.players) - len(people)
    who = [*people, *([several(bots, "bot")] if bots else [])]
    return f"{heading.rules.title}: {listed(who)}"


def state_text(kept: KeptMatch) -> str:
    """Return how far the match is: "unfinished, deal 3, 1,250 to 840, last played on 1 March 2026 at 21:14"."""
    heading = kept.heading
    if heading is None:
        return kept.problem
    deal = heading.rules.words.deal
    parts = ["finished" if kept.state == "finished" else f"unfinished, {deal} {max(kept.deals, 1)}"]
    if kept.by_hand:
        parts.append("with real cards")
    if any(kept.totals):
        parts.append(" to ".join(map(amount, kept.totals)))
    when = kept.played
    parts.append(f"last played on {when.day} {when:%B %Y} at {when:%H:%M}")
    return ", ".join(parts)
