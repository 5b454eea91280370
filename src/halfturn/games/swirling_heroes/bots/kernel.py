"""The kernel: the turns of two players once more, terse and for speed.

Moves are taken back instead of fields copied, and what a move gains is counted as it is
listed. A test plays it in lockstep with the rules.

A move is `layout * AREA + cell`, and a removal `REMOVALS + layout`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core.rng import SeededRng
from halfturn.games.swirling_heroes.codes import REMOVE_CODES, cell_of, layout_of
from halfturn.games.swirling_heroes.field import CELLS, SPAN, STRIDE
from halfturn.games.swirling_heroes.hands import HAND
from halfturn.games.swirling_heroes.layouts import (
    FITS,
    FITS_TURNED,
    LAYOUTS,
    LYINGS,
    NUMBERS,
    half_turn,
)

if TYPE_CHECKING:
    from halfturn.games.swirling_heroes.state import SwirlingHeroesState

AREA: Final = 2401
"""Cells of a stored field, border included."""
REMOVALS: Final = 28812
"""AREA for each of twelve layouts, then what removes one."""
CENTRE: Final = 1200
PILED: Final = 5
"""Bits for the copies of one layout in a hand."""
MOST_MOVES: Final = 320
MOST_PLIES: Final = 26


def _mixed(count: int, seed: str) -> vec[i64]:
    rng = SeededRng(seed)
    return vec[i64]([rng.below(1 << 31) << 31 | rng.below(1 << 31) for _ in range(count)])


CELL_MIX: Final = _mixed(48 * 2401, "cells")
HAND_MIX: Final = _mixed(2 * 12 * 32, "hands")
TURN_MIX: Final = 0x2545F4914F6CDD1D
"""Random numbers that a position's number in the table is made of."""


UNITS: Final = vec[i64]([1 << (PILED * layout) for layout in range(LAYOUTS)])
"""One copy of each layout in a hand. (Compiled, a literal 1 shifts within 32 bits only.)"""


def _open_sums() -> vec[i64]:
    sums = [0] * (24 * 16)
    lying: i64
    mask: i64
    side: i64
    for lying in range(24):
        for mask in range(16):
            for side in range(4):
                if mask >> side & 1:
                    sums[16 * lying + mask] += NUMBERS[4 * lying + side]
    return vec[i64](sums)


OPEN_SUMS: Final = _open_sums()
"""What a card counts, by how it lies and which of its sides are open."""


