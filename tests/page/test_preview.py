"""What chats show of a link, at a real server with the page."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.request import Request, urlopen

import pytest

from tests.server.players import Browser, Player, Process, make_table, serving

PUBLIC = "https://cards.example"
PLAIN = {"og:title": "Canasta", "og:description": "With friends far away, or with bots."}


@pytest.fixture(scope="module")
def server(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:  # noqa: ARG001
    """Provide a server behind a proxy, which has a public address."""
    database = str(tmp_path_factory.mktemp("preview") / "canasta.db")
    with serving(database, "--public-url", PUBLIC) as running:
        yield running


class Head(HTMLParser):
    """What a chat reads of a page: its `meta` elements, and how many scripts there are."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.told: dict[str, str] = {}
        self.scripts = self.pictures = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if tag == "meta" and (name := known.get("property") or known.get("name")):
            self.told[name] = known.get("content") or ""
        self.scripts += tag == "script"
        self.pictures += tag == "img"


def head(server: Process, path: str) -> Head:
    """Return the head of the page at *path*, as someone gets it who has never been here."""
    with urlopen(Request(server.origin + path)) as answer:
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        return Head(answer.read().decode())


def test_a_link_says_what_is_played_at_whose_table_and_how_many_are_here(server: Process) -> None:
    host = Browser(server)
    code = make_table(host, name="Ruth", game="hand-and-foot")
    player = Player(host, code)
    player.of("table")
    assert head(server, f"/t/{code}").told["og:description"] == "0 of 4 are here"
    for seat in (2, 3):
        assert player.do(act="put-bot", seat=seat, bot="greedy")["t"] == "done"
    found = head(server, f"/t/{code.lower()}/rules")
    assert found.told["og:title"] == "Hand and Foot at Ruth's table"
    assert found.told["og:description"] == found.told["description"] == "2 of 4 are here"
    assert found.told["og:image"] == f"{PUBLIC}/preview.png"
    with urlopen(f"{server.origin}/preview.png") as answer:
        assert answer.headers["Content-Type"] == "image/png"
        assert len(answer.read()) < 60_000
    assert player.do(act="configure", settings={"name": "Saturdays"})["t"] == "done"
    found = head(server, f"/t/{code}")
    assert found.told["og:title"] == "Saturdays"
    assert found.told["og:description"] == "Hand and Foot at Ruth's table · 2 of 4 are here"
    for seat in (1, 4):
        assert player.do(act="put-bot", seat=seat, bot="greedy")["t"] == "done"
    assert player.do(act="start")["t"] == "done"
    assert head(server, f"/t/{code}").told["og:description"].endswith(" · The match has begun")
    player.close()


@pytest.mark.parametrize("name", ['"><script>alert(1)', "</head><img src=x>", "&quot;><b>", "'\"<>&--><!--"])
def test_names_are_text_in_it(server: Process, name: str) -> None:
    host = Browser(server)
    code = make_table(host, name=name, game="classic", settings={"name": f"{name} at home"})
    found, usual = head(server, f"/t/{code}"), head(server, "/")
    assert found.told["og:title"] == f"{name} at home"
    assert f" at {name}'s table · 0 of 4 are here" in found.told["og:description"]
    assert (found.scripts, found.pictures) == (usual.scripts, usual.pictures)


@pytest.mark.parametrize("path", ["/", "/new", "/t/AAAAAAAA", "/t/AAAAAAAA/replay", "/t/short", "/replay"])
def test_without_a_table_it_is_the_plain_page(server: Process, path: str) -> None:
    told = head(server, path).told
    assert {key: told[key] for key in PLAIN} == PLAIN
    assert told["og:image"] == f"{PUBLIC}/preview.png"
