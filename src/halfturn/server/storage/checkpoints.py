"""Moves what was committed from SQLite's journal to its place, beside the thread that writes.

It takes as long as many commits do, and whoever waited for one of those would notice it. Writing
goes on meanwhile, so something is left at the end; that is little, and the writer's.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from pathlib import Path

from halfturn.server.storage.database import connect, let_go

log = logging.getLogger(__name__)


class Tidier:
    """A thread for each time, and a connection for all of them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db: sqlite3.Connection | None = None
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Tidy up, unless that is being done already."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._tidy, name="tidier", daemon=True)
            self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether it has come to its end; that is told once."""
        if self._thread is None or self._thread.is_alive():
            return False
        self._thread = None
        return True

    def finish(self) -> None:
        """Come to the end: two cannot empty the journal at once, and the second is not told so."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def close(self) -> None:
        """Come to the end, and let the file go."""
        self.finish()
        let_go(self._db)

    def _tidy(self) -> None:
        try:
            if self._db is None:
                self._db = connect(self._path)
            self._db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except Exception as error:
            # All of it is on the disk already, only not yet in its place.
            log.error("the journal could not be moved: %s", error)
            let_go(self._db)
            self._db = None
