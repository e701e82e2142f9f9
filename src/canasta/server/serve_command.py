"""``canasta serve``: the table server."""

from __future__ import annotations

import io
from contextlib import nullcontext
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import click
import segno
from click.core import ParameterSource

from canasta.bots.process import DECISION_MS, Limits
from canasta.server.addresses import lan_addresses
from canasta.server.bots.thinking import WORKERS, BotOptions, check_programs, read_programs, with_installed
from canasta.server.browsers import free_port, open_browser, serves_canasta
from canasta.server.http.device import built_site, is_site
from canasta.server.limits import SOCKETS_BY_ADDRESS
from canasta.server.options import Options, usual_database
from canasta.server.serving import listen, prepare
from canasta.server.serving import serve as serve_forever
from canasta.server.store.database import place_of, url_of
from canasta.tables.errors import ServerError
from canasta.whole_number import WholeNumber

_MEGABYTE = 1 << 20


@click.command(
    short_help="Serve tables to browsers and other programs.",
    epilog="\b\nExamples:\n"
    "  canasta serve --open                            for this machine only, in your browser\n"
    "  canasta serve --lan                             for everyone on your home network\n"
    "  canasta serve --database postgresql://db/canasta --processes 3 \\\n"
    "      --public-url https://cards.example.org --proxy 10.0.0.2",
)
@click.option("--host", default=None, metavar="ADDRESS", help="Listen at this address. [default: 127.0.0.1]")
@click.option(
    "--port", type=WholeNumber(1, 65535), default=8000, show_default=True, metavar="N", help="Listen at this port."
)
@click.option(
    "--database",
    default=usual_database,
    show_default="canasta.db in the data folder",
    metavar="PLACE",
    help="Keep tables in this SQLite file, or at postgresql://…",
)
@click.option("--public-url", metavar="URL", help="The address that people use, if a proxy stands in front.")
@click.option(
    "--processes", type=WholeNumber(1, 64), default=1, show_default=True, metavar="N", help="Number of processes."
)
@click.option(
    "--proxy", "proxies", multiple=True, metavar="ADDRESS", help="Trust this proxy to name the client; repeatable."
)
@click.option(
    "--bot", "programs", multiple=True, metavar="NAME=COMMAND", help="Offer this program as a bot; repeatable."
)
@click.option(
    "--bots",
    "workers",
    type=WholeNumber(0, 64),
    default=WORKERS,
    show_default=True,
    metavar="N",
    help="Number of bots that think at a time in each process; 0 leaves thinking to other processes.",
)
@click.option(
    "--bot-ms",
    type=WholeNumber(1, 60_000),
    default=DECISION_MS,
    show_default=True,
    metavar="N",
    help="Milliseconds that a program has for a decision.",
)
@click.option(
    "--bot-memory",
    type=WholeNumber(0),
    default=Limits().memory // _MEGABYTE,
    show_default=True,
    metavar="N",
    help="Megabytes of address space for a program; 0 for no limit.",
)
@click.option(
    "--connections",
    type=WholeNumber(1, 100_000),
    metavar="N",
    default=SOCKETS_BY_ADDRESS,
    show_default=True,
    help="How many WebSockets one address may have, such as a club's router.",
)
@click.option(
    "--site",
    type=click.Path(path_type=Path),
    default=built_site,
    show_default="build/site of this checkout, once make site has built it",
    metavar="FOLDER",
    help="Offer the table of this folder, which plays on the device itself.",
)
@click.option("--only-bots", is_flag=True, help="Serve nobody; only play for bots.")
@click.option("--lan", is_flag=True, help="Listen on your home network, and show where.")
@click.option("--open", "opens", is_flag=True, help="Open the page in your browser.")
def serve(
    host: str | None,
    port: int,
    database: str,
    public_url: str | None,
    processes: int,
    proxies: tuple[str, ...],
    connections: int,
    programs: tuple[str, ...],
    workers: int,
    bot_ms: int,
    bot_memory: int,
    site: Path | None,
    only_bots: bool,
    lan: bool,
    opens: bool,
) -> None:
    """Serve tables until you press Ctrl+C.

    People open the address in a browser. Every move is saved before anyone sees it, so nothing is lost however the server stops.
    """
    if only_bots:
        _check_only_bots(workers, opens=opens)
    for proxy in proxies:
        _check_proxy(proxy)
    addresses = lan_addresses() if lan else []
    if lan and not addresses:
        raise click.ClickException("This machine has no address on a home network. Is it connected?")
    try:
        bots = BotOptions(workers, read_programs(programs), bot_ms, bot_memory * _MEGABYTE)
    except ServerError as error:
        raise click.UsageError(str(error)) from None
    options = Options(
        database,
        host or ("0.0.0.0" if lan else "127.0.0.1"),  # noqa: S104 - what --lan asks for
        port,
        _checked_url(public_url),
        addresses[0] if addresses else None,
        processes,
        proxies,
        only_bots,
        bots,
        connections,
        _checked_site(site),
    )
    if opens and click.get_current_context().get_parameter_source("port") is ParameterSource.DEFAULT:
        if serves_canasta(options.base_url):
            click.echo(f"canasta serves tables at {options.base_url} already.")
            _open(options.base_url)
            return
        options = replace(options, port=free_port(options.host, port))
    try:
        check_programs(bots)
        options = replace(options, bots=with_installed(bots, lambda text: click.echo(f"Warning: {text}", err=True)))
        with nullcontext() if only_bots else listen(options.host, options.port) as listening:
            prepare(options)
            if listening is not None:
                _announce(options, addresses)
                if opens:
                    _open(options.base_url)
            else:
                click.echo(
                    f"canasta plays for bots at tables kept in {place_of(url_of(database))}. Press Ctrl+C to stop."
                )
            code = serve_forever(options, listening)
    except ServerError as error:
        raise click.ClickException(str(error)) from None
    click.get_current_context().exit(code)


def _announce(options: Options, addresses: list[str]) -> None:
    click.echo(f"canasta serves tables at {options.base_url}")
    for address in addresses[1:]:
        click.echo(f"  also at http://{f'[{address}]' if ':' in address else address}:{options.port}")
    if addresses:
        drawn = io.StringIO()
        segno.make(options.base_url, micro=False).terminal(drawn, compact=True)
        click.echo(drawn.getvalue().rstrip("\n"))
    click.echo(f"Tables are kept in {place_of(url_of(options.database))}. Press Ctrl+C to stop.")


def _open(url: str) -> None:
    """Open *url*; the browser waits until the server answers."""
    if not open_browser(url):
        click.echo(f"There is no browser here. Open {url} in one.")


def _checked_url(url: str | None) -> str | None:
    """Return the public address without a slash at its end."""
    if url is None:
        return None
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path not in {"", "/"} or parts.query:
        raise click.UsageError(f'"{url}" is not a public address. It looks like https://cards.example.org')
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _checked_site(site: Path | None) -> Path | None:
    if site is not None and not is_site(site):
        raise click.UsageError(f"There is no table for web hosts in {site}. `make site` writes one to build/site.")
    return site


def _check_only_bots(workers: int, *, opens: bool) -> None:
    if opens:
        raise click.UsageError("A server that only plays for bots has no page: leave out --open or --only-bots.")
    if not workers:
        raise click.UsageError("--only-bots needs bots that think. Leave --bots 0 out.")


def _check_proxy(address: str) -> None:
    try:
        ip_address(address)
    except ValueError:
        raise click.UsageError(f'"{address}" is not an IP address. Name each proxy by its address.') from None
