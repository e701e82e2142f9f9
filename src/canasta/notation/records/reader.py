"""Reading records: block by block, within limits, with errors that name line and column."""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, BinaryIO, Final

from canasta.base.errors import NotationError, Problem, RulesError
from canasta.base.misuse import public
from canasta.base.shuffle import LARGEST_SEED
from canasta.notation.reading import Fields, many, place, read_number, read_text
from canasta.notation.records.line_numbers import place_of, places
from canasta.notation.records.record import (
    FORMAT,
    LARGEST_BLOCK,
    LONGEST_LINE,
    PLAYED,
    Card,
    DealRecord,
    Heading,
    Player,
    Record,
    Scored,
    heading_text,
    parse_cards,
)
from canasta.notation.records.replay import Mending
from canasta.rules.digest import as_table, digest, from_table
from canasta.rules.groups import Rules
from canasta.rules.house import toml_value
from canasta.rules.shapes import clean, found
from canasta.tally.tally import Tally, WrongTally

_DEAL: Final = "[[deal]]"
_ACTIONS: Final = re.compile(r"""^[ \t]*actions[ \t]*=[ \t]*('''|\"\"\")\r?(\n)?""", re.MULTILINE)
_AT: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_MOST_POINTS: Final = 10_000_000
_MOST_DEALS: Final = 100_000
_SHOWN: Final = 40


class RecordReader:
    """A record in a file: `heading` first, then the deals one by one, no more than a block in memory.

    *mending* allows the repairs that `docs/records.md` lists. Raises `NotationError` if the heading cannot be
    read, and on iteration where a deal cannot.
    """

    def __init__(self, file: BinaryIO, mending: Mending | None = None) -> None:
        self._blocks = _blocks(file)
        self._mending = mending
        first, text, _ = next(self._blocks, (1, "", True))
        self.heading = _heading(_Block(first, text), mending)

    def __iter__(self) -> Iterator[DealRecord]:
        """Yield the deals, in order."""
        for first, text, whole in self._blocks:
            yield _deal(_Block(first, text), self.heading, whole=whole)


@public
def parse_record(text: str, mending: Mending | None = None) -> Record:
    """Return the record that *text* is, the inverse of `canasta.notation.records.record.record_text`.

    Raises `NotationError` for text that is no record.
    """
    reader = RecordReader(io.BytesIO(text.encode(errors="surrogatepass")), mending)
    return Record(reader.heading, tuple(reader))


def check_heading(heading: Heading) -> None:
    """See that a record with *heading* can be read, and says the same.

    Raises `NotationError` with a sentence that names the line of the heading that is in the way.
    """
    text = heading_text(heading)
    try:
        written = parse_record(text)
    except NotationError as error:
        line = clean(text.split("\n")[error.line - 1])
        shown = line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
        why = f"This match cannot be recorded. This line of its record could not be read: {shown} ({error})."
        raise NotationError(why) from None
    if written != Record(heading, ()):
        raise NotationError("This match cannot be recorded: its heading could not be read back.")


def _blocks(file: BinaryIO) -> Iterator[tuple[int, str, bool]]:
    """Yield number of the first line and text of each block, and whether its last line is whole."""
    lines: list[str] = []
    first, number, size = 1, 0, 0
    whole = True
    while line := _line(file, number + 1):
        number += 1
        if len(line.rstrip(b"\r\n")) > LONGEST_LINE:
            raise NotationError(
                f"this line is longer than {LONGEST_LINE:,} bytes, the limit for lines of a record",
                number,
                LONGEST_LINE + 1,
            )
        text = _decoded(line, number)
        if text.strip() == _DEAL:
            yield first, "".join(lines), True
            lines, first, size = [], number, 0
        size += len(line)
        if size > LARGEST_BLOCK:
            raise NotationError(
                f"from line {first} on there are more than {LARGEST_BLOCK >> 20} MiB without a new deal", number
            )
        lines.append(text)
        whole = line.endswith(b"\n")
    yield first, "".join(lines), whole


def _line(file: BinaryIO, number: int) -> bytes:
    try:
        return file.readline(LONGEST_LINE + 2)
    except OSError as error:
        raise NotationError(f"the file cannot be read any further: {error.strerror}", number) from None


def _decoded(line: bytes, number: int) -> str:
    if number == 1:
        line = line.removeprefix(b"\xef\xbb\xbf")
    if b"\0" in line:
        raise NotationError("this is not text: it has a zero byte", number, line.index(b"\0") + 1)
    try:
        return line.decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        column = error.start + 1
        raise NotationError(f"the byte 0x{line[error.start]:02x} is not UTF-8 text", number, column) from None


