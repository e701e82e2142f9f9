"""What happened at the table, in short lines: one for each turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from rich.text import Text

from canasta.base.cards import KIND_OF, TWO, Face, Kind, rank_text
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
from canasta.rules.groups import Rules
from canasta.terminal.calling import call, opened_with
from canasta.terminal.style import card, card_row, label, ranks_row
from canasta.wording.names import Names, canasta_made, cards, rank_plural

_ENDS: Final = {
    "stock": "The stock is used up: this {deal} is over.",
    "lap": "The last lap is played: this {deal} is over.",
    "pile": "The stock is empty and the pile stays: this {deal} is over.",
}


def tell(events: Iterable[Event], names: Names, rules: Rules, *, uncovered: bool = False) -> list[Text]:
    """*events* as the viewer of *names* may see them, a line for each turn and each answer.

    *uncovered* shows every card, as nobody at the table could see them.
    """
    teller = _Teller(names, rules)
    for event in events:
        teller.hear(event if uncovered else event.seen_by(names.viewer))
    return teller.lines()


class _Teller:
    """Gathers what one player does into a sentence, until another one acts."""

    def __init__(self, names: Names, rules: Rules) -> None:
        self._names = names
        self._rules = rules
        self._lines: list[Text] = []
        self._seat = -1
        self._parts: list[Text] = []
        self._laid: dict[tuple[str, Kind], list[Face]] = {}
        self._after: list[Text] = []
        self._counted = Counter[Kind]()
        self._staged = 0
        self._undone = 0
        self._taking = False

    def lines(self) -> list[Text]:
        """The sentences so far."""
        self._finish()
        return self._lines

    def hear(self, event: Event) -> None:
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
            self._after.append(Text(f"made {canasta_made(self._rules, event.rank, event.sort)}"))
        elif isinstance(event, Opened):
            self._after.append(Text(opened_with(self._counted, event.worth, event.minimum)))
            self._counted.clear()
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
            self._parts[-1].append(" and ").append_text(part)
        else:
            self._flush()
            self._parts.append(part)
        self._taking = False
        self._undone = 0

    def _take_back(self) -> None:
        """Moves taken back one after another are told together."""
        self._flush()
        if self._undone:
            self._parts.pop()
        self._undone += 1
        self._parts.append(Text("took a move back" if self._undone == 1 else f"took {self._undone} moves back"))
        self._taking = False

    def _simple(self, event: Event) -> Text | None:
        match event:
            case Drew(_, count, seen):
                if count == 0:
                    return None
                return Text("drew ").append_text(card_row(seen)) if seen else Text(f"drew {count}")
            case RedThreeLaid(_, face):
                return Text("laid down ").append_text(card(face))
            case TookPile(_, taken, shown):
                return self._took(taken, shown)
            case RedThreeOnCanasta(_, face, rank):
                return Text("put ").append_text(card(face)).append(f" on the {rank_plural(rank)}")
            case Discarded(_, face):
                return Text("discarded ").append_text(card(face))
            case Lifted(_, face):
                return Text("lifted ").append_text(card(face))
            case Restored(_, face):
                lost = f", which costs {self._rules.pile.restore}"
                return Text("put ").append_text(card(face)).append(f" back{lost}")
            case ReserveTaken(_, count, seen, index):
                text = Text(f"picked up the {self._rules.reserves[index].name}")
                return text.append(": ").append_text(card_row(seen)) if seen else text.append(f" ({cards(count)})")
        return self._spoken(event)

    def _spoken(self, event: Event) -> Text | None:
        """What needs no card."""
        match event:
            case Asked(_, partner):
                whom = self._names.player(partner, begins=False)
                return Text(f"asked {whom} for permission to go out")
            case Answered(_, yes):
                return Text("said yes: go out" if yes else "said no: do not go out")
            case Knocked():
                return Text("knocked")
            case Stopped():
                return Text("ended the turn without a discard")
            case WentOut():
                return Text("went out; the others finish the lap")
        return None

    def _took(self, taken: tuple[Face, ...], shown: tuple[Face, ...]) -> Text:
        if shown:
            text = Text("showed ").append_text(card_row(shown)).append(" and took the pile")
        else:
            text = Text("took the rest of the pile")
        if taken:
            text.append(": ").append_text(card_row(taken) if len(taken) <= 8 else Text(cards(len(taken))))
        return text

    def _meld(self, event: Melded) -> None:
        self._undone = 0
        if event.worth:
            self._counted[event.rank] += event.worth
            self._staged = event.staged
        laid = [*event.cards, *([event.top] if event.top is not None else [])]
        if event.top is not None:
            self._flush()
            text = Text("took the ").append_text(card(event.top))
            if event.cards:
                text.append(" with ").append_text(card_row(event.cards))
            else:
                text.append(f" onto the {rank_plural(event.rank)}")
            self._parts.append(text)
            self._taking = True
            return
        how = "laid" if event.size == len(laid) or ("laid", event.rank) in self._laid else "added"
        self._laid.setdefault((how, event.rank), []).extend(laid)

    def _flush(self) -> None:
        """End the gathering of cards laid, and what followed from them."""
        for verb in ("laid", "added"):
            rows = []
            for (how, rank), faces in self._laid.items():
                if how == verb:
                    row = ranks_row(faces)
                    loose = how == "added" and rank > TWO and any(KIND_OF[face] <= TWO for face in faces)
                    rows.append(row.append(f" to {rank_text(rank)}") if loose else row)
            if rows:
                self._parts.append(Text(f"{verb} ").append_text(Text(", ").join(rows)))
        self._laid.clear()
        self._parts += self._after
        self._after.clear()

    def _finish(self) -> None:
        if self._counted:
            # The opening is not made yet: what it counts until now.
            said = call(self._counted, self._staged - self._counted.total())
            self._after.append(Text(f"counted {said} so far"))
            self._counted.clear()
        self._flush()
        if self._parts and self._seat >= 0:
            text = label(self._names.player(self._seat), "bold").append(" ")
            text.append_text(Text(", ").join(self._parts)).append(".")
            self._lines.append(text)
        self._parts = []
        self._seat = -1
        self._undone = 0
        self._taking = False

    def _turned_up(self, event: TurnedUp) -> None:
        if event.card is None:
            self._lines.append(Text("The pile starts empty."))
            return
        text = Text("The first card of the pile is ").append_text(card(event.card))
        if event.covered:
            text.append(", on ").append_text(card_row(event.covered))
        if event.returned:
            text.append("; ").append_text(card_row(event.returned)).append(" went back into the stock")
        self._lines.append(text.append("."))

    def _ended(self, event: DealEnded) -> None:
        if event.how == "out" and event.seat >= 0:
            name = self._names.player(event.seat)
            how = (
                " concealed, in a single turn!" if event.concealed else " and ended the " + self._rules.words.deal + "."
            )
            self._lines.append(Text(f"{name} went out{how}", style="bold"))
            return
        text = _ENDS.get(event.how, "This {deal} is over.").format(deal=self._rules.words.deal)
        self._lines.append(Text(text, style="bold"))
