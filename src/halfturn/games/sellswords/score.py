"""A line of the score sheet: what a row, a column or an ability brought each player."""

from __future__ import annotations

from typing import Final

import msgspec

POINTS: Final = (0, 0, 1, 2, 4, 7)
"""SO-SCORE-3: for 0 to 5 tiles of one colour in a row or column."""


class ScoreLine(msgspec.Struct, frozen=True):
    """One line: `row` -1 with tiles (2, 1) gives points (1, 0)."""

    source: str
    """`row`, `column`, or the name of the tile that gives the points."""
    at: int | None
    """Which row or column."""
    tiles: tuple[int, int]
    """The tiles of each seat that count here."""
    points: tuple[int, int]

    @property
    def title(self) -> str:
        """What a player reads in front of the points."""
        return self.source if self.at is None else f"{self.source} {self.at}"
