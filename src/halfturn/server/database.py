"""The SQLite file: how it is opened, and what is in it."""

from __future__ import annotations

import logging
import secrets
import sqlite3
from pathlib import Path
from typing import Final

from halfturn.core.errors import HalfturnError
from halfturn.server.migrations import HEAD, KNOWN, TAKEN_OVER, revision, upgrade

log = logging.getLogger(__name__)

OLDEST_SQLITE: Final = (3, 37, 0)
"""The first with STRICT tables."""

SCHEMA: Final = """
-- Who somebody is: never in the log, so that a person can be forgotten and games stay whole.
CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;

-- The browsers on which people are signed in. Each has a cookie of its own; this is its hash.
CREATE TABLE devices (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES people,
    token_hash BLOB NOT NULL UNIQUE,
    browser TEXT NOT NULL, -- as "Firefox"; empty where it is not known
    system TEXT NOT NULL, -- as "Android"; empty where it is not known
    made_at INTEGER NOT NULL, -- 0 for devices from before there was this table
    used_at INTEGER NOT NULL -- the day, as its first second; 0 until it is used again
) STRICT;

CREATE INDEX devices_of_person ON devices (person);

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    invite TEXT NOT NULL,
    bot_turn INTEGER NOT NULL, -- 1 while a bot is to answer, to go on with after a restart
    made_at INTEGER NOT NULL, -- to list the newest first, and to tidy up the oldest
    over INTEGER NOT NULL DEFAULT 0 -- 1 once the match is over, to count those that are not
) STRICT, WITHOUT ROWID;

CREATE INDEX bots_to_answer ON tables (id) WHERE bot_turn = 1;

CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables,
    seat INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES people,
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_of_person ON seats (person);

-- The secret behind the deals of one game, apart from all that is read to show a table.
CREATE TABLE seeds (
    table_id TEXT NOT NULL REFERENCES tables,
    game INTEGER NOT NULL,
    seed BLOB NOT NULL,
    PRIMARY KEY (table_id, game)
) STRICT, WITHOUT ROWID;

-- The truth. Rows are added and never changed; the two constraints settle every race.
CREATE TABLE log (
    table_id TEXT NOT NULL REFERENCES tables,
    version INTEGER NOT NULL,
    key TEXT NOT NULL,
    seat INTEGER,
    kind TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, version),
    UNIQUE (table_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- When a clock of a table is out, in milliseconds of the server's own time (the fact `uptime`).
CREATE TABLE deadlines (
    table_id TEXT PRIMARY KEY REFERENCES tables,
    due INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX deadlines_in_order ON deadlines (due);

-- What people said at a table: not in the log, so that it can be deleted.
CREATE TABLE talk (
    table_id TEXT NOT NULL REFERENCES tables,
    number INTEGER NOT NULL,
    key TEXT NOT NULL,
    seat INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES people,
    phrase TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX talk_of_person ON talk (person);

-- Tables that anybody may join, until their first game begins.
CREATE TABLE lobby (table_id TEXT PRIMARY KEY REFERENCES tables) STRICT, WITHOUT ROWID;

-- Where somebody wants to be told that it is their turn.
CREATE TABLE webhooks (
    person INTEGER PRIMARY KEY REFERENCES people,
    url TEXT NOT NULL,
    form TEXT NOT NULL
) STRICT;

-- Several nodes on one database, see `leases`: who lives, until when, and where it is reached.
CREATE TABLE nodes (
    node TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Which node has a table; the epoch goes up with every change of hands.
CREATE TABLE leases (
    table_id TEXT PRIMARY KEY, -- or * for what nobody has
    node TEXT NOT NULL,
    epoch INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX leases_of_node ON leases (node);

-- For how long the tables have been served by any node, and up to when that is counted.
CREATE TABLE served (
    one INTEGER PRIMARY KEY,
    uptime INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;

-- Codes for another device, where several nodes have to know them.
CREATE TABLE codes (
    code_hash BLOB PRIMARY KEY,
    person INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- People's own bots: each is somebody, too, and stays a bot when its token is good no more.
CREATE TABLE bots (
    person INTEGER PRIMARY KEY REFERENCES people,
    owner INTEGER NOT NULL REFERENCES people,
    token_hash BLOB UNIQUE, -- nothing once it was revoked
    scopes TEXT NOT NULL,
    made_at INTEGER NOT NULL
) STRICT;

CREATE INDEX bots_of_owner ON bots (owner);

-- Alembic's: which step of `migrations` this file has reached.
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
"""
"""A new database as it is made today; `migrations` brings older ones to the same.

It is written as SQLite reads it; `migrations.dialect` says what PostgreSQL has other words for.
"""

NAMED: Final = "INSERT INTO facts VALUES ('server', ?)"


def new_server_name() -> str:
    """What a new collection of tables is called."""
    return secrets.token_hex(4)


PRAGMAS: Final = {
    "busy_timeout": 5000,
    "trusted_schema": 0,
    "mmap_size": 0,
    "foreign_keys": 1,
    "secure_delete": 1,  # what is written over is gone from the disk, too
    "synchronous": 2,  # FULL: a commit returns when it is on the disk
}


class StoreFailed(Exception):
    """The database could not do it; whether it was written is for the log to tell."""

    @property
    def for_logs(self) -> str:
        """All of it: SQLite speaks of columns and files, never of what is in them."""
        return str(self)


class Fenced(StoreFailed):
    """The table lives on another node by now: nothing was written, and this one forgets it."""


class Unusable(HalfturnError):
    """A database file that this server cannot work with."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose settings are what durability rests on, or an error."""
    # Python's own transactions would begin and end where nobody sees it.
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, cached_statements=256)
    try:
        for name, value in PRAGMAS.items():
            db.execute(f"PRAGMA {name} = {value}")
        mode = db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        found = {name: db.execute(f"PRAGMA {name}").fetchone() for name in PRAGMAS}
        # Some builds have no memory mapping to turn off, and then no such setting.
        wrong = {name: row for name, row in found.items() if row and row[0] != PRAGMAS[name]}
        if mode != "wal" or wrong:
            raise Unusable(
                f"{path}: expected journal_mode wal and {PRAGMAS}, got {mode} and {found}"
            )
    except BaseException:
        db.close()
        raise
    return db


def let_go(db: sqlite3.Connection | None) -> None:
    """Close a connection, whatever state it is in."""
    if db is not None:
        try:
            db.close()
        except sqlite3.Error as error:
            log.error("the database did not close: %s", error)


def prepare(path: Path) -> None:
    """Make the tables of a new file, or check that an old one can be used."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise Unusable(f"expected SQLite 3.37 or newer, got {sqlite3.sqlite_version}")
    try:
        path.touch(mode=0o600)  # nobody else's business; what SQLite puts beside it follows suit
        db = connect(path)
    except (sqlite3.Error, OSError) as error:
        raise Unusable(f"{path} cannot be opened as a database: {error}") from None
    try:
        found = revision(db)
        if found is None:
            db.executescript(f"BEGIN IMMEDIATE; {SCHEMA}")
            db.execute(NAMED, (new_server_name(),))
            db.execute("INSERT INTO alembic_version VALUES (?)", (HEAD,))
            db.execute(f"PRAGMA user_version = {TAKEN_OVER}")
            db.execute("COMMIT")
        elif found not in KNOWN:
            raise Unusable(
                f"{path} was written by another Halfturn (format {found}, here {HEAD}): "
                "use that one, or another folder with --data"
            )
        elif found != HEAD:
            upgrade(path, connect)
    except sqlite3.Error as error:
        raise Unusable(f"{path} cannot be used: {error}") from None
    finally:
        db.close()
