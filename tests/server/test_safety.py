"""Origins, codes and limits."""

from __future__ import annotations

import pytest

from canasta.server.http.origin import origin_accepted
from canasta.server.limits import SOCKETS_BY_ADDRESS, AddressLimits, Buckets
from canasta.tables.codes import LETTERS, key_hash, new_code, new_key, read_code, shown_code
from canasta.tables.pace import Bucket

PUBLIC = "https://cards.example.org"


@pytest.mark.parametrize(
    ("origin", "host", "public", "accepted"),
    [
        ("http://localhost:8000", "localhost:8000", None, True),
        ("http://localhost", "localhost", None, True),
        ("http://localhost", "localhost:80", None, True),
        ("https://localhost", "localhost:443", None, True),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", None, True),
        ("http://192.168.1.7:8000", "192.168.1.7:8000", PUBLIC, True),
        ("http://[fe80::1]:8000", "[fe80::1]:8000", None, True),
        ("http://ruths-laptop.local:8000", "Ruths-Laptop.local:8000", None, True),
        (PUBLIC, "cards.example.org", PUBLIC, True),
        (PUBLIC, "cards.example.org", "https://Cards.example.org/", True),
        # Another host, another port, another scheme.
        ("http://localhost:8000", "127.0.0.1:8000", None, False),
        ("http://localhost:8001", "localhost:8000", None, False),
        ("http://192.168.1.8:8000", "192.168.1.7:8000", None, False),
        ("http://cards.example.org", "cards.example.org", PUBLIC, False),
        ("https://cards.example.org:8443", "cards.example.org:8443", PUBLIC, False),
        # A foreign name that leads here.
        ("http://evil.example", "evil.example", None, False),
        ("http://evil.example", "evil.example", PUBLIC, False),
        ("http://evil.example", "localhost:8000", None, False),
        ("http://localhost.evil.example", "localhost.evil.example", None, False),
        ("http://127.0.0.1.evil.example", "127.0.0.1.evil.example", None, False),
        ("http://evil-local", "evil-local", None, False),
        ("http://.local", ".local", None, False),
        # Not origins.
        (None, "localhost:8000", None, False),
        ("", "localhost:8000", None, False),
        ("null", "localhost:8000", None, False),
        ("http://localhost:8000/", "localhost:8000", None, False),
        ("http://localhost:8000/page", "localhost:8000", None, False),
        ("http://user@localhost:8000", "localhost:8000", None, False),
        ("ftp://localhost", "localhost", None, False),
        ("http://localhost:99999", "localhost:99999", None, False),
        ("http://localhost:8000 ", "localhost:8000", None, False),
        ("http://localhost:8000", "localhost:8000@evil.example", None, False),
        ("http://localhost:8000", None, None, False),
        ("http://" + "a" * 400 + ".local", "a" * 400 + ".local", None, False),
    ],
)
def test_origins(origin: str | None, host: str | None, public: str | None, accepted: bool) -> None:
    assert origin_accepted(origin, host, public) is accepted


def test_codes_have_eight_of_25_letters_without_look_alikes() -> None:
    assert len(set(LETTERS)) == 25
    assert not set(LETTERS) & set("0O1IL5S8B2ZUQ") - {"8", "2"}
    for _ in range(50):
        code = new_code()
        assert read_code(shown_code(code).lower()) == code


@pytest.mark.parametrize("text", ["", "K7M4XHP", "K7M4XHPCC", "K7M4XHP0", "K7M4XHPÉ", "K" * 40, "K7M4/XHPC"])
def test_what_is_not_a_code(text: str) -> None:
    assert read_code(text) is None


def test_keys_are_128_bits_and_only_their_hash_is_compared() -> None:
    key = new_key()
    assert len(key) == 32
    assert len(key_hash(key) or b"") == 32
    assert key_hash(key + "0") is None
    assert key_hash(key.upper() if key.upper() != key else "g" * 32) is None


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(2, 4)
    assert [bucket.take(0) for _ in range(5)] == [True] * 4 + [False]
    assert [bucket.take(0.5), bucket.take(0.5)] == [True, False]


def test_buckets_forget_only_the_ones_not_used_for_longest() -> None:
    buckets = Buckets(0, 1, most=2)
    assert [buckets.take("a"), buckets.take("b"), buckets.take("a"), buckets.take("c"), buckets.take("a")] == [
        True,
        True,
        False,
        True,
        False,
    ]


def test_an_address_may_have_so_many_sockets() -> None:
    sockets = AddressLimits().sockets
    assert [sockets.enter("a") for _ in range(SOCKETS_BY_ADDRESS + 1)] == [True] * SOCKETS_BY_ADDRESS + [False]
    assert sockets.enter("b")
    assert [AddressLimits(1).sockets.enter("a"), AddressLimits(0).sockets.enter("a")] == [True, False]
    sockets.leave("a")
    assert sockets.enter("a")
