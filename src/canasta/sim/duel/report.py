"""`DuelReport`: what a duel found, as data and as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from canasta.base.english import several
from canasta.bots import make
from canasta.deal.reporting import ENDINGS
from canasta.rules.digest import digest
from canasta.sim.duel.contest import Duel
from canasta.sim.duel.playing import DuelTally
from canasta.sim.moments import Mean, share
from canasta.sim.report import rounded
from canasta.sim.table import aligned, number_text


@dataclass(frozen=True, slots=True)
class DuelReport:
    """What *duel* came to after *tally*. Points are per deal, or per match where matches were played."""

    duel: Duel
    tally: DuelTally

    @property
    def difference(self) -> Mean:
        """How many points more the sides of *a* make than those of *b*, with the 95 % interval."""
        less, divisor = self.tally.difference, self.duel.divisor
        return less.mean_so_far(divisor) if self.duel.stop else less.mean(divisor)

    @property
    def decided(self) -> bool:
        """Whether 0 is outside the interval, so that one bot is the better one."""
        less = self.difference
        return self.tally.decks > 1 and (less.low > 0 or less.high < 0)

    @property
    def whole(self) -> bool:
        """Whether all that was asked for was played."""
        return self.tally.decks >= self.duel.decks or (self.duel.stop and self.decided)

    @property
    def wins(self) -> Mapping[str, Mean]:
        """The share of its sides in finished matches that each bot won with, joint wins included; a deal alone has none."""
        tally = self.tally
        return {which: share(tally.won[which], tally.finished[which]) for which in sorted(tally.finished)}

    def as_json(self) -> dict[str, Any]:
        """Return the report as plain data: what was asked for, then what was found."""
        duel, tally, less = self.duel, self.tally, self.difference
        found: dict[str, Any] = {
            "game": duel.rules.name,
            "title": duel.rules.title,
            "players": duel.rules.seats,
            "rules": digest(duel.rules),
            "a": duel.a,
            "b": duel.b,
            "versions": {name: make(name, 0, 0).version for name in sorted({duel.a, duel.b})},
            "seed": duel.seed,
            "planned": duel.decks,
            "decks": tally.decks,
            "deals": sum(tally.ends.values()),
            "difference": less.mean,
            "interval": [less.low, less.high],
            "corrected": duel.stop,
            "deviation": tally.difference.deviation / duel.divisor,
            "points": {"a": asdict(tally.a.mean()), "b": asdict(tally.b.mean())},
            "ends": {how: tally.ends[how] for how in ENDINGS.values()},
            "turns": asdict(tally.turns.mean()),
        }
        if duel.match:
            found["match"] = {
                "matches": len(duel.places) * tally.decks,
                "unfinished": tally.unfinished,
                "max_deals": duel.max_deals,
                "wins": {which: asdict(mean) for which, mean in self.wins.items()},
            }
        plain: dict[str, Any] = rounded(found)
        return plain

    def lines(self) -> Iterator[str]:
        """Yield the report as text, a line at a time."""
        duel, tally = self.duel, self.tally
        rules, each = duel.rules, "match" if duel.match else "deal"
        yield f"{rules.title}, {rules.seats} players: {duel.a} against {duel.b}; seed {duel.seed}"
        yield ""
        played = several(len(duel.places) * tally.decks, each, "matches" if duel.match else "deals")
        rows = [
            (
                "Decks" if not duel.match else "Matches",
                f"{tally.decks:,}, each played {len(duel.places)} times: {played}",
            ),
            (f"Points per {each}", "mean, 95 % interval"),
            (f"  {duel.a}", number_text(tally.a.mean())),
            (f"  {duel.b}", number_text(tally.b.mean())),
            (f"  {duel.a} minus {duel.b}", number_text(self.difference)),
        ]
        wins = self.wins
        for which, name in (("a", duel.a), ("b", duel.b)):
            if which in wins:
                rows.append(
                    (f"Won by {name}", f"{wins[which].mean:.1%}  ({wins[which].low:.1%} to {wins[which].high:.1%})")
                )
        yield from aligned(iter(rows))
        if duel.stop:
            yield "The interval is corrected for stopping early."
