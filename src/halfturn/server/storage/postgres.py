"""The engine of servers that share a database: PostgreSQL, spoken to in one thread of its own."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import sys
import threading
import time
from collections import deque
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any, Final, TypeVar

import asyncpg

from halfturn.server.cluster.leases import FENCE
from halfturn.server.ops import metrics
from halfturn.server.storage.database import Damaged, Fenced, StoreFailed
from halfturn.server.storage.migrations.dialect import numbered
from halfturn.server.storage.postgres_connection import Connection, Link, connect, prepare, share
from halfturn.server.storage.sqlite_writer import (
    ADD_SEED,
    APPEND,
    LEAVE_LOBBY,
    MOST_TOGETHER,
    MOST_WAITING,
    SET_OVER,
    Batch,
    Statement,
    Taken,
    tell,
)

log = logging.getLogger(__name__)

READ_WITHIN: Final = 2.0
"""Seconds that the server's own loop may stand still for an answer."""
ELSEWHERE: Final = "the table lives on another node"
AWAY: Final = "the database is away"
DAMAGED: Final = "the database is damaged: PostgreSQL's log says where"
CORRUPT: Final = ("XX001", "XX002")
"""PostgreSQL's codes for a page or an index that makes no sense."""
APPEND_ALL: Final = (
    "INSERT INTO log SELECT * FROM unnest"
    "($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::bytea[])"
)
"""Rows of any number of logs: one statement, prepared once, and a transaction of its own."""
FENCE_ALL: Final = (
    "SELECT leases.table_id FROM unnest($1::text[], $2::text[], $3::bigint[]) "
    "AS wanted (table_id, node, epoch) JOIN leases ON leases.table_id = wanted.table_id "
    "AND leases.node = wanted.node AND leases.epoch = wanted.epoch FOR SHARE OF leases"
)
PLAY_ALL: Final = (
    f"WITH held AS ({FENCE_ALL}), "  # noqa: S608 - all of it stands here
    "appended AS (INSERT INTO log SELECT new.table_id, version, key, seat, kind, body FROM unnest"
    "($4::text[], $5::bigint[], $6::text[], $7::bigint[], $8::text[], $9::bytea[]) "
    "AS new (table_id, version, key, seat, kind, body) JOIN held USING (table_id)), "
    "dealt AS (INSERT INTO seeds SELECT new.table_id, game, seed FROM unnest"
    "($10::text[], $11::bigint[], $12::bytea[]) AS new (table_id, game, seed) "
    "JOIN held USING (table_id)), "
    "ended AS (UPDATE tables SET over = new.over FROM unnest($13::bigint[], $14::text[]) "
    "AS new (over, table_id) JOIN held USING (table_id) WHERE tables.id = new.table_id), "
    "begun AS (DELETE FROM lobby USING held "
    "WHERE lobby.table_id = held.table_id AND lobby.table_id = ANY($15::text[])) "
    "SELECT table_id FROM held"
)
"""All that playing at any number of tables writes, of those whose leases are in force: that one
statement, one trip to the database and back, settles it. It returns these tables."""
PLAYING: Final = {FENCE: 3, APPEND: 6, ADD_SEED: 3, SET_OVER: 2, LEAVE_LOBBY: 1}
"""What that takes, in its order, and of how many values."""
FORGETFUL: Final = ("people", "devices", "talk", "webhooks", "bots")
"""Where something is written over so that nobody may know it any more."""

Rows = list[Sequence[Any]]
Found = TypeVar("Found")


