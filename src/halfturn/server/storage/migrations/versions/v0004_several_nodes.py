"""Nodes, their leases, the time they share, and codes for other devices: see `leases`."""

from __future__ import annotations

from halfturn.server.storage.migrations.dialect import carry_out

revision = "0004"
down_revision = "0003"

STATEMENTS = (
    """
    CREATE TABLE nodes (
        node TEXT PRIMARY KEY,
        address TEXT NOT NULL,
        until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE leases (
        table_id TEXT PRIMARY KEY,
        node TEXT NOT NULL,
        epoch INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE INDEX leases_of_node ON leases (node)
    """,
    """
    CREATE TABLE served (
        one INTEGER PRIMARY KEY,
        uptime INTEGER NOT NULL,
        at INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE codes (
        code_hash BLOB PRIMARY KEY,
        token_hash BLOB NOT NULL,
        sealed BLOB NOT NULL,
        until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
)


def upgrade() -> None:
    """Take the step."""
    carry_out(STATEMENTS)
