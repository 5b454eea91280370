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

from halfturn.server.ops import metrics
from halfturn.server.storage.checkpoints import Tidier
from halfturn.server.storage.database import Damaged, StoreFailed, connect, failed, let_go

log = logging.getLogger(__name__)

MOST_TOGETHER: Final = 64
MOST_WAITING: Final = 4096
TIDY_AFTER: Final = 1000
"""After so many commits what they wrote is moved from SQLite's journal to its place."""

Statement = tuple[str, Sequence[Any]]
APPEND: Final = "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)"
"""What nearly all statements are: one more row of a table's log."""
ADD_SEED: Final = "INSERT INTO seeds VALUES (?, ?, ?)"
"""The secret of one more game."""
SET_OVER: Final = "UPDATE tables SET over = ? WHERE id = ?"
LEAVE_LOBBY: Final = "DELETE FROM lobby WHERE table_id = ?"
PLAYING: Final = {sql: kind for kind, sql in enumerate((APPEND, ADD_SEED, SET_OVER, LEAVE_LOBBY))}
"""What nearly all groups are made of. The thread has a view with a place for each of these
statements: rows for it are one statement, which is a transaction of its own. Each statement hands
Python's lock over several times and has to wait to get it back, so each one counts."""
ADD: Final = "INSERT INTO playing VALUES (?, ?, ?, ?, ?, ?, ?)"
PLACES: Final = ADD.count("?")
"""The columns of that view: which statement it is, and its values."""
MOST_ROWS: Final = 128
"""Rows in one statement; each number of them is prepared once and kept."""
SOON: Final = 0.01
"""Seconds until something is tried again."""


class Taken(Exception):
    """Something of that name is there already: a version, a key, a seat."""


class Batch(NamedTuple):
    """Statements that are carried out all or none, and who waits for them."""

    statements: Sequence[Statement]
    done: asyncio.Future[None]


class Writer:
    """Commits batches in the order they come, those that wait together in one transaction.

    While the disk is busy with one group the next one gathers: alone a batch is committed at once,
    in a crowd up to MOST_TOGETHER share the time that the disk takes.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._waiting: queue.SimpleQueue[list[Batch] | None] = queue.SimpleQueue()
        self._gathered: list[Batch] = []
        """What is handed over to the thread before the loop looks again for what has come in."""
        self._at_hand: deque[Batch] = deque()
        """What the thread has been handed and not yet begun with."""
        self._ending = False
        self._wanted = 0
        self._begun = 0
        """Changes so far: each number is written by one thread alone."""
        self._db: sqlite3.Connection | None = self._connect()
        self.damaged = False
        """Whether something could not be written because the file is damaged."""
        self._untidy = 0
        """Commits since the journal was emptied last."""
        self._traceless = False
        """Whether what was written over is to vanish from the journal, too."""
        self.trouble = ""
        """Why a commit failed, until a larger one is known to work: a disk that is nearly full may
        still take a small one."""
        self.stuck = ""
        """Why the journal cannot be emptied; then it grows until nothing fits any more."""
        self._tidier = Tidier(path)
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
            tell(group, self._commit(group))
            self._look_after_journal()
        self._tidier.close()
        self._drop()

    def _next_group(self) -> list[Batch]:
        """What waits, as far as it goes together; nothing when it is all over."""
        at_hand = self._at_hand
        while len(at_hand) < MOST_TOGETHER and not self._ending:
            try:
                handed = self._waiting.get(block=not at_hand)
            except queue.Empty:
                break
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
            outcomes = _at_once(self._db, group) or _carry_out_all(self._db, group)
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
            self.trouble = _in_words(error)
            log.error("commit failed: %s", error)
            self._drop()
            outcome = failed(error)
            self.damaged = self.damaged or isinstance(outcome, Damaged)
            return [outcome] * len(group)

    def _connect(self) -> sqlite3.Connection:
        db = connect(self._path)
        # Left to itself SQLite would empty the journal inside somebody's commit, who then
        # waits several times as long as all others.
        db.execute("PRAGMA wal_autocheckpoint = 0")
        _make_view(db)
        return db

    def _look_after_journal(self) -> None:
        """Empty it now and then, after everybody has been told of what is in it."""
        if self._traceless or self._tidier.is_done or self.stuck:
            self._tidy()
        elif self._untidy >= TIDY_AFTER:
            self._tidier.begin()

    def _tidy(self) -> None:
        """Empty the journal; where the tidier was at work, of the little that came meanwhile.

        SQLite begins it anew only where all of it has been moved, so somebody has to do the rest
        while nothing is written.
        """
        self._untidy = 0
        self._tidier.finish()
        try:
            if self._db is not None:
                how = "TRUNCATE" if self._traceless else "PASSIVE"
                self._db.execute(f"PRAGMA wal_checkpoint({how})")
                self._traceless = False
                self.stuck = ""
        except sqlite3.Error as error:
            # All of it is on the disk already, only not yet in its place.
            log.error("the journal could not be emptied: %s", error)
            self.stuck = _in_words(error)
            self._drop()

    def _drop(self) -> None:
        let_go(self._db)
        self._db = None


def _in_words(error: Exception) -> str:
    """What failed, with the name that SQLite has for it."""
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    return f"{error} ({name})"


def _make_view(db: sqlite3.Connection) -> None:
    """The place of a connection's own for all that playing writes, see PLAYING."""
    values = ", ".join(f"v{at}" for at in range(1, PLACES))
    nothing = ", ".join(["NULL"] * PLACES)
    db.execute(f"CREATE TEMP VIEW playing (kind, {values}) AS SELECT {nothing} WHERE 0")
    for sql, kind in PLAYING.items():
        own = sql
        for at in range(1, sql.count("?") + 1):
            own = own.replace("?", f"NEW.v{at}", 1)
        db.execute(
            f"CREATE TEMP TRIGGER playing_{kind} INSTEAD OF INSERT ON playing "
            f"WHEN NEW.kind = {kind} BEGIN {own}; END"
        )


