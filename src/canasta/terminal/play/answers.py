"""Answers to what a player asks: help, hints, rules, the pile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from canasta.base.clauses import BY_NAME
from canasta.base.errors import CanastaError, NotationError, Refusal
from canasta.base.moves import Move
from canasta.deal.view import View
from canasta.engine.position import TO_DRAW
from canasta.notation.card_text import read_bunches
from canasta.notation.choices import why_no_take
from canasta.rules.groups import Rules
from canasta.rules.load import games
from canasta.terminal.play.commands import COMMANDS, TOGETHER, TypedCommand, commands_of, find_command
from canasta.terminal.play.tips import take_and_open
from canasta.terminal.style import label, render_line
from canasta.wording.glossary import explained
from canasta.wording.rules_text import rule_sections


def hint(seen: View) -> tuple[list[RenderableType], tuple[Move, ...]]:
    """Return what a good player would do in this turn, and why; and the moves of it."""
    try:
        from canasta.bots.turn_hint import turn_hint
    except ImportError:
        return [Text("There are no hints in this installation.")], ()
    found = turn_hint(seen)
    told = render_line(found.line(seen)).append(" Press Enter to play it.", style="dim")
    return [told], found.moves


def pile_refusal(seen: View) -> Refusal | str:
    """Return why the pile is not to be taken now, or a sentence where it is."""
    if not seen.legal or seen.position.phase != TO_DRAW:
        return "Your last move wasn't refused."
    return why_no_take(seen) or take_and_open(seen) or "You can take the pile: type take."


def rule_title(clause: str) -> Text:
    """Return the title of *clause*, and its name."""
    return label(BY_NAME[clause].title, "bold").append(f" ({clause})", style="dim")


def rules(of: Rules, asked: str) -> list[RenderableType]:
    """Return the headings of the rules, or the clauses that *asked* names."""
    from canasta.terminal.handbook.command import section_lines  # late, for it brings the whole handbook

    sections = rule_sections(of, games().get(of.name))
    if not asked:
        lines: list[RenderableType] = []
        chapters = dict.fromkeys(section.chapter for section in sections)
        for chapter in chapters:
            inside = [f"{each.title} ({each.clause})" for each in sections if each.chapter == chapter]
            lines += [Text(chapter, style="bold"), Padding(Text(" · ".join(inside)), (0, 0, 0, 2))]
        return [*lines, Text("Type rules and a word, such as: rules pile, rules out.contract", style="dim")]
    word = asked.lower()
    found = [each for each in sections if each.clause == word]
    found = found or [each for each in sections if each.clause.startswith(word)]
    found = found or [each for each in sections if word in f"{each.title} {each.chapter} {each.clause}".lower()]
    found = found or [each for each in sections if any(word in said.text.lower() for said in each.sentences)]
    if not found:
        none = f'No rule of this game mentions "{asked}". Type rules for the headings.'
        return [Text(none), *([Text(meaning, style="dim")] if (meaning := explained(asked)) else [])]
    return [line for section in found for line in section_lines(section)]


def help_text(of: Rules, asked: str) -> list[RenderableType]:
    """Return the words that can be typed in a game with the rules *of*, its moves first, or all about one of them."""
    if asked:
        word, meaning = asked.lower(), explained(asked)
        if word in BY_NAME:
            return rules(of, word)
        if meaning and word not in commands_of(of):
            return [Text(meaning)]
        command, _ = find_command(asked, of)
        return [*about(command), *([Text(meaning, style="dim")] if meaning else [])]
    known = commands_of(of)
    rows = [*_rows(command for command in known.values() if command.is_move)]
    rows += [(", ".join(name for name in names if name in known), says) for names, says in TOGETHER]
    return _listed(rows, "Write cards as 4c, Kh, Td, Jk; you can leave out suits. For more: help take")


def words_list(commands: Iterable[TypedCommand], tail: str) -> list[RenderableType]:
    """*commands*, a line each, and *tail* under them."""
    return _listed(_rows(commands), tail)


def _rows(commands: Iterable[TypedCommand]) -> Iterator[tuple[str, str]]:
    for command in commands:
        short = [other for other in command.others if len(other) <= 2]
        yield command.name + (f", {short[0]}" if short else ""), command.says


def _listed(rows: Iterable[tuple[str, str]], tail: str) -> list[RenderableType]:
    grid = Table.grid(padding=(0, 2, 0, 1))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column()
    for row in rows:
        grid.add_row(*row)
    return [grid, Padding(Text(tail, style="dim"), (0, 0, 0, 1))]


def about(command: TypedCommand) -> list[RenderableType]:
    """Return all about *command*: its spellings, what it does, examples."""
    text = label(command.name, "bold")
    if command.others:
        text.append(f" (or {', '.join(command.others)})")
    lines: list[RenderableType] = [text, Text(command.says)]
    if command.examples:
        grid = Table.grid(padding=(0, 2, 0, 2))
        grid.add_column(no_wrap=True, style="bold")
        grid.add_column()
        for example, meaning in command.examples:
            grid.add_row(example, meaning)
        lines.append(grid)
    return lines


def _as_sentence(mistake: str) -> str:
    """Return *mistake* with a capital, and with a period unless it ends with an example to type."""
    example = "such as: " in mistake or "type: " in mistake
    end = "" if example or mistake.endswith((".", "?")) else "."
    return mistake[:1].upper() + mistake[1:] + end


def explain_mistake(line: str, mistake: str) -> str:
    """Return what to say about a *line* that was not understood: what to do with bare cards, or the *mistake*."""
    mistake = _as_sentence(mistake)
    words = line.split()
    try:
        bunches = read_bunches(line, 3)
    except (CanastaError, NotationError):
        return mistake
    cards_only = sum(len(bunch.cards) for bunch in bunches)
    if not cards_only or words[0].lower() in COMMANDS:
        return mistake
    if cards_only > 1:
        return f"Say what to do with the cards, such as: lay {line}"
    leave = ". To leave the game, type quit." if line.lower() == "q" else ""
    return f"Say what to do with the card, such as: discard {line}{leave}"
