"""The page and its files: where they are found, how they are packed, how long they may be kept."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from canasta.server.app import make_app
from canasta.server.http.bundle_files import read_bundle
from canasta.server.options import Options
from canasta.server.process import Server
from canasta.server.store.database import engine_for

SCRIPT = b"console.log('canasta');" * 50
PACKED = gzip.compress(SCRIPT, mtime=0)


def ask(app: FastAPI, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Ask *app* for *path*; return status, headers and content."""
    told: list[Any] = []
    sent = [
        (name.replace("_", "-").encode(), value.encode()) for name, value in ({"host": "localhost"} | headers).items()
    ]
    scope = {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": sent, "scheme": "http", "client": ("127.0.0.1", 1), "http_version": "1.1", "asgi": {"version": "3.0"},
    }  # fmt: skip

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        told.append(message)

    asyncio.run(app(scope, receive, send))
    headers = {name.decode(): value.decode() for name, value in told[0]["headers"]}
    return told[0]["status"], headers, b"".join(each["body"] for each in told[1:])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = tmp_path_factory.mktemp("built") / "bundle"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html><title>Canasta</title>")
    (built / "icon.svg").write_text("<svg/>")
    (built / "assets" / "index-abc.js").write_bytes(SCRIPT)
    (built / "assets" / "index-abc.js.gz").write_bytes(PACKED)
    (built / "assets" / "index-abc.js.br").write_bytes(b"smaller still")
    return built


@pytest.fixture(scope="module")
def server(folder: Path) -> Server:
    """Provide a server that is not started: the page needs no database."""
    return Server(Options("unused"), engine_for(str(folder / "canasta.db")))


@pytest.fixture(scope="module")
def app(server: Server, folder: Path) -> FastAPI:
    server.bundle = read_bundle(folder)
    return make_app(server)


@pytest.mark.parametrize("path", ["/", "/new", "/t/K7M4", "/t/K7M4/replay", "/anything"])
def test_the_page_is_at_every_address_that_nothing_else_has(app: FastAPI, path: str) -> None:
    status, headers, content = ask(app, path)
    assert (status, content) == (200, b"<!doctype html><title>Canasta</title>")
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]


@pytest.mark.parametrize(
    ("accepted", "encoding", "content"),
    [("gzip, deflate, br", "br", b"smaller still"), ("gzip", "gzip", PACKED), ("br;q=0", None, SCRIPT), ("", None, SCRIPT)],
)  # fmt: skip
def test_a_file_comes_packed_as_the_browser_takes_it(
    app: FastAPI, accepted: str, encoding: str | None, content: bytes
) -> None:
    status, headers, told = ask(app, "/assets/index-abc.js", accept_encoding=accepted)
    assert (status, headers.get("content-encoding")) == (200, encoding)
    assert told == content
    assert headers["content-type"].startswith("text/javascript")
    assert headers["vary"] == "Accept-Encoding"
    assert headers["cache-control"] == "public, max-age=31536000, immutable"


def test_what_a_browser_has_is_not_sent_again(app: FastAPI) -> None:
    _, headers, _ = ask(app, "/icon.svg")
    assert headers["content-type"] == "image/svg+xml"
    assert ask(app, "/icon.svg", if_none_match=f'"other", W/{headers["etag"]}')[::2] == (304, b"")
    assert ask(app, "/icon.svg", if_none_match='"other"')[0] == 200


@pytest.mark.parametrize(
    "path", ["/assets/index-old.js", "/icon.png", "/api/nothing", "/../pages.py", "/assets/../../pages.py"]
)
def test_what_is_not_there_is_not_the_page(app: FastAPI, path: str) -> None:
    status, headers, _ = ask(app, path)
    assert (status, headers["content-type"]) == (404, "application/json")


def test_a_request_of_another_method_is_refused(app: FastAPI) -> None:
    assert ask(app, "/", "DELETE", origin="http://localhost")[0] == 405
    assert ask(app, "/api/seat")[0] == 405


def test_without_a_page_one_sentence_says_so(
    app: FastAPI, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for missing in (tmp_path / "nowhere", tmp_path):
        monkeypatch.setattr(server, "bundle", read_bundle(missing))
        status, headers, content = ask(app, "/t/K7M4XHPC")
        assert status == 200
        assert b"This server has no page for browsers" in content
        assert headers["content-type"].startswith("text/html")


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("localhost:8000", True),
        ("127.0.0.1", True),
        ("[::1]:8000", True),
        ("192.168.1.7:8000", False),
        ("cards.local", False),
        ("[", False),
    ],
)
def test_browsers_are_told_of_openers_only_where_they_obey(app: FastAPI, host: str, *, told: bool) -> None:
    assert ("cross-origin-opener-policy" in ask(app, "/", host=host)[1]) == told
