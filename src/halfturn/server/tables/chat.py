"""What people say at a table: kept beside its log, where it can be deleted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from halfturn.core.language import say
from halfturn.server.projection import updates
from halfturn.server.protocol.requests import Say
from halfturn.server.storage.store import Line, Store
from halfturn.server.tables import commands
from halfturn.server.tables.change import Refused
from halfturn.server.transport.connection import Connection, encode

if TYPE_CHECKING:
    from halfturn.server.tables.room import Room

LINES_TOLD: Final = 50
"""To somebody who comes."""


class Talk:
    """The talk of one table."""

    def __init__(self, room: Room, store: Store) -> None:
        self._room = room
        self._store = store

    async def say(
        self,
        seat: int,
        person: int,
        words: Say,
        may: Callable[[], bool],
        acknowledge: Callable[[int], None],
    ) -> None:
        """Somebody says something; raises Refused, and then nobody hears it.

        `may` says whether it is not too soon for it.
        """
        room = self._room
        async with room.lock:
            table = room.table
            own_key = table.client_key(seat, words.key)
            if room.sitting.get(table.holder(seat)) != person:
                raise Refused("illegal", say("you do not sit at this table any more"))
            if self._store.has_said(room.id, own_key):
                raise Refused("dup", "", table.version)
            phrase, text = commands.said(table, words)
            if not may():
                raise Refused("slow_down", say("that is a lot to say at once: wait a bit"))
            last = self._store.said(room.id, 1)
            line = Line(last[0].number + 1 if last else 1, seat, phrase, text)
            with room.writing() as lease:
                await self._store.say(room.id, line, own_key, person, lease)
            acknowledge(table.version)
        for connection in room.connections:
            if connection.sent >= 0:
                connection.push(encode(updates.talk([line])))

    def tell(self, connection: Connection) -> None:
        """Tell somebody who comes what was said last."""
        if lines := self._store.said(self._room.id, LINES_TOLD):
            connection.push(encode(updates.talk(lines)))
