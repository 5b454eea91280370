"""Each device of a person has a token of its own, and can be signed out.

Until now all devices of a person shared one token. It becomes that of a single device of which
nothing else is known.
"""

from __future__ import annotations

from alembic import op

from halfturn.server.storage.migrations.dialect import carry_out

revision = "0006"
down_revision = "0005"

STATEMENTS = (
    """
    CREATE TABLE devices (
        id INTEGER PRIMARY KEY,
        person INTEGER NOT NULL REFERENCES people,
        token_hash BLOB NOT NULL UNIQUE,
        browser TEXT NOT NULL,
        system TEXT NOT NULL,
        made_at INTEGER NOT NULL,
        used_at INTEGER NOT NULL
    ) STRICT
    """,
    # Nobody has the cookie of a bot, or of a person who was forgotten.
    """
    INSERT INTO devices (id, person, token_hash, browser, system, made_at, used_at)
    SELECT id, id, token_hash, '', '', 0, 0 FROM people
    WHERE name <> 'Deleted player' AND id NOT IN (SELECT person FROM bots)
    """,
    """
    CREATE INDEX devices_of_person ON devices (person)
    """,
    # Codes for another device are valid for five minutes: none of them is worth keeping.
    "DROP TABLE codes",
    """
    CREATE TABLE codes (
        code_hash BLOB PRIMARY KEY,
        person INTEGER NOT NULL,
        until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
)
# SQLite cannot drop a column that is unique: the table is made again.
ON_SQLITE = (
    "CREATE TABLE new_people (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT",
    "INSERT INTO new_people SELECT id, name FROM people",
    "DROP TABLE people",
    "ALTER TABLE new_people RENAME TO people",
)
ON_POSTGRES = ("ALTER TABLE people DROP COLUMN token_hash",)


def upgrade() -> None:
    """Take the step."""
    postgres = op.get_context().dialect.name == "postgresql"
    carry_out((*STATEMENTS, *(ON_POSTGRES if postgres else ON_SQLITE)))
