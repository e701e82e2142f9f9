"""Going through walks: writing them, and comparing them with what this program finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from canasta.base.cards import Face, faces_text, pack
from canasta.base.shuffle import return_places, shuffled
from canasta.deal.deal import Deal
from canasta.deal.reporting import ENDINGS
from canasta.deal.tableaus import laid_melds, tableaus
from canasta.engine.legal import legal
from canasta.engine.play import play_by
from canasta.engine.position import OVER, Position
from canasta.engine.rule_table import KINDS
from canasta.engine.steps import STEPS, step_name
from canasta.notation.walks.chooser import Act, Chooser, random_chooser
from canasta.notation.walks.walk import (
    FREELY,
    STEP,
    TURN,
    Start,
    StartError,
    Walk,
    WalkError,
    head,
    read_walk,
    rules_for,
    start_lines,
)
from canasta.rules.dealers import first_player, next_dealer
from canasta.rules.groups import Rules
from canasta.scoring.standing import minimum, standing
from canasta.wording.sheets import sheet

_MOST_NAMED: Final = 12
"""How many legal steps a difference names."""


def checksum(text: str) -> str:
    """Return the CRC-32 of *text*, eight hexadecimal digits.

    >>> checksum("123456789")
    'cbf43926'
    """
    return f"{crc32(text.encode()):08x}"


def acts(p: Position) -> list[Act]:
    """Return every legal step with its seat, by seats and then ascending; of one seat but where others may meld aside."""
    if not p.rule_table.frozen_in_time:
        seat = int(p.actor)
        return [(seat, int(step)) for step in legal(p, seat)]
    return [(seat, int(step)) for seat in range(int(p.rule_table.seats)) for step in legal(p, seat)]


def numbers(p: Position) -> list[int]:
    """Return the numbers that a position is known by at the beginning of a turn or at the end; see ``docs/walks.md``."""
    table = p.rule_table
    every = [0, 0, -1]
    if p.phase != OVER:
        every = [p.turn + 1, int(p.frozen(p.side_of(p.turn))), p.lap]
    for seat in range(table.seats):
        every += p.hand(seat)
        taken = p.taken(seat)
        every.append(table.reserves - taken)
        for index in range(taken, table.reserves):
            at = p.rule_table.reserve_start(seat, index)
            packet = list(p.deck[at : at + table.reserve_size[index]])
            every += [packet.count(kind) for kind in range(KINDS)]
    for side in range(table.sides):
        every += [int(p.opened(side)), p.reds(side)]
        laid = sorted(laid_melds(p, side))
        every.append(len(laid))
        for meld in laid:
            every += meld
    every.append(len(p.pile))
    every += p.pile
    every.append(p.stock())
    every += p.deck[p.next :]
    return every


def position_sum(p: Position) -> str:
    """Return the checksum of a position at the beginning of a turn or at the end."""
    return checksum(" ".join(map(str, numbers(p))))


def begun(rules: Rules, start: Start, deck: Sequence[Face]) -> Position:
    """Return the first turn of a deal of *deck*. Raises `StartError` if *start* does not fit *rules*."""
    start.check(rules)
    rules = rules.in_deal(start.number)
    first = first_player(rules, start.dealer, start.keeper)
    minimums = [minimum(rules, start.number, total) for total in start.totals]
    return Deal.new(rules, deck, first, minimums, return_places(start.seed))[0].position


def deal_lines(rules: Rules, start: Start, choose: Chooser) -> Iterator[str]:
    """Yield the lines of one deal. Raises `StartError` if *start* does not fit *rules*."""
    rules = rules.in_deal(start.number)
    deck = shuffled(pack(rules.packs, rules.deck.jokers), start.seed)
    p = begun(rules, start, deck)
    yield from start_lines(start)
    yield f"minimums {_row(minimum(rules, start.number, total) for total in start.totals)}"
    yield f"deck {checksum(faces_text(deck))}"
    number, turn = 0, -1
    while p.phase != OVER:
        if turn != p.turns:
            yield f"turn {p.turn + 1} {position_sum(p)}"
            turn = p.turns
        able = acts(p)
        listed = checksum(" ".join([f"{seat + 1}:{step}" for seat, step in able]))
        seat, step = choose(number, able)
        yield f"{seat + 1} {step} {len(able)} {listed} {step_name(step)}"
        play_by(p, seat, step)
        number += 1
    yield f"end {ENDINGS[p.ended]} {p.out + 1} {position_sum(p)}"
    scores = [sheet(rules, tableau).total for tableau in tableaus(p, start.cuts)]
    totals = [total + score for total, score in zip(start.totals, scores, strict=True)]
    yield f"score {_row(scores)}"
    yield f"after {_row(totals)}"
    stands = standing(rules, totals, start.number)
    if stands.over:
        yield f"match over {_row(side + 1 for side in stands.winners)}"
    else:
        yield f"match on {next_dealer(rules, start.dealer, start.keeper) + 1}"


def _row(values: Iterator[int] | Sequence[int]) -> str:
    return " ".join(map(str, values))


def walk_lines(walk: Walk, rules: Rules, chooser: Callable[[Start], Chooser]) -> Iterator[str]:
    """Yield all lines of *walk* by *rules*, its steps chosen by what *chooser* gives for each deal."""
    yield from head(walk, rules)
    number = 0
    for start in walk.starts:
        yield ""
        for line in deal_lines(rules, start, chooser(start)):
            number += STEP.fullmatch(line) is not None
            yield line
    yield f"done {len(walk.starts)} {number}"


def write_walk(walk: Walk) -> str:
    """Return the text of *walk*, its steps chosen by lot.

    Raises `WalkError` if there are no such rules, and `StartError` if a deal does not fit them or was not
    chosen by lot.
    """
    if any(start.manner == FREELY for start in walk.starts):
        raise StartError(f"steps that were chosen {FREELY} cannot be repeated")
    return "\n".join([*walk_lines(walk, rules_for(walk), lambda start: random_chooser(start.seed, start.manner)), ""])


@dataclass(frozen=True, slots=True)
class Difference:
    """The first line of a walk that differs: its number, the reason, and both lines.

    *found* is empty if there is no such line, because what is written is not legal.
    """

    line: int
    text: str
    written: str
    found: str = ""

    def __str__(self) -> str:
        lines = [f"line {self.line}: {self.text}", f"  written  {self.written or '(an empty line)'}"]
        return "\n".join([*lines, f"  found    {self.found}"] if self.found else lines)


class _Impossible(Exception):
    """The step that is written cannot be taken; its text says why."""


class _Followed:
    """Takes the steps that are written in *lines*; *at* is the line to be compared."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.at = 0
        self.acts: Sequence[Act] = ()

    def choose(self, number: int, able: Sequence[Act]) -> Act:  # noqa: ARG002 - the file has chosen
        """Return the step of the line."""
        self.acts = able
        match = STEP.fullmatch(self.lines[self.at])
        if not match:
            raise _Impossible(f"the turn continues here; legal: {self.legal()}")
        seat, step = int(match[1]) - 1, int(match[2])
        if (seat, step) not in able:
            name = f" ({step_name(step)})" if step < STEPS else ""
            raise _Impossible(f"seat {seat + 1} may not take the step {step}{name} here; legal: {self.legal()}")
        return seat, step

    def legal(self) -> str:
        """Return the legal steps, by their names."""
        several = len({seat for seat, _ in self.acts}) > 1
        names = [f"seat {seat + 1} {step_name(step)}" if several else step_name(step) for seat, step in self.acts]
        more = len(names) - _MOST_NAMED
        return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")

    def why(self, found: str) -> str:
        """Return how *found* differs from the line."""
        written = self.lines[self.at]
        before, now = STEP.fullmatch(written), STEP.fullmatch(found)
        if before and now:
            if before[3] != now[3]:
                return f"{before[3]} legal steps are written, but there are {now[3]}: {self.legal()}"
            if before[4] != now[4]:
                return f"there are {now[3]} legal steps as written, but different ones: {self.legal()}"
            return f"the step {now[2]} has another name"
        key = found.partition(" ")[0]
        if key != written.partition(" ")[0]:
            return _INSTEAD.get(key, "this line differs")
        if key == "turn":
            moved = TURN.fullmatch(written)
            if moved and moved[1] != found.split()[1]:
                return "this turn belongs to another seat"
        return _OTHERWISE.get(key, "this line differs")


