"""Connections to a PostgreSQL: how they are opened, what is there, and how they come back."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg

from halfturn.server.storage.database import NAMED, SCHEMA, Unusable, new_server_name
from halfturn.server.storage.migrations import HEAD, KNOWN, upgrade_over
from halfturn.server.storage.migrations.dialect import for_postgres, numbered

log = logging.getLogger(__name__)

Connection = Any
"""asyncpg's, which says nothing of types."""
OLDEST: Final = 13
CONNECT_WITHIN: Final = 2.0
COMMAND_WITHIN: Final = 5.0
"""Seconds after which an answer is not waited for any longer."""
SETTINGS: Final = {
    "application_name": "halfturn",
    "synchronous_commit": "on",  # a commit returns when it is on the disk
    "statement_timeout": "4000",
    "lock_timeout": "2000",
    "idle_in_transaction_session_timeout": "10000",  # whoever hangs holds nobody else up for long
    "jit": "off",
}
DURABLE: Final = (
    "SELECT current_setting('synchronous_commit'), current_setting('fsync'), "
    "current_setting('server_encoding')"
)
UNHURRIED: Final = {"statement_timeout": "0", "lock_timeout": "0"}
"""For those who make, move or copy everything."""
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 0.25
MAKING: Final = 0x48616C66_0001
"""The number of the lock under which tables are made or changed."""
SERVING: Final = 0x48616C66_0002
"""The number of the lock that servers share, and that those want alone who change the data."""


class InUse(Unusable):
    """A server, or somebody who looks after the data, works with the database."""


def shown(url: str) -> str:
    """An address as it may be told and logged: without the password."""
    try:
        parts = urlsplit(url)
        user = f"{parts.username}@" if parts.username else ""
        port = f":{parts.port}" if parts.port else ""
        return f"{parts.scheme}://{user}{parts.hostname or ''}{port}{parts.path}"
    except ValueError:
        return "the database"


async def connect(url: str, unhurried: bool = False) -> Connection:
    """A connection whose settings are what durability rests on; raises Unusable in words."""
    try:
        return await _connect(url, unhurried)
    except Unusable:
        raise
    except asyncpg.InvalidAuthorizationSpecificationError as error:
        raise Unusable(f"{shown(url)} lets nobody in by that user and password: {error}") from None
    except asyncpg.InvalidCatalogNameError as error:
        raise Unusable(f"{error} at {shown(url)}: make it with `createdb`") from None
    except (OSError, TimeoutError) as error:
        why = str(error) or "no answer"
        raise Unusable(f"no PostgreSQL can be reached at {shown(url)}: {why}") from None
    except asyncpg.PostgresError as error:
        raise Unusable(f"{shown(url)} cannot be used: {error}") from None
    except (ValueError, asyncpg.InterfaceError):
        raise Unusable(_wrong(url)) from None


def _wrong(url: str) -> str:
    return (
        "expected the address of a database, postgresql://user:password@host/database, "
        f"got {shown(url)}"
    )


async def _connect(url: str, unhurried: bool) -> Connection:
    if urlsplit(url).scheme not in ("postgresql", "postgres"):
        raise Unusable(_wrong(url))
    connection = await asyncpg.connect(
        url,
        timeout=CONNECT_WITHIN,
        command_timeout=None if unhurried else COMMAND_WITHIN,
        statement_cache_size=256,
        max_cached_statement_lifetime=0,
        server_settings=SETTINGS | (UNHURRIED if unhurried else {}),
    )
    try:
        version = connection.get_server_version()
        if version.major < OLDEST:
            raise Unusable(f"expected PostgreSQL {OLDEST} or newer, got {version.major}")
        found = tuple(await connection.fetchrow(DURABLE))
        if found != ("on", "on", "UTF8"):
            raise Unusable(
                f"{shown(url)}: expected synchronous_commit and fsync on and UTF8, got {found}"
            )
    except BaseException:
        connection.terminate()
        raise
    return connection


