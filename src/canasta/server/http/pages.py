"""What people and programs find beside the tables: the page and its files, QR codes, health, metrics."""

from __future__ import annotations

import io
import re
from typing import Final

import segno
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.convertors import PathConvertor, register_url_convertor
from starlette.exceptions import HTTPException

from canasta.server.http.bundle_files import INDEX
from canasta.server.http.preview import Preview, preview_of, with_preview
from canasta.server.http.tables import Here, table_at
from canasta.server.process import Server
from canasta.tables.codes import read_code
from canasta.tables.errors import ServerError
from canasta.tables.frames import VERSION

ROUTER: Final = APIRouter()
PAGE_ROUTER: Final = APIRouter()
"""The page and its files, at every path that nothing else has: after all other routes."""


_COUNTED: Final = ("commands", "wrong", "floods", "slow", "bot_starts", "bot_failures", "hint_failures")


class _PagePath(PathConvertor):
    regex = "(?!api/).*"


register_url_convertor("page", _PagePath())

_NOT_BUILT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>canasta</title>
<p>This server has no page for browsers: canasta was installed without it. In a checkout, <code>make play</code> builds it. Until
then you can play in a terminal: <code>canasta join ADDRESS</code>.</p>
</html>
"""


@ROUTER.get("/t/{code}/qr.svg", include_in_schema=False)
async def qr_code(server: Here, code: str) -> Response:
    """Draw the link to a table as a QR code."""
    read = read_code(code)
    if read is None:
        return PlainTextResponse("This is not the code of a table.", 404)
    drawn = io.BytesIO()
    segno.make(f"{server.options.base_url}/t/{read}", micro=False).save(
        drawn, kind="svg", scale=8, border=4, light="#fff"
    )
    return Response(drawn.getvalue(), media_type="image/svg+xml")


@ROUTER.get("/healthz", include_in_schema=False)
async def health(server: Here) -> Response:
    """Say which protocol is spoken here, and whether this process can serve: 200, or 503 while it cannot save."""
    away = server.keeper.away is not None
    return JSONResponse({"canasta": VERSION, "ok": not away}, 503 if away else 200)


@ROUTER.get("/metrics", include_in_schema=False)
async def metrics(server: Here) -> Response:
    """Count what there is, without names or codes, in the text format of Prometheus."""
    kept, tables = server.keeper.kept, server.tables.live.values()
    values = {
        "tables": len(server.tables.live),
        "tables_stopped": sum(bool(table.stopped) for table in tables),
        "tables_bot_failed": sum(table.bot_failed for table in tables),
        "sockets": sum(len(table.guests) for table in tables),
        "store_away": int(server.keeper.away is not None),
        "groups_total": kept.groups,
        "entries_total": kept.entries,
        "entries_lost_total": kept.lost,
        "store_failures_total": kept.failures,
        **{f"{name}_total": server.counts[name] for name in _COUNTED},
    }
    return PlainTextResponse("".join(f"canasta_{name} {value}\n" for name, value in values.items()))


_TABLE: Final = re.compile(r"t/([A-Za-z0-9]{8})(?:/.*)?")


async def _preview(request: Request, server: Server, path: str) -> Preview:
    """Return what chats show of the link *path*: the table there, or the plain page where there is none or it can't be read now."""
    match = _TABLE.fullmatch(path)
    if match is None:
        return Preview()
    try:
        return preview_of((await table_at(request, server, match[1])).table.state)
    except (HTTPException, ServerError):
        return Preview()


@PAGE_ROUTER.api_route("/{path:page}", methods=["GET", "HEAD"], include_in_schema=False)
async def page(request: Request, server: Here, path: str) -> Response:
    """Answer with a file of the page, or with the page itself, which finds out by its address what to show."""
    name = path.rpartition("/")[2]
    found = server.bundle.get(path if "." in name else INDEX)
    if found is None and "." in name:
        raise HTTPException(404, "There is nothing at this address.")
    if found is None:
        return HTMLResponse(_NOT_BUILT)
    if "." not in name:
        shown = await _preview(request, server, path)
        found = with_preview(found, shown, server.options.base_url, on_device=server.options.site is not None)
    return found.answer(request.headers.get("accept-encoding", ""), request.headers.get("if-none-match", ""))
