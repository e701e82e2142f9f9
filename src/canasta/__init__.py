"""Canasta: one system for the whole family of Canasta games.

The names in `__all__` are the public interface, which `docs/api.md` describes. Each is imported when it is first
used, so that ``import canasta`` and the command stay quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from canasta.base import events, moves
    from canasta.base.cards import face_text, faces_text, parse_face, parse_faces
    from canasta.base.errors import CanastaError, IllegalMove, MisuseError, NotationError, Problem, Refusal, RulesError
    from canasta.base.events import Event
    from canasta.base.moves import Move
    from canasta.base.sheets import Sheet
    from canasta.bots import Bot, hint
    from canasta.bots.registry import make_bot
    from canasta.deal.deal import Deal
    from canasta.deal.match import Match
    from canasta.deal.view import View, view
    from canasta.engine.fast_deal import FastDeal
    from canasta.engine.fast_deals import FastDeals
    from canasta.notation.move_text import move_text, parse_move
    from canasta.notation.positions.line import parse_position, position_text
    from canasta.notation.records.playback import replay_record
    from canasta.notation.records.reader import parse_record
    from canasta.notation.records.record import Record, record_text
    from canasta.notation.records.recording import Recording
    from canasta.notation.step_moves import legal_moves, step_text
    from canasta.rules.groups import Rules
    from canasta.rules.load import games, load

__version__ = "0.1.0"

__all__ = [
    "Bot",
    "CanastaError",
    "Deal",
    "Event",
    "FastDeal",
    "FastDeals",
    "IllegalMove",
    "Match",
    "MisuseError",
    "Move",
    "NotationError",
    "Problem",
    "Record",
    "Recording",
    "Refusal",
    "Rules",
    "RulesError",
    "Sheet",
    "View",
    "__version__",
    "events",
    "face_text",
    "faces_text",
    "games",
    "hint",
    "legal_moves",
    "load",
    "make_bot",
    "move_text",
    "moves",
    "parse_face",
    "parse_faces",
    "parse_move",
    "parse_position",
    "parse_record",
    "position_text",
    "record_text",
    "replay_record",
    "step_text",
    "view",
]

_ERRORS: Final = ("CanastaError", "IllegalMove", "MisuseError", "NotationError", "Problem", "Refusal", "RulesError")
_CARDS: Final = ("face_text", "faces_text", "parse_face", "parse_faces")

_HOMES: Final[dict[str, str]] = {
    **dict.fromkeys(_ERRORS, "base.errors"),
    **dict.fromkeys(_CARDS, "base.cards"),
    "Bot": "bots",
    "hint": "bots",
    "Deal": "deal.deal",
    "Match": "deal.match",
    "Event": "base.events",
    "FastDeal": "engine.fast_deal",
    "FastDeals": "engine.fast_deals",
    "Move": "base.moves",
    "Rules": "rules.groups",
    "Sheet": "base.sheets",
    "View": "deal.view",
    "view": "deal.view",
    "games": "rules.load",
    "load": "rules.load",
    **dict.fromkeys(("move_text", "parse_move"), "notation.move_text"),
    **dict.fromkeys(("parse_position", "position_text"), "notation.positions.line"),
    **dict.fromkeys(("legal_moves", "step_text"), "notation.step_moves"),
    "make_bot": "bots.registry",
    "Record": "notation.records.record",
    "Recording": "notation.records.recording",
    "parse_record": "notation.records.reader",
    "record_text": "notation.records.record",
    "replay_record": "notation.records.playback",
}
"""The module of each name. No function has the name of a submodule: importing that would hide it."""

_MODULES: Final = ("events", "moves")


if not TYPE_CHECKING:  # a checker reads the imports above, and so notices a name that is not there

    def __getattr__(name: str) -> Any:
        if name in _MODULES:
            return import_module(f"canasta.base.{name}")
        if name not in _HOMES:
            raise AttributeError(f"module 'canasta' has no attribute {name!r}")
        value = getattr(import_module(f"canasta.{_HOMES[name]}"), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*(name for name in globals() if name.startswith("__")), *__all__})
