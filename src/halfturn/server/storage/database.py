"""The SQLite file: how it is opened, and what is in it."""

from __future__ import annotations

import logging
import os
import secrets
import shutil
import sqlite3
from pathlib import Path
from typing import Final

from halfturn.core.errors import HalfturnError
from halfturn.server.storage.migrations import HEAD, KNOWN, TAKEN_OVER, revision, upgrade
from halfturn.server.storage.sqlite_format import check_files, read_wal

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
    over INTEGER NOT NULL DEFAULT 0, -- 1 once the match is over, to count those that are not
    changed_at INTEGER NOT NULL DEFAULT 0 -- to the day, to delete what nobody needs any more
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

-- To find the rows of one game, and the results of all, without reading the rest.
CREATE INDEX log_beginnings ON log (table_id, version) WHERE kind = 'begin';

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


class Damaged(StoreFailed):
    """The database has a page that makes no sense: what stands there cannot be read."""


class Unusable(HalfturnError):
    """A database file that this server cannot work with."""


COPY: Final = ".backup"
COPIES: Final = 3
"""Copies made before a database was brought up to date that are kept."""
SPARE: Final = 16 << 20
"""Bytes that have to stay free besides."""
CORRUPT: Final = (11, 26)
"""SQLite's codes for a file that is damaged, or is no database."""
CHECKED_AT_START: Final = 1 << 30
"""Bytes of a file that is checked before the server starts, which takes a second or two; a larger
one is checked while it runs."""


def failed(error: Exception) -> StoreFailed:
    """What SQLite could not do, as an error of the store."""
    code = getattr(error, "sqlite_errorcode", None) or 0
    kind = Damaged if code & 0xFF in CORRUPT else StoreFailed
    return kind(f"{type(error).__name__}: {error}")


def find_damage(path: Path) -> str:
    """What is wrong with a file, or "". It is only read, and so is the WAL beside it."""
    if wrong := check_files(path):
        return wrong
    try:
        # Unlike any other connection, one that may not write leaves the WAL alone when it closes.
        db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
        finally:
            db.close()
    except sqlite3.DatabaseError as error:
        if not isinstance(failed(error), Damaged):
            raise
        return str(error)
    return "" if found == "ok" else " ".join(str(found).split())


def instructions(path: Path, wrong: str) -> str:
    """What to say of a damaged file, and what to do about it."""
    return (
        f"{path} is damaged: {wrong}. Nothing was changed. Copy {path.name} and the files beside "
        "it whose names begin with it to a safe place, then put your newest backup back "
        "(halfturn admin restore FILE), or recover what can still be read "
        f"(halfturn admin salvage {path.parent} RECOVERED)"
    )


def is_large(path: Path) -> bool:
    """Whether checking a file takes so long that the server should start meanwhile.

    Not where a WAL has to be taken over: whether it belongs to the file is known only afterwards.
    """
    beside = path.with_name(path.name + "-wal")
    wal = read_wal(beside, verify=False)
    empty = wal is None or (wal.readable and not wal.pages)
    return empty and path.exists() and path.stat().st_size > CHECKED_AT_START


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


def to_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:
        if not path.is_dir():  # Windows cannot do it for folders, and need not
            raise
    finally:
        os.close(handle)


def copy_into(source: sqlite3.Connection, target: Path) -> None:
    """Copy a database, as of one moment, into a file that nobody else may read."""
    target.unlink(missing_ok=True)
    target.touch(mode=0o600)
    copy = sqlite3.connect(target)
    try:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    finally:
        copy.close()


def keep_copy(path: Path, db: sqlite3.Connection) -> Path:
    """Copy a file of an older Halfturn beside it before it is brought up to date.

    The last few such copies are kept. Raises Unusable if there is no room for it.
    """
    beside = path.with_name(path.name + "-wal")
    size = path.stat().st_size + (beside.stat().st_size if beside.exists() else 0)
    needed, free = 2 * size + SPARE, shutil.disk_usage(path.parent).free
    if free < needed:
        raise Unusable(
            f"{path} was written by an older Halfturn and has to be brought up to date. A copy of "
            f"it is made first, and {path.parent} has too little room for that: "
            f"{needed / 1e6:.0f} MB are needed, {free / 1e6:.0f} MB are free. Nothing was "
            "changed: make room, or move the folder to a larger disk and name it with --data"
        )
    name, number = f"{path.name}.before-{HEAD}", 1
    while (
        target := path.with_name(f"{name}{COPY if number == 1 else f'-{number}{COPY}'}")
    ).exists():
        number += 1
    half = target.with_name(target.name + ".part")
    copy_into(db, half)
    to_disk(half)
    os.replace(half, target)
    to_disk(path.parent)
    copies = sorted(path.parent.glob(f"{path.name}.before-*{COPY}"), key=_age)
    for each in copies[:-COPIES]:
        each.unlink()
    log.warning("%s is brought up to date; as it was, it is kept as %s", path, target.name)
    return target


def _age(path: Path) -> tuple[int, str]:
    return path.stat().st_mtime_ns, path.name


def prepare(path: Path) -> None:
    """Make the tables of a new file, or check that an old one can be used.

    A damaged one is refused, with every file as it was.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise Unusable(f"expected SQLite 3.37 or newer, got {sqlite3.sqlite_version}")
    try:
        wrong = check_files(path)
        if not wrong and path.exists() and path.stat().st_size and not is_large(path):
            wrong = find_damage(path)
        if wrong:
            raise Unusable(instructions(path, wrong))
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
            keep_copy(path, db)
            upgrade(path, connect)
    except (sqlite3.Error, OSError) as error:
        raise Unusable(f"{path} cannot be used: {error}") from None
    finally:
        db.close()
