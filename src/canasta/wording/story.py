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
from canasta.base.spans import Cards, Line, Name, Number, Ranks, Text
from canasta.rules.groups import Rules
from canasta.wording.brief import Deed, Sentence, Spared
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


def tell(events: Iterable[Event], names: Names, rules: Rules, *, uncovered: bool = False) -> list[Line]:
    """*events* as the viewer of *names* may see them, a line for each turn and each answer.

    *uncovered* shows every card, as nobody at the table could see them.
    """
    story = _Story(names, rules)
    for event in events:
        story.add(event if uncovered else event.seen_by(names.viewer))
    return [each.line for each in story.sentences()]


def tell_sentences(events: Iterable[Event], names: Names, rules: Rules) -> list[Sentence]:
    """Return *events* as `tell` does, in sentences that can be shortened."""
    story = _Story(names, rules)
    for event in events:
        story.add(event.seen_by(names.viewer))
    return story.sentences()


def tell_move(
    events: Iterable[Event],
    seat: Seat,
    verb: str,
    names: Names,
    rules: Rules,
    *,
    uncovered: bool = False,
) -> list[Line]:
    """Return the *events* of one move of *seat*, as `tell` does; where nothing was seen of it, the *verb* that was typed for it."""
    lines = tell(events, names, rules, uncovered=uncovered)
    if lines or seat < 0:
        return lines
    said = ": nothing to draw, the turn continues." if verb == "draw" else f": {verb}."
    return [line(Name(seat, names.player(seat)), said)]


