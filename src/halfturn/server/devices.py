"""One person on several devices: a code that is typed on the other one, good once and not for long.

Who holds a code would be that person, so they are like passwords. One server keeps them in memory
alone. Several nodes keep them in the database, where a code is a hash, and what it stands for is
sealed with the code itself: who reads the database learns neither.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections import OrderedDict
from typing import Final, Protocol

from halfturn.server.leases import Leases
from halfturn.server.people import token_hash

LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without those that are easily taken for one another."""
LENGTH: Final = 8
GOOD_FOR: Final = 300
"""Seconds."""
MOST_CODES: Final = 1000
HASH: Final = 32
LONGEST_TOKEN: Final = 64


class Codes(Protocol):
    """The codes that are good now, and the cookie's token that each stands for."""

    async def new(self, token: str) -> str:
        """A code for whoever holds a token; an older one of theirs is good no more."""

    async def use(self, code: str) -> str | None:
        """The token that a code stands for, once; None for one that is not good."""


class CodesInMemory:
    """Of one server, until it ends."""

    def __init__(self) -> None:
        self._tokens: OrderedDict[str, tuple[str, float]] = OrderedDict()

    async def new(self, token: str) -> str:
        """A code for whoever holds a token; an older one of theirs is good no more."""
        for code, (other, _) in list(self._tokens.items()):
            if secrets.compare_digest(other, token):
                del self._tokens[code]
        code = _new_code()
        self._tokens[code] = token, time.monotonic() + GOOD_FOR
        while len(self._tokens) > MOST_CODES:
            self._tokens.popitem(last=False)
        return code

    async def use(self, code: str) -> str | None:
        """The token that a code stands for, once; None for one that is not good."""
        found = self._tokens.pop(_read(code), None)
        if found is None or found[1] < time.monotonic():
            return None
        return found[0]


class CodesOfAll:
    """Of several nodes: made on one, typed on another."""

    def __init__(self, leases: Leases, server: str) -> None:
        self._leases = leases
        self._salt = server.encode()

    async def new(self, token: str) -> str:
        """A code for whoever holds a token; an older one of theirs is good no more."""
        code = _new_code()
        hashed, pad = await self._derived(code)
        sealed = _mixed(token.encode(), pad)
        await self._leases.add_code(hashed, token_hash(token), sealed, GOOD_FOR * 1000)
        return code

    async def use(self, code: str) -> str | None:
        """The token that a code stands for, once; None for one that is not good."""
        hashed, pad = await self._derived(_read(code))
        sealed = await self._leases.use_code(hashed)
        return None if sealed is None else _mixed(sealed, pad).decode()

    async def _derived(self, code: str) -> tuple[bytes, bytes]:
        """The name of a code in the database, and what its token is sealed with.

        A code is short: going through all of them has to take longer than any is good for.
        """
        key = await asyncio.to_thread(
            hashlib.scrypt,
            code.encode(),
            salt=self._salt,
            n=1 << 14,
            r=8,
            p=1,
            dklen=HASH + LONGEST_TOKEN,
        )
        return key[:HASH], key[HASH:]


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def _read(code: str) -> str:
    """A code as it was made, however it was typed."""
    return code.upper().replace("-", "").replace(" ", "")


def _mixed(text: bytes, pad: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(text, pad[: len(text)], strict=True))
