"""`python -m benchmarks.server.nodes`: two nodes beside one on the same PostgreSQL, and the hop.

Two client processes play at all tables: both at one node, then each at one of two, where its
tables live, by turns and several times; then paced, at the node that has the tables and through
the other one. Clients count in the same seconds, and each plays on until all have counted. All of
it shares the machine, so it is told who used how much of its cores meanwhile: where nothing was
left of them with one node, two cannot show what they carry.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import ClassVar, NamedTuple

import uvloop

from benchmarks.server import peers
from benchmarks.server.__main__ import measure, shown
from benchmarks.server.tables import HalfturnTable, ask
from benchmarks.server.wire import Line
from halfturn import compiled

TABLES = 200
PACED_RATE = 400.0
ROUNDS = 3
GOAL = 1.5
MOST_OF_A_HOP = 10.0
"""Milliseconds that a hop may add to the p99."""
PATIENCE = 120.0


class Result(NamedTuple):
    """What all clients measured in the same seconds."""

    moves: float
    """A second."""
    times: list[float]
    nodes: float
    """Cores that the nodes used, and the clients, and everybody else: PostgreSQL."""
    clients: float
    database: float
    idle: float
    """Cores that nobody used, other programs included."""

    def late(self, part: float = 0.99) -> float:
        """Milliseconds."""
        return self.times[int((len(self.times) - 1) * part)] * 1000


class FarTable(HalfturnTable):
    """A table whose players come by another node."""

    far: ClassVar[int] = 0

    async def begin(self, port: int, number: int) -> None:
        """Sit down at the one, and talk with the other."""
        self._key = 0
        _, cookie, link = await ask(
            port, "/api/v1/tables", {"game": "swirling-heroes", "seats": ["me", "open"]}
        )
        path = f"/api/v1/tables/{link['table']}/join"
        guest = (await ask(self.far, path, {"invite": link["invite"]}))[1]
        for seat, who in enumerate((cookie, guest)):
            line = await Line.to(self.far, f"/ws/{link['table']}", who)
            line.hear = lambda text, seat=seat: self._hear(seat, text)  # type: ignore[misc]
            self.lines.append(line)


_barriers: list[Barrier] = []


def share(barrier: Barrier) -> None:
    """What the clients and whoever started them wait for each other by."""
    _barriers.append(barrier)


async def in_step() -> None:
    """Until all clients have come so far; the tables go on meanwhile."""
    await asyncio.to_thread(_barriers[-1].wait, PATIENCE)


def play(
    port: int, far: int, pid: int, tables: int, rate: float, seconds: float
) -> tuple[float, list[float]]:
    """What one client process measures."""
    FarTable.far = far or port
    return uvloop.run(measure(FarTable, port, pid, tables, rate, seconds, in_step))[:2]


def together(
    clients: Sequence[tuple[int, int, int]], tables: int, rate: float, seconds: float
) -> Result:
    """What all client processes measure at once; each has its node, the one it comes by, a pid."""
    part, spawning = len(clients), multiprocessing.get_context("spawn")
    barrier = spawning.Barrier(part + 1)
    with ProcessPoolExecutor(part, spawning, initializer=share, initargs=(barrier,)) as pool:
        asked = [
            pool.submit(play, *client, tables // part, rate / part, seconds) for client in clients
        ]
        mine = {child.pid for child in multiprocessing.active_children()}
        barrier.wait(PATIENCE)
        begin, before, idle = time.perf_counter(), peers.used_by_all(), peers.idle()
        barrier.wait(PATIENCE)
        passed, after = time.perf_counter() - begin, peers.used_by_all()
        idle = (peers.idle() - idle) / passed
        found = [each.result() for each in asked]
    nodes = {pid for _, _, pid in clients}
    cores = {pid: (used - before.get(pid, 0.0)) / passed for pid, used in after.items()}
    return Result(
        sum(moves for moves, _ in found),
        sorted(time for _, times in found for time in times),
        sum(used for pid, used in cores.items() if pid in nodes),
        sum(used for pid, used in cores.items() if pid in mine),
        sum(used for pid, used in cores.items() if pid not in nodes | mine),
        idle,
    )


def main() -> int:
    """Measure everything, and tell."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--seconds", type=float, default=8.0, help="for each measurement")
    words.add_argument("--tables", type=int, default=TABLES)
    words.add_argument("--rate", type=float, default=PACED_RATE, help="moves a second, paced")
    words.add_argument("--rounds", type=int, default=ROUNDS, help="of one node and two")
    given = words.parse_args()
    build = "compiled" if compiled() else "plain"
    print(f"{os.cpu_count()} cores, {build} rules, {given.tables} tables on PostgreSQL")
    print(
        f"{'':34} {'moves/s':>8} {'p50 ms':>8} {'p99 ms':>8}   cores: nodes clients database idle"
    )

    def tell(who: str, result: Result) -> Result:
        print(
            f"{who:34} {result.moves:8.0f} {shown(result.times, 0.5)} {shown(result.times, 0.99)}"
            f"   {result.nodes:12.2f} {result.clients:7.2f} {result.database:8.2f} "
            f"{result.idle:4.2f}",
            flush=True,
        )
        return result

    with (
        tempfile.TemporaryDirectory(prefix="halfturn-bench-") as name,
        contextlib.ExitStack() as stack,
    ):
        folder = Path(name)
        database = stack.enter_context(peers.postgres(folder / "database"))
        port, pid = stack.enter_context(peers.halfturn(folder / "one", database))
        other, second = stack.enter_context(peers.halfturn(folder / "two", database))
        fast = (given.tables, 0.0, given.seconds)
        rounds = []
        for _ in range(given.rounds):
            one = tell("one node", together([(port, 0, pid)] * 2, *fast))
            two = tell("two nodes", together([(port, 0, pid), (other, 0, second)], *fast))
            rounds.append((one, two))
        paced = (given.tables, given.rate, given.seconds)
        near = tell("paced, at the node of the table", together([(port, 0, pid)] * 2, *paced))
        far = tell("paced, through the other node", together([(port, other, pid)] * 2, *paced))
    ratio = statistics.median(two.moves / one.moves for one, two in rounds)
    print(f"two nodes: {ratio:.2f} times the moves of one, in the median (goal {GOAL})")
    node, idle = (
        statistics.median(each)
        for each in zip(*((a.nodes, a.idle) for a, _ in rounds), strict=True)
    )
    if idle < node:
        print(
            f"with one node {idle:.2f} cores had nothing to do, and a second one would use "
            f"{node:.2f}: what two carry has to be measured on a machine with more, or with less "
            "else to do (two processes are also given twice the time that one is)"
        )
    hop = far.late() - near.late()
    median = far.late(0.5) - near.late(0.5)
    print(f"a hop adds {hop:.1f} ms at p99 (goal below {MOST_OF_A_HOP}), {median:.1f} at p50")
    return 0


if __name__ == "__main__":
    sys.exit(main())
