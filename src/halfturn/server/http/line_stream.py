"""A stream over HTTP: lines of JSON for as long as somebody reads them.

What waits for a reader is bounded as with a browser, since it is the same `Connection`; whoever
does not read is cut off and can come back. A blank line now and then shows that the line is alive,
and is the moment to look whether the reader may still be told anything.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from halfturn.core.language import spoken
from halfturn.server.ops.settings import Settings
from halfturn.server.protocol.own_bots import Closing
from halfturn.server.storage.database import StoreFailed
from halfturn.server.transport.connection import COME_BACK, NARROW, Connection, encode, why_closed

log = logging.getLogger(__name__)

ALIVE_EVERY: Final = 7.0
"""Seconds from one blank line to the next."""
MAY_NOT: Final = 1008
NDJSON: Final = "application/x-ndjson"


class LineSocket:
    """What a connection needs of a socket, over the body of an answer."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope = scope
        self._send = send
        self.ended = asyncio.Event()

    async def send_text(self, data: str) -> None:
        """One line."""
        await self._body(data.encode() + b"\n", True)

    async def close(self, code: int, reason: str) -> None:
        """The last line, which says why."""
        try:
            await self._body(encode(Closing(code=code, text=reason)) + b"\n", False)
        finally:
            self.ended.set()

    async def _body(self, body: bytes, more: bool) -> None:
        await self._send({"type": "http.response.body", "body": body, "more_body": more})


class LineStream(Response):
    """An answer that goes on until one side ends it.

    `begin` and `end` are called once each; `tell` says how things stand, and may take its time.
    """

    def __init__(
        self,
        settings: Settings,
        person: int,
        seat: int | None,
        begin: Callable[[Connection], None],
        tell: Callable[[Connection], Awaitable[None]],
        end: Callable[[Connection], None],
        may_go_on: Callable[[], bool],
    ) -> None:
        # No proxy is to keep lines back, and the connection is of no use afterwards.
        headers = {"X-Accel-Buffering": "no", "Connection": "close"}
        super().__init__(headers=headers, media_type=NDJSON)
        del self.headers["content-length"]
        self._settings = settings
        self._person = person
        self._seat = seat
        self._begin = begin
        self._tell = tell
        self._end = end
        self._may_go_on = may_go_on
        self._language = spoken()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell everything until the reader is gone, or is sent away."""
        socket = LineSocket(scope, send)
        connection = Connection(socket, self._person, self._seat, self._settings)
        connection.language = self._language
        tasks: list[asyncio.Task[Any]] = []
        begun = False
        if narrow := scope.get("state", {}).get(NARROW):
            narrow()
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            begun = True
            self._begin(connection)
            ended = asyncio.create_task(socket.ended.wait())
            gone = asyncio.create_task(_gone(receive))
            tasks += (ended, gone, asyncio.create_task(self._live(connection)))
            tasks.append(asyncio.create_task(self._tell_all(connection)))
            await asyncio.wait((ended, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            if begun:
                self._end(connection)
            for task in tasks:
                task.cancel()
            await connection.end()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _tell_all(self, connection: Connection) -> None:
        try:
            await self._tell(connection)
        except StoreFailed as error:
            log.error("a stream ends: %s", error)
            connection.close(COME_BACK, "the database is away")
        except Exception as error:
            log.error("a stream ends: %s", error)
            connection.close(*why_closed(error))

    async def _live(self, connection: Connection) -> None:
        while not connection.closing:
            await asyncio.sleep(ALIVE_EVERY)
            if self._may_go_on():
                connection.push(b"")
            else:
                connection.close(MAY_NOT, "this token is not good any more")


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