_INSTEAD: Final = {
    "turn": "another turn begins here",
    "end": "the deal is over here",
}
_OTHERWISE: Final = {
    "rules": "these rules differ from those of the walk",
    "minimums": "the minimums for opening differ",
    "deck": "the seed gives a different deck",
    "turn": "the position at the start of this turn differs",
    "end": "the deal ends in a different way or position",
    "score": "the score differs",
    "after": "the totals differ",
    "match": "the state of the match differs",
    "done": "the numbers of deals and steps differ",
}


def difference(lines: Sequence[str]) -> Difference | None:
    """Return the first line of a walk that differs, or None if none does.

    Raises `WalkError` if *lines* are no walk, or no game can be played so.
    """
    walk = read_walk(lines)
    return follow(walk, lines, rules_for(walk))


def follow(walk: Walk, lines: Sequence[str], rules: Rules, *, heading: bool = True) -> Difference | None:
    """Return as `difference`, for a *walk* that was read from *lines*, by *rules*; these are not compared without *heading*."""
    followed = _Followed(lines)
    first = 0 if heading else lines.index("")
    try:
        for found in walk_lines(walk, rules, lambda _: followed.choose):
            if followed.at >= first and found != lines[followed.at]:
                return Difference(followed.at + 1, followed.why(found), lines[followed.at], found)
            followed.at += 1
    except _Impossible as impossible:
        return Difference(followed.at + 1, str(impossible), lines[followed.at])
    except StartError as error:
        raise WalkError(followed.at + 1, str(error)) from error
    return None
