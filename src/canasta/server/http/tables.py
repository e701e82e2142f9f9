"""Tables over HTTP: make one, look at one, sit down by a link, download its record, read its rules."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi.responses import PlainTextResponse

from canasta.protocol.messages import GameChoice, HouseAnswers, Me, NewTable, SeatKey, SeatWanted
from canasta.rules.groups import Rules
from canasta.rules.load import games
from canasta.server.http.packed import Packed, packed_json, packed_text
from canasta.server.limits import network_of
from canasta.server.process import Server
from canasta.server.store import store
from canasta.server.store.store import StoredPerson
from canasta.server.table.live import LiveTable, now_ms
from canasta.session.acts import Act, IssueLink, Join, Make, TakeSeat
from canasta.session.entries import Command
from canasta.session.refusals import Refused, refused
from canasta.session.seating import checked_name
from canasta.session.unfinished import read_unfinished
from canasta.tables import requests
from canasta.tables.codes import key_hash, new_id, new_key, shown_code

ROUTER: Final = APIRouter()
_OLD_LINK: Final = refused("table.link").text
MANY_RECORDS: Final = "You have asked for many records within a minute. Wait a while."
MANY_READINGS: Final = "You have asked for many rules within a minute. Wait a while."
_TOO_MANY: Final = "You have made many tables within an hour. Wait a while, or use one of them again."


def server_of(request: Request) -> Server:
    """Return the process that answers."""
    server: Server = request.app.state.server
    return server


def address_of(request: Request) -> str:
    """Return where the request comes from, as limits count it."""
    return network_of(request.client.host if request.client else "")


Here = Annotated[Server, Depends(server_of)]


async def table_at(request: Request, server: Here, code: str) -> LiveTable:
    """Return the table with *code*; the answer is the same whatever is wrong with the code."""
    table = await server.table(request, address_of(request), code)
    if table.stopped:
        raise HTTPException(409, table.stopped)
    if table.table.state.kept_out:
        person = await server.persons.find(request)
        if await table.keeps_out(person.id if person else None, address_of(request)):
            raise HTTPException(403, refused("table.kept-out").text)
    return table


At = Annotated[LiveTable, Depends(table_at)]


async def _someone(request: Request, response: Response, server: Server, name: str) -> StoredPerson:
    """Return the person who asks, made now if they are new; called *name* from now on."""
    name = checked_name(name, ())
    person = await server.persons.find(request)
    if person is not None:
        return person if person.name == name else await server.persons.rename(person, name, now_ms())
    if not server.limits.persons.take(address_of(request)):
        raise HTTPException(429, "Too many people have come from your address. Wait a minute.")
    return await server.persons.make(request, response, name, now_ms())


def limit_readings(request: Request, server: Here) -> None:
    """Let an address read that many rules, and no more."""
    if not server.limits.readings.take(address_of(request)):
        raise HTTPException(429, MANY_READINGS)


def limit_checks(request: Request, server: Here) -> None:
    """Let an address have that many rules checked, and no more."""
    if not server.limits.checks.take(address_of(request)):
        raise HTTPException(429, MANY_READINGS)


async def rules_of(request: Request, server: Server, wanted: GameChoice) -> Rules:
    """Return the rules that were chosen; those of a family are read apart from the tables. Raises `RulesError`."""
    chosen = wanted.game, wanted.players, wanted.options, wanted.house, wanted.pad
    if wanted.house:
        return await server.apart.work(address_of(request), requests.chosen_rules, *chosen)
    return await asyncio.to_thread(requests.chosen_rules, *chosen)


def answer(request: Request, found: Packed) -> Response:
    """Answer with what is packed already."""
    return found.answer(request.headers.get("accept-encoding", ""), request.headers.get("if-none-match", ""))


@ROUTER.get("/api/games", response_model=list[dict[str, Any]])
async def list_games(request: Request) -> Response:
    """List the games with their options, first the one to begin with."""
    return answer(request, _games())


@lru_cache(maxsize=1)
def _games() -> Packed:
    return packed_json(requests.games_json())


@ROUTER.post("/api/rules", dependencies=[Depends(limit_checks)])
async def check_rules(request: Request, server: Here, wanted: GameChoice) -> dict[str, Any]:
    """Say everything that is wrong or odd about a game with options and house rules."""
    address = address_of(request)
    return await server.apart.work(
        address, requests.check_rules, wanted.game, wanted.players, wanted.options, wanted.house, wanted.pad
    )


@ROUTER.post("/api/house/questions", dependencies=[Depends(limit_checks)])
async def house_questions(request: Request, server: Here, wanted: HouseAnswers) -> dict[str, Any]:
    """Give the questions that a family may answer about these rules, and the house rules with the answers so far."""
    chosen = wanted.game, wanted.players, wanted.options, wanted.house, wanted.answers
    return await server.apart.work(address_of(request), requests.house_questions, *chosen)


@ROUTER.post("/api/me")
async def me(request: Request, response: Response, server: Here, wanted: Me) -> dict[str, Any]:
    """Say what you are called; new people get their cookie."""
    person = await _someone(request, response, server, wanted.name)
    return {"person": person.id, "name": person.name}


@ROUTER.get("/api/me")
async def who_am_i(request: Request, server: Here) -> dict[str, Any]:
    """Say who you are to this server: nothing for someone new."""
    person = await server.persons.find(request)
    return {} if person is None else {"person": person.id, "name": person.name}


@ROUTER.post("/api/tables", status_code=201)
async def make_table(request: Request, response: Response, server: Here, wanted: NewTable) -> dict[str, Any]:
    """Make a table; you are its host. One that goes on with a record tells you the names of its `players`, by seat."""
    rules, names = await _wanted_rules(request, server, wanted)
    if not server.limits.tables.take(address_of(request)):
        raise HTTPException(429, _TOO_MANY)
    person = await _someone(request, response, server, wanted.name)
    make = requests.new_table(
        rules, person.name, wanted.settings, server.options.bots.names, wanted.record, pad=bool(wanted.pad)
    )
    told = _told(server, await server.tables.make(person, make))
    return told | {"players": names} if wanted.record else told


async def _wanted_rules(request: Request, server: Server, wanted: NewTable) -> tuple[Rules, tuple[str, ...]]:
    """Return the rules of a new table, and who has played in its record. Raises `RulesError` and `Refused`."""
    if not wanted.record:
        if wanted.house:
            limit_checks(request, server)
        return await rules_of(request, server, wanted), ()
    if wanted.game or wanted.players or wanted.options or wanted.house or wanted.pad:
        raise refused(
            "table.malformed", text="A record has its own rules. Leave out game, players, options, house and pad."
        )
    if not server.limits.replays.take(address_of(request)):
        raise HTTPException(429, MANY_RECORDS)
    unfinished = await asyncio.to_thread(read_unfinished, wanted.record)
    return unfinished.rules, unfinished.names


def _told(server: Server, table: LiveTable) -> dict[str, Any]:
    return {"code": table.code, "shown": shown_code(table.code), "link": f"{server.options.base_url}/t/{table.code}"}


@ROUTER.post("/api/lesson", status_code=201)
async def make_lesson(request: Request, response: Response, server: Here, wanted: Me) -> dict[str, Any]:
    """Make the table of the lesson: given cards, and three bots that begin by a script. You sit in seat 1."""
    return await _begin(request, response, server, wanted.name, requests.lesson)


@ROUTER.post("/api/play", status_code=201)
async def play_now(request: Request, response: Response, server: Here, wanted: Me) -> dict[str, Any]:
    """Make a table of the first game with bots in all other seats, and deal."""
    return await _begin(request, response, server, wanted.name, requests.first_table)


async def _begin(
    request: Request, response: Response, server: Server, name: str, begun: Callable[..., tuple[Make, list[Act]]]
) -> dict[str, Any]:
    """Make the table that *begun* describes, and do what its host asks for until cards are dealt."""
    name = checked_name(name, ())
    make, first = await asyncio.to_thread(begun, name, server.options.bots.names)
    if not server.limits.tables.take(address_of(request)):
        raise HTTPException(429, _TOO_MANY)
    person = await _someone(request, response, server, name)
    table = await server.tables.make(person, make)
    for number, act in enumerate(first):
        await table.do(Command(f"begin-{number}", person.id, act))
    return _told(server, table)


@ROUTER.get("/api/tables/{code}")
async def look(request: Request, server: Here, table: At) -> dict[str, Any]:
    """Say what is played at a table, who sits there, how far it is, and who you are there."""
    person = await server.persons.find(request)
    you = table.room.you(person.id, person.name) if person else table.room.you(None)
    return _told(server, table) | requests.table_json(table.table) | {"you": you}


def text_answer(kind: str) -> dict[int | str, dict[str, Any]]:
    """Return how an answer is described that is text; naming its class would make all errors text, too."""
    return {200: {"content": {kind: {"schema": {"type": "string"}}}}}


@ROUTER.get("/api/tables/{code}/rules", responses=text_answer("text/markdown"), dependencies=[Depends(limit_readings)])
async def rules_text(request: Request, server: Here, table: At) -> Response:
    """Give the handbook of the rules that are played at a table, as Markdown."""
    rules = table.table.rules
    game = games().get(rules.name)
    if game is None:
        raise HTTPException(404, "The file of this game is not on this server, so there is no handbook.")
    return answer(request, await server.books.get(("handbook", rules), partial(_handbook, rules)))


def _handbook(rules: Rules) -> Packed:
    return packed_text(requests.handbook_text(rules) or "", "text/markdown; charset=utf-8")


@ROUTER.get("/api/tables/{code}/record", responses=text_answer("text/plain"))
async def record(request: Request, server: Here, table: At) -> Response:
    """Give the record of the deals counted so far, to check and to watch again."""
    if not server.limits.replays.take(address_of(request)):
        raise HTTPException(429, MANY_RECORDS)
    text = await server.tables.record(table)
    name = f"canasta-{table.code}.chh"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@ROUTER.post("/api/tables/{code}/links", status_code=201)
async def issue_link(request: Request, server: Here, table: At, wanted: SeatWanted) -> dict[str, Any]:
    """Make a new link to a seat, for the host; older ones are no longer valid. The key is behind the ``#``."""
    person = await server.persons.find(request)
    if person is None:
        raise HTTPException(403, "Only the host can do this. Say who you are first: POST /api/me.")
    version = await table.do(Command(f"link-{new_id()}", person.id, IssueLink(wanted.seat - 1)))
    key = new_key()
    hashed = key_hash(key)
    assert hashed is not None
    await server.keeper.write(lambda c: store.new_seatlink(c, hashed, table.id, version))
    return {"seat": wanted.seat, "key": key, "link": f"{server.options.base_url}/t/{table.code}#seat={key}"}


