"""Garbage in circles, looked for in moments when nobody waits.

Python itself looks whenever much has been made, in the midst of somebody's move, and everybody
waits for it: ten milliseconds and more, where a move takes one. At a table nothing becomes such
garbage; requests, rooms that nobody looks at any more and errors do, and they can wait.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from collections.abc import Callable
from typing import Final

from halfturn.server.ops import metrics

EVERY: Final = 0.25
"""Seconds between two looks at how much there is."""
SOME: Final = 2_000
"""So many new things are gone through in a moment when nobody has been answered since the last
look …"""
MANY: Final = 50_000
"""… and so many are put aside where none comes, which takes no time."""
IDLE: Final = 120
"""After so many looks without an answer to anybody, half a minute, everything is gone through once
and free memory is given back to the system."""
YOUNG: Final = 1
"""Python's name for all that was made since the last time and is not put aside."""


class Garbage:
    """Knows how much was made, and when it is time to go through it."""

    def __init__(self, answered: Callable[[], int]) -> None:
        self._answered = answered
        """How often somebody was answered so far."""
        self._before = answered()
        self._new = 0
        """What was made, and stayed, since everything was gone through."""
        self._all = 0
        self._quiet = 0
        """Looks since somebody was answered."""
        self._go_through_all()

    def look(self) -> None:
        """Go through what is new, or put it aside, or go through everything where much is new."""
        made = gc.get_count()[0]
        answered = self._answered()
        is_quiet = answered == self._before
        self._quiet = self._quiet + 1 if is_quiet else 0
        if is_quiet and made >= SOME:
            self._new += made - gc.collect(YOUNG)
        elif made >= MANY:
            self._new += made
            gc.freeze()
            gc.collect(YOUNG)  # there is nothing left to go through: it begins to count anew
        if self._new > self._all or (is_quiet and 4 * self._new > self._all):
            self._go_through_all()
        elif self._quiet == IDLE:
            self._go_through_all()
            give_back_memory()
        self._before = answered

    def _go_through_all(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._new, self._all = 0, gc.get_freeze_count()


def give_back_memory() -> None:
    """Return free memory to the system, where the C library keeps it otherwise."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc has it, musl does not
        if trim is not None:
            trim(0)


async def look_after_garbage() -> None:
    """From now on, in the place of Python."""
    gc.disable()
    garbage = Garbage(metrics.REPLIES.total)
    while True:
        await asyncio.sleep(EVERY)
        garbage.look()
