"""What the server cannot do, each as one sentence."""

from __future__ import annotations

from canasta.tables.errors import ServerError


class StoreError(ServerError):
    """The database cannot be used as it is; trying again would not help."""


class StoreAway(ServerError):
    """The database cannot be reached now, or is locked or full; it may come back."""


class StoreBroken(StoreAway):
    """The database's file was deleted, replaced or damaged. What comes back, if anything does, may be another one."""