class _Block:
    """The lines of a block, as TOML, and where they stand in the file."""

    def __init__(self, first: int, text: str) -> None:
        self.first = first
        self.text = text

    def table(self, text: str | None = None) -> dict[str, Any]:
        """Return the content; *text* stands for the text of the block where it was completed."""
        text = self.text if text is None else text
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            at = _AT.search(str(error))
            message = str(error)[: at.start()] if at else str(error)
            line, column = (int(at[1]), int(at[2])) if at and at[1] else (text.count("\n") + 1, 0)
            raise NotationError(f"this is not valid TOML: {message}", self.first + line - 1, column) from None
        except (ValueError, RecursionError):
            raise NotationError("a number is too large or the nesting is too deep here", self.first) from None

    @cached_property
    def places(self) -> dict[str, int]:
        """The lines of keys, tables and items; what the actions say is no key."""
        text, start = self.text, _ACTIONS.search(self.text)
        if start:
            end = text.find(start[1], start.end())
            said = text[start.end() : end if end >= 0 else len(text)]
            text = text[: start.end()] + "\n" * said.count("\n") + text[start.end() + len(said) :]
        return places(text, self.first, _DEAL.strip("[]"))

    def line_of(self, path: str) -> int:
        """Return the line in which *path* is set, as far as can be seen; else the first one."""
        return place_of(path, self.places, self.first)

    def complain(self, problems: list[Problem]) -> None:
        """Raise the first of *problems*, if there are any, where it stands."""
        if problems:
            problem = min(problems, key=lambda each: self.line_of(each.path))
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            raise NotationError(f"{clean(str(problem))}{more}", self.line_of(problem.path))


def _heading(block: _Block, mending: Mending | None) -> Heading:
    table = block.table()
    problems: list[Problem] = []
    fields = Fields(table, problems)
    number = fields.read("format", lambda value: read_number(value, 1, 1_000_000), 0)
    if not number:
        if "format" not in table:
            raise NotationError(f"not a record: a record begins with a line such as: format = {PLAYED}", block.first)
        block.complain(problems)
    if number > FORMAT:
        raise NotationError(
            f"this record has format {number}, but this program reads only formats up to {FORMAT}",
            block.line_of("format"),
        )
    rules = _rules(block, table)
    fields.mapping("rules")
    texts = {key: fields.read(key, read_text, "") for key in ("program", "date", "comment")}
    seed = fields.read("seed", lambda value: read_number(value, 0, LARGEST_SEED), None)
    told = fields.read("digest", read_text, "")
    players = _players(fields, rules)
    fields.finish()
    block.complain(problems)
    true = digest(rules)
    if told != true:
        if told or mending is None:
            wrong = f", not {told}: a rule or the digest was changed" if told else ", and is missing"
            raise NotationError(f"the digest of these rules is {true}{wrong}", block.line_of("digest"))
        mending.note("the digest of the rules was left out")
    return Heading(rules, players, true, seed, **texts, format=number)


def _rules(block: _Block, table: Mapping[str, Any]) -> Rules:
    content = table.get("rules")
    if not isinstance(content, Mapping):
        raise NotationError("the rules are missing: a record lists all of them in [rules]", block.first)
    try:
        rules = from_table(content)
    except RulesError as error:
        problem = error.problems[0]
        text = f"rules.{problem}" + (f" (and {len(error.problems) - 1} more)" if len(error.problems) > 1 else "")
        raise NotationError(text, block.line_of(f"rules.{problem.path}")) from None
    for path, value, written in _respelled(content, as_table(rules)):
        raise NotationError(
            clean(f"rules.{path}: write {toml_value(written)} in a record, not {toml_value(value)}"),
            block.line_of(f"rules.{path}"),
        )
    return rules


