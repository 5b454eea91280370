"""The door: how much and how slowly anybody may speak before they are understood.

uvicorn itself lets a request's head grow and take as long as it likes.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from halfturn.server.connection import ABORT, AT_ONCE

MOST_HEAD: Final = 16 * 1024
"""Bytes of a request's first line and headers."""
HEAD_WITHIN: Final = 5.0
"""Seconds from the first byte of a request, or from the connection, to the end of its head."""
SYSTEM_BUFFER: Final = 64 * 1024
TEXT: Final = 0x81
"""The first byte of a whole frame of text; then comes its size, of one, two or eight bytes."""
TEXT_LONG: Final = struct.Struct(">BBH")
TEXT_LONGER: Final = struct.Struct(">BBQ")
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
        super().on_headers_complete()

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
    """uvicorn's WebSocket, which can also be cut off when the other side does not read."""

    def handle_connect(self, event: Any) -> None:
        """Hand the scissors to the application, and let the system keep back only so much."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"][ABORT] = self.transport.abort
            self.scope["state"][AT_ONCE] = self.say_at_once
            wire = self.transport.get_extra_info("socket")
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SYSTEM_BUFFER)

    def say_at_once(self, text: bytes) -> bool:
        """Send a text without waiting for anything; False where it would have to wait."""
        if self.close_sent or not self.handshake_complete or not self.writable.is_set():
            return False
        if self.transport.is_closing():
            return False  # the other side has gone, and whoever listens is about to hear of it
        size = len(text)
        if size < 126:
            head = bytes((TEXT, size))
        elif size < 65536:
            head = TEXT_LONG.pack(TEXT, 126, size)
        else:
            head = TEXT_LONGER.pack(TEXT, 127, size)
        self.transport.write(head + text)
        return True

    def keepalive_timeout(self) -> None:
        """Nothing came back in time: waiting for the buffer to empty would be in vain."""
        super().keepalive_timeout()
        self.transport.abort()
