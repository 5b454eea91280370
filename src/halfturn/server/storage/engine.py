"""What a store stands on: something that keeps rows, and says so when they are safe."""

from __future__ import annotations

import importlib.util
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from halfturn.core.errors import HalfturnError
from halfturn.server.storage.sqlite_writer import Statement


@runtime_checkable
class ReadsBeside(Protocol):
    """What an engine can do whose answers take their time."""

    async def read_beside(self, sql: str, values: Sequence[Any]) -> list[Any]:
        """The rows that are found, while the server's own loop goes on; raises StoreFailed."""


class Engine(Protocol):
    """SQLite in the data folder, or PostgreSQL wherever it is.

    Statements are those that both understand, with `?` for each value.
    """

    def write(self, statements: Sequence[Statement]) -> Awaitable[None]:
        """Carry the statements out, all or none; whoever waits goes on when they are safe.

        Raises Taken when a constraint is in the way, StoreFailed when the database is: then
        whether they were carried out is for the log to tell.
        """

    def read(self, sql: str, values: Sequence[Any]) -> list[Any]:
        """The rows that are found, as tuples; raises StoreFailed."""

    @property
    def waiting(self) -> int:
        """How many changes wait to be written."""

    @property
    def damage(self) -> str:
        """Why the data should not be relied on, in words for the host; "" if nothing is known."""

    @property
    def trouble(self) -> str:
        """Why a write failed, until `forget_trouble`; empty where all is well."""

    def forget_trouble(self, trouble: str) -> None:
        """What was the matter is over, unless something else has failed since."""

    def size(self) -> int:
        """The bytes that everything takes."""

    def leave_no_trace(self) -> None:
        """See to it soon that what was written over is gone, as far as the engine can do that."""

    def close(self) -> None:
        """Write what is waiting, then end."""


def open_engine(file: Path, database: str = "", serving: bool = True) -> Engine:
    """The engine of a file, or of a database elsewhere, with all tables made and up to date.

    Who is not serving leaves them as they are. Raises HalfturnError in words.
    """
    if not database:
        from halfturn.server.storage.sqlite import SqliteEngine

        return SqliteEngine(file)
    need_driver()
    from halfturn.server.storage.postgres import PostgresEngine

    return PostgresEngine(database, serving)


def need_driver() -> None:
    """Say in words what is missing where a PostgreSQL cannot be spoken to."""
    if importlib.util.find_spec("asyncpg") is None:
        raise HalfturnError(
            "a database elsewhere needs more than is installed: pip install 'halfturn[nodes]' "
            "(python3 run.py fetches it by itself)"
        )