class PostgresEngine:
    """Commits batches in the order they come, those that wait together in one transaction.

    While one group is on its way the next one gathers. While the database is away everything
    fails at once, so that nobody's browser waits; it is looked for until it is back. What was on
    its way when it went may be there or not: as after a failed write to a disk, the log tells.
    """

    def __init__(self, url: str, serving: bool = True) -> None:
        self._url = url
        self._serving = serving
        self._waiting: deque[Batch] = deque()
        self._idle = False
        """Whether the writer sleeps and has to be woken; looked at from both threads."""
        self._closing = False
        self._damaged = False
        self._tidying: concurrent.futures.Future[None] | None = None
        self._writer = Link("writing", self._open_writer)
        self._reader = Link("reading", lambda: connect(url))
        self._asker = Link("asking", lambda: connect(url))
        """For what nodes agree on: it must not wait for what is written or read."""
        self._loop = _new_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="postgres", daemon=True)
        self._thread.start()
        try:
            self._ask(self._begin()).result()
        except BaseException:
            self._end()
            raise

    # ---- from the server's thread ----

    def write(self, statements: Sequence[Statement]) -> asyncio.Future[None]:
        """All or none; it is done when they are on the database's disk."""
        if self._writer.connection is None:
            raise StoreFailed(AWAY)
        if len(self._waiting) >= MOST_WAITING:
            raise StoreFailed("too much is waiting to be written")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(Batch(statements, done))
        if self._idle:
            self._idle = False
            self._loop.call_soon_threadsafe(self._wake.set)
        return done

    def read(self, sql: str, values: Sequence[Any]) -> list[Any]:
        """The rows that are found; not waited for any longer than a moment."""
        if self._reader.connection is None:
            raise StoreFailed(AWAY)
        asked = self._ask(self._read(self._reader, self._reading, numbered(sql), values))
        try:
            return asked.result(READ_WITHIN)
        except concurrent.futures.TimeoutError:
            asked.cancel()
            raise StoreFailed(f"the database did not answer within {READ_WITHIN:.0f} s") from None

    async def read_beside(self, sql: str, values: Sequence[Any]) -> list[Any]:
        """The same, while the server's own loop goes on."""
        return await self._beside(self._read(self._reader, self._reading, numbered(sql), values))

    async def ask(self, sql: str, values: Sequence[Any]) -> list[Any]:
        """Carry one statement out by itself, and return the rows that it gives."""
        return await self._beside(self._read(self._asker, self._asking, numbered(sql), values))

    async def _beside(self, doing: Coroutine[Any, Any, Found]) -> Found:
        # Whoever does not want the answer any more leaves the connection as it is.
        return await asyncio.shield(asyncio.wrap_future(self._ask(doing)))

    @property
    def waiting(self) -> int:
        """How many changes wait to be written."""
        return len(self._waiting)

    @property
    def damage(self) -> str:
        """Whether PostgreSQL has said that a page or an index is damaged."""
        return DAMAGED if self._damaged else ""

    @property
    def trouble(self) -> str:
        """Nothing: a PostgreSQL that takes little takes much."""
        return ""

    def forget_trouble(self, trouble: str) -> None:
        """There was none."""

    def size(self) -> int:
        """The bytes of the whole database."""
        return int(self.read("SELECT pg_database_size(current_database())", ())[0][0])

    def leave_no_trace(self) -> None:
        """Have the places of rows that were written over tidied up, to be written over in turn."""
        self._tidying = self._ask(self._tidy())

    def close(self) -> None:
        """Write what is waiting, then end."""
        if self._tidying is not None:
            self._tidying.result()
        self._ask(self._finish()).result()
        self._end()

    def _ask(self, doing: Coroutine[Any, Any, Found]) -> concurrent.futures.Future[Found]:
        return asyncio.run_coroutine_threadsafe(doing, self._loop)

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    # ---- in the thread of the database ----

    async def _begin(self) -> None:
        self._wake = asyncio.Event()
        self._reading, self._asking = asyncio.Lock(), asyncio.Lock()
        await prepare(self._url, may_change=self._serving)
        links = [self._writer, self._reader, *([self._asker] if self._serving else [])]
        try:
            # One after the other: a loop that is left with something half open does not end.
            for link in links:
                await link.open()
        except BaseException:
            for link in links:
                await link.close()
            raise
        self._task = asyncio.create_task(self._run())

    async def _open_writer(self) -> Connection:
        connection = await connect(self._url)
        if self._serving:
            try:
                await share(connection, self._url)
            except BaseException:
                connection.terminate()
                raise
        return connection

    async def _finish(self) -> None:
        self._closing = True
        self._wake.set()
        await self._task
        await self._writer.close()
        await self._reader.close()
        await self._asker.close()

    async def _run(self) -> None:
        while True:
            if not self._waiting:
                if self._closing:
                    return
                self._wake.clear()
                self._idle = True
                if not self._waiting:  # what came before it was said to sleep wakes nobody
                    await self._wake.wait()
                self._idle = False
                continue
            most = min(len(self._waiting), MOST_TOGETHER)
            group = [self._waiting.popleft() for _ in range(most)]
            tell(group, await self._commit(group))

    async def _commit(self, group: list[Batch]) -> list[Exception | None]:
        connection = self._writer.connection
        if connection is None:
            return [StoreFailed(AWAY)] * len(group)
        begin = time.perf_counter()
        try:
            outcomes = await _carry_out_all(connection, group)
            metrics.COMMITS.add(time.perf_counter() - begin)
            metrics.GROUPS.add(len(group))
            return outcomes
        except Exception as error:
            # Nobody knows what became of it, nor what the connection is at: it is closed, which
            # rolls back what was not committed.
            metrics.COMMIT_FAILED.add()
            log.error("commit failed: %s", _named(error))
            self._writer.lost(connection, _named(error))
            return [StoreFailed(_named(error))] * len(group)

    async def _read(
        self, link: Link, turn: asyncio.Lock, sql: str, values: Sequence[Any]
    ) -> list[Any]:
        async with turn:
            connection = link.connection
            if connection is None:
                raise StoreFailed(AWAY)
            try:
                found = await connection.fetch(sql, *values, timeout=READ_WITHIN)
            except BaseException as error:
                if _is_of_damage(error):
                    self._damaged = True
                    raise Damaged(_named(error)) from error
                if not _is_of_values(error):
                    link.lost(connection, _named(error))
                if isinstance(error, Exception):
                    raise StoreFailed(_named(error)) from error
                raise
            return [tuple(row) for row in found]

    async def _tidy(self) -> None:
        try:
            connection = await connect(self._url, unhurried=True)
            try:
                for table in FORGETFUL:
                    await connection.execute(f"VACUUM {table}")
            finally:
                connection.terminate()
        except Exception as error:
            log.error("what was written over could not be tidied up: %s", _named(error))


