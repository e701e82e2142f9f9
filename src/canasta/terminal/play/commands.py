"""The words a player can type, with their help."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from canasta.base.errors import NotationError
from canasta.notation.move_text import VERBS
from canasta.rules.groups import Rules


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """A word that can be typed: other spellings, what it does, examples with their meaning."""

    name: str
    others: tuple[str, ...]
    says: str
    examples: tuple[tuple[str, str], ...] = ()
    is_move: bool = False


def _move(name: str, says: str, *examples: tuple[str, str]) -> TypedCommand:
    return TypedCommand(name, VERBS[name], says, examples, is_move=True)


COMMANDS: Final[dict[str, TypedCommand]] = {
    command.name: command
    for command in (
        _move("draw", "Draw from the stock."),
        _move(
            "take",
            "Take the discard pile, or open with it: take KKK 555.",
            ("take", "with the cards that cost you least"),
            ("take 8h8d", "with these two cards"),
            ("take 8 2", "with an eight and a two"),
            ("take KKK 555", "and open with kings and fives from your hand"),
            ("take @2", "onto your second open meld of the rank"),
        ),
        _move(
            "lay",
            "Lay down melds. To open, put all your melds on one line.",
            ("lay KKK 55552", "three kings, and four fives with a two"),
            ("lay KhKdKc", "the same, with suits"),
            ("lay JkJk2", "a meld of wild cards"),
        ),
        _move(
            "add",
            "Add cards to your melds.",
            ("add K", "a king to the kings"),
            ("add KK 5", "two kings and a five, each to its meld"),
            ("add 2 to K", "a two to the kings"),
            ("add Jk to K@2", "a joker to the second open meld of kings"),
        ),
        _move("discard", "Discard a card, which ends your turn.", ("discard 4c", ""), ("x 4", "any four")),
        _move("top", "Put a red three on a natural canasta.", ("top K", "on the kings")),
        _move(
            "ask",
            "Ask your partner for permission to go out.",
            ("ask", "if you have one partner"),
            ("ask 3", "the partner in seat 3"),
        ),
        _move("yes", "Answer your partner: yes, go out."),
        _move("no", "Answer your partner: no, play on."),
        _move("knock", "End your turn without a discard after taking the pile."),
        _move("stuck", "End your turn without a discard, if you may or must."),
        _move("pick up", "Pick up your next reserve. Nobody reminds you."),
        _move("lift", "Lift the pile's top card to try it."),
        _move("restore", "Put the lifted card back, which costs points."),
        _move("end", "End the deal when the stock is empty instead of taking the pile."),
        _move("show", "Show your special hand, which ends the deal."),
        TypedCommand("table", ("look",), "Show the table again, like Enter alone."),
        TypedCommand("hand", (), "Show your hand and what you can do. Cards that came in this turn are underlined."),
        TypedCommand("log", (), "Tell this deal from its beginning, or its last lines.", (("log 10", ""),)),
        TypedCommand("undo", ("u",), "Take back your last move, unless someone has seen a new card."),
        TypedCommand("hint", (), "Show what a good player would do, and why."),
        TypedCommand("why", ("w",), "Explain why your last move was refused, or why you can't take the pile."),
        TypedCommand("score", ("s",), "Show the score sheets so far and the totals."),
        TypedCommand("melds", (), "Show all melds and canastas on the table."),
        TypedCommand("pile", ("p",), "Show all cards of the discard pile."),
        TypedCommand("position", (), "Write all you may know as one line of text for canasta show."),
        TypedCommand("sort", (), "Sort your hand by rank, by suit, or in the order you drew it.", (("sort suit", ""),)),
        TypedCommand(
            "rules", ("r",), "Show the rules.", (("rules", "their headings"), ("rules pile", "all about the pile"))
        ),
        TypedCommand("help", ("h", "?"), "List the commands, or explain one.", (("help take", ""),)),
        TypedCommand("away", (), "Let a bot play for you, while others at this keyboard play on."),
        TypedCommand("back", (), "Take a seat back from the bot.", (("back Ann", "the seat of Ann"),)),
        TypedCommand("save", (), "Copy the record of the match to a new file.", (("save friday.chh", ""),)),
        TypedCommand("quit", ("exit", "bye"), "Leave the match; you can resume it later."),
    )
}
"""Every word, moves first."""


def commands_of(rules: Rules) -> dict[str, TypedCommand]:
    """Return the commands that a game with *rules* has a use for."""
    unused = {
        "top": not rules.threes.red_canasta,
        "knock": rules.pile.end != "knock",
        "stuck": not rules.out.passing and not any(special.left_over for special in rules.specials),
        "pick up": not any(reserve.manual for reserve in rules.reserves),
        "lift": not rules.pile.restore,
        "restore": not rules.pile.restore,
        "end": rules.exhaustion.ends != "pile only",
        "show": not rules.special_hands,
        "undo": not rules.procedures.undo,
        **dict.fromkeys(("ask", "yes", "no"), rules.out.permission == "none" or rules.seats == rules.sides),
    }
    return {name: command for name, command in COMMANDS.items() if not unused.get(name)}


TOGETHER: Final = (
    (("table", "hand", "log"), "See the table, your hand, or the story of this deal."),
    (("score", "melds", "pile"), "See the score so far, all melds, or the whole pile."),
    (("hint", "why"), "Get a suggestion; see why a move was refused."),
    (("undo", "sort"), "Take back your last move; sort your hand."),
    (("rules", "help"), "Read the rules; list the commands, or explain one."),
    (("away", "back"), "Let a bot play for you for a while; take your seat back."),
    (("save", "position"), "Copy the record to a file; write the position as a line."),
    (("quit",), "Leave the match; you can resume it later."),
)
"""The commands that are not moves, as the list of commands has them, so that it fits a window of 24 rows."""

_QUIT_CARD: Final = "q"
"""The beginning of a command, and a card: a slip must not end the game."""


def find_command(text: str, rules: Rules) -> tuple[TypedCommand, str]:
    """Return the command that the line *text* begins with, and the rest.

    Beginnings of the words that a game with *rules* has a use for will do, but not q for quit. Raises `NotationError` with what
    was probably meant.

    >>> from canasta.rules.load import load
    >>> find_command("dis 4c", load("classic"))[0].name, find_command("rul pile", load("classic"))[1]
    ('discard', 'pile')
    """
    if text.split(maxsplit=1)[0].lower() == _QUIT_CARD:
        raise NotationError(
            '"q" is not a command here. To discard a queen, type discard Q. To leave the game, type quit.'
        )
    return find_word(text, COMMANDS, "such as: draw, lay KKK, discard 4c", commands_of(rules))


def find_word(
    text: str, commands: Mapping[str, TypedCommand], examples: str, usual: Mapping[str, TypedCommand] | None = None
) -> tuple[TypedCommand, str]:
    """Return the one of *commands* that the line *text* begins with, and the rest; beginnings of words will do.

    Only those of *usual*, if it is given, can be abbreviated. Raises `NotationError` with what was probably meant, or with *examples*.
    """
    spellings = {word: command.name for command in commands.values() for word in (command.name, *command.others)}
    words = text.split(maxsplit=1)
    word = words[0].lower()
    rest = words[1].strip() if len(words) > 1 else ""
    if word == "pick" and rest.lower().startswith("up"):
        rest = rest[2:].strip()
    known = commands if usual is None else usual
    if word in spellings and (len(word) > 1 or spellings[word] in known):
        return commands[spellings[word]], rest
    begins = {name for spelling, name in spellings.items() if name in known and spelling.startswith(word)}
    if len(begins) == 1:
        return commands[begins.pop()], rest
    if begins:
        raise NotationError(f'"{word}" could be {" or ".join(sorted(begins))}. Type one more letter.')
    near = get_close_matches(word, spellings, 1, 0.6)
    if near:
        raise NotationError(f'Unknown command "{word}". Did you mean {spellings[near[0]]}?')
    raise NotationError(f'Unknown command "{word}". Type help for the list, {examples}.')
