"""Everything a case can expect, and how it is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from canasta.base.errors import NotationError
from canasta.deal.reporting import ENDINGS
from canasta.notation.cases.clause import read_clause
from canasta.notation.cases.event_text import Happening, read_happening
from canasta.notation.cases.expectations import After, SheetLines, read_after, read_sheet
from canasta.notation.cases.matching import MatchAfter, read_match
from canasta.notation.reading import Fields, many, natural, place, read_text, read_truth
from canasta.rules.groups import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What a case expects; what is left out does not matter."""

    legal: bool | None = None
    refused: str = ""
    needed: int | None = None
    given: int | None = None
    text: str = ""
    minimum: int | None = None
    worth: int | None = None
    over: bool | None = None
    ended: str | None = None
    out: int | None = None
    concealed: bool | None = None
    sheets: tuple[SheetLines, ...] = ()
    after: After | None = None
    events: tuple[Happening, ...] = ()
    no_events: tuple[Happening, ...] = ()
    can: tuple[str, ...] = ()
    cannot: Mapping[str, str] = field(default_factory=dict)
    match: MatchAfter | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)

    @property
    def cited(self) -> Iterator[str]:
        """The rules that the expectations name."""
        yield from (text for text in (self.refused, *self.cannot.values()) if text)
        for each in self.sheets:
            yield from each.clauses


def read_expected(fields: Fields, rules: Rules) -> Expected:
    """Return the expectations of a case from its *fields*; problems are noted there."""
    after, match = fields.table("after"), fields.table("match")
    expected = Expected(
        legal=fields.read("legal", read_truth, None),
        refused=fields.read("refused", read_clause, ""),
        needed=fields.read("needed", natural, None),
        given=fields.read("given", natural, None),
        text=fields.read("text", read_text, ""),
        minimum=fields.read("minimum", natural, None),
        worth=fields.read("worth", natural, None),
        over=fields.read("over", read_truth, None),
        ended=fields.read("ended", _ending, None),
        out=fields.read("out", place(rules.seats, "seat"), None),
        concealed=fields.read("concealed", read_truth, None),
        sheets=tuple(read_sheet(each, rules.sides) for each in fields.tables("sheet")),
        after=read_after(after, rules) if after else None,
        events=fields.read("events", many(read_happening), ()),
        no_events=fields.read("no_events", many(read_happening), ()),
        can=fields.read("can", many(read_text), ()),
        cannot=_read_cannot(fields),
        match=read_match(match, rules) if match else None,
        rules=fields.mapping("rules"),
    )
    _check(expected, fields)
    return expected


def _ending(value: object) -> str:
    text = read_text(value)
    if text not in ENDINGS.values():
        raise NotationError(f'"{text}" is not an end of a deal: {", ".join(ENDINGS.values())}')
    return text


def _read_cannot(fields: Fields) -> dict[str, str]:
    """Return moves that are not legal, and the rules that forbid them where the case says so."""

    def read(value: object) -> dict[str, str]:
        if isinstance(value, Mapping):
            return {str(move): read_clause(name) for move, name in value.items()}
        return dict.fromkeys(many(read_text)(value), "")

    return fields.read("cannot", read, {})


def _check(expected: Expected, fields: Fields) -> None:
    """Note expectations that do not belong together."""
    for key, value in (("legal", expected.legal), ("refused", expected.refused or None), ("worth", expected.worth)):
        if value is not None and "moves" not in fields:
            fields.wrong(key, "there is no move to judge: write moves")
    if expected.legal and expected.refused:
        fields.wrong("legal", "a move cannot be both legal and refused")
    if expected.legal is not False and not expected.refused:
        for key in ("needed", "given", "text"):
            if key in fields:
                fields.wrong(key, "this needs a refusal: name the rule that refuses the move")
    if expected == Expected() and not any(key in fields for key in Expected.__dataclass_fields__):
        fields.wrong("legal", "the case has no expectation: write legal, refused, sheet, after or another expectation")
