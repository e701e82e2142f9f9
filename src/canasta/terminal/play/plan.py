"""What is to be played, before it is: the game, the rules, and who plays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from canasta.bots.registry import USUAL
from canasta.rules.groups import Rules
from canasta.rules.load import load
from canasta.terminal.play.seating import PERSON, Seating, seat_players


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match as the command line or the menu describes it; None means the usual.

    *names* are separated by commas. *seated* says whether the players chose their seats, so that no draw moves them.
    """

    game: str | None = None
    players: int | None = None
    house: Path | None = None
    options: tuple[str, ...] = ()
    seats: tuple[str, ...] | None = None
    names: str | None = None
    bot: str = USUAL
    seated: bool = False

    def with_name(self, name: str) -> MatchPlan:
        """Return the plan with *name* for the first person, if there is one and nobody has a name."""
        if not name or self.names is not None or PERSON not in (self.seats or (PERSON,)):
            return self
        return replace(self, names=name)

    def rules(self) -> Rules:
        """Return the rules. Raises `canasta.base.errors.RulesError` with every problem."""
        return load(self.game, self.players, self.options, self.house)

    def seating(self, rules: Rules) -> Seating:
        """Return who sits where. Raises as `seat_players` does."""
        return seat_players(rules, self.seats, self.names, self.bot)
