"""The paper that drawings are made on: how wide it is."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_CHOSEN: Final[ContextVar[int | None]] = ContextVar("chosen", default=None)


def columns() -> int:
    """How many columns a drawing may take: what `paper` says, else those of the terminal."""
    chosen = _CHOSEN.get()
    return shutil.get_terminal_size().columns if chosen is None else chosen


@contextmanager
def paper(width: int) -> Iterator[None]:
    """Let all that is drawn inside be so wide, for a screen or a test that knows its own width."""
    before = _CHOSEN.set(width)
    try:
        yield
    finally:
        _CHOSEN.reset(before)
