"""The database is killed under everybody's hands, and comes back.

`python -m tests.server.chaos.outages --outages 5 --tables 20 [--mutant swallowed]`
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from halfturn.core import SeededRng
from tests.server.chaos.checkers import check
from tests.server.chaos.cluster import Cluster
from tests.server.chaos.history import History
from tests.server.chaos.mutants import OF_OUTAGES
from tests.server.chaos.run import Verdict, further, load_on, stuck_tables
from tests.support.patience import PATIENCE
from tests.support.postgres import Postgres

MOVES = 150
"""Between one outage and the next."""


async def run(
    folder: Path, postgres: Postgres, outages: int, tables: int, mutant: str = "", seed: int = 1
) -> Verdict:
    """Kill PostgreSQL so many times while everybody plays, then judge the server.

    `back` in the verdict: from the moment when PostgreSQL answers to the first move acknowledged.
    """
    rng = SeededRng(seed)
    patience = 5.0 if mutant else PATIENCE
    history = History()
    database = postgres.database()
    cluster = Cluster(folder, mutant, database)
    begin = time.monotonic()
    back: list[float] = []
    async with load_on(cluster, history, tables) as fleet:
        for _ in range(outages):
            await further(history, len(history.latencies) + MOVES, patience)
            await asyncio.sleep(rng.below(20) / 1000)
            postgres.kill()
            await asyncio.sleep(rng.below(300) / 1000)
            postgres.launch()
            await asyncio.to_thread(postgres.wait)
            known, up = len(history.latencies), time.monotonic()
            await further(history, known + 1, patience)
            back.append(time.monotonic() - up)
        stuck = await stuck_tables(history, patience)
        await fleet.stop(patience)
    return Verdict(
        outages,
        sum(bool(request.acknowledged) for request in history.requests),
        history.resent,
        history.stale_tries,
        time.monotonic() - begin,
        back,
        check(history, folder, database) + stuck,
        "" if mutant else cluster.complaints,
    )


def main() -> int:
    words = argparse.ArgumentParser(description="Kill PostgreSQL under load, and judge the server.")
    words.add_argument("--outages", type=int, default=5)
    words.add_argument("--tables", type=int, default=20)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--mutant", choices=sorted(OF_OUTAGES), default="")
    given = words.parse_args()
    with tempfile.TemporaryDirectory() as folder, Postgres() as postgres:
        verdict = asyncio.run(
            run(Path(folder), postgres, given.outages, given.tables, given.mutant, given.seed)
        )
    print(verdict)
    each = ", ".join(f"{seconds * 1000:.0f}" for seconds in verdict.back)
    print(f"ms from PostgreSQL answers to the first move acknowledged, after each kill: {each}")
    return 1 if verdict.faults else 0


if __name__ == "__main__":
    sys.exit(main())
