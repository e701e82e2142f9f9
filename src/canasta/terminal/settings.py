"""The settings file: a player's name, and how the table in the terminal looks and moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from canasta.base.english import listed
from canasta.base.errors import CanastaError, RulesError, problem_lines
from canasta.files import write_file
from canasta.folders import settings_folder
from canasta.rules.house import toml_value
from canasta.rules.shapes import suggest
from canasta.rules.toml import read_toml

Colours: TypeAlias = Literal["two", "four"]
Order: TypeAlias = Literal["rank", "suit", "drawn"]

LONGEST_NAME: Final = 20
LONGEST_PAUSE: Final = 60


class SettingsError(CanastaError):
    """A settings file that cannot be used, or a setting that there is not."""


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """How you play."""

    name: str = ""
    """Your name; empty for "You"."""

    colours: Colours = "two"
    """How many colours the suits have."""

    sort: Order = "rank"
    """How the hand is sorted."""

    pause: float = 0
    """How many seconds a bot's turn stays on the screen before the next one."""


def settings_file() -> Path:
    """Return where the settings are, whether or not there are any."""
    return settings_folder() / "settings.toml"


def load_settings() -> PlayerSettings:
    """Return the settings of the file, and defaults for what it leaves out.

    Raises `SettingsError` with a line for each problem.
    """
    path = settings_file()
    if not path.exists():
        return PlayerSettings()
    try:
        table = read_toml(path)
    except RulesError as error:
        raise SettingsError(f"{path} cannot be used: {'; '.join(problem_lines(error.problems))}.") from None
    values: dict[str, Any] = {}
    for key, value in table.items():
        try:
            values[key] = read_setting(key, value)
        except SettingsError as error:
            raise SettingsError(f"{path}: {error}") from None
    return PlayerSettings(**values)


def save_setting(key: str, value: object) -> PlayerSettings:
    """Write the setting *key* with this *value* to the file, and return all settings as they are now.

    Raises `SettingsError` for a key or a value that there is not, and for a file that cannot be used or written.
    """
    values = {field.name: getattr(load_settings(), field.name) for field in fields(PlayerSettings)}
    settings = PlayerSettings(**(values | {key: read_setting(key, value)}))
    kept = [
        f"{field.name} = {toml_value(getattr(settings, field.name))}\n"
        for field in fields(PlayerSettings)
        if getattr(settings, field.name) != field.default
    ]
    path = settings_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"{path.parent} cannot be made: {error.strerror}.") from None
    write_file(path, "".join(kept))
    return settings


def read_setting(key: str, value: object) -> object:
    """Return *value* as the setting *key* has it. Raises `SettingsError` with what would be right."""
    if key not in _READERS:
        raise SettingsError(
            f'There is no setting "{key}"{suggest(key, _READERS)}. The settings are {listed(_READERS)}.'
        )
    return _READERS[key](key, value)


def _read_name(key: str, value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_NAME or not value.isprintable() or "," in value:
        raise SettingsError(f"{key} must be a name of at most {LONGEST_NAME} characters, without a comma.")
    return value.strip()


def _read_pause(key: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LONGEST_PAUSE:
        raise SettingsError(f"{key} must be a number of seconds from 0 to {LONGEST_PAUSE}, such as 0.5.")
    return value


def _one_of(words: tuple[str, ...]) -> Callable[[str, object], str]:
    def read(key: str, value: object) -> str:
        if value not in words:
            raise SettingsError(f"{key} must be {listed(words, 'or')}.")
        return str(value)

    return read


_READERS: Final[dict[str, Callable[[str, object], object]]] = {
    "name": _read_name,
    "colours": _one_of(get_args(Colours)),
    "sort": _one_of(get_args(Order)),
    "pause": _read_pause,
}
