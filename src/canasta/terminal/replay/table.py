"""The table at a moment of a recording: from one seat, as an onlooker sees it, or with all hands face up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from canasta.base.cards import JOKER, KIND_OF, Face, sorted_faces
from canasta.base.events import Event
from canasta.base.spans import Line
from canasta.deal.deal import Deal
from canasta.deal.view import View, view
from canasta.notation.records.playback import Moment
from canasta.rules.groups import Rules
from canasta.rules.shapes import clean
from canasta.terminal.style import canasta_row, card, label, meld_row, render_line
from canasta.terminal.table_screen import Frame, draw_table, hand_lines, heading, others, sides, table_line
from canasta.wording.names import Names
from canasta.wording.spans import rank_sign
from canasta.wording.state import opening_need, red_threes_line, unopened
from canasta.wording.story import tell, tell_move

_SIDE: Final = 16
"""Columns that the names of a side may take where space is short."""
_NARROW: Final = 60
"""Columns below which a hand stands in a line of its own."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """Who looks: the seat *seat*, an onlooker at the table (-1), or, with *everything*, someone who sees all hands."""

    seat: int = -1
    everything: bool = False

    def text(self, names: Names) -> str:
        """Return who looks, in words."""
        if self.everything:
            return "all hands face up"
        return (
            "as an onlooker sees it"
            if self.seat < 0
            else f"as {names.player(self.seat, begins=False)} saw it (seat {self.seat + 1})"
        )

    def sees(self, events: Sequence[Event]) -> list[Event]:
        """*events* as these eyes saw them."""
        return list(events) if self.everything else [event.seen_by(self.seat) for event in events]

    def told(self, events: Sequence[Event], names: Names, rules: Rules) -> list[Line]:
        """*events* in lines, as these eyes saw them."""
        return tell(events, names.seen_by(self.seat), rules, uncovered=self.everything)

    def story(self, moment: Moment, names: Names) -> list[Line]:
        """Return what happened in *moment* in lines, one at least."""
        verb = moment.text.partition(" ")[0]
        heard = names.seen_by(self.seat)
        return tell_move(moment.events, moment.seat, verb, heard, moment.deal.rules, uncovered=self.everything)


ALL: Final = Eyes(everything=True)
ONLOOKER: Final = Eyes()


def pictures(moment: Moment, eyes: Eyes, names: Names, frame: Frame, width: int) -> Iterator[RenderableType]:
    """Yield the table at *moment*, ever shorter: the first one that fits the window is the one to show."""
    frames = (frame, replace(frame, tight=True))
    seen = view(moment.deal, eyes.seat)
    if eyes.everything:
        hands = [open_hands(moment.deal, names, width, columns) for columns in (1, 2)]
        yield from (_table(seen, names, each, hands[0], sides(seen, names, each, width)) for each in frames)
        short = short_sides(seen, names)
        yield from (_table(seen, names, frames[1], each, short) for each in hands)
        return
    heard = names.seen_by(eyes.seat)
    yield from (draw_table(seen, heard, each, width) for each in frames)
    yield draw_table(replace(seen, legal=()), heard, frames[1], width)
    hand = [hand_lines(seen, frame)] if eyes.seat >= 0 else []
    yield Group(_table(seen, heard, frames[1], others(seen, heard, width), short_sides(seen, heard)), *hand)


def _table(seen: View, names: Names, frame: Frame, players: RenderableType, laid: RenderableType) -> RenderableType:
    """Return the table with *players* above what is *laid*."""
    gap = [] if frame.tight else [Text()]
    parts: list[RenderableType] = [heading(seen, names, frame)]
    if not frame.plain:
        parts.append(Rule(style="dim"))
    parts += [players, *([] if frame.plain else gap), laid, *gap, table_line(seen)]
    if frame.since:
        parts += [*gap, *(Padding(line, (0, 0, 0, 1)) for line in frame.since)]
    return Group(*parts)


def short_sides(seen: View, names: Names) -> RenderableType:
    """Return what every side has on the table, in a line or two: canastas, open melds, red threes."""
    grid = Table.grid(padding=(0, 2, 0, 1))
    grid.add_column(max_width=_SIDE)
    grid.add_column()
    for side in range(seen.rules.sides):
        melds = seen.melds_of(side)
        done = [canasta_row(meld, grows=seen.rules.meld.grows) for meld in melds if meld.sort >= 0]
        begun = [meld_row(meld, numbered=False) for meld in melds if meld.sort < 0]
        parts = [label(seen.rules.words.canastas + " ", "green").append_text(Text(", ").join(done))] if done else []
        parts += [Text("  ").join(begun)] if begun else []
        said = (red_threes_line(seen, side), opening_need(seen, side))
        parts += [render_line(each) for each in said if each]
        grid.add_row(label(names.side(side, seen.rules.sides), "underline"), Text(" · ").join(parts))
    return grid


def open_hands(deal: Deal, names: Names, width: int, columns: int = 1) -> RenderableType:
    """Return all hands of *deal*, a player in a row, with what has not been picked up."""
    seen = view(deal, -1)
    rows: list[tuple[Text, Text]] = []
    for seat, name in enumerate(names.names):
        who = Text("▸" if seat == seen.actor and not deal.over else " ").append(name, style="bold")
        rest = "".join(f" + {reserve}" for reserve in unopened(seen, seat))
        who.append(f" {seen.hand_sizes[seat]}{rest}")
        rows.append((who, compact_hand(deal.tabletop.hands[seat])))
    if width < _NARROW:
        return Group(*(Group(who, Padding(hand, (0, 0, 0, 2))) for who, hand in rows))
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(columns):
        grid.add_column(no_wrap=True)
        grid.add_column()
    for at in range(0, len(rows), columns):
        grid.add_row(*(cell for row in rows[at : at + columns] for cell in row))
    return grid


def compact_hand(hand: Sequence[Face]) -> Text:
    """Return a hand in few columns: each rank once, with the suits of its cards behind it."""
    if not hand:
        return Text("no cards", style="dim")
    rows = []
    for _, group in groupby(sorted_faces(hand), key=lambda face: KIND_OF[face]):
        faces = list(group)
        row, *others = map(card, faces)
        for other in others:
            row.append_text(Text(" ").append_text(other) if faces[0] == JOKER else other[len(rank_sign(faces[0])) :])
        rows.append(row)
    return Text(" ").join(rows)


def comment_lines(comments: Sequence[str]) -> list[Text]:
    """Return what someone wrote into the record."""
    return [label("# ", "dim").append(clean(comment), style="italic") for comment in comments]
