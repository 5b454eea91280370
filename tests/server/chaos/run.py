"""One run: load, kills, and the verdict."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from halfturn.core import SeededRng
from tests.server.chaos.checkers import KINDS, Faults, check
from tests.server.chaos.cluster import Cluster
from tests.server.chaos.fleet import Fleet
from tests.server.chaos.history import History
from tests.support.patience import PATIENCE


@dataclass
class Verdict:
    """What a run showed."""

    kills: int
    acknowledged: int
    resent: int
    late: int
    seconds: float
    back: list[float]
    """Seconds from each start to the first acknowledgement after it."""
    faults: Faults
    complaints: str

    def __str__(self) -> str:
        back = sorted(self.back) or [0.0]
        faults = " ".join(f"{kind} {self.faults[kind]}" for kind in KINDS)
        return (
            f"{self.kills} kills in {self.seconds:.1f} s, {self.acknowledged} acknowledged, "
            f"{self.resent} sent again, {self.late} sent late; back after "
            f"{back[len(back) // 2] * 1000:.0f} ms (longest {back[-1] * 1000:.0f}): {faults}"
        )


async def stuck_tables(history: History, patience: float) -> Faults:
    """Wait until something has happened at every table; those where nothing does are stuck."""
    before = {stream.table: stream.shown[-1:] for stream in history.streams}
    waiting = set(before)
    end = time.monotonic() + patience
    while waiting and time.monotonic() < end:
        await asyncio.sleep(0.02)
        for stream in history.streams:
            if stream.shown[-1:] > before[stream.table]:
                waiting.discard(stream.table)
    return Faults({"stuck": len(waiting)} if waiting else {})


async def further(history: History, acknowledged: int, patience: float) -> None:
    """Wait until so many moves have been acknowledged at once."""
    end = time.monotonic() + patience
    while len(history.latencies) < acknowledged and time.monotonic() < end:
        await asyncio.sleep(0.002)


@contextlib.asynccontextmanager
async def load_on(
    cluster: Cluster, history: History, tables: int, bots: int = 0
) -> AsyncIterator[Fleet]:
    """A server that starts, and everybody who plays there; in the end it is ended."""
    try:
        await cluster.load()
        await cluster.start()
        fleet = Fleet(cluster.port, history)
        await asyncio.to_thread(fleet.sit_down, tables, bots)
        fleet.start()
        yield fleet
    finally:
        await cluster.close()


async def run(
    folder: Path,
    kills: int,
    tables: int,
    bots: int = 0,
    mutant: str = "",
    seed: int = 1,
    gently: bool = False,
) -> Verdict:
    """Kill the server so many times while everybody plays, then judge it.

    Gently: it is asked to stop instead.
    """
    rng = SeededRng(seed)
    # A mutant may well get stuck; it is caught by what it did before.
    patience = 5.0 if mutant else PATIENCE
    history = History()
    cluster = Cluster(folder, mutant)
    begin = time.monotonic()
    back: list[float] = []
    async with load_on(cluster, history, tables, bots) as fleet:
        for _ in range(kills):
            # Counted in moves, so that a slow machine does not make it easier; and now and
            # then it is killed while it gets up.
            moves = 0 if rng.below(3) == 0 else 100 + rng.below(80)
            started = time.monotonic()
            known = len(history.latencies)
            if moves:
                await further(history, known + 1, patience)
                back.append(time.monotonic() - started)
                await further(history, known + moves, patience)
            await asyncio.sleep(rng.below(20) / 1000)
            await (cluster.stop() if gently else cluster.kill())
            await cluster.start()
        stuck = await stuck_tables(history, patience)
        await fleet.stop(patience)
    return Verdict(
        cluster.kills,
        sum(bool(request.acknowledged) for request in history.requests),
        history.resent,
        history.stale_tries,
        time.monotonic() - begin,
        back,
        check(history, folder) + stuck,
        "" if mutant else cluster.complaints,
    )
