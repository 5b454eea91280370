"""`python -m benchmarks.server`: boardgame.io and Halfturn under the same load, in one run.

Two players at every table, all in one client process that shares the machine with the server.
boardgame.io plays its tic-tac-toe example as it comes, in memory and with its PostgreSQL store;
Halfturn plays real Swirling Heroes with every move on the disk before it is acknowledged, in its
file and on a PostgreSQL of the same kind.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from pathlib import Path

import uvloop

from benchmarks.server import idle, peers
from benchmarks.server.tables import (
    BoardgameIoTable,
    HalfturnTable,
    Load,
    StoredBoardgameIoTable,
    Table,
)
from halfturn import compiled

FASTEST = (50, 200, 500)
PACED_TABLES = 200
PACED_RATE = 1500.0
WARM_UP = 2.0
GOALS = {"boardgame.io in memory": 1.5, "boardgame.io on PostgreSQL": 10.0}
GOALS_ON_POSTGRES = {"boardgame.io on PostgreSQL": 8.0}
ON_POSTGRES = "Halfturn on PostgreSQL"


async def alone() -> None:
    """There is nobody to wait for."""


async def measure(
    kind: type[Table],
    port: int,
    pid: int,
    tables: int,
    rate: float,
    seconds: float,
    in_step: Callable[[], Awaitable[None]] = alone,
) -> tuple[float, list[float], float]:
    """Moves a second, how long they took, and the server's processor time per move.

    `in_step` returns when all who measure at once have come so far; it is waited for before and
    after, so that all of them play all the time while anybody measures.
    """
    load = Load(tables / rate if rate else 0.0)
    playing: list[Table] = []
    for number in range(tables):
        table = kind(f"table {number}", load)
        await table.begin(port, number + int(time.monotonic() * 1000) * 1000)  # type: ignore[attr-defined]
        playing.append(table)
    for table in playing:
        table.start()  # type: ignore[attr-defined]
    await asyncio.sleep(WARM_UP)
    async with asyncio.timeout(peers.PATIENCE):
        while len(load.latencies) < tables and not (load.problems or _lost(playing)):
            await asyncio.sleep(0.1)  # a slow one has not even begun
    gc.collect()
    gc.freeze()
    await in_step()
    load.latencies.clear()
    begin, used = time.perf_counter(), peers.processor_of(pid)
    await asyncio.sleep(seconds)
    taken = sorted(load.latencies)
    passed = time.perf_counter() - begin
    used = peers.processor_of(pid) - used
    await in_step()
    lost = _lost(playing)
    for table in playing:
        table.close()
    await asyncio.sleep(0.5)
    if load.problems or lost or not taken:
        raise SystemExit(
            f"{kind.__name__}: {len(load.problems)} problems ({load.problems[:3]}), "
            f"{lost} connections lost, {len(taken)} moves"
        )
    return len(taken) / passed, taken, used / len(taken)


def _lost(playing: list[Table]) -> int:
    """Connections that the server has closed."""
    return sum(line.lost for table in playing for line in table.lines)


def shown(times: list[float], part: float) -> str:
    """A quantile in milliseconds."""
    return f"{times[int((len(times) - 1) * part)] * 1000:8.1f}"


def main() -> int:
    """Measure everything, and tell."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--seconds", type=float, default=8.0, help="for each measurement")
    words.add_argument("--tables", type=int, nargs="*", default=list(FASTEST))
    words.add_argument("--modules", type=Path, default=Path(".halfturn/boardgame-io"))
    words.add_argument("--without-postgres", action="store_true")
    words.add_argument("--only-halfturn", action="store_true")
    words.add_argument("--without-idle", action="store_true")
    given = words.parse_args()
    found: dict[tuple[str, int, float], tuple[float, list[float], float]] = {}
    with tempfile.TemporaryDirectory(prefix="halfturn-bench-") as name:
        folder = Path(name)
        modules = Path() if given.only_halfturn else peers.node_modules(given.modules.resolve())

        def run(
            who: str, kind: type[Table], server: AbstractContextManager[tuple[int, int]]
        ) -> None:
            with server as (port, pid):
                loads = [(tables, 0.0) for tables in given.tables] + [(PACED_TABLES, PACED_RATE)]
                for tables, rate in loads:
                    found[who, tables, rate] = uvloop.run(
                        measure(kind, port, pid, tables, rate, given.seconds)
                    )
                    tell(who, tables, rate, found[who, tables, rate])

        build = "compiled" if compiled() else "plain"
        print(f"{'':28} {'tables':>7} {'moves/s':>9} {'p50 ms':>8} {'p99 ms':>8} {'cpu ms':>7}")
        if not given.only_halfturn:
            run("boardgame.io in memory", BoardgameIoTable, peers.boardgame_io(modules))
            if not given.without_postgres:
                with peers.postgres(folder / "theirs") as database:
                    run(
                        "boardgame.io on PostgreSQL",
                        StoredBoardgameIoTable,
                        peers.boardgame_io(modules, database),
                    )
        if not given.without_postgres:
            with peers.postgres(folder / "ours") as database:
                run(ON_POSTGRES, HalfturnTable, peers.halfturn(folder / "elsewhere", database))
        run(f"Halfturn ({build} rules)", HalfturnTable, peers.halfturn(folder / "tables"))
        judge(found, f"Halfturn ({build} rules)", given.tables, GOALS)
        if not given.without_postgres:
            judge(found, ON_POSTGRES, given.tables, GOALS_ON_POSTGRES)
        if not given.without_idle:
            print(idle.measure(folder / "idle"))
    return 0


def tell(who: str, tables: int, rate: float, result: tuple[float, list[float], float]) -> None:
    """One line."""
    moves, times, used = result
    how = f"{tables}" + (" paced" if rate else "")
    print(
        f"{who:28} {how:>9} {moves:7.0f} {shown(times, 0.5)} {shown(times, 0.99)} "
        f"{used * 1000:7.2f}",
        flush=True,
    )


def judge(
    found: dict[tuple[str, int, float], tuple[float, list[float], float]],
    us: str,
    tables: list[int],
    goals: dict[str, float],
) -> None:
    """The ratios, and what was to be reached."""
    for peer, goal in goals.items():
        for count in tables:
            if (peer, count, 0.0) in found:
                ours, theirs = found[us, count, 0.0], found[peer, count, 0.0]
                late, their_late = (
                    each[1][int((len(each[1]) - 1) * 0.99)] for each in (ours, theirs)
                )
                print(
                    f"{us}, {count} tables: {ours[0] / theirs[0]:.2f} times the moves of {peer} "
                    f"(goal {goal}), p99 {late / their_late:.2f} of theirs (goal below 1)"
                )
    paced = (PACED_TABLES, PACED_RATE)
    peer = "boardgame.io in memory"
    if peer in goals and (peer, *paced) in found:
        late, their_late = (
            found[who, *paced][1][int((len(found[who, *paced][1]) - 1) * 0.99)]
            for who in (us, peer)
        )
        print(f"paced: p99 {late / their_late:.2f} of that of {peer} (goal at most 0.5)")


if __name__ == "__main__":
    sys.exit(main())
