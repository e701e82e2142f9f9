"""The score room in the terminal: before each deal what to do, after it what was counted, and corrections of any deal."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from canasta.base.clauses import BY_NAME
from canasta.base.english import listed, several
from canasta.base.errors import CanastaError, NotationError
from canasta.base.sheets import Sheet, amount
from canasta.files import write_file
from canasta.notation.records.record import ENDING
from canasta.session import acts
from canasta.session.judging_tally import questions_of
from canasta.session.records import record_of
from canasta.session.refusals import Refused
from canasta.tally.before import before_deal
from canasta.tally.pad import ENDLESS
from canasta.tally.questions import POINTS, Question
from canasta.tally.tally import LONGEST_NOTE, Tally
from canasta.terminal.dialog import Dialog, Leave
from canasta.terminal.keep.evening import KeptEvening
from canasta.terminal.keep.phrases import read_answer, read_number, read_phrases
from canasta.terminal.score_tables import after_deal, counted_title, sheet_table, sheets, totals_table
from canasta.terminal.style import label, render_line
from canasta.wording.announcements import winners_line
from canasta.wording.describe import describe

_COMMANDS: Final = {
    "count": "count this deal; Enter alone does the same",
    "before": "say again who deals, how, and what opens",
    "score": "show the totals, who leads and by how much",
    "sheet": "show the sheets of a deal: sheet 2",
    "fix": "correct a deal that was counted: fix 2",
    "undo": "take the last count back",
    "why": "say the rule behind a line: why red threes",
    "save": "copy the record to a file: save friday.chh",
    "help": "show these words",
    "quit": "leave; the match is kept",
}
"""What can be typed between two deals."""


class ScoreRoom:
    """Asks for the count of each deal, until the match is over."""

    def __init__(self, evening: KeptEvening, dialog: Dialog) -> None:
        self.evening = evening
        self.dialog = dialog

    def run(self) -> None:
        """Keep the score to the end of the match. Raises `Leave` when somebody leaves."""
        self.before("")
        while not self.evening.match.over:
            self._command(self.dialog.ask(f"{self._word} {self.evening.deal}> "), self.count)
        self._over()
        while True:
            self._command(self.dialog.ask("> "), lambda _: self.quit(""))

    @property
    def _word(self) -> str:
        return self.evening.rules.words.deal.capitalize()

    @property
    def _questions(self) -> tuple[Question, ...]:
        return tuple(questions_of(self.evening.state, self.evening.deal))

    @property
    def _pad(self) -> bool:
        """Whether only points are entered, by no rules."""
        return self.evening.state.settings.points_only

    def say(self, *what: RenderableType) -> None:
        """Write *what*."""
        self.dialog.say(*what)

    def _wrong(self, text: str) -> None:
        self.say(Text(text, style="yellow"))

    def _command(self, line: str, usual: Callable[[str], None]) -> None:
        """Do what *line* says; the *usual* thing where it is empty."""
        word, _, rest = line.strip().partition(" ")
        word = {"q": "quit", "exit": "quit", "?": "help", "h": "help", "totals": "score"}.get(
            word.lower(), word.lower()
        )
        over = self.evening.match.over
        try:
            if not word:
                usual("")
            elif word in _COMMANDS:
                _DOES[word](self, rest.strip())
            elif line.strip() and not over and any(sign.isdigit() for sign in line):
                self._wrong(
                    f"Press Enter to count {self._word.lower()} {self.evening.deal}, then type this for a side."
                )
            else:
                self._wrong(f'Unknown word "{word}". You can type {listed(_COMMANDS, "or")}.')
        except (Refused, NotationError) as error:
            self._wrong(str(error))

    # Between deals

    def before(self, rest: str) -> None:
        """Say who deals and begins, how the cards are dealt, and what opens."""
        del rest
        if self.evening.match.over:
            self._over()
        else:
            self._before(whole=True)

    def _before(self, *, whole: bool) -> None:
        """Say who deals and what opens; and how the cards are dealt, if the *whole* of it is wanted."""
        evening, match = self.evening, self.evening.match
        rules = evening.rules.in_deal(evening.deal)
        self.say(Text(), label(f"{self._word} {evening.deal}", "bold"))
        told = before_deal(rules, match.dealer, match.keeper, match.minimums(), evening.names, pad=self._pad)
        for text in told if whole else told[:2]:
            self.say(Text(f"  {text}"))
        self.say(Text(f"Press Enter when you have played the {self._word.lower()}. Type help for more.", style="dim"))

    def score(self, rest: str) -> None:
        """Show the totals, and who leads by how much."""
        del rest
        evening, match = self.evening, self.evening.match
        self.say(totals_table(match, evening.sides, self.dialog.width, self.dialog.plain))
        self._standing()

    def _standing(self) -> None:
        """Say who leads by how much, and what is left."""
        evening, match = self.evening, self.evening.match
        ranked = sorted(match.totals, reverse=True)
        leaders = match.standing.leaders
        if len(leaders) == 1 and len(ranked) > 1:
            side = evening.sides[leaders[0]]
            verb = "lead" if " and " in side else "leads"
            self.say(Text(f"{side} {verb} by {amount(ranked[0] - ranked[1])}."))
        left = _left(evening)
        if left:
            self.say(Text(left))

    def sheet(self, rest: str) -> None:
        """Show the sheets of a deal."""
        number = self._number(rest, "sheet")
        result = next(each for each in self.evening.match.results if each.number == number)
        self.say(counted_title(self.evening.rules, number, self.dialog.plain), Text())
        self.say(sheets(self.evening.sides, result.sheets, self.dialog.width, self.dialog.plain))
        for side, name in enumerate(self.evening.sides):
            tally = self.evening.entered(number, side)
            if tally is not None and tally.note:
                self.say(Text(f"{name}: {tally.note}", style="italic"))

    def _number(self, rest: str, word: str) -> int:
        """Return the number of a counted deal that *rest* names; the last one by default. Raises `NotationError` for none."""
        counted = [each.number for each in self.evening.match.results]
        if not counted:
            raise NotationError(f"No {self._word.lower()} has been counted yet.")
        if not rest:
            return counted[-1]
        if not rest.isdecimal() or int(rest) not in counted:
            raise NotationError(
                f"Name one of the counted {self._word.lower()}s, 1 to {counted[-1]}, such as: {word} {counted[-1]}"
            )
        return int(rest)

    def fix(self, rest: str) -> None:
        """Correct a deal that was counted."""
        deal = self._number(rest, "fix")
        sides = self.evening.sides
        side = 0
        if len(sides) > 1:
            self.say(*(Text(f"  {number}  {name}") for number, name in enumerate(sides, 1)))
            answer = self.dialog.ask("Which side? ")
            if not answer.isdecimal() or not 1 <= int(answer) <= len(sides):
                raise NotationError(f"Type a number from 1 to {len(sides)}.")
            side = int(answer) - 1
        if self.evening.entered(deal, side) is None:
            raise NotationError(f"{self._word} {deal} was played, not counted, so its count can't be changed.")
        self._enter(deal, side)
        self.sheet(str(deal))
        self.score("")

    def undo(self, rest: str) -> None:
        """Take back what was entered last."""
        del rest
        self.evening.do(acts.UndoTally())
        self.say(Text("The last count is taken back."))
        self.score("")

    def why(self, rest: str) -> None:
        """Say the rule behind a line of the sheet."""
        known = [question for question in self._questions if question.key != POINTS]
        found = [each for each in known if rest and rest.lower() in f"{each.key} {each.title} {each.one}".lower()]
        if not found:
            raise NotationError(f"Name a line of the sheet: why {listed([each.title for each in known], 'or')}")
        clause = found[0].clause
        self.say(label(BY_NAME[clause].title, "bold").append(f" ({clause})", style="dim"))
        for line in describe(self.evening.rules.in_deal(self.evening.deal), clause):
            self.say(Text(f"  {line.text}"))

    def save(self, rest: str) -> None:
        """Copy the record to a file."""
        if not rest:
            raise NotationError("Name a file, such as: save friday.chh")
        path = Path(rest).expanduser()
        path = path if path.suffix else path.with_suffix(ENDING)
        text = record_of(self.evening.entries)
        if not text:
            raise NotationError(f"No {self._word.lower()} has been counted yet, so there is nothing to save.")
        try:
            write_file(path, text, new=True)
        except FileExistsError:
            raise NotationError(f"{path} already exists. Choose another name.") from None
        except CanastaError as error:
            raise NotationError(str(error)) from None
        self.say(Text(f"Saved to {path}. To see it: canasta replay {shlex.quote(str(path))}"))

    def help(self, rest: str) -> None:
        """Say what can be typed."""
        del rest
        self.say(*(label(f"{word:<8}", "bold").append(f"  {says}", style="") for word, says in _COMMANDS.items()))
        self.say(Text("A side's count can be one line: 2 clean, 3 dirty, out, melded 1085, caught 60", style="dim"))

    def quit(self, rest: str) -> None:
        """Leave. Raises `Leave`."""
        del rest
        raise Leave

    # Counting

    def count(self, rest: str) -> None:
        """Ask every side for what it counted, and show the deal."""
        del rest
        deal = self.evening.deal
        if self.evening.match.over:
            raise NotationError("The match is over. To correct a count, type: fix 1")
        for side in range(self.evening.rules.sides):
            if self.evening.entered(deal, side) is None:
                self._enter(deal, side)
        result = self.evening.result
        assert result is not None
        self.dialog.clear()
        shown = after_deal(self.evening.match, result, self.evening.names, self.dialog.width, self.dialog.plain)
        self.say(Text(), shown)
        self._standing()
        if not self.evening.match.over:
            self._before(whole=False)

    def _enter(self, deal: int, side: int) -> None:
        """Ask *side* for its count until the table takes it."""
        name = self.evening.sides[side]
        before = self.evening.entered(deal, side)
        self.say(Text(), label(name, "bold"))
        self.say(Text(f"Enter to be asked one by one, or type it, such as: {self._example()}", style="dim"))
        while True:
            try:
                tally = self._asked(deal, side, before)
                sheet, impossible = self.evening.preview(deal, side, tally)
                self.say(sheet_table(name, sheet, self.dialog.plain))
                note = self._insists(impossible) if impossible else ""
                if note is None or not self._agrees(sheet):
                    continue
                self.evening.do(acts.Tally(deal, side, {**tally.as_json(), **({"note": note} if note else {})}))
            except (Refused, NotationError) as error:
                self._wrong(str(error))
            else:
                return

    def _example(self) -> str:
        """Return a count in the words of the game."""
        if self._pad:
            return "345"
        known = {question.key: question.title for question in self._questions}
        words = ["2 " + known["natural"].removesuffix(f" {self.evening.rules.words.canastas}"), "out"]
        words += ["melded 345"] if "melded" in known else []
        return ", ".join([*words, "caught 60"])

    def _agrees(self, sheet: Sheet) -> bool:
        """Return whether the total is what people counted; without a keyboard nobody is asked."""
        if not self.dialog.typed:
            return True
        return self.dialog.ask(f"Is {amount(sheet.total)} right? [Y/n] ").lower() not in {"n", "no"}

    def _insists(self, impossible: Sequence[str]) -> str | None:
        """Return the note with which the table insists on what can't be; None where it counts again."""
        for text in impossible:
            self._wrong(text)
        note = self.dialog.ask("Enter to count again, or write a note to insist: ").strip()
        if len(note) > LONGEST_NOTE:
            self._wrong(f"A note has at most {LONGEST_NOTE} characters.")
            return None
        return note or None

    def _asked(self, deal: int, side: int, before: Tally | None) -> Tally:
        """Return what *side* counted: in one line, or question by question with what was said *before*."""
        line = self.dialog.ask(f"{self.evening.sides[side]}: ")
        number = read_number(line) if self._pad else None
        if number is not None:
            return self.evening.checked(deal, {POINTS: number} if number else {})
        if line.strip():
            return self.evening.checked(deal, read_phrases(line, self._questions))
        asked = [question for question in self._questions if self._pad or question.key != POINTS]
        answers: list[dict[str, int]] = []
        while len(answers) < len(asked):
            answer = self._answer(asked[len(answers)], before)
            if answer is not None:
                answers.append(answer)
            elif answers:
                answers.pop()
        return self.evening.checked(deal, {key: number for answer in answers for key, number in answer.items()})

    def _answer(self, question: Question, before: Tally | None) -> dict[str, int] | None:
        """Return the answer to *question*, of which *before* says what it was; None on the way back. Raises `Leave`."""
        kinds = [key for key, _, _ in question.kinds]
        usual = {key: before.get(key) for key in (question.key, *kinds) if before is not None and before.get(key)}
        shown = " ".join(f"{number} {key}" if key != question.key else str(number) for key, number in usual.items())
        prompt = f"  {question.title[0].upper()}{question.title[1:]}"
        prompt += "? [y/N]" if question.kind == "yes" else " in points" if question.kind == "cards" else ""
        while True:
            text = self.dialog.ask(f"{prompt}{f' [{shown}]' if shown else ''}: ").strip()
            if text.lower() in {"quit", "q", "exit"}:
                raise Leave
            if text.lower() == "back":
                return None
            if not text:
                return usual
            try:
                return read_answer(text, question)
            except NotationError as error:
                self._wrong(str(error))

    def _over(self) -> None:
        """Say who has won."""
        match = self.evening.match
        line = winners_line(match.standing.winners, match.totals, match.rules, self.evening.names)
        self.say(
            Text(), render_line(line), Text("To correct a count, type fix and its number; Enter leaves.", style="dim")
        )


def _left(evening: KeptEvening) -> str:
    """Return what is left of the match; empty where it is over."""
    match, ends = evening.match, evening.rules.match
    if match.over:
        return ""
    if ends.deals:
        left = ends.deals - len(match.results)
        return f"{several(left, evening.rules.words.deal)} left."
    return f"The match goes to {amount(ends.target)}." if 0 < ends.target < ENDLESS else ""


_DOES: Final[dict[str, Callable[[ScoreRoom, str], None]]] = {word: getattr(ScoreRoom, word) for word in _COMMANDS}
