"""The field: the cards that lie, what the empty cells beside them ask for, the open sides.

The field has no edge of its own (SH-FIELD-1). Twenty-four cards reach at most
23 cells from the first, so columns and rows run from -23 to 23, with a border
around them that never holds a card and spares every neighbour a test.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from halfturn.games.swirling_heroes.layouts import (
    FITS,
    FITS_TURNED,
    LAYOUTS,
    LOWEST,
    LYINGS,
    NUMBERS,
    half_turn,
)

REACH: Final = 23
SPAN: Final = 47
"""Columns, and rows, that a field can have: REACH to both sides of the first card."""
CELLS: Final = 2209
STRIDE: Final = 49
"""Cells of a stored row: the span and its border."""
MIDDLE: Final = 24
"""The first card's column and row, counted with the border."""

BESIDE: Final = vec[i64]([-49, 1, 49, -1])
"""The way to the neighbour at the top, right, bottom, left."""


def cell_at(x: i64, y: i64) -> i64:
    """The cell of a column and a row."""
    return (y + MIDDLE) * STRIDE + x + MIDDLE


def column_of(cell: i64) -> i64:
    """The column of a cell, 0 for the first card's."""
    return cell % STRIDE - MIDDLE


def row_of(cell: i64) -> i64:
    """The row of a cell, counted downwards, 0 for the first card's."""
    return cell // STRIDE - MIDDLE