@final
class Kernel:
    """A position of two players, and all that is known about it."""

    def __init__(self, state: SwirlingHeroesState) -> None:
        field, hands = state.field, state.hands
        self.cells = field.cells[:]
        self.columns: i64 = field.columns
        self.rows: i64 = field.rows
        self.cards: i64 = field.cards
        self.left: i64 = field.left
        self.right: i64 = field.right
        self.top: i64 = field.top
        self.bottom: i64 = field.bottom
        self.seat: i64 = state.to_play
        self.hands: vec[i64] = vec[i64]([0, 0])
        self.held: vec[i64] = vec[i64]([0, 0])
        self.sizes: vec[i64] = hands.sizes[:]
        self.mix: i64 = 0
        self._log = vec[i64]([0] * (64 * MOST_PLIES))
        self._logged: i64 = 0
        self.moves = vec[i64]([0] * (MOST_MOVES * MOST_PLIES))
        self.gains = vec[i64]([0] * (MOST_MOVES * MOST_PLIES))
        self._start(state)

    def _start(self, state: SwirlingHeroesState) -> None:
        seat: i64
        layout: i64
        for seat in range(2):
            for layout in range(LAYOUTS):
                copies = state.hands.count(HAND, seat, layout)
                self.hands[seat] |= copies << (PILED * layout)
                if copies:
                    self.held[seat] |= 1 << layout
                    self.mix ^= HAND_MIX[(seat * LAYOUTS + layout) * 32 + copies]
        for cell in state.field.occupied():
            self.mix ^= CELL_MIX[48 * cell - 1 - self.cells[cell]]
        if self.seat:
            self.mix ^= TURN_MIX

    # ---- moves ----

    def left_to_play(self) -> i64:
        """The cards in both hands: so many turns are left."""
        return self.sizes[0] + self.sizes[1]

    def lead(self) -> i64:
        """How far seat A is ahead as the field lies."""
        total: i64 = 0
        row: i64
        for row in range(self.top, self.bottom + 1):
            cell: i64
            for cell in range(row * STRIDE + self.left, row * STRIDE + self.right + 1):
                card = -1 - self.cells[cell]
                if card >= 0:
                    counts = OPEN_SUMS[16 * (card % LYINGS) + self._open_sides(cell)]
                    total += counts if card < LYINGS else -counts
        return total

    def _open_sides(self, cell: i64) -> i64:
        cells = self.cells
        mask: i64 = 0
        if cells[cell - STRIDE] >= 0:
            mask |= 1
        if cells[cell + 1] >= 0:
            mask |= 2
        if cells[cell + STRIDE] >= 0:
            mask |= 4
        if cells[cell - 1] >= 0:
            mask |= 8
        return mask

    def list_moves(self, base: i64) -> i64:
        """Write all moves from `base` on, each with what it gains the mover; returns how many."""
        held = self.held[self.seat]
        moves, gains, cells = self.moves, self.gains, self.cells
        at = base
        layout: i64
        if self.cards == 0:
            for layout in range(LAYOUTS):
                if held >> layout & 1:
                    moves[at] = layout * AREA + CENTRE
                    gains[at] = 6
                    at += 1
            return at - base
        first = _larger(1, _larger(self.left - 1, self.right - self.columns + 1))
        last = _smaller(SPAN, _smaller(self.right + 1, self.left + self.columns - 1))
        row = _larger(1, _larger(self.top - 1, self.bottom - self.rows + 1))
        last_row = _smaller(SPAN, _smaller(self.bottom + 1, self.top + self.rows - 1))
        while row <= last_row:
            cell = row * STRIDE + first
            end = row * STRIDE + last
            while cell <= end:
                demand = cells[cell]
                if demand > 0:
                    fitting = FITS[demand] & held
                    if fitting:
                        beside = self._gain_beside(cell)
                        open_sides = self._open_sides(cell)
                        turned = FITS_TURNED[demand]
                        layout = 0
                        while fitting:
                            if fitting & 1:
                                lying = layout + LAYOUTS if turned >> layout & 1 else layout
                                moves[at] = layout * AREA + cell
                                gains[at] = beside + OPEN_SUMS[16 * lying + open_sides]
                                at += 1
                            fitting >>= 1
                            layout += 1
                cell += 1
            row += 1
        if at == base:
            for layout in range(LAYOUTS):
                if held >> layout & 1:
                    moves[at] = REMOVALS + layout
                    gains[at] = 0
                    at += 1
        return at - base

    def _gain_beside(self, cell: i64) -> i64:
        """What the mover gains by the cards around a cell, when one is laid there."""
        return (
            self._gain_of(cell - STRIDE, 4)
            + self._gain_of(cell + 1, 8)
            + self._gain_of(cell + STRIDE, 1)
            + self._gain_of(cell - 1, 2)
        )

    def _gain_of(self, cell: i64, facing: i64) -> i64:
        card = -1 - self.cells[cell]
        if card < 0:
            return 0
        lying = card % LYINGS
        sides = self._open_sides(cell)
        gain = OPEN_SUMS[16 * half_turn(lying) + (sides & ~facing)] - OPEN_SUMS[16 * lying + sides]
        return gain if card // LYINGS == self.seat else -gain

    def play(self, move: i64) -> None:
        """Play a move; `take_back` undoes it."""
        seat = self.seat
        layout = move - REMOVALS if move >= REMOVALS else move // AREA
        log, at = self._log, self._logged
        log[at] = self.left << 48 | self.right << 36 | self.top << 24 | self.bottom << 12 | seat
        log[at + 1] = self.mix
        log[at + 2] = layout
        log[at + 3] = seat
        self._logged = at + 4
        self._leave_hand(seat, layout)
        if move < REMOVALS:
            self._place(seat, layout, move % AREA)
        log[self._logged] = self._logged - at - 4
        self._logged += 1
        if self.sizes[1 - seat] > 0:
            self.seat = 1 - seat
            self.mix ^= TURN_MIX

    def _leave_hand(self, seat: i64, layout: i64) -> None:
        copies = (self.hands[seat] >> (PILED * layout)) & 31
        at = (seat * LAYOUTS + layout) * 32
        self.mix ^= HAND_MIX[at + copies]
        if copies > 1:
            self.mix ^= HAND_MIX[at + copies - 1]
        else:
            self.held[seat] &= ~(1 << layout)
        self.hands[seat] -= UNITS[layout]
        self.sizes[seat] -= 1

    def _place(self, seat: i64, layout: i64, cell: i64) -> None:
        cells = self.cells
        lying = layout + LAYOUTS if (FITS_TURNED[cells[cell]] >> layout) & 1 else layout
        row = cell // STRIDE
        column = cell % STRIDE
        if self.cards == 0:
            self.left = self.right = column
            self.top = self.bottom = row
        else:
            self.left = _smaller(self.left, column)
            self.right = _larger(self.right, column)
            self.top = _smaller(self.top, row)
            self.bottom = _larger(self.bottom, row)
        self.cards += 1
        self._lay(seat * LYINGS + lying, cell)
        self._turn(cell - STRIDE)
        self._turn(cell + 1)
        self._turn(cell + STRIDE)
        self._turn(cell - 1)

    def _turn(self, cell: i64) -> None:
        card = -1 - self.cells[cell]
        if card >= 0:
            self._lay(card - card % LYINGS + half_turn(card % LYINGS), cell)

    def _lay(self, card: i64, cell: i64) -> None:
        cells = self.cells
        old = cells[cell]
        if old < 0:
            self.mix ^= CELL_MIX[48 * cell - 1 - old]
        self.mix ^= CELL_MIX[48 * cell + card]
        self._write(cell, -1 - card)
        lying = card % LYINGS
        self._ask(cell - STRIDE, 6, NUMBERS[4 * lying])
        self._ask(cell + 1, 9, NUMBERS[4 * lying + 1])
        self._ask(cell + STRIDE, 0, NUMBERS[4 * lying + 2])
        self._ask(cell - 1, 3, NUMBERS[4 * lying + 3])

    def _ask(self, cell: i64, shift: i64, number: i64) -> None:
        demand = self.cells[cell]
        if demand >= 0:
            self._write(cell, (demand & ~(7 << shift)) | ((number + 1) << shift))

    def _write(self, cell: i64, value: i64) -> None:
        log, at = self._log, self._logged
        log[at] = cell << 32 | (self.cells[cell] + 65536)
        self.cells[cell] = value
        self._logged = at + 1

    def take_back(self) -> None:
        """Undo the last move."""
        log, cells = self._log, self.cells
        at = self._logged - 1
        written = log[at]
        if written:
            self.cards -= 1
        while written:
            at -= 1
            written -= 1
            cells[log[at] >> 32] = (log[at] & 0xFFFFFFFF) - 65536
        at -= 4
        self._logged = at
        box = log[at]
        self.left = box >> 48
        self.right = (box >> 36) & 4095
        self.top = (box >> 24) & 4095
        self.bottom = (box >> 12) & 4095
        self.mix = log[at + 1]
        layout = log[at + 2]
        seat = log[at + 3]
        self.seat = seat
        self.hands[seat] += UNITS[layout]
        self.held[seat] |= 1 << layout
        self.sizes[seat] += 1


def code_of_move(move: i64) -> int:
    """The integer that the rules have for a move."""
    if move >= REMOVALS:
        return REMOVE_CODES + move - REMOVALS
    cell = move % AREA
    return (move // AREA) * CELLS + (cell // STRIDE - 1) * SPAN + cell % STRIDE - 1


def move_of_code(code: int) -> int:
    """The move that an integer of the rules means."""
    if code >= REMOVE_CODES:
        return REMOVALS + code - REMOVE_CODES
    return layout_of(code) * AREA + cell_of(code)


def _smaller(one: i64, other: i64) -> i64:
    return one if one < other else other


def _larger(one: i64, other: i64) -> i64:
    return one if one > other else other
