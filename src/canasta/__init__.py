"""Canasta: one system for the whole family of Canasta games.

The names in `__all__` are the public interface, which `docs/api.md` describes. Each is imported when it is first
used, so that ``import canasta`` and the command stay quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from canasta.base import events, moves
    from canasta.base.cards import face_text, faces_text, parse_face, parse_faces
    from canasta.base.errors import CanastaError, IllegalMove, NotationError, Problem, Refusal, RulesError
    from canasta.base.events import Event
    from canasta.base.moves import Move
    from canasta.base.sheets import Sheet
    from canasta.bots import Bot, hint
    from canasta.bots import make as make_bot
    from canasta.deal.deal import Deal
    from canasta.deal.match import Match
    from canasta.deal.view import View, view
    from canasta.notation.move_text import parse_move
    from canasta.rules.groups import Rules
    from canasta.rules.load import games, load

__version__ = "0.1.0"

__all__ = [
    "Bot",
    "CanastaError",
    "Deal",
    "Event",
    "IllegalMove",
    "Match",
    "Move",
    "NotationError",
    "Problem",
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
    "load",
    "make_bot",
    "moves",
    "parse_face",
    "parse_faces",
    "parse_move",
    "view",
]

_ERRORS: Final = ("CanastaError", "IllegalMove", "NotationError", "Problem", "Refusal", "RulesError")
_CARDS: Final = ("face_text", "faces_text", "parse_face", "parse_faces")

_HOMES: Final[dict[str, str]] = {
    **dict.fromkeys(_ERRORS, "base.errors"),
    **dict.fromkeys(_CARDS, "base.cards"),
    "Bot": "bots",
    "hint": "bots",
    "Deal": "deal.deal",
    "Match": "deal.match",
    "Event": "base.events",
    "Move": "base.moves",
    "Rules": "rules.groups",
    "Sheet": "base.sheets",
    "View": "deal.view",
    "view": "deal.view",
    "games": "rules.load",
    "load": "rules.load",
    "parse_move": "notation.move_text",
}
"""The module of each name. No function has the name of a submodule: importing that would hide it."""

_RENAMED: Final = {"make_bot": ("bots", "make")}
_MODULES: Final = ("events", "moves")


if not TYPE_CHECKING:  # a checker reads the imports above, and so notices a name that is not there

    def __getattr__(name: str) -> Any:
        if name in _MODULES:
            return import_module(f"canasta.base.{name}")
        if name not in _HOMES and name not in _RENAMED:
            raise AttributeError(f"module 'canasta' has no attribute {name!r}")
        home, inside = _RENAMED.get(name) or (_HOMES[name], name)
        value = getattr(import_module(f"canasta.{home}"), inside)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
