"""`canasta`, but programs may play faster than people: only the rates differ."""

from canasta.cli import main
from canasta.server import limits
from canasta.tables import pace

pace.FRAMES = (10_000.0, 10_000.0)  # type: ignore[misc]
limits.TRIES = (10_000.0, 10_000.0)  # type: ignore[misc]
limits.TABLES = (1_000.0, 1_000.0)  # type: ignore[misc]

if __name__ == "__main__":
    main()
