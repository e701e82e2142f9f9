"""``canasta settings``: show and change how you play."""

from __future__ import annotations

import json
from dataclasses import asdict, fields

import click

from canasta.rules.toml import read_plain
from canasta.terminal.settings import PlayerSettings, load_settings, save_setting, settings_file


@click.command(
    short_help="Show or change your settings.",
    epilog="\b\nSettings:\n"
    "  name      your name; empty for You\n"
    "  colours   two, or four for a colour for each suit\n"
    "  sort      how your hand is sorted: rank, suit or drawn\n"
    "  pause     seconds that each bot's turn is shown, such as 0.5\n"
    "\n\b\nExamples:\n"
    "  canasta settings                  shows all settings, and their file\n"
    "  canasta settings colours four\n"
    "  canasta settings name Ann\n"
    "  canasta settings name ''          back to the default",
)
@click.argument("key", required=False)
@click.argument("value", required=False)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def settings(key: str | None, value: str | None, as_json: bool) -> None:
    """Show your settings for the terminal, or change the setting KEY to VALUE."""
    if key is None:
        shown = load_settings()
    elif value is None:
        raise click.UsageError(f"Say what {key} should be, such as: canasta settings colours four")
    else:
        shown = save_setting(key, value if key == "name" else read_plain(value))
    if as_json:
        click.echo(json.dumps({"file": str(settings_file()), **asdict(shown)}, indent=2, ensure_ascii=False))
        return
    for field in fields(PlayerSettings):
        is_default = " (default)" if getattr(shown, field.name) == field.default else ""
        click.echo(f"{field.name:<8} {getattr(shown, field.name) or '-'}{is_default}")
    click.echo(f"In {settings_file()}.")
