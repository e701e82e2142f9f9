"""`canasta` without chance: every deck is shuffled by the same secret, and bots decide alike each time."""

from __future__ import annotations

import secrets

from canasta.cli import main
from canasta.server import limits
from canasta.server.bots import thinking
from canasta.server.table import live
from canasta.tables import pace

live.token_hex = lambda nbytes=None: "5e" * (nbytes or 1)  # type: ignore[attr-defined]
secrets.randbelow = lambda _: 0  # type: ignore[assignment]
thinking.randbits = lambda *_: 5  # type: ignore[attr-defined]
# Many tables are made from one address here, and hints are asked for faster than people play.
pace.FRAMES = (10_000.0, 10_000.0)  # type: ignore[misc]
limits.TRIES = (10_000.0, 10_000.0)  # type: ignore[misc]
limits.TABLES = (1_000.0, 1_000.0)  # type: ignore[misc]

if __name__ == "__main__":
    main()
