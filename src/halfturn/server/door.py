"""The door: how much and how slowly anybody may speak before they are understood.

uvicorn itself lets a request's head grow and take as long as it likes. And how frames come in
and go out with as little around them as can be: nearly all of what a server does is that.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from halfturn.server.connection import ABORT, AT_ONCE, NARROW
from halfturn.server.framing import TEXT, framed, size_of_frame, text_of
from halfturn.server.inbox import Inbox
from halfturn.server.relay import HAND_OVER

MOST_HEAD: Final = 16 * 1024
"""Bytes of a request's first line and headers."""
HEAD_WITHIN: Final = 5.0
"""Seconds from the first byte of a request, or from the connection, to the end of its head."""
MOST_UNHEARD: Final = 4
"""Texts that wait to be heard, before nothing more is read."""
SYSTEM_BUFFER: Final = 64 * 1024
ENOUGH: Final = "HTTP/1.1 {} \r\nconnection: close\r\ncontent-length: 0\r\nretry-after: 5\r\n\r\n"


class Door(HttpToolsProtocol):
    """uvicorn's HTTP, with bounds on the head of a request and on the number of connections."""

    def connection_made(self, transport: Any) -> None:
        """Somebody comes in."""
        super().connection_made(transport)
        self._in_head = True
        self._fed = 0
        self._timer: asyncio.TimerHandle | None = None
        most = self.config.limit_concurrency
        if most is not None and len(self.connections) > most:
            self._refuse(503)
        else:
            self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody is gone."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Hear, as long as it is not too much."""
        if self.transport.is_closing():
            return
        if self._in_head:
            self._fed += len(data)
        super().data_received(data)
        if self._in_head and self._fed > MOST_HEAD and not self.transport.is_closing():
            self._refuse(431)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._in_head = True
        if self._timer is None:
            self._expect_head()

    def on_headers_complete(self) -> None:
        """Its head is whole."""
        self._in_head = False
        self._fed = 0
        self._stop_waiting()
        self.scope["state"][ABORT] = self.transport.abort
        self.scope["state"][NARROW] = self._narrow
        super().on_headers_complete()

    def _narrow(self) -> None:
        """For an answer that goes on for long: let the system keep back only so much of it."""
        wire = self.transport.get_extra_info("socket")
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SYSTEM_BUFFER)

    def _expect_head(self) -> None:
        self._timer = self.loop.call_later(HEAD_WITHIN, self._refuse, 408)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _refuse(self, status: int) -> None:
        self._stop_waiting()
        if not self.transport.is_closing():
            self.transport.write(ENOUGH.format(status).encode("ascii"))
            self.transport.close()


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which can also be cut off when the other side does not read.

    Short texts that come in one frame each are read here; whoever sends anything else, but for
    signs of life, has it read by the library from then on, which knows all that there is.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._simple = True
        """Whether nothing has come so far but texts in one frame each, and signs of life."""
        self._begun = b""
        """The beginning of a frame whose rest is still to come."""
        self.queue: Any = Inbox()

    def data_received(self, data: bytes) -> None:
        """Hear."""
        if not self._simple or not self.handshake_complete:
            # Who does not wait for the answer may have sent half a frame by now.
            self._simple = self._simple and not self.handshake_initiated
            super().data_received(data)
            return
        if self._begun:
            data = self._begun + data
        at = 0
        while at < len(data):
            size = size_of_frame(data, at)
            if size == 0 or at + size > len(data):
                break
            text = text_of(data[at : at + size]) if size > 0 and data[at] == TEXT else None
            if text is not None:
                self._take(text)
            elif size > 0 and data[at] != TEXT:
                super().data_received(data[at : at + size])
            else:
                self._simple, self._begun = False, b""
                super().data_received(data[at:])
                return
            at += size
        self._begun = data[at:]

    def _take(self, text: str) -> None:
        """Hand a text over; nothing more is read as long as many wait to be heard."""
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() > MOST_UNHEARD:
            self.read_paused = True
            self.transport.pause_reading()

    async def receive(self) -> Any:
        """What came next; texts that came together do not keep their own answers from going out."""
        if not self.queue.empty():
            await asyncio.sleep(0)
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        return message

    async def send(self, message: Any) -> None:
        """Send, and keep little of how it began."""
        await super().send(message)
        if message["type"] == "websocket.accept" and self.handshake_complete:
            # With all their headers: nobody asks for them again, and a line may be open for days.
            vars(self).pop("request", None)
            vars(self).pop("response", None)

    def handle_connect(self, event: Any) -> None:
        """Hand the scissors to the application, and let the system keep back only so much."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"][ABORT] = self.transport.abort
            self.scope["state"][AT_ONCE] = self.say_at_once
            self.scope["state"][HAND_OVER] = self.hand_over
            wire = self.transport.get_extra_info("socket")
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SYSTEM_BUFFER)

    def hand_over(self, protocol: Any, done: asyncio.Future[None]) -> None:
        """From now on, and until it is done, somebody else speaks here, beginning with the answer
        to the handshake.
        """
        self.handshake_complete = self.close_sent = True
        self.connections.discard(self)
        self.connections.add(protocol)
        done.add_done_callback(lambda _: self.connections.discard(protocol))
        protocol.connection_made(self.transport)
        self.transport.set_protocol(protocol)
        if self.read_paused:
            self.transport.resume_reading()

    def say_at_once(self, text: bytes) -> bool:
        """Send a text without waiting for anything; False where it would have to wait.

        All texts of one moment, an acknowledgement and the news for instance, leave together:
        uvloop gathers what is written until it looks for what has come in.
        """
        if self.close_sent or not self.handshake_complete or not self.writable.is_set():
            return False
        if self.transport.is_closing():
            return False  # the other side has gone, and whoever listens is about to hear of it
        self.transport.write(framed(text))
        return True

    def keepalive_timeout(self) -> None:
        """Nothing came back in time: waiting for the buffer to empty would be in vain."""
        super().keepalive_timeout()
        self.transport.abort()
