"""Who tells what happened, and when: acknowledgements and new wishes come first.

After a commit many tables have news at once, and telling them takes longer than all else. If
each told its own at once, whoever was committed last would hear of it only after everybody had
been told everything. So tables take turns, in the order of their commits, a few of them before
the loop looks again for what has come in.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

TOGETHER: Final = 8
"""So many tables tell what happened before others are heard."""


class Turns:
    """Of all tables of one server."""

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._taken = False
        """Whether somebody had a turn already, since the loop last looked."""

    async def next(self) -> None:
        """Wait for the own turn; where nobody else has one it is at once."""
        loop = asyncio.get_running_loop()
        if not self._taken:
            self._taken = True
            loop.call_soon(self._give)
            return
        turn = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _give(self) -> None:
        waiting = self._waiting
        self._taken = bool(waiting)
        if self._taken:
            for _ in range(min(TOGETHER, len(waiting))):
                turn = waiting.popleft()
                if not turn.done():
                    turn.set_result(None)
            asyncio.get_running_loop().call_soon(self._give)
