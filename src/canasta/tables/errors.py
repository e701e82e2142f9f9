"""What a server, or whoever joins it, cannot do: each as one sentence."""

from __future__ import annotations

from canasta.base.errors import CanastaError


class ServerError(CanastaError):
    """The server cannot begin or continue, or its client cannot reach it; the text says why."""
