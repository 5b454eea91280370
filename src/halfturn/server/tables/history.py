"""The finished games of tables: their results, and whatever is made of one of them.

Results come from the log: the row with which a game begins tells how the one before it ended.
Everything else is folded from the rows of that one game, in a process of its own (`render`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec

from halfturn.server.projection.render import Renderer, Source, TookTooLong
from halfturn.server.protocol.replays import FinishedGame
from halfturn.server.storage.store import Store
from halfturn.server.tables.guest import KIND as STOPPING
from halfturn.server.tables.guest import Unplayable
from halfturn.server.tables.log import Begin, Result, Row
from halfturn.server.tables.room import Room

LONGEST_PAGE: Final = 100
"""Finished games in one answer."""
MOST_OLD: Final = 50_000
"""Results that are remembered of logs that do not tell them."""
TO_THE_END: Final = 2**31 - 1

T = TypeVar("T")


class History:
    """For one hub."""

    def __init__(self, store: Store, renderer: Renderer) -> None:
        self._store = store
        self._renderer = renderer
        self._old: OrderedDict[str, list[Result]] = OrderedDict()
        """Results by table, for logs of an older Halfturn."""

    @staticmethod
    def finished(room: Room) -> int:
        """How many games of a table are over; raises BadLog."""
        with room.beside():
            table = room.table
            return table.number if table.game_over else max(table.number - 1, 0)

    async def results(self, room: Room, first: int, count: int) -> list[FinishedGame]:
        """The results of `count` games from the `first` on; raises BadLog, NotRendered."""
        end = min(first + count, self.finished(room) + 1)
        if first >= end:
            return []
        # How a game ended is told with the beginning of the next.
        rows = await self._store.beginnings(room.id, first + 1, end - first)
        found: list[FinishedGame] = []
        for number in range(first, end):
            at = number - first
            if at < len(rows):
                past = msgspec.json.decode(rows[at][1], type=Begin).past
                result = past.result if past is not None else await self._old_result(room, number)
            else:
                with room.beside():
                    result = room.table.result
            assert result is not None, "a game came before this one"
            found.append(finished_game(number, result))
        return found

    async def _old_result(self, room: Room, number: int) -> Result:
        known = self._old.get(room.id, [])
        if number > len(known):
            rows = _played(self._store.rows(room.id))
            known = await self._bounded(self._renderer.results(room.id, rows, room.guest))
            self._old[room.id] = known
            while len(self._old) > 1 and sum(map(len, self._old.values())) > MOST_OLD:
                self._old.popitem(last=False)
        self._old.move_to_end(room.id)
        return known[number - 1]

    async def of_game(
        self, room: Room, number: int, work: Callable[..., T], *given: object
    ) -> T | None:
        """Do something with a finished game, in the process; None where there is no such game.

        Raises BadLog, NotRendered, or Unplayable for a game from another package.
        """
        if not 1 <= number <= self.finished(room):
            return None
        source = Source(room.id, number, None)
        found = await self._do(room, source, work, *given)
        if found is None:
            source = source._replace(rows=await self._rows(room, number))
            found = await self._do(room, source, work, *given)
        return found

    async def _do(
        self, room: Room, source: Source, work: Callable[..., T], *given: object
    ) -> T | None:
        return await self._bounded(self._renderer.finished(source, room.guest, work, *given))

    async def _bounded(self, doing: Awaitable[T]) -> T:
        try:
            return await doing
        except TookTooLong as error:
            raise Unplayable(f"this game cannot be shown again: it {error}") from error

    async def _rows(self, room: Room, number: int) -> list[Row]:
        """The rows that a finished game is folded from."""
        begun = await self._store.beginnings(room.id, number, 2)
        first = begun[0][0]
        end = begun[1][0] if len(begun) > 1 else TO_THE_END
        if msgspec.json.decode(begun[0][1], type=Begin).past is None:
            first = 1
        return _played(await self._store.game_rows(room.id, first, end))


def finished_game(number: int, result: Result) -> FinishedGame:
    """A finished game in a list."""
    return FinishedGame(number=number, **msgspec.structs.asdict(result))


def _played(rows: list[Row]) -> list[Row]:
    return [row for row in rows if row.kind != STOPPING]
