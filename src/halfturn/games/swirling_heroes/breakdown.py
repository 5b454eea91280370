"""Which card of the field brings whom how much."""

from __future__ import annotations

from typing import Final

from halfturn.core.breakdown import ScoreLine
from halfturn.games.swirling_heroes.view import SwirlingHeroesView

ROW: Final = 1 << 10
"""Between a cell and the one below it, where cells are counted row by row; no field is so wide."""
BESIDE: Final = (-ROW, 1, ROW, -1)
"""The cells that a card's sides look at, clockwise from the top."""


def breakdown(view: SwirlingHeroesView) -> tuple[ScoreLine, ...]:
    """A line for every card: the numbers on those of its sides that touch no card."""
    cards = [(each.seat, each.card, each.x, each.y) for each in view.field]
    lie = {y * ROW + x for _, _, x, y in cards}
    lines = []
    for seat in range(view.seats):
        for owner, face, x, y in cards:
            if owner == seat:
                cell = y * ROW + x
                numbers = [face[side] for side in range(4) if cell + BESIDE[side] not in lie]
                points = sum([int(number) for number in numbers])
                lines.append(ScoreLine(seat, f"{face}@{x},{y}", " + ".join(numbers), points))
    return tuple(lines)
