"""Servers with one promise broken each: a checker that does not notice is worth nothing."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Any, Final

from halfturn.core import Event, State
from halfturn.server import project, room
from halfturn.server.change import Change
from halfturn.server.database import StoreFailed
from halfturn.server.room import Room
from halfturn.server.table import Table
from halfturn.server.writer import Statement

A_MOMENT: Final = 0.02
"""Between a broken promise and the disk: long enough for a kill to come in between."""


def ackfirst() -> None:
    """Says that it is done, then does it."""
    commit = Room.commit

    async def mutant(
        self: Room, table: Table, change: Change, acknowledge: Callable[[int], None], *more: Any
    ) -> None:
        acknowledge(change.rows[0].version)
        await asyncio.sleep(A_MOMENT)
        await commit(self, table, change, lambda version: None, *more)

    Room.commit = mutant  # type: ignore[assignment, method-assign]


def publishfirst() -> None:
    """Shows everybody what is not on the disk yet."""
    append = Room.commit

    async def mutant(
        self: Room, table: Table, change: Change, acknowledge: Callable[[int], None], *more: Any
    ) -> None:
        before = self._table
        ahead = Table.fold(self.id, [*self._store.rows(self.id), *change.rows], self._load)
        self._table = ahead
        self.publish()
        self._table = before
        await asyncio.sleep(A_MOMENT)
        await append(self, table, change, acknowledge, *more)

    Room.commit = mutant  # type: ignore[assignment, method-assign]


def noidem() -> None:
    """Does not know a request again."""

    class Mutant(Table):
        def check_key(self, seat: int, key: str) -> None:
            pass

    room.Table = Mutant  # type: ignore[attr-defined]


def noocc() -> None:
    """Takes an answer to an old question for one to the new."""

    class Mutant(Table):
        def check_asked(self, seat: int, token: str) -> State:
            return super().check_asked(seat, self.token(seat) if self.given else token)

    room.Table = Mutant  # type: ignore[attr-defined]


def catchup() -> None:
    """Tells what was seen last once more to those who come back."""
    told = project._told

    def mutant(table: Table, since: int) -> list[Event]:
        return told(table, max(since - 1, 0))

    project._told = mutant


def swallowed() -> None:
    """Takes no notice of a PostgreSQL that does not take what it is given."""
    from halfturn.server.postgres import PostgresEngine

    write = PostgresEngine.write

    async def mutant(self: PostgresEngine, statements: Sequence[Statement]) -> None:
        with contextlib.suppress(StoreFailed):
            await write(self, statements)

    PostgresEngine.write = mutant  # type: ignore[method-assign]


MUTANTS: dict[str, Callable[[], None]] = {
    "ackfirst": ackfirst,
    "publishfirst": publishfirst,
    "noidem": noidem,
    "noocc": noocc,
    "catchup": catchup,
}
OF_OUTAGES: dict[str, Callable[[], None]] = {"swallowed": swallowed}
"""Those that give themselves away when the database goes, not the server."""
