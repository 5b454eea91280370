"""The one thread that writes: many changes, one wait for the disk."""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from halfturn.server import metrics
from halfturn.server.database import StoreFailed, connect

log = logging.getLogger(__name__)

MOST_TOGETHER: Final = 64
MOST_WAITING: Final = 4096
CLOSELY: Final = 0.005
"""Seconds after a group within which the next one counts as following closely …"""
FOR_COMPANY: Final = 0.001
"""… and so many are waited for company then."""
TIDY_AFTER: Final = 1000
TIDY_ANYWAY: Final = 4000
"""After so many commits what they wrote is moved from SQLite's journal to its place: in a
moment when nobody waits, or, after many more, in any case."""

Statement = tuple[str, Sequence[Any]]
APPEND: Final = "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)"
"""What nearly all statements are: one more row of a table's log."""
ADD_SEED: Final = "INSERT INTO seeds VALUES (?, ?, ?)"
"""The secret of one more game."""
SET_OVER: Final = "UPDATE tables SET over = ? WHERE id = ?"
LEAVE_LOBBY: Final = "DELETE FROM lobby WHERE table_id = ?"
SOON: Final = 0.01
"""Seconds until something is tried again."""
MOST_ROWS: Final = 128
"""Rows in one statement; each number of them is prepared once and kept."""


class Taken(Exception):
    """Something of that name is there already: a version, a key, a seat."""


class Batch(NamedTuple):
    """Statements that are carried out all or none, and who waits for them."""

    statements: Sequence[Statement]
    done: asyncio.Future[None]


class Writer:
    """Commits batches in the order they come, those that wait together in one transaction.

    While the disk is busy with one group the next one gathers: alone a batch is committed at once,
    in a crowd up to MOST_TOGETHER share the time that the disk takes. Where one group follows the
    other closely the thread also waits for company, for a moment that nobody notices: each time it
    wakes up it takes Python's lock from the loop several times, which costs everybody more.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._waiting: queue.SimpleQueue[list[Batch] | None] = queue.SimpleQueue()
        self._gathered: list[Batch] = []
        """What is handed over to the thread before the loop looks again for what has come in."""
        self._at_hand: deque[Batch] = deque()
        """What the thread has been handed and not yet begun with."""
        self._ending = False
        self._written = 0.0
        """When the last group was done."""
        self._wanted = 0
        self._begun = 0
        """Changes so far: each number is written by one thread alone."""
        self._db: sqlite3.Connection | None = self._connect()
        self._untidy = 0
        """Commits since the journal was emptied last."""
        self._traceless = False
        """Whether what was written over is to vanish from the journal, too."""
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def write(self, statements: Sequence[Statement]) -> asyncio.Future[None]:
        """Carry the statements out; it is done when they are on the disk.

        Raises Taken when a constraint is in the way, StoreFailed when the disk is.
        """
        if self.waiting >= MOST_WAITING:
            raise StoreFailed("too much is waiting to be written")
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        # What is wished for at one moment is handed over together: the thread wakes up once.
        if not self._gathered:
            loop.call_soon(self._hand_over)
        self._gathered.append(Batch(statements, done))
        self._wanted += 1
        return done

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        if gathered:
            self._waiting.put(gathered)

    def leave_no_trace(self) -> None:
        """See to it soon that nothing of what was written over is left in the journal."""
        self._traceless = True
        done = asyncio.get_running_loop().create_future()
        self._wanted += 1
        self._waiting.put([Batch((), done)])  # so that the writer looks

    @property
    def waiting(self) -> int:
        """How many changes wait for the disk."""
        return self._wanted - self._begun

    def close(self) -> None:
        """Write what is waiting, then end."""
        self._hand_over()
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while group := self._next_group():
            outcomes = self._commit(group)
            tell(group, outcomes)
            self._written = time.perf_counter()
            idle = not self._at_hand and self._waiting.empty()
            if (
                (idle and self._untidy >= TIDY_AFTER)
                or self._untidy >= TIDY_ANYWAY
                or self._traceless
            ):
                self._tidy()
        self._drop()

    def _next_group(self) -> list[Batch]:
        """What waits, as far as it goes together; nothing when it is all over."""
        at_hand = self._at_hand
        while len(at_hand) < MOST_TOGETHER and not self._ending:
            nothing = not at_hand
            try:
                handed = self._waiting.get(block=nothing)
            except queue.Empty:
                break
            if nothing and time.perf_counter() - self._written < CLOSELY:
                time.sleep(FOR_COMPANY)
            if handed is None:
                self._ending = True
            else:
                at_hand.extend(handed)
        group = [at_hand.popleft() for _ in range(min(len(at_hand), MOST_TOGETHER))]
        self._begun += len(group)
        return group

    def _commit(self, group: list[Batch]) -> list[Exception | None]:
        begin = time.perf_counter()
        try:
            if self._db is None:
                self._db = self._connect()
            outcomes = _append_all(self._db, group) or _carry_out_all(self._db, group)
            if self._db.in_transaction:
                self._db.execute("COMMIT")
            self._untidy += 1
            metrics.COMMITS.add(time.perf_counter() - begin)
            metrics.GROUPS.add(len(group))
            return outcomes
        except Exception as error:
            # After a failed write nobody knows what the handle believes to be on the disk:
            # it is closed, which rolls back, and the next group opens the file anew.
            metrics.COMMIT_FAILED.add()
            log.error("commit failed: %s", error)
            self._drop()
            return [StoreFailed(f"{type(error).__name__}: {error}")] * len(group)

    def _connect(self) -> sqlite3.Connection:
        db = connect(self._path)
        # Left to itself SQLite would empty the journal inside somebody's commit, who then
        # waits several times as long as all others.
        db.execute("PRAGMA wal_autocheckpoint = 0")
        return db

    def _tidy(self) -> None:
        """Empty the journal, after everybody has been told of what is in it."""
        self._untidy = 0
        try:
            if self._db is not None:
                how = "TRUNCATE" if self._traceless else "PASSIVE"
                self._db.execute(f"PRAGMA wal_checkpoint({how})")
                self._traceless = False
        except sqlite3.Error as error:
            # All of it is on the disk already, only not yet in its place.
            log.error("the journal could not be emptied: %s", error)
            self._drop()

    def _drop(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            try:
                db.close()
            except sqlite3.Error as error:
                log.error("the database did not close: %s", error)


def _append_all(db: sqlite3.Connection, group: list[Batch]) -> list[Exception | None]:
    """All batches as one statement, which is a transaction of its own; nothing where it cannot be.

    Every statement hands Python's lock over several times and has to wait to get it back, so each
    one counts; and nearly always there is nothing to write but rows for logs.
    """
    rows = []
    for batch in group:
        for sql, values in batch.statements:
            if sql != APPEND:
                return []
            rows.append(values)
    if not 0 < len(rows) <= MOST_ROWS:
        return []
    try:
        _add(db, APPEND, rows)
    except sqlite3.IntegrityError:
        return []  # of one of them; nothing of the statement was done
    return [None] * len(group)


def _add(db: sqlite3.Connection, insert: str, rows: Sequence[Sequence[Any]]) -> None:
    """Rows for one table, in as few statements as can be."""
    one = insert[insert.index("(") :]
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        more = f", {one}" * (len(some) - 1)
        db.execute(insert + more, [value for row in some for value in row])


def _carry_out_all(db: sqlite3.Connection, group: list[Batch]) -> list[Exception | None]:
    """All batches inside one transaction.

    First everything is tried at once, and only if something is in the way batch by batch.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        _at_once(db, [statement for batch in group for statement in batch.statements])
        return [None] * len(group)
    except sqlite3.IntegrityError as error:
        db.execute("ROLLBACK")
        if len(group) == 1:
            return [Taken(str(error))]
    db.execute("BEGIN IMMEDIATE")
    return [_carry_out(db, batch.statements) for batch in group]


