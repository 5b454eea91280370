"""`python -m tests.server.chaos.speed`: how long a move takes until it is acknowledged.

300 moves a second over 100 tables, two clients each, every move durable. It is
measured at the clients, which share the machine with the server, and stage by
stage inside the server. Beside it stands what the disk itself takes to make
4 KiB durable, asked just before and just after: no durable move can be quicker.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

from halfturn import compiled
from tests.server.chaos.checkers import check
from tests.server.chaos.cluster import Cluster
from tests.server.chaos.fleet import Fleet
from tests.server.chaos.history import History
from tests.server.chaos.server import STAGES
from tests.server.chaos.stages import STAGES as NAMES

WARM_UP = 3.0
PROBE = 2.0
PAGE = 4096


async def measure(folder: Path, tables: int, rate: float, seconds: float) -> str:
    history = History()
    cluster = Cluster(folder, STAGES)
    disk = probe(folder, rate)
    try:
        await cluster.load()
        await cluster.start()
        fleet = Fleet(cluster.port, history)
        # A little faster, since waiting for replies and late ones take time too.
        await asyncio.to_thread(fleet.sit_down, tables, 0, 0.85 * tables / rate)
        fleet.start()
        await asyncio.sleep(WARM_UP)
        await cluster.stages()
        history.latencies.clear()
        begin, used = time.monotonic(), cluster.seconds_used
        late = await lateness(seconds)
        taken = list(history.latencies)
        used = cluster.seconds_used - used
        per_second = len(taken) / (time.monotonic() - begin)
        stages = await cluster.stages()
        await fleet.stop()
    finally:
        await cluster.close()
    disk += probe(folder, rate)
    faults = check(history, folder)
    build = "compiled" if compiled() else "plain"
    lines = [
        f"{per_second:.0f} moves/s over {tables} tables, {build} rules, "
        f"{used / len(taken) * 1000:.2f} ms of a processor per move, faults {sum(faults.values())}",
        f"{'milliseconds':>24} {'p50':>7} {'p90':>7} {'p99':>7} {'p99.9':>7} {'most':>7} {'of':>7}",
        line("acknowledged after", taken),
        *(line(f"server: {name}", stages[name]) for name in NAMES if stages.get(name)),
        line("the disk's own fsync", disk),
        line("clients' own lateness", late),
    ]
    return "\n".join(lines)


def line(name: str, times: list[float]) -> str:
    ordered = sorted(times)
    parts = [ordered[int(len(ordered) * part)] for part in (0.5, 0.9, 0.99, 0.999)]
    shown = " ".join(f"{each * 1000:7.1f}" for each in (*parts, ordered[-1]))
    return f"{name:>24} {shown} {len(ordered):7}"


def probe(folder: Path, rate: float) -> list[float]:
    """How long the disk takes to make a page durable, at the pace of the moves."""
    found = []
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "probe"
    handle = os.open(file, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
    try:
        end = time.monotonic() + PROBE
        while (begin := time.monotonic()) < end:
            os.write(handle, bytes(PAGE))
            os.fsync(handle)
            took = time.monotonic() - begin
            found.append(took)
            time.sleep(max(0.0, 1 / rate - took))
    finally:
        os.close(handle)
        file.unlink()
    return found


async def lateness(seconds: float) -> list[float]:
    """How much later than wanted this very process wakes up: the machine's own noise."""
    found = []
    end = time.monotonic() + seconds
    while (before := time.monotonic()) < end:
        await asyncio.sleep(0.005)
        found.append(time.monotonic() - before - 0.005)
    return found


def main() -> int:
    words = argparse.ArgumentParser(description="Measure how long a durable move takes.")
    words.add_argument("--tables", type=int, default=100)
    words.add_argument("--rate", type=float, default=300)
    words.add_argument("--seconds", type=float, default=15)
    given = words.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(asyncio.run(measure(Path(folder), given.tables, given.rate, given.seconds)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
