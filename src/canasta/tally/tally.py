"""`Tally`: what the players of a side counted after a deal with real cards, and the sheet of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from canasta.base.cards import BLACK_THREE, KIND_KEYS, KINDS, RED_THREE
from canasta.base.errors import CanastaError
from canasta.base.sheets import Part, ScoreLine, Sheet
from canasta.rules.groups import Rules
from canasta.scoring.tableau import Tableau
from canasta.tally.questions import AFTER_STOCK, IN_ALL, POINTS, Question, questions
from canasta.wording.sheets import sheet

MOST: Final = 999
"""The largest number of things that can be entered."""

MOST_POINTS: Final = 99_999
"""The largest sum of points that can be entered."""

LONGEST_NOTE: Final = 120
"""How many characters a note may have."""


class WrongTally(CanastaError):
    """An answer that no question takes; *key* names the question."""

    def __init__(self, key: str, text: str) -> None:
        super().__init__(text)
        self.key = key


@dataclass(frozen=True, slots=True)
class Tally:
    """The answers of one side: a number by the key of each question, where it is not 0.

    Numbers of things are counted by key; yes is 1. Cards are told by their sum in points (``"melded": 345``), or by kind
    (``"melded K": 4``). `note` says why the table insists on something that can't be; it stays on the sheet.
    """

    answers: Mapping[str, int]
    note: str = ""

    def get(self, key: str) -> int:
        """Return the answer to the question *key*; 0 where there is none."""
        return self.answers.get(key, 0)

    @classmethod
    def of_json(cls, told: object, rules: Rules) -> Self:
        """Return the tally that `as_json` wrote, for a deal with *rules*. Raises `WrongTally` for anything else.

        >>> from canasta.rules.load import load
        >>> Tally.of_json({"natural": 1, "melded": 345}, load("classic")).get("melded")
        345
        """
        if not isinstance(told, Mapping):
            raise WrongTally("", "A count must be an object with a number for each thing counted.")
        note = told.get("note", "")
        if not isinstance(note, str) or len(note) > LONGEST_NOTE or not note.isprintable():
            raise WrongTally("note", f"note: must be one line of at most {LONGEST_NOTE} characters.")
        known = _known(rules)
        answers = {}
        for key, number in told.items():
            if key == "note":
                continue
            if key not in known:
                raise WrongTally(str(key)[:40], f'"{str(key)[:40]}" is not counted in {rules.title}.')
            answers[key] = _checked(key, number, known[key])
        tally = cls({key: number for key, number in answers.items() if number}, note)
        tally._check_once(rules)
        return tally

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON; the note only where there is one."""
        return {**self.answers, **({"note": self.note} if self.note else {})}

    def _check_once(self, rules: Rules) -> None:
        """See that nothing is told twice: as a sum and by kind, or in all and one by one. Raises `WrongTally`."""
        if POINTS in self.answers and len(self.answers) > (2 if "out" in self.answers else 1):
            raise WrongTally(POINTS, "Enter the points in all, or what they are made of, but not both.")
        for question in questions(rules):
            told = [title for key, title, _ in question.kinds if key in self.answers]
            if told and question.key in self.answers:
                text = f"{question.title}: enter one sum, or the cards by kind ({', '.join(told)}), but not both."
                raise WrongTally(question.key, text[0].upper() + text[1:])

    def tableau(self, rules: Rules, *, another_out: bool = False) -> Tableau:
        """Return what the side has on the table and was caught with; *another_out* tells whether another side went out."""
        special = tuple(self.get(f"special {index}") for index, _ in enumerate(rules.specials, 1))
        special_topped = tuple(self.get(f"special topped {index}") for index, _ in enumerate(rules.specials, 1))
        topped, jokers, twos = self.get("natural topped"), self.get("wild jokers"), self.get("wild twos")
        number = self.get
        return Tableau(
            natural=number("natural") + topped,
            topped=topped,
            mixed=number("mixed"),
            wild=number("wild") + jokers + twos,
            wild_jokers=jokers,
            wild_twos=twos,
            black=number("black"),
            specials=tuple(map(sum, zip(special, special_topped, strict=True))),
            specials_topped=special_topped,
            melded=self._cards("melded"),
            melded_sum=number("melded"),
            red_threes=number("red threes"),
            black_threes=number("black threes"),
            caught_hand=self._caught("hand"),
            caught_reserves=self._caught("reserves"),
            hand_sum=number("hand"),
            reserves_sum=number("reserves"),
            opened=self.melds,
            special_hand=next(
                (at for at, _ in enumerate(rules.special_hands, 1) if number(f"special hand {at}")),
                0,
            ),
            out=number("out") > 0,
            concealed=number("concealed") > 0,
            after_stock=number(AFTER_STOCK) > 0,
            another_out=another_out,
            missed=tuple(number(f"missed {at}") for at, _ in enumerate(rules.reserves, 1)),
            unfinished_wild=number("unfinished wild"),
            unfinished=tuple(number(f"unfinished {at}") for at, _ in enumerate(rules.specials, 1)),
            held=tuple(number(f"held {at}") for at, _ in enumerate(rules.specials, 1)),
            restored=number("restored"),
            exact_cuts=number("exact cuts"),
        )

    @property
    def melds(self) -> bool:
        """Whether the side has melded, by what it counted."""
        words = ("natural", "mixed", "wild", "black", "special ", "special topped", "melded", "unfinished")
        return any(key.startswith(words) for key in self.answers)

    def _cards(self, item: str) -> tuple[int, ...]:
        return tuple(self.get(f"{item} {key}") for key in KIND_KEYS)

    def _caught(self, item: str) -> tuple[int, ...]:
        cards = list(self._cards(item))
        cards[BLACK_THREE] += self.get(f"{item} blacks")
        cards[RED_THREE] += self.get(f"{item} reds")
        return tuple(cards)


