"""Workers on other machines, as a node sees them: thinkers that come and go.

They take from the same queue as the processes of this machine (`thinker_pool`), and are trusted no
more than those: what they answer is checked, one that hangs or answers nonsense is sent away, and
the thought of one that is gone returns to the queue.
"""

from __future__ import annotations

import asyncio
import hmac
import itertools
import logging
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from halfturn.server.bots.thinker_pool import Gone, NoThought, Thinkers
from halfturn.server.ops.settings import MOST_BYTES, Settings
from halfturn.server.protocol import workers
from halfturn.server.protocol.workers import (
    PATH,
    Failed,
    FromWorker,
    Think,
    Thought,
    Welcome,
    WorkerHello,
    misfit,
    own_hello,
)

__all__ = ["PATH", "Workers"]

log = logging.getLogger(__name__)

REFUSED: Final = 4400
SENT_AWAY: Final = 1008
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(FromWorker).decode


class Remote:
    """One connection of a worker."""

    def __init__(self, name: str, socket: WebSocket) -> None:
        self.name = name
        self.ended = asyncio.Event()
        self._socket = socket
        self._ids = itertools.count(1)
        self._id = 0
        self._found: asyncio.Future[Any] | None = None

    async def think(self, work: str, given: Sequence[Any]) -> Any:
        """Have it thought about there."""
        if self.ended.is_set():
            raise Gone(self.name)
        self._id = next(self._ids)
        found = self._found = asyncio.get_running_loop().create_future()
        message = Think(id=self._id, work=work, given=list(given))
        try:
            await self._socket.send_text(_encode(message).decode())
        except (WebSocketDisconnect, RuntimeError) as error:
            self.end()
            raise Gone(self.name) from error
        return await found

    def hear(self, text: str) -> None:
        """What the worker says; whoever says what makes no sense is not heard again."""
        try:
            message = _decode(text)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            log.warning("%s says what makes no sense", self.name)
            self.end()
            return
        if isinstance(message, WorkerHello) or message.id != self._id:
            return  # nobody waits for that
        found = self._found
        if found is None or found.done():
            return
        if isinstance(message, Thought):
            found.set_result(message.found)
        elif isinstance(message, Failed):
            found.set_exception(NoThought(f"{self.name} could not think: {message.text[:200]}"))

    def end(self) -> None:
        """Nobody is to wait for it any more."""
        self.ended.set()
        if self._found is not None and not self._found.done():
            self._found.set_exception(Gone(self.name))
            self._found.exception()  # seen: while a message is being sent nobody awaits it


class Workers:
    """Lets workers in that know the secret."""

    def __init__(self, thinkers: Thinkers, settings: Settings) -> None:
        self._thinkers = thinkers
        self._settings = settings
        self._numbers = itertools.count(1)
        self._own: WorkerHello | None = None

    async def open(self, socket: WebSocket) -> None:
        """A worker comes, thinks for as long as it is there, and goes."""
        if not self._may(socket):
            await socket.close()  # before it is accepted: a refused handshake
            return
        await socket.accept()
        refusal = await self._refusal(socket)
        if refusal is None:
            return
        if refusal:
            log.warning("a worker was refused: %s", refusal)
            await self._say(socket, workers.WorkerRejected(text=refusal))
            await socket.close(REFUSED, "refused")
            return
        await self._say(socket, Welcome())
        place = Remote(f"worker {next(self._numbers)}", socket)
        self._thinkers.add(place)
        log.info("%s has come", place.name)
        try:
            await self._listen(socket, place)
        finally:
            self._thinkers.remove(place)
            log.info("%s has gone", place.name)

    def _may(self, socket: WebSocket) -> bool:
        secret = self._settings.worker_secret
        sent = socket.headers.get("authorization", "")
        return bool(secret) and hmac.compare_digest(sent.encode(), f"Bearer {secret}".encode())

    async def _refusal(self, socket: WebSocket) -> str | None:
        """Why a worker is not taken, empty if it is; None for one that is gone already."""
        try:
            async with asyncio.timeout(self._settings.hello_within):
                said = await socket.receive_text()
            hello = _decode(said)
        except TimeoutError:
            return "expected a hello"
        except (WebSocketDisconnect, RuntimeError, KeyError):
            return None
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return "expected a hello of a worker of this version"
        if not isinstance(hello, WorkerHello):
            return "expected a hello"
        if self._own is None:
            self._own = own_hello()
        return misfit(self._own, hello)

    async def _say(self, socket: WebSocket, message: msgspec.Struct) -> None:
        await socket.send_text(_encode(message).decode())

    async def _listen(self, socket: WebSocket, place: Remote) -> None:
        ended = asyncio.create_task(place.ended.wait())
        heard: asyncio.Task[Any] | None = None
        try:
            while not place.ended.is_set():
                heard = asyncio.create_task(socket.receive())
                await asyncio.wait((heard, ended), return_when=asyncio.FIRST_COMPLETED)
                if not heard.done():
                    heard.cancel()
                    await socket.close(SENT_AWAY, "come again")
                    return
                message = heard.result()
                if message["type"] != "websocket.receive":
                    return
                text = message.get("text") or ""
                place.hear(text if len(text) <= MOST_BYTES else "")
        finally:
            ended.cancel()
            if heard is not None:
                heard.cancel()
