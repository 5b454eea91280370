"""A browser that keeps every byte it is sent, over HTTP and over the WebSocket."""

from __future__ import annotations

import asyncio
import json
import re
import struct
from typing import Any

from tests.support.patience import PATIENCE

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
        """Ask for something over HTTP."""
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


MADE_AT = re.compile(rb'"made_at":\d+')


class RawBot(RawBrowser):
    """The same as a bot of somebody's: what is said goes by HTTP, what is told comes as lines.

    What only a browser can say is tried as a move, and refused.
    """

    def __init__(self, port: int, language: str = "en") -> None:
        super().__init__(port, language)
        self.token = ""

    async def born(self, owner: RawBrowser) -> None:
        """Get a token, which the owner is shown."""
        await owner.ask("POST", "/api/v1/me", {"name": "Owner"})
        made = await owner.ask("POST", "/api/v1/me/bots", {"name": "Spy"})
        owner.bytes[-1] = MADE_AT.sub(b"", owner.bytes[-1])
        self.token, self.id = made["token"], made["bot"]["id"]

    def _head(self, method: str, path: str) -> str:
        return (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            f"Authorization: Bearer {self.token}\r\nAccept-Language: {self._language}\r\n"
        )

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """As the bot that it is."""
        if method == "POST":
            path = path.replace("/join", "/bot/join").replace("v1/tables", "v1/bot/tables")
            path = path.replace("v1/bot/tables/", "v1/tables/")
        return await super().ask(method, path, body)

    async def open(self, table: str, columns: int = 0) -> None:
        self._table = table
        self._lines = await self._read(f"/api/v1/tables/{table}/bot/stream")
        await self.update()

    async def _read(self, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write((self._head("GET", path) + "\r\n").encode())
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        self.bytes.append(DATE.sub(b"date:", answer))
        return reader, writer

    async def hear(self) -> Any:
        """The next line of the table."""
        data = await self._line(self._lines[0])
        self.bytes.append(data)
        message = json.loads(data)
        if message["type"] == "update":
            self.now = message
        return message

    async def _line(self, reader: asyncio.StreamReader) -> bytes:
        while True:  # when a blank line comes is the machine's affair
            size = int(await asyncio.wait_for(reader.readline(), PATIENCE), 16)
            data = await asyncio.wait_for(reader.readexactly(size + 2), PATIENCE)
            if data.strip():
                return data

    async def request(self, type: str, **more: Any) -> Any:
        self._keys += 1
        what = type if type in ("move", "resign", "agree") else "move"
        fields = {"move": ("token", "answers"), "agree": ("asking", "yes")}.get(what, ())
        body = {"answers": [], "token": "", **more}
        body = {"key": f"key-{self._keys}", **{name: body[name] for name in fields}}
        return await self.ask("POST", f"/api/v1/tables/{self._table}/bot/{what}", body)

    async def greet(self, seen: int) -> None:
        """Read the table from its beginning, once more."""
        reader, writer = await self._read(f"/api/v1/tables/{self._table}/bot/stream")
        self.bytes.append(await self._line(reader))
        writer.close()

    async def look(self) -> None:
        """All that waits for it at the table, if the match is not over."""
        if self.now["status"] == "over" or self.now["seat"] is None:
            return
        reader, writer = await self._read("/api/v1/bot/events")
        for _ in range(3 if self.now["question"] else 2):
            self.bytes.append(await self._line(reader))
        writer.close()

    async def close(self) -> None:
        self._lines[1].close()