@ROUTER.post("/api/seat")
async def take_seat(request: Request, response: Response, server: Here, wanted: SeatKey) -> dict[str, Any]:
    """Sit down by the key of a seat link, which can be used once."""
    hashed = key_hash(wanted.key)
    assert hashed is not None  # the pattern of the message
    if not server.limits.codes.take(address_of(request)):
        raise HTTPException(429, "These were too many links. Wait a second before the next one.")
    found = await server.keeper.read(lambda c: store.seatlink(c, hashed))
    row = await server.keeper.read(lambda c: store.table_by_id(c, found[0])) if found else None
    table = await server.tables.find(row.code) if row else None
    if found is None or table is None or table.stopped:
        raise HTTPException(404, _OLD_LINK)
    _, version = found
    await table.catch_up()  # another process may have made the link just now
    known = await server.persons.find(request)
    table.table.seat_of_link(version, known.id if known else None)  # a link that opens nothing lets nobody in
    person = await _someone(request, response, server, wanted.name)
    if not table.table.role(person.id).here:
        await table.do(Command(f"join-{new_id()}", person.id, Join(person.name, invited=True)))
    await table.do(Command(f"seat-{hashed.hex()[:32]}", person.id, TakeSeat(version)))
    first = await server.keeper.write(lambda c: store.use_seatlink(c, hashed, now_ms()))
    taken = ((seat, place) for seat, place in enumerate(table.table.state.places, 1) if place.opened == version)
    seat, place = next(taken, (0, None))
    if not first or place is None or person.id not in {place.person, place.coming}:
        raise Refused("table.link", _OLD_LINK)
    return _told(server, table) | {"seat": seat, "coming": place.coming == person.id}
