"""What has come in over one WebSocket and waits to be heard."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any


class Inbox:
    """asyncio's queue, but for one listener and any number of messages: there is little to do."""

    def __init__(self) -> None:
        self._messages: deque[Any] = deque()
        self._listener: asyncio.Future[None] | None = None
        """Who waits for something to come."""

    def put_nowait(self, message: Any) -> None:
        """Something has come."""
        self._messages.append(message)
        listener = self._listener
        if listener is not None and not listener.done():
            listener.set_result(None)

    async def get(self) -> Any:
        """What came first; waits until there is something."""
        while not self._messages:
            self._listener = asyncio.get_running_loop().create_future()
            try:
                await self._listener
            finally:
                self._listener = None
        return self._messages.popleft()

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._messages

    def qsize(self) -> int:
        """How many messages wait."""
        return len(self._messages)
