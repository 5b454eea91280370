"""From a file to a PostgreSQL and back: everything in one transaction, and checked before it ends.

What is read on one side is hashed and folded, and so is what is found on the other: only if every
row is the same and every table stands where it stood, it is kept. Interrupted, the target is as
empty as before, and it can be done again.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec

from halfturn.core.data import load_with_owner_data
from halfturn.core.errors import HalfturnError
from halfturn.server.storage.database import connect as open_file
from halfturn.server.storage.database import prepare as prepare_file
from halfturn.server.storage.migrations import HEAD
from halfturn.server.storage.postgres_connection import (
    Connection,
    alone,
    connect,
    make,
    revision,
    shown,
)
from halfturn.server.tables.log import BadLog, Row
from halfturn.server.tables.table import Table

COLUMNS: Final = {
    "people": ("id", "name"),
    "devices": ("id", "person", "token_hash", "browser", "system", "made_at", "used_at"),
    "tables": ("id", "invite", "bot_turn", "made_at", "over", "changed_at"),
    "seats": ("table_id", "seat", "person"),
    "seeds": ("table_id", "game", "seed"),
    "log": ("table_id", "version", "key", "seat", "kind", "body"),
    "facts": ("name", "value"),
    "deadlines": ("table_id", "due"),
    "talk": ("table_id", "number", "key", "seat", "person", "phrase", "text"),
    "lobby": ("table_id",),
    "webhooks": ("person", "url", "form"),
    "bots": ("person", "owner", "token_hash", "scopes", "made_at"),
}
"""All that is kept, each after what it refers to. The first two columns say which row it is."""
OF_THE_MOMENT: Final = ("nodes", "leases", "served", "codes")
"""What nodes agree on while they run: it stays where it is, and is made anew elsewhere."""
TOGETHER: Final = 1000
Values = tuple[Any, ...]


class NotTheSame(HalfturnError):
    """What arrived is not what was sent."""


class Side(Protocol):
    """A database that is read from, or written to."""

    def chunks(self, table: str) -> AsyncIterator[list[Values]]:
        """All rows of a table in their order, some at a time."""

    async def put(self, table: str, rows: list[Values]) -> None:
        """Rows to be added."""


class FileSide:
    """A file of SQLite, inside of a transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    async def chunks(self, table: str) -> AsyncIterator[list[Values]]:
        """All rows of a table in their order, some at a time."""
        cursor = self._db.execute(_select(table))
        while rows := cursor.fetchmany(TOGETHER):
            yield rows

    async def put(self, table: str, rows: list[Values]) -> None:
        """Rows to be added."""
        marks = ", ".join("?" * len(COLUMNS[table]))
        self._db.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608


