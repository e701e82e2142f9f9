"""The pages of people and programs that look after the server: a word of welcome, QR codes, health, metrics."""

from __future__ import annotations

import io
from html import escape
from typing import Final

import segno
from fastapi import APIRouter
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from canasta import __version__
from canasta.server.codes import read_code, shown_code
from canasta.server.tables_http import Here

ROUTER: Final = APIRouter()

_COUNTED: Final = ("commands", "wrong", "floods", "slow", "bot_starts", "bot_failures")

_PAGE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>canasta</title>
<h1>{title}</h1>
<p>{text}</p>
<p>This server speaks a protocol that any program can use: make a table with <code>POST /api/tables</code>, and play at
<code>/t/CODE/ws</code>. The page <code>docs/protocol.md</code> of the program describes it, and
<a href="/api/openapi.json">openapi.json</a> its HTTP part.</p>
</html>
"""


@ROUTER.get("/", response_class=HTMLResponse, include_in_schema=False)
async def welcome() -> str:
    """Say what this is."""
    return _PAGE.format(title="canasta", text=f"This is the table server of canasta {escape(__version__)}.")


@ROUTER.get("/t/{code}", response_class=HTMLResponse, include_in_schema=False)
async def table_page(code: str) -> str:
    """Say which table this is. It does not tell whether there is one."""
    read = read_code(code)
    text = f"This is the address of table {escape(shown_code(read))}." if read else "This is not the code of a table."
    return _PAGE.format(title="canasta", text=text)


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
    """Say whether this process can serve: 200, or 503 while it cannot save."""
    away = server.keeper.away is not None
    return JSONResponse({"ok": not away}, 503 if away else 200)


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
