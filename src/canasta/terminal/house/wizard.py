"""The questions of ``canasta house new``: options by chapter, a few values, a name, a file."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, Final
from unicodedata import normalize

from rich.padding import Padding
from rich.text import Text

from canasta.base.answers import NO, YES
from canasta.base.english import listed
from canasta.base.errors import RulesError
from canasta.files import FileError, write_file
from canasta.handbook.options import options_by_chapter
from canasta.handbook.reference import change_lines
from canasta.rules.groups import Rules
from canasta.rules.house import House, inspect
from canasta.rules.load import load
from canasta.rules.questions.every import possible_answers, questions
from canasta.rules.questions.row import Question
from canasta.rules.shapes import read_value
from canasta.rules.together import together
from canasta.rules.value_clauses import clause_of_path
from canasta.terminal.dialog import Dialog
from canasta.terminal.house.differences import diff_lines
from canasta.terminal.style import label
from canasta.wording.compare import Comparison, compare
from canasta.wording.describe import describe
from canasta.wording.house_differences import house_differences
from canasta.wording.spans import plain

_DONE: Final = frozenset({"done", "rest"})
_SKIP: Final = "skip"
_BACK: Final = "back"
_RARER: Final = "Rarer rules"


class Wizard:
    """Asks one question after another; nothing is written before the last one.

    Raises `canasta.terminal.dialog.Leave` at the end of the input.
    """

    def __init__(self, dialog: Dialog, house: House) -> None:
        self.dialog = dialog
        self.house = house
        self.game = house.game
        self.players = house.game.default_players
        self._loaded: tuple[tuple[int, Any], Rules] | None = None

    def run(self, players: int | None, out: Path | None) -> None:
        """Ask everything, then write the file."""
        self._say(label(f"House rules for {self.game.title}", "bold"))
        self._say(
            "Enter keeps the default, y turns the option on, ? shows what it changes, back returns to the question before, "
            "skip keeps the remaining defaults of a chapter, and done those of all chapters."
        )
        self.players = players or self._ask_players()
        self._ask_all()
        if not self._differs():
            self._say("", f"You changed nothing in {self.game.title}, so nothing was written.")
            return
        self._ask_title()
        self._sum_up()
        self._write(out)

    @property
    def rules(self) -> Rules:
        """The rules as they stand, loaded again when an answer has changed them."""
        standing = self.players, self.house.table()
        if self._loaded is None or self._loaded[0] != standing:
            self._loaded = deepcopy(standing), load(players=self.players, house=standing[1])
        return self._loaded[1]

    def _say(self, *lines: str | Text) -> None:
        self.dialog.say(*(Text(line) if isinstance(line, str) else line for line in lines))

    def _ask_players(self) -> int:
        numbers = self.game.players
        if len(numbers) == 1:
            return numbers[0]
        shown = listed(map(str, numbers), "or")
        while True:
            answer = self.dialog.ask(f"How many players do you usually have: {shown} [{self.game.default_players}]: ")
            if not answer:
                return self.game.default_players
            if answer.isdecimal() and answer.isascii() and len(answer) < 3 and int(answer) in numbers:
                return int(answer)
            self._say(f"{self.game.title} is for {shown} players. Type one of these numbers.")

    def _ask_all(self) -> None:
        """Ask for each option that changes something, then for values; "back" asks the one before again."""
        options = [(chapter, name) for chapter, names in options_by_chapter(self.game).items() for name in names]
        asked: list[int] = []
        told = ""
        at = 0
        while True:
            step = self._step(options, at)
            if step is None:
                return
            chapter, ask = step
            if ask is None:
                at += 1
                continue
            if chapter != told:
                self._say("", label(chapter, "bold underline"))
                told = chapter
            answer = ask()
            if answer == "done":
                return
            if answer == _BACK:
                if not asked:
                    self._say("This is the first question.")
                at = asked.pop() if asked else at
                continue
            asked.append(at)
            at += 1
            while answer == _SKIP and (step := self._step(options, at)) is not None and step[0] == chapter:
                at += 1

    def _step(self, options: list[tuple[str, str]], at: int) -> tuple[str, Callable[[], str] | None] | None:
        """Return the question number *at*: its chapter and what asks it, nothing if it need not be asked; None at the end."""
        if at < len(options):
            chapter, name = options[at]
            idle = name not in self.house.options and self._idle(name)
            return chapter, None if idle else lambda: self._ask_option(name)
        every = questions(self.rules)
        usual = [each for each in every if not each.rare]
        number = at - len(options)
        if number == len(usual):
            rarer = list(dict.fromkeys(each.chapter for each in every if each.rare))
            return _RARER, lambda: self._ask_on(rarer)
        number -= number > len(usual)
        if number >= len(every):
            return None
        question = every[number]
        return question.chapter, lambda: self._ask_value(question)

    def _ask_option(self, name: str) -> str:
        """Ask for the option *name* until the answer holds; "done", "skip", "back" or "next"."""
        self._say("", label(name, "bold").append(f": {self.game.options[name].says}"))
        while True:
            on = name in self.house.options
            answer = self.dialog.ask(f"Use this option? [{'Y/n' if on else 'y/N'}] ").lower()
            if answer in _DONE:
                return "done"
            if answer in {_BACK, _SKIP}:
                return answer
            if answer == "?":
                self._explain(name)
            elif answer in YES or (on and not answer):
                if on or self._take(name):
                    return "next"
            elif answer in NO or not answer:
                if on:
                    self.house.options.remove(name)
                return "next"
            else:
                self._say("Type y, n, ? to see what it changes, back, skip, or done.")

    def _take(self, name: str) -> bool:
        """Put the option on, or say why it does not go with the others."""
        others = self._clashing(name)
        if others:
            which = listed(others)
            if self.dialog.ask(f"Use {name} instead of {which}? [y/N] ").lower() not in YES:
                return False
        before = self.rules
        tried = deepcopy(self.house.options)
        self.house.options = [*(each for each in tried if each not in others), name]
        if not self._holds():
            self.house.options = tried
            return False
        self._show(compare(before, self.rules))
        return True

    def _clashing(self, name: str) -> list[str]:
        """Return the options that are on and conflict with *name*, after showing the loader's message."""
        found = []
        for other in self.house.options:
            problems = together(self.game, [other, name], self.players)[1]
            if problems:
                found.append(other)
                self._say(*(f"{problem.text}." for problem in problems))
        return found

    def _holds(self) -> bool:
        """Return whether the rules as they stand can be played; what contradicts itself is said."""
        try:
            _ = self.rules  # which loads them
        except RulesError as error:
            self._refuse(error)
            return False
        return True

    def _changed_by(self, name: str) -> Comparison:
        """Return what the option changes in the rules as they stand, or has changed in them.

        Raises `RulesError` if it cannot be played with them.
        """
        others = [each for each in self.house.options if each != name]
        table = self.house.table()
        before, after = (
            load(players=self.players, house={**table, "options": options}) for options in (others, [*others, name])
        )
        return compare(before, after)

    def _idle(self, name: str) -> bool:
        """Return whether the option changes nothing now; one that cannot be played is asked for all the same."""
        try:
            return not self._changed_by(name)
        except RulesError:
            return False

    def _explain(self, name: str) -> None:
        """Say what the option changes, or why it cannot be played."""
        try:
            self._show(self._changed_by(name))
        except RulesError as error:
            self._refuse(error)

    def _refuse(self, error: RulesError) -> None:
        self._say("These rules don't work:", *(f"  {problem}" for problem in error.problems))

    def _show(self, found: Comparison) -> None:
        if not found:
            self._say("  It changes nothing in this game.")
        for change in found.clauses:
            for word, text in change_lines(change):
                self.dialog.say(Padding(label(f"{word}: ", "dim").append(plain(text)), (0, 0, 0, 2)))

    def _ask_value(self, question: Question) -> str:
        """Ask for a value until the answer can be played; "done", "skip", "back" or "next"."""
        self._say("", label(question.title(self.rules), "bold"))
        while True:
            usual = question.shown(self.rules)
            answer = self.dialog.ask(f"{question.label(self.rules)} [{usual}]: ")
            if answer in {_BACK, _SKIP}:
                return answer
            if answer == "?":
                self._explain_value(question)
                continue
            if not answer or answer in _DONE or answer == usual:
                return "done" if answer in _DONE else "next"
            try:
                changes = question.read(answer, self.rules)
            except ValueError as error:
                self._say(str(error))
                continue
            before, house = self.rules, self.house
            self.house = house.with_changes(before, changes)
            if self._holds():
                self._show(compare(before, self.rules))
                return "next"
            self.house = house

    def _explain_value(self, question: Question) -> None:
        """Say what the rule would be with each answer that *question* has, or what it is, where any number is an answer."""
        for answer in possible_answers(question, self.rules):
            house = self.house
            try:
                changes = question.read(answer, self.rules)
                self.house = house.with_changes(self.rules, changes)
                clauses = dict.fromkeys(clause_of_path(path) for path, value in changes.items() if value is not None)
                said = " ".join(each.text for clause in clauses if clause for each in describe(self.rules, clause))
            except (ValueError, RulesError):  # it does not go with the rules as they stand
                said = ""
            finally:
                self.house = house
            self.dialog.say(Padding(label(f"{answer}: ", "bold").append(said or "–"), (0, 0, 0, 2)))

    def _ask_on(self, chapters: list[str]) -> str:
        """Ask whether rare values are asked for, too; "done", "next" or "back"."""
        self._say("", f"Few families change the other rules. There are questions on: {', '.join(chapters)}.")
        while True:
            answer = self.dialog.ask("Answer these questions, too? [y/N] ").lower()
            if answer in YES:
                return "next"
            if answer == _BACK:
                return answer
            if not answer or answer in NO | _DONE | {_SKIP}:
                return "done"
            self._say("Type y, n, or back.")

    def _differs(self) -> bool:
        return bool(self.house.options or self.house.values or any(self.house.by_players.values()))

    def _ask_title(self) -> None:
        usual = self.house.title or f"Our {self.game.title}"
        self._say("")
        while True:
            answer = self.dialog.ask(f"What are these rules called? [{usual}] ") or usual
            try:
                self.house.title = read_value("words.deal", answer)
            except ValueError:
                self._say("Type a title on one line, such as: Saturdays at Ruth's")
            else:
                return

    def _sum_up(self) -> None:
        table = self.house.table()
        self._say("")
        for line in diff_lines(self.game, self.house.title, self.house.options, house_differences(table, self.players)):
            self.dialog.say(line)
        findings = inspect(table)
        others = [problem for problem in findings.problems if self.players in findings.players]
        if others:
            self._say("", "These rules don't work for other numbers of players:")
            self._say(*(f"  {problem}" for problem in others))
        if findings.advice:
            self._say("", "Warnings:", *(f"  {problem}" for problem in findings.advice))

    def _write(self, out: Path | None) -> None:
        """Write the file where the last answers say, and how to use it."""
        self._say("")
        letters = re.sub("['’\\u0300-\\u036f]", "", normalize("NFKD", self.house.title.lower()))
        slug = "-".join(re.findall(r"[a-z0-9]+", letters)) or self.game.name
        while True:
            path = out or Path(self.dialog.ask(f"Save as [{slug}.toml]: ") or f"{slug}.toml")
            if path.exists():
                answer = self.dialog.ask(f"{path} already exists. Replace it? [y/N] ").lower()
                if answer not in YES:
                    out = None
                    continue
            try:
                write_file(path, self.house.text())
            except FileError as error:
                self._say(f"{error} Choose another file.")
                out = None
                continue
            break
        name = _quoted(str(path))
        self._say(f"Written to {path}.")
        for step in (
            f"  Play:    canasta play --house {name}" + self._number(),
            f"  Print:   canasta rules --house {name} --html {_quoted(str(path.with_suffix('.html')))}",
            f"  Change:  any text editor; then canasta house check {name}",
        ):
            self.dialog.say_whole(Text(step))

    def _number(self) -> str:
        return "" if self.players == self.game.default_players else f" --players {self.players}"


def _quoted(text: str) -> str:
    import shlex

    return shlex.quote(text)