def _at_once(db: sqlite3.Connection, statements: list[Statement]) -> None:
    """The statements, with all rows for the logs in one of them, all secrets in another, and all
    tables whose games are over, or begin, in one each: where many begin together, each statement
    of each of them would wait for Python's lock.

    These come last, as other rows do not depend on them, and they do on others.
    """
    rows: dict[str, list[Sequence[Any]]] = {ADD_SEED: [], APPEND: []}
    over: dict[int, list[str]] = {}
    for sql, values in statements:
        if sql in rows:
            rows[sql].append(values)
        elif sql == SET_OVER:
            is_over, id = values
            over.setdefault(is_over, []).append(id)
        else:
            db.execute(sql, values)
    for is_over, ids in over.items():
        more = " OR id = ?" * (len(ids) - 1)
        db.execute(SET_OVER + more, [is_over, *ids])
    for sql, found in rows.items():
        _add(db, sql, found)


def _carry_out(db: sqlite3.Connection, statements: Sequence[Statement]) -> Taken | None:
    """One batch inside the common transaction: alone it fails, and the others do not notice."""
    db.execute("SAVEPOINT batch")
    try:
        for sql, values in statements:
            db.execute(sql, values)
    except sqlite3.IntegrityError as error:
        db.execute("ROLLBACK TO batch")
        db.execute("RELEASE batch")
        return Taken(str(error))
    db.execute("RELEASE batch")
    return None


def tell(group: list[Batch], outcomes: list[Exception | None]) -> None:
    """Wake those who wait, all of one loop at once."""
    loop = group[0].done.get_loop()
    while True:
        try:
            loop.call_soon_threadsafe(_settle, group, outcomes)
            return
        except RuntimeError:
            log.warning("a commit was finished after everybody had left")
            return
        except MemoryError:
            # A game from another package has all there is, for a moment: see `guard`. Whoever
            # waits is told in any case, and so is everybody after them.
            time.sleep(SOON)


def _settle(group: list[Batch], outcomes: list[Exception | None]) -> None:
    for batch, outcome in zip(group, outcomes, strict=True):
        if batch.done.cancelled():
            continue
        if outcome is None:
            batch.done.set_result(None)
        else:
            batch.done.set_exception(outcome)
