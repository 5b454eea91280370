"""Where points come from, line by line, for the end of a game."""

from __future__ import annotations

import msgspec


class ScoreLine(msgspec.Struct, frozen=True):
    """Some points of a seat. All lines of a seat together are its score."""

    seat: int
    what: str
    """What brings them, in the game's notation."""
    sum: str
    """How they add up, like `0 + 1 + 3`."""
    points: int
