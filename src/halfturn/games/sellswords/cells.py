"""Cells: where tiles lie, as integers that a step leads on from.

A cell is `x + 128 + 256 * (y + 128)`, x to the right and y downwards, so a step is an
addition and no field that can be built ever reaches an edge. The terrain is laid at 0,0.

Which cells are taken is also kept as a mask of bits: eight bits for a row, the box around
all tiles at columns and rows 1 to 5, and a rim of one around it. So everything that can be
reached by laying one tile more has its bit, and no bit runs over into the next row.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3

STRIDE: Final = 256
CENTRE: Final = 32896
"""The cell 0,0."""
FARTHEST: Final = 60
"""How far from 0,0 a position may begin; from there no game wanders over an edge."""

STEPS: Final = (-256, 1, 256, -1)
"""What leads one cell to the north, east, south and west."""

SIZE: Final = 5
"""SO-FIELD-2: the field ends as a square of five by five."""
ROW_BITS: Final = 8
BOX_BIT: Final = 9
"""The bit of the box's upper left corner: column 1 of row 1."""
FIRST_COLUMN: Final = 0x01010101010101
"""Column 0 of all seven rows; shifted by one it is column 1."""
FIRST_ROW: Final = 0x7F
BITS: Final = vec[i64]([1 << bit for bit in range(56)])
"""Looked up, since compiled code shifts a literal in 32 bits."""
COLUMNS_IN: Final[list[list[int]]] = [
    [column for column in range(7) if row >> column & 1] for row in range(128)
]
"""The columns of a row's bits, from the left."""


def cell_at(x: int, y: int) -> int:
    """The cell in that column and row."""
    return x + 128 + 256 * (y + 128)


def column(cell: int) -> int:
    """The x of a cell."""
    return (cell & 255) - 128


def row(cell: int) -> int:
    """The y of a cell."""
    return (cell >> 8) - 128


def centre(left: int, top: int) -> int:
    """SO-AMB-49: the middle of the five by five cells with this upper left corner."""
    return left + 2 + STRIDE * (top + 2)


def same_row(one: int, other: int) -> bool:
    """Whether two cells lie in one row."""
    return one >> 8 == other >> 8


def same_column(one: int, other: int) -> bool:
    """Whether two cells lie in one column."""
    return one & 255 == other & 255


def is_diagonal(one: int, other: int) -> bool:
    """Whether two cells share a corner and no edge."""
    apart = one - other
    return apart == 255 or apart == -255 or apart == 257 or apart == -257


def touching(one: int, other: int) -> bool:
    """SO-TERM-3: whether two cells share an edge."""
    apart = one - other
    return apart == 1 or apart == -1 or apart == 256 or apart == -256


def spread(mask: int) -> int:
    """These bits and all that share an edge with one of them."""
    return mask | mask << 1 | mask >> 1 | mask << 8 | mask >> 8


def is_connected(mask: i64) -> bool:
    """SO-CONN-1: whether every bit can be reached from every other over edges."""
    if mask == 0:
        return True
    reached = mask & -mask
    while True:
        further = (reached | reached << 1 | reached >> 1 | reached << 8 | reached >> 8) & mask
        if further == reached:
            return reached == mask
        reached = further
