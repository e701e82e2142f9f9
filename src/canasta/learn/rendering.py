"""How environments show their tables: as text, with every card."""

from __future__ import annotations

from typing import Final

from canasta.base.errors import MisuseError
from canasta.learn.episode import Episode

RENDER_MODES: Final = ["ansi", "human"]
"""Text that is returned, and text that is printed."""


def check_render_mode(mode: str | None) -> None:
    """Raise `MisuseError` for a *mode* that there is not."""
    if mode not in (None, *RENDER_MODES):
        raise MisuseError(f'The render modes are "ansi" and "human", not {mode!r}.')


def render(episode: Episode, mode: str | None) -> str | None:
    """Return the table of *episode* as text with every card (``ansi``), or print it (``human``)."""
    if mode is None:
        raise MisuseError('To render, make the environment with render_mode="ansi" or "human".')
    text = str(episode.table())
    if mode == "ansi":
        return text
    print(text)  # noqa: T201 - what "human" means
    return None
