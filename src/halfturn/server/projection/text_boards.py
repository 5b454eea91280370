"""Text boards: updates with a drawing of the view, for the connections that want one.

A drawing takes much longer than everything else in an update, so it is made beside the event loop,
once for all who see the same at the same width in the same language. A table makes its drawings
one after another, always of its latest version: when it changes faster than it can be drawn,
these connections miss versions, never happenings. Whoever wants no drawing does not wait.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec

from halfturn.core import Game, View
from halfturn.core.language import say, speaking
from halfturn.server.projection.render import Drawing, Renderer, TookTooLong, draw
from halfturn.server.protocol.updates import Span, Update
from halfturn.server.transport.connection import Connection, encode, why_closed

if TYPE_CHECKING:
    from halfturn.server.tables.room import Room

log = logging.getLogger(__name__)

WIDTHS: Final = (20, 32, 40, 60, 80, 100, 120, 160, 200)
"""The widths of drawings, in columns: few, so that many viewers share one."""

Key = tuple[int | None, int, str]
"""A seat or None, a width and a language: what a drawing of one version depends on."""


def width_class(columns: int) -> int:
    """Return the widest of `WIDTHS` that fits; the narrowest if none does, and 0 for no drawing."""
    if columns <= 0:
        return 0
    return max([width for width in WIDTHS if width <= columns], default=WIDTHS[0])


class TextBoards:
    """Those of one room."""

    def __init__(self, room: Room, renderer: Renderer | None) -> None:
        self._room = room
        self._renderer = renderer
        """None: drawings are made here, by the task that sends them."""
        self._due: dict[Connection, int | None] = {}
        """Who gets an update next, and the version they say they have seen; None for the one that
        was sent last."""
        self._greeted: dict[Connection, asyncio.Future[None]] = {}
        """Who waits for the answer to a hello."""
        self._drawn: dict[Key, Drawing] = {}
        """The drawings of one version, which is `_version`."""
        self._version = -1
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether somebody waits for a drawing."""
        return self._task is not None

    def want(self, connection: Connection) -> None:
        """Send a connection what it has not seen, soon."""
        self._due.setdefault(connection, None)
        self._start()

    async def greet(self, connection: Connection, seen: int) -> None:
        """Answer a hello; returns when the update was sent, or cannot be."""
        self._due[connection] = seen
        done = self._greeted[connection] = asyncio.get_running_loop().create_future()
        self._start()
        await done

    def drop(self, connection: Connection) -> None:
        """Send a connection nothing more."""
        self._due.pop(connection, None)
        self._answered(connection)

    def _answered(self, connection: Connection) -> None:
        done = self._greeted.pop(connection, None)
        if done is not None and not done.done():
            done.set_result(None)

    def _start(self) -> None:
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        try:
            while self._due:
                due, self._due = self._due, {}
                try:
                    await self._send(due)
                except Exception as error:
                    log.error("table %s cannot be shown: %s", self._room.id, error)
                    for connection in due:
                        connection.close(*why_closed(error))
                        self.drop(connection)
        finally:
            self._task = None
            for connection in list(self._greeted):
                self._answered(connection)

    async def _send(self, due: dict[Connection, int | None]) -> None:
        """Send all of them the table as it is now."""
        wanted: dict[Key, list[tuple[Connection, Update]]] = {}
        with self._room.showing():
            frames, table = self._room.frames(), self._room.table
            version, game = table.version, table.game
            for connection, seen in due.items():
                key = connection.seat, connection.columns, connection.language
                since = connection.sent if seen is None else seen
                update = frames.update(connection.seat, since, connection.language)
                wanted.setdefault(key, []).append((connection, update))
        if version != self._version:
            self._version, self._drawn = version, {}
        # Those who play come first.
        for key in sorted(wanted, key=lambda key: key[0] is None):
            drawing = self._drawn.get(key)
            if drawing is None:
                drawing = self._drawn[key] = await self._draw(game, wanted[key][0][1], key)
            made: dict[int, bytes] = {}
            for connection, update in wanted[key]:
                if id(update) not in made:
                    made[id(update)] = _frame(update, drawing)
                self._push(connection, key, version, made[id(update)])

    def _push(self, connection: Connection, key: Key, version: int, frame: bytes) -> None:
        """Send a frame, unless the connection has asked for another one meanwhile."""
        if not connection.columns or self._due.get(connection) is not None:
            return
        if key != (connection.seat, connection.columns, connection.language):
            self._due[connection] = 0  # it sees with other eyes by now
            return
        connection.push(frame)
        connection.sent = version
        self._answered(connection)
        if self._room.went_past(version):
            self._due.setdefault(connection, None)

    async def _draw(self, game: Game, update: Update, key: Key) -> Drawing:
        view = cast("View", update.view)  # see `shared.parts`
        _, columns, language = key
        if self._renderer is None:
            return draw(game, view, columns, language)
        try:
            return await self._renderer.draw(game, view, columns, language, self._room.guest)
        except TookTooLong as error:
            self._room.give_up_drawing(str(error))
            log.warning("a drawing of table %s failed: %s", self._room.id, error)
        except Exception as error:
            log.warning("a drawing of table %s failed: %s", self._room.id, error)
        with speaking(language):
            line = Span(text=say("This table cannot be drawn at the moment."), style="")
        return Drawing(encode([[line]]), "")


def _frame(update: Update, drawing: Drawing) -> bytes:
    lines: Any = msgspec.Raw(drawing.lines)
    return encode(msgspec.structs.replace(update, drawing=lines, position=drawing.position))
