"""Records: matches written down, complete enough to be played again and checked (`.chh` files).

A record is a heading and one block for each deal. What is here says what a record holds and how it is written;
`canasta.notation.records.reader` reads it, `canasta.notation.records.replay` plays it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from canasta.base.cards import face_text, parse_face
from canasta.base.errors import NotationError
from canasta.base.misuse import public
from canasta.base.sheets import Sheet
from canasta.notation.records.line_numbers import place_of
from canasta.rules.digest import as_table, digest
from canasta.rules.groups import Rules
from canasta.rules.house import toml_key, toml_value
from canasta.tally.tally import Tally

FORMAT: Final = 2
"""The number of the format, which a change that old readers would misread raises."""

PLAYED: Final = 1
"""The format of a record in which every deal was played here, none only counted: older readers know it, too."""

ENDING: Final = ".chh"
"""How the names of records end."""

LONGEST_LINE: Final = 4096
"""The most bytes a line of a record may have."""

LARGEST_BLOCK: Final = 1 << 20
"""The most bytes a block may have: the heading, or one deal."""

UNKNOWN: Final = -1
"""A card that the record does not know, written ``??``."""

Card: TypeAlias = int
"""A face, or `UNKNOWN`."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sat in a seat: a *name*, and for a bot its name and version, such as ``greedy 1``."""

    name: str
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """What holds for the whole match.

    *digest* is that of the rules as the record gives it; *seed* the one that all decks came from, None if it
    is not told; *date* and *program* are for people. *format* is `FORMAT` where a deal may be counted by hand.
    """

    rules: Rules
    players: tuple[Player, ...]
    digest: str
    seed: int | None = None
    program: str = ""
    date: str = ""
    comment: str = ""
    format: int = PLAYED


@dataclass(frozen=True, slots=True)
class Scored:
    """One line of a score sheet: *points* for *count* things by a *clause*; *text* is for people."""

    points: int
    clause: str
    count: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal as written.

    Seats count from 0, deals from 1. *deck* is the deck as it was dealt, the top card first, empty if the
    record has none; *actions* are the lines as written, the first of them in line *line* of the file. *sheets*
    and *after* (the new totals) are empty while the deal is in progress. *commitment*, *numbers* and *secret* prove where
    the deck came from, see `canasta.base.shuffle.fair_deck`; the secret is told when the deal is over. *broken* says why
    the text ends early.

    A deal with real cards has *counts* in the place of a deck and actions: what each side counted. *corrections* are
    sentences about what was counted before.
    """

    number: int
    dealer: int
    totals: tuple[int, ...]
    actions: tuple[str, ...]
    keeper: int | None = None
    deck: tuple[Card, ...] = ()
    returns: tuple[int, ...] = ()
    sheets: tuple[tuple[Scored, ...], ...] = ()
    after: tuple[int, ...] = ()
    comment: str = ""
    commitment: str = ""
    numbers: tuple[int, ...] = ()
    secret: str = ""
    line: int = 0
    broken: str = ""
    counts: tuple[Tally, ...] = ()
    corrections: tuple[str, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)

    def place(self, path: str) -> int:
        """Return the line of the value at *path* in the file, or of what is around it; 0 if that is not known."""
        return place_of(path, self.places)


@dataclass(frozen=True, slots=True)
class Record:
    """A match as written: its heading and its deals."""

    heading: Heading
    deals: tuple[DealRecord, ...]


def heading_of(
    rules: Rules, players: Sequence[Player], seed: int | None = None, program: str = "", date: str = ""
) -> Heading:
    """Return the heading of a match by *rules*."""
    return Heading(rules, tuple(players), digest(rules), seed, program, date)


def scored(sheet: Sheet) -> tuple[Scored, ...]:
    """Return the lines of *sheet* as a record keeps them."""
    return tuple(Scored(line.points, line.clause, line.count, line.text) for line in sheet.lines)


def cards_text(cards: Iterable[Card]) -> str:
    """*cards* without blanks between them.

    >>> cards_text([0, UNKNOWN, 52])
    'Jk??As'
    """
    return "".join("??" if card == UNKNOWN else face_text(card) for card in cards)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards that `cards_text` wrote.

    Raises `NotationError` for anything else: blanks, small letters for ranks and capitals for suits are wrong.
    """
    return tuple(_parse_card(text[at : at + 2]) for at in range(0, len(text), 2))


