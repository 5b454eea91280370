"""Servers with one promise broken each: a checker that does not notice is worth nothing."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Any, Final

from halfturn.core import Event, State
from halfturn.server.projection import updates
from halfturn.server.storage.database import StoreFailed
from halfturn.server.storage.sqlite_writer import Statement
from halfturn.server.storage.store import Store
from halfturn.server.tables import hub
from halfturn.server.tables.change import Change
from halfturn.server.tables.log import Row
from halfturn.server.tables.room import Room
from halfturn.server.tables.table import Table

A_MOMENT: Final = 0.02
"""Between a broken promise and the disk: long enough for a kill to come in between."""


def open_rooms(kind: type[Room]) -> None:
    """Let a server open rooms of that kind: what is compiled takes no other methods."""
    hub.Room = kind  # type: ignore[attr-defined]


def sit_at(kind: type[Table]) -> None:
    """Let a server have tables of that kind."""

    class Mutant(Room):
        def _fold(self, rows: Sequence[Row]) -> Table:
            return kind.fold(self.id, rows, self._load)

    open_rooms(Mutant)


def ackfirst() -> None:
    """Says that it is done, then does it."""

    class Mutant(Room):
        async def commit(
            self, table: Table, change: Change, acknowledge: Callable[[int], None], *more: Any
        ) -> None:
            acknowledge(change.rows[0].version)
            await asyncio.sleep(A_MOMENT)
            await super().commit(table, change, lambda version: None, *more)

    open_rooms(Mutant)


def publishfirst() -> None:
    """Shows everybody what is not on the disk yet."""

    class Mutant(Room):
        async def commit(
            self, table: Table, change: Change, acknowledge: Callable[[int], None], *more: Any
        ) -> None:
            before = self._table
            ahead = Table.fold(self.id, [*self._store.rows(self.id), *change.rows], self._load)
            self._table = ahead
            self.publish()
            self._table = before
            await asyncio.sleep(A_MOMENT)
            await super().commit(table, change, acknowledge, *more)

    open_rooms(Mutant)


def noidem() -> None:
    """Does not know a request again."""

    class Mutant(Table):
        def check_key(self, seat: int, key: str) -> None:
            pass

    def unknown(self: Store, id: str, key: str) -> int | None:
        return None

    Store.version_of = unknown  # type: ignore[method-assign]
    sit_at(Mutant)


def noocc() -> None:
    """Takes an answer to an old question for one to the new."""

    class Mutant(Table):
        def check_asked(self, seat: int, token: str) -> State:
            return super().check_asked(seat, self.token(seat) if self.given else token)

    sit_at(Mutant)


def catchup() -> None:
    """Tells what was seen last once more to those who come back."""
    told = updates.told_since

    def mutant(table: Table, since: int) -> list[Event]:
        return told(table, max(since - 1, 0))

    updates.told_since = mutant


def swallowed() -> None:
    """Takes no notice of a PostgreSQL that does not take what it is given."""
    from halfturn.server.storage.postgres import PostgresEngine

    write = PostgresEngine.write

    async def mutant(self: PostgresEngine, statements: Sequence[Statement]) -> None:
        with contextlib.suppress(StoreFailed):
            await write(self, statements)

    PostgresEngine.write = mutant  # type: ignore[assignment, method-assign]


MUTANTS: dict[str, Callable[[], None]] = {
    "ackfirst": ackfirst,
    "publishfirst": publishfirst,
    "noidem": noidem,
    "noocc": noocc,
    "catchup": catchup,
}
OF_OUTAGES: dict[str, Callable[[], None]] = {"swallowed": swallowed}
"""Those that give themselves away when the database goes, not the server."""
