"""Codes of tables, keys of people and of seats, and the ids that logs have."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

LETTERS: Final = "2346789ACDEFGHJKMNPRTVWXY"
"""Letters and digits of codes: none looks like another."""

_CODE: Final = re.compile(f"[{LETTERS}]{{8}}")
_KEY: Final = re.compile(r"[0-9a-f]{32}")


def new_code() -> str:
    """Return a new code: 8 of 25 letters, 1.5e11 in all."""
    return "".join(secrets.choice(LETTERS) for _ in range(8))


def read_code(text: str) -> str | None:
    """Return the code that someone typed, or None: lower case, blanks and hyphens do not matter.

    >>> read_code("k7m4 xhpc"), read_code("K7M4-XHP")
    ('K7M4XHPC', None)
    """
    if len(text) > 32:
        return None
    code = re.sub(r"[\s-]", "", text).upper()
    return code if _CODE.fullmatch(code) else None


def shown_code(code: str) -> str:
    """Return a code as people read it.

    >>> shown_code("K7M4XHPC")
    'K7M4 XHPC'
    """
    return f"{code[:4]} {code[4:]}"


def new_id() -> str:
    """Return a new id of a table, a person or a process: 128 random bits."""
    return secrets.token_hex(16)


def new_key() -> str:
    """Return a new secret key: 128 random bits. Only its hash is kept."""
    return secrets.token_hex(16)


def key_hash(key: str) -> bytes | None:
    """Return the SHA-256 of a key, or None if the text is not a key.

    >>> key_hash("no key") is None
    True
    """
    return hashlib.sha256(bytes.fromhex(key)).digest() if _KEY.fullmatch(key) else None
