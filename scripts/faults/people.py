"""People for load: each with a cookie, and an address of their own on loopback, as the limits of the server count them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import count
from typing import Any
from urllib.parse import urlsplit

Json = dict[str, Any]
SETTINGS: Json = {"pace": 50, "numbers_wait": 1, "draw": False, "next_deal": 1}
"""Settings with which a table waits for nobody."""

_NUMBERS = count(1)


def own_address() -> str:
    """Return an address of loopback that nobody has had yet; Linux answers for all of 127.0.0.0/8."""
    number = next(_NUMBERS)
    return f"127.{1 + number // 62_500 % 250}.{1 + number // 250 % 250}.{1 + number % 250}"


@dataclass
class Person:
    """Someone with a name, an address and, once the server knows them, a cookie."""

    name: str
    address: str = ""
    cookie: str = ""

    def __post_init__(self) -> None:
        self.address = self.address or own_address()

    def post(self, origin: str, path: str, told: Json) -> Json:
        """Ask the server at *origin*. Raises `OSError` where it does not answer or refuses."""
        place = urlsplit(origin)
        connection = HTTPConnection(place.hostname or "", place.port, timeout=20, source_address=(self.address, 0))
        try:
            headers = {"Origin": origin, "Content-Type": "application/json"}
            headers |= {"Cookie": self.cookie} if self.cookie else {}
            connection.request("POST", path, json.dumps(told), headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            if answer.status not in {200, 201}:
                raise OSError(f"{path}: {answer.status} {text}")
            cookie = answer.headers.get("Set-Cookie")
            if cookie:
                self.cookie = cookie.partition(";")[0]
            made: Json = json.loads(text)
            return made
        finally:
            connection.close()

    def make_table(self, origin: str, game: str, players: int) -> str:
        """Make a table; return its code."""
        told = {"name": self.name, "game": game, "players": players, "settings": SETTINGS}
        return str(self.post(origin, "/api/tables", told)["code"])

    def introduce(self, origin: str) -> None:
        """Say who this is."""
        self.post(origin, "/api/me", {"name": self.name})