def _parse_card(text: str) -> Card:
    if text == "??":
        return UNKNOWN
    face = parse_face(text)
    if text != face_text(face):
        raise NotationError(f'"{text}" is not how a record writes this card; write "{face_text(face)}"')
    return face


@public
def record_text(record: Record) -> str:
    """*record* as a file, in the one canonical form."""
    parts = [heading_text(record.heading)]
    for deal in record.deals:
        parts += [deal_text(deal), *(f"{line}\n" for line in deal.actions), closing_text(deal)]
    return "".join(parts)


def heading_text(heading: Heading) -> str:
    """Return the first block of a record."""
    rules = heading.rules
    lines = [f"# {rules.title}, written down: canasta replay FILE", f"format = {heading.format}"]
    for key in ("program", "date", "comment"):
        value = getattr(heading, key)
        lines += [f"{key} = {toml_value(value)}"] if value else []
    lines += [f"seed = {heading.seed}"] if heading.seed is not None else []
    lines.append(f"digest = {toml_value(heading.digest)}")
    for player in heading.players:
        lines += ["", "[[player]]", f"name = {toml_value(player.name)}"]
        lines += [f"bot = {toml_value(player.bot)}"] if player.bot else []
    lines += ["", *_rules_lines(as_table(rules))]
    return "\n".join(lines) + "\n"


def _rules_lines(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield all rules, group by group; a reserve or special takes one line, other values one each."""
    yield "[rules]"
    for key, value in table.items():
        if key == "deals" and not value:
            continue  # records from before deals could change have no such line
        if isinstance(value, list) and value:
            yield f"{key} = ["
            yield from (f"  {toml_value(item)}," for item in value)
            yield "]"
        elif not isinstance(value, Mapping):
            yield f"{key} = {toml_value(value)}"
    for group, content in table.items():
        if isinstance(content, Mapping):
            yield f"\n[rules.{group}]"
            yield from (f"{key} = {toml_value(value)}" for key, value in content.items())


def deal_text(deal: DealRecord) -> str:
    """Return the block of *deal* down to where its actions begin."""
    lines = ["", "[[deal]]", f"number = {deal.number}", f"dealer = {deal.dealer + 1}"]
    lines += [f"keeper = {deal.keeper + 1}"] if deal.keeper is not None else []
    lines.append(f"totals = {toml_value(deal.totals)}")
    lines += [f"comment = {toml_value(deal.comment)}"] if deal.comment else []
    lines += [f'commitment = "{deal.commitment}"'] if deal.commitment else []
    lines += [f"numbers = {toml_value(deal.numbers)}"] if deal.numbers else []
    lines += [f'deck = "{cards_text(deal.deck)}"'] if deal.deck else []
    lines += [f"returns = {toml_value(deal.returns)}"] if deal.returns else []
    if deal.counts:
        return "\n".join(lines) + "\n"
    return "\n".join([*lines, "actions = '''\n"])


def closing_text(deal: DealRecord) -> str:
    """Return the block of *deal* from where its actions end."""
    lines = [] if deal.counts else ["'''"]
    lines += (
        ["corrections = [", *(f"  {toml_value(text)}," for text in deal.corrections), "]"] if deal.corrections else []
    )
    lines += [f"after = {toml_value(deal.after)}"] if deal.after else []
    lines += [f'secret = "{deal.secret}"'] if deal.secret else []
    for tally in deal.counts:
        lines += [
            "",
            "[[deal.count]]",
            *(f"{toml_key(key)} = {toml_value(value)}" for key, value in tally.as_json().items()),
        ]
    for sheet in deal.sheets:
        lines += ["", "[[deal.sheet]]", f"total = {sum(line.points for line in sheet)}", "lines = ["]
        lines += map(_score_line, sheet)
        lines.append("]")
    return "\n".join(lines) + "\n"


def _score_line(line: Scored) -> str:
    row = {"points": line.points, "clause": line.clause, "count": line.count}
    return f"  {toml_value(row | ({'text': line.text} if line.text else {}))},"