def _row(kind: int, values: Sequence[Any]) -> list[Any]:
    return [kind, *values, *[None] * (PLACES - 1 - len(values))]


def _add(db: sqlite3.Connection, rows: Sequence[Sequence[Any]]) -> None:
    """Rows for the view, in as few statements as can be."""
    one = ADD[ADD.index("(") :]
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        more = f", {one}" * (len(some) - 1)
        db.execute(ADD + more, [value for row in some for value in row])


def _at_once(db: sqlite3.Connection, group: list[Batch]) -> list[Exception | None]:
    """All batches as one statement; nothing is done, and nothing told, where it cannot be."""
    rows = []
    for batch in group:
        for sql, values in batch.statements:
            kind = PLAYING.get(sql)
            if kind is None:
                return []
            rows.append(_row(kind, values))
    if not 0 < len(rows) <= MOST_ROWS:
        return []
    try:
        _add(db, rows)
    except sqlite3.IntegrityError:
        return []  # of one of them; nothing of the statement was done
    return [None] * len(group)


def _carry_out_all(db: sqlite3.Connection, group: list[Batch]) -> list[Exception | None]:
    """All batches inside one transaction.

    First everything is tried together, and only if something is in the way batch by batch.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        _together(db, [statement for batch in group for statement in batch.statements])
        return [None] * len(group)
    except sqlite3.IntegrityError as error:
        db.execute("ROLLBACK")
        if len(group) == 1:
            return [Taken(str(error))]
    db.execute("BEGIN IMMEDIATE")
    return [_carry_out(db, batch.statements) for batch in group]


def _together(db: sqlite3.Connection, statements: list[Statement]) -> None:
    """The statements, with all that is for the view at the end, as it may depend on others and
    others do not on it.
    """
    rows = []
    for sql, values in statements:
        kind = PLAYING.get(sql)
        if kind is None:
            db.execute(sql, values)
        else:
            rows.append(_row(kind, values))
    _add(db, rows)


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
