"""`halfturn worker`: a machine that thinks for bots at tables of a server elsewhere.

It knows nothing of people and tables: it is handed worlds that were redealt for a seat, and says
what a bot would answer there. It may come, go and die whenever it likes.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from halfturn.core.errors import HalfturnError
from halfturn.server.bots.thinker_pool import Gone, Process
from halfturn.server.protocol.workers import (
    PATH,
    Failed,
    FromNode,
    Think,
    Thought,
    Welcome,
    WorkerRejected,
    own_hello,
)

FIRST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 10.0
"""Seconds until it tries again to reach a server."""
MOST_BYTES: Final = 2**20
_FORBIDDEN: Final = (401, 403, 404)
_SCHEMES: Final = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(FromNode).decode


def main(urls: Sequence[str], secret: str, processes: int) -> None:
    """Think for servers until somebody stops it; raises HalfturnError where one refuses it."""
    addresses = [address(url) for url in urls]
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_think_for(addresses, secret, processes))
    print("Halfturn thinks no more.", flush=True)


def address(url: str) -> str:
    """Where a server's workers go, for the address of the server."""
    parts = urlsplit(url)
    if parts.scheme not in _SCHEMES or not parts.netloc:
        raise HalfturnError(f"expected --join with an address like http://host:8321, got {url!r}")
    return f"{_SCHEMES[parts.scheme]}://{parts.netloc}{PATH}"


async def _think_for(addresses: Sequence[str], secret: str, processes: int) -> None:
    hello = _encode(own_hello()).decode()
    slots = [
        _Slot(url, secret, hello, Process(f"{number}"))
        for url in addresses
        for number in range(processes)
    ]
    try:
        async with asyncio.TaskGroup() as tasks:
            for slot in slots:
                tasks.create_task(slot.run())
    except* HalfturnError as refused:
        error = refused.exceptions[0]
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        raise HalfturnError(str(error)) from None
    finally:
        for slot in slots:
            slot.process.end()


class _Slot:
    """One connection, and the process that thinks what is asked there."""

    def __init__(self, url: str, secret: str, hello: str, process: Process) -> None:
        self._url = url
        self._secret = secret
        self._hello = hello
        self.process = process

    async def run(self) -> None:
        """Be there for the server whenever it is."""
        wait = FIRST_WAIT
        while True:
            try:
                async with connect(
                    self._url,
                    additional_headers={"Authorization": f"Bearer {self._secret}"},
                    max_size=MOST_BYTES,
                    compression=None,
                ) as socket:
                    await self._greet(socket)
                    wait = FIRST_WAIT
                    await self._serve(socket)
            except InvalidStatus as error:
                if error.response.status_code == 421:
                    host = urlsplit(self._url).hostname
                    raise HalfturnError(
                        f"the server at {self._url} does not answer to that name: "
                        f"start it with --host-name {host}"
                    ) from None
                if error.response.status_code in _FORBIDDEN:
                    raise HalfturnError(
                        f"{self._url} takes no workers, or none with this secret"
                    ) from None
            except (OSError, TimeoutError, ConnectionClosed, InvalidHandshake) as error:
                print(f"{self._url}: {type(error).__name__}; trying again", file=sys.stderr)
            # Nobody waits for what it was thinking about.
            self.process.end()
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    async def _greet(self, socket: ClientConnection) -> None:
        await socket.send(self._hello)
        answer = _decode(await socket.recv())
        if isinstance(answer, WorkerRejected):
            raise HalfturnError(f"{self._url} refused: {answer.text}")
        if isinstance(answer, Welcome):
            print(f"Halfturn thinks for {self._url} (Ctrl+C stops it)", flush=True)

    async def _serve(self, socket: ClientConnection) -> None:
        """Answer one after the other; the connection is looked after meanwhile."""
        async for text in socket:
            message = _decode(text)
            if isinstance(message, Think):
                closed = asyncio.create_task(socket.wait_closed())
                thinking = asyncio.create_task(self._think(message))
                try:
                    await asyncio.wait((closed, thinking), return_when=asyncio.FIRST_COMPLETED)
                    if not thinking.done():
                        return
                    await socket.send(_encode(thinking.result()).decode())
                finally:
                    closed.cancel()
                    thinking.cancel()

    async def _think(self, message: Think) -> Thought | Failed:
        try:
            found = await self.process.think(message.work, message.given)
            return Thought(id=message.id, found=found)
        except Gone:
            return Failed(id=message.id, text="the process died of it")
        except Exception as error:
            return Failed(id=message.id, text=f"{type(error).__name__}")
