"""The door: who may still come in, how much may wait there, and that it closes without a word."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator
from typing import Any

import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect

from halfturn.server.ops.serve import Server
from halfturn.server.ops.settings import Settings
from halfturn.server.transport.http_protocol import MOST_HELD, MOST_UNHEARD, SLICE, Wire
from tests.support.http_client import run
from tests.support.patience import PATIENCE

HANDSHAKE = (
    b"GET /ws/table HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
EMPTY_TEXT = b"\x81\x80" + bytes(4)
"""As short as a text can be, and so as many of them as can come at once."""
FRAGMENTS = b"\x01\x80" + bytes(4) + b"\x80\x80" + bytes(4)
"""The same in two pieces, which only the library reads."""


class Slow:
    """An application that does nothing until it is told to."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.go_on = asyncio.Event()
        self.most_unheard = 0
        self.heard = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            for _ in range(2):
                await send({"type": (await receive())["type"] + ".complete"})
        elif scope["type"] == "http":
            self.asked.set()
            while (await receive())["type"] != "http.disconnect":
                pass
        else:
            with contextlib.suppress(WebSocketDisconnect):
                await self._talk(WebSocket(scope, receive, send))

    async def _talk(self, socket: WebSocket) -> None:
        wire = socket.scope["state"]["halfturn.at_once"].__self__
        assert isinstance(wire, Wire)
        self.asked.set()
        if socket.scope["query_string"] == b"":
            await self.go_on.wait()
        await socket.accept()
        await self.go_on.wait()
        while await socket.receive_text() == "":
            self.most_unheard = max(self.most_unheard, wire.queue.qsize())
            self.heard += 1
        await socket.close(1000, "enough")


@contextlib.asynccontextmanager
async def serving(app: Slow) -> AsyncIterator[tuple[Server, int]]:
    async def farewell() -> None:
        pass

    ear = socket.create_server(("127.0.0.1", 0))
    ready = asyncio.Event()
    server = Server(app, Settings(), ready.set, farewell)
    server.config.timeout_graceful_shutdown = int(PATIENCE)  # however slow the machine is
    serve = asyncio.create_task(server.serve([ear]))
    try:
        await asyncio.wait_for(ready.wait(), PATIENCE)
        yield server, ear.getsockname()[1]
    finally:
        app.go_on.set()
        server.should_exit = True
        await asyncio.wait_for(serve, PATIENCE)


@pytest.mark.parametrize(
    "sent",
    [HANDSHAKE, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"],
    ids=["handshake", "body"],
)
def test_who_comes_while_it_stops_is_refused_and_nobody_complains(
    sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def go() -> None:
        app = Slow()
        async with serving(app) as (server, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            await asyncio.wait_for(app.asked.wait(), PATIENCE)
            server.should_exit = True
            assert b" 503 " in await asyncio.wait_for(reader.read(), PATIENCE)
            app.go_on.set()  # only now it would let in who has gone
            writer.close()

    with caplog.at_level(logging.INFO):
        run(go)
    assert [each for each in caplog.records if each.levelno >= logging.WARNING] == []


@pytest.mark.parametrize("text", [EMPTY_TEXT, FRAGMENTS], ids=["whole", "in pieces"])
def test_what_comes_at_once_is_heard_bit_by_bit(text: bytes) -> None:
    many = 3000

    async def go() -> None:
        app = Slow()
        async with serving(app) as (_, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HANDSHAKE.replace(b"/table", b"/table?at-once"))
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
            writer.write(text * many + b"\x81\x81" + bytes(4) + b".")
            app.go_on.set()
            end = await asyncio.wait_for(reader.readexactly(4), PATIENCE)
            assert end == b"\x88\x08\x03\xe8"
            writer.close()
        assert app.heard == many
        assert app.most_unheard <= MOST_UNHEARD + (0 if text is EMPTY_TEXT else SLICE // len(text))

    run(go)


class Written:
    """A line that counts what it is handed."""

    def __init__(self, transport: Any) -> None:
        self.transport = transport
        self.sizes: list[int] = []

    def write(self, data: bytes) -> None:
        self.sizes.append(len(data))
        self.transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.transport, name)


class Talker(Slow):
    """Says some texts at once, before it closes the line or the server stops."""

    def __init__(self, texts: list[bytes], end: str = "") -> None:
        super().__init__()
        self.texts = texts
        self.end = end
        self.sizes: list[int] = []

    async def _talk(self, socket: WebSocket) -> None:
        await socket.accept()
        say = socket.scope["state"]["halfturn.at_once"]
        line = say.__self__.transport = Written(say.__self__.transport)
        for text in self.texts:
            assert say(text)
        if self.end == "close":
            await socket.close(1000)
        elif self.end == "stop":
            say.__self__.shutdown()
        self.asked.set()
        await self.go_on.wait()
        self.sizes = line.sizes


def heard_of(talker: Talker, size: int) -> bytes:
    """What somebody hears of it, so many bytes."""

    async def go() -> bytes:
        async with serving(talker) as (_, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HANDSHAKE)
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
            await asyncio.wait_for(talker.asked.wait(), PATIENCE)
            found = await asyncio.wait_for(reader.readexactly(size), PATIENCE)
            talker.go_on.set()
            writer.close()
            return found

    return asyncio.run(go())


def test_texts_of_one_moment_leave_together() -> None:
    talker = Talker([b"one", b"two", b"three"])
    assert heard_of(talker, 17) == b"\x81\x03one\x81\x03two\x81\x05three"
    assert talker.sizes == [17]


@pytest.mark.parametrize(("end", "code"), [("close", 1000), ("stop", 1012)])
def test_all_that_was_said_comes_before_the_end(end: str, code: int) -> None:
    said = b"\x81\x03one\x81\x03two"
    assert heard_of(Talker([b"one", b"two"], end), 14) == said + b"\x88\x02" + code.to_bytes(
        2, "big"
    )


def test_only_so_much_is_held() -> None:
    half = b"." * (MOST_HELD // 2)
    talker = Talker([half] * 5)
    heard_of(talker, 5 * (len(half) + 4))
    assert talker.sizes == [2 * (len(half) + 4)] * 2 + [len(half) + 4]
