"""How the database of an older Halfturn becomes one of today: Alembic, one small step a version.

A step is a module in `versions` with plain SQL. A new database is made as it is today (`database`),
without Alembic; a test holds both to the same outcome. To change what is stored: change
`database.SCHEMA`, add a step, and name it in `HEAD`. On PostgreSQL it began with 0003; what comes
after that is taken on both by `dialect.carry_out`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

HERE = Path(__file__).parent
FIRST: Final = "0001"
HEAD: Final = "0008"
KNOWN: Final = (FIRST, "0002", "0003", "0004", "0005", "0006", "0007", HEAD)
"""All steps in their order."""
TAKEN_OVER: Final = 3
"""SQLite's own version number of a file that Alembic looks after. Before there was one, 1 was the
only format; a program from then refuses any other number and so leaves newer files alone."""


def revision(db: sqlite3.Connection) -> str | None:
    """Which step a file has reached; None for a file with nothing in it."""
    found = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
    if found:
        row = db.execute("SELECT version_num FROM alembic_version").fetchone()
        return str(row[0]) if row else None
    version = db.execute("PRAGMA user_version").fetchone()[0]
    return {0: None, 1: FIRST}.get(version, f"format {version}")


def upgrade(path: Path, connect: Callable[[Path], sqlite3.Connection], to: str = HEAD) -> None:
    """Take all steps that a file lacks, in one transaction: whatever happens, all or none."""
    from alembic import command  # most starts need none of this, and it takes time to load
    from sqlalchemy import create_engine, event
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.pool import StaticPool

    def unchecked() -> sqlite3.Connection:
        db = connect(path)
        # A step may replace a table that others refer to. Within a transaction this has no effect.
        db.execute("PRAGMA foreign_keys = 0")
        return db

    engine = create_engine("sqlite://", creator=unchecked, poolclass=StaticPool)
    # Left to itself the driver would begin its transactions after the first statements.
    event.listen(engine, "begin", lambda link: link.exec_driver_sql("BEGIN IMMEDIATE"))
    config = _config()
    try:
        with engine.begin() as link:
            config.attributes["connection"] = link
            raw = link.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            if raw.execute("PRAGMA user_version").fetchone()[0] == 1:
                command.stamp(config, FIRST)
            command.upgrade(config, to)
            if raw.execute("PRAGMA foreign_key_check").fetchone():
                raise sqlite3.IntegrityError("a row refers to one that does not exist")
            link.exec_driver_sql(f"PRAGMA user_version = {TAKEN_OVER}")
    except DBAPIError as error:
        raise sqlite3.DatabaseError(str(error.orig)) from error
    finally:
        engine.dispose()


async def upgrade_over(open: Callable[[], Awaitable[Any]], lock: int, to: str = "") -> None:
    """The same on a PostgreSQL that `open` connects to, one node at a time by the lock."""
    from alembic import command
    from sqlalchemy import text
    from sqlalchemy.ext.asyncio import create_async_engine
    from sqlalchemy.pool import NullPool

    engine = create_async_engine("postgresql+asyncpg://", async_creator=open, poolclass=NullPool)

    def steps(link: Connection) -> None:
        config = _config()
        config.attributes["connection"] = link
        command.upgrade(config, to or HEAD)

    try:
        async with engine.begin() as link:
            await link.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": lock})
            await link.run_sync(steps)
    finally:
        await engine.dispose()


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    return config
