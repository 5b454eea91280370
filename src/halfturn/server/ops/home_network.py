"""Playing with phones: a second ear on the home network, opened when somebody wants it."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Sequence
from functools import cache

import segno

Listen = Callable[[socket.socket], Awaitable[None]]
"""Serves a socket too that is bound and listens."""


def home_addresses() -> list[str]:
    """This machine's addresses in its network, the one that is used most first."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Nothing is sent: the system only looks up which way it would go.
        probe.connect(("192.0.2.1", 9))
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [each for each in dict.fromkeys(found) if not ipaddress.ip_address(each).is_loopback]


@cache
def own_names() -> frozenset[str]:
    """What this machine is called, also as it calls itself by multicast DNS."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({name, short, f"{short}.local"})


class Lan:
    """Which addresses of the home network this server listens on."""

    def __init__(
        self,
        port: int,
        listen: Listen,
        addresses: Callable[[], Sequence[str]] = home_addresses,
    ) -> None:
        self._port = port
        self._listen = listen
        self._addresses = addresses
        self._open: list[str] = []
        self._lock = asyncio.Lock()

    @property
    def urls(self) -> list[str]:
        """The addresses that phones can use, without a path; none while it is closed."""
        return [f"http://{address}:{self._port}" for address in self._open]

    @property
    def names(self) -> frozenset[str]:
        """The names that this machine has in its network; none while it is closed."""
        return own_names() if self._open else frozenset()

    async def open(self) -> None:
        """Listen on every address of the home network; where it does already, nothing happens."""
        async with self._lock:
            now = list(self._addresses())
            still = [address for address in self._open if address in now]
            for address in now:
                if address not in still:
                    ear = _bound(address, self._port)
                    if ear is not None:
                        await self._listen(ear)
                        still.append(address)
            self._open = sorted(still, key=now.index)


def _bound(address: str, port: int) -> socket.socket | None:
    ear = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        ear.bind((address, port))
    except OSError:
        ear.close()
        return None
    return ear


def qr_rows(text: str) -> str:
    """Text as a QR code: rows of 0 and 1 separated by /."""
    code = segno.make(text, error="m", micro=False)
    return "/".join("".join("1" if cell else "0" for cell in row) for row in code.matrix)