async def prepare(url: str, may_change: bool = True) -> None:
    """Make the tables of an empty database, or check that what is there can be used.

    Nodes that start at once do it one after the other; killed in between, nothing was done.
    """
    connection = await connect(url, unhurried=True)
    try:
        async with connection.transaction():
            await connection.fetchval("SELECT pg_advisory_xact_lock($1)", MAKING)
            found = await revision(connection)
            if found is None and may_change:
                await make(connection)
                await connection.execute(numbered(NAMED), new_server_name())
                found = HEAD
    except asyncpg.PostgresError as error:
        raise Unusable(f"{shown(url)} cannot be used: {error}") from None
    finally:
        connection.terminate()
    if found == HEAD:
        return
    if found is None:
        raise Unusable(f"there are no tables in {shown(url)}: serve there once")
    if found not in KNOWN:
        raise Unusable(
            f"{shown(url)} was written by another Halfturn (format {found}, here {HEAD}): "
            "use that one, or another database"
        )
    if not may_change:
        raise Unusable(f"{shown(url)} is of another Halfturn ({found}): serve there once")
    log.warning(
        "%s is brought up to date, from format %s to %s, in one transaction; no copy of it is made",
        shown(url),
        found,
        HEAD,
    )
    await upgrade_over(lambda: connect(url, unhurried=True), MAKING)


async def revision(connection: Connection) -> str | None:
    """Which step a database has reached; None for one with nothing in it."""
    known = "SELECT to_regclass('alembic_version') IS NOT NULL AND to_regclass('facts') IS NOT NULL"
    if await connection.fetchval(known):
        found = await connection.fetchval("SELECT version_num FROM alembic_version")
        return None if found is None else str(found)
    foreign = await connection.fetchval(
        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LIMIT 1"
    )
    return None if foreign is None else f"table {foreign}"


async def make(connection: Connection) -> None:
    """All tables, with nothing in them."""
    await connection.execute(for_postgres(SCHEMA))
    await connection.execute("INSERT INTO alembic_version VALUES ($1)", HEAD)


@contextlib.asynccontextmanager
async def alone(url: str) -> AsyncIterator[Connection]:
    """A connection to a database that no server works with meanwhile; raises InUse."""
    connection = await connect(url, unhurried=True)
    try:
        if not await connection.fetchval("SELECT pg_try_advisory_lock($1)", SERVING):
            raise InUse(f"a Halfturn server works with {shown(url)}: stop it first")
        yield connection
    finally:
        connection.terminate()


async def share(connection: Connection, url: str) -> None:
    """Say that a server works with the database, for as long as the connection lasts."""
    if not await connection.fetchval("SELECT pg_try_advisory_lock_shared($1)", SERVING):
        raise InUse(f"{shown(url)} is being changed by `halfturn admin`: wait until that has ended")


class Link:
    """One connection that comes back by itself; None while there is none."""

    def __init__(self, name: str, open: Callable[[], Awaitable[Connection]]) -> None:
        self.connection: Connection | None = None
        self._name = name
        self._open = open
        self._returning: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """The first time; raises Unusable."""
        self._take(await self._open())

    def _take(self, connection: Connection) -> None:
        # Told of the end at once, nobody has to find out by waiting.
        connection.add_termination_listener(lambda gone: self.lost(gone, "it was closed"))
        if not connection.is_closed():
            self.connection = connection

    def lost(self, connection: Connection, why: object) -> None:
        """It is of no use any more, or nobody knows what it is at: another one is opened."""
        if self.connection is None or connection is not self.connection:
            return
        self.connection = None
        log.error("the database is away (%s): %s", self._name, why)
        connection.terminate()
        self._returning = asyncio.get_running_loop().create_task(self._come_back())

    async def _come_back(self) -> None:
        pause = FIRST_PAUSE
        while self.connection is None:
            try:
                self._take(await self._open())
            except Exception as error:
                log.debug("the database is still away: %s", error)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        log.warning("the database is back (%s)", self._name)

    async def close(self) -> None:
        """Let it go for good."""
        if self._returning is not None:
            self._returning.cancel()
            await asyncio.gather(self._returning, return_exceptions=True)
        connection = self.connection
        self.connection = None
        if connection is not None:
            connection.terminate()
