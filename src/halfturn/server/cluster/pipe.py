"""A WebSocket that goes through: its bytes, both ways, and no more of them than fit.

What a slow side does not take is not read from the other, so the bounds of the node at the far end
hold as if it were near.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

CLOSE: Final = 0x88
"""The first byte of the frame with which a WebSocket ends."""
COME_BACK: Final = b"\x88\x0b\x03\xf4come back"
"""That frame, with the code for a server that starts anew."""
CLOSE_WITHIN: Final = 2.0
LONG: Final = {126: 4, 127: 10}
"""How long the head of a frame is, by its second byte, where it is not two."""


class Frames:
    """Knows whether a stream from a server stands between two frames."""

    def __init__(self) -> None:
        self.open = False
        """Whether the handshake is over, and frames follow."""
        self.ended = False
        """Whether the last frame has been seen."""
        self._head = b""
        self._left = 0

    def take(self, data: bytes) -> None:
        """What comes next."""
        at = 0 if self.open else self._answer(data)
        while at < len(data):
            if self._left:
                step = min(self._left, len(data) - at)
                self._left -= step
                at += step
                continue
            self._head += data[at : at + 1]
            at += 1
            if len(self._head) >= 2 and len(self._head) == LONG.get(self._head[1], 2):
                head, self._head = self._head, b""
                self._left = int.from_bytes(head[2:], "big") if len(head) > 2 else head[1]
                self.ended = self.ended or head[0] == CLOSE

    def _answer(self, data: bytes) -> int:
        """Go on in the answer to the handshake; where the frames begin."""
        before = len(self._head)
        self._head += data
        end = self._head.find(b"\r\n\r\n")
        if end < 0:
            return len(data)
        self.open = self._head.startswith(b"HTTP/1.1 101")
        self._head = b""
        return end + 4 - before if self.open else len(data)

    @property
    def between(self) -> bool:
        """Whether another frame could begin here."""
        return self.open and not self.ended and not self._head and not self._left


class End(asyncio.Protocol):
    """One end: what comes in here goes out at the other."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: Any) -> None:
        """It is there."""
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Something came."""
        self._pipe.passed(self, data)

    def pause_writing(self) -> None:
        """Too much waits here: read nothing more at the other end."""
        other = self._pipe.other(self).transport
        if other is not None and not other.is_closing():
            other.pause_reading()

    def resume_writing(self) -> None:
        """There is room again."""
        other = self._pipe.other(self).transport
        if other is not None and not other.is_closing():
            other.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        """It is gone, and the other end with it."""
        self._pipe.cut()

    def shutdown(self) -> None:
        """The server stops."""
        self._pipe.cut()


class Pipe:
    """A browser at the front, and at the back the node that has its table."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.front = End(self)
        self.back = End(self)
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._frames = Frames()

    def begin(self, head: bytes) -> None:
        """Both ends are there: ask the other node for the WebSocket."""
        if self.back.transport is not None:
            self.back.transport.write(head)

    def other(self, end: End) -> End:
        """The end across from one."""
        return self.back if end is self.front else self.front

    def passed(self, end: End, data: bytes) -> None:
        """Something goes through."""
        if end is self.back:
            self._frames.take(data)
        to = self.other(end).transport
        if to is not None and not to.is_closing():
            to.write(data)

    def cut(self) -> None:
        """End it; a browser that was not told why is told to come back."""
        if self.done.done():
            return
        self.done.set_result(None)
        front = self.front.transport
        if front is not None and not front.is_closing():
            if self._frames.between:
                front.write(COME_BACK)
            front.close()
            # Soon in any case, even if nobody reads.
            asyncio.get_running_loop().call_later(CLOSE_WITHIN, front.abort)
        if self.back.transport is not None:
            self.back.transport.close()
