"""The menu before a match: which game, by which rules, and who plays. It fits a window of 24 rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import click
from rich.console import Group
from rich.table import Table
from rich.text import Text

from canasta.base.answers import YES
from canasta.base.english import listed, several
from canasta.base.errors import CanastaError, RulesError, problem_lines
from canasta.bots import names as bot_names
from canasta.bots.levels import level
from canasta.bots.registry import BACK_UP
from canasta.rules.game import Game
from canasta.rules.groups import Rules
from canasta.rules.load import find, games
from canasta.rules.toml import read_toml
from canasta.terminal.dialog import Dialog
from canasta.terminal.play.plan import MatchPlan
from canasta.terminal.play.seating import PERSON
from canasta.terminal.style import label

_BACK: Final = "back"
_BOT: Final = "bot"
_BESIDE: Final = 6  # columns of the menu beside names and sentences


class Lobby:
    """Asks for what a plan leaves open, question by question; ``back`` returns to the one before."""

    def __init__(self, dialog: Dialog, plan: MatchPlan) -> None:
        self._dialog = dialog
        self._given = plan
        self._plan = plan
        self._game: Game | None = None

    def ask(self) -> MatchPlan:
        """Return the plan with everything chosen; its rules can be loaded.

        Raises `canasta.terminal.dialog.Leave` at the end of the input.
        """
        self._ask((self._ask_game, self._ask_players, self._ask_people, self._ask_options, self._ask_bot))
        return _with_bots(self._plan, self._plan.bot)

    def ask_rules(self) -> MatchPlan:
        """Return the plan with game, number of players and options chosen. Raises as `ask` does."""
        self._ask((self._ask_game, self._ask_players, self._ask_options))
        return self._plan

    def _ask(self, steps: Sequence[Callable[[], bool | None]]) -> None:
        before: list[tuple[int, MatchPlan]] = []
        at = 0
        while at < len(steps):
            plan = self._plan
            answered = steps[at]()
            if answered is None:
                # A question that was skipped is skipped on the way back, too.
                at, self._plan = before.pop() if before else (0, self._given)
                continue
            if answered:
                before.append((at, plan))
            at += 1

    @property
    def _rules(self) -> Rules:
        return self._plan.rules()

    def _answer(self, prompt: str, read: Callable[[str], MatchPlan | str]) -> bool | None:
        """Ask until *read* makes a plan of the answer, not a sentence on what is wrong with it; None is the way back."""
        while True:
            text = self._dialog.ask(prompt)
            if text.lower() == _BACK:
                return None
            found = read(text)
            if isinstance(found, MatchPlan):
                self._plan = found
                return True
            if found:
                self._dialog.say(Text(found, style="yellow"))

    # Which game.

    def _ask_game(self) -> bool | None:
        """Ask for a game, or for a file of house rules."""
        dialog, players = self._dialog, self._given.players
        every = list(games().values())
        known = [game for game in every if players is None or players in game.players] or every
        whole = _menu((game.title, game.blurb) for game in known)
        room = max(dialog.width - max(len(game.title) for game in known) - _BESIDE, 1)
        short = _menu((game.title, _phrases(game.blurb, room)) for game in known)
        question = Text("Which game would you like to play?", style="bold")
        more = Text("You can also type the name of a file of house rules, or ? and a number to read more.", style="dim")
        dialog.clear()
        dialog.say(question, whole if dialog.fits(Group(question, whole, more)) else short, more)

        def read(text: str) -> MatchPlan | str:
            if text.startswith("?"):
                return self._describe(text[1:].strip(), known)
            fitting = _meant(text.lower() or "1", known)
            if len(fitting) > 1:
                return f"That could be {listed((game.title for game in fitting), 'or')}. Type more of the name, or a number."
            if fitting:
                self._game = fitting[0]
                dialog.say(label(fitting[0].title, "bold"))
                return replace(self._given, game=fitting[0].name)
            path = Path(text).expanduser()
            if path.suffix == ".toml" or path.is_file():
                return self._house(path)
            return f"Type a number from 1 to {len(known)}, such as: 1. A file of house rules ends in .toml."

        return self._answer("Number, name or file [1]: ", read)

    def _describe(self, text: str, known: list[Game]) -> str:
        fitting = _meant(text.lower(), known)
        for game in fitting:
            self._dialog.say(label(game.title, "bold").append(f", {_numbers(game)} players. {game.blurb}", style=""))
        return "" if fitting else f"Type ? and a number from 1 to {len(known)}, such as: ? 1"

    def _house(self, path: Path) -> MatchPlan | str:
        """Return the plan with the house rules in the file at *path*, or what is wrong with them."""
        try:
            self._game = find(None, read_toml(path), games())
        except RulesError as error:
            return _problems(error)
        return replace(self._given, house=path)

    # Who plays.

    def _ask_players(self) -> bool | None:
        assert self._game is not None
        game = self._game
        default = game.default_players
        if self._given.players is not None or len(game.players) == 1:
            self._plan = replace(self._plan, players=self._given.players or game.players[0])
            wrong = self._wrong(self._plan)
            if not wrong:
                return False
            self._dialog.say(Text(wrong, style="yellow"))

        def read(text: str) -> MatchPlan | str:
            if text and not (text.isdecimal() and int(text) in game.players):
                return f"{game.title} is for {_numbers(game)} players. Type one of these numbers."
            plan = replace(self._plan, players=int(text) if text else default)
            return self._wrong(plan) or plan

        return self._answer(f"How many players, including you: {_numbers(game)} [{default}]: ", read)

    def _ask_people(self) -> bool | None:
        """Ask who plays at this keyboard, and where they sit unless a draw decides that."""
        if self._given.seats is not None or self._given.names is not None:
            return False
        rules = self._rules
        usual = [self._dialog.settings.name] if self._dialog.settings.name else []

        def read(text: str) -> MatchPlan | str:
            if text.startswith("?"):
                return "Type the names of the people here, with commas. Enter alone means the name in brackets."
            names = [name.strip() for name in text.split(",") if name.strip()]
            if len(names) > rules.seats:
                return f"You named {len(names)} people, but {rules.seats} play. Name fewer."
            if names and names[0].lower() == _BOT:
                return "Name only people. Bots take the other seats."
            names = names or usual
            seats = _spread(names, rules.seats)
            plan = _seated(self._plan, seats) if names else replace(self._plan, seats=None, names=None)
            return _wrong_names(plan, rules) or plan

        while True:
            given = self._answer(
                f"Who plays at this keyboard, such as Ann, Bea [{usual[0] if usual else 'only you'}]: ", read
            )
            names = (self._plan.names or "").split(",") if self._plan.names else []
            drawn = rules.procedures.seats == "draw for partners"
            if given is None or drawn or len(names) < 2 or rules.sides == rules.seats:
                return given
            if self._ask_seats(rules, names):
                return True

    def _ask_seats(self, rules: Rules, names: list[str]) -> bool | None:
        """Ask in which order everyone sits around the table."""
        usual = ", ".join(_spread(names, rules.seats))
        partners = "partners sit opposite each other" if rules.seats == 4 else "partners take turns with the others"
        self._dialog.say(f"Everyone sits around the table in this order; {partners}:", Text(f" {usual}", style="bold"))

        def read(text: str) -> MatchPlan | str:
            if text.lower() in YES or not text:
                return replace(self._plan, seated=True)
            seats = [each.strip() for each in text.split(",")]
            people = [each for each in seats if each.lower() != _BOT]
            if len(seats) != rules.seats or sorted(people) != sorted(names):
                return f"Write {rules.seats} seats with {listed(names)} and {_BOT} for the rest, such as: {usual}"
            return replace(_seated(self._plan, seats), seated=True)

        return self._answer("Press Enter to sit like this, or write another order: ", read)

    # How it is played.

    def _ask_options(self) -> bool | None:
        assert self._game is not None
        options = [option for option in self._game.options.values() if self._fits(option.name)]
        if self._given.options or not options:
            return False
        names = [option.name for option in options]

        def read(text: str) -> MatchPlan | str:
            if text.startswith("?"):
                self._show_options(names, text[1:].strip())
                return ""
            chosen: list[str] = []
            for word in text.replace(",", " ").split():
                if word.isdecimal() and 1 <= int(word) <= len(names):
                    chosen.append(names[int(word) - 1])
                elif word.isdecimal():
                    return f"There is no option {word}. Type a number from 1 to {len(names)}, or ? for the list."
                else:
                    chosen.append(word)
            plan = replace(self._plan, options=tuple(dict.fromkeys(chosen)))
            return self._wrong(plan) or plan

        there = several(len(names), "option")
        return self._answer(f"There {'is' if len(names) == 1 else 'are'} {there}; ? lists them [none]: ", read)

    def _fits(self, option: str) -> bool:
        """Return whether *option* changes anything for that many players."""
        assert self._game is not None
        return bool(self._game.options[option].changes_for(self._rules.seats))

    def _show_options(self, names: list[str], asked: str) -> None:
        """Show the option *asked* for, or all of them, as many at a time as the window has rows for."""
        assert self._game is not None
        options = self._game.options
        if asked.isdecimal() and 1 <= int(asked) <= len(names):
            asked = names[int(asked) - 1]
        if asked in names:
            self._dialog.say(label(asked, "bold").append(f"  {options[asked].says}", style=""))
            return
        rows, begin = [(name, options[name].says) for name in names], 0
        while begin < len(rows):
            end = len(rows)
            while end > begin + 1 and not self._dialog.fits(Group(_menu(rows[begin:end], begin), Text("\n"))):
                end -= 1
            self._dialog.clear()
            self._dialog.say(_menu(rows[begin:end], begin))
            begin = end
            if begin < len(rows):
                self._dialog.ask("Press Enter for more. ")
        self._dialog.say(Text("Type numbers or names, such as: 1 3. ? 1 shows one again.", style="dim"))

    def _ask_bot(self) -> bool | None:
        """Ask which bot takes the other seats, if there is a choice and a seat."""
        seats = self._plan.seats or (PERSON, *[_BOT] * (self._rules.seats - 1))
        if self._given.seats is not None or _BOT not in seats or len(bot_names()) < 2:
            return False
        usual, bots = self._given.bot, bot_names()
        rows = [(bot, known.says if (known := level(bot)) else "from an installed package") for bot in bots]
        self._dialog.say(Text("How should bots play? The strongest come first.", style="bold"), _menu(rows))

        def read(text: str) -> MatchPlan | str:
            if text.startswith("?"):
                self._dialog.say(_menu(rows))
                return f"Type a number or a name, such as: 1. Enter alone means {usual}."
            bot = text.lower() or usual
            if bot.isdecimal() and 1 <= int(bot) <= len(bots):
                bot = bots[int(bot) - 1]
            if bot not in bots and bot != usual:
                return f"Type a number from 1 to {len(bots)}, or a name."
            return replace(self._plan, bot=bot)

        return self._answer(f"Which bot plays the other seats [{usual}]: ", read)

    def _wrong(self, plan: MatchPlan) -> str:
        """Return what is wrong with the rules of *plan*; empty for rules that can be played."""
        try:
            plan.rules()
        except RulesError as error:
            return _problems(error)
        return ""


def _menu(rows: Iterable[tuple[str, str]], before: int = 0) -> Table:
    """Return what can be chosen, each with its number, its name and what is said of it; *before* come other ones."""
    grid = Table.grid(padding=(0, 2, 0, 1), expand=True)
    grid.add_column(justify="right", style="bold", no_wrap=True)
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(style="dim", ratio=1)
    for number, (name, says) in enumerate(rows, before + 1):
        grid.add_row(str(number), name, says)
    return grid


def _phrases(text: str, room: int) -> str:
    """Return as many phrases of *text* from its beginning as fit into *room* columns; a single word, as of a list, is none.

    >>> _phrases("Pairs, three hands each, natural and mixed canastas.", 35)
    'Pairs, three hands each'
    """
    if len(text) <= room:
        return text
    ends = [found.start() for found in re.finditer("[,:;] ", text[: room + 2])]
    phrases = [text[:end] for end in ends if " " in text[:end].rpartition(", ")[2]]
    return phrases[-1] if phrases else f"{text[: room - 1]}…"


def _problems(error: RulesError) -> str:
    return "\n".join([error.title, *problem_lines(error.problems)])


def _meant(answer: str, known: list[Game]) -> list[Game]:
    """Return the games of *known* that *answer* may mean: a number, a name or a part of one."""
    if answer.isdecimal():
        return known[int(answer) - 1 : int(answer)] if int(answer) else []
    fitting = [game for game in known if answer and (answer in game.name or answer in game.title.lower())]
    return [game for game in fitting if answer in {game.name, game.title.lower()}] or fitting


def _numbers(game: Game) -> str:
    return listed(map(str, game.players), "or")


def _spread(names: list[str], seats: int) -> list[str]:
    """*names* and bots around a table, as far from each other as they can be.

    >>> _spread(["Ann", "Bea"], 4)
    ['Ann', 'bot', 'Bea', 'bot']
    """
    order = [_BOT] * seats
    for number, name in enumerate(names):
        order[number * seats // len(names)] = name
    return order


def _seated(plan: MatchPlan, seats: list[str]) -> MatchPlan:
    """*plan* with people and bots in the order of *seats*."""
    people = [each for each in seats if each.lower() != _BOT]
    kinds = tuple(_BOT if each.lower() == _BOT else PERSON for each in seats)
    return replace(plan, seats=kinds, names=",".join(people))


def _with_bots(plan: MatchPlan, bot: str) -> MatchPlan:
    """*plan* with *bot* in the seats that are for bots."""
    return replace(plan, seats=plan.seats and tuple(bot if each == _BOT else each for each in plan.seats))


def _wrong_names(plan: MatchPlan, rules: Rules) -> str:
    """Return what is wrong with the names in *plan*; empty for names that can be used."""
    try:
        _with_bots(plan, BACK_UP).seating(rules)
    except click.BadParameter as error:
        return f"{error.message[:1].upper()}{error.message[1:]}."
    except CanastaError as error:
        return str(error)
    return ""
