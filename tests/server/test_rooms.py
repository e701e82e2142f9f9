"""What the rooms around a table read from a real server: rules, deals to watch, decks to check, the lesson."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.players import Browser, Process, serving

RECORD = Path(__file__).parents[1] / "corpus" / "classic-2-chance.chh"
PLAIN = {"Content-Type": "text/plain"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(str(tmp_path_factory.mktemp("rooms") / "canasta.db")) as process:
        yield process


def test_the_clauses_of_a_table_tells_its_own_rules(server: Process) -> None:
    ann = Browser(server)
    status, told = ann.post("/api/tables", {"name": "Ann", "game": "classic", "players": 4, "options": []})
    assert status == 201
    status, book = ann.get(f"/api/tables/{told['code']}/clauses")
    assert status == 200
    assert book["title"] == "Classic Canasta"
    clauses = {section["clause"]: section for section in book["sections"]}
    assert len(clauses) == len(book["sections"]) > 40
    assert clauses["pile.frozen"]["sentences"][0]["text"].startswith("A frozen pile can be taken only")
    assert set(book["short"]) <= set(clauses)
    assert len(book["short"]) > 4
    again = ann.post("/api/clauses", {"game": "classic", "players": 4})
    assert again == (200, book)
    status, problem = ann.post("/api/clauses", {"game": "poker"})
    assert status == 422
    assert problem["problems"]


def test_a_record_is_checked_and_given_deal_by_deal(server: Process) -> None:
    ann = Browser(server)
    status, told, _ = ann.ask("POST", "/api/replay?deal=2", RECORD.read_bytes(), **PLAIN)
    assert status == 200
    assert told["deal"] == 2
    assert told["deals"] == [1, 2]
    assert len(told["moments"]) > 40
    status, told, _ = ann.ask("POST", "/api/replay", b"nonsense", **PLAIN)
    assert status == 409
    assert told["text"].startswith("This record can't be watched: ")
    status, told, _ = ann.ask("POST", "/api/replay", b"\xff\xfe", **PLAIN)
    assert status == 422
    status, told, _ = ann.ask("POST", "/api/replay", b"x" * 200_000, **PLAIN)
    assert (status, told["text"]) == (413, "This request is too large: it may have 96 KiB.")


def test_a_table_without_a_counted_deal_has_nothing_to_watch_or_check(server: Process) -> None:
    ann = Browser(server)
    code = ann.post("/api/tables", {"name": "Ann", "game": "classic", "players": 2})[1]["code"]
    for what in ("replay", "fairness"):
        status, told = ann.get(f"/api/tables/{code}/{what}")
        assert (status, told["clause"]) == (409, "table.no-record")


def test_a_pad_is_checked_made_and_printed_blank_and_filled(server: Process) -> None:
    ann = Browser(server)
    wrong = ann.post("/api/rules", {"players": 2, "pad": {"title": "Rummy", "minimums": "x"}})[1]
    assert [each["path"] for each in wrong["problems"]] == ["pad.minimums"]
    assert ann.post("/api/tables", {"name": "Ann", "players": 2, "pad": {"title": ""}})[0] == 422
    code = ann.post("/api/tables", {"name": "Ann", "players": 2, "pad": {"title": "Rummy"}})[1]["code"]
    status, blank, headers = ann.ask("GET", f"/api/tables/{code}/sheet")
    assert status == 200
    assert "Rummy: score sheet" in str(blank)
    assert headers["Content-Type"].startswith("text/html")
    assert "style-src 'sha256-" in headers["Content-Security-Policy"]


def test_the_lesson_is_a_table_on_which_cards_are_dealt(server: Process) -> None:
    ann = Browser(server)
    status, told = ann.post("/api/lesson", {"name": "Ann"})
    assert status == 201
    status, seen = ann.get(f"/api/tables/{told['code']}")
    assert status == 200
    assert seen["state"] == "playing"
    assert seen["deal"] == 1
    assert seen["waiting"] == [1]
    assert seen["you"]["seat"] == 1
    assert [row["plays"] for row in seen["seats"].values()] == ["person", "bot", "bot", "bot"]
    assert Browser(server).get(f"/api/tables/{told['code']}")[1]["you"] == {"role": "nobody"}
    status, told = ann.post("/api/lesson", {"name": " "})
    assert status == 409
    assert told["clause"] == "table.name"


def test_play_now_deals_the_first_game_without_a_draw(server: Process) -> None:
    ann = Browser(server)
    first = ann.get("/api/games")[1][0]
    status, told = ann.post("/api/play", {"name": "Ann"})
    assert status == 201
    _, seen = ann.get(f"/api/tables/{told['code']}")
    assert (seen["game"], seen["players"]) == (first["name"], first["usual"])
    assert seen["state"] in {"promising", "numbers", "playing"}
    assert sorted(row["plays"] for row in seen["seats"].values()) == ["bot", "bot", "bot", "person"]
    assert {row.get("bot") for row in seen["seats"].values()} == {None, "planner"}
    assert seen["seats"][str(seen["you"]["seat"])]["name"] == "Ann"
    assert ann.post("/api/play", {"name": " "})[0] == 409
