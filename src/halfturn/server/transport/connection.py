"""One open browser tab: what waits to be sent there, and no more than that."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Any, Final, Protocol

import msgspec
from mypy_extensions import mypyc_attr
from starlette.websockets import WebSocketDisconnect

from halfturn.core.language import SOURCE
from halfturn.server.ops import metrics
from halfturn.server.ops.settings import Settings
from halfturn.server.protocol.updates import HALTED
from halfturn.server.tables.log import Halted

COME_BACK: Final = 1013
BROKEN: Final = 1011
CLOSE_WITHIN = 2.0
"""Seconds; not Final, since what is Final is compiled in, and a test wants to wait less."""
LONGEST_REASON: Final = 120
"""Bytes; the WebSocket has room for 123."""
ABORT: Final = "halfturn.abort"
"""Where the server puts the way to end a connection without the other side's help."""
NARROW: Final = "halfturn.narrow"
"""Where it puts the way to let the system keep back only so much."""
AT_ONCE: Final = "halfturn.at_once"
"""Where it puts the way to send a frame at once, if nothing is in the way."""

encode: Final = msgspec.json.Encoder().encode
"""A message as a frame."""


def why_closed(error: Exception) -> tuple[int, str]:
    """The code and the reason to tell somebody to whom a table cannot be shown."""
    if isinstance(error, Halted):
        return HALTED, str(error).encode()[:LONGEST_REASON].decode(errors="ignore")
    return BROKEN, "this table cannot be opened"


class Socket(Protocol):
    """Where frames go: a WebSocket, or the body of an answer."""

    @property
    def scope(self) -> Any:
        """What the server knows of the connection."""

    async def send_text(self, data: str) -> None:
        """Send a frame; returns when there is room for the next."""

    async def close(self, code: int, reason: str) -> None:
        """End it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Connection:
    """Frames go out in order, or the connection is closed: never is one left out."""

    __slots__ = (
        "_at_once",
        "_close",
        "_settings",
        "_size",
        "_socket",
        "_waiting",
        "_writing",
        "columns",
        "device",
        "language",
        "person",
        "seat",
        "sent",
        "sits",
    )

    def __init__(
        self,
        socket: Socket,
        person: int | None,
        seat: int | None,
        settings: Settings,
        device: int | None = None,
    ) -> None:
        self.person = person
        self.device = device
        """The device on which the person is signed in; None for bots and for nobody."""
        self.sits = seat
        """Where the person sits; None for somebody who watches."""
        self.seat = seat
        """Through whose eyes it sees: that seat, or another one that the same person holds."""
        self.sent = -1
        """The version of the table that was sent last; -1 before the hello."""
        self.columns = 0
        """How wide a drawing of the view it wants; 0 for none."""
        self.language = SOURCE
        """What it is told in."""
        self._socket = socket
        self._settings = settings
        self._waiting: deque[bytes] | None = None
        self._size = 0
        self._writing: asyncio.Task[None] | None = None
        """Sends what waits; most connections never need it, and idle ones should cost little."""
        scope = getattr(socket, "scope", {})
        self._at_once: Callable[[bytes], bool] | None = scope.get("state", {}).get(AT_ONCE)
        self._close: tuple[int, str] | None = None

    def push(self, frame: bytes) -> None:
        """Send a frame, after those that wait."""
        if self._close is not None:
            return
        # Mostly nothing waits, and then nothing has to be woken up either.
        if self._writing is None and self._at_once is not None and self._at_once(frame):
            return
        waiting = self._waiting = deque() if self._waiting is None else self._waiting
        if (
            len(waiting) >= self._settings.frames_out
            or self._size + len(frame) > self._settings.bytes_out
        ):
            waiting.clear()
            self.close(COME_BACK, "too slow")
            return
        waiting.append(frame)
        self._size += len(frame)
        self._wake()

    def close(self, code: int, reason: str) -> None:
        """Close it, after what waits has been sent; soon in any case, even if nobody reads."""
        if self._close is None:
            self._close = code, reason
            metrics.CLOSED.add(str(code))
            self._wake()
            asyncio.get_running_loop().call_later(CLOSE_WITHIN, self._abort)

    @property
    def closing(self) -> bool:
        """Whether it is closed, or about to be."""
        return self._close is not None

    async def flushed(self) -> None:
        """Until what waits has been sent, for who has much to tell: more than may wait at once."""
        if self._writing is not None:
            await asyncio.wait([self._writing])

    async def end(self) -> None:
        """Send nothing more: the browser is gone."""
        if self._writing is not None:
            self._writing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writing

    def _wake(self) -> None:
        if self._writing is None:
            self._writing = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        """Send what waits, and the end if that is to come, from either side."""
        # A browser that is gone is told to the one who listens, not here; nothing goes out then.
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while self._waiting:
                frame = self._waiting.popleft()
                await self._socket.send_text(frame.decode())
                self._size -= len(frame)
            if self._close is None:
                self._writing = None
            else:
                await self._socket.close(*self._close)

    def _abort(self) -> None:
        abort = self._socket.scope.get("state", {}).get(ABORT)
        if abort is not None:
            abort()
