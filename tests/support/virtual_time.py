"""A loop in which time passes only while everybody waits, so tests of time depend on no machine."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Coroutine
from typing import Any


class VirtualLoop(asyncio.SelectorEventLoop):
    """Its clock jumps to the next timer when nothing else is left to do."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0

    def time(self) -> float:
        return self._now

    def _run_once(self) -> None:
        timers: list[Any] = self._scheduled  # type: ignore[attr-defined]
        while timers and timers[0]._cancelled:
            self._timer_cancelled_count -= 1
            heapq.heappop(timers)._scheduled = False
        if not self._ready:  # type: ignore[attr-defined]
            assert timers, "everybody waits, and for nothing"
            self._now = max(self._now, timers[0]._when)
        super()._run_once()  # type: ignore[misc]

    _timer_cancelled_count: int


def run_virtually(go: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a test in such a loop."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(go())
