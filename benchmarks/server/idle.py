"""What an open table costs that nobody plays at, and how soon a full server is back.

`python -m benchmarks.server.idle` shows both; `python -m benchmarks.server` does, too.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from benchmarks.server import peers
from benchmarks.server.tables import HalfturnTable, Load, ask
from benchmarks.server.wire import Line

CONNECTIONS = 2000
STORED = 10_000
TABLES = 200


def measure(folder: Path) -> str:
    """Memory for each idle connection; the start with many stored tables."""
    return f"{asyncio.run(_connections(folder / 'a'))}\n{asyncio.run(_stored(folder / 'b'))}"


async def _connections(folder: Path) -> str:
    with peers.halfturn(folder) as (port, pid):
        tables = [
            (
                await ask(
                    port, "/api/v1/tables", {"game": "swirling-heroes", "seats": ["me", "open"]}
                )
            )
            for _ in range(TABLES)
        ]
        lines: list[Line] = []

        async def come(count: int) -> None:
            for number in range(count):
                _, _, link = tables[number % TABLES]
                line = await Line.to(port, f"/ws/{link['table']}")
                line.say(b'{"type":"hello","seen":0}')
                lines.append(line)
            await asyncio.sleep(1.0)

        await come(TABLES)  # every table is in memory from here on
        before = peers.memory_of(pid)
        await come(CONNECTIONS)
        grown = (peers.memory_of(pid) - before) / CONNECTIONS
        for line in lines:
            line.close()
        return (
            f"{grown / 1024:.1f} KiB for each of {CONNECTIONS} idle connections (goal below 25 KB)"
        )


async def _stored(folder: Path) -> str:
    load = Load()
    with peers.halfturn(folder) as (port, _):
        waiting = asyncio.Semaphore(50)

        async def make(number: int) -> None:
            async with waiting:
                wish = {"game": "swirling-heroes", "seats": ["me", "open"]}
                _, _, link = await ask(port, "/api/v1/tables", wish)
                join = {"invite": link["invite"]}
                await ask(port, f"/api/v1/tables/{link['table']}/join", join)

        await asyncio.gather(*(make(number) for number in range(STORED)))
    begin = time.monotonic()
    with peers.halfturn(folder) as (port, pid):
        ready = time.monotonic() - begin
        begin = time.monotonic()
        table = HalfturnTable("first", load)
        await table.begin(port, 0)
        table.start()
        while not load.latencies:
            await asyncio.sleep(0.001)
        first = time.monotonic() - begin
        table.close()
        size = peers.memory_of(pid) / 1e6
    return (
        f"{STORED} stored tables: the program is ready after {ready:.2f} s, its imports included "
        f"(goal below 1 s), the first move is made {first:.2f} s later, {size:.0f} MB"
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="halfturn-idle-") as name:
        print(measure(Path(name)))
