"""The integers of the answers: a fixed layout, the same for every position and card file.

    0 … 26507        place: layout * 2209 + cell, where the cell is (y + 23) * 47 + x + 23
    26508 … 26519    remove a layout
    26520 … 26531    deal a layout
    26532 … 26543    pick a layout
    26544 … 26547    take a colour
    26548 … 26551    the chooser is a seat
    26552 … 26555    the First Player is a seat

A placement's integer leaves out which way round the card lies: only one way fits.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from halfturn.games.swirling_heroes.field import CELLS, SPAN, STRIDE

REMOVE_CODES: Final = 26508
DEAL_CODES: Final = 26520
PICK_CODES: Final = 26532
COLOUR_CODES: Final = 26544
CHOOSER_CODES: Final = 26548
FIRST_CODES: Final = 26552
CODE_COUNT: Final = 26556


def layout_of(code: i64) -> i64:
    """The layout that a placement's integer is about."""
    return code // CELLS


def cell_of(code: i64) -> i64:
    """The cell of the field, counted with its border, that a placement's integer is about."""
    place = code % CELLS
    return (place // SPAN + 1) * STRIDE + place % SPAN + 1
