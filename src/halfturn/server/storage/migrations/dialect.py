"""What PostgreSQL has other words for: everything is written as SQLite reads it, once.

Steps from 0004 on are taken on both; they say what they do by `carry_out`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

OTHER_WORDS: Final = (
    (r"\) STRICT(, WITHOUT ROWID)?", ")"),
    (r"\bINTEGER\b", "BIGINT"),
    (r"\bBLOB\b", "BYTEA"),
    # In the order of their bytes, as SQLite has them, whatever the database's language is.
    (r"\bTEXT\b", 'TEXT COLLATE "C"'),
)


def for_postgres(schema: str) -> str:
    """Statements that make tables, in the words of PostgreSQL."""
    for pattern, other in OTHER_WORDS:
        schema = re.sub(pattern, other, schema)
    return schema


@cache
def numbered(sql: str) -> str:
    """A statement with `$1`, `$2`, … for its values instead of `?`."""
    first, *rest = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))


def carry_out(statements: Iterable[str]) -> None:
    """Take a step, on whichever database it is."""
    from alembic import op

    translate = op.get_context().dialect.name == "postgresql"
    for statement in statements:
        op.execute(for_postgres(statement) if translate else statement)
