"""A browser that keeps every byte it is sent, over HTTP and over the WebSocket."""

from __future__ import annotations

import asyncio
import json
import re
import struct
from typing import Any

from tests.patience import PATIENCE

PING, PONG = 0x89, 0x8A
DATE = re.compile(rb"(?m)^date: [^\r]*")
COOKIE = re.compile(rb"(?m)^set-cookie: ([^;\r]+)")


class RawBrowser:
    """Somebody at one server; `bytes` is all that this somebody was ever sent, in order."""

    def __init__(self, port: int, language: str = "en") -> None:
        self._port = port
        self._language = language
        self.cookie = ""
        self.bytes: list[bytes] = []
        self.now: Any = {}
        self._keys = 0

    # ---- HTTP ----

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        data = b"" if body is None else json.dumps(body).encode()
        head = self._head(method, path)
        if data:
            head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        writer.write((head + "Connection: close\r\n\r\n").encode() + data)
        answer = DATE.sub(b"date:", await asyncio.wait_for(reader.read(), PATIENCE))
        writer.close()
        self.bytes.append(answer)
        if found := COOKIE.search(answer):
            self.cookie = found[1].decode()
        return json.loads(answer.partition(b"\r\n\r\n")[2])

    def _head(self, method: str, path: str) -> str:
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        origin = f"http://127.0.0.1:{self._port}"
        return (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            f"Origin: {origin}\r\nAccept-Language: {self._language}\r\n{cookie}"
        )

    # ---- the WebSocket ----

    async def open(self, table: str, columns: int = 0) -> None:
        """The table, with its drawing if it is to be so many columns wide."""
        self._columns = columns
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writer.write(
            (
                self._head("GET", f"/ws/{table}")
                + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            ).encode()
        )
        answer = await asyncio.wait_for(self._reader.readuntil(b"\r\n\r\n"), PATIENCE)
        self.bytes.append(DATE.sub(b"date:", answer))
        await self.greet(0)

    async def greet(self, seen: int) -> None:
        """Say what was seen, and hear the rest."""
        self.say(type="hello", seen=seen, columns=self._columns, language=self._language)
        await self.update()

    def say(self, **message: Any) -> None:
        data = json.dumps(message).encode()
        size = (
            bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        )
        self._writer.write(b"\x81" + size + bytes(4) + data)

    async def hear(self) -> Any:
        """The next message."""
        head = await asyncio.wait_for(self._reader.readexactly(2), PATIENCE)
        while head[0] == PING:  # when it comes is the machine's affair, so it is not compared
            data = await self._reader.readexactly(head[1])
            self._writer.write(bytes([PONG, 0x80 | len(data)]) + bytes(4) + data)
            head = await asyncio.wait_for(self._reader.readexactly(2), PATIENCE)
        assert head[0] == 0x81, head
        more = {126: 2, 127: 8}.get(head[1], 0)
        longer = await self._reader.readexactly(more)
        size = int.from_bytes(longer, "big") if more else head[1]
        data = await self._reader.readexactly(size)
        self.bytes.append(head + longer + data)
        message = json.loads(data)
        if message["type"] == "update":
            self.now = message
        return message

    async def update(self) -> None:
        while (await self.hear())["type"] != "update":
            pass

    async def reach(self, version: int) -> None:
        """Wait for the update that shows this version of the table."""
        while self.now["version"] < version:
            await self.update()

    async def request(self, type: str, **more: Any) -> Any:
        self._keys += 1
        key = f"key-{self._keys}"
        self.say(type=type, key=key, **more)
        while (message := await self.hear()).get("key") != key:
            pass
        return message

    async def close(self) -> None:
        self._writer.close()
        await self._writer.wait_closed()
