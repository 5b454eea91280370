"""Trouble from outside: a full disk, a storm of reconnections, bombs, a log of another time."""

from __future__ import annotations

import asyncio
import contextlib
import json
import resource
import socket
import sys
import zlib
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from halfturn.server.storage.store import Store
from tests.support.http_client import Browser, Json, ready_again, run, second_to_move
from tests.support.patience import PATIENCE
from tests.support.postgres import ON_POSTGRES
from tests.support.server_process import Running, memory_of, quick
from tests.support.stored_data import kept

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")

CLOSE = 0x88
"""The first byte of the frame with which a WebSocket is closed."""
STORM = 1000
STORED = 10_000


def room_for_files(wanted: int) -> None:
    """As many open files as this process needs."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))


# ---- a full disk ----


def fill_the_disk(folder: Path, mutant: str = "") -> None:
    async def go() -> None:
        with quick(folder, mutant) as server:
            pid = server.process.pid
            endless = resource.RLIM_INFINITY
            one, table, tab, hers = await second_to_move(server.port)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, endless))  # as good as full
            choice = hers.now["question"]["choices"][0]["text"]
            for _ in range(3):
                reply = await hers.move(choice, key="full")
                assert reply["result"] == "error"
                assert "nothing was done" in reply["text"]
            assert one.ask("POST", "/api/v1/me", {"name": "Ada"}).status == 503
            assert one.ask("GET", "/readyz").status == 503
            assert one.ask("GET", "/healthz").status == 200
            (listed,) = one.get("/api/v1/tables")
            assert listed["status"] == "playing"
            watching = await Browser(server.port).open(table)
            assert watching.now["version"] == hers.now["version"]
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (endless, endless))
            reply = await hers.move(choice, key="full")  # the very same, and now it can be done
            assert reply["result"] == "ok"
            assert reply["version"] == watching.now["version"] + 1
            await ready_again(one)
            await tab.reach(reply["version"])

    run(go)
    store = Store(folder)
    try:
        (id,) = store._all("SELECT id FROM tables", ())[0]
        versions = [row.version for row in store.rows(id)]
    finally:
        store.close()
    assert versions == list(range(1, len(versions) + 1))


@pytest.mark.skipif(ON_POSTGRES, reason="test_outages.py does it to PostgreSQL")
def test_when_the_disk_is_full_nothing_is_acknowledged_and_all_can_be_read(tmp_path: Path) -> None:
    fill_the_disk(tmp_path)


@pytest.mark.skipif(ON_POSTGRES, reason="test_outages.py does it to PostgreSQL")
def test_a_server_that_takes_no_notice_of_the_disk_is_caught(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="error"):
        fill_the_disk(tmp_path, "swallow")


@pytest.mark.skipif(ON_POSTGRES, reason="it is about files that cannot grow")
def test_a_disk_that_takes_only_little_is_not_called_ready(tmp_path: Path) -> None:
    """As under `ulimit -f`: what a check writes may still fit when a table does not."""
    with quick(tmp_path) as server:
        one = Browser(server.port)
        one.post("/api/v1/me", {"name": "Ada"})
        endless = resource.RLIM_INFINITY
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (60_000, endless))
        wish = {"game": "swirl", "seats": ["me", "open"]}
        statuses = []
        while 503 not in statuses:
            assert one.ask("GET", "/readyz").status == 200  # and that is remembered for a while
            statuses.append(one.ask("POST", "/api/v1/tables", wish).status)
        for _ in range(5):
            ready = one.ask("GET", "/readyz")
            assert ready.status == 503
            assert b"disk I/O error (SQLITE_IOERR" in ready.body
            assert one.ask("POST", "/api/v1/tables", wish).status == 503
        assert one.ask("GET", "/healthz").status == 200
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (endless, endless))
        asyncio.run(ready_again(one))
        assert one.ask("POST", "/api/v1/tables", wish).status == 201


# ---- coming back ----


async def raw_line(port: int, table: str, seen: int) -> tuple[StreamReader, StreamWriter]:
    """Connect as a spectator and say hello."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    host = f"127.0.0.1:{port}"
    writer.write(
        f"GET /ws/{table} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    hello = json.dumps({"type": "hello", "seen": seen}).encode()
    writer.write(bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello)
    return reader, writer


async def raw_frame(reader: StreamReader) -> tuple[int, bytes]:
    """The kind of the next frame, and what is in it."""
    kind, size = await reader.readexactly(2)
    if size >= 126:
        size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
    return kind, await reader.readexactly(size)


async def raw_hello(port: int, table: str, seen: int) -> tuple[Json, StreamWriter]:
    """Connect as a spectator and hear the first update; the connection stays open."""
    reader, writer = await raw_line(port, table, seen)
    return msgspec.json.decode((await raw_frame(reader))[1]), writer


def come_back(folder: Path, clients: int, mutant: str = "") -> None:
    room_for_files(clients + 200)

    async def go() -> None:
        with quick(folder, mutant) as server:
            tables: dict[str, int] = {}
            for _ in range(20):
                one = Browser(server.port)
                table, _ = one.new_table(["me", "bot:random"], options=["first_player=A"])
                tab = await one.open(table)
                made = (await tab.move_first())["version"]
                await tab.until(
                    lambda update, made=made: update["version"] > made and update["question"]
                )
                tables[table] = tab.now["version"]
                await tab.close()
            server.kill()
            server.start(server.port)
            before = memory_of(server.process.pid)
            names = list(tables)
            found = await asyncio.wait_for(
                asyncio.gather(
                    *(raw_hello(server.port, names[each % 20], each % 4) for each in range(clients))
                ),
                PATIENCE,
            )
            grown = memory_of(server.process.pid) - before
            print(f"{clients} came back, {grown:.1f} MB more")
            for _, writer in found:
                writer.close()
            for each, (update, _) in enumerate(found):
                assert update["version"] == tables[names[each % 20]]
                assert update["type"] == "update"
            assert grown < 64
            assert server.complaints == ""

    run(go)


def test_a_thousand_come_back_at_once(tmp_path: Path) -> None:
    come_back(tmp_path, STORM)


def test_a_server_that_comes_back_with_less_than_there_was_is_caught(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        come_back(tmp_path, 40, "behind")


def start_again(folder: Path, stored: int, mutant: str = "") -> None:
    async def go() -> None:
        with quick(folder) as server:
            one = Browser(server.port)
            table, _ = one.new_table(["me", "bot:random"], options=["first_player=A"])
            tab = await one.open(table)
            await tab.move_first()
            await tab.until(lambda update: update["question"])
            server.stop()
        numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
        for columns in (
            "tables SELECT 'copy-' || i, invite, bot_turn, made_at, over, changed_at "
            "FROM tables, n WHERE id",
            "seats SELECT 'copy-' || i, seat, person FROM seats, n WHERE table_id",
            "seeds SELECT 'copy-' || i, game, seed FROM seeds, n WHERE table_id",
            "log SELECT 'copy-' || i, version, key, seat, kind, body FROM log, n WHERE table_id",
        ):
            kept(folder, f"{numbers} INSERT INTO {columns} = ?", stored, table)
        with quick(folder, mutant) as server:
            assert one_metric(server, "halfturn_tables_in_memory") == 0
            assert one_metric(server, "halfturn_tables") == stored + 1
            one.port = server.port
            again = await one.open(f"copy-{stored // 2}", seen=1)
            assert (await again.move_first())["result"] == "ok"
            assert one_metric(server, "halfturn_tables_in_memory") == 1

    run(go)


def test_a_start_reads_no_table_however_many_there_are(tmp_path: Path) -> None:
    """Tables are folded when somebody comes: a start costs the same with 10,000 as with none."""
    start_again(tmp_path, STORED)


def test_a_server_that_opens_all_tables_at_the_start_is_caught(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        start_again(tmp_path, 20, "eager")


def one_metric(server: Running, name: str) -> float:
    text = Browser(server.port).ask("GET", "/metrics").body.decode()
    (line,) = [line for line in text.splitlines() if line.startswith(f"{name} ")]
    return float(line.split()[1])


# ---- bombs ----


def frame(body: bytes, kind: int = 0x81) -> bytes:
    size = len(body)
    if size < 126:
        return bytes([kind, 0x80 | size]) + bytes(4) + body
    if size < 65536:
        return bytes([kind, 0xFE]) + size.to_bytes(2, "big") + bytes(4) + body
    return bytes([kind, 0xFF]) + size.to_bytes(8, "big") + bytes(4) + body


BOMBS = {
    "a packed bomb": frame(zlib.compress(bytes(10_000_000))[2:-4], 0xC1),
    "sixteen megabytes": frame(b"x" * 16_000_000),
    "a deep nest": frame(b"[" * 8000 + b"]" * 100),
    "a number of many digits": frame(b'{"type":"hello","seen":' + b"9" * 8000 + b"}"),
    "ten thousand pieces": frame(b"x", 0x01) + frame(b"x", 0x00) * 10_000,
    "ten thousand pings": frame(b"x", 0x89) * 10_000,
}


ENDED = ("a packed bomb", "sixteen megabytes", "ten thousand pieces")
"""After these nothing more is heard from whoever sent them."""


async def bomb(port: int, table: str, data: bytes) -> None:
    with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
        _, writer = await raw_hello(port, table, 0)
        writer.write(data)
        await writer.drain()
        writer.close()


async def is_closed_after(port: int, table: str, data: bytes, patience: float) -> bool:
    """Whether the server closes the connection, sooner or later."""
    reader, writer = await raw_line(port, table, 0)
    try:
        async with asyncio.timeout(patience):
            writer.write(data)
            while (await raw_frame(reader))[0] != CLOSE:
                pass
    except TimeoutError:
        return False
    except (ConnectionError, asyncio.IncompleteReadError):
        return True
    finally:
        writer.close()
    return True


def test_a_server_that_takes_frames_of_any_size_is_caught(tmp_path: Path) -> None:
    async def go() -> None:
        with quick(tmp_path, "no_size") as server:
            table, _ = Browser(server.port).new_table(["me", "open"])
            what = BOMBS["sixteen megabytes"]
            assert not await is_closed_after(server.port, table, what, 3)

    run(go)


def test_bombs_and_floods_hurt_nobody_else(server: Running, browser: Callable[[], Browser]) -> None:
    room_for_files(1500)

    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "bot:random"], options=["first_player=A"])
        healthy = await one.open(table)
        for _ in range(3):
            assert (await healthy.request("next"))["result"] == "stale"
        before = memory_of(server.process.pid)
        slow = []
        for _ in range(500):  # who begin to speak and never end
            line = socket.create_connection(("127.0.0.1", one.port))
            line.sendall(b"GET /ws/x HTTP/1.1\r\nHost:")
            slow.append(line)
        try:
            for name, data in BOMBS.items():
                await asyncio.gather(*(bomb(one.port, table, data) for _ in range(3)))
                if name in ENDED:
                    assert await is_closed_after(one.port, table, data, PATIENCE), name
                assert (await healthy.request("next"))["result"] == "stale"
            flood = frame(json.dumps({"type": "hello", "seen": 0}).encode()) * 500
            await asyncio.gather(*(bomb(one.port, table, flood) for _ in range(20)))
            assert (await healthy.request("next"))["result"] == "stale"
            grown = memory_of(server.process.pid) - before
            print(f"grown by {grown:.1f} MB")
            assert grown < 48
            for line in slow:  # all are told that they took too long
                line.settimeout(PATIENCE)
                assert b" 408 " in line.recv(100)
        finally:
            for line in slow:
                line.close()
        assert "Traceback" not in server.complaints

    run(go)


# ---- a log that cannot be read ----


def test_a_log_that_makes_no_sense_closes_its_table_alone(tmp_path: Path) -> None:
    """A kind that nobody knows, as a newer program might have written it."""

    async def go() -> None:
        with Running(tmp_path, module="tests.support.quick_server") as server:
            one = Browser(server.port)
            good, _ = one.new_table(["me", "bot:random"], options=["first_player=A"])
            bad, _ = one.new_table(["me", "bot:random"], options=["first_player=A"])
            server.stop()
        ((last,),) = kept(tmp_path, "SELECT max(version) FROM log WHERE table_id = ?", bad)
        row = (bad, last + 1, "new", 0, "teleport", b"null")
        kept(tmp_path, "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", *row)
        with Running(tmp_path, module="tests.support.quick_server") as server:
            one.port = server.port
            assert await (await one.open(bad, seen=None)).closed() == 1011
            tab = await one.open(good)
            assert (await tab.move_first())["result"] == "ok"
            assert [each["table"] for each in one.get("/api/v1/tables")] == [good]
            assert one.ask("GET", f"/api/v1/tables/{bad}/games").status == 503

    run(go)
