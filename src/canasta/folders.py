"""Where canasta keeps what belongs to a user: recorded matches, and settings."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

import click

_NAME: Final = "canasta"


def data_folder() -> Path:
    """Return the folder for what canasta keeps: the one of the XDG specification, or what the system has in its place."""
    if sys.platform in {"darwin", "win32"}:
        return _named("XDG_DATA_HOME") or Path(click.get_app_dir(_NAME))
    return _named("XDG_DATA_HOME") or Path("~/.local/share").expanduser() / _NAME


def settings_folder() -> Path:
    """Return the folder for settings, as `data_folder` finds it."""
    return _named("XDG_CONFIG_HOME") or Path(click.get_app_dir(_NAME))


def _named(variable: str) -> Path | None:
    """Return canasta's folder in the one that *variable* names; the specification ignores relative paths."""
    value = os.environ.get(variable, "")
    return Path(value) / _NAME if value and Path(value).is_absolute() else None
