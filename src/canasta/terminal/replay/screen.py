"""Watching a recording at the keyboard: step, back, jump, search, with the eyes of everyone or of one seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from canasta.base.clauses import BY_NAME
from canasta.base.errors import NotationError
from canasta.base.seats import side_of
from canasta.deal.view import view
from canasta.notation.positions.line import position_text
from canasta.notation.records.playback import Moment, Watched
from canasta.rules.shapes import suggest
from canasta.terminal.dialog import Dialog, Leave
from canasta.terminal.play import answers as questions
from canasta.terminal.replay.commands import WORDS, find_command
from canasta.terminal.replay.find import find, read_search
from canasta.terminal.replay.recording import OpenRecording, RecordingPage, acted, only_counted
from canasta.terminal.replay.sheets import counted, one_sheet, sheet_pages
from canasta.terminal.replay.story import deal_lines, ending, headlines, moment_lines, repairs
from canasta.terminal.replay.table import ALL, ONLOOKER, Eyes, comment_lines, pictures
from canasta.terminal.score_tables import counted_title
from canasta.terminal.style import label, render_line
from canasta.terminal.table_screen import Frame
from canasta.wording.describe import describe
from canasta.wording.names import Names
from canasta.wording.sheets import so_far_line
from canasta.wording.state import pile_cards_line

_TAIL: Final = "Press Enter to continue. You can abbreviate commands; help find explains one."


class Viewer:
    """A person watching a recording: the place, whose eyes they use, what they search for."""

    def __init__(self, recording: OpenRecording, dialog: Dialog, eyes: Eyes, place: RecordingPage) -> None:
        """Make a viewer at *place*, which the recording has."""
        self.recording = recording
        self.dialog = dialog
        self.eyes = eyes
        self.place = place
        self._sought = ""

    def run(self) -> None:
        """Show and ask until the viewer leaves.

        Raises `Leave`.
        """
        self._show(full=True)
        while True:
            line = self.dialog.ask("> ")
            try:
                if line:
                    command, rest = find_command(line)
                    _DOES[command.name](self, rest)
                else:
                    self.next("")
            except NotationError as error:
                self.dialog.say(Text(str(error), style="yellow"))

    @property
    def watched(self) -> Watched:
        """The deal that is shown."""
        watched = self.recording.deal(self.place.deal)
        assert watched is not None
        return watched

    @property
    def moment(self) -> Moment:
        """The moment that is shown; the last one where the page is that of the score sheets.

        Raises `NotationError` for a deal that was counted by hand, which has none.
        """
        if self.watched.played.by_hand:
            raise NotationError(only_counted(self.recording.rules, self.watched))
        return self.watched.moments[min(self.place.at, len(self.watched.moments) - 1)]

    @property
    def names(self) -> Names:
        """The names as these eyes hear them."""
        return self.recording.names.seen_by(self.eyes.seat)

    def next(self, rest: str) -> None:
        """On by some pages."""
        for _ in range(_number(rest, "next 5")):
            if not self._on():
                break
        self._show()

    def _on(self) -> bool:
        """On by a page, into the next deal; says whether there was one."""
        number, at = self.place.deal, self.place.at + 1
        if at == self.recording.pages(number):
            number, at = number + 1, 0
        if self.recording.deal(number) is None:
            return False
        self.place = RecordingPage(number, at)
        return True

    def back(self, rest: str) -> None:
        """Back by some pages."""
        for _ in range(_number(rest, "back 5")):
            number, at = self.place.deal, self.place.at - 1
            if at < 0:
                if number == 0:
                    break
                number, at = number - 1, self.recording.pages(number - 1) - 1
            self.place = RecordingPage(number, at)
        self._show()

    def turn(self, rest: str) -> None:
        """To where the next turn begins, or, with "back", to where this one or the one before did."""
        back = bool(rest) and "back".startswith(rest.lower())
        if rest and not back:
            raise NotationError("Type turn or turn back. To go to a certain turn, type for example jump 12.")
        begins = self._begins()
        if back:
            earlier = [at for at in begins if at < self.place.at]
            if earlier or self.place.deal == 0:
                self._go(RecordingPage(self.place.deal, max(earlier, default=0)))
                return
            self.back("")
            return
        later = [at for at in begins if at > self.place.at]
        if later:
            self._go(RecordingPage(self.place.deal, later[0]))
            return
        last = len(self.watched.moments) - 1
        if self.place.at < last:
            self._go(RecordingPage(self.place.deal, last))
        else:
            self.next("")

    def _begins(self) -> list[int]:
        """Return the moments at which a turn begins."""
        moments = self.watched.moments
        turns = [at for at in range(1, len(moments)) if moments[at].turn > moments[at - 1].turn]
        return [0, *(at for at in turns if not moments[at].deal.over)]

    def deal(self, rest: str) -> None:
        """Go to another deal."""
        word = rest.lower()
        number = self.watched.record.number
        if word and "back".startswith(word):
            wanted = number - 1
        elif not word or "next".startswith(word):
            wanted = number + 1
        else:
            wanted = _number(word, "deal 3")
        at = wanted - self.recording.first
        if at < 0 or self.recording.deal(at) is None:
            raise NotationError(self._no_deal(wanted))
        self._go(RecordingPage(at, 0))

    def _no_deal(self, wanted: int) -> str:
        first = self.recording.first
        last = first + self.recording.known - 1
        there = f"deals {first} to {last}" if last > first else f"deal {last} only"
        text = f"There is no deal {wanted} to watch. The record has {there}."
        return f"{text} {self.recording.ending()}" if self.recording.problem and wanted > last else text

    def jump(self, rest: str) -> None:
        """Go to a turn of this deal."""
        turn = _number(rest, "jump 12", needed=True)
        moments = self.watched.moments
        if not moments:
            raise NotationError(only_counted(self.recording.rules, self.watched))
        last = max(acted(self.watched, at) for at in range(len(moments)))
        if turn > max(last, 1):
            raise NotationError(f"This {self.recording.rules.words.deal} has turns 1 to {last}.")
        self._go(RecordingPage(self.place.deal, next(at for at, moment in enumerate(moments) if moment.turn >= turn)))

    def start(self, rest: str) -> None:
        """To the beginning of the deal."""
        _nothing(rest, "start")
        self._go(RecordingPage(self.place.deal, 0))

    def end(self, rest: str) -> None:
        """To the end of the deal."""
        _nothing(rest, "end")
        self._go(RecordingPage(self.place.deal, max(0, len(self.watched.moments) - 1)))

    def change_eyes(self, rest: str) -> None:
        """Change the eyes."""
        self.eyes = read_eyes(rest, self.recording.names)
        self._show(full=True)

    def find(self, rest: str) -> None:
        """To the next place that a search finds."""
        search = read_search(rest or self._sought, self.recording, self.eyes)
        self._sought = rest or self._sought
        place = find(search, self.recording, self.place)
        if place is None:
            raise NotationError(
                f"There is no later place where {search.what}. Type start or deal 1 to search from the start."
            )
        self.place = place
        self._show(full=True, found=f"Found where {search.what}.")

    def sheet(self, rest: str) -> None:
        """Show the score sheets as they stand, or one of them."""
        rules, moment = self.recording.rules, self.moment if self.watched.moments else None
        sheets = counted(rules, self.watched, moment, self.eyes)
        if moment is not None and not moment.deal.over:
            self.dialog.say(render_line(so_far_line(all_cards=self.eyes.everything), "dim"))
        if rest:
            side = side_of(_seat(rest, self.recording.names), rules.sides)
            self.dialog.say(one_sheet(side, sheets, self.names.side(side, rules.sides), plain=self.dialog.plain))
            return
        pages = sheet_pages(self.watched, sheets, self.names, self.dialog.width, plain=self.dialog.plain)
        self.dialog.say(self._fitting(pages))

    def pile(self, rest: str) -> None:
        """Show the cards of the pile."""
        _nothing(rest, "pile")
        self.dialog.say(pile_cards_line(view(self.moment.deal, self.eyes.seat)))

    def position(self, rest: str) -> None:
        """Show the moment as a position line."""
        _nothing(rest, "position")
        deal = self.moment.deal
        self.dialog.say_whole(Text(position_text(deal if self.eyes.everything else view(deal, self.eyes.seat))))

    def rules(self, rest: str) -> None:
        """Show what a rule says in this game."""
        clause = rest.lower()
        if clause not in BY_NAME:
            near = suggest(clause, BY_NAME)
            what = f"There is no rule {rest}{near}." if rest else "Say which rule."
            raise NotationError(f"{what} Type the name of a rule, such as: rules pile.need")
        lines = describe(self.recording.rules, clause)
        said = " ".join(line.text for line in lines) or "It has no effect in this game."
        self.dialog.say(questions.rule_title(clause), Text(said))

    def look(self, rest: str) -> None:
        """Show the table again."""
        _nothing(rest, "look")
        self._show(full=True)

    def help(self, rest: str) -> None:
        """Show the words, or all about one of them."""
        if rest:
            self.dialog.say(*questions.about(find_command(rest)[0]))
        else:
            self.dialog.say(*questions.words_list(WORDS.values(), _TAIL))

    def quit(self, rest: str) -> None:
        """Leave."""
        del rest
        raise Leave

    def _go(self, place: RecordingPage) -> None:
        self.place = place
        self._show(full=True)

    def _show(self, *, full: bool = False, found: str = "") -> None:
        """Show the page; where screens are not redrawn, only what happened, unless the *full* table is wanted."""
        dialog = self.dialog
        dialog.clear()
        sheet = self.place.at == len(self.watched.moments)
        last = [Text(self._after(), style="bold")] if self._after() else []
        tail = Group(*([label(found, "green")] if found else []), *last, self._status())
        if dialog.plain and not full and not sheet:
            if self.place.at == 0:
                dialog.say(*deal_lines(self.recording, self.watched, self.eyes))
            dialog.say(*moment_lines(self.recording, self.watched, self.place.at, self.eyes), *last)
            return
        dialog.say(self._fitting(self._sheets() if sheet else self._tables(), tail), tail)

    def _fitting(self, pages: Iterable[RenderableType], tail: RenderableType = "") -> RenderableType:
        """Return the first of *pages* that fits the window with *tail* below it; the last one if none does."""
        page: RenderableType = Text()
        for page in pages:
            if not self.dialog.clears or self.dialog.fits(Group(page, tail)):
                break
        return page

    def _tables(self) -> Iterable[RenderableType]:
        record, moment = self.watched.record, self.moment
        frame = Frame(
            number=record.number,
            totals=record.totals,
            since=tuple(self._told()),
            plain=self.dialog.plain,
        )
        return pictures(moment, self.eyes, self.recording.names, frame, self.dialog.width)

    def _told(self) -> list[Text]:
        """Return what happened in the moment, and what someone wrote beside it."""
        moment, recording = self.moment, self.recording
        lines = self._begin() if self.place.at == 0 else []
        lines += map(render_line, self.eyes.story(moment, recording.names))
        if self.eyes.everything:
            return lines + comment_lines(moment.comments)
        return lines + (
            [Text("There is a comment here. Type eyes all to see it.", style="dim")] if moment.comments else []
        )

    def _begin(self) -> list[Text]:
        """Return what is told before the deal that is shown."""
        recording = self.recording
        before = headlines(recording)[1:] if self.place.deal == 0 else []
        return [*before, *repairs(recording, self.place.deal)[:3], *deal_lines(recording, self.watched, self.eyes)]

    def _sheets(self) -> Iterable[RenderableType]:
        dialog, record, rules = self.dialog, self.watched.record, self.recording.rules
        title = counted_title(rules, record.number, dialog.plain)
        begin = [] if self.watched.moments else [*self._begin(), Text()]
        sheets = counted(rules, self.watched, self.moment if self.watched.moments else None, self.eyes)
        for page in sheet_pages(self.watched, sheets, self.names, dialog.width, plain=dialog.plain):
            yield Group(title, Text(), *begin, page, Text())

    def _after(self) -> str:
        """Return why there is nothing after this page; empty if there is something."""
        last = self.place.at + 1 == self.recording.pages(self.place.deal)
        if not last or self.recording.deal(self.place.deal + 1) is not None:
            return ""
        return ending(self.recording, self.eyes).plain

    def _status(self) -> RenderableType:
        """Return where in the record this is."""
        watched, at = self.watched, self.place.at
        parts = [f"{at + 1} of {self.recording.pages(self.place.deal)}"]
        if at < len(watched.moments):
            moment = watched.moments[at]
            parts = ["the end" if moment.deal.over else f"turn {moment.turn}", *parts]
            if moment.seat >= 0 and watched.record.line:
                parts.append(f"line {watched.record.line + moment.line}")
        text = " · ".join([*parts, self.eyes.text(self.recording.names)])
        return Text(text[:1].upper() + text[1:], style="dim")


def read_eyes(text: str, names: Names) -> Eyes:
    """Return the eyes that *text* means: ``all``, ``table``, the number of a seat or the name of a player.

    Raises `NotationError` for anything else.
    """
    word = text.strip().lower()
    if word and "all".startswith(word):
        return ALL
    if word and "table".startswith(word):
        return ONLOOKER
    if not word:
        raise NotationError("Say whose eyes, such as: eyes all, eyes table, eyes 2")
    return Eyes(_seat(text.strip(), names))


def _seat(text: str, names: Names) -> int:
    """Return the seat of the number or name *text*."""
    if text.isdecimal() and text.isascii() and 1 <= int(text[:4]) <= len(names.names):
        return int(text[:4]) - 1
    for seat, name in enumerate(names.names):
        if name.lower() == text.lower():
            return seat
    raise NotationError(f'There is no seat "{text}". The seats are 1 to {len(names.names)}, {", ".join(names.names)}.')


def _number(text: str, example: str, *, needed: bool = False) -> int:
    """Return the number *text*; 1 where there is none and none is *needed*."""
    if not text and not needed:
        return 1
    if not (text.isdecimal() and text.isascii() and 1 <= int(text[:9]) <= 1_000_000):
        raise NotationError(f"Type a number, such as: {example}")
    return int(text[:9])


def _nothing(rest: str, word: str) -> None:
    if rest:
        raise NotationError(f'{word} takes nothing after it. Leave out "{rest}".')


_DOES: Final[dict[str, Callable[[Viewer, str], None]]] = {
    "next": Viewer.next,
    "back": Viewer.back,
    "turn": Viewer.turn,
    "deal": Viewer.deal,
    "jump": Viewer.jump,
    "start": Viewer.start,
    "end": Viewer.end,
    "eyes": Viewer.change_eyes,
    "find": Viewer.find,
    "sheet": Viewer.sheet,
    "pile": Viewer.pile,
    "position": Viewer.position,
    "rules": Viewer.rules,
    "look": Viewer.look,
    "help": Viewer.help,
    "quit": Viewer.quit,
}
