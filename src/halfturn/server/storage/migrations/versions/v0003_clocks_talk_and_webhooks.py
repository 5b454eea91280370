"""Clocks, talk, open tables and webhooks: what people do at tables beside the game."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"

STATEMENTS = (
    """
    CREATE TABLE deadlines (
        table_id TEXT PRIMARY KEY REFERENCES tables,
        due INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE INDEX deadlines_in_order ON deadlines (due)
    """,
    """
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
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE INDEX talk_of_person ON talk (person)
    """,
    """
    CREATE TABLE lobby (table_id TEXT PRIMARY KEY REFERENCES tables) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE webhooks (
        person INTEGER PRIMARY KEY REFERENCES people,
        url TEXT NOT NULL,
        form TEXT NOT NULL
    ) STRICT
    """,
)


def upgrade() -> None:
    """Take the step."""
    for statement in STATEMENTS:
        op.execute(statement)
