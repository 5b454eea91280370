"""Which card of the field brings whom how much."""

from __future__ import annotations

from typing import Final

from halfturn.core.breakdown import ScoreLine
from halfturn.games.swirling_heroes.view import SwirlingHeroesView

BESIDE: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The cells that a card's sides look at, clockwise from the top."""


def breakdown(view: SwirlingHeroesView) -> tuple[ScoreLine, ...]:
    """A line for every card: the numbers on those of its sides that touch no card."""
    lie = {(each.x, each.y) for each in view.field}
    lines = []
    for card in sorted(view.field, key=lambda each: each.seat):
        sides = zip(card.card, BESIDE, strict=True)
        open_ = [side for side, (dx, dy) in sides if (card.x + dx, card.y + dy) not in lie]
        what = f"{card.card}@{card.x},{card.y}"
        lines.append(ScoreLine(card.seat, what, " + ".join(open_), sum(map(int, open_))))
    return tuple(lines)
