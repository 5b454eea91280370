"""The engine of a server on one machine: one file, one thread that writes."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any, Final

from halfturn.server.storage.database import (
    Damaged,
    connect,
    failed,
    find_damage,
    instructions,
    is_large,
    prepare,
)
from halfturn.server.storage.sqlite_writer import Statement, Writer

log = logging.getLogger(__name__)

DAMAGED: Final = "the database is damaged: run `halfturn admin salvage`"
CHECKING: Final = "the database is being checked"


class SqliteEngine:
    """Reads at once, in the thread that asks; writes through the one thread that writes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._damaged = False
        large = is_large(path)
        prepare(path)
        self._writer = Writer(path)
        self._reader = connect(path)
        self._checking = threading.Thread(target=self._check, name="check", daemon=True)
        if large:
            self._checking.start()

    def _check(self) -> None:
        """Check a file that is too large to be checked before the start."""
        try:
            if wrong := find_damage(self._path):
                self._damaged = True
                log.error("%s", instructions(self._path, wrong))
        except sqlite3.Error as error:
            log.error("the database could not be checked: %s", error)

    @property
    def damage(self) -> str:
        """Whether it is damaged, as far as is known, or still being checked."""
        if self._damaged or self._writer.damaged:
            return DAMAGED
        return CHECKING if self._checking.is_alive() else ""

    def write(self, statements: Sequence[Statement]) -> Awaitable[None]:
        """All or none; whoever waits goes on when they are on the disk."""
        return self._writer.write(statements)

    def read(self, sql: str, values: Sequence[Any]) -> list[Any]:
        """The rows that are found."""
        try:
            return self._reader.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            found = failed(error)
            self._damaged = self._damaged or isinstance(found, Damaged)
            raise found from error

    @property
    def waiting(self) -> int:
        """How many changes wait for the disk."""
        return self._writer.waiting

    @property
    def trouble(self) -> str:
        """Why a write failed, until `forget_trouble`; empty where all is well."""
        return self._writer.stuck or self._writer.trouble

    def forget_trouble(self, trouble: str) -> None:
        """What was the matter is over, unless something else has failed since."""
        if self._writer.trouble is trouble:
            self._writer.trouble = ""

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
