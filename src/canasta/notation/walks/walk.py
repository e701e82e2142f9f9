"""Walks as text: what they depend on, and reading them line by line. The format is told in ``docs/walks.md``.

A `Walk` names a game and its deals; `canasta.notation.walks.walking` goes through them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from canasta.base.errors import CanastaError, NotationError, RulesError
from canasta.base.shuffle import SplitMix64, deal_seed
from canasta.engine.steps import STEPS_VERSION
from canasta.notation.walks.chooser import MANNERS
from canasta.rules.dealers import score_keeper
from canasta.rules.digest import digest
from canasta.rules.groups import Rules
from canasta.rules.load import load

FORMAT: Final = 1
"""The number of the format, in the first line of every walk."""

FREELY: Final = "freely"
"""How the steps of a deal were chosen where that was not by lot."""

_SUM: Final = "[0-9a-f]{8}"
_POINTS: Final = r"-?\d+(?: -?\d+)*"

_HEAD: Final = (
    ("walk", r"walk (\d+)", "walk 1"),
    ("game", r"game (\S+)", "game classic"),
    ("players", r"players (\d+)", "players 4"),
    ("option", r"option (\S.*)", "option evans"),
    ("steps", r"steps (\d+)", "steps 2"),
    ("rules", r"rules ([0-9a-f]{64})", "rules and a SHA-256 of 64 hexadecimal digits"),
)
_DEAL: Final = (
    ("deal", r"deal (\d+) seed (\d+) chosen ([a-z]+) dealer (\d+) keeper (\d+)",
     "deal 1 seed 7 chosen keen dealer 4 keeper 0"),
    ("before", f"before ({_POINTS})", "before 0 0"),
    ("cuts", r"cuts (\d+(?: \d+)*)", "cuts 0 0"),
    ("minimums", f"minimums ({_POINTS})", "minimums 50 50"),
    ("deck", f"deck ({_SUM})", "deck 5f3759df"),
)  # fmt: skip
_TAIL: Final = (
    ("score", f"score ({_POINTS})", "score 355 -120"),
    ("after", f"after ({_POINTS})", "after 355 -120"),
    ("match", r"match (?:on \d+|over \d+(?: \d+)*)", "match on 2"),
)
TURN: Final = re.compile(f"turn (\\d+) ({_SUM})")
STEP: Final = re.compile(f"(\\d+) (\\d+) (\\d+) ({_SUM}) (\\S.*)")
_END: Final = re.compile(f"end (out|stock|lap|pile) (\\d+) ({_SUM})")
_DONE: Final = re.compile(r"done (\d+) (\d+)")


class WalkError(NotationError):
    """A walk that cannot be used; its text names the line, where it is not the whole file (0)."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(f"line {line}: {text}" if line else text, line)


class StartError(CanastaError):
    """A deal that cannot begin as it should: the rules do not fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """How a deal begins: all it depends on beside the rules. Seats and sides count from 0, deals from 1.

    *seed* shuffles the deck, *manner* is one of `MANNERS` or `FREELY`. *keeper* is the seat that keeps the
    score, if any; *totals* are those before the deal and *cuts* the exact cuts, by side.
    """

    number: int
    seed: int
    manner: str
    dealer: int
    keeper: int | None
    totals: tuple[int, ...]
    cuts: tuple[int, ...]

    def check(self, rules: Rules) -> None:
        """Raise `StartError` where no deal of *rules* begins so."""
        for what, values in (("before", self.totals), ("cuts", self.cuts)):
            if len(values) != rules.sides:
                raise StartError(f"{rules.sides} sides, but {what} has {len(values)} numbers")
        for seat in (self.dealer, self.keeper or 0):
            if seat >= rules.seats:
                raise StartError(f"there is no seat {seat + 1} at a table of {rules.seats}")
        if self.dealer == score_keeper(rules, self.keeper):
            raise StartError(f"seat {self.dealer + 1} keeps the score and never deals")


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """Deals of one game, all that a walk depends on."""

    game: str
    players: int
    options: tuple[str, ...]
    starts: tuple[Start, ...]

    def rules(self) -> Rules:
        """Return the rules it is played by. Raises `RulesError` if there are none."""
        return load(self.game, self.players, self.options)


def start_by_seed(rules: Rules, seed: int) -> Start:
    """Return the beginning of some deal in the middle of a match, all by *seed*: totals near borders, manner, dealer, cuts.

    >>> from canasta.rules.load import load
    >>> start_by_seed(load("classic"), 3).totals
    (-5, 3000)
    """
    dice = SplitMix64(deal_seed(seed, 0))

    def one_of(things: Sequence[int]) -> int:
        return things[dice.below(len(things))]

    dealer = dice.below(rules.seats)
    keeper = one_of([seat for seat in range(-1, rules.seats) if seat != dealer])
    target = rules.match.target
    totals = {0, -5, *([target - 100] if target else [])}
    if rules.opening.by == "total":
        # Totals are multiples of 5: the first of a row, and the last of the row before.
        borders = {-(-row[0] // 5) * 5 for row in rules.opening.minimums if not target or row[0] < target}
        totals |= borders | {border - 5 for border in borders}
    return Start(
        number=1 + dice.below(rules.match.deals or 4),
        seed=seed,
        manner=MANNERS[dice.below(len(MANNERS))],
        dealer=dealer,
        keeper=None if keeper < 0 else keeper,
        totals=tuple(one_of(sorted(totals)) for _ in range(rules.sides)),
        cuts=tuple(dice.below(2) for _ in range(rules.sides)),
    )


def head(walk: Walk, rules: Rules) -> Iterator[str]:
    """Yield the first lines of *walk*, which is played by *rules*."""
    yield f"walk {FORMAT}"
    yield f"game {walk.game}"
    yield f"players {walk.players}"
    for option in walk.options:
        yield f"option {option}"
    yield f"steps {STEPS_VERSION}"
    yield f"rules {digest(rules)}"


def start_lines(start: Start) -> Iterator[str]:
    """Yield the lines that say how a deal begins."""
    keeper = 0 if start.keeper is None else start.keeper + 1
    yield f"deal {start.number} seed {start.seed} chosen {start.manner} dealer {start.dealer + 1} keeper {keeper}"
    yield f"before {' '.join(map(str, start.totals))}"
    yield f"cuts {' '.join(map(str, start.cuts))}"


class _Lines:
    """Reads lines one after the other."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.at = 0

    @property
    def line(self) -> str:
        """The line to be read; empty after the last one."""
        return self.lines[self.at] if self.at < len(self.lines) else ""

    def wrong(self, text: str) -> WalkError:
        return WalkError(self.at + 1, text)

    def next(self, row: tuple[str, str, str]) -> tuple[str, ...]:
        """Return the values of the next line, which must be of the kind of *row*."""
        key, pattern, example = row
        if self.at == len(self.lines):
            raise self.wrong(f"the walk is incomplete: the next line must begin with {key}, such as: {example}")
        match = re.fullmatch(pattern, self.line)
        if not match:
            raise self.wrong(f"this must be a line such as: {example}")
        self.at += 1
        return match.groups()


