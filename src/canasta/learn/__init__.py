"""What programs that learn need: actions, observations, and environments for PettingZoo and Gymnasium (the extra `learn`)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from canasta.engine.observation import OBSERVATION_VERSION, Block, layout, layout_digest
from canasta.engine.steps import ACTIONS, STEPS_VERSION, Action

if TYPE_CHECKING:
    from canasta.learn.aec import CanastaAEC, aec_env
    from canasta.learn.seat import CanastaSeat, seat_env
    from canasta.learn.vector import CanastaVector, vector_env

__all__ = [
    "ACTIONS",
    "OBSERVATION_VERSION",
    "STEPS_VERSION",
    "Action",
    "Block",
    "CanastaAEC",
    "CanastaSeat",
    "CanastaVector",
    "aec_env",
    "layout",
    "layout_digest",
    "seat_env",
    "vector_env",
]

_HOMES: Final = {
    **dict.fromkeys(("CanastaAEC", "aec_env"), "aec"),
    **dict.fromkeys(("CanastaSeat", "seat_env"), "seat"),
    **dict.fromkeys(("CanastaVector", "vector_env"), "vector"),
}
"""The module of each name that needs packages of the extra."""

_EXTRA: Final = ("gymnasium", "numpy", "pettingzoo")


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module 'canasta.learn' has no attribute {name!r}")
        try:
            return getattr(import_module(f"canasta.learn.{_HOMES[name]}"), name)
        except ModuleNotFoundError as missing:
            if missing.name not in _EXTRA:
                raise
            raise ImportError(f"{name} needs {missing.name}, which comes with the extra learn of canasta.") from None
