"""`python -m tests.server.chaos.speed`: how long a move takes until it is acknowledged.

300 moves a second over 100 tables, two clients each, every move durable. It is
measured at the clients, which share the machine with the server.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from halfturn import compiled
from tests.server.chaos.checkers import check
from tests.server.chaos.cluster import Cluster
from tests.server.chaos.fleet import Fleet
from tests.server.chaos.history import History

WARM_UP = 3.0


async def measure(folder: Path, tables: int, rate: float, seconds: float) -> str:
    history = History()
    cluster = Cluster(folder)
    try:
        await cluster.load()
        await cluster.start()
        fleet = Fleet(cluster.port, history)
        # A little faster, since waiting for replies and late ones take time too.
        await asyncio.to_thread(fleet.sit_down, tables, 0, 0.85 * tables / rate)
        fleet.start()
        await asyncio.sleep(WARM_UP)
        history.latencies.clear()
        begin, used = time.monotonic(), cluster.seconds_used
        late = await lateness(seconds)
        taken = sorted(history.latencies)
        used = cluster.seconds_used - used
        per_second = len(taken) / (time.monotonic() - begin)
        await fleet.stop()
    finally:
        await cluster.close()
    faults = check(history, folder)
    shown = {
        name: f"{taken[int(len(taken) * part)] * 1000:.1f}"
        for name, part in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999))
    }
    each = used / len(taken) * 1000
    times = ", ".join(f"{name} {value}" for name, value in shown.items())
    build = "compiled" if compiled() else "plain"
    return (
        f"{per_second:.0f} moves/s over {tables} tables, {build} rules: acknowledged after "
        f"{times}, longest {taken[-1] * 1000:.1f} ms; the server "
        f"used {each:.2f} ms of a processor per move; faults {sum(faults.values())}\n"
        f"(the clients themselves were late by p50 {late[len(late) // 2] * 1000:.1f}, "
        f"p99 {late[int(len(late) * 0.99)] * 1000:.1f} ms: what is not far above that is noise)"
    )


async def lateness(seconds: float) -> list[float]:
    """How much later than wanted this very process wakes up, sorted: the machine's own noise."""
    found = []
    end = time.monotonic() + seconds
    while (before := time.monotonic()) < end:
        await asyncio.sleep(0.005)
        found.append(time.monotonic() - before - 0.005)
    return sorted(found)


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
