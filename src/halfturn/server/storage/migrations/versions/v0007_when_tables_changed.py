"""When a table last changed, so that those nobody needs any more can be deleted.

It was not kept before, so all tables count as changed on the day of this step.
"""

from __future__ import annotations

import time

from halfturn.server.storage.migrations.dialect import carry_out

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Take the step."""
    carry_out(
        (
            "ALTER TABLE tables ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0",
            f"UPDATE tables SET changed_at = {int(time.time())}",  # noqa: S608 - a number
        )
    )
