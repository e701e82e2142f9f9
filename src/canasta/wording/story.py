"""What happened at the table, in short lines: one for each turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from canasta.base.cards import KIND_OF, TWO, Face, Kind
from canasta.base.english import several
from canasta.base.events import (
    Answered,
    Asked,
    CanastaMade,
    DealEnded,
    Dealt,
    Discarded,
    Drew,
    Event,
    Knocked,
    Lifted,
    Melded,
    Opened,
    RedThreeLaid,
    RedThreeOnCanasta,
    ReserveTaken,
    Restored,
    Stopped,
    TakenBack,
    TookPile,
    TurnedUp,
    WentOut,
)
from canasta.base.seats import Seat
from canasta.base.spans import Cards, Line, Name, Ranks, Secret, Text
from canasta.rules.groups import Rules
from canasta.wording.calls import opened_with
from canasta.wording.names import Names, canasta_made, rank_plural
from canasta.wording.spans import line, listed

_FEW: Final = 8
"""How many cards are named one by one."""

_ENDS: Final = {
    "stock": "The stock has run out. The {deal} is over.",
    "lap": "The last lap has been played. The {deal} is over.",
    "pile": "The stock is empty and nobody took the pile. The {deal} is over.",
}


def tell(
    events: Iterable[Event], names: Names, rules: Rules, *, uncovered: bool = False, secrets: bool = False
) -> list[Line]:
    """*events* as the viewer of *names* may see them, a line for each turn and each answer.

    *uncovered* shows every card, as nobody at the table could see them. With *secrets*, cards that only one player saw
    are in a `Secret`, together with what everyone else heard.
    """
    story = _Story(names, rules, secrets=secrets)
    for event in events:
        story.add(event if uncovered or secrets else event.seen_by(names.viewer))
    return story.lines()


def tell_move(
    events: Iterable[Event],
    seat: Seat,
    verb: str,
    names: Names,
    rules: Rules,
    *,
    uncovered: bool = False,
    secrets: bool = False,
) -> list[Line]:
    """Return the *events* of one move of *seat*, as `tell` does; where nothing was seen of it, the *verb* that was typed for it."""
    lines = tell(events, names, rules, uncovered=uncovered, secrets=secrets)
    if lines or seat < 0:
        return lines
    said = ": nothing to draw, the turn continues." if verb == "draw" else f": {verb}."
    return [line(Name(seat, names.player(seat)), said)]


class _Story:
    """Gathers what one player does into a sentence, until another one acts."""

    def __init__(self, names: Names, rules: Rules, *, secrets: bool) -> None:
        self._names = names
        self._rules = rules
        self._secrets = secrets
        self._lines: list[Line] = []
        self._seat = -1
        self._parts: list[Line] = []
        self._laid: dict[tuple[str, Kind], list[Face]] = {}
        self._made: list[Line] = []
        self._after: list[Line] = []
        self._counted = Counter[Kind]()
        self._staged = 0
        self._undone = 0
        self._taking = False

    def lines(self) -> list[Line]:
        """Return the sentences so far."""
        self._finish()
        return self._lines

    def add(self, event: Event) -> None:
        """Add *event*."""
        if isinstance(event, TurnedUp):
            self._finish()
            self._turned_up(event)
            return
        if isinstance(event, DealEnded):
            self._finish()
            self._ended(event)
            return
        if isinstance(event, Dealt):
            return
        if event.seat != self._seat:
            self._finish()
            self._seat = event.seat
        if isinstance(event, Melded):
            self._meld(event)
        elif isinstance(event, CanastaMade):
            self._made.append(line(canasta_made(self._rules, event.rank, event.sort)))
        elif isinstance(event, Opened):
            self._after.append(opened_with(self._counted, event.worth, event.minimum))
            self._counted.clear()
            # Cards that are laid from here on are not part of the opening.
            self._flush()
            self._taking = False
        elif isinstance(event, TakenBack):
            self._take_back()
        else:
            self._act(event)

    def _act(self, event: Event) -> None:
        """Anything but cards laid, which are gathered."""
        part = self._simple(event)
        if part is None:
            return
        if isinstance(event, TookPile) and self._taking and not self._laid:
            self._parts[-1] = line(self._parts[-1], " and ", part)
        else:
            self._flush()
            before = self._parts[-1] if self._parts else ()
            match before, part:
                case (Text("laid down ") as verb, Cards(faces)), (Text("laid down "), Cards(more)):
                    self._parts[-1] = line(verb, Cards((*faces, *more)))
                case _:
                    self._parts.append(part)
        self._taking = False
        self._undone = 0

    def _take_back(self) -> None:
        """Tell moves taken back one after another together."""
        self._flush()
        if self._undone:
            self._parts.pop()
        self._undone += 1
        self._parts.append(line("took a move back" if self._undone == 1 else f"took {self._undone} moves back"))
        self._taking = False

    def _simple(self, event: Event) -> Line | None:
        match event:
            case Drew(_, count, seen):
                if count == 0:
                    return None
                return line("drew ", self._hidden(event, line(Cards(seen or ())), line(str(count))))
            case RedThreeLaid(_, face):
                return line("laid down ", Cards((face,)))
            case TookPile(_, taken, shown):
                return self._took(taken, shown) if taken or shown else None
            case RedThreeOnCanasta(_, face, rank):
                return line("put ", Cards((face,)), f" on the {rank_plural(rank)}")
            case Discarded(_, face):
                return line("discarded ", Cards((face,)))
            case Lifted(_, face):
                return line("lifted ", Cards((face,)))
            case Restored(_, face):
                return line("put ", Cards((face,)), f" back, which costs {self._rules.pile.restore}")
            case ReserveTaken(_, count, seen, index):
                own, others = line(": ", Cards(seen or ())), line(f" ({several(count, 'card')})")
                return line(f"picked up the {self._rules.reserves[index].name}", self._hidden(event, own, others))
        return self._spoken(event)

    def _hidden(self, event: Drew | ReserveTaken, own: Line, others: Line) -> Line:
        """*own* where the cards of *event* are known, otherwise *others*; both where secrets are told."""
        if not event.cards:
            return others
        return line(Secret(event.seat, own, others)) if self._secrets else own

    def _spoken(self, event: Event) -> Line | None:
        """Return what needs no card."""
        match event:
            case Asked(_, partner):
                whom = Name(partner, self._names.player(partner, begins=False))
                return line("asked ", whom, " for permission to go out")
            case Answered(_, yes):
                return line("said yes: go out" if yes else "said no: do not go out")
            case Knocked():
                return line("knocked")
            case Stopped():
                return line("ended the turn without a discard")
            case WentOut():
                return line("went out; the others finish the lap")
        return None

    def _took(self, taken: tuple[Face, ...], shown: tuple[Face, ...]) -> Line:
        """Return what came to the hand: the pile for cards that were shown, else what lay under the top card."""
        few = line(": ", Cards(taken)) if 0 < len(taken) <= _FEW else ()
        if shown:
            return line("showed ", Cards(shown), " and took the pile", few or f" ({several(len(taken), 'card')})")
        more = several(len(taken), "more card")
        return line(more if self._taking else f"took {more} of the pile", few)

    def _meld(self, event: Melded) -> None:
        self._undone = 0
        if event.worth:
            self._counted[event.rank] += event.worth
            self._staged = event.staged
        laid = [*event.cards, *([event.top] if event.top is not None else [])]
        if event.top is not None:
            self._flush()
            how = line(" with ", Cards(event.cards)) if event.cards else line(f" onto the {rank_plural(event.rank)}")
            self._parts.append(line("took the ", Cards((event.top,)), how))
            self._taking = True
            return
        verb = "laid" if event.size == len(laid) or ("laid", event.rank) in self._laid else "added"
        self._laid.setdefault((verb, event.rank), []).extend(laid)

    def _flush(self) -> None:
        """End the gathering of cards laid, and what followed from them."""
        laid: list[Line] = []
        added: list[Line] = []
        aimed: list[Line] = []
        for (verb, rank), faces in self._laid.items():
            row = line(Ranks(tuple(faces)))
            if verb == "laid":
                laid.append(row)
            elif any(KIND_OF[face] <= TWO for face in faces):
                aimed.append(line(row, f" to the {rank_plural(rank)}"))
            else:
                added.append(row)
        # Wild cards, whose meld is named, stand apart from others, which might seem to join the same one.
        told = (("laid ", laid), ("added ", added), ("added ", aimed))
        self._parts += [line(verb, listed(rows)) for verb, rows in told if rows]
        self._laid.clear()
        if self._made:
            self._parts.append(line("made ", listed(self._made)))
            self._made.clear()
        self._parts += self._after
        self._after.clear()

    def _finish(self) -> None:
        self._flush()
        if self._counted and self._parts:
            # The opening is not made yet: what it counts until now.
            self._parts[-1] = line(self._parts[-1], f", {self._staged} points toward the opening so far")
        self._counted.clear()
        if self._parts and self._seat >= 0:
            who = Name(self._seat, self._names.player(self._seat))
            self._lines.append(line(who, " ", listed(self._parts), "."))
        self._parts = []
        self._seat = -1
        self._undone = 0
        self._taking = False

    def _turned_up(self, event: TurnedUp) -> None:
        if event.card is None:
            self._lines.append(line("The pile starts empty."))
            return
        text = line("The first card of the pile is ", Cards((event.card,)))
        if event.covered:
            text = line(text, ", on ", Cards(event.covered))
        if event.returned:
            text = line(text, "; ", Cards(event.returned), " went back into the stock")
        self._lines.append(line(text, "."))

    def _ended(self, event: DealEnded) -> None:
        deal = self._rules.words.deal
        if event.cards:
            name = Name(event.seat, self._names.player(event.seat))
            self._lines.append(
                line(name, Text(f" showed a special hand and ended the {deal}: ", "strong"), Cards(event.cards))
            )
            return
        if event.how == "out" and event.seat >= 0:
            how = " concealed, in a single turn!" if event.concealed else f" and ended the {deal}."
            name = Name(event.seat, self._names.player(event.seat))
            self._lines.append(line(name, Text(f" went out{how}", "strong")))
            return
        text = _ENDS.get(event.how, "This {deal} is over.").format(deal=deal)
        self._lines.append(line(Text(text, "strong")))
