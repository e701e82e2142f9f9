"""Players: bots that choose steps from views, the hint for people, and letting bots play on a deal."""

from canasta.bots.bot import Bot, Step
from canasta.bots.hint import hint
from canasta.bots.registry import COMMAND, UnknownBot, check_name, make, names
from canasta.bots.turns import play_out, play_step, play_turn, tell_over

__all__ = [
    "COMMAND",
    "Bot",
    "Step",
    "UnknownBot",
    "check_name",
    "hint",
    "make",
    "names",
    "play_out",
    "play_step",
    "play_turn",
    "tell_over",
]
