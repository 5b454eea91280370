"""How the database of an older Halfturn becomes one of today: Alembic, one small step a version.

A step is a module in `versions` with plain SQL. A new file is made as it is today (`database`),
without Alembic; a test holds both to the same outcome. To change what is stored: change
`database.SCHEMA`, add a step, and name it in `HEAD`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final

FIRST: Final = "0001"
HEAD: Final = "0005"
KNOWN: Final = (FIRST, "0002", "0003", HEAD)
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
    from alembic.config import Config
    from sqlalchemy import create_engine, event
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.pool import StaticPool

    engine = create_engine("sqlite://", creator=lambda: connect(path), poolclass=StaticPool)
    # Left to itself the driver would begin its transactions after the first statements.
    event.listen(engine, "begin", lambda link: link.exec_driver_sql("BEGIN IMMEDIATE"))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    try:
        with engine.begin() as link:
            config.attributes["connection"] = link
            raw = link.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            if raw.execute("PRAGMA user_version").fetchone()[0] == 1:
                command.stamp(config, FIRST)
            command.upgrade(config, to)
            link.exec_driver_sql(f"PRAGMA user_version = {TAKEN_OVER}")
    except DBAPIError as error:
        raise sqlite3.DatabaseError(str(error.orig)) from error
    finally:
        engine.dispose()
