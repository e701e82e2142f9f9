"""One person at the keyboard: shows the table, reads lines, makes moves."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from canasta.base.cards import Face
from canasta.base.english import listed
from canasta.base.errors import CanastaError, IllegalMove, NotationError, Refusal
from canasta.base.events import Drew, Event, ReserveTaken, TookPile, TurnBegan
from canasta.base.moves import Move
from canasta.base.spans import Line
from canasta.deal.deal import Deal
from canasta.deal.tableaus import sheets_so_far
from canasta.deal.view import View, view
from canasta.notation.move_text import parse_move
from canasta.notation.positions.line import position_text
from canasta.notation.records.record import ENDING
from canasta.session import acts
from canasta.session.refusals import Refused
from canasta.terminal.play import answers as questions
from canasta.terminal.play.commands import TypedCommand, commands_of, find_command
from canasta.terminal.play.sitting import Sitting
from canasta.terminal.play.tips import absent_meld, tip
from canasta.terminal.score_tables import sheets, totals_table
from canasta.terminal.style import label, render_line
from canasta.terminal.table_screen import Frame, choice_lines, draw_table, hand_lines, sides
from canasta.wording.describe import describe
from canasta.wording.names import Names
from canasta.wording.refusals import with_clause
from canasta.wording.sheets import so_far_line
from canasta.wording.spans import joined
from canasta.wording.state import pile_cards_line
from canasta.wording.story import tell

_SORTED = {"rank": "Sorted by rank.", "suit": "Sorted by suit.", "drawn": "In the order you drew the cards."}
_ORDERS = tuple(_SORTED)


class Keyboard:
    """The person in one seat."""

    def __init__(self, sitting: Sitting, seat: int) -> None:
        self.sitting = sitting
        self.seat = seat
        self.refused: Refusal | None = None
        self.order: str = sitting.dialog.settings.sort
        self._told = 0
        self._turn = -1
        self._began = 0
        self._taught = ""
        self._hinted: tuple[Move, ...] = ()

    @property
    def names(self) -> Names:
        """The names as this person hears them."""
        return self.sitting.seating.seen_by(self.seat)

    @property
    def deal(self) -> Deal:
        """The deal in progress."""
        return self.sitting.deal

    def new_deal(self) -> None:
        """Forget what belonged to the last deal."""
        self._told, self._turn, self._began = 0, -1, 0
        self.refused = None

    def resume(self) -> None:
        """Resume a deal in progress: the story begins with this person's last turn."""
        began = [at for at, event in enumerate(self.deal.history) if event == TurnBegan(self.seat)]
        going = not self.deal.over and self.deal.position.turn == self.seat
        before = began[: -1 if going else None]
        self._told = before[-1] if before else 0

    def act(self) -> None:
        """Let the person act until another player must, or the deal is over.

        Raises `Leave` when the person leaves.
        """
        self.sitting.sit_down(self.seat)
        if self._turn != self.deal.position.turns:
            self._turn, self._began = self.deal.position.turns, len(self.deal.history)
            self.refused = None
        self._show(since=self._told)
        dialog = self.sitting.dialog
        dialog.redraw = lambda: self._show(since=self._told)
        try:
            while not self.deal.over and self.deal.actor == self.seat and self.sitting.plays(self.seat):
                self._teach()
                self._line(dialog.ask("> "))
        finally:
            dialog.redraw = None
        # Where screens are redrawn, the next one begins with what was done in this turn.
        self._told = self._began if self.sitting.dialog.clears else len(self.deal.history)

    def _teach(self) -> None:
        """Say what to do next, in the first lesson."""
        lesson = self.sitting.lesson
        told = lesson.text(self.deal, self.seat, refused=self.refused is not None) if lesson is not None else ""
        if told and told != self._taught:
            self.say(Text(told, style="green"))
        self._taught = told

    def deal_over(self) -> None:
        """Tell how the deal ended."""
        dialog, rules = self.sitting.dialog, self.sitting.match.rules
        shared = self.sitting.seating.shared
        if shared.viewer < 0:
            dialog.clear()
        dialog.say(Text(), *tell(self.deal.history[self._told :], shared, rules))

    def seen(self) -> View:
        """Return what this person may know now."""
        return view(self.deal, self.seat)

    def frame(self, since: int) -> Frame:
        """Return what stands around the cards, with the story from the event *since* on."""
        match = self.sitting.match
        story = tell(self.deal.history[since:], self.names, match.rules)
        if not since:
            *before, dealers = self.sitting.announced(self.names)
            # In one paragraph with the first card of the pile, to save rows.
            story = [*before, joined([dealers, *story[:1]], " "), *story[1:]]
        return Frame(
            number=match.number,
            totals=match.totals,
            since=tuple(map(render_line, story)),
            fresh=tuple(self._fresh()),
            order=self.order,
            plain=self.sitting.dialog.plain,
        )

    def say(self, *what: RenderableType | Line) -> None:
        """Write *what*."""
        self.sitting.dialog.say(*what)

    def _fresh(self) -> list[Face]:
        """Return the cards that came to the hand in this turn."""
        fresh: list[Face] = []
        for event in self.deal.history[self._began :]:
            if isinstance(event, Drew | TookPile | ReserveTaken) and event.seat == self.seat:
                fresh += event.cards or ()
        return fresh

    def _show(self, since: int, below: Sequence[RenderableType] = ()) -> None:
        """Show the table with the story from the event *since* on, and something *below* it."""
        dialog = self.sitting.dialog
        dialog.clear()
        if not dialog.clears:
            dialog.say(Text())
        seen, frame = self.seen(), self.frame(since)
        notices = self.sitting.notices()
        picture = draw_table(seen, self.names, frame, dialog.width)
        if dialog.clears and not dialog.fits(Group(*notices, picture, *below)):
            picture = draw_table(seen, self.names, replace(frame, tight=True), dialog.width)
        dialog.say(*notices, picture, *below)

    def _line(self, line: str) -> None:
        """Do what *line* says."""
        hinted, self._hinted = self._hinted, ()
        if not line:
            self._follow(hinted)
            return
        rules, command = self.sitting.match.rules, None
        try:
            command, rest = find_command(line, rules)
            if command.is_move:
                self._move(command, rest)
            else:
                _DOES[command.name](self, rest)
        except NotationError as error:
            mistake = questions.explain_mistake(line, str(error))
            if command is not None and command.name not in commands_of(rules):
                mistake = f'This game has no "{command.name}". Type help for its commands.'
            self.say(Text(mistake, style="yellow"))

    def hint(self, rest: str) -> None:
        """Show a turn to play, which an empty line plays."""
        del rest
        told, self._hinted = questions.hint(self.seen())
        if self.sitting.dialog.clears:
            moved = len(self.deal.history) > self._began
            self._show(since=self._began if moved else self._told, below=told)
        else:
            self.say(*told)

    def _follow(self, hinted: tuple[Move, ...]) -> None:
        """Play the moves of a hint; without one, show the table."""
        if not hinted:
            self._show(since=self._told)
        for move in hinted:
            self._make(move)
            if self.refused or self.deal.over or self.deal.actor != self.seat:
                return

    def _move(self, command: TypedCommand, rest: str) -> None:
        move = parse_move(f"{command.name} {rest}", self.seen())
        self._make(move, command, rest)

    def _make(self, move: Move, command: TypedCommand | None = None, rest: str = "") -> None:
        """Make *move*, which was typed as *command* and *rest* unless a hint gave it."""
        try:
            events = self.sitting.play(self.seat, move)
        except IllegalMove as illegal:
            seen, refusal = self.seen(), illegal.refusal
            absent = absent_meld(seen, refusal, move) if command and command.name == "add" else ""
            self._refuse(refusal, absent or tip(seen, refusal, move, rest), said=not absent)
            return
        self.refused = None
        self._after(events)

    def _after(self, events: list[Event]) -> None:
        """Show what a move changed; the next screen does, where the turn went on."""
        dialog = self.sitting.dialog
        going_on = not self.deal.over and self.deal.actor == self.seat
        new_turn = any(isinstance(event, TurnBegan) for event in events)
        if going_on and dialog.clears and not new_turn:
            self._show(since=self._began)
        elif dialog.clears:
            return
        else:
            dialog.say(*tell(events, self.names, self.sitting.match.rules))
            if going_on and not new_turn:
                dialog.say(*self.hand())

    def _refuse(self, refusal: Refusal, helpful: str = "", *, said: bool = True) -> None:
        """Say why not, and what would help; that alone where the refusal is not to be *said*."""
        self.refused = refusal
        text = label("No. ", "bold yellow")
        self.say(text.append_text(render_line(with_clause(refusal))) if said else text.append(helpful))
        if helpful and said:
            self.say(Text(helpful, style="dim"))

    def undo(self, rest: str) -> None:
        """Take the last move back."""
        del rest
        try:
            self.sitting.undo(self.seat)
        except Refused as why:
            self._refuse(why.refusal)
            return
        self.refused = None
        self._show(since=self._began)

    def sort(self, rest: str) -> None:
        """Sort the hand."""
        word = rest.lower()
        if word and not any(order.startswith(word) for order in _ORDERS):
            raise NotationError("Sort by rank, suit or drawn, such as: sort suit")
        chosen = next((order for order in _ORDERS if word and order.startswith(word)), None)
        self.order = chosen or _ORDERS[(_ORDERS.index(self.order) + 1) % len(_ORDERS)]
        self.say(_SORTED[self.order])
        self.say(hand_lines(self.seen(), self.frame(len(self.deal.history))))

    def why(self, rest: str) -> None:
        """Say why."""
        del rest
        seen = self.seen()
        refusal = self.refused or questions.pile_refusal(seen)
        if isinstance(refusal, str):
            self.say(refusal)
            return
        self.say(questions.rule_title(refusal.clause), refusal.line)
        lines = describe(seen.rules, refusal.clause)
        if lines:
            self.say(label("The rule: ", "dim").append(" ".join(line.text for line in lines)))

    def score(self) -> list[RenderableType]:
        """Return the sheets as this person can count them now, and the totals."""
        match, dialog = self.sitting.match, self.sitting.dialog
        titles = [self.names.side(side, match.rules.sides) for side in range(match.rules.sides)]
        counted = sheets_so_far(self.deal.rules, self.seen().position, match.exact_cuts)
        return [
            render_line(so_far_line(all_cards=False), "dim"),
            sheets(titles, counted, dialog.width, dialog.plain),
            totals_table(match, titles, dialog.width, dialog.plain),
        ]

    def position(self, rest: str) -> None:
        """Show what this person may know, as a position line."""
        del rest
        self.sitting.dialog.say_whole(Text(position_text(self.seen())))

    def melds(self) -> list[RenderableType]:
        """Return what lies on the table."""
        return [sides(self.seen(), self.names, self.frame(len(self.deal.history)), self.sitting.dialog.width)]

    def quit(self, rest: str) -> None:
        """Leave the game; where that loses the match, only after asking.

        Raises `Leave`.
        """
        del rest
        self.sitting.dialog.leave()

    def away(self, rest: str) -> None:
        """Let a bot play on here, if someone else at the keyboard still plays."""
        del rest
        if not any(self.sitting.plays(seat) for seat in self.sitting.seating.people if seat != self.seat):
            self.say("Nobody else plays at this keyboard now. To leave the match, type quit; you can resume it later.")
            return
        self.sitting.do(self.seat, acts.StandIn())
        name = self.names.names[self.seat]
        self.sitting.notify(f"A bot plays for {name} now. When {name} is here again, type: back {name}")

    def back(self, rest: str) -> None:
        """Give the seat of someone who was away back to them."""
        seats = [seat for seat in self.sitting.seating.people if not self.sitting.plays(seat)]
        away = [seat for seat in seats if self.names.names[seat].lower().startswith(rest.lower())]
        if not away:
            names = listed([self.names.names[seat] for seat in seats])
            raise NotationError(
                f"Say who is back, such as: back {names}" if seats else "Nobody at this keyboard is away."
            )
        self.sitting.do(away[0], acts.Back())
        self.say(Text(f"{self.names.names[away[0]]} plays again."))

    def save(self, rest: str) -> None:
        """Copy the record to a file."""
        if not rest:
            raise NotationError("Name a file, such as: save friday.chh")
        path = Path(rest).expanduser()
        path = path if path.suffix else path.with_suffix(ENDING)
        try:
            self.sitting.save(path)
        except FileExistsError:
            self.say(f"{path} already exists. Choose another name.")
        except CanastaError as error:
            self.say(str(error))
        else:
            self.say(Text(f"Saved to {path}. To watch it: canasta replay {shlex.quote(str(path))}"))

    def hand(self) -> list[RenderableType]:
        """Return the hand, and what may be done."""
        seen = self.seen()
        return [hand_lines(seen, self.frame(len(self.deal.history))), choice_lines(seen, self.names)]

    def log(self, rest: str) -> None:
        """Tell the deal from its beginning, or its last lines."""
        if rest and not (rest.isdecimal() and int(rest)):
            raise NotationError("Say how many lines you want to see, such as: log 10")
        story = tell(self.deal.history, self.names, self.sitting.match.rules)
        for each in story[-int(rest) :] if rest else story:
            self.say(each)

    def table(self, rest: str) -> None:
        """Draw the table again."""
        del rest
        self._show(since=self._told)


def _asks(show: Callable[[Keyboard, str], Sequence[RenderableType | Line]]) -> Callable[[Keyboard, str], None]:
    return lambda keyboard, rest: keyboard.say(*show(keyboard, rest))


_DOES: dict[str, Callable[[Keyboard, str], None]] = {
    "undo": Keyboard.undo,
    "position": Keyboard.position,
    "sort": Keyboard.sort,
    "why": Keyboard.why,
    "quit": Keyboard.quit,
    "save": Keyboard.save,
    "away": Keyboard.away,
    "back": Keyboard.back,
    "table": Keyboard.table,
    "log": Keyboard.log,
    "hand": _asks(lambda keyboard, _: keyboard.hand()),
    "hint": Keyboard.hint,
    "score": _asks(lambda keyboard, _: keyboard.score()),
    "melds": _asks(lambda keyboard, _: keyboard.melds()),
    "pile": _asks(lambda keyboard, _: [pile_cards_line(keyboard.seen())]),
    "rules": _asks(lambda keyboard, rest: questions.rules(keyboard.seen().rules, rest)),
    "help": _asks(lambda keyboard, rest: questions.help_text(keyboard.sitting.match.rules, rest)),
}
