"""What people type for yes and for no."""

from __future__ import annotations

from typing import Final

YES: Final = frozenset({"y", "yes", "true", "j", "ja", "oui", "si", "sí"})
"""Answers that say yes, in small letters; Enter alone is for whoever asks to decide."""
NO: Final = frozenset({"n", "no", "false", "nein", "non"})
"""Answers that say no."""
