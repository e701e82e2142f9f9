"""What things are called: players, ranks, classes of canastas."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from canasta.base.cards import BLACK_THREE, KIND_KEYS, KIND_NAMES, TWO, Kind
from canasta.base.clauses import BY_NAME
from canasta.base.english import article, listed, plural
from canasta.base.seats import seats_of
from canasta.engine.rule_table import BLACK, MIXED, NATURAL, SPECIAL, WILD
from canasta.rules.groups import Rules, Words

YOU: Final = "You"
"""The name of someone who plays alone and has not given one."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names of the players, seat by seat, as one of them, or nobody (-1), hears them.

    *numbered* says that the names are those of seats, which lose their capital inside a sentence. Who has no name but "You", as
    someone who played alone has in a record, is addressed whoever hears it.
    """

    names: tuple[str, ...]
    viewer: int = -1
    numbered: bool = False

    @classmethod
    def of_seats(cls, seats: int) -> Names:
        """Return what players without names are called: "Seat 1", "Seat 2"."""
        return cls(tuple(f"Seat {seat}" for seat in range(1, seats + 1)), numbered=True)

    def seen_by(self, viewer: int) -> Names:
        """Return the same names as *viewer* hears them."""
        return replace(self, viewer=viewer)

    def addressed(self, seat: int) -> bool:
        """Return whether the player in *seat* is "you" in sentences."""
        return seat == self.viewer or self.names[seat] == YOU

    def player(self, seat: int, *, begins: bool = True) -> str:
        """Return the player in *seat*: "You", or a name; *begins* says whether a sentence begins with it."""
        if self.addressed(seat):
            return "You" if begins else "you"
        name = self.names[seat]
        return name.lower() if self.numbered and not begins else name

    def verb(self, seat: int, yours: str, theirs: str) -> str:
        """Return the verb after the player in *seat*: "have" after "You", "has" after a name."""
        return yours if self.addressed(seat) else theirs

    def doing(self, seat: int, verb: str, *, begins: bool = True) -> str:
        """Return the player in *seat* and what they do now, in a regular *verb*: "You deal", "Sam deals"."""
        return f"{self.player(seat, begins=begins)} {verb}{'' if self.addressed(seat) else 's'}"

    def side(self, side: int, sides: int) -> str:
        """Return the players of *side*: "You and Sam"."""
        seats = sorted(seats_of(side, len(self.names), sides), key=lambda seat: not self.addressed(seat))
        return listed(
            self.names[seat] if not self.addressed(seat) else "you" if at else YOU for at, seat in enumerate(seats)
        )


def rank_plural(rank: Kind) -> str:
    """Return what a meld of *rank* is made of: "kings", "wild cards", "black threes"."""
    if rank <= TWO:
        return "wild cards"
    return plural(KIND_NAMES[rank])


def canasta_class(rules: Rules, sort: int) -> str:
    """Return what the game calls canastas of the class *sort*: "clean", "red"; specials by their rank."""
    words = rules.words
    plain = {NATURAL: words.natural, MIXED: words.mixed, WILD: words.wild, BLACK: "black threes"}
    if sort in plain:
        return plain[sort]
    return rank_plural(special_rank(rules, sort))


def canastas_of_class(rules: Rules, sort: int, number: int) -> str:
    """Return what *number* canastas of the class *sort* are called: "clean canastas", "canasta of aces"."""
    noun = rules.words.canasta if number == 1 else rules.words.canastas
    name = canasta_class(rules, sort)
    return f"{noun} of {name}" if sort >= BLACK else f"{name} {noun}"


def special_rank(rules: Rules, sort: int) -> Kind:
    """Return the rank of the special class *sort*."""
    return KIND_KEYS.index(rules.specials[sort - SPECIAL].rank)


def canasta_made(rules: Rules, rank: Kind, sort: int) -> str:
    """Return a finished canasta in words: "a clean canasta of kings", "a canasta of wild cards"."""
    noun, of = rules.words.canasta, f"of {rank_plural(rank)}"
    if sort in (NATURAL, MIXED) and rank > BLACK_THREE:
        word = canasta_class(rules, sort)
        return article(f"{word} {noun} {of}")
    return article(f"{noun} {of}")


def clause_title(clause: str, words: Words) -> str:
    """Return the title of *clause*, with the game's own word for a canasta.

    >>> clause_title("out.contract", Words(canasta="book", canastas="books"))
    'Books needed to go out'
    >>> clause_title("meld.grows", Words(canasta="episode", canastas="episodes"))
    'Melds beyond an episode'
    """

    def own(found: re.Match[str]) -> str:
        word = words.canastas if found[3] else words.canasta
        word = article(word) if found[1] else word
        return word[0].upper() + word[1:] if (found[1] or found[2])[0].isupper() else word

    return re.sub(r"\b(?:([Aa]) )?([Cc])anasta(s?)\b", own, BY_NAME[clause].title)
