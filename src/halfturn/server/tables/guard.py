"""Bounds on the code of games from other packages: how long a step may take, and how much memory.

The games of Halfturn itself are proved to end; one that somebody else wrote may go round in
circles or grow without end, and everybody shares one process. While its code runs a timer ticks:
at a tick Python looks at how much of the processor the step has had, and where that is too much,
raises an error inside of the game. More memory than it may have the system does not give it.

What Python can interrupt is Python: loops, calls, regular expressions. A game that is compiled
itself and never comes back to the interpreter, or one single operation on enormous numbers, goes
on. Windows has no such timer, and of systems other than Linux memory is not bounded.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType, TracebackType
from typing import Final

if sys.platform == "linux":
    import resource

TICK: Final = 0.05
"""Seconds from one look to the next."""
ASLEEP: Final = 4
"""So many times longer may it take by the clock: most of that a busy machine may have taken."""
NOTICED: Final = 4 * 2**20
_PAGE: Final = 4096


class TooMuch(BaseException):
    """Raised inside of a game; no `except Exception` of its author keeps it from coming out."""


Limits = tuple[int, int]
"""The one in force and the hardest; -1 for none."""
Ended = Callable[[str], Exception]
"""What is raised in the end, for words that tell why."""


class Kept:
    """Memory that the steps of one table have taken and not given back, in bytes."""

    def __init__(self) -> None:
        self.bytes = 0

    def add(self, grown: int) -> None:
        """Count what a step took or gave back; a little is the whole program's own coming and
        going.
        """
        if abs(grown) >= NOTICED:
            self.bytes = max(0, self.bytes + grown)


class Guard:
    """Watches over one step at a time, in the main thread."""

    def __init__(self, seconds: float, memory: int) -> None:
        self._seconds = seconds
        self._memory = memory
        """Bytes that a step may take beyond what there was before it."""
        self._ready = False
        self._running = False
        self._began = 0.0
        self._ticks = 0
        self._limits = (-1, -1)
        self.memory = 0
        """What there was when the step began."""

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """Be there for the timer; otherwise, and where there is none, nothing is bounded."""
        if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGALRM, self._tick)
        signal.siginterrupt(signal.SIGALRM, False)  # whatever the system is asked goes on
        self._ready = True
        try:
            yield
        finally:
            self._ready = False
            signal.signal(signal.SIGALRM, before)

    def step(self, ended: Ended, kept: Kept | None = None) -> Step:
        """`with` it a game's code runs within bounds; beyond them `ended` says what is raised.

        `kept` counts what the steps of one table do not give back. Nothing may be awaited
        inside. Inside another step this one means nothing.
        """
        return Step(self, ended, kept or Kept())

    # What follows is called by the step, in this file: see `_tick`.

    def begin(self, kept: int) -> bool:
        """The step begins; False inside another one."""
        if self._running or not self._ready:
            return False
        self.memory = memory_now()
        self._began = time.thread_time()
        self._ticks = 0
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        # Last: whatever else is done here needs a little memory, too.
        self._limits = limit_memory(self.memory + max(0, self._memory - kept))
        self._running = True
        return True

    def end(self) -> None:
        """The step is over."""
        # First: what the game took is not given back yet, and there may be nothing left.
        restore_memory(self._limits)
        self._running = False
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _tick(self, number: int, frame: FrameType | None) -> None:
        # In the code of this file the step is just beginning or ending: an error raised there
        # would miss the `with`. There is another tick if it was not the end.
        if not self._running or frame is None or frame.f_code.co_filename == __file__:
            return
        self._ticks += 1
        took = time.thread_time() - self._began
        if took >= self._seconds or self._ticks * TICK >= self._seconds * ASLEEP:
            raise TooMuch("it took too long")


class Step:
    """A piece of work for one table, from `with` to its end."""

    def __init__(self, guard: Guard, ended: Ended, kept: Kept) -> None:
        self._guard = guard
        self._ended = ended
        self._kept = kept
        self._outer = False

    def __enter__(self) -> Step:
        self._outer = self._guard.begin(self._kept.bytes)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not self._outer:
            return
        self._guard.end()
        if isinstance(error, TooMuch):
            raise self._ended(str(error)) from None
        if isinstance(error, MemoryError):
            raise self._ended("it wanted too much memory") from None
        if isinstance(error, SystemExit):
            raise self._ended("it wanted to end the program") from None
        self._kept.add(memory_now() - self._guard.memory)


def limit_memory(most: int) -> Limits:
    """Let this process have so many bytes at most; returns what was the case before."""
    if sys.platform != "linux":
        return -1, -1
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (min([most, *_finite(before)]), before[1]))
    return before


def restore_memory(limits: Limits) -> None:
    """Let it have as much as before."""
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, limits)


def _finite(limits: Limits) -> list[int]:
    return [each for each in limits if each >= 0]  # there is none below zero


def memory_now() -> int:
    """Bytes that this process may write to or read from, as far as the system tells."""
    if sys.platform != "linux":
        return 0
    with open("/proc/self/statm", "rb", 0) as numbers:
        return int(numbers.read(32).split()[0]) * _PAGE
