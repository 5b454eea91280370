"""Bounds, and what happens there: nobody can make the server slow or fat for the others."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from halfturn.server.bucket import Bucket, Buckets
from halfturn.server.settings import Rate
from tests.patience import PATIENCE
from tests.server.browser import Browser, run
from tests.server.running import Running


def test_a_bucket_fills_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    bucket = Bucket(Rate(3, 0.5))
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] += 2
    assert [bucket.empty, bucket.take(), bucket.empty] == [False, True, True]
    many = Buckets(Rate(1, 0))
    assert many.of("a").take()
    assert not many.of("a").take()
    assert many.of("b").take()


def test_who_is_too_fast_is_told_and_then_closed(tmp_path: Path) -> None:
    async def go() -> None:
        with Running(tmp_path, "--settings", "bursts", module="tests.server.quick") as server:
            one = Browser(server.port)
            table, _ = one.new_table(["me", "bot:random"])
            tab = await one.open(table)
            results = [(await tab.request("next"))["result"] for _ in range(30)]
            assert results == ["stale"] * 20 + ["slow_down"] * 10
            for _ in range(250):
                await tab.say(type="preview", key="k", token="", answer="")
            assert await tab.closed() == 1008

    run(go)


def test_tables_and_wrong_invitations_are_limited(tmp_path: Path) -> None:
    with Running(tmp_path, "--settings", "bursts", module="tests.server.quick") as server:
        one = Browser(server.port)
        wish = {"game": "swirling-heroes", "seats": ["me", "open"]}
        made = [one.ask("POST", "/api/v1/tables", wish).status for _ in range(63)]
        assert made == [201] * 60 + [429] * 3
        table, invite = Browser(server.port).new_table(["me", "open"])
        guesses = [one.join(table, f"guess {each}").status for each in range(14)]
        assert guesses == [404] * 10 + [429] * 4
        assert one.join(table, invite).status == 429


def test_a_hello_is_expected(tmp_path: Path) -> None:
    async def go() -> None:
        with Running(tmp_path, "--settings", "impatient", module="tests.server.quick") as server:
            one = Browser(server.port)
            table, _ = one.new_table(["me", "open"])
            silent = await one.open(table, seen=None)
            assert await silent.closed() == 1008

    run(go)


def test_a_hello_comes_first(browser: Callable[[], Browser]) -> None:
    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "open"])
        rude = await one.open(table, seen=None)
        await rude.say(type="next", key="k")
        assert await rude.closed() == 1008

    run(go)


def test_a_table_is_not_opened_any_number_of_times(browser: Callable[[], Browser]) -> None:
    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "open"])
        for _ in range(8):
            await one.open(table)
        extra = await one.open(table, seen=None)
        assert await extra.closed() == 1013

    run(go)


def memory_of(pid: int) -> float:
    """Megabytes in use."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_whoever_does_not_read_is_cut_off(server: Running, browser: Callable[[], Browser]) -> None:
    """Ten tabs ask for 800 updates each and read nothing; the others get every answer."""
    hello = json.dumps({"type": "hello", "seen": 0}).encode()
    frame = bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello

    async def stuck(one: Browser, table: str) -> socket.socket:
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

    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "bot:random"], options=["first_player=A"])
        healthy = await one.open(table)
        before = memory_of(server.process.pid)
        ears = [await stuck(browser(), table) for _ in range(10)]
        loop = asyncio.get_running_loop()
        try:
            for ear in ears:
                with contextlib.suppress(ConnectionError):  # cut off before it had said all
                    await loop.sock_sendall(ear, frame * 800)
            for _ in range(60):
                assert (await healthy.request("next"))["result"] == "stale"
            # All were cut off: a reset, or an end after what was on its way.
            for ear in ears:
                ended = False
                while not ended:
                    try:
                        ended = not await asyncio.wait_for(loop.sock_recv(ear, 65536), PATIENCE)
                    except ConnectionError:
                        ended = True
            grown = memory_of(server.process.pid) - before
            print(f"grown by {grown:.1f} MB")
            assert grown < 20
            assert (await healthy.request("next"))["result"] == "stale"
        finally:
            for ear in ears:
                ear.close()

    run(go)
