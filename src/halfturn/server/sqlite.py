"""The engine of a server on one machine: one file, one thread that writes."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any

from halfturn.server.database import StoreFailed, connect, prepare
from halfturn.server.writer import Statement, Writer


class SqliteEngine:
    """Reads at once, in the thread that asks; writes through the one thread that writes."""

    def __init__(self, path: Path) -> None:
        prepare(path)
        self._writer = Writer(path)
        self._reader = connect(path)

    def write(self, statements: Sequence[Statement]) -> Awaitable[None]:
        """All or none; whoever waits goes on when they are on the disk."""
        return self._writer.write(statements)

    def read(self, sql: str, values: Sequence[Any]) -> list[Any]:
        """The rows that are found."""
        try:
            return self._reader.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise StoreFailed(f"{type(error).__name__}: {error}") from error

    @property
    def waiting(self) -> int:
        """How many changes wait for the disk."""
        return self._writer.waiting

    def size(self) -> int:
        """The bytes of the file."""
        ((pages,),) = self.read("PRAGMA page_count", ())
        ((each,),) = self.read("PRAGMA page_size", ())
        return int(pages) * int(each)

    def leave_no_trace(self) -> None:
        """See to it soon that nothing of what was written over is left in the journal."""
        self._writer.leave_no_trace()

    def close(self) -> None:
        """Write what is waiting and let the file go."""
        self._writer.close()
        self._reader.close()
