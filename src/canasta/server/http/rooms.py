"""What the rooms around a table read over HTTP: its rules clause by clause, deals to watch again, decks to check."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, HTTPException, Query, Request, Response
from fastapi.responses import HTMLResponse

from canasta.handbook.html import policy
from canasta.protocol.messages import GameChoice
from canasta.rules.groups import Rules
from canasta.server.http.packed import Packed, packed_json
from canasta.server.http.tables import (
    MANY_RECORDS,
    At,
    Here,
    address_of,
    answer,
    limit_checks,
    limit_readings,
    rules_of,
    text_answer,
)
from canasta.server.process import Server
from canasta.tables.requests import blank_sheet, clauses_json, fairness_json, filled_sheet, replay_json

ROUTER: Final = APIRouter()

DealNumber = Annotated[int | None, Query(ge=1, le=100_000, description="A deal, from 1; by default the first one.")]


@ROUTER.get("/api/tables/{code}/clauses", response_model=dict[str, Any], dependencies=[Depends(limit_readings)])
async def table_clauses(request: Request, server: Here, table: At) -> Response:
    """Give every rule that is played at a table, clause by clause."""
    return answer(request, await _clauses(server, table.table.rules))


@ROUTER.post("/api/clauses", response_model=dict[str, Any], dependencies=[Depends(limit_checks)])
async def game_clauses(request: Request, server: Here, wanted: GameChoice) -> Response:
    """Give every rule of a game with options and house rules, clause by clause."""
    rules = await rules_of(request, server, wanted)
    return answer(request, await _clauses(server, rules))


async def _clauses(server: Server, rules: Rules) -> Packed:
    return await server.books.get(("clauses", rules), lambda: packed_json(clauses_json(rules)))


@ROUTER.get("/api/tables/{code}/sheet", responses=text_answer("text/html"), dependencies=[Depends(limit_readings)])
async def table_sheet(request: Request, server: Here, table: At) -> HTMLResponse:
    """Give the score sheet of a table to print: filled with what was counted, blank before that."""
    match = table.table.state.match
    if match is None or not match.results:
        text = await asyncio.to_thread(blank_sheet, table.table.state)
    else:
        if not server.limits.replays.take(address_of(request)):
            raise HTTPException(429, MANY_RECORDS)
        text = await server.apart.work(address_of(request), filled_sheet, await server.tables.record(table))
    style = text.partition("<style>")[2].partition("</style>")[0]
    return HTMLResponse(text, headers={"Content-Security-Policy": f"{policy(style)}; frame-ancestors 'none'"})


@ROUTER.get("/api/tables/{code}/replay")
async def table_replay(request: Request, server: Here, table: At, deal: DealNumber = None) -> dict[str, Any]:
    """Give a counted deal of a table to watch again, with every hand."""
    if not server.limits.replays.take(address_of(request)):
        raise HTTPException(429, MANY_RECORDS)
    text = await server.tables.record(table)
    return await server.apart.work(address_of(request), replay_json, text, deal)


@ROUTER.post("/api/replay")
async def file_replay(
    request: Request,
    server: Here,
    text: Annotated[str, Body(media_type="text/plain", description="A record, as a `.chh` file has it.")],
    deal: DealNumber = None,
) -> dict[str, Any]:
    """Check a record and give one of its deals to watch. Nothing of it is kept."""
    if not server.limits.replays.take(address_of(request)):
        raise HTTPException(429, MANY_RECORDS)
    return await server.apart.work(address_of(request), replay_json, text, deal)


@ROUTER.get("/api/tables/{code}/fairness")
async def table_fairness(request: Request, server: Here, table: At) -> dict[str, Any]:
    """Give what is needed to compute the decks of the counted deals again, and the decks that were dealt."""
    if not server.limits.replays.take(address_of(request)):
        raise HTTPException(429, MANY_RECORDS)
    text = await server.tables.record(table)
    return await server.apart.work(address_of(request), fairness_json, text)
