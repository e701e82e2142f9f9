"""How a server runs: what `canasta serve` was told."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

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
    """What `canasta serve` was told.

    *public_url* is the address that people use, without a slash at its end; *lan* is the address on the home network that
    links have where there is no public one. *proxies* are the addresses of proxies that may say who someone is. One address
    may have that many *connections* with tables, and `REQUESTS_BY_SOCKET` times as many others.
    """

    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str | None = None
    lan: str | None = None
    processes: int = 1
    proxies: tuple[str, ...] = ()
    only_bots: bool = False
    bots: BotOptions = field(default_factory=BotOptions)
    connections: int = SOCKETS_BY_ADDRESS

    @property
    def base_url(self) -> str:
        """The beginning of links to tables."""
        if self.public_url:
            return self.public_url
        host = self.lan or ("localhost" if self.host in {"127.0.0.1", "0.0.0.0", "::", "::1"} else self.host)  # noqa: S104
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"
