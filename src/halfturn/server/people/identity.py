"""People: a nickname, and a cookie that says who it is. Nothing else is known of anybody."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final, NamedTuple

TOKEN_BYTES: Final = 32


class Person(NamedTuple):
    """Somebody, by a number that means nothing elsewhere."""

    id: int
    name: str


def new_token() -> str:
    """What a cookie holds: 256 bits that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> bytes:
    """What is stored of it: whoever reads the database cannot be anybody with that."""
    return hashlib.sha256(token.encode()).digest()


def new_person(name: str) -> Person:
    """Somebody nobody has met before."""
    return Person(secrets.randbits(62), name)


def new_table_id() -> str:
    """A table's name in addresses: no secret, and not to be found by trying."""
    return secrets.token_urlsafe(9)
