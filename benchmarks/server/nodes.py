"""`python -m benchmarks.server.nodes`: two nodes beside one on the same PostgreSQL, and the hop.

Two client processes play at all tables: first both at one node, then each at one of two, where
its tables live; then paced, at the node that has the tables and through the other one. All of
it shares the machine, so two nodes can show what they carry only where there are cores for two
nodes, PostgreSQL and the clients.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import ClassVar

import uvloop

from benchmarks.server import peers
from benchmarks.server.__main__ import measure, shown
from benchmarks.server.tables import HalfturnTable, ask
from benchmarks.server.wire import Line
from halfturn import compiled

TABLES = 200
PACED_RATE = 400.0
GOAL = 1.5
MOST_OF_A_HOP = 10.0
"""Milliseconds that a hop may add to the p99."""

Result = tuple[float, list[float], float]


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


def play(port: int, far: int, pid: int, tables: int, rate: float, seconds: float) -> Result:
    """What one client process measures."""
    FarTable.far = far or port
    return uvloop.run(measure(FarTable, port, pid, tables, rate, seconds))


def together(
    clients: Sequence[tuple[int, int, int]], tables: int, rate: float, seconds: float
) -> Result:
    """What all client processes measure at once; each has its node, the one it comes by, a pid."""
    part = len(clients)
    with ProcessPoolExecutor(part, multiprocessing.get_context("spawn")) as pool:
        asked = [
            pool.submit(play, *client, tables // part, rate / part, seconds) for client in clients
        ]
        found = [each.result() for each in asked]
    times = sorted(time for _, times, _ in found for time in times)
    return sum(moves for moves, _, _ in found), times, max(used for _, _, used in found)


def main() -> int:
    """Measure everything, and tell."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--seconds", type=float, default=8.0, help="for each measurement")
    words.add_argument("--tables", type=int, default=TABLES)
    words.add_argument("--rate", type=float, default=PACED_RATE, help="moves a second, paced")
    given = words.parse_args()
    build = "compiled" if compiled() else "plain"
    print(f"{os.cpu_count()} cores, {build} rules, {given.tables} tables on PostgreSQL")
    print(f"{'':36} {'moves/s':>9} {'p50 ms':>8} {'p99 ms':>8}")

    def tell(who: str, result: Result) -> Result:
        moves, times, _ = result
        print(f"{who:36} {moves:9.0f} {shown(times, 0.5)} {shown(times, 0.99)}", flush=True)
        return result

    with (
        tempfile.TemporaryDirectory(prefix="halfturn-bench-") as name,
        contextlib.ExitStack() as stack,
    ):
        folder = Path(name)
        database = stack.enter_context(peers.postgres(folder / "database"))
        port, pid = stack.enter_context(peers.halfturn(folder / "one", database))
        fast = (given.tables, 0.0, given.seconds)
        one = tell("one node", together([(port, 0, pid)] * 2, *fast))
        other, second = stack.enter_context(peers.halfturn(folder / "two", database))
        two = tell("two nodes", together([(port, 0, pid), (other, 0, second)], *fast))
        paced = (given.tables, given.rate, given.seconds)
        near = tell("paced, at the node of the table", together([(port, 0, pid)] * 2, *paced))
        far = tell("paced, through the other node", together([(port, other, pid)] * 2, *paced))
    print(f"two nodes: {two[0] / one[0]:.2f} times the moves of one (goal {GOAL})")
    late, near_late = (each[1][int((len(each[1]) - 1) * 0.99)] * 1000 for each in (far, near))
    print(f"a hop adds {late - near_late:.1f} ms at p99 (goal below {MOST_OF_A_HOP})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