def _respelled(content: Mapping[str, Any], table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield the values of *content*, with their paths, that the *table* of the same rules has in another spelling."""
    for key, value in content.items():
        written = table.get(key)
        if isinstance(written, list) and isinstance(value, list) and len(value) == len(written):
            for number, (item, other) in enumerate(zip(value, written, strict=True)):
                yield from _respelled({str(number): item}, {str(number): other}, f"{path}{key}.")
        elif isinstance(written, Mapping) and isinstance(value, Mapping):
            yield from _respelled(value, written, f"{path}{key}.")
        elif value != written:
            yield f"{path}{key}", value, written


def _players(fields: Fields, rules: Rules) -> tuple[Player, ...]:
    players = []
    for each in fields.tables("player"):
        players.append(Player(each.read("name", read_text, ""), each.read("bot", read_text, "")))
        if "name" not in each:
            each.wrong("name", "this is missing")
        each.finish()
    if not players:
        return tuple(Player(f"Player {seat + 1}") for seat in range(rules.seats))
    if len(players) != rules.seats:
        fields.wrong("player", f"the rules are for {rules.seats} players, but {len(players)} are named")
    return tuple(players)


def _deal(block: _Block, heading: Heading, *, whole: bool) -> DealRecord:
    rules = heading.rules
    text, broken = block.text, ""
    start = _ACTIONS.search(text)
    if start and text.find(start[1], start.end()) < 0:
        # The text ends in the middle of the actions: what stands there in whole lines is good.
        if not whole:
            text = text[: text.rfind("\n") + 1]
        last = block.first + text.count("\n") - 1
        broken = f"the last deal is not finished (the last {'' if whole else 'whole '}line is {last})"
        text += start[1] if start.end() <= len(text) else f"\nactions = {start[1]}{start[1]}"
    table = block.table(text)
    content = table.get("deal")
    if not isinstance(content, list) or len(content) != 1 or len(table) != 1:
        raise NotationError(f"a deal begins with {_DEAL} on a line of its own", block.first)
    problems: list[Problem] = []
    fields = Fields(content[0], problems)
    seat = _seat(rules)
    actions = fields.read("actions", _read_lines, "")
    number = fields.read("number", lambda value: read_number(value, 1, _MOST_DEALS), 0)
    record = DealRecord(
        number=number,
        dealer=fields.read("dealer", seat, 0),
        totals=fields.read("totals", _by_side(rules), ()),
        actions=tuple(actions.split("\n")[: -1 if actions.endswith("\n") else None]) if actions else (),
        keeper=fields.read("keeper", seat, None),
        deck=fields.read("deck", _read_deck, ()),
        returns=fields.read("returns", many(lambda value: read_number(value, 0, 1 << 30)), ()),
        sheets=tuple(_sheet(each) for each in fields.tables("sheet")),
        after=fields.read("after", _by_side(rules), ()),
        comment=fields.read("comment", read_text, ""),
        commitment=fields.read("commitment", _read_hex, ""),
        numbers=fields.read("numbers", many(lambda value: read_number(value, 0, (1 << 64) - 1)), ()),
        secret=fields.read("secret", _read_hex, ""),
        line=block.first + text.count("\n", 0, start.end()) if start else block.line_of("actions"),
        broken=broken,
        counts=tuple(_count(each, rules.in_deal(number or 1)) for each in fields.tables("count")),
        corrections=fields.read("corrections", many(read_text), ()),
        places=block.places,
    )
    fields.finish()
    by_hand = ("after", "count") if record.counts else ("actions",)
    for key in ("number", "dealer", "totals", *by_hand):
        if key not in fields:
            fields.wrong(key, "this is missing")
    if record.counts:
        _check_counted(fields, record, heading)
    block.complain(problems)
    return record


def _check_counted(fields: Fields, record: DealRecord, heading: Heading) -> None:
    """See that a deal that was counted by hand has nothing that only a deal that was played has."""
    if heading.format < FORMAT:
        fields.wrong("count", f"deals counted by hand need format = {FORMAT} in the heading, not {heading.format}")
    for key, number in (("count", len(record.counts)), ("sheet", len(record.sheets))):
        if number != heading.rules.sides:
            fields.wrong(key, f"there are {heading.rules.sides} sides, so there must be as many, not {number}")
    for key in ("actions", "deck", "returns", "commitment", "numbers", "secret"):
        if key in fields:
            fields.wrong(key, "a deal that was counted by hand has none")


def _count(fields: Fields, rules: Rules) -> Tally:
    """Return what a side counted."""
    told = fields.whole()
    try:
        return Tally.of_json(told, rules)
    except WrongTally as wrong:
        fields.wrong(wrong.key, str(wrong))
        return Tally({})


def _seat(rules: Rules) -> Callable[[object], int]:
    find = place(rules.seats, "seat")
    return lambda value: find(read_number(value, 1))


def _read_lines(value: object) -> str:
    if not isinstance(value, str):
        raise NotationError(f"must be the lines of the actions, between ''' and ''', not {found(value)}")
    return value


def _read_deck(value: object) -> tuple[Card, ...]:
    return parse_cards(read_text(value))


def _read_hex(value: object) -> str:
    text = read_text(value)
    if len(text) != 64 or not set(text) <= set("0123456789abcdef"):
        raise NotationError("must be 64 hexadecimal digits in lower case")
    return text


def _by_side(rules: Rules) -> Callable[[object], tuple[int, ...]]:
    def read(value: object) -> tuple[int, ...]:
        totals = many(lambda each: read_number(each, -_MOST_POINTS, _MOST_POINTS))(value)
        if len(totals) != rules.sides:
            raise NotationError(f"there are {rules.sides} sides, but {len(totals)} numbers were given")
        return totals

    return read


def _sheet(fields: Fields) -> tuple[Scored, ...]:
    lines = []
    for line in fields.tables("lines"):
        lines.append(
            Scored(
                line.read("points", lambda value: read_number(value, -_MOST_POINTS, _MOST_POINTS), 0),
                line.read("clause", read_text, ""),
                line.read("count", lambda value: read_number(value, 0, _MOST_POINTS), 0),
                line.read("text", read_text, ""),
            )
        )
        line.finish()
    total = fields.read("total", lambda value: read_number(value, -_MOST_POINTS, _MOST_POINTS), None)
    points = sum(each.points for each in lines)
    if total != points:
        fields.wrong("total", f"the lines of this sheet add up to {points}, not {total}")
    fields.finish()
    return tuple(lines)
