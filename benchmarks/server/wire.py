"""A WebSocket with as little around it as can be, so that the client costs little."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from typing import cast

_HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{cookie}"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Line(asyncio.Protocol):
    """One connection; `hear` is called with every text that comes."""

    def __init__(self, port: int, path: str, cookie: str = "") -> None:
        host = f"127.0.0.1:{port}"
        sent = f"Cookie: {cookie}\r\n" if cookie else ""
        self._request = _HANDSHAKE.format(path=path, host=host, cookie=sent).encode()
        self._buffer = bytearray()
        self._open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.hear: Callable[[bytes], None] = lambda _: None
        self.lost = False

    @classmethod
    async def to(cls, port: int, path: str, cookie: str = "") -> Line:
        """A connection that is open."""
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: cls(port, path, cookie), "127.0.0.1", port)
        await line.opened
        return line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is no child of it
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Take frames apart."""
        buffer = self._buffer
        buffer += data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in buffer[:20]:
                self.opened.set_exception(ConnectionError(bytes(buffer[:200])))
                return
            del buffer[: end + 4]
            self._open = True
            self.opened.set_result(None)
        at = 0
        while len(buffer) - at >= 2:
            size, head = buffer[at + 1], 2
            if size == 126:
                if len(buffer) - at < 4:
                    break
                size, head = struct.unpack_from(">H", buffer, at + 2)[0], 4
            elif size == 127:
                if len(buffer) - at < 10:
                    break
                size, head = struct.unpack_from(">Q", buffer, at + 2)[0], 10
            if len(buffer) - at < head + size:
                break
            kind = buffer[at] & 15
            body = bytes(buffer[at + head : at + head + size])
            at += head + size
            if kind == 1:
                self.hear(body)
            elif kind == 9:
                self._send(0x8A, body)
            elif kind == 8:
                self.close()
        del buffer[:at]

    def say(self, text: bytes) -> None:
        """Send a text."""
        self._send(0x81, text)

    def _send(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = bytes([kind, 0x80 | size]) if size < 126 else struct.pack(">BBH", kind, 0xFE, size)
        self._transport.write(head + b"\0\0\0\0" + body)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("closed"))

    def close(self) -> None:
        """End it."""
        self._transport.close()
