"""People's own bots: each is somebody of its own, known by a token instead of a cookie."""

from __future__ import annotations

from halfturn.server.storage.migrations.dialect import carry_out

revision = "0005"
down_revision = "0004"

STATEMENTS = (
    """
    CREATE TABLE bots (
        person INTEGER PRIMARY KEY REFERENCES people,
        owner INTEGER NOT NULL REFERENCES people,
        token_hash BLOB UNIQUE,
        scopes TEXT NOT NULL,
        made_at INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE INDEX bots_of_owner ON bots (owner)
    """,
)


def upgrade() -> None:
    """Take the step."""
    carry_out(STATEMENTS)
