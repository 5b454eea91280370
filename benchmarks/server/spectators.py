"""What spectators with text boards cost everybody else.

`python -m benchmarks.server.spectators` plays at one table that 95 spectators watch, each with a
width of its own, and at a few tables beside it; it prints how long acknowledgements took there,
with and without the spectators, and the longest time for which the event loop did not turn. It
runs for some ten seconds, on loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import statistics
import sys
import tempfile
import time
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from halfturn.server.ops import garbage_collection, serve
from tests.support.http_client import Browser, Tab
from tests.support.quick_server import QUICK
from tests.support.server_process import Running

MODULE = "benchmarks.server.spectators"
SPECTATORS = 95
BESIDE = 4
PAUSE = 0.05
SECONDS = 4.0
PROBE_EVERY = 0.002


# ---- the server, with a probe in its loop ----


async def _probe(file: Path) -> None:
    """Write down how late the loop was; start over when the file is removed."""
    worst = 0.0
    while True:
        begin = time.perf_counter()
        await asyncio.sleep(PROBE_EVERY)
        late = time.perf_counter() - begin - PROBE_EVERY
        if late > worst or not file.exists():
            worst = late if file.exists() else 0.0
            new = file.with_suffix(".new")
            new.write_text(str(worst))
            new.replace(file)


def main_of_server(words: list[str]) -> None:
    """The server of the tests, and the probe beside it."""
    options = dict(zip(words[1::2], words[2::2], strict=True))
    look = garbage_collection.look_after_garbage

    async def looking() -> None:
        await asyncio.gather(look(), _probe(Path(options["--data"]) / "lag"))

    serve.look_after_garbage = looking  # type: ignore[attr-defined]
    serve.main(port=int(options["--port"]), data=Path(options["--data"]), settings=QUICK)


# ---- the load ----


async def _play(tabs: list[Tab], until: float, acks: list[float]) -> None:
    """Play one move after another, games too, with a pause between them."""
    while time.monotonic() < until:
        for tab in tabs:
            question = tab.now["question"]
            begin = time.perf_counter()
            if tab.now["status"] == "over" and tab is tabs[0]:
                reply = await tab.request("next")
            elif question:
                reply = await tab.move(question["choices"][0]["text"])
            else:
                continue
            acks.append(time.perf_counter() - begin)
            for each in tabs:
                await each.reach(reply["version"])
            await asyncio.sleep(PAUSE)


async def _two(port: int) -> tuple[str, list[Tab]]:
    one, other = Browser(port), Browser(port)
    table, invite = one.new_table(["me", "open"], games=1, options=["hands=random"])
    other.join(table, invite)
    return table, [await one.open(table), await other.open(table)]


async def _listen(tab: Tab, heard: list[int]) -> None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            await tab.socket.recv()
            heard[0] += 1


def _said(acks: list[float]) -> str:
    acks.sort()
    worst = acks[int(len(acks) * 0.99)]
    return (
        f"median {1000 * statistics.median(acks):.1f} ms, p99 {1000 * worst:.1f} ms of {len(acks)}"
    )


async def _measure(server: Running, seconds: float, spectators: int) -> None:
    port, lag = server.port, server.data / "lag"
    watched, players = await _two(port)
    beside = [(await _two(port))[1] for _ in range(BESIDE)]

    async def measured(what: str) -> None:
        lag.unlink(missing_ok=True)
        acks: list[float] = []
        until = time.monotonic() + seconds
        await asyncio.gather(
            _play(players, until, []), *(_play(each, until, acks) for each in beside)
        )
        stall = 1000 * float(lag.read_text())
        print(
            f"{what}: acknowledgements at other tables {_said(acks)}; longest stall {stall:.0f} ms"
        )

    await measured("without spectators")
    stranger, heard = Browser(port), [0]
    tasks = []
    for number in range(spectators):
        tab = await stranger.open(watched, seen=None)
        await tab.say(type="hello", seen=0, columns=20 + number * 180 // max(1, spectators - 1))
        tasks.append(asyncio.create_task(_listen(tab, heard)))
    await asyncio.sleep(2.0)
    heard[0] = 0
    await measured(f"with {spectators} spectators of as many widths")
    print(f"they were sent {heard[0]} updates")
    for task in tasks:
        task.cancel()


def _replays(server: Running) -> None:
    """A long replay with all eyes, at the greatest width."""
    one = Browser(server.port)

    async def play() -> str:
        table, tabs = await _two(server.port)
        while tabs[0].now["status"] != "over":
            for tab in tabs:
                if question := tab.now["question"]:
                    reply = await tab.move(question["choices"][0]["text"])
                    for each in tabs:
                        await each.reach(reply["version"])
        return table

    table = asyncio.run(asyncio.wait_for(play(), 30))
    one.get(f"/api/v1/tables/{table}/games/1?view=all&columns=200")
    (server.data / "lag").unlink(missing_ok=True)
    time.sleep(0.1)
    begin = time.perf_counter()
    found = one.get(f"/api/v1/tables/{table}/games/1?view=all&columns=200&first=5")
    took = time.perf_counter() - begin
    time.sleep(0.5)  # the probe writes when it is its turn again
    stall = 1000 * float((server.data / "lag").read_text())
    print(
        f"a page of a replay, view=all&columns=200: {len(found['steps'])} steps in "
        f"{1000 * took:.0f} ms; longest stall {stall:.0f} ms"
    )


def main() -> None:
    """Measure."""
    if sys.argv[1:2] == ["serve"]:
        main_of_server(sys.argv[1:])
        return
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--spectators", type=int, default=SPECTATORS)
    wishes = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="halfturn-spectators-") as name,
        Running(Path(name), module=MODULE) as server,
    ):
        asyncio.run(_measure(server, wishes.seconds, wishes.spectators))
        _replays(server)


if __name__ == "__main__":
    main()