def read_walk(lines: Sequence[str]) -> Walk:
    """Return the walk that *lines* tell of, each line read by itself; whether it goes as they say is not looked at.

    Raises `WalkError` for the first line that has no place in a walk.
    """
    text = _Lines(lines)
    (form,) = text.next(_HEAD[0])
    if int(form) != FORMAT:
        raise WalkError(1, f"this walk has format {form}, but only format {FORMAT} can be read")
    (game,), (players,) = text.next(_HEAD[1]), text.next(_HEAD[2])
    options: list[str] = []
    while text.line.startswith("option"):
        options += text.next(_HEAD[3])
    (version,) = text.next(_HEAD[4])
    if int(version) != STEPS_VERSION:
        text.at -= 1
        raise text.wrong(f"its steps have version {version}, but only version {STEPS_VERSION} is known")
    text.next(_HEAD[5])
    starts = []
    while text.line == "" and text.at < len(lines):
        text.at += 1
        starts.append(_read_deal(text))
    if not starts:
        raise text.wrong("an empty line and a deal must follow")
    if not _DONE.fullmatch(text.line):
        raise text.wrong("after the last deal a line such as: done 2 311, the numbers of deals and steps, must follow")
    if text.at + 1 < len(lines):
        text.at += 1
        raise text.wrong("nothing may follow the line done")
    return Walk(game=game, players=int(players), options=tuple(options), starts=tuple(starts))


def _read_deal(text: _Lines) -> Start:
    number, seed, manner, dealer, keeper = text.next(_DEAL[0])
    if manner not in {*MANNERS, FREELY}:
        text.at -= 1
        raise text.wrong(f"steps are chosen {', '.join(MANNERS)} or {FREELY}, not {manner}")
    if not int(number) or not int(dealer) or int(seed) >= 1 << 64:
        text.at -= 1
        raise text.wrong("deals and dealers are numbered from 1, and a seed must be below 2 to the power of 64")
    (totals,), (cuts,) = text.next(_DEAL[1]), text.next(_DEAL[2])
    text.next(_DEAL[3])
    text.next(_DEAL[4])
    while TURN.fullmatch(text.line) or STEP.fullmatch(text.line):
        text.at += 1
    if not _END.fullmatch(text.line):
        raise text.wrong(
            "this must be a turn such as: turn 2 5f3759df, a step such as: 2 0 3 5f3759df draw, or the end of the deal,"
            " such as: end out 2 5f3759df"
        )
    text.at += 1
    for row in _TAIL:
        text.next(row)
    return Start(
        number=int(number),
        seed=int(seed),
        manner=manner,
        dealer=int(dealer) - 1,
        keeper=int(keeper) - 1 if int(keeper) else None,
        totals=tuple(map(int, totals.split())),
        cuts=tuple(map(int, cuts.split())),
    )


def rules_for(walk: Walk) -> Rules:
    """Return the rules of *walk*. Raises `WalkError` in one sentence where there are none."""
    try:
        return walk.rules()
    except RulesError as error:
        raise WalkError(2, f"the rules cannot be used: {'; '.join(map(str, error.problems))}") from error
