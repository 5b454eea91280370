"""What a server has kept, looked at behind its back: in its file or in its PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import asyncpg

from halfturn.server.storage.migrations.dialect import numbered
from halfturn.server.storage.store import FILE_NAME
from halfturn.server.storage.transfer import COLUMNS
from tests.support.patience import PATIENCE
from tests.support.postgres import database_of


def kept(folder: Path, sql: str, *values: Any, database: str = "") -> list[Any]:
    """What one statement gives; what it changes stays changed."""
    if url := database or database_of(folder):
        # In a thread of its own: there may be a loop in this one already.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, _fetch(url, numbered(sql), values)).result()
    db = sqlite3.connect(folder / FILE_NAME, isolation_level=None)
    try:
        return db.execute(sql, values).fetchall()
    finally:
        db.close()


def everything(folder: Path, database: str = "") -> dict[str, list[Any]]:
    """All that is kept, by the name of what it is in."""
    return {
        table: sorted(
            kept(folder, f"SELECT {', '.join(names)} FROM {table}", database=database), key=repr
        )
        for table, names in COLUMNS.items()
    }


async def _fetch(url: str, sql: str, values: tuple[Any, ...]) -> list[Any]:
    connection = await asyncpg.connect(url, timeout=PATIENCE)
    try:
        return [tuple(row) for row in await connection.fetch(sql, *values)]
    finally:
        await connection.close()
