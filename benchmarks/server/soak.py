"""What finished games leave in the memory of a server.

`python -m benchmarks.server.soak --games 300` plays rematches at a few tables that stay open, then
single games at tables of their own, and prints how much the server has grown, while the tables are
open and when nobody has looked at them for a while. It stops by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

from halfturn.server.ops import serve
from tests.support.http_client import Browser, Tab
from tests.support.quick_server import QUICK
from tests.support.server_process import Running, memory_of

MODULE = "benchmarks.server.soak"
TABLES = 6
IDLE: Final = 2.0
"""Seconds after which a table leaves the memory here."""
PAUSE: Final = 40.0
"""Seconds without a request before memory is looked at: by then everything was gone through."""


def main_of_server(words: list[str]) -> None:
    """The server of the tests, which forgets idle tables sooner."""
    options = dict(zip(words[1::2], words[2::2], strict=True))
    settings = replace(QUICK, idle_room=IDLE, tick=0.2)
    serve.main(port=int(options["--port"]), data=Path(options["--data"]), settings=settings)


async def _game(tabs: list[Tab]) -> None:
    """Play the running game to its end."""
    while tabs[0].now["status"] != "over":
        for tab in tabs:
            if question := tab.now["question"]:
                reply = await tab.move(question["choices"][0]["text"])
                for each in tabs:
                    await each.reach(reply["version"])
    for tab in tabs:
        tab.updates.clear()
        tab.frames.clear()


async def _open(one: Browser, other: Browser) -> tuple[str, list[Tab]]:
    table, invite = one.new_table(["me", "open"], games=1, options=["hands=random"])
    other.join(table, invite)
    return table, [await one.open(table), await other.open(table)]


async def _rematches(tabs: list[Tab], games: int) -> None:
    for number in range(games):
        if number:
            reply = await tabs[0].request("next")
            for tab in tabs:
                await tab.reach(reply["version"])
        await _game(tabs)


async def _soak(server: Running, games: int) -> None:
    port, pid = server.port, server.process.pid
    tables = [await _open(Browser(port), Browser(port)) for _ in range(TABLES)]
    each = max(2, games // 2 // TABLES)
    await asyncio.gather(*(_rematches(tabs, max(1, each // 5)) for _, tabs in tables))
    warm = memory_of(pid)
    for _ in range(4):
        await asyncio.gather(*(_again(tabs, each // 5) for _, tabs in tables))
    after = memory_of(pid)
    played = 4 * (each // 5) * TABLES
    print(
        f"{played} rematches at {TABLES} open tables: {warm:.1f} MB, then {after:.1f} MB: "
        f"{1024 * (after - warm) / played:.2f} KiB a game"
    )
    for _, tabs in tables:
        for tab in tabs:
            await tab.close()
    browser = Browser(port)
    begin = time.perf_counter()
    for _ in range(50):
        found = browser.get(f"/api/v1/tables/{tables[0][0]}/games")
    took = time.perf_counter() - begin
    print(f"50 lists of {len(found)} finished games: {took:.2f} s")
    rounds, people = 5, (Browser(port), Browser(port))
    single = max(1, (games - played) // rounds)
    idle = []
    for _ in range(rounds):
        for _ in range(single):
            _, tabs = await _open(*people)
            await _game(tabs)
            for tab in tabs:
                await tab.close()
        await asyncio.sleep(PAUSE)
        idle.append(memory_of(pid))
    grown = 1024 * (idle[-1] - idle[1]) / (3 * single)
    print(
        f"{rounds} times {single} games at tables of their own, when idle: "
        f"{', '.join(f'{each:.1f}' for each in idle)} MB; {grown:.2f} KiB a game since the second"
    )
    rooms = browser.ask("GET", "/metrics").body.decode()
    print(*(line for line in rooms.splitlines() if line.startswith("halfturn_tables")), sep="\n")


async def _again(tabs: list[Tab], games: int) -> None:
    for _ in range(games):
        reply = await tabs[0].request("next")
        for tab in tabs:
            await tab.reach(reply["version"])
        await _game(tabs)


def main() -> None:
    """Measure."""
    if sys.argv[1:2] == ["serve"]:
        main_of_server(sys.argv[1:])
        return
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=300)
    games = parser.parse_args().games
    with (
        tempfile.TemporaryDirectory(prefix="halfturn-soak-") as name,
        Running(Path(name), module=MODULE) as server,
    ):
        asyncio.run(_soak(server, games))


if __name__ == "__main__":
    main()
