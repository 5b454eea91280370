"""Who tells what happened, and when: acknowledgements and new wishes come first.

After a commit many tables have news at once, and telling them takes longer than all else. If
each told its own at once, whoever was committed last would hear of it only after everybody had
been told everything. So tables take turns, in the order of their commits, some of them before
the loop looks again for what has come in.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

AT_ONCE: Final = 16
"""So many tables tell at once what happened: their acknowledgements leave together with the
news, which is one thing less to send, and those of others hardly wait for it."""
TOGETHER: Final = 16
"""So many of the others do before new wishes are heard."""


class Turns:
    """Of all tables of one server."""

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._taken = 0
        """Turns that were given since the loop last looked for what has come in."""

    async def next(self) -> None:
        """Wait for the own turn; where few others want one it is at once."""
        loop = asyncio.get_running_loop()
        if self._taken == 0:
            loop.call_soon(self._give)
        if self._taken < AT_ONCE and not self._waiting:
            self._taken += 1
            return
        turn = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _give(self) -> None:
        self._taken = min(TOGETHER, len(self._waiting))
        for _ in range(self._taken):
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
        if self._taken:
            asyncio.get_running_loop().call_soon(self._give)
