"""Copies that are made while everybody plays, and where every table stands in them."""

from __future__ import annotations

import asyncio
from pathlib import Path

from halfturn.server.ops import admin
from halfturn.server.storage import transfer
from halfturn.server.storage.postgres_connection import connect
from halfturn.server.storage.store import FILE_NAME
from halfturn.server.storage.transfer import FileSide, PostgresSide, standings
from tests.server.chaos.cluster import Cluster
from tests.server.chaos.history import History
from tests.server.chaos.run import load_on
from tests.support.stored_data import kept

TABLES = 8
BEFORE, AFTER = 300, 500
"""Moves that were acknowledged when the copy began, and when everybody stopped."""
Standings = dict[str, tuple[int, str]]


def copy_under_load(folder: Path, database: str = "") -> int:
    """Put a copy into `folder / "copy"`; returns how many wishes had been acknowledged by then."""

    async def go() -> int:
        history = History()
        cluster = Cluster(folder / "data", database=database)
        async with load_on(cluster, history, TABLES) as fleet:
            while len(history.latencies) < BEFORE:
                await asyncio.sleep(0.01)
            known = sum(bool(request.acknowledged) for request in history.requests)
            await asyncio.to_thread(admin.backup, folder / "data", folder / "copy", database)
            while len(history.latencies) < AFTER:
                await asyncio.sleep(0.01)
            await fleet.stop()
        return known

    return asyncio.run(go())


def stand(folder: Path, database: str = "") -> Standings:
    """Where every table stands, in a folder or in a database."""
    if database:
        return asyncio.run(_stand_there(database))
    with transfer._reading(folder / FILE_NAME) as db:
        return asyncio.run(standings(FileSide(db)))


async def _stand_there(database: str) -> Standings:
    connection = await connect(database)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            return await standings(PostgresSide(connection))
    finally:
        connection.terminate()


def check_copy(there: Standings, now: Standings, known: int, folder: Path, at: str = "") -> None:
    """What had been acknowledged when a copy began is in it, and nothing that never was."""
    assert len(there) == len(now) == TABLES
    assert all(version > 0 for version, _ in there.values())
    assert all(now[id][0] >= version for id, (version, _) in there.items())
    (found,) = kept(folder, "SELECT count(*) FROM log WHERE seat IS NOT NULL", database=at)[0]
    assert found >= known
