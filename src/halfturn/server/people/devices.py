"""The devices of a person: what is known of each, and codes that sign another one in.

Every device has a cookie with a token of its own, so one can be signed out while the others stay.
A code is typed on the other device; it is valid once, and not for long. One server keeps codes in
memory. Several nodes keep them in the database, as hashes: who reads it learns no code.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import time
from collections import OrderedDict
from typing import Final, NamedTuple, Protocol

from halfturn.server.cluster.leases import Leases
from halfturn.server.people.identity import Person

LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without those that are easily taken for one another."""
LENGTH: Final = 8
GOOD_FOR: Final = 300
"""Seconds."""
MOST_CODES: Final = 1000
DAY: Final = 24 * 3600
LONGEST_AGENT: Final = 1000
"""Characters of a User-Agent header that are looked at."""

# The first that fits counts: most browsers name those they are compatible with as well.
_BROWSERS: Final = (
    ("Edge", re.compile(r"\b(Edg|EdgA|EdgiOS)/")),
    ("Opera", re.compile(r"\b(OPR|Opera)/")),
    ("Samsung Internet", re.compile(r"\bSamsungBrowser/")),
    ("Firefox", re.compile(r"\b(Firefox|FxiOS)/")),
    ("Chrome", re.compile(r"(Chrome|CriOS|Chromium)/")),
    ("Safari", re.compile(r"\bVersion/\S+ .*\bSafari/")),
)
_SYSTEMS: Final = (
    ("Android", re.compile(r"\bAndroid\b")),
    ("iPhone", re.compile(r"\biPhone\b")),
    ("iPad", re.compile(r"\biPad\b")),
    ("Windows", re.compile(r"\bWindows\b")),
    ("ChromeOS", re.compile(r"\bCrOS\b")),
    ("macOS", re.compile(r"\bMac OS X\b")),
    ("Linux", re.compile(r"\bLinux\b")),
)


class Kind(NamedTuple):
    """What sort of device it is, in a word each; empty where that is not known."""

    browser: str = ""
    system: str = ""


UNKNOWN: Final = Kind()


class SignedIn(NamedTuple):
    """A device and the person who is signed in there."""

    person: Person
    device: int
    used_at: int


class KnownDevice(NamedTuple):
    """What is kept of a device; the times are seconds since 1970, and 0 where nobody knows."""

    id: int
    kind: Kind
    made_at: int
    used_at: int
    """The day on which it was last used, as its first second."""


def kind_of(agent: str) -> Kind:
    """Return what a User-Agent header says of a device: a few families, and nothing else."""
    agent = agent[:LONGEST_AGENT]
    browser = next((name for name, pattern in _BROWSERS if pattern.search(agent)), "")
    system = next((name for name, pattern in _SYSTEMS if pattern.search(agent)), "")
    return Kind(browser, system)


def today() -> int:
    """Return the first second of this day: no finer time is kept of anybody's visits."""
    now = int(time.time())
    return now - now % DAY


class Codes(Protocol):
    """The codes that are valid now, and the person each stands for."""

    async def new(self, person: int) -> str:
        """Make a code for a person; an older one of theirs is void."""

    async def use(self, code: str) -> int | None:
        """Return the person that a code stands for, once; None for one that is not valid."""

    async def drop(self, person: int) -> None:
        """Void the code of a person."""


class CodesInMemory:
    """Codes of one server, until it ends."""

    def __init__(self) -> None:
        self._people: OrderedDict[str, tuple[int, float]] = OrderedDict()

    async def new(self, person: int) -> str:
        """Make a code for a person; an older one of theirs is void."""
        await self.drop(person)
        code = _new_code()
        self._people[code] = person, time.monotonic() + GOOD_FOR
        while len(self._people) > MOST_CODES:
            self._people.popitem(last=False)
        return code

    async def use(self, code: str) -> int | None:
        """Return the person that a code stands for, once; None for one that is not valid."""
        found = self._people.pop(_read(code), None)
        if found is None or found[1] < time.monotonic():
            return None
        return found[0]

    async def drop(self, person: int) -> None:
        """Void the code of a person."""
        for code, (other, _) in list(self._people.items()):
            if other == person:
                del self._people[code]


class CodesOfAll:
    """Codes of several nodes: made on one, typed on another."""

    def __init__(self, leases: Leases, server: str) -> None:
        self._leases = leases
        self._salt = server.encode()

    async def new(self, person: int) -> str:
        """Make a code for a person; an older one of theirs is void."""
        code = _new_code()
        await self._leases.add_code(await self._hashed(code), person, GOOD_FOR * 1000)
        return code

    async def use(self, code: str) -> int | None:
        """Return the person that a code stands for, once; None for one that is not valid."""
        return await self._leases.use_code(await self._hashed(_read(code)))

    async def drop(self, person: int) -> None:
        """Void the code of a person."""
        await self._leases.drop_codes(person)

    async def _hashed(self, code: str) -> bytes:
        """Return what is stored of a code.

        A code is short: trying all of them has to take longer than any is valid.
        """
        return await asyncio.to_thread(
            hashlib.scrypt, code.encode(), salt=self._salt, n=1 << 14, r=8, p=1, dklen=32
        )


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def _read(code: str) -> str:
    """A code as it was made, however it was typed."""
    return code.upper().replace("-", "").replace(" ", "")
