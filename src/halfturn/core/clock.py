"""The clock that bots think by: the one on the wall, or the time that the processor spent on it.

On a machine that is busy with other things a second on the wall is a fraction of a second of
thought. Whoever compares bots there lets them count the processor's time of their own thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from halfturn.core.errors import BadOptions

WALL: Final = "wall"
CPU: Final = "cpu"
CLOCKS: Final[dict[str, Callable[[], float]]] = {WALL: time.perf_counter, CPU: time.thread_time}

_read: Callable[[], float] = time.perf_counter


def time_now() -> float:
    """Seconds on the clock that is in use; what `deadline` means everywhere."""
    return _read()


def clock_named(name: str) -> str:
    """The name, if there is such a clock."""
    if name not in CLOCKS:
        raise BadOptions(f"expected the clock {' or '.join(CLOCKS)}, got {name!r}")
    return name


@contextmanager
def thinking_by(name: str) -> Iterator[None]:
    """Let all bots of this process think by that clock."""
    global _read  # noqa: PLW0603 - one for all searches, which would else each be handed it
    before = _read
    _read = CLOCKS[clock_named(name)]
    try:
        yield
    finally:
        _read = before