def _new_loop() -> asyncio.AbstractEventLoop:
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop

    return uvloop.new_event_loop()


def _named(error: BaseException) -> str:
    # PostgreSQL speaks of columns and constraints; what was in them it says in `detail`.
    return f"{type(error).__name__}: {error}"


def _is_of_values(error: BaseException) -> bool:
    """Whether it is what was to be written that cannot be, and the connection is well."""
    if isinstance(error, asyncpg.PostgresError):
        return str(error.sqlstate or "").startswith("22")
    return isinstance(error, asyncpg.InterfaceError) and isinstance(error, ValueError)


def _is_of_damage(error: BaseException) -> bool:
    """Whether what was asked for stands on a damaged page; the connection is well."""
    return isinstance(error, asyncpg.PostgresError) and error.sqlstate in CORRUPT


async def _carry_out_all(connection: Connection, group: list[Batch]) -> list[Exception | None]:
    """All batches in one transaction: first all at once, and only if one is in the way each alone.

    Nearly always there is nothing to write but rows for logs, which is one statement.
    """
    steps = _in_order(group)
    try:
        if len(steps) == 1 and steps[0][0] == APPEND:
            await _take_step(connection, *steps[0])
        elif _is_playing(group):
            return await _play_all(connection, group)
        else:
            async with connection.transaction():
                for sql, rows in steps:
                    await _take_step(connection, sql, rows)
        return [None] * len(group)
    except asyncpg.IntegrityConstraintViolationError as error:
        if len(group) == 1:
            return [Taken(error.constraint_name or str(error))]
    except Fenced as error:
        if len(group) == 1:
            return [error]
    except Exception as error:
        if not _is_of_values(error):
            raise
        if len(group) == 1:
            return [StoreFailed(_named(error))]
    async with connection.transaction():
        return [await _carry_out(connection, batch) for batch in group]


def _in_order(group: Iterable[Batch]) -> list[tuple[str, Rows]]:
    """The statements of all batches, equal ones together, in an order that is right for each batch.

    Batches that wait together do not depend on each other: nobody has heard of any of them.
    """
    steps: list[tuple[str, Rows]] = []
    for batch in group:
        at = 0
        for sql, values in batch.statements:
            while at < len(steps) and steps[at][0] != sql:
                at += 1
            if at == len(steps):
                steps.append((sql, []))
            steps[at][1].append(values)
    return steps


def _is_playing(group: list[Batch]) -> bool:
    """Whether nothing is written but what PLAY_ALL takes, once for each of several tables."""
    tables = set()
    for batch in group:
        if not batch.statements or batch.statements[0][0] != FENCE:
            return False
        if any(sql not in PLAYING for sql, _ in batch.statements):
            return False
        tables.add(batch.statements[0][1][0])
    return len(tables) == len(group)


async def _play_all(connection: Connection, group: list[Batch]) -> list[Exception | None]:
    """Changes of tables, each under its lease: one goes in whole, or is fenced off."""
    found: dict[str, Rows] = {sql: [] for sql in PLAYING}
    for batch in group:
        for sql, values in batch.statements:
            found[sql].append(values)
    columns: list[list[Any]] = []
    for sql, count in PLAYING.items():
        columns += [[values[at] for values in found[sql]] for at in range(count)]
    held = {table for (table,) in await connection.fetch(PLAY_ALL, *columns)}
    return [None if batch.statements[0][1][0] in held else Fenced(ELSEWHERE) for batch in group]


async def _take_step(connection: Connection, sql: str, rows: Rows) -> None:
    if sql == APPEND:
        await connection.execute(APPEND_ALL, *map(list, zip(*rows, strict=True)))
    elif sql == FENCE:
        held = await connection.fetch(FENCE_ALL, *map(list, zip(*rows, strict=True)))
        if len(held) < len(rows):
            raise Fenced(ELSEWHERE)
    elif len(rows) == 1:
        await connection.execute(numbered(sql), *rows[0])
    else:
        await connection.executemany(numbered(sql), rows)


async def _carry_out(connection: Connection, batch: Batch) -> Exception | None:
    """One batch inside the common transaction: alone it fails, and the others do not notice."""
    try:
        async with connection.transaction():  # a savepoint, since it is inside of another
            for sql, rows in _in_order([batch]):
                await _take_step(connection, sql, rows)
    except asyncpg.IntegrityConstraintViolationError as error:
        return Taken(error.constraint_name or str(error))
    except Fenced as error:
        return error
    except Exception as error:
        if not _is_of_values(error):
            raise
        return StoreFailed(_named(error))
    return None
