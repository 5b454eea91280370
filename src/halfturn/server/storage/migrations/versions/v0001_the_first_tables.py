"""The first tables: people, tables, seats, seeds and the log."""

from __future__ import annotations

from alembic import op

revision = "0001"
down_revision = None

STATEMENTS = (
    """CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    token_hash BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL
) STRICT""",
    """CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    invite TEXT NOT NULL,
    bot_turn INTEGER NOT NULL,
    made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID""",
    "CREATE INDEX bots_to_answer ON tables (id) WHERE bot_turn = 1",
    """CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables,
    seat INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES people,
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, person)
) STRICT, WITHOUT ROWID""",
    "CREATE INDEX seats_of_person ON seats (person)",
    """CREATE TABLE seeds (
    table_id TEXT NOT NULL REFERENCES tables,
    game INTEGER NOT NULL,
    seed BLOB NOT NULL,
    PRIMARY KEY (table_id, game)
) STRICT, WITHOUT ROWID""",
    """CREATE TABLE log (
    table_id TEXT NOT NULL REFERENCES tables,
    version INTEGER NOT NULL,
    key TEXT NOT NULL,
    seat INTEGER,
    kind TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, version),
    UNIQUE (table_id, key)
) STRICT, WITHOUT ROWID""",
    "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    "INSERT INTO facts VALUES ('server', lower(hex(randomblob(4))))",
)


def upgrade() -> None:
    """Take the step."""
    for statement in STATEMENTS:
        op.execute(statement)
