"""Tables know whether they are over, so that the open ones of a person can be counted.

The log tells it too, but only to who folds it; a table from before counts as open until
something happens there.
"""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"

STATEMENTS = ("ALTER TABLE tables ADD COLUMN over INTEGER NOT NULL DEFAULT 0",)


def upgrade() -> None:
    """Take the step."""
    for statement in STATEMENTS:
        op.execute(statement)
