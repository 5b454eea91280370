"""Who does not read is cut off, holds no more than was promised, and makes nobody wait."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import sys
import time
from pathlib import Path

import pytest

from halfturn.server.transport.http_protocol import MOST_UNSENT
from tests.support.buffer_probe import most_held
from tests.support.http_client import Browser, Tab, run
from tests.support.patience import PATIENCE
from tests.support.quick_server import QUICK
from tests.support.server_process import Running, memory_of

CLOSED = re.compile(r'^halfturn_websockets_closed_total\{code="(\d+)"\} (\d+)$', re.MULTILINE)

TEXT, BINARY, PING = 0x81, 0x82, 0x89

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")


def frame(kind: int, data: bytes) -> bytes:
    """As a browser sends it."""
    assert len(data) < 126
    return bytes((kind, 0x80 | len(data))) + bytes(4) + data


HELLO = frame(TEXT, json.dumps({"type": "hello", "seen": 0}).encode())


def weighed(data: Path, *words: str) -> Running:
    return Running(data, *words, module="tests.support.buffer_probe")


async def deaf(one: Browser, table: str) -> socket.socket:
    """Somebody who has a table open and reads nothing of it."""
    ear = socket.socket()
    ear.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    ear.setblocking(False)
    await asyncio.get_running_loop().sock_connect(ear, (one.host, one.port))
    ear.sendall(
        f"GET /ws/{table} HTTP/1.1\r\nHost: {one.host}:{one.port}\r\nOrigin: {one.origin}\r\n"
        f"Cookie: {one.cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        "".encode()
    )
    # What is said before the handshake is over goes unheard.
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += await asyncio.get_running_loop().sock_recv(ear, 1)
    assert b" 101 " in answer
    return ear


async def closed(one: Browser, code: int) -> int:
    """How many the server has closed with a code."""
    answer = await asyncio.to_thread(one.ask, "GET", "/metrics")
    return {int(each): int(count) for each, count in CLOSED.findall(answer.body.decode())}.get(
        code, 0
    )


def do_not_read(server: Running, tabs: int, said: bytes, code: int) -> None:
    """Tabs that say all this and read nothing are closed with a code, and others get every answer.

    What waits for one of them may be what waits with the table, and what the line took over: each
    with a frame that was begun.
    """

    async def go() -> None:
        one = Browser(server.port)
        table, _ = one.new_table(["me", "bot:random"], options=["first_player=A"])
        healthy: Tab = await one.open(table)
        promised = QUICK.bytes_out + MOST_UNSENT + 2 * max(len(each) for each in healthy.frames)
        before = memory_of(server.process.pid)
        ears = [await deaf(Browser(server.port), table) for _ in range(tabs)]
        loop = asyncio.get_running_loop()
        try:
            for ear in ears:
                with contextlib.suppress(ConnectionError):  # cut off before it had said all
                    await loop.sock_sendall(ear, said)
            end = time.monotonic() + PATIENCE
            while await closed(one, code) < tabs:
                assert (await healthy.request("next"))["result"] == "stale"
                assert most_held(server.data) <= promised, "more was held than promised"
                assert time.monotonic() < end, "nobody was cut off"
            grown = memory_of(server.process.pid) - before
            held = most_held(server.data)
            print(f"held {held} of {promised} bytes, grown by {grown:.1f} MB")
            assert 0 < held <= promised, "more was held than promised"
            assert grown < 20
            # In the end they are cut off: a reset, or an end after what was on its way.
            for ear in ears:
                with contextlib.suppress(ConnectionError):
                    while await asyncio.wait_for(loop.sock_recv(ear, 65536), PATIENCE):
                        pass
            assert (await healthy.request("next"))["result"] == "stale"
        finally:
            for ear in ears:
                ear.close()

    run(go)


def test_whoever_does_not_read_is_cut_off(tmp_path: Path) -> None:
    with weighed(tmp_path) as server:
        do_not_read(server, 10, HELLO * 800, 1013)


def test_signs_of_life_are_no_way_around_it(tmp_path: Path) -> None:
    """The answers to them are sent by the library, past everything that counts frames."""
    with weighed(tmp_path) as server:
        do_not_read(server, 2, frame(PING, bytes(125)) * 8000 + frame(BINARY, b"end"), 1003)


def test_a_server_that_keeps_what_nobody_reads_is_caught(tmp_path: Path) -> None:
    with (
        weighed(tmp_path, "--mutant", "unbounded") as fat,
        pytest.raises(AssertionError, match="more was held"),
    ):
        do_not_read(fat, 2, HELLO * 800, 1013)
