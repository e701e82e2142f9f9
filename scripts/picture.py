"""Draw the picture of the README, a turn of Hand and Foot in the terminal: ``python scripts/picture.py``."""

import re
from io import StringIO
from pathlib import Path

from rich.console import Console

from canasta.bots import make, play_step
from canasta.match import Match
from canasta.terminal.naming import Names
from canasta.terminal.screen import Frame, draw_table
from canasta.view import view

PICTURE = Path(__file__).resolve().parents[1] / "docs" / "images" / "terminal.svg"
WIDTH = 88
TURNS = 44


def main() -> None:
    """Play some turns with bots and draw the table as the first player sees it."""
    match = Match.new("hand-and-foot", seed=11)
    match.begin_deal()
    deal = match.deal
    assert deal is not None
    bots = [make("greedy", seed=11, seat=seat) for seat in range(4)]
    while deal.position.turns < TURNS or deal.actor != 0 or not deal.position.phase:
        play_step(deal, bots[deal.actor])
    names = Names(("You", "Robin", "Sam", "Alex"), 0)
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(draw_table(view(deal, 0), names, Frame(match.number, match.totals), WIDTH))
    svg = console.export_svg(title="canasta play hand-and-foot")
    # No fonts from elsewhere: the picture is whole by itself.
    PICTURE.write_text(re.sub(r"@font-face \{.*?\}\n?", "", svg, flags=re.DOTALL), encoding="utf-8")


if __name__ == "__main__":
    main()
