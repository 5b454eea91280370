"""The door: how much and how slowly anybody may speak before they are understood.

uvicorn itself lets a request's head grow and take as long as it likes. And how frames come in
and go out with as little around them as can be: nearly all of what a server does is that.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from halfturn.server.cluster.relay import HAND_OVER
from halfturn.server.transport.connection import ABORT, AT_ONCE, NARROW
from halfturn.server.transport.framing import TEXT, framed, size_of_frame, text_of
from halfturn.server.transport.inbox import Inbox

MOST_HEAD: Final = 16 * 1024
"""Bytes of a request's first line and headers."""
HEAD_WITHIN: Final = 5.0
"""Seconds from the first byte of a request, or from the connection, to the end of its head."""
MOST_UNHEARD: Final = 4
"""Texts that wait to be heard, before nothing more is read."""
SLICE: Final = 256
"""Bytes that the library is given at once: it reads all of them, however many texts that are."""
SYSTEM_BUFFER: Final = 64 * 1024
MOST_UNSENT: Final = 64 * 1024
"""Bytes that a line takes over before what is to be sent has to wait with whoever wants it."""
STUCK_AFTER: Final = 2.0
"""Seconds that somebody with whom all is said has to take the rest."""
MOST_HELD: Final = 16 * 1024
"""Bytes of frames that may wait for others of the same moment."""
ENOUGH: Final = "HTTP/1.1 {} \r\nconnection: close\r\ncontent-length: 0\r\nretry-after: 5\r\n\r\n"


def narrow(transport: asyncio.Transport) -> None:
    """Keep back only so much on a line, and let the system keep back only so much."""
    wire = transport.get_extra_info("socket")
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SYSTEM_BUFFER)
    transport.set_write_buffer_limits(high=MOST_UNSENT)


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

    def shutdown(self) -> None:
        """The server stops: who has not yet said what is wanted is not waited for."""
        cycle: Any = self.cycle
        if cycle is not None and cycle.more_body and not cycle.response_started:
            self._refuse(503)
        else:
            super().shutdown()

    def _narrow(self) -> None:
        """For an answer that goes on for long."""
        narrow(self.transport)

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
        self._unread = b""
        """What has come and is not read yet: the beginning of a frame, or what has to wait."""
        self._pong = b""
        """The last answer to a sign of life that could not be sent yet."""
        self.queue: Any = Inbox()
        self._held = b""
        """Frames of this moment, which leave together."""

    def data_received(self, data: bytes) -> None:
        """Hear, until many texts wait to be heard; the rest is read when they have been."""
        if self._unread:
            data = self._unread + data
        at = 0
        while at < len(data) and not self.read_paused:
            if not self._simple or not self.handshake_complete:
                at += self._read_by_library(data[at : at + SLICE])
                continue
            size = size_of_frame(data, at)
            if size == 0 or at + size > len(data):
                break
            text = text_of(data[at : at + size]) if size > 0 and data[at] == TEXT else None
            if text is not None:
                self._take(text)
            elif size > 0 and data[at] != TEXT:
                super().data_received(data[at : at + size])
            else:
                self._simple = False
                continue
            at += size
        self._unread = data[at:]

    def _read_by_library(self, data: bytes) -> int:
        """How much was read: all of it."""
        # Who does not wait for the answer may have sent half a frame by now.
        self._simple = self._simple and not self.handshake_initiated
        if not self.transport.is_closing():
            super().data_received(data)
        return len(data)

    def _take(self, text: str) -> None:
        """Hand a text over; nothing more is read as long as many wait to be heard."""
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() >= MOST_UNHEARD:
            self.read_paused = True
            self.transport.pause_reading()

    async def receive(self) -> Any:
        """What came next; texts that came together do not keep their own answers from going out."""
        if not self.queue.empty():
            await asyncio.sleep(0)
        message = await self.queue.get()
        if self.read_paused and self.queue.empty() and not self.disconnected:
            self.read_paused = False
            if self._unread:
                self.data_received(b"")
            if not self.read_paused:
                self.transport.resume_reading()
        return message

    async def send(self, message: Any) -> None:
        """Send, and keep little of how it began."""
        self.let_go()
        await super().send(message)
        if message["type"] == "websocket.close" and self._unread and not self.disconnected:
            self.data_received(b"")  # nothing has to wait any more
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
            narrow(self.transport)

    def hand_over(self, protocol: Any, done: asyncio.Future[None]) -> None:
        """From now on, and until it is done, somebody else speaks here, beginning with the answer
        to the handshake.
        """
        if self.transport.is_closing():
            raise ClientDisconnected
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

        All texts of one moment, an acknowledgement and the news for instance, leave together: to
        hand something to the system costs more than to make it.
        """
        if self.close_sent or not self.handshake_complete or not self.writable.is_set():
            return False
        if self.transport.is_closing():
            return False  # the other side has gone, and whoever listens is about to hear of it
        if self._held:
            self._held += framed(text)
        else:
            self._held = framed(text)
            self.loop.call_soon(self.let_go)
        if len(self._held) > MOST_HELD:
            self.let_go()  # so that whoever does not read is noticed in time
        return True

    def let_go(self) -> None:
        """Write what is held; nothing may follow the end of a conversation."""
        held, self._held = self._held, b""
        if held and not self.close_sent and not self.transport.is_closing():
            self.transport.write(held)

    def handle_ping(self) -> None:
        """Answer a sign of life; of answers that have to wait only the last one is kept."""
        answer = b"".join(self.conn.data_to_send())
        if self.writable.is_set():
            self.transport.write(answer)
        else:
            self._pong = answer

    def resume_writing(self) -> None:
        """There is room again."""
        super().resume_writing()
        if self._pong and not self.transport.is_closing():
            self.transport.write(self._pong)
        self._pong = b""

    def shutdown(self) -> None:
        """The server stops. Who has not been let in yet is told so, and is gone for everybody here:
        uvicorn would let the application go on, and then complain that it does.
        """
        if self.handshake_complete:
            self.let_go()
            super().shutdown()
            return
        self.handshake_complete = self.close_sent = self.disconnected = True
        self.transport.write(ENOUGH.format(503).encode("ascii"))
        self.transport.close()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """All is said. Who does not take the last of it is not waited for."""
        self.let_go()
        super().on_task_complete(task)
        if not self.disconnected:
            self.loop.call_later(STUCK_AFTER, self._cut_if_stuck)

    def _cut_if_stuck(self) -> None:
        if not self.disconnected and self.transport.get_write_buffer_size():
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Nothing came back in time: waiting for the buffer to empty would be in vain."""
        super().keepalive_timeout()
        self.transport.abort()
