"""`python -m benchmarks.server.commits`: what one PostgreSQL takes, with nothing around it.

Each writer is the engine of a node in a process of its own: at each of its tables a row is written
under the table's lease, and the next one when that is on the disk. So rows of many tables go
together, as they do in a server, but nobody plays. Told are changes a second, how many go into one
commit, and the processor time of PostgreSQL and of a writer for a change; the last two mean
something on a busy machine as well.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

from benchmarks.server import peers
from halfturn.server.cluster.leases import Lease, Leases
from halfturn.server.ops import metrics
from halfturn.server.storage.store import Store
from halfturn.server.tables.log import Row

BODY = b'{"answers":["0123@0,1"],"token":"1.12"}'
WARM_UP = 1.0
PATIENCE = 120.0
_barriers: list[Barrier] = []


def share(barrier: Barrier) -> None:
    """What all wait for each other by."""
    _barriers.append(barrier)


def write(database: str, tables: int, seconds: float) -> tuple[float, float]:
    """Changes that one writer makes in a second, and commits."""
    store = Store(Path("/nowhere"), database)
    try:
        return asyncio.run(_write(store, tables, seconds))
    finally:
        store.close()


async def _write(store: Store, tables: int, seconds: float) -> tuple[float, float]:
    engine: Any = store.engine
    node = f"writer {os.getpid()}"
    await Leases(engine, node).beat(f"127.0.0.1:{os.getpid()}", 3_600_000)
    done, going = 0, True

    async def play(id: str) -> None:
        nonlocal done
        lease, version = Lease(id, node, 1), 1
        await store.make_table(id, "code", {}, [_row(1)], {}, False, lease=lease)
        while going:
            version += 1
            await store.append(id, [_row(version)], lease=lease)
            done += 1

    playing = [asyncio.create_task(play(f"{os.getpid()}-{each}")) for each in range(tables)]
    await asyncio.sleep(WARM_UP)
    await asyncio.to_thread(_barriers[-1].wait, PATIENCE)
    begin, before, commits = time.perf_counter(), done, _commits()
    await asyncio.sleep(seconds)
    passed = time.perf_counter() - begin
    result = (done - before) / passed, (_commits() - commits) / passed
    for _ in range(2):  # until all have counted, and until it was looked at who used how much
        await asyncio.to_thread(_barriers[-1].wait, PATIENCE)
    going = False
    await asyncio.gather(*playing)
    return result


def _row(version: int) -> Row:
    return Row(version, f"0:key {version}", 0, "answer", BODY)


def _commits() -> int:
    (line,) = [line for line in metrics.COMMITS.lines() if "_count" in line]
    return int(line.split()[1])


def measure(database: str, writers: int, tables: int, seconds: float) -> None:
    """One line."""
    spawning = multiprocessing.get_context("spawn")
    barrier = spawning.Barrier(writers + 1)
    with ProcessPoolExecutor(writers, spawning, initializer=share, initargs=(barrier,)) as pool:
        asked = [pool.submit(write, database, tables // writers, seconds) for _ in range(writers)]
        mine = {child.pid for child in multiprocessing.active_children()}
        barrier.wait(PATIENCE)
        begin, before = time.perf_counter(), peers.used_by_all()
        barrier.wait(PATIENCE)
        passed, after = time.perf_counter() - begin, peers.used_by_all()
        barrier.wait(PATIENCE)
        found = [each.result() for each in asked]
    changes, commits = (sum(each) for each in zip(*found, strict=True))
    cores = {pid: (used - before.get(pid, 0.0)) / passed for pid, used in after.items()}
    own = sum(used for pid, used in cores.items() if pid in mine)
    theirs = sum(cores.values()) - own
    print(
        f"{writers:7} {changes:10.0f} {changes / max(commits, 1):8.1f} "
        f"{1000 * theirs / changes:14.3f} {1000 * own / changes:10.3f}",
        flush=True,
    )


def main() -> int:
    """Measure everything, and tell."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--seconds", type=float, default=8.0, help="for each measurement")
    words.add_argument("--tables", type=int, default=400, help="of all writers together")
    words.add_argument("--writers", type=int, nargs="*", default=[1, 2, 4])
    given = words.parse_args()
    print(f"{os.cpu_count()} cores, {given.tables} tables")
    print("writers  changes/s a commit  PostgreSQL ms  writer ms   (of a processor, for a change)")
    with (
        tempfile.TemporaryDirectory(prefix="halfturn-bench-") as name,
        peers.postgres(Path(name) / "database") as database,
    ):
        for writers in given.writers:
            measure(database, writers, given.tables, given.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
