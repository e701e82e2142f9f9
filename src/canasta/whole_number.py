"""The numbers that commands are given, and which ones they can be."""

from __future__ import annotations

from typing import Any

import click


class WholeNumber(click.IntRange):
    """A whole number from *min* to *max*, where these are given; what is wrong with another word says so."""

    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number that *value* is. Fails with the numbers that can be typed."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f'"{value}" is not a whole number {self._describe_range()}'.rstrip() + ".", param, ctx)

    def _describe_range(self) -> str:
        """Return the range in words, for errors and for --help."""
        if self.max is not None:
            return f"from {self.min or 0:,} to {self.max:,}"
        return "" if self.min is None else f"of {self.min} or more"