class PostgresSide:
    """A PostgreSQL, inside of a transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def chunks(self, table: str) -> AsyncIterator[list[Values]]:
        """All rows of a table in their order, some at a time."""
        cursor = await self._connection.cursor(_select(table))
        while rows := await cursor.fetch(TOGETHER):
            yield [tuple(row) for row in rows]

    async def put(self, table: str, rows: list[Values]) -> None:
        """Rows to be added."""
        columns = COLUMNS[table]
        await self._connection.copy_records_to_table(table, records=rows, columns=columns)


def _select(table: str) -> str:
    columns = COLUMNS[table]
    return f"SELECT {', '.join(columns)} FROM {table} ORDER BY {', '.join(columns[:2])}"  # noqa: S608


def to_database(file: Path, url: str, tell: Callable[[str], None]) -> int:
    """Everything in a file into an empty PostgreSQL; returns how many tables there are."""

    async def go() -> int:
        async with alone(url) as connection, connection.transaction():
            await _make_empty(connection, url)
            with _reading(file) as source:
                return await _move(FileSide(source), PostgresSide(connection), tell)

    return asyncio.run(go())


def to_file(url: str, file: Path) -> None:
    """Everything in a PostgreSQL as it is at one moment, into a new file; servers go on."""

    async def go() -> None:
        connection = await connect(url, unhurried=True)
        try:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                if await revision(connection) != HEAD:
                    raise HalfturnError(f"{shown(url)} is not of this Halfturn: serve there once")
                with _writing(file) as target:
                    await _move(PostgresSide(connection), FileSide(target), lambda line: None)
        finally:
            connection.terminate()

    asyncio.run(go())


@contextlib.contextmanager
def alone_with(url: str) -> Iterator[None]:
    """While it is entered no server works with the database; raises InUse."""
    with asyncio.Runner() as runner:
        held = alone(url)
        runner.run(_enter(held))
        try:
            yield
        finally:
            runner.run(_leave(held))


async def _enter(held: contextlib.AbstractAsyncContextManager[Any]) -> None:
    await held.__aenter__()


async def _leave(held: contextlib.AbstractAsyncContextManager[Any]) -> None:
    await held.__aexit__(None, None, None)


async def _make_empty(connection: Connection, url: str) -> None:
    """The tables, where there are none; an error where there is anything in them."""
    found = await revision(connection)
    if found is None:
        await make(connection)
        return
    if found != HEAD:
        raise HalfturnError(f"expected an empty database, got {shown(url)} with {found} in it")
    for table in COLUMNS:
        if table != "facts" and await connection.fetchval(f"SELECT 1 FROM {table} LIMIT 1"):  # noqa: S608
            raise HalfturnError(
                f"expected an empty database, got {shown(url)} with {table} in it: "
                "nothing is overwritten, make another with `createdb`"
            )
    await connection.execute("DELETE FROM facts")


@contextlib.contextmanager
def _reading(file: Path) -> Iterator[sqlite3.Connection]:
    """A file as it is at this moment."""
    db = open_file(file)
    try:
        db.execute("BEGIN")
        yield db
        db.execute("ROLLBACK")
    finally:
        db.close()


@contextlib.contextmanager
def _writing(file: Path) -> Iterator[sqlite3.Connection]:
    """A new file whose tables are empty."""
    prepare_file(file)
    db = open_file(file)
    try:
        db.execute("BEGIN IMMEDIATE")
        db.execute("DELETE FROM facts")
        yield db
        db.execute("COMMIT")
        db.execute("PRAGMA journal_mode = DELETE")
    finally:
        db.close()


async def _move(source: Side, target: Side, tell: Callable[[str], None]) -> int:
    """All rows from one side to the other, then the checks; returns how many tables there are."""
    sent = {}
    for table in COLUMNS:
        count, hashed = 0, hashlib.sha256()
        async for rows in source.chunks(table):
            await target.put(table, rows)
            count += len(rows)
            _add(hashed, rows)
        sent[table] = hashed.hexdigest()
        tell(f"{table}: {count} rows")
    for table, digest in sent.items():
        hashed = hashlib.sha256()
        async for rows in target.chunks(table):
            _add(hashed, rows)
        if hashed.hexdigest() != digest:
            raise NotTheSame(f"{table} did not arrive as it was sent: nothing was kept")
    tell("every row is the same; now every game is played again on both sides")
    before, after = await standings(source), await standings(target)
    different = [id for id in before if before[id] != after.get(id)]
    if different or len(before) != len(after):
        raise NotTheSame(f"{len(different)} tables are not what they were: nothing was kept")
    broken = [id for id, (version, _) in before.items() if version < 0]
    tell(f"{len(before)} tables stand where they stood")
    if broken:
        tell(f"{len(broken)} of them could not be opened before, and still cannot: {broken[:20]}")
    return len(before)


def _add(hashed: hashlib._Hash, rows: list[Values]) -> None:
    for row in rows:
        hashed.update(msgspec.msgpack.encode(row))


async def standings(side: Side) -> dict[str, tuple[int, str]]:
    """Where every table stands: its version and the position; below 0 with why it is not known."""
    found: dict[str, tuple[int, str]] = {}
    id, rows = "", list[Row]()
    async for chunk in side.chunks("log"):
        for table, *row in chunk:
            if table != id:
                _stand(found, id, rows)
                id, rows = table, []
            rows.append(Row(*row))
    _stand(found, id, rows)
    return found


def _stand(found: dict[str, tuple[int, str]], id: str, rows: Sequence[Row]) -> None:
    if not rows:
        return
    try:
        table = Table.fold(id, rows, load_with_owner_data)
        found[id] = table.version, table.state.text if table.number else ""
    except BadLog as error:
        found[id] = -1, str(error)
