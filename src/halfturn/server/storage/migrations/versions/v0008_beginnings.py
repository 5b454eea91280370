"""An index of the rows with which games begin, to read one game of a log and not all of them."""

from __future__ import annotations

from halfturn.server.storage.migrations.dialect import carry_out

revision = "0008"
down_revision = "0007"

STATEMENTS = ("CREATE INDEX log_beginnings ON log (table_id, version) WHERE kind = 'begin'",)


def upgrade() -> None:
    """Take the step."""
    carry_out(STATEMENTS)
