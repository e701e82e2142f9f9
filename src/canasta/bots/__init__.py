"""Players: bots that choose steps from views, the hint for people, and letting bots play on a deal."""

from canasta.bots.bot import Bot, Step
from canasta.bots.hint import hint
from canasta.bots.registry import (
    COMMAND,
    OWN_WEIGHTS,
    UnknownBot,
    check_name,
    is_slow,
    make,
    make_apart,
    names,
    policy_weights,
)
from canasta.bots.turns import play_out, play_step, play_turn, tell_over

__all__ = [
    "COMMAND",
    "OWN_WEIGHTS",
    "Bot",
    "Step",
    "UnknownBot",
    "check_name",
    "hint",
    "is_slow",
    "make",
    "make_apart",
    "names",
    "play_out",
    "play_step",
    "play_turn",
    "policy_weights",
    "tell_over",
]
