"""What the rooms around a table read over HTTP: its rules clause by clause, deals to watch again, decks to check."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, HTTPException, Query, Request, Response

from canasta.base.clauses import BY_NAME
from canasta.rules.digest import digest
from canasta.rules.groups import Rules
from canasta.rules.load import games
from canasta.server.packed import Packed, packed_json
from canasta.server.process import Server
from canasta.server.protocol import GameChoice
from canasta.server.tables_http import (
    MANY_RECORDS,
    At,
    Here,
    address_of,
    answer,
    limit_checks,
    limit_readings,
    rules_of,
)
from canasta.session.replays import fairness_json, replay_json
from canasta.wording.describe import describe
from canasta.wording.rules_text import rule_sections

ROUTER: Final = APIRouter()

IN_SHORT: Final = (
    "draw.stock", "pile.need", "pile.take", "opening.minimum", "reserves.trigger", "out.contract", "out.permission", "match.ends",
)  # fmt: skip
"""The clauses that tell someone who knows such games how this one is played."""

DealNumber = Annotated[int | None, Query(ge=1, le=100_000, description="A deal, from 1; by default the first one.")]


def clauses_json(rules: Rules) -> dict[str, Any]:
    """Return every rule of *rules*: its chapter, clause, title and sentences, in the order in which a newcomer reads them.

    ``short`` are the clauses that say in a few lines how the game is played, ``causes`` the clauses that tell the rule behind a
    cause of refusals. Sentences have their sources as ``mark``.
    """
    sections = rule_sections(rules, games().get(rules.name))
    return {
        "title": rules.title,
        "digest": digest(rules),
        "short": [clause for clause in IN_SHORT if any(describe(rules, clause))],
        "causes": {each.name: each.rule for each in BY_NAME.values() if each.rule != each.name},
        "sections": [
            {
                "chapter": each.chapter,
                "clause": each.clause,
                "title": each.title,
                "sentences": [{"text": said.text, "mark": said.mark} for said in each.sentences],
                "notes": list(each.notes),
            }
            for each in sections
        ],
    }


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
