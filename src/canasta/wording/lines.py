"""Lines of the handbook with the values they describe, and the writers of the clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from canasta.base.clauses import RULES
from canasta.base.english import article, cards, count, listed, number, place, sentence
from canasta.rules.groups import DealChange, Rules, Words
from canasta.wording.claims import Claim


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A sentence for players, the paths of the values it tells, and what it claims of the play.

    A path may stand for all below it.
    """

    text: str
    paths: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesText:
    """Rules as a writer looks at them: with the words of the game and of the table."""

    rules: Rules

    @property
    def words(self) -> Words:
        """The game's own words."""
        return self.rules.words

    @property
    def partners(self) -> int:
        """How many partners each player has."""
        return self.rules.seats // self.rules.sides - 1

    @property
    def your_side(self) -> str:
        """Who melds together: "your side", or "you" where everyone plays alone."""
        return "your side" if self.partners else "you"

    @property
    def has(self) -> str:
        """The verb after `your_side`."""
        return "has" if self.partners else "have"

    @property
    def need(self) -> str:
        """The verb after `your_side`: "needs" or "need"."""
        return "needs" if self.partners else "need"

    @property
    def your(self) -> str:
        """Whose melds they are: "your side's", or "your"."""
        return "your side's" if self.partners else "your"

    @property
    def its(self) -> str:
        """Whose melds they are, said after `your_side`: "its", or "your"."""
        return "its" if self.partners else "your"

    @property
    def a_side(self) -> str:
        """One who scores: "a side" or "a player"."""
        return "a side" if self.partners else "a player"

    @property
    def held(self) -> str:
        """Where cards are that count against their owner."""
        return f"in a hand or in {self.unopened}" if self.rules.reserves else "in a hand"

    @property
    def unopened(self) -> str:
        """A reserve that nobody picked up: "a knee or foot not picked up"."""
        names = [reserve.name for reserve in self.rules.reserves]
        return f"{article(listed(names, 'or'))} not picked up"

    def fill(self, phrase: str, **more: str) -> str:
        """Return a phrase of a rule word (`canasta.rules.words`), with the names in braces filled in; *more* are of one rule only."""
        return phrase.format_map(self._names() | more)

    def _names(self) -> dict[str, str]:
        words, alone = self.words, not self.partners
        return {
            "your_side": self.your_side,
            "has": self.has,
            "finishes": "finish" if alone else "finishes",
            "opens": "open" if alone else "opens",
            "your": self.your,
            "threes": "threes" if self.rules.threes.black == "laid" else "red threes",
            "yours": "yours" if alone else "your side",
            "for_side": "" if alone else " for your side",
            "a_side": self.a_side,
            "owner": "you" if alone else "their side",
            "another": "someone else" if alone else "another side",
            "every": "everyone" if alone else "every side",
            "partners_turn": "your partner's next turn" if self.partners == 1 else "their next turns",
            "dealers_partner": "" if alone else f"the dealer's {'partner' if self.partners == 1 else 'next partner'}",
            "all_who_deal": "everyone but the Score Keeper" if self.keeps_score else "everyone",
            "special_ranks": listed([cards(each.rank) for each in self.rules.specials], "or"),
            "deal": words.deal,
            "hand": words.hand,
            "canasta": words.canasta,
            "canastas": words.canastas,
            "a_canasta": article(words.canasta),
            "natural": words.natural,
            "a_natural": article(words.natural),
            "mixed": words.mixed,
            "a_mixed": article(words.mixed),
            "size": number(self.rules.meld.size),
        }

    @property
    def keeps_score(self) -> bool:
        """Whether a Score Keeper is at this table."""
        return self.rules.table.score_keeper and self.rules.seats > 2

    def later(self, *names: str) -> Iterator[tuple[DealChange, str, tuple[str, ...]]]:
        """Return changes from deal to deal of the values *names*: each with "from the third deal on" and the paths of what it sets."""
        for change in self.rules.deals:
            paths = tuple(f"deals.{change.deal}.{name}" for name in names if getattr(change, name) >= 0)
            if paths:
                yield change, f"from the {place(change.deal)} {self.words.deal} on", paths

    def canastas(self, n: int, kind: str = "") -> str:
        """Return a number of canastas of a kind: "two clean canastas"."""
        kind = f"{kind} " if kind else ""
        return count(n, kind + self.words.canasta, kind + self.words.canastas)


Lines = Iterator[RuleLine]
Writer = Callable[[RulesText], Lines]

WRITERS: Final[dict[str, Writer]] = {}
"""The writer of each clause, by its name."""


def writes(clause: str) -> Callable[[Writer], Writer]:
    """Make a function the writer of *clause*."""
    if clause not in RULES or clause in WRITERS:
        raise ValueError(clause)

    def enter(writer: Writer) -> Writer:
        WRITERS[clause] = writer
        return writer

    return enter


def line(text: str, *paths: str, claims: tuple[Claim, ...] = ()) -> RuleLine:
    """Return a line; the text gets its capital and its full stop."""
    return RuleLine(sentence(text), paths, claims)
