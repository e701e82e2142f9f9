"""Score sheets on paper: one page of HTML with the lines of a game, blank for a pen or filled with deals that were counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import islice
from math import ceil
from pathlib import Path
from typing import Final

from canasta.base.english import several
from canasta.base.seats import Seat
from canasta.base.sheets import ScoreLine, Sheet, amount
from canasta.handbook.html import policy
from canasta.rules.dealers import dealers, next_dealer
from canasta.rules.groups import Rules
from canasta.scoring.standing import minimum
from canasta.tally.pad import ENDLESS
from canasta.tally.questions import POINTS, questions
from canasta.wording.describe import describe
from canasta.wording.sheets import clause_title

_STYLE: Final = Path(__file__).parent / "score_paper.css"

_PORTRAIT: Final = (187, 256)
_LANDSCAPE: Final = (256, 187)
"""What A4 and Letter both have inside the margins, in mm."""

_LABEL: Final = 56
"""Width of the names of the lines, in mm."""

_CELL: Final = 12.5
"""The narrowest column in which a number can be written, in mm."""

_ROW: Final = 6.4
_TALLEST: Final = 9.5
_LOWEST: Final = 4.5
"""The lowest row in which a number is easily written, the highest that helps, and the lowest that can be read, in mm."""

_NOTE: Final = 3.7
"""Height of a line below the tables, in mm."""

_MOST_DEALS: Final = 12
"""How many deals a sheet has room for where the game does not say how many there are."""

_MOST_PAD_DEALS: Final = 40
"""The same for a pad, whose deals are quickly entered."""

_ALIKE: Final = {"red set": "red threes", "black set": "black threes", "melded short": "melded"}
"""Lines of a sheet that stand in the row of another one."""


@dataclass(frozen=True, slots=True)
class PaperDeal:
    """A deal that was counted: the sheets and the new totals of all sides, and what is noted below them."""

    number: int
    dealer: Seat
    sheets: tuple[Sheet, ...]
    after: tuple[int, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Layout:
    """How many deals stand beside each other, and in how many tables below each other; the height of a row in mm."""

    landscape: bool
    beside: int
    tables: int
    row: float

    @property
    def deals(self) -> int:
        """How many deals a page has room for."""
        return self.beside * self.tables


def score_paper(
    rules: Rules,
    names: Sequence[str] = (),
    dealer: Seat | None = None,
    keeper: Seat | None = None,
    deals: Sequence[PaperDeal] = (),
    date: str = "",
    *,
    pad: bool = False,
) -> str:
    """Return the score sheet of a match by *rules* as a page that needs nothing else, and that prints on one sheet of A4 or Letter.

    *deals* are filled in, as many pages as they need; the rest stays blank. *dealer* deals first, where that is known. The sheet
    of a *pad*, which has no rules, has only points.
    """
    paper = _Paper(rules, names, dealer, keeper, deals, date, pad)
    layout = paper.layout
    page = f"@page {{ size: {'landscape' if layout.landscape else 'portrait'}; margin: 11mm; }}"
    style = f"\n{_STYLE.read_text(encoding='utf-8').rstrip()}\n{page}\n:root {{ --row: {layout.row:.2f}mm; }}\n"
    title = f"{escape(rules.title)}: score sheet"
    lines = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy(style)}">',
        f"<title>{title}</title>",
        f"<style>{style}</style>",
        "</head>",
        f'<body class="{"landscape" if layout.landscape else "portrait"}">',
        "<main>",
        *paper.pages(),
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


class _Paper:
    """A score sheet on its way to HTML."""

    def __init__(
        self,
        rules: Rules,
        names: Sequence[str],
        dealer: Seat | None,
        keeper: Seat | None,
        deals: Sequence[PaperDeal],
        date: str,
        pad: bool,
    ) -> None:
        self._pad = pad
        self._rules = rules
        self._names = names
        self._dealer = dealer
        self._keeper = keeper
        self._deals = {each.number: each for each in deals}
        self._first = min(self._deals, default=1)
        self._date = date
        self._rows = self._all_rows()
        self._below = self._rules_below()
        self.layout = max(
            map(self._fitting, (_PORTRAIT, _LANDSCAPE)), key=lambda each: (each.deals, not each.landscape)
        )

    def _all_rows(self) -> dict[str, str]:
        """Return the title of each row by its key: what there is to count in any deal, and what was counted otherwise."""
        if self._pad:
            return {}
        rows: dict[str, list[tuple[str, str]]] = {}
        for number in {1, *(change.deal for change in self._rules.deals)}:
            for question in questions(self._rules.in_deal(number)):
                if question.key != POINTS:
                    worth = ""
                    if question.each is not None:
                        worth = f"{amount(question.each)}{'' if question.kind == 'yes' else ' each'}"
                    elif question.group == "caught":
                        worth = "minus"
                    rows.setdefault(question.key, []).append((question.title, worth))
        told = {key: _label([title for title, _ in each], [worth for _, worth in each]) for key, each in rows.items()}
        for line in (line for deal in self._deals.values() for each in deal.sheets for line in each.lines):
            told.setdefault(_key(line), _label([line.title or clause_title(line.clause)], [""]))
        return told

    def _rules_below(self) -> list[str]:
        """Return what people look up while they count."""
        rules = self._rules
        if self._pad:
            return []
        clauses = ["score.cards", *(["opening.minimum"] if rules.opening.by == "total" else []), "match.ends"]
        said = [describe(rules, clause) for clause in clauses]
        return [" ".join(each.text for each in lines) for lines in said if lines]

    def _fitting(self, size: tuple[int, int]) -> _Layout:
        """Return how a page of this *size* is used best."""
        wide, high = size
        sides, wanted = self._rules.sides, self._rules.match.deals or (_MOST_PAD_DEALS if self._pad else _MOST_DEALS)
        beside = max(1, min(wanted, int((wide - _LABEL) / _CELL) // sides))
        notes = [*self._below, *(note for deal in self._deals.values() for note in deal.notes)]
        letters = 0 if self._names else ceil(sides / (4 if size == _LANDSCAPE else 2)) * 7
        # The rest is estimated, rather too high than too low; tests print every game on both papers.
        below = sum(ceil(len(note) / (wide * 0.56)) for note in notes) * _NOTE
        heads = 3.4 * (ceil(self._rules.seats / sides) if self._names else 1) + 2
        room = high - 17 - letters - below - 6
        rows = len(self._rows) + 5
        tables = max(1, min(ceil(wanted / beside), int(room / (rows * _ROW + heads + 4))))
        row = (room / tables - heads - 4) / rows
        if size == _LANDSCAPE and row < _ROW:
            return _Layout(True, 0, 0, row)
        return _Layout(size == _LANDSCAPE, beside, tables, max(_LOWEST, min(_TALLEST, row)))

    def pages(self) -> Iterator[str]:
        """Yield the pages, one at least."""
        last = max(self._deals, default=self._first)
        numbers = iter(range(self._first, last + 1))
        pages = ceil((last - self._first + 1) / self.layout.deals)
        for _ in range(pages):
            chosen = list(islice(numbers, self.layout.deals))
            yield from self._page(chosen[0])

    def _page(self, first: int) -> Iterator[str]:
        rules, layout = self._rules, self.layout
        facts = [several(rules.seats, "player")]
        facts += [several(rules.match.deals, rules.words.deal)] if rules.match.deals else []
        facts += [f"to {amount(rules.match.target)}"] if 0 < rules.match.target < ENDLESS else []
        date = f"<b>{escape(self._date)}</b>" if self._date else '<span class="blank"></span>'
        yield '<section class="paper">'
        yield f"<header><h1>{escape(rules.title)}</h1><p>{escape(' · '.join(facts))}</p><p>Date {date}</p></header>"
        if not self._names:
            blanks = (f'<li><b>{letter}</b><span class="blank"></span></li>' for letter in self._letters())
            yield f'<ul class="sides" aria-label="Sides">{"".join(blanks)}</ul>'
        last = min(first + layout.deals, rules.match.deals + 1 if rules.match.deals else first + layout.deals)
        shown = range(first, max(last, first + 1))
        for at in range(0, len(shown), layout.beside):
            yield from self._table(shown[at : at + layout.beside])
        yield "<footer>"
        notes = [note for number in shown if number in self._deals for note in self._deals[number].notes]
        yield from (f'<p class="note">{escape(note)}</p>' for note in notes)
        yield from (f"<p>{escape(text)}</p>" for text in self._below)
        yield "</footer>"
        yield "</section>"

    def _letters(self) -> Iterator[str]:
        yield from map(chr, range(ord("A"), ord("A") + self._rules.sides))

    def _table(self, numbers: range) -> Iterator[str]:
        """Yield the table of the deals *numbers*."""
        rules, sides = self._rules, self._rules.sides
        word = rules.words.deal.capitalize()
        yield f'<div class="wide" tabindex="0" role="region" aria-label="{word}s {numbers[0]} to {numbers[-1]}"><table>'
        yield "<colgroup><col class=name></colgroup>"
        yield "<thead>"
        heads = "".join(f'<th scope="colgroup" colspan="{sides}">{word} {number}</th>' for number in numbers)
        yield f"<tr><td></td>{heads}</tr>"
        if rules.deal.dealers != "each player":
            cells = "".join(
                f'<td class="first" colspan="{sides}">{escape(self._dealers(each))}</td>' for each in numbers
            )
            yield f'<tr class="who"><th scope="row">Dealer</th>{cells}</tr>'
        if not self._pad or any(needed for _, needed in rules.opening.minimums):
            yield f'<tr class="who"><th scope="row">To open</th>{"".join(map(self._minimums, numbers))}</tr>'
        names = "".join(
            f'<th scope="col"{_first(side)}>{"".join(f"<span>{escape(name)}</span>" for name in self._side(side))}</th>'
            for _ in numbers
            for side in range(sides)
        )
        yield f'<tr class="names"><td></td>{names}</tr>'
        yield "</thead><tbody>"
        for key, label in self._rows.items():
            yield f'<tr><th scope="row">{label}</th>{"".join(self._cells(numbers, key))}</tr>'
        yield f'<tr class="sum"><th scope="row">This {rules.words.deal}</th>{"".join(self._sums(numbers))}</tr>'
        yield f'<tr class="all"><th scope="row">In all</th>{"".join(self._sums(numbers, after=True))}</tr>'
        yield "</tbody></table></div>"

    def _side(self, side: int) -> list[str]:
        if not self._names:
            return [list(self._letters())[side]]
        return [name for seat, name in enumerate(self._names) if seat % self._rules.sides == side]

    def _dealers(self, number: int) -> str:
        """Return who deals, where that is known."""
        deal = self._dealer
        if number in self._deals:
            deal = self._deals[number].dealer
        elif deal is not None:
            for _ in range(number - self._first):
                deal = next_dealer(self._rules, deal, self._keeper)
        if deal is None or not self._names:
            return ""
        seats = [deal] if self._pad else dealers(self._rules, deal, self._keeper)
        return ", ".join(self._names[seat] for seat in seats)

    def _minimums(self, number: int) -> str:
        """Return the cells of what opens the deal *number*: what depends on totals is known only after the deal before."""
        rules, sides = self._rules.in_deal(number), self._rules.sides
        if rules.opening.by == "deal":
            return f'<td class="first" colspan="{sides}">{minimum(rules, number, 0)}</td>'
        before = (0,) * sides if number == 1 else self._deals[number - 1].after if number - 1 in self._deals else ()
        told = [amount(minimum(rules, number, total)) for total in before] or [""] * sides
        return "".join(f"<td{_first(side)}>{each}</td>" for side, each in enumerate(told))

    def _cells(self, numbers: range, key: str) -> Iterator[str]:
        for number in numbers:
            deal = self._deals.get(number)
            for side in range(self._rules.sides):
                found = [line.points for line in deal.sheets[side].lines if _key(line) == key] if deal else []
                yield f"<td{_first(side)}>{amount(sum(found)) if found else ''}</td>"

    def _sums(self, numbers: range, *, after: bool = False) -> Iterator[str]:
        for number in numbers:
            deal = self._deals.get(number)
            for side in range(self._rules.sides):
                made = "" if deal is None else amount(deal.after[side] if after else deal.sheets[side].total)
                yield f"<td{_first(side)}>{made}</td>"


def _first(side: int) -> str:
    """Return what marks the first column of a deal."""
    return "" if side else ' class="first"'


def _key(line: ScoreLine) -> str:
    """Return the row in which *line* of a sheet stands."""
    return _ALIKE.get(line.item, line.item) or line.clause


def _label(titles: list[str], worth: list[str]) -> str:
    """Return what stands before a row: its *titles* and what each is *worth*, which may change from deal to deal."""
    title = " or ".join(dict.fromkeys(titles))
    told = " or ".join(each for each in dict.fromkeys(worth) if each)
    return f"{escape(title[0].upper() + title[1:])}{f' <small>{escape(told)}</small>' if told else ''}"
