"""How a server runs: what `canasta serve` was told."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from canasta.folders import data_folder
from canasta.server.bots.thinking import BotOptions
from canasta.server.limits import SOCKETS_BY_ADDRESS


def usual_database() -> str:
    """Return the SQLite file in which tables are kept where nobody says where: in the data folder of the user, which is made."""
    folder = data_folder()
    with suppress(OSError):  # whoever opens the file says so
        folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "canasta.db")


@dataclass(frozen=True, slots=True)
class Options:
    """What `canasta serve` was told."""

    database: str
    """The SQLite file that keeps the tables, or the URL of a PostgreSQL database."""

    host: str = "127.0.0.1"
    """The address to listen at."""

    port: int = 8000
    """The port to listen at."""

    public_url: str | None = None
    """The address that people use, without a slash at its end; None if no proxy stands in front."""

    lan: str | None = None
    """The address on the home network, for links where there is no public one; None where it is not asked for."""

    processes: int = 1
    """The number of processes."""

    proxies: tuple[str, ...] = ()
    """The addresses of proxies that may name the client."""

    only_bots: bool = False
    """Whether the server only plays for bots, and serves nobody."""

    bots: BotOptions = field(default_factory=BotOptions)
    """How bots think."""

    connections: int = SOCKETS_BY_ADDRESS
    """How many sockets one address may have; it may have `REQUESTS_BY_SOCKET` times as many other connections."""

    site: Path | None = None
    """The folder with the table that plays in the browser without the server; None where it is not offered."""

    @property
    def base_url(self) -> str:
        """The beginning of links to tables."""
        if self.public_url:
            return self.public_url
        host = self.lan or ("localhost" if self.host in {"127.0.0.1", "0.0.0.0", "::", "::1"} else self.host)  # noqa: S104
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"
