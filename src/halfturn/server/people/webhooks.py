"""Telling people that it is their turn, where they do not have the table open: by a webhook.

It is off unless whoever hosts the server names the hosts that may be told. An address is
looked up once for each message, no answer that is not public is used, the connection goes to
that very answer, and nothing that comes back is followed. No card, no name and no table is in
what is sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable, Sequence
from typing import Final
from urllib.parse import urlsplit

import msgspec

from halfturn.core.errors import HalfturnError
from halfturn.core.language import say
from halfturn.server.ops.settings import LONGEST_URL, Settings
from halfturn.server.storage.database import StoreFailed
from halfturn.server.storage.store import Store
from halfturn.server.transport.addresses import is_public
from halfturn.server.transport.rate_limits import Buckets

log = logging.getLogger(__name__)

PORT: Final = 443
WITHIN: Final = 10.0
MOST_WAITING: Final = 100

Resolve = Callable[[str], Awaitable[Sequence[str]]]
Send = Callable[[str, str, bytes], Awaitable[None]]
"""To an address, for a host, some bytes."""


class BadWebhook(HalfturnError):
    """An address that nobody is told at."""


def checked_url(url: str, hosts: Sequence[str]) -> str:
    """An address that may be used here; raises BadWebhook."""
    if not hosts:
        raise BadWebhook(
            say("this server tells nobody of their turn: whoever hosts it can allow it")
        )
    expected = say(
        "expected an address like https://{host}/… on one of {hosts}",
        host=hosts[0],
        hosts=", ".join(hosts),
    )
    # What a browser and a server might read in two ways is not read at all.
    if len(url) > LONGEST_URL or any(not "!" <= each <= "~" or each == "\\" for each in url):
        raise BadWebhook(expected)
    try:
        parts = urlsplit(url)
    except ValueError:
        raise BadWebhook(expected) from None
    if parts.scheme != "https" or parts.netloc not in hosts:
        raise BadWebhook(expected)
    return url


async def resolve(host: str) -> Sequence[str]:
    """The addresses of a host."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


async def send(address: str, host: str, request: bytes) -> None:
    """Send a request to this very address, which has to prove that it is the host."""
    context = ssl.create_default_context()
    reader, writer = await asyncio.open_connection(address, PORT, ssl=context, server_hostname=host)
    try:
        writer.write(request)
        await writer.drain()
        await reader.read(1024)  # whatever it says: nothing is followed
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


def request_for(url: str, form: str, title: str) -> bytes:
    """The request that tells of a turn; it names the game and nothing else."""
    words = f"It is your turn in {title}."
    if form == "json":
        body, kind = msgspec.json.encode({"content": words, "text": words}), "application/json"
    else:
        body, kind = words.encode(), "text/plain; charset=utf-8"
    parts = urlsplit(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUser-Agent: halfturn\r\n"
        f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode("ascii") + body


class Webhooks:
    """Sends, a few at a time, and to nobody too often."""

    def __init__(
        self, store: Store, settings: Settings, resolve: Resolve = resolve, send: Send = send
    ) -> None:
        self.hosts = settings.webhook_hosts
        self._store = store
        self._rates = Buckets(settings.webhooks)
        self._resolve = resolve
        self._send = send
        self._tasks: set[asyncio.Task[None]] = set()

    def tell(self, person: int, title: str) -> None:
        """Tell somebody, if they want it, that it is their turn in a game of that title."""
        if not self.hosts:
            return
        try:
            found = self._store.webhook(person)
        except StoreFailed as error:
            log.error("a webhook cannot be read: %s", error)
            return
        if found is None or not self._rates.of(person).take():
            return
        if len(self._tasks) >= MOST_WAITING:
            log.warning("too many webhooks wait: one is left out")
            return
        task = asyncio.get_running_loop().create_task(self._tell(*found, title))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, url: str, form: str, title: str) -> None:
        try:
            checked_url(url, self.hosts)  # the hosts may be others than when it was set
            host = urlsplit(url).netloc
            async with asyncio.timeout(WITHIN):
                addresses = await self._resolve(host)
                if not addresses or not all(is_public(each) for each in addresses):
                    raise BadWebhook(say("its host leads to an address that is not public"))
                await self._send(addresses[0], host, request_for(url, form, title))
        except (BadWebhook, OSError, TimeoutError) as error:
            log.warning("a webhook could not be reached: %s", type(error).__name__)

    async def close(self) -> None:
        """Leave what is under way."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