def _known(rules: Rules) -> dict[str, Question]:
    """Return the question for each key that an answer may have."""
    known = {}
    for question in questions(rules):
        known[question.key] = question
        known |= {key: question for key, _, _ in question.kinds}
    return known


def _checked(key: str, number: object, question: Question) -> int:
    """Return *number* as the answer *key* of *question*. Raises `WrongTally`."""
    least, most = 0, MOST
    if question.kind == "yes":
        most = 1
    elif question.kind == "sum":
        least, most = -MOST_POINTS, MOST_POINTS
    elif question.kind == "cards" and key == question.key:
        most = MOST_POINTS
    if type(number) is not int or not least <= number <= most:
        title = next((title for each, title, _ in question.kinds if each == key), question.title)
        raise WrongTally(key, f"{title[0].upper()}{title[1:]}: enter a whole number from {least:,} to {most:,}.")
    return number


def sheets(rules: Rules, tallies: Sequence[Tally]) -> tuple[Sheet, ...]:
    """Return the sheet of each side in a deal with *rules*, the answers of every side given.

    Lines and totals are those of the engine for the same cards. Raises `ValueError` for a wrong number of sides.

    >>> from canasta.rules.load import load
    >>> ann, bea = sheets(load("classic"), [Tally({"natural": 1, "out": 1, "melded": 345}), Tally({"hand": 60})])
    >>> print(ann)
    1 natural canasta  500
    Going out          100
    Melded cards       345
    Total              945
    >>> print(bea)
    Cards left in hand  −60
    Total               −60
    """
    if len(tallies) != rules.sides:
        raise ValueError(f"there are {rules.sides} sides, and {len(tallies)} counts were given")
    return tuple(
        sheet_of(rules, tally, another_out=any(other.get("out") for other in tallies if other is not tally))
        for tally in tallies
    )


def sheet_of(rules: Rules, tally: Tally, *, another_out: bool = False) -> Sheet:
    """Return the sheet of one side; *another_out* tells whether another side went out."""
    points = tally.get(POINTS)
    if points:
        return Sheet((Part("", (ScoreLine(POINTS, IN_ALL, 0, None, points, POINTS, POINTS),)),))
    return sheet(rules, tally.tableau(rules, another_out=another_out))


def tally_of(rules: Rules, tableau: Tableau) -> Tally:
    """Return the tally of a side that counts *tableau* card by card: the inverse of `Tally.tableau`."""
    topped = tableau.specials_topped or (0,) * len(tableau.specials)
    jokers = tableau.wild_jokers if rules.wild_canastas.jokers else 0
    twos = tableau.wild_twos if rules.wild_canastas.twos else 0
    answers = {
        "natural": tableau.natural - tableau.topped,
        "natural topped": tableau.topped,
        "mixed": tableau.mixed,
        "wild": tableau.wild - jokers - twos,
        "wild jokers": jokers,
        "wild twos": twos,
        "black": tableau.black,
        "red threes": tableau.red_threes,
        "black threes": tableau.black_threes,
        "out": int(tableau.out),
        "concealed": int(tableau.concealed and tableau.out),
        AFTER_STOCK: int(tableau.after_stock and tableau.out),
        "unfinished wild": tableau.unfinished_wild,
        "restored": tableau.restored,
        "exact cuts": tableau.exact_cuts,
    }
    for at, (number, tops) in enumerate(zip(tableau.specials, topped, strict=True), 1):
        answers |= {f"special {at}": number - tops, f"special topped {at}": tops}
    for word, numbers in (("missed", tableau.missed), ("unfinished", tableau.unfinished), ("held", tableau.held)):
        answers |= {f"{word} {at}": number for at, number in enumerate(numbers, 1)}
    if tableau.special_hand:
        answers[f"special hand {tableau.special_hand}"] = 1
    answers |= {f"melded {KIND_KEYS[kind]}": tableau.melded[kind] for kind in range(KINDS)}
    known = _known(rules)
    for word, cards in (("hand", tableau.caught_hand), ("reserves", tableau.caught_reserves)):
        for kind, number in enumerate(cards):
            by_kind = f"{word} {KIND_KEYS[kind]}"
            apart = {RED_THREE: f"{word} reds", BLACK_THREE: f"{word} blacks"}
            answers[by_kind if by_kind in known else apart.get(kind, by_kind)] = number
    return Tally({key: number for key, number in answers.items() if number and key in known})