class _Story:
    """Gathers what one player does into a sentence, until another one acts."""

    def __init__(self, names: Names, rules: Rules) -> None:
        self._names = names
        self._rules = rules
        self._sentences: list[Sentence] = []
        self._seat = -1
        self._deeds: list[Deed] = []
        self._laid: dict[tuple[str, Kind], list[Face]] = {}
        self._made: list[Line] = []
        self._after: list[Deed] = []
        self._counted = Counter[Kind]()
        self._staged = 0
        self._undone = 0
        self._taking = False

    def sentences(self) -> list[Sentence]:
        """Return the sentences so far."""
        self._finish()
        return self._sentences

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
            told = opened_with(self._counted, event.worth, event.minimum)
            self._after.append(Deed(told, Spared.OPENED, line("opened with ", Number(event.worth))))
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
        deed = self._simple(event)
        if deed is None:
            return
        if isinstance(event, TookPile) and self._taking and not self._laid:
            self._deeds[-1] = Deed(line(self._deeds[-1].told, " and ", deed.told), brief=deed.brief)
        else:
            self._flush()
            before = self._deeds[-1].told if self._deeds else ()
            match before, deed.told:
                case (Text("laid down ") as verb, Cards(faces)), (Text("laid down "), Cards(more)):
                    self._deeds[-1] = Deed(line(verb, Cards((*faces, *more))), deed.spared)
                case _:
                    self._deeds.append(deed)
        self._taking = False
        self._undone = 0

    def _take_back(self) -> None:
        """Tell moves taken back one after another together."""
        self._flush()
        if self._undone:
            self._deeds.pop()
        self._undone += 1
        self._deeds.append(Deed(line("took a move back" if self._undone == 1 else f"took {self._undone} moves back")))
        self._taking = False

    def _simple(self, event: Event) -> Deed | None:
        match event:
            case Drew(_, count, seen):
                if count == 0:
                    return None
                return Deed(line("drew ", Cards(seen) if seen else str(count)), Spared.DREW, None if seen else ())
            case RedThreeLaid(_, face):
                return Deed(line("laid down ", Cards((face,))), Spared.LAID_DOWN)
            case TookPile(_, taken, shown):
                return self._took(taken, shown) if taken or shown else None
            case RedThreeOnCanasta(_, face, rank):
                return Deed(line("put ", Cards((face,)), f" on the {rank_plural(rank)}"), Spared.PUT)
            case Discarded(_, face):
                return Deed(line("discarded ", Cards((face,))))
            case Lifted(_, face):
                return Deed(line("lifted ", Cards((face,))))
            case Restored(_, face):
                cost = f" back, which costs {self._rules.pile.restore}"
                return Deed(line("put ", Cards((face,)), cost), Spared.PUT)
            case ReserveTaken(_, count, seen, index):
                brief = line(f"picked up the {self._rules.reserves[index].name}")
                told = line(brief, ": ", Cards(seen)) if seen else line(brief, f" ({several(count, 'card')})")
                return Deed(told, Spared.PICKED_UP, None if seen else brief)
        spoken = self._spoken(event)
        return None if spoken is None else Deed(spoken)

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

    def _took(self, taken: tuple[Face, ...], shown: tuple[Face, ...]) -> Deed:
        """Return what came to the hand: the pile for cards that were shown, else what lay under the top card."""
        few = line(": ", Cards(taken)) if 0 < len(taken) <= _FEW else ()
        brief = line("took the pile")
        if shown:
            told = line("showed ", Cards(shown), " and ", brief, few or f" ({several(len(taken), 'card')})")
        else:
            more = several(len(taken), "more card")
            told = line(more if self._taking else f"took {more} of the pile", few)
        return Deed(told, brief=brief)

    def _meld(self, event: Melded) -> None:
        self._undone = 0
        if event.worth:
            self._counted[event.rank] += event.worth
            self._staged = event.staged
        laid = [*event.cards, *([event.top] if event.top is not None else [])]
        if event.top is not None:
            self._flush()
            how = line(" with ", Cards(event.cards)) if event.cards else line(f" onto the {rank_plural(event.rank)}")
            self._deeds.append(Deed(line("took the ", Cards((event.top,)), how)))
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
        told = (("laid ", laid, Spared.LAID), ("added ", added, Spared.ADDED), ("added ", aimed, Spared.ADDED))
        self._deeds += [Deed(line(verb, listed(rows)), spared) for verb, rows, spared in told if rows]
        self._laid.clear()
        if self._made:
            self._deeds.append(Deed(line("made ", listed(self._made)), Spared.MADE))
            self._made.clear()
        self._deeds += self._after
        self._after.clear()

    def _finish(self) -> None:
        self._flush()
        if self._counted and self._deeds:
            # The opening is not made yet: what it counts until now.
            self._deeds[-1] = self._deeds[-1].and_then(f", {self._staged} points toward the opening so far")
        self._counted.clear()
        if self._deeds and self._seat >= 0:
            who = line(Name(self._seat, self._names.player(self._seat)))
            told = line(who, " ", listed([deed.told for deed in self._deeds]), ".")
            self._sentences.append(Sentence(told, who, tuple(self._deeds)))
        self._deeds = []
        self._seat = -1
        self._undone = 0
        self._taking = False

    def _say(self, told: Line) -> None:
        self._sentences.append(Sentence(told))

    def _turned_up(self, event: TurnedUp) -> None:
        if event.card is None:
            self._say(line("The pile starts empty."))
            return
        text = line("The first card of the pile is ", Cards((event.card,)))
        if event.covered:
            text = line(text, ", on ", Cards(event.covered))
        if event.returned:
            text = line(text, "; ", Cards(event.returned), " went back into the stock")
        self._say(line(text, "."))

    def _ended(self, event: DealEnded) -> None:
        deal = self._rules.words.deal
        if event.cards:
            name = Name(event.seat, self._names.player(event.seat))
            self._say(line(name, Text(f" showed a special hand and ended the {deal}: ", "strong"), Cards(event.cards)))
            return
        if event.how == "out" and event.seat >= 0:
            how = " concealed, in a single turn!" if event.concealed else f" and ended the {deal}."
            name = Name(event.seat, self._names.player(event.seat))
            self._say(line(name, Text(f" went out{how}", "strong")))
            return
        text = _ENDS.get(event.how, "This {deal} is over.").format(deal=deal)
        self._say(line(Text(text, "strong")))