@final
class Field:
    """The cells row by row: the demand on an empty one or, below zero, the card that lies there.

    `lay` is the only writer. `columns` and `rows` are the size of the table.
    """

    def __init__(
        self,
        cells: vec[i64],
        columns: i64,
        rows: i64,
        cards: i64,
        left: i64,
        right: i64,
        top: i64,
        bottom: i64,
    ) -> None:
        self.cells = cells
        self.columns: i64 = columns
        self.rows: i64 = rows
        self.cards: i64 = cards
        self.left: i64 = left
        self.right: i64 = right
        self.top: i64 = top
        self.bottom: i64 = bottom

    def copy(self) -> Field:
        """An independent copy."""
        return Field(
            self.cells[:],
            self.columns,
            self.rows,
            self.cards,
            self.left,
            self.right,
            self.top,
            self.bottom,
        )

    def is_free(self, cell: i64) -> bool:
        """SH-PLACE-2: whether no card lies there."""
        return self.cells[cell] >= 0

    def seat_at(self, cell: i64) -> i64:
        """Whose card lies there; somebody's must."""
        return (-1 - self.cells[cell]) // LYINGS

    def lying_at(self, cell: i64) -> i64:
        """How the card there lies; one must."""
        return (-1 - self.cells[cell]) % LYINGS

    def fitting(self, cell: i64) -> i64:
        """The layouts that may be placed there, as bits.

        None on a card (SH-PLACE-2), none away from all cards (SH-PLACE-3), on
        the table only (SH-DATA-6), else those that match every contact.
        """
        demand = self.cells[cell]
        return FITS[demand] if demand > 0 and self.is_on_table(cell) else 0

    def is_on_table(self, cell: i64) -> bool:
        """Whether a card there leaves the whole field within the size of the table."""
        row = cell // STRIDE
        column = cell % STRIDE
        return (
            self.first_row() <= row <= self.last_row()
            and self.first_column() <= column <= self.last_column()
        )

    def is_within_table(self) -> bool:
        """Whether the cards that lie leave the field within the size of the table."""
        return self.right - self.left < self.columns and self.bottom - self.top < self.rows

    def first_column(self) -> i64:
        """The leftmost column that can take a card, counted with the border."""
        return _larger(1, _larger(self.left - 1, self.right - self.columns + 1))

    def last_column(self) -> i64:
        """The rightmost column that can take a card."""
        return _smaller(SPAN, _smaller(self.right + 1, self.left + self.columns - 1))

    def first_row(self) -> i64:
        """The highest row that can take a card."""
        return _larger(1, _larger(self.top - 1, self.bottom - self.rows + 1))

    def last_row(self) -> i64:
        """The lowest row that can take a card."""
        return _smaller(SPAN, _smaller(self.bottom + 1, self.top + self.rows - 1))

    def placements(self, held: i64) -> vec[i64]:
        """Every placement of the held layouts, as `layout * CELLS + cell without border`.

        Cell by cell in rows from the top, so the order is the position's alone.
        """
        found = vec[i64](capacity=32)
        cells = self.cells
        first_column = self.first_column()
        last_column = self.last_column()
        row: i64 = self.first_row()
        last_row = self.last_row()
        while row <= last_row:
            cell = row * STRIDE + first_column
            place = (row - 1) * SPAN + first_column - 1
            end = cell + last_column - first_column
            while cell <= end:
                demand = cells[cell]
                if demand > 0:
                    fitting = FITS[demand] & held
                    while fitting:
                        found = append(found, LOWEST[fitting] * CELLS + place)
                        fitting &= fitting - 1
                cell += 1
                place += 1
            row += 1
        return found

    def placeable(self) -> i64:
        """All layouts that could be placed somewhere, as bits."""
        found: i64 = 0
        row: i64
        column: i64
        for row in range(self.first_row(), self.last_row() + 1):
            for column in range(self.first_column(), self.last_column() + 1):
                found |= self.fitting(row * STRIDE + column)
        return found

    def lying_if_placed(self, layout: i64, cell: i64) -> i64:
        """How a layout that fits must lie there: SH-TH-1 leaves a single way."""
        turned = (FITS_TURNED[self.cells[cell]] >> layout) & 1
        return layout + LAYOUTS if turned else layout

    def neighbours(self, cell: i64) -> list[int]:
        """The cells beside it that hold cards."""
        return [cell + step for step in BESIDE if self.cells[cell + step] < 0]

    def place(self, seat: i64, lying: i64, cell: i64) -> None:
        """SH-SWIRL-1: lay a card; every card it touches was matched, so every one swirls."""
        self.lay(seat, lying, cell)
        side: i64 = 0
        while side < 4:
            beside = cell + BESIDE[side]
            if self.cells[beside] < 0:
                self.lay(self.seat_at(beside), half_turn(self.lying_at(beside)), beside)
            side += 1

    def lay(self, seat: i64, lying: i64, cell: i64) -> None:
        """Let a card lie there, new or turned, and tell the empty cells beside it its numbers."""
        cells = self.cells
        if cells[cell] >= 0:
            self._grow(cell)
        cells[cell] = -1 - lying - LYINGS * seat
        side: i64 = 0
        while side < 4:
            beside = cell + BESIDE[side]
            demand = cells[beside]
            if demand >= 0:
                shift = 3 * (side ^ 2)  # the neighbour's side that faces this one
                number = NUMBERS[4 * lying + side] + 1
                cells[beside] = (demand & ~(7 << shift)) | (number << shift)
            side += 1

    def _grow(self, cell: i64) -> None:
        row = cell // STRIDE
        column = cell % STRIDE
        if self.cards == 0:
            self.left = self.right = column
            self.top = self.bottom = row
        self.left = _smaller(self.left, column)
        self.right = _larger(self.right, column)
        self.top = _smaller(self.top, row)
        self.bottom = _larger(self.bottom, row)
        self.cards += 1

    def occupied(self) -> list[int]:
        """The cells that hold cards, in rows from the top."""
        found: list[int] = []
        if self.cards:
            row: i64
            for row in range(self.top, self.bottom + 1):
                cell: i64
                for cell in range(row * STRIDE + self.left, row * STRIDE + self.right + 1):
                    if self.cells[cell] < 0:
                        found.append(cell)
        return found

    def key(self) -> tuple[int, ...]:
        """Equal for equal fields."""
        return tuple([cell * 128 - self.cells[cell] for cell in self.occupied()])

    def open_numbers(self, seats: i64) -> list[int]:
        """SH-SCORE-1, SH-SCORE-2: for each seat the sum of its cards' sides that touch nothing."""
        points = vec[i64]([0] * seats)
        for cell in self.occupied():
            seat = self.seat_at(cell)
            lying = self.lying_at(cell)
            side: i64 = 0
            while side < 4:
                if self.cells[cell + BESIDE[side]] >= 0:
                    points[seat] += NUMBERS[4 * lying + side]
                side += 1
        return list(points)


def empty_field(columns: i64, rows: i64) -> Field:
    """A table without cards."""
    return Field(
        vec[i64]([0] * (STRIDE * STRIDE)), columns, rows, 0, MIDDLE, MIDDLE, MIDDLE, MIDDLE
    )


def _smaller(one: i64, other: i64) -> i64:
    return one if one < other else other


def _larger(one: i64, other: i64) -> i64:
    return one if one > other else other
