"""Draw the pictures of the documents: ``python scripts/picture.py``. The terminal itself draws them."""

import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from canasta.bots import make, play_step
from canasta.deal.match import Match
from canasta.deal.view import view
from canasta.handbook.book import book
from canasta.handbook.page import Heading
from canasta.rules.load import games, load
from canasta.terminal.dialog import Dialog, Leave
from canasta.terminal.handbook.screen import block_lines
from canasta.terminal.play.host import Host
from canasta.terminal.play.seating import seat_players
from canasta.terminal.play.sitting import Sitting
from canasta.terminal.style import suit_theme
from canasta.terminal.table_screen import Frame, draw_table
from canasta.wording.names import Names

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "images"
WIDTH = 88
TURNS = 44
TYPED = ("draw", "lay KKK", "lay 66", "lay 66622", "discard Kh")
CHAPTER = "learn-melds"


def recording() -> Console:
    """Return a console that remembers what it shows."""
    return Console(
        record=True,
        width=WIDTH,
        file=StringIO(),
        force_terminal=True,
        color_system="truecolor",
        theme=suit_theme("two"),
    )


def save(console: Console, name: str, title: str) -> None:
    """Write what *console* shows as a picture that is whole by itself: no fonts from elsewhere."""
    svg = console.export_svg(title=title)
    (PICTURES / name).write_text(re.sub(r"@font-face \{.*?\}\n?", "", svg, flags=re.DOTALL), encoding="utf-8")


def table() -> None:
    """Play some turns with bots and draw the table as the first player sees it."""
    match = Match.new("hand-and-foot", seed=11)
    match.begin_deal()
    deal = match.deal
    assert deal is not None
    bots = [make("greedy", seed=11, seat=seat) for seat in range(4)]
    while deal.position.turns < TURNS or deal.actor != 0 or not deal.position.phase:
        play_step(deal, bots[deal.actor])
    names = Names(("You", "Robin", "Sam", "Alex"), 0)
    console = recording()
    console.print(draw_table(view(deal, 0), names, Frame(match.number, match.totals), WIDTH))
    save(console, "terminal.svg", "canasta play hand-and-foot")


class Scripted(Dialog):
    """Types what the picture shows; what comes before the first answer and after the last is not in it."""

    def __init__(self) -> None:
        super().__init__()
        self.console = recording()
        self.console.record = False
        self.lines: Iterator[str] = iter(TYPED)

    def ask(self, prompt: str) -> str:
        """Return the next line."""
        self.console.record = True
        line = next(self.lines, None)
        if line is None:
            raise Leave
        self.say(Text.assemble((prompt, "dim"), (line, "bold")))
        if line == TYPED[-1]:
            self.console.record = False
        return line


def refusal() -> None:
    """Draw a turn in which a move is refused."""
    dialog = Scripted()
    rules = load("classic")
    try:
        Host(Sitting(rules, seat_players(rules, None, None, "greedy"), dialog, 7)).run()
    except Leave:
        save(dialog.console, "refusal.svg", "canasta play classic")


def handbook() -> None:
    """Draw a chapter of a lesson."""
    lesson = book(load("hand-and-foot"), games()["hand-and-foot"]).parts[0]
    console = recording()
    inside = False
    for block in lesson.blocks:
        if isinstance(block, Heading):
            inside = block.anchor == CHAPTER
        if inside:
            console.print(*block_lines(block), sep="\n")
    save(console, "handbook.svg", "canasta rules hand-and-foot")


if __name__ == "__main__":
    table()
    refusal()
    handbook()
