"""What waits for a bot, told as it happens: it sits somewhere, a game begins, it is asked, it ends.

A reader is told how things stand at a table wherever that is not what it was told last. So it does
not matter why, how often, or by whom `changed` is called, and nothing is told twice.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from typing import Final, Literal, NamedTuple, cast

import msgspec

from halfturn.server.protocol.own_bots import BotEvent
from halfturn.server.protocol.updates import Update
from halfturn.server.storage.database import StoreFailed
from halfturn.server.tables.log import BadLog
from halfturn.server.tables.room import Room
from halfturn.server.transport.connection import Connection, encode

log = logging.getLogger(__name__)

MOST_TABLES: Final = 1000
"""Of which a reader's stream remembers what was told; those not changed for longest are forgotten.
"""
Kind = Literal["seated", "begun", "your_turn", "over"]


class _Told(NamedTuple):
    number: int
    turn: str
    """The token of the question that is open, or empty."""
    over: bool


class _Reader:
    """One stream, and what was told there."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._told: OrderedDict[str, _Told] = OrderedDict()

    def look(self, room: Room, seat: int) -> None:
        """Tell what is new at a table."""
        table = room.table
        before = self._told.get(room.id)
        match_over = table.status == "over"
        if before is None and match_over:
            return  # nothing waits there
        asked = seat in table.asked and table.bot_playing(seat) is None
        now = _Told(table.number, table.token(seat) if asked else "", table.game_over)
        news = [
            BotEvent(
                type=kind,
                table=room.id,
                game=table.game.id,
                number=table.number,
                version=table.version,
                match_over=match_over,
                update=self._shown(room, seat) if kind == "your_turn" else msgspec.UNSET,
            )
            for kind in _news(before, now)
        ]
        self._told[room.id] = now
        self._told.move_to_end(room.id)
        if len(self._told) > MOST_TABLES:
            self._told.popitem(last=False)
        for event in news:
            self.connection.push(encode(event))

    def _shown(self, room: Room, seat: int) -> Update:
        """The table for a seat, by the one gate: what that makes are bytes already."""
        return cast(Update, msgspec.Raw(room.frame(seat, self.connection.language)))


def _news(before: _Told | None, now: _Told) -> list[Kind]:
    found: list[Kind] = []
    if before is None:
        found.append("seated")
        before = _Told(0, "", False)
    if now.number > before.number:
        found.append("begun")
        before = before._replace(over=False)
    if now.turn and now.turn != before.turn:
        found.append("your_turn")
    if now.over and not before.over:
        found.append("over")
    return found


class EventStreams:
    """All readers, by who they are."""

    def __init__(self) -> None:
        self._readers: dict[int, list[_Reader]] = {}

    def __len__(self) -> int:
        """How many streams are read."""
        return sum(map(len, self._readers.values()))

    def __bool__(self) -> bool:
        """Whether anybody reads; every change of every table asks."""
        return bool(self._readers)

    def people(self) -> list[int]:
        """Who reads."""
        return list(self._readers)

    def has(self, person: int) -> bool:
        """Whether somebody reads."""
        return person in self._readers

    def add(self, connection: Connection) -> None:
        """Somebody begins to read."""
        assert connection.person is not None
        self._readers.setdefault(connection.person, []).append(_Reader(connection))

    def remove(self, connection: Connection) -> None:
        """Somebody reads no more."""
        assert connection.person is not None
        readers = self._readers.get(connection.person, [])
        readers[:] = [each for each in readers if each.connection is not connection]
        if not readers:
            self._readers.pop(connection.person, None)

    def look(self, room: Room, only: Connection | None = None) -> None:
        """Tell those who sit at a table what is new there, or one of them."""
        try:
            for person in list(room.sitting.values()):
                seat = room.seat_of(person)
                for reader in self._readers.get(person, ()):
                    if seat is not None and only in (None, reader.connection):
                        reader.look(room, seat)
        except (BadLog, StoreFailed) as error:
            log.error("nobody is told of table %s: %s", room.id, error)
        except Exception:  # whoever changed the table has nothing to do with it
            log.exception("nobody is told of table %s", room.id)

    def close(self, code: int, reason: str, person: int | None = None) -> None:
        """End the streams of somebody, or all."""
        for whose, readers in list(self._readers.items()):
            if person in (None, whose):
                for reader in readers:
                    reader.connection.close(code, reason)
